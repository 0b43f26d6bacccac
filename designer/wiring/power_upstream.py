"""What stands upstream of the feeds: which feeds depend on what, and which are independent.

The first parent of a node that has a source carries it, the others stand by (a transfer switch, or
the second input of a UPS); so losing either leaves the node up, unless both hang on one thing
further up.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from designer.model.design import PowerNode
from designer.wiring.power_course import Course, course_of
from designer.wiring.power_ways import Graph

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
    return _needed_by(Graph(nodes), gone)


def _needed_by(graph: Graph, gone: Collection[str] = ()) -> dict[str, frozenset[str]]:
    above = {feed: graph.upstream(feed) for feed in graph.feeds}
    supplied = {
        node: graph.supplied((*gone, node)) for node in frozenset[str]().union(*above.values())
    }
    return {
        feed: frozenset(node for node in upstream if feed not in supplied[node])
        for feed, upstream in above.items()
    }


def without_source(nodes: Sequence[PowerNode]) -> tuple[str, ...]:
    """Return the nodes that no source supplies: all that is upstream of them is a circle."""
    supplied = Graph(nodes).supplied()
    return tuple(node.id for node in nodes if node.id not in supplied)


def in_circle(nodes: Sequence[PowerNode]) -> tuple[str, ...]:
    """Return the nodes that are upstream of themselves."""
    return Graph(nodes).circles


def upstream_of(node: str, nodes: Sequence[PowerNode]) -> frozenset[str]:
    """Return all that is upstream of a node, also what stands by."""
    return frozenset(Graph(nodes).upstream(node)) - {node}


def supplying_feeds(nodes: Sequence[PowerNode]) -> frozenset[str]:
    """Return the feeds, and all that is upstream of one of them, also what stands by."""
    parents = {node.id: node.parents for node in nodes}
    found: set[str] = set()
    open_ = [node.id for node in nodes if node.kind == "feed"]
    while open_:
        node = open_.pop()
        if node in parents and node not in found:
            found.add(node)
            open_ += parents[node]
    return frozenset(found)


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
    return _down_without(Graph(nodes), gone)


def _down_without(graph: Graph, gone: Collection[str]) -> frozenset[str]:
    supplied, lost = graph.supplied(gone), frozenset(gone)
    return frozenset(
        node for node in graph.parents
        if node not in supplied
        and (node in graph.ever_supplied or not lost.isdisjoint(graph.upstream(node)))
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
    graph = Graph(nodes)
    supplied: dict[tuple[str, str], set[str]] = {}
    found: dict[tuple[str, str], None] = {}
    for feed, chain in _needed_by(graph, gone).items():
        beside = sorted(set(graph.upstream(feed)) - chain - set(gone))
        for pair in combinations(beside, 2):
            if pair not in supplied:
                supplied[pair] = graph.supplied((*gone, *pair))
            if feed not in supplied[pair]:
                found[pair] = None
    return tuple(found)


@dataclass(frozen=True)
class Outage:
    """What follows from the power nodes alone when some of them are lost together.

    Attributes
    ----------
    lost
        Those that are lost; none where everything is up.
    taken
        The feeds that go down with them.
    carried
        The feeds that each node that is left carries.
    course
        Which way power takes then.
    turned
        The nodes that are left and carry other feeds than with nothing lost.
    """

    lost: tuple[str, ...]
    taken: frozenset[str]
    carried: Mapping[str, tuple[str, ...]]
    course: Course
    turned: frozenset[str] = frozenset()

    @property
    def drawn(self) -> Mapping[str, str]:
        """From where each node takes its power, as `drawn_from` says it."""
        return self.course.drawn


class PowerTree:
    """What follows from the power nodes alone, for every loss: each is looked at once.

    Attributes
    ----------
    normal
        What there is with nothing lost.
    alone
        The loss of each node by itself, in the order of the nodes.
    outages
        The loss of all mains, and with each of several generators beside, unless that is the loss
        of a single node; none without a generator.
    stands_by
        The feeds that each node carries with nothing lost, and those for which it stands by.
    """

    def __init__(self, nodes: Sequence[PowerNode]) -> None:
        self._graph = Graph(nodes)
        self._known: dict[tuple[str, ...], Outage] = {}
        self.normal = self.without(())
        self.alone: Mapping[str, Outage] = {node.id: self.without((node.id,)) for node in nodes}
        self.outages = tuple(self.without(gone) for gone in _mains_lost(nodes))
        self.stands_by = _stands_by(self._graph, self.normal.carried)

    def without(self, lost: Collection[str]) -> Outage:
        """Return what the loss of some nodes together does."""
        key = tuple(lost)
        if key not in self._known:
            self._known[key] = self._outage(key)
        return self._known[key]

    def asked(self, lost: Collection[str]) -> Outage:
        """Return the same for a loss that is asked for: of these there may be any number."""
        key = tuple(lost)
        return self._known.get(key) or self._outage(key)

    def before(self, key: str) -> tuple[str, ...]:
        """Return what is lost before something takes over: all that stands before it in line.

        Of three inputs of a feed the third carries it when the first two are lost.
        """
        graph = self._graph
        above = frozenset(graph.upstream(key))
        gone: list[str] = []
        for feed in graph.feeds:
            if key not in graph.upstream(feed):
                continue
            while (way := graph.ways_up(tuple(gone))[feed]) and key not in way:
                others = (one for one in way[1:] if one not in above)
                found = next((one for one in others if key not in graph.upstream(one)), None)
                if found is None:
                    break
                gone.append(found)
        return tuple(gone)

    def upstream_of(self, node: str) -> frozenset[str]:
        """Return all that is upstream of a node, also what stands by."""
        return frozenset(self._graph.upstream(node)) - {node}

    def _outage(self, lost: tuple[str, ...]) -> Outage:
        graph = self._graph
        ways = graph.ways_up(lost)
        normal = self._known[()] if lost else None
        carried, usual = _carried(graph, ways, lost), normal.carried if normal is not None else {}
        return Outage(
            lost, _down_without(graph, lost).intersection(graph.feeds), carried,
            course_of(_drawn(graph, ways), normal.course if normal is not None else None),
            frozenset(node for node, feeds in carried.items() if feeds != usual.get(node, feeds)),
        )  # fmt: skip


def power_tree(nodes: Sequence[PowerNode]) -> PowerTree:
    """Return what each loss takes, and which way power takes then."""
    return PowerTree(nodes)


def all_mains(nodes: Sequence[PowerNode]) -> tuple[str, ...]:
    """Return what brings power to the site from outside: utilities, transformers without one."""
    parents = Graph(nodes).parents
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


def carried_without(nodes: Sequence[PowerNode], lost: str) -> dict[str, tuple[str, ...]]:
    """Return for each node that is left the feeds it carries when one is lost; of "", normally.

    Each node takes its power from the first of its parents that still reaches a source. A feed
    that no source supplies any more is carried by nothing.
    """
    graph = Graph(nodes)
    return _carried(graph, graph.ways_up((lost,)), (lost,))


def _carried(
    graph: Graph, ways: Mapping[str, Sequence[str]], lost: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the same by the ways up of the feeds when several are lost together."""
    carries: dict[str, list[str]] = {node: [] for node in graph.parents if node not in lost}
    for feed, way in ways.items():
        for node in way:
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
    graph = Graph(nodes)
    return _stands_by(graph, _carried(graph, graph.ways_up(), ()))


def _stands_by(
    graph: Graph, carries: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    above = {feed: frozenset(graph.upstream(feed)) for feed in graph.feeds}
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
    graph = Graph(nodes)
    return _drawn(graph, graph.ways_up(lost))


def _drawn(graph: Graph, ways: Mapping[str, Sequence[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for feed, way in ways.items():
        supplied = feed in graph.ever_supplied
        for node, above in zip(way, (*way[1:], "") if way else (), strict=True):
            found.setdefault(node, above if supplied else node)
    return found
