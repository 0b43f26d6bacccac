"""Where racks stand, found by place: a grid of cells, each with the racks that begin in it.

A scene's own index asks every rack in C++ and Python; here a look at one cell or four answers what
is under the pointer, however many racks stand elsewhere.
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final

from PySide6.QtCore import QRectF

from designer.document.placement import Box

CELL_MM: Final = 8_000
"""Edge of a cell: some forty racks in rows begin in one."""

Cell = tuple[int, int]


class RackIndex:
    """Footprints by id, in mm, and which of them a point or a box meets.

    Attributes
    ----------
    looked_at
        How many footprints were compared with a point or a box so far.
    changes
        How many times one came, went or was put elsewhere.
    """

    def __init__(self) -> None:
        self._boxes: dict[str, Box] = {}
        self._cells: dict[Cell, dict[str, Box]] = {}
        self._bounds: dict[Cell, Box] = {}
        self._all_bounds: Box | None = None
        self._order: dict[str, int] = {}
        self._widest = self._deepest = 0
        self._next = 0
        self.looked_at = self.changes = 0

    def clear(self) -> None:
        """Know no rack."""
        self.changes += 1
        for known in (self._boxes, self._cells, self._bounds, self._order):
            known.clear()
        self._widest = self._deepest = self._next = 0
        self._all_bounds = None

    def put(self, rack_id: str, box: Box) -> None:
        """Know where a rack stands; one that is new lies over those before it."""
        self.changes += 1
        if rack_id in self._boxes:
            self._take_out(rack_id)
        else:
            self._order[rack_id] = self._next
            self._next += 1
        self._boxes[rack_id] = box
        self._all_bounds = None
        cell = cell_of(box)
        self._cells.setdefault(cell, {})[rack_id] = box
        known = self._bounds.get(cell)
        if known is not None or len(self._cells[cell]) == 1:
            self._bounds[cell] = box if known is None else _united(known, box)
        self._widest = max(self._widest, box[2] - box[0])
        self._deepest = max(self._deepest, box[3] - box[1])

    def drop(self, rack_id: str) -> None:
        """Know a rack no longer."""
        self.changes += 1
        self._take_out(rack_id)
        del self._boxes[rack_id], self._order[rack_id]

    def _take_out(self, rack_id: str) -> None:
        cell = cell_of(self._boxes[rack_id])
        racks = self._cells[cell]
        del racks[rack_id]
        self._bounds.pop(cell, None)
        self._all_bounds = None
        if not racks:
            del self._cells[cell]

    def at(self, x: float, y: float) -> list[str]:
        """Return the racks at a point, the uppermost first."""
        found = [
            key
            for racks in self._near(x, y, x, y)
            for key, (left, top, right, bottom) in racks.items()
            if left <= x <= right and top <= y <= bottom
        ]
        return sorted(found, key=self._order.__getitem__, reverse=True)

    def rect_of(self, rack_id: str) -> QRectF:
        """Return the footprint of a rack."""
        return _rect(self._boxes[rack_id])

    def touching(self, box: QRectF) -> list[str]:
        """Return the racks of which a box covers something, the lowest first."""
        low_x, low_y, high_x, high_y = box.left(), box.top(), box.right(), box.bottom()
        found = [
            key
            for racks in self._near(low_x, low_y, high_x, high_y)
            for key, (left, top, right, bottom) in racks.items()
            if left < high_x and right > low_x and top < high_y and bottom > low_y
        ]
        return sorted(found, key=self._order.__getitem__)

    def joined(self, box: QRectF) -> list[QRectF]:
        """Return what racks cover of a box, those that stand side by side as one."""
        found: list[QRectF] = []
        run: Box | None = None
        boxes = sorted((self._boxes[key] for key in self.touching(box)), key=_BY_LINE)
        for one in boxes:
            if run is not None and _LINE(run) == _LINE(one) and one[0] <= run[2]:
                run = (run[0], run[1], max(run[2], one[2]), run[3])
                continue
            if run is not None:
                found.append(_rect(run))
            run = one
        return found if run is None else [*found, _rect(run)]

    def is_free(self, box: QRectF) -> bool:
        """Return whether a box covers nothing of any rack."""
        low_x, low_y, high_x, high_y = box.left(), box.top(), box.right(), box.bottom()
        return not any(
            left < high_x and right > low_x and top < high_y and bottom > low_y
            for racks in self._near(low_x, low_y, high_x, high_y)
            for left, top, right, bottom in racks.values()
        )

    def enclosed(self, box: QRectF) -> list[str]:
        """Return the racks that a box covers whole."""
        low_x, low_y, high_x, high_y = box.left(), box.top(), box.right(), box.bottom()
        return [
            key
            for racks in self._near(low_x, low_y, high_x, high_y)
            for key, (left, top, right, bottom) in racks.items()
            if left >= low_x and right <= high_x and top >= low_y and bottom <= high_y
        ]

    def bounds(self) -> Box | None:
        """Return the box around all racks; None without any."""
        if self._all_bounds is None:
            found: Box | None = None
            for cell in self._cells:
                here = self.cell_bounds(cell)
                found = here if found is None else _united(found, here)
            self._all_bounds = found
        return self._all_bounds

    def cells(self) -> Iterable[Cell]:
        """Return the cells in which racks begin."""
        return self._cells.keys()

    def in_cell(self, cell: Cell) -> Iterable[str]:
        """Return the racks that begin in a cell."""
        return self._cells[cell].keys()

    def count_in(self, cell: Cell) -> int:
        """Return how many racks begin in a cell."""
        return len(self._cells[cell])

    def cell_bounds(self, cell: Cell) -> Box:
        """Return the box around the racks that begin in a cell."""
        found = self._bounds.get(cell)
        if found is None:
            lefts, tops, rights, bottoms = zip(*self._cells[cell].values(), strict=True)
            found = self._bounds[cell] = (min(lefts), min(tops), max(rights), max(bottoms))
        return found

    def cells_touching(self, box: QRectF) -> list[Cell]:
        """Return the cells of whose racks a box may cover something."""
        low_x, low_y, high_x, high_y = box.left(), box.top(), box.right(), box.bottom()
        found = []
        for cell in self._cells_near(low_x, low_y, high_x, high_y):
            left, top, right, bottom = self.cell_bounds(cell)
            if left < high_x and right > low_x and top < high_y and bottom > low_y:
                found.append(cell)
        return found

    def _near(
        self, left: float, top: float, right: float, bottom: float
    ) -> Iterator[dict[str, Box]]:
        """Yield the racks of the cells from which one may reach into a box."""
        for cell in self._cells_near(left, top, right, bottom):
            here = self._cells[cell]
            self.looked_at += len(here)
            yield here

    def _cells_near(self, left: float, top: float, right: float, bottom: float) -> Iterator[Cell]:
        """Yield the cells from which a rack may reach into a box."""
        cells = self._cells
        first_x, last_x = int((left - self._widest) // CELL_MM), int(right // CELL_MM)
        first_y, last_y = int((top - self._deepest) // CELL_MM), int(bottom // CELL_MM)
        if (last_x - first_x + 1) * (last_y - first_y + 1) >= len(cells):
            for cell in cells:
                if first_x <= cell[0] <= last_x and first_y <= cell[1] <= last_y:
                    yield cell
            return
        for x in range(first_x, last_x + 1):
            for y in range(first_y, last_y + 1):
                if (x, y) in cells:
                    yield x, y


def cell_of(box: Box) -> Cell:
    """Return the cell in which a footprint begins."""
    return box[0] // CELL_MM, box[1] // CELL_MM


_LINE = itemgetter(1, 3)
_BY_LINE = itemgetter(1, 3, 0)


def _rect(box: Box) -> QRectF:
    left, top, right, bottom = box
    return QRectF(left, top, right - left, bottom - top)


def _united(one: Box, other: Box) -> Box:
    return (
        min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
    )  # fmt: skip
