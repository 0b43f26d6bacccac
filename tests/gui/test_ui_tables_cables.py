"""Cables in the window of tables: fetched page by page while shown, marked, laid by hand."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.cable_report import CableCells, CableEnd, CellsAsked
from designer.engine.network_report import Cables
from designer.engine.report import Report
from designer.runtime.engine_questions import Answer
from designer.ui.fields.tables.cables import CABLES
from designer.ui.fields.tables.racks import RACKS
from designer.ui.state.cable_lines import PAGE
from designer.ui.views.tables.window import TablesWindow
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk

TOTAL = 2_500


@pytest.fixture
def tables(window: MainWindow, desk: Desk, qtbot: QtBot) -> Iterator[TablesWindow]:
    desk.report(Report(cables=Cables(count=TOTAL)))
    window.actions_by_id["view.tables"].trigger()
    made = window.tables.tables
    assert made is not None
    qtbot.waitExposed(made)
    settle(made, qtbot)
    yield made
    window.tables.close()


def settle(tables: TablesWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: (
            not tables._later.isActive()
            and not tables._tell_later.isActive()
            and not tables._listing.is_working
            and not tables._summing.is_working
        )
    )


def asked(desk: Desk) -> list[CellsAsked]:
    return [one[3] for one in desk.client.questions if isinstance(one[3], CellsAsked)]


def answer(desk: Desk, *, later: int = 0) -> None:
    """Answer the newest question: cables of one leaf to a node of rack A01, a port for each.

    Parameters
    ----------
    later
        So many places later in the list than in other answers stands each of them.
    """
    page = asked(desk)[-1]
    many = range(min(page.count, TOTAL - page.first))
    rack = desk.design.racks[0]
    device = next(iter(desk.workspace.layout().in_rack(rack.id))).key
    none, labels = (0,) * len(many), [f"C{(page.first + at - later) % TOTAL}" for at in many]
    cells = CableCells(
        total=TOTAL, first=page.first,
        ends=(CableEnd(device=device, name="node", rack=rack.id, rack_name=rack.name),
              CableEnd(device="leaf", name="leaf", rack="", rack_name="")),
        texts=("", "1.1", "reached", "DAC", *labels),
        figures=((200.0, 200.0, 200.0, False),), a=none, b=(1,) * len(many),
        a_port=tuple(4 + at for at in many), b_port=(1,) * len(many),
        label=tuple(4 + at for at in many),
        fabric=none, medium=(3,) * len(many), part=none, state=(2,) * len(many), trays=none,
        by_hand=none, pinned=(False,) * len(many), length_m=(2.0,) * len(many),
        length_low_m=(2.0,) * len(many), length_high_m=(2.0,) * len(many),
        length_open=(False,) * len(many), stock_m=(3.0,) * len(many),
        rate_gbps=(400.0,) * len(many), price=none,
    )  # fmt: skip
    number = len(desk.client.questions)
    desk.client.answered.emit(Answer(number, desk.session.document.revision, cells))


def test_cables_come_page_by_page_while_they_are_shown_and_stay_until_new_ones_are_there(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    assert asked(desk) == []
    tables.kinds.choose(CABLES)
    settle(tables, qtbot)
    assert asked(desk) == [CellsAsked(first=0, count=PAGE)]
    assert tables.empty.text() == "The engine is asked for the cables …"
    answer(desk)
    settle(tables, qtbot)
    model = tables.lines.model_of_lines
    assert model.rowCount() == PAGE
    assert tables.head.count.text() == "1,000 of 2,500 · 1,000 read so far"
    answer(desk)
    answer(desk)
    settle(tables, qtbot)
    assert model.rowCount() == TOTAL
    assert tables.head.count.text() == "2,500"
    assert [one.first for one in asked(desk)] == [0, 1000, 2000]
    desk.report(Report(cables=Cables(count=TOTAL)))
    qtbot.waitUntil(lambda: len(asked(desk)) == 4)
    answer(desk)
    settle(tables, qtbot)
    assert model.rowCount() == TOTAL, "those of before stay"
    tables.kinds.choose(RACKS)
    settle(tables, qtbot)
    before = len(asked(desk))
    desk.report(Report(cables=Cables(count=TOTAL)))
    settle(tables, qtbot)
    assert len(asked(desk)) == before, "nobody looks"


def test_a_chosen_cable_is_selected_with_its_ends_summed_up_and_not_typed(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    tables.kinds.choose(CABLES)
    for _ in range(3):
        answer(desk)
    settle(tables, qtbot)
    model = tables.lines.model_of_lines
    assert [column.heading for column in model.columns] == [
        "Label", "From", "To", "By", "Fabric", "Medium", "Length m", "Stock m", "Fullest tray",
        "Price", "State",
    ]  # fmt: skip
    tables.lines.mark([0, 1])
    settle(tables, qtbot)
    assert len(desk.workspace.selection) == 2
    assert tables.sums.text().startswith("2 chosen · 4 m length · 6 m stock · 400 price")
    assert (tables.offers.change.isVisible(), tables.offers.lay.isVisible()) == (False, True)
    tables.change()
    assert "Lay by hand makes chosen ones cables by hand" in tables.offers.said.text()
    tables.offers.lay.click()
    assert "C0" in tables.offers.said.text()
    assert desk.design.cables == ()
    desk.workspace.select((desk.design.racks[0].id,))
    assert len(tables.lines.chosen_rows()) == TOTAL


def test_what_is_chosen_stays_with_the_cable_and_not_with_its_place(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    tables.kinds.choose(CABLES)
    for _ in range(3):
        answer(desk)
    settle(tables, qtbot)
    tables.lines.mark([7, 11])
    settle(tables, qtbot)
    desk.report(Report(cables=Cables(count=TOTAL)))
    qtbot.waitUntil(lambda: len(asked(desk)) == 4)
    for _ in range(3):
        answer(desk, later=5)
    settle(tables, qtbot)
    assert tables.lines.chosen_rows() == [12, 16]
    assert [line.label for line in tables.lines.chosen_lines()] == ["C7", "C11"]
