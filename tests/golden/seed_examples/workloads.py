"""Worked examples of models, training and inference.

Rules of thumb multiply the size in a model's name, so these examples take `nominal_b`.
"""

from collections.abc import Callable

from designer.catalog.derived import (
    BYTES_PER_PARAMETER,
    accelerator_hours,
    batch_1_bound_tokens_s,
    kv_cache_gb,
    newest_rate,
    queries_per_second,
    usd_per_million_tokens,
)
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.guidance import Guideline, Limit, Variant
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun
from designer.catalog.sizing import (
    accelerators_to_hold,
    fitting_parameters_b,
    scaling_efficiency,
    state_gb,
    training_days,
    training_flop,
)
from designer.model.units import CONTEXT_TOKENS_PER_K, HOURS_PER_DAY

K4, K128 = 4 * CONTEXT_TOKENS_PER_K, 128 * CONTEXT_TOKENS_PER_K


def chip(part_id: str) -> Part:
    return load_shipped().require(part_id)


def memory(part_id: str) -> float:
    return chip(part_id).accelerator.memory_gb


def node_memory(part_id: str) -> float:
    node = chip(part_id)
    return node.gpus * memory(node.compute.gpu)


def model(entry_id: str) -> Model:
    return shipped_library().get("model", entry_id)


def training(entry_id: str) -> TrainingRun:
    return shipped_library().get("training_run", entry_id)


def serving(entry_id: str) -> InferenceRun:
    return shipped_library().get("inference_run", entry_id)


def rule(entry_id: str) -> Guideline:
    return shipped_library().get("guideline", entry_id)


def variant(entry_id: str, name: str) -> Variant:
    return next(v for v in rule(entry_id).variants if v.name == name)


def weights(entry_id: str, precision: str = "FP16") -> float:
    return state_gb(model(entry_id).nominal_b, BYTES_PER_PARAMETER[precision])


def state(entry_id: str, recipe: str) -> float:
    recipe_bytes = variant("training-bytes-per-parameter", recipe).value
    return state_gb(model(entry_id).nominal_b, recipe_bytes)


def fit(part_id: str, precision: str, reserve: float = 0.0) -> float:
    return fitting_parameters_b(memory(part_id), BYTES_PER_PARAMETER[precision], reserve)


def served(entry_id: str, size: str, context: str) -> float:
    cache = variant("kv-cache-size", f"{size} {context}, AI/ML Infrastructure (2026-06-18)").value
    return weights(entry_id) + cache + variant("inference-activations", size).value


def queries(entry_id: str) -> float:
    run = serving(entry_id)
    return queries_per_second(run.tokens_s, run.output_tokens)


def bound(entry_id: str) -> float:
    run = serving(entry_id)
    speed = chip(run.accelerator).accelerator.memory_gb_s
    return batch_1_bound_tokens_s(weights(run.model, run.precision), speed, run.accelerators)


def token_price(entry_id: str, scope: str = "on-demand") -> float:
    run = serving(entry_id)
    offer = shipped_library().get("cloud_offer", run.offer)
    assert isinstance(offer, CloudOffer)
    return usd_per_million_tokens(newest_rate(offer, scope).usd * run.accelerators, run.tokens_s)


def replicated(entry_id: str, size: str) -> float:
    """Return the training memory of one copy, in 16 bits throughout, as the survey counts."""
    activations = variant("training-memory-survey", f"{size}-activations").value
    recipe_bytes = variant("training-bytes-per-parameter", "pure-bf16").value
    return state_gb(model(entry_id).nominal_b, recipe_bytes, activations)


def hourly(entry_id: str) -> float:
    run = training(entry_id)
    return run.prices[0].figure_cents / 100 / accelerator_hours(run)


def effective(count: int) -> float:
    points = {int(v.name): v.value for v in rule("scaling-efficiency").variants}
    return count * scaling_efficiency(count, points)


def listed_parts() -> float:
    parts = (variant("training-memory-survey", f"70B-{name}").value for name in PARTS)
    return sum(parts) / model("llama-3-70b").nominal_b


