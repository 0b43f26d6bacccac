"""Static routes as subnet managers compute them, and what single flows see that share a cable.

Even division over all shortest paths (`loads`) is what adaptive routing comes near to. A static
engine gives every destination one port at every switch: OpenSM's `minhop` that of the fewest hops
which has the fewest destinations so far. Each switch counts by itself and in the same order, so
that choices of a lower tier are repeated above, where they meet on the same cables. Hashed ECMP
draws a path for each flow, and two large flows on one cable have half of it each.
"""

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from designer.engine.fabric_graph.loads import finished
from designer.engine.fabric_graph.net import Floats, Ints, mixed

_NONE: Final = np.iinfo(np.int64).max
_MOST_HOPS: Final = 64


@dataclass(frozen=True)
class Cables:
    """Every cable between switches in both directions, in order of the switch that it leaves.

    Attributes
    ----------
    hosts
        Shape (switches,): endpoints of each; one plane, each endpoint at one switch.
    tail, head
        Shape (directed cables,): from and to. At a switch cables keep the order they were given in.
    bundle
        The bundle of each; those of the second half of numbers lead from `b` to `a`.
    """

    hosts: Ints
    tail: Ints
    head: Ints
    bundle: Ints

    @cached_property
    def starts(self) -> Ints:
        """Shape (switches + 1,): where the cables of each switch begin."""
        return np.searchsorted(self.tail, np.arange(len(self.hosts) + 1))

    @cached_property
    def hosting(self) -> Ints:
        """Switches that host endpoints, those with most first, as subnet managers go over them."""
        there = np.flatnonzero(self.hosts)
        return there[np.argsort(-self.hosts[there], kind="stable")]

    @cached_property
    def hops(self) -> Ints:
        """Shape (switches, hosting switches): hops to each of `hosting`; -1 where none lead."""
        return np.stack([self.hops_to(int(one)) for one in self.hosting], axis=1)

    def hops_to(self, switch: int) -> Ints:
        """Return the hops of every switch to one; -1 where no cable leads there."""
        hops = np.full(len(self.hosts), -1, dtype=np.int64)
        hops[switch] = level = 0
        while True:
            new = self.tail[hops[self.head] == level]
            new = new[hops[new] < 0]
            if not len(new):
                return hops
            level += 1
            hops[new] = level


def cables_of(hosts: Ints, a: Ints, b: Ints, links: Ints) -> Cables:
    """Return the cables of bundles of links between switches."""
    tail = np.repeat(np.concatenate((a, b)), np.tile(links, 2))
    head = np.repeat(np.concatenate((b, a)), np.tile(links, 2))
    bundle = np.repeat(np.arange(2 * len(a)), np.tile(links, 2))
    order = np.argsort(tail, kind="stable")
    return Cables(hosts, tail[order], head[order], bundle[order])


@dataclass(frozen=True)
class StaticRoutes:
    """What static routes put on cables.

    Attributes
    ----------
    flows
        Shape (directed cables,): pairs of endpoints, each to each other, that cross it.
    """

    cables: Cables
    flows: Ints

    @property
    def rate(self) -> float:
        """The share of its injection that each endpoint can send evenly to all others."""
        most, number = int(self.flows.max(initial=0)), int(self.cables.hosts.sum())
        return min(1.0, (number - 1) / most) if most else 1.0


class NoRouteError(ValueError):
    """Some endpoints do not reach others."""


def least_used(cables: Cables) -> StaticRoutes:
    """Return the routes of an engine that takes the least used port of fewest hops.

    Of ports used as often it takes the first.

    Raises
    ------
    NoRouteError
        If some endpoints do not reach others.
    """
    return finished(least_used_in_steps(cables))


