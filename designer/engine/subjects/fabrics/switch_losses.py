"""Every single loss of a switch: which nodes lose links of the fabric, and what it carries then.

Switches whose loss does the same share one line. What is left is measured for one kind of switch of
each tier, that of which there are most; of the others it is known within bounds that cost nothing.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from designer.catalog.catalog import Catalog
from designer.catalog.part_bounds import gpu_figure
from designer.engine.fabric_graph.loads import finished
from designer.engine.network_report import SwitchGroup, SwitchLoss
from designer.engine.subjects.fabrics.bisection import Bounds, most_left
from designer.engine.subjects.fabrics.carrying import Carried, Loss, left_at_least, left_without
from designer.engine.subjects.fabrics.exchanging import perhaps_sent
from designer.engine.subjects.fabrics.graph import Flags, Graph, Ints, linked_places, may_part
from designer.engine.subjects.fabrics.left import NOTHING_LEFT, Left
from designer.model.figures import Figure, exact, missing, repeated
from designer.model.measured import fields_of
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_members import TIERS

_ByNodes = dict[bytes, list[int]]
"""Places of switches by the nodes that hang on them, as bytes."""
_NOBODY: Ints = np.zeros(0, dtype=np.int64)


def left_without_each(graph: Graph, intact: Carried, kind: Ints, worst: Loss | None) -> Left:
    """Return what a graph carries without each of its switches that has links."""
    return finished(left_in_steps(graph, intact, kind, worst))


def left_in_steps(
    graph: Graph, intact: Carried, kind: Ints, worst: Loss | None, most: Ints | None = None
) -> Generator[None, None, Left]:
    """Do the same step by step.

    Parameters
    ----------
    kind
        Shape (places,): alike switches share a number.
    worst
        The worst loss, which was measured.
    most
        What `most_without` says of the graph, where somebody asked before.
    """
    if not len(graph.place):
        return NOTHING_LEFT
    linked = linked_places(graph)
    places = np.flatnonzero(linked)
    kinds, at, many = np.unique(kind[places], return_index=True, return_counts=True)
    first = places[at]
    least, parting = left_at_least(graph, intact), may_part(graph)
    measured: dict[int, Bounds] = {}
    if worst is not None and worst.left is not None:
        measured[int(kind[worst.place])] = worst.left
    for tier in range(len(TIERS)):
        there = np.flatnonzero(graph.tier[first] == tier)
        if not len(there) or measured.keys() & set(kinds[there].tolist()):
            continue
        one = there[np.lexsort((first[there], -many[there]))[0]]
        place, known = int(first[one]), max(0, int(least[first[one]]))
        if most is not None and most[place] <= known and not parting[place]:
            measured[int(kinds[one])] = Bounds(known, known)
        else:
            measured[int(kinds[one])] = left_without(graph, place, known)
        yield
    high = most_left(graph, intact.bounds)
    low = np.clip(least, 0, high)
    for one, bounds in measured.items():
        low[kind == one], high[kind == one] = bounds.low, bounds.high
    return Left(linked, low, high)


@dataclass(frozen=True)
class _Hosted:
    """What hangs on the places of a fabric's switches.

    Attributes
    ----------
    nodes, place
        Every node with every place that it has a link to, in order of places.
    ends, cut_ends, node_count, cut_nodes
        Shape (places,): endpoints and nodes with a link there, and those of them with no other.
    """

    nodes: Ints
    place: Ints
    ends: Ints
    cut_ends: Ints
    node_count: Ints
    cut_nodes: Ints

    @classmethod
    def of(cls, wiring: FabricWiring) -> "_Hosted":
        links, first, places = wiring.links, wiring.first_place, len(wiring.places)
        hangs = (links.fault == CONNECTED) & (links.end >= 0)
        place = links.b[hangs].astype(np.int64) - first
        ends, _, cut_ends, _ = _pairs(links.end[hangs].astype(np.int64), place, places)
        count, node, cut_nodes, at = _pairs(links.a[hangs].astype(np.int64), place, places)
        return cls(node, at, ends, cut_ends, count, cut_nodes)


def _pairs(who: Ints, place: Ints, places: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Return how many different ones hang on each place, who, how many of them on it alone."""
    size = int(who.max(initial=-1)) + 1
    both = np.sort(place * max(size, 1) + who)
    both = both[np.flatnonzero(np.diff(both, prepend=-1))]
    at, one = np.divmod(both, max(size, 1))
    alone = np.bincount(one, minlength=size)[one] == 1
    count = np.bincount(at, minlength=places)
    return count, one, np.bincount(at[alone], minlength=places), at


