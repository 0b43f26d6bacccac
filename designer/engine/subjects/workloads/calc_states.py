"""`calc states` and `calc compute`: a training run by the rules of thumb, for want of a shape."""

from math import ceil
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.records.guidance import Guideline, Variant
from designer.catalog.sizing import (
    FLOP_PER_PARAMETER_AND_TOKEN,
    accelerators_to_hold,
    training_days,
    training_flop,
)
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.given import library_entry, model_named
from designer.engine.subjects.workloads.hardware import part_of, peak_given
from designer.engine.subjects.workloads.memory import RESERVE, sharded
from designer.engine.subjects.workloads.plan import RECIPES, SHARDINGS, Plan, Recipe
from designer.engine.subjects.workloads.shape import shape_of
from designer.model.figures import Figure

_BILLION: Final = 1e9
_HALF: Final = 2
"""Bytes of a 16-bit element."""
_KEPT: Final[dict[str, Recipe]] = {**RECIPES, "fp32": Recipe(4, 4, 8)}
"""Recipes, and what training wholly in 32 bits keeps: no copy beside weights and moments."""
_EXPERTS: Final = "experts-H100"
"""The utilization that published runs of models with experts reached."""
_OFFLOADS: Final = ("none", "optimizer", "all")


def parameters_given(v: dict[str, Any], what: str, *, active: bool = False) -> float:
    """Return the parameters of a model that is named, or as they are given, and show them.

    Raises
    ------
    CalcError
        If neither is stated.
    """
    if v["parameters_b"] is not None:
        return float(v["parameters_b"]) * _BILLION
    if not v["model"]:
        raise CalcError(f"{what} needs a model or parameters_b")
    model = model_named(v["model"], what)
    try:
        shape = shape_of(model)
        count = float(shape.active_parameters if active else shape.parameters)
    except ValueError:
        # No decoder, or nobody states its shape: then its size as it is stated.
        stated = model.active_parameters_b if active and model.experts else model.parameters_b
        if stated is None:
            raise CalcError(f"{what}: nobody states the parameters of {model.name}") from None
        count = stated * _BILLION
    v["parameters_b"] = count / _BILLION
    return count


