"""Figures that follow for models and for published training and serving runs."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.derived.base import Derived, newest, newest_rate, number, times
from designer.catalog.entry import PriceScope
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun
from designer.catalog.sizing import FLOP_PER_PARAMETER_AND_TOKEN, state_gb
from designer.model.units import HOURS_PER_DAY, TOKENS_PER_QUERY

BYTES_PER_PARAMETER: Final[dict[str, float]] = {
    "FP32": 4.0,
    "TF32": 4.0,
    "FP16": 2.0,
    "BF16": 2.0,
    "FP8": 1.0,
    "INT8": 1.0,
    "FP4": 0.5,
    "INT4": 0.5,
}
"""Bytes a weight takes; scales of quantized formats, some percent, are left out."""
_SHOWN: Final = ("FP16", "FP8", "INT4")
_KV_BYTES: Final = 2
"""Keys and values are kept in 16 bits unless a server is told otherwise."""


def weights_gb(model: Model, precision: str) -> float | None:
    """Return the size of a model's weights alone, in GB, or None if anything is unknown."""
    each = BYTES_PER_PARAMETER.get(precision.upper())
    return state_gb(model.parameters_b, each) if model.parameters_b and each else None


def kv_bytes_per_token(model: Model, bytes_each: float = _KV_BYTES) -> float | None:
    """Return the bytes of keys and values that one token of context takes in all layers.

    Grouped, multi-query and full multi-head attention keep a key and a value per KV head; latent
    attention keeps one compressed vector and the rotary part of the key.

    Returns
    -------
    float or None
        None for a model without such a cache, or of which the shape is not known.
    """
    if model.architecture not in ("decoder", "moe-decoder") or not model.layers:
        return None
    if model.attention == "mla":
        if not model.latent_dim or not model.rope_dim:
            return None
        return (model.latent_dim + model.rope_dim) * model.layers * bytes_each
    kv_heads = model.kv_heads or (model.heads if model.attention == "mha" else None)
    head_dim = model.head_dim
    if not head_dim and model.hidden and model.heads:
        head_dim = model.hidden // model.heads
    if not kv_heads or not head_dim:
        return None
    return 2 * model.layers * kv_heads * head_dim * bytes_each


def kv_cache_gb(model: Model, tokens: int, sequences: int = 1) -> float | None:
    """Return the KV cache of a context at 16 bits, in GB: linear in tokens and in sequences."""
    each = kv_bytes_per_token(model)
    return each * tokens * sequences / 1e9 if each is not None else None


def training_flop_per_token(model: Model) -> float | None:
    """Return the training work of one token: of the parameters that it passes through."""
    billions = model.active_parameters_b or model.parameters_b
    return FLOP_PER_PARAMETER_AND_TOKEN * billions * 1e9 if billions else None


def queries_per_second(tokens_s: float, output_tokens: int | None = None) -> float:
    """Return queries a second: answers of 1,000 tokens where nobody says how long they are."""
    return tokens_s / (output_tokens or TOKENS_PER_QUERY)


def usd_per_million_tokens(usd_per_hour: float, tokens_s: float) -> float:
    """Return what a million tokens cost on a machine that makes so many a second."""
    return usd_per_hour / (tokens_s * 3600 / 1e6)


def batch_1_bound_tokens_s(weights: float, memory_gb_s: float, accelerators: int = 1) -> float:
    """Return the most tokens a second for one sequence: each token reads all weights once.

    Parameters
    ----------
    weights
        GB of the weights that a token passes through.
    """
    return accelerators * memory_gb_s / weights


def accelerator_hours(run: TrainingRun) -> float | None:
    """Return a run's accelerator-hours: as published, or accelerators × days × 24."""
    if run.accelerator_hours:
        return run.accelerator_hours
    if run.accelerators and run.days:
        return run.accelerators * run.days * HOURS_PER_DAY
    return None


def model_figures(model: Model) -> Iterator[Derived]:
    """Yield the memory and the work that follow from a model's shape."""
    for precision in _SHOWN:
        size = weights_gb(model, precision)
        if size is not None and model.parameters_b:
            yield Derived(
                f"Weights at {precision}",
                size,
                "GB",
                f"{number(model.parameters_b)} × 10⁹ parameters × "
                f"{number(BYTES_PER_PARAMETER[precision])} B",
            )
    each = kv_bytes_per_token(model)
    if each is not None:
        yield Derived("KV cache per token", each, "B", _kv_words(model))
        if model.context_tokens:
            yield Derived(
                "KV cache of a full context",
                each * model.context_tokens / 1e9,
                "GB",
                f"{number(each)} B × {number(model.context_tokens)} tokens, one sequence, 16 bits",
            )
    flop = training_flop_per_token(model)
    if flop is not None and model.architecture in ("decoder", "moe-decoder"):
        yield Derived(
            "Training work per token",
            flop / 1e9,
            "GFLOP",
            f"{number(FLOP_PER_PARAMETER_AND_TOKEN)} × parameters a token passes through",
        )


def _kv_words(model: Model) -> str:
    if model.attention == "mla":
        return (
            f"({model.latent_dim} latent + {model.rope_dim} rotary) × {model.layers} layers × 2 B"
        )
    heads = model.kv_heads or model.heads
    head_dim = model.head_dim or (model.hidden or 0) // (model.heads or 1)
    return f"2 × {model.layers} layers × {heads} KV heads × {head_dim} × 2 B"