@dataclass(frozen=True)
class Apart:
    """What is worked out of the loss of a switch later: islands that are left, and all-to-all."""

    islands: int | None = None
    share: float | None = None


def switch_losses(
    wiring: FabricWiring, catalog: Catalog, left: Mapping[int, Bounds] | None,
    apart: Mapping[int, Apart] | None = None,
) -> tuple[SwitchLoss, ...]:  # fmt: skip
    """Return every single loss of a drawn switch that has links, those that are alike as one.

    Parameters
    ----------
    left
        What the fabric carries then; None where its parts are no one network, or not measured.
    apart
        What was worked out later, by place.
    """
    hosted = _Hosted.of(wiring)
    linked = _linked_switches(wiring)
    alike = _alike(wiring, hosted, np.flatnonzero(linked), left, apart or {})
    reader = _Reader(wiring, catalog, _unnamed(wiring, linked, alike))
    # Leaves first; of a tier what cuts off most, then what most nodes feel.
    order = sorted(alike, key=lambda line: (line.tier, -line.cut_nodes, -line.nodes, -line.ends))
    return tuple(reader.loss(line, alike[line]) for line in order)


def _alike(
    wiring: FabricWiring, hosted: "_Hosted", places: Ints, left: Mapping[int, Bounds] | None,
    apart: Mapping[int, Apart],
) -> "dict[_Line, _ByNodes]":  # fmt: skip
    """Return the places of each line, by the nodes that hang on them: lines by their first place.

    There are thousands of places and few lines: what tells lines apart is told of all at once.
    """
    least, most = _within(left, places)
    later = [apart.get(place, Apart()) for place in places.tolist()] if apart else []
    number = {one: at for at, one in enumerate(dict.fromkeys(later))}
    columns = np.stack((
        wiring.places.tier[places].astype(np.int64), hosted.cut_nodes[places],
        hosted.node_count[places], hosted.cut_ends[places], hosted.ends[places], least, most,
        np.array([number[one] for one in later] or np.zeros(len(places)), dtype=np.int64),
    ))  # fmt: skip
    rows, first, of = np.unique(columns, axis=1, return_index=True, return_inverse=True)
    order = np.argsort(of.ravel(), kind="stable")
    members = np.split(places[order], np.cumsum(np.bincount(of.ravel()))[:-1])
    starts = np.searchsorted(hosted.place, np.arange(len(wiring.places) + 1)).tolist()
    found: dict[_Line, _ByNodes] = {}
    for at in np.argsort(first).tolist():
        tier, cut, nodes, cut_ends, ends, low, high, which = rows[:, at].tolist()
        bounds = Bounds(low, high) if high >= 0 else None
        told = list(number)[which] if number else Apart()
        line = _Line(tier, cut, nodes, cut_ends, ends, bounds, told)
        groups: _ByNodes = {}
        for place in members[at].tolist():
            hung = hosted.nodes[starts[place] : starts[place + 1]] if nodes else _NOBODY
            groups.setdefault(hung.tobytes(), []).append(place)
        found[line] = groups
    return found


