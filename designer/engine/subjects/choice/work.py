"""What work costs by each way to have the GPUs: the cost of an hour times the hours it takes."""

from collections.abc import Iterator
from typing import Final

from designer.engine.choice_report import UnitCost, WorkCost
from designer.engine.ownership_report import Ownership
from designer.engine.subjects.ownership.terms import SPOT
from designer.engine.workload_report import WorkloadReport
from designer.model.figures import Figure, product
from designer.model.measured import fields_of

_HOURS_A_DAY = 24
_SERVED = {
    "served": "gpu_hours_per_million_tokens", "prompts": "gpu_hours_per_million_input",
    "answers": "gpu_hours_per_million_output", "at_load": "gpu_hours_per_million_at_load",
}  # fmt: skip


_TAKEN_AWAY: Final = {
    "training": "spot: no interruption is counted, and what each loses is computed and paid again",
    "inference": "spot: no interruption is counted, nor the GPUs that stand by for one",
}  # fmt: skip


def ways_of(owned: Ownership, gpu: str) -> Iterator[tuple[str, Figure]]:
    """Yield each way to have GPUs of a kind with what an hour that is used costs."""
    money = owned.currency
    own = owned.hour_of(gpu)
    if not own.unknown:
        yield "own", own
    for one in owned.rented:
        yield one.term, one.figure("gpu_hour", money)


def work_of(one: WorkloadReport, owned: Ownership) -> WorkCost | None:
    """Return what a workload costs each way; None where nothing of it is known."""
    hours = dict(hours_of(one))
    if not hours:
        return None
    ways = tuple(
        UnitCost(
            way=way, note=_TAKEN_AWAY[one.kind] if way == SPOT else "",
            **fields_of({"gpu_hour": hour} | {
                name: product(hour, each, owned.currency) for name, each in hours.items()
            }),
        )
        for way, hour in ways_of(owned, one.gpu)
    )  # fmt: skip
    return WorkCost(id=one.id, name=one.name, kind=one.kind, ways=ways) if ways else None


def hours_of(one: WorkloadReport) -> Iterator[tuple[str, Figure]]:
    """Yield the GPU-hours of a run, and of a million tokens."""
    gpus = one.gpus
    if gpus is None or one.missing:
        return
    if one.kind == "training":
        days = one.figure("days", "d")
        if not days.unknown:
            yield "run", days.times(_HOURS_A_DAY, "h").times(gpus)
        each = one.figure("gpu_hours_per_million_tokens", "h")
        if not each.unknown:
            yield "trained", each
        return
    for name, field in _SERVED.items():
        each = one.figure(field, "h")
        if not each.unknown:
            yield name, each
