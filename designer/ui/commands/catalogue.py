"""Commands that open the catalogue; its window is imported and made when first asked for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from designer.ui.views.catalogue.window import CatalogWindow
    from designer.ui.window.main_window import MainWindow


class CatalogCommands(QObject):
    """Carries them out."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.browser: CatalogWindow | None = None
        window.actions_by_id.bind("catalog.browse", self.browse)
        window.actions_by_id.bind("catalog.compare", self.compare)
        window.palette_panel.catalogue_asked.connect(self.browse)
        window.session.catalog_changed.connect(self._follow_later)

    def browse(self, key: str = "") -> "CatalogWindow":
        """Show the catalogue, at an entry if one is named by `table/id` or by its part's id."""
        browser = self._shown()
        if key:
            browser.show_entry(key)
        return browser

    def compare(self) -> "CatalogWindow":
        """Show the comparison."""
        browser = self._shown()
        browser.show_page("Compare")
        return browser

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

    def _shown(self) -> "CatalogWindow":
        if self.browser is None:
            from designer.ui.views.catalogue.window import CatalogWindow

            window = self._window
            self.browser = CatalogWindow(
                window.workspace, window.settings, window.actions_by_id, window.palette_panel,
                window, window.own_parts, window.session.todays_catalog,
            )  # fmt: skip
            self.browser.own_part_asked.connect(window.own_part_commands.show_own_parts)
        self.browser.show()
        self.browser.raise_()
        self.browser.activateWindow()
        return self.browser
