"""Lower bounds of bisection that are proven.

Hubs: if every endpoint sends at a rate L to hubs at once, and no bundle carries more in both
directions together than it holds in one, then a halving with n endpoints on its smaller side cuts
at least min(L, access) · n. A hub stands on one side or the other: what endpoints send to hubs on
the other side crosses, n_A · L_B + n_B · L_A, which is least where all hubs stand on one side;
endpoints that are separated from their switch cost `access` each. Hubs are what hosts endpoints,
and what stands one hop above, two, and so on; a linear program mixes these.

Spectrum: with λ the second smallest solution of (degrees - adjacency) x = λ · endpoints · x, at
least min(n · access, λ · n · (N - n) / N) is cut.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

import numpy as np

from designer.engine.fabric_graph.loads import (
    ApartError,
    Loads,
    finished,
    hub_levels,
    loads_in_steps,
    work_of,
)
from designer.engine.fabric_graph.net import Floats, Ints, Net
from designer.engine.fabric_graph.symmetry import Orbits

DENSE: Final = 800
"""Up to so many vertices all eigenvalues are computed, which leaves no doubt about the second."""
_MOST_PIVOTS: Final = 64
"""Steps of the simplex method for each column, at most."""
_HAIR: Final = 1e-11


@dataclass(frozen=True)
class Hubs:
    """What endpoints can send to hubs at once.

    Attributes
    ----------
    rate
        To all hubs together, in links; 0 where some endpoint does not reach them.
    even
        Loads where every endpoint sends one link's worth to all endpoints evenly, itself among
        them; None where it does not reach all, or that is not worth it.
    """

    rate: float
    even: Loads | None
    columns: tuple[Floats, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Effort:
    """What is worth it: bundles times destinations of one level of hubs.

    Attributes
    ----------
    even, above
        Where hubs are what hosts endpoints, as all-to-all throughput needs it, and above these.
    """

    even: float = inf
    above: float = inf


def hubs_of(net: Net, orbits: Orbits, effort: Effort) -> Hubs:
    """Return the best of all levels of hubs taken alone that are worth it."""
    return finished(hubs_in_steps(net, orbits, effort))


def hubs_in_steps(
    net: Net, orbits: Orbits, effort: Effort, enough: float = inf, at_least: float = 0.0
) -> Generator[None, None, Hubs]:
    """Do the same step by step.

    Parameters
    ----------
    enough
        A rate beyond which nothing more is asked.
    at_least
        A cut that is proven otherwise: hubs that prove no more, mixed or not, are not asked.
    """
    levels = list(hub_levels(net))
    asked = len(levels) > 1 and effort.above > 0 and at_least > 0
    if asked and by_rate(net, most_rate(net, levels)) <= at_least:
        levels = levels[:1]
    even: Loads | None = None
    best, columns = 0.0, []
    # What hosts endpoints, for the throughput; then from the top, which decides in a Clos network.
    for number in (0, *range(len(levels) - 1, 0, -1)):
        work = work_of(net, orbits, levels[number])
        if best >= min(net.access, enough) or work > (effort.above if number else effort.even):
            continue
        try:
            loads = yield from loads_in_steps(net, orbits, levels[number])
        except ApartError:
            if number == 0:
                return Hubs(0.0, None)
            continue
        even = loads if number == 0 else even
        columns.append(loads.both)
        best = max(best, _rate(net, loads.both))
    return Hubs(best, even, tuple(columns))


def most_rate(net: Net, levels: Sequence[Floats]) -> float:
    """Return what no mix of hubs lets endpoints send: what leaves a switch, or a pod, limits it."""
    # Of copies each is a set of its own.
    alone = _most_out_of(net, levels, np.where(net.weight > 0, np.arange(net.size), -1), net.copies)
    ones = np.ones(net.size, dtype=np.int64)
    return min([alone, *(_most_out_of(net, levels, it, ones) for it in net.labels.values())])


def _most_out_of(net: Net, levels: Sequence[Floats], label: Ints, copies: Ints) -> float:
    """Return the same by what leaves the sets of vertices with a label; -1 is in none.

    Of a set with w of N endpoints and a share s of the hubs, w · (1 - s) + s · (N - w) crosses for
    each link's worth that every endpoint sends.
    """
    inside = np.flatnonzero(label >= 0)
    if not len(inside):
        return inf
    sets, of = int(label.max()) + 1, label[inside]
    crosses = label[net.a] != label[net.b]
    wide = np.zeros(sets)
    for end in (net.a, net.b):
        rows = np.flatnonzero(crosses & (label[end] >= 0))
        each = net.capacity[rows] / copies[end[rows]]
        wide += np.bincount(label[end[rows]], each, sets)
    weight = np.bincount(of, net.weight[inside] / copies[inside], sets)
    least = np.full(sets, inf)
    for level in levels:
        share = np.bincount(of, level[inside] / copies[inside], sets)
        least = np.minimum(least, weight * (1 - share) + share * (net.endpoints - weight))
    asked = least > 1e-9
    return float((wide[asked] / least[asked]).min(initial=inf))


def _rate(net: Net, load: Floats) -> float:
    carrying = load > 0
    if not carrying.any():
        return net.access
    return float((net.capacity[carrying] / load[carrying]).min())


def mixed_rate(net: Net, hubs: Hubs) -> float:
    """Return what endpoints can send to hubs of all levels together, mixed in the best shares."""
    if len(hubs.columns) < 2 or hubs.rate >= net.access:
        return hubs.rate
    share = np.stack(hubs.columns, axis=1) / net.capacity[:, None]
    rows = np.unique(np.round(share[share.max(axis=1) > 0], 12), axis=0)
    mix = _largest_sum(rows)
    # What is found is scaled until it fits: a rounded answer proves nothing.
    used = float((share @ mix).max())
    return max(hubs.rate, float(mix.sum()) / max(used, 1e-12))


def _largest_sum(rows: Floats) -> Floats:
    """Return shares, none below 0, of which no row's weighted sum is above 1, with the largest sum.

    The simplex method with few columns; by the rule of Bland it goes round in no circle. Where
    it is not at its end after many steps, what it has found fits and is not the best.
    """
    many, columns = rows.shape
    table = np.hstack((rows, np.ones((many, 1))))
    gain = np.append(np.ones(columns), 0.0)
    outside, inside = np.arange(columns), np.arange(columns, columns + many)
    for _ in range(_MOST_PIVOTS * columns):
        better = np.flatnonzero(gain[:-1] > _HAIR)
        if not len(better):
            break
        enters = int(better[np.argmin(outside[better])])
        rising = np.flatnonzero(table[:, enters] > _HAIR)
        if not len(rising):
            break
        room = table[rising, -1] / table[rising, enters]
        nearest = rising[room <= room.min() + _HAIR]
        leaves = int(nearest[np.argmin(inside[nearest])])
        pivot = table[leaves, enters]
        column = table[:, enters].copy()
        column[leaves] = 0.0
        table[leaves] /= pivot
        table[leaves, enters] = 1.0 / pivot
        table[:, enters] = np.where(np.arange(many) == leaves, 1.0 / pivot, 0.0)
        table -= column[:, None] * table[leaves]
        lost = float(gain[enters])
        gain[enters] = 0.0
        gain -= lost * table[leaves]
        outside[enters], inside[leaves] = inside[leaves], outside[enters]
    found = np.zeros(columns)
    there = inside < columns
    found[inside[there]] = np.maximum(table[there, -1], 0.0)
    return found


def by_rate(net: Net, rate: float) -> float:
    """Return the least cut that a rate to hubs proves."""
    return net.up(min(net.access, rate) * net.halves[0])


def by_spectrum(net: Net) -> float:
    """Return the least cut that the spectrum proves; 0 where it is not computed.

    Copies of a vertex are counted as one: of more than one copy nothing is said.
    """
    hosting = net.weight > 0
    if not 2 <= net.size <= DENSE or (net.copies > 1).any() or not hosting.any():
        return 0.0
    degrees = laplacian(net)
    # What hosts nobody takes the place where least crosses: it is eliminated.
    if not hosting.all():
        free = ~hosting
        inner = degrees[np.ix_(free, free)]
        across = degrees[np.ix_(free, hosting)]
        if np.linalg.matrix_rank(inner) < len(inner):
            return 0.0
        outer = degrees[np.ix_(hosting, hosting)]
        degrees = outer - across.T @ np.linalg.solve(inner, across)
    root = np.sqrt(net.weight[hosting].astype(np.float64))
    values = np.linalg.eigvalsh(degrees / root[:, None] / root[None, :])
    if len(values) < 2:
        return 0.0
    second = float(values[1]) - 1e-9 * max(1.0, float(values[-1]))
    few = net.halves[0]
    crossing = second * few * (net.endpoints - few) / net.endpoints
    return net.up(max(0.0, min(net.access * few, crossing)))


def laplacian(net: Net) -> Floats:
    """Return degrees less adjacency, by capacity."""
    found = np.zeros((net.size, net.size))
    np.add.at(found, (net.a, net.b), -net.capacity)
    np.add.at(found, (net.b, net.a), -net.capacity)
    np.fill_diagonal(found, -found.sum(axis=1))
    return found
