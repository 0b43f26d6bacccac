"""Cold and hot aisles, derived from which way the rows face. Pure geometry in mm.

The floor draws these aisles and the rules read them, so that what is drawn is what is judged.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from designer.catalog.aisle_ends import AisleKind, Box, Facing, closed_by_panels, turned
from designer.catalog.catalog import Catalog
from designer.model.aisle_widths import LONGEST_CLOSED_MM, WIDEST_AISLE_MM
from designer.model.design import Design, Rack

Span = tuple[int, int]
"""From where to where, in mm."""
NARROWEST_MM: Final = 300
DEFAULT_WIDTH_MM: Final = 600
DEFAULT_DEPTH_MM: Final = 1200
"""Footprint of a rack whose part does not say: the usual cabinet, as the floor draws it."""
_TOLERANCE_MM: Final = 1
"""How far a contained rack may reach past the end of its aisle: places are whole millimetres."""


@dataclass(frozen=True, slots=True)
class Aisle:
    """The space between two facing rows.

    Attributes
    ----------
    kind
        `cold` between two fronts, `hot` between two rears, `mixed` where one row blows at
        another's intake.
    number
        Counts within its kind, from the top (or the left).
    across
        Whether people walk along x (rows facing up or down).
    contained
        Whether the room's containment closes it; then it is as long as panels close it.
    """

    kind: AisleKind
    number: int
    x_mm: int
    y_mm: int
    width_mm: int
    depth_mm: int
    across: bool
    contained: bool = False

    @property
    def clear_mm(self) -> int:
        """Distance between the two rows."""
        return self.depth_mm if self.across else self.width_mm

    @property
    def label(self) -> str:
        """What is written into it: `COLD AISLE 1 · 1.2 m · contained`."""
        return self.labels[0]

    @property
    def labels(self) -> tuple[str, ...]:
        """The same, and shorter wordings for an aisle that is too short for it."""
        name = f"{self.kind.upper()} AISLE {self.number}"
        words, short = (
            f"{name} · {self.clear_mm / 1000:.1f} m",
            f"{self.kind.upper()} {self.number}",
        )
        if not self.contained:
            return words, name, short
        closed = (f"{at} · contained" for at in (words, name, short))
        return (*closed, name, short)


@dataclass(frozen=True, slots=True)
class RowBand:
    """The bounding box of racks of one row that stand in one line and face one way.

    Attributes
    ----------
    named
        Whether the name of the row stands beside it: it does beside the most racks of the row.
    """

    row: str
    rotation: int
    left: int
    top: int
    right: int
    bottom: int
    named: bool = True


def share_aisle(apart_mm: int) -> bool:
    """Return whether rows so far apart share an aisle: neither back to back nor two of their own.

    For the aisles that are drawn and judged, and for edits that keep out of mixed ones.
    """
    return NARROWEST_MM <= apart_mm <= WIDEST_AISLE_MM


def rack_size(rack: Rack, catalog: Catalog) -> tuple[int, int]:
    """Return the footprint of a rack on the floor along x and y, in mm, rotation applied."""
    part = catalog.get(rack.part)
    width = (part.width_mm if part else None) or DEFAULT_WIDTH_MM
    depth = (part.depth_mm if part else None) or DEFAULT_DEPTH_MM
    return (depth, width) if rack.rotation in (90, 270) else (width, depth)


def row_bands(design: Design, catalog: Catalog) -> tuple[RowBand, ...]:
    """Return a box for each run of a row: racks that stand in one line and face one way.

    A rack that stands away from its row is a run of its own, so that it neither stretches the row's
    aisles nor hides them. Cooling units along a wall are no row and make no aisle; in-row units
    stand in theirs. Racks without a row form one with those that stand in their line.
    """
    return tuple(run.band for run in _runs(design, catalog)[0])


def aisles(design: Design, catalog: Catalog) -> tuple[Aisle, ...]:
    """Return the aisles between neighbouring rows that run side by side.

    A row of rotation 0 faces up the plan, so the space above it is its front. Between two fronts
    lies a cold aisle, between two rears a hot one. Where the room's containment closes an aisle,
    panels close it past the end of the shorter row too.
    """
    return rows_and_aisles(design, catalog)[1]


def rows_and_aisles(
    design: Design, catalog: Catalog
) -> tuple[tuple[RowBand, ...], tuple[Aisle, ...]]:
    """Return what `row_bands` and `aisles` return, from one look at where racks stand."""
    runs, others = _runs(design, catalog)
    bands = tuple(run.band for run in runs)
    return bands, _aisles(bands, others, design.room.containment)


def _aisles(bands: Sequence[RowBand], others: Sequence[Box], containment: str) -> tuple[Aisle, ...]:
    level = [band for band in bands if band.rotation in (0, 180)]
    upright = [_turned(band) for band in bands if band.rotation in (90, 270)]
    facing = [*_between(level, across=True), *_between(upright, across=False)]
    facing.sort(key=lambda one: (one.box.top, one.box.left))
    standing = [Box(band.left, band.top, band.right, band.bottom) for band in bands]
    counts: dict[str, int] = {}
    result = []
    for kind, across, box, _ in closed_by_panels(facing, (*standing, *others), containment):
        counts[kind] = counts.get(kind, 0) + 1
        at = box if across else turned(box)
        size = (at.right - at.left, at.bottom - at.top)
        contained = containment == kind
        result.append(
            Aisle(kind, counts[kind], at.left, at.top, *size, across=across, contained=contained)
        )
    return tuple(result)


def uncontained(design: Design, catalog: Catalog) -> frozenset[str]:
    """Return the racks that stand in no aisle which the room's containment closes.

    The aisles that the floor draws decide: a rack is contained where the side that containment
    closes (the front for cold aisles, the rear for hot ones) lies over its whole width along such
    aisles, and at no mixed one.
    """
    containment = design.room.containment
    if containment == "none":
        return frozenset(rack.id for rack in design.racks)
    runs, others = _runs(design, catalog)
    edges = _edges(_aisles([run.band for run in runs], others, containment))
    bare: set[str] = set()
    for run in runs:
        at: dict[Span, tuple[list[Span], list[Span]]] = {}
        for one in run.standing:
            place = (one.low, one.high)
            if place not in at:
                at[place] = _along(place, run.band.rotation, edges, containment)
            if not _is_contained(one, *at[place]):
                bare.add(one.key)
    return frozenset(bare)


class _Standing(NamedTuple):
    """A rack on the floor: its place along its row, from side to side, and across the row."""

    start: int
    end: int
    low: int
    high: int
    key: str


class _Run(NamedTuple):
    """Racks that stand in one line and face one way, in their order along it."""

    band: RowBand
    standing: tuple[_Standing, ...]


def _runs(design: Design, catalog: Catalog) -> tuple[list[_Run], list[Box]]:
    """Return the runs of the rows, and the footprints of what stands in no row."""
    sizes: dict[tuple[str, bool], tuple[int, int] | None] = {}
    rows: dict[tuple[str, int], list[_Standing]] = {}
    others: list[Box] = []
    for rack in design.racks:
        level = rack.rotation in (0, 180)
        if (rack.part, level) not in sizes:
            part = catalog.get(rack.part)
            stands = part is None or part.traits.stands_in_row
            sizes[rack.part, level] = rack_size(rack, catalog) if stands else None
        size = sizes[rack.part, level]
        if size is None:
            wide, deep = rack_size(rack, catalog)
            others.append(Box(rack.x_mm, rack.y_mm, rack.x_mm + wide, rack.y_mm + deep))
            continue
        x, y = (rack.x_mm, rack.x_mm + size[0]), (rack.y_mm, rack.y_mm + size[1])
        along, across = (x, y) if level else (y, x)
        rows.setdefault((rack.row, rack.rotation), []).append(_Standing(*along, *across, rack.id))
    found = [
        _Run(_band(row, rotation, run), run)
        for (row, rotation), racks in rows.items()
        for line in _lines(racks)
        for run in _parted(line)
    ]
    longest: dict[str, _Run] = {}
    for run in found:
        best = longest.setdefault(run.band.row, run)
        if _name_order(run) < _name_order(best):
            longest[run.band.row] = run
    named = [
        run if run is longest[run.band.row] else run._replace(band=replace(run.band, named=False))
        for run in found
    ]
    return named, others


def _name_order(run: _Run) -> tuple[int, int, int]:
    return -len(run.standing), run.band.top, run.band.left


def _lines(racks: Iterable[_Standing]) -> Iterator[list[_Standing]]:
    """Yield the racks of a row by the line in which they stand, from the line of the most of them.

    Racks stand in one line if their fronts or their rears do, less than an aisle apart.
    """
    by_place: dict[Span, list[_Standing]] = {}
    for one in racks:
        by_place.setdefault((one.low, one.high), []).append(one)
    left = sorted(by_place, key=lambda place: (-len(by_place[place]), place))
    while left:
        low, high = left[0]
        beside: list[Span] = []
        others: list[Span] = []
        for at in left:
            is_near = min(abs(at[0] - low), abs(at[1] - high)) < NARROWEST_MM
            (beside if is_near else others).append(at)
        yield [one for at in beside for one in by_place[at]]
        left = others


def _parted(line: Iterable[_Standing]) -> Iterator[tuple[_Standing, ...]]:
    """Yield the racks of a line, parted where panels do not close what lies between."""
    run: list[_Standing] = []
    reach = 0
    for one in sorted(line, key=lambda standing: standing.start):
        if run and one.start - reach > LONGEST_CLOSED_MM:
            yield tuple(run)
            run = []
        reach = max(reach, one.end) if run else one.end
        run.append(one)
    yield tuple(run)


def _band(row: str, rotation: int, run: Sequence[_Standing]) -> RowBand:
    starts, ends, lows, highs, _ = zip(*run, strict=True)
    along, across = (min(starts), max(ends)), (min(lows), max(highs))
    (left, right), (top, bottom) = (along, across) if rotation in (0, 180) else (across, along)
    return RowBand(row, rotation, left, top, right, bottom)


Edges = dict[tuple[bool, int], list[tuple[int, bool, Aisle]]]
"""Aisles by the direction in which people walk and where a side lies; whether it is the low one."""


def _edges(drawn: Iterable[Aisle]) -> Edges:
    edges: Edges = {}
    for aisle in drawn:
        low = aisle.y_mm if aisle.across else aisle.x_mm
        for at in (low, low + aisle.clear_mm):
            edges.setdefault((aisle.across, at // NARROWEST_MM), []).append((at, at == low, aisle))
    return edges


class _Side(NamedTuple):
    """An aisle along a line of racks, from where to where; whether their fronts face it."""

    front: bool
    begin: int
    end: int
    aisle: Aisle


def _sides(place: Span, rotation: int, edges: Edges) -> Iterator[_Side]:
    """Yield each aisle along a line of racks that stand from `low` to `high` across it."""
    low, high = place
    across = rotation in (0, 180)
    # Rotation 0 faces towards smaller y and 270 towards smaller x: their front is the low side.
    faces_low = rotation in (0, 270)
    # The low side of an aisle lies at the high side of the rack before it.
    for mine, at_low in ((high, True), (low, False)):
        near = (mine // NARROWEST_MM + step for step in (-1, 0, 1))
        for at, is_low, aisle in (edge for line in near for edge in edges.get((across, line), ())):
            if is_low == at_low and abs(at - mine) < NARROWEST_MM:
                begin = aisle.x_mm if across else aisle.y_mm
                end = begin + (aisle.width_mm if across else aisle.depth_mm)
                yield _Side(faces_low != at_low, begin, end, aisle)


def _along(
    place: Span, rotation: int, edges: Edges, containment: str
) -> tuple[list[Span], list[Span]]:
    """Return where contained aisles, and mixed ones, lie along the side that containment closes."""
    closed: list[Span] = []
    mixed: list[Span] = []
    for front, begin, end, aisle in sorted(_sides(place, rotation, edges), key=lambda s: s.begin):
        if front != (containment == "cold"):
            continue
        if aisle.kind == "mixed":
            mixed.append((begin, end))
        elif aisle.contained and closed and begin <= closed[-1][1] + _TOLERANCE_MM:
            closed[-1] = (closed[-1][0], max(closed[-1][1], end))
        elif aisle.contained:
            closed.append((begin, end))
    return closed, mixed


def _is_contained(one: _Standing, closed: list[Span], mixed: list[Span]) -> bool:
    """Return whether containment closes a rack's side over its whole width."""
    start, end = one.start + _TOLERANCE_MM, one.end - _TOLERANCE_MM
    return any(low <= start and end <= high for low, high in closed) and not any(
        low < end and start < high for low, high in mixed
    )


