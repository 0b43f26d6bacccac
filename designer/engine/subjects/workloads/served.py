"""The report of a service: size of a server, times, output, GPUs for a load, price of tokens."""

from math import inf
from typing import Any, Final

from designer.engine.subject import Facts
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.workloads.job import Job
from designer.engine.subjects.workloads.planned import PLANS, Planned, taken_elsewhere
from designer.engine.subjects.workloads.serve import (
    Service,
    Size,
    fewest_gpus,
    gpus_between,
    prices,
)
from designer.engine.subjects.workloads.serve_words import (
    decode_ledger,
    prefill_ledger,
    served_pace,
    serving_curve,
)
from designer.engine.workload_report import Part, PlanReport, WorkloadReport
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, product, within
from designer.model.measured import fields_of
from designer.model.workload import Workload

_GB: Final = 1e9
_MS: Final = 1e3
_MILLION: Final = 1e6
_HOUR_S: Final = 3600
_SHOWN: Final = 3


def served(facts: Facts, found: Planned) -> WorkloadReport:
    """Return the report of a service."""
    workload, drawn, job = found.workload, found.drawn, found.job
    shown: dict[str, Any] = {
        "id": workload.id, "name": workload.name, "kind": workload.kind, "model": workload.model,
        "missing": found.missing, "currency": facts.design.site.currency,
    }  # fmt: skip
    if drawn is None or job is None or not isinstance(job.asked, Service) or not found.sizes:
        return WorkloadReport(**shown)
    asked, best = job.asked, found.sizes[0]
    shown |= {
        "gpu": drawn.gpu, "domain_gpus": drawn.domain, "profile": asked.profile.id,
        "band_pct": 100 * job.wide, "gpu_memory_gb": drawn.memory_gb,
        "fits": any(one.most for one in found.sizes), "tried": len(found.sizes),
        "others": tuple(_told(one, best) for one in found.sizes[1:_SHOWN]),
    }  # fmt: skip
    if not shown["fits"]:
        return WorkloadReport(**{**shown, **_lacking(asked, job)})
    shown["plan"] = _told(best, best)
    if best.serving is None:
        said = "no server keeps the times that are asked for"
        shown |= {"in_time": False, "pace": f"Too slow: {said}"}
        return WorkloadReport(**shown, verdict=f"{job.shape.name} fits, but {said}")
    servers, cache = drawn.gpus // best.tensor, _cache_words(workload, asked)
    shown |= {
        "gpus": servers * best.tensor, "servers": servers, "batch": best.serving.batch,
        "memory": _memory(job, asked, best, cache), "cache_words": cache,
    }  # fmt: skip
    figures = _figures(job, asked, best, servers)
    figures |= _paid(facts, job, best, drawn.gpu, figures.get("gpu_hours_per_million_at_load"))
    shown |= {
        "standing_gpus": drawn.standing,
        "elsewhere_gpus": taken_elsewhere(facts[PLANS], found),
        "prefill": prefill_ledger(asked, best.tensor),
        "decode": decode_ledger(asked, best.tensor, best.serving.batch),
        "serving": serving_curve(job, asked, best, servers), "ways": found.ways,
    }  # fmt: skip
    if asked.requests_per_s is not None:
        size, _ = fewest_gpus(found.sizes, asked.load, asked.requests_per_s)
        figures["needed_gpus"] = gpus_between(
            size, asked.load, asked.requests_per_s, job.wide, f"profile {asked.profile.id}"
        )
    shown |= served_pace(asked, figures)
    return WorkloadReport(
        **shown, **fields_of(figures), verdict=_verdict(job, figures, shown, drawn.gpus)
    )


def _told(one: Size, best: Size) -> PlanReport:
    degree = f"TP {one.tensor}"
    if one.serving is None:
        lost = "the weights do not fit" if not one.most else "slower than the times asked for"
        return PlanReport(words=degree, tensor=one.tensor, fits=bool(one.most), lost=lost)
    lost = ""
    if one is not best:
        lost = f"{one.per_gpu:,.0f} tokens/s for each GPU in place of {best.per_gpu:,.0f}"
    batch = one.serving.batch
    return PlanReport(
        words=f"{degree} · {batch:,} requests at a time", tensor=one.tensor, micro_batch=batch,
        time_s=one.serving.token_s, fits=True, lost=lost,
    )  # fmt: skip


