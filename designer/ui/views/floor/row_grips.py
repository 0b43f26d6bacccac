"""The grips of the row that is selected: count, pitch, aisles, front; and where it would end.

A row alone in the selection, or a rack that stands in none, has them. Ghost slots show which racks
would follow, and a line says what stops them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.row_plans import AisleBeside, aisles_beside
from designer.document.row_shapes import Room, RowShape, box_of, room_of, shape_of_chosen
from designer.render.lettering import CENTRE, LEFT, draw_text, text_width
from designer.ui.state.workspace import Workspace

GripKind = Literal["count", "pitch", "above", "below", "mirror"]
SLOTS: Final = 3
"""Ghost slots beyond the last rack, while the count is not dragged."""
_EM: Final = 10.0
_CHIP_PX: Final = 17.0
_GAP_PX: Final = 7.0
_NAME_PX: Final = 30.0
"""From the edge of the row to a grip."""
_AROUND_MM: Final = 6000.0
_LEAST_PX: Final = 40.0
"""A row drawn smaller across has no grips: they would cover it."""


@dataclass(frozen=True)
class Gripped:
    """The row that has grips."""

    shape: RowShape
    room: Room
    aisles: tuple[AisleBeside, ...]
    box: QRectF


class RowGrips(QGraphicsItem):
    """Draws the grips over the racks, and says which of them is under the hand."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._bounds = QRectF()
        self.shown: Gripped | None = None
        self._hovered = ""
        self._counted = 0
        self.names: Callable[[], Mapping[str, QRectF]] = dict
        self.setZValue(40)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        workspace.selection_changed.connect(self.reload)
        workspace.document_changed.connect(lambda _: self.reload())

    def reload(self) -> None:
        """Look at the selection anew."""
        space = self._workspace
        chosen = space.selection
        shape = shape_of_chosen(space.layout(), space.catalog, chosen) if chosen else None
        if shape is None and self.shown is None:
            return
        self.prepareGeometryChange()
        self.shown = None
        if shape is not None:
            left, top, right, bottom = box_of(space.catalog, shape)
            box = QRectF(left, top, right - left, bottom - top)
            layout, catalog = space.layout(), space.catalog
            beside = aisles_beside(layout, catalog, shape) if shape.row else ()
            self.shown = Gripped(shape, room_of(layout, catalog, shape), beside, box)
            off = _AROUND_MM
            self._bounds = box.adjusted(-off, -off, off, off)
        self._hovered = ""
        self.setVisible(shape is not None)
        self.update()

    def count(self, racks: int) -> None:
        """Show the slots up to a count, while it is dragged; 0 while it is not."""
        if racks != self._counted:
            self._counted = racks
            self.update()

    def grip_at(self, at: QPointF, to_view: QTransform) -> GripKind | None:
        """Return the grip at a point of the viewport, as the floor is mapped to it."""
        if not self.isVisible():
            return None
        return next((kind for kind, box in self.places(to_view).items() if box.contains(at)), None)

    def hover(self, kind: GripKind | None) -> bool:
        """Light a grip; return whether another one was lit."""
        if (kind or "") == self._hovered:
            return False
        self._hovered = kind or ""
        self.update()
        return True

    def cursor_of(self, kind: GripKind) -> Qt.CursorShape:
        """Return the cursor that says which way a grip goes."""
        down = self.shown is not None and self.shown.shape.sideways
        along = kind in ("count", "pitch")
        return Qt.CursorShape.SizeVerCursor if down is along else Qt.CursorShape.SizeHorCursor

    def places(self, to_view: QTransform) -> dict[GripKind, QRectF]:
        """Return where the grips are, in pixels of the viewport."""
        shown = self.shown
        if shown is None:
            return {}
        box, down = to_view.mapRect(shown.box), shown.shape.sideways
        if self._counted:
            x, y, right, bottom = shown.shape.box_at(self._counted - 1)
            last = to_view.mapRect(QRectF(x, y, right - x, bottom - y))
            box = QRectF(box.topLeft(), last.bottomRight())
        if (box.width() if down else box.height()) < _LEAST_PX:
            return {}
        end = QPointF(box.center().x(), box.bottom() + _GAP_PX) if down else (
            QPointF(box.right() + _GAP_PX, box.center().y())
        )  # fmt: skip
        found: dict[GripKind, QRectF] = {"count": _around(end, *((26, 9) if down else (9, 26)))}
        if len(shown.shape.in_line) > 1 and shown.shape.row:
            step = shown.shape.step_mm * to_view.m11()
            at = QPointF(box.left(), box.top() + step) if down else (
                QPointF(box.left() + step, box.top())
            )  # fmt: skip
            found["pitch"] = _around(at, 14, 14)
        if shown.shape.row:
            # Beyond the name of the row, which drags it: that may stand beyond a tray.
            off, name = _GAP_PX + _NAME_PX, self.names().get(shown.shape.row, QRectF())
            least = (name.top() if down else name.left()) - 2 * _GAP_PX
            least = inf if name.isNull() else least
            begin = QPointF(box.center().x(), min(box.top() - off, least)) if down else (
                QPointF(min(box.left() - off, least), box.center().y())
            )  # fmt: skip
            found["mirror"] = _around(begin, *((26, 12) if down else (12, 26)))
        for aisle in shown.aisles:
            kind: GripKind = "above" if aisle.above else "below"
            side = box.left() if aisle.above else box.right()
            flat = box.top() if aisle.above else box.bottom()
            spot = QPointF(side, box.center().y()) if down else QPointF(box.center().x(), flat)
            found[kind] = _around(spot, *((8, 28) if down else (28, 8)))
        return found

    def boundingRect(self) -> QRectF:
        """Return the box around the row, its grips and the slots that may follow."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels; nothing where the picture is not for the screen."""
        if self.shown is None or widget is None:
            return
        transform = painter.worldTransform()
        grips = self.places(transform)
        if not grips:
            return
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_slots(painter, transform)
        self._paint_chips(painter, transform, grips)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._workspace.theme.accent), 1.6))
        painter.drawRoundedRect(transform.mapRect(self.shown.box).adjusted(-2, -2, 2, 2), 4, 4)
        for kind, box in grips.items():
            self._paint_grip(painter, kind, box)
        painter.restore()

    def _paint_slots(self, painter: QPainter, transform: QTransform) -> None:
        shown, theme = self.shown, self._workspace.theme
        if shown is None:
            return
        shape, room = shown.shape, shown.room
        last = min(room.most, max(shape.count + SLOTS, self._counted + SLOTS))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(QColor(theme.dim), 1, Qt.PenStyle.DashLine)
        for number in range(max(shape.count, self._counted), last):
            x, y, right, bottom = shape.box_at(number)
            slot = transform.mapRect(QRectF(x, y, right - x, bottom - y)).adjusted(2, 1, -2, -1)
            painter.setPen(pen)
            painter.drawRoundedRect(slot, 3, 3)
            if slot.width() > 18:
                draw_text(painter, slot, str(number + 1), _EM, theme.faint, 500, CENTRE)
        if last == room.most and room.stopped_by:
            self._paint_stop(painter, transform, shown)

    def _paint_stop(self, painter: QPainter, transform: QTransform, shown: Gripped) -> None:
        """Paint the line at which the row ends, with what stops it."""
        theme, shape = self._workspace.theme, shown.shape
        x, y, right, bottom = shape.box_at(shown.room.most)
        box = transform.mapRect(QRectF(x, y, right - x, bottom - y))
        painter.setPen(QPen(QColor(theme.warning), 1.4, Qt.PenStyle.DashLine))
        words = shown.room.stopped_by
        wide = text_width(words, _EM) + 4
        if shape.sideways:
            painter.drawLine(box.topLeft(), box.topRight())
            place = QRectF(box.center().x() - wide / 2, box.top() + 3, wide, _CHIP_PX)
        else:
            painter.drawLine(box.topLeft(), box.bottomLeft())
            place = QRectF(box.left() + 4, box.bottom() - _CHIP_PX, wide, _CHIP_PX)
            # Before the line where it would leave the view.
            if place.right() > painter.viewport().right():
                place.moveRight(box.left() - 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(place.adjusted(-3, 0, 3, 0), 3, 3)
        draw_text(painter, place, words, _EM, theme.warning, 500, LEFT)

    def _paint_chips(
        self, painter: QPainter, transform: QTransform, grips: dict[GripKind, QRectF]
    ) -> None:
        shown = self.shown
        if shown is None:
            return
        shape, room = shown.shape, shown.room
        count = f"{self._counted or shape.count} of {room.most} racks"
        end = grips["count"]
        at = QPointF(end.right() + 6, end.center().y()) if shape.sideways else (
            QPointF(end.right() + 2, transform.mapRect(shown.box).top() - _CHIP_PX / 2 - 3)
        )  # fmt: skip
        self._chip(painter, at, count, begins=True)
        if "pitch" in grips and shape.pitch_mm is not None:
            above = grips["pitch"].center() - QPointF(0, 16)
            self._chip(painter, above, f"pitch {shape.pitch_mm:,} mm")
        for aisle in shown.aisles:
            box = grips["above" if aisle.above else "below"]
            off = -18 if aisle.above else 18
            middle = box.center() + (QPointF(off * 1.6, 0) if shape.sideways else QPointF(0, off))
            least = " · least" if aisle.clear_mm == aisle.least_mm else ""
            self._chip(painter, middle, f"{aisle.clear_mm:,} mm{least}")

    def _chip(self, painter: QPainter, at: QPointF, words: str, *, begins: bool = False) -> None:
        theme = self._workspace.theme
        place = QRectF(0, 0, text_width(words, _EM, 600) + 12, _CHIP_PX)
        place.moveCenter(at)
        if begins:
            place.moveLeft(at.x())
        painter.setPen(QPen(QColor(theme.accent), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(place, 4, 4)
        draw_text(painter, place, words, _EM, theme.text, 600, CENTRE)

    def _paint_grip(self, painter: QPainter, kind: GripKind, box: QRectF) -> None:
        theme = self._workspace.theme
        lit = kind == self._hovered
        painter.setPen(QPen(QColor(theme.background), 1))
        painter.setBrush(QColor(theme.text if lit else theme.accent))
        if kind == "mirror":
            for turned in (box, QRectF(box.bottomRight(), box.topLeft())):
                painter.drawPolygon(_arrow(turned, down=box.width() > box.height()))
            return
        if kind != "pitch":
            painter.drawRoundedRect(box, 3.5, 3.5)
            return
        middle, arm = box.center(), box.width() / 2
        painter.drawPolygon(QPolygonF([
            middle + QPointF(0, -arm), middle + QPointF(arm, 0), middle + QPointF(0, arm),
            middle + QPointF(-arm, 0),
        ]))  # fmt: skip


def _arrow(box: QRectF, *, down: bool) -> QPolygonF:
    """Return half of the sign of a mirror: a point to one side; of a box inside out, the other."""
    middle, gap = box.center(), 1.5 if box.width() > 0 else -1.5
    if down:
        return QPolygonF([
            QPointF(box.left(), middle.y()), QPointF(middle.x() - gap, box.top()),
            QPointF(middle.x() - gap, box.bottom()),
        ])  # fmt: skip
    return QPolygonF([
        QPointF(middle.x(), box.top()), QPointF(box.right(), middle.y() - gap),
        QPointF(box.left(), middle.y() - gap),
    ])  # fmt: skip


def _around(middle: QPointF, wide: float, high: float) -> QRectF:
    return QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
