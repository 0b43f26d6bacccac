"""Panels of rack PDUs: lying between the rails, and standing in the side channel."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen

from designer.render.faces.panel import (
    SMALLEST_LETTER_PX,
    SMALLEST_MARK_PX,
    Panel,
    grid,
    name_and_rest,
    paint_header,
    paint_marks,
)
from designer.render.lettering import CENTRE, draw_text, letter_size


def pdu_front(panel: Panel) -> None:
    """Paint a row of outlets, of a rack PDU between the rails."""
    left, right = name_and_rest(panel, 0.4)
    paint_header(panel, left, with_power=False)
    if right.isEmpty():
        return
    paint_marks(panel, grid(right, 12, 1), panel.theme.dim, "outlet", filled=False)


def paint_strip(panel: Panel, *, ghosted: bool) -> None:
    """Paint a 0U rack PDU standing in the side channel: outlets in two columns, feed letter on top.

    Parameters
    ----------
    ghosted
        Only the outline, dashed: seen from the front it hides behind the rails.
    """
    painter, box, theme = panel.painter, panel.box, panel.theme
    pen = QPen(QColor(theme.device_line), 0.8 * panel.px)
    if ghosted:
        pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush if ghosted else QColor(theme.device))
    painter.drawRoundedRect(box, 1.2 * panel.px, 1.2 * panel.px)
    if ghosted:
        return
    letter = letter_size(min(8 * panel.px, box.width() * 1.1), box.width(), theme, panel.px)
    head = QRectF(box.left(), box.top(), box.width(), letter * 1.7)
    wide = head.adjusted(-letter, 0, letter, 0)
    if letter >= SMALLEST_LETTER_PX * panel.px:
        draw_text(painter, wide, (panel.device.feeds or ("",))[0], letter, theme.text, 600, CENTRE)
    pitch = max(4.5 * panel.px, box.width() * 0.9)
    size = min(box.width() * 0.3, pitch * 0.5)
    if size < SMALLEST_MARK_PX * panel.px:
        return
    first, last = head.bottom() + pitch * 0.3, box.bottom() - pitch
    spots = [
        QRectF(box.left() + box.width() * share - size / 2, first + i * pitch, size, size)
        for i in range(max(0, int((last - first) / pitch) + 1))
        for share in (0.3, 0.7)
    ]
    paint_marks(panel, spots, theme.dim, "outlet", filled=True)
