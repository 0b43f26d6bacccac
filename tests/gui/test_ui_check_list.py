"""The list of findings under mouse and keyboard: place, advice, waiver, the fold of remarks."""

import datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.engine.report import NOT_COMPUTED, Check, Report, Settle, Totals
from designer.model.design import Waiver
from designer.ui.views.dashboard import check_cards
from designer.ui.views.dashboard.check_cards import BESIDE_PX, ROW_PX, text_px
from designer.ui.views.dashboard.check_words import (
    LONGEST_RULE,
    advice_words,
    rule_words,
    title_words,
)
from designer.ui.views.dashboard.checks import CheckList, ChecksView
from designer.ui.views.dashboard.settle_list import waiting_words
from tests.helpers.marks import marks_of, texts
from tests.helpers.sent_mouse import Menus, ask_menu
from tests.helpers.ui_desk import Desk

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier

PLACED = Check(
    rule="P05", severity="warning", where=("A02",), message="no rack PDU", advice="Place one.",
    key="P05:A02",
)  # fmt: skip
NOWHERE = Check(
    rule="F01", severity="error", where=("compute",), message="6 of 8 leaf", key="F01:compute"
)
LOST = Check(
    rule=NOT_COMPUTED, severity="warning", where=("A01",), message="cannot be computed", key="X:A01"
)
NOTES = tuple(
    Check(rule=f"N0{n}", severity="info", where=("A01",), message=f"note {n}", key=f"N0{n}:A01")
    for n in range(3)
)


@pytest.fixture
def view(qtbot: QtBot, desk: Desk) -> ChecksView:
    made = ChecksView(desk.workspace)
    qtbot.addWidget(made)
    made.resize(346, 600)
    made.show()
    qtbot.waitExposed(made)
    made.show_report(Report(checks=(PLACED, NOWHERE, LOST, *NOTES)))
    return made


def test_findings_are_laid_out_for_another_width_or_other_words_before_they_are_painted(
    view: ChecksView, monkeypatch: pytest.MonkeyPatch
) -> None:
    QApplication.processEvents()
    measured: list[str] = []

    def counted(words: str, px: int, weight: int, width: int) -> int:
        measured.append(words)
        return text_px(words, px, weight, width)

    monkeypatch.setattr(check_cards, "text_px", counted)
    view.list.resize(view.list.width() - 60, view.list.height())
    assert PLACED.message in measured
    measured.clear()
    view.show_report(Report(checks=(PLACED, LOST)))
    assert PLACED.message in measured


def rules(found: CheckList) -> list[str]:
    """Return what the rows say at their beginning."""
    model = found.checks
    return [str(model.index(n).data()).partition(" ")[0] for n in range(model.rowCount())]


def row_of(found: CheckList, rule: str) -> int:
    return rules(found).index(rule)


def spot(found: CheckList, row: int, from_right: int = 200, from_top: int = 10) -> QPoint:
    box = found.visualRect(found.checks.index(row))
    return QPoint(box.right() - from_right, box.top() + from_top)


