"""Ways, media and lengths of all cables against the same found cable by cable, in plain Python.

The hall has trays overhead and under the floor, stated and planned heights, racks that no tray
reaches, patch panels, cables by hand with parts and lengths of their own, and split modules.
"""

from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import hypot, inf, isnan

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part_prices import length_prices
from designer.engine.assumptions import assumptions_of
from designer.engine.prices import price_of
from designer.engine.subject import Facts
from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR, UNKNOWN, Sort, chosen_for
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media, media_of
from designer.engine.subjects.cables.routing import ROUTING, routing_of
from designer.engine.subjects.fabrics.network import NETWORK, network_of
from designer.model.design import Cable, Design, PriceOverride, Tray
from designer.model.figures import Figure
from designer.planning.templates import build
from designer.wiring.cable_media import PAIRINGS, Offer, Option, offer, socket_of
from designer.wiring.cable_routes import ENTRIES, FabricRoutes, Laying, Routes
from designer.wiring.tray_drops import BESIDE_MM, SPAN_MM
from designer.wiring.tray_graph import OVERHEAD, Floats, TrayGraph
from tests.helpers.agreed_options import agreed

PARTS = load_shipped()
NEARLY = 1e-9
ROUNDED = 1e-6
"""Lengths that differ by less are the same, mm."""
SPLITTER = PriceOverride(id="dac-osfp-2x400g-split", amount_cents=100, currency="USD")
"""Cheap enough to be chosen wherever it fits and reaches."""
Results = dict[str, object]
Drop = tuple[float, int, float]
"""How long it is, on which piece, and where along that."""
Cage = tuple[int, int]
"""A device, and a number in it."""


