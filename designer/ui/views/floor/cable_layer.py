"""The cables on the floor: bundles, drops and straight ways, below the racks' own marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.engine.cable_ways import CableWays
from designer.render.cable_painter import (
    Fill,
    Number,
    Piece,
    drop_lines,
    fills_of,
    numbers_of,
    paint_cables,
    paint_way,
)
from designer.render.floor_painter import row_lettering
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.moved_cables import paint_moved
from designer.ui.views.floor.rack_index import RackIndex
from designer.ui.views.floor.rack_item import RackItem


class Footprints(Protocol):
    """What it needs of the floor that it is part of."""

    @property
    def racks(self) -> Mapping[str, RackItem]:
        """The racks, by id."""

    @property
    def index(self) -> RackIndex:
        """Where they stand."""

    @property
    def is_far(self) -> bool:
        """Whether racks are so small that they bear no words."""


class CableLayer(QGraphicsItem):
    """Paints the cables that are shown over the floor."""

    def __init__(self, workspace: Workspace, shown: CablesShown, floor: Footprints) -> None:
        super().__init__()
        self._floor = floor
        self._workspace, self._shown = workspace, shown
        self._fills: dict[Piece, Fill] = {}
        self._drops: list[QLineF] = []
        self._dropped: CableWays | None = None
        self._numbers: tuple[Number, ...] | None = None
        self._numbered_at = 0.0, False
        self._bounds = QRectF()
        self.setZValue(9.5)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def follow(self, bounds: QRectF) -> None:
        """Show what is to be shown now, somewhere on the floor."""
        ways, report = self._shown.ways, self._workspace.report_store.report
        trays = report.cables.trays if report is not None and ways is not None else ()
        self._fills = fills_of(trays)
        if ways is not self._dropped:
            self._dropped = ways
            self._drops = self._drop_lines(ways) if ways is not None else []
        self._numbers = None
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.setVisible(ways is not None)
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the box around the whole floor."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels, so that bundles are as wide at any zoom."""
        ways = self._shown.ways
        if ways is None:
            return
        transform = painter.worldTransform()
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._workspace.theme
        numbers = self._placed_numbers(ways, transform)
        paint_cables(painter, ways, self._fills, self._drops, numbers, transform, theme)
        paint_way(painter, self._shown.way, transform, theme)
        if self._shown.moved is not None:
            paint_moved(painter, self._shown.moved, transform, theme)
        painter.restore()

    def _drop_lines(self, ways: CableWays) -> list[QLineF]:
        """Return the drops to racks as these stand now: ways are asked for anew when one moves."""
        racks = self._floor.racks
        feet = {
            one.rack: racks[one.rack].sceneBoundingRect() for one in ways.drops if one.rack in racks
        }
        return drop_lines(ways, feet)

    def _placed_numbers(self, ways: CableWays, transform: QTransform) -> tuple[Number, ...]:
        """Return the numbers on bundles where they hide no words: looked for once at each zoom."""
        far = self._floor.is_far
        if self._numbers is not None and self._numbered_at == (transform.m11(), far):
            return self._numbers
        back, space = transform.inverted()[0], self._workspace
        rows = row_lettering(space.layout(), space.catalog, space.theme, transform, 1.0)

        def is_free(place: QRectF) -> bool:
            if any(place.intersects(name) for name in rows):
                return False
            return far or self._floor.index.is_free(back.mapRect(place))

        self._numbers = numbers_of(ways, self._fills, transform, is_free)
        self._numbered_at = transform.m11(), far
        return self._numbers
