"""Search for the plan that trains fastest: a grid of plans, priced as columns, no loop over them.

The grid holds what training stacks can be told: tensor parallelism within the links of a node,
stages that layers fill, interleaving as Megatron-LM asks for it (layers a multiple of stages ×
chunks, micro-batches a multiple of stages; Narayanan et al., arXiv 2104.04473, section 2.2), and as
many copies as the batch divides into. GPUs that are left over stay idle.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.software_profile import TrainingProfile
from designer.engine.subjects.workloads.hardware import Cluster
from designer.engine.subjects.workloads.memory import (
    GIB,
    RESERVE,
    allocated_by_each,
    training_memory,
)
from designer.engine.subjects.workloads.plan import Plan, Plans, Recipe, Recompute, fullest_stage
from designer.engine.subjects.workloads.shape import Shape
from designer.engine.subjects.workloads.training import Ledger, iteration

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_GB: Final = 1e9
_MICRO: Final = (1, 2, 4, 8, 16)
_CHUNKS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12)
AGAIN: Final[tuple[Recompute, ...]] = ("none", "full")
ALIKE: Final = 0.001
"""Part of the time by which two plans are told apart: others are as fast."""
_LEAST_TOKENS: Final = 2048
"""Of a sequence on one rank of a context group: of shorter ones attention hides no exchange."""
_MOST_CONTEXT: Final = 64
SHOWN: Final = 3
"""Plans that are told: the best and two that lost."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a plan is searched for.

    Attributes
    ----------
    gpus
        That the job may take.
    batch, sequence
        Sequences of an iteration, tokens of one.
    memory_gb
        Of one GPU as its maker states it: 10⁹ or 2³⁰ bytes each.
    again
        What may be computed again, of which the faster is found.
    split
        Degrees that are kept, as `split_of` tells them; empty where all are sought.
    """

    shape: Shape
    recipe: Recipe
    cluster: Cluster
    profile: TrainingProfile
    gpus: int
    batch: int
    sequence: int
    memory_gb: float
    again: tuple[Recompute, ...] = AGAIN
    split: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Priced:
    """A plan, where its time goes, and what its fullest stage needs with the reserve, bytes."""

    plan: Plan
    ledger: Ledger
    needed: float


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found.

    Attributes
    ----------
    best
        The fastest plan that fits and those behind it that split the model otherwise; where none
        fits, the one that needs least.
    fits
        None where it hangs on whether the maker's GB are 10⁹ or 2³⁰ bytes.
    nearest
        Of the plans that would be faster than the best and do not fit, the one that lacks least.
    tried, fitting
        How many plans were priced, and how many of them fit.
    """

    best: tuple[Priced, ...]
    fits: bool | None
    nearest: Priced | None
    tried: int
    fitting: int


@dataclass(frozen=True, slots=True)
class _Table:
    """Plans that have recompute in common, with the time and the memory of each."""

    plans: Plans
    seconds: Floats
    needed: Floats


def idle_gpus(room: int, plan: Plan) -> int:
    """Return how many of the GPUs that a job has room for a plan leaves over."""
    left: int = room - plan.ranks
    return left


def shared_batches(asked: Asked, plan: Plan) -> tuple[int, ...]:
    """Return the batches next to the stated one that as many copies as there is room for share.

    The nearest first; copies of a plan that splits a model as this one.
    """
    copies = asked.gpus // (plan.ranks // plan.data)
    below = asked.batch // copies * copies
    nearest = sorted((below, below + copies), key=lambda batch: abs(batch - asked.batch))
    return tuple(batch for batch in nearest if batch and batch != asked.batch)


def search(asked: Asked) -> Searched | None:
    """Return the best plans; None where there can be none, whatever the memory."""
    plans = grid(asked)
    if not len(plans):
        return None
    tables = [_priced(asked, plans.recomputing(again)) for again in asked.again]
    seconds = np.concatenate([table.seconds for table in tables])
    needed = np.concatenate([table.needed for table in tables])

    def at(place: int) -> Priced:
        which, row = divmod(place, len(plans))
        return priced(asked, tables[which].plans.at(row))

    if asked.split:
        free = search(replace(asked, split=()))
        return _keeping(asked, at, seconds, needed, free.best if free is not None else ())
    verdict, fitting = _fitting(needed, asked.memory_gb)
    if verdict is False:
        return Searched((at(int(np.argmin(needed))),), False, None, len(seconds), 0)
    inside = np.flatnonzero(fitting)
    order = _ordered(plans, inside, seconds[inside])
    missed = np.flatnonzero(~fitting & (seconds < seconds[order[0]]))
    nearest = at(int(missed[np.argmin(needed[missed])])) if len(missed) else None
    return Searched(_apart(at, order), verdict, nearest, len(seconds), len(inside))


