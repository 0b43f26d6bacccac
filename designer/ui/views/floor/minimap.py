"""The whole floor in a corner of its view."""

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.float_panel import paint_panel
from designer.ui.views.floor.scene import FloorScene

MAP_SIZE: Final = QSize(150, 96)
FOLDED_SIZE: Final = QSize(30, 22)
_TIP: Final = "Click or drag to go there"
_FOLDED_TIP: Final = "Click to show the minimap"


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
        self._drawn_by = QTransform()
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

    def redraw(self, boxes: list[QRectF]) -> None:
        """Draw parts of the floor anew, in mm: racks were put elsewhere."""
        if self._picture is None or not boxes:
            return
        if self._drawn_by != self.transform():
            self.forget()
            return
        around = QRectF()
        for box in boxes:
            around = around.united(self._drawn_by.mapRect(box))
        self._draw_on(self._picture, around.toAlignedRect().adjusted(-1, -1, 1, 1))
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
            self._picture, self._drawn_by = self._draw(ratio), self.transform()
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
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        self._draw_on(picture, self.rect())
        return picture

    def _draw_on(self, picture: QPixmap, part: QRect) -> None:
        """Draw a part of the floor anew."""
        theme, transform = self._workspace.theme, self.transform()
        painter = QPainter(picture)
        painter.setClipRect(part)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(part, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        paint_panel(painter, self.rect(), theme)
        painter.setTransform(transform, combine=True)
        wall = QPen(QColor(theme.line), 1)
        wall.setCosmetic(True)
        painter.setPen(wall)
        design = self._workspace.document.design
        for outline in (design.room.outline, *(hall.outline for hall in design.halls)):
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in outline]))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.faint))
        index = self._floor.index
        seen = transform.inverted()[0].mapRect(QRectF(part.adjusted(-1, -1, 1, 1)))
        painter.drawRects([index.rect_of(key) for key in index.touching(seen)])
        painter.end()
