"""The window: its panels with and without figures, its views, its menu, the command box."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.render.theme import DARK
from designer.ui.commands.floor_menu import FloorMenu
from designer.ui.commands.menus import build_menu
from designer.ui.window.main_window import MainWindow
from tests.helpers.expected import Script, as_expected
from tests.helpers.sessions import Session, click, press_key, rest, settle, shows
from tests.helpers.shown import action_lines, widget_lines
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def information_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no notice come up by itself while steps are written down."""
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 600_000)


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.mark.parametrize("pace_ms", [0, 60])
def test_every_panel_without_and_with_figures(
    window: MainWindow, desk: Desk, qtbot: QtBot, pace_ms: int
) -> None:
    """What panels say at each step, at whatever pace reports are shown."""
    desk.store._interval_ms = pace_ms
    window.dashboard._timer.setInterval(2 * pace_ms)
    script = Script(lambda: widget_lines(window, rows=12))

    def step(words: str) -> None:
        rest(qtbot, window, desk.store)
        script.step(words)

    step("at first")
    desk.report(hall_report())
    step("figures came")
    for keys in (("A01",), ("node-1",), ("A04",), ("A01", "B01"), ("pdu-a",), ()):
        desk.workspace.select(keys)
        step(f"select {', '.join(keys)}")
    desk.client.state_changed.emit("busy", "evaluating")
    assert desk.workspace.apply("Rename", lambda design: design.evolve(name="other"))
    step("renamed, figures are on their way")
    desk.client.state_changed.emit("failed", "the engine ended")
    step("the engine failed")
    desk.client.state_changed.emit("restarting", "once more")
    desk.client.restarted.emit("the engine was restarted")
    step("the engine starts again")
    desk.client.state_changed.emit("idle", "ready")
    step("the engine is ready")
    window.resize(1100, 700)
    step("a narrow window")
    as_expected("window-panels", script.lines)


def test_views_panels_and_themes(window: MainWindow, desk: Desk, qtbot: QtBot) -> None:
    panels = ("left", "right", "elevation")

    def looks() -> list[str]:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        focus = app.focusWidget()
        return [
            f"left {window.left.isVisible()} {window.left.page()}",
            f"right {window.right.isVisible()} {window.right.page()}",
            f"floor {window.floor.isVisible()}, elevation {window.elevation.isVisible()}",
            f"start page {window.centre.on_start_page()}",
            f"theme {desk.workspace.theme.name} {desk.settings.theme()}",
            f"full screen {window.isFullScreen()}",
            f"zoom {window.floor.zoom_percent()} {window.status.counts.text()}",
            f"keyboard at {type(focus).__name__} {focus.accessibleName() if focus else ''}",
            *(f"top: {line}" for line in widget_lines(window.top)),
            f"kept {[desk.settings.flag(f'show_{name}', default=True) for name in panels]}",
        ]

    session = Session(window, desk, looks)
    session.step("at first")
    for action_id in (
        "view.left", "view.left", "view.right", "view.right", "view.elevation", "view.elevation",
        "view.properties", "view.properties", "view.elevation_only", "view.floor_only",
        "view.find_part", "view.theme", "view.theme", "view.full_screen", "view.full_screen",
        "view.zoom_selection", "view.fit", "view.command", "file.start", "view.floor_only",
    ):  # fmt: skip
        session.trigger(action_id)
    session.step("no command box", press_key(window.command_box, Qt.Key.Key_Escape))
    session.trigger("file.start")
    session.step(
        "what is shown somewhere leaves the start page", lambda: desk.workspace.focus(("B02",))
    )
    session.trigger("view.zoom_selection")
    session.trigger("view.fit")
    session.trigger("help.keys")
    session.step("closed", lambda: window.guide.close())
    session.trigger("help.about")
    session.step("closed", lambda: window.views.dialog and window.views.dialog.close())
    session.trigger("edit.settings")
    session.step("closed", lambda: window.design.settings and window.design.settings.close())
    session.step("views by the buttons", click(window.top._views.buttons()[1]))
    session.step("views by the buttons", click(window.top._views.buttons()[0]))
    session.as_expected("window-views")


def test_what_is_left_is_remembered(window: MainWindow, desk: Desk, qtbot: QtBot) -> None:
    window.actions_by_id["view.right"].setChecked(False)
    window.columns.setSizes([300, 980, 0])
    window.dashboard.splitter.setSizes([100, 500])
    window.resize(1300, 760)
    settle()
    sizes, split = window.columns.sizes(), window.centre.split()
    plots = window.dashboard.splitter.saveState()
    desk.workspace.select(("A01",))
    settle()
    window.actions_by_id["catalog.browse"].trigger()
    assert window.catalogue.browser is not None
    window.close()
    assert not window.catalogue.browser.isVisible()
    again = MainWindow(desk.settings, DARK)
    again.populate(desk.workspace, desk.session)
    qtbot.addWidget(again)
    again.show()
    settle()
    # The width is that of the test's screen at most.
    assert again.height() == 760
    assert again.columns.sizes()[0] == sizes[0]
    assert again.centre.split()[1] > 0
    assert split[0] > 0
    assert again.dashboard.splitter.saveState() == plots
    assert not again.right.isVisible()


def dropped(window: MainWindow, *names: str) -> tuple[bool, bool]:
    """Return whether the window takes a drag of these files, and its drop."""
    mime = QMimeData()
    if names:
        mime.setUrls([QUrl(name) for name in names])
    buttons, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, buttons, none)
    enter.ignore()
    window.dragEnterEvent(enter)
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, buttons, none)
    drop.ignore()
    window.dropEvent(drop)
    return enter.isAccepted(), drop.isAccepted()


