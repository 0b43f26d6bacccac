"""What an engine might say of a training run and of a service, for tests."""

from designer.document.edits import put
from designer.engine.report import Check, Report
from designer.engine.workload_report import Part, PlanReport, ScalePoint, WorkloadReport
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.model.workload import Workload
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
    plan=PlanReport(words="TP 8 · DP 32 · micro-batch 1", memory_gb=30, fits=True, time_s=10.0),
    scaling=POINTS, currency="USD", interval_s=1900.0, tried=99,
    others=(
        PlanReport(words="TP 4 · DP 64", memory_gb=40, fits=True, time_s=12.5, lost="waits more"),
        PlanReport(words="TP 2 · DP 128", memory_gb=90, fits=False, time_s=9.0, lost="lacks 10 GB"),
    ),
    **fields_of(
        {
            "iteration_s": TIME, "tokens_per_s": exact(23_040, "tokens/s"),
            "days": Figure(80.0, 120.0, 100.0, "d", estimated=True),
            "checkpoint_gb": exact(988.0, "GB"), "write_gb_s": exact(0.52, "GB/s"),
            "goodput_pct": Figure(0.0, 100.0, 98.7, "%", estimated=True),
        }
    ),
)  # fmt: skip
SERVICE = WorkloadReport(
    id="serve", name="Serve", kind="inference", model="llama-3-70b", verdict="108 GPUs answer it",
    gpu="h100-sxm", gpus=256, fits=True, profile="vllm-hopper", band_pct=25, gpu_memory_gb=80,
    memory=(Part(what="weights", amount=18.0), Part(what="cache", amount=50.0)),
    plan=PlanReport(words="TP 4 · 192 requests at a time", tensor=4, time_s=0.04, fits=True),
    others=(PlanReport(words="TP 8", tensor=8, fits=False, lost="the weights do not fit"),),
    currency="USD", needed_gpus=108, servers=64, batch=192,
    **fields_of(
        {
            "token_ms": Figure(30.0, 50.0, 40.0, "ms", estimated=True),
            "first_token_ms": Figure(38.0, float("inf"), 49.0, "ms", estimated=True),
            "tokens_per_s": Figure(0.9e6, 1.6e6, 1.2e6, "tokens/s", estimated=True),
        }
    ),
)  # fmt: skip


def show(
    desk: Desk, *reports: WorkloadReport, checks: tuple[Check, ...] = (), **asked: object
) -> None:
    """Add a workload for each report, and publish them."""
    for one in reports:
        made = Workload(id=one.id, name=one.name, kind=one.kind, model=one.model, **asked)
        desk.workspace.apply("Add", put("workloads", made))
    desk.report(Report(workloads=reports, checks=checks))
    settle()
