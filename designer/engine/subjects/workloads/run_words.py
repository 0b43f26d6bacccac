"""What stands beside the figures of a run: what parts follow from, its pace, runs like it."""

from collections.abc import Iterable
from math import inf, isfinite
from typing import Final

from designer.catalog.records.workloads import TrainingRun
from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.given import library_entries
from designer.engine.subjects.workloads.job import RECIPE, Job
from designer.engine.subjects.workloads.memory import training_memory
from designer.engine.subjects.workloads.plan import RECIPES, Plan
from designer.engine.subjects.workloads.search import Asked, Priced, idle_gpus
from designer.engine.subjects.workloads.training import work
from designer.engine.workload_report import Part, Published, Way
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, within
from designer.model.plural import plural
from designer.model.workload import Workload

_GB: Final = 1e9
_TERA: Final = 1e12
_ROOM_TIMES: Final = 2


def memory_parts(job: Job, best: Priced) -> tuple[Part, ...]:
    """Return what the fullest GPU keeps, 10⁹ bytes, with the reserve, and what it follows from."""
    recipe, plan = RECIPES[RECIPE], best.plan
    kept = training_memory(job.shape, plan, recipe)
    held = f"{kept.parameters / _GB:.3g} G parameters"
    sharded = f" ÷ DP {plan.shards}" if plan.sharding != "none" and plan.shards > 1 else ""
    flight = min(plan.pipeline - kept.stage, plan.passes)
    notes = {
        "weights": f"{recipe.weights:g} B × {held}",
        "gradients": f"{recipe.gradients:g} B × {held}",
        "optimizer": f"{recipe.optimizer:g} B × {held}{sharded}",
        "activations": f"{flight} micro-batches of {plan.micro_batch} in flight on stage "
        f"{kept.stage + 1} of {plan.pipeline}",
        "logits": f"of {job.shape.vocabulary:,} entries ÷ TP {plan.tensor}",
        "work": "gradients of one layer",
        "reserve": "10 % for context, NCCL, fragments",
    }
    names = ("weights", "gradients", "optimizer", "activations", "logits", "work")
    parts = [(name, getattr(kept, name) / _GB) for name in names]
    parts.append(("reserve", (best.needed - kept.allocated) / _GB))
    return tuple(Part(what=name, amount=size, note=notes[name]) for name, size in parts if size > 0)


def ledger_notes(job: Job, best: Priced) -> dict[str, str]:
    """Return what the parts of an iteration follow from, in short."""
    asked, plan = job.asked, best.plan
    if not isinstance(asked, Asked):
        return {}
    profile, cluster = asked.profile, asked.cluster
    links = cluster.scaleup * profile.scaleup / _GB
    network = cluster.scaleout * profile.scaleout / _GB
    waits = (plan.pipeline - 1) / plan.interleave
    near = f"NVLink {links:,.0f} GB/s"
    hidden = "what passes do not hide" if profile.data_overlap else "nothing hidden"
    experts = near if plan.expert <= cluster.node else "over the network"
    return {
        "compute": f"{100 * profile.gemm:.0f} % of the peak",
        "attention": "half of it masked" if profile.skips_masked else "with its masked half",
        "memory": f"{100 * profile.memory:.0f} % of the memory's rate",
        "launches": f"{profile.kernel_us:g} µs from kernel to kernel",
        "tensor": near if plan.tensor <= cluster.node else f"network {network:,.0f} GB/s",
        "context": f"CP {plan.context}, what attention does not hide",
        "expert": f"EP {plan.expert}, {experts}",
        "recompute": "forward passes again",
        "logits": f"{job.shape.vocabulary:,} entries",
        "pipeline": f"{plan.pipeline} stages",
        "bubble": f"{waits:.3g} of {plan.passes + waits:,.4g} passes",
        "data": f"network {network:,.0f} GB/s, {hidden}",
        "optimizer": f"sharded by {plan.shards}" if plan.sharding != "none" else "not sharded",
    }


