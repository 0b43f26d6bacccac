"""What stands upstream of the feeds: which feeds depend on what, and which are independent.

The first parent of a node carries it, the second stands by (a transfer switch, or the second input
of a UPS); so losing either leaves the node up, and only a lone parent takes its children with it.
"""

from collections.abc import Sequence
from typing import Final

from designer.model.design import PowerNode

SHARED_BY_ALL: Final = frozenset({"utility", "generator"})
"""Kinds that two independent systems may share: either backs the other."""


def needed_by(nodes: Sequence[PowerNode]) -> dict[str, frozenset[str]]:
    """Return for each feed what it cannot do without: itself, and lone parents all the way up."""
    known = {node.id: node for node in nodes}
    found = {}
    for feed in (node for node in nodes if node.kind == "feed"):
        chain, at = [feed.id], feed
        while True:
            parents = [parent for parent in at.parents if parent in known]
            if len(parents) != 1 or parents[0] in chain:
                break
            at = known[parents[0]]
            chain.append(at.id)
        found[feed.id] = frozenset(chain)
    return found


def meeting_points(nodes: Sequence[PowerNode]) -> dict[str, tuple[str, ...]]:
    """Return nodes that several feeds cannot do without, with these feeds; utilities aside."""
    feeds: dict[str, list[str]] = {}
    kinds = {node.id: node.kind for node in nodes}
    for feed, chain in needed_by(nodes).items():
        for node in chain:
            if kinds[node] not in SHARED_BY_ALL:
                feeds.setdefault(node, []).append(feed)
    return {node: tuple(of) for node, of in sorted(feeds.items()) if len(of) > 1}


def systems(nodes: Sequence[PowerNode]) -> dict[str, str]:
    """Return for each feed the system it belongs to, by the first feed of that system.

    Feeds that cannot do without a common node are one system.
    """
    found = {node.id: node.id for node in nodes if node.kind == "feed"}
    for feeds in meeting_points(nodes).values():
        together = {found[feed] for feed in feeds}
        first = min(together)
        found = {feed: first if name in together else name for feed, name in found.items()}
    return found


def carried_by(nodes: Sequence[PowerNode]) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return for each node the feeds it carries, and those for which it stands by.

    A node stands by for a feed if a second parent leads to it on the way up.
    """
    known = {node.id: node for node in nodes}
    carries: dict[str, list[str]] = {node.id: [] for node in nodes}
    stands_by: dict[str, list[str]] = {node.id: [] for node in nodes}
    for feed in (node for node in nodes if node.kind == "feed"):
        queue, seen = [(feed.id, True)], {feed.id}
        while queue:
            key, first = queue.pop(0)
            (carries if first else stands_by)[key].append(feed.id)
            for at, parent in enumerate(known[key].parents):
                if parent in known and parent not in seen:
                    seen.add(parent)
                    queue.append((parent, first and at == 0))
    return {key: (tuple(carries[key]), tuple(stands_by[key])) for key in known}
