"""How far panels close a contained aisle past the place where both of its rows stand.

Pure geometry in mm. Boxes of an aisle between upright rows have x and y swapped, so that one
routine serves both directions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
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


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share floor."""
    return (
        one.left < other.right and other.left < one.right
        and one.top < other.bottom and other.top < one.bottom
    )  # fmt: skip


def closed_by_panels(
    facing: Sequence[Facing], standing: Iterable[Box], containment: str
) -> list[Facing]:
    """Return aisles, those that the room's containment closes as far as panels close them.

    Such an aisle goes on past the end of one row as long as the other row does, but no further than
    panels reach, and ends at what stands there and at the next aisle. What lies between two aisles
    along one row is shared: they meet in its middle, or where panels of one of them end before it.
    Neither goes to where two would cross.

    Parameters
    ----------
    standing
        Rows, and racks that stand in none, as they lie in the room.
    """
    found = list(facing)
    solid: list[Box] = []
    longer: dict[int, Box] = {}
    for across in (True, False):
        closed = [i for i, one in enumerate(found) if one[:2] == (containment, across)]
        if not closed:
            continue
        solid = solid or [*standing, *(one.box if one.across else turned(one.box) for one in found)]
        ends = _Strips(solid if across else map(turned, solid))
        for index in closed:
            box = _closed(found[index], ends)
            if box != found[index].box:
                longer[index] = box
    for index, box in _shared(found, longer).items():
        found[index] = found[index]._replace(box=box)
    return found


def _shared(found: Sequence[Facing], longer: Mapping[int, Box]) -> dict[int, Box]:
    """Return aisles with panels, shortened to where no two of them lie over each other."""
    shared = dict(longer)

    def end(index: int, left: int, right: int) -> None:
        box = shared[index]
        shared[index] = Box(max(box.left, left), box.top, min(box.right, right), box.bottom)

    def end_at(index: int, other: Box) -> None:
        is_right = other.left >= found[index].box.right
        low, high = longer[index].left, longer[index].right
        end(index, *((low, other.left) if is_right else (other.right, high)))

    for one, two in combinations(longer, 2):
        here, there = longer[one], longer[two]
        if found[one].across != found[two].across:
            if overlap(here, turned(there)):
                end_at(one, turned(there))
                end_at(two, turned(here))
        elif overlap(here, there):
            first, last = (one, two) if here.left < there.left else (two, one)
            (_, _, left, _), (right, _, _, _) = found[first].box, found[last].box
            half = (right - left) // 2
            begin, reach = longer[last].left, longer[first].right
            end(first, longer[first].left, max(begin, min(reach, left + half)))
            end(last, min(reach, max(begin, right - half)), longer[last].right)
    return shared


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
