"""The cost view: what it says of a design, when nothing is known of it, and how it is laid out."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import Ownership, Rented, Swing
from designer.engine.report import Report
from designer.model.design import Design, Site
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.planning.templates import build
from designer.ui.views.cost.course_card import CourseCard, ticks
from designer.ui.views.cost.paid_card import PaidCard
from designer.ui.views.cost.panel import NOTHING, SIZING, CostPanel, severity_of
from designer.ui.views.cost.swings_card import SwingsCard
from designer.ui.views.cost.terms_card import LikeCard, TermsCard
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.variants import variants_of

T = TypeVar("T")


def hall(**site: object) -> Design:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
    return design.evolve(site=Site.model_validate({**design.site.model_dump(), **site}))


@pytest.fixture(scope="module")
def report() -> Report:
    return evaluate(hall(), load_shipped())


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, Design())
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> CostPanel:
    made = CostPanel(desk.workspace, variants_of(desk))
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


def card(panel: CostPanel, kind: type[T]) -> T:
    return next(one for one in panel.cards if isinstance(one, kind))


def tell(desk: Desk, report: Report) -> None:
    desk.report(report)
    settle()


def test_before_the_first_report_it_says_that_figures_come(panel: CostPanel, desk: Desk) -> None:
    assert panel.hint.isVisible()
    assert panel.hint.text() == SIZING
    tell(desk, Report())
    assert panel.hint.text() == NOTHING


def test_verdict_and_cards_are_those_of_the_report(
    panel: CostPanel, desk: Desk, report: Report
) -> None:
    tell(desk, report)
    assert not panel.hint.isVisible()
    assert panel.verdict.text() == report.ownership.verdict
    said = card(panel, PaidCard).said()
    assert said[0].startswith("Nodes ~$")
    assert said[-1].startswith("together ~$")
    assert card(panel, PaidCard).note == "storage by a planning range"
    terms = card(panel, TermsCard)
    assert [row[0] for row in terms.rows] == ["Own", "On demand", "Reserved", "Spot"]
    assert terms.rows[2][1].endswith("all hours")
    items = card(panel, LikeCard).items
    assert ("licences", "open") in [(one.item, one.rented) for one in items]


def test_where_lines_meet_is_the_month_of_break_even(
    panel: CostPanel, desk: Desk, report: Report
) -> None:
    """What is drawn is linear: at the month that is told, both have cost the same."""
    tell(desk, report)
    course = card(panel, CourseCard)
    own, *terms = course.lines
    assert course.meets
    for term, month in course.meets:
        line = next(one for one in terms if one.name == term)
        share = month / (12 * course.years)
        assert line.at(share) == pytest.approx(own.at(share), rel=1e-6)


def test_the_ranking_is_drawn_the_widest_first(
    panel: CostPanel, desk: Desk, report: Report
) -> None:
    tell(desk, report)
    swings = card(panel, SwingsCard)
    assert [one.name for one in swings.swings] == [one.name for one in report.ownership.swings]
    assert swings.swings[0].name == "Rate on demand"
    assert "$1.38 to $6.88" in swings.said()[0]
    begins, ends = swings.axis()
    assert begins == 0
    assert ends >= (swings.now or 0)


def test_inputs_by_a_unit_and_what_owning_loses_are_told_as_money(
    panel: CostPanel, desk: Desk, report: Report
) -> None:
    rent = Swing(name="Rent of the hall", unit="USD/(kW·month)", input_low=120.0,
                 input_high=217.3)  # fmt: skip
    lost = fields_of({"present_value": Figure(-75.4e6, 39.7e6, -2.5e6, "USD", estimated=True)})
    rented = Rented(term="on demand", rate=2.4, **lost)
    owned = report.ownership.evolve(swings=(rent,), rented=(rented,))
    swings, terms = card(panel, SwingsCard), card(panel, TermsCard)
    swings.take(owned)
    terms.take(owned)
    assert swings.said()[0].startswith("Rent of the hall $120 a kW·month to $217 a kW·month")
    assert terms.rows[1][2][-1].startswith("~−$2.5 M (−75")


def test_another_currency_is_told_without_an_upper_end(panel: CostPanel, desk: Desk) -> None:
    euro = evaluate(hall(currency="EUR"), load_shipped())
    tell(desk, euro)
    assert panel.verdict.text().startswith("Nobody names a rate")
    assert [row[0] for row in card(panel, TermsCard).rows] == ["Own"]
    assert card(panel, TermsCard).rows[0][2][1].startswith("≥ ")
    assert severity_of(euro.ownership) == "open"


def test_signs_of_the_verdict(report: Report) -> None:
    owned = report.ownership
    assert severity_of(owned) == "open", "its end is beyond the years"
    never = tuple(one.evolve(never=True) for one in owned.rented)
    assert severity_of(owned.evolve(rented=never)) == "warning"
    soon = tuple(one.evolve(break_even_months=10.0, bounds=()) for one in owned.rented)
    assert severity_of(owned.evolve(rented=soon)) == "ok"
    assert severity_of(Ownership()) == "open"


def test_cards_lie_below_each_other_where_it_is_narrow(
    panel: CostPanel, desk: Desk, report: Report
) -> None:
    tell(desk, report)
    settle()
    bought, swings = card(panel, PaidCard), card(panel, SwingsCard)
    at = [one.mapTo(panel, one.rect().topLeft()) for one in (bought, swings)]
    assert at[0].y() == at[1].y()
    assert at[0].x() < at[1].x()
    panel.resize(620, 800)
    settle()
    at = [one.mapTo(panel, one.rect().topLeft()) for one in (bought, swings)]
    assert at[0].x() == at[1].x()
    assert at[0].y() < at[1].y()


def test_a_button_leads_to_what_is_assumed(panel: CostPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.settings_asked, timeout=1000):
        QTest.mouseClick(panel.change, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("most", [0.9, 7.0, 42.0, 367.4e6, 1e9])
def test_an_axis_has_round_marks(most: float) -> None:
    marks = ticks(most)
    assert marks[0] == 0
    assert 2 <= len(marks) <= 6
    assert marks[-1] <= most * (1 + 1e-9)
