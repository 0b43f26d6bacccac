"""The window with its services: in which order they come, what ends them, what an error leaves."""

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.app import composition, services
from designer.app.composition import LATER, SLICES, Studio, open_window
from designer.app.exit_codes import INTERNAL_ERROR
from designer.catalog.load import load_shipped
from designer.io import user_folders
from designer.io.design_file import load, save
from designer.io.user_folders import (
    HOME_VARIABLE,
    catalogs_folder,
    journals_folder,
    settings_folder,
    state_folder,
)
from designer.model.change import Change
from designer.model.design import Design
from designer.render.theme import DARK, LIGHT
from designer.runtime.session import scan
from designer.ui.state.settings import Settings
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.floor.canvas import EMPTY_FLOOR
from tests.helpers.ui_desk import small_design

LOADED: list[DashboardPanel] = []
"""Panels whose plots were asked for: the last step."""


class Engine(QObject):
    """Stands for the engine client: keeps what it was told, starts no process."""

    reported = Signal(int)
    stepped = Signal(int, int, object)
    preview_begun = Signal(object)
    previewed = Signal(object)
    preview_failed = Signal(int, str)
    lost_together = Signal(object)
    loss_failed = Signal(str)
    answered = Signal(object)
    state_changed = Signal(str, str)
    restarted = Signal(str)
    closed = Signal()
    state = "idle"
    words = ""

    def __init__(self, store: object) -> None:
        super().__init__()
        self.store = store
        self.told: list[tuple[object, ...]] = []
        self.let_go_of = 0

    def open(self, revision: int, design: Design, parts: tuple[object, ...]) -> None:
        self.told.append(("open", revision, design.name, len(parts)))

    def update(self, revision: int, base: int, change: Change, design: Design) -> None:
        self.told.append(("update", revision, base))

    def let_go(self) -> None:
        self.let_go_of += 1

    def preview(
        self, revision: int, change: Change, racks: tuple[str, ...],
        *, asks: bool = False, drags: bool = True,
    ) -> int:  # fmt: skip
        return 0

    def ask(self, *question: object) -> int:
        self.told.append(("ask", *question))
        return len(self.told)

    def cancel_preview(self) -> None:
        pass

    def finish(self) -> None:
        self.told.append(("finish",))


@pytest.fixture
def make_studio(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Studio]]:
    monkeypatch.setattr(services, "EngineClient", Engine)
    load_plots = DashboardPanel.load_plots
    monkeypatch.setattr(
        DashboardPanel, "load_plots", lambda panel: (load_plots(panel), LOADED.append(panel))
    )
    LOADED.clear()
    made: list[Studio] = []

    def make() -> Studio:
        made.append(Studio(qapp))
        qtbot.addWidget(made[-1].window)
        return made[-1]

    yield make
    for studio in made:
        if studio._services is not None:
            studio.session.document.mark_saved()
        studio.close()
    qapp.setStyleSheet("")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pod.cluster.toml"
    save(path, small_design(), load_shipped())
    return path


def engine(studio: Studio) -> Engine:
    assert isinstance(studio.client, Engine)
    return studio.client


def begun(studio: Studio) -> bool:
    """Return whether the last step is done."""
    return bool(LOADED) and LOADED[-1] is studio.window.dashboard


def test_services_are_made_once_and_fill_the_window(make_studio: Callable[[], Studio]) -> None:
    studio = make_studio()
    assert studio._services is None
    assert not studio.window.is_populated
    made = studio.services
    assert studio.services is made
    assert studio.window.is_populated
    assert studio.window.own_parts is made.own_parts
    assert (studio.session, studio.store) == (made.session, made.store)
    assert (studio.client, studio.workspace) == (made.client, made.workspace)
    assert made.own_parts.folder == catalogs_folder()
    assert made.workspace.theme is studio.theme


