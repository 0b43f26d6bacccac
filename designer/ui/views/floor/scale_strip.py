"""The strip below the floor: the scale of an overlay, and what is off it."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.model.plural import plural
from designer.render.fonts import font
from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.render.overlay_painter import histogram, ink_on, paint_scale, shade
from designer.render.overlays import Overlay, Reading, off_scale, title
from designer.render.rack_top import paint_state
from designer.render.theme import Theme
from designer.ui.state.workspace import Workspace

HIGH: Final = 70
_PAD: Final = 12
_LEAST_LEFT: Final = 210
_MOST_SCALE: Final = 560
_BESIDE: Final = 18
_GAP: Final = 14


class ScaleStrip(QWidget):
    """Says what shades the racks: title, how many stand where on the scale, and what is off it.

    It is there only while an overlay is shown, beside the drawing and never over it.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setFixedHeight(HIGH)
        self.tell()

    def tell(self) -> None:
        """Follow the overlay, or what it says now."""
        overlay = self._workspace.overlay
        shown = overlay.shown
        if shown is not None:
            self.setAccessibleName(f"Scale: {title(shown)}")
            self.setAccessibleDescription(in_words(shown, overlay.readings()))
            self.update()
        self.setVisible(shown is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint words at the left, the scale at the right."""
        theme, overlay = self._workspace.theme, self._workspace.overlay
        shown, readings = overlay.shown, overlay.readings()
        if shown is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(QRectF(0, 0, self.width(), 1), QColor(theme.line))
        box = QRectF(self.rect()).adjusted(_PAD, 5, -_PAD, -3)
        off = off_scale(readings)
        metrics = QFontMetrics(font(11))
        keys = [_BESIDE + metrics.horizontalAdvance(words) + _GAP for _, words in off]
        heading = QFontMetrics(font(12, 600)).horizontalAdvance(title(shown))
        left = min(float(max(_LEAST_LEFT, heading + 24, sum(keys))), box.width() / 2)
        line = QRectF(box.left(), box.top() + 6, left - _PAD, 20)
        draw_text(painter, line, title(shown), 12, theme.text, 600, LEFT)
        x: float = box.left()
        for (state, words), key in zip(off, keys, strict=True):
            place = QRectF(x, line.bottom() + 6, min(key, box.left() + left - x), 16)
            _paint_sign(painter, QRectF(x, place.top() + 2, 12, 12), state, theme)
            draw_text(painter, place.adjusted(_BESIDE, 0, 0, 0), words, 11, theme.dim, 400, LEFT)
            x += key
        wide = min(box.width() - left, _MOST_SCALE)
        scale = QRectF(box.left() + left, box.top(), wide, box.height() - 15)
        paint_scale(painter, scale, histogram(readings), theme, has_limit=shown.has_limit)
        ends = QRectF(scale.left(), scale.bottom() + 1, wide, 14)
        draw_text(painter, ends, shown.start, 10, theme.dim, 400, LEFT)
        draw_text(painter, ends, shown.end, 10, theme.dim, 400, RIGHT)
        painter.end()


def in_words(overlay: Overlay, readings: tuple[Reading, ...]) -> str:
    """Return the scale in words, for who hears it."""
    on = sum(reading.state == "known" for reading in readings)
    off = (words for _, words in off_scale(readings))
    return ", ".join((f"{plural(on, 'rack')} from {overlay.start} to {overlay.end}", *off))


def _paint_sign(painter: QPainter, box: QRectF, state: str, theme: Theme) -> None:
    if state == "open":
        paint_open_sign(painter, box, QColor(theme.text), ground=QColor(theme.raised))
    elif state == "over":
        paint_state(painter, box, "error", theme)
    elif state == "beyond":
        painter.fillRect(box, QColor(shade(1.0)))
        line = QColor(ink_on(shade(1.0)))
        paint_hatch(painter, box, Qt.BrushStyle.VerPattern, line, pitch=4.0, line=0.8)
    else:
        painter.setPen(QPen(QColor(theme.device_line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 2, 2)
