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

from designer.engine.fabric import FabricRequest, FabricSize
from designer.model.design import Fabric

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
    spine: int = 0
    core: int = 0

    @property
    def total(self) -> int:
        """All switches."""
        return self.leaf + self.spine + self.core


@dataclass(frozen=True)
class StorageNetwork:
    """The storage network: leaves for nodes, leaves for storage, what joins them, its cables."""

    node_leaves: int
    target_leaves: int
    spines: int
    cores: int
    leaf_spine_cables: int
    spine_core_cables: int

    @property
    def switches(self) -> Switches:
        """Switches by tier."""
        return Switches(self.node_leaves + self.target_leaves, self.spines, self.cores)


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


def switches_of(size: FabricSize) -> Switches:
    """Return the switches of a sized fabric."""
    return Switches(size.leaf, size.spine, size.core)


def storage_network(units: int, target_links: int, radix: int) -> StorageNetwork:
    """Return the storage network for a number of scalable units.

    Parameters
    ----------
    target_links
        Links of all storage systems, counted at the switch's port rate.
    radix
        Ports of a switch.
    """
    wanted = max(TARGET_LINKS_PER_SU, ceil(target_links / units))
    up = TARGET_LINKS_PER_SU if wanted <= TARGET_LINKS_PER_SU else NODE_LEAF_UP
    per_unit = ceil(wanted / up)
    uplinks = 2 * NODE_LEAF_UP + per_unit * up
    node_leaves, target_leaves = 2 * units, per_unit * units
    spines = _equal_spines(units * uplinks, up, radix)
    if spines:
        cables = units * uplinks
        return StorageNetwork(node_leaves, target_leaves, spines, 0, cables, 0)
    return _storage_pods(units, per_unit, up, uplinks, radix)


def _equal_spines(uplinks: int, up: int, ports: int) -> int:
    """Return the fewest spines over which every leaf's uplinks divide evenly; 0 if none do."""
    for spines in range(2, up + 1):
        if up % spines == 0 and NODE_LEAF_UP % spines == 0 and spines * ports >= uplinks:
            return spines
    return 0


def _storage_pods(units: int, per_unit: int, up: int, uplinks: int, radix: int) -> StorageNetwork:
    """Return a three-tier storage network: pods of units, half of a spine's ports to the core."""
    half = radix // 2
    pod = max(1, up * half // uplinks)
    spines, left = 0, units
    while left > 0:
        here = min(pod, left)
        spines += _equal_spines(here * uplinks, up, half)
        left -= here
    cables = units * uplinks
    return StorageNetwork(2 * units, per_unit * units, spines, ceil(cables / radix), cables, cables)


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


def fabric_records(
    *,
    node: str,
    storage: str,
    reserved: int,
    oob: int,
    endpoints: int,
    endpoint_parts: tuple[str, ...],
) -> tuple[Fabric, ...]:
    """Return the records of the four networks.

    Parameters
    ----------
    node, storage
        Part ids of the compute nodes and of the storage systems.
    reserved
        Node slots given up to the fabric manager.
    oob
        Out-of-band switches.
    endpoints
        Management ports of everything; storage systems have several.
    endpoint_parts
        Parts with a management port.
    """
    compute = Fabric(
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
    storage_fabric = Fabric(
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
        note=f"node side 4:3; one more leaf per SU carries {storage} at 1:1 (derived from Table 8)",
    )
    in_band = Fabric(
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
    out_of_band = Fabric(
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
    return tuple(sorted((compute, storage_fabric, in_band, out_of_band), key=lambda f: f.id))
