"""The subject that others read for the ways of cables: every cable's run, pair of racks by pair."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from designer.engine.advice import TRAYS
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.laying import LaidAs, laid_as
from designer.engine.subjects.fabrics.network import NETWORK
from designer.model.change import went_and_came
from designer.model.design import Cable, Design, Tray
from designer.model.figures import Figure, Gap, exact
from designer.wiring.cable_ends import CableEnds, cable_ends
from designer.wiring.cable_places import (
    HeightFinder,
    Heights,
    RackPlaces,
    rack_places,
    stand_alike,
)
from designer.wiring.cable_routes import FabricRoutes, Laying, Routes, routes_of
from designer.wiring.cables_carried import carried
from designer.wiring.network_cables import sorted_by_fabric
from designer.wiring.network_columns import FabricWiring
from designer.wiring.tray_graph import Planned, TrayGraph, tray_graph
from designer.wiring.tray_loads import Spans, spans_of

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

_FEW = 4
"""Spans of less than one in so many pairs of racks are looked up alone."""
SOMEWHERE = "ports in racks"
"""Leaves a height open that nobody states."""


@dataclass(frozen=True, eq=False)
class Columns:
    """What is the same of all cables while they join the same racks, fabric after fabric.

    Attributes
    ----------
    pair
        Shape (cables,): the pair of racks of each; -1 within one rack.
    each
        Shape (cables,): the part of a cable that a link is: a port that is split has one.
    """

    pair: Places
    each: Floats

    @cached_property
    def between(self) -> Flags:
        """Shape (cables,): whether a cable leaves its rack."""
        return self.pair >= 0

    @cached_property
    def number(self) -> float:
        """How many cables they are."""
        return float(self.each.sum())

    @cached_property
    def whole(self) -> bool:
        """Whether each link is a cable of its own."""
        return bool((self.each == 1.0).all())


Metres = tuple[Floats, Floats, Floats]


@dataclass(frozen=True, eq=False)
class Routing:
    """The ways of all cables, how they are laid, and what the next design is routed from.

    Attributes
    ----------
    metres
        Shape (cables,) each: the lengths of all cables, m: low, likely, high. Where a cable follows
        no tray its upper end is that of the straight way. A length that is stated by hand goes
        before its way.
    held
        The stretches of trays, once they are known.
    """

    design: Design = field(repr=False)
    laid: LaidAs
    routes: Routes
    columns: Columns = field(repr=False)
    metres: Metres = field(repr=False)
    by_hand: tuple[tuple[Cable, ...], ...] = field(default=(), repr=False)
    held: list[Spans] = field(default_factory=list, init=False, repr=False)

    @property
    def spans(self) -> Spans:
        """Which stretches of trays pairs of racks run along."""
        if not self.held:
            self.held.append(spans_of(self.routes))
        return self.held[0]

    def carry_spans(self, was: "Routing", to: Places) -> None:
        """Take over the stretches of another design, where they are known and these are not.

        Parameters
        ----------
        to
            The number that each pair of racks there has here; -1 where its way is not the same.
        """
        if self.held or not was.held:
            return
        new = np.ones(len(self.routes.pairs.a), dtype=bool)
        new[to[to >= 0]] = False
        others = spans_of(self.routes, np.flatnonzero(new))
        self.held.append(was.spans.carried(to, others))

    def trays_along(self, pairs: Places) -> tuple[Places, Places]:
        """Return the trays along some pairs of racks: a pair and a tray each, both ascending."""
        graph = self.routes.graph
        if graph is None or not len(pairs):
            return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
        # A drag asks for those of few pairs, and does not wait for the others.
        few = len(pairs) * _FEW < len(self.routes.pairs.a)
        spans = spans_of(self.routes, pairs) if few else self.spans
        wanted = np.zeros(len(self.routes.pairs.a), dtype=bool)
        wanted[pairs] = True
        some = wanted[spans.pair]
        pair, tray = spans.pair[some], graph.tray[spans.piece[some]]
        trays = max(1, len(self.design.trays))
        found = np.divmod(np.unique((pair * trays + tray)[tray >= 0]), trays)
        return np.asarray(found[0], dtype=np.intp), np.asarray(found[1], dtype=np.intp)

    @cached_property
    def off_trays(self) -> Flags:
        """Shape (cables,): whether a cable leaves its rack and follows no tray."""
        part = np.append(self.routes.pairs.part, np.int32(0))  # the last: within one rack
        off = part[self.columns.pair] < 0
        off[[at for at, _ in _stated(self.routes)]] = False
        return off

    @cached_property
    def loose(self) -> bool:
        """Whether heights are open that nobody states."""
        return any(bool(one.spread.any()) for one in self.routes.fabrics)

    @cached_property
    def leaving(self) -> tuple[float, float]:
        """How many cables leave their rack, and how many of these follow no tray."""
        return float(self.each[self.between].sum()), float(self.each[self.off_trays].sum())

    @cached_property
    def whole_m(self) -> Figure:
        """The length of all cables together."""
        return self.sum_m()

    @cached_property
    def longest_m(self) -> Figure:
        """The length of the longest cable."""
        low, likely, high = (float(case.max(initial=0.0)) for case in self.metres)
        return self.figure(low, likely, high, straight=bool(self.off_trays.any()))

    def sum_m(self, some: Flags | Places | None = None) -> Figure:
        """Return the length of cables together.

        Parameters
        ----------
        some
            Shape (cables,): which, or the numbers of those; None for all.
        """
        rows = slice(None) if some is None else some
        if self.columns.whole:
            low, likely, high = (float(case[rows].sum()) for case in self.metres)
        else:
            each = self.each[rows]
            low, likely, high = (float((case[rows] * each).sum()) for case in self.metres)
        return self.figure(low, likely, high, straight=bool(self.off_trays[rows].any()))

    @property
    def each(self) -> Floats:
        """Shape (cables,): the part of a cable that a link is: a port that is split has one."""
        return self.columns.each

    @property
    def between(self) -> Flags:
        """Shape (cables,): whether a cable leaves its rack."""
        return self.columns.between

    def figure(self, low: float, likely: float, high: float, *, straight: bool) -> Figure:
        """Return a length of three cases as a figure, m.

        Parameters
        ----------
        straight
            Whether it holds a way that follows no tray: nobody knows how much longer that is.
        """
        refs = [*self.laid.open_on, *([SOMEWHERE] if self.loose else [])]
        if straight:
            # What else is open is little beside a way that nobody knows.
            return Figure(
                low, inf, likely, "m", 0.0, (TRAYS, *refs), (Gap(TRAYS, inf),), estimated=True
            )
        if not refs or low == high:
            return exact(likely, "m", *self.laid.stated)
        gaps = tuple(Gap(ref, (high - low) / len(refs)) for ref in refs)
        return Figure(low, high, likely, "m", 0.0, tuple(refs), gaps, estimated=True)


ROUTING: Key[Routing] = Key("routing")


def routing_of(facts: Facts) -> Routing:
    """Return the ways of all cables of a design; only those of racks that moved are found anew."""
    design, last = facts.design, facts.last(ROUTING)
    wirings = facts[NETWORK].wiring.fabrics
    laid = laid_as(design, facts.catalog)
    known = (last.routes.places, last.design) if last is not None else None
    places = rack_places(design, facts.catalog, known)
    by_hand = _by_hand(design, wirings)
    ends = _ends(facts, wirings, by_hand, places, last)
    graph = _graph(design, laid, places, last)
    same_way = (
        last is not None
        and graph is last.routes.graph
        and laid.likely == last.laid.likely
        and design.room.rack_entry == last.design.room.rack_entry
    )
    if last is not None and same_way and _ends_alike(last, laid, places, ends, by_hand):
        return last  # what racks are called, and to which rows they belong, is no part of this
    before = last.routes if last is not None and same_way else None
    routes = routes_of(places, ends, graph, laid.likely, design.room.rack_entry, before)
    facts.made["routes"] += routes.rerouted
    columns = last.columns if last is not None and _same_columns(last, routes) else _columns(routes)
    if last is not None and routes.anew is not None and laid == last.laid:
        metres = _mended(last, laid, routes, routes.anew)
    else:
        metres = _metres(routes, laid)
    return Routing(design, laid, routes, columns, metres, by_hand)


def _ends_alike(
    last: Routing,
    laid: LaidAs,
    places: RackPlaces,
    ends: Sequence[tuple[CableEnds, Heights]],
    by_hand: Sequence[tuple[Cable, ...]],
) -> bool:
    """Return whether the same cables end at the same places and are laid alike."""
    was = last.routes
    return (
        laid == last.laid
        and places.are(was.places)
        and len(ends) == len(was.fabrics)
        and all(e is one.ends and h is one.heights
                for (e, h), one in zip(ends, was.fabrics, strict=True))
        and tuple(by_hand) == last.by_hand
    )  # fmt: skip


def _same_columns(last: Routing, routes: Routes) -> bool:
    """Return whether the same cables join the same pairs of racks."""
    was = last.routes.fabrics
    return len(was) == len(routes.fabrics) and all(
        one.pair is other.pair and one.ends.order is other.ends.order
        for one, other in zip(routes.fabrics, was, strict=True)
    )


def _columns(routes: Routes) -> Columns:
    pair = [one.pair for one in routes.fabrics] or [np.empty(0, dtype=np.intp)]
    each = [np.empty(0)]
    for one in routes.fabrics:
        links = np.full(len(one.ends), 1 / max(1, one.ends.wiring.fabric.breakout))
        links[list(one.ends.by_hand)] = 1.0  # it is one cable, wherever its lane is
        each.append(links)
    return Columns(np.concatenate(pair), np.concatenate(each))


def _stated(routes: Routes) -> Iterator[tuple[int, float]]:
    """Yield the cables whose length is stated by hand, by number, and how long they are, m."""
    start = 0
    for one in routes.fabrics:
        for at, cable in one.ends.by_hand.items():
            if cable.length_m is not None:
                yield start + at, cable.length_m
        start += len(one.ends)


def _cases(laid: LaidAs) -> tuple[tuple[Laying, float], ...]:
    """Return the low, the likely and the high case, and which way heights are off in it."""
    return (laid.low, -1.0), (laid.likely, 0.0), (laid.high, 1.0)


def _metres(routes: Routes, laid: LaidAs) -> Metres:
    """Return the lengths of all cables."""
    every = [_lengths(one, laid) for one in routes.fabrics]
    return _as_stated(routes, _all_of(every))


def _mended(last: Routing, laid: LaidAs, routes: Routes, anew: tuple[Places | None, ...]) -> Metres:
    """Return the lengths of all cables, of which some have other ways than before."""
    old, at = {}, 0
    for one in last.routes.fabrics:
        old[one.ends.order] = slice(at, at + len(one.ends))
        at += len(one.ends)
    every: list[Metres] = []
    for one, some in zip(routes.fabrics, anew, strict=True):
        was = old.get(one.ends.order)
        if some is None or was is None:
            every.append(_lengths(one, laid))
            continue
        low, likely, high = (case[was] for case in last.metres)
        if len(some):
            new = _lengths(one, laid, some)
            low, likely, high = (case.copy() for case in (low, likely, high))
            low[some], likely[some], high[some] = new
        every.append((low, likely, high))
    return _as_stated(routes, _all_of(every))


def _all_of(every: Sequence[Metres]) -> Metres:
    """Return the lengths of all fabrics in one."""
    none = np.empty(0)
    low, likely, high = (
        np.concatenate([none, *(each[case] for each in every)]) for case in range(3)
    )
    return low, likely, high


def _lengths(one: FabricRoutes, laid: LaidAs, some: Places | None = None) -> Metres:
    """Return the lengths of a fabric's cables, or of some of them."""
    low, likely, high = (
        one.lengths(case, laid.likely, off, some) / 1000 for case, off in _cases(laid)
    )
    return low, likely, high


