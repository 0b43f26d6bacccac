"""What would make a run as fast as is wanted: each way by a prediction of its own.

Nothing is drawn out in a line: other numbers of GPUs and other precisions are each searched for the
plan that is best there, by the rules of the drawn one; a count is one that a plan really takes. A
run is as fast as wanted where the likely figure is, and surely so where all of its band is.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from math import ceil, floor, inf, log10
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError
from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.hardware import chip_of_catalogue
from designer.engine.subjects.workloads.job import Job, job_of
from designer.engine.subjects.workloads.pace import run_days
from designer.engine.subjects.workloads.search import (
    Asked,
    Priced,
    idle_gpus,
    search,
    shared_batches,
)
from designer.engine.subjects.workloads.serve import Service, Size, fewest_gpus, sizes
from designer.engine.workload_report import Way
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.model.workload import Precision, Workload

_MOST_TIMES: Final = 256
"""Times the GPUs of a run beyond which nobody looks for more."""
_FASTER: Final[dict[Precision, tuple[Precision, ...]]] = {
    "bf16": ("fp8", "fp4"), "fp16": ("fp8", "fp4"), "fp8": ("fp4",),
}  # fmt: skip
_DIGITS: Final = 3


@dataclass(frozen=True)
class _Run:
    """A run on a cluster that may be larger than the drawn one."""

    workload: Workload
    drawn: Drawn
    job: Job
    best: Priced

    @property
    def days(self) -> Figure | None:
        return run_days(self.workload, self.job, self.drawn, self.best)


def ways_to_be_done(
    workload: Workload, drawn: Drawn, job: Job, best: Priced, catalog: Catalog
) -> Generator[bool, None, tuple[Way, ...]]:
    """Return what would make a run as fast as wanted, slice by slice.

    None where nobody wants anything of it, or where it surely is, or nobody can say how fast it is.
    """
    wanted, run = workload.wanted_days, _Run(workload, drawn, job, best)
    days = run.days
    if wanted is None or days is None or days.high <= wanted or days.value is None:
        return ()
    if days.value <= wanted and days.high == inf:
        # It waits for a word on what leaves it open, as storage that is not drawn.
        return ()
    fewer = _fewer_tokens(run, days, wanted)
    found = [] if fewer.number is fewer.surely is None else [fewer]
    found.append((yield from _more_gpus(run, wanted)))
    for precision in _FASTER.get(workload.precision, ()):
        other = _in_precision(run, precision, catalog)
        yield False
        if other is not None and other.days is not None and other.days.likely < days.likely:
            found.append(_other_precision(other, other.days, wanted))
            if other.days.likely > wanted:
                both = yield from _more_gpus(other, wanted)
                found.append(both.evolve(what="both", precision=precision))
    return tuple(found)


def batch_of_all(
    workload: Workload, drawn: Drawn, job: Job, best: Priced, room: int
) -> Generator[bool, None, tuple[Way, ...]]:
    """Return the batch next to the stated one that more GPUs share, where some stay idle.

    Copies of a model each take the same part of a batch: one that does not divide by as many as
    there could be leaves GPUs idle. None where all work, or where no other batch is faster for it.

    Parameters
    ----------
    room
        GPUs that it may take beside the other workloads of the design.
    """
    run, asked = _Run(workload, drawn, job, best), job.asked
    if not isinstance(asked, Asked) or idle_gpus(room, best.plan) <= 0:
        return ()
    asked = replace(asked, gpus=room)
    for batch in shared_batches(asked, best.plan):
        yield False
        shared = replace(job, asked=replace(asked, batch=batch))
        other = _planned(workload.evolve(global_batch=batch), drawn, shared)
        if other is None or other.best.plan.ranks <= best.plan.ranks:
            continue
        rate, before = _rate(other), _rate(run)
        if rate is not None and before is not None and rate > before:
            return (
                Way(what="batch", number=float(batch), gpus=other.best.plan.ranks, rate=rate,
                    alone=_in_time(other.days, "likely", workload.wanted_days or inf),
                    **_days(other)),
            )  # fmt: skip
    return ()


def _fewer_tokens(run: _Run, days: Figure, wanted: float) -> Way:
    """Return the tokens that are done in time: iterations take the same time, however many."""
    tokens = run.workload.tokens
    if tokens is None:
        raise ValueError("a run of which days are known says its tokens")

    def done(in_days: float) -> float | None:
        return _rounded_down(tokens * wanted / in_days) if in_days < inf else None

    fewer_tokens = done(days.likely) if days.likely > wanted else None
    told: Figure | None = days
    if fewer_tokens is not None:
        less = run.workload.evolve(tokens=fewer_tokens)
        told = _Run(less, run.drawn, run.job, run.best).days
    return Way(
        what="tokens", number=fewer_tokens, surely=done(days.high), alone=True,
        **fields_of({"days": told} if told is not None else {}),
    )  # fmt: skip


def _rounded_down(number: float) -> float:
    unit = 10.0 ** (floor(log10(number)) - _DIGITS + 1)
    return floor(number / unit * (1 + 1e-12)) * unit


def _more_gpus(run: _Run, wanted: float) -> Generator[bool, None, Way]:
    """Return the fewest GPUs on which a run is done in time, likely and surely.

    By doubling, then by halves, in whole nodes: where more GPUs are a little slower, because a
    batch deals itself out worse to them, the fewest may be a node or two fewer.
    """
    tried: dict[int, _Run | None] = {}

    def at(nodes: int) -> Figure | None:
        if nodes not in tried:
            tried[nodes] = _on(run, nodes * run.drawn.domain)
        one = tried[nodes]
        return one.days if one is not None else None

    counts: list[int | None] = []
    began = ceil(run.best.plan.ranks / run.drawn.domain)
    for end in ("likely", "high"):
        low, high = began, began
        if end == "high" and run.days is not None and run.days.high == inf:
            # What leaves it open here does so on more GPUs.
            counts.append(None)
            continue
        while not _in_time(at(high), end, wanted) and high < _MOST_TIMES * began:
            yield False
            low, high = high, 2 * high
            if run.drawn.nic is None:
                break
        if not _in_time(at(high), end, wanted):
            counts.append(None)
            continue
        while high - low > 1:
            yield False
            middle = (low + high) // 2
            low, high = (low, middle) if _in_time(at(middle), end, wanted) else (middle, high)
        counts.append(high)
    nodes, sure = counts
    best = tried.get(nodes) if nodes is not None else None
    if best is None:
        fastest = min(
            (one for one in tried.values() if one is not None and one.days is not None),
            key=lambda one: one.days.likely if one.days is not None else inf,
        )
        return Way(what="gpus", alone=False, **_days(fastest))
    return Way(
        what="gpus", number=_whole(best), alone=True, rate=_rate(best),
        surely=None if sure is None else _whole(tried[sure]), **_days(best),
    )  # fmt: skip


def _whole(run: _Run | None) -> float | None:
    """Return the GPUs of the nodes that a run takes."""
    if run is None:
        return None
    domain = run.drawn.domain
    return float(ceil(run.best.plan.ranks / domain) * domain)


def _in_time(days: Figure | None, end: str, wanted: float) -> bool:
    return days is not None and getattr(days, end) <= wanted


def _on(run: _Run, gpus: int) -> _Run | None:
    """Return the same run on other GPUs, each with its own part of a network; None if none fits."""
    asked = run.job.asked
    if not isinstance(asked, Asked):
        raise TypeError("a service is no run")
    job = replace(run.job, asked=replace(asked, gpus=gpus))
    return _planned(run.workload, run.drawn, job)


def _planned(workload: Workload, drawn: Drawn, job: Job) -> _Run | None:
    plans = search(job.asked) if isinstance(job.asked, Asked) else None
    if plans is None or plans.fits is not True:
        return None
    return _Run(workload, drawn, job, plans.best[0])


def _in_precision(run: _Run, precision: Precision, catalog: Catalog) -> _Run | None:
    """Return the same run in another precision; None where its peak is not stated."""
    workload = run.workload.evolve(precision=precision)
    try:
        chip = chip_of_catalogue(run.drawn.gpu, precision, catalog)
        drawn = replace(run.drawn, chip=chip)
        job = job_of(workload, drawn, catalog)
    except CalcError:
        return None
    return _planned(workload, drawn, job)


def _other_precision(run: _Run, days: Figure, wanted: float) -> Way:
    return Way(
        what="precision", precision=run.workload.precision, alone=days.likely <= wanted,
        **fields_of({"days": days}),
    )  # fmt: skip


def _days(run: _Run) -> dict[str, object]:
    return fields_of({"days": run.days} if run.days is not None else {})


def _rate(run: _Run) -> float | None:
    asked = run.job.asked
    if not isinstance(asked, Asked):
        return None
    return float(asked.batch * asked.sequence / run.best.ledger.total)


def ways_to_answer(
    workload: Workload, drawn: Drawn, asked: Service, found: tuple[Size, ...], catalog: Catalog
) -> tuple[Way, ...]:
    """Return what would answer a load: GPUs as it stands, and in each smaller precision.

    None where nobody says what comes, or as many stand for it as are needed.
    """
    load = asked.requests_per_s
    if load is None:
        return ()
    needed = _needed(asked, found)
    if needed is not None and needed <= asked.gpus:
        return ()
    ways = [Way(what="gpus", number=needed, alone=needed is not None)]
    for precision in _FASTER.get(workload.precision, ()):
        try:
            chip = chip_of_catalogue(drawn.gpu, precision, catalog)
            job = job_of(workload.evolve(precision=precision), replace(drawn, chip=chip), catalog)
        except CalcError:
            continue
        if isinstance(job.asked, Service):
            fewer = _needed(job.asked, sizes(job.asked))
            if fewer is not None and (needed is None or fewer < needed):
                alone = fewer <= asked.gpus
                ways.append(Way(what="both", precision=precision, number=fewer, alone=alone))
    return tuple(ways)


def _needed(asked: Service, found: tuple[Size, ...]) -> float | None:
    """Return the GPUs that a load needs; None where no server keeps the times."""
    if asked.requests_per_s is None or not any(one.serving for one in found):
        return None
    size, number = fewest_gpus(found, asked.load, asked.requests_per_s)
    return float(size.tensor * number)
