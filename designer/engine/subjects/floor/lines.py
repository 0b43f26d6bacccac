"""Racks that stand in one line on the floor with no way through between them, whatever their row.

Racks are in one line where they reach over at least half of each other's depth. A line goes on over
gaps that are narrower than a way of people, and over wider ones that something else fills.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.floor.aisles import stand_as_before
from designer.engine.subjects.floor.boxes import Box, faces_along_y, smallest_boxes
from designer.engine.subjects.floor.ways import fixed_on_floor
from designer.model.aisle_widths import CIRCULATION_MM
from designer.model.design import Rack

Band = tuple[int, int]
"""Where racks begin and end across their line."""


@dataclass(frozen=True, eq=False)
class Line:
    """Racks and units in one line.

    It is the same object as long as all that stands on the floor is as it was, and no longer: what
    is found of it and its surroundings may be kept with it.

    Attributes
    ----------
    along_x
        Whether it goes from left to right.
    box
        The floor that it covers.
    racks
        Ids, in order.
    """

    along_x: bool
    box: Box
    racks: tuple[str, ...]


LINES: Key[tuple[Line, ...]] = Key("lines")


def lines_of(facts: Facts) -> tuple[Line, ...]:
    """Return every line of racks; the same object where all stand as before."""
    last = facts.last(LINES)
    if last is not None and stand_as_before(facts):
        return last
    racks = facts.design.racks
    boxes = smallest_boxes(racks, facts.catalog)
    fixed = list(fixed_on_floor(facts))
    return tuple(
        line
        for along_x in (True, False)
        for line in _lines([one for one in racks if faces_along_y(one) == along_x],
                           boxes, [*boxes.values(), *fixed], along_x=along_x)
    )  # fmt: skip


def _lines(
    racks: Sequence[Rack], boxes: dict[str, Box], solids: Iterable[Box], *, along_x: bool
) -> Iterator[Line]:
    """Yield the lines of racks that all go one way."""
    at = 0 if along_x else 1
    standing: dict[Band, list[tuple[int, int, str]]] = {}
    for rack in racks:
        box = boxes[rack.id]
        band = (box[1 - at], box[3 - at])
        standing.setdefault(band, []).append((box[at], box[at + 2], rack.id))
    if not standing:
        return
    others: dict[Band, list[Band]] = {}
    for one in solids:
        others.setdefault((one[1 - at], one[3 - at]), []).append((one[at], one[at + 2]))
    for bands in _in_one_line(sorted(standing)):
        row = sorted(one for band in bands for one in standing[band])
        across = (min(low for low, _ in bands), max(high for _, high in bands))
        fill = None
        start, end, held = row[0][0], row[0][1], [row[0][2]]
        for low, high, key in row[1:]:
            if low - end >= CIRCULATION_MM:
                if fill is None:
                    fill = sorted(
                        span for band, spans in others.items() if _reach_over(band, across)
                        for span in spans
                    )  # fmt: skip
                if _has_a_way(end, low, fill):
                    yield _line((start, end), across, held, along_x=along_x)
                    start, held = low, []
            end = max(end, high)
            held.append(key)
        yield _line((start, end), across, held, along_x=along_x)


def _line(along: Band, across: Band, racks: Sequence[str], *, along_x: bool) -> Line:
    (x0, x1), (y0, y1) = (along, across) if along_x else (across, along)
    return Line(along_x, (x0, y0, x1, y1), tuple(racks))


def _in_one_line(bands: Sequence[Band]) -> Iterator[list[Band]]:
    """Yield bands that reach over half of each other."""
    mine: list[Band] = []
    for band in bands:
        if mine and not _reach_over(mine[0], band):
            yield mine
            mine = []
        mine.append(band)
    if mine:
        yield mine


def _reach_over(one: Band, other: Band) -> bool:
    """Return whether two bands share at least half of the narrower."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return 2 * shared >= min(one[1] - one[0], other[1] - other[0])


def _has_a_way(begin: int, end: int, fill: Iterable[Band]) -> bool:
    """Return whether people go through between two places of a line."""
    at = begin
    for low, high in fill:
        if high <= at or low >= end:
            continue
        if low - at >= CIRCULATION_MM:
            return True
        at = max(at, high)
    return end - at >= CIRCULATION_MM
