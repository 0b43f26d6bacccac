"""Why a figure of a workload is what it is: formula, what went into it, sources, known error.

Formula and sources are those of the calculation on the command line that computes the same.
"""

from collections.abc import Callable
from typing import Final

from designer.catalog.software_profile import InferenceProfile, TrainingProfile
from designer.engine.calculation import Calculation
from designer.engine.subject import Facts, Question
from designer.engine.subjects.workloads.calc_inference import INFERENCE
from designer.engine.subjects.workloads.calc_memory import MEMORY
from designer.engine.subjects.workloads.calc_saving import GOODPUT
from designer.engine.subjects.workloads.calc_serving import SERVING
from designer.engine.subjects.workloads.calc_training import TRAINING
from designer.engine.subjects.workloads.planned import PLANS, Planned
from designer.engine.subjects.workloads.saving import GPU_HOURS_PER_FAILURE, GPU_HOURS_SPREAD
from designer.engine.subjects.workloads.search import Asked
from designer.engine.subjects.workloads.search_words import plan_words
from designer.engine.subjects.workloads.trying import report_of
from designer.engine.why_report import Why
from designer.engine.workload_report import Part, WhyAsked, WorkloadReport
from designer.model.figure_words import percent, words
from designer.model.figures import exact

_Line = tuple[str, str]


def _parts(parts: tuple[Part, ...], unit: str, factor: float = 1.0) -> list[_Line]:
    found = []
    for part in parts:
        said = f"{exact(part.amount).times(factor).likely:.3g} {unit}"
        found.append((part.what, f"{said} = {part.note}" if part.note else said))
    return found


def _memory(one: WorkloadReport, found: Planned) -> list[_Line]:
    if one.kind == "inference" or found.job is None:
        return _parts(one.memory, "GB")
    shape = found.job.shape
    return [
        ("Plan", one.plan.words),
        ("Shape", f"{shape.layers} layers, {shape.hidden:,} wide, {shape.heads} heads, "
         f"{shape.parameters:,} parameters"),
        *_parts(one.memory, "GB"),
    ]  # fmt: skip


def _plan(one: WorkloadReport, found: Planned) -> list[_Line]:
    lines = [("Chosen", one.plan.words)]
    if found.plans is not None:
        lines.append(
            ("Priced", f"{found.plans.tried:,} plans, of which {found.plans.fitting:,} fit")
        )
        lines += [
            (f"Lost {at}", f"{plan_words(other.plan)}: {told.lost}")
            for at, (other, told) in enumerate(
                zip(found.plans.best[1:], one.others, strict=False), start=1
            )
        ]  # fmt: skip
    return lines


def _ledger(one: WorkloadReport, found: Planned) -> list[_Line]:
    lines = _parts(one.ledger, "s")
    if found.job is not None and isinstance(found.job.asked, Asked):
        cluster = found.job.asked.cluster
        lines.insert(0, ("GPU", f"{cluster.peak / 1e12:,.0f} TFLOP/s dense, "
                         f"{cluster.memory_bandwidth / 1e9:,.0f} GB/s of memory"))  # fmt: skip
    if one.nic_gbps is not None:
        network = words(one.figure("nic_gbps", "Gb/s"), 0)
        lines.append(("Network", f"{network} of one GPU, as the fabrics are drawn"))
    return lines


def _scaling(one: WorkloadReport, _: Planned) -> list[_Line]:
    return [
        (f"{point.gpus:,} GPUs", f"{words(point.figure('tokens_per_s'), 0, 'tokens/s')}, "
         f"{percent(point.figure('efficiency'))} of the best rate of a GPU")
        for point in one.scaling
    ]  # fmt: skip


