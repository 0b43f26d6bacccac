"""Better halvings: orders by the spectrum, and moves of single vertices (Fiduccia-Mattheyses)."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from designer.engine.fabric_graph.cuts import Cut, best_sweep, cut_of
from designer.engine.fabric_graph.lower import laplacian
from designer.engine.fabric_graph.net import Floats, Ints, Net

PASSES: Final = 8
"""How often all vertices are moved, at most."""
MOST: Final = 4_000
"""Up to so many vertices halvings are improved by moves."""
_MOVES: Final = ", moves"
MOST_SPECTRA: Final = 600
"""Up to so many orders by the spectrum are tried."""


def improved(net: Net, cut: Cut) -> Cut:
    """Return a halving that is no dearer: the spectrum's or the given one, improved by moves."""
    for closer in improving(net, cut):
        cut = closer
    return cut


def improving(net: Net, cut: Cut) -> Iterator[Cut]:
    """Yield the cheapest halving so far, after each time that all vertices were moved."""
    if not 2 <= net.size <= MOST:
        return
    for start in _starts(net, cut):
        found = start
        if found.cost < cut.cost - 1e-9:
            cut = found
        yield cut
        for _ in range(PASSES):
            moved = _one_pass(net, found)
            if moved.cost >= found.cost - 1e-9:
                break
            found = moved
            if found.cost < cut.cost - 1e-9:
                cut = found
            yield cut


def _starts(net: Net, cut: Cut) -> Iterator[Cut]:
    yield cut
    if net.size <= MOST_SPECTRA:
        for order in _by_spectrum(net):
            yield best_sweep(net, (order,))


def _by_spectrum(net: Net) -> Iterator[tuple[str, Ints]]:
    """Yield hosting vertices in order of the slowest movements of the net."""
    hosting = np.flatnonzero(net.weight > 0)
    matrix = laplacian(net)
    root = np.sqrt(np.maximum(np.diag(matrix), 1e-9))
    _, vectors = np.linalg.eigh(matrix / root[:, None] / root[None, :])
    for number in range(1, min(4, net.size)):
        # Rounded: equal entries differ in their last digits from machine to machine.
        value = np.round(vectors[hosting, number] / root[hosting], 9)
        yield "spectrum", hosting[np.argsort(value, kind="stable")]


def _one_pass(net: Net, start: Cut) -> Cut:
    """Return the best halving on the way of moving every vertex once, the best move first."""
    near, share = net.neighbours, start.away / net.copies
    free = (share == 0.0) | (share == 1.0)
    pull = _pull(net, share)
    weight = net.weight.astype(np.float64)
    brought = float((weight * share).sum())
    few, most = net.halves
    slack = float(weight.max())
    cost, best, at = _crossing(net, share), start.cost, 0
    order: list[int] = []
    while True:
        side = 1 - 2 * share
        after = brought + weight * side
        allowed = free & (after >= few - slack) & (after <= most + slack)
        if not allowed.any():
            break
        gain = side * pull
        # Of equal moves one that mends the balance.
        off = np.maximum(0.0, np.maximum(few - after, after - most))
        vertex = int(np.argmax(np.where(allowed, gain - off * 1e-6, -np.inf)))
        cost -= float(gain[vertex])
        brought = float(after[vertex])
        rows = slice(int(near.starts[vertex]), int(near.starts[vertex + 1]))
        pull[near.head[rows]] += 2 * side[vertex] * near.wide[rows]
        share[vertex] = 1 - share[vertex]
        free[vertex] = False
        order.append(vertex)
        whole = cost + net.access * max(0.0, few - brought, brought - most)
        if whole < best - 1e-9:
            best, at = whole, len(order)
    away = start.away.copy()
    moved = np.array(order[:at], dtype=np.int64)
    away[moved] = net.copies[moved] - away[moved]
    return cut_of(net, away, f"{start.by.removesuffix(_MOVES)}{_MOVES}" if at else start.by)


def _pull(net: Net, share: Floats) -> Floats:
    near = net.neighbours
    pull = np.bincount(near.tail, near.wide * (2 * share[near.head] - 1), net.size)
    return pull.astype(np.float64)


def _crossing(net: Net, share: Floats) -> float:
    f, g = share[net.a], share[net.b]
    return float((net.capacity * (f * (1 - g) + g * (1 - f))).sum())
