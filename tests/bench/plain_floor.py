"""The picture of a floor as plain items of Qt in C++: what it costs to paint it barely.

What the floor paints at a scale is noted call by call, and every rectangle, line and word becomes
an item of a scene: the same picture, none of the Python, nothing kept.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QStaticText
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsScene,
    QGraphicsView,
)

if TYPE_CHECKING:
    from designer.ui.views.floor.canvas import FloorCanvas


class _Noting(QPainter):
    """A painter that makes an item of everything that is painted with it."""

    def __init__(self, device: QImage, scene: QGraphicsScene) -> None:
        super().__init__(device)
        self._scene = scene

    def drawRect(self, box: QRectF) -> None:  # type: ignore[override]  # as it is called
        self._scene.addRect(self.worldTransform().mapRect(box), self.pen(), self.brush())

    def drawRects(self, boxes: Sequence[QRectF]) -> None:  # type: ignore[override]  # as it is called
        for box in boxes:
            self.drawRect(box)

    def fillRect(self, box: QRectF, colour: QColor) -> None:  # type: ignore[override]  # as it is called
        none = QPen(Qt.PenStyle.NoPen)
        self._scene.addRect(self.worldTransform().mapRect(box), none, QBrush(colour))

    def drawRoundedRect(self, box: QRectF, x: float, y: float) -> None:  # type: ignore[override]  # as it is called
        path = QPainterPath()
        path.addRoundedRect(self.worldTransform().mapRect(box), x, y)
        self._scene.addPath(path, self.pen(), self.brush())

    def drawPolygon(self, corners: Any) -> None:  # type: ignore[override]  # as it is called
        self._scene.addPolygon(self.worldTransform().map(corners), self.pen(), self.brush())

    def drawEllipse(self, *_: Any) -> None:  # type: ignore[override]  # as it is called
        """Leave out what is round."""

    def drawLine(self, *line: Any) -> None:  # type: ignore[override]  # as it is called
        only = line[0] if isinstance(line[0], QLineF) else QLineF(*line)
        self._scene.addLine(self.worldTransform().map(only), self.pen())

    def drawLines(self, lines: Sequence[QLineF]) -> None:  # type: ignore[override]  # as it is called
        for line in lines:
            self.drawLine(line)

    def fillPath(self, path: QPainterPath, brush: Any) -> None:
        none = QPen(Qt.PenStyle.NoPen)
        self._scene.addPath(self.worldTransform().map(path), none, QBrush(brush))

    def strokePath(self, path: QPainterPath, pen: QPen) -> None:  # type: ignore[override]  # as it is called
        self._scene.addPath(self.worldTransform().map(path), pen)

    def drawStaticText(self, at: QPointF, words: QStaticText) -> None:  # type: ignore[override]  # as it is called
        self._write(at, words.text())

    def drawText(self, *given: Any) -> None:  # type: ignore[override]  # as it is called
        box = given[0]
        self._write(box.topLeft() if isinstance(box, QRectF) else QPointF(box), given[-1])

    def drawPixmap(self, *_: Any) -> None:  # type: ignore[override]  # as it is called
        raise RuntimeError("something was copied that should have been painted")

    def _write(self, at: QPointF, words: str) -> None:
        item = self._scene.addSimpleText(words, self.font())
        item.setBrush(QBrush(self.pen().color()))
        item.setTransform(self.worldTransform())
        item.setPos(self.worldTransform().map(at) - self.worldTransform().map(QPointF()))


def plain_view(canvas: "FloorCanvas") -> QGraphicsView:
    """Return a view of plain items that shows of the floor what the canvas shows now."""
    view = canvas.view
    at, scale, _ = view._seen_tiles()
    port = view.viewport().rect()
    box = QRectF(port.translated(at))
    scene = QGraphicsScene(box)
    scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = _Noting(image, scene)
    for _ in canvas.floor.ground.steps(painter, box, scale, 0.0, is_far=canvas.floor.is_far):
        pass
    painter.end()
    made = QGraphicsView(scene)
    scene.setParent(made)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setRenderHint(QPainter.RenderHint.Antialiasing, not canvas.floor.is_far)
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    made.setHorizontalScrollBarPolicy(off)
    made.setVerticalScrollBarPolicy(off)
    made.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    made.resize(port.size())
    made.show()
    return made
