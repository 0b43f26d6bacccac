"""What a way out does to the floor and to a rack: how many nodes each rack holds, now and then."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.render.drawing import RackDrawing
from designer.render.fonts import font
from designer.render.rack_painter import paint_elevation
from designer.render.theme import Theme
from designer.ui.kit.glyphs import theme_of
from designer.ui.state.way_drawing import RackBox, WayDrawing

_HEAD: Final = 18
_GAP: Final = 8
_NAMED_FROM: Final = 8.0
"""Width of a rack in pixels from which its number is written."""
WIDE_PX: Final = 250


class WayPicture(QWidget):
    """Paints a `WayDrawing`; of none it says that a card is to be pointed at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(WIDE_PX)
        self.setAccessibleName("What the way does to floor and racks")
        self.drawing: WayDrawing | None = None

    def sizeHint(self) -> QSize:
        """Return the room it likes to have."""
        return QSize(WIDE_PX, 360)

    def show_drawing(self, drawing: WayDrawing | None) -> None:
        """Show another way, or none."""
        self.drawing = drawing
        self.setAccessibleDescription(drawing.words if drawing is not None else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the floor above and the rack below."""
        painter, theme = QPainter(self), theme_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = self.rect().toRectF().adjusted(_GAP, 0, 0, 0)
        if self.drawing is None:
            painter.setFont(font(11))
            painter.setPen(QColor(theme.dim))
            middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(whole, middle, "Point at a way out to see it on floor and rack")
            painter.end()
            return
        high = whole.height() * (0.42 if self.drawing.after else 1.0)
        floor = QRectF(whole.left(), whole.top(), whole.width(), high)
        _head(painter, floor, self.drawing.title, theme)
        _paint_floor(painter, floor.adjusted(0, _HEAD, 0, 0), self.drawing, theme)
        if self.drawing.after is not None:
            below = whole.adjusted(0, high + _GAP, 0, 0)
            _paint_racks(painter, below, self.drawing, theme)
        painter.end()


def _head(painter: QPainter, box: QRectF, text: str, theme: Theme) -> None:
    painter.setFont(font(11, 600))
    painter.setPen(QColor(theme.dim))
    row = QRectF(box.left(), box.top(), box.width(), _HEAD)
    cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(row.width()))
    painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, cut)


def _paint_floor(painter: QPainter, box: QRectF, drawing: WayDrawing, theme: Theme) -> None:
    left, top, width, depth = drawing.seen
    scale = min(box.width() / max(width, 1.0), box.height() / max(depth, 1.0))
    x = box.left() + (box.width() - width * scale) / 2
    room = QRectF(x, box.top(), width * scale, depth * scale)
    painter.fillRect(room, QColor(theme.canvas))
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(room)
    painter.save()
    painter.setClipRect(room)
    for rack in drawing.racks:
        at_x, at_y, wide, deep = rack.box
        place = QRectF(
            room.left() + (at_x - left) * scale, room.top() + (at_y - top) * scale,
            wide * scale, deep * scale,
        )  # fmt: skip
        _paint_rack(painter, place, rack, theme)
    painter.restore()


def _paint_rack(painter: QPainter, place: QRectF, rack: RackBox, theme: Theme) -> None:
    about = bool(rack.was or rack.now)
    fewer = about and rack.now < rack.was
    edge = theme.warning if fewer else theme.accent if about else theme.device_line
    if rack.is_new:
        edge = theme.ok
    painter.setBrush(QColor(theme.rack if about else theme.device))
    painter.setPen(QPen(QColor(edge), 1.4 if about else 0.8))
    painter.drawRect(place)
    if about and rack.now == 0:
        painter.drawLine(place.topLeft(), place.bottomRight())
    if about and place.width() >= _NAMED_FROM:
        painter.setFont(font(11 if place.width() > 16 else 9, 600))
        painter.setPen(QColor(theme.text))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, f"{rack.now}")


def _paint_racks(painter: QPainter, box: QRectF, drawing: WayDrawing, theme: Theme) -> None:
    """Paint the elevation of the rack as it is, and as it would be."""
    sides: Mapping[str, RackDrawing | None] = {"now": drawing.before, "then": drawing.after}
    shown = {word: one for word, one in sides.items() if one is not None}
    wide = (box.width() - _GAP * (len(shown) - 1)) / len(shown)
    for at, (word, one) in enumerate(shown.items()):
        column = QRectF(box.left() + at * (wide + _GAP), box.top(), wide, box.height())
        _head(painter, column, f"{one.name}, {word}", theme)
        paint_elevation(
            painter, column.adjusted(0, _HEAD, 0, -2), one, "front", theme, detail="names"
        )  # fmt: skip