def _saving(one: WorkloadReport, _: Planned) -> list[_Line]:
    lines = [
        (
            "Hours of a GPU a failure",
            f"{GPU_HOURS_PER_FAILURE:,.0f} (Llama 3); published for "
            f"others {GPU_HOURS_SPREAD[0]:,.0f} to {GPU_HOURS_SPREAD[1]:,.0f}",
        ),
        ("Between failures", words(one.figure("failure_every_s", "s"), 0)),
        ("A save", words(one.figure("save_s", "s"), 0)),
        ("A restart", words(one.figure("restart_s", "s"), 0)),
        ("Best interval", words(one.figure("best_interval_s", "s"), 0)),
        ("Taken", words(one.figure("interval_s", "s"), 0)),
        ("Left", words(one.figure("goodput_pct", "%"), 1)),
    ]
    return [(label, said) for label, said in lines if said]


def _decode(one: WorkloadReport, _: Planned) -> list[_Line]:
    return _parts(one.decode, "ms", 1e3)


def _prefill(one: WorkloadReport, _: Planned) -> list[_Line]:
    return _parts(one.prefill, "ms", 1e3)


def _serving(one: WorkloadReport, _: Planned) -> list[_Line]:
    return [
        (f"{point.batch:,} at a time", f"{words(point.figure('tokens_per_s'), 0, 'tokens/s')}, "
         f"{words(point.figure('token_ms', 'ms'), 1, 'ms')} between two")
        for point in one.serving
    ]  # fmt: skip


_Made = Callable[[WorkloadReport, Planned], list[_Line]]
_OF_RUN: Final[dict[str, tuple[str, Calculation, _Made]]] = {
    "memory": ("the memory of a GPU", MEMORY, _memory),
    "plans": ("the plan", TRAINING, _plan),
    "ledger": ("the time of a step", TRAINING, _ledger),
    "curve": ("scaling", TRAINING, _scaling),
    "saving": ("what failures take", GOODPUT, _saving),
}
_OF_SERVICE: Final[dict[str, tuple[str, Calculation, _Made]]] = {
    "memory": ("the memory of a GPU", INFERENCE, _memory),
    "plans": ("the size of a server", SERVING, _plan),
    "decode": ("the time between two tokens", INFERENCE, _decode),
    "prefill": ("the time of a prompt", INFERENCE, _prefill),
    "serving": ("output and time", INFERENCE, _serving),
}


_OF_PROFILE: Final = ("plans", "ledger", "curve", "decode", "prefill", "serving")
"""What rests on the rates of a software profile."""


def why(facts: Facts, asked: WhyAsked) -> Why:
    """Return why a figure of a workload is what it is."""
    found = facts[PLANS].by_id.get(asked.workload)
    if found is None or found.job is None:
        return Why(what=asked.what, title="It is not computed")
    known = _OF_RUN if found.workload.kind == "training" else _OF_SERVICE
    if asked.what not in known:
        return Why(what=asked.what, title="Nothing more is known of it")
    title, calculation, made = known[asked.what]
    profile = found.job.asked.profile
    lines = made(report_of(facts, found), found)
    return Why(
        what=asked.what, title=f"Why: {title}", formula=calculation.formula,
        lines=tuple(f"{label}: {said}" for label, said in lines),
        sources=calculation.sources,
        error=_error(profile, found.job.why) if asked.what in _OF_PROFILE else "",
    )  # fmt: skip


def _error(profile: TrainingProfile | InferenceProfile, wide: str) -> str:
    """Return how far a profile was off, and why its wide band is taken."""
    said = f"Profile {profile.id}"
    if profile.mean_error_pct is not None:
        said += f": {profile.mean_error_pct:g} % off on average"
        if profile.worst_error_pct is not None:
            said += f", {profile.worst_error_pct:g} % at worst"
        said += f", on {profile.rows} published rows"
    if profile.measured:
        said += f" ({profile.measured})"
    band = profile.other_band_pct if wide else profile.band_pct
    said += f". Band taken: {band:g} %"
    return f"{said}, the wide one: {wide}" if wide else said


WHY: Final = Question("why", WhyAsked, Why, why)
