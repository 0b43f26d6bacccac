"""Models with their shape, and what training and serving them was published to take."""

from typing import ClassVar, Literal

from designer.catalog.entry import Entry


class Model(Entry):
    """A neural network's shape. Memory and FLOP follow from it; they are computed, never stored.

    Attributes
    ----------
    nominal_b
        Billions (1e9) of parameters as the name rounds them; rules of thumb multiply this.
    parameters_b, active_parameters_b
        Billions as published: in all, and per token where experts are chosen.
    hidden, ffn, expert_ffn
        Width of the residual stream, of a dense feed-forward layer and of one expert.
    heads, kv_heads, head_dim
        Query heads, heads that keys and values are stored for, and the width of one.
    gated
        Whether the feed-forward layer has a gate, three matrices instead of two.
    attention
        How keys and values are shared between query heads; `mla` stores one latent instead.
    latent_dim, rope_dim
        What multi-head latent attention caches per token and layer: latent and rotary part.
    query_latent_dim, nope_dim, value_dim
        Width of its query latent, and of the unrotated and value part of a head.
    dense_layers
        Layers at the bottom that have no experts.
    window_tokens, windowed_layers
        Tokens that a layer with a sliding window looks back on, and how many layers have one.
    vocabulary, context_tokens
        Entries and tokens.
    positions
        `learned` ones are a table of parameters, others cost none.
    tied_embeddings
        Whether input and output share one table.
    """

    references: ClassVar[dict[str, str]] = {"replaces": "model"}

    architecture: Literal["", "decoder", "encoder", "encoder-decoder", "moe-decoder", "cnn"] = ""
    nominal_b: float | None = None
    parameters_b: float | None = None
    active_parameters_b: float | None = None
    layers: int | None = None
    hidden: int | None = None
    heads: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None
    ffn: int | None = None
    gated: bool | None = None
    vocabulary: int | None = None
    context_tokens: int | None = None
    positions: Literal["", "learned", "rotary", "alibi"] = ""
    tied_embeddings: bool | None = None
    attention: Literal["", "mha", "mqa", "gqa", "mla"] = ""
    latent_dim: int | None = None
    rope_dim: int | None = None
    query_latent_dim: int | None = None
    nope_dim: int | None = None
    value_dim: int | None = None
    experts: int | None = None
    experts_active: int | None = None
    experts_shared: int | None = None
    expert_ffn: int | None = None
    dense_layers: int | None = None
    window_tokens: int | None = None
    windowed_layers: int | None = None
    training_tokens_b: float | None = None
    estimated: bool = False


class TrainingRun(Entry):
    """A training run as somebody published it; costs stand in `prices` per `run`.

    Attributes
    ----------
    mfu
        Model FLOP per second over the dense peak of the chip; a share.
    tflops_per_accelerator
        As published; the note says how attention was counted where that is known.
    tokens_s_per_accelerator, step_s
        Measured speed: tokens per second of one accelerator, seconds of one optimizer step.
    batch, micro_batch
        Sequences of `sequence_tokens` in one optimizer step, and in one pass of one pipeline.
    tensor_parallel, pipeline_parallel, context_parallel, expert_parallel, data_parallel
        Degrees of the plan.
    interleave
        Chunks of layers per pipeline stage.
    goodput
        Share of wall time in which training advanced.
    interruptions
        Unplanned ones, during `days`.
    suspect
        The figures cannot all be right; `note` and the conflict say why.
    """

    references: ClassVar[dict[str, str]] = {"model": "model", "accelerator": "part"}

    model: str
    accelerator: str = ""
    accelerators: int | None = None
    accelerators_low: int | None = None
    accelerators_high: int | None = None
    days: float | None = None
    days_low: float | None = None
    days_high: float | None = None
    accelerator_hours: float | None = None
    tokens_b: float | None = None
    precision: str = ""
    mfu: float | None = None
    mfu_low: float | None = None
    mfu_high: float | None = None
    tflops_per_accelerator: float | None = None
    tokens_s_per_accelerator: float | None = None
    step_s: float | None = None
    sequence_tokens: int | None = None
    batch: int | None = None
    micro_batch: int | None = None
    tensor_parallel: int | None = None
    pipeline_parallel: int | None = None
    context_parallel: int | None = None
    expert_parallel: int | None = None
    data_parallel: int | None = None
    interleave: int | None = None
    framework: str = ""
    goodput: float | None = None
    interruptions: int | None = None
    estimated: bool = False
    suspect: bool = False


class InferenceRun(Entry):
    """A serving throughput as somebody published it.

    Attributes
    ----------
    tokens_s
        Output tokens per second of all requests together.
    batch
        Requests at a time; unknown where the source names none.
    input_tokens, output_tokens
        Of one request.
    first_token_ms, per_token_ms
        Time to first token, and between tokens after it.
    engine
        The serving software.
    suspect
        The figure is above what memory bandwidth or capacity allows; the note says how far.
    """

    references: ClassVar[dict[str, str]] = {
        "model": "model",
        "accelerator": "part",
        "offer": "cloud_offer",
    }

    model: str
    accelerator: str = ""
    accelerators: int | None = None
    precision: str = ""
    engine: str = ""
    batch: int | None = None
    tensor_parallel: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    tokens_s: float | None = None
    tokens_s_low: float | None = None
    tokens_s_high: float | None = None
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    offer: str = ""
    suspect: bool = False
