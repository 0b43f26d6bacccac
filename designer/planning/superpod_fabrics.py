"""The four networks of a DGX SuperPOD H100: how many switches each takes, and their records.

Compute follows Table 4 of the reference architecture (RA-11333-001 V11). For the other three it
publishes the 4-SU counts and the cable bill of Table 8, from which the rules here are derived:

* storage: 494 = 127 · 2 node links + 240 between leaf and spine, 369 switch transceivers are
  734 ports and 4 for the fabric manager. So each scalable unit has two node leaves, 32 links down
  and 24 up (4:3), and one leaf for 12 storage links at 1:1; 240 uplinks take 4 spines: 16 switches.
* in-band: 24 leaf-core cables and 6 inter-switch links of 8 switches are 3 pairs of leaves with 4
  uplinks and 2 inter-switch links each, and 2 cores; 58 of 64 ports are left for nodes.
* out-of-band: a port for every BMC, switch, and rack PDU, 48 to a switch, two uplinks to in-band.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

from designer.model.design import Fabric
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import FabricPlan

SU_NODES: Final = 32
RAILS: Final = 8
STORAGE_LINKS: Final = 2
NODE_LEAF_UP: Final = 24
"""Uplinks of a storage node leaf with 32 node links: 4:3."""
TARGET_LINKS_PER_SU: Final = 12
"""48 storage cables for 4 SU (Table 8)."""
IN_BAND_PORTS: Final = 58
"""Ports of a 64-port leaf without 4 uplinks and 2 inter-switch links."""
IN_BAND_UPLINKS: Final = 4
NFS_LINKS: Final = 8
"""Table 8: NFS storage on the in-band network."""
OOB_PORTS: Final = 48


@dataclass(frozen=True)
class Switches:
    """How many switches each tier of a network takes."""

    leaf: int
    spine: int
    core: int

    @property
    def total(self) -> int:
        """All switches."""
        return self.leaf + self.spine + self.core


def compute_request(nodes: int, reserved: int, radix: int, rate_gbps: float) -> FabricRequest:
    """Return what the compute network is asked: one leaf per rail and scalable unit, 1:1."""
    return FabricRequest(
        nodes=nodes,
        radix=radix,
        rate_gbps=rate_gbps,
        rails=RAILS,
        leaf_policy="rail-per-su",
        su_nodes=SU_NODES,
        reserved_slots=reserved,
    )


def switches_of(size: FabricPlan) -> Switches:
    """Return the switches of a sized fabric."""
    return Switches(size.leaf, size.spine, size.core)


def target_leaves(units: int, links: int) -> tuple[int, int]:
    """Return the storage leaves of a scalable unit and the links of each: 12 as published, or 24.

    Parameters
    ----------
    links
        Links of all storage systems, counted at the switch's port rate.
    """
    wanted = max(TARGET_LINKS_PER_SU, ceil(links / units))
    if wanted <= TARGET_LINKS_PER_SU:
        return 1, TARGET_LINKS_PER_SU
    return ceil(wanted / NODE_LEAF_UP), NODE_LEAF_UP


def storage_request(
    nodes: int, reserved: int, targets: tuple[int, int], radix: int, rate: float
) -> FabricRequest:
    """Return what the storage network is asked: node leaves at 4:3, storage leaves at 1:1."""
    return FabricRequest(
        nodes=nodes,
        radix=radix,
        rate_gbps=rate,
        rails=STORAGE_LINKS,
        leaf_policy="rail-per-su",
        su_nodes=SU_NODES,
        reserved_slots=reserved,
        oversubscription=SU_NODES / NODE_LEAF_UP,
        target_leaves=targets[0],
        target_links=targets[1],
    )


def in_band_request(nodes: int, servers: int, oob: int, radix: int, rate: float) -> FabricRequest:
    """Return what the in-band network is asked: pairs of leaves, two links of every node."""
    ports = min(IN_BAND_PORTS, radix - IN_BAND_UPLINKS)
    return FabricRequest(
        nodes=nodes + servers,
        radix=radix,
        rate_gbps=rate,
        rails=2,
        leaf_policy="rail-per-su",
        su_nodes=ports,
        reserved_slots=in_band_reserved(oob),
        oversubscription=ports / IN_BAND_UPLINKS,
    )


def in_band_reserved(oob: int) -> int:
    """Return the node slots on in-band leaves for out-of-band uplinks (2 a switch) and NFS."""
    return oob + NFS_LINKS // 2


def compute_record(node: str, reserved: int) -> Fabric:
    """Return the record of the compute network of a kind of node."""
    return Fabric(
        id="compute",
        name="Compute",
        nodes=(node,),
        rails=RAILS,
        rate_gbps=400,
        switch="qm9700",
        leaf_policy="rail-per-su",
        su_nodes=SU_NODES,
        reserved_slots=reserved,
        note="RA-11333-001 Table 4: one leaf per rail and scalable unit, 1:1",
    )


def storage_record(node: str, storage: str, reserved: int, targets: tuple[int, int]) -> Fabric:
    """Return the record of the storage network; `targets` are storage leaves of a unit, links."""
    return Fabric(
        id="storage",
        name="Storage",
        purpose="storage",
        nodes=(node,),
        rails=STORAGE_LINKS,
        rate_gbps=400,
        switch="qm9700",
        leaf_policy="rail-per-su",
        su_nodes=SU_NODES,
        reserved_slots=reserved,
        oversubscription=SU_NODES / NODE_LEAF_UP,
        target_leaves=targets[0],
        target_links=targets[1],
        note=f"nodes at 4:3, {storage} on leaves of its own at 1:1 (derived from Table 8)",
    )


def in_band_record(node: str, oob: int) -> Fabric:
    """Return the record of the in-band network."""
    return Fabric(
        id="in-band",
        name="In-band",
        kind="ethernet",
        purpose="in-band",
        nodes=tuple(sorted((node, "mgmt-server"))),
        rails=2,
        rate_gbps=100,
        switch="sn4600c",
        leaf_policy="rail-per-su",
        su_nodes=IN_BAND_PORTS,
        reserved_slots=in_band_reserved(oob),
        oversubscription=IN_BAND_PORTS / IN_BAND_UPLINKS,
        note="pairs of leaves: 58 node ports, 4 uplinks, 2 inter-switch links (derived from "
        "Table 8); reserved slots are out-of-band uplinks and NFS",
    )


def out_of_band_record(endpoint_parts: tuple[str, ...], endpoints: int) -> Fabric:
    """Return the record of the out-of-band network.

    Parameters
    ----------
    endpoint_parts
        Parts with a management port.
    endpoints
        Management ports of everything; storage systems have several.
    """
    return Fabric(
        id="out-of-band",
        name="Out-of-band",
        kind="ethernet",
        purpose="out-of-band",
        nodes=endpoint_parts,
        rails=1,
        rate_gbps=1,
        switch="sn2201",
        leaf_policy="pooled",
        planned_nodes=endpoints,
        tiers=1,
        note="48 ports a switch; two 100G uplinks of each go to the in-band leaves",
    )
