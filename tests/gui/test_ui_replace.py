"""Replace with…: candidates with what changes, a refusal before anything is done, one undo step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import replace_part
from designer.engine.preview import Foreseen, Preview
from designer.io.languages import read_in
from designer.model.change import apply
from designer.model.layout import Layout
from designer.model.presented import Presented
from designer.planning.templates import build
from designer.ui.commands.replace import NO_DEVICE, ReplaceCommands
from designer.ui.kit.widget_edge import show_as
from designer.ui.state.actions import ActionSet
from designer.ui.state.drop_words import NO_ANSWER
from designer.ui.views.dialogs.replace_dialog import ReplaceDialog
from tests.helpers.ui_desk import Desk


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    yield made
    made.close()


@pytest.fixture
def actions(qtbot: QtBot) -> ActionSet:
    return ActionSet()


@pytest.fixture
def commands(qtbot: QtBot, desk: Desk, actions: ActionSet) -> ReplaceCommands:
    window = QWidget()
    qtbot.addWidget(window)
    return ReplaceCommands(desk.workspace, actions, window)


def _rack_with(desk: Desk, part: str) -> str:
    layout = Layout(desk.workspace.document.design)
    return next(
        rack for rack in layout.racks if any(one.part == part for one in layout.in_rack(rack))
    )


def _asked(commands: ReplaceCommands) -> ReplaceDialog:
    commands.ask()
    assert commands.dialog is not None
    return commands.dialog


def _mark(dialog: ReplaceDialog, words: str, part: str) -> None:
    dialog.filter.setText(words)
    for _ in range(20):
        if dialog.chosen() == part:
            break
        QTest.keyClick(dialog.filter, Qt.Key.Key_Down)
    assert dialog.chosen() == part


def _foretold(qtbot: QtBot, desk: Desk, dialog: ReplaceDialog) -> None:
    """Let the engine say what is asked of it."""
    qtbot.waitUntil(lambda: bool(desk.workspace.asked_preview) and not dialog._rests.isActive())
    desk.client.previewed.emit(Preview(preview=desk.workspace.asked_preview))


def _parts(desk: Desk) -> list[str]:
    return [placed.part for placed in Layout(desk.workspace.document.design).every()]


def test_it_asks_for_a_selection(commands: ReplaceCommands, actions: ActionSet, desk: Desk) -> None:
    assert actions.reason("edit.replace") == NO_DEVICE
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    assert actions.reason("edit.replace") == ""
    assert commands.part_id() == "dgx-h100"


def test_all_are_replaced_as_one_step(qtbot: QtBot, commands: ReplaceCommands, desk: Desk) -> None:
    before = desk.workspace.document.design
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    dialog.where.setCurrentIndex(0)
    assert dialog.heading.text() == "Replace 31 × DGX H100 wherever it is mounted"
    assert dialog.chosen() == "dgx-h200", "the likest is marked first"
    _foretold(qtbot, desk, dialog)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert _parts(desk).count("dgx-h200") == 31
    assert "dgx-h100" not in _parts(desk)
    desk.workspace.document.undo()
    assert desk.workspace.document.design == before


def test_higher_nodes_move_in_their_racks(
    qtbot: QtBot, commands: ReplaceCommands, desk: Desk
) -> None:
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    dialog.where.setCurrentIndex(0)
    _mark(dialog, "B200", "dgx-b200")
    _foretold(qtbot, desk, dialog)
    assert dialog.accept_button.isEnabled()
    assert dialog.words.text().startswith("23 devices move in their racks")
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert _parts(desk).count("dgx-b200") == 31


def test_it_begins_where_the_selection_is(
    qtbot: QtBot, commands: ReplaceCommands, desk: Desk
) -> None:
    rack = _rack_with(desk, "dgx-h100")
    rack = _rack_with(desk, "dgx-h100")
    desk.workspace.select((rack,))
    dialog = _asked(commands)
    choices = [dialog.where.itemText(at) for at in range(dialog.where.count())]
    assert choices == ["wherever it is mounted: 31", f"in {rack.upper()}: 4"]
    assert dialog.heading.text() == f"Replace 4 × DGX H100 in {rack.upper()}"
    _foretold(qtbot, desk, dialog)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert (_parts(desk).count("dgx-h200"), _parts(desk).count("dgx-h100")) == (4, 27)
    left = next(one.key for one in Layout(desk.workspace.document.design).every()
                if one.part == "dgx-h100")  # fmt: skip
    desk.workspace.select((left,))
    assert _asked(commands).heading.text() == "Replace 1 × DGX H100 in the selected place alone"
    commands.ask("qm9700")
    assert commands.dialog is not None
    assert commands.dialog.scope.only is None, "nothing of it is selected"


def test_nothing_is_replaced_before_it_is_foretold(
    qtbot: QtBot, commands: ReplaceCommands, desk: Desk
) -> None:
    before = desk.workspace.document.design
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert desk.workspace.document.design is before
    _foretold(qtbot, desk, dialog)
    _mark(dialog, "B200", "dgx-b200")
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    assert desk.workspace.document.design is before, "of another part nothing is foretold yet"
    qtbot.waitUntil(lambda: len(desk.client.previews) == 2)
    desk.client.preview_failed.emit(desk.workspace.asked_preview, "")
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    assert _parts(desk).count("dgx-b200") == 4, "there will be no answer to wait for"


def test_a_filled_rack_is_replaced_by_another(
    qtbot: QtBot, commands: ReplaceCommands, actions: ActionSet, desk: Desk
) -> None:
    made = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    desk.workspace.document.apply("Open", lambda _: made)
    desk.workspace.select((made.racks[0].id,))
    assert actions.reason("edit.replace") == ""
    dialog = _asked(commands)
    assert dialog.heading.text() == f"Replace 1 × GB200 NVL72 at {made.racks[0].name}"
    _mark(dialog, "GB300", "gb300-nvl72")
    _foretold(qtbot, desk, dialog)
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    now = desk.workspace.document.design.racks
    assert now == (made.racks[0].evolve(part="gb300-nvl72"), *made.racks[1:])


def test_the_engine_says_what_the_whole_design_would_do(
    qtbot: QtBot, commands: ReplaceCommands, desk: Desk
) -> None:
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    assert dialog.told.words() == "sizing…"
    qtbot.waitUntil(lambda: len(desk.client.previews) == 1)
    _, change, racks = desk.client.previews[0]
    after = apply(desk.design, change)
    assert racks == desk.workspace.selection, "one of the racks that are alike"
    here = desk.workspace.selection
    assert after == replace_part(desk.catalog, "dgx-h100", "dgx-h200", here)(desk.design)
    check = Foreseen(rule="P01", severity="error", message="A01 trips", key="P01:a01", places=1)
    desk.client.previewed.emit(Preview(preview=1, comes=(check,)))
    assert dialog.told.words() == "+ 1 error: A01 trips"
    button, many = dialog.accept_button, dialog.scope.number
    assert button.text() == f"Replace {many} in spite of 1 new error"
    assert button.property("role") == "caution", "no plain yes"
    assert button.isEnabled()

    _mark(dialog, "B200", "dgx-b200")
    assert dialog.told.words() == "sizing…", "of another part nothing is known"
    assert (button.text(), button.property("role")) == (f"Replace {many}", "primary")
    qtbot.waitUntil(lambda: len(desk.client.previews) == 2)
    desk.client.previewed.emit(Preview(preview=1, comes=(check,)))
    assert dialog.told.words() == "sizing…", "an answer to what was marked before"
    desk.client.preview_failed.emit(2, "")
    assert dialog.told.words() == NO_ANSWER


def test_what_does_not_fit_is_refused_before_it_is_done(
    qtbot: QtBot, commands: ReplaceCommands, desk: Desk
) -> None:
    """A node for the rails of Open Racks is wider than those of 19 inches."""
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    _mark(dialog, "222GS", "hgx-b300-2ou")
    assert not dialog.accept_button.isEnabled()
    assert "is for rails of 21 inches" in dialog.words.text()
    assert dialog.told.words() == "nothing is replaced"
    titles = [dialog.rows.index(row, 0).data() for row in range(dialog.rows.rowCount())]
    assert titles[:2] == ["Height", "Power, maximum, each"]
    dialog.filter.setText("B200")
    before = dialog.chosen()
    QTest.keyClick(dialog.filter, Qt.Key.Key_Down)
    assert dialog.chosen() not in ("", before), "the next of those that are shown"
    dialog.filter.setText("no such maker")
    assert dialog.chosen() == ""
    assert not dialog.accept_button.isEnabled()
    assert dialog.words.text() == "Nothing is called so"


def test_a_fabric_that_is_lost_blocks_until_it_is_let_go(
    qtbot: QtBot, commands: ReplaceCommands, desk: Desk
) -> None:
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    dialog.filter.setText("SYS-821GE-TNHR with HGX H100")
    assert dialog.chosen() == "hgx-h100-8u"
    lost = [line for line in dialog.rows.rows if line.lost]
    said = "; ".join(f"{one.title}: {one.then}" for one in lost)
    assert dialog.words.text() == f"Does not fit: {said}"
    assert lost
    assert not dialog.accept_button.isEnabled()
    assert dialog.accept_button.toolTip() == said
    dialog.lets.click()
    assert dialog.words.text() == said
    _foretold(qtbot, desk, dialog)
    assert dialog.accept_button.isEnabled()


def test_titles_that_differ_in_their_ends_look_different_in_german(
    commands: ReplaceCommands, desk: Desk
) -> None:
    show_as(read_in(Presented("metric", "de"), "de"))
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    _mark(dialog, "dgx b200", "dgx-b200")
    table, rows = dialog.table, dialog.rows
    titles = [str(rows.index(at, 0).data()) for at in range(rows.rowCount())]
    metrics, mode, room = table.fontMetrics(), table.textElideMode(), table.columnWidth(0) - 12
    cut = [metrics.elidedText(one, mode, room) for one in titles]
    assert cut != titles, "all have room: the test shows nothing"
    assert len(set(cut)) == len(set(titles)), cut
