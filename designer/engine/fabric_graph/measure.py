"""What a net carries: bisection within bounds that are proven, throughput under ECMP.

Effort comes in two tiers: what a live report can wait for, and what refines it afterwards.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final

import numpy as np

from designer.engine.fabric_graph.background import in_background
from designer.engine.fabric_graph.cuts import Cut, cut_of, sweeps
from designer.engine.fabric_graph.electrical import MOST_VERTICES, by_currents
from designer.engine.fabric_graph.exact import Solved, solved, solved_in_steps
from designer.engine.fabric_graph.loads import Loads, finished
from designer.engine.fabric_graph.lower import (
    Effort,
    Hubs,
    by_rate,
    by_spectrum,
    hubs_in_steps,
    mixed_rate,
)
from designer.engine.fabric_graph.net import Ints, Lumped, Net, islands, lumped
from designer.engine.fabric_graph.refine import improving
from designer.engine.fabric_graph.symmetry import Orbits, orbits_of

EXACT_WORK: Final = 1.5e9
"""What the exact program may do for a report: 1 to 4 s of a processor for up to 64 switches."""
FEW_SWITCHES: Final = 64
"""Up to here the exact program is asked."""


@dataclass(frozen=True)
class Throughput:
    """All-to-all traffic, every endpoint to every other evenly.

    Attributes
    ----------
    rate
        The largest share of its injection that every endpoint can send, 1 at most, where traffic
        takes shortest paths, divided evenly.
    of_network
        The same where the endpoints' own links set no limit; infinite where nothing is loaded.
    hot
        The bundle that limits it; -1 where none does.
    known
        Whether it was worth computing.
    """

    rate: float
    of_network: float
    hot: int
    known: bool = True


NOTHING: Final = Throughput(0.0, 0.0, -1)
EVERYTHING: Final = Effort()
THROUGHPUT: Final = Effort(above=-1.0)
"""No level above what hosts endpoints: bisection is known otherwise."""


@dataclass(frozen=True)
class Measured:
    """What a net carries, in links, each way.

    Attributes
    ----------
    proven, cheapest
        Bounds of bisection: what every halving cuts at least, and the cost of `cut`.
    cut
        The cheapest halving found, of the lumped net; `pool` are all that cost as little.
    loads
        Of the lumped net, where every endpoint sends one link's worth to all evenly.
    """

    islands: int
    proven: float
    cheapest: float
    cut: Cut
    throughput: Throughput
    lumped: Lumped
    orbits: Orbits
    pool: tuple[Cut, ...] = ()
    loads: Loads | None = None

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.cheapest - self.proven <= 1e-6


def measured(net: Net, *, at_least: float = 0.0, effort: Effort = EVERYTHING) -> Measured:
    """Return what a net carries, as near as flows along shortest paths and sweeps come.

    Parameters
    ----------
    at_least
        A lower bound that is known otherwise.
    """
    return finished(measured_in_steps(net, at_least=at_least, effort=effort))


def measured_in_steps(
    net: Net, *, at_least: float, effort: Effort
) -> Generator[None, None, Measured]:
    """Do the same step by step."""
    small = lumped(net)
    q = small.net
    parts = islands(q)
    cuts = list(sweeps(q))
    cut = min(cuts, key=lambda one: round(one.cost, 9))
    pool = tuple(one for one in cuts if one.cost <= cut.cost + 1e-9)
    orbits = orbits_of(q)
    if parts > 1 or q.halves[0] == 0:
        return Measured(parts, 0.0, 0.0, cut, NOTHING, small, orbits)
    yield
    if at_least >= cut.cost - 1e-6:
        # What is known meets the best halving: hubs prove nothing more.
        effort = replace(effort, above=-1.0)
    enough = cut.cost / q.halves[0] * (1 - 1e-12)
    hubs = yield from hubs_in_steps(q, orbits, effort, enough, at_least)
    proven = max(at_least, by_rate(q, hubs.rate))
    if proven < cut.cost - 1e-6:
        proven = max(proven, by_rate(q, mixed_rate(q, hubs)))
    return Measured(
        parts, min(proven, cut.cost), cut.cost, cut, _throughput(q, hubs), small, orbits, pool,
        hubs.even,
    )  # fmt: skip


def throughput_of(net: Net, most_work: float = inf) -> Throughput:
    """Return what every endpoint can send to all others evenly, over shortest paths.

    Parameters
    ----------
    most_work
        Bundles times destinations that are worth it.
    """
    return finished(throughput_in_steps(net, most_work))


def throughput_in_steps(net: Net, most_work: float) -> Generator[None, None, Throughput]:
    """Do the same step by step."""
    q = lumped(net).net
    if islands(q) > 1 or q.endpoints < 2:
        return NOTHING
    yield
    hubs = yield from hubs_in_steps(q, orbits_of(q), Effort(most_work, -1.0))
    return _throughput(q, hubs)


def _throughput(net: Net, hubs: Hubs) -> Throughput:
    if net.endpoints < 2:
        return NOTHING
    if hubs.even is None:
        return Throughput(0.0, 0.0, -1, known=False)
    load = hubs.even.most * (net.endpoints / (net.endpoints - 1))
    own = net.access / net.sends
    if not load.any():
        return Throughput(own, inf, -1)
    ratio = np.divide(net.capacity, load, out=np.full(len(load), inf), where=load > 0)
    hot = int(np.argmin(ratio))
    of_network = float(ratio[hot]) / net.sends
    return Throughput(min(own, of_network), of_network, hot)


def refined(net: Net, found: Measured, *, work: float = EXACT_WORK) -> Measured:
    """Return what takes longer and comes nearer.

    Parameters
    ----------
    work
        What the exact program may do, as in `solved`; with 0 it does not run.
    """
    for closer in refinements(net, found, work=work):
        found = closer or found
    return found


def refinements(
    net: Net, found: Measured, *, work: float, most_vertices: int = MOST_VERTICES
) -> Iterator[Measured | None]:
    """Yield what comes nearer step by step: moves and the spectrum, currents, the exact program.

    None is yielded while the exact program runs beside.

    Parameters
    ----------
    work
        What the exact program may do, as in `solved`; with 0 it does not run.
    most_vertices
        Up to so many currents are computed.
    """
    for closer in nearer(net, found, most_vertices=most_vertices):
        found = closer
        yield found
    if work and not found.exact and found.islands == 1 and net.size <= FEW_SWITCHES:
        steps = in_background(partial(solved, net, found.lumped.of, work=work))
        while True:
            try:
                next(steps)
            except StopIteration as end:
                yield _with_answer(found, end.value)
                return
            yield None


def nearer(net: Net, found: Measured, *, most_vertices: int = MOST_VERTICES) -> Iterator[Measured]:
    """Yield what comes nearer without the exact program."""
    if found.exact or found.islands > 1:
        return
    small = found.lumped.net
    for cut in improving(small, found.cut):
        pool = found.pool if cut is found.cut else (cut,)
        proven = min(found.proven, cut.cost)
        found = replace(found, proven=proven, cheapest=cut.cost, cut=cut, pool=pool)
        yield found
    found = replace(found, proven=min(max(found.proven, by_spectrum(net)), found.cheapest))
    yield found
    if not found.exact and small.size <= most_vertices:
        for proven in by_currents(small, found.orbits):
            found = replace(found, proven=min(max(found.proven, proven), found.cheapest))
            yield found
            if found.exact:
                return


def programmed(net: Net, found: Measured, slice_s: float) -> Iterator[Measured]:
    """Yield what the exact program proves slice by slice, until the bounds meet."""
    known = found.proven, found.cheapest
    for answer in solved_in_steps(net, found.lumped.of, known, slice_s):
        found = _with_answer(found, answer)
        yield found


def _with_answer(found: Measured, answer: Solved) -> Measured:
    """Return what is known with what the exact program proves, and the halving that it finds."""
    cheapest, cut, pool = found.cheapest, found.cut, found.pool
    if answer.away is not None:
        best = cut_of(found.lumped.net, _together(found.lumped, answer.away), "exact program")
        if best.cost < cheapest - 1e-9:
            cheapest, cut, pool = best.cost, best, (best,)
    proven = min(max(found.proven, answer.proven), cheapest)
    return replace(found, proven=proven, cheapest=cheapest, cut=cut, pool=pool)


def _together(small: Lumped, away: Ints) -> Ints:
    """Return copies that stand away, of vertices that are alike together."""
    return np.bincount(small.of, away, small.net.size).astype(np.int64)


def lifted(copies: Ints, found: Measured, cut: Cut) -> Ints:
    """Return the copies that stand away of every vertex of a whole net: of alike ones the first.

    Parameters
    ----------
    copies
        Of every vertex of the whole net.
    """
    small, of = found.lumped.net, found.lumped.of
    order = np.argsort(of, kind="stable")
    before = np.cumsum(copies[order]) - copies[order]
    starts = np.searchsorted(of[order], np.arange(small.size))
    ahead = np.empty(len(copies), dtype=np.int64)
    ahead[order] = before - before[starts][of[order]]
    away: Ints = np.clip(cut.away[of] - ahead, 0, copies)
    return away
