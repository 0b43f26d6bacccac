"""Fabrics of switches with few ports, all of them drawn: for those who route or cut them."""

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.engine.subjects.fabrics.fabric import FabricRequest, size_fabric
from designer.model.design import Design, Device, Fabric, Rack
from designer.wiring.network import expand_network
from designer.wiring.network_columns import FabricWiring

_PORT = {"kind": "infiniband", "rate_gbps": 400}


def catalog(ports: int) -> Catalog:
    """Return a node of one port, and a switch of so many."""
    node = PortGroup(name="hca", purpose="compute", count=1, **_PORT)
    fabric = PortGroup(name="fabric", purpose="fabric", count=ports, **_PORT)
    return Catalog((
        Part(id="host", kind="node", name="Host", height_half_u=2, nodes=1, gpus=1, ports=(node,)),
        Part(id="switch", kind="switch", name="Switch", height_half_u=2, ports=(fabric,)),
        Part(id="rack", kind="rack", name="Rack"),
    ))  # fmt: skip


def drawn(hosts: int, ports: int, oversubscription: float = 1.0) -> Design:
    """Return a fabric for so many hosts with every switch of its rule drawn."""
    size = size_fabric(FabricRequest(hosts, ports, 400, oversubscription=oversubscription))
    fabric = Fabric(
        id="f", nodes=("host",), switch="switch", spine_switch="switch", core_switch="switch",
        oversubscription=oversubscription,
    )  # fmt: skip
    tiers = {"leaf": size.leaf, "spine": size.spine, "core": size.core}
    switches = [
        Device(id=f"{tier}-{at:04d}", name=f"{tier}-{at}", part="switch", rack="r", fabric="f",
               tier=tier)
        for tier, number in tiers.items()
        for at in range(number)
    ]  # fmt: skip
    nodes = [
        Device(id=f"host-{at:05d}", name=f"host-{at}", part="host", rack="r") for at in range(hosts)
    ]
    devices = tuple(sorted((*nodes, *switches), key=lambda one: one.id))
    rack = Rack(id="r", name="r", part="rack", x_mm=0, y_mm=0)
    return Design(racks=(rack,), devices=devices, fabrics=(fabric,))


def wiring(design: Design, ports: int) -> FabricWiring:
    """Return the graph of its fabric."""
    return expand_network(design, catalog(ports)).fabrics[0]
