"""Text that fits: measured on the device it goes to, shortened with an ellipsis, never clipped."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintDevice, QPainter, QPen

from designer.render.fonts import font

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


def text_width(device: QPaintDevice, text: str, face: QFont) -> float:
    """Return the width of a text in units of the device."""
    return QFontMetricsF(face, device).horizontalAdvance(text)


def draw_text(
    painter: QPainter,
    box: QRectF,
    text: str,
    size: float,
    colour: str,
    weight: int = 400,
    align: Qt.AlignmentFlag = LEFT,
) -> float:
    """Draw one line of text into a box and return the width it took.

    Too long a text loses its end to an ellipsis; nothing is drawn where not even one letter fits.
    """
    if not text or box.width() < size * 0.6:
        return 0.0
    face = font(size, weight)
    metrics = QFontMetricsF(face, painter.device())
    shown = text
    if metrics.horizontalAdvance(text) > box.width() + 0.5:
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        if shown in ("", "…"):
            return 0.0
    painter.setFont(face)
    painter.setPen(QPen(QColor(colour)))
    painter.drawText(box, int(align | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine), shown)
    return metrics.horizontalAdvance(shown)


def wrapped(device: QPaintDevice, text: str, face: QFont, width: float) -> list[str]:
    """Return a text in lines that fit a width, broken at spaces."""
    metrics = QFontMetricsF(face, device)
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and metrics.horizontalAdvance(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    if line:
        lines.append(line)
    return lines
