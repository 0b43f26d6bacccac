"""A model's shape in whole numbers, with the parameters of one layer worked out once.

The counts are those of `designer.catalog.model_shape`, which owns their formulas; here nothing may
be missing any more, so that formulas of memory and time need not ask.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.model_shape import (
    active_parameter_count,
    attention_parameters,
    expert_parameters,
    parameter_count,
)
from designer.catalog.records.workloads import Model

_GATED_MATRICES: Final = 3
_PLAIN_MATRICES: Final = 2


@dataclass(frozen=True, slots=True)
class Shape:
    """A decoder's shape.

    Attributes
    ----------
    layers, dense_layers
        All layers, and those at the bottom without experts (all, where there are none).
    query_width, key_width, value_width, output_width
        What the queries, the keys, the values and what attention gives take of one token in a
        layer, elements; of latent attention after they are expanded.
    cached_per_token
        Elements that a token leaves in the KV cache of one layer.
    kv_heads
        Heads that keys and values are stored for; 0 where one latent is stored for all.
    latents
        Elements of the compressed query, key and value of latent attention; 0 of others.
    matrices
        Of a feed-forward layer: 3 with a gate, 2 without.
    attention, dense_ffn, expert, shared_ffn, router
        Parameters of one layer: attention, the dense feed-forward, one routed expert, all shared
        experts, what chooses between experts.
    table, positions
        Parameters of a table of the vocabulary, and of learned positions.
    parameters, active_parameters
        All, and those that work on one token (without the input table).
    window, windowed_layers
        Tokens that a layer with a sliding window looks back on, and how many layers have one.
    """

    name: str
    layers: int
    dense_layers: int
    hidden: int
    heads: int
    kv_heads: int
    query_width: int
    key_width: int
    value_width: int
    output_width: int
    cached_per_token: int
    latents: int
    ffn: int
    expert_ffn: int
    matrices: int
    experts: int
    experts_active: int
    experts_shared: int
    vocabulary: int
    attention: int
    dense_ffn: int
    expert: int
    shared_ffn: int
    router: int
    table: int
    tied: bool
    positions: int
    parameters: int
    active_parameters: int
    window: int
    windowed_layers: int

    @property
    def multiplied(self) -> int:
        """Parameters that a token is multiplied with: the active ones, learned positions apart."""
        return self.active_parameters - self.positions


def shape_of(model: Model) -> Shape:
    """Return the shape of a model of the catalogue, or of one that is put together by hand.

    Raises
    ------
    ValueError
        If it is no decoder, or does not state a figure that its kind needs; the message names it.
    """
    if model.architecture not in ("decoder", "moe-decoder"):
        kind = model.architecture or "of a kind that nobody states"
        raise ValueError(f"{model.name} is no decoder of transformer layers but {kind}")
    layers, hidden = _need(model, "layers"), _need(model, "hidden")
    heads, vocabulary = _need(model, "heads"), _need(model, "vocabulary")
    latent = model.attention == "mla"
    if latent:
        nope, rope, width = (_need(model, f) for f in ("nope_dim", "rope_dim", "value_dim"))
        stored, query = _need(model, "latent_dim"), _need(model, "query_latent_dim")
        queries = keys = heads * (nope + rope)
        values, cached, latents, kv_heads = heads * width, stored + rope, query + stored + rope, 0
        output = values
    else:
        head_dim, kv_heads = _need(model, "head_dim"), _need(model, "kv_heads")
        if heads % kv_heads:
            raise ValueError(f"{model.name}: {heads} heads cannot share {kv_heads} KV heads evenly")
        queries, keys = heads * head_dim, kv_heads * head_dim
        values, cached, latents = keys, 2 * keys, 0
        output = queries
    matrices = _GATED_MATRICES if model.gated else _PLAIN_MATRICES
    experts = _if_any(model, "experts")
    dense = _if_any(model, "dense_layers") if experts else layers
    ffn = _need(model, "ffn") if dense else 0
    expert_ffn = _need(model, "expert_ffn") if experts else 0
    chosen = _need(model, "experts_active") if experts else 0
    shared = _if_any(model, "experts_shared") if experts else 0
    expert = matrices * hidden * expert_ffn
    positions = _need(model, "context_tokens") * hidden if model.positions == "learned" else 0
    total, active = parameter_count(model), active_parameter_count(model)
    attention = attention_parameters(model)
    of_experts = expert_parameters(model, hidden, matrices, active=False) if experts else 0
    for field in ("dense_layers", "windowed_layers"):
        count = _if_any(model, field)
        if count > layers:
            of = field.replace("_", " ")
            raise ValueError(f"{model.name} has {count} {of}: not of {layers}")
    if total is None or active is None or attention is None or of_experts is None:
        raise ValueError(f"{model.name}: its shape is not stated in full")
    return Shape(
        name=model.name, layers=layers, dense_layers=dense, hidden=hidden, heads=heads,
        kv_heads=kv_heads, query_width=queries, key_width=keys, value_width=values,
        output_width=output, cached_per_token=cached, latents=latents, ffn=ffn,
        expert_ffn=expert_ffn, matrices=matrices, experts=experts, experts_active=chosen,
        experts_shared=shared,
        vocabulary=vocabulary, attention=attention, dense_ffn=matrices * hidden * ffn,
        expert=expert, shared_ffn=shared * expert,
        router=of_experts - (experts + shared) * expert, table=vocabulary * hidden,
        tied=bool(model.tied_embeddings), positions=positions, parameters=total,
        active_parameters=active, window=_if_any(model, "window_tokens"),
        windowed_layers=_if_any(model, "windowed_layers"),
    )  # fmt: skip


def see_that_it_splits(shape: Shape, tensor: int) -> None:
    """See that GPUs can share a layer.

    Raises
    ------
    ValueError
        If the heads cannot be dealt out evenly.
    """
    if shape.heads % tensor:
        raise ValueError(f"{shape.heads} heads cannot be shared evenly by tp={tensor} GPUs")


def _need(model: Model, field: str) -> int:
    found: int | None = getattr(model, field)
    if found is None:
        raise ValueError(f"{model.name} does not state {field}, which its memory follows from")
    return found


def _if_any(model: Model, field: str) -> int:
    """Return a count that an entry leaves out where there is none of it."""
    found: int | None = getattr(model, field)
    return found or 0
