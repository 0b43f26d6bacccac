"""Cages that a fabric's links take: a twin-port cage holds two links, a split one as many as it is.

A transceiver, or the end of a cable, sits in every cage that a link uses.
"""

from math import ceil

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_links import attachments, trunks_of
from designer.wiring.network_request import RESERVED_LINKS_PER_SLOT
from designer.wiring.network_size import FabricPlan

Wide = NDArray[np.int64]


def switch_cages(plan: FabricPlan, links_each: int) -> int:
    """Return the cages of all switches in which a link of the rule ends.

    Parameters
    ----------
    links_each
        Links of the fabric's rate that one cage of a switch holds.
    """
    used = np.concatenate((_of_nodes(plan, links_each), _of_trunks(plan, links_each)))
    return len(np.unique(used))


def line_cards(
    plan: FabricPlan, slots: tuple[int | None, ...], ports: tuple[int | None, ...]
) -> str:
    """Return how many line cards of each chassis carry links, in words; empty without a chassis.

    Parameters
    ----------
    slots, ports
        Of leaf, spine and core switch: line cards, None of what is no chassis; ports of one.
    """
    spines, split = plan.spines, plan.request.breakout
    used = (plan.leaves.down + plan.leaf_up, spines.spine_down + spines.spine_up, plan.core_ports)
    counts, names = (plan.leaf, plan.spine, plan.core), ("leaf", "spine", "core switch")
    said = [
        f"a {name} needs {ceil(links / each / split)} of {cards} line cards"
        for name, count, links, cards, each in zip(names, counts, used, slots, ports, strict=True)
        if count and cards is not None and each
    ]
    return "; ".join(said)


def node_cages(plan: FabricPlan, links_each: int) -> int:
    """Return the cages of all nodes in which a link ends."""
    request = plan.request
    return request.nodes * ceil(request.rails * request.planes / links_each)


def _of_nodes(plan: FabricPlan, links_each: int) -> Wide:
    """Return a number for the cage of each node link; reserved slots follow the nodes."""
    request = plan.request
    slots, rails = request.nodes + request.reserved_slots, request.rails
    per_rack = ceil(max(request.nodes, request.planned_nodes) / max(1, request.racks))
    racks = np.arange(slots, dtype=np.int32) // np.int32(max(1, per_rack))
    at = attachments(plan, slots, racks)
    rail = np.tile(np.arange(rails), slots)
    node = np.repeat(np.arange(slots), rails)
    wired = (node < request.nodes) | (rail < RESERVED_LINKS_PER_SLOT)
    each = plan.leaves.count + plan.leaves.targets
    wired &= at.leaf < each
    planes = np.arange(request.planes)[:, None]
    leaf = (at.leaf[wired].astype(np.int64) + planes * each).ravel()
    port = np.tile(at.port[wired].astype(np.int64), request.planes)
    return _cage(leaf, port, links_each)


def _of_trunks(plan: FabricPlan, links_each: int) -> Wide:
    """Return a number for the cage of each end of a link between switches."""
    trunks = trunks_of(plan)
    count = trunks.count.astype(np.int64)
    row = np.repeat(np.arange(len(trunks)), count)
    step = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    ends = [
        _cage(place[row].astype(np.int64), port[row] + step, links_each)
        for place, port in ((trunks.a, trunks.a_port), (trunks.b, trunks.b_port))
    ]
    return np.concatenate(ends)


def _cage(place: Wide, port: Wide, links_each: int) -> Wide:
    numbered: Wide = place * (1 << 32) + port // links_each
    return numbered
