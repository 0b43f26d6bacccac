"""Puts the workloads of variants onto the plots of the one that is looked at."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from designer.engine.workload_report import Part, WorkloadReport
from designer.model.workload import Workload
from designer.ui.state.beside_words import joined, no_run_words, run_beside
from designer.ui.state.variants import Variant
from designer.ui.views.workloads.scaling_plot import ScalingPlot
from designer.ui.views.workloads.serving_curve import ServingCurve
from designer.ui.views.workloads.stack import Beside, StackView, useful_first


class Plots(NamedTuple):
    """Those that variants stand on."""

    memory: StackView
    ledger: StackView
    prefill: StackView
    decode: StackView
    curve: ScalingPlot
    serving: ServingCurve


def show_beside(plots: Plots, every: Sequence[Variant], asked: Workload) -> str:
    """Show variants beside a workload; return what is said of those that have none like it."""
    found = [(one, run_beside(one, asked)) for one in every]
    runs = [
        (one, run) for one, run in found
        if run is not None and not run.missing and run.kind == asked.kind
    ]  # fmt: skip
    stacks: tuple[tuple[StackView, Callable[[WorkloadReport], tuple[Part, ...]]], ...] = (
        (plots.memory, lambda run: run.memory),
        (plots.ledger, lambda run: tuple(useful_first(run.ledger))),
        (plots.prefill, lambda run: run.prefill),
        (plots.decode, lambda run: run.decode),
    )
    for stack, parts_of in stacks:
        stack.show_beside([
            Beside(
                f"{_called(one, run, asked)}: {stack.whole_words(parts_of(run))}", parts_of(run),
                run.gpu_memory_gb if stack is plots.memory else None,
            )
            for one, run in runs
        ])  # fmt: skip
    plots.curve.show_beside((one.letter, run.scaling) for one, run in runs)
    plots.serving.show_beside((one.letter, run.serving) for one, run in runs)
    return joined(_words(one, asked) for one in every)


def _words(one: Variant, asked: Workload) -> str:
    run = run_beside(one, asked)
    if run is not None and run.kind != asked.kind:
        what = "training run" if run.kind == "training" else "service"
        return f"{one.letter}: the pinned {what} {run.called} is on no plot of this one"
    return no_run_words(one, asked)


def _called(one: Variant, run: WorkloadReport, asked: Workload) -> str:
    """Return what stands over the bar of a variant."""
    name = f"{one.letter} · {one.name}"
    if one.run is not None:
        return name
    other = "" if run.called == (asked.name or asked.id) else run.called
    gpus = f"{run.gpus:,} GPUs" if run.gpus is not None else ""
    return ", ".join(filter(None, (name, other, gpus)))
