"""What floats over the floor: the legend and the minimap."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from designer.model.cooling_words import METHOD_NAMES
from designer.render.floor_painter import paint_containment
from designer.render.fonts import font
from designer.render.theme import METHOD_COLOURS, Theme
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.scene import FloorScene

_PAD: Final = 12
_LINE: Final = 20
_BESIDE: Final = 38
"""Pixels that a key takes besides its words: its sign, and the gap to the next."""
_BESIDE_KEYS: Final = 2 * _PAD - 14
_HEADING: Final = ("kW per rack,", "by cooling method")
_CONTAINED: Final = "Contained aisle"
_COLOURS: Final = {METHOD_NAMES[method]: colour for method, colour in METHOD_COLOURS.items()}
MAP_SIZE: Final = QSize(150, 96)
FOLDED_SIZE: Final = QSize(30, 22)
_TIP: Final = "Click or drag to go there"
_FOLDED_TIP: Final = "Click to show the minimap"


class Legend(QWidget):
    """Names the colours: kW per rack, by cooling method; further marks only where one is drawn.

    Upright it stands beside a floor that leaves room at its sides, else it lies below it.
    """

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._upright = False
        self._wide = 1_000
        self._lacking = ""
        self._contained = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend: kW per rack, by cooling method")
        self.setAccessibleDescription(", ".join(self.keys()))

    def set_upright(self, upright: bool) -> None:
        """Stand, or lie."""
        self._upright = upright
        self.update()

    def set_most_wide(self, px: int) -> None:
        """Lie in one line of keys if they are no wider than that, else in two."""
        self._wide = px
        self.update()

    def set_marks(self, *, lacking: str, contained: bool) -> bool:
        """Take what the floor bears besides methods; return whether the keys are others now.

        Parameters
        ----------
        lacking
            What racks lack that no method cools; empty where there is none.
        contained
            Whether an aisle is contained.
        """
        if (lacking, contained) == (self._lacking, self._contained):
            return False
        self._lacking, self._contained = lacking, contained
        self.setAccessibleDescription(", ".join(self.keys()))
        self.update()
        return True

    def keys(self) -> tuple[str, ...]:
        """Return the words of the keys in their order."""
        named = [METHOD_NAMES[method] for method in METHOD_COLOURS]
        further = (self._lacking, _CONTAINED if self._contained else "")
        return (*named, *filter(None, further))

    def size_if(self, *, upright: bool) -> QSize:
        """Return the room that the names need, standing or lying."""
        metrics = QFontMetrics(font(11))
        names = [metrics.horizontalAdvance(name) + _BESIDE for name in self.keys()]
        if upright:
            heading = QFontMetrics(font(11, 600)).horizontalAdvance(_HEADING[0])
            width = max(*names, heading + 20) + 2 * _PAD - 20
            return QSize(width, 46 + len(names) * _LINE)
        lines = self._in_lines(names)
        width = max(sum(line) for line in lines)
        return QSize(width + _BESIDE_KEYS, 32 + len(lines) * _LINE)

    def sizeHint(self) -> QSize:
        """Return the room that the names need."""
        return self.size_if(upright=self._upright)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a panel with swatches."""
        theme = self._workspace.theme
        painter = QPainter(self)
        _paint_panel(painter, self.rect(), theme)
        painter.setFont(font(11, 600))
        painter.setPen(QColor(theme.dim))
        heading = ("\n" if self._upright else " ").join(_HEADING)
        high = 34 if self._upright else 18
        box = QRect(_PAD, 6, self.width() - _PAD, high)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, heading)
        painter.setFont(font(11))
        keys = self.keys()
        names = [painter.fontMetrics().horizontalAdvance(name) + _BESIDE for name in keys]
        for name, corner in zip(keys, self._corners(names), strict=True):
            corner += QPoint(_PAD, 6 + high + 2)
            self._paint_sign(painter, name, QRectF(corner.x(), corner.y() + 3, 12, 12))
            painter.setPen(QColor(theme.text))
            words = QRect(corner.x() + 18, corner.y(), 300, 18)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, name)
        painter.end()

    def _paint_sign(self, painter: QPainter, name: str, box: QRectF) -> None:
        theme = self._workspace.theme
        if name == _CONTAINED:
            paint_containment(painter, box.adjusted(1, 1, -1, -1), theme, 1)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_COLOURS.get(name, theme.faint)))
        painter.drawRoundedRect(box, 2, 2)

    def _in_lines(self, names: Sequence[int]) -> list[Sequence[int]]:
        """Return the widths of keys in one line, or shared out among two."""
        is_one = sum(names) + _BESIDE_KEYS <= self._wide
        first = len(names) if is_one else -(-len(names) // 2)
        return [line for line in (names[:first], names[first:]) if line]

    def _corners(self, names: Sequence[int]) -> list[QPoint]:
        """Return where keys of these widths stand, from the upper left corner of the first."""
        if self._upright:
            return [QPoint(0, number * _LINE) for number in range(len(names))]
        return [
            QPoint(sum(line[:place]), number * _LINE)
            for number, line in enumerate(self._in_lines(names))
            for place in range(len(line))
        ]


class Minimap(QWidget):
    """The whole floor in a corner, with the part in view; click or drag to go there.

    Folded it is a button of the same form, which covers next to nothing.
    """

    centre_wanted = Signal(QPointF)
    unfold_wanted = Signal()

    def __init__(self, workspace: Workspace, floor: FloorScene, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._floor = floor
        self._picture: QPixmap | None = None
        self._visible = QRectF()
        self._goes = False
        self.setFixedSize(MAP_SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Minimap")
        self.setToolTip(_TIP)

    @property
    def is_folded(self) -> bool:
        """Whether it is folded."""
        return self.size() == FOLDED_SIZE

    def set_folded(self, folded: bool) -> None:
        """Fold, or show the floor."""
        if folded != self.is_folded:
            self.setFixedSize(FOLDED_SIZE if folded else MAP_SIZE)
            self.setToolTip(_FOLDED_TIP if folded else _TIP)
            self.forget()

    def forget(self) -> None:
        """Draw the floor anew at the next paint: it changed."""
        self._picture = None
        self.update()

    def show_visible(self, box: QRectF) -> None:
        """Mark the part of the floor that is in view."""
        if box != self._visible:
            self._visible = box
            self.update()

    def transform(self) -> QTransform:
        """Return the map from mm on the floor to pixels here."""
        floor = self._floor.sceneRect()
        room = self.rect().toRectF().adjusted(5, 5, -5, -5)
        scale = min(room.width() / max(floor.width(), 1), room.height() / max(floor.height(), 1))
        made = QTransform.fromTranslate(room.center().x(), room.center().y())
        made.scale(scale, scale)
        made.translate(-floor.center().x(), -floor.center().y())
        return made

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the floor from its picture, and the part in view."""
        theme = self._workspace.theme
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatioF() != ratio:
            self._picture = self._draw(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = self.transform().mapRect(self._visible)
        seen = seen.intersected(self.rect().toRectF().adjusted(1, 1, -1, -1))
        tint = QColor(theme.accent)
        tint.setAlphaF(0.10)
        painter.setBrush(tint)
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        if not seen.isEmpty():
            painter.drawRoundedRect(seen.adjusted(0.75, 0.75, -0.75, -0.75), 2, 2)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there, or unfold."""
        if self.is_folded:
            self.unfold_wanted.emit()
            # What is left of this press must not go anywhere on the map that it opened.
            self._goes = False
            event.accept()
            return
        self._goes = True
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on going there."""
        if self._goes and event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew when fonts or palette change."""
        if event.type() == QEvent.Type.PaletteChange:
            self.forget()
        super().changeEvent(event)

    def _go(self, event: QMouseEvent) -> None:
        back, possible = self.transform().inverted()
        if possible:
            self.centre_wanted.emit(back.map(event.position()))
        event.accept()

    def _draw(self, ratio: float) -> QPixmap:
        theme = self._workspace.theme
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        _paint_panel(painter, self.rect(), theme)
        painter.setTransform(self.transform(), combine=True)
        wall = QPen(QColor(theme.line), 1)
        wall.setCosmetic(True)
        painter.setPen(wall)
        outline = self._workspace.document.design.room.outline
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in outline]))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.faint))
        painter.drawRects([item.sceneBoundingRect() for item in self._floor.racks.values()])
        painter.end()
        return picture


def _paint_panel(painter: QPainter, box: QRect, theme: Theme) -> None:
    fill = QColor(theme.panel)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
