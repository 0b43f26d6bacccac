"""Rules of rows as they stand in line: how many racks, and whether their aisle is a dead end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.floor.boxes import Box, smallest_boxes
from designer.engine.subjects.floor.lines import LINES, Line
from designer.engine.subjects.floor.standing import STANDING
from designer.engine.subjects.floor.ways import fixed_on_floor
from designer.model.aisle_widths import CIRCULATION_MM, DEAD_END_RACKS, LONGEST_ROW
from designer.model.design import Rack, Rotation
from designer.model.outline import box_of


def rows_are_short_enough(facts: Facts) -> Iterator[Finding]:
    """F07: at most 20 racks in one line without a way through, whatever their rows."""
    long = [one for one in _racks_in_line(facts) if len(one.racks) > LONGEST_ROW]
    for one in _told_apart(long):
        yield Finding(
            "F07", "warning", one.cause, one.where,
            f"{one.called} has {len(one.racks)} racks, at most {LONGEST_ROW} without a way through",
            "Split the row with a cross aisle.", len(one.racks),
        )  # fmt: skip


def no_long_dead_end(facts: Facts) -> Iterator[Finding]:
    """F07: at most 10 racks along an aisle that is closed at one end."""
    room = facts.design.room
    if len(room.outline) < 3:
        return
    long = [
        facing for one in _racks_in_line(facts) if len(one.racks) > DEAD_END_RACKS
        for facing in one.by_front if len(facing.racks) > DEAD_END_RACKS
    ]  # fmt: skip
    if not long:
        return
    told = tuple(_told_apart(long))
    # A line is another as soon as anything on the floor is.
    sides = ((one.line, _FRONTS[one.racks[0].rotation]) for one in told)
    for one, closed in zip(
        told, facts.memory.each("closed ends", sides, _Closing(facts)), strict=True
    ):
        if any(closed):
            both = all(closed)
            yield Finding(
                "F07", "warning", f"dead-end:{one.cause}", one.where,
                f"the aisle before {one.called} is closed at "
                f"{'both ends' if both else 'one end'} and has {len(one.racks)} racks, at most "
                f"{DEAD_END_RACKS} in a dead end",
                "Move the row from the wall, or split it with a cross aisle.", len(one.racks),
            )  # fmt: skip


@dataclass(frozen=True)
class _InLine:
    """Racks that stand in line, cooling units aside.

    Attributes
    ----------
    row
        The row that all of them are of; empty where they are of none, or of several.
    cause
        Begins with the row, or with the first rack: the same while others come and go.
    """

    line: Line
    racks: tuple[Rack, ...]
    row: str
    row_name: str
    cause: str = ""

    @property
    def where(self) -> tuple[str, ...]:
        """The row, or the racks."""
        return (self.row,) if self.row else tuple(rack.id for rack in self.racks)

    @property
    def called(self) -> str:
        """What people call it: `row A`, or `the line from R1 to R24`."""
        if self.row:
            return f"row {self.row_name}"
        first, last = self.racks[0], self.racks[-1]
        return f"the line from {first.name or first.id} to {last.name or last.id}"

    @property
    def by_front(self) -> "Iterator[_InLine]":
        """Yield those that face one way, and so one aisle."""
        for front in dict.fromkeys(rack.rotation for rack in self.racks):
            mine = tuple(rack for rack in self.racks if rack.rotation == front)
            rows = {rack.row for rack in mine}
            row = self.row if len(rows) == 1 else ""
            yield _InLine(self.line, mine, row, self.row_name)


def _racks_in_line(facts: Facts) -> Iterator[_InLine]:
    units, design = facts[STANDING].units, facts.design
    racks: Mapping[str, Rack] = {rack.id: rack for rack in design.racks}
    names = {row.id: row.name or row.id for row in design.rows}
    for line in facts[LINES]:
        mine = tuple(racks[key] for key in line.racks if key not in units)
        rows = {rack.row for rack in mine}
        row = next(iter(rows)) if len(rows) == 1 else ""
        yield _InLine(line, mine, row, names.get(row, row))


def _told_apart(found: Sequence[_InLine]) -> Iterator[_InLine]:
    """Yield lines with causes of their own: the row, where no other is of the same row."""
    often = Counter(one.row for one in found if one.row)
    for one in found:
        first = one.racks[0].id
        cause = one.row if often[one.row] == 1 else f"{one.row or 'line'}:{first}"
        yield _InLine(one.line, one.racks, one.row, one.row_name, cause)


@dataclass(frozen=True)
class _Front:
    """Which way racks face."""

    rotation: Rotation


_FRONTS: Final = {turn: _Front(turn) for turn in (0, 90, 180, 270)}
"""One object of each, so that what is found of a side can be kept."""


@dataclass(frozen=True)
class _Closing:
    """Says which ends of the aisle before a line are closed."""

    facts: Facts

    def __call__(self, line: Line, front: _Front) -> tuple[bool, ...]:
        """Return it of both ends of the aisle on one side of a line."""
        solids, walls = self._around
        ends = _beyond_the_ends(line, front.rotation)
        return tuple(_is_closed(place, solids, walls) for place in ends)

    @cached_property
    def _around(self) -> tuple["_Filed", Box]:
        design = self.facts.design
        boxes = smallest_boxes(design.racks, self.facts.catalog)
        solids = _filed([*boxes.values(), *fixed_on_floor(self.facts)])
        return solids, box_of(design.room.outline)


def _beyond_the_ends(line: Line, front: Rotation) -> tuple[Box, Box]:
    """Return the floor on which people go round the ends of the aisle before a line."""
    wide, (x0, y0, x1, y1) = CIRCULATION_MM, line.box
    if line.along_x:
        low, high = (y0 - wide, y0) if front == 0 else (y1, y1 + wide)
        return (x0 - wide, low, x0, high), (x1, low, x1 + wide, high)
    low, high = (x0 - wide, x0) if front == 270 else (x1, x1 + wide)
    return (low, y0 - wide, high, y0), (low, y1, high, y1 + wide)


_Filed = Mapping[tuple[int, int], Sequence[Box]]
"""Boxes by the squares of floor in which they stand."""
_SQUARE_MM: Final = 2 * CIRCULATION_MM


def _filed(solids: Iterable[Box]) -> _Filed:
    found: dict[tuple[int, int], list[Box]] = {}
    for one in solids:
        for square in _squares(one):
            found.setdefault(square, []).append(one)
    return found


def _squares(one: Box) -> Iterator[tuple[int, int]]:
    first, low, last, high = (side // _SQUARE_MM for side in one)
    return product(range(first, last + 1), range(low, high + 1))


def _is_closed(place: Box, solids: _Filed, walls: Box) -> bool:
    x0, y0, x1, y1 = place
    if x0 < walls[0] or y0 < walls[1] or x1 > walls[2] or y1 > walls[3]:
        return True
    return any(
        s[0] < x1 and s[2] > x0 and s[1] < y1 and s[3] > y0
        for square in _squares(place)
        for s in solids.get(square, ())
    )
