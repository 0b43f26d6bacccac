"""Builds the window and connects its parts: the only place that knows all of them.

Nothing heavy is imported before the bare window is painted; `services` brings the rest.
"""

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from designer.app.crash_log import log_crash
from designer.app.exit_codes import INTERNAL_ERROR
from designer.app.signals import end_on_signals
from designer.app.terminal import say
from designer.catalog.data_files import data_folder
from designer.io import user_folders
from designer.model.presented import Presented, numbers_of
from designer.render.fonts import load_fonts
from designer.render.theme import theme_named
from designer.ui.kit.style import apply_theme
from designer.ui.kit.widget_edge import show_as
from designer.ui.state.settings import Settings
from designer.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from designer.app.services import Services
    from designer.runtime.design_session import DesignSession
    from designer.runtime.engine_client import EngineClient
    from designer.runtime.report_store import ReportStore
    from designer.ui.state.workspace import Workspace

SCALE: Final = "QT_SCALE_FACTOR"
SLICES: Final = (
    "pydantic",
    "designer.model.design",
    "designer.catalog.load",
    "designer.document.edits",
    "designer.engine.protocol",
    "designer.io.design_file",
    "designer.runtime.design_session",
    "designer.app.services",
    "designer.ui.views.floor.canvas",
    "numpy",
    "designer.ui.views.elevation.panel",
    "designer.ui.views.parts.panel",
    "designer.ui.views.dashboard.panel",
    "designer.ui.views.properties.panel",
    "designer.ui.window.parts",
)
"""What is imported after the first paint, one a turn of the event loop, each after what it needs:
all at once would leave the window deaf for most of a second."""
LATER_MS: Final = 3_000
LATER: Final = (
    "designer.ui.views.tables.window",
    "designer.ui.views.own_parts.dialog",
    "designer.ui.views.catalogue.window",
    "designer.model.imperial_text",
    "designer.model.local_numbers",
)
"""What is imported when the window has stood for a while, likewise: it was half of what the first
opening of each took."""


