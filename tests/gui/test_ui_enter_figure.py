"""Enter beside each figure of *What would settle it* leads to the editor where it is given."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton, QScrollArea, QWidget
from pytestqt.exceptions import TimeoutError as QtBotTimeoutError
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report, Settle
from designer.model.design import Design, PowerNode
from designer.model.figure_ref import can_be_entered
from designer.render.theme import DARK
from designer.runtime.own_parts import OwnParts
from designer.ui.views.dashboard.settle_list import SettleList
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.helpers.ui_desk import Desk, small_design

UPSTREAM = (
    PowerNode(id="A", parents=("U.1",)), PowerNode(id="B", parents=("main",)),
    PowerNode(id="U.1", kind="ups", parents=("main",)), PowerNode(id="main", kind="switchboard"),
)  # fmt: skip


@pytest.fixture
def first_design() -> Design:
    """A tree of power of which no record states its capacity, one id with a point."""
    return small_design().evolve(power=UPSTREAM)


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(desk.settings, DARK)
    made.own_parts = OwnParts(tmp_path / "mine")
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    yield made
    desk.session.document.mark_saved()


def open_dialog(window: MainWindow, entry: Settle) -> QDialog:
    opened = window.design.settings
    if entry.ref.partition(".")[0] not in ("site", "room") and " " not in entry.ref:
        opened = window.own_part_commands.dialog
    assert isinstance(opened, QDialog), entry.ref
    return opened


def press_enter(window: MainWindow, report: Report, entry: Settle) -> None:
    """Press Enter in the list as a person does, the entry being its first."""
    window.dashboard.settle.show_report(report.model_copy(update={"settle": (entry,)}))
    button = window.dashboard.settle.rows[0][2]
    assert not button.isHidden(), entry.ref
    button.click()
    settle()


def is_in_view(editor: QWidget) -> bool:
    """Return whether all of an editor can be seen in its page."""
    above = editor.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    whole = editor.visibleRegion().boundingRect() == editor.rect()
    return editor.isVisible() and (whole or above is None)


def name_of(editor: QWidget) -> str:
    """Return what a screen reader calls it."""
    text = editor.text() if isinstance(editor, QPushButton) else ""
    return editor.accessibleName() or text


def every_entry() -> list[tuple[str, Report, Settle]]:
    """Return each kind of figure once for each hall family that waits for it."""
    found: dict[str, tuple[str, Report, Settle]] = {}
    for name, make in DESIGNS.items():
        report = evaluate(make(), CATALOG)
        if report.totals.racks:
            for entry in report.settle:
                found.setdefault(entry.ref, (name, report, entry))
    return list(found.values())


def test_enter_leads_from_every_figure_of_many_halls_to_its_editor(
    qtbot: QtBot, window: MainWindow, desk: Desk
) -> None:
    entries = every_entry()
    assert len({name for name, _, _ in entries}) > 10
    assert {"feed C.capacity_kw", "room.floor_limit_kpa", "rack-silent.mass_kg"} <= {
        entry.ref for _, _, entry in entries
    }
    shown, wrong = "", []
    for name, report, entry in entries:
        if name != shown:
            desk.session.new(DESIGNS[name]())
            desk.session._use_parts(CATALOG.parts)
            desk.session.catalog_changed.emit()
            shown = name
        if not can_be_entered(entry.ref):
            continue
        press_enter(window, report, entry)
        dialog = open_dialog(window, entry)
        editor = dialog.focusWidget()
        assert editor is not None, entry.ref
        assert name_of(editor), entry.ref
        try:
            # A page that was built for another kind of part is laid out in later turns.
            qtbot.waitUntil(lambda editor=editor: is_in_view(editor), timeout=2000)
        except QtBotTimeoutError:
            wrong.append((entry.ref, name_of(editor)))
        dialog.hide()
    assert not wrong


@pytest.mark.parametrize("node", UPSTREAM, ids=lambda node: node.id)
def test_enter_leads_to_the_capacity_of_each_record_of_power(
    window: MainWindow, desk: Desk, node: PowerNode
) -> None:
    ref = f"{node.kind} {node.id}.capacity_kw"
    report = evaluate(desk.design, load_shipped())
    press_enter(window, report, Settle(ref=ref, what="capacity"))
    settings = window.design.settings
    assert settings is not None
    feeds = settings.records["Feeds"]
    assert feeds.chosen() == node.id
    editor = feeds.form.editors["capacity_kw"]
    assert settings.focusWidget() is editor
    assert is_in_view(editor)
    QTest.keyClicks(editor, "450")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert {n.id: n.capacity_kw for n in desk.design.power}[node.id] == 450.0


def test_what_nobody_can_enter_has_no_button(qtbot: QtBot, desk: Desk) -> None:
    shown = SettleList()
    qtbot.addWidget(shown)
    report = evaluate(desk.design, load_shipped())
    refs = ("feed of a rack PDU that names none", "feed A.whips", "feed A.capacity_kw")
    entries = tuple(Settle(ref=ref, what=ref) for ref in refs)
    shown.show_report(report.model_copy(update={"settle": entries}))
    assert [button.isHidden() for _, _, button in shown.rows] == [True, True, False]


def test_a_field_far_down_the_form_is_scrolled_into_view_in_a_small_window(
    window: MainWindow,
) -> None:
    window.own_part_commands.enter_figure("dgx-h200", "inlet_max_c")
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    dialog.resize(980, 420)
    settle()
    editor = dialog.form.editor_of("inlet_max_c")
    assert editor is not None
    assert dialog.focusWidget() is editor
    assert editor.visibleRegion().boundingRect() == editor.rect()
    dialog.hide()
    window.own_part_commands.enter_figure("dgx-h200", "price")
    settle()
    editor = dialog.form.editor_of("price")
    assert editor is not None
    assert dialog.focusWidget() is editor
    assert editor.visibleRegion().boundingRect() == editor.rect()


def test_a_part_that_nobody_describes_is_begun_with_its_id(window: MainWindow) -> None:
    window.dashboard.settle.enter_requested.emit("mgmt", "part")
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    assert dialog.part_id == "mgmt"
    assert dialog.focusWidget() is dialog.form.editor_of("part")


def pue_of(window: MainWindow) -> QLineEdit:
    window.design.enter_figure("site.pue")
    settle()
    settings = window.design.settings
    assert settings is not None
    editor = settings.forms["Design and site"].editors["pue"]
    assert isinstance(editor, QLineEdit)
    return editor


def test_refused_values_are_gone_when_the_settings_are_opened_anew(
    window: MainWindow, desk: Desk
) -> None:
    editor = pue_of(window)
    QTest.keyClicks(editor, "0.6")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settings = window.design.settings
    assert settings is not None
    form = settings.forms["Design and site"].forms["Site"]
    assert form.form.refusal("pue")
    settings.close()
    settle()
    assert pue_of(window) is form.editors["pue"]
    assert not form.form.refusal("pue")
    assert editor.text() == ""
    assert form.lines["pue"].text() != ""


def test_enter_for_the_pue_replaces_what_stands_there(window: MainWindow, desk: Desk) -> None:
    editor = pue_of(window)
    QTest.keyClicks(editor, "1.4")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert desk.design.site.pue == 1.4
    assert pue_of(window).selectedText() == "1.4"
    QTest.keyClicks(editor, "1.25")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert desk.design.site.pue == 1.25
    assert QApplication.activeModalWidget() is None