def joined_words(drawn: Drawn) -> str:
    """Return that no network joins all GPUs that a run might take, or that switches are missing."""
    said = ""
    if drawn.lacking:
        said = f". Its network lacks {plural(drawn.lacking, 'switch', 'switches')} of its rule"
    if drawn.joined >= drawn.gpus:
        return said
    return f"{said}. No network joins more than {drawn.joined:,} of {drawn.gpus:,} GPUs"


def unjoined_words(drawn: Drawn, time_s: Figure) -> str:
    """Return that a time has no upper end since the network may carry nothing; else empty."""
    if drawn.nic is None or drawn.nic.low > 0 or isfinite(time_s.high):
        return ""
    return ", or without end: its network may carry nothing between nodes"


def idle_words(asked: Asked, best: Priced, ways: Iterable[Way], room: int) -> str:
    """Return how many GPUs stay idle, and which batch would have more of them work.

    What other workloads take is not idle.
    """
    idle = idle_gpus(room, best.plan)
    if idle <= 0:
        return ""
    others = "" if room == asked.gpus else " beside other workloads"
    said = f". {idle:,} of {asked.gpus:,} GPUs stay idle{others}"
    other = next((one for one in ways if one.what == "batch"), None)
    if other is None or other.number is None:
        return said
    return f"{said}: a batch of {other.number:,.0f}, not {asked.batch:,}, takes {other.gpus:,}"


def pace_words(
    days: Figure | None, wanted: float, ways: Iterable[Way], standing: int, *, stated: bool,
    why: str = "",
) -> str:  # fmt: skip
    """Return whether a run is as fast as wanted, and on how many GPUs it would be.

    Parameters
    ----------
    why
        Why nobody can say how long it stands still, where that is so.
    """
    if days is None and stated:
        return f"Too slow: it never ends: it fails before it saves, wanted within {wanted:,g} days"
    if days is None:
        lacking = "its tokens are not stated"
        return f"Whether it is done within {wanted:,g} days cannot be said: {lacking}"
    answer = within(days, exact(wanted, "d")).answer
    told = f"{words(days, 0, 'days')}, wanted within {wanted:,g}"
    if answer == "yes":
        return f"Fast enough: {told}"
    more = next((one for one in ways if one.what == "gpus"), None)
    if answer == "open":
        said = f"Perhaps fast enough: {told}" + (f": {why}" if days.high == inf and why else "")
        if more is not None and more.surely:
            return f"{said}. Surely on about {more.surely:,.0f} GPUs"
        return said
    said = f"Too slow: {told}"
    if more is None:
        return said
    if more.number is None:
        return f"{said}. No number of GPUs that was tried does it"
    needed = more.figure("number")
    times = needed.times(1 / standing).likely if standing else 0.0
    rooms = f", {times:.3g} times what stands" if times >= _ROOM_TIMES else ""
    return f"{said}. That needs about {needed.likely:,.0f} GPUs{rooms}"


def published_like(workload: Workload, gpu: str, job: Job) -> tuple[Published, ...]:
    """Return runs of the catalogue with the same model, GPU, precision and sequence."""
    asked = job.asked
    found: list[Published] = []
    if not isinstance(asked, Asked):
        return ()
    for one in library_entries("training_run"):
        if not isinstance(one, TrainingRun) or one.suspect or one.estimated:
            continue
        if (one.model, one.accelerator) != (workload.model, gpu) or not one.accelerators:
            continue
        if one.precision.lower() != workload.precision or one.sequence_tokens != asked.sequence:
            continue
        each = one.tokens_s_per_accelerator
        if each is None and one.tflops_per_accelerator is not None:
            each = one.tflops_per_accelerator * _TERA / _flop_per_token(job, asked)
        if each is not None:
            found.append(
                Published(
                    name=one.name, gpus=one.accelerators, tokens_per_s=each * one.accelerators,
                    tflops_per_gpu=one.tflops_per_accelerator,
                )
            )  # fmt: skip
    return tuple(sorted(found, key=lambda one: one.gpus))


def _flop_per_token(job: Job, asked: Asked) -> float:
    """Return the model's FLOP of a token, as publications count them: all scores."""
    plan = Plan(sequence=asked.sequence, micro_batches=1)
    return float(work(job.shape, plan, 1, causal=False).model) / asked.sequence
