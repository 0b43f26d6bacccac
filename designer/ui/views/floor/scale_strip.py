"""The strip below the floor: the scale of an overlay, and what is off it.

Parts of the scale and what is off it are bins. One that is pointed at outlines its racks, a click
selects them, and a drag along the scale dims the racks outside.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from designer.model.plural import plural
from designer.render.fonts import font
from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.render.overlay_bins import BINS, Bin, histogram
from designer.render.overlay_painter import ink_on, paint_scale, shade
from designer.render.overlays import Overlay, Reading, off_scale, title
from designer.render.pick_painter import paint_dimmed, paint_lit
from designer.render.rack_top import paint_state
from designer.render.theme import Theme
from designer.ui.state.bin_words import bin_words, kept_words
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.scale_keys import ScaleKeys

HIGH: Final = 70
_PAD: Final = 12
_LEAST_LEFT: Final = 210
_MOST_SCALE: Final = 560
_BESIDE: Final = 18
_GAP: Final = 14
_HOW: Final = "A click selects them, a drag along the scale filters."


@dataclass(frozen=True, slots=True)
class _Places:
    """Where things stand in the strip: title, what is off the scale by its state, foot, scale."""

    heading: QRectF
    off: tuple[tuple[str, str, QRectF], ...]
    foot: QRectF
    scale: QRectF

    def span(self, first: int, last: int) -> QRectF:
        """Return the columns from one part of the scale to another."""
        wide = self.scale.width() / BINS
        left = self.scale.left() + first * wide
        return QRectF(left, self.scale.top(), (last + 1 - first) * wide, self.scale.height())

    def box_of(self, bin_: Bin) -> QRectF:
        """Return the box of a bin; null of one that is not drawn."""
        if isinstance(bin_, int):
            return self.span(bin_, bin_)
        return next((box for state, _, box in self.off if state == bin_), QRectF())

    def part_at(self, x: float) -> int:
        """Return the part of the scale that is nearest."""
        along = (x - self.scale.left()) / max(self.scale.width(), 1.0)
        return min(max(int(along * BINS), 0), BINS - 1)

    def bin_at(self, at: QPointF) -> Bin | None:
        """Return the bin under a point."""
        if self.scale.left() <= at.x() < self.scale.right():
            return self.part_at(at.x())
        return next((state for state, _, box in self.off if box.contains(at)), None)


class ScaleStrip(QWidget):
    """Says what shades the racks: title, how many stand where on the scale, and what is off it.

    It is there only while an overlay is shown, beside the drawing and never over it.

    Attributes
    ----------
    further_keys
        Takes the keys that mean nothing here.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._picks = workspace.overlay.picks
        self._keys = ScaleKeys(workspace)
        self.further_keys: Callable[[QKeyEvent], None] = QKeyEvent.ignore
        self._counts = [0] * BINS
        self._off: tuple[tuple[str, str], ...] = ()
        self._pressed: Bin | None = None
        self._dragged = False
        self._column: Bin | None = None
        self.setFixedHeight(HIGH)
        self.setAccessibleName("Scale")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._picks.changed.connect(self._on_picks)
        self.tell()

    def tell(self) -> None:
        """Follow the overlay, or what it says now."""
        overlay = self._workspace.overlay
        shown = overlay.shown
        if shown is not None:
            readings = overlay.readings()
            self._counts, self._off = histogram(readings), off_scale(readings)
            self.setAccessibleName(f"Scale: {title(shown)}")
            self.setAccessibleDescription(in_words(shown, readings))
            self.update()
        self.setVisible(shown is not None)

    def places(self) -> _Places:
        """Return where things stand now."""
        shown = self._workspace.overlay.shown
        box = QRectF(self.rect()).adjusted(_PAD, 5, -_PAD, -3)
        metrics = QFontMetrics(font(11))
        keys = [_BESIDE + metrics.horizontalAdvance(words) + _GAP for _, words in self._off]
        name = title(shown) if shown else ""
        heading = QFontMetrics(font(12, 600)).horizontalAdvance(name)
        left = min(float(max(_LEAST_LEFT, heading + 24, sum(keys))), box.width() / 2)
        line = QRectF(box.left(), box.top(), left - _PAD, 20)
        x, off = box.left(), []
        for (state, words), key in zip(self._off, keys, strict=True):
            wide = max(min(float(key), box.left() + left - x), 0.0)
            off.append((state, words, QRectF(x, line.bottom() + 4, wide, 16)))
            x += key
        foot = QRectF(box.left(), line.bottom() + 22, left - _PAD, 16)
        wide = min(box.width() - left, _MOST_SCALE)
        scale = QRectF(box.left() + left, box.top(), wide, box.height() - 15)
        return _Places(line, tuple(off), foot, scale)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint words at the left, the scale at the right."""
        theme, shown = self._workspace.theme, self._workspace.overlay.shown
        if shown is None:
            return
        places = self.places()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        top = theme.accent if self.hasFocus() else theme.line
        painter.fillRect(QRectF(0, 0, self.width(), 2 if self.hasFocus() else 1), QColor(top))
        draw_text(painter, places.heading, title(shown), 12, theme.text, 600, LEFT)
        for state, words, place in places.off:
            box = QRectF(place.left(), place.top() + 2, 12, 12)
            _paint_sign(painter, box, state, theme)
            draw_text(painter, place.adjusted(_BESIDE, 0, 0, 0), words, 11, theme.dim, 400, LEFT)
        scale = places.scale
        paint_scale(painter, scale, self._counts, theme, has_limit=shown.has_limit)
        ends = QRectF(scale.left(), scale.bottom() + 1, scale.width(), 14)
        draw_text(painter, ends, shown.start, 10, theme.dim, 400, LEFT)
        draw_text(painter, ends, shown.end, 10, theme.dim, 400, RIGHT)
        self._paint_picks(painter, places, shown)
        painter.end()

    def _paint_picks(self, painter: QPainter, places: _Places, shown: Overlay) -> None:
        """Paint what the filter leaves out, what it keeps in words, and the bin pointed at."""
        theme, picks = self._workspace.theme, self._picks
        if picks.span is not None:
            first, last = picks.span
            beside = [places.span(0, first - 1), places.span(last + 1, BINS - 1)]
            paint_dimmed(painter, [box for box in beside if box.width() > 0], theme, theme.panel)
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(places.span(first, last))
            words = kept_words(self._workspace, shown, picks.span)
            draw_text(painter, places.foot, words, 11, theme.text, 400, LEFT)
        if picks.pointed is not None:
            paint_lit(painter, [places.box_of(picks.pointed)], theme)

    def _on_picks(self) -> None:
        """Paint anew what shows that another bin is pointed at, or the filter is another."""
        if self._picks.pointed == self._column or self._picks.span is not None:
            self.update()
        else:
            places = self.places()
            for bin_ in (self._column, self._picks.pointed):
                if bin_ is not None:
                    self.update(places.box_of(bin_).toAlignedRect().adjusted(-3, -3, 3, 3))
        self._column = self._picks.pointed

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at a bin, or stretch the filter."""
        places, at = self.places(), event.position()
        if isinstance(self._pressed, int):
            part = places.part_at(at.x())
            if self._dragged or part != self._pressed:
                self._dragged = True
                self._picks.keep(self._pressed, part)
            self._point(part, event.globalPosition().toPoint())
        else:
            self._point(places.bin_at(at), event.globalPosition().toPoint())

    def _point(self, bin_: Bin | None, at: QPoint) -> None:
        if bin_ == self._picks.pointed:
            return
        self._picks.point(bin_)
        shown, span = self._workspace.overlay.shown, self._picks.span
        text = ""
        if shown is not None and self._dragged and span is not None:
            text = kept_words(self._workspace, shown, span)
        elif shown is not None and bin_ is not None:
            text = bin_words(self._workspace, shown, bin_)
            text += f"\n{_HOW}" if self._picks.racks_in(bin_) else ""
        QToolTip.showText(at, text, self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click on a bin, or a drag along the scale; a click beside ends the filter."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed, self._dragged = self.places().bin_at(event.position()), False
        if self._pressed is None or not self._picks.racks_in(self._pressed):
            self._picks.clear()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the racks of the bin that was clicked; with Shift or Ctrl besides others."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, self._pressed = self._pressed, None
        if not self._dragged and pressed is not None:
            same = self.places().bin_at(event.position()) == pressed
            if same:
                adds = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
                self._keys.select(pressed, besides=bool(event.modifiers() & adds))
        self._dragged = False

    def leaveEvent(self, event: QEvent) -> None:
        """Outline nothing any more."""
        self._picks.point(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through overlays and bins; Esc ends a drag, then the filter."""
        if event.key() == Qt.Key.Key_Escape and self._pressed is not None:
            self._pressed = None
            self._picks.clear()
        elif not self._keys.press(event):
            self.further_keys(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys go here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget a press whose release goes elsewhere."""
        super().focusOutEvent(event)
        self._pressed = None
        self.update()


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
