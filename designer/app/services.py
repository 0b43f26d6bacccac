"""What the window works on: catalogue, document with its file, engine, report, workspace."""

from typing import Final

from PySide6.QtCore import QTimer

from designer.app.console import Console
from designer.app.set_aside import SetAside
from designer.catalog.load import load_shipped
from designer.document.document import DocumentChange
from designer.io.user_folders import catalogs_folder
from designer.render.theme import Theme
from designer.runtime.design_session import DesignSession
from designer.runtime.engine_client import EngineClient
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.own_parts import OwnParts
from designer.runtime.report_store import ReportStore
from designer.ui.state.workspace import Workspace

CALM_MS: Final = 200
"""After figures came, until what they brought is set aside: nobody waits for that."""


class Services:
    """The services of one window, in the order they depend on each other.

    Parameters
    ----------
    theme
        The look to begin with.
    """

    def __init__(self, theme: Theme) -> None:
        self.session = DesignSession(load_shipped())
        self.own_parts = OwnParts(catalogs_folder())
        self.session.set_own_parts(self.own_parts.parts)
        self.own_parts.changed.connect(lambda: self.session.set_own_parts(self.own_parts.parts))
        self.store = ReportStore()
        self.client = EngineClient(self.store)
        document = self.session.document
        # Before the workspace subscribes: a file may bring parts of its own, and no view may draw
        # its design with the parts of the one before.
        self._stop_following = document.subscribe(self._follow_catalog)
        # Before the workspace, too: the engine works while the views redraw. It finds the shipped
        # catalogue itself, and needs only the parts that the file brought.
        self._feed = EngineFeed(
            document, self.client, lambda: self.session.extra_parts, begin=False,
            narrow=lambda design: self.workspace.stage.of(design),
        )  # fmt: skip
        self.workspace = Workspace(document, self.session.catalog, self.store, self.client)
        self.workspace.stage.changed.connect(self._feed.look_again)
        self.workspace.theme = theme
        self.session.catalog_changed.connect(self._on_catalog)
        self.console = Console(
            document,
            lambda: self.session.catalog,
            lambda: None if self.store.is_stale else self.store.report,
        )
        self._aside = SetAside()
        self.session.opened.connect(lambda: self._aside.on_opened(document.design))
        # After the views have read it, which keep what they made of it, and painted it.
        self._calm = QTimer()
        self._calm.setSingleShot(True)
        self._calm.setInterval(CALM_MS)
        self._calm.timeout.connect(self._aside.on_report)
        self.store.changed.connect(self._calm.start)

    def start_engine(self) -> None:
        """Start the engine on the design as it stands; once is enough."""
        self._feed.begin()

    def close(self, *, keep_journal: bool) -> None:
        """Let go of everything, the file last.

        Parameters
        ----------
        keep_journal
            Nobody was asked about unsaved work: its journal stays, and the next start offers it.
        """
        self._feed.close()
        # The event loop is over: nobody would hear that the engine has ended.
        self.client.finish()
        # What came last is told to nobody, or the wait for calm would begin once more.
        self.store.close()
        self._calm.stop()
        self._stop_following()
        self.workspace.close()
        if not keep_journal:
            self.session.close()

    def _on_catalog(self) -> None:
        self.workspace.catalog = self.session.catalog
        self._feed.reopen()

    def _follow_catalog(self, _: DocumentChange) -> None:
        self.workspace.catalog = self.session.catalog
