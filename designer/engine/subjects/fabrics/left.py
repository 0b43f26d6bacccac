"""What a fabric carries without a switch, by its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.graph import Flags, Ints


@dataclass(frozen=True, eq=False)
class Left(Mapping[int, Bounds]):
    """Bounds of what is left without the switch of each place that has links.

    Attributes
    ----------
    there
        Shape (places,): whether a place has links.
    least, most
        Shape (places,) each, in links.
    """

    there: Flags
    least: Ints
    most: Ints

    def __getitem__(self, place: int) -> Bounds:
        if not 0 <= place < len(self.there) or not self.there[place]:
            raise KeyError(place)
        return Bounds(int(self.least[place]), int(self.most[place]))

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self.there).tolist())

    def __len__(self) -> int:
        return int(np.count_nonzero(self.there))


_NONE: Ints = np.zeros(0, dtype=np.int64)
NOTHING_LEFT = Left(np.zeros(0, dtype=bool), _NONE, _NONE)
