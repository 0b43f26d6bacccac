"""Sliders of a workload: tried while held, let go with Esc, one undo step at release."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import put
from designer.engine.report import Report
from designer.engine.workload_report import Tried, TriedAsked, Way, WorkloadReport
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.model.workload import Workload
from designer.runtime.engine_questions import Answer
from designer.ui.fields.axis import Axis, doubling, with_value
from designer.ui.fields.slider import ValueSlider
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.trial_card import outcome_role
from designer.ui.views.workloads.view import WorkloadsView
from designer.ui.views.workloads.ways_card import way_rows
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of
from tests.helpers.workload_reports import RUN, SERVICE, show

STANDING = RUN.evolve(standing_gpus=512, domain_gpus=8)
NO, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


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
    made.resize(360, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def workload(desk: Desk) -> Workload:
    (one,) = desk.workspace.document.design.workloads
    return one


def asked(desk: Desk) -> list[Workload]:
    return [one[3].workload for one in desk.client.questions if isinstance(one[3], TriedAsked)]


def answer(desk: Desk, report: WorkloadReport, *, working: bool = False) -> None:
    number = len(desk.client.questions)
    tried = Tried(report=report, plans=312, working=working)
    desk.client.answered.emit(Answer(number, desk.workspace.document.revision, tried))


def place(slider: ValueSlider, value: float) -> QPoint:
    return slider.knob(value).toPoint()


def press(slider: ValueSlider, value: float) -> None:
    QTest.mousePress(slider, LEFT, NO, place(slider, value))


def release(slider: ValueSlider, value: float) -> None:
    QTest.mouseRelease(slider, LEFT, NO, place(slider, value))


def test_while_held_the_engine_is_asked_and_the_design_stays(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, STANDING, global_batch=1024, tokens=1e12)
    slider = panel.inputs.sliders["global_batch"]
    revision = desk.workspace.document.revision
    press(slider, 1024)
    slider.mouseMoveEvent(_moved(slider, place(slider, 2048)))
    assert workload(desk).global_batch == 1024
    assert desk.workspace.document.revision == revision
    assert asked(desk)[-1].global_batch == 2048
    answer(desk, STANDING.with_figures({"days": Figure(60.0, 90.0, 75.0, "d", estimated=True)}))
    assert panel.trial.asked.full_text() == "1,024 → 2,048 batch"
    assert panel.trial.outcome.full_text() == "~100 → ~75 days"
    assert panel.trial.hint.text() == "Esc undoes"
    assert choice.report is not None
    assert choice.report.days == 75
    release(slider, 2048)
    assert workload(desk).global_batch == 2048
    assert desk.workspace.document.revision == revision + 1
    # What was told while it was held stands until the report of the release is there.
    assert choice.report.days == 75
    desk.report(Report(workloads=(STANDING.evolve(days=96.0),)))
    settle()
    assert choice.report.days == 96
    desk.workspace.document.undo()
    assert workload(desk).global_batch == 1024


def _moved(slider: QWidget, point: QPoint) -> QMouseEvent:
    there = QPointF(point)
    away = QPointF(slider.mapToGlobal(point))
    return QMouseEvent(QEvent.Type.MouseMove, there, away, Qt.MouseButton.NoButton, LEFT, NO)


def test_esc_lets_go_of_what_is_held_without_a_step(
    panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, STANDING, tokens=1e12)
    slider = panel.inputs.sliders["tokens"]
    revision = desk.workspace.document.revision
    press(slider, 3e12)
    assert choice.trial.asked is not None
    assert slider.shown != 1e12
    QTest.keyClick(slider, Qt.Key.Key_Escape)
    assert choice.trial.asked is None
    assert slider.shown == 1e12
    release(slider, 3e12)
    assert workload(desk).tokens == 1e12
    assert desk.workspace.document.revision == revision


def test_a_second_button_lets_go_too(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, STANDING, tokens=1e12)
    slider = panel.inputs.sliders["tokens"]
    press(slider, 3e12)
    QTest.mousePress(slider, Qt.MouseButton.RightButton, NO, place(slider, 3e12))
    release(slider, 3e12)
    assert workload(desk).tokens == 1e12


def test_while_one_question_is_under_way_the_newest_waits(
    panel: WorkloadsPanel, desk: Desk
) -> None:
    show(desk, STANDING, global_batch=256)
    slider = panel.inputs.sliders["global_batch"]
    press(slider, 512)
    for value in (1024, 2048, 4096):
        slider.mouseMoveEvent(_moved(slider, place(slider, value)))
    assert [one.global_batch for one in asked(desk)] == [512]
    answer(desk, STANDING)
    assert [one.global_batch for one in asked(desk)] == [512, 4096]


def test_gpus_go_in_whole_nodes_up_to_what_stands(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, STANDING, gpus=256)
    slider = panel.inputs.gpus
    assert (slider.axis.first, slider.axis.last) == (8, 512)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert workload(desk).gpus == 264
    press(slider, 264)
    slider.mouseMoveEvent(_moved(slider, QPoint(slider.width(), 5)))
    release(slider, 512)
    assert workload(desk).gpus == 0, "all of the kind"


def test_an_arrow_and_a_typed_number_are_a_step_each(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, STANDING, global_batch=1024)
    slider = panel.inputs.sliders["global_batch"]
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert workload(desk).global_batch == 512
    QTest.keyClick(slider, Qt.Key.Key_2)
    assert slider.line.isVisible()
    QTest.keyClicks(slider.line, "016")
    QTest.keyClick(slider.line, Qt.Key.Key_Return)
    assert workload(desk).global_batch == 2016
    assert 2016 in slider.axis.stops
    QTest.keyClick(slider, Qt.Key.Key_Return)
    QTest.keyClick(slider.line, Qt.Key.Key_Escape)
    assert not slider.line.isVisible()
    assert workload(desk).global_batch == 2016


def test_what_cannot_be_is_refused_and_said(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, STANDING, global_batch=1024)
    slider = panel.inputs.sliders["global_batch"]
    slider.settled.emit(1e12)
    assert workload(desk).global_batch == 1024
    assert any("Batch: " in text for text, _ in desk.messages)


@pytest.mark.parametrize(
    ("row", "value", "field"),
    [("precision", "fp8", "precision"), ("recompute", "full", "recompute")],
)
def test_a_segment_is_a_step(
    panel: WorkloadsPanel, desk: Desk, row: str, value: str, field: str
) -> None:
    show(desk, STANDING)
    segments = getattr(panel.inputs, row)
    QTest.mouseClick(segments.buttons[value], LEFT)
    assert getattr(workload(desk), field) == value
    desk.workspace.document.undo()
    assert getattr(workload(desk), field) != value
    assert not segments.buttons[value].isChecked()


def test_only_precisions_that_the_gpu_states_are_offered(panel: WorkloadsPanel, desk: Desk) -> None:
    def offered() -> set[str]:
        return {name for name, one in panel.inputs.precision.buttons.items() if one.isVisible()}

    show(desk, STANDING)
    assert offered() == {"bf16", "fp8"}, "an H100 has no FP4"
    show(desk, STANDING.evolve(gpu="b200-sxm"))
    assert offered() == {"bf16", "fp8", "fp4"}
    desk.workspace.apply("Ask", put("workloads", workload(desk).evolve(precision="fp4")))
    show(desk, STANDING, precision="fp4")
    assert "fp4" in offered(), "what stands is seen"


def test_why_there_is_no_answer_is_said(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, STANDING, global_batch=1024)
    press(panel.inputs.sliders["global_batch"], 4096)
    assert panel.trial.outcome.full_text() == "…"
    number = len(desk.client.questions)
    revision = desk.workspace.document.revision
    desk.client.answered.emit(Answer(number, revision, None, "the engine ended"))
    assert panel.trial.outcome.full_text() == "the engine ended"


def test_a_service_has_sliders_of_its_own(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, SERVICE, requests_per_s=20.0)
    assert panel.inputs.sliders["requests_per_s"].isVisible()
    assert not panel.inputs.sliders["tokens"].isVisible()
    assert not panel.inputs.recompute.isVisible()
    QTest.keyClick(panel.inputs.sliders["token_ms"], Qt.Key.Key_Right)
    assert workload(desk).token_ms is not None


def wanting(**figures: float) -> WorkloadReport:
    ways = (
        Way(what="tokens", number=6e11, surely=5e11, alone=True,
            **fields_of({"days": Figure(48.0, 72.0, 60.0, "d", estimated=True)})),
        Way(what="gpus", number=448.0, alone=True, days=59.0),
        Way(what="precision", precision="fp8", alone=False, days=80.0),
        Way(what="both", precision="fp8", number=24_000.0, alone=True, days=58.0),
    )  # fmt: skip
    return STANDING.evolve(ways=ways, wanted_days=60.0, in_time=False, pace="Too slow", **figures)


def test_ways_say_how_much_and_one_that_stands_can_be_tried(
    panel: WorkloadsPanel, desk: Desk
) -> None:
    show(desk, wanting(), tokens=1e12, wanted_days=60.0)
    assert panel.ways.title.text() == "What would make it 60 days"
    said = [row.said for row in panel.ways.rows]
    assert said == ["0.6 T, not 1 T", "448, not 256", "80 days: not alone", "FP8, 24,000 GPUs"]
    assert [button.isVisible() for button in panel.ways.buttons] == [True, True, True, False]
    assert "all of the band" in panel.ways.rows[0].tip
    assert panel.ways.rows[3].why == "512 stand"
    revision = desk.workspace.document.revision
    QTest.mouseClick(panel.ways.buttons[1], LEFT)
    assert workload(desk).gpus == 448
    assert desk.workspace.document.revision == revision + 1
    desk.workspace.document.undo()
    QTest.mouseClick(panel.ways.buttons[2], LEFT)
    assert workload(desk).precision == "fp8"


def test_what_comes_of_a_trial_is_green_only_where_it_is_faster() -> None:
    slower = STANDING.evolve(days=90.0, bounds=())
    faster = STANDING.evolve(days=80.0, bounds=())
    assert outcome_role(slower, faster) == "ok"
    assert outcome_role(faster, slower) == "warning"
    assert outcome_role(faster, faster) == ""
    assert outcome_role(None, faster) == ""
    assert outcome_role(faster, faster.evolve(fits=False)) == "warning"


def test_a_run_that_is_likely_in_time_is_told_how_many_gpus_make_it_surely_so(
    panel: WorkloadsPanel, desk: Desk
) -> None:
    likely = Way(what="gpus", number=256.0, surely=344.0, alone=True, days=59.0)
    show(desk, wanting().evolve(ways=(likely,)), tokens=1e12, wanted_days=60.0)
    assert [row.said for row in panel.ways.rows] == ["344, not 256"]
    QTest.mouseClick(panel.ways.buttons[0], LEFT)
    assert workload(desk).gpus == 344
    (never,) = way_rows(wanting().evolve(ways=(likely.evolve(surely=None),)), workload(desk))
    assert (never.said, never.tried) == ("not surely", None)


def test_where_it_does_not_fit_the_fewest_gpus_can_be_tried(
    panel: WorkloadsPanel, desk: Desk
) -> None:
    lacking = STANDING.evolve(fits=False, gpus=16, fitting_gpus=128)
    show(desk, lacking, gpus=16)
    assert panel.ways.title.text() == "What would make it fit"
    assert [row.said for row in panel.ways.rows] == ["128, not 16"]
    QTest.mouseClick(panel.ways.buttons[0], LEFT)
    assert workload(desk).gpus == 128
    (far,) = way_rows(lacking.evolve(fitting_gpus=9000), workload(desk))
    assert (far.tried, far.why) == (None, "512 stand")
    assert way_rows(lacking.evolve(fitting_gpus=None), workload(desk)) == []


def test_nothing_is_offered_where_nothing_is_wanted(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, STANDING)
    assert panel.ways.isHidden()
    none = wanting().evolve(ways=(Way(what="gpus", days=70.0),))
    (row,) = way_rows(none, Workload(id="run"))
    assert (row.said, row.tried) == ("not alone", None)


def test_the_whole_view_follows_what_is_held(
    qtbot: QtBot, panel: WorkloadsPanel, desk: Desk, choice: WorkloadChoice
) -> None:
    view = WorkloadsView(desk.workspace, choice, variants_of(desk))
    qtbot.addWidget(view)
    view.resize(1000, 900)
    view.show()
    show(desk, STANDING, global_batch=1024)
    press(panel.inputs.sliders["global_batch"], 4096)
    answer(desk, STANDING.evolve(verdict="tried", fits=False, lacking_gb=3.0))
    assert view.verdict.text() == "tried"
    assert view.sign.accessibleName() == "error"
    QTest.keyClick(panel.inputs.sliders["global_batch"], Qt.Key.Key_Escape)
    assert view.verdict.text() == "fits on 256"


def test_a_smooth_axis_goes_by_factors_and_one_of_stops_by_stops() -> None:
    smooth = Axis(1e10, 1e14, unit=1e12)
    assert smooth.part(1e12) == pytest.approx(0.5)
    assert smooth.at(0.5) == pytest.approx(1e12)
    assert (smooth.at(-1), smooth.at(2)) == (1e10, 1e14)
    assert smooth.stepped(1e14, 5) == 1e14
    assert smooth.stepped(1e12, 1) > 1e12
    stops = doubling(16, 128)
    assert stops == (16, 32, 64, 128)
    stepped = Axis(16, 128, stops, whole=True)
    assert stepped.at(0.4) == 32
    assert stepped.part(48) == pytest.approx(0.5)
    assert (stepped.stepped(48, 1), stepped.stepped(48, -1)) == (64, 32)
    assert with_value(stops, 48.0) == (16, 32, 48, 64, 128)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15.6", 15.6e12), ("15.6 T", 15.6e12), ("900 B", 9e11), ("8k", 8000.0), ("x", None),
        ("", None), ("-3", None), ("0", None), ("1e400", None), ("2,016", 2016e12),
    ],
)  # fmt: skip
def test_numbers_are_typed_with_or_without_their_letter(text: str, value: float | None) -> None:
    assert Axis(1e10, 1e14, unit=1e12).typed(text) == pytest.approx(value)