class Studio:
    """One window with its services, which are made when the window stands or somebody asks.

    Parameters
    ----------
    app
        The application; it gets style and font.
    language
        Of all texts; empty for the one that is remembered.
    """

    def __init__(self, app: QApplication, language: str = "") -> None:
        self.app = app
        load_fonts()
        self.settings = Settings(user_folders.settings_folder(), user_folders.state_folder())
        self.theme = theme_named(self.settings.theme())
        apply_theme(app, self.theme)
        show_as(_read_as(self.settings, language))
        self.window = MainWindow(self.settings, self.theme)
        self._services: Services | None = None

    @property
    def services(self) -> "Services":
        """What the window works on; the window is populated with it."""
        if self._services is None:
            self._services = self._make_services()
        if not self.window.is_populated:
            self.window.own_parts = self._services.own_parts
            self.window.line_runner = self._services.console
            self.window.populate(self._services.workspace, self._services.session)
        return self._services

    @property
    def session(self) -> "DesignSession":
        """The open design with its file."""
        return self.services.session

    @property
    def store(self) -> "ReportStore":
        """The report on show."""
        return self.services.store

    @property
    def client(self) -> "EngineClient":
        """The engine."""
        return self.services.client

    @property
    def workspace(self) -> "Workspace":
        """What the panels share."""
        return self.services.workspace

    def show(self, path: Path | None) -> None:
        """Show the window on a file, or on the start page; all else comes after its first paint."""
        if path is not None:
            self.window.say_meanwhile(f"Opening {path.name} …")
        self.window.first_painted.connect(lambda: self._begin(path))
        self.window.show()

    def report_crash(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Write an unexpected error to the log and say so above the drawing; work goes on."""
        try:
            where = str(log_crash(user_folders.state_folder(), kind, error, trace))
        except OSError as refused:
            where = f"not kept ({refused})"
        sys.__excepthook__(kind, error, trace)
        text = f"Something went wrong inside the program ({kind.__name__}: {error})."
        if self.window.is_populated:
            words = f"{text} Your work is in the recovery journal. Details: {where}"
            self.window.centre.banners.show_banner("crash", "error", words)
        else:
            # An empty window helps nobody: say where the details are, and end.
            say(f"{text} Details: {where}", error=True)
            self.app.exit(INTERNAL_ERROR)

    def close(self) -> None:
        """Let go of everything, the file last.

        A window that still stands was not asked about unsaved work: the system ended the program.
        Then the journal stays, and the next start offers it.
        """
        _collect_again()
        if self._services is not None:
            saved = self._services.session.document.is_saved
            kept = not saved and self.window.isVisible()
            _hide_windows()
            self._services.close(keep_journal=kept)

    def _begin(self, path: Path | None) -> None:
        """Import, populate, start the engine, open the file, the plots last: each in its turn."""
        steps: list[Callable[[], object]] = [partial(import_module, name) for name in SLICES]
        steps += [
            self._start_engine,
            lambda: self.services,
            _ready_to_search,
            lambda: self._open(path),
            lambda: import_module("pyqtgraph"),
            self._end,
        ]
        # What is imported and built now stays as long as the window. Looking through it for
        # garbage again and again, while it grows, took a sixth of the start.
        gc.disable()
        self._take_turns(iter(steps))

    def _take_turns(self, steps: Iterator[Callable[[], object]]) -> None:
        """Do one step, then let the window answer before the next; a failed one is the last."""
        step = next(steps, None)
        if step is None:
            return
        try:
            step()
        except BaseException:
            _collect_again()
            raise
        QTimer.singleShot(0, self.window, lambda: self._take_turns(steps))

    def _end(self) -> None:
        """Load the plots; from now on garbage is collected, but not looked for in what stands."""
        self.window.dashboard.load_plots()
        gc.freeze()
        gc.enable()
        later = [partial(import_module, name) for name in LATER]
        QTimer.singleShot(LATER_MS, self.window, lambda: self._take_turns(iter(later)))

    def _make_services(self) -> "Services":
        from designer.app.services import Services

        return Services(self.theme)

    def _start_engine(self) -> None:
        """Let the engine's process come up while the window is populated."""
        if self._services is None:
            self._services = self._make_services()
        self._services.start_engine()

    def _open(self, path: Path | None) -> None:
        """Open the file or show the start page, and offer what a crash left behind."""
        files = self.window.files
        if path is None or not files.open_now(path):
            self.window.say_meanwhile("")
            files.show_start_page()
        files.offer_recovery()
        for problem in user_folders.unusable():
            banners = self.window.centre.banners
            banners.show_banner(f"folder {problem.where}", problem.severity, problem.line())


def _ready_to_search() -> None:
    from designer.catalog.search_kept import ready_to_search

    ready_to_search()


def _hide_windows() -> None:
    """Take the windows away while all is there that hears of it.

    A window that still stands when Qt ends is hidden in its destructor, and a gesture that loses
    the keyboard by it is cancelled with what it needs half gone.
    """
    for window in QApplication.topLevelWidgets():
        window.hide()


def _collect_again() -> None:
    """Let garbage be collected, also among what the window was built of."""
    gc.unfreeze()
    gc.enable()


@contextmanager
def enlarged(percent: int) -> Iterator[None]:
    """Let an application that begins here write and draw larger, besides what the user asks for.

    Qt reads this as the application begins. The processes that it starts later have their own size.
    """
    before = os.environ.get(SCALE)
    asked = before if before and re.fullmatch(r"\d+(\.\d+)?", before) else "1"
    os.environ[SCALE] = f"{float(asked) * percent / 100:g}"
    try:
        yield
    finally:
        del os.environ[SCALE]
        if before is not None:
            os.environ[SCALE] = before


def _read_as(settings: Settings, language: str) -> Presented:
    """Return how texts are read; a remembered language that is gone is English."""
    chosen, wanted = settings.presented(), language or settings.language()
    if language:
        chosen = replace(chosen, numbers=numbers_of(language))
    if wanted == "en":
        return chosen
    from designer.io.languages import LanguageError, read_in

    with suppress(LanguageError):
        return read_in(chosen, wanted)
    return chosen


def open_window(path: Path | None, language: str = "") -> int:
    """Open the window and return the exit code of the application."""
    existing = QApplication.instance()
    settings = Settings(user_folders.settings_folder(), user_folders.state_folder())
    with enlarged(settings.letters()):
        app = existing if isinstance(existing, QApplication) else QApplication(["cluster-designer"])
    app.setApplicationName("cluster-designer")
    app.setApplicationDisplayName("Cluster Designer")
    app.setDesktopFileName("cluster-designer")
    # For desktops without the entry; the file is read when somebody first paints it.
    app.setWindowIcon(QIcon(str(data_folder("resources") / "desktop" / "cluster-designer.svg")))
    end_on_signals(app)
    studio = Studio(app, language)
    sys.excepthook = studio.report_crash
    try:
        studio.show(path)
        return app.exec()
    finally:
        sys.excepthook = sys.__excepthook__
        studio.close()
