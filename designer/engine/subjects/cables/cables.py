"""Cables that have both ends: those of the fabrics' rules, and those laid by hand."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import inf

import numpy as np

from designer.engine.network_report import (
    Cables,
    MediumReport,
    SwitchesDrawn,
    UnconnectedCables,
)
from designer.engine.optics import CABLED
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.bill import (
    BILL,
    MEDIA_ORDER,
    Bill,
    longest_lead,
    media_lines,
    over_media,
)
from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR, UNKNOWN
from designer.engine.subjects.cables.media import MEDIA, Media
from designer.engine.subjects.cables.optics import same_racks, switches_of
from designer.engine.subjects.cables.routing import ROUTING, Routing
from designer.engine.subjects.cables.states import overreached
from designer.engine.subjects.cables.tray_lines import TRAY_LINES
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

    Each has the medium that is chosen for its way, or pinned by hand.
    """
    network = facts[NETWORK].wiring
    ruled = total(fabric.figure("connected_cables") for fabric in facts[FABRICS])
    missing = total(fabric.figure("unconnected_cables") for fabric in facts[FABRICS])
    refused = _refused(network)
    laid = [cable for cable in facts.design.cables if cable.id not in refused]
    routing, media = facts[ROUTING], facts[MEDIA]
    bill, (without, out_of_reach, some_lack) = facts[BILL], media.once("without", _not_served)
    last = facts.last(CABLES)
    between, off_trays = routing.leaving
    if last is not None and facts.last(ROUTING) is routing and facts.last(BILL) is bill:
        lines = last.media
    else:
        lines = tuple(media_lines(media, bill))
    figures = {
        "count": ruled + exact(len(laid)),
        "by_rule": ruled,
        "not_connected": missing + exact(len(refused)),
        "between_racks": _of_drawn(between, ruled),
        "off_trays": _of_drawn(off_trays, ruled),
        "too_far": _of_drawn(round(without[TOO_FAR]) + out_of_reach, ruled),
        "misfits": _of_drawn(without[MISFIT], ruled),
        "without_medium": _of_drawn(without[UNKNOWN], ruled),
    }
    more = _not_drawn(ruled, routing)
    lacking = more != 0 or some_lack
    lead, unstated = longest_lead(media, bill.parts.values())
    sums = {
        "length_m": _length(routing, ruled),
        "longest_m": _longest(routing, ruled),
        "lead_weeks": lead,
        **over_media(media, lines, lacking=lacking),
    }
    return Cables(
        **{name: _whole(figure) for name, figure in figures.items()},
        **{name: figure.value for name, figure in sums.items()},
        bounds=bounds_of(figures | sums),
        by_hand=len(laid),
        unconnected=tuple(_reasons(network, partial(_name_of, Layout(facts.design)))),
        unpriced=sum(line.unpriced for line in lines) + round(sum(without.values())),
        lead_unstated=unstated,
        currency=media.design.site.currency,
        patch_ports=_patch_ports(facts, routing, bill),
        switches=_switches(facts, last),
        trays=facts[TRAY_LINES].lines,
        media=lines,
        bill=bill.lines,
        by_medium=tuple(_by_medium(lines, without, more)),
    )


def _switches(facts: Facts, last: Cables | None) -> tuple[SwitchesDrawn, ...]:
    """Return what switches draw as cabled: as before where nothing of them is another."""
    same = facts.last(CABLED) is facts[CABLED] and same_racks(facts, "id", "name")
    if last is not None and same:
        return last.switches
    return tuple(switches_of(facts, last.switches if last is not None else ()))


def _not_served(media: Media) -> tuple[dict[int, float], int, bool]:
    """Return the cables that have no choice, by why; those out of reach; whether any has none."""
    lacking = any(bool((chosen.choice < 0).any()) for chosen in media.fabrics)
    return _without(media), _out_of_reach(media), lacking


def _by_medium(
    lines: tuple[MediumReport, ...], without: Mapping[int, float], more: int | None
) -> Iterator[tuple[str, int | None]]:
    """Yield how many cables each medium has, and how many have none."""
    yield from ((line.medium, line.count) for line in lines)
    words = (("out of reach", TOO_FAR), ("does not fit", MISFIT), ("none known", UNKNOWN))
    yield from ((what, round(without[code])) for what, code in words if round(without[code]))
    if more is None or more > 0:
        yield "not drawn", more


def _not_drawn(ruled: Figure, routing: Routing) -> int | None:
    """Return how many cables the rule has beside those that are drawn; None where nobody knows."""
    by_hand = sum(len(one.ends.by_hand) for one in routing.routes.fabrics)
    drawn = routing.columns.number - by_hand
    return 0 if ruled.low == ruled.high or ruled.low < drawn else None


def _without(media: Media) -> dict[int, float]:
    """Return how many cables have each code in place of a choice."""
    codes = (TOO_FAR, MISFIT, UNKNOWN)
    choice = np.concatenate([one.choice for one in media.fabrics] or [np.empty(0, dtype=np.int32)])
    rows = np.flatnonzero(choice < 0)
    choice, each = choice[rows], media.routing.each[rows]
    return {code: float(each[choice == code].sum()) for code in codes}


def _out_of_reach(media: Media) -> int:
    """Return how many cables their pinned part does not reach."""
    return round(float(media.routing.each[overreached(media)[0]].sum()))


def _patch_ports(facts: Facts, routing: Routing, bill: Bill) -> int:
    """Return how many ports of patch panels the fibres between racks take."""
    panels = facts.design.room.patch_panels
    if not panels:
        return 0
    glass = [MEDIA_ORDER.index(medium) for medium in ("MMF", "SMF", "LPO")]
    rows = routing.between & np.isin(bill.medium, glass)
    return int(panels) * round(float(routing.each[rows].sum()))


def _length(routing: Routing, ruled: Figure) -> Figure:
    """Return the length of all cables; of racks that nobody counted there may be more."""
    drawn = routing.whole_m
    return drawn.without_upper_end() if ruled.low < ruled.high else drawn


def _longest(routing: Routing, ruled: Figure) -> Figure:
    """Return the length of the longest cable; of racks nobody counted there may be a longer one."""
    drawn = routing.longest_m
    return drawn.without_upper_end() if ruled.low < ruled.high else drawn


def _of_drawn(number: float, ruled: Figure) -> Figure:
    """Return how many of the drawn cables are of a sort; open where nobody knows which are drawn.

    A rule that sizes the fabric otherwise may connect others.
    """
    if ruled.low == ruled.high:
        return exact(round(float(number)))
    return Figure(0.0, inf, None, "", 0.0, ruled.basis, ruled.gaps)


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
