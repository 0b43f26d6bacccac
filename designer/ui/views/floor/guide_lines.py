"""The guides of what is dragged over the floor: edges in line, exact distances, equal ones."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.floor_guides import Around, Guide, around, guides_of
from designer.document.placement import Box, box_around
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.ui.state.workspace import Workspace

_EM: Final = 10.0
_CHIP_PX: Final = 17.0
_TICK_PX: Final = 4.0
_PARTS: Final = (1 / 2, 1 / 4, 3 / 4, 1 / 6, 5 / 6, 1 / 8, 7 / 8)
"""Where along its line the words of a distance stand, the usual place first."""
_OFF_PX: Final = 4.0
"""Between the words of an edge and its line."""


class GuideLines(QGraphicsItem):
    """Lines over the floor while something is dragged.

    Parameters
    ----------
    hides
        Whether something in a box of the floor, mm, would be covered.
    """

    def __init__(self, workspace: Workspace, hides: Callable[[QRectF], bool]) -> None:
        super().__init__()
        self._workspace, self._hides = workspace, hides
        self._known: tuple[int, frozenset[str], Around] | None = None
        self._bounds = QRectF()
        self.guides: tuple[Guide, ...] = ()
        self.setZValue(48)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_for(self, boxes: Sequence[Box], moving: Collection[str]) -> None:
        """Show the guides of some footprints, as one, in mm; none hides them.

        Parameters
        ----------
        moving
            Ids of racks that they belong to.
        """
        guides = guides_of(box_around(boxes), self._around(moving)) if boxes else ()
        if guides == self.guides:
            return
        self.prepareGeometryChange()
        self.guides, bounds = guides, QRectF()
        for guide in guides:
            bounds = bounds.united(QRectF(QPointF(*guide.begin), QPointF(*guide.end)).normalized())
        self._bounds = bounds.adjusted(-6000, -6000, 6000, 6000)
        self.setVisible(bool(guides))
        self.update()

    def _around(self, moving: Collection[str]) -> Around:
        """Return what stands around, worked out once for a drag."""
        space, ids = self._workspace, frozenset(moving)
        revision = space.document.revision
        if self._known is None or self._known[:2] != (revision, ids):
            self._known = revision, ids, around(space.layout(), space.catalog, ids)
        return self._known[2]

    def boundingRect(self) -> QRectF:
        """Return the box around all lines and their words."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels."""
        transform, theme = painter.worldTransform(), self._workspace.theme
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lines = [
            (guide, transform.map(QPointF(*guide.begin)), transform.map(QPointF(*guide.end)))
            for guide in self.guides
        ]
        for guide, begin, end in lines:
            self._paint_line(painter, begin, end, is_edge=guide.kind == "edge")
        back = transform.inverted()[0]
        seen = QRectF(painter.viewport())
        for guide, place in self.plates(lines, seen, lambda box: self._hides(back.mapRect(box))):
            ink = theme.accent if guide.kind == "edge" else theme.text
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(place, 4, 4)
            draw_text(painter, place, guide.words, _EM, ink, 600, CENTRE)
        painter.restore()

    def _paint_line(
        self, painter: QPainter, begin: QPointF, end: QPointF, *, is_edge: bool
    ) -> None:
        theme = self._workspace.theme
        if is_edge:
            painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DashLine))
            painter.drawLine(begin, end)
            return
        painter.setPen(QPen(QColor(theme.text), 1))
        painter.drawLine(begin, end)
        tick = QPointF(0, _TICK_PX) if _goes_across(begin, end) else QPointF(_TICK_PX, 0)
        for at in (begin, end):
            painter.drawLine(at - tick, at + tick)

    @staticmethod
    def plates(
        lines: Sequence[tuple[Guide, QPointF, QPointF]],
        seen: QRectF,
        hides: Callable[[QRectF], bool] = lambda _: False,
    ) -> list[tuple[Guide, QRectF]]:
        """Return where the words of lines stand: each on a plate, none over another.

        Words of an edge stand before its line, so off what the line runs along; those of a distance
        in its middle, or where else along it they hide nothing.

        Parameters
        ----------
        lines
            Each with its ends in pixels.
        seen
            The part of the view in which words have to stay.
        hides
            Whether a plate at a place, in pixels, would cover something.
        """
        placed: list[tuple[Guide, QRectF]] = []
        for guide, begin, end in lines:
            place = QRectF(0, 0, text_width(guide.words, _EM, 600) + 12, _CHIP_PX)
            across = _goes_across(begin, end)
            if guide.kind == "distance":
                place = _along(place, begin, end, hides)
            elif across:
                place.moveCenter(begin - QPointF(place.width() / 2 + _OFF_PX, 0))
            else:
                place.moveCenter(begin - QPointF(0, place.height() / 2 + _OFF_PX))
            place.moveLeft(max(seen.left(), min(place.left(), seen.right() - place.width())))
            place.moveTop(max(seen.top(), min(place.top(), seen.bottom() - place.height())))
            taken = [other for _, other in placed]
            placed.append((guide, _apart(place, taken, seen, up=not across)))
        return placed


def _along(place: QRectF, begin: QPointF, end: QPointF, hides: Callable[[QRectF], bool]) -> QRectF:
    """Return a plate where it hides nothing along a line that is longer, else in its middle."""
    found = [place.translated(begin + (end - begin) * part - place.center()) for part in _PARTS]
    way = end - begin
    long = abs(way.x()) if _goes_across(begin, end) else abs(way.y())
    size = place.width() if _goes_across(begin, end) else place.height()
    tried = (one for part, one in zip(_PARTS, found, strict=True)
             if size / 2 <= long * min(part, 1 - part) and not hides(one))  # fmt: skip
    return next(tried, found[0])


def _apart(place: QRectF, taken: Sequence[QRectF], seen: QRectF, *, up: bool) -> QRectF:
    """Return a place as near as can be, above or below, that is in view and over no other."""
    line = -(_CHIP_PX + 2) if up else _CHIP_PX + 2
    for steps in range(2 * len(taken) + 1):
        for way in (line, -line):
            moved = place.translated(0, way * steps)
            if seen.contains(moved) and not any(moved.intersects(one) for one in taken):
                return moved
    return place


def _goes_across(begin: QPointF, end: QPointF) -> bool:
    return abs(end.x() - begin.x()) > abs(end.y() - begin.y())