def _lacking(asked: Service, job: Job) -> dict[str, Any]:
    """Return what is said where the weights fit on no server that links can join."""
    tensor = min(asked.gpus, asked.domain)
    needed = job.shape.parameters * asked.server.weight_bytes / tensor
    have = asked.server.memory * asked.profile.memory_share - asked.profile.reserve_gb * _GB
    lacking = max(0.0, needed - have) / _GB
    said = f"{job.shape.name} does not fit on {tensor} GPUs that links join: each lacks"
    return {"lacking_gb": lacking, "verdict": f"{said} {lacking:.3g} GB for weights and a request"}


def _memory(job: Job, asked: Service, best: Size, cache: str) -> tuple[Part, ...]:
    weights = job.shape.parameters * asked.server.weight_bytes / best.tensor / _GB
    engine = asked.server.memory * asked.profile.memory_share / _GB
    reserve = asked.profile.reserve_gb
    return (
        Part(what="weights", amount=weights),
        Part(what="cache", amount=max(0.0, engine - weights - reserve), note=cache),
        Part(what="reserve", amount=reserve),
    )


def _cache_words(workload: Workload, asked: Service) -> str:
    """Return the precision of the cache, and whose word that is."""
    if workload.cache_precision:
        return f"{workload.cache_precision.upper()}, as stated"
    measured = asked.profile.cache_for(workload.precision)
    return f"{measured.upper()}, as {asked.profile.id} was measured"


def _within(value: float, wide: float, unit: str, ref: str) -> Figure:
    return Figure(value / (1 + wide), value * (1 + wide), value, unit, basis=(ref,), estimated=True)


def _figures(job: Job, asked: Service, best: Size, servers: int) -> dict[str, Figure]:
    serving, wide, ref = best.serving, job.wide, f"profile {asked.profile.id}"
    if serving is None:
        return {}
    rate = _within(serving.tokens_per_s * servers, wide, "tokens/s", ref)
    able = rate.times(1 / asked.load.answer, "1/s")
    first = serving.first_token_s * _MS
    figures = {
        "token_ms": _within(serving.token_s * _MS, wide, "ms", ref),
        "first_token_ms": Figure(
            first / (1 + wide), inf, first, "ms", basis=(ref,), estimated=True
        ),
        "tokens_per_s": rate,
        "requests_per_s": able,
    }
    if asked.requests_per_s is not None:
        figures["utilisation"] = exact(asked.requests_per_s).per(able, "")
        # What more comes than servers answer is not answered.
        answered = able.clipped(most=asked.requests_per_s).times(asked.load.answer, "tokens/s")
        hours = exact(servers * best.tensor * _MILLION / _HOUR_S, "h").per(answered, "h")
        figures["gpu_hours_per_million_at_load"] = hours
    return figures


def _paid(
    facts: Facts, job: Job, best: Size, gpu: str, at_load: Figure | None
) -> dict[str, Figure]:
    """Return GPU-hours and money of a million tokens, by the kind of GPU that serves.

    Parameters
    ----------
    at_load
        The hours of a million tokens at the load that comes; None where none is stated.
    """
    asked, serving = job.asked, best.serving
    if serving is None or not isinstance(asked, Service):
        return {}
    figures: dict[str, Figure] = {}
    currency, ref = facts.design.site.currency, f"profile {asked.profile.id}"
    hour = facts[OWNERSHIP].hour_of(gpu)
    each = prices(serving, asked.load, best.tensor, 1.0)
    for name, factor in (
        ("tokens", each.whole), ("input", each.prompts), ("output", each.answers)
    ):  # fmt: skip
        hours = _within(factor, job.wide, "h", ref)
        figures[f"gpu_hours_per_million_{name}"] = hours
        if not hour.unknown:
            figures[f"cost_per_million_{name}"] = product(hour, hours, currency)
    if at_load is not None and not hour.unknown:
        figures["cost_per_million_at_load"] = product(hour, at_load, currency)
    return figures


def _verdict(job: Job, figures: dict[str, Figure], shown: dict[str, Any], gpus: int) -> str:
    said = f"{job.shape.name}: {words(figures['tokens_per_s'], 0)} on {shown['gpus']:,} GPUs"
    needed = figures.get("needed_gpus")
    if needed is None:
        return said
    answer = within(needed, exact(gpus)).answer
    enough = {
        "yes": "which are there", "no": f"and {gpus:,} are there",
        "open": f"and {gpus:,} that are there are perhaps enough",
    }[answer]  # fmt: skip
    return f"{said}; the load needs {words(needed, 0)}, {enough}"
