"""A compute fabric for nodes that belong to none: its switches, rails and scalable units."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.document.edits import put, set_fields
from designer.engine.remedy import Remedy
from designer.model.design import Fabric
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.front_end import compute_switch
from designer.planning.remedies.cooling import Hall, RemedyPlan
from designer.planning.remedies.parts import used
from designer.wiring.network_ports import fabric_ports, node_fit, switch_fit

_LABEL: Final = "Draw a compute fabric"


def fabric_plan(remedy: Remedy, hall: Hall) -> RemedyPlan:
    """Return how nodes get a compute fabric: one that stands and fits, else a new one.

    A new one takes the switch that the design uses, else the one of our small reference designs for
    the kind and rate of the nodes' ports. All links on one leaf where it has ports for them; else a
    leaf for each rail of a scalable unit of as many nodes as half of its ports, which does not
    block (as 32 on the 64 ports of a QM9700 in the DGX SuperPOD H100).
    """
    layout, catalog = hall.layout, hall.catalog
    node = catalog.get(remedy.part)
    ports = _compute_ports(node)
    if node is None or ports is None:
        called = node.name if node else remedy.part
        return RemedyPlan(_LABEL, reason=f"{called} states no port of a compute network")
    for fabric in layout.design.fabrics:
        if _takes(fabric, node, catalog):
            nodes = tuple(sorted({*fabric.nodes, node.id}))
            label = f"Take {node.name} into fabric {fabric.name or fabric.id}"
            return RemedyPlan(label, set_fields("fabrics", fabric.id, nodes=nodes))
    fabric = _new(layout, catalog, node, ports, remedy.number)
    switch = catalog.require(fabric.switch)
    label = f"Draw fabric {fabric.name} for {plural(remedy.number, f'{node.name} node')}"
    how = (
        "all links on one leaf"
        if fabric.leaf_policy == "pooled"
        else f"a leaf for each rail of {fabric.su_nodes} nodes"
    )
    return RemedyPlan(label, put("fabrics", fabric), note=f"of {switch.name}, {how}")


def _compute_ports(node: Part | None) -> PortGroup | None:
    ports = [port for port in node.ports if port.purpose == "compute"] if node else []
    return max(ports, key=lambda port: port.count * port.rate_gbps, default=None)


def _takes(fabric: Fabric, node: Part, catalog: Catalog) -> bool:
    """Return whether a compute fabric of the whole site can have nodes of a part."""
    if fabric.purpose != "compute" or fabric.hall or fabric.topology == "hand-drawn":
        return False
    fit = node_fit(fabric, node.id, 0, catalog)
    return not fit.refusal and not fit.doubt


def _new(layout: Layout, catalog: Catalog, node: Part, ports: PortGroup, number: int) -> Fabric:
    switch, rate, split = compute_switch(node)
    taken = {key for one in layout.design.fabrics for key in (one.id, one.name)}
    free = "compute" not in taken and "Compute" not in taken
    fabric = Fabric(
        id="compute" if free else f"compute-{node.id}",
        name="Compute" if free else f"Compute {node.name}",
        kind=catalog.require(switch).ports[0].kind,
        nodes=(node.id,), rails=ports.count, rate_gbps=rate, switch=switch, breakout=split,
    )  # fmt: skip
    for key, _ in used(layout).most_common():
        fit = switch_fit(fabric, key, catalog)
        if not fit.refusal and not fit.doubt:
            fabric = fabric.evolve(switch=key)
            break
    leaf = fabric_ports(catalog.get(fabric.switch))
    links = leaf.count * fabric.breakout if leaf else 0
    if number * fabric.rails <= links:
        return fabric.evolve(leaf_policy="pooled")
    return fabric.evolve(leaf_policy="rail-per-su", su_nodes=links // 2)
