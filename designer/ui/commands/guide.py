"""Commands that open the guide; its window is imported and made when first asked for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.ui.views.guide.window import GuideWindow


class GuideCommands(QObject):
    """Carries them out.

    Signals
    -------
    entry_asked
        An entry of the catalogue that a page names, as `table/id`.
    catalogue_asked
        A text to search the catalogue for.
    """

    entry_asked = Signal(str)
    catalogue_asked = Signal(str)

    def __init__(
        self, window: QWidget, workspace: Workspace, settings: Settings, actions: ActionSet
    ) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self._settings, self._actions = settings, actions
        self.guide: GuideWindow | None = None
        actions.bind("help.guide", self.show)
        actions.bind("help.keys", lambda: self.show().show_keys())

    def show(self) -> "GuideWindow":
        """Show the guide as it was left."""
        if self.guide is None:
            from designer.ui.views.guide.window import GuideWindow

            self.guide = GuideWindow(self._workspace, self._settings, self._actions, self._window)
            self.guide.entry_asked.connect(self.entry_asked)
            self.guide.catalogue_asked.connect(self.catalogue_asked)
            self.guide.focus_search()
        self.guide.show()
        self.guide.raise_()
        self.guide.activateWindow()
        return self.guide

    def show_rule(self, code: str) -> None:
        """Show the page of a design rule."""
        self.show().show_rule(code)

    def close(self) -> None:
        """Close the guide's window, which remembers how it was left."""
        if self.guide is not None:
            self.guide.close()
