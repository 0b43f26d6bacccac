"""The outline follows the design and the selection, and what is opened in it stays open."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.document.edits import put, remove, rename
from designer.model.design import Design, Rack
from designer.ui.views.navigator.outline import OutlinePanel
from tests.helpers.shown import model_lines
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.fixture
def outline(qtbot: QtBot, desk: Desk) -> OutlinePanel:
    made = OutlinePanel(desk.workspace)
    qtbot.addWidget(made)
    made.resize(260, 600)
    made.show()
    qtbot.waitExposed(made)
    return made


def lines(outline: OutlinePanel) -> list[str]:
    return [line.strip() for line in model_lines(outline.tree)]


def test_rows_and_racks_stand_open_with_what_they_hold(outline: OutlinePanel) -> None:
    assert [line.lstrip("*>+ ") for line in lines(outline)] == [
        "Row A  ·  4", "A01  ·  3 devices", "A02  ·  2 devices", "A03", "A04",
        "Row B  ·  4", "B01  ·  2 × DGX H100", "B02  ·  2 × DGX H100", "B03  ·  2 × DGX H100",
        "CDU1", "Fabrics", "compute", "storage",
    ]  # fmt: skip


def test_it_follows_an_edit_and_keeps_open_what_was_opened(
    outline: OutlinePanel, desk: Desk
) -> None:
    outline.tree.expand(outline.model.index_of("A02"))
    assert [line for line in lines(outline) if "leaf" in line] == [
        "leaf 2  ·  U44", "leaf 1  ·  U42",
    ]  # fmt: skip
    assert desk.workspace.apply("x", rename("A01", "first"))
    shown = lines(outline)
    assert any("first  ·  3 devices" in line for line in shown)
    assert any("leaf 2" in line for line in shown), "what was opened is still open"
    assert not outline.tree.isExpanded(outline.model.index_of("A01"))
    assert desk.workspace.apply("x", remove(("A02",)))
    assert not any("A02" in line for line in lines(outline))


def test_hidden_it_catches_up_when_it_is_shown(outline: OutlinePanel, desk: Desk) -> None:
    outline.hide()
    assert desk.workspace.apply("x", rename("A01", "first"))
    desk.workspace.select(("A03",))
    assert not any("first" in line for line in lines(outline)), "nobody sees it"
    outline.show()
    assert any("first" in line for line in lines(outline))
    chosen = outline.tree.selectionModel().selectedIndexes()
    assert [outline.model.keys_of(index) for index in chosen] == [("A03",)]


def test_choosing_a_row_chooses_its_racks_and_a_device_itself(
    outline: OutlinePanel, desk: Desk
) -> None:
    outline.tree.setCurrentIndex(outline.model.index(1, 0))
    assert desk.workspace.selection == ("B01", "B02", "B03", "CDU1")
    outline.tree.setCurrentIndex(outline.model.index_of("B02/n2"))
    assert desk.workspace.selection == ("B02/n2",)


def test_a_selection_made_elsewhere_is_marked_and_scrolled_to(
    outline: OutlinePanel, desk: Desk
) -> None:
    outline.resize(260, 90)
    desk.workspace.select(("B03", "CDU1"))
    chosen = outline.tree.selectionModel().selectedIndexes()
    assert {outline.model.keys_of(index) for index in chosen} == {("B03",), ("CDU1",)}
    box = outline.tree.visualRect(outline.model.index_of("B03"))
    assert outline.tree.viewport().rect().contains(box)
    desk.workspace.select(())
    assert outline.tree.selectionModel().selectedIndexes() == []


def test_an_edit_keeps_the_selection(outline: OutlinePanel, desk: Desk) -> None:
    desk.workspace.select(("A03", "B01"))
    assert desk.workspace.apply("x", rename("A01", "first"))
    assert desk.workspace.selection == ("A03", "B01")
    chosen = outline.tree.selectionModel().selectedIndexes()
    assert {outline.model.keys_of(index) for index in chosen} == {("A03",), ("B01",)}


def test_a_double_click_asks_to_see_the_place(
    outline: OutlinePanel, desk: Desk, qtbot: QtBot
) -> None:
    box = outline.tree.visualRect(outline.model.index_of("A03"))
    at = QPoint(box.center())
    QTest.mouseClick(outline.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
    with qtbot.waitSignal(desk.workspace.focus_requested) as asked:
        QTest.mouseDClick(outline.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert tuple(asked.args[0]) == ("A03",)


def test_racks_in_no_row_come_last_under_words_of_their_own(
    outline: OutlinePanel, desk: Desk
) -> None:
    lone = Rack(id="X", name="Lone", part="rack-48u", x_mm=9000, y_mm=9000)
    assert desk.workspace.apply("x", put("racks", lone))
    shown = [line.lstrip("*>+ ") for line in lines(outline)]
    assert shown[-5:-3] == ["Not in a row  ·  1", "Lone"]


def test_a_fabric_opens_into_its_tiers_rack_by_rack(outline: OutlinePanel, desk: Desk) -> None:
    model, tree = outline.model, outline.tree
    every = model.index(model.rowCount() - 1, 0)
    compute = model.index(0, 0, every)
    assert (every.data(), compute.data()) == ("Fabrics", "compute")
    tree.expand(compute)
    tiers = [model.index(at, 0, compute) for at in range(model.rowCount(compute))]
    assert [one.data() for one in tiers] == ["Leaves, A02  ·  2"]
    tree.expand(tiers[0])
    tree.setCurrentIndex(tiers[0])
    switches = desk.workspace.selection
    assert len(switches) == 2
    assert {desk.workspace.layout().rack_of(key) for key in switches} == {"A02"}
    tree.setCurrentIndex(model.index(1, 0, tiers[0]))
    assert desk.workspace.selection == (switches[1],)
    tree.setCurrentIndex(every)
    assert desk.workspace.selection == (), "all fabrics are no device"
