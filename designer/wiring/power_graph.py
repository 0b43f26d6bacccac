"""The power graph as 32-bit integer columns: all racks of one filling are written at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.model.design import Design, PowerNode
from designer.wiring.power_ends import EndType, NodeType
from designer.wiring.power_rack import Ints, RackWiring

UPSTREAM: Final = -1
"""Place of a node that stands in no rack and on no floor: a power node."""


@dataclass(frozen=True, eq=False)
class PowerGraph:
    """The graph as columns. Power nodes come first, then filling by filling, rack by rack.

    Attributes
    ----------
    types
        Types of nodes; `node_type` counts into them.
    node_type, node_place, node_item
        Shape (nodes,): type, position of the rack in the design (`UPSTREAM` for power nodes), and
        position in the rack (`ITSELF`, or for power nodes that among the design's).
    first_end
        Shape (nodes + 1,): number of each node's first end, and of all ends.
    end_node, end_slot
        Shape (ends,): node, and position among the ends of its type.
    link_from, link_to
        Shape (links,): ends from the source's side to the load's.
    """

    types: tuple[NodeType, ...]
    node_type: Ints
    node_place: Ints
    node_item: Ints
    first_end: Ints
    end_node: Ints
    end_slot: Ints
    link_from: Ints
    link_to: Ints


def draw(design: Design, places: Mapping[RackWiring, Ints]) -> PowerGraph:
    """Return the graph of a design.

    Parameters
    ----------
    places
        Positions in the design of the racks of each wiring.
    """
    types = [_power_type(node) for node in design.power]
    blocks = [(wiring, at) for wiring, at in places.items() if wiring.nodes]
    columns = _Columns(
        nodes=len(types) + sum(len(w.nodes) * len(at) for w, at in blocks),
        ends=sum(len(kind.ends) for kind in types)
        + sum(int(w.first_ends[-1]) * len(at) for w, at in blocks),
    )
    links = [columns.add_upstream(design.power, types)]
    feeds = {feed.id: columns.output_of[feed.id] for feed in design.feeds}
    for wiring, at in blocks:
        starts = columns.add(wiring, at)
        links.append(_links_of(wiring, starts, feeds))
    link_from, link_to = (np.concatenate([pair[side] for pair in links]) for side in (0, 1))
    return columns.graph(link_from, link_to)


class _Columns:
    """Columns that are filled from the front."""

    def __init__(self, nodes: int, ends: int) -> None:
        self._node = self._end = 0
        self._types: dict[NodeType, int] = {}
        self._node_type, self._node_place, self._node_item = (
            np.empty(nodes, np.int32) for _ in range(3)
        )
        self._first_end = np.empty(nodes + 1, np.int32)
        self._end_node, self._end_slot = (np.empty(ends, np.int32) for _ in range(2))
        self.output_of: dict[str, int] = {}

    def add_upstream(
        self, power: Sequence[PowerNode], types: Sequence[NodeType]
    ) -> tuple[Ints, Ints]:
        """Add the power nodes; return the links among them."""
        counts = [len(kind.ends) for kind in types]
        firsts = np.cumsum([0, *counts], dtype=np.int32)
        node, end = len(types), int(firsts[-1])
        self._node_type[:node] = [self._number(kind) for kind in types]
        self._node_place[:node] = UPSTREAM
        self._node_item[:node] = np.arange(node)
        self._first_end[:node] = firsts[:-1]
        self._end_node[:end] = np.repeat(np.arange(node), counts)
        self._end_slot[:end] = np.arange(end) - np.repeat(firsts[:-1], counts)
        self._node, self._end = node, end
        # A power node's last end is its output.
        self.output_of = {one.id: int(firsts[at + 1]) - 1 for at, one in enumerate(power)}
        pairs = [
            (self.output_of[parent], int(firsts[at]) + number)
            for at, one in enumerate(power)
            for number, parent in enumerate(one.parents)
            if parent in self.output_of
        ]
        table = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    def add(self, wiring: RackWiring, places: Ints) -> Ints:
        """Add all racks of a wiring; return the first end of each, shape (racks, 1)."""
        racks, width, ends = len(places), len(wiring.nodes), int(wiring.first_ends[-1])
        nodes = slice(self._node, self._node + racks * width)
        many = slice(self._end, self._end + racks * ends)
        number = np.arange(racks, dtype=np.int32)[:, None]
        starts = np.int32(many.start) + number * np.int32(ends)
        firsts = np.int32(nodes.start) + number * np.int32(width)
        local = np.repeat(np.arange(width, dtype=np.int32), np.diff(wiring.first_ends))
        shape = (racks, width)
        self._node_type[nodes].reshape(shape)[:] = [self._number(kind) for kind in wiring.types]
        self._node_place[nodes].reshape(shape)[:] = places[:, None]
        self._node_item[nodes].reshape(shape)[:] = wiring.nodes
        np.add(starts, wiring.first_ends[:-1], out=self._first_end[nodes].reshape(shape))
        shape = (racks, ends)
        np.add(firsts, local, out=self._end_node[many].reshape(shape))
        slots = np.arange(ends, dtype=np.int32) - wiring.first_ends[local]
        self._end_slot[many].reshape(shape)[:] = slots
        self._node, self._end = nodes.stop, many.stop
        return starts

    def graph(self, link_from: Ints, link_to: Ints) -> PowerGraph:
        """Return the columns as a graph."""
        self._first_end[self._node] = self._end
        return PowerGraph(
            types=tuple(self._types),
            node_type=self._node_type,
            node_place=self._node_place,
            node_item=self._node_item,
            first_end=self._first_end,
            end_node=self._end_node,
            end_slot=self._end_slot,
            link_from=link_from,
            link_to=link_to,
        )

    def _number(self, kind: NodeType) -> int:
        return self._types.setdefault(kind, len(self._types))


def _links_of(wiring: RackWiring, starts: Ints, outputs: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Return the links of all racks of one wiring: cords, then whips and PDU inputs.

    Parameters
    ----------
    starts
        First end of each rack, shape (racks, 1).
    outputs
        The end that each feed gives power at.
    """
    fed = [(outputs[feed], end) for feed, end in wiring.fed if feed in outputs]
    sources = np.array([source for source, _ in fed], dtype=np.int32)
    inputs = np.array([end for _, end in fed], dtype=np.int32)
    return (
        np.concatenate([(starts + wiring.links[:, 0]).ravel(), np.tile(sources, len(starts))]),
        np.concatenate([(starts + wiring.links[:, 1]).ravel(), (starts + inputs).ravel()]),
    )


def _power_type(node: PowerNode) -> NodeType:
    """Return the type of a power node: an input for each parent, one output."""
    inputs = [EndType("input", number) for number in range(1, len(node.parents) + 1)]
    return NodeType(node.part, node.kind, (*inputs, EndType("output", 0)))
