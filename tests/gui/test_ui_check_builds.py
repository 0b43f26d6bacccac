"""One click on a finding builds what it asks for, as one step, and only by figures of today."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from designer.engine.new_findings import brought
from designer.engine.power_report import PowerReport, RoomFeed
from designer.engine.preview import FigureChange, Preview
from designer.engine.remedy import Remedy
from designer.engine.report import Check, Report
from designer.model.design import PowerNode
from designer.ui.views.dashboard.check_model import can_build
from designer.ui.views.dashboard.checks import CheckList, ChecksView
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.crowded_room import settle
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


FED = Check(
    rule="P14", severity="error", message="Feed A would carry 209.1 kW of its 200.0 kW",
    key="P14:A",
)  # fmt: skip
SAID = "Hang 1 × Rear-door heat exchanger, passive, place 2 × Row CDU 1.3 MW"

OPEN = "whether Rear-door heat exchanger, passive takes 10.2 kW with water of 22 °C cannot be said"


def answer(desk: Desk, *checks: Check, changes: tuple[FigureChange, ...] = ()) -> None:
    """Answer the newest question of what a step would bring."""
    number = len(desk.client.previews)
    desk.client.previewed.emit(Preview(preview=number, comes=brought((), checks), changes=changes))


def hover(found: CheckList, at: QPoint) -> None:
    """Let the pointer rest, as Qt tells it to a list."""
    port = found.viewport()
    QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, at, port.mapToGlobal(at)))


def test_resting_on_build_tells_what_it_would_do_and_bring(found: CheckList, desk: Desk) -> None:
    before = desk.design
    hover(found, link_at(found, DOOR, "build"))
    # In a window each tip is folded, at words.
    assert QToolTip.text().split() == f"{SAID}\n{OPEN}".split()
    _, change, _ = desk.client.previews[-1]
    assert {name for name, _ in change.put} >= {"racks", "devices"}
    answer(desk, FED)
    brings = f"{SAID}\n{OPEN}\nbrings 1 error: P14\nP14: {FED.message}"
    assert QToolTip.text().split() == brings.split()
    assert desk.design is before
    asked = len(desk.client.previews)
    hover(found, link_at(found, TOO_HOT, "build"))
    told = " ".join(QToolTip.text().split())
    assert told.startswith("Hang a rear door: no rear door of the catalogue takes")
    assert len(desk.client.previews) == asked
    QToolTip.hideText()


def test_the_menu_says_what_it_would_bring(
    found: CheckList, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus = Menus(monkeypatch)
    ask_menu(found, found.visualRect(found.checks.index(row(found, DOOR))).center())
    answer(desk, FED)
    assert f"{SAID} · brings 1 error: P14" in menus.words()
    ask_menu(found, found.visualRect(found.checks.index(row(found, DOOR))).center())
    capital = FigureChange(section="cost", what="capital", before=1e6, after=1.3e6, unit="USD")
    answer(desk, changes=(capital,))
    told = f"{SAID} · brings no new finding · capital: $1.3 M, $300 k more"
    assert told in menus.words()


@pytest.mark.parametrize(
    ("came", "said", "kind"),
    [
        ((FED, FED.evolve(rule="C06", key="C06:no-cdu")), "2 new errors: C06, P14", "error"),
        ((), "no new finding", "info"),
    ],
)
def test_once_the_report_is_there_the_window_says_what_the_step_brought(
    found: CheckList, desk: Desk, came: tuple[Check, ...], said: str, kind: str
) -> None:
    QTest.mouseClick(found.viewport(), LEFT, NONE, link_at(found, DOOR, "build"))
    told = len(desk.messages)
    desk.report(Report(checks=(UNITS, TOO_HOT, PLAIN, *came)))
    settle()
    assert desk.messages[told:] == [(f"{said} · {SAID}", kind)]
    desk.report(Report(checks=(FED,)))
    settle()
    assert len(desk.messages) == told + 1, "once"
    desk.session.document.undo()
    assert desk.messages[-1] == ("", "info"), "what is undone has brought nothing"


def test_a_report_of_another_edit_tells_nothing_of_the_step(found: CheckList, desk: Desk) -> None:
    QTest.mouseClick(found.viewport(), LEFT, NONE, link_at(found, DOOR, "build"))
    desk.session.document.undo()
    told = len(desk.messages)
    desk.report(Report(checks=(FED,)))
    settle()
    assert len(desk.messages) == told


def test_what_is_built_is_selected_and_not_zoomed_to(found: CheckList, desk: Desk) -> None:
    """The drawing scrolls to a selection by itself, and back when the step is undone."""
    asked: list[object] = []
    desk.workspace.focus_requested.connect(asked.append)
    QTest.mouseClick(found.viewport(), LEFT, NONE, link_at(found, UNITS, "build"))
    assert desk.workspace.selection
    assert not asked


def test_undoing_a_build_out_of_view_leads_back_to_the_view_before(
    found: CheckList, desk: Desk, qtbot: QtBot
) -> None:
    canvas = FloorCanvas(desk.workspace)
    qtbot.addWidget(canvas)
    canvas.resize(640, 480)
    canvas.show()
    qtbot.waitExposed(canvas)
    centre = QPointF(9000, 5000)
    canvas.look_at(centre, 0.2)
    before = canvas.view.visible_rect()
    assert found.build(UNITS)
    (unit,) = [rack for rack in desk.design.racks if rack.part == "crah"]
    seen = canvas.view.visible_rect()
    assert seen.intersects(canvas.floor.bounds_of((unit.id,))), "it is shown"
    assert seen != before
    assert canvas.view.scale_factor() == 0.2
    desk.session.document.undo()
    assert (canvas.view.visible_rect().center() - before.center()).manhattanLength() < 20
    canvas.close()


def test_units_hang_on_feeds_that_the_report_says_have_room(found: CheckList, desk: Desk) -> None:
    power = (*desk.design.power, PowerNode(id="C", name="Feed C"))
    desk.workspace.apply("Feed", lambda design: design.evolve(power=power))
    feeds = tuple(
        RoomFeed(id=feed, capacity_kw=100.0, load_kw=50.0, load_after_loss_kw=after)
        for feed, after in (("A", 99.0), ("B", 60.0), ("C", 60.0))
    )
    desk.report(Report(checks=(UNITS,), power=PowerReport(feeds=feeds)))
    assert found.build(UNITS)
    (unit,) = [rack for rack in desk.design.racks if rack.part == "crah"]
    assert unit.feeds == ("B", "C")
