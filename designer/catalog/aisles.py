"""Cold and hot aisles, derived from which way the rows face. Pure geometry in mm.

The floor draws these aisles and the rules read them, so that what is drawn is what is judged.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from designer.catalog.aisle_ends import AisleKind, Box, Facing, closed_by_panels, turned
from designer.catalog.aisle_sight import Line, Span, Standing, seen, uncrossed
from designer.catalog.catalog import Catalog
from designer.model.aisle_widths import LONGEST_CLOSED_MM, NARROWEST_MM, WIDEST_AISLE_MM
from designer.model.design import Design, Rack

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


class Run(NamedTuple):
    """Racks that stand in one line and face one way, in their order along it."""

    band: RowBand
    standing: tuple[Standing, ...]


RunsOf = Callable[[str, int, tuple[Rack, ...], Catalog], tuple[Run, ...]]
"""What returns the runs of the racks that face one way in a row."""


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


def runs_of(row: str, rotation: int, racks: tuple[Rack, ...], catalog: Catalog) -> tuple[Run, ...]:
    """Return the runs of the racks that face one way in a row."""
    level, standing = rotation in (0, 180), []
    sizes: dict[str, tuple[int, int]] = {}
    for rack in racks:
        size = sizes.get(rack.part)
        if size is None:
            size = sizes[rack.part] = rack_size(rack, catalog)
        x, y = (rack.x_mm, rack.x_mm + size[0]), (rack.y_mm, rack.y_mm + size[1])
        along, across = (x, y) if level else (y, x)
        standing.append(Standing(*along, *across, rack.id))
    return tuple(
        Run(_band(row, rotation, run), run)
        for line in _lines(standing, faces_low=rotation in (0, 270))
        for run in _parted(line)
    )


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
    design: Design, catalog: Catalog, runs: RunsOf | None = None
) -> tuple[tuple[RowBand, ...], tuple[Aisle, ...]]:
    """Return what `row_bands` and `aisles` return, from one look at where racks stand.

    Parameters
    ----------
    runs
        `runs_of`, by who keeps what it returns.
    """
    found, others = _runs(design, catalog, runs or runs_of)
    bands = tuple(run.band for run in found)
    return bands, _aisles(found, others, design.room.containment)


def _aisles(runs: Sequence[Run], others: Sequence[Box], containment: str) -> tuple[Aisle, ...]:
    level = [_line(run) for run in runs if run.band.rotation in (0, 180)]
    upright = [_line(run) for run in runs if run.band.rotation in (90, 270)]
    facing = [
        *_between(level, upright, others, across=True),
        *_between(upright, level, map(turned, others), across=False),
    ]
    if level and upright:
        facing = list(uncrossed(facing))
    facing.sort(key=lambda one: (one.box.top, one.box.left))
    standing = (_box(run.band) for run in runs)
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
    edges = _edges(_aisles(runs, others, containment))
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


def standing_in_lines(
    design: Design, catalog: Catalog
) -> Iterator[tuple[RowBand, tuple[str, ...]]]:
    """Yield the runs of the rows with the ids of their racks."""
    for run in _runs(design, catalog)[0]:
        yield run.band, tuple(one.key for one in run.standing)


def _runs(design: Design, catalog: Catalog, runs: RunsOf = runs_of) -> tuple[list[Run], list[Box]]:
    """Return the runs of the rows, and the footprints of what stands in no row."""
    in_row: dict[str, bool] = {}
    rows: dict[tuple[str, int], list[Rack]] = {}
    others: list[Box] = []
    for rack in design.racks:
        if rack.part not in in_row:
            part = catalog.get(rack.part)
            in_row[rack.part] = part is None or part.traits.stands_in_row
        if in_row[rack.part]:
            rows.setdefault((rack.row, rack.rotation), []).append(rack)
        else:
            wide, deep = rack_size(rack, catalog)
            others.append(Box(rack.x_mm, rack.y_mm, rack.x_mm + wide, rack.y_mm + deep))
    found = [
        run
        for (row, rotation), racks in rows.items()
        for run in runs(row, rotation, tuple(racks), catalog)
    ]
    longest: dict[str, Run] = {}
    for run in found:
        best = longest.setdefault(run.band.row, run)
        if _name_order(run) < _name_order(best):
            longest[run.band.row] = run
    named = [
        run if run is longest[run.band.row] else run._replace(band=replace(run.band, named=False))
        for run in found
    ]
    return named, others


def _name_order(run: Run) -> tuple[int, int, int]:
    return -len(run.standing), run.band.top, run.band.left


def _lines(racks: Iterable[Standing], *, faces_low: bool) -> Iterator[list[Standing]]:
    """Yield the racks of a row by the line in which they stand, from the line of the most of them.

    Racks stand in one line if their fronts or their rears do, less than an aisle apart. Of lines of
    as many the foremost is first, so that a hall turned as a whole has the same.
    """

    def order(place: Span) -> tuple[int, int, int]:
        low, high = place
        front, rear = (low, high) if faces_low else (-high, -low)
        return -len(by_place[place]), front, rear

    by_place: dict[Span, list[Standing]] = {}
    for one in racks:
        by_place.setdefault((one.low, one.high), []).append(one)
    left = sorted(by_place, key=order)
    while left:
        low, high = left[0]
        beside: list[Span] = []
        others: list[Span] = []
        for at in left:
            is_near = min(abs(at[0] - low), abs(at[1] - high)) < NARROWEST_MM
            (beside if is_near else others).append(at)
        yield [one for at in beside for one in by_place[at]]
        left = others


def _parted(line: Iterable[Standing]) -> Iterator[tuple[Standing, ...]]:
    """Yield the racks of a line, parted where panels do not close what lies between."""
    run: list[Standing] = []
    reach = 0
    for one in sorted(line, key=lambda standing: standing.start):
        if run and one.start - reach > LONGEST_CLOSED_MM:
            yield tuple(run)
            run = []
        reach = max(reach, one.end) if run else one.end
        run.append(one)
    yield tuple(run)


def _band(row: str, rotation: int, run: Sequence[Standing]) -> RowBand:
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


def _is_contained(one: Standing, closed: list[Span], mixed: list[Span]) -> bool:
    """Return whether containment closes a rack's side over its whole width."""
    start, end = one.start + _TOLERANCE_MM, one.end - _TOLERANCE_MM
    return any(low <= start and end <= high for low, high in closed) and not any(
        low < end and start < high for low, high in mixed
    )


