"""Ports in *Replace with…*: lines that are dragged or set by keys, crosses that block, locks."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import lock
from designer.engine.preview import Preview
from designer.model.change import Change, apply
from designer.model.design import Cable, Cord, Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.commands.replace import ReplaceCommands
from designer.ui.state.actions import ActionSet
from designer.ui.views.dialogs.replace_dialog import ReplaceDialog
from tests.helpers.ui_desk import Desk

LEFT = Qt.MouseButton.LeftButton


@cache
def hall() -> Design:
    """One pod with a cable by hand at the second half of the second cage, and a cord."""
    made = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
    every = tuple(Layout(made).every())
    leaf = next(one.key for one in every if one.fabric == "compute" and one.tier == "leaf")
    node = next(one.key for one in every if one.part == "dgx-h100")
    cable = Cable(id="c1", a=node, b=leaf, a_port="2.2", b_port="1", fabric="compute")
    cords = (Cord(id="k1", supply=f"{node}:psu6"),)
    return apply(made, Change(put=(("cables", (cable,)), ("cords", cords))))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, hall())
    yield made
    made.close()


@pytest.fixture
def dialog(qtbot: QtBot, desk: Desk) -> ReplaceDialog:
    window = QWidget()
    qtbot.addWidget(window)
    commands = ReplaceCommands(desk.workspace, ActionSet(), window)
    commands.ask("dgx-h100", "dgx-b200")
    assert commands.dialog is not None
    qtbot.waitExposed(commands.dialog)
    desk.kept = commands  # type: ignore[attr-defined] # lives as long as the desk
    return commands.dialog


def _drag(dialog: ReplaceDialog, key: str, to: QPointF) -> None:
    begin = dialog.ports.left_dot(key).toPoint()
    QTest.mousePress(dialog.ports, LEFT, pos=begin)
    QTest.mouseMove(dialog.ports, (QPointF(begin) + to).toPoint() / 2)
    QTest.mouseMove(dialog.ports, to.toPoint())
    QTest.mouseRelease(dialog.ports, LEFT, pos=to.toPoint())


def _then(dialog: ReplaceDialog) -> dict[str, str]:
    return {line.port.key: line.then for line in dialog.ports.lines()}


def _replace(qtbot: QtBot, desk: Desk, dialog: ReplaceDialog) -> None:
    qtbot.waitUntil(lambda: bool(desk.workspace.asked_preview) and not dialog._rests.isActive())
    desk.client.previewed.emit(Preview(preview=desk.workspace.asked_preview))
    QTest.mouseClick(dialog.accept_button, LEFT)


def test_a_line_is_dragged_to_another_port_as_part_of_the_one_step(
    qtbot: QtBot, desk: Desk, dialog: ReplaceDialog
) -> None:
    assert _then(dialog) == {"compute:2.2": "compute:2.2", "supply:6": "supply:6"}
    _drag(dialog, "compute:2.2", dialog.ports.right_dot("compute:4.1"))
    assert _then(dialog)["compute:2.2"] == "compute:4.1"
    _drag(dialog, "supply:6", dialog.ports.right_dot("supply:2"))
    _replace(qtbot, desk, dialog)
    now = desk.workspace.document.design
    assert (now.cables[0].a_port, now.cords[0].supply.rpartition(":")[2]) == ("4.1", "psu2")
    desk.workspace.document.undo()
    assert desk.workspace.document.design == hall()


def test_keys_do_what_the_mouse_does(qtbot: QtBot, desk: Desk, dialog: ReplaceDialog) -> None:
    ports = dialog.ports
    QTest.keyClick(ports, Qt.Key.Key_Right)
    assert _then(dialog)["compute:2.2"] == "compute:3.1"
    assert ports.accessibleDescription() == "compute 2.2 with c1 to compute 3.1"
    QTest.keyClick(ports, Qt.Key.Key_Left)
    QTest.keyClick(ports, Qt.Key.Key_Down)
    QTest.keyClick(ports, Qt.Key.Key_Delete)
    assert _then(dialog) == {"compute:2.2": "compute:2.2", "supply:6": ""}
    assert dialog.words.text().startswith("23 devices move in their racks; 1 cable by hand taken")
    _replace(qtbot, desk, dialog)
    assert (len(desk.workspace.document.design.cables), desk.workspace.document.design.cords) == (
        1, (),
    )  # fmt: skip


def test_what_does_not_fit_is_crossed_and_blocks_with_its_reason(
    qtbot: QtBot, desk: Desk, dialog: ReplaceDialog
) -> None:
    _drag(dialog, "compute:2.2", dialog.ports.right_dot("storage:1"))
    said = "compute 2.2: DGX B200: its storage ports are not for Compute"
    assert dialog.words.text() == f"Does not fit: {said}"
    assert dialog.accept_button.toolTip() == said
    assert not dialog.accept_button.isEnabled()
    assert dialog.told.words() == "nothing is replaced"
    assert dialog.lets.isVisible()
    dialog.lets.click()
    assert _then(dialog)["compute:2.2"] == ""
    _replace(qtbot, desk, dialog)
    assert desk.workspace.document.design.cables == ()


def test_a_line_let_go_beside_the_lists_is_taken_off_and_nothing_else_moves_it(
    dialog: ReplaceDialog,
) -> None:
    middle = QPointF(dialog.ports.width() / 2, 4)
    _drag(dialog, "compute:2.2", middle)
    assert _then(dialog)["compute:2.2"] == "compute:2.2", "let go on nothing"
    _drag(dialog, "compute:2.2", QPointF(-30, 4))
    assert _then(dialog)["compute:2.2"] == ""
    dialog.mark_part("dgx-h200")
    assert _then(dialog)["compute:2.2"] == "compute:2.2", "another part has ports of its own"


def test_what_is_locked_is_told_before_it_is_done(
    qtbot: QtBot, desk: Desk, dialog: ReplaceDialog
) -> None:
    made = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    desk.workspace.document.apply("Open", lambda _: made)
    rack = next(one for one in made.racks if one.part == "gb200-nvl72")
    desk.workspace.document.apply("Lock", lock((rack.id,)))
    commands: ReplaceCommands = desk.kept  # type: ignore[attr-defined] # see above
    commands.ask("gb200-nvl72", "gb300-nvl72")
    assert commands.dialog is not None
    words = f"{rack.name} is locked and is not replaced: unlock it first (Ctrl+L)"
    assert commands.dialog.words.text() == words
    assert not commands.dialog.accept_button.isEnabled()
