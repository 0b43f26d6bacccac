"""The command that opens the tables; their window is imported and made when asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.ui.views.tables.window import TablesWindow


class TableCommands(QObject):
    """Carries it out.

    Signals
    -------
    shown
        Their window, which is shown now.

    Parameters
    ----------
    folder
        Gives where files of the design go.
    """

    shown = Signal(QWidget)

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        folder: Callable[[], str],
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._settings = window, workspace, settings
        self._actions, self._folder = actions, folder
        self.tables: TablesWindow | None = None
        actions.bind("view.tables", self.show)

    def show(self) -> "TablesWindow":
        """Show the tables, with the keyboard in their lines."""
        if self.tables is None:
            from designer.ui.views.tables.window import TablesWindow

            self.tables = TablesWindow(
                self._workspace, self._settings, self._actions, self._folder(), self._window
            )
        self.tables.show()
        self.tables.raise_()
        self.tables.activateWindow()
        self.tables.lines.setFocus()
        self.shown.emit(self.tables)
        return self.tables

    def close(self) -> None:
        """Close their window, which remembers how it was left."""
        if self.tables is not None:
            self.tables.close()
