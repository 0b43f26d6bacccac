"""Rules of thumb about collectives as functions: what an all-reduce moves, and how fast.

Each takes plain numbers; the guidelines of the catalogue hold the defaults and their variants.
"""

from typing import Final

RING_FACTOR: Final = 2.0
"""A ring sends the data round twice, to add and to share (guideline all-reduce-volume)."""
SWITCH_FACTOR: Final = 1.0
"""Switches that add let each rank send its data once (guideline sharp-volume)."""


def all_reduce_gb(data_gb: float, ranks: int, factor: float = RING_FACTOR) -> float:
    """Return what each rank sends, and receives, in an all-reduce, in GB.

    Parameters
    ----------
    data_gb
        What is reduced, of one rank: gradients divided by tensor and pipeline parallelism.
    factor
        2 for a ring, which spares each rank its own share; 1 where the network adds, which gets
        all of it.

    Raises
    ------
    ValueError
        If there is no rank.
    """
    if ranks < 1:
        raise ValueError("an all-reduce needs at least one rank")
    if ranks == 1:
        return 0.0
    own_share = (ranks - 1) / ranks if factor > SWITCH_FACTOR else 1.0
    return factor * data_gb * own_share


def all_reduce_seconds(
    data_gb: float, ranks: int, gb_s: float, factor: float = RING_FACTOR
) -> float:
    """Return how long an all-reduce takes when bandwidth alone limits it.

    Parameters
    ----------
    gb_s
        One direction of what a rank has towards the others.

    Raises
    ------
    ValueError
        If there is no rank or no bandwidth.
    """
    if gb_s <= 0:
        raise ValueError("an all-reduce needs a bandwidth above 0")
    return all_reduce_gb(data_gb, ranks, factor) / gb_s
