"""The exact bisection of a small net, by mixed-integer programming (HiGHS in scipy).

One binary per switch, the side; one number per bundle, what crosses; one for endpoints that are
separated. Of a vertex of several copies it is an integer how many stand away. Where time runs out
both bounds that are proven so far are returned.
"""

from dataclasses import dataclass

import numpy as np

from designer.engine.fabric_graph.net import Ints, Net


@dataclass(frozen=True)
class Solved:
    """What the program proves.

    Attributes
    ----------
    proven
        Every halving cuts at least so much.
    away
        Copies on the side that is away, of the best halving found; None where none was found.
    """

    proven: float
    away: Ints | None


def solved(net: Net, alike: Ints, seconds: float) -> Solved:
    """Return the cheapest halving of a net.

    Parameters
    ----------
    alike
        Shape (vertices,): twins share a number; they are taken in order, which leaves out halvings
        that differ in nothing.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    size, bundles = net.size, len(net.a)
    parted, columns = size + bundles, size + bundles + 1
    rows: list[tuple[list[int], list[float], float]] = []
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
    index = np.repeat(np.arange(len(rows)), [len(row[0]) for row in rows])
    matrix = csr_array(
        (
            np.concatenate([row[1] for row in rows]),
            (index, np.concatenate([row[0] for row in rows])),
        ),
        shape=(len(rows), columns),
    )
    above = np.concatenate((net.copies, np.ones(bundles), [np.inf])).astype(np.float64)
    found = milp(
        np.concatenate((np.zeros(size), net.capacity, [net.access])),
        integrality=np.concatenate((np.ones(size), np.zeros(bundles + 1))),
        bounds=Bounds(0.0, above),
        constraints=LinearConstraint(matrix, [row[2] for row in rows], np.inf),
        options={"time_limit": seconds, "mip_rel_gap": 0.0},
    )
    away = None if found.x is None else np.rint(found.x[:size]).astype(np.int64)
    bound = getattr(found, "mip_dual_bound", None)
    if bound is None:
        return Solved(0.0, away)
    return Solved(net.up(max(0.0, float(bound))), away)
