"""A compute fabric for nodes that belong to none: its switches, rails and scalable units."""

from collections.abc import Iterator
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
    new = _new(layout, catalog, node, ports, remedy.number)
    if new is None:
        why = f"no switch of the catalogue fits {node.name}, {ports.rate_gbps:g} Gb/s"
        return RemedyPlan(_LABEL, reason=why)
    switch = catalog.require(new.switch)
    label = f"Draw fabric {new.name} for {plural(remedy.number, f'{node.name} node')}"
    how = (
        "all links on one leaf"
        if new.leaf_policy == "pooled"
        else f"a leaf for each rail of {new.su_nodes} nodes"
    )
    return RemedyPlan(label, put("fabrics", new), note=f"of {switch.name}, {how}")


def _compute_ports(node: Part | None) -> PortGroup | None:
    ports = [port for port in node.ports if port.purpose == "compute"] if node else []
    return max(ports, key=lambda port: port.count * port.rate_gbps, default=None)


def _takes(fabric: Fabric, node: Part, catalog: Catalog) -> bool:
    """Return whether a compute fabric of the whole site can have nodes of a part."""
    if fabric.purpose != "compute" or fabric.hall or fabric.topology == "hand-drawn":
        return False
    fit = node_fit(fabric, node.id, 0, catalog)
    return not fit.refusal and not fit.doubt


def _new(
    layout: Layout, catalog: Catalog, node: Part, ports: PortGroup, number: int
) -> Fabric | None:
    """Return a new fabric for so many nodes of a part; None where no switch fits its ports."""
    taken = {key for one in layout.design.fabrics for key in (one.id, one.name)}
    free = "compute" not in taken and "Compute" not in taken
    fabric = Fabric(
        id="compute" if free else f"compute-{node.id}",
        name="Compute" if free else f"Compute {node.name}",
        nodes=(node.id,), rails=max(1, ports.count // (node.node_count or 1)),
        rate_gbps=ports.rate_gbps,
    )  # fmt: skip
    tried = (_built_of(fabric, key, catalog) for key in _switches(layout, catalog, node))
    fits = next((one for one in tried if one is not None and _fits(one, node, catalog)), None)
    if fits is None:
        return None
    leaf = fabric_ports(catalog.get(fits.switch))
    links = leaf.count * fits.breakout if leaf else 0
    if number * fits.rails <= links:
        return fits.evolve(leaf_policy="pooled")
    return fits.evolve(leaf_policy="rail-per-su", su_nodes=links // 2)


def _switches(layout: Layout, catalog: Catalog, node: Part) -> Iterator[str]:
    """Yield switches in the order of their choice: used here, of our small designs, any."""
    yield from (key for key, _ in used(layout).most_common() if _is_switch(catalog.get(key)))
    yield compute_switch(node)[0]
    yield from (part.id for part in catalog.parts if _is_switch(part) and part.placeable)


def _is_switch(part: Part | None) -> bool:
    return part is not None and part.traits.switches


def _built_of(fabric: Fabric, switch: str, catalog: Catalog) -> Fabric | None:
    """Return a fabric built of a switch, its ports split to the rate of the nodes; None of none."""
    ports = fabric_ports(catalog.get(switch))
    if ports is None:
        return None
    split = max(1, int(ports.rate_gbps / fabric.rate_gbps))
    return fabric.evolve(switch=switch, kind=ports.kind, breakout=split)


def _fits(fabric: Fabric, node: Part, catalog: Catalog) -> bool:
    every = node_fit(fabric, node.id, 0, catalog), switch_fit(fabric, fabric.switch, catalog)
    return not any(fit.refusal or fit.doubt for fit in every)