def _as_stated(routes: Routes, metres: Metres) -> Metres:
    for at, long in _stated(routes):
        for case in metres:
            case[at] = long
    return metres


def _by_hand(design: Design, wirings: Sequence[FabricWiring]) -> tuple[tuple[Cable, ...], ...]:
    """Return the cables by hand of each fabric."""
    if not design.cables:
        return ((),) * len(wirings)
    members = {wiring.fabric.id: wiring.members for wiring in wirings}
    found, _ = sorted_by_fabric(design.cables, members)
    return tuple(found.get(wiring.fabric.id, ()) for wiring in wirings)


def _ends(
    facts: Facts,
    wirings: Sequence[FabricWiring],
    by_hand: Sequence[tuple[Cable, ...]],
    places: RackPlaces,
    last: Routing | None,
) -> list[tuple[CableEnds, Heights]]:
    """Return the cables of each fabric and where they end; those that are as before are kept."""
    finder = None
    alike = (
        last is not None
        and last.routes.places.number is places.number
        and np.array_equal(last.routes.places.top, places.top)
        and np.array_equal(last.routes.places.spread, places.spread)
    )
    before = last.routes.fabrics if last is not None else ()
    kept = {id(one.ends.wiring): one for one in before}
    by_id = {one.ends.wiring.fabric.id: one.ends for one in before}
    found = []
    for wiring, cables in zip(wirings, by_hand, strict=True):
        known = kept.get(id(wiring))
        was = by_id.get(wiring.fabric.id)
        if known is not None:
            ends = known.ends
        else:
            ends = cable_ends(wiring, cables)
            ends = carried(was, ends) if was is not None else ends
        if (
            last is not None and known is not None and alike
            and stand_alike(last.design, facts.design, wiring.members)
        ):  # fmt: skip
            heights = known.heights
        else:
            finder = finder or HeightFinder(facts.design, facts.catalog, places)
            heights = finder.heights(wiring)
        found.append((ends, heights))
    return found


def _graph(
    design: Design, laid: LaidAs, places: RackPlaces, last: Routing | None
) -> TrayGraph | None:
    """Return the graph of a design's trays; the same object where they are the same."""
    trays = tuple(tray for tray in design.trays if _leads_somewhere(tray))
    if not trays:
        return None
    above = float(places.top.max(initial=0.0)) + laid.likely.above
    off = tuple(
        Planned(getattr(laid.low, name) - usual, getattr(laid.high, name) - usual)
        for name, usual in (("above", laid.likely.above), ("below", laid.likely.below))
    )
    if (
        last is not None
        and last.routes.graph is not None
        and not any(went_and_came(last.design.trays, design.trays))
        and float(last.routes.places.top.max(initial=0.0)) + last.laid.likely.above == above
        and _hung(last.laid) == _hung(laid)
    ):
        return last.routes.graph
    return tray_graph(design.trays, above, laid.likely.below, (off[0], off[1]))


def _hung(laid: LaidAs) -> tuple[tuple[float, float], ...]:
    """Return how high and how deep trays hang that state no height, in each case."""
    return tuple((case.above, case.below) for case in (laid.low, laid.likely, laid.high))


def _leads_somewhere(tray: Tray) -> bool:
    return len(set(tray.corners)) > 1
