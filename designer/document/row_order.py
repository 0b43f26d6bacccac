"""The line of a row, and the order of its racks: one that stands out of line keeps its number.

Where it stands along the row does not tell: the others may be spread past it by another pitch.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from designer.model.design import Rack, Rotation, Row

Held = TypeVar("Held", bound=Hashable)
_Key = list[int | str]


@dataclass(frozen=True, slots=True)
class Line:
    """Where most racks of a row stand, and what they are.

    Attributes
    ----------
    part, assembly, rotation
        Of most of its racks.
    at_mm
        Where most of those that are alike stand across the row: y, or x of a row along y.
    """

    part: str
    assembly: str
    rotation: Rotation
    at_mm: int

    @property
    def sideways(self) -> bool:
        """Whether it runs down the plan, along y."""
        return self.rotation in (90, 270)

    def out_by_mm(self, rack: Rack) -> int:
        """Return how far from the line a rack stands, mm; 0 of one unlike most."""
        return across(rack, sideways=self.sideways) - self.at_mm if rack.part == self.part else 0


def along(rack: Rack, *, sideways: bool) -> int:
    """Return where a rack stands along its row, mm."""
    return rack.y_mm if sideways else rack.x_mm


def across(rack: Rack, *, sideways: bool) -> int:
    """Return where a rack stands across its row, mm."""
    return rack.x_mm if sideways else rack.y_mm


def line_of(racks: Sequence[Rack], row: Row | None) -> Line | None:
    """Return the line of racks; None for no rack, or where some face along it.

    Where as many stand in one line as in another, the place of the row itself decides.
    """
    if not racks:
        return None
    rotation = _commonest([rack.rotation for rack in racks])
    sideways = rotation in (90, 270)
    if any((rack.rotation in (90, 270)) is not sideways for rack in racks):
        return None
    part, assembly = _commonest([(rack.part, rack.assembly) for rack in racks])
    told = Counter(across(rack, sideways=sideways) for rack in racks if rack.part == part)
    at_mm, most = told.most_common(1)[0]
    if row is not None:
        own = row.x_mm if sideways else row.y_mm
        at_mm = own if told[own] == most else at_mm
    return Line(part, assembly, rotation, at_mm)


def in_order(racks: Sequence[Rack], row: Row) -> tuple[Rack, ...]:
    """Return the racks of a row in their order along it; those out of line by their numbers."""
    line, down = line_of(racks, row), row.rotation in (90, 270)
    if line is None or line.sideways is not down:
        return tuple(sorted(racks, key=lambda one: (along(one, sideways=down), one.name)))
    return ordered(racks, line, 0)[0]


def ordered(racks: Sequence[Rack], line: Line, wide_mm: int) -> tuple[tuple[Rack, ...], int | None]:
    """Return racks in their order along a line, and the pitch at which that order spaces them.

    That is the order of their names, else of their ids, where those in the line stand by it; else
    that of their places. Of these the first counts at which the racks in the line stand at one
    distance, with a place left free for each that is out of it; no pitch where none is such.

    Parameters
    ----------
    wide_mm
        No pitch is less where racks are out of line: their places were not left free then.
    """
    ways = list(_ways(racks, line))
    for way in ways:
        if (pitch := _even(way, line, wide_mm)) is not None:
            return way, pitch
    return ways[0], None


def _ways(racks: Sequence[Rack], line: Line) -> Iterator[tuple[Rack, ...]]:
    """Yield the orders in which racks may stand, the most telling first."""
    down = line.sideways
    placed = sorted(racks, key=lambda one: (along(one, sideways=down), one.name))
    inside = [one for one in placed if not line.out_by_mm(one)]
    if len(inside) < len(placed):
        tells = inside if len(inside) > 1 else placed
        keys: tuple[Callable[[Rack], _Key], ...] = (_by_name, _by_id)
        for key in keys:
            told = [key(one) for one in tells]
            if all(before < after for before, after in pairwise(told)):
                yield tuple(sorted(placed, key=key))
            elif all(before > after for before, after in pairwise(told)):
                yield tuple(sorted(placed, key=key, reverse=True))
    yield tuple(placed)


def _even(racks: tuple[Rack, ...], line: Line, wide_mm: int) -> int | None:
    """Return the one distance from place to place, mm; None where distances differ."""
    inside = [at for at, one in enumerate(racks) if not line.out_by_mm(one)]
    if len(inside) < 2:
        inside = list(range(len(racks)))
    steps = {
        (along(racks[after], sideways=line.sideways) - along(racks[before], sideways=line.sideways))
        / (after - before)
        for before, after in pairwise(inside)
    }
    step = steps.pop() if len(steps) == 1 else 0.0
    if step <= 0 or step != int(step):
        return None
    gaps = any(line.out_by_mm(one) for one in racks)
    return None if gaps and step < wide_mm else int(step)


def is_doubtful(racks: Sequence[Rack], line: Line) -> bool:
    """Return whether as many racks out of line may stand between each two in it, more than none.

    Then their distance is one pitch or several.
    """
    for way in _ways(racks, line):
        inside = [at for at, one in enumerate(way) if not line.out_by_mm(one)]
        steps = {after - before for before, after in pairwise(inside)}
        if len(steps) == 1 and steps != {1}:
            return True
    return False


def _by_name(rack: Rack) -> _Key:
    return _natural(rack.name)


def _by_id(rack: Rack) -> _Key:
    return _natural(rack.id)


def _natural(text: str) -> _Key:
    """Return text as a key by which A9 comes before A10."""
    told = re.split(r"(\d{1,18})", text)
    return [int(word) if at % 2 else word for at, word in enumerate(told)]


def _commonest(values: list[Held]) -> Held:
    return Counter(values).most_common(1)[0][0]
