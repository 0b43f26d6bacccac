"""The parameters that follow from a model's shape.

Counts take every matrix, the gains of normalizations and learned position tables. Biases are left
out: below 0.1 % of any model here. Formulas: Narayanan et al., Efficient Large-Scale Language Model
Training on GPU Clusters, arXiv 2104.04473, eq. 2 for plain layers; Llama 3 paper, arXiv 2407.21783,
section 3.2 for grouped keys and gated layers; DeepSeek-V3 report, arXiv 2412.19437, section 2.1 for
latent attention and experts.
"""

from designer.catalog.records.workloads import Model


def parameter_count(model: Model) -> int | None:
    """Return the parameters that a model's shape implies; None if the shape is not known.

    A convolutional network has no such shape and gives None.
    """
    return _count(model, active=False)


def active_parameter_count(model: Model) -> int | None:
    """Return the parameters that work on one token.

    Only the chosen and shared experts count, and the input table does not: reading one row of it
    is no arithmetic.
    """
    return _count(model, active=True)


def _count(model: Model, *, active: bool) -> int | None:
    attention = attention_parameters(model)
    layers, hidden, vocabulary = model.layers, model.hidden, model.vocabulary
    if attention is None or layers is None or hidden is None or vocabulary is None:
        return None
    dense = layers if model.experts is None else model.dense_layers or 0
    matrices = 3 if model.gated else 2
    feed_forward = 0
    if dense:
        if model.ffn is None:
            return None
        feed_forward += dense * matrices * hidden * model.ffn
    if dense < layers:
        each = expert_parameters(model, hidden, matrices, active=active)
        if each is None:
            return None
        feed_forward += (layers - dense) * each
    norms = (2 * layers + 1) * hidden
    # What works on a token are the output table and one row of the input table.
    tables = vocabulary * hidden * (1 if active or model.tied_embeddings else 2)
    if model.positions == "learned":
        if model.context_tokens is None:
            return None
        tables += model.context_tokens * hidden
    return layers * attention + feed_forward + norms + tables


def attention_parameters(model: Model) -> int | None:
    """Return the four projections of one layer, or the low-rank ones of latent attention."""
    hidden, heads = model.hidden, model.heads
    if hidden is None or heads is None:
        return None
    if model.attention == "mla":
        query, latent, rope = model.query_latent_dim, model.latent_dim, model.rope_dim
        nope, value = model.nope_dim, model.value_dim
        if query is None or latent is None or rope is None or nope is None or value is None:
            return None
        return (
            hidden * query
            + query * heads * (nope + rope)
            + hidden * (latent + rope)
            + latent * heads * (nope + value)
            + heads * value * hidden
        )
    if model.kv_heads is None or model.head_dim is None:
        return None
    return 2 * hidden * model.head_dim * (heads + model.kv_heads)


def expert_parameters(model: Model, hidden: int, matrices: int, *, active: bool) -> int | None:
    """Return the experts of one layer with the router that chooses them."""
    routed = model.experts_active if active else model.experts
    if routed is None or model.experts is None or model.expert_ffn is None:
        return None
    each = matrices * hidden * model.expert_ffn
    return (routed + (model.experts_shared or 0)) * each + model.experts * hidden
