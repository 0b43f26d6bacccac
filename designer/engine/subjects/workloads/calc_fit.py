"""`calc fit`: what serving a model takes at a context, which GPUs hold it, what one GPU holds."""

from math import inf
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.records.guidance import Guideline
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.calc_states import parameters_given
from designer.engine.subjects.workloads.given import (
    BYTES,
    SHAPE_PARAMETERS,
    YES_NO,
    library_entry,
    shape_given,
)
from designer.engine.subjects.workloads.hardware import part_of, shipped_or
from designer.engine.subjects.workloads.memory import GIB
from designer.engine.subjects.workloads.shape import Shape
from designer.model.figures import Figure

_GB: Final = 1e9
_INLINE: Final = ("inline", "optional-inline")
_ENGINE: Final = "vllm"
_GIB_OR_GB: Final = ("a maker's GB are 10⁹ or 2³⁰ bytes",)
_ADAPTED: Final = 2
"""Bytes of an element of an adapter, in 16 bits."""


def held(shape: Shape, weights: float, cached: float, tokens: int, sequences: int) -> float:
    """Return the bytes of a model's weights and of the cache of its sequences."""
    return shape.parameters * weights + kv_cache(shape, tokens, cached).bytes_ * sequences


def adapter_bytes(shape: Shape, rank: int) -> float:
    """Return the bytes of one LoRA adapter of all matrices of a dense model.

    Each matrix of n inputs and m outputs gets rank·(n + m) parameters (Hu et al., arXiv 2106.09685,
    section 4.1).

    Raises
    ------
    ValueError
        If the model has experts or latent attention, whose adapters nobody counts alike.
    """
    if shape.experts or not shape.kv_heads:
        raise ValueError("adapters are counted of dense models without latent attention")
    hidden = shape.hidden
    attention = (
        shape.query_width + shape.key_width + shape.value_width + shape.output_width + 4 * hidden
    )
    each = attention + shape.matrices * (hidden + shape.ffn)
    return float(_ADAPTED * shape.layers * rank * each)


def _memory_of(v: dict[str, Any], catalog: Catalog) -> tuple[float, float] | None:
    """Return the bytes of one GPU, as 10⁹ and as 2³⁰ bytes to a GB, less what ECC takes."""
    size, ecc = v["memory_gb"], ""
    if v["gpu"]:
        part = part_of(v["gpu"], catalog, "fit")
        ecc = part.ecc
        size = part.memory_gb if size is None else size
        if size is None:
            raise CalcError(f"fit: nobody states the memory of {v['gpu']}: give memory_gb")
    if size is None:
        return None
    v["memory_gb"] = size
    kept = 1.0 - _taken_by_ecc(v["gpu"], ecc) if v["ecc"] == "yes" else 1.0
    return size * _GB * kept, size * GIB * kept


def _taken_by_ecc(gpu: str, kind: str) -> float:
    """Return the part of a GPU's memory that ECC takes while it is on.

    Raises
    ------
    CalcError
        If the GPU has none.
    """
    if kind == "none":
        raise CalcError(f"fit: {gpu} has no ECC: give ecc=no")
    if kind not in _INLINE:
        return 0.0
    entry = library_entry("guideline", "ecc-capacity")
    if not isinstance(entry, Guideline) or entry.value is None:
        raise CalcError("fit: the catalogue does not state what inline ECC takes")
    return entry.value


def _fewest(
    v: dict[str, Any], memory: float, weights: float, shape: Shape, reserve: float
) -> int | None:
    """Return the fewest GPUs that share heads evenly and hold all of it; None where none do."""
    for tensor in (one for one in range(1, shape.heads + 1) if shape.heads % one == 0):
        cache = kv_cache(shape, v["tokens"], BYTES[v["kv_dtype"]], tensor).on_gpu * v["sequences"]
        if weights / tensor + cache + reserve <= memory * v["memory_share"]:
            return tensor
    return None


def _on_gpus(
    v: dict[str, Any], memory: tuple[float, float], weights: float, cached: float,
    shape: Shape | None, reserve: float,
) -> dict[str, Result | Figure]:  # fmt: skip
    """Return how many GPUs hold it, and the largest model that one holds beside such a cache."""
    each = BYTES[v["weights"]]
    sure, perhaps = (
        max(0.0, one * v["memory_share"] - reserve - cached) / each / _GB for one in memory
    )
    results: dict[str, Result | Figure] = {
        "gpu_memory_gb": Figure(
            memory[0] / _GB,
            memory[1] / _GB,
            memory[0] / _GB,
            "GB",
            basis=_GIB_OR_GB,
            estimated=True,
        ),
        "largest_b": Figure(sure, perhaps, sure, "10⁹", basis=_GIB_OR_GB, estimated=True),
    }
    if v["host_gb"] is not None:
        more = v["host_gb"] / each
        results["largest_with_host_b"] = Figure(
            sure + more, perhaps + more, sure + more, "10⁹", basis=_GIB_OR_GB, estimated=True
        )
    if shape is not None:
        most, least = (_fewest(v, one, weights, shape, reserve) for one in memory)
        if most is not None:
            results["gpus"] = Figure(
                least or most, most, most, basis=_GIB_OR_GB, estimated=least != most
            )
        results["fits_one"] = True if most == 1 else None if least == 1 else False
    return results


