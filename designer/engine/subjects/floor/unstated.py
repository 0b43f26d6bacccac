"""What is left of aisles where nobody states how wide or deep something is that stands there.

A box of no known size may reach as far as it likes from its corner. Every aisle is then measured a
second time, with such boxes as large as can be: what is free all the same is free for any size.
All racks are compared with all boxes here; a design that states every size never comes here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from designer.engine.subjects.floor.boxes import Box, faces_along_y
from designer.model.design import Rack

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Walls = tuple[float, float, float, float]


@dataclass(frozen=True)
class Least:
    """What holds whatever the sizes that nobody states.

    Attributes
    ----------
    front_mm, rear_mm
        Free depth that is there for certain.
    over, outside
        Whether the rack may stand where something else does, or beyond the room.
    open_on
        References of the sizes that matter, those of what ends the aisles first.
    """

    front_mm: float
    rear_mm: float
    over: bool
    outside: bool
    open_on: tuple[str, ...]


def least_aisles(
    racks: tuple[Rack, ...],
    solid: Mapping[str, Box],
    room: Walls,
    unstated: Mapping[str, tuple[str, ...]],
    *,
    drawn: bool,
) -> Iterator[tuple[str, Least]]:
    """Yield the least aisles of every rack.

    Parameters
    ----------
    solid
        The smallest boxes of racks, and what else stands on the floor.
    room
        Where the room ends at the latest: x0, y0, x1, y1.
    unstated
        References of the sizes that nobody states, by rack.
    drawn
        Whether the room has walls of its own; without them it ends where its racks do.
    """
    number = {name: at for at, name in enumerate(solid)}
    boxes = np.array(list(solid.values()), dtype=np.float64)
    hidden = np.zeros(len(solid), dtype=np.bool_)
    for rack in racks:
        refs = unstated[rack.id]
        if refs:
            hidden[number[rack.id]] = True
            boxes[number[rack.id], _ends(rack, refs)] = inf
    every = tuple(dict.fromkeys(ref for refs in unstated.values() for ref in refs))
    found = _Compared(tuple(solid), boxes, hidden, room, unstated, every, drawn)
    for rack in racks:
        yield rack.id, found.least(rack, number[rack.id])


def _ends(rack: Rack, refs: tuple[str, ...]) -> list[int]:
    """Return the columns of a rack's box that nobody knows."""
    across, along = (2, 3) if faces_along_y(rack) else (3, 2)
    fields = {ref.rpartition(".")[2] for ref in refs}
    ends = [across] if fields & {"width_mm", "part"} else []
    return [*ends, along] if fields & {"depth_mm", "part"} else ends


@dataclass(frozen=True)
class _Compared:
    """The largest boxes, shape (n, 4), with what is known of each, and the room."""

    names: tuple[str, ...]
    boxes: Floats
    hidden: Mask
    room: Walls
    unstated: Mapping[str, tuple[str, ...]]
    every: tuple[str, ...]
    drawn: bool

    def least(self, rack: Rack, at: int) -> Least:
        """Return the least aisles of one rack."""
        side, depth = (0, 1) if faces_along_y(rack) else (1, 0)
        lows, highs = self.boxes[:, depth], self.boxes[:, depth + 2]
        low, high = float(lows[at]), float(highs[at])
        near = self.boxes[:, side] < self.boxes[at, side + 2]
        near &= self.boxes[:, side + 2] > self.boxes[at, side]
        near[at] = False
        before, after = self._alike(at, near & (lows == low), side, highs)
        below, below_to = self._nearest(low - highs, (near & (lows < low)) | before)
        above, above_to = self._nearest(lows - high, (near & (lows > low)) | after)
        below = min(below, max(0.0, low - self.room[depth]))
        above = min(above, max(0.0, self.room[depth + 2] - high))
        front, rear = (below, above) if rack.rotation in (0, 270) else (above, below)
        return Least(
            front,
            rear,
            bool((near & (lows < high) & (highs > low)).any()),
            self.drawn and self._beyond(at),
            self._refs(rack.id, (below_to, above_to)),
        )

    def _alike(self, at: int, alike: Mask, side: int, highs: Floats) -> tuple[Mask, Mask]:
        """Return which boxes that begin as one does lie before it, and behind it.

        They stand in it, and the larger is behind. Of two of no known depth either may be; where
        all of a pair is known, the aisles of the smallest boxes have it.
        """
        high, sides = highs[at], self.boxes[:, side]
        alike = alike & (self.hidden | self.hidden[at])
        beside = highs == high
        either = np.isinf(highs) | np.isinf(high) | (beside & (sides == sides[at]))
        smaller = (highs < high) | (beside & (sides < sides[at]))
        return alike & (either | smaller), alike & (either | ~smaller)

    def _nearest(self, free: Floats, among: Mask) -> tuple[float, str]:
        """Return the least free depth to some boxes, and to which it is."""
        if not among.any():
            return inf, ""
        left = np.maximum(free, 0.0)
        # Of those equally near, one of no known size: it is what the depth is open on.
        at = int(np.argmin(np.where(among, left - 0.5 * self.hidden, inf)))
        return float(left[at]), self.names[at]

    def _beyond(self, at: int) -> bool:
        x0, y0, x1, y1 = self.boxes[at]
        left, near, right, far = self.room
        return bool(x0 < left or y0 < near or x1 > right or y1 > far)

    def _refs(self, key: str, ends: tuple[str, ...]) -> tuple[str, ...]:
        mine = [ref for end in (*ends, key) for ref in self.unstated.get(end, ())]
        # The end of a room without an outline moves with racks that stand elsewhere.
        return tuple(dict.fromkeys(mine)) or self.every
