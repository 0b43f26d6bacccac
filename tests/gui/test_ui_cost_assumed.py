"""What is assumed of cost is tried and kept; ends of the tornado are drawn; prices ask for more."""

from collections.abc import Iterator
from datetime import date
from math import inf
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import OwnAsked, Ownership
from designer.engine.report import Report
from designer.model.design import Design, PriceOverride, Site
from designer.model.figures import Figure
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.planning.templates import build
from designer.ui.state.beside_words import answer_of
from designer.ui.state.cost_trial import CostTrial
from designer.ui.state.price_rows import groups_of, ticks_of
from designer.ui.views.cost.assumed import AssumedPanel, outcome_words, why_words
from designer.ui.views.cost.card import HEAD_PX, ROW_PX
from designer.ui.views.cost.choice_card import ReasonsCard
from designer.ui.views.cost.course_card import free_place
from designer.ui.views.cost.paid_card import STACK_PX, LeftOutCard, PaidCard
from designer.ui.views.cost.panel import CostPanel
from designer.ui.views.cost.prices import PricesPanel
from designer.ui.views.cost.pull import input_at
from designer.ui.views.cost.swings_card import SwingsCard
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.variants import variants_of

TODAY = date(2026, 11, 29)


def hall(**site: object) -> Design:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
    return design.evolve(site=Site.model_validate({**design.site.model_dump(), **site}))


@pytest.fixture(scope="module")
def report() -> Report:
    return evaluate(hall(), load_shipped())


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, report: Report) -> Iterator[Desk]:
    made = Desk(tmp_path, hall())
    made.report(report)
    settle()
    yield made
    made.close()


@pytest.fixture
def trial(desk: Desk) -> CostTrial:
    return CostTrial(desk.workspace)


