"""The exact bisection of a small net, by mixed-integer programming (HiGHS in scipy).

One binary per switch, the side; one number per bundle, what crosses; one for endpoints that are
separated. Of a vertex of several copies it is an integer how many stand away. Where what it may do
is used up both bounds that are proven so far are returned: it is counted in nodes of the search, so
that the same net has the same answer on any machine, however busy.

In slices the program is taken apart while a part of it takes too long: one vertex more stands where
it does. A part is done when it is solved, or when nothing in it is cheaper than what is known.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from typing import Final

import numpy as np

from designer.engine.fabric_graph.net import Ints, Net

_Row = tuple[list[int], list[float], float]
"""Columns of a constraint, their factors, and what their sum is at least."""
_OPTIMAL: Final = 0
_INFEASIBLE: Final = 2
"""States of a program as scipy numbers them."""


@dataclass(frozen=True)
class Solved:
    """What the program proves.

    Attributes
    ----------
    proven
        Every halving cuts at least so much.
    away
        Copies on the side that is away, of the best halving found; None where none was found.
    cost
        What that cuts; infinite where none was found.
    done
        Whether nothing is left open.
    """

    proven: float
    away: Ints | None
    cost: float = inf
    done: bool = False


@dataclass(frozen=True, order=True)
class _Part:
    """A part of the program: between what copies of each vertex stand away.

    Attributes
    ----------
    proven
        What every halving of it cuts at least.
    """

    proven: float
    number: int
    least: Ints = field(compare=False)
    most: Ints = field(compare=False)


def solved_in_steps(
    net: Net, alike: Ints, known: tuple[float, float], slice_s: float
) -> Generator[Solved, None, Solved]:
    """Yield what is proven so far, slice by slice, until nothing is open.

    Parameters
    ----------
    known
        What every halving cuts at least, and the cheapest one known.
    """
    proven, cheapest = known
    away: Ints | None = None
    parts = [_Part(proven, 0, np.zeros(net.size, dtype=np.int64), net.copies.copy())]
    made = 1
    # Vertices by what hangs on their side: those that decide most are taken apart first.
    weight = np.bincount(net.a, net.capacity, net.size) + np.bincount(net.b, net.capacity, net.size)
    order = np.argsort(-weight, kind="stable")
    while parts:
        part = heappop(parts)
        if part.proven >= cheapest - 1e-6:
            break
        open_ = order[part.least[order] < part.most[order]]
        # Where every vertex has its side there is nothing to try, and nothing to take apart.
        within = (part.least, part.most)
        found = solved(net, alike, seconds=slice_s if len(open_) else inf, between=within)
        if found.away is not None and found.cost < cheapest - 1e-9:
            cheapest, away = found.cost, found.away
        low = max(part.proven, min(found.proven, found.cost) if found.done else found.proven)
        if not found.done and low < cheapest - 1e-6 and len(open_):
            at = int(open_[0])
            middle = int(part.least[at] + part.most[at]) // 2
            for least, most in ((part.least[at], middle), (middle + 1, part.most[at])):
                lower, upper = part.least.copy(), part.most.copy()
                lower[at], upper[at] = least, most
                heappush(parts, _Part(low, made, lower, upper))
                made += 1
        left = parts[0].proven if parts else cheapest
        yield Solved(min(max(proven, left), cheapest), away, cheapest)
    return Solved(cheapest, away, cheapest, done=True)


def solved(
    net: Net,
    alike: Ints,
    *,
    work: float = inf,
    seconds: float = inf,
    between: tuple[Ints, Ints] | None = None,
) -> Solved:
    """Return the cheapest halving of a net.

    Parameters
    ----------
    alike
        Shape (vertices,): twins share a number; they are taken in order, which leaves out halvings
        that differ in nothing.
    work
        How much is tried: nodes of the search by the cube of the program's columns, which is about
        what a node takes. One node at least.
    seconds
        For who waits: where it ends the search, what is proven depends on the machine.
    between
        How many copies of each vertex stand away at least and at most; any number otherwise.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    size, bundles = net.size, len(net.a)
    columns = size + bundles + 1
    rows = _rows(net, alike)
    index = np.repeat(np.arange(len(rows)), [len(row[0]) for row in rows])
    matrix = csr_array(
        (
            np.concatenate([row[1] for row in rows]),
            (index, np.concatenate([row[0] for row in rows])),
        ),
        shape=(len(rows), columns),
    )
    above = np.concatenate((net.copies, np.ones(bundles), [np.inf])).astype(np.float64)
    below = np.zeros(columns)
    if between is not None:
        below[:size], above[:size] = between
    found = milp(
        np.concatenate((np.zeros(size), net.capacity, [net.access])),
        integrality=np.concatenate((np.ones(size), np.zeros(bundles + 1))),
        bounds=Bounds(below, above),
        constraints=LinearConstraint(matrix, [row[2] for row in rows], np.inf),
        options={"time_limit": seconds, "mip_rel_gap": 0.0, **_most_nodes(work, columns)},
    )
    if found.status == _INFEASIBLE:
        return Solved(inf, None, inf, done=True)
    away = None if found.x is None else np.rint(found.x[:size]).astype(np.int64)
    cost, done = inf if away is None else float(found.fun), found.status == _OPTIMAL
    bound = getattr(found, "mip_dual_bound", None)
    if bound is None:
        return Solved(0.0, away, cost, done)
    return Solved(net.up(max(0.0, float(bound))), away, cost, done)


def _most_nodes(work: float, columns: int) -> dict[str, int]:
    """Return the option that ends a search after so much work; none where nothing ends it."""
    return {} if work == inf else {"node_limit": max(1, int(work // columns**3))}


def _rows(net: Net, alike: Ints) -> list[_Row]:
    """Return the constraints: what crosses, halves, and twins in order."""
    size, parted = net.size, net.size + len(net.a)
    rows: list[_Row] = []
    for number, (a, b) in enumerate(zip(net.a.tolist(), net.b.tolist(), strict=True)):
        # What crosses, as a share of the bundle: at least the difference of both sides' shares.
        ends, crossing = [a, b, size + number], 1.0
        one, other = 1 / int(net.copies[a]), 1 / int(net.copies[b])
        rows.append((ends, [one, -other, crossing], 0.0))
        rows.append((ends, [-one, other, crossing], 0.0))
    each = net.weight / net.copies
    every = list(range(size))
    few, most = net.halves
    rows.append(([*every, parted], [*each.tolist(), 1.0], float(few)))
    rows.append(([*every, parted], [*(-each).tolist(), 1.0], float(-most)))
    order = np.argsort(alike, kind="stable")
    for one_, other_ in zip(order[:-1].tolist(), order[1:].tolist(), strict=True):
        if alike[one_] == alike[other_]:
            rows.append(([one_, other_], [1.0, -1.0], 0.0))
    return rows
