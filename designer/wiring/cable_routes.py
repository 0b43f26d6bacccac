"""How long every cable is: in its rack from unit to unit, else over trays or straight ways.

A cable that leaves its rack goes from its port to the side of the rack, up to the trays overhead
or down to those under the floor, along them, and likewise at the other end: by the shortest way
over all trays that pass over its racks or beside them (`tray_drops`), drops included.
Without trays it goes straight along the two axes of the plan: an estimate, since real ways may be
longer. So it does where no tray comes near enough to its rack: nothing would carry it on the way
there. Everything is in columns; pairs of racks are routed once each. Lengths are in mm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.model.design import RackEntry
from designer.wiring.cable_ends import CableEnds
from designer.wiring.cable_places import PLACED, Heights, RackPlaces
from designer.wiring.cables_carried import end_alike
from designer.wiring.rack_pairs import JoinedBefore, joined, keys_of
from designer.wiring.tray_drops import Drops, drops_on, shortest
from designer.wiring.tray_graph import OVERHEAD, UNDERFLOOR, TrayGraph

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]

ENTRIES: Final = {"top": OVERHEAD, "bottom": UNDERFLOOR}


class Laying(NamedTuple):
    """How cables are laid: one of the low, the likely and the high case, mm.

    Attributes
    ----------
    above, below
        Height of trays above the highest rack, and below the floor, where they state none.
    slack
        What is added to the run, as part of it.
    """

    side: float
    loop: float
    above: float
    below: float
    slack: float


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of unlike racks that cables join, each once.

    Attributes
    ----------
    a, b
        Shape (pairs,): the racks, `a` before `b`.
    run
        Shape (pairs,): from the entry of one rack to that of the other.
    kind
        Shape (pairs,): 0 overhead, 1 under the floor.
    part
        Shape (pairs,): connected part of the trays that it runs along; -1 for a straight way.
    up, down
        Shape (pairs,): by which of the places that its racks reach on those trays it goes up from
        one and down to the other, counted from the nearest.
    rises
        Shape (pairs,): how often it goes up, or down, as far as trays are planned to hang.
    first, last
        Shape (pairs,): nodes by which it leaves the pieces of trays at its ends; -1 where both are
        on one piece and nothing shorter leads around, and for a straight way.
    under, over
        Shape (pairs,): how much shorter and longer the shortest way may be than so many rises say,
        where trays whose height is stated meet others.
    """

    a: Ints
    b: Ints
    run: Floats
    kind: Ints
    part: Ints
    up: Places
    down: Places
    rises: Ints
    first: Places
    last: Places
    under: Floats
    over: Floats


_COLUMNS: Final = ("run", "kind", "part", "up", "down", "rises", "first", "last", "under", "over")


@dataclass(frozen=True, eq=False)
class FabricRoutes:
    """The cables of one fabric with their ways.

    Attributes
    ----------
    pair
        Shape (cables,): index into the pairs; -1 within one rack.
    run
        Shape (cables,): from port to port, without side ways, loops and slack.
    spread
        Shape (cables,): how far off that may be, for heights that nobody states.
    rises
        Shape (2, cables): how often it goes up, and down, as far as trays are planned to hang.
    bends
        Shape (2, cables): how much shorter and longer it may be between trays of unlike heights.
    keys
        Shape (its pairs,): the keys of the pairs of racks that it joins, ascending (`rack_pairs`).
    """

    ends: CableEnds
    heights: Heights
    pair: Places
    run: Floats
    spread: Floats
    rises: Ints
    bends: Floats
    keys: NDArray[np.int64]

    def lengths(
        self, laying: Laying, usual: Laying, off: float = 0.0, some: Places | None = None
    ) -> Floats:
        """Return the length of every cable, mm.

        Parameters
        ----------
        usual
            The likely case, in which `run` is.
        off
            -1, 0 or 1: heights as low, as likely or as high as they may be.
        some
            Numbers of the cables; None for all.
        """
        rows = slice(None) if some is None else some
        run = self.run[rows]
        higher = laying.above - usual.above, laying.below - usual.below
        if any(higher) and self._has("rises"):
            up, down = self.rises[:, rows]
            run = run + (up * higher[0] + down * higher[1])
        if off and (self._has("spread") or self._has("bends")):
            run = run + (off * self.spread[rows] + off * self.bends[int(off > 0)][rows])
        bare = np.maximum(run, 0.0)
        within = self._within if some is None else np.flatnonzero(self.pair[some] < 0)
        inside = bare[within] + 2 * laying.side
        bare += 2 * (laying.side + laying.loop)
        bare[within] = inside
        bare *= 1 + laying.slack
        return bare

    @cached_property
    def _within(self) -> Places:
        """The cables within one rack."""
        return np.flatnonzero(self.pair < 0)

    def _has(self, name: str) -> bool:
        """Return whether a column says anything of any cable."""
        known = self._had.get(name)
        if known is None:
            column = getattr(self, name)
            known = self._had[name] = not _is_nothing(column) and bool(column.any())
        return known

    @cached_property
    def _had(self) -> dict[str, bool]:
        return {}


