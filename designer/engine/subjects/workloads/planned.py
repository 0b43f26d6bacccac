"""The subject of plans: what is searched for each workload, kept while the same is asked.

It reads the floor, the fabrics and storage alone, so that a price or a weather year searches
nothing anew; and of a design that is only tried it keeps what was found before: a drag does not
wait for it. The searches on other numbers of GPUs follow when the report is there: a report waits
for one search of each workload whose GPUs, network or figures changed.
"""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.workloads.drawn import Drawn, drawn_for, storage_for
from designer.engine.subjects.workloads.job import Job, job_of
from designer.engine.subjects.workloads.plan import RECIPES
from designer.engine.subjects.workloads.search import AGAIN, Asked, Priced, Searched, search
from designer.engine.subjects.workloads.serve import Service, Size, sizes
from designer.engine.subjects.workloads.ways import (
    batch_of_all,
    ways_to_answer,
    ways_to_be_done,
)
from designer.engine.workload_report import Way
from designer.model.workload import Workload

_SCALES: Final = 8
"""Most points of a scaling curve: each is a search of its own."""
_MOST_TRIED: Final = 5_000
"""Plans of a search that a preview waits for: some 6 ms."""
_LEAN: Final = RECIPES["pure-bf16"]
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
    kept
        What it keeps without which it would fit on these, in words; empty where nothing is.
    ways
        What would make it as fast as wanted.
    """

    workload: Workload
    missing: str = ""
    drawn: Drawn | None = None
    job: Job | None = None
    plans: Searched | None = None
    scaling: tuple[tuple[int, Priced], ...] = ()
    fitting_gpus: int | None = None
    kept: str = ""
    sizes: tuple[Size, ...] = ()
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True)
class OnOthers:
    """What was found for a job on other numbers of GPUs, after a report.

    Attributes
    ----------
    room
        GPUs that it had beside the other workloads, of which the batch follows that more share.
    """

    job: Job
    scaling: tuple[tuple[int, Priced], ...] = ()
    fitting_gpus: int | None = None
    kept: str = ""
    wanted: tuple[object, ...] = ()
    ways: tuple[Way, ...] = ()
    room: int = 0


@dataclass
class Plans:
    """What was found for all workloads, by id. Two are equal that found the same.

    Attributes
    ----------
    on_others
        What was worked out after a report, which the next one takes.
    trying, shelf
        What questions beside the report found so far.
    """

    by_id: dict[str, Planned] = field(default_factory=dict)
    on_others: dict[str, OnOthers] = field(default_factory=dict, compare=False)
    trying: object = field(default=None, compare=False)
    shelf: object = field(default=None, compare=False)


PLANS: Key[Plans] = Key("plans of workloads")


def plans_of(facts: Facts) -> Plans:
    """Return what is found for each workload; of what was asked before, what was found then."""
    last = facts.last(PLANS)
    known = Plans() if last is None else last
    planning = _tried if facts.trial and last is not None else planned
    found = {one.id: planning(facts, one, known) for one in facts.design.workloads}
    return Plans(found, known.on_others)


def _tried(facts: Facts, workload: Workload, known: Plans) -> Planned:
    """Return what a preview finds for a workload: what was found before where that takes long.

    Nor is anything new told where the preview measures no network: the report will.
    """
    before = known.by_id.get(workload.id)
    if before is None or before.drawn is None:
        return planned(facts, workload, known)
    written, read = storage_for(facts)
    kept = replace(before, drawn=replace(before.drawn, written_gb_s=written, read_gb_s=read))
    if before.plans is not None and before.plans.tried > _MOST_TRIED:
        return kept
    try:
        nic = drawn_for(facts, workload).nic
    except CalcError:
        return planned(facts, workload, known)
    unmeasured = nic is not None and nic.value is None and before.drawn.nic != nic
    return kept if unmeasured else planned(facts, workload, known)


def later(facts: Facts) -> Generator[bool, None, None]:
    """Search on other numbers of GPUs, one search a slice; yields whether a report is another."""
    plans = facts[PLANS]
    for name in plans.on_others.keys() - plans.by_id.keys():
        del plans.on_others[name]
    for name, one in plans.by_id.items():
        kept = plans.on_others.get(name)
        if one.drawn is None or one.job is None or one.plans is None:
            continue
        room = room_for(plans, one)
        if kept is not None and _answers(kept, one.job, one.workload, one.drawn):
            if kept.room == room:
                continue
            ways = tuple(way for way in kept.ways if way.what != "batch")
            ways += yield from _batches(one.workload, one.drawn, one.job, one.plans, room)
            plans.on_others[name] = replace(kept, ways=ways, room=room)
            yield ways != kept.ways
            continue
        plans.on_others[name] = yield from on_others(
            one.workload, one.drawn, one.job, one.plans, facts.catalog, room
        )
        yield True


def _answers(kept: OnOthers, job: Job, workload: Workload, drawn: Drawn) -> bool:
    return kept.job == job and (not kept.scaling or kept.wanted == _wanted(workload, drawn))


def planned(facts: Facts, workload: Workload, known: Plans) -> Planned:
    """Return what is found for a workload; of what was asked before, what was found then."""
    try:
        drawn = drawn_for(facts, workload)
        job = job_of(workload, drawn, facts.catalog)
    except CalcError as error:
        return Planned(workload, missing=str(error).removeprefix("workload: "))
    before, others = known.by_id.get(workload.id), known.on_others.get(workload.id)
    if before is not None and before.job == job:
        found = replace(before, workload=workload, drawn=drawn)
        if others is not None and others.job == job:
            kept = others if _answers(others, job, workload, drawn) else replace(others, ways=())
            return with_others(found, kept)
        return found
    if isinstance(job.asked, Service):
        found_sizes = sizes(job.asked)
        ways = ways_to_answer(workload, drawn, job.asked, found_sizes, facts.catalog)
        return Planned(workload, drawn=drawn, job=job, sizes=found_sizes, ways=ways)
    plans = search(job.asked)
    if plans is None:
        lacking = (
            f"{workload.plan} cannot be on {job.asked.gpus:,} GPUs"
            if workload.plan
            else (
                f"no plan deals {job.asked.batch:,} sequences and {job.shape.heads} heads out to "
                f"{job.asked.gpus:,} GPUs"
            )
        )
        return Planned(workload, missing=lacking)
    return Planned(workload, "", drawn, job, plans)


def _batches(
    workload: Workload, drawn: Drawn, job: Job, plans: Searched, room: int
) -> Generator[bool, None, tuple[Way, ...]]:
    """Return the batch that more of the GPUs share for which there is room, if any."""
    if workload.plan or plans.fits is False:
        return ()
    return (yield from batch_of_all(workload, drawn, job, plans.best[0], room))


def on_others(
    workload: Workload, drawn: Drawn, job: Job, plans: Searched, catalog: Catalog, room: int
) -> Generator[bool, None, OnOthers]:
    """Return what is found on other numbers of GPUs, one search a slice."""
    asked = job.asked
    if not isinstance(asked, Asked):
        raise TypeError("a service is no run")
    # On other numbers another plan is sought: the one that is kept is of these.
    asked = replace(asked, split=())
    if plans.fits is False:
        kept = yield from _kept(asked, workload)
        return OnOthers(job, fitting_gpus=(yield from _fewest(asked)), kept=kept, room=room)
    free = replace(job, asked=asked)
    ways = yield from ways_to_be_done(workload, drawn, free, plans.best[0], catalog)
    ways += yield from _batches(workload, drawn, job, plans, room)
    most = max((one.figure("number").low for one in ways if one.what == "gpus"), default=0.0)
    scaling = yield from _scaling(asked, plans, most)
    return OnOthers(job, scaling, wanted=_wanted(workload, drawn), ways=ways, room=room)


def with_others(found: Planned, others: OnOthers) -> Planned:
    """Return it with what was found on other numbers of GPUs."""
    return replace(
        found, scaling=others.scaling, fitting_gpus=others.fitting_gpus, kept=others.kept,
        ways=others.ways,
    )  # fmt: skip


def _wanted(workload: Workload, drawn: Drawn) -> tuple[object, ...]:
    """Return what the ways of a run follow from, its job apart."""
    stops = workload.save_s, workload.interval_s, workload.restart_s
    return workload.wanted_days, workload.tokens, *stops, drawn.written_gb_s, drawn.read_gb_s


def _scaling(
    asked: Asked, plans: Searched, reach: float
) -> Generator[bool, None, tuple[tuple[int, Priced], ...]]:
    """Return the best plan on halves of the GPUs, down to the fewest that fit, and on doubles.

    The batch stays: strong scaling. It goes on beyond as many as are to be reached.
    """
    found = {asked.gpus: plans.best[0]}
    low, unfit = asked.gpus, 0
    while low > 1 and len(found) < _SCALES:
        less = search(replace(asked, gpus=low // 2))
        yield False
        if less is None or less.fits is not True:
            unfit = low // 2
            break
        low //= 2
        found[low] = less.best[0]
    step = asked.cluster.node
    fewest = -(-low // step)
    unfit //= step
    while unfit and fewest - unfit > 1:
        middle = (fewest + unfit) // 2
        less = search(replace(asked, gpus=middle * step))
        yield False
        if less is None or less.fits is not True:
            unfit = middle
        else:
            fewest = middle
            found[middle * step] = less.best[0]
    high = asked.gpus
    while high < max(2 * asked.gpus, min(2 * reach, _MOST_TIMES * asked.gpus)):
        high *= 2
        more = search(replace(asked, gpus=high))
        yield False
        if more is None or more.fits is not True:
            break
        found[high] = more.best[0]
    kept = {gpus for gpus in found if gpus >= low} | {fewest * step, asked.gpus}
    return tuple(sorted((gpus, one) for gpus, one in found.items() if gpus in kept))


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


def _kept(asked: Asked, workload: Workload) -> Generator[bool, None, str]:
    """Return what a run keeps without which it would fit on as many GPUs; the least of it."""
    again = replace(asked, again=AGAIN)
    tries = [
        ("with the plan that it keeps", bool(workload.plan), asked),
        ("with no recompute", workload.recompute == "none", again),
        ("with its optimizer in FP32", True, replace(asked, recipe=_LEAN)),
        ("with its optimizer in FP32 and no recompute", workload.recompute == "none",
         replace(again, recipe=_LEAN)),
    ]  # fmt: skip
    for words, kept, one in tries:
        if kept:
            yield False
            if _fits(one, one.gpus):
                return words
    return ""


def _fits(asked: Asked, gpus: int) -> bool:
    found = search(replace(asked, gpus=gpus))
    return found is not None and found.fits is True


def _taken(found: Planned) -> int:
    """Return the GPUs that a workload takes; 0 where that is not known."""
    if found.drawn is None:
        return 0
    if found.plans is not None:
        return int(found.plans.best[0].plan.ranks)
    best = found.sizes[0] if found.sizes else None
    if best is None or best.serving is None:
        return 0
    return found.drawn.gpus // best.tensor * best.tensor


def taken_elsewhere(plans: Plans, found: Planned) -> int:
    """Return the GPUs of its kind that the other workloads of the design take."""
    if found.drawn is None:
        return 0
    return sum(
        _taken(one) for name, one in plans.by_id.items()
        if name != found.workload.id and one.drawn is not None and one.drawn.gpu == found.drawn.gpu
    )  # fmt: skip


def room_for(plans: Plans, found: Planned) -> int:
    """Return the GPUs that a run may take beside the others, and never fewer than it takes."""
    drawn, job = found.drawn, found.job
    if drawn is None or job is None or not isinstance(job.asked, Asked):
        return 0
    left = drawn.standing - taken_elsewhere(plans, found)
    return min(job.asked.gpus, max(_taken(found), left))


def in_room(plans: Plans, found: Planned) -> Planned:
    """Return it without a batch that would take what the others take."""
    room = room_for(plans, found)
    ways = tuple(
        one for one in found.ways if one.what != "batch" or one.gpus is None or one.gpus <= room
    )
    return found if len(ways) == len(found.ways) else replace(found, ways=ways)
