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
    paint_dashes,
    paint_ladder,
    place_of_name,
    strips_of,
    write_name,
)
from designer.ui.state.padlock import padlock_at
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_index import RackIndex

_GRIP_PX: Final = 4.0
_BENEATH_MM: Final = 1_000
"""So far around the place of a name racks are looked for at once."""
_AROUND_PX: Final = 16.0
"""By how much lines, grips and half the height of a name stand out of a tray at most."""


class TrayMarks(QGraphicsItem):
    """Trays as ladders; those that are selected have a grip at each corner.

    Attributes
    ----------
    named
        Whether names are written: not where numbers of cables stand on the trays.
    lies_still
        Whether trays are painted with the ground: not under what lies between it and them.
    """

    def __init__(self, workspace: Workspace, index: RackIndex) -> None:
        super().__init__()
        self._workspace, self._index = workspace, index
        self._trays: tuple[Tray, ...] = ()
        self._later: frozenset[str] = frozenset()
        self._hovered = ""
        self._bounds = QRectF()
        self._boxes: tuple[QRectF, ...] = ()
        self._reach: tuple[tuple[Tray, tuple[float, float, float, float]], ...] = ()
        """What each covers, as numbers: each move of the pointer looks at all of them."""
        self._places: dict[str, NamePlace | None] = {}
        self._beneath: dict[str, tuple[QRectF, list[QRectF]]] = {}
        self._placed_at = 0.0
        self.named: Callable[[], bool] = lambda: True
        self.lies_still: Callable[[], bool] = lambda: True
        self.setZValue(9)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def reload(self) -> None:
        """Look at the design anew."""
        self.forget_places()
        self._beneath.clear()
        hides, takes = self._workspace.layers.hides, self._workspace.layers.takes
        every = self._workspace.document.design.trays
        self._trays = tuple(tray for tray in every if not hides("trays", tray.layer))
        self._boxes = tuple(map(_box, self._trays))
        self._reach = tuple(
            (tray, (box.left(), box.top(), box.right(), box.bottom()))
            for tray, box in zip(self._trays, self._boxes, strict=True)
            if takes("trays", tray.layer)
        )
        bounds = QRectF()
        for box in self._boxes:
            bounds = bounds.united(box)
        self.prepareGeometryChange()
        self._bounds = bounds.adjusted(-100, -100, 100, 100) if self._trays else bounds
        self.follow_filter()

    def follow_stage(self) -> bool:
        """Dash those that come later than what is looked at; return whether others do now."""
        was, self._later = self._later, self._workspace.stage.later.trays
        return was != self._later

    def forget_places(self) -> None:
        """Look anew for where names hide no rack: trays or racks are elsewhere."""
        self._places.clear()

    def renew(self, changed: list[QRectF]) -> list[QRectF]:
        """Look anew for names where racks stand elsewhere; return where one was or is now, in mm.

        Parameters
        ----------
        changed
            Where racks stand or stood that were put elsewhere, in mm.
        """
        if not self._placed_at:
            self._beneath.clear()
            return []
        transform, found = QTransform.fromScale(self._placed_at, self._placed_at), list[QRectF]()
        off = _AROUND_PX / self._placed_at
        for tray, box in zip(self._trays, self._boxes, strict=True):
            near = self._beneath.get(tray.id, (box,))[0].united(box.adjusted(-off, -off, off, off))
            if not any(near.intersects(part) for part in changed):
                continue
            self._beneath.pop(tray.id, None)
            if tray.id in self._places:
                was = self._places.pop(tray.id)
                now = self._place_of(tray, transform)
                if now != was:
                    found += [one.box for one in (was, now) if one is not None]
        return found

    def follow_filter(self) -> None:
        """Show trays, or do not."""
        self.setVisible(bool(self._trays) and self._workspace.filter.allows("trays"))
        self.update()

    def key_at(self, point: QPointF, reach_mm: float) -> str:
        """Return the tray that a press at a point takes; empty of none."""
        if not self.isVisible():
            return ""
        x, y, identity = point.x(), point.y(), QTransform()
        for tray, (left, top, right, bottom) in reversed(self._reach):
            outside = not left - reach_mm <= x <= right + reach_mm
            if outside or not top - reach_mm <= y <= bottom + reach_mm:
                continue
            strips = strips_of(tray, identity)
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
        """Paint what lies over those that lie still; in a picture of the scene, all of them."""
        transform = painter.worldTransform()
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if widget is None or not self.lies_still():
            self.paint_still(painter, option.exposedRect, transform)
        theme, chosen = self._workspace.theme, set(self._workspace.selection)
        off = _AROUND_PX / max(transform.m11(), 1e-6)
        exposed = option.exposedRect.adjusted(-off, -off, off, off)
        for tray, box in zip(self._trays, self._boxes, strict=True):
            key = tray_key(tray.id)
            if tray.locked and exposed.intersects(box):
                begin, beyond = (QPointF(*corner) for corner in tray.corners[:2])
                padlock_at(painter, transform.map((begin + beyond) / 2), theme)
            if not (key in chosen or key == self._hovered) or not exposed.intersects(box):
                continue
            self._light(painter, tray, transform, chosen=key in chosen)
            if key not in chosen:
                continue
            paint_ladder(painter, tray, transform, theme, 1.0, theme.accent)
            self._write(painter, tray, transform)
            painter.setBrush(QColor(theme.accent))
            painter.setPen(QPen(QColor(theme.canvas), 1))
            for x, y in tray.corners:
                painter.drawEllipse(transform.map(QPointF(x, y)), _GRIP_PX, _GRIP_PX)
        painter.restore()

    def paint_still(self, painter: QPainter, exposed: QRectF, transform: QTransform) -> None:
        """Paint those that a rectangle in mm touches, as they are without selection or pointer.

        In units of the device, which `transform` leads to: lines are as sharp as on any widget.
        """
        if not self.isVisible():
            return
        off = _AROUND_PX / max(transform.m11(), 1e-6)
        exposed = exposed.adjusted(-off, -off, off, off)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for tray, box in zip(self._trays, self._boxes, strict=True):
            if exposed.intersects(box):
                paint = paint_dashes if tray.id in self._later else paint_ladder
                paint(painter, tray, transform, self._workspace.theme, 1.0)
                self._write(painter, tray, transform)

    def _write(self, painter: QPainter, tray: Tray, transform: QTransform) -> None:
        place = self._place_of(tray, transform)
        if place is not None:
            write_name(painter, tray, place.mapped(transform), self._workspace.theme, 1.0)

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
                lambda band: self._under(tray, transform, band),
            )  # fmt: skip
            back = transform.inverted()[0]
            self._places[tray.id] = place if place is None else place.mapped(back)
        return self._places[tray.id]

    def _is_free(self, transform: QTransform, place: QRectF) -> bool:
        """Return whether a name at a place, in pixels, hides no rack."""
        return self._index.is_free(transform.inverted()[0].mapRect(place))

    def _under(self, tray: Tray, transform: QTransform, band: QRectF) -> list[QRectF]:
        """Return racks under a band along a tray, in pixels; those side by side as one.

        They are looked for once for several zooms: of the band only the width differs.
        """
        box = transform.inverted()[0].mapRect(band)
        known = self._beneath.get(tray.id)
        if known is None or not known[0].contains(box):
            around = box.adjusted(-_BENEATH_MM, -_BENEATH_MM, _BENEATH_MM, _BENEATH_MM)
            known = self._beneath[tray.id] = around, self._index.joined(around)
        return [transform.mapRect(rack) for rack in known[1]]

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
