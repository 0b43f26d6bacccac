"""The report of a training run: its best plan, its time with bounds, days, energy, money."""

from dataclasses import fields
from typing import Any, Final

from designer.engine.subject import Facts
from designer.engine.subjects.facility.facility import FACILITY, electricity_figure
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS
from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.job import RECIPE, Job
from designer.engine.subjects.workloads.memory import GIB, RESERVE, stage_memory
from designer.engine.subjects.workloads.pace import (
    Saved,
    iteration_time,
    run_days,
    saved,
)
from designer.engine.subjects.workloads.plan import RECIPES
from designer.engine.subjects.workloads.planned import (
    PLANS,
    Planned,
    in_room,
    room_for,
    taken_elsewhere,
)
from designer.engine.subjects.workloads.run_words import (
    idle_words,
    joined_words,
    ledger_notes,
    memory_parts,
    pace_words,
    published_like,
    unjoined_words,
)
from designer.engine.subjects.workloads.saving import losses
from designer.engine.subjects.workloads.search import Asked, Priced, Searched
from designer.engine.subjects.workloads.search_words import lost_words, plan_words, split_words
from designer.engine.subjects.workloads.stops import checkpoint_gb
from designer.engine.subjects.workloads.training import Ledger, work
from designer.engine.workload_report import (
    LossPoint,
    Part,
    PlanReport,
    ScalePoint,
    WorkloadReport,
)
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, product, within
from designer.model.measured import fields_of, flag_of

_GB: Final = 1e9
_TERA: Final = 1e12
_HOUR_S: Final = 3600.0
_MILLION: Final = 1e6
_DAY_S: Final = 86_400
_SPAN: Final = 8.0
"""Times below and above its interval that the losses of a run are told."""
_LOSS_POINTS: Final = 25
_UNKNOWN_NETWORK: Final = "what its network carries is not known"


def trained(facts: Facts, found: Planned) -> WorkloadReport:
    """Return the report of a training run."""
    found = in_room(facts[PLANS], found)
    workload, drawn, job, plans = found.workload, found.drawn, found.job, found.plans
    if drawn is None or job is None or plans is None or not isinstance(job.asked, Asked):
        return WorkloadReport(
            id=workload.id, name=workload.name, kind=workload.kind, model=workload.model,
            missing=found.missing,
        )  # fmt: skip
    best = plans.best[0]
    memory_gb = job.asked.memory_gb
    lacking = max(0.0, best.needed / _GB - memory_gb)
    stages = _stages(job, best)
    shown: dict[str, Any] = {
        "id": workload.id, "name": workload.name, "kind": workload.kind, "model": workload.model,
        "gpu": drawn.gpu, "gpus": best.plan.ranks, "domain_gpus": drawn.domain,
        "profile": job.asked.profile.id, "band_pct": 100 * job.wide, "fits": plans.fits,
        "lacking_gb": lacking if plans.fits is False else None, "fitting_gpus": found.fitting_gpus,
        "plan": told(best, plans.fits), "plan_kept": bool(found.workload.plan),
        "others": _others(plans, memory_gb), "tried": plans.tried,
        "memory": memory_parts(job, best), "stages": stages, "standing_gpus": drawn.standing,
        "binding_stage": max(range(len(stages)), key=stages.__getitem__),
        "gpu_memory_gb": memory_gb,
        "memory_per_gpu_gib": best.needed / (1 + RESERVE) / GIB,
        "elsewhere_gpus": taken_elsewhere(facts[PLANS], found),
        "currency": facts.design.site.currency, "network_lacks": drawn.lacking,
    }  # fmt: skip
    figures: dict[str, Figure] = {}
    if drawn.nic is not None:
        figures["nic_gbps"] = drawn.nic
    if plans.fits is not False:
        shown["ledger"] = ledger_parts(best.ledger, job, best)
        shown["scaling"] = _scaling(found, job)
        shown["published"] = published_like(found.workload, drawn.gpu, job)
        saves = saved(found.workload, drawn, job.shape.parameters, best.plan.ranks)
        shown |= {"ways": found.ways, "losses": _losses(saves)}
        figures |= _figures(facts, found, drawn, job, best, saves)
        shown |= _pace(found, drawn, figures, saves.why or _UNKNOWN_NETWORK)
    return WorkloadReport(
        **shown, **fields_of(figures), verdict=_verdict(facts, job, drawn, plans, figures, found)
    )