@dataclass(frozen=True, eq=False)
class Routes:
    """The ways of all cables of a design.

    Attributes
    ----------
    rerouted
        How many pairs of racks were routed anew.
    anew
        The cables of each fabric whose ways may be others than before; None in place of those of a
        fabric, or of all, where all may be.
    """

    places: RackPlaces
    graph: TrayGraph | None
    pairs: Pairs
    fabrics: tuple[FabricRoutes, ...]
    drops: tuple[Drops, ...] = field(default=(), repr=False)
    rerouted: int = 0
    anew: tuple[Places | None, ...] | None = field(default=None, repr=False)


def routes_of(
    places: RackPlaces,
    ends: Sequence[tuple[CableEnds, Heights]],
    graph: TrayGraph | None,
    laying: Laying,
    entry: RackEntry = "",
    before: Routes | None = None,
) -> Routes:
    """Return the ways of all cables.

    Parameters
    ----------
    ends
        The cables of each fabric, and where its ports are.
    graph
        The trays; None where none are drawn.
    before
        Ways of the design before, over the same trays and laid alike: those of racks that did not
        move are taken over.
    """
    same = _same_pairs(ends, before)
    moved = _moved(places, before)
    if before is None or moved is None:
        router = _Router(places, graph, laying, entry)
        none = np.empty(0, dtype=np.int64)
        found = joined(len(places.number), ends, [None] * len(ends), none)
        pairs = router.pairs(found.a, found.b)
        fabrics = tuple(
            _of_fabric(*one, *its, pairs, places)
            for one, its in zip(ends, zip(found.of_cables, found.keys, strict=True), strict=True)
        )
        return Routes(places, graph, pairs, fabrics, router.drops, len(pairs.a))
    router = _Router(places, graph, laying, entry, (before.drops, np.flatnonzero(moved)))
    if same:
        anew = np.flatnonzero(moved[before.pairs.a] | moved[before.pairs.b])
        return _mended(before, router, router.mended(before.pairs, anew), anew)
    return _carried(before, router, ends, moved)


def _carried(
    before: Routes, router: "_Router", ends: Sequence[tuple[CableEnds, Heights]], moved: Flags
) -> Routes:
    """Return the ways of cables of which those of some fabrics are others than before.

    Parameters
    ----------
    moved
        Shape (racks,): which stand elsewhere.
    """
    racks = len(router.places.number)
    by_order = {one.ends.order: one for one in before.fabrics}
    known = [by_order.get(cables.order) for cables, _ in ends]
    known = [
        was if was is not None and end_alike((was.ends, was.heights), one) else None
        for was, one in zip(known, ends, strict=True)
    ]
    old = keys_of(racks, before.pairs.a, before.pairs.b)
    its = [JoinedBefore(one.keys, one.pair) if one is not None else None for one in known]
    found = joined(racks, ends, its, old)
    pairs, anew = router.carried(before.pairs, (old, found.a, found.b), moved)
    other = np.append(moved[pairs.a] | moved[pairs.b], np.False_)  # the last: within one rack
    fabrics: list[FabricRoutes] = []
    some: list[Places | None] = []
    for (cables, heights), was, pair, keys in zip(
        ends, known, found.of_cables, found.keys, strict=True
    ):
        if was is None:
            fabrics.append(_of_fabric(cables, heights, pair, keys, pairs, router.places))
            some.append(None)
            continue
        one = was
        if not (cables is was.ends and heights is was.heights and pair is was.pair):
            one = replace(was, ends=cables, heights=heights, pair=pair)
        rows = np.flatnonzero(other[pair]) if other.any() else np.empty(0, dtype=np.intp)
        fabrics.append(_of_some(one, rows, pairs, router.places) if len(rows) else one)
        some.append(rows)
    return Routes(
        router.places, router.graph, pairs, tuple(fabrics), router.drops, len(anew), tuple(some)
    )  # fmt: skip


