"""Back and forward among the places looked at: by keys, menu and side buttons of the mouse."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWindow
from PySide6.QtWidgets import QWidget

from designer.document.document import DocumentChange
from designer.ui.state.actions import ActionSet
from designer.ui.state.travel import Look, Place, Travel
from designer.ui.state.workspace import Workspace

TABLES: Final = "Tables"
NOWHERE_BEFORE: Final = "You have not looked elsewhere yet"
NOWHERE_AFTER: Final = "This is where you looked last"
_REST_MS: Final = 400
"""How long one has to stay for a place to be one."""
_FAR_PX, _FAR_TIMES = 500.0, 1.6
"""How far a look goes for a place of its own: in pixels of the screen, or by a factor."""
_BUTTONS: Final = {Qt.MouseButton.BackButton: -1, Qt.MouseButton.ForwardButton: 1}


class Drawing(Protocol):
    """A view that is zoomed and scrolled."""

    def seen(self) -> Look | None:
        """Return what of it is seen; None if it is fitted."""

    def see(self, look: Look | None) -> None:
        """Show what was seen; None fits it."""


class Middle(Protocol):
    """The middle of the window."""

    @property
    def view(self) -> str:
        """The view now shown."""

    def on_start_page(self) -> bool:
        """Return whether the start page is shown instead."""


class TravelCommands(QObject):
    """Takes note of where one looks, and goes back and forward there.

    Parameters
    ----------
    drawings
        The views that are zoomed, by name.
    show_view
        Shows a view by its name.
    tables
        Returns the window of tables, None before it was asked for; `show_tables` shows it.
    """

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        actions: ActionSet,
        *,
        centre: Middle,
        drawings: Mapping[str, Drawing],
        show_view: Callable[[str], None],
        tables: Callable[[], QWidget | None],
        show_tables: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._actions = window, workspace, actions
        self._centre, self._drawings, self._show_view = centre, drawings, show_view
        self._tables, self._show_tables = tables, show_tables
        self.travel = Travel()
        self._handles: list[QWindow] = []
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self.note)
        actions.bind("view.back", lambda: self.go(-1))
        actions.bind("view.forward", lambda: self.go(1))
        workspace.selection_changed.connect(self.look_soon)
        workspace.document_changed.connect(self._on_document)
        self._tell()

    def watch(self, window: QWidget) -> None:
        """Take the side buttons of the mouse wherever they are pressed in a shown window."""
        handle = window.windowHandle()
        if handle is not None and handle not in self._handles:
            self._handles.append(handle)
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go back or forward with a side button, wherever the pointer is."""
        sides = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
        if isinstance(event, QMouseEvent) and event.button() in _BUTTONS:
            if event.type() in sides:
                self.go(_BUTTONS[event.button()])
            return True
        return False

    def look_soon(self) -> None:
        """Take note of where one looks, once one stays there."""
        self._rest.start()

    def note(self) -> None:
        """Take note of where one looks now."""
        self._rest.stop()
        if self._centre.on_start_page():
            return
        place, travel = self._here(), self.travel
        before = travel.places[travel.at] if travel.at >= 0 else None
        left, far = None, False
        if before is not None and before.view != place.view:
            drawing = self._drawings.get(before.view)
            left = drawing.seen() if drawing is not None else None
        elif before is not None:
            far = _is_far(before.look, place.look)
        travel.note(place, left, far=far)
        self._tell()

    def go(self, by: int) -> None:
        """Go back (−1) or forward (1)."""
        self.note()
        found = self.travel.ahead(by, self._kept)
        if found is None:
            nowhere = NOWHERE_BEFORE if by < 0 else NOWHERE_AFTER
            self._workspace.message.emit(nowhere, "info")
            return
        at, place = found
        self._bring(place)
        self._rest.stop()
        # The window that was raised is the active one only later.
        self.travel.go(at, self._seen_in(place.view))
        self._tell()

    def _bring(self, place: Place) -> None:
        """Show a place."""
        tables = self._tables()
        if place.view == TABLES:
            self._show_tables()
        else:
            if tables is not None and tables.isActiveWindow():
                self._window.raise_()
                self._window.activateWindow()
            if self._centre.on_start_page() or self._centre.view != place.view:
                self._show_view(place.view)
        self._workspace.select(place.selection)
        drawing = self._drawings.get(place.view)
        if drawing is not None:
            drawing.see(place.look)

    def _here(self) -> Place:
        tables = self._tables()
        in_tables = tables is not None and tables.isVisible() and tables.isActiveWindow()
        return self._seen_in(TABLES if in_tables else self._centre.view)

    def _seen_in(self, view: str) -> Place:
        drawing = self._drawings.get(view)
        look = drawing.seen() if drawing is not None else None
        return Place(view, self._workspace.selection, look)

    def _kept(self, place: Place) -> Place:
        kept = self._workspace.still_there(place.selection)
        return Place(place.view, kept, place.look)

    def _on_document(self, change: DocumentChange) -> None:
        if change.opened:
            self.travel.clear()
        self._rest.start()

    def _tell(self) -> None:
        """Say in the tips where both ways lead."""
        for by, action_id, nowhere in (
            (-1, "view.back", NOWHERE_BEFORE), (1, "view.forward", NOWHERE_AFTER),
        ):  # fmt: skip
            found = self.travel.ahead(by, self._kept)
            way = "Back" if by < 0 else "Forward"
            words = f"{way} to {self._words(found[1])}" if found is not None else nowhere
            key = self._actions.shortcut_text(action_id)
            self._actions[action_id].setToolTip(f"{words} ({key})")

    def _words(self, place: Place) -> str:
        """Return what a place is called: the view, and what is selected there."""
        chosen = place.selection
        if not chosen:
            zoomed = place.view == "Floor" and place.look is not None
            return f"{place.view}, zoomed" if zoomed else place.view
        layout = self._workspace.layout()
        called = layout.name_of(chosen[0])
        return f"{place.view}: {called}" + (f" and {len(chosen) - 1} more" if chosen[1:] else "")


def _is_far(before: Look | None, after: Look | None) -> bool:
    """Return whether another part of a drawing is seen, or much more or less of it."""
    if before is None or after is None:
        return before is not after
    if before.of != after.of:
        return True
    if not (before.scale and after.scale):  # one of them as it is by itself
        return before.scale != after.scale
    moved = max(abs(after.x - before.x), abs(after.y - before.y)) * after.scale
    times = max(after.scale / before.scale, before.scale / after.scale)
    return moved > _FAR_PX or times > _FAR_TIMES