def _pace(found: Planned, drawn: Drawn, figures: dict[str, Figure], why: str) -> dict[str, Any]:
    """Return whether a run is as fast as wanted, and what would make it so."""
    wanted, days = found.workload.wanted_days, figures.get("days")
    if wanted is None:
        return {}
    stated = found.workload.tokens is not None
    said = pace_words(days, wanted, found.ways, drawn.standing, stated=stated, why=why)
    if days is None:
        # A run of which tokens are stated and no days are never ends.
        return {"wanted_days": wanted, "pace": said, "in_time": False if stated else None}
    in_time = flag_of(within(days, exact(wanted, "d")).answer)
    return {"wanted_days": wanted, "in_time": in_time, "pace": said}


def _stages(job: Job, best: Priced) -> tuple[float, ...]:
    """Return what each stage of the pipeline keeps on its GPUs, with the reserve."""
    each = (
        stage_memory(job.shape, best.plan, RECIPES[RECIPE], stage)
        for stage in range(best.plan.pipeline)
    )
    return tuple(one.allocated * (1 + RESERVE) / _GB for one in each)


def told(one: Priced, fits: bool | None, lost: str = "") -> PlanReport:
    """Return a plan as the report tells it."""
    plan = one.plan
    return PlanReport(
        words=plan_words(plan), split=split_words(plan), tensor=plan.tensor,
        pipeline=plan.pipeline, data=plan.data, context=plan.context, expert=plan.expert,
        micro_batch=plan.micro_batch, interleave=plan.interleave, recompute=plan.recompute,
        time_s=one.ledger.total, memory_gb=one.needed / _GB, fits=fits, lost=lost,
    )  # fmt: skip


def _others(plans: Searched, memory_gb: float) -> tuple[PlanReport, ...]:
    best = plans.best[0]
    found = [told(one, plans.fits, lost_words(one, best)) for one in plans.best[1:]]
    if plans.nearest is not None:
        lacking = plans.nearest.needed / _GB - memory_gb
        found.append(told(plans.nearest, False, lost_words(plans.nearest, best, lacking)))
    return tuple(found)


def ledger_parts(
    ledger: Ledger, job: Job | None = None, best: Priced | None = None
) -> tuple[Part, ...]:
    """Return the parts of an iteration that take time, s, in the order of the ledger."""
    notes = ledger_notes(job, best) if job is not None and best is not None else {}
    each = ((one.name, getattr(ledger, one.name)) for one in fields(ledger))
    return tuple(
        Part(what=name, amount=seconds, note=notes.get(name, ""))
        for name, seconds in each if seconds > 0
    )  # fmt: skip


def _scaling(found: Planned, job: Job) -> tuple[ScalePoint, ...]:
    """Return how the same batch goes on fewer and on more GPUs, by the best plan on each."""
    if not isinstance(job.asked, Asked) or not found.scaling:
        return ()
    tokens = job.asked.batch * job.asked.sequence
    each = max(tokens / one.ledger.total / one.plan.ranks for _, one in found.scaling)
    points: dict[int, ScalePoint] = {}
    for gpus, one in found.scaling:
        rate = tokens / one.ledger.total
        ranks = one.plan.ranks
        drawn = gpus == job.asked.gpus or (ranks in points and points[ranks].drawn)
        banded = _rate(exact(rate, "tokens/s"), job.wide, job.asked.profile.id)
        points[ranks] = ScalePoint(
            gpus=ranks, efficiency=rate / ranks / each, drawn=drawn,
            **fields_of({"tokens_per_s": banded}),
        )  # fmt: skip
    return tuple(points[ranks] for ranks in sorted(points))


def _rate(rate: Figure, wide: float, profile: str) -> Figure:
    value = rate.likely
    return Figure(
        value / (1 + wide), value / (1 - wide), value, rate.unit, basis=(f"profile {profile}",),
        estimated=True,
    )  # fmt: skip


def _saving(one: Saved) -> dict[str, Figure]:
    """Return what failures and checkpoints take; the failures are those of other clusters."""
    return {
        "goodput_pct": one.share.times(100, "%"), "best_interval_s": one.best,
        "interval_s": one.interval, "failure_every_s": one.mean, "save_s": one.stops.save,
        "restart_s": one.stops.restart,
    }  # fmt: skip


def _losses(one: Saved) -> tuple[LossPoint, ...]:
    """Return what is lost by the interval, over a range around the one that loses least.

    None where nobody can say how long a save or a restart is likely to take.
    """
    save, restart, mean = one.stops.save.value, one.stops.restart.value, one.mean.likely
    best, taken = one.best.value, one.interval.value
    if save is None or restart is None or best is None or taken is None:
        return ()
    low = min(best, taken) / _SPAN
    steps = max(best, taken) * _SPAN / low
    points = []
    for at in range(_LOSS_POINTS):
        interval = low * steps ** (at / (_LOSS_POINTS - 1))
        lost = losses(save, restart, interval, mean)
        points.append(
            LossPoint(
                interval_s=interval, lost_pct=100 * (1 - lost.goodput),
                saving_pct=100 * lost.saving, again_pct=100 * lost.again,
            )
        )  # fmt: skip
    return tuple(points)