def _box(band: RowBand) -> Box:
    return Box(band.left, band.top, band.right, band.bottom)


def _line(run: Run) -> Line:
    """Return a run as a line along x: x and y of an upright one are swapped."""
    band = run.band
    box = _box(band) if band.rotation in (0, 180) else turned(_box(band))
    return Line(box, band.rotation in (0, 270), band.row, run.standing)


def _blocks(line: Line) -> Iterator[Box]:
    """Yield the racks of a line as seen from its side: boxes with x and y swapped."""
    for one in line.standing:
        yield Box(one.low, one.start, one.high, one.end)


def _between(
    lines: Sequence[Line], crosswise: Sequence[Line], others: Iterable[Box], *, across: bool
) -> Iterator[Facing]:
    solid = (*others, *(box for line in crosswise for box in _blocks(line))) if lines else ()
    for upper, lower, (left, right) in _facing(lines, solid):
        kind: AisleKind = "mixed"
        if upper.faces_low != lower.faces_low:
            kind = "cold" if lower.faces_low else "hot"
        ends = (min(upper.box.left, lower.box.left), max(upper.box.right, lower.box.right))
        yield Facing(kind, across, Box(left, upper.box.bottom, right, lower.box.top), ends)


class _Pair(NamedTuple):
    """A line and one below that it sees, by their indices: where, and how much of it."""

    upper: int
    lower: int
    spans: list[Span]
    seen_mm: int
    apart_mm: int


def _facing(lines: Sequence[Line], solid: Iterable[Box]) -> Iterator[tuple[Line, Line, Span]]:
    """Yield each row with those below that it faces, if near enough, and from where to where.

    A row faces what the most of it sees, and what stands in one line with that or before it: past
    the end of a row there is no aisle to the row behind it. Both rows of an aisle must see it so.
    """
    pairs = [
        _Pair(
            upper,
            lower,
            spans,
            sum(right - left for left, right in spans),
            lines[lower].box.top - lines[upper].box.bottom,
        )
        for (upper, lower), spans in seen(lines, solid).items()
    ]
    below: dict[int, _Pair] = {}
    above: dict[int, _Pair] = {}
    for pair in pairs:
        for most, row in ((below, pair.upper), (above, pair.lower)):
            best = most.setdefault(row, pair)
            if (pair.seen_mm, -pair.apart_mm) > (best.seen_mm, -best.apart_mm):
                most[row] = pair
    for pair in pairs:
        reach = min(below[pair.upper].apart_mm, above[pair.lower].apart_mm)
        if share_aisle(pair.apart_mm) and pair.apart_mm < reach + NARROWEST_MM:
            yield from ((lines[pair.upper], lines[pair.lower], span) for span in pair.spans)
