"""Which racks may or may not be contained, where nobody states how large something is.

No size is tried: from its corner a thing without a known width or depth covers the floor as far as
it likes, as it does for the aisles. Open is what such a shadow may change: what a row sees over
free floor from the side that containment closes, how far panels close its aisle, and what the rows
across that aisle, and beside it, see from theirs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Final, NamedTuple

from designer.catalog.aisles import RowBand, standing_in_lines
from designer.catalog.catalog import Catalog
from designer.engine.subjects.floor.boxes import faces_along_y, smallest_boxes, unstated_sizes
from designer.model.aisle_widths import LONGEST_CLOSED_MM, WIDEST_AISLE_MM
from designer.model.design import Design, Rack

_PAST_ENDS_MM: Final = 2 * LONGEST_CLOSED_MM
"""Panels of two aisles meet between them; each closes no more than this half."""


class _Floor(NamedTuple):
    """A rectangle on the plan, in mm; without an end where nobody knows it."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def turned(self) -> "_Floor":
        """The same with x and y swapped."""
        return _Floor(self.y0, self.x0, self.y1, self.x1)

    @property
    def mirrored(self) -> "_Floor":
        """The same seen from below."""
        return _Floor(self.x0, -self.y1, self.x1, -self.y0)

    def around(self, mm: float) -> "_Floor":
        """Return it with so much more on all sides."""
        return _Floor(self.x0 - mm, self.y0 - mm, self.x1 + mm, self.y1 + mm)

    def meets(self, other: "_Floor") -> bool:
        """Return whether both share floor, or an edge."""
        return (
            self.x0 <= other.x1 and other.x0 <= self.x1
            and self.y0 <= other.y1 and other.y0 <= self.y1
        )  # fmt: skip

    def hull(self, other: "_Floor") -> "_Floor":
        """Return the rectangle around both."""
        return _Floor(
            min(self.x0, other.x0), min(self.y0, other.y0),
            max(self.x1, other.x1), max(self.y1, other.y1),
        )  # fmt: skip


@dataclass(frozen=True)
class _Line:
    """Racks of known sizes that stand in one line.

    Attributes
    ----------
    row
        Row and rotation.
    """

    row: tuple[str, int]
    floor: _Floor
    keys: tuple[str, ...]
    solid: Sequence[_Floor]

    @cached_property
    def before(self) -> tuple[tuple[_Floor, ...], ...]:
        """What of known size begins before its high side, and its low one, as it is seen there."""
        found = []
        around = self.floor.around(WIDEST_AISLE_MM)
        near = [each for each in self.solid if around.meets(each)]
        for low in (False, True):
            mine = self.seen(self.floor, low=low)
            strip = _Floor(mine.x0, mine.y1, mine.x1, mine.y1 + WIDEST_AISLE_MM)
            there = (self.seen(each, low=low) for each in near)
            found.append(
                tuple(one for one in there if strip.y0 <= one.y0 <= strip.y1 and strip.meets(one))
            )
        return tuple(found)

    @property
    def is_level(self) -> bool:
        """Whether it runs along x."""
        return self.row[1] in (0, 180)

    def closed_at_low(self, containment: str) -> bool:
        """Return whether containment closes its upper side, or its left one."""
        return (self.row[1] in (0, 270)) == (containment == "cold")

    def seen(self, floor: _Floor, *, low: bool) -> _Floor:
        """Return floor as it lies below a line along x, for one of the line's sides."""
        floor = floor if self.is_level else floor.turned
        return floor.mirrored if low else floor


@dataclass
class _Shadow:
    """Floor that things of no known size may cover, with the lines of their row.

    Attributes
    ----------
    row
        Row and rotation; None for what stands in no row.
    """

    row: tuple[str, int] | None
    floor: _Floor
    keys: list[str] = field(default_factory=list)
    refs: dict[str, None] = field(default_factory=dict)