def _keeping(
    asked: Asked,
    at: Callable[[int], Priced],
    seconds: Floats,
    needed: Floats,
    free: tuple[Priced, ...],
) -> Searched:
    """Return the fastest of the plans that split as is asked, before those that were found freely.

    Where none of its schedules fits, it is the one that needs least.
    """
    verdict, fitting = _fitting(needed, asked.memory_gb)
    inside = np.flatnonzero(fitting)
    place = np.argmin(needed) if verdict is False else inside[np.argmin(seconds[inside])]
    kept = at(int(place))
    others = tuple(one for one in free if split_of(one.plan) != asked.split)
    others = tuple(one for one in others if one.needed <= asked.memory_gb * GIB)
    return Searched((kept, *others[: SHOWN - 1]), verdict, None, len(seconds), len(inside))


def _ordered(plans: Plans, inside: Ints, seconds: Floats) -> Ints:
    """Return places of plans, the fastest first.

    Of those that are as fast as the fastest the simplest comes first: nothing computed
    again, then the fewest stages, then the fewest ranks to a sequence.
    """
    order = np.argsort(seconds, kind="stable")
    near = order[: np.searchsorted(seconds[order], seconds[order[0]] * (1 + ALIKE), "right")]
    again, row = np.divmod(inside[near], len(plans))
    simple = near[np.lexsort((seconds[near], plans.context[row], plans.pipeline[row], again))]
    return inside[np.concatenate((simple, order[len(near) :]))]


def _fitting(needed: Floats, memory_gb: float) -> tuple[bool | None, NDArray[np.bool_]]:
    """Return whether any plan fits, and which do."""
    sure = needed <= memory_gb * _GB
    if sure.any():
        return True, sure
    perhaps = needed <= memory_gb * GIB
    return (None if perhaps.any() else False), perhaps


def _apart(at: Callable[[int], Priced], order: Ints) -> tuple[Priced, ...]:
    """Return the first plans in order that split the model each otherwise."""
    found: dict[tuple[int, ...], Priced] = {}
    for place in order.tolist():
        one = at(place)
        found.setdefault(split_of(one.plan), one)
        if len(found) == SHOWN:
            break
    return tuple(found.values())


def split_of(plan: Plan) -> tuple[int, ...]:
    """Return what makes a plan another one, and not the same with another schedule."""
    return plan.tensor, plan.pipeline, plan.context, plan.expert, plan.data


def priced(asked: Asked, plan: Plan) -> Priced:
    """Return one plan with its time and its memory."""
    ledger = iteration(asked.shape, plan, asked.recipe, asked.cluster, asked.profile)
    memory = training_memory(asked.shape, plan, asked.recipe)
    return Priced(plan, ledger, memory.allocated * (1 + RESERVE))


def _priced(asked: Asked, plans: Plans) -> _Table:
    needed = allocated_by_each(asked.shape, plans, asked.recipe) * (1 + RESERVE)
    ledger = iteration(asked.shape, plans, asked.recipe, asked.cluster, asked.profile)
    return _Table(plans, np.broadcast_to(ledger.total, needed.shape), needed)