def least_used_in_steps(cables: Cables) -> Generator[None, None, StaticRoutes]:
    """Do the same step by step."""
    _see_that_all_reach(cables)
    used = np.zeros(len(cables.tail), dtype=np.int64)
    flows = np.zeros(len(cables.tail), dtype=np.int64)
    for at, target in enumerate(cables.hosting.tolist()):
        hops = cables.hops[:, at]
        nearer = np.flatnonzero(hops[cables.head] == hops[cables.tail] - 1)
        tail = cables.tail[nearer]
        firsts = np.flatnonzero(np.diff(tail, prepend=-1))
        switches, steps = tail[firsts], np.arange(len(nearer))
        levels = [np.flatnonzero(hops[switches] == one) for one in range(int(hops.max()), 0, -1)]
        for _ in range(int(cables.hosts[target])):
            best = np.minimum.reduceat(used[nearer] * len(nearer) + steps, firsts) % len(nearer)
            chosen = nearer[best]
            used[chosen] += 1
            waiting = cables.hosts.copy()
            for rows in levels:
                moved = waiting[switches[rows]]
                flows[chosen[rows]] += moved
                np.add.at(waiting, cables.head[chosen[rows]], moved)
        yield
    return StaticRoutes(cables, flows)


def _see_that_all_reach(cables: Cables) -> None:
    """Raise where some endpoints do not reach others."""
    if len(cables.hosting) and (cables.hops[cables.hosting] < 0).any():
        raise NoRouteError("some endpoints do not reach others: no routes between them")


def effective_bisection(cables: Cables, patterns: int = 16) -> float:
    """Return the mean share of its rate that a flow gets between two random halves, one way.

    Every endpoint of one half sends to one of the other, over a path that is drawn among the
    shortest; flows on one cable share it. T. Hoefler, T. Schneider, A. Lumsdaine, "Multistage
    Switches are not Crossbars", Cluster 2008: 55 to 60 % on machines of full bisection.

    Parameters
    ----------
    patterns
        Random halves that are tried: always the same, so that a result can be had again.

    Raises
    ------
    NoRouteError
        If some endpoints do not reach others.
    """
    return finished(effective_bisection_in_steps(cables, patterns))


def effective_bisection_in_steps(
    cables: Cables, patterns: int = 16
) -> Generator[None, None, float]:
    """Do the same step by step."""
    at = np.repeat(np.arange(len(cables.hosts)), cables.hosts)
    half = len(at) // 2
    if not half:
        return 1.0
    _see_that_all_reach(cables)
    total = 0.0
    for pattern in range(patterns):
        order = np.argsort(mixed(np.arange(len(at)) + (pattern + 1) * (1 << 32)))
        total += _mean_share(cables, at[order[:half]], at[order[half : 2 * half]], pattern)
        yield
    return total / patterns


def _mean_share(cables: Cables, source: Ints, goal: Ints, seed: int) -> float:
    """Return the mean share of flows from switch to switch."""
    here, paths, hops = source.copy(), list[Ints](), cables.hops
    place = np.zeros(len(cables.hosts), dtype=np.int64)
    place[cables.hosting] = np.arange(len(cables.hosting))
    column = place[goal]
    for step in range(_MOST_HOPS):
        going = np.flatnonzero(here != goal)
        if not len(going):
            break
        chosen = np.full(len(here), -1, dtype=np.int64)
        chosen[going] = _drawn(cables, hops, here[going], column[going], going, seed * 64 + step)
        paths.append(chosen)
        here[going] = cables.head[chosen[going]]
    load = np.zeros(len(cables.tail) + 1, dtype=np.int64)
    for path in paths:
        load += np.bincount(path + 1, minlength=len(load))
    load[0] = 0
    worst = np.ones(len(source), dtype=np.int64)
    for path in paths:
        worst = np.maximum(worst, load[path + 1])
    share: Floats = 1 / worst
    return float(share.mean())


def _drawn(cables: Cables, hops: Ints, here: Ints, column: Ints, flow: Ints, seed: int) -> Ints:
    """Return the cable that each flow takes next, drawn among those that lead a hop nearer."""
    first, last = cables.starts[here], cables.starts[here + 1]
    many = last - first
    row = np.repeat(np.arange(len(here)), many)
    cable = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many) + first[row]
    near = hops[cables.head[cable], column[row]] == hops[here[row], column[row]] - 1
    row, cable = row[near], cable[near]
    ways = np.bincount(row, minlength=len(here))
    starts = np.cumsum(ways) - ways
    draw = (mixed(flow * 4099 + seed * (1 << 34)) >> np.uint64(11)).astype(np.int64)
    taken: Ints = cable[starts + draw % ways]
    return taken
