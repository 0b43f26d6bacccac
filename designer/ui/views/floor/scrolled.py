"""What the drawing scrolled by itself, so that undoing the edit behind it leads back there.

An edit that selects what it made, such as a duplicate far away, scrolls to it. The view belongs to
the step: where the user did not look elsewhere since, undo brings the old view back.
"""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF

from designer.document.document import DocumentChange
from designer.model.design import Design

_NEAR_PX = 2
"""Rounding of scroll bars, which count in pixels."""


class Scrollable(Protocol):
    """A drawing that can be scrolled."""

    def mapToScene(self, point: QPoint) -> QPointF:  # noqa: N802 - Qt's name
        """Return a point of the viewport as one of the floor, in mm."""

    def scale_factor(self) -> float:
        """Return pixels per millimetre."""

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the drawing over the floor by pixels."""


@dataclass(frozen=True, slots=True)
class _Scroll:
    """From where to where, at which scale, after which edit; corners of the viewport, in mm."""

    before: Design
    after: Design
    start: QPointF
    end: QPointF
    scale: float


class Scrolled:
    """Remembers the scroll that followed the last edit.

    Parameters
    ----------
    view
        The drawing.
    """

    def __init__(self, view: Scrollable) -> None:
        self._view = view
        self._edit: tuple[Design, Design] | None = None
        self._last: _Scroll | None = None

    def by(self, dx: int, dy: int) -> None:
        """Scroll by pixels, of the program's own accord."""
        start = self._corner()
        self._view.scroll_by(dx, dy)
        if self._edit is None:
            return
        last = self._last
        if last is not None and self._is_at(last, start):
            # The panel that opens beside scrolls once more.
            start = last.start
        self._last = _Scroll(*self._edit, start, self._corner(), self._view.scale_factor())

    def follow(self, change: DocumentChange) -> None:
        """Note an edit; where it is the undo of the one that scrolled, scroll back."""
        last, self._last = self._last, None
        self._edit = (change.before, change.after)
        if last is None or change.after is not last.before or change.before is not last.after:
            return
        here = self._corner()
        if self._is_at(last, here):
            away = (last.start - here) * self._view.scale_factor()
            self._view.scroll_by(round(away.x()), round(away.y()))

    def _corner(self) -> QPointF:
        return self._view.mapToScene(QPoint(0, 0))

    def _is_at(self, last: _Scroll, here: QPointF) -> bool:
        scale = self._view.scale_factor()
        away = (last.end - here) * scale
        return scale == last.scale and max(abs(away.x()), abs(away.y())) <= _NEAR_PX
