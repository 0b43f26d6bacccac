"""Rule of racks: none holds everything that others need to reach each other."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.graph import Flags, Ints
from designer.engine.subjects.fabrics.network import NETWORK
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.wiring.network_columns import CONNECTED, FabricWiring

_NAMED = 2
"""Racks that a message tells of; the others are among those that the check leads to."""


class Held(NamedTuple):
    """What needs one rack: it has links to several switches there, and to none elsewhere.

    Attributes
    ----------
    leaves, nodes
        Leaves that stand elsewhere with all links up in this rack, and nodes with all links.
    switches
        Switches of this rack that they need.
    """

    rack: str
    leaves: int
    nodes: int
    switches: int


def switches_stand_in_several_racks(facts: Facts) -> Iterator[Finding]:
    """R02: the loss of no rack parts nodes elsewhere, where that of no switch in it does."""
    network, layout = facts[NETWORK], Layout(facts.design)
    for wiring in network.wiring.fabrics:
        held = network.measures.of_wiring("held by a rack", wiring, held_by_racks)
        if not held:
            continue
        words = [_words(one, layout.name_of(one.rack)) for one in held[:_NAMED]]
        more = len(held) - _NAMED
        fabric = wiring.fabric
        yield Finding(
            "R02", "info", fabric.id, (fabric.id, *(one.rack for one in held)),
            f"{fabric.name or fabric.id}: {'; '.join(words)}"
            + (f"; and {plural(more, 'rack')} more" if more > 0 else ""),
            "Spread the switches over several racks, or count each of these racks as one point of "
            "failure.",
            max(one.nodes + one.leaves for one in held),
        )  # fmt: skip


def _words(one: Held, rack: str) -> str:
    switches = plural(one.switches, "switch", "switches")
    parts = []
    if one.leaves:
        parts.append(f"{plural(one.leaves, 'leaf', 'leaves')} reach each other")
    if one.nodes:
        parts.append(f"{plural(one.nodes, 'node')} reach the fabric")
    return f"{' and '.join(parts)} by {switches} in rack {rack} alone"


def held_by_racks(wiring: FabricWiring) -> tuple[Held, ...]:
    """Return the racks that others need, those that most need first."""
    links, first, members = wiring.links, wiring.first_place, wiring.members
    rack_of = np.full(len(wiring.places), -1, dtype=np.int64)
    drawn = np.flatnonzero(wiring.places.switch >= 0)
    rack_of[drawn] = members.switch_rack[wiring.places.switch[drawn]]
    rows = np.flatnonzero(links.fault == CONNECTED)
    own = np.concatenate((members.node_rack[wiring.nodes.device].astype(np.int64), rack_of))
    lower, upper = links.a[rows].astype(np.int64), links.b[rows].astype(np.int64) - first
    # Switches of one tier carry each other's traffic: none of them is above another.
    tier = np.concatenate((np.full(first, -1), wiring.places.tier))
    up = tier[lower] < wiring.places.tier[upper]
    lower, upper = lower[up], upper[up]
    rack, several = _only_racks(lower, upper, rack_of, len(own))
    needs = several & (rack >= 0) & (rack != own)
    # A leaf without nodes, or a spine, has nobody to part.
    hosting = np.zeros(len(own), dtype=bool)
    hosting[links.b[rows][links.end[rows] >= 0]] = True
    hosting[:first] = True
    needs &= hosting
    found = []
    leaves = np.bincount(rack[first:][needs[first:]], minlength=len(members.racks))
    nodes = np.bincount(rack[:first][needs[:first]], minlength=len(members.racks))
    # All that stands above one that needs a rack stands there, and is needed by that rack's alone.
    above = np.zeros(len(rack_of), dtype=bool)
    above[upper[needs[lower]]] = True
    used = np.bincount(rack_of[above], minlength=len(members.racks))
    for one in np.flatnonzero(leaves + nodes).tolist():
        # One leaf has no other to be parted from.
        if nodes[one] or leaves[one] > 1:
            found.append(
                Held(members.racks[one], int(leaves[one]), int(nodes[one]), int(used[one]))
            )
    return tuple(sorted(found, key=lambda it: (-it.leaves, -it.nodes, it.rack)))


def _only_racks(lower: Ints, upper: Ints, rack_of: Ints, vertices: int) -> tuple[Ints, Flags]:
    """Return the rack in which all switches above each vertex stand, -1 for no such rack.

    Then whether these are several.
    """
    low = np.full(vertices, np.iinfo(np.int64).max)
    high = np.full(vertices, -1)
    least, most = low.copy(), high.copy()
    np.minimum.at(low, lower, rack_of[upper])
    np.maximum.at(high, lower, rack_of[upper])
    np.minimum.at(least, lower, upper)
    np.maximum.at(most, lower, upper)
    return np.where(low == high, high, -1), least < most
