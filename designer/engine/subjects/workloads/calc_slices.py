"""`calc mig` and `calc power-cap`: part of a GPU, and a GPU that may draw less."""

import re
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.software import MigProfile
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.calc_fit import held
from designer.engine.subjects.workloads.given import (
    BYTES,
    SHAPE_PARAMETERS,
    library_entries,
    shape_given,
)
from designer.model.figures import Figure

_GB: Final = 1e9


def profiles_of(gpu: str) -> list[MigProfile]:
    """Return the partitions of a GPU, the smallest memory first."""
    found = [
        (one.memory_gb, one.compute_slices, one)
        for one in library_entries("mig_profile")
        if isinstance(one, MigProfile) and one.accelerator == gpu and one.memory_gb is not None
    ]
    return [one for *_, one in sorted(found, key=lambda one: one[:2])]


def _mig(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    known = profiles_of(v["gpu"])
    if not known:
        raise CalcError(f"mig: the catalogue has no partitions of {v['gpu']!r}")
    needed = v["memory_gb"]
    if needed is None:
        shape, weights, cache = shape_given(v, "mig"), BYTES[v["weights"]], BYTES[v["kv_dtype"]]
        needed = held(shape, weights, cache, v["tokens"], v["sequences"]) / _GB + v["reserve_gb"]
    fitting = [one for one in known if one.memory_gb is not None and one.memory_gb >= needed]
    if not fitting:
        largest = known[-1]
        return {
            "needed_gb": needed, "fits": False,
            "note": f"not even {largest.name}, {largest.memory_gb:g} GB, holds it",
        }  # fmt: skip
    best = fitting[0]
    return {
        "needed_gb": needed,
        "fits": True,
        "profile": best.id,
        "memory_gb": best.memory_gb,
        "instances": best.instances_max,
        "compute_share": best.compute_slices / best.total_slices,
        "note": f"{best.name}: {best.summary}",
    }


MIG: Final = Calculation(
    name="mig",
    summary="the smallest partition of a GPU that holds a model, and how many there are of it",
    parameters=(
        Parameter("gpu", "text", help="catalogue id"),
        *SHAPE_PARAMETERS,
        Parameter("memory_gb", unit="GB", optional=True, help="needed, where no model is named"),
        Parameter("weights", "text", default="bf16", choices=tuple(BYTES), help="format"),
        Parameter("kv_dtype", "text", default="bf16", choices=tuple(BYTES), help="of the cache"),
        Parameter("tokens", "count", unit="tokens", default=4096, help="of a sequence"),
        Parameter("sequences", "count", default=1, help="at a time"),
        Parameter("reserve_gb", unit="GB", default=1.0, help="for CUDA context and fragments"),
    ),
    results=(
        ("needed_gb", "GB"), ("fits", ""), ("profile", ""), ("memory_gb", "GB"),
        ("instances", ""), ("compute_share", ""),
    ),
    formula="needed = weights + cache + reserve; the smallest memory that holds it",
    sources=("NVIDIA Multi-Instance GPU User Guide: supported MIG profiles",),
    run=_mig,
)  # fmt: skip


def caps_of(prefix: str = "power-cap-h100-") -> list[tuple[float, Guideline]]:
    """Return published limits of a GPU with what each costs, the highest first."""
    found = []
    for one in library_entries("guideline"):
        if isinstance(one, Guideline) and re.fullmatch(rf"{prefix}\d+w", one.id):
            watts = next((v.value for v in one.variants if v.name == "limit-W"), None)
            if watts is not None and None not in (one.low, one.high, one.value):
                found.append((watts, one))
    return sorted(found, key=lambda one: -one[0])


def _lost(watts: float) -> Figure:
    """Return the part of the throughput that is lost, %, between the published points."""
    points = caps_of()
    if not points[-1][0] <= watts <= points[0][0]:
        raise CalcError(
            f"power-cap: published for {points[-1][0]:g} to {points[0][0]:g} W of an H100"
        )
    at = next(i for i, (limit, _) in enumerate(points) if limit <= watts)
    (low_w, lower), (high_w, upper) = points[at], points[max(0, at - 1)]
    part = 0.0 if high_w == low_w else (high_w - watts) / (high_w - low_w)

    def between(name: str) -> float:
        first, second = float(getattr(upper, name)), float(getattr(lower, name))
        return first + part * (second - first)

    ref = f"guideline {lower.id}"
    return Figure(
        between("low"), between("high"), between("value"), "%", basis=(ref,), estimated=True
    )


def _power_cap(v: dict[str, Any], _: Catalog | None) -> dict[str, Result | Figure]:
    lost, most = _lost(v["watts"]), caps_of()[0][0]
    kept = Figure(
        100 - lost.high, 100 - lost.low, 100 - lost.likely, "%", basis=lost.basis, estimated=True
    )
    less = v["watts"] / most
    results: dict[str, Result | Figure] = {
        "lost_pct": lost,
        "throughput_pct": kept,
        "power_pct": 100 * less,
        "work_per_joule": kept.times(1 / (100 * less), ""),
    }
    if v["gpus"] is not None and v["budget_kw"] is None:
        results["saved_kw"] = v["gpus"] * (most - v["watts"]) / 1e3
    if v["budget_kw"] is not None:
        more = int(v["budget_kw"] * 1e3 / v["watts"])
        results["gpus_in_budget"] = more
        results["throughput_of_budget"] = kept.times(more / 100, "")
    return {**results, "note": "between published points of one H100 SXM; its node draws more"}


POWER_CAP: Final = Calculation(
    name="power-cap",
    summary="throughput of an H100 with a lower power limit, and what a budget of power does then",
    parameters=(
        Parameter("watts", unit="W", help="limit of one GPU, 400 to 700"),
        Parameter("gpus", "count", optional=True, help="for the power that is saved"),
        Parameter("budget_kw", unit="kW", optional=True, help="of all GPUs, nodes apart"),
    ),
    results=(
        ("lost_pct", "%"),
        ("throughput_pct", "%"),
        ("power_pct", "%"),
        ("work_per_joule", ""),
        ("saved_kw", "kW"),
        ("gpus_in_budget", ""),
        ("throughput_of_budget", ""),
    ),
    formula="lost = linear between published points; work per joule = throughput/power",
    sources=(
        "AI/ML Infrastructure (2026-06-18), § Power and thermal limits: 600 W lose 5 to 8 %, 500 W "
        "15 to 25 %, 400 W 30 to 50 %",
    ),
    run=_power_cap,
)