def test_what_reports_bring_is_set_aside_once_after_several(
    make_studio: Callable[[], Studio], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    monkeypatch.setattr(services.SetAside, "on_report", lambda aside: done.append(aside))
    studio = make_studio()
    for _ in range(3):
        studio.store.changed.emit()
    assert done == [], "what is to be painted comes first"
    qtbot.waitUntil(lambda: bool(done))
    assert len(done) == 1


@pytest.mark.parametrize(("name", "theme"), [("light", LIGHT), ("dark", DARK)])
def test_the_look_is_the_remembered_one(
    make_studio: Callable[[], Studio], name: str, theme: object
) -> None:
    Settings(settings_folder(), state_folder()).set_theme(name)
    studio = make_studio()
    assert studio.theme is theme
    assert studio.services.workspace.theme is theme
    assert theme.panel in studio.app.styleSheet()  # type: ignore[attr-defined]  # a Theme


def test_all_else_comes_after_the_first_paint_a_turn_each(
    make_studio: Callable[[], Studio], qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[str] = []
    real = composition.import_module

    def noted(name: str) -> object:
        imported.append(name)
        return real(name)

    monkeypatch.setattr(composition, "import_module", noted)
    studio = make_studio()
    studio.show(file)
    assert studio.window.isVisible()
    assert imported == []
    assert studio._services is None
    qtbot.waitUntil(lambda: begun(studio), timeout=60_000)
    assert imported == [*SLICES, "pyqtgraph"]
    assert engine(studio).told[0] == ("open", 0, Design().name, 0), (
        "the engine works before the file is read"
    )
    assert [said[2] for said in engine(studio).told if said[0] == "open"] == [
        Design().name,
        "small",
    ]
    assert studio.session.path == file
    assert not studio.window.centre.on_start_page()


def test_what_dialogs_need_is_imported_once_the_window_stands(
    make_studio: Callable[[], Studio], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = list[Callable[[], object]]()
    imported = list[str]()
    monkeypatch.setattr(composition, "import_module", imported.append)
    monkeypatch.setattr(composition, "LATER_MS", 0)
    take = Studio._take_turns

    def noted(studio: Studio, steps: Iterator[Callable[[], object]]) -> None:
        turns.append(lambda: None)
        take(studio, steps)

    monkeypatch.setattr(Studio, "_take_turns", noted)
    studio = make_studio()
    assert studio.services
    assert imported == []
    studio._end()
    assert imported == [], "not before the window was seen"
    qtbot.waitUntil(lambda: imported == list(LATER))
    assert len(turns) >= len(LATER), "one a turn"


@pytest.mark.parametrize("there", [True, False])
def test_the_floor_says_what_is_opened_until_it_stands_there(
    make_studio: Callable[[], Studio], qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch,
    there: bool,
) -> None:  # fmt: skip
    """The frame that said so was gone, and for seconds the window was empty."""
    studio, said = make_studio(), list[tuple[str, bool]]()
    read = Studio._open

    def noted(self: Studio, path: Path | None) -> None:
        hint = self.window.floor.hint
        said.append((hint.text(), hint.isVisible()))
        read(self, path)

    monkeypatch.setattr(Studio, "_open", noted)
    studio.show(file if there else file.with_name("gone.toml"))
    qtbot.waitUntil(lambda: begun(studio), timeout=60_000)
    assert said == [(f"Opening {file.name if there else 'gone.toml'} …", True)]
    hint = studio.window.floor.hint
    assert (hint.text(), hint.isVisible()) == (EMPTY_FLOOR, False)


@pytest.mark.parametrize("name", [None, "not-there.toml"])
def test_without_a_file_that_opens_there_is_the_start_page(
    make_studio: Callable[[], Studio], qtbot: QtBot, tmp_path: Path, name: str | None
) -> None:
    studio = make_studio()
    studio.show(tmp_path / name if name else None)
    qtbot.waitUntil(lambda: begun(studio), timeout=60_000)
    assert studio.window.centre.on_start_page()
    assert ("file" in studio.window.centre.banners.texts()) == (name is not None)


@pytest.mark.parametrize("name", ["pod.cluster.toml", "n" * 244 + ".toml", "bad\udcff\udcfe.toml"])
def test_the_window_starts_where_no_folder_can_be_used_and_says_so(
    make_studio: Callable[[], Studio],
    qtbot: QtBot,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    """A file stands where the user's folders should; the design has a name of any bytes."""
    blocked, temporary = tmp_path / "home", tmp_path / "temporary"
    blocked.write_text("")
    temporary.mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(blocked))
    monkeypatch.setattr(user_folders.tempfile, "gettempdir", lambda: str(temporary))
    path = file.rename(tmp_path / name)
    studio = make_studio()
    studio.show(path)
    qtbot.waitUntil(lambda: begun(studio), timeout=60_000)
    said = studio.window.centre.banners.texts()
    for kind in ("state", "settings", "catalogs"):
        assert "cannot be used (Not a directory); until it can" in said[f"folder {blocked}/{kind}"]
    document = studio.session.document
    document.apply("Rename", lambda design: design.evolve(name="renamed"))
    assert list(journals_folder().glob("*.journal")), "work is journalled all the same"
    assert studio.session.save() == path
    assert load(path).design.name == "renamed"
    said_of_comments = studio.window.actions_by_id.reason("review.comment")
    assert ("File name too long" in said_of_comments) == (len(name) > 240)


def test_a_design_is_saved_under_a_name_that_leaves_no_room_for_comments(
    make_studio: Callable[[], Studio], qtbot: QtBot, file: Path, tmp_path: Path
) -> None:
    studio = make_studio()
    studio.show(file)
    qtbot.waitUntil(lambda: begun(studio), timeout=60_000)
    told: list[str] = []
    studio.services.workspace.comments.refused.connect(told.append)
    path = tmp_path / ("n" * 244 + ".toml")
    assert studio.session.save_as(path) == path
    assert load(path).design.name == load(file).design.name
    assert [words.rpartition(": ")[2] for words in told] == ["File name too long"]


def test_garbage_is_looked_for_once_the_window_is_built_and_not_in_it(
    make_studio: Callable[[], Studio], qtbot: QtBot, file: Path
) -> None:
    frozen = gc.get_freeze_count()
    studio = make_studio()
    studio.show(file)
    assert gc.isenabled(), "nothing is built before the first paint"
    qtbot.waitUntil(lambda: not gc.isenabled(), timeout=60_000)
    qtbot.waitUntil(lambda: begun(studio), timeout=60_000)
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen
    studio.session.document.mark_saved()
    studio.close()
    assert gc.get_freeze_count() == 0


def test_a_failed_step_is_the_last(make_studio: Callable[[], Studio]) -> None:
    done: list[str] = []

    def fail() -> None:
        gc.disable()
        raise RuntimeError("planted")

    studio = make_studio()
    with pytest.raises(RuntimeError, match="planted"):
        studio._take_turns(iter([fail, lambda: done.append("next")]))
    assert gc.isenabled()
    studio.app.processEvents()
    assert done == []
    studio._take_turns(iter([lambda: done.append("one"), lambda: done.append("two")]))
    assert done == ["one"], "the window answers in between"
    studio.app.processEvents()
    assert done == ["one", "two"]


def test_the_engine_follows_the_document_once_it_is_started(
    make_studio: Callable[[], Studio],
) -> None:
    studio = make_studio()
    document = studio.session.document
    document.apply("Name", lambda design: design.evolve(name="early"))
    assert engine(studio).told == []
    studio._start_engine()
    studio._start_engine()
    assert engine(studio).told == [("open", document.revision, "early", 0)]
    document.apply("Name", lambda design: design.evolve(name="later"))
    assert engine(studio).told[1:] == [("update", document.revision, document.revision - 1)]


def test_the_engine_may_start_before_the_window_is_filled(
    make_studio: Callable[[], Studio],
) -> None:
    studio = make_studio()
    studio._start_engine()
    assert not studio.window.is_populated
    assert studio._services is not None
    assert studio.services is studio._services


def test_parts_that_change_reach_views_and_engine(make_studio: Callable[[], Studio]) -> None:
    studio = make_studio()
    studio._start_engine()
    part = load_shipped().require("dgx-h100").evolve(id="mine", name="Mine")
    studio.session.set_own_parts([part])
    assert studio.workspace.catalog is studio.session.catalog
    assert studio.workspace.catalog.get("mine") is not None
    assert engine(studio).told[-1] == ("open", studio.session.document.revision, Design().name, 1)


def test_a_file_with_parts_of_its_own_is_drawn_with_them(
    make_studio: Callable[[], Studio], tmp_path: Path
) -> None:
    own = load_shipped().require("dgx-h100").evolve(name="As it was")
    save(tmp_path / "old.toml", small_design(), load_shipped().overlay([own]))
    studio = make_studio()
    studio._start_engine()
    seen: list[object] = []
    studio.session.document.subscribe(lambda _: seen.append(studio.workspace.catalog.get(own.id)))
    studio.session.open(tmp_path / "old.toml")
    assert [getattr(part, "name", "") for part in seen] == ["As it was"]
    assert engine(studio).told[-1][2:] == ("small", len(studio.session.parts))
    assert studio.session.parts


def test_an_error_is_logged_and_said_above_the_drawing(
    make_studio: Callable[[], Studio], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    studio = make_studio()
    assert studio.services
    left: list[int] = []
    monkeypatch.setattr(QApplication, "exit", staticmethod(left.append))
    studio.report_crash(*planted())
    log = state_folder() / "crashes.log"
    assert "RuntimeError: planted" in log.read_text(encoding="utf-8")
    assert studio.window.centre.banners.texts()["crash"] == (
        "Something went wrong inside the program (RuntimeError: planted). Your work is in the "
        f"recovery journal. Details: {log}"
    )
    assert "RuntimeError: planted" in capsys.readouterr().err
    assert left == [], "work goes on"


def test_an_error_that_cannot_be_logged_is_said_all_the_same(
    make_studio: Callable[[], Studio], capsys: pytest.CaptureFixture[str]
) -> None:
    studio = make_studio()
    assert studio.services
    log = state_folder() / "crashes.log"
    log.mkdir()
    studio.report_crash(*planted())
    said = studio.window.centre.banners.texts()["crash"]
    assert said.endswith(f"Details: not kept ([Errno 21] Is a directory: '{log}')")
    assert "RuntimeError: planted" in capsys.readouterr().err


def test_an_error_before_the_window_is_filled_ends_the_program(
    make_studio: Callable[[], Studio], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    studio = make_studio()
    left: list[int] = []
    monkeypatch.setattr(QApplication, "exit", staticmethod(left.append))
    studio.report_crash(*planted())
    said = capsys.readouterr().err
    assert said.endswith(
        "Something went wrong inside the program (RuntimeError: planted). "
        f"Details: {state_folder() / 'crashes.log'}\n"
    )
    assert left == [INTERNAL_ERROR]


def planted() -> tuple[type[BaseException], BaseException, object]:
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError("planted")
    return caught.type, caught.value, caught.tb


def test_closing_without_services_is_nothing(make_studio: Callable[[], Studio]) -> None:
    studio = make_studio()
    studio.close()
    assert studio._services is None


@pytest.mark.parametrize(
    ("saved", "visible", "kept"),
    [(False, True, True), (True, True, False), (False, False, False)],
)
def test_unsaved_work_is_kept_where_nobody_was_asked(
    make_studio: Callable[[], Studio], monkeypatch: pytest.MonkeyPatch, saved: bool,
    visible: bool, kept: bool,
) -> None:  # fmt: skip
    studio = make_studio()
    studio._start_engine()
    document = studio.session.document
    document.apply("Name", lambda design: design.evolve(name="work"))
    if saved:
        document.mark_saved()
    monkeypatch.setattr(studio.window, "isVisible", lambda: visible)
    told = engine(studio).told
    journal = studio.session._autosave.journal_file
    assert journal is not None
    before = len(told)
    studio.close()
    assert journal.exists() == kept
    assert told[before:] == [("finish",)]
    document.apply("Name", lambda design: design.evolve(name="after"))
    assert told[before:] == [("finish",)], "nothing listens any longer"
    studio.session.close()
    assert scan() == []


def test_opening_the_window_names_the_program_and_cleans_up_whatever_happens(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    calls: list[object] = []

    class Made:
        def __init__(self, app: QApplication, language: str) -> None:
            names = app.applicationName(), app.applicationDisplayName()
            calls.append(("made", *names, language))

        def report_crash(self, *_: object) -> None:
            pass

        def show(self, path: Path | None) -> None:
            calls.append(("show", path, sys.excepthook == self.report_crash))
            if path is None:
                raise RuntimeError("planted")

        def close(self) -> None:
            calls.append(("close", sys.excepthook is sys.__excepthook__))

    before = sys.excepthook
    monkeypatch.setattr(composition, "Studio", Made)
    monkeypatch.setattr(
        composition, "end_on_signals", lambda app: calls.append(("signals", app is qapp))
    )
    monkeypatch.setattr(QApplication, "exec", staticmethod(lambda: 5))
    names = qapp.applicationName(), qapp.applicationDisplayName(), qapp.desktopFileName()
    try:
        assert open_window(file) == 5
        assert qapp.desktopFileName() == "cluster-designer"
        icon = qapp.windowIcon().pixmap(64).toImage()
        assert icon.width() == 64
        assert icon.pixelColor(32, 32).alpha() == 255, "drawn, not only named"
        with pytest.raises(RuntimeError, match="planted"):
            open_window(None, "en")
    finally:
        sys.excepthook = before
        qapp.setApplicationName(names[0])
        qapp.setApplicationDisplayName(names[1])
        qapp.setDesktopFileName(names[2])
        qapp.setWindowIcon(QIcon())
    signals, named = ("signals", True), ("made", "cluster-designer", "Cluster Designer")
    assert calls == [
        signals, (*named, ""), ("show", file, True), ("close", True),
        signals, (*named, "en"), ("show", None, True), ("close", True),
    ]  # fmt: skip


def test_a_program_that_is_ended_in_a_drag_cancels_it_while_all_is_there(
    make_studio: Callable[[], Studio],
    file: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Qt hid the window in its destructor, and what was cancelled by that was half gone."""
    studio = make_studio()
    studio.show(file)
    qtbot.waitUntil(lambda: begun(studio))
    other = QWidget(studio.window, Qt.WindowType.Window)
    other.show()
    view, before = studio.window.floor.view, studio.session.document.design
    rack = before.racks[0]
    studio.window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    at = view.mapFromScene(rack.x_mm + 200, rack.y_mm + 200)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    for step in (20, 60, 120):
        QTest.mouseMove(view.viewport(), at + QPoint(0, step))
    assert view.preview.plan is not None
    left: list[bool] = []
    close = studio.services.close

    def closing(*, keep_journal: bool) -> None:
        shown = studio.window.isVisible() or other.isVisible()
        left.append(shown or view.preview.plan is not None)
        close(keep_journal=keep_journal)

    monkeypatch.setattr(studio.services, "close", closing)
    studio.close()
    assert left == [False]
    assert studio.session.document.design is before
