"""Replace with…: candidates with what changes, a refusal before anything is done, one undo step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.commands.replace import NO_DEVICE, ReplaceCommands
from designer.ui.state.actions import ActionSet
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


def _parts(desk: Desk) -> list[str]:
    return [placed.part for placed in Layout(desk.workspace.document.design).every()]


def test_it_asks_for_a_selection(commands: ReplaceCommands, actions: ActionSet, desk: Desk) -> None:
    assert actions.reason("edit.replace") == NO_DEVICE
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    assert actions.reason("edit.replace") == ""
    assert commands.part_id() == "dgx-h100"


def test_all_are_replaced_as_one_step(commands: ReplaceCommands, desk: Desk) -> None:
    before = desk.workspace.document.design
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    assert dialog.heading.text() == "Replace 31 × DGX H100 wherever it is mounted"
    assert dialog.chosen() == "dgx-h200", "the likest is marked first"
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert _parts(desk).count("dgx-h200") == 31
    assert "dgx-h100" not in _parts(desk)
    desk.workspace.document.undo()
    assert desk.workspace.document.design == before


def test_what_has_no_room_is_refused_before_it_is_done(
    commands: ReplaceCommands, desk: Desk
) -> None:
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    dialog.filter.setText("B200")
    for _ in range(9):
        if dialog.chosen() == "dgx-b200":
            break
        QTest.keyClick(dialog.filter, Qt.Key.Key_Down)
    assert dialog.chosen() == "dgx-b200"
    assert not dialog.accept_button.isEnabled()
    assert "DGX B200 into" in dialog.words.text()
    titles = [dialog.rows.index(row, 0).data() for row in range(dialog.rows.rowCount())]
    assert titles[:2] == ["Height", "Power, maximum, each"]
    QTest.keyClick(dialog.filter, Qt.Key.Key_Down)
    assert dialog.chosen() not in ("", "dgx-b200"), "the next of those that are shown"
    dialog.filter.setText("no such maker")
    assert dialog.chosen() == ""
    assert not dialog.accept_button.isEnabled()
    assert dialog.words.text() == "Nothing is called so"


def test_a_fabric_that_is_lost_is_told_and_may_be_lost(
    commands: ReplaceCommands, desk: Desk
) -> None:
    desk.workspace.select((_rack_with(desk, "dgx-h100"),))
    dialog = _asked(commands)
    dialog.filter.setText("SYS-821GE-TNHR with HGX H100")
    assert dialog.chosen() == "hgx-h100-8u"
    lost = [line for line in dialog.rows.lines if line.lost]
    assert dialog.words.text() == "; ".join(f"{one.title}: {one.then}" for one in lost)
    assert lost
    assert dialog.accept_button.isEnabled()
