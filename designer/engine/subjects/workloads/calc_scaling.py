"""`calc scaling`: what is left of linear speed-up when a run goes from few GPUs to many."""

from dataclasses import replace
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.calc_training import cluster_given, training_profile
from designer.engine.subjects.workloads.given import SHAPE_PARAMETERS, shape_given
from designer.engine.subjects.workloads.hardware import (
    HARDWARE_PARAMETERS,
    chip_given,
    shipped_or,
)
from designer.engine.subjects.workloads.plan import RECIPES
from designer.engine.subjects.workloads.profiles import band
from designer.engine.subjects.workloads.search import Asked, Searched, search
from designer.engine.subjects.workloads.search_words import plan_words
from designer.engine.subjects.workloads.training import work
from designer.model.figures import Figure
from designer.model.plural import plural


def _best(asked: Asked) -> Searched | None:
    """Return the best plans where one fits for certain."""
    found = search(asked)
    return found if found is not None and found.fits is True else None


def _least(asked: Asked, best: Searched, *, grows: bool) -> tuple[Asked, Searched]:
    """Return the job on the fewest GPUs that halving leads to, and its plans."""
    while asked.gpus % 2 == 0 and not (grows and asked.batch % 2):
        batch = asked.batch // 2 if grows else asked.batch
        less = replace(asked, gpus=asked.gpus // 2, batch=batch)
        found = _best(less)
        if found is None:
            break
        asked, best = less, found
    return asked, best


def _from(asked: Asked, gpus: int, *, grows: bool) -> tuple[Asked, Searched]:
    """Return the job on so many GPUs, and its plans.

    Raises
    ------
    CalcError
        If it cannot be put on them.
    """
    times, left = divmod(asked.gpus, gpus)
    if left or not times:
        raise CalcError(f"scaling: gpus={asked.gpus} is no multiple of base_gpus={gpus}")
    if grows and asked.batch % times:
        raise CalcError(f"scaling: global_batch is no multiple of gpus / base_gpus, {times}")
    base = replace(asked, gpus=gpus, batch=asked.batch // times if grows else asked.batch)
    found = _best(base)
    if found is None:
        raise CalcError(f"scaling: it does not fit base_gpus={gpus}")
    return base, found


def _scaling(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    catalog = shipped_or(catalog)
    shape, chip = shape_given(v, "scaling"), chip_given(v, catalog, "scaling")
    if chip.memory_gb is None:
        raise CalcError("scaling: nobody states the GPU's memory: give memory_gb")
    unsharded = {**v, "sharding": "zero-1"}
    profile = training_profile(unsharded, catalog.training_profiles, "scaling")
    v["profile"] = profile.id
    cluster = cluster_given(v, v["gpus"], chip, "scaling")
    asked = Asked(
        shape, RECIPES[v["recipe"]], cluster, profile, v["gpus"], v["global_batch"], v["seq"],
        chip.memory_gb,
    )  # fmt: skip
    grows = v["batch_scales"] == "grows"
    best = _best(asked)
    if best is None:
        raise CalcError(f"scaling: it does not fit {plural(asked.gpus, 'GPU')}: see calc training")
    least = v["base_gpus"]
    base, first = (
        _least(asked, best, grows=grows) if least is None else _from(asked, least, grows=grows)
    )
    plan, ledger = best.best[0].plan, best.best[0].ledger
    rate = asked.batch * asked.sequence / ledger.total
    before = base.batch * base.sequence / first.best[0].ledger.total
    efficiency = rate / asked.gpus / (before / base.gpus)
    wide = band(profile, v["gpu"] or "", v["dtype"], shape)
    done = work(shape, plan, asked.batch, causal=True).model / ledger.total / asked.gpus
    waits = (ledger.data + ledger.bubble + ledger.pipeline) / ledger.total
    return {
        "base_gpus": base.gpus,
        "efficiency": efficiency,
        "effective_gpus": efficiency * asked.gpus,
        "tokens_per_s": Figure(
            rate / (1 + wide), rate / (1 - wide), rate, "tokens/s",
            basis=(f"profile {profile.id}",), estimated=True,
        ),
        "mfu": done / chip.peak,
        "waiting": waits,
        "plan": plan_words(plan),
        "base_plan": plan_words(first.best[0].plan),
        "band_pct": 100 * wide,
        "note": (
            "against linear speed-up from base_gpus, by the best plan on each; the profile's error "
            "is in both; slow GPUs, jitter, congestion of the fabric and failures are not in it: a "
            "measured run has less, see calc goodput"
        ),
    }  # fmt: skip


SCALING: Final = Calculation(
    name="scaling",
    summary="what is left of linear speed-up from the fewest GPUs that hold a run to many",
    parameters=(
        *SHAPE_PARAMETERS,
        *HARDWARE_PARAMETERS,
        Parameter("gpus", "count", help="of the job"),
        Parameter("base_gpus", "count", optional=True,
                  help="that speed-up counts from; else the fewest that halving leads to"),
        Parameter("nic_gbps", unit="Gb/s", optional=True, help="of one GPU towards other nodes"),
        Parameter("node_gpus", "count", default=8, help="joined by links: 8, or 72 of a rack"),
        Parameter("seq", "count", unit="tokens", default=4096, help="of a sequence"),
        Parameter("global_batch", "count", help="sequences in an iteration on gpus"),
        Parameter("batch_scales", "text", default="grows", choices=("grows", "stays"),
                  help="with the GPUs: weak scaling; or stays: strong scaling"),
        Parameter("recipe", "text", default="fp32-gradients", choices=tuple(RECIPES)[:3],
                  help="18, 16 or 8 bytes for each parameter"),
        Parameter("profile", "text", optional=True,
                  help="software and its rates; else what was measured on the GPU"),
    ),
    results=(
        ("base_gpus", ""), ("efficiency", ""), ("effective_gpus", ""),
        ("tokens_per_s", "tokens/s"), ("mfu", ""), ("waiting", ""), ("plan", ""),
        ("base_plan", ""), ("band_pct", "%"),
    ),
    formula=(
        "efficiency = (tokens/s on gpus / gpus) / (tokens/s on base_gpus / base_gpus), by the best "
        "plan on each; waiting = (gradients + bubble + passing on) / iteration"
    ),
    sources=(
        "calc training: the iteration and the search for plans",
        "Narayanan et al., arXiv 2104.04473, table 2: 175 billion parameters, batch 1,536 on 384, "
        "768 and 1,536 A100 at 153, 149 and 141 TFLOP/s each",
    ),
    run=_scaling,
)  # fmt: skip