def named_days(size: str) -> float:
    """Return how long the GPUs of a scale take for the compute that is printed beside them."""
    entry = f"training-scale-{size}"
    peak = chip("h100-sxm").accelerator.fp16_dense_tflops
    flop = variant(entry, "FLOP").value
    return training_days(flop, int(rule(entry).low), peak, rule("model-flop-utilization").value)


def rented_days() -> float:
    """Return what the guide's run costs at the guide's own rate."""
    run = training("guide-llama-3-8b-8-a100")
    offer = shipped_library().get("cloud_offer", "aws-p4d-24xlarge")
    price = next(p for p in offer.prices if p.source.startswith("GPU guide"))
    return price.figure_cents / 100 * HOURS_PER_DAY * run.days


def possible_days() -> float:
    run = training("guide-llama-3-8b-8-a100")
    per_token = rule("training-flop-per-parameter-and-token").value
    flop = training_flop(model(run.model).nominal_b, run.tokens_b, per_token)
    peak = chip(run.accelerator).accelerator.fp16_dense_tflops
    return training_days(flop, run.accelerators, peak, rule("model-flop-utilization").high)


def largest_named_gpu() -> float:
    limit = shipped_library().get("limit", "model-size-on-premises")
    assert isinstance(limit, Limit)
    return fitting_parameters_b(limit.high, BYTES_PER_PARAMETER["INT4"])


def multiple(end: str) -> float:
    return weights("llama-3-70b") * getattr(
        variant("training-memory-multiple", "NCA-AIIO study page"), end
    )


PARTS = ("weights", "gradients", "optimizer")
A100, H100 = "a100-sxm-80gb", "h100-sxm"
B200_RUN = "survey-llama-3-70b-b200-int8"

