"""`calc training`: the time of an iteration, where it goes, and what a run takes."""

from dataclasses import fields
from math import nan
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.software_profile import TrainingProfile
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.given import SHAPE_PARAMETERS, shape_given
from designer.engine.subjects.workloads.given_plan import PLAN_PARAMETERS, plan_of
from designer.engine.subjects.workloads.hardware import (
    HARDWARE_PARAMETERS,
    Chip,
    Cluster,
    chip_given,
    shipped_or,
)
from designer.engine.subjects.workloads.memory import (
    GIB,
    RESERVE,
    allocated_within,
    training_memory,
)
from designer.engine.subjects.workloads.plan import RECIPES
from designer.engine.subjects.workloads.profiles import (
    band,
    profile_for,
    profile_named,
    why_wide,
)
from designer.engine.subjects.workloads.search import Asked, Searched, search
from designer.engine.subjects.workloads.search_words import lost_words, plan_words
from designer.engine.subjects.workloads.shape import Shape
from designer.engine.subjects.workloads.training import Ledger, iteration, work
from designer.model.figures import Figure

_DAY_S: Final = 86_400
_TERA: Final = 1e12


def _copies(v: dict[str, Any]) -> None:
    """Work out the copies from the GPUs, or see that both agree."""
    each = v["tp"] * v["pp"] * v["cp"]
    if v["gpus"] is None:
        v["dp"] = v["dp"] or 1
    else:
        copies, left = divmod(v["gpus"], each)
        if left or not copies or v["dp"] not in (None, copies):
            of = f"tp × pp × cp{' × dp' if v['dp'] else ''}"
            raise CalcError(
                f"training: gpus={v['gpus']} is {'not' if v['dp'] else 'no multiple of'} {of},"
                f" {each * (v['dp'] or 1)}"
            )
        v["dp"] = copies
    v["gpus"] = each * v["dp"]


def training_profile(
    v: dict[str, Any], known: tuple[TrainingProfile, ...], what: str = "training"
) -> TrainingProfile:
    """Return the profile that is asked for, else the one that was measured on the GPU.

    Raises
    ------
    CalcError
        If there is none: no other is put in its place.
    """
    if v["profile"]:
        return profile_named(v["profile"], known, what)
    gathers = v["sharding"] == "zero-3"
    return profile_for(
        v["gpu"] or "", [one for one in known if one.gathers == gathers], known, what
    )


def cluster_given(v: dict[str, Any], gpus: int, chip: Chip, what: str = "training") -> Cluster:
    """Return what the GPUs can do; the network counts where a job leaves a node.

    Raises
    ------
    CalcError
        If it does, and nobody states the network.
    """
    nic = v["nic_gbps"]
    if nic is None and gpus > v["node_gpus"]:
        raise CalcError(
            f"{what}: {gpus} GPUs are more than a node of {v['node_gpus']}: state "
            "nic_gbps, what one GPU has towards other nodes"
        )
    # Nothing may come out of what nobody states: within a node the network is not asked.
    network = nan if nic is None else nic * 1e9 / 8
    return Cluster(chip.peak, chip.memory_bandwidth, chip.links, network, v["node_gpus"])


