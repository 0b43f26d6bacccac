"""The window of own parts, step by step: what it shows, says, refuses, writes and takes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.updates import updates
from designer.runtime.own_parts import OwnPartError, OwnParts
from designer.ui.views.own_parts.dialog import OwnPartsDialog
from designer.ui.views.own_parts.updates_dialog import UpdatesDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.expected import Script, as_expected
from tests.helpers.own_parts_window import own_parts_dialog, window_with
from tests.helpers.sessions import settle, write
from tests.helpers.shown import widget_lines
from tests.helpers.ui_desk import Desk


@pytest.fixture
def own(qtbot: QtBot, tmp_path: Path) -> OwnParts:
    return OwnParts(tmp_path / "mine")


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, own: OwnParts) -> Iterator[MainWindow]:
    yield window_with(qtbot, desk, own)
    desk.session.document.mark_saved()


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> OwnPartsDialog:
    return own_parts_dialog(qtbot, window)


def looked_at(dialog: OwnPartsDialog, folder: Path) -> list[str]:
    """Return what the window shows; the text of the part by its lines, lists by their beginning."""
    lines = [line.replace(str(folder), "FOLDER") for line in widget_lines(dialog)]
    text = [f"text: {line}" for line in dialog.text.toPlainText().splitlines()]
    short = [line if len(line) < 300 else f"{line[:300]} …" for line in lines]
    return [*short, f"page: {dialog.tabs.page()}", f"title: {dialog.windowTitle()}", *text]


def test_a_part_is_begun_changed_refused_saved_and_removed(
    dialog: OwnPartsDialog, own: OwnParts, tmp_path: Path
) -> None:
    script = Script(lambda: looked_at(dialog, tmp_path))

    def step(words: str) -> None:
        settle()
        script.step(words)

    def typed(name: tuple[str, ...], text: str) -> None:
        editor = dialog.form.editors[name]
        assert isinstance(editor, QLineEdit)
        write(editor, text)()
        step(f"{' '.join(name)} = {text!r}")

    step("begun with a node")
    for text in ("nine", "-1", "9800"):
        typed(("power_max_w",), text)
    typed(("id",), "my-h100")
    typed(("name",), "")
    typed(("name",), "My H100")
    assert dialog.form.ports is not None
    dialog.form.ports.add.click()
    step("ports added")
    dialog.save_button.click()
    step("saved")
    dialog.tabs.show_page("Text")
    step("the text")
    dialog.text.setPlainText("[[part]\n")
    dialog.check()
    step("no TOML")
    dialog.text.undo()
    dialog.check()
    step("taken back")
    dialog.remove_button.click()
    step("removed")
    as_expected("own-part", script.lines)


def test_ports_are_taken_away_and_their_figures_emptied(dialog: OwnPartsDialog) -> None:
    ports = dialog.form.ports
    assert ports is not None
    told: list[list[dict[str, object]]] = []
    ports.changed.connect(told.append)
    cages = ports.editor(0, "Cages")
    assert isinstance(cages, QLineEdit)
    write(cages, "")()
    assert "cages" not in told[-1][0], "unknown, and not none"
    number = len(told[-1])
    (first,) = [
        button for button in ports.findChildren(QPushButton)
        if button.accessibleName() == "Remove ports compute"
    ]  # fmt: skip
    first.click()
    assert len(told[-1]) == number - 1
    assert told[-1][0]["name"] != "compute"
    shown = ports.editor(0, "Name")
    assert isinstance(shown, QLineEdit)
    assert shown.text() == told[-1][0]["name"], "the lines move up"


def test_what_the_disk_refuses_is_said(
    dialog: OwnPartsDialog, own: OwnParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OwnPartError("the disk is full")

    monkeypatch.setattr(own, "save", full)
    assert not dialog.save()
    assert dialog.verdict.text() == "Not saved: the disk is full"
    assert dialog.verdict.property("role") == "error"
    monkeypatch.undo()
    assert dialog.save()
    monkeypatch.setattr(own, "remove", full)
    assert not dialog.remove()
    assert dialog.verdict.text() == "Not removed: the disk is full"
    assert dialog.verdict.property("role") == "error"
    assert [part.id for part in own.parts] == ["dgx-h100"]


def test_a_press_on_one_of_the_own_parts_begins_with_it(
    dialog: OwnPartsDialog, own: OwnParts
) -> None:
    write(dialog.form.editors["power_max_w",], "9800")()
    assert dialog.save()
    dialog.show_text("")
    dialog.list.clicked.emit(dialog.list.model().index(0, 0))
    assert "power_max_w = 9800" in dialog.text.toPlainText(), "one's own, and not what is shipped"


def test_differences_of_used_parts_are_listed_with_both_sides(
    window: MainWindow, qtbot: QtBot
) -> None:
    old = Part(
        id="a", kind="node", name="Node A", mass_kg=130.0, height_half_u=16, power_max_w=10_200,
    )  # fmt: skip
    gone = old.evolve(mass_kg=None, height_half_u=12, power_max_w=10_300)
    rack = Part(id="b", kind="rack", name="Rack B", mass_kg=1)
    found = updates([old, rack], Catalog([gone, rack.evolve(mass_kg=2)]))
    made = UpdatesDialog(found, window)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.tree.expandAll()
    script = Script(lambda: widget_lines(made))
    script.step("both ticked")
    item = made.tree.topLevelItem(1)
    assert item is not None
    item.setCheckState(0, Qt.CheckState.Unchecked)
    script.step("one left as it was")
    as_expected("own-part-updates", script.lines)