COMPUTED: dict[str, Callable[[], float]] = {
    "W-015": lambda: fit(H100, "FP16"),
    "W-016": lambda: fit(H100, "FP32"),
    "W-017": lambda: fit("h200-sxm", "FP16"),
    "W-018": lambda: fit("h200-sxm", "FP16", rule("model-fit-reserve").value),
    "W-019": largest_named_gpu,
    "W-020": lambda: weights("llama-3-70b"),
    "W-021": lambda: served("llama-3-70b", "70B", "4K"),
    "W-022": lambda: served("llama-3-70b", "70B", "128K"),
    "W-023": lambda: served("llama-3-8b", "8B", "4K"),
    "W-024": lambda: served("llama-3-8b", "8B", "128K"),
    "W-025": lambda: weights("llama-3-70b", "INT8"),
    "W-026": lambda: weights("llama-3-70b", "INT4"),
    "W-027": lambda: kv_cache_gb(model("llama-3-70b"), K4),
    "W-028": lambda: kv_cache_gb(model("llama-3-70b"), K128),
    "W-029": lambda: kv_cache_gb(model("llama-3-70b"), K128),
    "W-030": lambda: (
        variant("kv-cache-size", "70B 128K, AI/ML Infrastructure (2026-06-18), second table").value
        / (K128 / CONTEXT_TOKENS_PER_K)
    ),
    "W-031": lambda: queries("survey-llama-3-8b-h100-fp16-b1"),
    "W-032": lambda: queries("survey-llama-3-8b-h100-fp16-b128"),
    "W-033": lambda: (
        serving("survey-llama-3-8b-h100-fp16-b128").tokens_s
        / serving("survey-llama-3-8b-h100-fp16-b128").batch
    ),
    "W-034": lambda: queries("survey-llama-3-8b-h100-int4-b128"),
    "W-035": lambda: queries("survey-llama-3-70b-4-h100-int4-b64"),
    "W-036": lambda: queries("survey-llama-3-70b-8-h100-fp16-b128"),
    "W-037": lambda: queries("survey-deepseek-r1-8-h200-fp8-b64"),
    "W-038": lambda: bound("survey-llama-3-8b-h100-fp16-b1"),
    "W-039": lambda: bound("survey-llama-3-70b-4-h100-fp16-b1"),
    "W-040": lambda: bound("survey-llama-3-70b-h100-pcie-int8"),
    "W-041": lambda: token_price(B200_RUN),
    "W-042": lambda: token_price(B200_RUN, "spot"),
    "W-043": lambda: token_price("survey-llama-3-70b-h100-pcie-int8"),
    "W-044": lambda: token_price("survey-llama-3-70b-a100-int8"),
    "W-045": lambda: token_price("survey-llama-3-70b-h100-sxm-aws-int8"),
    "W-046": lambda: token_price("survey-llama-3-70b-h200-int8"),
    "W-047": lambda: token_price("survey-llama-3-70b-l40s-int8"),
    "W-066": lambda: replicated("llama-3-70b", "70B"),
    "W-067": lambda: replicated("llama-3-8b", "8B"),
    "W-068": lambda: replicated("llama-3-70b", "70B") / chip("dgx-h100").gpus,
    "W-069": lambda: replicated("llama-3-8b", "8B") / chip("dgx-h100").gpus,
    "W-070": lambda: state("llama-3-70b", "pure-bf16") / weights("llama-3-70b"),
    "W-071": lambda: hourly("survey-llama-3-8b-64-h100"),
    "W-072": lambda: hourly("survey-llama-3-70b-512-h100"),
    "W-073": lambda: hourly("survey-llama-3-1-405b-16384-h100"),
    "W-074": lambda: accelerator_hours(training("survey-deepseek-r1-2048-h800")) / 1e6,
    "W-077": lambda: effective(8),
    "W-078": lambda: effective(16_384),
    "W-091": lambda: weights("bert-base"),
    "W-092": lambda: state("bert-base", "AI Infrastructure course"),
    "W-093": lambda: weights("gpt-2-1-5b"),
    "W-094": lambda: state("gpt-2-1-5b", "AI Infrastructure course"),
    "W-095": lambda: weights("gpt-3-175b"),
    "W-096": lambda: state("gpt-3-175b", "AI Infrastructure course"),
    "W-097": lambda: accelerators_to_hold(weights("gpt-3-175b"), memory(A100)),
    "W-098": lambda: accelerators_to_hold(
        state("gpt-3-175b", "AI Infrastructure course"), memory(A100)
    ),
    "W-099": lambda: weights("llama-2-70b"),
    "W-100": lambda: state("llama-2-70b", "AI Infrastructure course"),
    "W-101": lambda: accelerators_to_hold(weights("llama-2-70b"), memory(A100)),
    "W-102": lambda: accelerators_to_hold(
        state("llama-2-70b", "AI Infrastructure course"), memory(A100)
    ),
    "W-103": listed_parts,
    "W-116": lambda: state("llama-2-7b", "AI Infrastructure course"),
    "W-117": lambda: accelerators_to_hold(
        state("gpt-3-175b", "AI Infrastructure course"), node_memory("dgx-h100")
    ),
    "W-121": lambda: multiple("low"),
    "W-122": lambda: multiple("high"),
    "W-123": lambda: node_memory("dgx-h100"),
    "W-124": lambda: weights("llama-3-1-405b"),
    "W-125": lambda: weights("llama-2-13b"),
    "W-126": lambda: weights("llama-3-70b", "INT4"),
    "W-146": rented_days,
    "W-149": possible_days,
    "W-152": lambda: state("llama-2-7b", "times-four"),
    "W-153": lambda: state("llama-2-13b", "times-four"),
    "W-154": lambda: accelerators_to_hold(state("llama-2-13b", "times-four"), memory(H100)),
    "W-155": lambda: state("llama-3-70b", "times-four"),
    "W-156": lambda: state("llama-3-1-405b", "times-four") / 1000,
    "W-157": lambda: state("gpt-4-estimate", "times-four") / 1000,
    "W-162": lambda: named_days("7b"),
    "W-163": lambda: named_days("70b"),
    "W-164": lambda: named_days("400b"),
    "W-165": lambda: named_days("1t"),
}
LATER: dict[str, str] = {}