def _mended(before: Routes, router: "_Router", pairs: Pairs, anew: Places) -> Routes:
    """Return the ways of the same cables of which those of some pairs are others."""
    moved = np.zeros(len(pairs.a) + 1, dtype=bool)  # the last: within one rack
    moved[anew] = True
    found = [np.flatnonzero(moved[one.pair]) for one in before.fabrics]
    fabrics = tuple(
        _of_some(one, some, pairs, router.places) if len(some) else one
        for one, some in zip(before.fabrics, found, strict=True)
    )
    return Routes(
        router.places, router.graph, pairs, fabrics, router.drops, len(anew), tuple(found)
    )  # fmt: skip


def _same_pairs(ends: Sequence[tuple[CableEnds, Heights]], before: Routes | None) -> bool:
    """Return whether the cables are those of before, and join the same racks."""
    return (
        before is not None
        and len(before.fabrics) == len(ends)
        and all(
            cables is was.ends and heights is was.heights
            for (cables, heights), was in zip(ends, before.fabrics, strict=True)
        )
    )


def _moved(places: RackPlaces, before: Routes | None) -> Flags | None:
    """Return which racks stand elsewhere than before; None where they are not the same racks."""
    if before is None or before.places.number.keys() != places.number.keys():
        return None
    was = before.places
    differ = [getattr(was, name) != getattr(places, name) for name in PLACED]
    return np.asarray(np.logical_or.reduce(differ), dtype=np.bool_)


def _of_fabric(
    ends: CableEnds,
    heights: Heights,
    pair: Places,
    keys: NDArray[np.int64],
    pairs: Pairs,
    places: RackPlaces,
) -> FabricRoutes:
    """Return a fabric's cables with their ways."""
    run, spread, rises, bends = _ways(ends.a, ends.b, heights, pair, pairs, places)
    return FabricRoutes(ends, heights, pair, run, spread, rises, bends, keys)


def _of_some(one: FabricRoutes, some: Places, pairs: Pairs, places: RackPlaces) -> FabricRoutes:
    """Return a fabric's cables of which some have other ways than before."""
    ends = one.ends
    new: tuple[NDArray[Any], ...] = _ways(
        ends.a[some], ends.b[some], one.heights, one.pair[some], pairs, places
    )
    columns: list[Any] = []
    for name, its in zip(("run", "spread", "rises", "bends"), new, strict=True):
        column: NDArray[Any] = getattr(one, name)
        if not (_is_nothing(column) and _is_nothing(its)):
            column = column.copy()
            column[..., some] = its
        columns.append(column)
    run, spread, rises, bends = columns
    return FabricRoutes(ends, one.heights, one.pair, run, spread, rises, bends, one.keys)


def _ways(
    a: Places, b: Places, heights: Heights, pair: Places, pairs: Pairs, places: RackPlaces
) -> tuple[Floats, Floats, Ints, Floats]:
    """Return run, spread, rises and bends of cables between vertices."""
    rack, z, number = heights.rack.astype(np.intp), heights.z, len(a)
    off = _nothing(number)
    if heights.spread.any():
        off = heights.spread[a] + heights.spread[b]
    rises, bends = _nothing(2, number, kind=np.int32), _nothing(2, number)
    if not len(pairs.a):
        return np.abs(z[a] - z[b]), off, rises, bends
    # From each port to the entry of its rack: up to its top, or down to the floor.
    up = np.concatenate((places.top[rack] - z, z))
    if pairs.kind.any():
        side = pairs.kind.astype(np.intp)[pair] * len(z)
        run = pairs.run[pair] + up[side + a] + up[side + b]
    else:
        run = pairs.run[pair] + up[a] + up[b]
    within = np.flatnonzero(pair < 0)
    run[within] = np.abs(z[a[within]] - z[b[within]])
    # Within one rack it does not matter how high that is.
    of_racks = places.spread[rack]
    if of_racks.any():
        more = of_racks[a] + of_racks[b]
        more[within] = 0.0
        off = off + more
    if pairs.rises.any():
        kinds = (OVERHEAD, UNDERFLOOR)
        rises = _of_pairs([pairs.rises * (pairs.kind == kind) for kind in kinds], np.int32)[:, pair]
    if pairs.under.any() or pairs.over.any():
        bends = _of_pairs([pairs.under, pairs.over], np.float64)[:, pair]
    return run, off, rises, bends


def _of_pairs(rows: Sequence[NDArray[Any]], kind: type) -> NDArray[Any]:
    """Return rows of pairs with a 0 in the end, where cables within one rack look."""
    found: NDArray[Any] = np.zeros((len(rows), len(rows[0]) + 1), dtype=kind)
    found[:, :-1] = rows
    return found


def _nothing(*shape: int, kind: type = np.float64) -> NDArray[Any]:
    """Return a column of 0 that takes no memory: one 0, seen as often as there are cables."""
    return np.broadcast_to(np.zeros((), dtype=kind), shape)