def click(found: CheckList, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(found.viewport(), button, NONE, at)


@pytest.fixture
def looked_at(desk: Desk) -> list[tuple[str, ...]]:
    heard: list[tuple[str, ...]] = []
    desk.workspace.focus_requested.connect(heard.append)
    return heard


def test_a_click_shows_the_place(
    view: ChecksView, desk: Desk, looked_at: list[tuple[str, ...]]
) -> None:
    found = view.list
    click(found, spot(found, row_of(found, "P05")))
    assert desk.workspace.selection == ("A02",)
    assert looked_at == [("A02",)]
    assert found.checks.opened == set()
    click(found, spot(found, row_of(found, NOT_COMPUTED)), Qt.MouseButton.RightButton)
    click(found, QPoint(20, found.viewport().height() - 2))
    assert desk.workspace.selection == ("A02",), "neither the right button nor the room below"


def test_what_has_no_place_on_the_floor_is_said(view: ChecksView, desk: Desk) -> None:
    found = view.list
    click(found, spot(found, row_of(found, "F01")))
    assert desk.messages[-1] == ("F01: 6 of 8 leaf", "error")
    assert desk.workspace.selection == ()


@pytest.mark.parametrize(
    ("from_right", "from_top", "opens"),
    [
        (56, 8, True),
        (54, 22, True),
        (24, 8, False),  # `show` is there
        (90, 8, False),
        (56, 26, False),
    ],
)
def test_why_opens_the_advice_and_nothing_else_does(
    view: ChecksView, desk: Desk, from_right: int, from_top: int, *, opens: bool
) -> None:
    found = view.list
    row = row_of(found, "P05")
    click(found, spot(found, row, from_right, from_top))
    assert (found.checks.opened == {"P05:A02"}) is opens
    assert (desk.workspace.selection == ("A02",)) is not opens


def test_opened_advice_makes_room_for_itself_and_closes_again(view: ChecksView) -> None:
    found = view.list
    row = row_of(found, "P05")
    closed = found.visualRect(found.checks.index(row)).height()
    assert abs(closed - ROW_PX) <= 4, "a message of one line"
    found.setCurrentIndex(found.checks.index(row))
    QTest.keyClick(found, Qt.Key.Key_Space)
    opened = found.visualRect(found.checks.index(row)).height()
    lines = found.fontMetrics().height() * 3 // 2
    assert opened >= closed + lines, "message, advice and place are three lines"
    QTest.keyClick(found, Qt.Key.Key_Space)
    assert found.visualRect(found.checks.index(row)).height() == closed


def test_enter_shows_the_place(
    view: ChecksView, desk: Desk, looked_at: list[tuple[str, ...]]
) -> None:
    found = view.list
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert looked_at == [], "no finding is current"
    found.setCurrentIndex(found.checks.index(row_of(found, "P05")))
    QTest.keyClick(found, Qt.Key.Key_Return)
    QTest.keyClick(found, Qt.Key.Key_Enter)
    assert looked_at == [("A02",), ("A02",)]
    QTest.keyClick(found, Qt.Key.Key_Home)
    assert found.currentIndex().row() == 0, "other keys do what they do in every list"
    assert len(looked_at) == 2


def test_w_asks_for_a_reason_and_writes_it_with_the_day_and_the_author(
    view: ChecksView, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", "N. N.")
    found = view.list
    found.setCurrentIndex(found.checks.index(row_of(found, "P05")))
    QTest.keyClick(found, Qt.Key.Key_W)
    assert found.prompt is not None
    assert found.prompt.isVisible()
    assert found.prompt.windowTitle() == "Waive this finding"
    found.prompt.given.emit("fed from the row")
    found.prompt.close()
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    assert desk.design.waivers == (
        Waiver(id="P05:A02", reason="fed from the row", author="N. N.", date=today),
    )
    assert desk.session.document.history.current.label == "Waive P05"


def test_w_on_a_waived_finding_takes_the_waiver_back(view: ChecksView, desk: Desk) -> None:
    found = view.list
    assert found.waive(PLACED, "later")
    view.show_report(Report(checks=(PLACED.evolve(waived=True), NOWHERE)))
    found.setCurrentIndex(found.checks.index(1))
    QTest.keyClick(found, Qt.Key.Key_W)
    assert desk.design.waivers == ()
    assert found.prompt is None
    assert desk.session.document.history.current.label == "Take back waiver of P05"


def test_remarks_are_folded_and_a_click_or_a_key_opens_them(view: ChecksView, desk: Desk) -> None:
    found = view.list
    assert rules(found) == ["F01", NOT_COMPUTED, "P05", "3"]
    closed = found.grab().toImage()
    click(found, spot(found, 3))
    assert rules(found) == ["F01", NOT_COMPUTED, "P05", "3", "N00", "N01", "N02"]
    assert found.grab().toImage() != closed
    found.setCurrentIndex(found.checks.index(3))
    QTest.keyClick(found, Qt.Key.Key_W)
    assert found.prompt is None, "there is nothing to waive on that line"
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert rules(found) == ["F01", NOT_COMPUTED, "P05", "3"]
    found.setCurrentIndex(found.checks.index(3))
    QTest.keyClick(found, Qt.Key.Key_Space)
    assert len(rules(found)) == 7
    view.show_report(Report(checks=(PLACED, *NOTES)))
    assert rules(found) == ["P05", "3", "N00", "N01", "N02"], "what is open stays so"
    assert desk.workspace.selection == ()


def test_two_remarks_need_no_fold_and_waived_ones_are_not_in_it(view: ChecksView) -> None:
    view.show_report(Report(checks=(*NOTES[:2], PLACED)))
    assert rules(view.list) == ["P05", "N00", "N01"]
    waived = NOTES[0].evolve(waived=True)
    view.show_report(Report(checks=(waived, *NOTES[1:], PLACED)))
    assert rules(view.list) == ["P05", "N01", "N02", "N00"]


def test_the_menu_offers_what_can_be_done(
    view: ChecksView, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus, found = Menus(monkeypatch), view.list
    ask_menu(found, spot(found, row_of(found, "P05")))
    assert menus.words() == ["Show the place", "Why", "P05 in the guide", "Comment…", "Waive…"]
    menus.choose("Show the place")
    assert desk.workspace.selection == ("A02",)
    menus.choose("Why")
    assert found.checks.opened == {"P05:A02"}
    menus.choose("Waive…")
    assert found.prompt is not None
    found.prompt.close()
    ask_menu(found, spot(found, row_of(found, NOT_COMPUTED)))
    about = f"{NOT_COMPUTED} in the guide"
    assert menus.words() == ["Show the place", "Why", about, "Comment…", "(Waive…)"]
    ask_menu(found, spot(found, 3))
    ask_menu(found, QPoint(20, found.viewport().height() - 2))
    assert len(menus.opened) == 2, "the fold has no menu, nor has the room below"
    view.show_report(Report(checks=(PLACED.evolve(waived=True),)))
    ask_menu(found, spot(found, 0))
    assert "Take back the waiver" in menus.words()


def test_why_says_what_the_rule_asks_and_leads_to_the_rest() -> None:
    opened = advice_words(PLACED, lambda ref: ref)
    assert "The rule: A branch breaker of a rack PDU by the NEC carries" in opened
    assert "16 A of 20 (NEC 210.20(A))" in opened
    assert opened.endswith("(more in the guide)")
    assert len(rule_words("P05")) < LONGEST_RULE + 30
    short = rule_words("R03")
    assert short
    assert "more in the guide" not in short
    assert "The rule:" not in advice_words(PLACED.evolve(rule="Z99"), lambda ref: ref)


def test_a_narrower_list_lays_opened_advice_out_anew(view: ChecksView) -> None:
    long = PLACED.evolve(advice="Place one for each feed of the room. " * 6)
    view.show_report(Report(checks=(long,)))
    found = view.list
    found.checks.toggle(found.checks.index(0))
    wide = found.visualRect(found.checks.index(0)).height()
    view.resize(240, 600)
    assert found.visualRect(found.checks.index(0)).height() > wide


def test_counts_break_into_two_lines_where_they_do_not_fit(view: ChecksView) -> None:
    counted = (PLACED, NOWHERE, *NOTES, PLACED.evolve(waived=True, key="P05:A01"))
    view.resize(700, 600)
    view.show_report(Report(checks=counted))
    assert view.note.text() == "1 error · 1 warning · 3 info · 1 waived"
    view.resize(200, 600)
    assert view.note.text() == "1 error · 1 warning\n3 info · 1 waived"
    view.resize(700, 600)
    assert "\n" not in view.note.text()
    view.show_report(None)
    assert view.note.text() == ""
    assert view.list.checks.rowCount() == 0


LONG = Check(
    rule="C04", severity="warning", where=("A01", "A02"), key="C04:open:A01",
    message="whether supply air of 24 °C suits ES400NVX2 (AI400X2), QM9700 and SN4600C is not "
    "known, because nobody states their highest inlet temperature",
)  # fmt: skip


@pytest.mark.parametrize("wide", [220, 300, 420])
def test_a_long_message_is_painted_whole(view: ChecksView, wide: int) -> None:
    view.resize(wide, 600)
    view.list.checks.show([LONG, PLACED])
    QApplication.processEvents()
    port = view.list.viewport()
    drawn = marks_of(port.width(), port.height(), lambda p: port.render(p, QPoint()))
    words = " ".join(" ".join(texts(drawn)).split())
    assert "…" not in words
    row = view.list.visualRect(view.list.checks.index(row_of(view.list, LONG.rule)))
    needed = text_px(LONG.message, 11, 400, row.width() - BESIDE_PX)
    assert needed > 14, "more than a line"
    assert row.height() >= needed + text_px(title_words(LONG, str), 12, 600, row.width())
    assert LONG.message in words
    assert title_words(LONG, str) in words


def test_an_empty_list_says_what_that_means(view: ChecksView, desk: Desk) -> None:
    assert not view.none.isVisible(), "nothing is known yet"
    view.show_report(Report(totals=Totals(racks=2)))
    assert view.none.text() == "No rule is broken, and none is left open."
    open_price = Settle(
        ref="site.pue", what="PUE of the site", affects=("cost.energy_mwh_per_year",)
    )
    view.show_report(Report(totals=Totals(racks=2), settle=(open_price,)))
    assert view.none.text().endswith(
        "1 figure that no rule waits for can still be given: see What would settle it."
    )
    assert waiting_words(open_price) == "leaves open: energy"
    binds = open_price.evolve(binding=8)
    assert waiting_words(binds) == "leaves open which limit binds: 8 racks · leaves open: energy"
    alone = open_price.evolve(binding=1, affects=())
    assert waiting_words(alone) == "leaves open which limit binds: 1 rack"
    view.show_report(Report(totals=Totals(racks=2), checks=(PLACED,)))
    assert not view.none.isVisible()
    view.show_report(Report())
    assert view.none.text() == (
        "No rack stands, so nothing is checked: drag one from the parts onto the floor."
    )