def _size(v: dict[str, Any], shape: Shape | None) -> float:
    """Return the parameters of what is asked for; 0 where only a GPU is."""
    if shape is not None:
        return float(shape.parameters)
    if v["parameters_b"] is None and not v["model"]:
        if not v["gpu"] and v["memory_gb"] is None:
            raise CalcError("fit needs a model or parameters_b, or a GPU for what it holds")
        return 0.0
    return parameters_given(v, "fit")


def _fit(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    known = shipped_or(catalog)
    asks_shape = v["parameters_b"] is None and (v["model"] or v["layers"] is not None)
    shape = shape_given(v, "fit") if asks_shape else None
    weights, cached, said = _size(v, shape) * BYTES[v["weights"]], 0.0, []
    if shape is not None:
        cached = held(shape, 0.0, BYTES[v["kv_dtype"]], v["tokens"], v["sequences"])
    elif weights:
        said.append("weights and reserve: the cache follows from a shape")
    if v["reserve_gb"] is None:
        of_engine = [one for one in known.inference_profiles if one.engine == _ENGINE]
        if not of_engine:
            raise CalcError(f"fit: there is no profile of {_ENGINE}: give reserve_gb")
        v["reserve_gb"] = of_engine[0].reserve_gb
        said.append("the reserve for activations and CUDA context is that of vLLM's profile")
    reserve = v["reserve_gb"] * _GB
    results: dict[str, Result | Figure] = {}
    adapters = 0.0
    if v["adapters"]:
        if shape is None:
            raise CalcError("fit: adapters follow from a shape: name a model")
        adapters = v["adapters"] * adapter_bytes(shape, v["rank"])
        results["adapters_gb"] = adapters / _GB
        results["copies_gb"] = v["adapters"] * weights / _GB
    if weights:
        total = (weights + cached + adapters + reserve) / _GB
        results["weights_gb"] = weights / _GB
        results["cache_gb"] = Figure(0.0, inf, unit="GB") if shape is None else cached / _GB
        results["total_gb"] = Figure(total, inf, unit="GB") if shape is None else total
    memory = _memory_of(v, known)
    if memory is not None:
        results |= _on_gpus(v, memory, weights + adapters, cached, shape, reserve)
        said.append("gpus share every layer and hold one copy")
    return {**results, "note": "; ".join(said)}


FIT: Final = Calculation(
    name="fit",
    summary="what serving a model takes at a context, which GPUs hold it, what one GPU holds",
    parameters=(
        *SHAPE_PARAMETERS,
        Parameter("parameters_b", unit="10⁹", optional=True, help="where there is no shape"),
        Parameter("weights", "text", default="bf16", choices=tuple(BYTES), help="format"),
        Parameter("kv_dtype", "text", default="bf16", choices=tuple(BYTES), help="of the cache"),
        Parameter("tokens", "count", unit="tokens", default=4096, help="of a sequence"),
        Parameter("sequences", "count", default=1, help="at a time"),
        Parameter("reserve_gb", unit="GB", optional=True,
                  help="activations, CUDA context, fragments; else that of vLLM's profile"),
        Parameter("adapters", "count", optional=True, help="LoRA adapters beside one model"),
        Parameter("rank", "count", default=16, help="of an adapter"),
        Parameter("gpu", "text", optional=True, help="catalogue id, or its memory below"),
        Parameter("memory_gb", unit="GB", optional=True, help="of one GPU, else the GPU's"),
        Parameter("memory_share", default=0.9, help="that the server may take"),
        Parameter("ecc", "text", default="yes", choices=YES_NO,
                  help="switched on: GDDR keeps its bits in the memory itself"),
        Parameter("host_gb", unit="GB", optional=True, help="of a CPU that weights may lie in"),
    ),
    results=(
        ("weights_gb", "GB"), ("cache_gb", "GB"), ("total_gb", "GB"), ("adapters_gb", "GB"),
        ("copies_gb", "GB"), ("gpu_memory_gb", "GB"), ("fits_one", ""), ("gpus", ""),
        ("largest_b", "10⁹"), ("largest_with_host_b", "10⁹"),
    ),
    formula=(
        "total = parameters·bytes + cache + adapters + reserve; one GPU holds it where GB·share do;"
        " an adapter = 2·layers·rank·Σ(inputs + outputs of each matrix); largest = (GB·share − "
        "reserve − cache)/bytes; inline ECC takes 1/16 of a memory"
    ),
    sources=(
        "Kwon et al., PagedAttention, arXiv 2309.06180, figure 1: weights, cache, the rest",
        "Hu et al., LoRA, arXiv 2106.09685, section 4.1; Sheng et al., S-LoRA, arXiv 2311.03285",
        "guideline ecc-capacity; vLLM documentation, engine arguments: 0.9 of a GPU",
    ),
    run=_fit,
)  # fmt: skip
