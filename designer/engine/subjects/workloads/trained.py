"""The report of a training run: its best plan, its time with bounds, days, energy, money."""

from dataclasses import fields
from math import inf
from typing import Any, Final

from designer.engine.subject import Facts
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.facility.facility import FACILITY, electricity_figure
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS
from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.job import LEAST_GB_S, RECIPE, Job
from designer.engine.subjects.workloads.memory import GIB, RESERVE, training_memory
from designer.engine.subjects.workloads.plan import RECIPES
from designer.engine.subjects.workloads.planned import Planned, with_network
from designer.engine.subjects.workloads.saving import (
    ADAM_BYTES,
    GPU_HOURS_PER_FAILURE,
    best_interval,
    losses,
)
from designer.engine.subjects.workloads.search import Asked, Priced, Searched
from designer.engine.subjects.workloads.search_words import lost_words, plan_words
from designer.engine.subjects.workloads.training import Ledger, work
from designer.engine.workload_report import Part, PlanReport, ScalePoint, WorkloadReport
from designer.model.figure_words import words
from designer.model.figures import Figure, Gap, exact, product
from designer.model.measured import fields_of

_GB: Final = 1e9
_TERA: Final = 1e12
_DAY_S: Final = 86_400
SAVE_S: Final = 10.0
RESTART_S: Final = 600.0
"""Seconds that training stands still for a checkpoint, and until it advances after a failure: as
`calc goodput` takes them where nothing is given."""


def trained(facts: Facts, found: Planned) -> WorkloadReport:
    """Return the report of a training run."""
    workload, drawn, job, plans = found.workload, found.drawn, found.job, found.plans
    if drawn is None or job is None or plans is None or not isinstance(job.asked, Asked):
        return WorkloadReport(
            id=workload.id, name=workload.name, kind=workload.kind, model=workload.model,
            missing=found.missing,
        )  # fmt: skip
    best = plans.best[0]
    memory_gb = job.asked.memory_gb
    lacking = max(0.0, best.needed / _GB - memory_gb)
    shown: dict[str, Any] = {
        "id": workload.id, "name": workload.name, "kind": workload.kind, "model": workload.model,
        "gpu": drawn.gpu, "gpus": best.plan.ranks, "domain_gpus": drawn.domain,
        "profile": job.asked.profile.id, "band_pct": 100 * job.wide, "fits": plans.fits,
        "lacking_gb": lacking if plans.fits is False else None, "fitting_gpus": found.fitting_gpus,
        "plan": told(best, plans.fits), "others": _others(plans, memory_gb), "tried": plans.tried,
        "memory": _memory(job, best), "gpu_memory_gb": memory_gb,
        "memory_per_gpu_gib": best.needed / (1 + RESERVE) / GIB,
        "currency": facts.design.site.currency,
    }  # fmt: skip
    figures: dict[str, Figure] = {}
    if drawn.nic is not None:
        figures["nic_gbps"] = drawn.nic
    if plans.fits is not False:
        shown["ledger"] = ledger_parts(best.ledger)
        shown["scaling"] = _scaling(found, job)
        figures |= _figures(facts, found, drawn, job, best)
    return WorkloadReport(
        **shown, **fields_of(figures), verdict=_verdict(job, drawn, plans, figures, found)
    )


def told(one: Priced, fits: bool | None, lost: str = "") -> PlanReport:
    """Return a plan as the report tells it."""
    plan = one.plan
    return PlanReport(
        words=plan_words(plan), tensor=plan.tensor, pipeline=plan.pipeline, data=plan.data,
        context=plan.context, expert=plan.expert, micro_batch=plan.micro_batch,
        interleave=plan.interleave, recompute=plan.recompute, time_s=one.ledger.total,
        memory_gb=one.needed / _GB, fits=fits, lost=lost,
    )  # fmt: skip


def _others(plans: Searched, memory_gb: float) -> tuple[PlanReport, ...]:
    best = plans.best[0]
    found = [told(one, plans.fits, lost_words(one, best)) for one in plans.best[1:]]
    if plans.nearest is not None:
        lacking = plans.nearest.needed / _GB - memory_gb
        found.append(told(plans.nearest, False, lost_words(plans.nearest, best, lacking)))
    return tuple(found)


def ledger_parts(ledger: Ledger) -> tuple[Part, ...]:
    """Return the parts of an iteration that take time, s, in the order of the ledger."""
    each = ((one.name, getattr(ledger, one.name)) for one in fields(ledger))
    return tuple(Part(what=name, amount=seconds) for name, seconds in each if seconds > 0)


def _memory(job: Job, best: Priced) -> tuple[Part, ...]:
    """Return what the fullest GPU keeps, 10⁹ bytes, with the reserve."""
    kept = training_memory(job.shape, best.plan, RECIPES[RECIPE])
    names = ("weights", "gradients", "optimizer", "activations", "logits", "work")
    parts = [(name, getattr(kept, name) / _GB) for name in names]
    parts.append(("reserve", (best.needed - kept.allocated) / _GB))
    return tuple(Part(what=name, amount=size) for name, size in parts if size > 0)


def _scaling(found: Planned, job: Job) -> tuple[ScalePoint, ...]:
    """Return how the same batch goes on fewer and on more GPUs, by the best plan on each."""
    if not isinstance(job.asked, Asked) or not found.scaling:
        return ()
    tokens = job.asked.batch * job.asked.sequence
    least, first = found.scaling[0]
    each = tokens / first.ledger.total / least
    points = []
    for gpus, one in found.scaling:
        rate = tokens / one.ledger.total
        within = _rate(exact(rate, "tokens/s"), job.wide, job.asked.profile.id)
        points.append(
            ScalePoint(
                gpus=gpus, efficiency=rate / gpus / each, drawn=gpus == job.asked.gpus,
                **fields_of({"tokens_per_s": within}),
            )
        )  # fmt: skip
    return tuple(points)


