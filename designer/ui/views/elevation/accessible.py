"""The rack that is drawn for screen readers: its devices from top to bottom, then what is inside.

A device is said as `n1, U5–U12, DGX H100, locked`: its name, its place, its part, and what is
special about it; its figures and findings are told as its description.
"""

from typing import Any, Final

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from designer.catalog.inside_layout import InsideBox
from designer.model.layout import Placed
from designer.ui.kit.accessible_thing import AccessibleThing, registered
from designer.ui.views.elevation.told import (
    RackTold,
    device_heard,
    device_words,
    findings_at,
    inside_heard,
    inside_words,
)

_BETWEEN: Final = "\x1f"
"""Between the ids of a rack and of what is in it: no id has it."""


class AccessibleDevice(AccessibleThing):
    """One device as a screen reader hears it."""

    def __init__(self, view: "AccessibleElevation", rack_id: str, key: str) -> None:
        super().__init__(view.surface, key)
        self._of, self._rack_id = view, rack_id

    @property
    def placed(self) -> Placed | None:
        """The device, while its rack is shown and it is in it."""
        found = (one for one in self._of.devices(self._rack_id) if one.key == self.key)
        return next(found, None)

    def is_there(self) -> bool:
        """Return whether its rack is shown and it is in it."""
        return self.placed is not None

    def is_chosen(self) -> bool:
        """Return whether it is selected."""
        return self.key in self._of.rack.workspace.selection

    def seen(self) -> QRect:
        """Return where it is on its own face, else wherever it is seen."""
        faces = self._of.rack.faces
        drawn = faces.drawing.devices if faces.drawing else ()
        device = next((one for one in drawn if one.key == self.key), None)
        if device is None or faces.drawing is None:
            return QRect()
        return faces.place_of(faces.drawing, device).toAlignedRect()

    def words(self) -> tuple[str, str]:
        """Return name, place, part and state; then its figures and findings."""
        placed, rack = self.placed, self._of.rack
        if placed is None:
            return "", ""
        told = device_words(rack, placed).partition("\n")[2]
        return device_heard(rack, placed), "\n".join((told, *findings_at(rack, placed.key)))


class AccessibleUnit(AccessibleThing):
    """One unit inside a rack that is sold filled as a screen reader hears it."""

    def __init__(self, view: "AccessibleElevation", rack_id: str, key: str) -> None:
        super().__init__(view.surface, key)
        self._of, self._rack_id = view, rack_id

    @property
    def box(self) -> InsideBox | None:
        """The unit, while its rack is shown."""
        return next((one for one in self._of.units(self._rack_id) if one.name == self.key), None)

    def is_there(self) -> bool:
        """Return whether its rack is shown."""
        return self.box is not None

    def is_chosen(self) -> bool:
        """Return that it is not: the rack is selected whole."""
        return False

    def seen(self) -> QRect:
        """Return where it is on the first side that is shown."""
        box = self.box
        return QRect() if box is None else self._of.rack.faces.unit_box(box).toAlignedRect()

    def words(self) -> tuple[str, str]:
        """Return its name and place, and what it is."""
        box = self.box
        if box is None:
            return "", ""
        return inside_heard(box), inside_words(self._of.rack, box).partition("\n")[2]


class AccessibleElevation(QAccessibleWidget):
    """The drawing of a rack with what is in it as children, from top to bottom.

    Parameters
    ----------
    widget, rack
        The drawing: as what Qt knows it, and as what it tells.
    """

    def __init__(self, widget: QWidget, rack: RackTold) -> None:
        super().__init__(widget, QAccessible.Role.List)
        self.surface, self.rack = widget, rack
        self._things: dict[str, AccessibleThing] = {}

    def devices(self, rack_id: str) -> tuple[Placed, ...]:
        """Return the devices of a rack from top to bottom; none of one that is not shown."""
        if rack_id != self.rack.rack_id:
            return ()
        return tuple(reversed(self.rack.workspace.layout().in_rack(rack_id)))

    def units(self, rack_id: str) -> tuple[InsideBox, ...]:
        """Return the units inside a rack from top to bottom; none of one that is not shown."""
        drawing = self.rack.faces.drawing
        if rack_id != self.rack.rack_id or drawing is None or not drawing.inside:
            return ()
        return tuple(sorted(drawing.inside.boxes, key=lambda box: -box.half_u))

    def childCount(self) -> int:  # noqa: N802 - Qt's name
        """Return how much there is in the rack."""
        rack_id = self.rack.rack_id
        return len(self.devices(rack_id)) + len(self.units(rack_id))

    def child(self, index: int) -> Any:  # noqa: ANN401 - Qt wants None or an interface
        """Return a device or a unit by its place from the top, devices first."""
        found = self._children()
        return found[index] if 0 <= index < len(found) else None

    def childAt(self, x: int, y: int) -> Any:  # noqa: ANN401, N802 - as above
        """Return what is at a point of the screen."""
        at = QPointF(self.surface.mapFromGlobal(QPoint(x, y)))
        found, within = self.rack.faces.device_at(at), self.rack.faces.inside_at(at)
        if found is not None:
            return self._thing(AccessibleDevice, found[0].key)
        return self._thing(AccessibleUnit, within.name) if within is not None else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802 - Qt's name
        """Return the place of a device or unit from the top."""
        found = self._children()
        return found.index(child) if child in found else -1

    def tell_rack(self) -> None:
        """Let a screen reader know that something else is in the drawing."""
        if QAccessible.isActive():
            event = QAccessibleEvent(self.surface, QAccessible.Event.ObjectReorder)
            QAccessible.updateAccessibility(event)

    def _children(self) -> list[AccessibleThing]:
        rack_id = self.rack.rack_id
        return [
            *(self._thing(AccessibleDevice, one.key) for one in self.devices(rack_id)),
            *(self._thing(AccessibleUnit, one.name) for one in self.units(rack_id)),
        ]

    def _thing(
        self, kind: type[AccessibleDevice] | type[AccessibleUnit], key: str
    ) -> AccessibleThing:
        """Return an interface, the same one each time."""
        rack_id = self.rack.rack_id
        name = _BETWEEN.join((kind.__name__, rack_id, key))
        if name not in self._things:
            self._things[name] = registered(kind(self, rack_id, key))
        return self._things[name]
