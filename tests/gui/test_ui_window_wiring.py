"""What a part of the window does to another, and what the window remembers when it is closed."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from designer.engine.report import Report, Totals
from designer.io import design_file
from designer.model.design import Design
from designer.render.theme import DARK
from designer.ui.views.cables.schedule import SchedulePanel
from designer.ui.views.cables.table import ScheduleTable
from designer.ui.views.dialogs.export_dialog import ExportDialog
from designer.ui.window.frame import SMALLEST, USUAL
from designer.ui.window.main_window import MainWindow
from designer.ui.window.overlay_chip import OverlayChip
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk

NONE = Qt.KeyboardModifier.NoModifier


def reopened(qtbot: QtBot, desk: Desk) -> MainWindow:
    made = MainWindow(desk.settings, DARK)
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    settle()
    return made


def test_a_closed_window_has_written_down_how_it_was_left(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.workspace.select(("A01",))
    settle()
    window.columns.setSizes([300, 600, 380])
    window.centre.splitter.setSizes([450, 300])
    sizes, split = window.columns.sizes(), window.centre.split()
    window.close()
    written = (tmp_path / "window.ini").read_text()
    for key in ("geometry", "columns", "split", "dashboard"):
        assert f"\n{key}=" in written
    again = reopened(qtbot, desk)
    assert again.columns.sizes() == sizes
    assert again.centre.split() == split


def test_a_window_without_a_memory_has_the_usual_size_or_what_the_screen_gives(
    qtbot: QtBot, desk: Desk
) -> None:
    made = MainWindow(desk.settings, DARK)
    qtbot.addWidget(made)
    screen = made.screen().availableSize()
    width, height = min(USUAL[0], screen.width() - 40), min(USUAL[1], screen.height() - 60)
    assert (made.width(), made.height()) == (max(SMALLEST[0], width), max(SMALLEST[1], height))
    assert not made.is_populated
    made.resize(SMALLEST[0], 700)
    made.close()
    desk.settings.sync()
    again = MainWindow(desk.settings, DARK)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (SMALLEST[0], 700)
    kept = QSettings(desk.settings._store.fileName(), QSettings.Format.IniFormat)
    assert not kept.contains("window/columns"), "nothing was in it"


def test_a_window_tells_when_its_bare_frame_is_seen(qtbot: QtBot, desk: Desk) -> None:
    made = MainWindow(desk.settings, DARK)
    qtbot.addWidget(made)
    painted: list[bool] = []
    made.first_painted.connect(lambda: painted.append(True))
    made.show()
    qtbot.waitUntil(lambda: bool(painted))
    made.grab()
    settle()
    assert painted == [True], "told once"


def mime_of(*urls: QUrl) -> QMimeData:
    mime = QMimeData()
    mime.setUrls(list(urls))
    return mime


def takes(window: MainWindow, mime: QMimeData) -> bool:
    """Return whether a drag of files is accepted, and drop it."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier
    enter = QDragEnterEvent(QPoint(5, 5), copy, mime, left, none.NoModifier)
    enter.ignore()
    window.dragEnterEvent(enter)
    drop = QDropEvent(QPoint(5, 5).toPointF(), copy, mime, left, none.NoModifier)
    drop.ignore()
    window.dropEvent(drop)
    assert drop.isAccepted() == enter.isAccepted()
    return enter.isAccepted()


