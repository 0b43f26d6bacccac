"""The ghost: where what is dragged would come to stand, in colour, with a sign and with words."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.state.workspace import Workspace

_SIGN_PX = 14
_MOST_DRAWN = 400
"""Boxes drawn one by one; above that the ghost is their common outline."""


class Ghost(QGraphicsItem):
    """Footprints on the floor that are not there yet."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._boxes: tuple[QRectF, ...] = ()
        self._bounds = QRectF()
        self._ok = True
        self._words = ""
        self.setZValue(50)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the box around all footprints."""
        return self._bounds

    def show_boxes(self, boxes: Sequence[QRectF], *, ok: bool, words: str) -> None:
        """Stand at these footprints (in mm), allowed or refused, with a few words."""
        wanted = tuple(boxes)
        if wanted == self._boxes and ok == self._ok and words == self._words and self.isVisible():
            return
        self.prepareGeometryChange()
        bounds = QRectF()
        for box in wanted:
            bounds = bounds.united(box)
        self._boxes = wanted if len(wanted) <= _MOST_DRAWN else (bounds,)
        self._bounds, self._ok, self._words = bounds.adjusted(-20, -20, 20, 20), ok, words
        self.setVisible(bool(wanted))
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels, so that lines and text are as sharp as on any widget."""
        transform = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        for number, box in enumerate(self._boxes):
            words = self._words if number == 0 else ""
            paint_ghost(painter, transform.mapRect(box), self._workspace.theme, self._ok, words)
        painter.setWorldTransform(transform)


def paint_ghost(painter: QPainter, box: QRectF, theme: Theme, ok: bool, words: str) -> None:
    """Paint a ghost in device pixels: tinted, outlined, signed ✓ or ✕, and named."""
    colour = QColor(theme.ok if ok else theme.error)
    fill = QColor(colour)
    fill.setAlphaF(0.28)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, 1.5)
    if not ok:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(fill)
    inner = box.adjusted(0.75, 0.75, -0.75, -0.75)
    painter.drawRoundedRect(inner, 3, 3)
    _paint_sign(painter, inner, colour, ok)
    if words and inner.height() >= 12:
        face = font(10, 600)
        painter.setFont(face)
        painter.setPen(QColor(theme.text))
        room = inner.adjusted(_SIGN_PX + 6, 0, -4, 0)
        # Words that do not fit are left to the card beside the hand, which has them whole.
        if painter.fontMetrics().horizontalAdvance(words) <= room.width():
            painter.drawText(
                room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words
            )
    painter.restore()


def _paint_sign(painter: QPainter, box: QRectF, colour: QColor, ok: bool) -> None:
    size = min(_SIGN_PX, box.width() - 4, box.height() - 4)
    if size < 6:
        return
    middle = QPointF(box.left() + 4 + size / 2, box.center().y())
    if box.width() < 3 * size:
        # A narrow rack carries its name above: the sign goes below it.
        middle = QPointF(box.center().x(), max(box.center().y(), box.bottom() - size / 2 - 2))
    arm = size * 0.3
    pen = QPen(colour, 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    if ok:
        painter.drawPolyline(
            QPolygonF(
                [
                    middle + QPointF(-arm, 0),
                    middle + QPointF(-arm * 0.25, arm * 0.8),
                    middle + QPointF(arm, -arm * 0.8),
                ]
            )
        )
        return
    painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
    painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))
