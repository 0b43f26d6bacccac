"""The ghost of what is dragged: tinted and outlined by whether it may be, with a sign and words."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from designer.render.fonts import font
from designer.render.theme import Theme

_SIGN_PX = 14


def paint_ghost(
    painter: QPainter, box: QRectF, theme: Theme, ok: bool, words: str, *, doubtful: bool = False,
    offered: bool = False,
) -> None:  # fmt: skip
    """Paint a ghost in device pixels: tinted, outlined, signed ✓, ! or ✕, and named.

    What may be has a dashed outline, what may not a solid one.

    Parameters
    ----------
    doubtful
        It may be, but would bring errors, as the card beside it says.
    offered
        It is the nearest free place, in place of one that is refused.
    """
    doubtful = doubtful and ok
    colour = QColor(theme.warning if doubtful else theme.ok if ok else theme.error)
    fill = QColor(colour)
    fill.setAlphaF(0.1 if offered else 0.28)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, 1.5 if ok else 2.0)
    if ok:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(fill)
    inner = box.adjusted(0.75, 0.75, -0.75, -0.75)
    painter.drawRoundedRect(inner, 3, 3)
    _paint_sign(painter, inner, colour, "!" if doubtful else "✓" if ok else "✕")
    if words and inner.height() >= 12:
        face = font(10, 600)
        painter.setFont(face)
        painter.setPen(QColor(theme.text))
        room = inner.adjusted(_SIGN_PX + 6, 0, -4, 0)
        # Words that do not fit are left to the card beside the pointer, which has them whole.
        if painter.fontMetrics().horizontalAdvance(words) <= room.width():
            painter.drawText(
                room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words
            )
    painter.restore()


def _paint_sign(painter: QPainter, box: QRectF, colour: QColor, sign: str) -> None:
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
    if sign == "!":
        painter.drawLine(middle + QPointF(0, -arm * 1.2), middle + QPointF(0, arm * 0.3))
        painter.drawPoint(middle + QPointF(0, arm * 1.2))
        return
    if sign == "✓":
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
