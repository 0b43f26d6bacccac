"""How a model is split over GPUs, and what training keeps for each parameter."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from designer.engine.subjects.workloads.columns import Column, least

Recompute = Literal["none", "selective", "full"]
Sharding = Literal["none", "zero-1", "zero-2", "zero-3"]
RECOMPUTES: Final[tuple[Recompute, ...]] = ("none", "selective", "full")
SHARDINGS: Final[tuple[Sharding, ...]] = ("none", "zero-1", "zero-2", "zero-3")


@dataclass(frozen=True, slots=True)
class Recipe:
    """Bytes that training keeps for each parameter."""

    weights: float
    gradients: float
    optimizer: float


RECIPES: Final[dict[str, Recipe]] = {
    "fp32-gradients": Recipe(2, 4, 12),
    "mixed-precision": Recipe(2, 2, 12),
    "pure-bf16": Recipe(2, 2, 4),
    "weights": Recipe(2, 0, 0),
}
"""By the names of the guideline training-bytes-per-parameter: 18, 16 and 8 bytes; weights alone."""


class Split:
    """What follows from the degrees of a plan, whether it is one or a grid of them."""

    __slots__ = ()

    tensor: Column
    pipeline: Column
    data: Column
    context: Column
    expert: Column
    sequence: int
    micro_batch: Column
    micro_batches: Column
    interleave: Column
    recompute: Recompute
    sharding: Sharding
    sequence_parallel: bool
    flash: bool
    dropout: bool

    @property
    def ranks(self) -> Column:
        """GPUs that it takes."""
        return self.tensor * self.pipeline * self.data * self.context

    @property
    def shards(self) -> Column:
        """Ranks that share the states of what is no expert."""
        return self.data * self.context

    @property
    def expert_shards(self) -> Column:
        """Ranks that share the states of one expert."""
        return self.tensor * self.context * self.data // self.expert

    @property
    def passes(self) -> Column:
        """Passes of one pipeline in an iteration."""
        return self.pipeline if self.micro_batches is None else self.micro_batches

    @property
    def local_tokens(self) -> Column:
        """Tokens of a micro-batch on one rank of the context group."""
        return self.micro_batch * self.sequence / self.context


@dataclass(frozen=True, slots=True)
class Plan(Split):
    """How a training run is split.

    Attributes
    ----------
    tensor, pipeline, data, context, expert
        Degrees. Experts are spread over ranks of the data, context and tensor groups.
    sequence, micro_batch
        Tokens of a sequence, and sequences in one pass of one pipeline.
    micro_batches
        Passes of one pipeline in an iteration; None for as many as fill the pipeline.
    interleave
        Chunks of layers of a stage.
    recompute
        `selective` computes the scores of attention again, `full` each layer from its input.
    sharding
        What the ranks of the data and context groups share: the optimizer's states, gradients
        too, weights too.
    sequence_parallel
        Whether what tensor parallelism leaves whole is split along the sequence.
    flash
        Whether the scores of attention stay on the chip.
    dropout
        Whether masks of dropout are kept.

    Raises
    ------
    ValueError
        If a degree is below 1, or experts are spread over more ranks than there are.
    """

    tensor: int = 1
    pipeline: int = 1
    data: int = 1
    context: int = 1
    expert: int = 1
    sequence: int = 4096
    micro_batch: int = 1
    micro_batches: int | None = None
    interleave: int = 1
    recompute: Recompute = "none"
    sharding: Sharding = "zero-1"
    sequence_parallel: bool = True
    flash: bool = True
    dropout: bool = False

    def __post_init__(self) -> None:
        """See that degrees are degrees, and that experts find their ranks."""
        least = min(
            self.tensor, self.pipeline, self.data, self.context, self.expert, self.sequence,
            self.micro_batch, self.interleave, 1 if self.micro_batches is None else
            self.micro_batches,
        )  # fmt: skip
        if least < 1:
            raise ValueError("every degree of a plan is 1 or more")
        ranks = self.tensor * self.context * self.data
        if ranks % self.expert:
            raise ValueError(
                f"experts in {self.expert} groups: they are spread over {ranks} ranks (tensor × "
                f"context × data), which is no multiple"
            )
        if self.interleave > 1 and self.pipeline == 1:
            raise ValueError("interleave needs a pipeline of more than one stage")


@dataclass(frozen=True, slots=True)
class Plans(Split):
    """Many plans at once: degrees and batches are columns, what they have in common is not.

    Attributes
    ----------
    tensor, pipeline, data, context, expert, micro_batch, micro_batches, interleave
        As those of a plan, one for each; nobody sees here that they can be.
    """

    tensor: Column
    pipeline: Column
    data: Column
    context: Column
    expert: Column
    sequence: int
    micro_batch: Column
    micro_batches: Column
    interleave: Column
    recompute: Recompute = "none"
    sharding: Sharding = "zero-1"
    sequence_parallel: bool = True
    flash: bool = True
    dropout: bool = False

    def __len__(self) -> int:
        return len(self.tensor)

    def recomputing(self, recompute: Recompute) -> "Plans":
        """Return the same plans with another recompute."""
        return replace(self, recompute=recompute)

    def at(self, place: int) -> Plan:
        """Return one of them."""
        return Plan(
            int(self.tensor[place]), int(self.pipeline[place]), int(self.data[place]),
            int(self.context[place]), int(self.expert[place]), self.sequence,
            int(self.micro_batch[place]), int(self.micro_batches[place]),
            int(self.interleave[place]), self.recompute, self.sharding, self.sequence_parallel,
            self.flash, self.dropout,
        )  # fmt: skip


def layers_of_stage(layers: int, stages: Column, stage: Column) -> tuple[Column, Column]:
    """Return the first layer of a stage and the one after its last; the first stages hold more.

    Raises
    ------
    ValueError
        If there are more stages than layers.
    """
    if isinstance(stages, int) and stages > layers:
        raise ValueError(f"{stages} stages for {layers} layers: a stage holds at least one")
    each, more = layers // stages, layers % stages
    first = stage * each + least(stage, more)
    return first, first + each + (stage < more)


def fullest_stage(layers: int, stages: Column) -> Column:
    """Return the layers of the stage that holds most, by which a pipeline keeps step."""
    return -(-layers // stages)
