"""Plots of a run that answer to a drag: scaling, checkpoints; stages, the map of nodes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.engine.why_report import Why
from designer.engine.workload_report import (
    LossPoint,
    Part,
    Published,
    ServePoint,
    TriedAsked,
    Way,
    WhyAsked,
    WorkloadReport,
)
from designer.model.workload import Workload
from designer.render.theme import LIGHT
from designer.runtime.engine_questions import Answer
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.node_map import NodeMap
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.scaling_plot import published_words, rate_ticks
from designer.ui.views.workloads.view import WorkloadsView
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of
from tests.helpers.workload_reports import RUN, SERVICE, show

NO, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
LOSSES = tuple(
    LossPoint(interval_s=seconds, lost_pct=lost, saving_pct=0.0, again_pct=0.0)
    for seconds, lost in ((300, 4.0), (900, 2.0), (1900, 1.3), (3600, 1.8), (14_400, 5.0))
)
SAVING = RUN.evolve(
    losses=LOSSES, best_interval_s=1900.0, standing_gpus=512, domain_gpus=8, save_s=10.0,
    stages=(69.5, 60.0, 50.0), binding_stage=0, failure_every_s=2e5, restart_s=600.0,
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
def view(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> WorkloadsView:
    made = WorkloadsView(desk.workspace, choice, variants_of(desk))
    made.resize(1000, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def workload(desk: Desk) -> Workload:
    return desk.workspace.document.design.workloads[0]


def tried(desk: Desk) -> list[Workload]:
    return [one[3].workload for one in desk.client.questions if isinstance(one[3], TriedAsked)]


def drag(widget: QWidget, *places: QPointF) -> None:
    """Press at the first place and move over the others; the button stays down."""
    QTest.mousePress(widget, LEFT, NO, places[0].toPoint())
    for place in places[1:]:
        away = QPointF(widget.mapToGlobal(place.toPoint()))
        event = QMouseEvent(QEvent.Type.MouseMove, place, away, Qt.MouseButton.NoButton, LEFT, NO)
        widget.mouseMoveEvent(event)


def let_go(widget: QWidget, place: QPointF) -> None:
    QTest.mouseRelease(widget, LEFT, NO, place.toPoint())


def test_the_dot_on_the_curve_takes_other_gpus(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING, gpus=256)
    curve = view.curve
    assert curve.dot == (256, 23_040)
    begin, end = curve.place(*curve.dot), QPointF(curve.x_of(128), 60)
    drag(curve, begin, end)
    assert curve.held == 128
    assert tried(desk)[-1].gpus == 128
    assert workload(desk).gpus == 256
    assert view.live.isVisible()
    revision = desk.workspace.document.revision
    let_go(curve, end)
    assert workload(desk).gpus == 128
    assert desk.workspace.document.revision == revision + 1
    desk.workspace.document.undo()
    assert workload(desk).gpus == 256


def test_esc_and_another_button_let_the_dot_go(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING, gpus=256)
    curve = view.curve
    assert curve.dot is not None
    begin, end = curve.place(*curve.dot), QPointF(curve.x_of(128), 60)
    drag(curve, begin, end)
    QTest.keyClick(curve, Qt.Key.Key_Escape)
    assert curve.held is None
    let_go(curve, end)
    drag(curve, begin, end)
    QTest.mousePress(curve, Qt.MouseButton.RightButton, NO, end.toPoint())
    let_go(curve, end)
    assert workload(desk).gpus == 256
    drag(curve, QPointF(curve.x_of(70), curve.height() - 30), end)
    assert curve.held is None, "only the dot is held"


def test_axes_stay_while_the_dot_is_held_and_it_says_what_was_tried(
    view: WorkloadsView, desk: Desk
) -> None:
    show(desk, SAVING, gpus=256)
    curve = view.curve
    assert curve.dot is not None
    begin, end, points = curve.place(*curve.dot), QPointF(curve.x_of(128), 60), curve.points
    drag(curve, begin, end)
    curve.show_report(SAVING)
    at, said = curve.said_of_dot() or (QPointF(), "")
    assert said.startswith("128 GPUs, ~"), "nothing is known of it yet but the curve"
    fewer = SAVING.evolve(
        gpus=112, tokens_per_s=9000.0, scaling=SAVING.scaling[:1], wanted_days=9.0
    )
    curve.show_report(fewer)
    assert curve.points == points
    assert curve.x_of(128) == pytest.approx(end.x())
    at, said = curve.said_of_dot() or (QPointF(), "")
    assert said == "112 of 128 GPUs, 9 k/s"
    assert at == curve.place(112, 9000)
    assert not curve.grab().isNull()
    let_go(curve, end)
    assert curve.held is None
    assert curve.tried is None
    assert workload(desk).gpus == 128


def test_arrows_step_by_a_node_and_all_that_stand_are_all(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING, gpus=256)
    QTest.keyClick(view.curve, Qt.Key.Key_Left)
    assert workload(desk).gpus == 248
    view.curve.settled.emit(512)
    assert workload(desk).gpus == 0
    assert view.curve.gpus_at(1e9) <= 512


def test_the_curve_shows_what_is_wanted_and_what_was_published(
    view: WorkloadsView, desk: Desk
) -> None:
    way = Way(what="gpus", number=2048.0, rate=150_000.0, alone=True, days=60.0)
    ran = Published(name="A run", gpus=128, tokens_per_s=13_000.0, tflops_per_gpu=430.0)
    show(desk, SAVING.evolve(ways=(way,), wanted_days=60.0, published=(ran,)))
    curve = view.curve
    assert curve.wanted == (2048, 150_000.0, "60 days: 150 k tokens/s")
    (_, last), (_, top) = curve.ends()
    assert last > 2048
    assert top > 150_000
    assert published_words(ran) == "A run\n128 GPUs: 13,000 tokens/s, 430 TFLOP/s a GPU"
    assert curve._said_at(curve.place(128, 13_000)) == published_words(ran)
    picture = curve.grab().toImage()
    at = curve.place(2048, 150_000.0).toPoint()
    amber = desk.workspace.theme.warning
    scale = picture.devicePixelRatio()
    near = {
        picture.pixelColor(round((at.x() + dx) * scale), round((at.y() + dy) * scale)).name()
        for dx in range(-6, 7) for dy in range(-6, 7)
    }  # fmt: skip
    assert amber in near


def test_a_curve_that_is_searched_anew_stands_until_then(
    view: WorkloadsView, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, SAVING)
    view.curve.show_report(SAVING.evolve(scaling=(), gpus=128))
    assert len(view.curve.points) == 3
    view.curve.show_report(SAVING.evolve(id="other", scaling=()))
    assert view.curve.points == ()
    assert not view.curve.is_shown


def test_ticks_of_rates_go_by_one_and_three() -> None:
    assert rate_ticks(900, 40_000) == [1000, 3000, 10_000, 30_000]


def test_the_dot_on_the_losses_sets_the_interval(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING)
    losses = view.losses
    assert losses.said() == "31.7 min · 1.3 % lost"
    begin, end = losses.place(1900), losses.place(7200)
    drag(losses, begin, end)
    held = losses.held
    assert held == pytest.approx(7200, rel=0.02)
    assert "h" in losses.said()
    assert losses.lost(held) > losses.lost(1900)
    assert tried(desk)[-1].interval_s == held
    assert workload(desk).interval_s is None
    revision = desk.workspace.document.revision
    let_go(losses, end)
    assert workload(desk).interval_s == held
    assert desk.workspace.document.revision == revision + 1
    desk.workspace.document.undo()
    assert workload(desk).interval_s is None


def test_near_the_least_it_snaps_and_is_not_stated(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING.evolve(interval_s=7200.0), interval_s=7200.0)
    losses = view.losses
    begin, end = losses.place(7200), losses.place(1900) + QPointF(3, 0)
    drag(losses, begin, end)
    assert losses.held == 1900
    let_go(losses, end)
    assert workload(desk).interval_s is None
    QTest.keyClick(losses, Qt.Key.Key_Right)
    assert workload(desk).interval_s is not None
    QTest.keyClick(losses, Qt.Key.Key_Home)
    assert workload(desk).interval_s is None


def test_esc_lets_the_interval_go_and_axes_stay_while_held(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING)
    losses = view.losses
    end = losses.place(7200)
    drag(losses, losses.place(1900), end)
    losses.show_report(SAVING.evolve(losses=LOSSES[1:]))
    assert losses.points == LOSSES
    QTest.keyClick(losses, Qt.Key.Key_Escape)
    let_go(losses, end)
    assert losses.held is None
    assert workload(desk).interval_s is None


def test_stages_say_which_binds(view: WorkloadsView, desk: Desk) -> None:
    show(desk, SAVING)
    assert view.stages.said() == "3 pipeline stages, stage 1 binds: 69.5 GB"
    first, _, last = view.stages.boxes()
    assert first.height() / last.height() == pytest.approx(69.5 / 50)
    assert not view.stages.grab().isNull()
    show(desk, RUN)
    assert view.stages.isHidden()


@pytest.fixture
def nodes(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> NodeMap:
    made = NodeMap(desk.workspace, choice)
    qtbot.addWidget(made)
    made.resize(220, 200)
    made.show()
    return made


def test_nodes_are_taken_in_turn_and_a_click_chooses(
    nodes: NodeMap, desk: Desk, choice: WorkloadChoice
) -> None:
    def placed(gpus: int, one: WorkloadReport) -> WorkloadReport:
        return one.evolve(gpus=gpus, standing_gpus=512, domain_gpus=8)

    show(desk, placed(256, RUN), placed(128, SERVICE))
    nodes.refresh()
    assert nodes.lines() == [("Run", 32), ("Serve", 16), ("spare", 16)]
    assert [nodes.owner(at) for at in (0, 31, 32, 47, 48)] == [0, 0, 1, 1, None]
    at = nodes.cell(40).center().toPoint()
    QTest.mouseClick(nodes, LEFT, NO, at)
    assert choice.key == "serve"
    QTest.mouseClick(nodes, LEFT, NO, nodes.cell(60).center().toPoint())
    assert choice.key == "serve", "a spare node chooses nothing"
    assert nodes.node_at(5, 5) is None
    show(desk, placed(512, RUN), placed(128, SERVICE))
    nodes.refresh()
    assert nodes.lines()[-1] == ("more than stand", 16)


def test_very_many_nodes_are_squares_of_several(nodes: NodeMap, desk: Desk) -> None:
    show(desk, RUN.evolve(gpus=80_000, standing_gpus=100_000, domain_gpus=8))
    nodes.refresh()
    assert nodes.height() < 260
    assert nodes.node_at(5, 25) == 0


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("width", [1000, 700, 440])
def test_all_plots_are_painted_at_any_width(
    view: WorkloadsView, desk: Desk, light: bool, width: int
) -> None:
    show(desk, SAVING)
    if light:
        desk.workspace.set_theme(LIGHT)
    view.resize(width, 900)
    settle()
    for widget in (view.curve, view.losses, view.stages):
        right = widget.mapTo(view, QPoint(widget.width(), 0)).x()
        assert right <= view.width()
        picture = widget.grab().toImage()
        places = [(x, y) for x in range(40, 200, 3) for y in range(5, 60, 3)]
        colours = {picture.pixelColor(*at).name() for at in places}
        assert len(colours) > 2


def test_why_asks_the_engine_and_stands_in_the_tab(
    qtbot: QtBot, view: WorkloadsView, desk: Desk, choice: WorkloadChoice
) -> None:
    panel = WorkloadsPanel(desk.workspace, choice)
    qtbot.addWidget(panel)
    panel.resize(340, 900)
    panel.show()
    show(desk, SAVING)
    assert panel.why.isHidden()
    with qtbot.waitSignal(view.why_asked, timeout=1000):
        QTest.mouseClick(view.boxes["memory"].why, LEFT)
    assert desk.client.questions[-1][3] == WhyAsked(workload="run", what="memory")
    assert panel.why.isVisible()
    known = Why(what="memory", title="Why: memory", formula="a = b", lines=("x: 1",),
                sources=("S",), error="2 % off")  # fmt: skip
    number = len(desk.client.questions)
    desk.client.answered.emit(Answer(number, desk.workspace.document.revision, known))
    card = panel.why
    assert (card.title.text(), card.formula.text(), card.lines) == (
        "Why: memory", "a = b", ["x: 1"],
    )  # fmt: skip
    assert card.sources.text() == "Source: S"
    QTest.mouseClick(card.copy, LEFT)
    assert card.text == "Why: memory\na = b\nx: 1\n2 % off\nSource: S"
    QTest.mouseClick(card.close_it, LEFT)
    assert card.isHidden()


def served() -> WorkloadReport:
    points = tuple(
        ServePoint(
            batch=batch, chosen=batch == 8, token_ms=10.0 + batch, tokens_per_s=100.0 * batch
        )
        for batch in (1, 2, 4, 8, 16)
    )
    parts = (Part(what="weights", amount=0.01, note="10 GB"), Part(what="cache", amount=0.008))
    return SERVICE.evolve(
        serving=points, decode=parts, prefill=(Part(what="products", amount=0.06),),
        pace="Fast enough: 20 requests/s", in_time=True,
    )  # fmt: skip


def test_a_service_has_its_two_ledgers_and_output_over_time(
    view: WorkloadsView, desk: Desk
) -> None:
    show(desk, served(), token_ms=20.0)
    assert view.decode.texts() == {
        "Weights read": "10 ms · 55.6 %", "KV cache read": "8 ms · 44.4 %",
    }  # fmt: skip
    assert view.boxes["prefill"].note.full_text() == "60 ms"
    assert view.pace.text() == "Fast enough: 20 requests/s"
    assert view.pace_sign.accessibleName() == "ok"
    assert not view.boxes["ledger"].isVisible()
    assert not view.boxes["curve"].isVisible()
    plot = view.serving
    slow, fast = plot.at(plot.points[-1]), plot.at(plot.points[0])
    assert slow.x() > fast.x()
    assert slow.y() < fast.y()
    assert fast.x() < plot.place(20.0, 500.0).x() < slow.x()
    assert "8 at a time of each server: 800 tokens/s" in plot.accessibleDescription()
    assert not plot.grab().isNull()


@pytest.mark.parametrize("width", [1000, 700, 430])
def test_nothing_of_a_service_is_wider_than_the_view(
    view: WorkloadsView, desk: Desk, width: int
) -> None:
    show(desk, served(), token_ms=20.0)
    view.resize(width, 800)
    settle()
    for name in ("memory", "plans", "decode", "prefill", "serving"):
        box = view.boxes[name]
        assert box.mapTo(view, QPoint(box.width(), 0)).x() <= view.width(), name
