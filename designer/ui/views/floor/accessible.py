"""The floor for screen readers: racks, what the room has, and comments, in reading order.

They are no objects, so their interfaces are registered with Qt, which then owns them; one whose
thing or view has gone says that it is not valid, as Qt expects.
"""

from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView
from shiboken6 import isValid

from designer.document.element_plans import element_with
from designer.model.network_keys import element_key, element_of
from designer.ui.state.tips import element_tip, rack_tip
from designer.ui.views.floor.scene import FloorScene


class AccessibleThing(QAccessibleInterface):
    """One thing on the floor as a screen reader hears it; subclasses say what and where it is.

    Parameters
    ----------
    view
        The view it is seen in.
    floor
        The scene of that view.
    key
        By which of them it is known.
    """

    def __init__(self, view: QGraphicsView, floor: FloorScene, key: str) -> None:
        super().__init__()
        self.view, self.floor, self.key = view, floor, key

    def isValid(self) -> bool:  # noqa: N802 - Qt's name
        """Return whether it is still on the floor."""
        return isValid(self.view) and self.is_there()

    def is_there(self) -> bool:
        """Return whether it is still on the floor, which is there itself."""
        raise NotImplementedError

    def seen(self) -> QRect:
        """Return where it is in the viewport."""
        raise NotImplementedError

    def object(self) -> QObject | None:  # type: ignore[override]  # Qt allows none, the stub forgets
        """Return nothing: it is no widget."""
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
        """Return where it is on the screen."""
        seen = self.seen()
        return seen.translated(self.view.viewport().mapToGlobal(seen.topLeft()) - seen.topLeft())

    def role(self) -> QAccessible.Role:
        """Return what it is among its neighbours."""
        return QAccessible.Role.ListItem

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802 - Qt's name
        """Change nothing: names are given in the properties."""


class AccessibleRack(AccessibleThing):
    """One rack as a screen reader hears it."""

    def is_there(self) -> bool:
        """Return whether it stands and is shown."""
        return self.key in self.floor.racks

    def seen(self) -> QRect:
        """Return where it is in the viewport."""
        return self.view.mapFromScene(self.floor.bounds_of((self.key,))).boundingRect()

    def state(self) -> QAccessible.State:
        """Return whether it is selected."""
        return _state(selected=self.key in self.floor.workspace.selection)

    def text(self, kind: QAccessible.Text) -> str:
        """Return its name, or its figures in words."""
        name, _, rest = rack_tip(self.floor.workspace, self.key).partition("\n")
        return _text(kind, name, rest)


class AccessibleElement(AccessibleThing):
    """One column, wall, door, ramp or zone of the room as a screen reader hears it."""

    def is_there(self) -> bool:
        """Return whether the room has it."""
        return element_with(self.floor.workspace.document.design, self.key) is not None

    def seen(self) -> QRect:
        """Return where it is in the viewport."""
        one = element_with(self.floor.workspace.document.design, self.key)
        if one is None:
            return QRect()
        box = QRectF(one.x_mm, one.y_mm, one.width_mm, one.depth_mm)
        return self.view.mapFromScene(box).boundingRect()

    def state(self) -> QAccessible.State:
        """Return whether it is selected."""
        return _state(selected=self.key in self.floor.workspace.selection)

    def text(self, kind: QAccessible.Text) -> str:
        """Return its name, or its kind, size and place in words."""
        name, _, rest = element_tip(self.floor.workspace, self.key).partition("\n")
        return _text(kind, name, rest)


class AccessibleComment(AccessibleThing):
    """One comment as a screen reader hears it where its balloon is."""

    def is_there(self) -> bool:
        """Return whether its balloon is shown."""
        return self.floor.comments.box_of(self.key) is not None

    def seen(self) -> QRect:
        """Return where its balloon is in the viewport."""
        box = self.floor.comments.box_of(self.key)
        return QRect() if box is None else box.toAlignedRect()

    def state(self) -> QAccessible.State:
        """Return whether it is looked at."""
        chosen = self.floor.workspace.comments.chosen
        return _state(selected=chosen is not None and chosen.id == self.key)

    def text(self, kind: QAccessible.Text) -> str:
        """Return its number, what it is about and its state, or its words with their author."""
        head, _, rest = self.floor.comments.words_of(self.key).partition("\n")
        return _text(kind, f"Comment {head}", rest) if head else ""


