"""The view of workloads: cards, verdict, figures, boxes; what is said where nothing is known."""

from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import drop
from designer.engine.report import Check
from designer.engine.workload_report import WorkloadReport
from designer.model.figures import Figure, exact
from designer.model.workload import Workload
from designer.render.theme import LIGHT
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.cards import CardList, card_words
from designer.ui.views.workloads.figures import duration, leading
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.plan_table import plan_rows
from designer.ui.views.workloads.scaling_plot import drawn_words, point_words
from designer.ui.views.workloads.stack import useful_first, waiting
from designer.ui.views.workloads.tiles import band_ends
from designer.ui.views.workloads.view import WorkloadsView, ledger_note, memory_note
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of
from tests.helpers.workload_reports import LEDGER, POINTS, RUN, SERVICE, show

ASKED = Workload(id="run", name="Run", model="llama-3-70b", tokens=1e12)
LACKING = WorkloadReport(
    id="run", name="Run", verdict="each lacks 57.6 GB; it fits on 128", fits=False, gpus=64,
    lacking_gb=57.6, fitting_gpus=128, gpu_memory_gb=80, memory=RUN.memory,
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


@pytest.fixture
def cards(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> CardList:
    made = CardList(desk.workspace, choice)
    made.resize(240, 400)
    qtbot.addWidget(made)
    choice.changed.connect(made.refresh)
    made.show()
    qtbot.waitExposed(made)
    return made


def values(one: WorkloadReport, asked: Workload = ASKED) -> dict[str, tuple[str, str, str]]:
    return {each.label: (each.value, each.band, each.beside) for each in leading(one, asked)}


def test_an_empty_design_offers_the_next_step(view: WorkloadsView, qtbot: QtBot) -> None:
    assert view.add.isVisible()
    assert not view.tiles.isVisible()
    with qtbot.waitSignal(view.add_asked, timeout=1000):
        QTest.mouseClick(view.add, Qt.MouseButton.LeftButton)


def test_a_run_has_verdict_figures_and_all_boxes(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN, tokens=1e12)
    assert (view.sign.accessibleName(), view.verdict.text()) == ("ok", "fits on 256")
    assert not view.add.isVisible()
    of_service = {"decode", "prefill", "serving"}
    assert {name for name, box in view.boxes.items() if not box.isVisible()} == of_service
    assert view.boxes["memory"].note.full_text() == "30.0 of 80 GB · 50.0 left"
    # What takes less than half a per cent has no room for a name.
    assert view.ledger.texts() == {
        "Matrix products": "6 s · 60.0 %", "Tensor all-reduce": "3 s · 30.0 %",
        "Pipeline bubble": "1 s · 10.0 %",
    }  # fmt: skip
    assert waiting(LEDGER) == pytest.approx(0.4, abs=0.001)
    assert [part.what for part in useful_first(LEDGER)] == [
        "compute", "optimizer", "tensor", "bubble",
    ]  # fmt: skip
    assert "4 s waits or repeats · 40 %" in ledger_note(RUN)


def test_the_memory_bar_fills_by_the_share_of_each_part(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN)
    bar = view.memory.bar
    boxes = bar.boxes()
    assert bar.whole == 80
    assert boxes[0][0].width() == pytest.approx(bar.width() * 20 / 80 - 1)
    assert boxes[1][0].left() == pytest.approx(bar.width() * 20 / 80)
    assert view.memory.texts() == {"Weights": "20.0 GB", "Reserve": "10.0 GB"}


def test_memory_that_is_lacking_or_not_known_is_said() -> None:
    assert memory_note(RUN.evolve(gpu_memory_gb=24)) == "30.0 of 24 GB · lacks 6.0"
    assert memory_note(RUN.evolve(gpu_memory_gb=None)) == "30.0 GB; the GPU's is not known"


def test_the_curve_bends_below_linear_scaling(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN)
    first, last = (view.curve.place(p.gpus, p.figure("tokens_per_s").likely) for p in POINTS[::2])
    linear = view.curve.place(256, 256 * 100)
    assert first.x() < last.x()
    assert last.y() > linear.y()
    assert "90 % of the best rate of a GPU" in point_words(POINTS[2])
    assert drawn_words(POINTS[2]) == "256 drawn · 90 %"


def test_five_figures_of_a_run(desk: Desk) -> None:
    told = values(RUN)
    assert told["Duration"] == ("~100 days", "80–120", "~10 s an iteration")
    assert told["Tokens/s"][0] == "23.0 k"
    assert told["Goodput"][0].startswith("~99")
    assert told["Goodput"][2] == "saved every 31.7 min"
    # Not 0, and not left out: a dash, with what would settle it.
    assert told["Money"] == ("—", "", "cost of a GPU-hour not known")
    assert told["Energy"] == ("—", "", "power not known")
    endless = ASKED.evolve(tokens=None)
    assert values(RUN.evolve(days=None, bounds=()), endless)["Duration"] == (
        "—", "", "tokens of the run not stated",
    )  # fmt: skip
    assert {one[2] for one in values(LACKING).values()} == {"it does not fit"}


def test_five_figures_of_a_service() -> None:
    asked = Workload(id="serve", kind="inference", requests_per_s=200.0, token_ms=50.0)
    told = values(SERVICE, asked)
    assert list(told) == [
        "First token", "Between tokens", "Tokens/s", "GPUs needed", "A million tokens",
    ]  # fmt: skip
    assert told["First token"] == ("~49 ms", "≥ 38", "floor: queues add to it")
    assert told["Between tokens"] == ("~40 ms", "30–50", "asked: 50 ms")
    assert told["GPUs needed"] == ("108", "", "for 200 requests/s")
    assert told["A million tokens"] == ("—", "", "cost of a GPU-hour not known")
    free = values(SERVICE.evolve(needed_gpus=None), asked.evolve(requests_per_s=None))
    assert free["GPUs needed"] == ("—", "", "load not stated")
    slow = SERVICE.evolve(tokens_per_s=None, bounds=(), token_ms=None, first_token_ms=None)
    assert values(slow, asked)["Between tokens"][2] == "no server keeps the times"


@pytest.mark.parametrize(
    ("figure", "ends"),
    [
        (Figure(80.0, 120.0, 100.0), (80 / 150, 120 / 150, 100 / 150)),
        (exact(4.0), (0.8, 0.8, 0.8)),
        (Figure(5.0, float("inf")), (0.4, 1.0, None)),
    ],
)
def test_a_band_stands_on_an_axis_from_0(
    figure: Figure, ends: tuple[float, float, float | None]
) -> None:
    assert band_ends(figure) == pytest.approx(ends)


def test_plans_say_why_they_lost_and_the_nearest_miss() -> None:
    best, slower, miss = plan_rows(RUN)
    assert (best.plan, best.more, best.beside) == ("TP 8 · DP 32", "micro-batch 1", "best")
    assert (slower.share, slower.beside, slower.why) == (0.8, "−20 %", "waits more")
    assert (miss.sign, miss.beside, miss.time) == ("error", "nearest miss", "")
    (nothing,) = plan_rows(RUN.evolve(
        fits=False, lacking_gb=3.0, others=(), plan=RUN.plan.evolve(fits=False)
    ))  # fmt: skip
    assert (nothing.beside, nothing.why) == ("", "lacks 3 GB")
    # Servers of other sizes are not compared by the time of a token.
    assert [row.share for row in plan_rows(SERVICE)] == [None, None]
    assert plan_rows(SERVICE)[0].time == "40.0 ms"
    assert [row.beside for row in plan_rows(SERVICE)] == ["best", ""]


def test_a_table_of_plans_says_the_row_under_the_pointer(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN)
    rows = [view.plans.row_at(y) for y in (5, 25, 70, 110, 1000)]
    assert [row and row.plan for row in rows] == [
        None, "TP 8 · DP 32", "TP 4 · DP 64", "TP 2 · DP 128", None,
    ]  # fmt: skip
    assert "TP 4 · DP 64, 40.0 GB, 12.5 s, −20 %: waits more" in (
        view.plans.accessibleDescription()
    )


def test_a_click_or_an_arrow_chooses_for_view_and_tab_alike(
    view: WorkloadsView, cards: CardList, desk: Desk, choice: WorkloadChoice, qtbot: QtBot
) -> None:
    panel = WorkloadsPanel(desk.workspace, choice)
    qtbot.addWidget(panel)
    panel.show()
    show(desk, RUN, SERVICE)
    assert (choice.key, view.heading.full_text()) == ("run", "Run")
    QTest.mouseClick(cards.cards["serve"], Qt.MouseButton.LeftButton)
    assert panel.chosen.currentData() == "serve"
    assert view.heading.full_text() == "Serve"
    assert not view.boxes["ledger"].isVisible()
    assert cards.cards["serve"].isChecked()
    cards.activateWindow()
    cards.cards["serve"].setFocus()
    qtbot.waitUntil(cards.cards["serve"].hasFocus)
    QTest.keyClick(cards.cards["serve"], Qt.Key.Key_Up)
    assert choice.key == "run"
    panel.chosen.setCurrentIndex(1)
    panel.chosen.activated.emit(1)
    assert cards.cards["serve"].isChecked()


def test_the_button_keeps_its_height_where_the_last_workload_goes(
    cards: CardList, desk: Desk
) -> None:
    whole = cards.add.sizeHint().height()
    show(desk, RUN)
    desk.workspace.document.apply("Nothing runs", drop("workloads", "run"))
    assert not cards.cards
    cards.setFixedHeight(cards.wanted_px())
    settle()
    assert cards.add.height() == whole


def test_a_card_says_what_lacks_and_what_would_do(choice: WorkloadChoice) -> None:
    said = card_words(ASKED, LACKING, choice.verdict_of("none"))
    assert (said.fits, said.speed) == ("does not fit, lacks 57.6 GB", "would on 128 GPUs")
    fits = card_words(ASKED, RUN, choice.verdict_of("none"))
    assert (fits.fits, fits.speed) == ("fits, 30.0 of 80 GB", "~100 days")
    assert card_words(ASKED, None, choice.verdict_of("none")).fits == "not sized yet"
    assert fits.said().startswith("Run, 256 GPUs, llama-3-70b · BF16")


def test_a_run_that_may_never_end_is_not_green(desk: Desk, choice: WorkloadChoice) -> None:
    show(desk, RUN)
    assert choice.verdict_of("run").sign == "ok"
    show(desk, RUN.evolve(network_lacks=4))
    verdict = choice.verdict_of("run")
    assert verdict.sign == "warning"
    assert card_words(ASKED, RUN.evolve(network_lacks=4), verdict).fits == "fits, network lacks"
    endless = Figure(10.0, inf, 12.0, "s")
    show(desk, RUN.with_figures({"iteration_s": endless}))
    assert choice.verdict_of("run").sign == "open"


def test_what_does_not_fit_says_what_would_and_draws_no_times(
    view: WorkloadsView, desk: Desk
) -> None:
    check = Check(
        rule="L02", severity="warning", message="Run: no", advice="Take more GPUs.", key="L02:run"
    )
    show(desk, LACKING, checks=(check,))
    assert view.sign.accessibleName() == "error"
    assert view.verdict.text() == "each lacks 57.6 GB; it fits on 128. Take more GPUs."
    assert not view.findings[0][1].isVisible()
    assert not view.boxes["curve"].isVisible()
    assert view.boxes["memory"].isVisible()


def test_what_is_too_slow_says_what_would_be_enough(
    view: WorkloadsView, cards: CardList, desk: Desk
) -> None:
    busy, other = (
        Check(
            rule="L04", severity="warning", message=f"{key}: 95 % busy", advice="Take 200 GPUs.",
            key=f"L04:busy:{key}",
        )
        for key in ("serve", "another")
    )  # fmt: skip
    show(desk, SERVICE, checks=(busy, other))
    (sign, words), (_, second) = view.findings[:2]
    assert (sign.accessibleName(), words.text()) == (
        "warning", "serve: 95 % busy. Take 200 GPUs.",
    )  # fmt: skip
    assert words.isVisible()
    # It fits, and yet nobody is to take it for well.
    assert view.sign.accessibleName() == "warning"
    card = cards.cards["serve"].words
    assert (card.sign, card.fits) == ("warning", "fits, too slow")
    assert not second.isVisible()


def test_what_is_not_computed_says_what_to_state(view: WorkloadsView, desk: Desk) -> None:
    show(desk, WorkloadReport(id="run", missing="it states no global_batch"))
    assert view.verdict.text() == "Not computed: it states no global_batch"
    assert not view.tiles.isVisible()
    assert not any(box.isVisible() for box in view.boxes.values())


@pytest.mark.parametrize("size", [(1002, 928), (682, 728), (420, 520)])
@pytest.mark.parametrize("light", [False, True])
def test_nothing_is_wider_than_the_view(
    view: WorkloadsView, desk: Desk, size: tuple[int, int], light: bool
) -> None:
    long = RUN.evolve(name="x" * 300)
    show(desk, long, SERVICE.evolve(name="Serve " * 80))
    if light:
        desk.workspace.set_theme(LIGHT)
    view.resize(*size)
    settle()
    assert view.width() == size[0]
    for box in (*view.boxes.values(), view.tiles, view.heading):
        if box.isVisible():
            right = box.mapTo(view, QPoint(box.width(), 0)).x()
            assert right <= view.width(), box.accessibleName()
    assert not view.grab().isNull()


def test_boxes_lie_below_each_other_where_it_is_narrow(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN)

    def at(widget: QWidget) -> QPoint:
        return widget.mapTo(view, QPoint())

    memory, plans = view.boxes["memory"], view.boxes["plans"]
    assert at(memory).y() == at(plans).y()
    view.resize(600, 900)
    settle()
    assert at(memory).x() == at(plans).x()
    assert at(memory).y() < at(plans).y()


def test_failures_say_how_often_is_saved(view: WorkloadsView, desk: Desk) -> None:
    after = RUN.with_figures({**_figures(RUN), "iteration_after_loss_s": exact(14.0, "s")})
    show(desk, after)
    assert view.saving.texts() == {
        "A checkpoint": "988 GB", "Saved every": "31.7 min", "Storage writes": "0.52 GB/s",
        "Time that trains": "~99% (0–100)", "Network short": "14.00 s",
    }  # fmt: skip


def test_what_storage_does_for_a_run_stands_below(view: WorkloadsView, desk: Desk) -> None:
    figures = {
        "storage_wanted_tb": Figure(600.0, 1000.0, 800.0, "TB"), "stall_s": exact(15.2, "s"),
        "storage_network_gb_s": exact(3100.0, "GB/s"),
    }  # fmt: skip
    stored = RUN.with_figures({**_figures(RUN), **figures})
    show(desk, stored.evolve(dataset_tb=200.0, storage_level="better"))
    said = view.saving.texts()
    assert said["Written at once"] == "15 s"
    assert said["Storage to hold"] == "600–1,000 TB"
    assert said["Storage keeps"] == "better"
    assert said["Storage sends"] == "3,100 GB/s"
    show(desk, RUN)
    assert "Storage keeps" not in view.saving.texts(), "nobody can say"


def _figures(one: WorkloadReport) -> dict[str, Figure]:
    return {bound.name: one.figure(bound.name) for bound in one.bounds}


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(95.2, "95.2 s"), (1900, "31.7 min"), (7200, "2 h"), (180_000, "2.08 days")],
)
def test_a_time_is_said_in_the_unit_of_its_size(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_a_line_below_a_step_parts_useful_from_waiting(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN)
    bar = view.ledger.bar
    assert bar.useful == pytest.approx(0.6, abs=0.001)
    picture = bar.grab().toImage()
    last = picture.height() - 1
    green = desk.workspace.theme.ok
    assert picture.pixelColor(10, last).name() == green
    assert picture.pixelColor(picture.width() - 10, last).name() != green
