"""What most tests of the window stand on: a small design, a workspace, a window over both."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.io import design_file
from designer.model.design import Design
from designer.model.presented import METRIC
from designer.render.fonts import load_fonts
from designer.render.theme import DARK
from designer.runtime.design_session import DesignSession
from designer.runtime.file_watch import FileWatch
from designer.ui.kit.style import apply_theme
from designer.ui.kit.widget_edge import show_as
from designer.ui.state.workspace import Workspace
from designer.ui.window.main_window import MainWindow
from tests.helpers import canvas_space, ui_desk
from tests.helpers.drawn_design import drawn_design
from tests.helpers.open_sessions import CATALOG, MakeSession

PATIENCE_MS = 60_000
"""How long a test waits for what must come: on a busy machine five seconds were once too short."""

for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals):
    assert _wait.__kwdefaults__["timeout"] == 5000
    _wait.__kwdefaults__["timeout"] = PATIENCE_MS


@pytest.fixture(autouse=True)
def looks_given_back(qapp: QApplication) -> Iterator[None]:
    """Take a theme off after each test: with its font, words are wider in the next one."""
    face, colours = qapp.font(), qapp.palette()
    yield
    # Windows that are closed go first: each of their hundreds of widgets would be dressed anew.
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if qapp.styleSheet():
        qapp.setStyleSheet("")
    if qapp.font() != face:
        qapp.setFont(face)
    if qapp.palette() != colours:
        qapp.setPalette(colours)


@pytest.fixture
def dark_look(qapp: QApplication) -> None:
    """Fonts, colours and style sheet of the window, for widgets that stand alone."""
    load_fonts()
    apply_theme(qapp, DARK)


@pytest.fixture(autouse=True)
def no_button_held(qapp: QApplication) -> Iterator[None]:
    """Let go of the mouse after each test: what waits for the hand would wait in the next one."""
    yield
    held = QApplication.mouseButtons()
    if held != Qt.MouseButton.NoButton:
        nowhere = QWidget()
        for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            if held & button:
                QTest.mouseRelease(nowhere, button)


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The parts that come with the program."""
    return load_shipped()


@pytest.fixture(scope="session")
def drawn() -> Design:
    """The design that most tests of drawings draw."""
    return drawn_design()


@pytest.fixture(scope="session")
def drawn_report(drawn: Design, catalog: Catalog) -> Report:
    """What follows from that design."""
    return evaluate(drawn, catalog)


@pytest.fixture
def make_session(qtbot: QtBot) -> Iterator[MakeSession]:
    """Sessions without a window, closed at the end."""
    made: list[DesignSession] = []

    def make() -> DesignSession:
        made.append(DesignSession(CATALOG, watch=FileWatch(settle_ms=20)))
        return made[-1]

    yield make
    for session in made:
        session.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A design of which nothing is known but its name."""
    path = tmp_path / "pod.toml"
    design_file.save(path, Design(name="pod"), CATALOG)
    return path


@pytest.fixture
def space(qtbot: QtBot) -> Iterator[Workspace]:
    """A workspace without a window."""
    made = canvas_space.space_of(canvas_space.small_design())
    yield made
    made.close()


@pytest.fixture
def told(space: Workspace) -> list[tuple[str, str]]:
    """What the workspace says, with its severity."""
    heard: list[tuple[str, str]] = []
    space.message.connect(lambda text, severity: heard.append((text, severity)))
    return heard


@pytest.fixture
def first_design() -> Design:
    """What a desk has open; a file of tests may have another."""
    return ui_desk.small_design()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, first_design: Design) -> Iterator[ui_desk.Desk]:
    """A window's services without an engine."""
    load_fonts()
    made = ui_desk.Desk(tmp_path, first_design)
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot, desk: ui_desk.Desk, dark_look: None) -> Iterator[MainWindow]:
    """The window on the desk."""
    made = MainWindow(desk.settings, DARK)
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    yield made
    desk.session.document.mark_saved()


@pytest.fixture(autouse=True)
def _shown_as_written() -> Iterator[None]:
    """Show metric and plain numbers again: a process shows in one way, whichever test chose it."""
    yield
    show_as(METRIC)