def test_only_files_of_designs_are_taken(window: MainWindow, desk: Desk, tmp_path: Path) -> None:
    here = QUrl.fromLocalFile(str(tmp_path / "pod.toml")).toString()
    assert dropped(window) == (False, False)
    assert dropped(window, "https://example.org/pod.toml") == (False, False)
    assert dropped(window, here.replace(".toml", ".txt")) == (False, False)
    assert dropped(window, here.replace(".toml", ".txt"), here) == (True, True)
    assert "pod.toml was not opened" in window.centre.banners.texts()["file"]
    bare = MainWindow(desk.settings, DARK)
    mime = QMimeData()
    mime.setUrls([QUrl(here)])
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)  # fmt: skip
    event.ignore()
    bare.dragEnterEvent(event)
    assert not event.isAccepted(), "there is nothing yet that could open it"
    assert not bare.is_populated
    bare.close()


def test_the_menu_and_its_recent_files(window: MainWindow, desk: Desk, tmp_path: Path) -> None:
    opened: list[Path] = []
    menu = build_menu(
        window.actions_by_id, desk.settings, window.workspace.overlay, opened.append, window
    )
    recent = next(one for one in menu.findChildren(QMenu) if one.title() == "Open recent")
    recent.aboutToShow.emit()
    lines = action_lines(menu.actions())
    for name in ("one.toml", "two.toml"):
        desk.settings.add_recent_file(tmp_path / name)
    recent.aboutToShow.emit()
    lines += ["", *action_lines(recent.actions())]
    assert [action.toolTip() for action in recent.actions()] == [
        str(tmp_path / "two.toml"), str(tmp_path / "one.toml"),
    ]  # fmt: skip
    recent.actions()[1].trigger()
    assert opened == [tmp_path / "one.toml"]
    as_expected("window-menu", lines)


def columns(menu: QMenu) -> int:
    """Return in how many columns a menu stands on this screen."""
    assert menu.screen().size().height() == 800
    menu.sizeHint()
    return len({menu.actionGeometry(action).left() for action in menu.actions()})


def test_what_a_right_click_offers(window: MainWindow, desk: Desk) -> None:
    view = window.floor.view
    floor_menu: FloorMenu = window.design.floor_menu
    lines: list[str] = []

    def offer(words: str, at: QPoint) -> QMenu:
        menu = floor_menu.menu_at(at)
        assert columns(menu) == 1, "on a screen of 800 pixels"
        lines.append(f"# {words}: {menu.accessibleName()}, {', '.join(desk.workspace.selection)}")
        lines.extend(action_lines(menu.actions()))
        return menu

    def of(rack_id: str) -> QPoint:
        return view.mapFromScene(view.floor.racks[rack_id].sceneBoundingRect().center())

    offer("a rack", of("A02"))
    desk.workspace.select(("A03", "A04"))
    offer("one of those selected", of("A04"))
    offer("another rack", of("B01"))
    place = list(view.row_names.places().values())[1]
    offer("the name of a row", place.center().toPoint())
    on_floor = offer("the bare floor", view.mapFromScene(QPointF(8000, 8000)))
    next(one for one in on_floor.actions() if one.text() == "Note here…").trigger()
    prompt = window.design.notes.prompt
    assert prompt is not None
    lines += widget_lines(prompt)
    prompt.reject()
    on_note = offer("a remark", view.mapFromScene(QPointF(9300, 900)))
    on_note.actions()[0].trigger()
    lines += widget_lines(prompt)
    assert window.design.notes.prompt is not prompt
    on_note.actions()[1].trigger()
    assert [note.id for note in desk.design.notes] == ["note-2"]
    shown = floor_menu.open(of("A01"))
    assert shown.isVisible()
    shown.close()
    as_expected("window-floor-menu", lines)


def test_the_command_box(window: MainWindow, desk: Desk) -> None:
    desk.report(hall_report())
    box = window.command_box

    def found() -> list[str]:
        popup = box.popup
        return [
            f"line {box.text()!r} tip {box.toolTip()!r}",
            f"list {popup is not None and popup.isVisible()}",
            *(widget_lines(popup, rows=12) if popup is not None and popup.isVisible() else []),
        ]

    session = Session(window, desk, found)
    session.step("at first")
    session.step("opened", box.open)
    for text in ("place h100", "> row", "@ A0", "@ leaf", "! node", "! ", "nothing like it", "b02",
                 "show h100-sxm"):  # fmt: skip
        session.step(f"typed {text}", lambda t=text: (box.selectAll(), QTest.keyClicks(box, t)))
    session.step("typed b02", lambda: (box.selectAll(), QTest.keyClicks(box, "@ rack")))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown,
                Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Up):  # fmt: skip
        session.step(key.name, press_key(box, key))
    session.step("run", press_key(box, Qt.Key.Key_Return))
    session.step("opened", box.open)
    session.step("what cannot be done", lambda: QTest.keyClicks(box, "detach"))
    session.step("run", press_key(box, Qt.Key.Key_Return))
    session.step("left", press_key(box, Qt.Key.Key_Escape))
    session.step("down at a closed list", press_key(box, Qt.Key.Key_Down))
    session.step("left", press_key(box, Qt.Key.Key_Escape))
    session.step("clicked", click(box))
    session.step("a node", lambda: QTest.keyClicks(box, "@ node 2"))
    session.step("run", press_key(box, Qt.Key.Key_Enter))
    session.step("clicked", click(box))
    session.step("a check", lambda: QTest.keyClicks(box, "! no rack pdu"))
    session.step("a click in the list", click(box._list.viewport(), QPoint(30, 20)))
    session.step("opened", box.open)
    session.step("the keyboard goes elsewhere", window.floor.view.setFocus)
    session.as_expected("window-command-box")
    assert shows("x", box)() == [f"x: {line}" for line in widget_lines(box)]
