"""The guides of what is dragged over the floor: edges in line, exact distances, equal ones."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.floor_guides import Around, Guide, around, guides_of
from designer.document.placement import Box, box_around
from designer.render.lettering import CENTRE, LEFT, draw_text, text_width
from designer.ui.state.workspace import Workspace

_EM: Final = 10.0
_CHIP_PX: Final = 17.0
_TICK_PX: Final = 4.0


class GuideLines(QGraphicsItem):
    """Lines over the floor while something is dragged."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
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
        for guide in self.guides:
            begin, end = (transform.map(QPointF(*at)) for at in (guide.begin, guide.end))
            if guide.kind == "edge":
                painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DashLine))
                painter.drawLine(begin, end)
                place = QRectF(begin + QPointF(5, 0), begin + QPointF(300, _CHIP_PX))
                draw_text(painter, place, guide.words, _EM, theme.accent, 500, LEFT)
            else:
                self._paint_distance(painter, begin, end, guide.words)
        painter.restore()

    def _paint_distance(self, painter: QPainter, begin: QPointF, end: QPointF, words: str) -> None:
        theme = self._workspace.theme
        painter.setPen(QPen(QColor(theme.text), 1))
        painter.drawLine(begin, end)
        across = abs(end.x() - begin.x()) > abs(end.y() - begin.y())
        tick = QPointF(0, _TICK_PX) if across else QPointF(_TICK_PX, 0)
        for at in (begin, end):
            painter.drawLine(at - tick, at + tick)
        place = QRectF(0, 0, text_width(words, _EM, 600) + 12, _CHIP_PX)
        place.moveCenter((begin + end) / 2)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(place, 4, 4)
        draw_text(painter, place, words, _EM, theme.text, 600, CENTRE)
