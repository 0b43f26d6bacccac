"""Plans of a run that answer: a click tries one, Enter keeps it, Esc lets go."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.engine.workload_report import PlanReport, TriedAsked
from designer.model.workload import Workload
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.plan_table import plan_rows
from designer.ui.views.workloads.view import WorkloadsView
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of
from tests.helpers.workload_reports import RUN, show

LEFT, NO = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
BEST = PlanReport(
    words="TP 8 · PP 4 · DP 8 · micro-batch 1", split="TP 8 PP 4 CP 1 EP 1 DP 8", fits=True,
    time_s=10.0, memory_gb=60.0,
)  # fmt: skip
SLOWER = BEST.evolve(
    words="TP 4 · PP 4 · DP 16 · micro-batch 1", split="TP 4 PP 4 CP 1 EP 1 DP 16", time_s=12.5,
    lost="12.5 s: the pipeline waits longer (+2.5 s)",
)  # fmt: skip
MISS = BEST.evolve(words="TP 1 · DP 256 · micro-batch 1", split="TP 1 DP 256", fits=False)
PLANS = RUN.evolve(plan=BEST, others=(SLOWER, MISS))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


@pytest.fixture
def choice(desk: Desk) -> WorkloadChoice:
    return WorkloadChoice(desk.workspace)


@pytest.fixture
def view(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> WorkloadsView:
    made = WorkloadsView(desk.workspace, choice, variants_of(desk))
    made.resize(1000, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    show(desk, PLANS)
    settle()
    return made


def asked(desk: Desk) -> list[str]:
    questions = (one[3] for one in desk.client.questions)
    return [one.workload.plan for one in questions if isinstance(one, TriedAsked)]


def workload(desk: Desk) -> Workload:
    return desk.workspace.document.design.workloads[0]


def middle_of(view: WorkloadsView, number: int) -> QPoint:
    """The middle of a row's upper line."""
    table = view.plans
    for y in range(table.height()):
        if table.row_at(y) is table.rows[number]:
            return QPoint(60, y + 12)
    raise LookupError(number)


def test_a_click_tries_a_plan_and_the_design_stays(view: WorkloadsView, desk: Desk) -> None:
    QTest.mouseClick(view.plans, LEFT, NO, middle_of(view, 1))
    assert asked(desk) == [SLOWER.split]
    assert workload(desk).plan == ""
    assert view.plans.selected == 1
    assert len(view.plans.rows) == 3, "rows stay where they were taken from"


def test_enter_keeps_it_in_one_step(view: WorkloadsView, desk: Desk) -> None:
    QTest.mouseClick(view.plans, LEFT, NO, middle_of(view, 1))
    QTest.keyClick(view.plans, Qt.Key.Key_Return)
    assert workload(desk).plan == SLOWER.split
    desk.workspace.document.undo()
    assert workload(desk).plan == ""


def test_esc_lets_go(view: WorkloadsView, desk: Desk) -> None:
    QTest.mouseClick(view.plans, LEFT, NO, middle_of(view, 1))
    QTest.keyClick(view.plans, Qt.Key.Key_Escape)
    assert view.plans.selected is None
    QTest.keyClick(view.plans, Qt.Key.Key_Return)
    assert workload(desk).plan == ""


def test_arrows_step_and_what_does_not_fit_is_not_tried(
    view: WorkloadsView, choice: WorkloadChoice
) -> None:
    for _ in range(3):
        QTest.keyClick(view.plans, Qt.Key.Key_Down)
    assert view.plans.selected == 1
    assert choice.trial.asked is not None
    assert choice.trial.asked.plan == SLOWER.split
    QTest.mouseClick(view.plans, LEFT, NO, middle_of(view, 2))
    assert view.plans.selected == 1


def test_a_plan_that_is_kept_is_given_up_by_enter(view: WorkloadsView, desk: Desk) -> None:
    kept = PLANS.evolve(plan=SLOWER.evolve(lost=""), others=(BEST,), plan_kept=True)
    rows = plan_rows(kept)
    assert (rows[0].beside, rows[1].beside) == ("kept", "+25 %")
    assert "Enter seeks the fastest again" in rows[0].why
    show(desk, kept)
    settle()
    settled: list[str] = []
    view.plans.settled.connect(settled.append)
    QTest.mouseClick(view.plans, LEFT, NO, middle_of(view, 0))
    QTest.keyClick(view.plans, Qt.Key.Key_Return)
    assert settled == [""]