def _turned(band: RowBand) -> RowBand:
    """Swap x and y, so that one routine serves both directions: 270 (left) becomes `up`."""
    facing = 0 if band.rotation == 270 else 180
    return RowBand(band.row, facing, band.top, band.left, band.bottom, band.right)


def _between(bands: list[RowBand], *, across: bool) -> Iterator[Facing]:
    for upper, lower, (left, right) in _facing(bands):
        front_above = lower.rotation == 0
        front_below = upper.rotation == 180
        kind: AisleKind = "mixed"
        if front_above == front_below:
            kind = "cold" if front_above else "hot"
        ends = (min(upper.left, lower.left), max(upper.right, lower.right))
        yield Facing(kind, across, Box(left, upper.bottom, right, lower.top), ends)


class _Pair(NamedTuple):
    """A row and one below that it sees: where, and how much of it."""

    upper: RowBand
    lower: RowBand
    spans: list[Span]
    seen_mm: int

    @property
    def apart_mm(self) -> int:
        return self.lower.top - self.upper.bottom


def _facing(bands: list[RowBand]) -> Iterator[tuple[RowBand, RowBand, Span]]:
    """Yield each row with those below that it faces, if near enough, and from where to where.

    A row faces what the most of it sees, and what stands in one line with that or before it: past
    the end of a row there is no aisle to the row behind it. Both rows of an aisle must see it so,
    whichever way round the hall is drawn.
    """
    ordered = sorted(bands, key=lambda band: (band.top, band.left))
    tops = [band.top for band in ordered]
    pairs = [
        _Pair(upper, lower, spans, sum(right - left for left, right in spans))
        for upper in ordered
        for lower, spans in _seen_below(
            upper, islice(ordered, bisect_left(tops, upper.bottom), None)
        )
    ]
    below: dict[int, _Pair] = {}
    above: dict[int, _Pair] = {}
    for pair in pairs:
        for most, row in ((below, pair.upper), (above, pair.lower)):
            best = most.setdefault(id(row), pair)
            if (pair.seen_mm, -pair.apart_mm) > (best.seen_mm, -best.apart_mm):
                most[id(row)] = pair
    for pair in pairs:
        reach = min(below[id(pair.upper)].apart_mm, above[id(pair.lower)].apart_mm)
        if share_aisle(pair.apart_mm) and pair.apart_mm < reach + NARROWEST_MM:
            yield from ((pair.upper, pair.lower, span) for span in pair.spans)


def _seen_below(upper: RowBand, below: Iterable[RowBand]) -> list[tuple[RowBand, list[Span]]]:
    """Return the rows within the widest aisle, each with the parts that no nearer one hides."""
    found = []
    free = [(upper.left, upper.right)]
    for band in below:
        if not free or band.top > upper.bottom + WIDEST_AISLE_MM:
            break
        spans = [(max(a, band.left), min(b, band.right)) for a, b in free]
        spans = [(a, b) for a, b in spans if a < b]
        if spans:
            found.append((band, spans))
            sides = (
                (s, e)
                for a, b in free
                for s, e in ((a, min(b, band.left)), (max(a, band.right), b))
            )
            free = [(a, b) for a, b in sides if a < b]
    return found
