"""Memory of training on one GPU, part by part, in bytes.

States follow from the parameters on a stage and a recipe; activations from the shape. Korthikanti
et al., Reducing Activation Recomputation in Large Transformer Models, arXiv 2205.05198, eqs. 1–6,
for GPT layers; the same count tensor by tensor for gated layers, grouped keys, latent attention and
experts. Against what 15 dense cases on eight B200 allocated (SimuMax, 8B200 release v1.2) the sum
is within 3 %.
"""

from dataclasses import dataclass
from typing import Final

from designer.engine.subjects.workloads.columns import Column, least, most, where
from designer.engine.subjects.workloads.plan import (
    Plan,
    Plans,
    Recipe,
    Split,
    fullest_stage,
    layers_of_stage,
)
from designer.engine.subjects.workloads.shape import Shape, see_that_it_splits
from designer.model.figures import Figure

GIB: Final = 2.0**30
RESERVE: Final = 0.10
"""Named reserve on top of what is allocated: CUDA context, NCCL, fragments."""
BAND: Final = 0.03
BAND_WITH_EXPERTS: Final = 0.04
"""How far what was allocated lay from the sum at most: 15 dense cases, four with experts."""
_HALF: Final = 2
"""Bytes of a 16-bit element."""
_LOGIT: Final = 6
"""Bytes of a logit: 16 bits, and 32 in the loss."""
_SCORES: Final = 2
"""Bytes of a score of attention that is kept: the softmax; a mask and what it leaves are 3 more."""
_MASKED: Final = 3
_GATHERED: Final = 4
"""Bytes of each parameter of a layer that is gathered: 16-bit weights and gradients."""


@dataclass(frozen=True, slots=True)
class TrainingMemory:
    """What the fullest stage of a plan keeps on each of its GPUs, bytes.

    Attributes
    ----------
    stage
        Which it is, from 0.
    parameters
        On this GPU, before the optimizer's sharding.
    work
        Gradients of one layer before they are added up, weights that are gathered, and a layer
        that is computed again.
    """

    stage: Column
    parameters: Column
    weights: Column
    gradients: Column
    optimizer: Column
    activations: Column
    logits: Column
    work: Column

    @property
    def allocated(self) -> Column:
        """The sum."""
        return (
            self.weights + self.gradients + self.optimizer
            + self.activations + self.logits + self.work
        )  # fmt: skip


def training_memory(shape: Shape, plan: Plan, recipe: Recipe) -> TrainingMemory:
    """Return the memory of the stage that needs most.

    The first stage holds most micro-batches, the first one without dense layers most experts, the
    last one the logits: these are compared.

    Raises
    ------
    ValueError
        If the plan cannot be: heads or layers that cannot be dealt out so.
    """
    see_that_it_splits(shape, plan.tensor)
    if plan.interleave > fullest_stage(shape.layers, plan.pipeline):
        raise ValueError(
            f"{plan.interleave} chunks of {shape.layers} layers in {plan.pipeline} stages: a chunk "
            "holds at least one"
        )
    found = [stage_memory(shape, plan, recipe, stage) for stage in set(_fullest(shape, plan))]
    return max(found, key=lambda one: one.allocated)


def allocated_within(shape: Shape, found: TrainingMemory) -> Figure:
    """Return what a GPU allocates, bytes, within the band of the cases that were measured."""
    wide = BAND_WITH_EXPERTS if shape.experts else BAND
    size = float(found.allocated)
    return Figure(
        size * (1 - wide), size * (1 + wide), size, "B", basis=("allocated on B200, SimuMax",),
        estimated=True,
    )  # fmt: skip


def allocated_by_each(shape: Shape, plans: Plans, recipe: Recipe) -> Column:
    """Return what the stage that needs most keeps, bytes, of each of many plans.

    Nobody sees here that they can be.
    """
    found: Column = 0.0
    for stage in _fullest(shape, plans):
        found = most(found, stage_memory(shape, plans, recipe, stage).allocated)
    return found