def _rate(rate: Figure, wide: float, profile: str) -> Figure:
    value = rate.likely
    return Figure(
        value / (1 + wide), value / (1 - wide), value, rate.unit, basis=(f"profile {profile}",),
        estimated=True,
    )  # fmt: skip


def _figures(
    facts: Facts, found: Planned, drawn: Drawn, job: Job, best: Priced
) -> dict[str, Figure]:
    """Return times, speeds, and what a whole run takes, each within its bounds."""
    asked = job.asked
    if not isinstance(asked, Asked):
        return {}
    ranks = best.plan.ranks
    time_s = _time(drawn, job, best, drawn.nic)
    figures = {"iteration_s": time_s}
    if drawn.after_loss is not None and ranks > drawn.domain:
        figures["iteration_after_loss_s"] = _time(drawn, job, best, drawn.after_loss)
    tokens = asked.batch * asked.sequence
    done = work(job.shape, best.plan, asked.batch, causal=True).model
    figures["tokens_per_s"] = exact(float(tokens)).per(time_s, "tokens/s")
    rate = exact(done / ranks / _TERA).per(time_s, "TFLOP/s")
    figures["tflops_per_gpu"] = rate
    figures["mfu"] = rate.times(_TERA / drawn.chip.peak, "")
    size = job.shape.parameters * ADAM_BYTES
    mean_s = GPU_HOURS_PER_FAILURE * 3600 / ranks
    interval = best_interval(SAVE_S, mean_s)
    left = losses(SAVE_S, RESTART_S, interval, mean_s).goodput
    ref = "failures of Llama 3, arXiv 2407.21783"
    figures["goodput_pct"] = Figure(0.0, 100.0, 100 * left, "%", 0.0, (ref,), (), estimated=True)
    figures["checkpoint_gb"] = exact(size / _GB, "GB")
    figures["interval_s"] = Figure(0.0, inf, interval, "s", 0.0, (ref,), (), estimated=True)
    figures["write_gb_s"] = exact(size / _GB / interval, "GB/s", ref)
    run = found.workload.tokens
    if run is not None and left > 0:
        days = time_s.times(run / tokens / _DAY_S / left, "d").rest_on(ref)
        figures |= {"days": days, **_paid(facts, days, ranks)}
    return figures


def _time(drawn: Drawn, job: Job, best: Priced, nic: Figure | None) -> Figure:
    """Return the time of an iteration: the band of its profile around what the network leaves."""
    profile = f"profile {job.asked.profile.id}"
    basis: tuple[str, ...] = (profile,)
    gaps: tuple[Gap, ...] = ()
    if nic is None or best.plan.ranks <= drawn.domain:
        low = high = value = best.ledger.total
    else:
        low = with_network(job, drawn, best, nic.high).ledger.total if nic.high < inf else 0.0
        high = with_network(job, drawn, best, nic.low).ledger.total if nic.low > 0 else inf
        value = with_network(job, drawn, best, nic.likely).ledger.total
        basis, gaps = (profile, *nic.basis), nic.gaps
    known = None if nic is not None and nic.likely <= LEAST_GB_S else value
    return Figure(
        low * (1 - job.wide), high * (1 + job.wide), known, "s", 0.0, basis, gaps, estimated=True
    )  # fmt: skip


def _paid(facts: Facts, days: Figure, ranks: int) -> dict[str, Figure]:
    """Return energy and money of a run: its GPUs' part of the hall's typical power, and of PUE."""
    hours = days.times(24, "h")
    gpus, figures = facts[TOTALS].figure("gpus"), {}
    if gpus.low > 0:
        power = facts[SUMS]["typical"].times(ranks).per(gpus, "kW")
        drawn_kw = product(power, facts[FACILITY].figure("pue"), "kW")
        energy = product(drawn_kw, hours, "kWh")
        figures["energy_mwh"] = energy.times(1 / 1000, "MWh")
        figures["energy_cost"] = product(
            energy, electricity_figure(facts), facts.design.site.currency
        )
    each = facts[COST].figure("gpu_hour", facts.design.site.currency)
    if not each.unknown:
        figures["cost"] = product(each, hours.times(ranks), facts.design.site.currency)
    return figures


def _verdict(
    job: Job, drawn: Drawn, plans: Searched, figures: dict[str, Figure], found: Planned
) -> str:
    """Return in a sentence whether it fits and how fast it is."""
    name, best = job.shape.name, plans.best[0]
    if plans.fits is False:
        lacking = best.needed / _GB - drawn.memory_gb
        on = f"{best.plan.ranks:,} {drawn.gpu}"
        return f"{name} does not fit on {on}: each lacks {lacking:.3g} GB" + (
            f"; it fits on {found.fitting_gpus:,}" if found.fitting_gpus else ""
        )
    said = f"{name} fits on {best.plan.ranks:,} {drawn.gpu}"
    if plans.fits is None:
        said = f"whether {name} fits on {best.plan.ranks:,} {drawn.gpu} hangs on the maker's GB"
    if "days" in figures:
        return f"{said}: {words(figures['days'], 1, 'days')}"
    return f"{said}: {words(figures['iteration_s'], 2, 's')} an iteration"
