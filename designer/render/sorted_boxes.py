"""Boxes by their upper edges, to be asked which of them touch a part of a drawing."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QRectF


class SortedBoxes:
    """Finds the few of many boxes that a tile or a pointer touches.

    Parameters
    ----------
    boxes
        Answers name them by their places in this sequence.
    """

    def __init__(self, boxes: Sequence[QRectF]) -> None:
        self._boxes = boxes
        self._order = sorted(range(len(boxes)), key=lambda at: boxes[at].top())
        self._tops = [boxes[at].top() for at in self._order]
        self._tallest = max((box.height() for box in boxes), default=0.0)

    def touching(self, part: QRectF) -> list[int]:
        """Return which boxes a part of the drawing intersects, in the order of the sequence."""
        first = bisect_left(self._tops, part.top() - self._tallest)
        last = bisect_right(self._tops, part.bottom())
        boxes = self._boxes
        return sorted(at for at in self._order[first:last] if part.intersects(boxes[at]))