def grid(asked: Asked) -> Plans:
    """Return all plans that can be, without recompute; those that split as is asked, if so."""
    shape, gathers = asked.shape, asked.profile.gathers
    degrees = _kept_degrees(asked) if asked.split else (
        (1,) if gathers else _tensor(asked),
        (1,) if gathers else _stages(asked),
        tuple(_powers(min(_MOST_CONTEXT, asked.sequence // _LEAST_TOKENS))),
        _divisors(shape.experts) if shape.experts else (1,),
    )  # fmt: skip
    axes = (
        *degrees,
        tuple(one for one in _MICRO if asked.batch % one == 0),
        (1,) if gathers else _CHUNKS,
    )
    columns = np.meshgrid(*(np.array(axis, dtype=np.int64) for axis in axes), indexing="ij")
    tensor, stages, context, expert, micro, chunks = (column.ravel() for column in columns)
    copies = _copies(asked.batch, axes[4], micro, asked.gpus // (tensor * stages * context))
    if asked.split:
        kept = asked.split[-1]
        room = asked.gpus >= tensor * stages * context * kept
        copies = np.where(room & (asked.batch % (kept * micro) == 0), kept, 0)
    passes = asked.batch // np.maximum(1, copies * micro)
    can = (copies > 0) & ((tensor * context * copies) % expert == 0)
    can &= asked.sequence % context == 0
    of_chunks = (shape.layers % (stages * chunks) == 0) & (passes % stages == 0) & (stages > 1)
    can &= (chunks == 1) | (of_chunks & (chunks <= fullest_stage(shape.layers, stages)))
    return Plans(
        tensor=tensor[can], pipeline=stages[can], data=copies[can], context=context[can],
        expert=expert[can], sequence=asked.sequence, micro_batch=micro[can],
        micro_batches=passes[can], interleave=chunks[can],
        sharding="zero-3" if gathers else "zero-1",
    )  # fmt: skip


def _kept_degrees(asked: Asked) -> tuple[tuple[int, ...], ...]:
    """Return the degrees that are kept, each alone; none of those that cannot be."""
    tensor, stages, context, expert, _ = asked.split
    shape = asked.shape
    can = shape.heads % tensor == 0 and stages <= shape.layers
    can &= expert == 1 or bool(shape.experts and shape.experts % expert == 0)
    return ((tensor,) if can else (), (stages,), (context,), (expert,))


def _tensor(asked: Asked) -> tuple[int, ...]:
    """Return the degrees that share heads evenly and stay within the links of a node."""
    node = asked.cluster.node
    return tuple(one for one in _divisors(node) if asked.shape.heads % one == 0)


def _stages(asked: Asked) -> tuple[int, ...]:
    """Return numbers of stages: those that divide the layers, and powers of two."""
    layers = asked.shape.layers
    every = {*_divisors(layers), *_powers(layers)}
    return tuple(sorted(one for one in every if one <= asked.gpus))


def _copies(batch: int, sizes: Iterable[int], micro: Ints, room: Ints) -> Ints:
    """Return as many copies as there is room for and the batch divides into; 0 where none has."""
    found = np.zeros_like(micro)
    for size in sizes:
        mine = micro == size
        counts = np.array([0, *_divisors(batch // size)], dtype=np.int64)
        found[mine] = counts[np.searchsorted(counts, room[mine], "right") - 1]
    return found


def _divisors(number: int) -> tuple[int, ...]:
    low = [one for one in range(1, int(number**0.5) + 1) if number % one == 0]
    return tuple(sorted({*low, *(number // one for one in low)}))


def _powers(most: int) -> Iterator[int]:
    """Yield the powers of two up to a number, 1 in any case."""
    power = 1
    while power == 1 or power <= most:
        yield power
        power *= 2


LOST_TO: Final = {
    "compute": "products take longer",
    "attention": "attention takes longer",
    "memory": "more moves through memory",
    "launches": "more kernels are launched",
    "tensor": "tensor parallelism exchanges more",
    "context": "context parallelism exchanges more",
    "expert": "experts exchange more",
    "recompute": "more is computed again",
    "logits": "logits take longer",
    "pipeline": "stages pass on more",
    "bubble": "the pipeline waits longer",
    "data": "gradients take longer to sum",
    "optimizer": "the optimizer takes longer",
}
"""What each part of a ledger says of a plan that it made lose."""


def why_slower(one: Ledger, best: Ledger) -> tuple[str, float]:
    """Return the part of the ledger by which a plan lost most, by its name, and by how much, s."""
    more = {part.name: getattr(one, part.name) - getattr(best, part.name) for part in fields(one)}
    name = max(more, key=lambda part: more[part])
    return name, float(more[name])
