"""Places of leaf switches compared beside each other, and the chosen one applied as one step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.engine.cable_report import LeafPlace
from designer.engine.preview import Preview
from designer.runtime.engine_questions import Answer
from designer.ui.commands.leaf_places import NO_LEAVES, LeafPlacesCommands
from designer.ui.state.actions import ActionSet
from designer.ui.state.cables_shown import CablesShown
from designer.ui.views.cables.panel import CablesPanel
from designer.ui.views.dialogs.leaf_place_rows import COLUMNS, NAMES
from designer.ui.views.dialogs.leaf_places_dialog import LeafPlacesDialog
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric, superpod

LEFT = Qt.MouseButton.LeftButton


class Compared:
    """The command on 4 scalable units, with the engine in this process."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.shown = ShownFabric(qtbot, folder, superpod(4))
        self.space, self.client = self.shown.space, self.shown.client
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1200, 800)
        self.window.show()
        self.actions = ActionSet(self.window)
        self.commands = LeafPlacesCommands(self.space, self.actions, self.window)
        self.foreseen = 0

    @property
    def dialog(self) -> LeafPlacesDialog:
        found = self.commands.dialog
        assert found is not None
        return found

    def open(self) -> LeafPlacesDialog:
        self.actions["cables.leaf_places"].trigger()
        settle()
        self.shown.answer()
        return self.dialog

    def foresee(self) -> None:
        """Answer the previews that are asked for, each of which brings the next question."""
        self.foreseen = len(self.client.previews) - 1
        while self.foreseen < len(self.client.previews):
            _, change, racks = self.client.previews[self.foreseen]
            self.foreseen += 1
            design = self.space.document.design
            answer = self.shown.evaluator.preview(self.foreseen, design, change, racks)
            self.client.previewed.emit(answer)
            settle()

    def row(self, kind: str) -> int:
        return [row.place.kind for row in self.dialog.places.rows].index(kind)

    def cell(self, kind: str, column: str) -> str:
        places = self.dialog.places
        return str(places.data(places.index(self.row(kind), COLUMNS.index(column))))

    def click(self, kind: str) -> None:
        table = self.dialog.table
        box = table.visualRect(self.dialog.places.index(self.row(kind), 0))
        QTest.mouseClick(table.viewport(), LEFT, pos=box.center())
        settle()

    def tells(self, place: LeafPlace) -> None:
        """Let the engine say something else than it did."""
        found = self.dialog._answer.found
        assert found is not None
        places = tuple(place if p.kind == place.kind else p for p in found.places)
        self.dialog._answer._number = 99
        self.client.answered.emit(Answer(99, 0, found.evolve(places=places)))
        settle()


@pytest.fixture
def compared(qtbot: QtBot, tmp_path: Path) -> Iterator[Compared]:
    made = Compared(qtbot, tmp_path)
    yield made
    made.shown.desk.close()


def test_each_way_stands_with_lengths_media_price_and_findings_beside_todays(
    compared: Compared,
) -> None:
    dialog = compared.open()
    assert [row.place.kind for row in dialog.places.rows] == [
        "as drawn", "end of row", "middle of row", "middle of hall", "rack per rail",
    ]  # fmt: skip
    assert compared.cell("as drawn", "Leaf switches") == "As they stand today"
    assert compared.cell("as drawn", "All cables").startswith("~44,653 m (")
    assert compared.cell("as drawn", "Findings") == "as today"
    assert compared.cell("middle of hall", "All cables").startswith("~39,299 m (")
    assert compared.cell("middle of hall", "All cables").endswith("\n−5,355 m")
    assert compared.cell("middle of hall", "Racks moved") == "4"
    assert "MMF" in compared.cell("middle of hall", "Media")
    assert "–" in compared.cell("middle of hall", "Price"), "with its bounds"
    assert compared.cell("middle of hall", "Findings") == "…"
    compared.foresee()
    assert all(row.is_settled for row in dialog.places.rows)
    assert compared.cell("middle of hall", "Findings") == "+1 warning"
    compared.click("middle of hall")
    assert "F15 tray Behind row B holds 1,687 cables" in dialog.words.text()
    dialog.reject()


def test_a_click_and_apply_is_one_step_and_the_report_says_what_was_told(
    compared: Compared,
) -> None:
    dialog = compared.open()
    assert not dialog.accept_button.isEnabled(), "today's is no change"
    before = compared.space.document.design
    compared.click("middle of hall")
    assert dialog.accept_button.isEnabled()
    place = dialog.chosen.place if dialog.chosen else None
    QTest.mouseClick(dialog.accept_button, LEFT)
    settle()
    assert not dialog.isVisible()
    assert place is not None
    design = compared.space.document.design
    cables = compared.shown.evaluator.report(design).cables
    assert cables.figure("length_m") == place.figure("length_m")
    assert cables.figure("price") == place.figure("price")
    said, severity = compared.shown.desk.messages[-1]
    assert said == (
        "Leaf switches of Compute: middle of the hall; 4 racks moved; undo brings it back"
    )
    assert severity == "info"
    compared.space.document.undo()
    assert compared.space.document.design == before


