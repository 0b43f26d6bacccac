"""The floor beside a fabric, small: which racks hold what is pointed at, selected, lost."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QFrame, QToolTip, QWidget

from designer.catalog.aisles import rack_size
from designer.catalog.catalog import Catalog
from designer.model.design import Design, Rack
from designer.render.theme import Theme
from designer.ui.kit.style import set_role

_EDGE = 8
_FAINT: Final = {"": 0.8, "tinted": 0.8, "hit": 0.5}
"""How strongly racks are painted that are not themselves chosen, lost or pointed at."""


class FloorInset(QFrame):
    """Draws the racks of a floor; a click selects one.

    Signals
    -------
    picked
        The id of the rack that was clicked; empty beside them.
    """

    picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self._theme = theme
        self._design: Design | None = None
        self._places: dict[str, QRectF] = {}
        self._names: dict[str, str] = {}
        self._marks: dict[str, str] = {}
        self._shares: Mapping[str, float] = {}
        self.setMouseTracking(True)
        self.setAccessibleName("Floor")

    @property
    def marks(self) -> dict[str, str]:
        """What is marked on racks, by id.

        `lost`, what feels a loss `hit`, `lit`, `chosen`, `joined`, of a cut `tinted`.
        """
        return self._marks

    def show_floor(self, design: Design, catalog: Catalog, theme: Theme) -> None:
        """Show the racks of a design."""
        self._theme = theme
        if design is not self._design:
            self._design = design
            self._places = {rack.id: _place(rack, catalog) for rack in design.racks}
            self._names = {rack.id: rack.name or rack.id for rack in design.racks}
        self.update()

    @property
    def shares(self) -> Mapping[str, float]:
        """How much of each tinted rack stands on that side of the cut."""
        return self._shares

    def show_marks(self, marks: dict[str, str], shares: Mapping[str, float]) -> None:
        """Mark racks; tinted ones as far as they stand on that side of a cut."""
        if marks != self._marks or shares != self._shares:
            self._marks, self._shares = marks, shares
            self.update()

    def rack_at(self, point: QPointF) -> str:
        """Return the rack at a point; empty beside them."""
        back, possible = self._transform().inverted()
        if not possible:
            return ""
        at = back.map(point)
        return next((rack for rack, place in self._places.items() if place.contains(at)), "")

    def place_of(self, rack: str) -> QRectF:
        """Return where a rack is drawn."""
        return self._transform().mapRect(self._places[rack])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint room and racks."""
        super().paintEvent(event)
        if self._design is None:
            return
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(self._transform())
        wall = QPen(QColor(theme.line), 1)
        wall.setCosmetic(True)
        painter.setPen(wall)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in self._design.room.outline]))
        painter.setPen(Qt.PenStyle.NoPen)
        colours = {
            "lost": theme.error, "hit": theme.error, "tinted": theme.accent, "lit": theme.accent,
            "chosen": theme.accent, "joined": theme.ok,
        }  # fmt: skip
        for rack, place in self._places.items():
            mark = self._marks.get(rack, "")
            colour = QColor(colours.get(mark, theme.device_line))
            body = QRectF(place)
            if mark in _FAINT:
                colour.setAlphaF(_FAINT[mark])
            if mark == "tinted":
                painter.setBrush(QColor(theme.device_line))
                painter.drawRect(place)
                body.setTop(place.bottom() - place.height() * self._shares.get(rack, 1.0))
            painter.setBrush(colour)
            painter.drawRect(body)
            if mark == "chosen":
                edge = QPen(QColor(theme.text), 1.5)
                edge.setCosmetic(True)
                painter.setPen(edge)
                painter.drawRect(place)
                painter.setPen(Qt.PenStyle.NoPen)
            elif mark == "lost":
                cross = QPen(QColor(theme.canvas), 1.5)
                cross.setCosmetic(True)
                painter.setPen(cross)
                painter.drawLine(place.topLeft(), place.bottomRight())
                painter.setPen(Qt.PenStyle.NoPen)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which rack is pointed at."""
        rack = self.rack_at(event.position())
        QToolTip.showText(event.globalPosition().toPoint(), self._names.get(rack, ""), self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a rack."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(self.rack_at(event.position()))

    def _transform(self) -> QTransform:
        """Return the map from mm on the floor to pixels here."""
        if self._design is None:
            return QTransform()
        outline = QPolygonF([QPointF(x, y) for x, y in self._design.room.outline]).boundingRect()
        for place in self._places.values():
            outline = outline.united(place)
        room = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        wide, high = max(outline.width(), 1.0), max(outline.height(), 1.0)
        scale = min(room.width() / wide, room.height() / high)
        made = QTransform.fromTranslate(room.center().x(), room.center().y())
        made.scale(scale, scale)
        made.translate(-outline.center().x(), -outline.center().y())
        return made


def _place(rack: Rack, catalog: Catalog) -> QRectF:
    wide, deep = rack_size(rack, catalog)
    return QRectF(rack.x_mm, rack.y_mm, wide, deep)
