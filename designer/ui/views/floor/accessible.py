"""The floor for screen readers: racks, what the room has, and comments, in reading order."""

from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView
from shiboken6 import isValid

from designer.document.element_plans import element_with
from designer.model.network_keys import element_key, element_of
from designer.ui.kit.accessible_thing import AccessibleThing, registered
from designer.ui.state.tips import element_tip, rack_tip
from designer.ui.views.floor.scene import FloorScene


class _OnFloor(AccessibleThing):
    """One thing on the floor.

    Parameters
    ----------
    floor
        The scene of the view.
    """

    def __init__(self, view: QGraphicsView, floor: FloorScene, key: str) -> None:
        super().__init__(view, key)
        self.on, self.floor = view, floor

    def is_chosen(self) -> bool:
        """Return whether it is selected."""
        return self.key in self.floor.workspace.selection


class AccessibleRack(_OnFloor):
    """One rack as a screen reader hears it."""

    def is_there(self) -> bool:
        """Return whether it stands and is shown."""
        return self.key in self.floor.racks

    def seen(self) -> QRect:
        """Return where it is in the viewport."""
        return self.on.mapFromScene(self.floor.bounds_of((self.key,))).boundingRect()

    def words(self) -> tuple[str, str]:
        """Return its name, or its figures in words."""
        name, _, rest = rack_tip(self.floor.workspace, self.key).partition("\n")
        return name, rest


class AccessibleElement(_OnFloor):
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
        return self.on.mapFromScene(box).boundingRect()

    def words(self) -> tuple[str, str]:
        """Return its name, or its kind, size and place in words."""
        name, _, rest = element_tip(self.floor.workspace, self.key).partition("\n")
        return name, rest


class AccessibleComment(_OnFloor):
    """One comment as a screen reader hears it where its balloon is."""

    def is_there(self) -> bool:
        """Return whether its balloon is shown."""
        return self.floor.comments.box_of(self.key) is not None

    def seen(self) -> QRect:
        """Return where its balloon is in the viewport."""
        box = self.floor.comments.box_of(self.key)
        return QRect() if box is None else box.toAlignedRect()

    def is_chosen(self) -> bool:
        """Return whether it is looked at."""
        chosen = self.floor.workspace.comments.chosen
        return chosen is not None and chosen.id == self.key

    def words(self) -> tuple[str, str]:
        """Return its number, what it is about and its state, or its words with their author."""
        head, _, rest = self.floor.comments.words_of(self.key).partition("\n")
        return (f"Comment {head}", rest) if head else ("", "")


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

    def _thing(self, kind: type[_OnFloor], key: str) -> AccessibleThing:
        made = self._things.get(f"{kind.__name__} {key}")
        if made is None:
            made = registered(kind(self.view, self.floor, key))
            self._things[f"{kind.__name__} {key}"] = made
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
