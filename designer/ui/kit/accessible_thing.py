"""Things in a drawing as a screen reader hears them, each of them a child of its view.

They are no objects, so their interfaces are registered with Qt, which then owns them; one whose
thing or view has gone says that it is not valid, as Qt expects. A view that has such children gives
its own interface as `accessible_view`.
"""

from typing import Any

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from shiboken6 import isValid

from designer.render.edge import shown


class AccessibleThing(QAccessibleInterface):
    """One thing in a drawing as a screen reader hears it; subclasses say what and where it is.

    Parameters
    ----------
    view
        The view it is seen in.
    key
        By which of them it is known.
    """

    def __init__(self, view: QWidget, key: str) -> None:
        super().__init__()
        self.view, self.key = view, key

    def isValid(self) -> bool:  # noqa: N802 - Qt's name
        """Return whether it is still in the drawing."""
        return isValid(self.view) and self.is_there()

    def is_there(self) -> bool:
        """Return whether it is still in the drawing, which is there itself."""
        raise NotImplementedError

    def is_chosen(self) -> bool:
        """Return whether it is selected."""
        raise NotImplementedError

    def seen(self) -> QRect:
        """Return where it is in the view, or in its viewport."""
        raise NotImplementedError

    def words(self) -> tuple[str, str]:
        """Return its name, and what else is told of it."""
        raise NotImplementedError

    def object(self) -> QObject | None:  # type: ignore[override]  # Qt allows none, the stub forgets
        """Return nothing: it is no widget."""
        return None

    def parent(self) -> QAccessibleInterface:
        """Return the interface of its view."""
        return QAccessible.queryAccessibleInterface(self.view)

    def child(self, index: int) -> Any:  # noqa: ANN401 - Qt wants None or an interface
        """Return nothing."""
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
        seen, view = self.seen(), self.view
        surface = view.viewport() if isinstance(view, QAbstractScrollArea) else view
        return seen.translated(surface.mapToGlobal(seen.topLeft()) - seen.topLeft())

    def role(self) -> QAccessible.Role:
        """Return what it is among its neighbours."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Return whether it is selected."""
        made = QAccessible.State()
        made.selectable, made.selected = True, self.is_chosen()
        return made

    def text(self, kind: QAccessible.Text) -> str:
        """Return its name, or what else is told of it, as it is read."""
        name, rest = self.words()
        if kind == QAccessible.Text.Name:
            return shown(name)
        return shown(rest) if kind == QAccessible.Text.Description else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802 - Qt's name
        """Change nothing: names are given in the properties."""


def registered(made: AccessibleThing) -> AccessibleThing:
    """Return an interface that Qt knows, and owns from now on."""
    QAccessible.registerAccessibleInterface(made)
    return made


def _interface_of(_name: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Return the interface of a view with such children; Qt makes those of all others itself."""
    made = getattr(thing, "accessible_view", None)
    found = made() if callable(made) else None
    return found if isinstance(found, QAccessibleInterface) else None


QAccessible.installFactory(_interface_of)