def test_a_design_file_among_others_is_opened_and_nothing_else_is(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    desk.session.document.mark_saved()
    path = tmp_path / "pod.toml"
    design_file.save(path, Design(name="pod"), desk.catalog)
    picture = QUrl.fromLocalFile(str(tmp_path / "a.png"))
    assert not takes(window, QMimeData())
    assert not takes(window, mime_of(picture, QUrl("https://example.com/pod.toml")))
    assert desk.design.name == "small"
    assert takes(window, mime_of(picture, QUrl.fromLocalFile(str(path))))
    assert desk.design.name == "pod"
    assert window.windowTitle() == "pod.toml – Cluster Designer"


def test_what_is_said_done_and_sized_reaches_the_strips(window: MainWindow, desk: Desk) -> None:
    actions, status, top = window.actions_by_id, window.status, window.top
    assert window.windowTitle() == "small – Cluster Designer"
    assert status.snap.text() == "snap 600 mm"
    assert status.counts.text().startswith("— racks")
    desk.report(Report(totals=Totals(racks=2, devices=1)))
    desk.workspace.report_changed.emit()
    assert status.counts.text().startswith("2 racks · 1 device · 0 cables")
    desk.client.state_changed.emit("failed", "it ended")
    assert top.pill.label.text() == "engine failed"
    window.floor.cursor_moved.emit(1200.0, 600.0)
    assert status.position.text() == "x 1.20 m  y 0.60 m"
    window.floor.view.zoom_by(2.0)
    settle()
    assert status.counts.text().endswith(f"zoom {window.floor.zoom_percent():.0f} %")
    assert actions.reason("insert.part") == "choose a part in the list first"
    window.parts_panel.search.setText("qm9700")
    window.parts_panel.list.setCurrentIndex(window.parts_panel.model.index(1))
    assert actions.reason("insert.part") == ""
    desk.session.document.mark_saved()
    window._parts.show_design()
    assert top.subtitle.full_text().startswith("new")


def test_buttons_and_pages_lead_to_their_commands(
    window: MainWindow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in ("print", "export"):
        window.actions_by_id[f"file.{name}"].triggered.disconnect()
        window.actions_by_id[f"file.{name}"].triggered.connect(lambda _=0, n=name: asked.append(n))
    window.top.print_button.click()
    window.top.export_button.click()
    assert asked == ["print", "export"]
    window.top.view_chosen.emit("Elevation")
    assert window.centre.view == "Elevation"
    window.centre.show_start_page()
    window.start_page.return_asked.emit()
    assert (window.centre.on_start_page(), window.centre.view) == (False, "Floor")
    window.top.view_chosen.emit("Power")
    assert (window.centre.view, window.power.isVisible()) == ("Power", True)
    window.top.view_chosen.emit("Floor")
    window.status.setFocus()
    window.findChild(OverlayChip).chosen.emit()
    assert window.floor.isAncestorOf(window.focusWidget())
    window.parts_panel.canvas_asked.emit()
    assert window.centre.focusWidget() is not None
    window.properties.settings_asked.emit()
    assert window.design.settings is not None
    assert window.design.settings.isVisible()
    window.design.settings.close()
    desk.session.document.mark_saved()
    window.start_page.template_chosen.emit("empty-room", {})
    assert desk.design.racks == ()


def test_a_canvas_command_needs_the_drawing_and_others_do_not(window: MainWindow) -> None:
    for action_id, action in window.actions_by_id:
        on_canvas = window.actions_by_id.specs[action_id].scope == "canvas"
        assert (action in window.centre.actions()) == on_canvas
        assert (action in window.actions()) == (not on_canvas)


def test_the_application_looks_as_the_window_does(window: MainWindow, desk: Desk) -> None:
    icon = window.actions_by_id["edit.undo"].icon().cacheKey()
    before = QApplication.palette().color(QApplication.palette().ColorRole.Window)
    window.actions_by_id["view.theme"].trigger()
    after = QApplication.palette().color(QApplication.palette().ColorRole.Window)
    assert after != before
    assert window.actions_by_id["edit.undo"].icon().cacheKey() != icon


def test_keys_in_a_table_reach_nothing_that_is_selected_on_the_floor(
    qtbot: QtBot, window: MainWindow, desk: Desk
) -> None:
    """Ctrl+A and Del in the schedule of cables removed every rack of the hall."""
    qtbot.waitActive(window)
    desk.workspace.filter.switch("cables", on=True)
    racks = desk.design.racks
    control = Qt.KeyboardModifier.ControlModifier
    desk.workspace.select((racks[0].id,))
    table = window.centre.findChild(ScheduleTable)
    assert isinstance(table, ScheduleTable)
    lists = [one for one in window.centre.findChildren(QAbstractItemView) if one.isVisible()]
    assert table in lists
    keys = ((Qt.Key.Key_A, control), (Qt.Key.Key_Delete, NONE), (Qt.Key.Key_R, NONE))
    for one in lists:
        one.setFocus()
        for key, held in keys:
            event = QKeyEvent(QEvent.Type.ShortcutOverride, key, held)
            event.ignore()
            QApplication.sendEvent(one, event)
            assert event.isAccepted(), (one.accessibleName(), key)
    table.setFocus()
    assert table.hasFocus()
    QTest.keyClick(table, Qt.Key.Key_A, control)
    assert desk.workspace.selection == (racks[0].id,)
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert desk.design.racks == racks
    window.floor.view.setFocus()
    QTest.keyClick(window.floor.view, Qt.Key.Key_A, control)
    assert len(desk.workspace.selection) == len(racks)
    QTest.keyClick(window.floor.view, Qt.Key.Key_Delete)
    assert desk.design.racks == ()


def test_the_export_beside_the_schedule_begins_with_its_table(
    window: MainWindow, desk: Desk
) -> None:
    """It began with a drawing of the floor."""
    desk.workspace.filter.switch("cables", on=True)
    schedule = window.centre.findChild(SchedulePanel)
    assert isinstance(schedule, SchedulePanel)
    schedule.export.click()
    dialog = window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    assert dialog.format.currentText() == "Cables, CSV"
    assert dialog.isVisible()
    dialog.close()


def test_what_is_said_of_a_restart_is_past_once_there_are_figures(
    window: MainWindow, desk: Desk
) -> None:
    """It stood there for ever, beside figures of that very design."""
    client, said, document = desk.client, window.status.message.full_text, desk.session.document
    client.restarted.emit("the engine runs again")
    client.state_changed.emit("failed", "it ended three times")
    client.reported.emit(document.revision - 1)
    assert said() == "it ended three times", "of the design as it stands there are none"
    client.reported.emit(document.revision)
    assert said() == ""
    client.restarted.emit("the engine runs again")
    desk.workspace.message.emit("A05 has no room", "warning")
    client.reported.emit(document.revision)
    assert said() == "A05 has no room"