def _within(left: Mapping[int, Bounds] | None, places: Ints) -> tuple[Ints, Ints]:
    """Return what is left at least and at most without the switch of each place; -1 if unknown."""
    if isinstance(left, Left):
        least, most = (np.full(len(places), -1, dtype=np.int64) for _ in range(2))
        known = np.flatnonzero(places < len(left.there))
        known = known[left.there[places[known]]]
        least[known], most[known] = left.least[places[known]], left.most[places[known]]
        return least, most
    bounds = [None if left is None else left.get(place) for place in places.tolist()]
    pairs = [(-1, -1) if one is None else (one.low, one.high) for one in bounds]
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def loss_of_places(
    wiring: FabricWiring, catalog: Catalog, places: Ints, left: Bounds | None
) -> SwitchLoss:
    """Return the loss of the switches at some places together, as of one alone.

    Parameters
    ----------
    left
        What the fabric carries then; None where that is not measured.
    """
    links, first = wiring.links, wiring.first_place
    hangs = (links.fault == CONNECTED) & (links.end >= 0)
    on_lost = np.isin(links.b[hangs].astype(np.int64) - first, places)
    ends, cut_ends = _lost_links(links.end[hangs].astype(np.int64), on_lost)
    nodes, cut_nodes = _lost_links(links.a[hangs].astype(np.int64), on_lost)
    tier = int(wiring.places.tier[places].min(initial=len(TIERS) - 1))
    line = _Line(tier, len(cut_nodes), len(nodes), len(cut_ends), len(ends), left)
    reader = _Reader(wiring, catalog, np.zeros(0, dtype=np.int64))
    return reader.loss(line, {nodes.tobytes(): places.tolist()})


def _lost_links(who: Ints, on_lost: Flags) -> tuple[Ints, Ints]:
    """Return who has a link to what is lost, in order, and who of them has no other."""
    lost = np.unique(who[on_lost])
    return lost, lost[~np.isin(lost, who[~on_lost])]


class _Line(NamedTuple):
    """What switches share whose losses stand in one line."""

    tier: int
    cut_nodes: int
    nodes: int
    cut_ends: int
    ends: int
    left: Bounds | None
    apart: Apart = Apart()


def _unnamed(wiring: FabricWiring, linked: Flags, alike: Mapping[_Line, _ByNodes]) -> Ints:
    """Return the first place of each group that the report need not name: the rest of its tier.

    It is the largest of the tier that no node feels, where all drawn switches of it have links.
    """
    drawn = np.bincount(wiring.members.tiers, minlength=len(TIERS))
    there = np.bincount(wiring.places.tier[linked], minlength=len(TIERS))
    largest: dict[int, list[int]] = {}
    for line, groups in alike.items():
        if not line.nodes and drawn[line.tier] == there[line.tier]:
            for places in groups.values():
                if len(places) > len(largest.get(line.tier, ())):
                    largest[line.tier] = places
    return np.array([places[0] for places in largest.values()], dtype=np.int64)


def _linked_switches(wiring: FabricWiring) -> Flags:
    """Return the places at which a switch is drawn that has links; shape (places,)."""
    found: Flags = wiring.linked[wiring.first_place :] & (wiring.places.switch >= 0)
    return found


