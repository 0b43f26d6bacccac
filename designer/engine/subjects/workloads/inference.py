"""Serving in closed form: a step of decoding, a prompt, and both together in one engine.

A step reads all weights that its tokens need, or computes with them, whichever takes longer, and
reads the cache of every sequence; a prompt computes. With continuous batching each output token of
a sequence waits for one step and for its share of the prompts that come in between. Nothing waits
in a queue here: the first token comes no earlier than its prompt is read.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.software_profile import InferenceProfile
from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.shape import Shape, see_that_it_splits

_HALF: Final = 2
"""Bytes of an activation in 16 bits, which tensor parallelism adds up."""
_LONGEST: Final = 2**30
"""Tokens beyond which no prompt is sought."""


@dataclass(frozen=True, slots=True)
class Server:
    """A group of GPUs that serves one copy of a model.

    Attributes
    ----------
    tensor
        GPUs that share every layer.
    weight_bytes, cache_bytes
        Of one parameter, and of one element of the cache.
    peak, peak_16
        Dense FLOP/s of one GPU at the precision of the weights, and in 16 bits.
    memory_bandwidth, links
        B/s of one GPU: its memory, its links one way.
    memory
        Bytes of one GPU.
    """

    tensor: int
    weight_bytes: float
    cache_bytes: float
    peak: float
    peak_16: float
    memory_bandwidth: float
    links: float
    memory: float


@dataclass(frozen=True, slots=True)
class Step:
    """One step of decoding, s: computed or read, the cache, tensor parallelism, the rest."""

    weights: float
    cache: float
    tensor: float
    fixed: float

    @property
    def total(self) -> float:
        """The step."""
        return self.weights + self.cache + self.tensor + self.fixed


def decode(
    shape: Shape, server: Server, profile: InferenceProfile, batch: float, context: float
) -> Step:
    """Return one step of `batch` sequences that have `context` tokens each."""
    tensor = server.tensor
    read = weights_read(shape, batch) * server.weight_bytes
    reading = read / (tensor * server.memory_bandwidth * profile.weights)
    computing = 2 * shape.multiplied * batch / (tensor * server.peak * profile.decode)
    cached = kv_cache(shape, context, server.cache_bytes, tensor).on_gpu * batch
    return Step(
        max(reading, computing),
        cached / (server.memory_bandwidth * profile.cache),
        _tensor_s(shape, server, profile, batch),
        shape.layers * profile.layer_us * 1e-6 + profile.step_ms * 1e-3,
    )


@dataclass(frozen=True, slots=True)
class Prompt:
    """Reading one prompt, s: products, scores of attention, tensor parallelism, the rest."""

    products: float
    scores: float
    tensor: float
    fixed: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.products + self.scores + self.tensor + self.fixed


def prefill(shape: Shape, server: Server, profile: InferenceProfile, prompt: float) -> float:
    """Return the time to read a prompt, s."""
    return prompt_parts(shape, server, profile, prompt).total


def prompt_parts(shape: Shape, server: Server, profile: InferenceProfile, prompt: float) -> Prompt:
    """Return where that goes: products, the half of its scores, tensor parallelism."""
    tensor = server.tensor
    products = 2 * shape.multiplied * prompt / (tensor * server.peak * profile.prefill)
    seen = prompt * (shape.layers - shape.windowed_layers)
    seen += min(prompt, 2 * shape.window) * shape.windowed_layers
    scores = (shape.query_width + shape.output_width) * prompt * seen
    return Prompt(
        products, scores / (tensor * server.peak_16 * profile.attention),
        _tensor_s(shape, server, profile, prompt), shape.layers * profile.layer_us * 1e-6,
    )  # fmt: skip


def weights_read(shape: Shape, batch: float) -> float:
    """Return the parameters that a step of so many tokens reads.

    Of experts those that at least one token chooses: E·(1 − (1 − k/E)^batch) on average.
    """
    if not shape.experts:
        return float(shape.multiplied)
    sparse = shape.layers - shape.dense_layers
    chosen = shape.experts_active * shape.expert * sparse
    missed: float = (1 - shape.experts_active / shape.experts) ** batch
    hit = shape.experts * (1 - missed)
    return shape.multiplied - chosen + hit * shape.expert * sparse


def _tensor_s(shape: Shape, server: Server, profile: InferenceProfile, tokens: float) -> float:
    """Return the two all-reduces of every layer."""
    if server.tensor == 1:
        return 0.0
    part = 2 * (server.tensor - 1) / server.tensor
    volume = part * _HALF * tokens * shape.hidden
    each = volume / (server.links * profile.scaleup) + profile.latency_us * 1e-6
    return 2 * shape.layers * each


@dataclass(frozen=True, slots=True)
class Load:
    """Requests of one kind: tokens of a prompt and of its answer."""

    prompt: int
    answer: int


@dataclass(frozen=True, slots=True)
class Serving:
    """What a server does under a load with so many sequences at a time.

    Attributes
    ----------
    first_token_s
        The prompt alone, with nothing before it.
    token_s
        Between two tokens of one sequence: a step, and its share of prompts.
    tokens_per_s
        Output of all sequences.
    """

    batch: int
    first_token_s: float
    token_s: float
    tokens_per_s: float
    step: Step


def serving(
    shape: Shape, server: Server, profile: InferenceProfile, load: Load, batch: int
) -> Serving:
    """Return the speed of a full server: as many requests come as leave."""
    step = decode(shape, server, profile, batch, load.prompt + load.answer / 2)
    first = prefill(shape, server, profile, load.prompt)
    token = step.total + batch / load.answer * first
    return Serving(batch, first, token, batch / token, step)


def room_for_cache(shape: Shape, server: Server, profile: InferenceProfile) -> float:
    """Return the bytes of each GPU that weights and reserve leave; below 0 where they do not fit.

    Raises
    ------
    ValueError
        If the GPUs cannot share a layer evenly.
    """
    see_that_it_splits(shape, server.tensor)
    weights = shape.parameters * server.weight_bytes / server.tensor
    return server.memory * profile.memory_share - weights - profile.reserve_gb * 1e9


def largest_batch(shape: Shape, server: Server, profile: InferenceProfile, load: Load) -> int:
    """Return the sequences that fit beside the weights; 0 where these alone do not.

    Engines that never take memory back plan for whole answers, others for half of them.

    Raises
    ------
    ValueError
        If the GPUs cannot share a layer evenly.
    """
    left = room_for_cache(shape, server, profile)
    tokens = load.prompt + (load.answer / 2 if profile.evicts else load.answer)
    each = kv_cache(shape, tokens, server.cache_bytes, server.tensor).on_gpu
    return max(0, int(left / each))


def longest_prompt(
    shape: Shape, server: Server, profile: InferenceProfile, answer: int, first_token_s: float
) -> int:
    """Return the tokens of the longest prompt that is read within a time and whose cache fits.

    Found by halves, for both grow with the prompt; 0 where not even one token is.
    """
    room = room_for_cache(shape, server, profile)

    def can(prompt: int) -> bool:
        kept = kv_cache(shape, prompt + answer, server.cache_bytes, server.tensor).on_gpu
        return kept <= room and prefill(shape, server, profile, prompt) <= first_token_s

    low, high = 0, 1
    while high < _LONGEST and can(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if can(middle) else (low, middle)
    return low
