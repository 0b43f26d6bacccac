"""Racks found by where their corner stands: who asks what is in the way looks at those near alone.

A plan of a drag asks for each rack it moves, with every step of the pointer.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from operator import attrgetter
from typing import Final

from designer.model.by_identity import ByIdentity
from designer.model.design import Rack

_CELL_MM: Final = 4_000
_AT: Final = attrgetter("x_mm", "y_mm")


class Corners:
    """The racks of a design by the place of their corner, the low side on both axes.

    Attributes
    ----------
    parts
        The parts that any of them is of.
    """

    def __init__(self, racks: tuple[Rack, ...]) -> None:
        self._racks = racks
        self.parts = frozenset(map(attrgetter("part"), racks))
        self._cells: dict[tuple[int, int], list[int]] = {}
        for at, (x_mm, y_mm) in enumerate(map(_AT, racks)):
            self._cells.setdefault((x_mm // _CELL_MM, y_mm // _CELL_MM), []).append(at)

    def within(self, left: int, top: int, right: int, bottom: int) -> Iterator[Rack]:
        """Yield the racks whose corner is inside a box, not on its edge, in their order."""
        columns = range(left // _CELL_MM, right // _CELL_MM + 1)
        lines = range(top // _CELL_MM, bottom // _CELL_MM + 1)
        if len(columns) * len(lines) > len(self._cells):
            found: Iterable[int] = range(len(self._racks))
        else:
            cells = (self._cells.get(cell, ()) for cell in product(columns, lines))
            found = sorted(at for cell in cells for at in cell)
        for at in found:
            rack = self._racks[at]
            if left < rack.x_mm < right and top < rack.y_mm < bottom:
                yield rack


@lru_cache(maxsize=2)
def _known(told: ByIdentity) -> Corners:
    return Corners(*told.things)


def corners_of(racks: tuple[Rack, ...]) -> Corners:
    """Return where the corners of racks stand, made once for a design and the next."""
    return _known(ByIdentity(racks))
