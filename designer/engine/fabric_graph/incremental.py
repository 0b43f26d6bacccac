"""An interval at once after a few cables came or went: from the bounds and halvings of before.

Cables that go take no more from any halving than they carry, and those that come take nothing.
Halvings that were found are halvings still: what crosses them now is counted cable by cable.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from designer.engine.fabric_graph.cuts import Cut
from designer.engine.fabric_graph.measure import Measured
from designer.engine.fabric_graph.net import Floats, Ints, Net


@dataclass(frozen=True)
class Edited:
    """Cables between two vertices that came, or went where it is less than none."""

    a: int
    b: int
    links: float


@dataclass(frozen=True)
class Before:
    """What was measured of a net, ready to be asked after edits."""

    net: Net
    found: Measured

    @cached_property
    def sides(self) -> tuple[tuple[float, Floats], ...]:
        """The cost of every halving that is kept, and the share of each vertex that is away."""
        cuts = self.found.pool or (self.found.cut,)
        return tuple(
            (cut.cost, lifted(self.net, self.found, cut) / self.net.copies) for cut in cuts
        )

    def after(self, edits: Iterable[Edited]) -> tuple[float, float]:
        """Return what every halving cuts at least after edits, and what one cuts at most.

        Whether the edits part the net is not looked at: where they may, at least is 0.
        """
        every = tuple(edits)
        gone = sum(-one.links for one in every if one.links < 0)
        most = min(
            cost + sum(one.links * _crossing(share, one) for one in every)
            for cost, share in self.sides
        )
        most = min(most, self.net.access * self.net.halves[0])
        return min(max(0.0, self.found.proven - gone), most), most


def lifted(net: Net, found: Measured, cut: Cut) -> Ints:
    """Return the copies that stand away of every vertex of a whole net: of alike ones the first."""
    small, of = found.lumped.net, found.lumped.of
    order = np.argsort(of, kind="stable")
    before = np.cumsum(net.copies[order]) - net.copies[order]
    starts = np.searchsorted(of[order], np.arange(small.size))
    ahead = np.empty(net.size, dtype=np.int64)
    ahead[order] = before - before[starts][of[order]]
    away: Ints = np.clip(cut.away[of] - ahead, 0, net.copies)
    return away


def _crossing(share: Floats, one: Edited) -> float:
    f, g = float(share[one.a]), float(share[one.b])
    return f * (1 - g) + g * (1 - f)
