"""Builds the window and connects its parts: the only place that knows all of them."""

import logging
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from designer.app.crash_log import log_crash
from designer.app.signals import end_on_signals
from designer.catalog.load import load_shipped
from designer.io import user_folders
from designer.render.fonts import load_fonts
from designer.render.theme import DARK, LIGHT
from designer.runtime.design_session import DesignSession
from designer.runtime.engine_client import EngineClient
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.report_store import ReportStore
from designer.ui.main_window import MainWindow
from designer.ui.settings import Settings
from designer.ui.style import apply_theme
from designer.ui.workspace import Workspace

_log = logging.getLogger(__name__)


class Studio:
    """One window with its services, in the order they depend on each other.

    Parameters
    ----------
    app
        The application; it gets style and font.
    """

    def __init__(self, app: QApplication) -> None:
        self.app = app
        load_fonts()
        self.settings = Settings(user_folders.settings_folder(), user_folders.state_folder())
        self.session = DesignSession(load_shipped())
        self.store = ReportStore()
        self.client = EngineClient(self.store)
        document = self.session.document
        # Before the workspace hears of another design, it must have the parts its file brought.
        self._stop_following = document.subscribe(lambda _: self._follow_catalog())
        self.workspace = Workspace(document, self.session.catalog, self.store, self.client)
        self.workspace.theme = LIGHT if self.settings.theme() == "light" else DARK
        apply_theme(app, self.workspace.theme)
        self.window = MainWindow(self.workspace, self.session, self.settings)
        self.feed: EngineFeed | None = None

    def show(self, path: Path | None) -> None:
        """Show the window on a file, or on the start page; the engine starts after the window."""
        if path is None:
            self.window.files.show_start_page()
        self.window.first_shown.connect(lambda: QTimer.singleShot(0, lambda: self._begin(path)))
        self.window.show()

    def report_crash(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Write an unexpected error to the log and say so above the drawing; work goes on."""
        where = log_crash(user_folders.state_folder(), kind, error, trace)
        sys.__excepthook__(kind, error, trace)
        text = f"Something went wrong inside the program ({kind.__name__}: {error})."
        self.window.centre.banners.show_banner(
            "crash", "error", f"{text} Your work is in the recovery journal. Details: {where}"
        )

    def close(self) -> None:
        """Let go of everything, the file last.

        A window that still stands was not asked about unsaved work: the system ended the program.
        Then the journal stays, and the next start offers it.
        """
        if self.feed is not None:
            self.feed.close()
        self.client.close()
        self.workspace.close()
        if self.session.document.is_saved or not self.window.isVisible():
            self.session.close()

    def _follow_catalog(self) -> None:
        self.workspace.catalog = self.session.catalog

    def _begin(self, path: Path | None) -> None:
        """Do what can wait for the window: engine, plots, the file, what a crash left behind."""
        document, session = self.session.document, self.session
        self.feed = EngineFeed(document, self.client, lambda: session.catalog.parts)
        if path is not None:
            self.window.files.open_now(path)
        self.window.files.offer_recovery()
        QTimer.singleShot(0, self.window.dashboard.load_plots)


def open_window(path: Path | None) -> int:
    """Open the window and return the exit code of the application."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(["cluster-designer"])
    app.setApplicationName("cluster-designer")
    app.setApplicationDisplayName("Cluster Designer")
    app.setDesktopFileName("cluster-designer")
    end_on_signals(app)
    studio = Studio(app)
    sys.excepthook = studio.report_crash
    try:
        studio.show(path)
        return app.exec()
    finally:
        sys.excepthook = sys.__excepthook__
        studio.close()
