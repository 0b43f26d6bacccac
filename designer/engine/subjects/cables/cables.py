"""Cables that have both ends: those of the fabrics' rules, and those laid by hand."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from designer.engine.network_report import Cables, UnconnectedCables
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.routing import ROUTING, Routing
from designer.engine.subjects.cables.tray_lines import trays_of
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.model.figures import Figure, exact, total
from designer.model.layout import Layout
from designer.model.marked_names import with_names
from designer.model.measured import bounds_of
from designer.wiring.network_columns import FabricWiring, NetworkWiring

CABLES: Key[Cables] = Key("cables")


def cables_of(facts: Facts) -> Cables:
    """Return the cables that have both ends, and what leaves the others without one.

    The medium of a rule's cable depends on its length, which is not known before it is routed.
    """
    network, catalog = facts[NETWORK].wiring, facts.catalog
    ruled = total(fabric.figure("connected_cables") for fabric in facts[FABRICS])
    missing = total(fabric.figure("unconnected_cables") for fabric in facts[FABRICS])
    refused = _refused(network)
    laid = [cable for cable in facts.design.cables if cable.id not in refused]
    media: Counter[str] = Counter()
    for cable in laid:
        part = catalog.get(cable.part)
        media[part.cable.medium if part and part.cable else "not chosen"] += 1
    by_medium: dict[str, int | None] = dict(media)
    if ruled.high > 0:
        by_medium["not routed"] = _whole(ruled)
    figures = {
        "count": ruled + exact(len(laid)),
        "by_rule": ruled,
        "not_connected": missing + exact(len(refused)),
    }
    routing = facts[ROUTING]
    lengths = {"length_m": _length(routing, ruled), "longest_m": _longest(routing)}
    return Cables(
        **{name: _whole(figure) for name, figure in figures.items()},
        **{name: figure.value for name, figure in lengths.items()},
        bounds=bounds_of(figures | lengths),
        by_hand=len(laid),
        unconnected=tuple(_reasons(network, partial(_name_of, Layout(facts.design)))),
        between_racks=round(float(routing.each[routing.between].sum())),
        off_trays=round(float(routing.each[routing.off_trays].sum())),
        trays=tuple(trays_of(facts.design, routing)),
        by_medium=tuple(sorted(by_medium.items())),
    )


def _length(routing: Routing, ruled: Figure) -> Figure:
    """Return the length of all cables; of racks that nobody counted there may be more."""
    drawn = routing.sum_m()
    return drawn.without_upper_end() if ruled.low < ruled.high else drawn


def _longest(routing: Routing) -> Figure:
    """Return the length of the longest cable."""
    low, likely, high = (float(case.max(initial=0.0)) for case in routing.metres)
    return routing.figure(low, likely, high, straight=bool(routing.off_trays.any()))


def _whole(figure: Figure) -> int | None:
    return None if figure.value is None else round(figure.value)


def _refused(network: NetworkWiring) -> frozenset[str]:
    """Return the cables by hand that connect nothing."""
    refusals = (refusal for wiring in network.fabrics for refusal in wiring.refusals)
    refused = [refusal.cable for refusal in refusals if refusal.form == "refused"]
    return frozenset((*refused, *(cable for cable, _ in network.loose)))


def _name_of(layout: Layout, ref: str) -> str:
    """Return what people call a device or a fabric."""
    placed = layout.find(ref)
    return (placed.name or ref) if placed is not None else layout.fabric_name(ref)


def _reasons(network: NetworkWiring, name_of: Callable[[str], str]) -> Iterator[UnconnectedCables]:
    """Yield why cables are not connected, fabric by fabric."""
    for wiring in network.fabrics:
        yield from _of_fabric(wiring, name_of)
    for cable, reason in network.loose:
        yield UnconnectedCables(reason=with_names(f"cable {cable}: {reason}", name_of), links=1)


def _of_fabric(wiring: FabricWiring, name_of: Callable[[str], str]) -> Iterator[UnconnectedCables]:
    fabric, name = wiring.fabric.id, wiring.fabric.name or wiring.fabric.id
    gave_way = sum(it.links for it in wiring.refusals if it.form == "displaced")
    if gave_way:
        reason = "cables laid by hand take their place"
        yield UnconnectedCables(fabric=fabric, name=name, reason=reason, links=gave_way)
    for it in wiring.refusals:
        if it.form in ("rule", "refused"):
            said = with_names(it.reason, name_of)
            yield UnconnectedCables(fabric=fabric, name=name, reason=said, links=it.links)
