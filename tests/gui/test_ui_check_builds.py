"""One click on a finding builds what it asks for, as one step, and only by figures of today."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.engine.remedy import Remedy
from designer.engine.report import Check, Report
from designer.ui.views.dashboard.check_model import can_build
from designer.ui.views.dashboard.checks import CheckList, ChecksView
from tests.helpers.sent_mouse import Menus, ask_menu
from tests.helpers.ui_desk import Desk

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

DOOR = Check(
    rule="C22", severity="warning", where=("A01",), message="no rear door hangs", key="C22:no-door",
    remedy=Remedy(action="hang-doors", kw=20),
)  # fmt: skip
UNITS = Check(
    rule="C23", severity="error", where=(), message="too few air units", key="C23:crah",
    remedy=Remedy(action="add-air-units", part="crah", number=1),
)  # fmt: skip
TOO_HOT = Check(
    rule="C22", severity="error", where=("A02",), message="900 kW", key="C22:no-door:beyond",
    remedy=Remedy(action="hang-doors", kw=900),
)  # fmt: skip
PLAIN = Check(rule="P05", severity="warning", where=("A02",), message="no rack PDU", key="P05:A02")


@pytest.fixture
def found(qtbot: QtBot, desk: Desk) -> Iterator[CheckList]:
    view = ChecksView(desk.workspace)
    qtbot.addWidget(view)
    view.resize(346, 600)
    view.show()
    qtbot.waitExposed(view)
    report = Report(checks=(DOOR, UNITS, TOO_HOT, PLAIN))
    desk.report(report)
    view.show_report(report)
    yield view.list
    view.close()


def row(found: CheckList, check: Check) -> int:
    return found.checks.checks.index(check)


def link_at(found: CheckList, check: Check, word: str) -> QPoint:
    """Return a point on a link of a finding, looked for as a pointer would find it."""
    box = found.visualRect(found.checks.index(row(found, check)))
    for x in range(box.right(), box.left(), -1):
        at = QPoint(x, box.top() + 10)
        if found.link_at(found.checks.index(row(found, check)), at.toPointF()) == word:
            return at - QPoint(3, 0)
    raise AssertionError(f"no link {word}")


def test_a_finding_that_asks_for_nothing_to_place_offers_nothing(found: CheckList) -> None:
    assert found.checks.links(PLAIN) == ("why", "show")
    assert found.checks.links(DOOR) == ("build", "why", "show")
    assert not can_build(DOOR.evolve(waived=True))
    assert not found.build(PLAIN)


def test_a_click_on_build_hangs_the_door_as_one_step(found: CheckList, desk: Desk) -> None:
    before = desk.design
    QTest.mouseClick(found.viewport(), LEFT, NONE, link_at(found, DOOR, "build"))
    doors = [device for device in desk.design.devices if device.face == "door"]
    assert [(door.part, door.rack) for door in doors] == [("rdhx-passive", "A01")]
    units = [rack.id for rack in desk.design.racks if rack.part == "cdu-row"]
    assert desk.workspace.selection == ("A01", *units)
    said = "Hang 1 × Rear-door heat exchanger, passive, place 2 × Row CDU 1.3 MW"
    assert desk.messages[-1] == (f"{said}: done, as one step that can be undone", "info")
    assert desk.session.document.history.steps[-1].label == said
    desk.session.document.undo()
    assert desk.design == before


def test_b_places_a_unit_and_shows_where_it_stands(found: CheckList, desk: Desk) -> None:
    found.setCurrentIndex(found.checks.index(row(found, UNITS)))
    QTest.keyClick(found, Qt.Key.Key_B)
    new = [rack.id for rack in desk.design.racks if rack.part == "crah"]
    assert len(new) == 1
    assert desk.workspace.selection == tuple(new)
    found.setCurrentIndex(found.checks.index(row(found, PLAIN)))
    count = len(desk.design.racks)
    QTest.keyClick(found, Qt.Key.Key_B)
    assert len(desk.design.racks) == count


def test_figures_of_an_earlier_edit_build_nothing(found: CheckList, desk: Desk) -> None:
    """The second of two clicks would place what the first has placed."""
    at = link_at(found, UNITS, "build")
    QTest.mouseClick(found.viewport(), LEFT, NONE, at)
    desk.store.expect(desk.session.document.revision)
    count = len(desk.design.racks)
    QTest.mouseClick(found.viewport(), LEFT, NONE, at)
    assert len(desk.design.racks) == count
    assert desk.messages[-1][0].endswith("the figures are of an earlier edit")


def test_what_nothing_meets_says_why_and_changes_nothing(found: CheckList, desk: Desk) -> None:
    before = desk.design
    QTest.mouseClick(found.viewport(), LEFT, NONE, link_at(found, TOO_HOT, "build"))
    assert desk.design is before
    assert desk.messages[-1][0].startswith("Hang a rear door: no rear door of the catalogue takes")


def test_the_menu_names_what_would_be_built(
    found: CheckList, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus = Menus(monkeypatch)
    ask_menu(found, found.visualRect(found.checks.index(row(found, DOOR))).center())
    said = "Hang 1 × Rear-door heat exchanger, passive, place 2 × Row CDU 1.3 MW"
    assert said in menus.words()
    ask_menu(found, found.visualRect(found.checks.index(row(found, TOO_HOT))).center())
    assert any(text.startswith("(Hang a rear door (no rear door") for text in menus.words())
    ask_menu(found, found.visualRect(found.checks.index(row(found, PLAIN))).center())
    assert not any("ang " in text for text in menus.words())
