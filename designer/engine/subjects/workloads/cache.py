"""The KV cache: bytes of a token, of a context, and of one GPU of a tensor group.

Grouped, multi-query and full attention keep a key and a value for each KV head; latent attention
one compressed vector and the rotary part of the key (DeepSeek-V3, arXiv 2412.19437). A layer with a
sliding window keeps no more than its window.
"""

from dataclasses import dataclass

from designer.engine.subjects.workloads.shape import Shape


@dataclass(frozen=True, slots=True)
class Cache:
    """What a context takes.

    Attributes
    ----------
    per_token
        Bytes that one more token adds in all layers, while none has reached its window.
    bytes_
        Of one sequence, in all layers, each thing once.
    on_gpu
        Of one sequence, on each GPU of a tensor group: KV heads are split over it, and held by
        several GPUs where there are fewer heads than GPUs; a latent is held by all of them.
    """

    per_token: float
    bytes_: float
    on_gpu: float


def kv_cache(shape: Shape, tokens: float, each: float, tensor: int = 1) -> Cache:
    """Return the cache of one sequence.

    Parameters
    ----------
    each
        Bytes of one element: 2 in 16 bits, 1 in FP8.
    tensor
        GPUs that share every layer.
    """
    of_layer = shape.cached_per_token * each
    full = shape.layers - shape.windowed_layers
    seen = min(tokens, shape.window) if shape.windowed_layers else 0
    whole = of_layer * (full * tokens + shape.windowed_layers * seen)
    return Cache(of_layer * shape.layers, whole, whole * share(shape, tensor))


def share(shape: Shape, tensor: int) -> float:
    """Return the part of the cache that each GPU of a tensor group holds."""
    if not shape.kv_heads:
        return 1.0
    return -(-shape.kv_heads // tensor) / shape.kv_heads
