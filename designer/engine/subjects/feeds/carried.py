"""What everything upstream of the racks carries, with nothing lost and after a loss.

A loss moves few of many nodes: what holds of all is looked up with nothing lost, and what a loss
moves is put in its place.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf

from designer.engine.limit import STATES
from designer.engine.plant_flows import Losing
from designer.engine.power_report import NodeAfterLoss
from designer.model.design import PowerNode
from designer.model.figures import Answer, Figure, alike, within
from designer.model.measured import fields_of


@dataclass(frozen=True)
class Node:
    """A feed, or something upstream.

    Attributes
    ----------
    capacity, normal
        What it can carry, and what it carries normally at the racks, kW.
    losing
        What it loses by its load; None where nothing stands upstream of the feeds.
    """

    node: PowerNode
    capacity: Figure
    normal: Figure
    losing: Losing | None = None


class Carried:
    """What a node carries with something lost, looked at once for all losses that leave it so."""

    def __init__(self, one: Node, load: Figure, normal: Figure) -> None:
        self.load, self._one, self._normal = load, one, normal
        self.verdict = within(load, one.capacity)
        self.ends = load.ends_per(one.capacity)

    def is_of(self, load: Figure, normal: Figure) -> bool:
        """Return whether this is what its node carries by these loads."""
        return self.load == load and self._normal == normal

    @cached_property
    def share(self) -> Figure:
        """The part of its capacity, which is open where it is not rated: it may be the fullest."""
        return self.load.per(self._one.capacity)

    @cached_property
    def record(self) -> NodeAfterLoss | None:
        """The same as the report says it; None where it is what the node carries normally."""
        if self.load is self._normal or alike(self.load, self._normal):
            return None
        return NodeAfterLoss(
            id=self._one.node.id, state=STATES[self.verdict.answer],
            **fields_of({"load_kw": self.load}),
        )  # fmt: skip


@dataclass(frozen=True)
class After:
    """What is lost, and what the nodes carry that are left and carry something else then."""

    lost: frozenset[str]
    moved: Mapping[str, Carried]

    def __contains__(self, node: str) -> bool:
        """Return whether a node does not stand as it does with nothing lost."""
        return node in self.moved or node in self.lost


class Standing:
    """What all nodes carry with nothing lost, and what follows of it after a loss."""

    def __init__(self, normal: Mapping[str, Carried]) -> None:
        self.normal = normal
        self._place = {node: at for at, node in enumerate(normal)}
        loaded = [(node, one.ends) for node, one in normal.items() if one.load.high > 0]
        self._by_least = [node for node, _ in sorted(loaded, key=lambda pair: -pair[1][0])]
        self._by_most = [node for node, _ in sorted(loaded, key=lambda pair: -pair[1][1])]
        self._answers: dict[Answer, list[str]] = {}
        for node, one in normal.items():
            self._answers.setdefault(one.verdict.answer, []).append(node)

    def in_order(self, nodes: Collection[str]) -> list[str]:
        """Return nodes in the order of the design."""
        return sorted(nodes, key=self._place.__getitem__)

    def answered(self, after: After, answer: Answer) -> tuple[str, ...]:
        """Return the nodes of which it is said so whether their capacity is enough."""
        found = [node for node in self._answers.get(answer, ()) if node not in after]
        found += [node for node, one in after.moved.items() if one.verdict.answer == answer]
        return tuple(self.in_order(found))

    def fullest(self, after: After) -> dict[str, Figure]:
        """Return the shares of what may be the fullest; none where nothing carries anything."""
        moved = {node: one for node, one in after.moved.items() if one.load.high > 0}
        normal = self.normal
        least = max((one.ends[0] for one in moved.values()), default=-inf)
        first = next((node for node in self._by_least if node not in after), None)
        if first is not None:
            least = max(least, normal[first].ends[0])
        found = {node: one.share for node, one in moved.items() if one.ends[1] >= least}
        for node in self._by_most:
            if normal[node].ends[1] < least:
                break
            if node not in after:
                found[node] = normal[node].share
        return {node: found[node] for node in self.in_order(found)}
