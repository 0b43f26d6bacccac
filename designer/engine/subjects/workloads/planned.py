"""The subject of plans: what is searched for each workload, kept while the same is asked.

It reads the floor and the fabrics alone, so that a price or a weather year searches nothing anew;
and of a design that is only tried it keeps what was found before: a drag does not wait for it. The
searches on other numbers of GPUs follow when the report is there: a report waits for one search of
each workload whose GPUs, network or figures changed.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from designer.engine.calculation import CalcError
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.workloads.drawn import Drawn, drawn_for
from designer.engine.subjects.workloads.job import Job, cluster_with, job_of
from designer.engine.subjects.workloads.search import Asked, Priced, Searched, priced, search
from designer.engine.subjects.workloads.serve import Service, Size, sizes
from designer.model.workload import Workload

_SCALES: Final = 8
"""Most points of a scaling curve: each is a search of its own."""
_MOST_TIMES: Final = 64
"""Times the GPUs that stand beyond which nobody is told on how many it fits."""


@dataclass(frozen=True)
class Planned:
    """What was found for one workload.

    Attributes
    ----------
    missing
        What is not stated, so that nothing was searched.
    scaling
        GPUs, and the best plan on so many; only those on which something fits.
    fitting_gpus
        The fewest on which it fits, where it does not on those that stand; None where that is not
        known.
    """

    workload: Workload
    missing: str = ""
    drawn: Drawn | None = None
    job: Job | None = None
    plans: Searched | None = None
    scaling: tuple[tuple[int, Priced], ...] = ()
    fitting_gpus: int | None = None
    sizes: tuple[Size, ...] = ()


@dataclass(frozen=True)
class OnOthers:
    """What was found for a job on other numbers of GPUs, after a report."""

    job: Job
    scaling: tuple[tuple[int, Priced], ...] = ()
    fitting_gpus: int | None = None


@dataclass
class Plans:
    """What was found for all workloads, by id. Two are equal that found the same.

    Attributes
    ----------
    on_others
        What was worked out after a report, which the next one takes.
    """

    by_id: dict[str, Planned] = field(default_factory=dict)
    on_others: dict[str, OnOthers] = field(default_factory=dict, compare=False)


PLANS: Key[Plans] = Key("plans of workloads")


def plans_of(facts: Facts) -> Plans:
    """Return what is found for each workload; of what was asked before, what was found then."""
    last = facts.last(PLANS)
    if facts.trial and last is not None:
        return last
    known = Plans() if last is None else last
    asked = facts.design.workloads
    found = {one.id: _planned(facts, one, known) for one in asked}
    return Plans(found, known.on_others)


def later(facts: Facts) -> Iterator[bool]:
    """Search on other numbers of GPUs, one search a slice; yields whether a report is another."""
    plans = facts[PLANS]
    for name in plans.on_others.keys() - plans.by_id.keys():
        del plans.on_others[name]
    for name, one in plans.by_id.items():
        kept = plans.on_others.get(name)
        if one.job is None or one.plans is None or not isinstance(one.job.asked, Asked):
            continue
        if kept is not None and kept.job == one.job:
            continue
        if one.plans.fits is False:
            fitting = yield from _fewest(one.job.asked)
            plans.on_others[name] = OnOthers(one.job, fitting_gpus=fitting)
        else:
            scaling = yield from _scaling(one.job.asked, one.plans)
            plans.on_others[name] = OnOthers(one.job, scaling)
        yield True


def _planned(facts: Facts, workload: Workload, known: Plans) -> Planned:
    try:
        drawn = drawn_for(facts, workload)
        job = job_of(workload, drawn, facts.catalog)
    except CalcError as error:
        return Planned(workload, missing=str(error).removeprefix("workload: "))
    before, others = known.by_id.get(workload.id), known.on_others.get(workload.id)
    if before is not None and before.job == job:
        found = replace(before, workload=workload, drawn=drawn)
        if others is not None and others.job == job:
            return replace(found, scaling=others.scaling, fitting_gpus=others.fitting_gpus)
        return found
    if isinstance(job.asked, Service):
        return Planned(workload, drawn=drawn, job=job, sizes=sizes(job.asked))
    plans = search(job.asked)
    if plans is None:
        lacking = (
            f"no plan deals {job.asked.batch:,} sequences and {job.shape.heads} heads out to "
            f"{job.asked.gpus:,} GPUs"
        )
        return Planned(workload, missing=lacking)
    return Planned(workload, "", drawn, job, plans)


def _scaling(
    asked: Asked, plans: Searched
) -> Generator[bool, None, tuple[tuple[int, Priced], ...]]:
    """Return the best plan on halves of the GPUs, halves of these and so on, and on twice as many.

    The batch stays: strong scaling.
    """
    found = [(asked.gpus, plans.best[0])]
    gpus = asked.gpus
    while gpus % 2 == 0 and len(found) < _SCALES - 1:
        gpus //= 2
        less = search(replace(asked, gpus=gpus))
        yield False
        if less is None or less.fits is not True:
            break
        found.insert(0, (gpus, less.best[0]))
    more = search(replace(asked, gpus=2 * asked.gpus))
    if more is not None and more.fits is True:
        found.append((2 * asked.gpus, more.best[0]))
    return tuple(found)


def _fewest(asked: Asked) -> Generator[bool, None, int | None]:
    """Return on how many GPUs it fits, in steps of nodes; None where on none so near."""
    step = asked.cluster.node
    low = max(1, asked.gpus // step)
    high = low
    while not _fits(asked, 2 * high * step):
        yield False
        high *= 2
        if high >= _MOST_TIMES * low:
            return None
    low, high = high, 2 * high
    while high - low > 1:
        yield False
        middle = (low + high) // 2
        low, high = (low, middle) if _fits(asked, middle * step) else (middle, high)
    return high * step


def _fits(asked: Asked, gpus: int) -> bool:
    found = search(replace(asked, gpus=gpus))
    return found is not None and found.fits is True


def with_network(job: Job, drawn: Drawn, plan: Priced, nic_gbps: float) -> Priced:
    """Return the same plan with another network."""
    if isinstance(job.asked, Service):
        raise TypeError("a service has no plan")
    return priced(replace(job.asked, cluster=cluster_with(drawn, nic_gbps)), plan.plan)
