"""The schedule of cables: filtered by words, tokens and chips; rows in view; sums; copies."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.cable_report import CableEnd, CableRow, CableRows, CablesAsked
from designer.engine.cable_ways import CableWays
from designer.engine.network_report import Cables, MediumReport, TrayReport
from designer.engine.preview import CablesMoved, ChangedCables
from designer.engine.report import Report
from designer.model.figures import estimate, exact, missing, total
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.runtime.engine_questions import Answer
from designer.ui.state.cables_shown import CablesShown
from designer.ui.views.cables.model import COLUMNS, PAGE, bounds_text
from designer.ui.views.cables.schedule import SchedulePanel
from designer.ui.views.cables.search import has_token, parse, with_token
from designer.ui.window.lower_panel import ELEVATION, SCHEDULE, LowerPanel
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk

NONE = Qt.KeyboardModifier.NoModifier
TOTAL = 49_152
MEDIA = (
    MediumReport(medium="DAC", count=49_000, length_m=90_000.0, price=1_000_000.0),
    MediumReport(medium="MMF", count=152, length_m=9_000.0, price=500_000.0),
)
REPORT = Report(
    cables=Cables(count=TOTAL, length_m=99_000.0, price=1_500_000.0, currency="USD", media=MEDIA,
                  too_far=3, trays=(TrayReport(id="t", name="North", fill_pct=82.0),
                                    TrayReport(id="s", name="South", fill_pct=12.0)))
)  # fmt: skip


def row(number: int, **more: object) -> CableRow:
    ends = (CableEnd(device=f"{n}-{number}", name=f"{n}-{number}", port="2.1") for n in "ab")
    a, b = ends
    return CableRow.model_validate(
        {"number": number, "label": f"C{number}", "fabric": "compute", "a": a, "b": b,
         "medium": "DAC",
         "part_name": "DAC 3 m", "length_m": 2.5, "stock_m": 3.0, "reach_m": 3.0, "price": 200.0,
         "state": "reached", "trays": ("North", "South"),
         "corners": ((0, 0), (3000, 0), (3000, 3000)), **more}
    )  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    made.report(REPORT)
    settle()
    yield made
    made.close()


@pytest.fixture
def shown(desk: Desk) -> CablesShown:
    return CablesShown(desk.workspace, desk.workspace)


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, shown: CablesShown) -> SchedulePanel:
    made = SchedulePanel(desk.workspace, shown)
    made.resize(1100, 400)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def asked(desk: Desk) -> CablesAsked:
    found = desk.client.questions[-1][3]
    assert isinstance(found, CablesAsked)
    return found


def answer(desk: Desk, total: int, **more: object) -> None:
    page = asked(desk)
    numbers = range(page.first, min(page.first + page.count, total))
    rows = CableRows(total=total, rows=tuple(row(number, **more) for number in numbers))
    revision = desk.session.document.revision
    desk.client.answered.emit(Answer(len(desk.client.questions), revision, rows))
    settle()


def cells(panel: SchedulePanel, number: int) -> list[str]:
    cables = panel.table.cables
    return [cables.data(cables.index(number, column)) for column in range(len(COLUMNS))]


def test_rows_in_view_are_asked_for_and_no_others(panel: SchedulePanel, desk: Desk) -> None:
    assert (asked(desk).first, asked(desk).count) == (0, PAGE)
    answer(desk, TOTAL)
    assert panel.table.cables.rowCount() == TOTAL
    before = len(desk.client.questions)
    panel.table.scrollTo(panel.table.cables.index(40_000, 0))
    assert len(desk.client.questions) == before + 1
    page = asked(desk)
    assert 39_800 < page.first < 40_000 < page.first + page.count
    assert page.count < 3 * PAGE
    assert cells(panel, 40_000)[0] == "…"
    answer(desk, TOTAL)
    assert cells(panel, 40_000)[0] == "C40000"
    assert cells(panel, 0)[0] == "C0", "what is known is kept"


def test_the_line_of_what_is_selected_comes_into_view(panel: SchedulePanel, desk: Desk) -> None:
    answer(desk, TOTAL)
    desk.workspace.select(("a-40000",))
    assert asked(desk).near == ("a-40000",)
    found = CableRows(total=TOTAL, near=40_000, rows=tuple(row(n) for n in range(PAGE)))
    desk.client.answered.emit(Answer(len(desk.client.questions), 0, found))
    settle()
    answer(desk, TOTAL)
    table = panel.table
    assert [index.row() for index in table.selectionModel().selectedRows()] == [40_000]
    assert table.viewport().rect().contains(table.visualRect(table.cables.index(40_000, 0)))
    assert cells(panel, 40_000)[0] == "C40000"
    before = len(desk.client.questions)
    desk.workspace.select(("b-40000",))
    assert len(desk.client.questions) == before, "the other end of the line that is chosen"


def test_a_row_says_all_of_its_cable(panel: SchedulePanel, desk: Desk) -> None:
    answer(desk, 5)
    assert cells(panel, 1) == [
        "C1", "a-1 : 2.1", "b-1 : 2.1", "DAC", "2.5", "3", "North 82 %", "$200", "✓ reached",
    ]  # fmt: skip


def test_a_cable_that_is_out_of_reach_says_by_how_much(panel: SchedulePanel, desk: Desk) -> None:
    answer(desk, 5, state="too far", length_m=17.7, stock_m=None, pinned=True, price=None)
    assert cells(panel, 0)[3:] == [
        "DAC, pinned", "17.7", "none", "North 82 %", "no price", "✕ 14.7 m too far",
    ]  # fmt: skip


def test_a_filter_is_asked_of_the_engine_and_counted(
    qtbot: QtBot, panel: SchedulePanel, desk: Desk
) -> None:
    answer(desk, TOTAL)
    assert panel.count.text() == "49,152"
    QTest.keyClicks(panel.line, "rack:A01 fabric:compute osfp")
    qtbot.waitUntil(lambda: asked(desk).rack == "A01")
    assert (asked(desk).fabric, asked(desk).text) == ("compute", "osfp")
    answer(desk, 32)
    assert panel.count.text() == "32 of 49,152"
    assert not panel.doubt.isVisible()


def test_a_tray_alone_says_how_many_it_has_at_its_fullest_place(
    panel: SchedulePanel, desk: Desk, shown: CablesShown
) -> None:
    """The badge on the floor is of one place, the rows of all that run along it anywhere."""
    tray = desk.workspace.document.design.trays[0]
    trays = (TrayReport(id=tray.id, name=tray.name, cables=783),)
    desk.report(Report(cables=Cables(count=3141, trays=trays)))
    shown.set_filter(f'tray:"{tray.name}"')
    answer(desk, 900)
    assert panel.count.text() == "900 of 3,141 along it, 783 at its fullest place"
    shown.set_filter(f'tray:"{tray.name}" medium:DAC')
    answer(desk, 40)
    assert panel.count.text() == "40 of 3,141"


def test_a_token_that_says_nothing_is_told(panel: SchedulePanel, shown: CablesShown) -> None:
    shown.set_filter("rack:Z99")
    assert panel.doubt.text() == "there is no rack Z99"
    shown.set_filter("colour:red")
    assert panel.doubt.text().startswith("colour: is no filter; there are rack, fabric, medium")


def test_chips_put_tokens_in_and_take_them_out(
    panel: SchedulePanel, desk: Desk, shown: CablesShown
) -> None:
    assert panel.chips["DAC"].text() == "DAC 49,000"
    assert panel.wrong.text() == "✕ 3 out of reach"
    shown.set_filter("rack:A01")
    panel.chips["MMF"].click()
    assert panel.line.text() == "rack:A01 medium:MMF"
    assert asked(desk).medium == "MMF"
    assert panel.chips["MMF"].isChecked()
    panel.chips["DAC"].click()
    assert panel.line.text() == "rack:A01 medium:DAC"
    panel.chips["DAC"].click()
    assert panel.line.text() == "rack:A01"
    panel.wrong.click()
    assert asked(desk).wrong
    assert not panel.chips["DAC"].isChecked()


def test_sums_by_medium_are_always_of_all_cables(
    panel: SchedulePanel, desk: Desk, shown: CablesShown
) -> None:
    def sums() -> list[str]:
        labels = panel.findChildren(QLabel)
        texts = [one.text() for one in labels if one is not panel.count]
        return [text for text in texts if text in ("49,152", "99.0 km")]

    before = sums()
    assert before == ["49,152", "99.0 km"]
    shown.set_filter("rack:A01")
    answer(desk, 2)
    assert sums() == before


def test_at_1280_the_fullest_tray_and_prices_of_sums_are_in_view(
    panel: SchedulePanel, desk: Desk
) -> None:
    panel.resize(680, 320)
    answer(desk, 20)
    head, wide = panel.table.horizontalHeader(), panel.table.viewport().width()
    titles = {title: at for at, (title, _) in enumerate(COLUMNS)}
    for title in ("Label", "Medium", "Length m", "Stock m", "Fullest tray", "Price", "State"):
        at = titles[title]
        assert head.sectionViewportPosition(at) + head.sectionSize(at) <= wide, title
    assert head.visualIndex(titles["To"]) == len(COLUMNS) - 1
    shown = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert "$1.0 M" in shown
    assert "$500 k" in shown
    assert "lead not stated" in shown
    panel.resize(1100, 400)
    settle()
    assert [head.visualIndex(at) for at in range(len(COLUMNS))] == list(range(len(COLUMNS)))


def test_names_of_ends_get_room_that_is_to_spare_and_end_with_their_port(
    panel: SchedulePanel, desk: Desk
) -> None:
    answer(desk, 20)
    head = panel.table.horizontalHeader()
    panel.resize(960, 320)
    settle()
    plain = [head.sectionSize(column) for column in (1, 2)]
    panel.resize(1400, 320)
    settle()
    wide = [head.sectionSize(column) for column in (1, 2)]
    assert all(after > before + 50 for before, after in zip(plain, wide, strict=True))
    head.resizeSection(1, 60)
    panel.resize(1500, 320)
    settle()
    assert head.sectionSize(1) == 60, "a width that somebody chose stays"
    option = QStyleOptionViewItem()
    panel.table.itemDelegate().initStyleOption(option, panel.table.cables.index(0, 1))
    assert option.textElideMode == Qt.TextElideMode.ElideMiddle
    tip = panel.table.cables.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == cells(panel, 0)[1]


def test_sums_and_prices_tell_lead_times(panel: SchedulePanel, desk: Desk) -> None:
    quick = MEDIA[0].evolve(lead_weeks=4.0)
    slow = {"lead_weeks": missing("x.lead_weeks", "weeks", 12.0)}
    cables = REPORT.cables.evolve(media=(quick, MEDIA[1].with_figures(slow)), lead_unstated=1)
    desk.report(REPORT.evolve(cables=cables.with_figures(slow)))
    settle()
    texts = [label.text() for label in panel.findChildren(QLabel)]
    assert "lead ≥ 12 weeks" in texts
    tips = [label.parentWidget().toolTip() for label in panel.findChildren(QLabel)]
    assert any("lead time 4 weeks" in tip for tip in tips)
    assert any("≥ 12 weeks, 1 part not stated" in tip for tip in tips)


def moved_rows(**more: object) -> tuple[CablesMoved, ChangedCables]:
    columns = {
        "numbers": (3, 5), "low_m": (4.0, 5.0), "metres": (4.0, 5.0), "high_m": (4.0, 5.0),
        "stock_m": (5.0, 3.0), "price": (900.0, 200.0), "price_low": (500.0, 200.0),
        "price_high": (1200.0, 200.0), "media": ("AOC", "DAC"),
        "states": ("reached", "too far"), "ways": (0, 1), "trays": (("East",), ("North", "South")),
    }  # fmt: skip
    rows = ChangedCables.model_validate({**columns, **more})
    return CablesMoved(count=2, media=(("DAC", 2, 1), ("MMF", 0, 1))), rows


def test_a_drag_shows_before_and_after_in_the_cells_that_change_alone(
    panel: SchedulePanel, desk: Desk, shown: CablesShown
) -> None:
    answer(desk, 20)
    before = [cells(panel, number) for number in range(20)]
    shown.show_moved(*moved_rows())
    changed = cells(panel, 3)
    assert changed[3:6] == ["DAC → AOC", "2.5 → 4.0", "3 → 5"]
    assert changed[6] == "North 82 % → East"
    assert changed[7] == "$200 → ~$900"
    assert [changed[at] == before[3][at] for at in (0, 1, 2, 8)] == [True] * 4
    assert cells(panel, 5)[4] == "2.5 → 5.0"
    assert cells(panel, 5)[8] == "✓ reached → ✕ 2.0 m too far"
    assert [cells(panel, n) for n in range(20) if n not in (3, 5)] == [
        row for n, row in enumerate(before) if n not in (3, 5)
    ]
    texts = [label.text() for label in panel.findChildren(QLabel)]
    assert "49,000 → 48,999" in texts
    assert "152 → 153" in texts
    shown.show_moved(None)
    assert [cells(panel, number) for number in range(20)] == before


def test_where_both_do_not_fit_a_cell_shows_what_it_would_be(
    panel: SchedulePanel, desk: Desk, shown: CablesShown
) -> None:
    answer(desk, 20)
    shown.show_moved(*moved_rows())
    cables, delegate = panel.table.cables, panel.table.itemDelegate()
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 66, 24)
    delegate.initStyleOption(option, cables.index(3, 7))
    assert option.text == "→ ~$900"
    option.rect = QRect(0, 0, 400, 24)
    delegate.initStyleOption(option, cables.index(3, 7))
    assert option.text == "$200 → ~$900"


def test_a_heading_sorts_where_the_engine_can(panel: SchedulePanel, desk: Desk) -> None:
    answer(desk, 5)
    head = panel.table.horizontalHeader()
    head.setSortIndicator(4, Qt.SortOrder.DescendingOrder)
    assert (asked(desk).sort, asked(desk).descending) == ("length", True)
    answer(desk, 5)
    head.setSortIndicator(1, Qt.SortOrder.AscendingOrder)
    assert asked(desk).sort == "label", "ends are not sorted by"
    assert head.sortIndicatorSection() == -1


def test_ctrl_c_copies_the_chosen_rows_with_tabs(panel: SchedulePanel, desk: Desk) -> None:
    answer(desk, 5)
    panel.table.selectRow(1)
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["Label", "From", "To"]
    assert [line.split("\t")[0] for line in lines[1:]] == ["C1"]
    assert desk.messages[-1] == ("1 cable copied", "info")


def test_a_copy_of_rows_that_are_not_known_waits_for_them(panel: SchedulePanel, desk: Desk) -> None:
    answer(desk, 1_000)
    panel.table.selectAll()
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert asked(desk).count >= 1_000
    answer(desk, 1_000)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1_001


def test_a_row_shows_its_way_and_enter_its_ends(
    panel: SchedulePanel, desk: Desk, shown: CablesShown
) -> None:
    desk.workspace.filter.switch("cables", on=True)
    panel.table.cables.ask(CablesAsked(text="x"))
    answer(desk, 5)
    panel.table.selectRow(2)
    assert shown.way == ((0, 0), (3000, 0), (3000, 3000))
    wanted: list[tuple[str, ...]] = []
    desk.workspace.focus_requested.connect(wanted.append)
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert wanted == [("a-2", "b-2")]
    panel.hide()
    assert shown.way == ()


def test_hidden_it_asks_for_nothing(panel: SchedulePanel, desk: Desk, shown: CablesShown) -> None:
    panel.hide()
    before = len(desk.client.questions)
    shown.set_filter("rack:A01")
    assert len(desk.client.questions) == before


def test_the_schedule_comes_in_front_with_the_cables_and_goes_with_them(
    qtbot: QtBot, desk: Desk, shown: CablesShown
) -> None:
    lower = LowerPanel(QLabel("rack"), SchedulePanel(desk.workspace, shown), shown)
    qtbot.addWidget(lower)
    lower.show()
    filled: list[bool] = []
    lower.filled_changed.connect(filled.append)
    assert lower.page() == ELEVATION
    assert not lower.buttons[SCHEDULE].isVisible()
    desk.workspace.filter.switch("cables", on=True)
    assert lower.page() == SCHEDULE
    assert lower.buttons[ELEVATION].isVisible()
    lower.show_page(ELEVATION)
    shown.changed.emit()
    assert lower.page() == ELEVATION, "another answer changes no page"
    desk.workspace.filter.switch("cables", on=False)
    assert filled == [True, False]


def test_tokens_are_read_as_in_the_search_for_parts() -> None:
    layout = Layout(build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    tray = layout.design.trays[0] if layout.design.trays else None
    found = parse("RACK:a01 medium:copper is:wrong leaf", layout)
    assert found.asked == CablesAsked(rack="A01", medium="copper", wrong=True, text="leaf")
    assert found.doubt == ""
    if tray is not None:
        assert parse(f'tray:"{tray.name}"', layout).asked.tray == tray.id
    assert parse("medium:dac", layout).asked.medium == "DAC"
    assert parse("fabric:nobody", layout).asked.fabric not in ("", "nobody")
    assert parse("is:nice", layout).doubt == "is:nice is no filter; is:wrong is one"
    assert parse("rack:A01 rack:A02", layout).asked.rack == "A02"


def test_tokens_are_put_in_once() -> None:
    assert with_token("", "medium", "DAC") == "medium:DAC"
    assert with_token("medium:DAC", "medium", "DAC") == ""
    assert with_token("x tray:a", "tray", "Over row A") == 'x tray:"Over row A"'
    assert has_token('x tray:"Over row A"', "tray", "over row a")
    assert not has_token("x", "tray", "a")


def test_ways_are_no_answer_to_the_schedule(panel: SchedulePanel, desk: Desk) -> None:
    revision = desk.session.document.revision
    desk.client.answered.emit(Answer(len(desk.client.questions), revision, CableWays()))
    assert panel.table.cables.rowCount() == 0


def test_sums_show_their_bounds_so_that_none_reads_as_more_than_the_total() -> None:
    fibre = estimate(180e6, 100.4e6, 250e6, "USD", "price.bands", "a rule")
    other = missing("price.smf", "USD", low=17.58e6)
    assert bounds_text(fibre) == "$100.4–250.0 M"
    assert bounds_text(other) == "≥ $17.5 M"
    assert bounds_text(total((fibre, other), "USD")) == "≥ $117.9 M"
    assert bounds_text(exact(91_000, "USD")) == "$91 k"
    assert bounds_text(missing("price.smf", "USD")) == "no price"
