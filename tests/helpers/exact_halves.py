"""What a fabric exchanges between halves, by an exact program (MILP) of the tests' own.

Works on the cables of the schedule, one end a device and the other a device, and on nothing that
the engine makes of them. Endpoints are rails of nodes; switches stand on either side of a cut.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from designer.catalog.catalog import Catalog
from designer.io.export.cable_list import cables_csv
from designer.model.design import Design
from designer.model.layout import Layout

Pair = tuple[str, str]


def halved(hosts: Mapping[str, int], trunks: Mapping[Pair, int], free: int) -> int:
    """Return the fewest links between half of the endpoints and the rest; 0 in several islands.

    Parameters
    ----------
    hosts
        Endpoints at each switch.
    trunks
        Links between two switches.
    free
        Endpoints without a link, which may stand on either side.
    """
    if _islands(hosts, trunks) > 1:
        return 0
    return _cut(hosts, trunks, free)


def _islands(hosts: Mapping[str, int], trunks: Mapping[Pair, int]) -> int:
    """Return how many parts with endpoints no link joins."""
    joined: dict[str, set[str]] = defaultdict(set)
    for a, b in trunks:
        joined[a].add(b)
        joined[b].add(a)
    left, parts = {switch for switch, many in hosts.items() if many}, 0
    while left:
        parts += 1
        todo, seen = [left.pop()], set()
        while todo:
            switch = todo.pop()
            if switch not in seen:
                seen.add(switch)
                todo += joined[switch]
        left -= seen
    return parts


def _cut(hosts: Mapping[str, int], trunks: Mapping[Pair, int], free: int) -> int:
    """Return the cheapest balanced cut.

    Unknowns: the side of each switch, its endpoints on the first side, how many of its endpoints
    are parted from it, the free ones on the first side, and which trunks are cut.
    """
    names = sorted({*hosts, *(end for pair in trunks for end in pair)})
    at, number = {name: place for place, name in enumerate(names)}, len(names)
    many = np.array([hosts.get(name, 0) for name in names], dtype=float)
    cells: list[tuple[int, int, float]] = []
    rows = 0
    for place in range(number):
        for sign in (1.0, -1.0):  # parted >= ±(endpoints here − those of the side)
            cells += [(rows, 2 * number + place, 1.0), (rows, number + place, sign),
                      (rows, place, -sign * many[place])]  # fmt: skip
            rows += 1
    first = 3 * number + 1
    for edge, (a, b) in enumerate(trunks):
        for sign in (1.0, -1.0):
            cells += [(rows, first + edge, 1.0), (rows, at[a], sign), (rows, at[b], -sign)]
            rows += 1
    cells += [(rows, number + place, 1.0) for place in range(number)] + [(rows, 3 * number, 1.0)]
    half = (int(many.sum()) + free) // 2
    low, high = np.zeros(rows + 1), np.full(rows + 1, np.inf)
    low[-1] = high[-1] = half
    size = first + len(trunks)
    row, column, value = zip(*cells, strict=True)
    matrix = coo_array((value, (row, column)), shape=(rows + 1, size)).tocsr()
    most = np.concatenate((np.ones(number), many, many, [free], np.ones(len(trunks))))
    cost = np.concatenate((np.zeros(2 * number), np.ones(number), [0.0], list(trunks.values())))
    whole = np.concatenate((np.ones(2 * number), np.zeros(number), [1.0], np.zeros(len(trunks))))
    found = milp(cost, constraints=LinearConstraint(matrix, low, high), bounds=Bounds(0, most),
                 integrality=whole, options={"mip_rel_gap": 0})  # fmt: skip
    assert found.status == 0, found.message
    return round(found.fun)


@dataclass
class Net:
    """The cables of one fabric of a design, with what stands in which rack.

    Attributes
    ----------
    links
        Both ends of each cable.
    racks
        What stands in each rack.
    feeds
        The feeds of the rack PDUs in each rack.
    tiers
        The tier of each switch; `node` for nodes.
    """

    links: list[Pair]
    racks: dict[str, set[str]]
    feeds: dict[str, set[str]]
    tiers: dict[str, str]
    rails: int
    _known: dict[object, int] = field(default_factory=dict)

    def links_left(self, gone: Collection[str] = (), lost: Pair | None = None) -> int:
        """Return what is left between halves without some devices, or without one cable."""
        hosts: Counter[str] = Counter()
        trunks: Counter[Pair] = Counter()
        laid: Counter[str] = Counter()
        for pair in self.links:
            laid.update(end for end in pair if self.tiers[end] == "node")
            if pair == lost:
                lost = None  # one of several alike
            elif not set(pair) & set(gone):
                a, b = sorted(pair, key=lambda end: (self.tiers[end] != "node", end))
                if self.tiers[a] == "node":
                    hosts[b] += 1
                else:
                    trunks[a, b] += 1
        nodes = [key for key, tier in self.tiers.items() if tier == "node" and key not in gone]
        free = sum(max(0, self.rails - laid[node]) for node in nodes)
        key = tuple(sorted(hosts.items())), tuple(sorted(trunks.items())), free
        if key not in self._known:
            self._known[key] = halved(hosts, trunks, free)
        return self._known[key]

    def in_racks(self, racks: Iterable[str]) -> set[str]:
        """Return what stands in some racks."""
        return {key for rack in racks for key in self.racks[rack]}

    def dark_without(self, feed: str) -> set[str]:
        """Return what has no PDU on another feed."""
        return self.in_racks(rack for rack, feeds in self.feeds.items() if feeds == {feed})


def net_of(design: Design, catalog: Catalog, fabric_id: str) -> Net:
    """Return a fabric of a design, by its schedule of cables."""
    fabric = next(one for one in design.fabrics if one.id == fabric_id)
    text = cables_csv(design, catalog).removeprefix("\ufeff")
    links = [
        (row["from end"].rpartition(":")[0], row["to end"].rpartition(":")[0])
        for row in csv.DictReader(io.StringIO(text))
        if row["fabric"] == (fabric.name or fabric.id)
    ]
    net = Net(links, defaultdict(set), defaultdict(set), {}, fabric.rails)
    for placed in Layout(design).every():
        net.racks[placed.rack].add(placed.key)
        if placed.feed:
            net.feeds[placed.rack].add(placed.feed)
        if placed.fabric == fabric.id:
            net.tiers[placed.key] = placed.tier
        elif placed.part in fabric.nodes:
            net.tiers[placed.key] = "node"
    return net
