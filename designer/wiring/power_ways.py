"""The graph of what stands upstream of the feeds: what is above what, and the way that power takes.

Every question on it is asked for hundreds of losses: what all nodes share is looked up once.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from designer.model.design import PowerNode


class Graph:
    """Power nodes with their parents, as far as these are power nodes.

    A source is a node with nothing upstream.

    Attributes
    ----------
    parents
        The parents of each node, in the order in which it takes its power from them.
    feeds
        Ids of the feeds.
    """

    def __init__(self, nodes: Sequence[PowerNode]) -> None:
        known = {node.id for node in nodes}
        self.parents = {
            node.id: tuple(one for one in node.parents if one in known) for node in nodes
        }
        self.feeds = tuple(node.id for node in nodes if node.kind == "feed")
        self._children: dict[str, list[str]] = {node: [] for node in self.parents}
        for node, parents in self.parents.items():
            for parent in parents:
                self._children[parent].append(node)
        self._sources = tuple(node for node, parents in self.parents.items() if not parents)
        self._upstream: dict[str, tuple[str, ...]] = {}

    def supplied(self, gone: Collection[str] = ()) -> set[str]:
        """Return the nodes that some source reaches when some are down."""
        down = frozenset(gone)
        order = [source for source in self._sources if source not in down]
        found = set(order)
        for node in order:
            for child in self._children[node]:
                if child not in found and child not in down:
                    found.add(child)
                    order.append(child)
        return found

    def upstream(self, node: str) -> tuple[str, ...]:
        """Return a node and all that is upstream of it, also what stands by."""
        found = self._upstream.get(node)
        if found is None:
            order = [node]
            seen = {node}
            for one in order:
                for parent in self.parents[one]:
                    if parent not in seen:
                        seen.add(parent)
                        order.append(parent)
            found = self._upstream[node] = tuple(order)
        return found

    @cached_property
    def circles(self) -> tuple[str, ...]:
        """The nodes that are upstream of themselves."""
        return tuple(
            node for node, parents in self.parents.items()
            if any(node in self.upstream(parent) for parent in parents)
        )  # fmt: skip

    @cached_property
    def ever_supplied(self) -> set[str]:
        """The nodes that some source reaches with nothing down."""
        return self.supplied()

    def ways_up(self, lost: Collection[str] = ()) -> dict[str, list[str]]:
        """Return the nodes that carry each feed when some are lost, from the feed to its source.

        Each takes its power from the first of its parents that still has a source. A feed that has
        none even with nothing lost, as in a circle, hangs on all that is upstream of it.
        """
        supplied = self.supplied(lost)
        return {feed: list(self._way_up(feed, lost, supplied)) for feed in self.feeds}

    def _way_up(self, feed: str, lost: Collection[str], supplied: Collection[str]) -> Iterator[str]:
        if feed not in self.ever_supplied:
            whole = self.upstream(feed)
            yield from whole if set(lost).isdisjoint(whole) else ()
            return
        way: list[str] = []
        at: str | None = feed if feed in supplied else None
        while at is not None:
            yield at
            way.append(at)
            if self.circles:
                # What is above may have its source through what is below it.
                supplied = self.supplied((*lost, *way))
            at = next((one for one in self.parents[at] if one in supplied), None)
