"""What is there of a fabric's rule: cables with both ends, links cut off, switches that idle."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_links import Ints
from designer.wiring.network_members import TIERS


@dataclass(frozen=True)
class CableCounts:
    """Cables of the rule, counted as the rule counts them: per port, before it is split.

    Attributes
    ----------
    connected
        Those that have both ends, without links whose work a cable by hand does.
    missing
        Those that have not; a link whose work a cable by hand does is none of them.
    """

    connected: int
    missing: int


def cable_counts(wiring: FabricWiring) -> CableCounts:
    """Return how many of the rule's cables are there, sort by sort of their ends."""
    if wiring.plan is None:
        return CableCounts(0, 0)
    plan = wiring.plan
    if len(wiring.faults) == 1:  # the empty one: all of the rule is there
        cables = plan.node_leaf_cables + plan.leaf_spine_cables + plan.spine_core_cables
        return CableCounts(cables, 0)
    size = len(wiring.links) - wiring.laid
    a, count, fault = (
        column[:size] for column in (wiring.links.a, wiring.links.count, wiring.links.fault)
    )
    sort = np.zeros(size, dtype=np.int32)
    trunk = a >= wiring.first_place
    sort[trunk] = wiring.places.tier[a[trunk] - np.int32(wiring.first_place)] + np.int32(1)
    forms = ["rule"] * wiring.faults_by_rule + [it.form for it in wiring.hand_faults]
    replaced = np.array([form == "replaced" for form in forms])[fault]
    made = fault == CONNECTED
    split = plan.request.breakout
    connected = _cables(sort[made], count[made], split)
    here = made | replaced
    every = _cables(sort, count, split)
    return CableCounts(connected, every - _cables(sort[here], count[here], split))


def laid_by_hand(wiring: FabricWiring) -> int:
    """Return how many cables by hand have both ends."""
    laid = wiring.links.fault[len(wiring.links) - wiring.laid :]
    return int(np.count_nonzero(laid == CONNECTED))


def _cables(sort: Ints, count: Ints, split: int) -> int:
    """Return the cables of links by sort: whole ones, as the rule rounds."""
    links = np.bincount(sort, count).astype(np.int64)
    return int((-(-links // split)).sum())


@dataclass(frozen=True)
class CutOff:
    """Links of the rule that gave way to cables by hand and whose work none of these does.

    Attributes
    ----------
    nodes
        Keys of the nodes' devices that lost a rail, in order.
    node_links, trunks
        How many links of nodes, and between switches.
    node_cables, trunk_cables
        The cables by hand that took their place.
    """

    nodes: tuple[str, ...]
    node_links: int
    trunks: int
    node_cables: tuple[str, ...]
    trunk_cables: tuple[str, ...]


def cut_off(wiring: FabricWiring) -> CutOff | None:
    """Return what cables by hand cut off; None where they cut off nothing."""
    faults = {
        number: hand.cable
        for number, hand in enumerate(wiring.hand_faults, start=wiring.faults_by_rule)
        if hand.form == "displaced"
    }
    if not faults:
        return None
    links = wiring.links
    rows = np.flatnonzero(np.isin(links.fault, list(faults)))
    at_node = links.a[rows] < wiring.first_place
    nodes = sorted(set(wiring.nodes.device[links.a[rows[at_node]]].tolist()))
    cables = [
        tuple(dict.fromkeys(faults[fault] for fault in links.fault[mine].tolist()))
        for mine in (rows[at_node], rows[~at_node])
    ]
    return CutOff(
        tuple(wiring.members.node_key(node) for node in nodes), int(at_node.sum()),
        int(links.count[rows[~at_node]].sum()), cables[0], cables[1],
    )  # fmt: skip


@dataclass(frozen=True)
class IdleSwitch:
    """A drawn switch at a place of the rule to which nothing is connected.

    Attributes
    ----------
    asked
        Links that the rule has there; 0 where it keeps the switch for nodes that are planned.
    """

    key: str
    tier: str
    asked: int


def idle_switches(wiring: FabricWiring) -> Iterator[IdleSwitch]:
    """Yield the drawn switches of the rule that have no link; those beyond it have R07."""
    if wiring.plan is None:
        return
    first, places = wiring.first_place, wiring.places
    idle = np.flatnonzero((places.switch >= 0) & (places.plane >= 0) & ~wiring.linked[first:])
    if not idle.size:
        return
    asked = _asked_of_places(wiring)
    for place in idle.tolist():
        tier = TIERS[int(places.tier[place])]
        yield IdleSwitch(wiring.key(first + place), tier, int(asked[place]))


def _asked_of_places(wiring: FabricWiring) -> NDArray[np.int64]:
    """Return how many links the rule has at each place, there or not; one pass over the links."""
    links, first = wiring.links, wiring.first_place
    size = len(links) - wiring.laid
    ends = np.concatenate((links.a[:size], links.b[:size]))
    counts = np.concatenate((links.count[:size], links.count[:size]))
    at_place = ends >= first
    places = len(wiring.places.tier)
    return np.bincount(ends[at_place] - first, counts[at_place], places).astype(np.int64)