def _fullest(shape: Shape, plan: Split) -> list[Column]:
    """Return the stages one of which needs most, some perhaps twice."""
    last = plan.pipeline - 1
    if not shape.experts:
        return [0 * last, last]
    each = fullest_stage(shape.layers, plan.pipeline)
    sparse = least(-(-shape.dense_layers // each), last)
    return [*(least(stage, sparse) for stage in range(shape.dense_layers + 1)), last]


def stage_memory(shape: Shape, plan: Split, recipe: Recipe, stage: Column) -> TrainingMemory:
    """Return the memory of one stage, counted from 0."""
    first, end = layers_of_stage(shape.layers, plan.pipeline, stage)
    dense = most(0, least(end, shape.dense_layers) - first)
    sparse = end - first - dense
    plain, experts = stage_parameters(shape, plan, stage)
    states = [
        sharded(plain, recipe, plan, plan.shards),
        sharded(experts, recipe, plan, plan.expert_shards),
    ]
    weights, gradients, optimizer = (sum(parts) for parts in zip(*states, strict=True))
    whole = dense * layer_activations(shape, plan, sparse=False)
    if shape.experts:
        whole = whole + sparse * layer_activations(shape, plan, sparse=True)
    kept = whole
    if plan.recompute == "full":
        kept = (end - first) * layer_input(shape, plan)
    in_flight = least(plan.pipeline - stage, plan.passes)
    # Korthikanti et al., section 4.2.3: the first stage holds L·(1 + (p − 1)/(p·v)) layers.
    rounds = 1 + (in_flight - 1) / (plan.pipeline * plan.interleave)
    kept = kept * where(plan.interleave > 1, plan.pipeline * rounds, in_flight)
    logits = _LOGIT * plan.local_tokens * shape.vocabulary / plan.tensor
    work = _work(shape, plan, recipe, has_experts=False)
    if shape.experts:
        work = where(sparse > 0, _work(shape, plan, recipe, has_experts=True), work)
    return TrainingMemory(
        stage, plain + experts, weights, gradients, optimizer, kept,
        where(stage == plan.pipeline - 1, logits, 0.0), work,
    )  # fmt: skip


def stage_parameters(shape: Shape, plan: Split, stage: Column) -> tuple[Column, Column]:
    """Return the parameters of a stage on one GPU: what is no routed expert, and these."""
    first, end = layers_of_stage(shape.layers, plan.pipeline, stage)
    count = end - first
    dense = most(0, least(end, shape.dense_layers) - first)
    sparse = count - dense
    plain = count * (shape.attention + 2 * shape.hidden) + dense * shape.dense_ffn
    plain = plain + sparse * (shape.shared_ffn + shape.router)
    plain = plain + where(stage == 0, shape.table + shape.positions, 0)
    # A tied table is held twice where its two ends stand on different stages.
    table = where(plan.pipeline > 1, shape.table, 0 if shape.tied else shape.table)
    plain = plain + where(stage == plan.pipeline - 1, shape.hidden + table, 0)
    return plain / plan.tensor, sparse * shape.experts * shape.expert / plan.expert


def sharded(
    count: Column, recipe: Recipe, plan: Split, shards: Column
) -> tuple[Column, Column, Column]:
    """Return the bytes of weights, gradients and optimizer of parameters, after sharding."""
    optimizer = count * recipe.optimizer / (1 if plan.sharding == "none" else shards)
    gradients = count * recipe.gradients
    weights = count * recipe.weights
    if plan.sharding in ("zero-2", "zero-3"):
        gradients = gradients / shards
    if plan.sharding == "zero-3":
        weights = weights / shards
    return weights, gradients, optimizer


def layer_input(shape: Shape, plan: Split) -> Column:
    """Return the bytes of a layer's input, all that full recompute keeps of it."""
    split = plan.tensor if plan.sequence_parallel else 1
    return _HALF * plan.local_tokens * shape.hidden / split


def layer_activations(shape: Shape, plan: Split, *, sparse: bool) -> Column:
    """Return the bytes that one layer keeps of one micro-batch until its backward pass.

    Not divided by tensor parallelism, unless by sequence: inputs of the two norms, of attention
    and of the feed-forward layer, masks. Divided: queries, keys, values, what attention gives, and
    what the feed-forward layer is made of. With grouped keys, a gate, flash attention and sequence
    parallelism that is 2·T·(6·h + 2·kv + 3·f)/t.
    """
    tokens, hidden = plan.local_tokens, shape.hidden
    whole = _HALF * 4 * hidden + (2 * hidden if plan.dropout else 0) + _HALF * shape.latents
    inner = shape.query_width + shape.key_width + shape.value_width + shape.output_width
    split = _HALF * inner
    if not sparse:
        split += _HALF * shape.matrices * shape.ffn
    else:
        # Each token goes to its experts: its copy, and what each makes of it; shared ones beside.
        copies = shape.experts_active * (hidden + shape.matrices * shape.expert_ffn)
        split += _HALF * (copies + shape.matrices * shape.experts_shared * shape.expert_ffn)
    scores: Column = 0.0
    if not plan.flash and plan.recompute != "selective":
        each = _SCORES + (_MASKED if plan.dropout else 0)
        scores = each * shape.heads * plan.micro_batch * plan.sequence**2 / plan.context
    along = plan.tensor if plan.sequence_parallel else 1
    return tokens * (whole / along + split / plan.tensor) + scores / plan.tensor


def _work(shape: Shape, plan: Split, recipe: Recipe, *, has_experts: bool) -> Column:
    if not recipe.gradients:
        return 0.0
    routed = shape.experts * shape.expert / plan.expert if has_experts else 0.0
    feed_forward = shape.shared_ffn + shape.router if has_experts else shape.dense_ffn
    layer = (shape.attention + feed_forward) / plan.tensor + routed
    if plan.sharding == "zero-3":
        found = _GATHERED * most(layer, shape.table / plan.tensor)
    else:
        found = _HALF * layer
    if plan.recompute == "full":
        found = found + layer_activations(shape, plan, sparse=has_experts)
    return found
