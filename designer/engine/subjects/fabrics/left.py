"""What a fabric carries without a switch, by its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.graph import Flags, Graph, Ints


@dataclass(frozen=True, eq=False)
class Left(Mapping[int, Bounds]):
    """Bounds of what is left without the switch of each place that has links.

    Attributes
    ----------
    there
        Shape (places,): whether a place has links.
    low, high
        Shape (places,) each, in links.
    """

    there: Flags
    low: Ints
    high: Ints

    def __getitem__(self, place: int) -> Bounds:
        if not 0 <= place < len(self.there) or not self.there[place]:
            raise KeyError(place)
        return Bounds(int(self.low[place]), int(self.high[place]))

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self.there).tolist())

    def __len__(self) -> int:
        return int(np.count_nonzero(self.there))


_NONE: Ints = np.zeros(0, dtype=np.int64)
NOTHING_LEFT = Left(np.zeros(0, dtype=bool), _NONE, _NONE)


def most_left(graph: Graph, intact: Bounds) -> Ints:
    """Return what the loss of each switch leaves at most; shape (places,)."""
    # Without endpoints lost, every halving is one of before, and no wider.
    half = -(-len(graph.place) // 2)
    return np.where(graph.hosted > 0, half, intact.high)
