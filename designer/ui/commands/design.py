"""Commands on the design as a whole: its settings, assemblies, rows, remarks."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from designer.ui.commands.assembly import AssemblyCommands
from designer.ui.commands.floor_menu import FloorMenu
from designer.ui.commands.note import NoteCommands
from designer.ui.commands.row import RowCommands
from designer.ui.views.design_settings.window import DesignSettings

if TYPE_CHECKING:
    from designer.ui.window.main_window import MainWindow


class DesignCommands(QObject):
    """Carries them out; the settings window is made when it is first asked for."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.settings: DesignSettings | None = None
        actions, workspace = window.actions_by_id, window.workspace
        self.assemblies = AssemblyCommands(workspace, actions, window.centre.banners, window)
        self.rows = RowCommands(workspace, actions, window)
        self.notes = NoteCommands(workspace, window)
        self.floor_menu = FloorMenu(window.floor.view, actions, self.notes, window)
        actions.bind("edit.settings", self.show_settings)
        window.properties.settings_asked.connect(self.show_settings)

    def show_settings(self, page: str = "") -> DesignSettings:
        """Show the design's settings beside the drawing, at a page if one is named."""
        if self.settings is None:
            self.settings = DesignSettings(
                self._window.workspace, self._window.actions_by_id, self._window
            )
        if page:
            self.settings.show_page(page)
        self.settings.show()
        self.settings.raise_()
        self.settings.activateWindow()
        return self.settings