def test_names_stay_at_their_places_and_the_leaves_are_called_after_them(
    compared: Compared,
) -> None:
    dialog = compared.open()
    was = {(r.x_mm, r.y_mm): r.name for r in compared.space.document.design.racks}
    compared.click("middle of hall")
    QTest.mouseClick(dialog.accept_button, LEFT)
    settle()
    design, layout = compared.space.document.design, compared.space.layout()
    assert {(r.x_mm, r.y_mm): r.name for r in design.racks} == was
    (holding,) = {r.name for r in design.racks if r.id == "A09"}
    assert holding != "A09"
    names = {placed.name for placed in layout.in_rack("A09") if placed.tier == "leaf"}
    assert names == {f"c-leaf-{holding}-{n:02d}" for n in range(1, 17)}


def test_a_rack_for_each_rail_is_applied_without_a_move(compared: Compared) -> None:
    dialog = compared.open()
    compared.click("rack per rail")
    QTest.mouseClick(dialog.accept_button, LEFT)
    settle()
    fabric = next(f for f in compared.space.document.design.fabrics if f.id == "compute")
    assert fabric.leaf_order == "by-rail"
    compared.space.document.undo()
    assert compared.space.document.design == superpod(4)


def test_where_there_is_no_room_one_line_says_so(compared: Compared) -> None:
    dialog = compared.open()
    found = dialog.places.rows[compared.row("middle of hall")].place
    away = found.moves[0].evolve(x_mm=found.moves[0].x_mm + 90_000)
    compared.tells(found.evolve(moves=(away, *found.moves[1:])))
    compared.click("middle of hall")
    assert not dialog.accept_button.isEnabled()
    assert dialog.words.text() == (
        "Middle of the hall: no room: racks only exchange the places that they have now"
    )
    dialog.reject()


def test_what_the_engine_cannot_foresee_is_said(compared: Compared) -> None:
    dialog = compared.open()
    number = compared.space.asked_preview
    compared.client.preview_failed.emit(number, "the engine died")
    settle()
    assert compared.cell("end of row", "Findings") == "unknown: no answer"
    compared.client.previewed.emit(Preview(preview=compared.space.asked_preview))
    settle()
    assert compared.cell("middle of row", "Findings") == "none gained, none lost"
    dialog.reject()
    assert compared.space.asked_preview == 0


def test_another_fabric_is_compared_by_itself(compared: Compared) -> None:
    dialog = compared.open()
    names = [dialog.fabric.itemText(at) for at in range(dialog.fabric.count())]
    assert names[0] == "Compute"
    assert "Storage" in names
    dialog.fabric.setCurrentIndex(names.index("Storage"))
    settle()
    compared.shown.answer()
    assert compared.cell("as drawn", "All cables").startswith("~44,653 m (")
    assert set(NAMES) >= {row.place.kind for row in dialog.places.rows}
    dialog.reject()


def test_the_command_says_why_it_is_not_there(qtbot: QtBot, compared: Compared) -> None:
    assert compared.actions["cables.leaf_places"].isEnabled()
    compared.shown.desk.store.clear()
    settle()
    assert compared.actions.reason("cables.leaf_places") == NO_LEAVES


def test_the_panel_of_cables_has_a_button_for_it(qtbot: QtBot, compared: Compared) -> None:
    panel = CablesPanel(compared.space, CablesShown(compared.space, compared.space))
    qtbot.addWidget(panel)
    panel.resize(340, 900)
    asked: list[int] = []
    panel.places_asked.connect(lambda: asked.append(1))
    panel.show()
    qtbot.waitExposed(panel)
    settle()
    assert panel.compare.isVisible()
    QTest.mouseClick(panel.compare, LEFT, pos=QPoint(20, panel.compare.height() // 2))
    assert asked == [1]


def test_the_button_stays_where_it_is_whatever_is_said_of_the_row(compared: Compared) -> None:
    dialog = compared.open()
    compared.foresee()
    settle()
    heights, tops = set(), set()
    for row in range(len(dialog.places.rows)):
        dialog.table.selectRow(row)
        settle()
        heights.add(dialog.height())
        tops.add(dialog.accept_button.y())
    assert (len(heights), len(tops)) == (1, 1)


def test_what_applying_a_way_does_is_said_beside_it(compared: Compared) -> None:
    dialog = compared.open()
    compared.foresee()
    said = []
    for row in range(len(dialog.places.rows)):
        dialog.table.selectRow(row)
        said.append(dialog.words.text())
    assert said[0] == "As they stand today: as today"
    assert said[1].startswith("Ends of rows: moves 2 racks, ")
    assert "no rack moves, its leaves are cabled in another order" in said[-1]
