"""The networks of a pod: what the rule is asked for each, and their records in the design.

Compute follows what a publisher prints. For the other three NVIDIA publishes the 4-SU counts of
the H100 pod and the cable bill (RA-11333-001 V11, Tables 7 and 8), from which these rules are
derived:

* storage: 494 = 127 · 2 node links + 240 between leaf and spine, 369 switch transceivers are
  734 ports and 4 for the fabric manager. So each scalable unit has two node leaves, 32 links down
  and 24 up (4:3), and one leaf for 12 storage links at 1:1; 240 uplinks take 4 spines: 16 switches.
* in-band: 24 leaf-core cables and 6 inter-switch links of 8 switches are 3 pairs of leaves with 4
  uplinks and 2 inter-switch links each, and 2 cores; 58 of 64 ports are left for nodes.
* out-of-band: a port for every BMC, switch, and rack PDU, 48 to a switch, two uplinks to in-band.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final, TypedDict

from designer.catalog.catalog import Catalog
from designer.catalog.part import PortGroup
from designer.model.design import Fabric, FabricTopology
from designer.planning.pods.spec import Compute, Pairs, Size, Step, Targets
from designer.wiring.network_ports import fabric_ports
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import FabricPlan

OOB_PORTS: Final = 48
OOB_SWITCH: Final = "sn2201"


@dataclass(frozen=True)
class Switches:
    """How many switches each tier of a network takes."""

    leaf: int = 0
    spine: int = 0
    core: int = 0

    @property
    def total(self) -> int:
        """All switches."""
        return self.leaf + self.spine + self.core


def switches_of(size: FabricPlan) -> Switches:
    """Return the switches of a sized fabric."""
    return Switches(size.leaf, size.spine, size.core)


def ports_of(catalog: Catalog, switch: str) -> PortGroup:
    """Return the ports of a switch that build a network.

    Raises
    ------
    ValueError
        If the part has none.
    """
    ports = fabric_ports(catalog.require(switch))
    if ports is None:
        raise ValueError(f"{switch} has no ports that build a network")
    return ports


class _Twins(TypedDict, total=False):
    """Fields of a network of two leaves that are joined without a spine."""

    topology: FabricTopology
    shape: tuple[int, ...]
    width: int


def _twins(step: Step) -> _Twins:
    return {"topology": "mesh", "shape": (2,), "width": step.twins} if step.twins else {}


def compute_request(net: Compute, size: Size, radix: int) -> FabricRequest:
    """Return what the compute network is asked."""
    return FabricRequest(
        nodes=size.nodes,
        radix=radix,
        rate_gbps=net.rate_gbps,
        rails=net.links,
        leaf_policy=size.step.policy,
        su_nodes=size.step.unit,
        reserved_slots=size.reserved,
        oversubscription=size.step.oversubscription,
        planes=net.planes,
        breakout=net.breakout,
        **_twins(size.step),
    )


def target_leaves(net: Targets, units: int, links: int) -> tuple[int, int]:
    """Return the storage leaves of a scalable unit and the links of each.

    One of few links as published, or as many with the uplinks of a node leaf as the links take.

    Parameters
    ----------
    links
        Links of all storage systems, counted at the rate of the network.
    """
    wanted = max(net.few_links, ceil(links / units))
    if wanted <= net.few_links:
        return 1, net.few_links
    return ceil(wanted / net.node_up), net.node_up


def targets_request(
    net: Targets, size: Size, targets: tuple[int, int], radix: int
) -> FabricRequest:
    """Return what the storage network is asked: node leaves near 4:3, storage leaves at 1:1."""
    return FabricRequest(
        nodes=size.nodes,
        radix=radix,
        rate_gbps=net.rate_gbps,
        rails=net.links,
        leaf_policy="rail-per-su",
        su_nodes=size.step.su_nodes,
        reserved_slots=size.reserved,
        oversubscription=size.step.su_nodes / net.node_up,
        target_leaves=targets[0],
        target_links=targets[1],
        breakout=net.breakout,
    )


def pairs_request(net: Pairs, devices: int, reserved: int, radix: int) -> FabricRequest:
    """Return what a network of pairs of leaves is asked: two links of every node."""
    ports = min(net.node_ports, radix * net.breakout - net.uplinks)
    return FabricRequest(
        nodes=devices,
        radix=radix,
        rate_gbps=net.rate_gbps,
        rails=2,
        leaf_policy="rail-per-su",
        su_nodes=ports,
        reserved_slots=reserved,
        oversubscription=ports / net.uplinks,
        breakout=net.breakout,
    )


def compute_record(net: Compute, node: str, size: Size) -> Fabric:
    """Return the record of the compute network of a kind of node."""
    return Fabric(
        id="compute",
        name="Compute",
        kind=net.kind,
        nodes=(node,),
        rails=net.links,
        rate_gbps=net.rate_gbps,
        switch=net.switch,
        leaf_policy=size.step.policy,
        su_nodes=size.step.unit,
        reserved_slots=size.reserved,
        oversubscription=size.step.oversubscription,
        planes=net.planes,
        breakout=net.breakout,
        note=net.note,
        **_twins(size.step),
    )


def targets_record(
    net: Targets, node: str, storage: str, size: Size, targets: tuple[int, int]
) -> Fabric:
    """Return the record of a storage network; `targets` are storage leaves of a unit, links."""
    return Fabric(
        id="storage",
        name="Storage",
        kind=net.kind,
        purpose="storage",
        nodes=(node,),
        rails=net.links,
        rate_gbps=net.rate_gbps,
        switch=net.switch,
        leaf_policy="rail-per-su",
        su_nodes=size.step.su_nodes,
        reserved_slots=size.reserved,
        oversubscription=size.step.su_nodes / net.node_up,
        target_leaves=targets[0],
        target_links=targets[1],
        breakout=net.breakout,
        note=f"nodes at 4:3, {storage} on leaves of its own at 1:1 ({net.note})",
    )


def storage_pairs_record(net: Pairs, node: str, reserved: int) -> Fabric:
    """Return the record of a storage network of pairs of leaves."""
    return Fabric(
        id="storage",
        name="Storage",
        kind="ethernet",
        purpose="storage",
        nodes=(node,),
        rails=2,
        rate_gbps=net.rate_gbps,
        switch=net.switch,
        leaf_policy="rail-per-su",
        su_nodes=net.node_ports,
        reserved_slots=reserved,
        oversubscription=net.node_ports / net.uplinks,
        breakout=net.breakout,
        note=net.note,
    )


def in_band_record(net: Pairs, node: str, reserved: int, *, storage: bool) -> Fabric:
    """Return the record of the in-band network.

    Parameters
    ----------
    storage
        Whether storage systems hang on it: on ports of its leaves that reserved slots keep free.
    """
    return Fabric(
        id="in-band",
        name="In-band and storage" if storage else "In-band",
        kind="ethernet",
        purpose="storage" if storage else "in-band",
        nodes=tuple(sorted((node, net.servers))),
        rails=2,
        rate_gbps=net.rate_gbps,
        switch=net.switch,
        leaf_policy="rail-per-su",
        su_nodes=net.node_ports,
        reserved_slots=reserved,
        oversubscription=net.node_ports / net.uplinks,
        breakout=net.breakout,
        note=net.note,
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
        switch=OOB_SWITCH,
        leaf_policy="pooled",
        planned_nodes=endpoints,
        tiers=1,
        note="48 ports a switch; two 100G uplinks of each go to the in-band leaves",
    )
