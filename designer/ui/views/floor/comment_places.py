"""Where comments are on the floor at a scale: balloons side by side, clouds, what is at a point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF

from designer.model.comments import Comment
from designer.render.balloon_painter import HEM, TAIL, Balloon, balloon_box, next_tip

EDGE: Final = 120
"""Of the squares by which balloons are found, in units of the device."""
LINE: Final = 12.0
"""How far the line of a cloud reaches from its box, in pixels."""
_VAST: Final = 24
_REACH_PX: Final = 5.0

Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pinned:
    """A comment with where it is on the floor: the point its balloon shows, the box of a cloud."""

    comment: Comment
    balloon: Balloon
    spot: QPointF
    cloud: QRectF | None = None


class Laid:
    """Where balloons point at and clouds are at a scale, in pixels from the floor's origin.

    Parameters
    ----------
    pinned
        The comments, in the order in which they are painted.
    scale
        Pixels for a mm.
    """

    def __init__(self, pinned: Sequence[Pinned], scale: float) -> None:
        self.scale = scale
        self.clouds = tuple(
            (one, QRectF(one.cloud.topLeft() * scale, one.cloud.size() * scale))
            for one in pinned
            if one.cloud is not None
        )
        self._vast = [(one, box) for one, box in self.clouds if _is_vast(box)]
        """Clouds whose line is in so many squares that it is looked for in each anew."""
        self.tips: dict[str, tuple[Pinned, QPointF]] = {}
        taken = dict[tuple[int, int], tuple[QPointF, Pinned]]()
        for one in pinned:
            place = round(one.spot.x()), round(one.spot.y())
            beside = taken.get(place)
            tip = one.spot * scale if beside is None else next_tip(beside[0], beside[1].balloon)
            # On whole pixels: so balloons are sharp, and copied rather than smoothed.
            tip = QPointF(tip.toPoint())
            taken[place] = tip, one
            self.tips[one.comment.id] = one, tip

    def in_square(self, square: Square) -> Sequence[tuple[Pinned, QPointF]]:
        """Return the balloons that reach into a square, with where they point at."""
        return self._squares.get(square, ())

    @cached_property
    def _squares(self) -> dict[Square, list[tuple[Pinned, QPointF]]]:
        found: dict[Square, list[tuple[Pinned, QPointF]]] = {}
        for one, tip in self.tips.values():
            for square in squares_of(covered(tip, one.balloon)):
                found.setdefault(square, []).append((one, tip))
        return found

    def lines_in(self, square: Square) -> list[tuple[Pinned, QRectF]]:
        """Return the clouds whose line passes through a square."""
        x, y = square
        box = QRectF(x * EDGE, y * EDGE, EDGE, EDGE)
        vast = [(one, cloud) for one, cloud in self._vast if passes(cloud, box)]
        return [*self._lines.get(square, ()), *vast]

    @cached_property
    def _lines(self) -> dict[Square, list[tuple[Pinned, QRectF]]]:
        found: dict[Square, list[tuple[Pinned, QRectF]]] = {}
        for one, box in self.clouds:
            if _is_vast(box):
                continue
            for x, y in squares_of(box.adjusted(-LINE, -LINE, LINE, LINE)):
                if passes(box, QRectF(x * EDGE, y * EDGE, EDGE, EDGE)):
                    found.setdefault((x, y), []).append((one, box))
        return found

    def at(self, at: QPointF) -> str:
        """Return the comment whose balloon, or the edge of whose cloud, is at a point; else empty.

        The one that is painted last comes first.
        """
        square = floor(at.x() / EDGE), floor(at.y() / EDGE)
        for one, tip in reversed(self.in_square(square)):
            if balloon_box(tip, one.balloon).adjusted(-2, -2, 2, 4).contains(at):
                return one.comment.id
        for one, box in reversed(self.clouds):
            outer = box.adjusted(-_REACH_PX, -_REACH_PX, _REACH_PX, _REACH_PX)
            inner = box.adjusted(_REACH_PX, _REACH_PX, -_REACH_PX, -_REACH_PX)
            if outer.contains(at) and not inner.contains(at):
                return one.comment.id
        return ""


def _is_vast(box: QRectF) -> bool:
    return box.width() + box.height() > _VAST * EDGE


def covered(tip: QPointF, balloon: Balloon) -> QRectF:
    """Return what a balloon covers with its tail and the ring of one that is looked at."""
    return balloon_box(tip, balloon).adjusted(-HEM, -HEM, HEM, HEM + TAIL)


def passes(cloud: QRectF, box: QRectF, reach: float = LINE) -> bool:
    """Return whether the line of a cloud passes through a box, all in pixels."""
    if not cloud.adjusted(-reach, -reach, reach, reach).intersects(box):
        return False
    return not cloud.adjusted(reach, reach, -reach, -reach).contains(box)


def squares_of(box: QRectF | QRect) -> Iterator[Square]:
    """Yield the squares that a box reaches into, line by line."""
    for y in range(floor(box.top() / EDGE), floor(box.bottom() / EDGE) + 1):
        for x in range(floor(box.left() / EDGE), floor(box.right() / EDGE) + 1):
            yield x, y