def _states(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    count, recipe = parameters_given(v, "states"), _KEPT[v["recipe"]]
    plan = Plan(data=v["ranks"], sharding=v["sharding"])
    weights, gradients, optimizer = sharded(count, recipe, plan, v["ranks"])
    host = {"none": 0.0, "optimizer": gradients + optimizer, "all": weights + gradients + optimizer}
    offloaded = host[v["offload"]]
    whole = count * (recipe.weights + recipe.gradients + recipe.optimizer)
    beside = v["activations_gb"]
    on_gpu = (weights + gradients + optimizer - offloaded) / _BILLION
    results: dict[str, Result | Figure] = {
        "weights_gb": count * recipe.weights / _BILLION,
        "gradients_gb": count * recipe.gradients / _BILLION,
        "optimizer_gb": count * recipe.optimizer / _BILLION,
        "states_gb": whole / _BILLION,
        "bytes_per_parameter": whole / count,
        "times_weights": whole / (_HALF * count),
        "states_per_gpu_gb": on_gpu,
        "per_gpu_gb": None if beside is None else on_gpu + beside,
        "host_gb": offloaded / _BILLION,
    }
    said = ["activations come on top: see calc memory"]
    if beside is not None:
        said = ["activations are those of one GPU: sharding the states does not divide them"]
    size = v["memory_gb"]
    if size is None and v["gpu"]:
        size = part_of(v["gpu"], catalog, "states").memory_gb
        if size is None:
            raise CalcError(f"states: nobody states the memory of {v['gpu']}: give memory_gb")
    if size is not None:
        kept = whole / _BILLION
        free = size if beside is None else size - beside
        if free <= 0:
            raise CalcError("states: activations alone fill a GPU")
        gpus = accelerators_to_hold(kept * (1 + v["reserve"]), free)
        results["gpus"] = gpus
        results["nodes"] = ceil(gpus / v["node_gpus"])
        each = recipe.weights + recipe.gradients + recipe.optimizer
        results["largest_b"] = free / (1 + v["reserve"]) / each
        said.append("gpus share all states evenly; largest is what one GPU keeps whole")
        if beside is None:
            said.append("both with no room for activations but the reserve")
    return {**results, "note": "; ".join(said)}


STATES: Final = Calculation(
    name="states",
    summary="what training keeps for each parameter: in all, on a GPU, and how many GPUs hold it",
    parameters=(
        Parameter("model", "text", optional=True, help="id of the catalogue: llama-3-70b"),
        Parameter("parameters_b", unit="10⁹", optional=True, help="where no model is named"),
        Parameter("recipe", "text", default="mixed-precision", choices=tuple(_KEPT),
                  help="16, 18 or 8 bytes for each parameter; weights alone; all in 32 bits"),
        Parameter("sharding", "text", default="none", choices=SHARDINGS,
                  help="what ranks share: optimizer, gradients, weights (zero-3: FSDP)"),
        Parameter("ranks", "count", default=1, help="data-parallel copies that share"),
        Parameter("offload", "text", default="none", choices=_OFFLOADS,
                  help="to memory of the CPU: gradients and optimizer, or weights too"),
        Parameter("activations_gb", unit="GB", optional=True, help="on each GPU, beside states"),
        Parameter("gpu", "text", optional=True, help="catalogue id: how many hold it"),
        Parameter("memory_gb", unit="GB", optional=True, help="of one GPU, else the GPU's"),
        Parameter("reserve", default=RESERVE, help="named, on top of what is kept"),
        Parameter("node_gpus", "count", default=8, help="of one node"),
    ),
    results=(
        ("weights_gb", "GB"), ("gradients_gb", "GB"), ("optimizer_gb", "GB"), ("states_gb", "GB"),
        ("bytes_per_parameter", "B"), ("times_weights", ""), ("states_per_gpu_gb", "GB"),
        ("per_gpu_gb", "GB"), ("host_gb", "GB"), ("gpus", ""), ("nodes", ""), ("largest_b", "10⁹"),
    ),
    formula=(
        "states = parameters·bytes of the recipe; a GPU keeps what its ranks do not share, less "
        "what lies with the CPU; gpus = ⌈states·(1 + reserve)/(memory − activations)⌉"
    ),
    sources=(
        "Rajbhandari et al., ZeRO, arXiv 1910.02054: 2 + 2 + 12 bytes and what N ranks share",
        "Ren et al., ZeRO-Offload, arXiv 2101.06840: 2 bytes stay on the GPU, 14 go to the CPU",
        "guideline training-bytes-per-parameter",
    ),
    run=_states,
)  # fmt: skip


def _utilisation(experts: bool) -> tuple[float, float, float]:
    """Return the part of the dense 16-bit peak that training reaches: low, usual, high.

    Of models with experts their published runs, and the middle of these for the usual one.
    """
    entry = library_entry("guideline", "model-flop-utilization")
    if not isinstance(entry, Guideline):
        raise CalcError("compute: the catalogue states no utilization: give mfu")
    found: Guideline | Variant = entry
    if experts:
        found = next(one for one in entry.variants if one.name == _EXPERTS)
    if found.low is None or found.high is None:
        raise CalcError("compute: the catalogue states no range of utilization: give mfu")
    usual = (found.low + found.high) / 2 if found.value is None else found.value
    return found.low, usual, found.high


def _compute(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    flop, said = v["flop"], []
    if flop is None:
        count = parameters_given(v, "compute", active=True)
        if v["tokens"] is None:
            raise CalcError("compute needs tokens, or the flop of the run")
        flop = training_flop(count / _BILLION, v["tokens"] / _BILLION)
        said.append("6 FLOP for each parameter that works on a token, attention apart")
    peak = peak_given(v, catalog, "compute")
    model = model_named(v["model"], "compute") if v["model"] else None
    if model is not None and model.architecture == "cnn":
        raise CalcError(f"compute: 6·parameters·tokens is of transformers: give flop of {model.id}")
    experts = model is not None and bool(model.experts)
    shares = (v["mfu"],) * 3 if v["mfu"] is not None else _utilisation(experts)
    basis = ("mfu as given",) if v["mfu"] is not None else ("guideline model-flop-utilization",)
    results: dict[str, Result | Figure] = {"flop": flop}
    if v["tokens"] is not None and v["parameters_b"] is not None:
        results["tokens_per_parameter"] = v["tokens"] / (v["parameters_b"] * _BILLION)

    def of(days: float, unit: str) -> Figure:
        slow, usual, fast = (days / one for one in shares)
        return Figure(fast, slow, usual, unit, basis=basis, estimated=v["mfu"] is None)

    alone = training_days(flop, 1, peak, 1.0)
    results["gpu_hours"] = of(alone * 24, "h")
    if v["gpus"] is not None:
        results["days"] = of(alone / v["gpus"], "d")
    if v["days_asked"] is not None:
        low, high = (ceil(alone / one / v["days_asked"]) for one in (shares[2], shares[0]))
        usual = ceil(alone / shares[1] / v["days_asked"])
        results["gpus_for_days"] = Figure(
            low, high, usual, "", basis=basis, estimated=v["mfu"] is None
        )
    said.append(
        "the band is of runs while they advance: whole runs with failures, trials and tuning were "
        "published at up to three times the usual hours (Llama 3.1)"
    )
    said.append("a plan and its memory are not asked for: see calc training")
    return {**results, "note": "; ".join(said)}


COMPUTE: Final = Calculation(
    name="compute",
    summary="arithmetic of a training run by 6·parameters·tokens, its GPU-hours, days and GPUs",
    parameters=(
        Parameter("model", "text", optional=True, help="id of the catalogue: llama-3-70b"),
        Parameter("parameters_b", unit="10⁹", optional=True,
                  help="that work on a token, where no model is named"),
        Parameter("tokens", unit="tokens", optional=True, help="that it is trained on"),
        Parameter("flop", unit="FLOP", optional=True, help="of the run, where it is stated"),
        Parameter("gpu", "text", optional=True, help="catalogue id, or its peak below"),
        Parameter("tflops", unit="TFLOP/s", optional=True,
                  help="dense peak in 16 bits, else the GPU's"),
        Parameter("mfu", optional=True,
                  help="part of the peak that is reached; else that of published runs"),
        Parameter("gpus", "count", optional=True, help="for the days"),
        Parameter("days_asked", unit="d", optional=True, help="for the GPUs"),
    ),
    results=(
        ("flop", "FLOP"), ("tokens_per_parameter", ""), ("gpu_hours", "h"), ("days", "d"),
        ("gpus_for_days", ""),
    ),
    formula="FLOP = 6·parameters·tokens; GPU-hours = FLOP/(peak·mfu)/3600; days = hours/GPUs/24",
    sources=(
        "Kaplan et al., Scaling Laws for Neural Language Models, arXiv 2001.08361: "
        f"{FLOP_PER_PARAMETER_AND_TOKEN:g} FLOP for each parameter and token",
        "guideline model-flop-utilization, with its published runs",
        "Llama 3.1 model card: 30.84 million H100-hours for 405 billion parameters",
    ),
    run=_compute,
)  # fmt: skip
