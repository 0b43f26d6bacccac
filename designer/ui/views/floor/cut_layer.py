"""The worst cut on the floor: racks tinted as far as they stand on one side of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.render.lettering import RIGHT, draw_text
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.cable_layer import Footprints

_TINT: Final = 0.34
_WORDS_PX: Final = 26.0
"""Width of a rack from which it says how much of it stands there, where that is not all."""
_LINE_PX: Final = 15.0


class CutLayer(QGraphicsItem):
    """Paints over racks which side of a cut they stand on."""

    def __init__(self, workspace: Workspace, floor: Footprints) -> None:
        super().__init__()
        self._workspace, self._floor = workspace, floor
        self._shares: Mapping[str, float] = {}
        self._bounds = QRectF()
        self.toggled: Callable[[], None] = lambda: None
        """Called when it is shown, or no longer."""
        self.setZValue(5)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def shares(self) -> Mapping[str, float]:
        """The racks that are tinted, and how much of each."""
        return self._shares

    def show_shares(self, shares: Mapping[str, float]) -> None:
        """Tint other racks."""
        if shares != self._shares:
            self._shares = shares
            if bool(shares) != self.isVisible():
                self.setVisible(bool(shares))
                self.toggled()
            self.update()

    def follow(self, bounds: QRectF) -> None:
        """Cover another part of the plane."""
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def boundingRect(self) -> QRectF:
        """Return the box around the whole floor."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Fill racks from below, in device pixels: lines and figures are sharp at any zoom."""
        transform, theme = painter.worldTransform(), self._workspace.theme
        tint = QColor(theme.accent)
        tint.setAlphaF(_TINT)
        edge = QPen(QColor(theme.accent), 1.6)
        edge.setDashPattern([4.0, 2.5])
        racks, far = self._floor.racks, self._floor.is_far
        painter.save()
        painter.setWorldTransform(QTransform())
        for rack, share in self._shares.items():
            item = racks.get(rack)
            if item is None:
                continue
            box = transform.mapRect(item.sceneBoundingRect())
            filled = QRectF(box)
            filled.setTop(box.bottom() - box.height() * share)
            painter.fillRect(filled, tint)
            if far:
                continue
            painter.setPen(edge)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(filled.adjusted(1, 1, -1, -1))
            if share < 1.0 and box.width() >= _WORDS_PX:
                line = QRectF(box.left(), box.bottom() - _LINE_PX, box.width() - 4, _LINE_PX)
                draw_text(painter, line, part_words(share), 10, theme.text, 600, RIGHT)
        painter.restore()


def part_words(share: float) -> str:
    """Return a part that is neither nothing nor all in per cent, never as one of these."""
    return f"{min(max(round(share * 100), 1), 99)} %"
