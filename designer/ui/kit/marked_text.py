"""Text with parts of it marked, as a search marks its hits."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextLayout, QTextOption

from designer.render.theme import Theme
from designer.ui.kit.style import mixed

Span = tuple[int, int]


def hit_ground(theme: Theme) -> QColor:
    """Return what a hit stands on: it tells by its ground, its letters stay as legible."""
    return mixed(QColor(theme.panel), QColor(theme.warning), 0.38)


def paint_marked_line(
    painter: QPainter, box: QRect, text: str, spans: Sequence[Span], theme: Theme
) -> int:
    """Paint one line from the left with the painter's font and pen, cut at its end where it must.

    Returns
    -------
    int
        Width of what was painted, in px.
    """
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    whole = len(shown) if shown == text else len(shown) - 1
    for start, end in spans:
        if start >= whole:
            break
        left = metrics.horizontalAdvance(shown[:start])
        right = metrics.horizontalAdvance(shown[: min(end, whole)])
        top = box.center().y() - metrics.height() / 2
        ground = QRectF(box.left() + left - 0.5, top, right - left + 1, metrics.height())
        painter.fillRect(ground, hit_ground(theme))
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
    return metrics.horizontalAdvance(shown)


def paint_marked_paragraph(
    painter: QPainter, box: QRect, text: str, spans: Sequence[Span], theme: Theme
) -> None:
    """Paint a wrapped paragraph with the painter's font and pen."""
    if not spans:
        painter.drawText(box, int(Qt.TextFlag.TextWordWrap), text)
        return
    layout = QTextLayout(text, painter.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.setFormats([_marked(span, theme) for span in spans])
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(box.width())
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    layout.draw(painter, QPointF(box.topLeft()))


def _marked(span: Span, theme: Theme) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length = span[0], span[1] - span[0]
    ground = QTextCharFormat()
    ground.setBackground(hit_ground(theme))
    found.format = ground
    return found
