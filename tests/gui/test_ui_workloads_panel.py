"""The panel of workloads: what runs, its figures, bars and curve; adding and removing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import put
from designer.engine.report import Report
from designer.engine.workload_report import Part, PlanReport, ScalePoint, WorkloadReport
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.model.workload import Workload
from designer.planning.templates import build
from designer.ui.views.workloads.curve import point_words
from designer.ui.views.workloads.panel import EMPTY, WorkloadsPanel, figure_rows
from designer.ui.views.workloads.stack import waiting
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk

TIME = Figure(8.0, 12.0, 10.0, "s", basis=("profile x",), estimated=True)
LEDGER = (
    Part(what="compute", amount=6.0), Part(what="tensor", amount=3.0),
    Part(what="bubble", amount=1.0), Part(what="optimizer", amount=0.001),
)  # fmt: skip
POINTS = tuple(
    ScalePoint(
        gpus=gpus, efficiency=part, drawn=gpus == 256,
        **fields_of({"tokens_per_s": exact(gpus * part * 100, "tokens/s")}),
    )
    for gpus, part in ((64, 1.0), (128, 0.95), (256, 0.9))
)  # fmt: skip
RUN = WorkloadReport(
    id="run", name="Run", model="llama-3-70b", verdict="fits on 256", gpu="h100-sxm", gpus=256,
    fits=True, profile="megatron-h100", band_pct=20, ledger=LEDGER, gpu_memory_gb=80,
    memory=(Part(what="weights", amount=20.0), Part(what="reserve", amount=10.0)),
    plan=PlanReport(words="TP 8 · DP 32", memory_gb=30), scaling=POINTS,
    others=(PlanReport(words="TP 4 · DP 64", memory_gb=90, lost="lacks 10 GB"),),
    **fields_of({"iteration_s": TIME, "tokens_per_s": exact(23_040, "tokens/s")}),
)  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> WorkloadsPanel:
    made = WorkloadsPanel(desk.workspace)
    made.resize(360, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def show(desk: Desk, *reports: WorkloadReport) -> None:
    for one in reports:
        desk.workspace.apply("Add", put("workloads", Workload(id=one.id, name=one.name)))
    desk.report(Report(workloads=reports))
    settle()


def test_an_empty_design_says_what_to_do(panel: WorkloadsPanel) -> None:
    assert panel.verdict.text() == EMPTY
    assert panel.ledger.isHidden()
    assert panel.chosen.isHidden()


def test_a_run_is_told_with_bars_curve_and_plans(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, RUN)
    assert panel.verdict.text() == "✓ fits on 256"
    assert dict(row[:2] for row in figure_rows(RUN))["Iteration"] == "~10 s (8–12)"
    assert "20 % either way" in panel.note.text()
    # What takes less than half a per cent has no room for a name.
    assert panel.ledger.texts() == {
        "Matrix products": "60.0 %", "Tensor all-reduce": "30.0 %", "Pipeline bubble": "10.0 %",
    }  # fmt: skip
    assert waiting(LEDGER) == pytest.approx(0.4, abs=0.001)
    assert panel.memory.texts() == {"Weights": "20.0 GB", "Reserve": "10.0 GB"}
    assert panel.memory.bar.whole == 80
    assert not panel.curve.isHidden()
    assert "TP 4 · DP 64, 90 GB — lacks 10 GB" in panel.plans.text()


def test_the_bar_fills_by_the_share_of_each_part(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, RUN)
    boxes = panel.memory.bar.boxes()
    wide = panel.memory.bar.width()
    assert boxes[0][0].width() == pytest.approx(wide * 20 / 80 - 1)
    assert boxes[1][0].left() == pytest.approx(wide * 20 / 80)


def test_the_curve_bends_below_linear_scaling(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, RUN)
    curve = panel.curve
    first, last = (curve.place(p.gpus, p.figure("tokens_per_s").likely) for p in POINTS[::2])
    linear = curve.place(256, 256 * 100)
    assert first.x() < last.x()
    assert last.y() > linear.y()
    assert "90 % of linear scaling" in point_words(POINTS[2])
    assert curve.grab().toImage().size().width() > 0


def test_what_is_not_stated_is_said(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, WorkloadReport(id="run", missing="it states no global_batch"))
    assert panel.verdict.text() == "Not computed: it states no global_batch"
    assert panel.plans.isHidden()


@pytest.mark.parametrize(("fits", "sign"), [(True, "✓"), (None, "⚠"), (False, "✕")])
def test_a_verdict_has_a_sign(
    panel: WorkloadsPanel, desk: Desk, fits: bool | None, sign: str
) -> None:
    show(desk, RUN.evolve(fits=fits))
    assert panel.verdict.text().startswith(sign)


def test_a_workload_is_added_chosen_and_removed(panel: WorkloadsPanel, desk: Desk) -> None:
    show(desk, RUN)
    panel.chooser.kind.setCurrentIndex(1)
    panel.chooser.answer.setValue(77)
    panel.chooser.add.click()
    made = {one.id: one for one in desk.workspace.document.design.workloads}
    assert made["workload-1"].kind == "inference"
    assert made["workload-1"].answer_tokens == 77
    assert made["workload-1"].model == "llama-3-70b"
    assert panel.chosen.currentData() == "workload-1"
    panel.remove.click()
    assert [one.id for one in desk.workspace.document.design.workloads] == ["run"]


def test_a_training_run_takes_what_its_form_says(panel: WorkloadsPanel, desk: Desk) -> None:
    panel.chooser.run.setValue(2000)
    panel.chooser.add.click()
    (one,) = desk.workspace.document.design.workloads
    assert (one.kind, one.tokens, one.global_batch) == ("training", 2e12, 1024)
    assert panel.chooser.prompt.isHidden()