class _Reader:
    """Puts losses into records: which devices, racks and parts are meant."""

    def __init__(self, wiring: FabricWiring, catalog: Catalog, unnamed: Ints) -> None:
        self._wiring, self._members = wiring, wiring.members
        self._unnamed = frozenset(unnamed.tolist())
        self._gpus = Gpus(wiring, catalog)
        self._every = np.bincount(self._members.node_rack[wiring.nodes.device], minlength=1)

    def loss(self, line: _Line, groups: Mapping[bytes, list[int]]) -> SwitchLoss:
        """Return the loss of any one of the switches of some groups, which share a line."""
        figures = {} if line.left is None else {"bisection_gbps": self._carried(line.left)}
        if line.apart.share is not None:
            figures["all_to_all_ratio"] = perhaps_sent(
                exact(line.apart.share), self._wiring.open_on
            )
        return SwitchLoss(
            tier=TIERS[line.tier], number=sum(map(len, groups.values())), ends=line.ends,
            cut_ends=line.cut_ends, nodes=line.nodes, cut_nodes=line.cut_nodes,
            state="error" if line.cut_nodes else "warning" if line.ends else "ok",
            groups=self._groups(groups), islands=line.apart.islands,
            **fields_of(figures),
        )  # fmt: skip

    def _carried(self, left: Bounds) -> Figure:
        links = left.links
        if self._wiring.open_on:
            links = links.perhaps_none(self._wiring.open_on)
        return links.times(self._wiring.fabric.rate_gbps, "Gb/s")

    def _groups(self, groups: Mapping[bytes, list[int]]) -> tuple[SwitchGroup, ...]:
        """Return what is meant by each group, all looked up together: there may be hundreds."""
        each = [np.frombuffer(nodes, dtype=np.int64) for nodes in groups]
        nodes = np.concatenate(each)
        group = np.repeat(np.arange(len(each)), [len(one) for one in each])
        whole, partly = self._racks(nodes, group, len(each))
        counted = self._gpus.of_each(nodes, group, len(each))
        # Hundreds of groups have as many GPUs: alike ones are one figure.
        told = {id(one): fields_of({"gpus": one}) for one in counted}
        gpus = [told[id(one)] for one in counted]
        return tuple(
            SwitchGroup(
                switches=() if places[0] in self._unnamed else self._named(places),
                rest=places[0] in self._unnamed,
                example=self._named(places[:1])[0] if places[0] in self._unnamed else "",
                racks=tuple(whole[at]),
                partly=tuple((rack, tuple(keys)) for rack, keys in partly[at].items()),
                **gpus[at],
            )
            for at, places in enumerate(groups.values())
        )

    def _named(self, places: list[int]) -> tuple[str, ...]:
        switches = self._wiring.places.switch[places].tolist()
        return tuple(map(self._members.switch_key, switches))

    def _racks(
        self, nodes: Ints, group: Ints, groups: int
    ) -> tuple[list[list[str]], list[dict[str, dict[str, None]]]]:
        """Return of each group the racks all of whose nodes it has, and its nodes in others."""
        members, device = self._members, self._wiring.nodes.device[nodes]
        racks, many = members.node_rack[device], len(members.racks)
        pairs, which, number = np.unique(
            group * many + racks, return_inverse=True, return_counts=True
        )
        full = number == self._every[pairs % max(many, 1)]
        whole: list[list[str]] = [[] for _ in range(groups)]
        for pair in pairs[full].tolist():
            whole[pair // many].append(members.racks[pair % many])
        partly: list[dict[str, dict[str, None]]] = [{} for _ in range(groups)]
        some = ~full[which]
        columns = (group[some], racks[some], device[some])
        for at, rack, one in zip(*(column.tolist() for column in columns), strict=True):
            partly[at].setdefault(members.racks[rack], {})[members.node_key(one)] = None
        return whole, partly


class Gpus:
    """The GPUs in nodes of a fabric, of which a filled rack holds several."""

    def __init__(self, wiring: FabricWiring, catalog: Catalog) -> None:
        parts = wiring.members.node_parts
        self._part = parts[wiring.nodes.device]
        devices, nodes = (np.bincount(at, minlength=1).tolist() for at in (parts, self._part))
        self._each = tuple(
            _gpus_in(catalog, wiring.members.parts[at]).times(number / max(nodes[at], 1))
            for at, number in enumerate(devices)
            if number
        )
        self._kinds = np.flatnonzero(devices)

    def all(self) -> Figure:
        """Return those in all nodes."""
        return self.of(np.arange(len(self._part), dtype=np.int64))

    def of(self, nodes: Ints) -> Figure:
        """Return those in some nodes."""
        return self.of_each(nodes, np.zeros(len(nodes), dtype=np.int64), 1)[0]

    def of_each(self, nodes: Ints, group: Ints, groups: int) -> list[Figure]:
        """Return those in the nodes of each group.

        Parameters
        ----------
        group
            Shape (nodes,): the group of each node.
        """
        kinds = int(self._kinds.max(initial=-1)) + 1
        many = np.bincount(group * kinds + self._part[nodes], minlength=groups * kinds)
        rows = many.reshape(groups, kinds)[:, self._kinds].tolist()
        made: dict[tuple[int, ...], Figure] = {}
        for row in map(tuple, rows):
            if row not in made:
                made[row] = repeated(zip(self._each, row, strict=True))
        return [made[tuple(row)] for row in rows]


def _gpus_in(catalog: Catalog, part_id: str) -> Figure:
    part = catalog.get(part_id)
    return missing(f"{part_id}.gpus") if part is None else gpu_figure(part)
