"""What lies still on the floor, from the ground up: room, aisles, names of rows, racks, trays.

Painted in steps that take a millisecond or so each, so that who paints can stop between two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter, is_
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QTransform

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from designer.render.floor_painter import RoomPicture
from designer.render.standing import stands_alike
from designer.render.theme import Theme
from designer.render.underlay import paint_underlay
from designer.ui.state.underlays import Underlays
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.later_marks import LaterMarks
from designer.ui.views.floor.rack_field import RackField
from designer.ui.views.floor.rack_index import RackIndex
from designer.ui.views.floor.rack_overview import RackOverview
from designer.ui.views.floor.tray_marks import TrayMarks

HEM: Final = 2.0
"""By how much lines around a rack reach beyond it at most, in units of the device."""
_UNDER: Final = attrgetter("room", "halls", "rows", "trays", "power", "loops")
"""What is painted under racks, or moves what is written there, besides where they stand."""


class Ground:
    """Paints the floor with its racks at any scale.

    Parameters
    ----------
    workspace
        What is painted, and in which theme.
    far, near
        Who paints racks that are too small for words, and who those that are not.
    trays
        Who paints the cable trays over them.
    later
        Who paints over what comes in a later stage.
    underlays
        The building plans below all.
    index
        Where the racks stand that are shown.
    """

    def __init__(
        self, workspace: Workspace, far: RackOverview, near: RackField, trays: TrayMarks,
        later: LaterMarks, underlays: Underlays, index: RackIndex,
    ) -> None:  # fmt: skip
        self._index = index
        self._workspace, self._trays, self._underlays = workspace, trays, underlays
        self._far, self._near, self._later = far, near, later
        self._room: RoomPicture | None = None
        self._room_of: _Read | None = None

    def steps(
        self, painter: QPainter, exposed: QRectF, scale: float, ratio: float, *, is_far: bool
    ) -> Iterator[None]:
        """Paint a part of the floor.

        Parameters
        ----------
        exposed
            The part, in units of the device from the origin of the floor.
        scale
            Units of the device for a mm.
        ratio
            Pixels for one of these units.
        """
        theme = self._workspace.theme
        painter.fillRect(exposed, QColor(theme.canvas))
        for one, picture, why in self._underlays.shown():
            to_device = QTransform.fromScale(scale, scale)
            paint_underlay(painter, one, picture, why, to_device, theme, exposed)
            yield
        self.room(scale).paint(painter, exposed)
        yield
        near = exposed.adjusted(-HEM, -HEM, HEM, HEM)
        transform = QTransform.fromScale(scale, scale)
        on_floor = transform.inverted()[0].mapRect(near)
        if is_far:
            painter.setWorldTransform(transform)
            yield from self._far.steps(painter, on_floor)
            painter.setWorldTransform(QTransform())
            yield
        else:
            yield from self._near.steps(painter, on_floor, transform, ratio)
        if self._trays.lies_still():
            self._trays.paint_still(painter, on_floor, transform)
        yield from self._later.steps(painter, on_floor, transform)

    def is_read(self, box: QRect, scale: float) -> bool:
        """Return whether how racks of a part look from afar is known, or soon is.

        Parameters
        ----------
        box
            The part, in units of the device from the origin of the floor.
        """
        return self._far.is_read(_on_floor(box, scale), scale)

    def paint_blocks(self, painter: QPainter, box: QRect, at: QPoint, scale: float) -> None:
        """Paint the racks of a part of a view that begins at a place, as seen from far away.

        Quick, and where they stand: until they are painted as they are to be. Bare floor while too
        many are to be read for that.
        """
        painter.fillRect(box.translated(-at), QColor(self._workspace.theme.canvas))
        on_floor = _on_floor(box, scale)
        if not self._far.is_read(on_floor, scale):
            return
        transform = QTransform(scale, 0, 0, scale, -at.x(), -at.y())
        painter.setWorldTransform(transform)
        self._far.paint_in(painter, on_floor)
        painter.setWorldTransform(QTransform())

    def renew(self, moved: list[QRectF]) -> list[QRectF] | None:
        """Look at the room anew; return what looks different in mm, None for all of it.

        That is so at the scale that was painted last.

        Parameters
        ----------
        moved
            Where racks stand or stood that were put elsewhere, in mm.
        """
        before, kept = self._room, self._room_of
        if before is None or kept is None:
            return moved
        transform = QTransform.fromScale(kept.scale, kept.scale)
        room = self.room(kept.scale)
        if room is before and not moved:
            return []
        found = room.differing(before, [transform.mapRect(box) for box in moved])
        if found is None:
            return None
        back = transform.inverted()[0]
        found = [back.mapRect(box) for box in found]
        # Only of racks a name on a tray keeps off.
        return [*found, *self._trays.renew(moved)]

    def room(self, scale: float) -> RoomPicture:
        """Return the room at a scale; what is written where is worked out once for each.

        The same picture after an edit that moves nothing, such as a drop into a rack.
        """
        space = self._workspace
        layout, catalog = space.layout(), space.catalog
        design = space.layers.under_racks()
        # What no rack makes yet is no aisle, and is not closed: checks and sheets say so, too.
        looked = space.stage.of(layout.design)
        # All that stand are shown at first; later only where one is, its row and aisles are.
        hides = space.layers.any_hidden
        shown = self._index.changes if hides else -1
        if self._room is None or self._room_of is None or not self._room_of.is_of(
            design, looked, catalog, space.theme, scale, shown
        ):  # fmt: skip
            transform = QTransform.fromScale(scale, scale)
            self._room = RoomPicture(
                layout, catalog, space.theme, transform, design=design,
                stands=self._stands if hides else None, looked=looked,
            )  # fmt: skip
        self._room_of = _Read(design, looked, catalog, space.theme, scale, shown)
        return self._room

    def _stands(self, box: QRectF) -> bool:
        return bool(self._index.touching(box))


@dataclass(frozen=True, slots=True)
class _Read:
    """What a picture of the room was read from."""

    design: Design
    looked: Design
    """The whole as of the stage that is looked at, whose racks make aisles."""
    catalog: Catalog
    theme: Theme
    scale: float
    shown: int
    """Which change of the racks that are shown it followed; -1 while all are."""

    def is_of(
        self, design: Design, looked: Design, catalog: Catalog, theme: Theme, scale: float,
        shown: int,
    ) -> bool:  # fmt: skip
        """Return whether a room reads as this one: nothing under the racks is elsewhere."""
        known = self.catalog is catalog and self.theme is theme and self.scale == scale
        known = known and self.shown == shown
        if known and self.looked is not looked:
            known = stands_alike(self.looked, looked, catalog)
        if not known or self.design is design:
            return known
        alike = all(map(is_, _UNDER(self.design), _UNDER(design)))
        return alike and stands_alike(self.design, design, catalog)


def _on_floor(box: QRect, scale: float) -> QRectF:
    """Return a part of the floor in mm that is given in units of the device."""
    return QTransform.fromScale(scale, scale).inverted()[0].mapRect(QRectF(box))
