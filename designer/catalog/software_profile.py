"""Software profiles: how fast a training or serving stack runs on a GPU, as it was measured.

They stand in `catalogs/software_profiles.toml`. A profile is of one stack, one generation of GPUs
and a date: stacks gain by a quarter within months. It is never put in place of another.
"""

from collections.abc import Iterator
from typing import Final, Literal

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import SourceKind
from designer.model.record import Record

_BELOW_ALL: Final = 100.0
_FACTOR_OF_TEN: Final = 900.0


class _Profile(Record):
    """What all profiles say.

    Attributes
    ----------
    gpus
        Catalogue ids of what it was measured on.
    precisions
        Of the matrix products that were measured.
    band_pct
        A measurement lies within so much of a prediction for what was measured ...
    within_pct
        ... in so many of a hundred cases, as it claims.
    other_band_pct
        The same of other GPUs, precisions and small models.
    mean_error_pct, worst_error_pct, rows
        Of how many published rows. No figure was fitted on them by arithmetic; bands, and what its
        source says so of, were set with them in sight.
    measured
        What these rows are.
    """

    id: str
    name: str
    gpus: tuple[str, ...]
    precisions: tuple[str, ...]
    as_of: str
    scaleup: float
    latency_us: float
    band_pct: float
    within_pct: float
    other_band_pct: float
    mean_error_pct: float | None = None
    worst_error_pct: float | None = None
    rows: int = 0
    measured: str = ""
    source: str
    kind: SourceKind
    note: str = ""
    cited: Citation = NOTHING_CITED

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield shares that are none."""
        for name in self.shares:
            share: float = getattr(self, name)
            if not 0 <= share <= 1:
                yield name, f"{name} of {self.id}: give a share, 0 to 1"
        if not 0 < self.band_pct <= self.other_band_pct < self.widest_pct:
            yield "band_pct", f"bands of {self.id}: above 0, the other one not narrower"

    @property
    def shares(self) -> tuple[str, ...]:
        """Names of its fields that are shares."""
        return ("scaleup",)

    @property
    def widest_pct(self) -> float:
        """What its bands are below: of a time less so much of it something must be left."""
        return _BELOW_ALL


class TrainingProfile(_Profile):
    """Rates of training.

    Attributes
    ----------
    gemm, attention, memory, scaleup, scaleout
        Shares of the dense peak, of the memory's, the node's and the network's bandwidth.
    latency_us
        Of one collective.
    kernel_us
        From one kernel to the next.
    data_overlap, tensor_overlap
        Parts of these that computing hides.
    skips_masked
        Whether attention leaves out the masked half of causal scores.
    gathers
        Whether it is a stack that gathers sharded weights layer by layer (FSDP, ZeRO-3).
    """

    work: Literal["training"] = "training"
    gemm: float
    attention: float
    memory: float
    scaleout: float
    kernel_us: float
    data_overlap: float = 0.0
    tensor_overlap: float = 0.0
    skips_masked: bool = False
    gathers: bool = False

    @property
    def shares(self) -> tuple[str, ...]:
        """Names of its fields that are shares."""
        return (
            "gemm", "attention", "memory", "scaleup", "scaleout", "data_overlap", "tensor_overlap",
        )  # fmt: skip


class InferenceProfile(_Profile):
    """Rates of serving.

    Attributes
    ----------
    engine
        The software's name.
    weights, cache
        Shares of the memory's bandwidth at which weights and the KV cache are read.
    decode, prefill, attention
        Shares of the dense peak: products of one token of each sequence, of a prompt, and its
        attention (in 16 bits).
    layer_us, step_ms
        Of every layer, and of every step of the scheduler.
    memory_share
        Part of the memory that the engine takes for weights and cache.
    reserve_gb
        What it takes of it beside these.
    cache_fp8
        Precisions of the weights with which its cache was in FP8 when it was measured; with others
        it was in 16 bits.
    evicts
        Whether requests give way to others: then it plans for half of their answers.

    Its bands are factors, either way: 100 % is half to twice.
    """

    work: Literal["inference"] = "inference"
    engine: str
    weights: float
    cache: float
    decode: float
    prefill: float
    attention: float
    layer_us: float
    step_ms: float
    memory_share: float
    reserve_gb: float
    evicts: bool = False
    cache_fp8: tuple[str, ...] = ()

    def cache_for(self, precision: str) -> Literal["bf16", "fp8"]:
        """Return the precision of the cache with which weights in one were measured."""
        return "fp8" if precision in self.cache_fp8 else "bf16"

    @property
    def shares(self) -> tuple[str, ...]:
        """Names of its fields that are shares."""
        return ("weights", "cache", "decode", "prefill", "attention", "scaleup", "memory_share")

    @property
    def widest_pct(self) -> float:
        """What its bands are below."""
        return _FACTOR_OF_TEN
