"""Why figures of cost are what they are: asked at each card, told in the tab beside the view."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import OwnAsked, OwnWhyAsked
from designer.engine.report import Report
from designer.engine.why_report import Why
from designer.planning.templates import build
from designer.render.lettering import text_width
from designer.runtime.engine_questions import Answer
from designer.ui.state.cost_trial import CostTrial
from designer.ui.views.cost.assumed import AssumedPanel
from designer.ui.views.cost.card import EDGE_PX, Card
from designer.ui.views.cost.panel import CostPanel
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.variants import variants_of

LEFT = Qt.MouseButton.LeftButton
DESIGN = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
KNOWN = Why(what="capital", title="Why: capital", formula="a = b", lines=("x: 1", "   of y"),
            sources=("S",), error="prices of 2026")  # fmt: skip


@pytest.fixture(scope="module")
def report() -> Report:
    return evaluate(DESIGN, load_shipped())


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, report: Report) -> Iterator[Desk]:
    made = Desk(tmp_path, DESIGN)
    made.report(report)
    settle()
    yield made
    made.close()


@pytest.fixture
def trial(desk: Desk) -> CostTrial:
    return CostTrial(desk.workspace)


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, trial: CostTrial) -> CostPanel:
    made = CostPanel(desk.workspace, variants_of(desk), trial=trial)
    qtbot.addWidget(made)
    made.resize(960, 1000)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def assumed(qtbot: QtBot, desk: Desk, trial: CostTrial) -> AssumedPanel:
    made = AssumedPanel(desk.workspace, trial)
    qtbot.addWidget(made)
    made.resize(340, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def card(panel: CostPanel, box: str) -> Card:
    return next(one for one in panel.cards if one.box == box)


def answer(desk: Desk, known: Why) -> None:
    number = len(desk.client.questions)
    desk.client.answered.emit(Answer(number, desk.workspace.document.revision, known))


def test_each_card_asks_the_subject_that_knows(qtbot: QtBot, panel: CostPanel, desk: Desk) -> None:
    asked = []
    for one in panel.cards:
        with qtbot.waitSignal(panel.why_asked, timeout=1000):
            QTest.mouseClick(one.why, LEFT)
        _, subject, question, what, _ = desk.client.questions[-1]
        assert question == "why"
        assert what == OwnWhyAsked(what=one.box)
        asked.append((one.box, subject))
    assert asked == [
        ("capital", "ownership"), ("swings", "ownership"), ("running", "ownership"),
        ("course", "ownership"), ("left_out", "ownership"), ("terms", "ownership"),
        ("like", "ownership"), ("work", "choice"), ("reasons", "choice"),
    ]  # fmt: skip


def test_the_link_stands_clear_of_title_and_edge(panel: CostPanel) -> None:
    for one in panel.cards:
        link: QRect = one.why.geometry()
        assert link.left() >= EDGE_PX + text_width(one.title, 13.5, 600), one.title
        assert link.right() < one.width() - 100, one.title
        assert one.why.accessibleName() == f"Why: {one.title}"
        assert one.why.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_tab_tells_the_answer_and_lets_go(
    panel: CostPanel, assumed: AssumedPanel, desk: Desk
) -> None:
    told = assumed.why_card
    assert told.isHidden()
    QTest.mouseClick(card(panel, "capital").why, LEFT)
    assert told.title.text() == "Why …"
    assert told.copy.isHidden()
    answer(desk, KNOWN)
    assert (told.title.text(), told.lines) == ("Why: capital", ["x: 1", "of y"])
    QTest.mouseClick(told.copy, LEFT)
    assert QApplication.clipboard().text() == told.text
    assert told.text.splitlines() == [
        "Why: capital", "a = b", "x: 1", "of y", "prices of 2026", "Source: S",
    ]  # fmt: skip
    # Of another box nothing is told before it is known.
    QTest.mouseClick(card(panel, "work").why, LEFT)
    assert (told.title.text(), told.lines) == ("Why …", [])
    QTest.mouseClick(told.close_it, LEFT)
    assert told.isHidden()


def test_what_is_tried_is_asked_anew_and_the_newest_waits(
    panel: CostPanel, assumed: AssumedPanel, desk: Desk, trial: CostTrial
) -> None:
    QTest.mouseClick(card(panel, "capital").why, LEFT)
    answer(desk, KNOWN)

    def whys() -> list[OwnWhyAsked]:
        found = [one[3] for one in desk.client.questions if one[2] == "why"]
        assert all(isinstance(one, OwnWhyAsked) for one in found)
        return found  # type: ignore[return-value] # just looked at

    site = desk.workspace.document.design.site
    for years in (3.0, 5.0, 6.0):
        trial.propose("cost_years", years)
    assert whys()[1:] == [
        OwnWhyAsked(what="capital", tried=OwnAsked(site=site.evolve(cost_years=3.0)))
    ]
    number = next(
        at for at, one in enumerate(desk.client.questions, start=1) if one[3] == whys()[-1]
    )
    desk.client.answered.emit(Answer(number, desk.workspace.document.revision, KNOWN))
    assert whys()[-1].tried == OwnAsked(site=site.evolve(cost_years=6.0))
    trial.let_go()


def test_in_the_window_the_tab_comes_to_the_front(window: MainWindow) -> None:
    cards = window.findChildren(Card)
    window.right.show_page("Totals")
    cards[0].why.click()
    assert window.right.page() == "Cost"


def test_what_was_asked_is_let_go_when_another_design_opens(trial: CostTrial, desk: Desk) -> None:
    trial.why.ask("capital")
    desk.workspace.apply("Go on", lambda design: design.evolve(name="next"))
    assert trial.why.what == "capital"
    desk.session.new(DESIGN.evolve(name="another"))
    assert trial.why.what == ""
