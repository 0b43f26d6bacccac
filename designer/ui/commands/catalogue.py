"""Commands that open the catalogue; its window is imported and made when first asked for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from designer.runtime.design_session import DesignSession
from designer.runtime.own_parts import OwnParts
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.ui.views.catalogue.window import CatalogWindow


class CatalogueCommands(QObject):
    """Carries them out.

    Signals
    -------
    own_part_asked
        The part to begin an own one with, or None.
    configure_asked
        The system to begin a configured one with, or None.
    marks_changed
        Favourites or recent parts changed.
    """

    own_part_asked = Signal(object)
    configure_asked = Signal(object)
    marks_changed = Signal()

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        session: DesignSession,
        settings: Settings,
        actions: ActionSet,
        own_parts: OwnParts | None,
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._session = window, workspace, session
        self._settings, self._actions, self._own_parts = settings, actions, own_parts
        self.browser: CatalogWindow | None = None
        self._made = ""
        actions.bind("catalog.browse", self.browse)
        actions.bind("catalog.compare", self.compare)
        session.catalog_changed.connect(self._follow_later)

    def browse(self, key: str = "") -> "CatalogWindow":
        """Show the catalogue, at an entry if one is named by `table/id` or by its part's id.

        Without one it is opened to search: what is typed stands in the search line.
        """
        browser = self._shown()
        if key:
            browser.show_entry(key)
        else:
            browser.take_typing()
        return browser

    def search(self, text: str) -> None:
        """Show what the catalogue has of a search."""
        self._shown().search_for(text)

    def compare(self) -> None:
        """Show the comparison."""
        self._shown().show_page("Compare")

    def show_made(self, part_id: str) -> None:
        """Show a part that was made just now, where the catalogue is on show: once it has it."""
        if self.browser is not None and self.browser.isVisible():
            self._made = part_id
            self._follow_later()

    def close(self) -> None:
        """Close the catalogue's window, which remembers how it was left."""
        if self.browser is not None:
            self.browser.close()

    def _follow_later(self) -> None:
        # After everybody who was told earlier: the workspace has the new catalogue by then.
        QTimer.singleShot(0, self, self._follow)

    def _follow(self) -> None:
        if self.browser is not None:
            self.browser.refresh()
            if self._made and self._workspace.catalog.get(self._made) is not None:
                made, self._made = self._made, ""
                self.browser.show_entry(made)

    def _shown(self) -> "CatalogWindow":
        if self.browser is None:
            from designer.ui.views.catalogue.window import CatalogWindow

            self.browser = CatalogWindow(
                self._workspace, self._settings, self._actions, self._window,
                self._own_parts, self._session.todays_catalog,
            )  # fmt: skip
            self.browser.own_part_asked.connect(self.own_part_asked)
            self.browser.configure_asked.connect(self.configure_asked)
            self.browser.marks_changed.connect(self.marks_changed)
        self.browser.show()
        self.browser.raise_()
        self.browser.activateWindow()
        return self.browser
