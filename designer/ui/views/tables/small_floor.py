"""The floor in small beside the lines: where chosen lines are, and those of the filter.

A click selects what is there, as on the large floor; Ctrl and a click adds or takes away.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
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
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from designer.document.placement import rack_box
from designer.model.design import Design
from designer.model.plural import plural
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.kit.style import mixed, set_role
from designer.ui.state.workspace import Workspace

HEIGHT: Final = 150
MARGIN: Final = 5
_LEAST_PX: Final = 2.0
"""A rack of a hall with thousands is drawn no smaller than that."""
_RACK_MM: Final = 600
_LEAST_EDGED_PX: Final = 4.0
"""So wide a rack has an edge around it."""


def racks_with(facts: Facts, table: Table, lines: Iterable[Any]) -> frozenset[str]:
    """Return the racks in which lines stand, or that they are."""
    if table.by_rack and table.touches is None:
        return frozenset(line.rack for line in lines)
    keys = table.touches or table.selects
    found = {facts.layout.rack_of(key) for line in lines for key in keys(facts, line)}
    return frozenset(found - {""})


class _Map(QWidget):
    """The drawing itself."""

    def __init__(self, workspace: Workspace, picked: Callable[[str, bool], None]) -> None:
        super().__init__()
        self._space, self._picked = workspace, picked
        self._picture: QPixmap | None = None
        self._of: Design | None = None
        self._boxes: dict[str, QRectF] = {}
        self.chosen: frozenset[str] = frozenset()
        self.listed: frozenset[str] | None = None
        self.setFixedHeight(HEIGHT)
        self.setMouseTracking(True)
        self.setAccessibleName("Floor in small")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def forget(self) -> None:
        """Draw anew: another design, other colours."""
        self._picture = None
        self.update()

    def at(self, point: QPointF) -> str:
        """Return the rack at a point; empty where there is none."""
        self._read()
        back, possible = self._transform().inverted()
        there = back.map(point) if possible else QPointF()
        reach = QRectF(there, there).adjusted(-1, -1, 1, 1)
        return next((key for key, box in self._boxes.items() if box.intersects(reach)), "")

    def box_of(self, rack: str) -> QRectF:
        """Return where a rack is drawn; none is where it has no box."""
        self._read()
        return self._transform().mapRect(self._boxes.get(rack, QRectF()))

    def _read(self) -> None:
        design = self._space.document.design
        if design is not self._of:
            boxes = ((rack.id, rack_box(self._space.catalog, rack)) for rack in design.racks)
            self._boxes = {
                key: QRectF(left, top, right - left, bottom - top)
                for key, (left, top, right, bottom) in boxes
            }
            self._of, self._picture = design, None

    def _transform(self) -> QTransform:
        """Return the map from mm on the floor to pixels here."""
        outline = self._space.document.design.room.outline
        floor = QPolygonF([QPointF(x, y) for x, y in outline]).boundingRect()
        for box in self._boxes.values():
            floor = floor.united(box)
        room = self.rect().toRectF().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        scale = min(room.width() / max(floor.width(), 1), room.height() / max(floor.height(), 1))
        made = QTransform.fromTranslate(room.center().x(), room.center().y())
        made.scale(scale, scale)
        made.translate(-floor.center().x(), -floor.center().y())
        return made

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the floor from its picture, then what is listed and what is chosen."""
        self._read()
        ratio, theme = self.devicePixelRatioF(), self._space.theme
        size = self.size() * ratio
        if self._picture is None or self._picture.size() != size:
            self._picture = self._draw(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        transform = self._transform()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 1))
        listed = self.listed or frozenset()
        painter.drawRects(self._drawn(transform, listed - self.chosen))
        painter.setBrush(QColor(theme.accent))
        painter.setPen(_edge(transform, QColor(theme.text)))
        painter.drawRects(self._drawn(transform, self.chosen))
        painter.end()

    def _drawn(self, transform: QTransform, racks: Iterable[str]) -> list[QRectF]:
        found = (transform.mapRect(self._boxes[key]) for key in racks if key in self._boxes)
        return [_seen(box) for box in found]

    def _draw(self, ratio: float) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        theme, design = self._space.theme, self._space.document.design
        picture.fill(QColor(theme.canvas))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        transform = self._transform()
        painter.setPen(QPen(QColor(theme.line), 1))
        for outline in (design.room.outline, *(hall.outline for hall in design.halls)):
            painter.drawPolygon(transform.map(QPolygonF([QPointF(x, y) for x, y in outline])))
        painter.setPen(_edge(transform, QColor(theme.canvas)))
        painter.setBrush(mixed(QColor(theme.canvas), QColor(theme.text), 0.28))
        painter.drawRects(self._drawn(transform, self._boxes))
        painter.end()
        return picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select what is there, or add it with Ctrl."""
        if event.button() == Qt.MouseButton.LeftButton:
            adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._picked(self.at(event.position()), adds)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell what is under the pointer."""
        rack = self.at(event.position())
        name = self._space.layout().name_of(rack) if rack else ""
        self.setToolTip(f"{name}: click selects, Ctrl and a click adds" if name else "")

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew when the palette changes."""
        if event.type() == QEvent.Type.PaletteChange:
            self.forget()
        super().changeEvent(event)


def _edge(transform: QTransform, ink: QColor) -> QPen:
    """Return the pen around racks; none where they are so small that it would cover them."""
    large = transform.m11() * _RACK_MM >= _LEAST_EDGED_PX
    return QPen(ink, 1) if large else QPen(Qt.PenStyle.NoPen)


def _seen(box: QRectF) -> QRectF:
    """Return a box that is large enough to be seen."""
    wide, high = max(box.width(), _LEAST_PX), max(box.height(), _LEAST_PX)
    middle = box.center()
    return QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)


class SmallFloor(QFrame):
    """The drawing with what is chosen in words."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._space = workspace
        self.map = _Map(workspace, self._pick)
        self.title, self.told = QLabel("ON THE FLOOR"), QLabel()
        set_role(self.title, "section")
        set_role(self.told, "caption")
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 4)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.map)
        column.addWidget(self.told)
        workspace.selection_changed.connect(self.follow)
        workspace.theme_changed.connect(self.map.forget)

    def show_listed(self, racks: frozenset[str] | None) -> None:
        """Outline the racks of the lines that a filter leaves; None outlines none."""
        self.map.listed = racks
        self.follow()

    def follow(self) -> None:
        """Mark the racks that are selected, or hold something that is."""
        if not self.isVisible():
            return
        chosen = frozenset(self._space.selected_rack_ids())
        self.map.chosen = chosen
        listed = self.map.listed
        said = [f"{len(chosen):,} chosen"] if chosen else []
        said += [f"{len(listed):,} in the filter"] if listed is not None else []
        every = plural(len(self._space.document.design.racks), "thing stands", "things stand")
        self.told.setText(" · ".join(said) or f"{every} here")
        self.map.setAccessibleDescription(self.told.text())
        self.map.update()

    def _pick(self, rack: str, adds: bool) -> None:
        before = self._space.selection if adds else ()
        if not rack:
            self._space.select(before)
        elif rack in before:
            self._space.select(tuple(key for key in before if key != rack))
        else:
            self._space.select((*before, rack))