def perhaps_contained(design: Design, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
    """Return the sizes that leave open whether the room's containment closes a rack, by the rack.

    Only for a room that has containment.
    """
    by_part = {part: unstated_sizes(part, catalog) for part in {r.part for r in design.racks}}
    if not any(by_part.values()):
        return {}
    hidden = [rack for rack in design.racks if by_part[rack.part]]
    known = [rack for rack in design.racks if not by_part[rack.part]]
    solid = [_Floor(*box) for box in smallest_boxes(known, catalog).values()]
    lines = [
        _Line((band.row, band.rotation), _floor_of(band), keys, solid)
        for band, keys in standing_in_lines(design.evolve(racks=tuple(known)), catalog)
    ]
    beside = list(_beside(lines, design.room.containment))
    shadows = list(_shadows(hidden, lines, by_part, catalog))
    found: dict[str, dict[str, None]] = {}
    for shadow in shadows:
        touched = [_touched(shadow, line) for line in lines]
        for line, others in zip(lines, beside, strict=True):
            if any(touched[other][side] for other, side in others):
                for key in line.keys:
                    found.setdefault(key, {}).update(shadow.refs)
        near = shadow.floor.around(_PAST_ENDS_MM)
        around = [other for other in shadows if other is not shadow and near.meets(other.floor)]
        if shadow.row is not None and (around or any(map(any, touched))):
            more = [ref for other in around for ref in other.refs]
            for key in shadow.keys:
                found.setdefault(key, {}).update(dict.fromkeys((*shadow.refs, *more)))
    return {key: tuple(refs) for key, refs in found.items()}


def _floor_of(band: RowBand) -> _Floor:
    return _Floor(band.left, band.top, band.right, band.bottom)


def _shadows(
    hidden: Iterable[Rack],
    lines: Sequence[_Line],
    refs: Mapping[str, tuple[str, ...]],
    catalog: Catalog,
) -> Iterator[_Shadow]:
    """Yield what things of no known size may cover: those that may be one line, as one."""
    grown: list[_Shadow] = []
    for rack in hidden:
        part = catalog.get(rack.part)
        in_row = part is None or part.traits.stands_in_row
        one = _Shadow((rack.row, rack.rotation) if in_row else None, _largest(rack, catalog))
        one.keys, one.refs = [rack.id], dict.fromkeys(refs[rack.part])
        if not in_row:
            yield one
            continue
        # What may be no rack as well, and so in no line, covers no more than this.
        beside = [line.floor for line in lines if line.row == one.row]
        one.floor = _grown(one.floor, beside)
        for other in [other for other in grown if other.row == one.row]:
            if other.floor.around(LONGEST_CLOSED_MM).meets(one.floor):
                grown.remove(other)
                one.floor = _grown(one.floor.hull(other.floor), beside)
                one.keys = [*other.keys, *one.keys]
                one.refs = other.refs | one.refs
        grown.append(one)
    yield from grown


def _largest(rack: Rack, catalog: Catalog) -> _Floor:
    """Return all that a rack may cover."""
    part = catalog.get(rack.part)
    wide = (part.width_mm if part else None) or inf
    deep = (part.depth_mm if part else None) or inf
    if not faces_along_y(rack):
        wide, deep = deep, wide
    return _Floor(rack.x_mm, rack.y_mm, rack.x_mm + wide, rack.y_mm + deep)


def _grown(floor: _Floor, beside: Iterable[_Floor]) -> _Floor:
    """Return floor with that of lines which may become one with what stands there."""
    left = list(beside)
    while True:
        near = [one for one in left if one.around(LONGEST_CLOSED_MM).meets(floor)]
        if not near:
            return floor
        for one in near:
            floor = floor.hull(one)
            left.remove(one)


def _touched(shadow: _Shadow, line: _Line) -> tuple[bool, bool]:
    """Return whether a shadow may change what is seen from a line's high side, and its low one."""
    if line.row == shadow.row or line.floor.meets(shadow.floor):
        return True, True
    return bool(_sees(line, shadow.floor, low=False)), bool(_sees(line, shadow.floor, low=True))


def _beside(lines: Sequence[_Line], containment: str) -> Iterator[list[tuple[int, bool]]]:
    """Yield, for each line, the sides of lines that decide on its aisle: number, whether low.

    The side that containment closes, what lies across from it, and what is past its ends.
    """
    for number, line in enumerate(lines):
        low = line.closed_at_low(containment)
        found = [(number, low)]
        for at, other in enumerate(lines):
            if at == number:
                continue
            how = _sees(line, other.floor, low=low)
            if how == "across" and other.is_level == line.is_level:
                found.append((at, not low))
            elif how:
                found += [(at, False), (at, True)]
        yield found


def _sees(line: _Line, floor: _Floor, *, low: bool) -> str:
    """Return how floor may count at a side of a line: `across` an aisle, past its `end`; or not.

    Across, what stands before that floor hides it; past an end, where panels are, nothing does.
    """
    mine, there = line.seen(line.floor, low=low), line.seen(floor, low=low)
    side = mine.y1
    ends = _Floor(mine.x0 - _PAST_ENDS_MM, mine.y0, mine.x1 + _PAST_ENDS_MM, side + _PAST_ENDS_MM)
    if ends.meets(there) and (there.x0 < mine.x0 or there.x1 > mine.x1):
        return "end"
    begin, end = max(mine.x0, there.x0), min(mine.x1, there.x1)
    if begin >= end or there.y1 <= side or there.y0 > side + WIDEST_AISLE_MM:
        return ""
    before = sorted(
        (one.x0, one.x1)
        for one in line.before[low]
        if one.y0 < there.y0 and one.x0 < end and begin < one.x1
    )
    for start, stop in before:
        if start > begin:
            break
        begin = max(begin, stop)
    return "across" if begin < end else ""
