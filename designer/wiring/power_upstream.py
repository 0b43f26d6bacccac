"""What stands upstream of the feeds: which feeds depend on what, and which are independent.

The first parent of a node that has a source carries it, the others stand by (a transfer switch, or
the second input of a UPS); so losing either leaves the node up, unless both hang on one thing
further up.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from designer.model.design import PowerNode

SHARED_BY_ALL: Final = frozenset({"utility", "generator"})
"""Kinds that two independent systems may share: either backs the other."""
MAINS: Final = frozenset({"utility", "transformer"})
"""What generators stand by for, and whose loss leaves the others to carry everything."""


def needed_by(nodes: Sequence[PowerNode], gone: Collection[str] = ()) -> dict[str, frozenset[str]]:
    """Return for each feed what it cannot do without, itself included, when some are down.

    That is every node through which all its paths to a source go (its dominators), also where the
    way up forks and meets again. A source is a node with nothing upstream; a feed that reaches none
    cannot do without anything that is upstream of it.
    """
    parents = _parents(nodes)
    found = {}
    for feed in (node.id for node in nodes if node.kind == "feed"):
        upstream = _upstream(feed, parents)
        found[feed] = frozenset(
            node for node in upstream if not _reaches_source(feed, parents, (*gone, node))
        )
    return found


def without_source(nodes: Sequence[PowerNode]) -> tuple[str, ...]:
    """Return the nodes that no source supplies: all that is upstream of them is a circle."""
    parents = _parents(nodes)
    return tuple(node.id for node in nodes if not _reaches_source(node.id, parents))


def in_circle(nodes: Sequence[PowerNode]) -> tuple[str, ...]:
    """Return the nodes that are upstream of themselves."""
    parents = _parents(nodes)
    return tuple(
        node for node in parents
        if any(node in _upstream(parent, parents) for parent in parents[node])
    )  # fmt: skip


def upstream_of(node: str, nodes: Sequence[PowerNode]) -> frozenset[str]:
    """Return all that is upstream of a node, also what stands by."""
    return frozenset(_upstream(node, _parents(nodes))) - {node}


def _parents(nodes: Sequence[PowerNode]) -> dict[str, tuple[str, ...]]:
    """Return the parents of each node, as far as they are power nodes."""
    known = {node.id for node in nodes}
    return {node.id: tuple(one for one in node.parents if one in known) for node in nodes}


def _upstream(
    start: str, parents: Mapping[str, tuple[str, ...]], without: Collection[str] = ()
) -> list[str]:
    """Return a node and all that is upstream of it, when some nodes are down."""
    if start in without:
        return []
    found = [start]
    seen = {start, *without}
    for node in found:
        for parent in parents[node]:
            if parent not in seen:
                seen.add(parent)
                found.append(parent)
    return found


def _reaches_source(
    start: str, parents: Mapping[str, tuple[str, ...]], without: Collection[str] = ()
) -> bool:
    return any(not parents[node] for node in _upstream(start, parents, without))


def _way_up(feed: str, parents: Mapping[str, tuple[str, ...]], lost: Collection[str]) -> list[str]:
    """Return the nodes that carry a feed when some are lost, from the feed to its source.

    Each takes its power from the first of its parents that still has a source. A feed that has
    none even with nothing lost, as in a circle, hangs on all that is upstream of it.
    """
    if not _reaches_source(feed, parents):
        whole = _upstream(feed, parents)
        return whole if set(lost).isdisjoint(whole) else []
    way: list[str] = []
    at: str | None = feed if _reaches_source(feed, parents, lost) else None
    while at is not None:
        way.append(at)
        gone = (*lost, *way)
        at = next((one for one in parents[at] if _reaches_source(one, parents, gone)), None)
    return way


def meeting_points(nodes: Sequence[PowerNode]) -> dict[str, tuple[str, ...]]:
    """Return nodes that several feeds cannot do without, with these feeds; utilities aside."""
    feeds: dict[str, list[str]] = {}
    kinds = {node.id: node.kind for node in nodes}
    for feed, chain in needed_by(nodes).items():
        for node in chain:
            if kinds[node] not in SHARED_BY_ALL:
                feeds.setdefault(node, []).append(feed)
    return {node: tuple(of) for node, of in sorted(feeds.items()) if len(of) > 1}


def lost_with(nodes: Sequence[PowerNode]) -> dict[str, frozenset[str]]:
    """Return for each feed what its loss takes, and for what is upstream of feeds likewise.

    The feeds come first. Utilities and generators back one another and are left out, and so is what
    takes no more than the loss of a feed does.
    """
    needed = needed_by(nodes)
    kinds = {node.id: node.kind for node in nodes}
    losses = {
        node: frozenset(feed for feed, chain in needed.items() if node in chain)
        for node in sorted(kinds, key=lambda node: kinds[node] != "feed")
        if kinds[node] not in SHARED_BY_ALL
    }
    found = {node: feeds for node, feeds in losses.items() if kinds[node] == "feed"}
    for node, feeds in losses.items():
        if feeds and feeds not in found.values():
            found[node] = feeds
    return found


def taken_by(nodes: Sequence[PowerNode]) -> dict[str, frozenset[str]]:
    """Return for each node, in order, the feeds that its loss takes: none where others carry all.

    Unlike in `lost_with`, utilities and generators are not left out: what no other backs is lost.
    """
    needed = needed_by(nodes)
    return {
        node.id: frozenset(feed for feed, chain in needed.items() if node.id in chain)
        for node in nodes
    }


def lost_without(nodes: Sequence[PowerNode], gone: Collection[str]) -> frozenset[str]:
    """Return the feeds that no source supplies when several nodes are down together.

    A feed that has no source even with nothing lost hangs on all that is upstream of it, as in
    `needed_by`: it is one of them as soon as any of that is down.
    """
    return down_without(nodes, gone).intersection(node.id for node in nodes if node.kind == "feed")


def down_without(nodes: Sequence[PowerNode], gone: Collection[str]) -> frozenset[str]:
    """Return everything that no source supplies when several nodes are down together: these, too.

    `lost_without` says what holds of what has no source even with nothing lost.
    """
    parents = _parents(nodes)
    return frozenset(
        node.id for node in nodes
        if not _reaches_source(node.id, parents, gone)
        and (
            _reaches_source(node.id, parents)
            or not set(gone).isdisjoint(_upstream(node.id, parents))
        )
    )  # fmt: skip


def pairs_upstream(
    nodes: Sequence[PowerNode], gone: Collection[str] = ()
) -> tuple[tuple[str, str], ...]:
    """Return the pairs of nodes of which a feed may do without either, and not without both.

    Parameters
    ----------
    gone
        What is down anyway.
    """
    parents, needed = _parents(nodes), needed_by(nodes, gone)
    found: dict[tuple[str, str], None] = {}
    for feed, chain in needed.items():
        beside = sorted(set(_upstream(feed, parents)) - chain - set(gone))
        for at, one in enumerate(beside):
            for other in beside[at + 1 :]:
                if (one, other) not in found and not _reaches_source(
                    feed, parents, (*gone, one, other)
                ):
                    found[one, other] = None
    return tuple(found)


@dataclass(frozen=True)
class Outage:
    """All mains lost together, so that generators carry what is left.

    Attributes
    ----------
    lost
        Every utility, or transformer with nothing upstream, and one generator beside them or none.
    taken, carried, drawn
        As in `PowerTree`.
    """

    lost: tuple[str, ...]
    taken: frozenset[str]
    carried: Mapping[str, tuple[str, ...]]
    drawn: Mapping[str, str]


@dataclass(frozen=True)
class PowerTree:
    """What follows from the power nodes alone, for every loss.

    Attributes
    ----------
    taken
        The feeds that the loss of each node takes.
    carried
        The feeds that each node carries, by what is lost; nothing is under an empty name.
    drawn
        From where each node takes its power, likewise, as `drawn_from` says it.
    outages
        The loss of all mains, and with each of several generators beside, unless that is the loss
        of a single node; none without a generator.
    """

    taken: Mapping[str, frozenset[str]]
    carried: Mapping[str, Mapping[str, tuple[str, ...]]]
    drawn: Mapping[str, Mapping[str, str]]
    outages: tuple[Outage, ...] = ()


def power_tree(nodes: Sequence[PowerNode]) -> PowerTree:
    """Return what each loss takes, and which way power takes then."""
    lost = ("", *(node.id for node in nodes))
    return PowerTree(
        taken_by(nodes),
        {key: carried_without(nodes, key) for key in lost},
        {key: drawn_from(nodes, (key,) if key else ()) for key in lost},
        tuple(_outage(nodes, gone) for gone in _mains_lost(nodes)),
    )


def all_mains(nodes: Sequence[PowerNode]) -> tuple[str, ...]:
    """Return what brings power to the site from outside: utilities, transformers without one."""
    parents = _parents(nodes)
    return tuple(
        node.id for node in nodes
        if node.kind == "utility" or (node.kind in MAINS and not parents[node.id])
    )  # fmt: skip


def _mains_lost(nodes: Sequence[PowerNode]) -> list[tuple[str, ...]]:
    """Return what is lost together where a site runs on its generators."""
    mains = all_mains(nodes)
    sets = [node.id for node in nodes if node.kind == "generator"]
    if not mains or not sets:
        return []
    without_set = [(*mains, one) for one in sets] if len(sets) > 1 else []
    return [mains, *without_set] if len(mains) > 1 else without_set


def _outage(nodes: Sequence[PowerNode], lost: tuple[str, ...]) -> Outage:
    return Outage(
        lost, lost_without(nodes, lost), carried_without_all(nodes, lost), drawn_from(nodes, lost)
    )


def carried_without(nodes: Sequence[PowerNode], lost: str) -> dict[str, tuple[str, ...]]:
    """Return for each node that is left the feeds it carries when one is lost; of "", normally.

    Each node takes its power from the first of its parents that still reaches a source. A feed
    that no source supplies any more is carried by nothing.
    """
    return carried_without_all(nodes, (lost,))


def carried_without_all(
    nodes: Sequence[PowerNode], lost: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the same when several are lost together."""
    parents = _parents(nodes)
    carries: dict[str, list[str]] = {node.id: [] for node in nodes if node.id not in lost}
    for feed in (node.id for node in nodes if node.kind == "feed"):
        for node in _way_up(feed, parents, lost):
            carries[node].append(feed)
    return {node: tuple(feeds) for node, feeds in carries.items()}


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

    A node stands by for a feed that it is upstream of, and that takes its power another way.
    """
    parents = _parents(nodes)
    carries = carried_without(nodes, "")
    above = {node.id: _upstream(node.id, parents) for node in nodes if node.kind == "feed"}
    return {
        node: (
            mine,
            tuple(feed for feed, all_up in above.items() if node in all_up and feed not in mine),
        )
        for node, mine in carries.items()
    }


def drawn_from(nodes: Sequence[PowerNode], lost: Collection[str] = ()) -> dict[str, str]:
    """Return from where each node that carries a feed takes its power when some are lost.

    Empty for a source; a node that no source supplies, as in a circle, takes it of itself.
    """
    parents = _parents(nodes)
    found: dict[str, str] = {}
    for feed in (node.id for node in nodes if node.kind == "feed"):
        way = _way_up(feed, parents, lost)
        supplied = _reaches_source(feed, parents)
        for node, above in zip(way, (*way[1:], "") if way else (), strict=True):
            found.setdefault(node, above if supplied else node)
    return found
