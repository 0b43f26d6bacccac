"""Symmetries of a net: moves that its labels suggest, each checked against all of its bundles.

A torus that is turned along an axis, groups or pods that move on by one: what is true of one vertex
or bundle is then true of all that it can move to. A move that one missing cable breaks is dropped.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.engine.fabric_graph.net import Flags, Ints, Net, mixed, mixed_bits

_FEW: Final = 256
"""Bundles of which a move is asked first."""


@dataclass(frozen=True)
class Orbits:
    """What moves take to each other.

    Attributes
    ----------
    vertex
        Shape (vertices,): a number that vertices share which some moves take to each other.
    bundle
        Shape (2 · bundles,): likewise for bundles with a direction, those from `a` to `b` first.
    """

    vertex: Ints
    bundle: Ints


def orbits_of(net: Net) -> Orbits:
    """Return what all moves together take to each other that hold for a net."""
    vertex = np.arange(net.size, dtype=np.int64)
    bundle = np.arange(2 * len(net.a), dtype=np.int64)
    sorted_keys = _keys(net, vertex, np.arange(len(net.a)))
    order = np.argsort(sorted_keys, kind="stable")
    sorted_keys = sorted_keys[order]
    wide = np.concatenate((net.capacity, net.capacity))
    held: list[tuple[Ints, Ints]] = []
    every = np.arange(len(net.a), dtype=np.int64)
    few = every[:: max(1, len(every) // _FEW)]
    for move in _moves(net):
        if (net.weight[move] != net.weight).any() or (net.copies[move] != net.copies).any():
            continue
        # Most guesses fail at the first bundles.
        if not len(few) or _moved(few, move, net, sorted_keys)[1].all():
            at, there = _moved(every, move, net, sorted_keys)
            if there.all() and (wide[order[at]] == wide).all():
                held.append((move, order[at]))
    for move, moved in held:
        vertex = _joined(vertex, move)
        bundle = _joined(bundle, moved)
    return Orbits(_closed(vertex, [move for move, _ in held]),
                  _closed(bundle, [moved for _, moved in held]))  # fmt: skip


def _keys(net: Net, move: Ints, rows: Ints) -> Ints:
    """Return a number for both directions of some bundles once vertices have moved."""
    a, b = move[net.a[rows]], move[net.b[rows]]
    return np.concatenate((a * net.size + b, b * net.size + a))


def _moved(rows: Ints, move: Ints, net: Net, sorted_keys: Ints) -> tuple[Ints, Flags]:
    """Return where both directions of some bundles go, and whether there are such bundles."""
    keys = _keys(net, move, rows)
    at = np.minimum(np.searchsorted(sorted_keys, keys), max(0, len(sorted_keys) - 1))
    there: Flags = sorted_keys[at] == keys
    return at, there


def _moves(net: Net) -> Iterator[Ints]:
    """Yield moves that labels suggest: what has a label takes the place of what has the next.

    Vertices with a label correspond to each other by their order among those with the same. What
    differs from the others stays, like a pod that is not full or lacks a cable.
    """
    near = net.neighbours
    degree = np.bincount(near.tail, near.wide, net.size)
    seen = mixed(net.weight) + mixed_bits(mixed(net.copies))
    seen = mixed_bits(seen + mixed(np.rint(degree * 4096).astype(np.int64)))
    for label in net.labels.values():
        labelled = np.flatnonzero(label >= 0)
        of, count = np.unique(label[labelled], return_inverse=True, return_counts=True)[1:]
        kind = mixed(count)
        np.add.at(kind, of, seen[labelled])
        for one in np.unique(kind).tolist():
            alike = labelled[kind[of] == one]
            size = int(count[kind == one][0])
            if len(alike) <= size:
                continue
            table = alike[np.argsort(label[alike], kind="stable")].reshape(-1, size)
            move = np.arange(net.size, dtype=np.int64)
            move[table] = np.roll(table, -1, axis=0)
            yield move


def _joined(label: Ints, move: Ints) -> Ints:
    """Return labels of which those that a move takes to each other have become the lowest."""
    while True:
        low = np.minimum(label, label[move])
        after = low.copy()
        np.minimum.at(after, move, low)
        after = after[after]
        if np.array_equal(after, label):
            return label
        label = after


def _closed(label: Ints, moves: list[Ints]) -> Ints:
    """Return labels that no move of several tells apart any more."""
    while True:
        before = label
        for move in moves:
            label = _joined(label, move)
        if np.array_equal(before, label):
            return label
