"""Halvings of a net and what they cut: upper bounds of bisection, each an explicit cut.

A cut says of every vertex how many of its copies stand away; endpoints beyond are separated one by
one. What it costs is always counted on the net, after the balance is exact.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.engine.fabric_graph.loads import hops_from
from designer.engine.fabric_graph.net import Floats, Ints, Net, components

ROUNDS: Final = 3
"""How often switches that host nobody are put on their cheaper side, up and down all levels."""


@dataclass(frozen=True)
class Cut:
    """One halving.

    Attributes
    ----------
    away
        Shape (vertices,): copies on the side that is away.
    parted
        Endpoints that are separated from their vertex to make both sides halves.
    cost
        What crosses, each way.
    by
        What it follows: a label, `spectrum` …
    """

    away: Ints
    parted: int
    cost: float
    by: str


def cut_of(net: Net, away: Ints, by: str) -> Cut:
    """Return a halving with its cost; endpoints too many or missing are separated."""
    share = away / net.copies
    f, g = share[net.a], share[net.b]
    crossing = float((net.capacity * (f * (1 - g) + g * (1 - f))).sum())
    brought = int(np.rint((net.weight * share).sum()))
    parted = max(0, net.halves[0] - brought, brought - net.halves[1])
    return Cut(away, parted, crossing + parted * net.access, by)


def best_sweep(net: Net, orders: Iterable[tuple[str, Ints]] | None = None) -> Cut:
    """Return the cheapest of all sweeps, and of separating every endpoint."""
    return min(sweeps(net, orders), key=lambda cut: round(cut.cost, 9))


def sweeps(net: Net, orders: Iterable[tuple[str, Ints]] | None = None) -> Iterator[Cut]:
    """Yield separating every endpoint, then halvings that follow orders of what hosts endpoints.

    Parameters
    ----------
    orders
        Names, and hosting vertices in order; those of all labels where it is None.
    """
    yield cut_of(net, np.zeros(net.size, dtype=np.int64), "access links")
    levels = _free_levels(net)
    if orders is None:
        half = _half_of_each(net)
        yield from (
            cut_of(net, away, "half of each") for away in (half, _settled(net, half, levels))
        )
    for name, order in _orders(net) if orders is None else orders:
        for away in _prefixes(net, order):
            yield cut_of(net, _settled(net, away, levels), name)


def _orders(net: Net) -> Iterator[tuple[str, Ints]]:
    hosting = np.flatnonzero(net.weight > 0)
    yield "order", hosting
    for name, label in {**net.labels, "island": components(net)}.items():
        mine = label[hosting]
        if len(mine) and int(mine.min()) != int(mine.max()):
            yield name, hosting[np.argsort(mine, kind="stable")]


def _half_of_each(net: Net) -> Ints:
    """Return half of the copies of every vertex, the odd ones by turns."""
    away = np.zeros(net.size, dtype=np.int64)
    hosting = np.flatnonzero(net.weight > 0)
    odd = np.cumsum(net.copies[hosting] % 2)
    away[hosting] = net.copies[hosting] // 2 + (odd % 2) * (net.copies[hosting] % 2)
    return away


def _prefixes(net: Net, order: Ints) -> Iterator[Ints]:
    """Yield halvings that follow an order: the last vertex away as a whole or not, or in part."""
    until = np.cumsum(net.weight[order])
    for wanted in sorted(set(net.halves)):
        full = int(np.searchsorted(until, wanted, side="right"))
        away = np.zeros(net.size, dtype=np.int64)
        away[order[:full]] = net.copies[order[:full]]
        short = wanted - (int(until[full - 1]) if full else 0)
        if full >= len(order) or short == 0:
            yield away
            continue
        last = int(order[full])
        each = int(net.weight[last]) // int(net.copies[last])
        some = short // each
        for number in {some, min(some + 1, int(net.copies[last]))}:
            away = away.copy()
            away[last] = number
            yield away


def _free_levels(net: Net) -> list[Ints]:
    """Return what hosts nobody, by hops from the nearest endpoint."""
    level = hops_from(net, np.flatnonzero(net.weight > 0))
    return [np.flatnonzero(level == it) for it in range(1, int(level.max(initial=0)) + 1)]


def _settled(net: Net, away: Ints, levels: list[Ints]) -> Ints:
    """Return a halving with what hosts nobody on its cheaper side, level by level."""
    if not levels:
        return away
    near = net.neighbours
    share = away / net.copies
    for vertices in levels:
        share[vertices] = 0.5
    for _ in range(ROUNDS):
        before = share.copy()
        for vertices in (*levels, *reversed(levels[:-1])):
            pull = _pull(net, near.wide * (2 * share[near.head] - 1))[vertices]
            share[vertices] = np.where(pull > 1e-9, 1.0, np.where(pull < -1e-9, 0.0,
                                                                  share[vertices]))  # fmt: skip
        if np.array_equal(before, share):
            break
    settled = np.where(net.weight > 0, away, np.rint(share * net.copies).astype(np.int64))
    return np.where((net.weight == 0) & (share == 0.5), 0, settled)


def _pull(net: Net, values: Floats) -> Floats:
    near = net.neighbours
    found = np.zeros(net.size)
    there = np.flatnonzero(np.diff(near.starts))
    if len(there):
        found[there] = np.add.reduceat(values, near.starts[there])
    return found
