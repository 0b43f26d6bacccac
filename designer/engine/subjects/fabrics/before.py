"""A graph that was measured, and what is asked of it when another differs in a few cables."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from designer.engine.subjects.fabrics.any_topology import Halving
from designer.engine.subjects.fabrics.carrying import Carried, Loss, cost_of_switches
from designer.engine.subjects.fabrics.graph import Flags, Floats, Graph, Ints
from designer.engine.subjects.fabrics.left import Left
from designer.engine.subjects.fabrics.trunks import Trunks

_NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Edits:
    """Links between switches that came and went.

    Attributes
    ----------
    one, other, links
        Pairs of places, and how many links came between them; fewer than 0 went.
    """

    come: int
    gone: int
    one: Ints = field(default_factory=_NONE.copy, compare=False)
    other: Ints = field(default_factory=_NONE.copy, compare=False)
    links: Ints = field(default_factory=_NONE.copy, compare=False)

    @classmethod
    def of(cls, one: Ints, other: Ints, links: Ints) -> "Edits":
        """Return what came and went between pairs of places."""
        return cls(int(links[links > 0].sum()), -int(links[links < 0].sum()), one, other, links)

    @property
    def trunks(self) -> Trunks:
        """The links that came or went, as rows of trunks."""
        return self.one, self.other, self.links

    @cached_property
    def at_places(self) -> tuple[Ints, Ints]:
        """Places at which links came or went, and how many came at each; fewer than 0 went."""
        ends = np.concatenate((self.one, self.other))
        places, where = np.unique(ends, return_inverse=True)
        came = np.bincount(where.ravel(), np.tile(self.links, 2), len(places))
        return places, came.astype(np.int64)


@dataclass(frozen=True)
class Before:
    """A graph that was measured, and what was found.

    Attributes
    ----------
    halving
        The cheapest that was found.
    """

    graph: Graph
    intact: Carried
    worst: Loss | None
    left: Left
    halving: Halving | None = None

    def prepared(self) -> "Before":
        """Work out at leisure what is asked for in a hurry."""
        for name in ("trunks", "cost", "access", "crossing", "there", "_neighbours"):
            getattr(self, name)
        for name in ("sums", *(("parting",) if len(self.graph.place) else ())):
            getattr(self.graph, name)
        self.graph.settled()
        return self

    @cached_property
    def trunks(self) -> Ints:
        """Links of the switch of each place to others; shape (places,)."""
        small, of, _ = self.graph.condensed
        found = np.bincount(small.a, small.count * small.many[small.b], small.places)
        found += np.bincount(small.b, small.count * small.many[small.a], small.places)
        return found.astype(np.int64)[of]

    @cached_property
    def there(self) -> Flags:
        """Places whose switch has links; shape (places,)."""
        return (self.graph.hosted > 0) | (self.trunks > 0)

    @cached_property
    def cost(self) -> Floats | None:
        """By how much the loss of each switch lowers bisection at most; None where unknown."""
        small, of, _ = self.graph.condensed
        found = cost_of_switches(small) if len(small.place) else None
        return None if found is None else found[of]

    @cached_property
    def access(self) -> int:
        """What it costs to separate half of the endpoints from their leaves."""
        return self.graph.halves[0] * int(np.bincount(self.graph.endpoint).max(initial=0))

    @cached_property
    def crossing(self) -> int:
        """The links that cross the halving."""
        graph, halving = self.graph, self.halving
        if halving is None:
            return self.access
        hung = halving.owner[graph.owner] != halving.place[graph.place]
        crosses = halving.place[graph.a] != halving.place[graph.b]
        return int(np.count_nonzero(hung)) + int(graph.count[crosses].sum())

    def crossing_after(self, edits: Edits) -> int:
        """Return the links that cross a halving after some edits at most, or part every endpoint.

        One of those that cost as little is crossed by a link that went, where any crosses such.
        """
        halving = self.halving
        if halving is None:
            return self.access
        there = halving.place[edits.one] != halving.place[edits.other]
        after = self.crossing + int(edits.links[there].sum())
        went = edits.links < 0
        crossable = halving.crossable
        if crossable is not None and crossable.any_of(edits.one[went], edits.other[went]):
            after = min(after, self.crossing - 1 + edits.come)
        return min(self.access, after)

    @cached_property
    def _neighbours(self) -> tuple[Ints, Ints]:
        """Where those of each place of the condensed graph begin, and the neighbours."""
        small = self.graph.condensed.graph
        tail = np.concatenate((small.a, small.b))
        order = np.argsort(tail, kind="stable")
        starts = np.searchsorted(tail[order], np.arange(small.places + 1))
        return starts, np.concatenate((small.b, small.a))[order]

    def joined_after(self, edits: Edits) -> bool:
        """Return whether two ways that share no switch lead round every link that went.

        Then its ends still reach each other whichever other switch is lost, and what was one island
        is one. Ways are looked for over two switches of which no link went, or over one.
        """
        small, of, _ = self.graph.condensed
        went = edits.links < 0
        ends = np.unique(np.concatenate((edits.one[went], edits.other[went])))
        free = small.many - np.bincount(of[ends], minlength=small.places)
        pairs = zip(of[edits.one[went]].tolist(), of[edits.other[went]].tolist(), strict=True)
        return all(self._is_led_round(one, other, free) for one, other in dict.fromkeys(pairs))

    def _is_led_round(self, one: int, other: int, free: Ints) -> bool:
        starts, heads = self._neighbours
        left: dict[int, int] = {}
        ways = 0
        for first, second in _ways(starts, heads, one, other):
            used = (first,) if first == second else (first, second)
            for place in used:
                left.setdefault(place, int(free[place]))
            if all(left[place] > 0 for place in used):
                ways += 1
                for place in used:
                    left[place] -= 1
                if ways == 2:
                    return True
        return False


@dataclass(frozen=True)
class Like:
    """A graph of before, and what another has more or less."""

    before: Before
    edits: Edits

    @cached_property
    def joined(self) -> bool:
        """Whether what reached each other does still, whichever other switch is lost."""
        return not self.edits.gone or self.before.joined_after(self.edits)


def _ways(starts: Ints, heads: Ints, one: int, other: int) -> Iterator[tuple[int, int]]:
    """Yield places that lead from one to another: twice the same where it is next to both.

    Of a place with copies as many lead there; each pair is told twice.
    """
    mine, others = (heads[starts[at] : starts[at + 1]].tolist() for at in (one, other))
    goal = set(others)
    for first in mine:
        if first in goal:
            yield first, first
            yield first, first
        for second in heads[starts[first] : starts[first + 1]].tolist():
            if second in goal and second != first:
                yield first, second
                yield first, second