def _is_nothing(column: NDArray[Any]) -> bool:
    return not any(column.strides)


@dataclass
class _Router:
    """Routes pairs of racks over trays, or straight where no tray leads from one to the other.

    Attributes
    ----------
    before
        Where racks reached the same trays before, and the racks that have moved since.
    """

    places: RackPlaces
    graph: TrayGraph | None
    laying: Laying
    entry: RackEntry
    before: tuple[tuple[Drops, ...], Places] | None = None

    def __post_init__(self) -> None:
        graph = self.graph
        self.drops: tuple[Drops, ...] = ()
        self.kinds: list[int] = []
        if graph is not None:
            self.drops = tuple(self._drops(graph))
            first = [int(np.argmax(graph.part == part)) for part in range(graph.parts)]
            self.kinds = [int(graph.kind[at]) for at in first]

    def _drops(self, graph: TrayGraph) -> Iterator[Drops]:
        """Yield where racks reach each connected part of the trays."""
        if self.before is None:
            for part in range(graph.parts):
                yield drops_on(graph, part, self.places)
            return
        drops, moved = self.before
        for part, was in enumerate(drops):
            new = drops_on(graph, part, self.places, moved) if len(moved) else None
            yield was if new is None else was.with_others(moved, new)

    def pairs(self, a: Ints, b: Ints) -> Pairs:
        """Return pairs of racks with their ways."""
        run, kind = self._straight(a, b)
        first, last = np.full(len(a), -1, dtype=np.intp), np.full(len(a), -1, dtype=np.intp)
        part = np.full(len(a), -1, dtype=np.int32)
        rises = np.full(len(a), 2, dtype=np.int32)
        under, over = np.zeros(len(a)), np.zeros(len(a))
        up, down = np.zeros(len(a), dtype=np.intp), np.zeros(len(a), dtype=np.intp)
        best = np.full(len(a), np.inf)
        for number, its_kind in enumerate(self.kinds):
            if self.entry and ENTRIES[self.entry] != its_kind:
                continue
            assert self.graph is not None, "only trays have parts"
            way = shortest(self.graph, self.drops[number], self.places, its_kind, a, b)
            better = way.run < best
            best = np.where(better, way.run, best)
            up, down = np.where(better, way.up, up), np.where(better, way.down, down)
            first, last = np.where(better, way.first, first), np.where(better, way.last, last)
            part = np.where(better, np.int32(number), part)
            kind = np.where(better, np.int32(its_kind), kind)
            rises = np.where(better, way.rises, rises)
            under, over = np.where(better, way.under, under), np.where(better, way.over, over)
        run = np.where(part >= 0, best, run)
        return Pairs(a, b, run, kind, part, up, down, rises, first, last, under, over)

    def mended(self, pairs: Pairs, anew: Places) -> Pairs:
        """Return pairs of which some are routed anew."""
        if not len(anew):
            return pairs
        new = self.pairs(pairs.a[anew], pairs.b[anew])
        columns = [getattr(pairs, name).copy() for name in _COLUMNS]
        for name, column in zip(_COLUMNS, columns, strict=True):
            column[anew] = getattr(new, name)
        return Pairs(pairs.a, pairs.b, *columns)

    def carried(
        self, was: Pairs, to: tuple[NDArray[np.int64], Ints, Ints], moved: Flags
    ) -> tuple[Pairs, Places]:
        """Return pairs with their ways, and which of them were routed anew.

        Parameters
        ----------
        to
            The keys of those of before, and the racks that are joined now.
        moved
            Shape (racks,): which stand elsewhere than before.
        """
        known, a, b = to
        keys = keys_of(len(self.places.number), a, b)
        at = np.minimum(np.searchsorted(known, keys), max(0, len(known) - 1))
        if not len(known):
            anew = np.arange(len(keys))
            return self.pairs(a, b), anew
        anew = np.flatnonzero((known[at] != keys) | moved[a] | moved[b])
        kept = Pairs(a, b, *(getattr(was, name)[at] for name in _COLUMNS))
        return self.mended(kept, anew), anew

    def _straight(self, a: Ints, b: Ints) -> tuple[Floats, Ints]:
        """Return straight ways along the axes of the plan, over or under the racks."""
        at = self.places
        flat = np.abs(at.x[a] - at.x[b]) + np.abs(at.y[a] - at.y[b])
        if self.entry == "bottom":
            return flat + 2 * self.laying.below, np.full(len(a), UNDERFLOOR, dtype=np.int32)
        step = np.abs(at.top[a] - at.top[b])
        return flat + step + 2 * self.laying.above, np.full(len(a), OVERHEAD, dtype=np.int32)
