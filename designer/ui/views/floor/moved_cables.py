"""What a drag of racks does to their cables, drawn while it lasts."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from designer.engine.preview import CablesMoved
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme

_EM: Final = 10.0


def paint_moved(painter: QPainter, moved: CablesMoved, transform: QTransform, theme: Theme) -> None:
    """Paint what a drag does: ways of before dashed, those of then full, what trays gain."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ways, colour, style, wide in (
        (moved.was, theme.dim, Qt.PenStyle.DashLine, 1.6),
        (moved.now, theme.accent, Qt.PenStyle.SolidLine, 2.4),
    ):
        for way in ways:
            if len(way.corners) < 2:
                continue
            path = QPainterPath(transform.map(QPointF(*way.corners[0])))
            for x, y in way.corners[1:]:
                path.lineTo(transform.map(QPointF(x, y)))
            painter.setPen(QPen(QColor(colour), wide, style))
            painter.drawPath(path)
    taken: list[QRectF] = []
    for gain in moved.gains:
        words = f"{gain.cables:+,}".replace("-", "−")
        place = QRectF(0, 0, text_width(words, _EM, 600) + 14, _EM * 1.7)
        place.moveCenter(transform.map(QPointF(gain.x_mm, gain.y_mm)))
        if any(place.intersects(other) for other in taken):
            continue
        taken.append(place)
        gains = gain.cables > 0
        painter.setPen(QPen(QColor(theme.accent if gains else theme.dim), 1))
        painter.setBrush(QColor(theme.accent if gains else theme.canvas))
        painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        draw_text(
            painter, place, words, _EM, theme.background if gains else theme.text, 600, CENTRE
        )
