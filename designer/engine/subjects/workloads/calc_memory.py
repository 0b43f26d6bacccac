"""`calc memory` and `calc kv`: what a model takes on each GPU, trained or served."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.given import BYTES, SHAPE_PARAMETERS, shape_given
from designer.engine.subjects.workloads.given_plan import PLAN_PARAMETERS, plan_of
from designer.engine.subjects.workloads.hardware import part_of
from designer.engine.subjects.workloads.memory import (
    GIB,
    RESERVE,
    allocated_within,
    training_memory,
)
from designer.engine.subjects.workloads.plan import RECIPES
from designer.model.figures import Figure, exact
from designer.model.plural import plural

_GB: Final = 1e9


def _memory(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value | Figure]:
    shape = shape_given(v, "memory")
    plan = plan_of(v, "memory", shape)
    found = training_memory(shape, plan, RECIPES[v["recipe"]])
    needed = found.allocated * (1 + v["reserve"])
    # Weights alone are counted, and nothing is worked with beside them.
    total = allocated_within(shape, found) if v["recipe"] != "weights" else exact(found.allocated)
    results: dict[str, Value | Figure] = {
        "parameters_b": shape.parameters / _GB,
        "parameters_per_gpu_b": found.parameters / _GB,
        "weights_gib": found.weights / GIB,
        "gradients_gib": found.gradients / GIB,
        "optimizer_gib": found.optimizer / GIB,
        "activations_gib": found.activations / GIB,
        "logits_gib": found.logits / GIB,
        "work_gib": found.work / GIB,
        "total_gib": total.times(1 / GIB, "GiB"),
        "reserve_gib": (needed - found.allocated) / GIB,
        "needed_gib": total.times((1 + v["reserve"]) / GIB, "GiB"),
        "needed_gb": total.times((1 + v["reserve"]) / _GB, "GB"),
    }
    where = f", stage {found.stage + 1} of {plan.pipeline}" if plan.pipeline > 1 else ""
    said = [
        f"on {plural(plan.ranks, 'GPU')}{where}",
        "total is what is allocated; the reserve stands for CUDA context, NCCL and fragments",
    ]
    if v["gpu"]:
        chip = part_of(v["gpu"], catalog, "memory")
        size = chip.memory_gb
        if size is None:
            raise CalcError(f"memory: nobody states the memory of {v['gpu']}: leave gpu out")
        # A maker's GB of memory are 10⁹ bytes or 2³⁰, by maker and generation.
        results["gpu_memory_gib"] = Figure(size * _GB / GIB, size, unit="GiB")
        results["fits"] = True if needed <= size * _GB else False if needed > size * GIB else None
        if results["fits"] is None:
            said.append(f"whether {size:g} GB are 10⁹ or 2³⁰ bytes each decides whether it fits")
    return {**results, "note": "; ".join(said)}


MEMORY = Calculation(
    name="memory",
    summary="what training a model takes on each GPU: states, activations, logits, reserve",
    parameters=(
        *SHAPE_PARAMETERS,
        *PLAN_PARAMETERS,
        Parameter("recipe", "text", default="fp32-gradients", choices=tuple(RECIPES),
                  help="18, 16 or 8 bytes for each parameter; weights alone"),
        Parameter("reserve", default=RESERVE, help="named, on top of what is allocated"),
        Parameter("gpu", "text", optional=True, help="catalogue id: whether it fits"),
    ),
    results=(
        ("parameters_b", "10⁹"), ("parameters_per_gpu_b", "10⁹"), ("weights_gib", "GiB"),
        ("gradients_gib", "GiB"), ("optimizer_gib", "GiB"), ("activations_gib", "GiB"),
        ("logits_gib", "GiB"), ("work_gib", "GiB"), ("total_gib", "GiB"), ("reserve_gib", "GiB"),
        ("needed_gib", "GiB"), ("needed_gb", "GB"), ("gpu_memory_gib", "GiB"), ("fits", ""),
    ),
    formula=(
        "states = parameters of the stage·(2 + 4 + 12/z), z = dp·cp; activations of a layer = "
        "2·(seq/cp)·micro_batch·(6·h + 2·kv + 3·ffn)/tp, of as many micro-batches as are in "
        "flight; logits = 6·(seq/cp)·micro_batch·vocab/tp; work = gradients of one layer"
    ),
    sources=(
        "Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, arXiv "
        "2205.05198, eqs. 1–6",
        "Rajbhandari et al., ZeRO, arXiv 1910.02054; Megatron Core, distributed optimizer: "
        "6 + 12/d bytes",
        "against 15 dense cases allocated on 8 B200 (SimuMax, release v1.2): mean error 1.6 %, "
        "worst 2.9 %; four with experts: 2.5 %, worst 3.9 %",
    ),
    run=_memory,
)  # fmt: skip


def _kv(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    shape = shape_given(v, "kv")
    found = kv_cache(shape, v["tokens"], BYTES[v["dtype"]], v["tp"])
    whole, on_gpu = found.bytes_ * v["sequences"], found.on_gpu * v["sequences"]
    said = ["of all sequences"]
    if not shape.kv_heads:
        said.append("one latent serves all heads: each GPU of a tensor group holds all of it")
    elif v["tp"] > shape.kv_heads:
        said.append(f"{shape.kv_heads} KV heads on {v['tp']} GPUs: each is held by several")
    if shape.windowed_layers:
        said.append(
            f"{shape.windowed_layers} of {shape.layers} layers keep {shape.window} tokens at most"
        )
    return {
        "bytes_per_token": found.per_token,
        "gib": whole / GIB,
        "gb": whole / _GB,
        "gib_per_gpu": on_gpu / GIB,
        "note": "; ".join(said),
    }


KV = Calculation(
    name="kv",
    summary="what keys and values of a context take, in all and on each GPU",
    parameters=(
        *SHAPE_PARAMETERS,
        Parameter("tokens", "count", unit="tokens", help="of context, of one sequence"),
        Parameter("sequences", "count", default=1, help="at a time"),
        Parameter("dtype", "text", default="bf16", choices=tuple(BYTES), help="of the cache"),
        Parameter("tp", "count", default=1, help="GPUs that share a layer"),
    ),
    results=(
        ("bytes_per_token", "B"), ("gib", "GiB"), ("gb", "GB"), ("gib_per_gpu", "GiB"),
    ),
    formula=(
        "bytes for each token = 2·layers·kv_heads·head_dim·bytes; of latent attention "
        "layers·(latent + rotary)·bytes; a GPU holds ⌈kv_heads/tp⌉/kv_heads of it, of a latent all"
    ),
    sources=(
        "DeepSeek, Insights into DeepSeek-V3, arXiv 2505.09343, table 1: 70,272, 327,680 and "
        "516,096 B for each token",
        "models of the catalogue: their configurations",
    ),
    run=_kv,
)  # fmt: skip