@pytest.fixture
def assumed(qtbot: QtBot, desk: Desk, trial: CostTrial) -> AssumedPanel:
    made = AssumedPanel(desk.workspace, trial)
    qtbot.addWidget(made)
    made.resize(340, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def site(desk: Desk) -> Site:
    return desk.workspace.document.design.site


def drag(slider_widget: object, first: QPoint, last: QPoint, *, release: bool) -> None:
    from PySide6.QtWidgets import QWidget

    assert isinstance(slider_widget, QWidget)
    QTest.mousePress(slider_widget, Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(slider_widget, last)
    if release:
        QTest.mouseRelease(slider_widget, Qt.MouseButton.LeftButton, pos=last)


def test_a_slider_shows_what_is_planned_and_what_the_design_states(
    assumed: AssumedPanel, desk: Desk
) -> None:
    hall_rent = assumed.sliders["hall_per_kw_month"]
    assert hall_rent.text() == "~$184"
    assert assumed.sliders["licences_per_gpu_year"].text() == "in no sum"
    assert assumed.sliders["utilisation"].text() == "100 %"


def test_a_drag_tries_and_esc_undoes_it(
    assumed: AssumedPanel, desk: Desk, trial: CostTrial
) -> None:
    used = assumed.sliders["utilisation"]
    track = used.track()
    first, last = used.knob(1.0).toPoint(), QPoint(round(track.center().x()), first_y(used))
    drag(used, first, last, release=False)
    assert trial.asked is not None
    assert trial.asked.site.utilisation < 0.7
    assert site(desk).utilisation == 1
    QTest.keyClick(used, Qt.Key.Key_Escape)
    assert trial.asked is None
    assert site(desk).utilisation == 1


def first_y(widget: object) -> int:
    from PySide6.QtWidgets import QWidget

    assert isinstance(widget, QWidget)
    return widget.height() // 2


def test_a_release_is_one_step_that_is_undone(
    assumed: AssumedPanel, desk: Desk, trial: CostTrial
) -> None:
    used = assumed.sliders["utilisation"]
    last = QPoint(round(used.track().center().x()), first_y(used))
    drag(used, used.knob(1.0).toPoint(), last, release=True)
    kept = site(desk).utilisation
    assert 0.4 < kept < 0.7
    desk.workspace.document.undo()
    assert site(desk).utilisation == 1


def test_an_emptied_number_is_stated_no_more(assumed: AssumedPanel, desk: Desk) -> None:
    rate = assumed.sliders["cloud_per_gpu_hour"]
    rate.settled.emit(3.25)
    assert site(desk).cloud_per_gpu_hour == 3.25
    rate.cleared.emit()
    assert site(desk).cloud_per_gpu_hour is None
    assumed.sliders["utilisation"].cleared.emit()
    assert site(desk).utilisation == 1


def test_what_cannot_be_is_refused_in_words(desk: Desk, trial: CostTrial) -> None:
    said: list[str] = []
    desk.workspace.message.connect(lambda words, _: said.append(words))
    trial.keep("utilisation", "GPUs used", 4.0)
    assert said
    assert "GPUs used" in said[0]
    assert site(desk).utilisation == 1


def test_an_input_without_a_field_of_the_site_is_only_tried(trial: CostTrial) -> None:
    trial.propose_input("Nodes", 5e6)
    assert trial.asked is not None
    assert trial.asked.inputs == (("Nodes", 5e6),)
    trial.propose_input("Rate on demand", 2.5)
    assert trial.asked.site.cloud_per_gpu_hour == 2.5


def test_the_engine_answers_what_is_tried(report: Report) -> None:
    from designer.engine.evaluate import Evaluator

    evaluator = Evaluator(load_shipped())
    design = hall()
    evaluator.report(design)
    other = design.site.evolve(utilisation=0.5, cost_years=3.0)
    found = evaluator.answer(design, "ownership", "tried", OwnAsked(site=other))
    assert isinstance(found, Ownership)
    assert (found.used, found.years) == (0.5, 3)
    whole = evaluate(hall(utilisation=0.5, cost_years=3.0), load_shipped()).ownership
    assert found.figure("capital") == whole.figure("capital")
    assert found.figure("gpu_hour").low == pytest.approx(whole.figure("gpu_hour").low, rel=0.02)
    dear = evaluator.answer(
        design, "ownership", "tried", OwnAsked(site=design.site, inputs=(("Nodes", 1e9),))
    )  # fmt: skip
    assert isinstance(dear, Ownership)
    assert dear.figure("capital").low > 1e9


def test_outcome_and_why_are_spelt_out(report: Report, trial: CostTrial) -> None:
    said = outcome_words(report.ownership, trial)
    assert "break-even: " in said
    assert "→" not in said
    why = why_words(report.ownership)
    assert why.startswith("Capital: ")
    assert "÷" in why
    assert "months" in why
    assert why_words(Ownership()).startswith("Nobody names a rate")
    on_demand = report.ownership.rented[0]
    months = fields_of({"break_even_months": Figure(6.4, inf, None, "months")})
    kept = tuple(bound for bound in on_demand.bounds if bound.name != "break_even_months")
    late = on_demand.evolve(**{**months, "bounds": (*kept, *months["bounds"])})
    why = why_words(report.ownership.evolve(rented=(late,)))
    assert why.endswith("Capital ÷ (rent − owned), with what is open: ≥ 6.4 months")


def test_an_end_of_the_tornado_is_drawn_and_kept(
    qtbot: QtBot, desk: Desk, trial: CostTrial, report: Report
) -> None:
    panel = CostPanel(desk.workspace, variants_of(desk), trial=trial)
    qtbot.addWidget(panel)
    panel.resize(1100, 900)
    panel.show()
    qtbot.waitExposed(panel)
    card = next(one for one in panel.cards if isinstance(one, SwingsCard))
    card.grab()
    at = next(place for place, one, end in card._knobs if one.name == "Hours that are used"
              and one.input_low < one.input_high and end == "at_low")  # fmt: skip
    first = at.toPoint()
    drag(card, first, first - QPoint(60, 0), release=False)
    assert trial.asked is not None
    assert trial.asked.site.utilisation > 0.5
    assert site(desk).utilisation == 1
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert trial.asked is None
    card.grab()
    drag(card, first, first - QPoint(60, 0), release=True)
    assert 0.5 < site(desk).utilisation <= 1
    assert panel.cards[0].isVisible()
    # What is stated keeps its row, to be drawn back.
    rate = evaluate(hall(cloud_per_gpu_hour=3.0), load_shipped())
    desk.report(rate)
    settle()
    assert "Rate on demand" in [one.name for one in card.swings]


@pytest.mark.parametrize("name", ["Rate on demand", "Nodes", "Hours that are used"])
def test_an_end_is_drawn_to_the_input_whose_answer_is_under_the_pointer(
    qtbot: QtBot, desk: Desk, trial: CostTrial, report: Report, assumed: AssumedPanel, name: str
) -> None:
    from designer.engine.evaluate import Evaluator

    panel = CostPanel(desk.workspace, variants_of(desk), trial=trial)
    qtbot.addWidget(panel)
    panel.resize(1100, 900)
    panel.show()
    qtbot.waitExposed(panel)
    card = next(one for one in panel.cards if isinstance(one, SwingsCard))
    card.grab()
    ends = {end: place for place, one, end in card._knobs if one.name == name}
    one = next(one for one in card.swings if one.name == name)
    first = max(ends.values(), key=lambda place: place.x()).toPoint()
    wide = abs(ends["at_low"].x() - ends["at_high"].x())
    axis = card.axis()
    drag(card, first, first - QPoint(round(wide / 3), 0), release=False)
    card.grab()
    # The dot is under the pointer, the line of text and the slider say what is tried.
    knobs = [place.x() for place, of, _ in card._knobs if of.name == name]
    x = first.x() - round(wide / 3)
    assert min(abs(at - x) for at in knobs) <= 1
    assert card.drawn is not None
    assert one.input_low < card.drawn < one.input_high
    if name == "Rate on demand":
        assert assumed.sliders["cloud_per_gpu_hour"].shown == card.drawn
    assert card.axis() == axis
    plot = card._plot
    pointed = axis[0] + (axis[1] - axis[0]) * (x - plot.left()) / plot.width()
    assert trial.asked is not None
    evaluator = Evaluator(load_shipped())
    design = desk.workspace.document.design
    evaluator.report(design)
    found = evaluator.answer(design, "ownership", "tried", trial.asked)
    assert isinstance(found, Ownership)
    assert answer_of(found) == pytest.approx(pointed, rel=0.02, abs=axis[1] / plot.width() * 1.5)
    # The answer of what is tried is drawn, with the rows where they were.
    rows = [swing.name for swing in card.swings]
    card.show_owned(found, desk.workspace.theme)
    assert card.now == answer_of(found)
    assert [swing.name for swing in card.swings] == rows
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert card.held is None


@pytest.mark.parametrize(("a", "b", "c", "d"), [(3.0, 2.0, 0.5, 1.0), (12.0, 0.0, 4.0, -1.5)])
def test_three_answers_tell_a_quotient_whole(a: float, b: float, c: float, d: float) -> None:
    def answer(x: float) -> float:
        return (a + b * x) / (c * x + d)

    known = [(x, answer(x)) for x in (1.0, 2.0, 5.0)]
    assert input_at(known, answer(3.3), inverse=False) == pytest.approx(3.3)
    # Of what is paid once and saved evenly, two tell it.
    if not b:
        assert input_at(known[:2], answer(3.3), inverse=True) == pytest.approx(3.3)
    assert input_at(known[:1], 2.0, inverse=True) is None


def test_labels_of_months_stand_beside_each_other_and_not_over() -> None:
    plot = QRectF(0, 0, 300, 200)
    taken: list[QRectF] = []
    for left in (10.0, 14.0, 18.0, 290.0):
        place = free_place(left, plot, 60, taken)
        assert not any(place.intersects(other) for other in taken)
        assert place.right() <= plot.right()
        taken.append(place)
    assert len({place.top() for place in taken}) == 3


def test_capital_is_a_stack_and_what_is_left_out_takes_few_lines(qtbot: QtBot, desk: Desk) -> None:
    panel = CostPanel(desk.workspace, variants_of(desk))
    qtbot.addWidget(panel)
    panel.resize(1100, 900)
    panel.show()
    qtbot.waitExposed(panel)
    bought = next(one for one in panel.cards if type(one) is PaidCard)
    pieces = bought.stack(400)
    assert pieces[0][1] == 0
    assert pieces[-1][2] == pytest.approx(400)
    assert all(left <= right for _, left, right in pieces)
    assert "× DGX H100" in bought.counts["nodes"]
    assert bought.said()[0].startswith(f"Nodes {bought.counts['nodes']} ")
    assert bought.line_at(HEAD_PX + STACK_PX + 1) is bought.lines[0]
    assert bought.line_at(HEAD_PX + STACK_PX - 1) is None
    assert bought.line_at(HEAD_PX + STACK_PX + ROW_PX * len(bought.lines)) is None
    assert "Contains: compute nodes and filled racks" in bought.tip(bought.lines[0])
    assert bought.tip(bought.lines[0]).endswith("By: prices of its parts")
    left_out = next(one for one in panel.cards if isinstance(one, LeftOutCard))
    assert left_out.body_px() < 18 * len(left_out.items)
    reasons = next(one for one in panel.cards if isinstance(one, ReasonsCard))
    assert any(one.startswith("rent: budget") or one.startswith("open: budget")
               for one in reasons.said())  # fmt: skip


def test_prices_are_those_of_the_design(report: Report) -> None:
    design = hall()
    catalog = load_shipped()
    parts, cloud, running = groups_of(
        Layout(design), catalog, report.ownership, report.cost, TODAY
    )  # fmt: skip
    assert parts.rows[0].name.endswith("DGX H100") or parts.rows[0].amount
    assert any(row.amount == "" and row.part == "es400nvx2" for row in parts.rows) or any(
        not row.amount for row in parts.rows
    )
    assert [row.name for row in cloud.rows] == ["On demand", "Reserved", "Spot"]
    assert running.rows[0].name == "Electricity, kWh"
    other = design.evolve(
        prices=(PriceOverride(id="dgx-h100", amount_cents=1, currency="EUR", as_of="2026-01"),)
    )
    rows = groups_of(Layout(other), catalog, report.ownership, report.cost, TODAY)[0].rows
    dgx = next(row for row in rows if row.part == "dgx-h100")
    assert "in EUR: error" in dgx.when


@pytest.mark.parametrize(
    ("as_of", "ticks"),
    [("2026-06", 5), ("2026-03", 4), ("2025-11-03", 3), ("2025-05", 2), ("2024-11", 1),
     ("2023", 0), ("", None)],
)  # fmt: skip
def test_ticks_tell_the_age(as_of: str, ticks: int | None) -> None:
    assert ticks_of(as_of, TODAY) == ticks


def test_no_price_asks_for_a_quotation(qtbot: QtBot, desk: Desk, trial: CostTrial) -> None:
    panel = PricesPanel(desk.workspace, trial, today=lambda: TODAY)
    qtbot.addWidget(panel)
    panel.resize(260, 900)
    panel.show()
    qtbot.waitExposed(panel)
    asked: list[str] = []
    panel.quotation_asked.connect(asked.append)
    rows = panel.list.rows
    bare = next(at for at, row in enumerate(rows) if not row.amount and row.part)
    tops = [top for top, what in panel.list.places() if what in rows]
    QTest.mouseClick(
        panel.list, Qt.MouseButton.LeftButton, pos=QPointF(60, tops[bare] + 10).toPoint()
    )  # fmt: skip
    assert asked == [rows[bare].part]
    QTest.keyClick(panel.list, Qt.Key.Key_Up)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked[-1] == rows[bare - 1].part
    QTest.mouseClick(panel.enter, Qt.MouseButton.LeftButton)
    assert asked[-1] == ""
    panel.list.grab()


def test_prices_and_assumptions_stand_beside_the_view(window: MainWindow) -> None:
    def pages(*views: str) -> list[tuple[str, str]]:
        found = []
        for view in views:
            window.views.show_view(view)
            found.append((window.left.page(), window.right.page()))
        return found

    assert pages("Cost", "Floor") == [("Prices", "Cost"), ("Parts", "Totals")]
    assert window.left.buttons["Prices"].isHidden()
    assert pages("Cost", "Workloads") == [("Prices", "Cost"), ("Workloads", "Workloads")]
    window.views.show_view("Floor")
    window.left.show_page("Outline")
    assert pages("Cost", "Floor") == [("Outline", "Cost"), ("Outline", "Totals")]


def test_a_quotation_is_of_the_part_that_asks_for_it(window: MainWindow) -> None:
    """It had opened with whatever part stood first, whose price was then overwritten."""
    window.design.enter_price("ddn-es400nvx2")
    assert window.design.settings is not None
    section = window.design.settings.records["Prices"]
    assert section.choice.currentData() == "ddn-es400nvx2"
    QTest.keyClicks(section.line, "123456")
    assert section.add()
    (price,) = window.workspace.document.design.prices
    assert (price.id, price.amount_cents) == ("ddn-es400nvx2", 12_345_600)
    window.design.enter_price("dgx-h100")
    assert section.choice.currentData() == "dgx-h100"
    # One that is stated already is changed, and not stated twice.
    window.design.enter_price("ddn-es400nvx2")
    assert section.chosen() == "ddn-es400nvx2"
