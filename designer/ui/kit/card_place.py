"""Where a card stands beside the pointer: inside a room, and off what it must not cover."""

from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

_KEPT_OFF: Final = "cards_keep_off"
EDGE = 4
"""Pixels that a card keeps from the edges of its room."""
_AWAY = QPoint(18, 22)
_ABOVE_PICTURE = 48
_OFF = 8
_POINTER = (-44, -34, 56, 52)
"""The pointer, and the picture of what is dragged that hangs at its upper left."""


def keep_cards_off(window: QWidget, edges: Iterable[QWidget]) -> None:
    """Let cards stay off bars and panels along the edges of a window, where there is room."""
    window.setProperty(_KEPT_OFF, list(edges))


def clear_room(window: QWidget, room: QRect) -> QRect:
    """Return what is left of a room in a window beside what cards keep off, in its coordinates."""
    left = QRect(room)
    for edge in window.property(_KEPT_OFF) or ():
        if not isinstance(edge, QWidget) or not edge.isVisible():
            continue
        box = QRect(edge.mapTo(window, QPoint()), edge.size())
        if not box.intersects(left):
            continue
        if box.width() > box.height():
            below = box.center().y() > left.center().y()
            left.setBottom(box.top() - 1) if below else left.setTop(box.bottom() + 1)
        else:
            beside = box.center().x() > left.center().x()
            left.setRight(box.left() - 1) if beside else left.setLeft(box.right() + 1)
    return left


def usual_spot(size: QSize, at: QPoint, room: QRect) -> QPoint:
    """Return the corner of a card at the lower right of a point, or flipped, inside a room."""
    corner = at + _AWAY
    flipped = corner.x() + size.width() > room.right() - EDGE
    if flipped:
        corner.setX(at.x() - _AWAY.x() - size.width())
    if corner.y() + size.height() > room.bottom() - EDGE:
        # The picture of what is dragged hangs at the upper left of the pointer: stay off it.
        away = _ABOVE_PICTURE if flipped else _AWAY.y()
        corner.setY(at.y() - away - size.height())
    return _inside(size, corner, room)


def around_pointer(at: QPoint) -> QRect:
    """Return what the pointer and the picture of what is dragged cover at a point."""
    return QRect(*_POINTER).translated(at)


def free_spot(size: QSize, at: QPoint, off: QRect, room: QRect) -> QPoint | None:
    """Return the corner of a card in a room that does not cover a box; None if there is none.

    Parameters
    ----------
    at
        The pointer: the usual place beside it comes first, then right, left, below and above.
    off
        The box that has to stay in view.
    """
    within = room.adjusted(EDGE, EDGE, -EDGE, -EDGE)
    for corner in _corners(size, at, off, room):
        box = QRect(corner, size)
        if within.contains(box) and not box.intersects(off):
            return corner
    return None


def height_beside(off: QRect, room: QRect) -> int:
    """Return the most pixels that a card may be high above or below a box, in a room."""
    above, below = off.top() - room.top(), room.bottom() - off.bottom()
    return max(above, below) - _OFF - EDGE - 1


def _corners(size: QSize, at: QPoint, off: QRect, room: QRect) -> Iterator[QPoint]:
    usual = usual_spot(size, at, room)
    yield usual
    yield QPoint(off.right() + _OFF, usual.y())
    yield QPoint(off.left() - _OFF - size.width(), usual.y())
    yield QPoint(usual.x(), off.bottom() + _OFF)
    yield QPoint(usual.x(), off.top() - _OFF - size.height())


def _inside(size: QSize, corner: QPoint, room: QRect) -> QPoint:
    left, top = room.left() + EDGE, room.top() + EDGE
    return QPoint(
        max(left, min(corner.x(), room.right() - EDGE - size.width())),
        max(top, min(corner.y(), room.bottom() - EDGE - size.height())),
    )
