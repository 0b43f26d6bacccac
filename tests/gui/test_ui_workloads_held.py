"""What stays where it is in the view of workloads: figures whole, knobs, keyboard, the why card."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.engine.why_report import Why
from designer.engine.workload_report import Published, Tried, Way, WhyAsked
from designer.model.workload import Workload
from designer.render.lettering import text_width
from designer.runtime.engine_questions import Answer
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.cards import CardList
from designer.ui.views.workloads.curve import ScalingCurve
from designer.ui.views.workloads.library import row_boxes
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.tiles import fitting_value
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.workload_reports import POINTS, RUN, show

WHY = Why(
    what="memory", title="Why: memory of the fullest GPU", formula="a = b, by the longest formula",
    lines=tuple(f"{number}: what went into it, told at some length" for number in range(12)),
    sources=("one", "two"), error="5 % elsewhere",
)  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


@pytest.fixture
def choice(desk: Desk) -> WorkloadChoice:
    return WorkloadChoice(desk.workspace)


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> WorkloadsPanel:
    made = WorkloadsPanel(desk.workspace, choice)
    made.resize(330, 420)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def answer(desk: Desk, found: Tried) -> None:
    number, revision = len(desk.client.questions), desk.workspace.document.revision
    desk.client.answered.emit(Answer(number, revision, found))


def test_a_published_run_is_held_against_its_own_curve_alone(qtbot: QtBot, desk: Desk) -> None:
    plot = ScalingCurve(desk.workspace)
    qtbot.addWidget(plot)
    far = Published(name="far", gpus=1024, tokens_per_s=4e5, tflops_per_gpu=430.0)
    plot.show_report(RUN.evolve(published=(far,)))
    plot.show_beside([("A", (*POINTS, POINTS[-1].evolve(gpus=65_536)))])
    assert plot.published_said() == ""
    near = far.evolve(gpus=256, tokens_per_s=20_000.0)
    plot.show_report(RUN.evolve(published=(far, near)))
    assert plot.published_said() == "published 430 TFLOP/s a GPU, computed +15 %"


def test_letters_keep_off_the_dot_of_the_run_and_published_ones(qtbot: QtBot, desk: Desk) -> None:
    plot = ScalingCurve(desk.workspace)
    qtbot.addWidget(plot)
    near = Published(name="near", gpus=128, tokens_per_s=12_000.0)
    plot.show_report(RUN.evolve(published=(near,)))
    assert {plot.place(128, 12_000.0).toTuple(), plot.place(256, 23_040.0).toTuple()} <= {
        one.toTuple() for one in plot.marks()
    }


@pytest.mark.parametrize("wide", [70.0, 104.0, 120.0, 300.0])
def test_a_leading_value_is_never_cut(wide: float) -> None:
    said, px = fitting_value("~39,213.4 days", wide)
    assert text_width(said, px, 600) <= wide
    assert said.startswith("~39,213.4 d")
    assert fitting_value("~12.3 days", 300.0) == ("~12.3 days", 18.0)


def test_fit_and_speed_of_a_library_row_are_never_cut() -> None:
    name, fit, fast = row_boxes(QRectF(0, 0, 226, 24), "perhaps", "~39,213 d")
    assert fit.width() > text_width("perhaps", 11)
    assert fast.width() > text_width("~39,213 d", 11)
    assert name.right() < fit.left() < fit.right() <= fast.left()
    assert name.width() > 60


def test_a_held_knob_keeps_its_place_where_the_verdict_loses_lines(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, RUN.evolve(verdict="it fits on 256, and much more is to be said of it " * 3))
    settle()
    before = panel.inputs.gpus.mapTo(panel, panel.inputs.gpus.rect().topLeft()).y()
    standing = choice.standing
    assert standing is not None
    choice.propose(standing.evolve(global_batch=64))
    answer(desk, Tried(report=RUN.evolve(verdict="fits")))
    settle()
    assert panel.verdict.text() == "fits"
    assert panel.inputs.gpus.mapTo(panel, panel.inputs.gpus.rect().topLeft()).y() == before
    choice.trial.let_go()
    assert choice.trial.asked is None


def test_a_dot_that_is_held_moves_its_knob(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, RUN.evolve(standing_gpus=512, domain_gpus=8))
    standing = choice.standing
    assert standing is not None
    before = panel.inputs.gpus.shown
    choice.propose(standing.evolve(gpus=128, interval_s=600.0))
    assert panel.inputs.gpus.shown == 128
    assert panel.inputs.sliders["interval_s"].shown == 600
    choice.trial.let_go()
    assert panel.inputs.gpus.shown == before
    assert panel.inputs.sliders["interval_s"].shown is None


def test_after_a_try_the_keyboard_stays_out_of_the_fields(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice, qtbot: QtBot
) -> None:
    ways = tuple(Way(what="tokens", number=each, alone=True) for each in (1e12, 2e12, 3e12))
    named = RUN.evolve(wanted_days=30.0, standing_gpus=512, domain_gpus=8)
    show(desk, named.evolve(ways=ways))
    panel.activateWindow()
    first = panel.ways.buttons[0]
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    gone = Way(what="gpus", number=4096.0, alone=True)
    panel.ways.show_report(named.evolve(ways=(gone, *ways[1:])))
    assert panel.ways.buttons[1].hasFocus(), "the next one"
    panel.ways.show_report(named.evolve(ways=ways))
    panel.ways.buttons[2].setFocus()
    panel.ways.show_report(named.evolve(ways=ways[:1]))
    assert panel.ways.buttons[0].hasFocus(), "and not what comes after the card"
    panel.ways.show_report(named.evolve(ways=()))
    assert panel.hasFocus(), "and no field that what is typed would overwrite"


def test_enter_presses_the_buttons_that_add(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice, qtbot: QtBot
) -> None:
    cards = CardList(desk.workspace, choice)
    qtbot.addWidget(cards)
    added: list[Workload] = []
    panel.chooser.added.connect(added.append)
    QTest.keyClick(panel.chooser.add, Qt.Key.Key_Return)
    assert len(added) == 1
    with qtbot.waitSignal(cards.add_asked):
        QTest.keyClick(cards.add, Qt.Key.Key_Return)


def test_the_first_why_comes_into_sight_whole_or_with_its_head(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, RUN)
    settle()
    choice.why.ask("memory")
    panel.show_why()
    number, revision = len(desk.client.questions), desk.workspace.document.revision
    assert isinstance(desk.client.questions[-1][3], WhyAsked)
    desk.client.answered.emit(Answer(number, revision, WHY))
    assert choice.why.found is not None
    settle()
    why, seen = panel.why, panel.viewport().rect()
    top = why.mapTo(panel.viewport(), why.rect().topLeft()).y()
    bottom = why.mapTo(panel.viewport(), why.rect().bottomLeft()).y()
    assert top >= 0
    assert bottom <= seen.bottom() or top <= 12
