"""Models with their shape, and what training and serving them was published to take."""

from typing import ClassVar, Literal

from designer.catalog.entry import Entry


class Model(Entry):
    """A neural network's shape. Memory and FLOP follow from it; they are computed, never stored.

    Attributes
    ----------
    parameters_b, active_parameters_b
        Billions (1e9) in all, and per token where experts are chosen.
    vocabulary, context_tokens
        Entries and tokens.
    """

    references: ClassVar[dict[str, str]] = {"replaces": "model"}

    architecture: Literal["", "decoder", "encoder", "encoder-decoder", "moe-decoder", "cnn"] = ""
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
    attention: Literal["", "mha", "mqa", "gqa", "mla"] = ""
    latent_dim: int | None = None
    rope_dim: int | None = None
    experts: int | None = None
    experts_active: int | None = None
    experts_shared: int | None = None
    expert_ffn: int | None = None
    dense_layers: int | None = None
    training_tokens_b: float | None = None
    estimated: bool = False


class TrainingRun(Entry):
    """A training run as somebody published it; costs stand in `prices` per `run`."""

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
    estimated: bool = False


class InferenceRun(Entry):
    """A serving throughput as somebody published it.

    Attributes
    ----------
    tokens_s
        Output tokens per second of all requests together.
    batch
        Requests at a time.
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
    batch: int | None = None
    tensor_parallel: int | None = None
    output_tokens: int | None = None
    tokens_s: float | None = None
    tokens_s_low: float | None = None
    tokens_s_high: float | None = None
    offer: str = ""
    suspect: bool = False
