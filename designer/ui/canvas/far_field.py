"""All racks at once, seen from far away: rectangles in batches by colour, no text.

numpy is imported when racks are first seen from far away, not before the window stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.render.drawing import worst_state
from designer.render.theme import METHOD_COLOURS
from designer.ui.workspace import Workspace

if TYPE_CHECKING:
    import numpy as np

    from designer.ui.canvas.rack_item import RackItem

_INSET_MM = 30
"""Gap drawn around a rack, so that neighbours stay told apart at four pixels each."""
_BAR_PART = 0.34
"""Part of the depth that the cooling method's colour takes."""


class FarField(QGraphicsItem):
    """Paints every rack as a body and a bar in the colour of its cooling method.

    Parameters
    ----------
    workspace
        Where theme and reports come from.
    racks
        The scene's items by rack id; read, never changed.
    """

    def __init__(self, workspace: Workspace, racks: Mapping[str, RackItem]) -> None:
        super().__init__()
        self._workspace = workspace
        self._racks = racks
        self._bounds = QRectF()
        self._marked: set[str] = set()
        self._edges: np.ndarray | None = None
        self._bodies: list[QRectF] | None = None
        self._bars: dict[str, list[int]] | None = None
        self._flags: dict[str, list[int]] = {}
        self.setZValue(-1)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        """Return the whole floor."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Cover another part of the plane."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def set_marked(self, rack_ids: set[str]) -> None:
        """Outline these racks as chosen."""
        for rack_id in rack_ids ^ self._marked:
            item = self._racks.get(rack_id)
            if item is not None:
                self.update(item.sceneBoundingRect())
        self._marked = rack_ids

    def forget_boxes(self) -> None:
        """Read all positions anew at the next paint."""
        self._bodies = None
        self._bars = None
        self.update()

    def forget_colours(self) -> None:
        """Read all figures and colours anew at the next paint."""
        self._bars = None
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the racks that the exposed rectangle touches."""
        bodies, bars = self._ready()
        if not bodies:
            return
        shown = self._shown(option.exposedRect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._workspace.theme.device_line))
        chosen = bodies if shown is None else [bodies[i] for i in shown.nonzero()[0]]
        painter.drawRects(chosen)
        for colour, rows in bars.items():
            painter.setBrush(QColor(colour))
            painter.drawRects([_bar(bodies[i]) for i in rows if shown is None or shown[i]])
        self._paint_flags(painter, bodies, shown)
        self._paint_marked(painter)

    def _ready(self) -> tuple[list[QRectF], dict[str, list[int]]]:
        if self._bodies is None:
            import numpy as np

            boxes = [item.sceneBoundingRect() for item in self._racks.values()]
            gap = _INSET_MM
            self._bodies = [box.adjusted(gap, gap, -gap, -gap) for box in boxes]
            self._edges = np.array(
                [(b.left(), b.top(), b.right(), b.bottom()) for b in boxes], dtype=np.float64
            ).reshape(-1, 4)
            self._bars = None
        if self._bars is None:
            self._bars, self._flags = {}, {}
            for row, rack_id in enumerate(self._racks):
                report = self._workspace.rack_report(rack_id)
                colour = METHOD_COLOURS.get(report.cooling_method) if report else None
                if colour:
                    self._bars.setdefault(QColor(colour).name(), []).append(row)
                state = worst_state(limit.state for limit in report.limits) if report else ""
                if state in ("warning", "error"):
                    self._flags.setdefault(state, []).append(row)
        return self._bodies, self._bars

    def _shown(self, exposed: QRectF) -> np.ndarray | None:
        """Return a mask of the racks to paint; None for all."""
        edges = self._edges
        if edges is None or exposed.contains(self._bounds):
            return None
        return (
            (edges[:, 0] < exposed.right())
            & (edges[:, 2] > exposed.left())
            & (edges[:, 1] < exposed.bottom())
            & (edges[:, 3] > exposed.top())
        )

    def _paint_flags(
        self, painter: QPainter, bodies: list[QRectF], shown: np.ndarray | None
    ) -> None:
        """Paint a triangle on what warns and a full block on what exceeds a limit."""
        theme = self._workspace.theme
        for state, rows in self._flags.items():
            painter.setBrush(QColor(theme.warning if state == "warning" else theme.error))
            for row in rows:
                if shown is not None and not shown[row]:
                    continue
                box = bodies[row]
                low = QRectF(box.left(), box.center().y(), box.width(), box.height() / 2)
                if state == "error":
                    painter.drawRect(low)
                else:
                    top = QPointF(low.center().x(), low.top())
                    painter.drawPolygon(QPolygonF([top, low.bottomLeft(), low.bottomRight()]))

    def _paint_marked(self, painter: QPainter) -> None:
        if not self._marked:
            return
        pen = QPen(QColor(self._workspace.theme.accent), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        items = (self._racks.get(rack_id) for rack_id in self._marked)
        painter.drawRects([item.sceneBoundingRect() for item in items if item is not None])


def _bar(body: QRectF) -> QRectF:
    return QRectF(body.left(), body.top(), body.width(), body.height() * _BAR_PART)