def _state(*, selected: bool) -> QAccessible.State:
    made = QAccessible.State()
    made.selectable, made.selected = True, selected
    return made


def _text(kind: QAccessible.Text, name: str, rest: str) -> str:
    if kind == QAccessible.Text.Name:
        return name
    return rest if kind == QAccessible.Text.Description else ""


class AccessibleFloor(QAccessibleWidget):
    """The floor view with its racks as children, then what the room has, then comments."""

    def __init__(self, view: QGraphicsView, floor: FloorScene) -> None:
        super().__init__(view, QAccessible.Role.List, "Floor plan")
        self.view, self.floor = view, floor
        self._things: dict[str, AccessibleThing] = {}
        floor.workspace.comments.chosen_changed.connect(self.tell_comment)

    def childCount(self) -> int:  # noqa: N802 - Qt's name
        """Return how many things there are on the floor."""
        return len(self.floor.racks) + len(self._after_racks())

    def child(self, index: int) -> Any:  # noqa: ANN401 - Qt wants None or an interface
        """Return a thing by its place in reading order."""
        after = index - len(self.floor.racks)
        if after >= 0:
            others = self._after_racks()
            return others[after] if after < len(others) else None
        return self.rack(self.order()[index]) if index >= 0 else None

    def childAt(self, x: int, y: int) -> Any:  # noqa: ANN401, N802 - as above
        """Return what is at a point of the screen, what a press there takes."""
        at = self.view.mapToScene(self.view.viewport().mapFromGlobal(QPoint(x, y)))
        if comment := self.floor.comments.at(at):
            return self._thing(AccessibleComment, comment)
        if rack_id := self.floor.rack_at(at):
            return self.rack(rack_id)
        element = self.floor.elements.key_at(at, 0.0)
        return self._thing(AccessibleElement, element) if element else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802 - Qt's name
        """Return a thing's place in reading order."""
        if isinstance(child, AccessibleRack):
            order = self.order()
            return order.index(child.key) if child.key in order else -1
        others = self._after_racks()
        return len(self.floor.racks) + others.index(child) if child in others else -1

    def order(self) -> list[str]:
        """Return the racks by row, then along it."""
        boxes = {key: item.pos() for key, item in self.floor.racks.items()}
        return sorted(boxes, key=lambda key: (boxes[key].y(), boxes[key].x()))

    def rack(self, rack_id: str) -> AccessibleThing:
        """Return a rack's interface, the same one each time."""
        return self._thing(AccessibleRack, rack_id)

    def _after_racks(self) -> list[AccessibleThing]:
        """Return what the room has, then the comments by number."""
        elements = [element_key(one.id) for one in self.floor.elements.shown()]
        comments = [one.comment.id for one in self.floor.comments.pinned]
        return [
            *(self._thing(AccessibleElement, key) for key in elements),
            *(self._thing(AccessibleComment, key) for key in comments),
        ]

    def _thing(self, kind: type[AccessibleThing], key: str) -> AccessibleThing:
        made = self._things.get(f"{kind.__name__} {key}")
        if made is None:
            made = self._things[f"{kind.__name__} {key}"] = kind(self.view, self.floor, key)
            QAccessible.registerAccessibleInterface(made)
        return made

    def tell_selection(self) -> None:
        """Let a screen reader say which rack or part of the room is selected now."""
        selection = self.floor.workspace.selection
        element = selection[-1] if selection and element_of(selection[-1]) else ""
        chosen = self.floor.workspace.selected_rack_ids()
        if element:
            self._tell(self._thing(AccessibleElement, element))
        elif chosen and chosen[-1] in self.floor.racks:
            self._tell(self.rack(chosen[-1]))

    def tell_comment(self) -> None:
        """Let a screen reader say which comment is looked at now."""
        chosen = self.floor.workspace.comments.chosen
        if chosen is not None and isValid(self.view):
            self._tell(self._thing(AccessibleComment, chosen.id))

    def _tell(self, thing: AccessibleThing) -> None:
        index = self.indexOfChild(thing)
        if index >= 0:
            event = QAccessibleEvent(self.view, QAccessible.Event.Selection)
            event.setChild(index)
            QAccessible.updateAccessibility(event)


def _interface_of(_name: str, thing: QObject | None) -> AccessibleFloor | None:
    """Return the interface of a floor view; Qt makes those of all others itself."""
    made = getattr(thing, "accessible_floor", None)
    return made() if callable(made) else None


QAccessible.installFactory(_interface_of)
