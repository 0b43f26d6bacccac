"""The volts that feeds bring: stated of the feed, or of what it is one conductor with upstream.

A busway, a tap-off and a switchboard bring on what they get. A UPS, a transformer or a panel may
give other volts than it gets, and a source says nothing of what is behind a transformer: of these
only their own statement counts.
"""

from collections.abc import Sequence
from typing import Final

from designer.model.power_node import PowerNode

BRINGS_ON: Final = frozenset({"feed", "tap-off", "busway", "switchboard"})
"""Kinds whose volts are those that they get, where nobody states them."""
SOURCES: Final = frozenset({"utility", "generator"})


def volts_of_feeds(nodes: Sequence[PowerNode]) -> dict[str, float]:
    """Return the volts of each feed; none of a feed of which nobody states them, or two do."""
    by_id = {node.id: node for node in nodes}
    found: dict[str, float] = {}
    for node in nodes:
        if node.kind == "feed":
            brought = _brought(node, by_id, frozenset())
            # Direct and alternating current are never one conductor.
            volts = {volts for volts, dc in brought if dc == node.dc}
            if len(brought) == 1 and volts:
                found[node.id] = volts.pop()
    return found


def _brought(
    node: PowerNode, by_id: dict[str, PowerNode], seen: frozenset[str]
) -> set[tuple[float, bool]]:
    """Return each statement of the volts that a node brings on, and whether of direct current."""
    if node.kind in SOURCES or node.id in seen:
        return set()
    if node.volts is not None:
        return {(node.volts, node.dc)}
    if node.kind not in BRINGS_ON:
        return set()
    above = (by_id[parent] for parent in node.parents if parent in by_id)
    found = {said for one in above for said in _brought(one, by_id, seen | {node.id})}
    return {(volts, dc) for volts, dc in found if dc == node.dc}