def _figures(
    facts: Facts, found: Planned, drawn: Drawn, job: Job, best: Priced, saves: Saved
) -> dict[str, Figure]:
    """Return times, speeds, and what a whole run takes, each within its bounds."""
    asked = job.asked
    if not isinstance(asked, Asked):
        return {}
    ranks = best.plan.ranks
    time_s = iteration_time(job, drawn, best, drawn.nic)
    figures = {"iteration_s": time_s}
    if drawn.after_loss is not None and ranks > drawn.domain:
        figures["iteration_after_loss_s"] = iteration_time(job, drawn, best, drawn.after_loss)
    tokens = asked.batch * asked.sequence
    done = work(job.shape, best.plan, asked.batch, causal=True).model
    figures["tokens_per_s"] = exact(float(tokens)).per(time_s, "tokens/s")
    rate = exact(done / ranks / _TERA).per(time_s, "TFLOP/s")
    figures["tflops_per_gpu"] = rate
    figures["mfu"] = rate.times(_TERA / drawn.chip.peak, "")
    figures |= _saving(saves)
    size = exact(checkpoint_gb(job.shape.parameters), "GB")
    figures |= {"checkpoint_gb": size, "write_gb_s": size.per(saves.interval, "GB/s")}
    if saves.share.high > 0:
        # What failures and checkpoints take is paid for as well.
        ranked = exact(ranks * _MILLION / _HOUR_S, "h").per(saves.share, "h")
        hours = ranked.per(figures["tokens_per_s"], "h")
        figures["gpu_hours_per_million_tokens"] = hours
    days = run_days(found.workload, job, drawn, best)
    if days is not None:
        figures["failures"] = days.per(saves.mean.times(1 / _DAY_S, "d"))
        figures |= {"days": days, **_paid(facts, days, ranks, drawn.gpu)}
    return figures


def _paid(facts: Facts, days: Figure, ranks: int, gpu: str) -> dict[str, Figure]:
    """Return energy and money of a run: its GPUs' part of the hall's typical power, and of PUE.

    In a hall of several kinds it is that of the kind that the run takes.
    """
    hours = days.times(24, "h")
    gpus, figures = facts[TOTALS].figure("gpus"), {}
    kind = facts[OWNERSHIP].kind(gpu)
    if gpus.low > 0:
        power = facts[SUMS]["typical"].times(ranks).per(gpus, "kW")
        if kind is not None:
            power = kind.figure("typical_kw", "kW").times(ranks)
        drawn_kw = product(power, facts[FACILITY].figure("pue"), "kW")
        energy = product(drawn_kw, hours, "kWh")
        figures["energy_mwh"] = energy.times(1 / 1000, "MWh")
        figures["energy_cost"] = product(
            energy, electricity_figure(facts), facts.design.site.currency
        )
    each = facts[OWNERSHIP].hour_of(gpu)
    if not each.unknown:
        figures["cost"] = product(each, hours.times(ranks), facts.design.site.currency)
    return figures


def _verdict(
    facts: Facts, job: Job, drawn: Drawn, plans: Searched, figures: dict[str, Figure],
    found: Planned,
) -> str:  # fmt: skip
    """Return in a sentence whether it fits and how fast it is."""
    name, best = job.shape.name, plans.best[0]
    if plans.fits is False:
        lacking = best.needed / _GB - drawn.memory_gb
        on = f"{best.plan.ranks:,} {drawn.gpu} {found.kept}".rstrip()
        return (
            f"{name} does not fit on {on}: each lacks {lacking:.3g} GB"
            + (f"; it fits on {found.fitting_gpus:,}" if found.fitting_gpus else "")
            + joined_words(drawn)
        )
    said = f"{name} fits on {best.plan.ranks:,} {drawn.gpu}"
    if plans.fits is None:
        said = f"whether {name} fits on {best.plan.ranks:,} {drawn.gpu} hangs on the maker's GB"
    idle = unjoined_words(drawn, figures["iteration_s"])
    if isinstance(job.asked, Asked):
        idle += idle_words(job.asked, best, found.ways, room_for(facts[PLANS], found))
    idle += joined_words(drawn)
    if "days" in figures:
        return f"{said}: {words(figures['days'], 1, 'days')}{idle}"
    if found.workload.tokens is not None:
        return f"{said}, and never ends: it fails before it saves{idle}"
    return f"{said}: {words(figures['iteration_s'], 2, 's')} an iteration{idle}"
