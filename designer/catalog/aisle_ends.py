"""How far panels close a contained aisle past the place where both of its rows stand.

Pure geometry in mm. Boxes of an aisle between upright rows have x and y swapped, so that one
routine serves both directions.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from designer.model.aisle_widths import LONGEST_CLOSED_MM

AisleKind = Literal["cold", "hot", "mixed"]


class Box(NamedTuple):
    """A rectangle on the floor."""

    left: int
    top: int
    right: int
    bottom: int


class Facing(NamedTuple):
    """The space between two rows where both stand.

    Attributes
    ----------
    across
        Whether the rows run along x; `box` and `ends` have x and y swapped if they do not.
    ends
        Where the longer of the two rows begins and ends.
    """

    kind: AisleKind
    across: bool
    box: Box
    ends: tuple[int, int]


def turned(box: Box) -> Box:
    """Swap x and y."""
    return Box(box.top, box.left, box.bottom, box.right)


def closed_by_panels(
    facing: Sequence[Facing], standing: Iterable[Box], containment: str
) -> list[Facing]:
    """Return aisles, those that the room's containment closes as far as panels close them.

    Such an aisle goes on past the end of one row as long as the other row does, but no further than
    panels reach, and ends at what stands there and at the next aisle. What lies between two aisles
    along one row goes to the first of them.

    Parameters
    ----------
    standing
        Rows, and racks that stand in none, as they lie in the room.
    """
    found = list(facing)
    if not any(one.kind == containment for one in found):
        return found
    solid = list(standing)
    for across in (True, False):
        aisles = [one.box if one.across else turned(one.box) for one in found]
        ends = _Strips(box if across else turned(box) for box in (*solid, *aisles))
        for index, one in enumerate(found):
            if one.across == across and one.kind == containment:
                box = _closed(one, ends)
                found[index] = one._replace(box=box)
                ends.add(box)
    return found


def _closed(one: Facing, ends: "_Strips") -> Box:
    """Return an aisle as long as panels close it."""
    left, top, right, bottom = one.box
    low = max(one.ends[0], left - LONGEST_CLOSED_MM)
    high = min(one.ends[1], right + LONGEST_CLOSED_MM)
    if (low, high) != (left, right):
        for other in ends.beside(top, bottom):
            if other.left < left:
                low = max(low, min(left, other.right))
            if other.right > right:
                high = min(high, max(right, other.left))
    return Box(low, top, high, bottom)


class _Strips:
    """Boxes by the strips of floor that they lie in, so that those beside an aisle are few."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._boxes: dict[int, list[Box]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """File a box."""
        for strip in _strips(box.top, box.bottom):
            self._boxes.setdefault(strip, []).append(box)

    def beside(self, top: int, bottom: int) -> Iterator[Box]:
        """Yield the boxes that lie at least partly between two lines; some of them twice."""
        for strip in _strips(top, bottom):
            for box in self._boxes.get(strip, ()):
                if box.top < bottom and top < box.bottom:
                    yield box


def _strips(top: int, bottom: int) -> range:
    return range(top // LONGEST_CLOSED_MM, (bottom - 1) // LONGEST_CLOSED_MM + 1)
