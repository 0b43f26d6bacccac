"""The commands of the View and Help menus: which panels stand, which theme, where to look."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from designer.render.theme import DARK, LIGHT
from designer.ui.state.settings import Settings
from designer.ui.views.dialogs.help_pages import AboutDialog, KeysDialog

if TYPE_CHECKING:
    from designer.ui.window.main_window import MainWindow


class ViewCommands(QObject):
    """Carries them out on the window."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.dialog: AboutDialog | KeysDialog | None = None
        actions = window.actions_by_id
        actions.bind("view.command", window.command_box.open)
        actions.bind("view.find_part", self.find_part)
        actions.bind("view.fit", window.floor.fit_all)
        actions.bind("view.zoom_selection", self.zoom_selection)
        actions.bind("view.floor_only", lambda: self.show_view("Floor"))
        actions.bind("view.elevation_only", lambda: self.show_view("Elevation"))
        actions.bind("view.properties", self.show_properties)
        actions.bind("view.theme", self.switch_theme)
        actions.bind("help.keys", self.show_keys)
        actions.bind("help.about", self.show_about)
        actions["view.left"].toggled.connect(lambda on: self._toggle("left", on))
        actions["view.right"].toggled.connect(lambda on: self._toggle("right", on))
        actions["view.elevation"].toggled.connect(lambda on: self._toggle("elevation", on))
        actions["view.full_screen"].toggled.connect(self._full_screen)
        window.workspace.focus_requested.connect(lambda _: self._reveal())

    def restore(self, settings: Settings) -> None:
        """Show the panels that were shown last time."""
        actions = self._window.actions_by_id
        for name in ("left", "elevation", "right"):
            shown = settings.flag(f"show_{name}", default=True)
            actions[f"view.{name}"].setChecked(shown)
            self._apply(name, shown)
        self._window.top.show_view(self._window.centre.view)

    def show_view(self, view: str) -> None:
        """Show a view, leaving the start page."""
        self._window.centre.show_view(view)
        self._window.top.show_view(self._window.centre.view)

    def find_part(self) -> None:
        """Bring the palette to the front and give its search the keyboard."""
        self._window.actions_by_id["view.left"].setChecked(True)
        self._window.left.show_page("Parts")
        self._window.palette_panel.focus_search()

    def show_properties(self) -> None:
        """Bring the properties to the front, or the totals back."""
        right = self._window.right
        self._window.actions_by_id["view.right"].setChecked(True)
        right.show_page("Totals" if right.page() == "Properties" else "Properties")

    def zoom_selection(self) -> None:
        """Zoom to what is selected."""
        racks = self._window.workspace.selected_rack_ids()
        if racks:
            self._window.floor.zoom_to(racks)
        else:
            self._window.workspace.message.emit("Nothing is selected", "info")

    def switch_theme(self) -> None:
        """Change from dark to light or back, and remember it."""
        workspace = self._window.workspace
        light = workspace.theme is DARK
        workspace.set_theme(LIGHT if light else DARK)
        self._window.settings.set_theme("light" if light else "dark")

    def show_keys(self) -> None:
        """Show what keyboard and mouse do."""
        self.dialog = KeysDialog(self._window.actions_by_id, self._window)
        self.dialog.open()

    def show_about(self) -> None:
        """Show the version."""
        self.dialog = AboutDialog(self._window)
        self.dialog.open()

    def _toggle(self, name: str, shown: bool) -> None:
        self._apply(name, shown)
        self._window.settings.set_flag(f"show_{name}", shown)

    def _apply(self, name: str, shown: bool) -> None:
        if name == "elevation":
            self._window.centre.set_elevation_shown(shown)
        else:
            (self._window.left if name == "left" else self._window.right).setVisible(shown)
        if QApplication.focusWidget() is None:
            self._window.floor.setFocus()

    def _full_screen(self, on: bool) -> None:
        if on:
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    def _reveal(self) -> None:
        """Leave the start page when something on the floor is to be shown."""
        if self._window.centre.on_start_page():
            self.show_view("Floor")
