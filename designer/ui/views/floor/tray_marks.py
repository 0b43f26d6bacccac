"""The cable trays on the floor: painted over the racks, and what of them is under the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.tray_plans import tray_boxes
from designer.model.design import Tray
from designer.model.network_keys import tray_key, tray_of
from designer.render.tray_painter import (
    NamePlace,
    paint_ladder,
    place_of_name,
    strips_of,
    write_name,
)
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_item import RackItem

_GRIP_PX: Final = 4.0
_AROUND_PX: Final = 16.0
"""By how much lines, grips and half the height of a name stand out of a tray at most."""


class TrayMarks(QGraphicsItem):
    """Trays as ladders; those that are selected have a grip at each corner.

    Attributes
    ----------
    colour_of
        Gives the colour of a tray by its id; empty for that of lines.
    named
        Whether names are written: not where numbers of cables stand on the trays.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._trays: tuple[Tray, ...] = ()
        self._hovered = ""
        self._bounds = QRectF()
        self._boxes: tuple[QRectF, ...] = ()
        self._places: dict[str, NamePlace | None] = {}
        self._placed_at = 0.0
        self.colour_of: Callable[[str], str] = lambda _: ""
        self.named: Callable[[], bool] = lambda: True
        self.setZValue(9)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def reload(self) -> None:
        """Look at the design anew."""
        self.forget_places()
        self._trays = self._workspace.document.design.trays
        self._boxes = tuple(map(_box, self._trays))
        bounds = QRectF()
        for box in self._boxes:
            bounds = bounds.united(box)
        self.prepareGeometryChange()
        self._bounds = bounds.adjusted(-100, -100, 100, 100) if self._trays else bounds
        self.follow_filter()

    def forget_places(self) -> None:
        """Look anew for where names hide no rack: trays or racks are elsewhere."""
        self._places.clear()

    def follow_filter(self) -> None:
        """Show trays, or do not."""
        self.setVisible(bool(self._trays) and self._workspace.filter.allows("trays"))
        self.update()

    def key_at(self, point: QPointF, reach_mm: float) -> str:
        """Return the tray that a press at a point takes; empty of none."""
        if not self.isVisible():
            return ""
        for tray in reversed(self._trays):
            strips = strips_of(tray, QTransform())
            if any(one.reaches(point, one.wide / 2 + reach_mm) for one in strips):
                return tray_key(tray.id)
        return ""

    def corner_at(self, key: str, point: QPointF, reach_mm: float) -> int | None:
        """Return which corner of a tray a point takes; None of none."""
        tray = next((one for one in self._trays if one.id == tray_of(key)), None)
        near = [
            (abs(point.x() - x) + abs(point.y() - y), at)
            for at, (x, y) in enumerate(tray.corners if tray else ())
        ]
        off, at = min(near, default=(reach_mm + 1, 0))
        return at if off <= reach_mm else None

    def hover(self, key: str) -> None:
        """Light a tray; an empty key lights none."""
        if key != self._hovered:
            self._hovered = key
            self.update()

    def boundingRect(self) -> QRectF:
        """Return the box around all trays."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint those that are exposed, in device pixels: lines are as sharp as on any widget."""
        theme, chosen = self._workspace.theme, set(self._workspace.selection)
        transform = painter.worldTransform()
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        off = _AROUND_PX / max(transform.m11(), 1e-6)
        exposed = option.exposedRect.adjusted(-off, -off, off, off)
        for tray, box in zip(self._trays, self._boxes, strict=True):
            if not exposed.intersects(box):
                continue
            key = tray_key(tray.id)
            lit = key in chosen or key == self._hovered
            if lit:
                self._light(painter, tray, transform, chosen=key in chosen)
            colour = theme.accent if key in chosen else self.colour_of(tray.id)
            paint_ladder(painter, tray, transform, theme, 1.0, colour)
            place = self._place_of(tray, transform)
            if place is not None:
                write_name(painter, tray, place.mapped(transform), theme, 1.0)
            if key in chosen:
                painter.setBrush(QColor(theme.accent))
                painter.setPen(QPen(QColor(theme.canvas), 1))
                for x, y in tray.corners:
                    painter.drawEllipse(transform.map(QPointF(x, y)), _GRIP_PX, _GRIP_PX)
        painter.restore()

    def _place_of(self, tray: Tray, transform: QTransform) -> NamePlace | None:
        """Return where a name stands, mm: looked for once at each zoom."""
        if not self.named():
            return None
        if transform.m11() != self._placed_at:
            self._placed_at = transform.m11()
            self.forget_places()
        if tray.id not in self._places:
            place = place_of_name(
                tray, transform, self._workspace.theme, 1.0,
                lambda box: self._is_free(transform, box),
            )  # fmt: skip
            back = transform.inverted()[0]
            self._places[tray.id] = place if place is None else place.mapped(back)
        return self._places[tray.id]

    def _is_free(self, transform: QTransform, place: QRectF) -> bool:
        """Return whether a name at a place, in pixels, hides no rack."""
        scene, back = self.scene(), transform.inverted()[0]
        if scene is None:
            return True
        under = scene.items(back.mapRect(place))
        return not any(isinstance(one, RackItem) for one in under)

    def _light(self, painter: QPainter, tray: Tray, transform: QTransform, *, chosen: bool) -> None:
        tint = QColor(self._workspace.theme.accent)
        tint.setAlphaF(0.18 if chosen else 0.1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        for strip in strips_of(tray, transform):
            painter.drawPolygon(strip.outline())


def _box(tray: Tray) -> QRectF:
    """Return the box around all pieces of a tray."""
    found = QRectF()
    for left, top, right, bottom in tray_boxes(tray):
        found = found.united(QRectF(left, top, right - left, bottom - top))
    return found