@cache
def hall(template: str = "dgx-superpod-h100", panels: int | None = 2) -> Design:
    plain = build(template, {}, PARTS)
    rows = sorted({rack.y_mm for rack in plain.racks})
    left = min(rack.x_mm for rack in plain.racks) - 600
    right = max(rack.x_mm for rack in plain.racks) + 600
    kinds = (("overhead", 2800), ("underfloor", None), ("overhead", None), ("underfloor", 500))
    trays = [
        Tray(id=f"t{n}{kind[0]}", kind=kind, height_mm=high, corners=((left, y), (right, y)))
        for n, y in enumerate(rows[: max(1, len(rows) - 1)])
        for kind, high in (kinds[n % 4], kinds[(n + 1) % 4])
    ]
    trays += [
        Tray(id=f"x{kind[0]}", kind=kind, corners=((left, rows[0]), (left, rows[-1])))
        for kind in ("overhead", "underfloor")
    ]
    far = plain.racks[len(plain.racks) // 2]
    racks = tuple(one.evolve(y_mm=one.y_mm + 40_000) if one is far else one for one in plain.racks)
    room = plain.room.evolve(patch_panels=panels)
    return plain.evolve(
        racks=racks, room=room, trays=tuple(sorted(trays, key=lambda tray: tray.id))
    )


@cache
def by_hand() -> Design:
    """Return the hall with its first cables laid by hand: some pinned, some with lengths."""
    first = computed(hall())[MEDIA.name]
    assert isinstance(first, Media)
    cables = []
    for chosen in first.fabrics:
        ends = chosen.ends
        for n, at in enumerate(range(0, len(ends), max(1, len(ends) // 9))):
            options = chosen.sorts[int(chosen.sort[at])].offer.options
            part = options[n % len(options)].parts[0].id if options and n % 2 else ""
            cables.append(
                Cable(
                    id=f"c{len(cables):03d}", a=ends.wiring.key(int(ends.a[at])),
                    b=ends.wiring.key(int(ends.b[at])), fabric=ends.wiring.fabric.id, part=part,
                    length_m=(None, 3.0, 17.25)[n % 3],
                )
            )  # fmt: skip
    return hall().evolve(cables=tuple(cables))


def computed(design: Design, before: Results | None = None) -> Results:
    results: Results = {}
    facts = Facts(design, PARTS, assumptions_of(design, PARTS), results, before or {})
    results[NETWORK.name] = network_of(facts)
    results[ROUTING.name] = routing_of(facts)
    results[MEDIA.name] = media_of(facts)
    return results


def lengths_of(routes: Routes, fabric: FabricRoutes, at: int, design: Design) -> list[float]:
    """Return the lengths of one cable in three cases, mm."""
    routing_laid = routes_laid(design)
    usual = routing_laid[1][0]
    a, b = int(fabric.ends.a[at]), int(fabric.ends.b[at])
    one, two = int(fabric.heights.rack[a]), int(fabric.heights.rack[b])
    z = float(fabric.heights.z[a]), float(fabric.heights.z[b])
    places = routes.places
    tops = float(places.top[one]), float(places.top[two])
    off = float(fabric.heights.spread[a] + fabric.heights.spread[b])
    if one == two:
        return [
            (max(abs(z[0] - z[1]) + sign * off, 0) + 2 * case.side) * (1 + case.slack)
            for case, sign in routing_laid
        ]
    # How high its racks are matters to a cable that leaves them.
    off += float(places.spread[one] + places.spread[two])
    flat = abs(float(places.x[one] - places.x[two])) + abs(float(places.y[one] - places.y[two]))
    entry = design.room.rack_entry
    if entry == "bottom":
        best, under, rises = flat + 2 * usual.below, True, 2
    else:
        best, under, rises = flat + abs(tops[0] - tops[1]) + 2 * usual.above, False, 2
    found, bends = inf, (0.0, 0.0)
    graph = routes.graph
    assert graph is not None
    for part in range(graph.parts):
        kind = int(graph.kind[graph.part == part][0])
        if entry and ENTRIES[entry] != kind:
            continue
        low, high = min(one, two), max(one, two)
        long, hung, bent = over_trays(graph, part, kind, routes, (low, high))
        if long < found:
            found, rises, under, bends = long, hung, kind != OVERHEAD, bent
    best = found if found < inf else best
    ups = [z[n] if under else tops[n] - z[n] for n in (0, 1)]
    lengths = []
    for case, sign in routing_laid:
        more = case.below - usual.below if under else case.above - usual.above
        bent = (-bends[0], 0.0, bends[1])[int(sign) + 1]
        run = best + ups[0] + ups[1] + rises * more + sign * off + bent
        lengths.append((max(run, 0.0) + 2 * (case.side + case.loop)) * (1 + case.slack))
    return lengths


@cache
def over_trays(
    graph: TrayGraph, part: int, kind: int, routes: Routes, racks: tuple[int, int]
) -> tuple[float, int, tuple[float, float]]:
    """Return the way between two racks over one part of the trays, and planned heights on it.

    Then how much shorter and longer it may be where trays of unlike heights meet.
    """
    places, drops = routes.places, []
    for rack in racks:
        x, y = float(places.x[rack]), float(places.y[rack])
        top = float(places.top[rack]) if kind == OVERHEAD else 0.0
        found = []
        for piece in np.flatnonzero((graph.part == part) & (graph.tray >= 0)).tolist():
            start, end = int(graph.start[piece]), int(graph.end[piece])
            sx, sy, long = float(graph.x[start]), float(graph.y[start]), float(graph.length[piece])
            dx, dy = float(graph.x[end]) - sx, float(graph.y[end]) - sy
            share = min(1.0, max(0.0, ((x - sx) * dx + (y - sy) * dy) / (long * long)))
            off = abs(sx + share * dx - x), abs(sy + share * dy - y)
            beyond = hypot(max(off[0] - float(places.half_x[rack]), 0.0),
                           max(off[1] - float(places.half_y[rack]), 0.0))  # fmt: skip
            fall = sum(off) + abs(float(graph.z[start]) - top)
            found.append((sum(off), beyond, fall, piece, share * long))
        near = min(one[0] for one in found)
        hangs = near <= max(float(places.half_x[rack]), float(places.half_y[rack])) + SPAN_MM
        drops.append([
            one[2:] for one in found
            if one[1] <= BESIDE_MM + ROUNDED or (hangs and one[0] <= near + ROUNDED)
        ])  # fmt: skip

    def along(one: Drop, two: Drop, ways: Floats) -> float:
        (_, on, at), (_, to, its) = one, two
        best = abs(at - its) if on == to else inf
        for node, rest in ((graph.start[on], at), (graph.end[on], graph.length[on] - at)):
            for goal, more in ((graph.start[to], its), (graph.end[to], graph.length[to] - its)):
                best = min(best, float(rest + ways[node, goal] + more))
        return best

    choices = [
        (one, two, int(graph.planned[one[1]]) + int(graph.planned[two[1]]))
        for one in drops[0] for two in drops[1]
    ]  # fmt: skip
    if not choices:
        return inf, 0, (0.0, 0.0)
    long, planned = inf, 0
    for one, two, rises in choices:
        way = one[0] + along(one, two, graph.way) + two[0]
        if way < long - ROUNDED:
            long, planned = way, rises
    if graph.bounds is None:
        return long, planned, (0.0, 0.0)
    off = graph.off[kind]
    least, most = (
        min(one[0] + along(one, two, ways) + two[0] + rises * high for one, two, rises in choices)
        for ways, high in zip(graph.bounds, (off.least, off.most), strict=True)
    )
    return long, planned, (long + planned * off.least - least, most - long - planned * off.most)


@cache
def routes_laid(design: Design) -> tuple[tuple[Laying, float], ...]:
    laid = computed(design)[ROUTING.name].laid
    return (laid.low, -1.0), (laid.likely, 0.0), (laid.high, 1.0)


def price_at(design: Design, part: str, metres: float | None) -> Figure:
    own = {price.id: price for price in design.prices}
    figures = assumptions_of(design, PARTS).figures
    return price_of(part, own.get(part), design.site.currency, PARTS, figures, metres)[0]


def offered(design: Design, chosen: Chosen, at: int, pairing: int, pinned: frozenset[str]) -> Offer:
    """Return what is offered for the cages of one cable."""
    wiring, sockets = chosen.ends.wiring, []
    for vertex in (int(chosen.ends.a[at]), int(chosen.ends.b[at])):
        on_switch = vertex >= wiring.first_place
        parts = chosen.ends.switch_parts if on_switch else chosen.ends.node_parts
        fits = wiring.switch_fits if on_switch else wiring.node_fits
        fit = fits[int(parts[vertex - wiring.first_place if on_switch else vertex])]
        sockets.append(socket_of(fit, on_switch=on_switch))
    return offer(
        (sockets[0], sockets[1]), wiring.fabric.rate_gbps, PARTS.parts,
        lambda part: price_at(design, part.id, None), PAIRINGS[pairing],
        design.room.patch_panels, pinned,
    )  # fmt: skip


def cheapest(design: Design, options: tuple[Option, ...], metres: float) -> int:
    """Return the place of the cheapest option that reaches, or why there is none."""
    if not options:
        return UNKNOWN
    best, found = inf, TOO_FAR
    for place, option in enumerate(options):
        price = option.price
        if option.is_priced_by_length and length_prices(option.cable, price.unit):
            at = price_at(design, option.cable.id, option.stock_m(metres))
            price = option.price_with(at)
        cost = 1e18 if price.value is None else price.value
        if not any(one.is_priced_by_length for one in options):
            cost = float(place)  # they come cheapest first
        if option.reach_m is None:
            cost = 1e19
        elif metres > option.reach_m + NEARLY:
            continue
        if cost < best:
            best, found = cost, place
    return found


def cages_of(chosen: Chosen) -> list[tuple[Cage, Cage]]:
    """Return the cages at both ends of each cable: a device and a number."""
    ends = chosen.ends
    each = ends.lanes_per_cage.tolist()
    return [
        ((int(ends.devices[a]), la // each[a]), (int(ends.devices[b]), lb // each[b]))
        for a, b, la, lb in zip(
            ends.a.tolist(), ends.b.tolist(), ends.a_lane.tolist(), ends.b_lane.tolist(),
            strict=True,
        )
    ]  # fmt: skip


def pairings_of(cages: list[tuple[Cage, Cage]]) -> list[int]:
    """Return how the links of the cages of each cable go; a cage may hold links up and down."""
    leads = defaultdict(set)
    for a, b in cages:
        leads[a].add(b)
        leads[b].add(a)
    to_one = {cage for cage, others in leads.items() if len(others) == 1}
    fans = {cage for cage, others in leads.items() if cage not in to_one and others <= to_one}
    found = []
    for a, b in cages:
        if a in to_one and b in to_one:
            found.append(0)
        else:
            found.append(1 if a in fans else 2 if b in fans else 3)
    return found


def together(cages: list[tuple[Cage, Cage]]) -> list[list[int]]:
    """Return the cables that share cages, directly or over others, at whichever ends."""
    at_cage = defaultdict(list)
    for at, ends in enumerate(cages):
        for cage in ends:
            at_cage[cage].append(at)
    seen: set[int] = set()
    groups = []
    for first in range(len(cages)):
        group, due = [], [first]
        while due:
            at = due.pop()
            if at in seen:
                continue
            seen.add(at)
            group.append(at)
            due += [other for cage in cages[at] for other in at_cage[cage]]
        if group:
            groups.append(group)
    return groups


def check(design: Design, results: Results) -> tuple[set[str], set[int]]:
    """Compare every cable; return the media, and the pairings, that were met."""
    media = results[MEDIA.name]
    assert isinstance(media, Media)
    routing, start = media.routing, 0
    met: set[str] = set()
    pairs: set[int] = set()
    for fabric, chosen in zip(routing.routes.fabrics, media.fabrics, strict=True):
        ends = chosen.ends
        likely = []
        for at in range(len(ends)):
            lengths = [long / 1000 for long in lengths_of(routing.routes, fabric, at, design)]
            stated = ends.by_hand[at].length_m if at in ends.by_hand else None
            if stated is not None:
                lengths = [stated] * 3
            ours = [float(case[start + at]) for case in routing.metres]
            assert ours == pytest.approx(lengths, rel=1e-12), (ends.wiring.fabric.id, at)
            likely.append(ours[1])
        cages = cages_of(chosen)
        pairings = pairings_of(cages)
        pins = defaultdict(set)
        sort_of = [
            (int(ends.a[at]) >= ends.wiring.first_place, part_at(chosen, at, 0),
             part_at(chosen, at, 1), pairings[at])
            for at in range(len(ends))
        ]  # fmt: skip
        for at, cable in ends.by_hand.items():
            if cable.part:
                pins[sort_of[at]].add(cable.part)
        offers: dict[object, Offer] = {}
        for group in together(cages):
            longest = max(likely[at] for at in group)
            alone, parts = {}, {}
            for at in group:
                sort = sort_of[at]
                if sort not in offers:
                    pinned = frozenset(pins[sort])
                    offers[sort] = offered(design, chosen, at, pairings[at], pinned)
                options = offers[sort].options
                alone[at] = cheapest(design, options, longest)
                part = ends.by_hand[at].part if at in ends.by_hand else ""
                if part:
                    parts[at] = part
                    held = [n for n, o in enumerate(options) if part in [p.id for p in o.parts]]
                    alone[at] = held[0] if held else MISFIT
            all_options = {at: offers[sort_of[at]].options for at in group}
            for at, code in agreed(alone, all_options, parts, longest).items():
                options = all_options[at]
                ours = int(chosen.choice[at])
                if code < 0:
                    assert ours == code
                    assert isnan(chosen.stock_m[at])
                    continue
                assert chosen.options[ours].words == options[code].words, (at, longest)
                assert chosen.stock_m[at] == options[code].stock_m(longest)
                met.add(options[code].medium)
                pairs.add(pairings[at])
        start += len(ends)
    return met, pairs


def part_at(chosen: Chosen, at: int, side: int) -> str:
    ends, wiring = chosen.ends, chosen.ends.wiring
    vertex = int((ends.a, ends.b)[side][at])
    if vertex < wiring.first_place:
        return wiring.members.parts[int(ends.node_parts[vertex])]
    return wiring.members.parts[int(ends.switch_parts[vertex - wiring.first_place])]


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
@pytest.mark.parametrize("odd", [False, True], ids=["shipped", "odd lengths"])
def test_at_each_length_the_same_is_chosen_as_for_one_alone(template: str, odd: bool) -> None:
    design = hall(template).evolve(prices=(SPLITTER,))
    media = computed(design)[MEDIA.name]
    assert isinstance(media, Media)
    met: set[str] = set()
    for chosen in media.fabrics:
        offers = [sort.offer for sort in chosen.sorts if sort.offer.options]
        if odd:
            offers = [with_odd_lengths(one) for one in offers]
        firsts = np.cumsum([0, *(len(one.options) for one in offers)]).tolist()
        sorts = [Sort(one, first) for one, first in zip(offers, firsts, strict=False)]
        edges = {
            edge for one in offers for o in one.options
            for edge in (*(o.cable.cable.lengths_m if o.cable.cable else ()), o.reach_m)
        }  # fmt: skip
        close = [
            edge + more for edge in edges if edge is not None for more in (-1e-6, 0, 1e-10, 1e-6)
        ]
        metres = np.array([*np.arange(0.05, 130, 0.7), *(one for one in close if 0 < one < 300)])
        for number, sort in enumerate(sorts):
            ours, bought = chosen_for(
                sorts, np.full(len(metres), number, dtype=np.int32), metres,
                lambda part, at: price_at(design, part, at),
            )  # fmt: skip
            for long, code, stock in zip(metres.tolist(), ours, bought, strict=True):
                place = cheapest(design, sort.offer.options, long)
                if place < 0:
                    assert code == place
                    assert isnan(stock)
                    continue
                option = sort.offer.options[place]
                assert code == sort.first + place, (long, option.words)
                assert stock == option.stock_m(long)
                met.add("splitter" if option.is_splitter else option.medium)
    assert {"DAC", "MMF", "SMF"} <= met
    assert ("splitter" in met) == (template == "dgx-superpod-gb200")


def with_odd_lengths(one: Offer) -> Offer:
    """Return an offer whose copper is sold and reaches in lengths that no part of a metre is."""
    options = []
    for option in one.options:
        cable = option.cable.cable
        if cable is not None and not cable.is_fibre and option.reach_m is not None:
            part = option.cable.evolve(cable=cable.evolve(lengths_m=(0.7, 1.3, 2.1, 2.9)))
            option = replace(option, cable=part, reach_m=2.9)
        options.append(option)
    return Offer(tuple(options), one.refusals)


@pytest.mark.parametrize("entry", ["", "top", "bottom"])
def test_each_cable_is_as_found_one_by_one(entry: str) -> None:
    design = hall().evolve(room=hall().room.evolve(rack_entry=entry))
    results = computed(design)
    met, pairs = check(design, results)
    routing = results[ROUTING.name]
    kinds = set(routing.routes.pairs.kind.tolist())
    off = routing.off_trays
    assert off.any(), "some follow no tray"
    assert not off.all()
    assert len(met) > 1
    assert len(pairs) > 1
    assert kinds == ({0, 1} if not entry else {ENTRIES[entry]})


def test_cables_by_hand_are_as_found_one_by_one() -> None:
    results = computed(by_hand())
    check(by_hand(), results)
    media = results[MEDIA.name]
    assert isinstance(media, Media)
    laid = [cable for chosen in media.fabrics for cable in chosen.ends.by_hand.values()]
    assert {bool(cable.part) for cable in laid} == {True, False}
    assert len({cable.length_m for cable in laid}) > 1


def test_where_split_cables_are_offered_each_is_as_found_one_by_one() -> None:
    design = hall("dgx-superpod-gb200").evolve(prices=(SPLITTER,))
    results = computed(design)
    _, pairs = check(design, results)
    assert PAIRINGS.index("split-b") in pairs


def test_beyond_two_panels_only_copper_reaches_for_certain() -> None:
    design = hall(panels=4)
    check(design, computed(design))


def test_after_each_move_every_cable_is_as_found_one_by_one() -> None:
    design = by_hand()
    results = computed(design)
    racks = [rack.id for rack in design.racks]
    designs = [design]
    for rack, aside, ahead in ((racks[1], 1200, 0), (racks[-2], -300, 9000), (racks[1], 0, -300)):
        moved = designs[-1].evolve(
            racks=tuple(
                one.evolve(x_mm=one.x_mm + aside, y_mm=one.y_mm + ahead) if one.id == rack else one
                for one in designs[-1].racks
            )
        )
        designs.append(moved)
    for before, after in pairwise(designs):
        assert before is not after
        results = computed(after, results)
        check(after, results)
        anew = computed(after)
        for mended, whole in zip(
            results[ROUTING.name].metres, anew[ROUTING.name].metres, strict=True
        ):  # fmt: skip
            assert np.array_equal(mended, whole), "bit by bit"
