"""Racks for screen readers: the floor view tells its racks as children, in reading order.

Racks are no objects, so their interfaces are registered with Qt, which then owns them; one whose
rack or view has gone says that it is not valid, as Qt expects.
"""

from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView
from shiboken6 import isValid

from designer.ui.state.tips import rack_tip
from designer.ui.views.floor.scene import FloorScene


class AccessibleRack(QAccessibleInterface):
    """One rack as a screen reader hears it.

    Parameters
    ----------
    view
        The view it is seen in.
    floor
        The scene of that view.
    rack_id
        Which rack.
    """

    def __init__(self, view: QGraphicsView, floor: FloorScene, rack_id: str) -> None:
        super().__init__()
        self.view, self.floor = view, floor
        self.rack_id = rack_id

    def isValid(self) -> bool:  # noqa: N802 - Qt's name
        """Return whether the rack is still on the floor."""
        return isValid(self.view) and self.rack_id in self.floor.racks

    def object(self) -> QObject | None:  # type: ignore[override]  # Qt allows none, the stub forgets
        """Return nothing: a rack is no widget."""
        return None

    def parent(self) -> QAccessibleInterface:
        """Return the floor's interface."""
        return QAccessible.queryAccessibleInterface(self.view)

    def child(self, index: int) -> Any:  # noqa: ANN401 - Qt wants None or an interface
        """Return nothing: devices are told in the elevation."""
        return None

    def childCount(self) -> int:  # noqa: N802 - Qt's name
        """Return none."""
        return 0

    def childAt(self, x: int, y: int) -> Any:  # noqa: ANN401, N802 - as above
        """Return nothing."""
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802 - Qt's name
        """Return that it has no such child."""
        return -1

    def rect(self) -> QRect:
        """Return where the rack is on the screen."""
        box = self.floor.bounds_of((self.rack_id,))
        seen = self.view.mapFromScene(box).boundingRect()
        return seen.translated(self.view.viewport().mapToGlobal(seen.topLeft()) - seen.topLeft())

    def role(self) -> QAccessible.Role:
        """Return what it is among its neighbours."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Return whether it is selected."""
        made = QAccessible.State()
        made.selectable = True
        made.selected = self.rack_id in self.floor.workspace.selection
        return made

    def text(self, kind: QAccessible.Text) -> str:
        """Return its name, or its figures in words."""
        name, _, rest = rack_tip(self.floor.workspace, self.rack_id).partition("\n")
        if kind == QAccessible.Text.Name:
            return name
        return rest if kind == QAccessible.Text.Description else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802 - Qt's name
        """Change nothing: racks are renamed in the properties."""


class AccessibleFloor(QAccessibleWidget):
    """The floor view with its racks as children."""

    def __init__(self, view: QGraphicsView, floor: FloorScene) -> None:
        super().__init__(view, QAccessible.Role.List, "Floor plan")
        self.view, self.floor = view, floor
        self._racks: dict[str, AccessibleRack] = {}

    def childCount(self) -> int:  # noqa: N802 - Qt's name
        """Return the number of racks."""
        return len(self.floor.racks)

    def child(self, index: int) -> Any:  # noqa: ANN401 - Qt wants None or an interface
        """Return a rack by its place in reading order."""
        order = self.order()
        return self.rack(order[index]) if 0 <= index < len(order) else None

    def childAt(self, x: int, y: int) -> Any:  # noqa: ANN401, N802 - as above
        """Return the rack at a point of the screen."""
        at = self.view.viewport().mapFromGlobal(QPoint(x, y))
        rack_id = self.floor.rack_at(self.view.mapToScene(at))
        return self.rack(rack_id) if rack_id else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802 - Qt's name
        """Return a rack's place in reading order."""
        order = self.order()
        rack_id = getattr(child, "rack_id", None)
        return order.index(rack_id) if rack_id in order else -1

    def order(self) -> list[str]:
        """Return the racks by row, then along it."""
        boxes = {key: item.pos() for key, item in self.floor.racks.items()}
        return sorted(boxes, key=lambda key: (boxes[key].y(), boxes[key].x()))

    def rack(self, rack_id: str) -> AccessibleRack:
        """Return a rack's interface, the same one each time."""
        made = self._racks.get(rack_id)
        if made is None:
            made = self._racks[rack_id] = AccessibleRack(self.view, self.floor, rack_id)
            QAccessible.registerAccessibleInterface(made)
        return made

    def tell_selection(self) -> None:
        """Let a screen reader say which rack is selected now."""
        chosen = self.floor.workspace.selected_rack_ids()
        if chosen and chosen[-1] in self.floor.racks:
            event = QAccessibleEvent(self.view, QAccessible.Event.Selection)
            event.setChild(self.order().index(chosen[-1]))
            QAccessible.updateAccessibility(event)


def _interface_of(_name: str, thing: QObject | None) -> AccessibleFloor | None:
    """Return the interface of a view that tells its racks; Qt makes those of all others itself."""
    made = getattr(thing, "accessible_floor", None)
    return made() if callable(made) else None


QAccessible.installFactory(_interface_of)