def _training(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    catalog = shipped_or(catalog)
    if v["plan"] == "given":
        _copies(v)
    shape, chip = shape_given(v, "training"), chip_given(v, catalog, "training")
    profile = training_profile(v, catalog.training_profiles)
    v["profile"] = profile.id
    recipe = RECIPES[v["recipe"]]
    found = _searched(v, shape, chip, profile) if v["plan"] == "best" else None
    plan = plan_of(v, "training", shape) if found is None else found.best[0].plan
    memory = training_memory(shape, plan, recipe)
    ledger = iteration(shape, plan, recipe, cluster_given(v, plan.ranks, chip), profile)
    causal = v["attention_count"] == "causal"
    done = work(shape, plan, v["global_batch"], causal=causal)
    wide = band(profile, v["gpu"] or "", v["dtype"], shape)
    time_s = _predicted(ledger.total, wide, "s", profile.id)
    rate = done.model / ledger.total / plan.ranks
    tokens = v["global_batch"] * v["seq"]
    results: dict[str, Result | Figure] = {
        "iteration_s": time_s,
        "tokens_per_s": _rate(tokens / ledger.total, wide, "tokens/s", profile.id),
        "tokens_per_s_per_gpu": _rate(
            tokens / ledger.total / plan.ranks, wide, "tokens/s", profile.id
        ),
        "tflops_per_gpu": _rate(rate / _TERA, wide, "TFLOP/s", profile.id),
        "hardware_tflops_per_gpu": _rate(
            done.hardware / ledger.total / plan.ranks / _TERA, wide, "TFLOP/s", profile.id
        ),
        "mfu": _rate(rate / chip.peak, wide, "", profile.id),
        "ledger": _parts(ledger),
        "memory_per_gpu_gib": allocated_within(shape, memory).times(1 / GIB, "GiB"),
        "fits": None,
        "band_pct": 100 * wide,
    }
    if chip.memory_gb is not None:
        needed = memory.allocated * (1 + RESERVE)
        sure, never = needed <= chip.memory_gb * 1e9, needed > chip.memory_gb * GIB
        results["fits"] = True if sure else False if never else None
    if v["tokens"] is not None:
        days = v["tokens"] / tokens * ledger.total / _DAY_S / (v["goodput_pct"] / 100)
        results["days"] = _predicted(days, wide, "d", profile.id)
    said = _said(
        v, profile, wide, results["fits"], why_wide(profile, v["gpu"] or "", v["dtype"], shape)
    )
    if found is not None:
        results["lost"] = _lost(found, chip)
        said += f"; the best of {found.tried:,} plans, {found.fitting:,} of which fit"
    return {**results, "note": said}


def _searched(v: dict[str, Any], shape: Shape, chip: Chip, profile: TrainingProfile) -> Searched:
    """Return the best plans for the GPUs, and show the best one's degrees among the inputs."""
    if v["gpus"] is None or chip.memory_gb is None:
        raise CalcError("training: the best plan is of gpus with a memory: give gpus, memory_gb")
    cluster = cluster_given(v, v["gpus"], chip)
    asked = Asked(
        shape, RECIPES[v["recipe"]], cluster, profile, v["gpus"], v["global_batch"], v["seq"],
        chip.memory_gb,
    )  # fmt: skip
    found = search(asked)
    if found is None:
        raise CalcError(
            f"training: no plan deals {v['global_batch']} sequences and {shape.heads} heads out to "
            f"{v['gpus']} GPUs"
        )
    plan = found.best[0].plan
    v.update(
        tp=plan.tensor, pp=plan.pipeline, dp=plan.data, cp=plan.context, ep=plan.expert,
        micro_batch=plan.micro_batch, interleave=plan.interleave, recompute=plan.recompute,
        sharding=plan.sharding, gpus=plan.ranks, sequence_parallel="yes", flash="yes", dropout="no",
    )  # fmt: skip
    return found


def _lost(found: Searched, chip: Chip) -> str:
    """Return what lost to the best plan, and why."""
    best = found.best[0]
    told = [f"{plan_words(one.plan)}: {lost_words(one, best)}" for one in found.best[1:]]
    if found.nearest is not None and chip.memory_gb is not None:
        lacking = found.nearest.needed / 1e9 - chip.memory_gb
        words = lost_words(found.nearest, best, lacking)
        told.append(f"{plan_words(found.nearest.plan)}: {words}")
    return "; ".join(told)


def _said(v: dict[str, Any], profile: TrainingProfile, wide: float, fits: object, why: str) -> str:
    errors = ""
    if profile.mean_error_pct is not None:
        errors = (
            f", mean error {profile.mean_error_pct:g} % on {profile.rows} published runs, worst "
            f"{profile.worst_error_pct:g} %"
        )
    counted = "half of attention's scores" if v["attention_count"] == "causal" else "all scores"
    said = [
        f"profile {profile.id} of {profile.as_of}{errors}",
        f"band ±{100 * wide:g} %, set with such runs in sight" + (f": {why}" if why else ""),
        f"mfu counts {counted}, nothing computed again, against the dense peak in {v['dtype']}",
    ]
    if v["tokens"] is not None and v["goodput_pct"] == 100:
        said.append("days without failures: see calc goodput")
    if fits is False:
        said.append("it does not fit with a reserve of 10 %: see calc memory")
    return "; ".join(said)


def _parts(ledger: Ledger) -> dict[str, float]:
    return {f"{one.name}_s": getattr(ledger, one.name) for one in fields(ledger)}


def _predicted(value: float, wide: float, unit: str, profile: str) -> Figure:
    """Return a time within its band."""
    return Figure(
        value * (1 - wide), value * (1 + wide), value, unit, basis=(f"profile {profile}",),
        estimated=True,
    )  # fmt: skip


def _rate(value: float, wide: float, unit: str, profile: str) -> Figure:
    """Return a rate whose time is within a band."""
    return Figure(
        value / (1 + wide), value / (1 - wide), value, unit, basis=(f"profile {profile}",),
        estimated=True,
    )  # fmt: skip


TRAINING = Calculation(
    name="training",
    summary="time of a training iteration, where it goes, MFU, days, with the band of each",
    parameters=(
        *SHAPE_PARAMETERS,
        *HARDWARE_PARAMETERS,
        Parameter("gpus", "count", optional=True, help="else tp × pp × dp × cp"),
        Parameter("nic_gbps", unit="Gb/s", optional=True, help="of one GPU towards other nodes"),
        Parameter("node_gpus", "count", default=8, help="joined by links: 8, or 72 of a rack"),
        *(
            Parameter("dp", "count", optional=True, help="copies that share the batch; else 1, or "
                      "as the GPUs make them") if one.name == "dp" else
            Parameter("global_batch", "count", help=one.help) if one.name == "global_batch" else
            one
            for one in PLAN_PARAMETERS
        ),
        Parameter("plan", "text", default="given", choices=("given", "best"),
                  help="best: of all that gpus can be split into; degrees below are not asked"),
        Parameter("recipe", "text", default="fp32-gradients", choices=tuple(RECIPES)[:3],
                  help="18, 16 or 8 bytes for each parameter"),
        Parameter("profile", "text", optional=True,
                  help="software and its rates; else what was measured on the GPU"),
        Parameter("attention_count", "text", default="causal", choices=("causal", "full"),
                  help="whether TFLOP/s and MFU count the masked half of attention"),
        Parameter("tokens", unit="tokens", optional=True, help="of the run, for its days"),
        Parameter("goodput_pct", unit="%", default=100.0, help="of the time that advances it"),
    ),
    results=(
        ("iteration_s", "s"), ("tokens_per_s", "tokens/s"), ("tokens_per_s_per_gpu", "tokens/s"),
        ("tflops_per_gpu", "TFLOP/s"), ("hardware_tflops_per_gpu", "TFLOP/s"), ("mfu", ""),
        ("days", "d"), ("ledger", ""), ("memory_per_gpu_gib", "GiB"), ("fits", ""), ("lost", ""),
        ("band_pct", "%"),
    ),
    formula=(
        "iteration = (m + (pp − 1)/interleave)·stage + gradients + optimizer; stage = layers/pp·("
        "forward + backward + computed again) + logits + passing on; forward = products/(peak·gemm)"
        " + attention/(peak·attention) + bytes/(bandwidth·memory) + 14 launches + tensor's two "
        "all-reduces; backward = twice the products"
    ),
    sources=(
        "Narayanan et al., arXiv 2104.04473: pipeline schedule and its bubble",
        "Isaev et al., Calculon, SC'23: the ledger; Korthikanti et al., arXiv 2205.05198",
        "software profiles of the catalogue, with their measured errors",
    ),
    run=_training,
)  # fmt: skip
