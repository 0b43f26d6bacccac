"""The command that opens the script console; its window is imported and made when asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from designer.ui.state.actions import ActionSet
from designer.ui.state.console_lines import LineRunner
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.ui.views.console.window import ConsoleWindow


class ConsoleCommands(QObject):
    """Carries it out.

    Parameters
    ----------
    runner
        Runs what is typed in the console.
    folder
        Gives where files of the design go.
    """

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        actions: ActionSet,
        runner: LineRunner | None,
        folder: Callable[[], str],
    ) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self._runner, self._folder = runner, folder
        self.console: ConsoleWindow | None = None
        actions.bind("view.console", self.show)

    def show(self) -> "ConsoleWindow":
        """Show the console: the calls of the history, and the line with the keyboard."""
        if self.console is None:
            from designer.ui.views.console.window import ConsoleWindow

            made = ConsoleWindow(self._workspace, self._runner, self._folder, self._window)
            made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            made.destroyed.connect(self._forget)
            self.console = made
        self.console.show()
        self.console.raise_()
        self.console.activateWindow()
        self.console.focus_line()
        return self.console

    def close(self) -> None:
        """Close its window."""
        if self.console is not None:
            self.console.close()

    def _forget(self) -> None:
        self.console = None
