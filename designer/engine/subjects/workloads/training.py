"""Time of one training iteration, in closed form, with a ledger of where it goes.

Per layer, micro-batch and GPU: matrix products at the rate that a profile measured, attention at
its own, what only moves memory, launches of kernels, tensor parallelism's two all-reduces. The
backward pass takes twice the products; a pipeline adds (p − 1)/v passes that wait; gradients are
summed and the optimizer steps once. Narayanan et al., Efficient Large-Scale Language Model Training
on GPU Clusters, arXiv 2104.04473, for the schedule and its bubble; Isaev et al., Calculon, SC'23,
for the ledger; Korthikanti et al., arXiv 2205.05198, for sequence parallelism and recompute.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.software_profile import TrainingProfile
from designer.engine.subjects.workloads.columns import Column, least, most, where
from designer.engine.subjects.workloads.hardware import Cluster
from designer.engine.subjects.workloads.memory import stage_parameters
from designer.engine.subjects.workloads.plan import Recipe, Split, fullest_stage
from designer.engine.subjects.workloads.shape import Shape

_HALF: Final = 2
_BACKWARD: Final = 2.0
"""Products of a backward pass over those of a forward pass."""
_FLASH_BACKWARD: Final = 2.5
"""Of attention that keeps no scores: they are computed again (Dao et al., arXiv 2205.14135)."""
_BACKWARD_BYTES: Final = 1.8
_KERNELS: Final = 14
"""Kernels of a layer's forward pass; its backward pass launches twice as many."""
_NORM_BYTES: Final = 2 * (2 * 2 + 2 * 3.5)
"""Bytes moved for each element of the residual stream: two norms, two additions with dropout."""
_SCORE_BYTES: Final = 11
"""Bytes moved for each score of attention that is kept: scale, mask, softmax, dropout."""
_LOGIT_BYTES: Final = 18
_OPTIMIZER_BYTES: Final = 22
"""Bytes that Adam reads and writes for each parameter."""
_GATHERS: Final = 3
"""Times that sharded weights cross the network: gathered twice, gradients scattered once."""
_LEFT_OVER: Final = 0.05
"""Part of the shorter of computing and gathering that the other does not hide."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where the time of an iteration goes, s."""

    compute: Column
    attention: Column
    memory: Column
    launches: Column
    tensor: Column
    context: Column
    expert: Column
    recompute: Column
    logits: Column
    pipeline: Column
    bubble: Column
    data: Column
    optimizer: Column

    @property
    def total(self) -> Column:
        """The iteration."""
        return (
            self.compute + self.attention + self.memory + self.launches + self.tensor
            + self.context + self.expert + self.recompute + self.logits + self.pipeline
            + self.bubble + self.data + self.optimizer
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Layer:
    """One layer's forward pass of one micro-batch on one GPU, s, the mean of all layers.

    Attributes
    ----------
    scores
        Of what only moves memory, the scores of attention that are kept.
    """

    linear: Column
    attend: Column
    moved: Column
    scores: Column
    launch: float
    tensor: Column
    expert: Column
    context: Column

    @property
    def forward(self) -> Column:
        """All of it."""
        return (
            self.linear + self.attend + self.moved + self.launch + self.tensor + self.expert
            + self.context
        )  # fmt: skip


def iteration(
    shape: Shape, plan: Split, recipe: Recipe, cluster: Cluster, profile: TrainingProfile
) -> Ledger:
    """Return where the time of one iteration goes."""
    layer = _layer(shape, plan, cluster, profile)
    back = _FLASH_BACKWARD if plan.flash else _BACKWARD
    again: Column = 0.0
    if plan.recompute == "full":
        again = layer.forward
    elif plan.recompute == "selective" and not plan.flash:
        again = layer.attend + layer.scores
    layers = fullest_stage(shape.layers, plan.pipeline)
    each = (
        layer.forward + _BACKWARD * layer.linear + back * layer.attend
        + _BACKWARD_BYTES * layer.moved + 2 * layer.launch + layer.tensor + layer.expert
        + layer.context + again
    )  # fmt: skip
    logits, passing = _ends(shape, plan, cluster, profile)
    stage = layers * each + logits + passing
    bubble = (plan.pipeline - 1) / plan.interleave * stage
    work_s = plan.passes * stage + bubble
    data, optimizer = _once(shape, plan, recipe, cluster, profile, work_s, stage)
    times = layers * plan.passes
    return Ledger(
        compute=times * (1 + _BACKWARD) * layer.linear,
        attention=times * (1 + back) * layer.attend,
        memory=times * (1 + _BACKWARD_BYTES) * layer.moved,
        launches=times * 3 * layer.launch,
        tensor=times * 2 * layer.tensor,
        context=times * 2 * layer.context,
        expert=times * 2 * layer.expert,
        recompute=times * again,
        logits=plan.passes * logits,
        pipeline=plan.passes * passing,
        bubble=bubble,
        data=data,
        optimizer=optimizer,
    )


def _layer(shape: Shape, plan: Split, cluster: Cluster, profile: TrainingProfile) -> _Layer:
    tensor, tokens = plan.tensor, plan.local_tokens
    sparse = (shape.layers - shape.dense_layers) / shape.layers
    multiplied = (
        shape.attention + (1 - sparse) * shape.dense_ffn
        + sparse * (shape.router + (shape.experts_active + shape.experts_shared) * shape.expert)
    )  # fmt: skip
    linear = 2 * tokens * multiplied / tensor / (cluster.peak * profile.gemm)
    looked_back = float(plan.sequence)
    if shape.windowed_layers and shape.window < plan.sequence:
        part = shape.windowed_layers / shape.layers
        looked_back = (1 - part) * plan.sequence + part * shape.window
    pairs = tokens * looked_back * (0.5 if profile.skips_masked else 1.0)
    attend = 2 * pairs * (shape.query_width + shape.output_width) / tensor
    attend /= cluster.peak * profile.attention
    bandwidth = cluster.memory_bandwidth * profile.memory
    scores: Column = 0.0
    if not plan.flash:
        scores = _SCORE_BYTES * tokens * plan.sequence * shape.heads / tensor / bandwidth
    volume = 2 * (tensor - 1) / tensor * _HALF * tokens * shape.hidden
    ring = cluster.ring(tensor, tensor, profile)
    exchange = 2 * (volume / ring + profile.latency_us * 1e-6) * (1 - profile.tensor_overlap)
    exchange = where(tensor > 1, exchange, 0.0)
    return _Layer(
        linear, attend, _moved(shape, plan, sparse) / bandwidth + scores, scores,
        _KERNELS * profile.kernel_us * 1e-6, exchange,
        sparse * _expert_s(shape, plan, cluster, profile),
        _context_s(shape, plan, cluster, profile, attend),
    )  # fmt: skip


def _moved(shape: Shape, plan: Split, sparse: float) -> Column:
    """Return the bytes that one layer moves in its forward pass, scores apart.

    Operands of the products (weights, the residual stream in and out, what attention and the
    feed-forward layer are made of), the activation function, norms and additions.
    """
    tensor, hidden, dense = plan.tensor, shape.hidden, 1 - sparse
    copies = sparse * (shape.experts_active + shape.experts_shared)
    held = shape.attention + dense * shape.dense_ffn + sparse * (shape.router + shape.shared_ffn)
    held = held / tensor + sparse * shape.experts * shape.expert / plan.expert
    made = shape.matrices * (dense * shape.ffn + copies * shape.expert_ffn) / tensor
    stream = 2 * hidden * (1 + dense + copies / tensor)
    inner = shape.query_width + shape.key_width + shape.value_width + shape.output_width
    norms = hidden * _NORM_BYTES / (tensor if plan.sequence_parallel else 1)
    elements = stream + inner / tensor + 2 * made
    return _HALF * held + plan.local_tokens * (_HALF * elements + norms)


def _ends(
    shape: Shape, plan: Split, cluster: Cluster, profile: TrainingProfile
) -> tuple[Column, Column]:
    """Return what each pass pays beside its layers: logits, and passing on between stages."""
    tensor, tokens = plan.tensor, plan.local_tokens
    products = cluster.peak * profile.gemm
    logits = 3 * _HALF * tokens * shape.table / tensor / products
    logits += (
        _LOGIT_BYTES * tokens * shape.vocabulary / tensor
        / (cluster.memory_bandwidth * profile.memory)
    )  # fmt: skip
    sent = _HALF * tokens * shape.hidden / tensor / cluster.link(plan.ranks, profile)
    passing = 2 * plan.interleave * (sent + profile.latency_us * 1e-6)
    return logits, where(plan.pipeline > 1, passing, 0.0)


def _expert_s(shape: Shape, plan: Split, cluster: Cluster, profile: TrainingProfile) -> Column:
    """Return the two all-to-alls of one layer's experts: tokens to them, and back.

    What stays in the node goes over its links, the rest over the GPU's own NIC.
    """
    if not shape.experts:
        return 0.0
    sent = _HALF * plan.local_tokens / plan.tensor * shape.experts_active * shape.hidden
    near = least(plan.expert, cluster.node)
    inside = sent * (near - 1) / plan.expert / (cluster.scaleup * profile.scaleup)
    away = sent * (plan.expert - near) / plan.expert / (cluster.scaleout * profile.scaleout)
    outside = where(plan.expert > cluster.node, away, 0.0)
    each = 2 * (most(inside, outside) + profile.latency_us * 1e-6)
    return where(plan.expert > 1, each, 0.0)


def _context_s(
    shape: Shape, plan: Split, cluster: Cluster, profile: TrainingProfile, attend_s: Column
) -> Column:
    """Return what attention waits for keys and values of other ranks; the rest is hidden by it."""
    width = (shape.key_width + shape.value_width) / plan.tensor
    sent = _HALF * plan.local_tokens * width * (plan.context - 1)
    link = cluster.ring(plan.context, plan.context * plan.tensor, profile)
    return where(plan.context > 1, most(0.0, sent / link - attend_s), 0.0)


def _once(
    shape: Shape, plan: Split, recipe: Recipe, cluster: Cluster, profile: TrainingProfile,
    work_s: Column, pass_s: Column,
) -> tuple[Column, Column]:  # fmt: skip
    """Return what an iteration pays once: the sum of gradients, the step of the optimizer.

    What a profile hides of the sum is hidden behind passes during which it can go on, no more:
    gradients of a layer are complete in its last backward pass, and its weights are needed in the
    first forward pass of the next iteration (Megatron Core, distributed optimizer:
    overlap-grad-reduce, overlap-param-gather). Of a stage that is one pass; of one in v chunks,
    each of which is done p passes of a chunk before the next (Narayanan et al., figure 4), 1/v of
    it and p·(v − 1)/v more.
    """
    during = pass_s * (1 + plan.pipeline * (plan.interleave - 1)) / plan.interleave
    plain, experts = stage_parameters(shape, plan, 0)
    moved = cluster.memory_bandwidth * profile.memory
    step = plain / (1 if plan.sharding == "none" else plan.shards)
    step += experts / (1 if plan.sharding == "none" else plan.expert_shards)
    data_s: Column = 0.0
    kinds = ((plain, plan.shards), (experts, plan.expert_shards))
    for count, ranks in kinds if shape.experts else kinds[:1]:
        ring = cluster.ring(ranks, ranks * plan.tensor, profile)
        part = (ranks - 1) / ranks
        if plan.sharding == "zero-3":
            gathered = plan.passes * _GATHERS * _HALF * count * part / ring
            longer, shorter = most(work_s, gathered), least(work_s, gathered)
            waited = longer - work_s + _LEFT_OVER * shorter
        else:
            sent = 2 * recipe.gradients
            if plan.sharding != "none":
                sent = recipe.gradients + recipe.weights
            summed = part * sent * count / ring
            waited = summed - least(summed * profile.data_overlap, during)
        data_s = data_s + where(ranks > 1, waited, 0.0)
    return data_s, _OPTIMIZER_BYTES * step / moved


@dataclass(frozen=True, slots=True)
class Work:
    """Arithmetic of an iteration, FLOP: of the model, and with what is computed again."""

    model: Column
    hardware: Column


def work(shape: Shape, plan: Split, sequences: int, *, causal: bool) -> Work:
    """Return the arithmetic of one iteration.

    Model FLOP are 6 for each parameter that a token is multiplied with (the output table is one,
    the input table none) and 12·s·h for each layer's attention, half of it where the masked half
    is not counted.
    """
    tokens = sequences * plan.sequence
    forward = 2.0 * shape.multiplied
    looked_back = plan.sequence
    full = shape.layers - shape.windowed_layers
    attend = 2 * (shape.query_width + shape.output_width) * (
        full * looked_back + shape.windowed_layers * min(looked_back, shape.window)
    ) * (0.5 if causal else 1.0)  # fmt: skip
    again = {
        "none": 0.0,
        "selective": 0.0 if plan.flash else attend,
        "full": forward - 2.0 * shape.table + attend,
    }[plan.recompute]
    model = 3 * (forward + attend) * tokens
    return Work(model, model + again * tokens)