def training_figures(run: TrainingRun, catalog: Catalog, library: Library) -> Iterator[Derived]:
    """Yield a published training run's hours, price per hour, speed and utilization."""
    hours = accelerator_hours(run)
    if hours is None:
        yield from _hours_band(run)
        return
    published = run.accelerator_hours is not None
    words = (
        f"{number(hours)} h, published"
        if published
        else f"{number(run.accelerators or 0)} × {number(run.days or 0)} d × {HOURS_PER_DAY} h"
    )
    yield Derived("Accelerator-hours", hours, "h", words)
    price = next((p for p in newest(run.prices) if p.per == "run"), None)
    if price is not None:
        usd = price.figure_cents / 100
        yield Derived(
            "Price per accelerator-hour",
            usd / hours,
            "USD/h",
            f"{number(usd)} USD ({price.as_of}) ÷ {number(hours)} h",
        )
    if published and run.accelerators:
        yield Derived(
            "Days",
            hours / run.accelerators / HOURS_PER_DAY,
            "d",
            f"{number(hours)} h ÷ {number(run.accelerators)} ÷ {HOURS_PER_DAY} h",
        )
    if run.tokens_b:
        speed = run.tokens_b * 1e9 / (hours * 3600)
        words = f"{number(run.tokens_b)} × 10⁹ tokens ÷ ({number(hours)} h × 3,600 s)"
        yield Derived("Tokens per accelerator and second", speed, "tokens/s", words)
        yield from _utilization(run, speed, catalog, library)


def _hours_band(run: TrainingRun) -> Iterator[Derived]:
    ends = (
        ("lowest", run.accelerators_low or run.accelerators, run.days_low or run.days),
        ("highest", run.accelerators_high or run.accelerators, run.days_high or run.days),
    )
    for word, count, days in ends:
        if count and days:
            yield Derived(
                f"Accelerator-hours, {word}",
                count * days * HOURS_PER_DAY,
                "h",
                f"{number(count)} × {number(days)} d × {HOURS_PER_DAY} h",
            )


def _utilization(
    run: TrainingRun, speed: float, catalog: Catalog, library: Library
) -> Iterator[Derived]:
    model, chip = library.get("model", run.model), catalog.get(run.accelerator)
    flop = training_flop_per_token(model) if isinstance(model, Model) else None
    peak = chip.accelerator.fp16_dense_tflops if chip and chip.accelerator else None
    if flop and peak:
        yield Derived(
            "Model FLOP utilization, of dense FP16",
            100 * speed * flop / (peak * 1e12),
            "%",
            f"{number(speed)} tokens/s × {number(flop / 1e9)} GFLOP ÷ {number(peak)} TFLOPS dense",
        )


def inference_figures(run: InferenceRun, catalog: Catalog, library: Library) -> Iterator[Derived]:
    """Yield a published throughput's queries, speed per user, price per token and bound."""
    if run.tokens_s:
        length = run.output_tokens or TOKENS_PER_QUERY
        yield Derived(
            "Queries per second",
            queries_per_second(run.tokens_s, run.output_tokens),
            "1/s",
            f"{number(run.tokens_s)} tokens/s ÷ {number(length)} tokens",
        )
        if run.batch:
            yield Derived(
                "Tokens per second and sequence",
                run.tokens_s / run.batch,
                "tokens/s",
                f"{number(run.tokens_s)} tokens/s ÷ {run.batch} sequences",
            )
        offer = library.get("cloud_offer", run.offer)
        if isinstance(offer, CloudOffer):
            yield from _token_prices(run, run.tokens_s, offer)
    for word, rate in (("lowest", run.tokens_s_low), ("highest", run.tokens_s_high)):
        if rate:
            length = run.output_tokens or TOKENS_PER_QUERY
            yield Derived(
                f"Queries per second, {word}",
                queries_per_second(rate, run.output_tokens),
                "1/s",
                f"{number(rate)} tokens/s ÷ {number(length)} tokens",
            )
    yield from _bound(run, catalog.get(run.accelerator), library.get("model", run.model))


def _token_prices(run: InferenceRun, tokens_s: float, offer: CloudOffer) -> Iterator[Derived]:
    count = run.accelerators
    if count is None:
        # A throughput of nobody says how many chips has no price by the chip.
        return
    scopes: tuple[tuple[str, PriceScope], ...] = (("on demand", "on-demand"), ("spot", "spot"))
    for word, scope in scopes:
        rate = newest_rate(offer, scope)
        if rate is not None:
            yield Derived(
                f"Price of a million tokens, {word}",
                usd_per_million_tokens(rate.usd * count, tokens_s),
                "USD",
                f"{times(count)}{number(rate.usd)} USD/h ({offer.name}, {rate.price.as_of}) ÷ "
                f"({number(tokens_s)} tokens/s × 3,600 s ÷ 10⁶)",
            )


def _bound(run: InferenceRun, chip: Part | None, model: object) -> Iterator[Derived]:
    each = BYTES_PER_PARAMETER.get(run.precision.upper())
    speed = chip.accelerator.memory_gb_s if chip and chip.accelerator else None
    billions = (model.active_parameters_b or model.parameters_b) if isinstance(model, Model) else 0
    count = run.accelerators
    if not each or not speed or not billions or count is None:
        return
    bound = batch_1_bound_tokens_s(billions * each, speed, count)
    yield Derived(
        "Bound for one sequence, by memory bandwidth",
        bound,
        "tokens/s",
        f"{times(count)}{number(speed)} GB/s ÷ ({number(billions)} × {number(each)} B)",
    )
    if run.tokens_s and run.batch == 1:
        yield Derived(
            "Stated speed against the bound",
            run.tokens_s / bound,
            "×",
            f"{number(run.tokens_s)} ÷ {number(bound)} tokens/s; above 1 needs more than one token "
            "per reading of the weights",
        )
