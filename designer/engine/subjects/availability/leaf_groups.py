"""Nodes that hang on the same leaf switches: one of these down takes them out of the network."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_columns import CONNECTED, FabricWiring


@dataclass(frozen=True)
class LeafGroup:
    """Alike groups of nodes.

    Attributes
    ----------
    part
        Of the nodes, as drawn: a filled rack holds several.
    groups, nodes
        How many groups, and nodes of each.
    leaves
        Leaf switches that each of these nodes hangs on.
    """

    part: str
    groups: int
    nodes: int
    leaves: int


@dataclass(frozen=True)
class LeafGroups:
    """The nodes of a fabric by the leaf switches that they hang on.

    Attributes
    ----------
    most_nodes
        Nodes that hang on one switch, at most.
    """

    groups: tuple[LeafGroup, ...] = ()
    most_nodes: int = 0


def leaf_groups(wiring: FabricWiring) -> LeafGroups:
    """Return the nodes of a fabric by the leaf switches that they hang on, as drawn."""
    nodes = len(wiring.nodes)
    if not nodes:
        return LeafGroups()
    links = wiring.links
    rows = (links.a < nodes) & (links.b >= nodes) & (links.fault == CONNECTED)
    places = len(wiring.places)
    # `np.unique` would import numpy's masked arrays for it.
    pairs = np.sort(links.a[rows].astype(np.int64) * places + (links.b[rows] - nodes))
    pairs = pairs[np.flatnonzero(np.diff(pairs, prepend=-1))]
    owner, place = np.divmod(pairs, max(places, 1))
    leaves = np.bincount(owner, minlength=nodes)
    signature = np.zeros(nodes, dtype=np.uint64)
    np.add.at(signature, owner, _mixed(place))
    parts = wiring.members.node_parts[wiring.nodes.device]
    groups = Counter(zip(parts.tolist(), signature.tolist(), leaves.tolist(), strict=True))
    alike = Counter((part, number, each) for (part, _, each), number in groups.items())
    found = tuple(
        LeafGroup(wiring.members.parts[part], many, number, each)
        for (part, number, each), many in sorted(alike.items())
    )
    return LeafGroups(found, int(np.bincount(place, minlength=1).max()))


def _mixed(places: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return numbers whose sums tell sets of places apart: mixed bits of each."""
    mixed = (places.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(31))
