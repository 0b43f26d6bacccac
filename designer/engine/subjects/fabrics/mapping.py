"""A fabric's graph as the map that is looked at: units of leaves, pods of spines, bundles.

Nothing is measured here. Where the rule made the fabric, its units are those of the rule; switches
beyond it stand apart.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import (
    INSIDE,
    NOWHERE,
    Bundles,
    FabricMap,
    MapNodes,
    MapPart,
    MapSwitches,
    MapUnit,
    OddEnds,
)
from designer.engine.subjects.fabrics.leaf_units import LeafUnits, leaf_units
from designer.engine.subjects.fabrics.switch_losses import Gpus
from designer.model.measured import fields_of
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_fabric import stands_inside

Ints = NDArray[np.int64]

MOST_CORES: Final = 64
"""Core switches up to which each is a group by itself."""
MOST_BESIDE: Final = 4096
"""Bundles within the leaf tier up to which each pair of switches has its own."""


def fabric_map_of(wiring: FabricWiring, catalog: Catalog) -> FabricMap:
    """Return the map of one fabric."""
    made = _Mapping(wiring).map()
    found = Gpus(wiring, catalog).all()
    each = found.exact and found.low == len(made.nodes) * made.rails
    compute = made.purpose == "compute"
    return made.evolve(ends_are_gpus=compute and each, **fields_of({"gpus": found}))


@dataclass
class _Mapping:
    """Puts the columns of a wiring into those of a map."""

    wiring: FabricWiring

    def map(self) -> FabricMap:
        """Return the whole map."""
        wiring, fabric = self.wiring, self.wiring.fabric
        lower, upper, links, missing = self._trunks
        tier = self._tier
        up, across = tier[upper] == 1, tier[upper] == tier[lower]
        flat = across & (tier[lower] == 0)
        between = (links, missing)
        named, beside = self._beside(flat)
        top = (tier[lower] == 1) & (tier[upper] == 2)
        climbs = up & ~across
        level = across & (tier[lower] == 1)
        return FabricMap(
            fabric=fabric.id,
            name=fabric.name or fabric.id,
            purpose=fabric.purpose,
            problem=INSIDE if stands_inside(fabric) else wiring.problem,
            rate_gbps=fabric.rate_gbps,
            rails=fabric.rails,
            planes=fabric.planes,
            racks=wiring.members.racks,
            parts=self._parts,
            units=self._units,
            pods=self._pod_count,
            core_groups=int(self._core_group.max(initial=-1)) + 1,
            leaves=self._switches(0, self.unit_of_leaf),
            spines=self._switches(1, self._pod_of_spine),
            cores=self._switches(2, self._core_group),
            nodes=self._nodes(),
            odd=self._odd(),
            unit_spine=_bundles(
                self.unit_of_leaf[self._rank[lower[climbs]]], self._rank[upper[climbs]],
                *(column[climbs] for column in between),
            ),
            pod_core=_bundles(
                self._pod_of_spine[self._rank[lower[top]]],
                self._core_group[self._rank[upper[top]]],
                *(column[top] for column in between),
            ),
            beside=beside,
            beside_units=named,
            pods_beside=_bundles(
                *self._pods_of(lower[level], upper[level]),
                *(column[level] for column in between),
            ),
        )  # fmt: skip

    @cached_property
    def _tier(self) -> Ints:
        return self.wiring.places.tier.astype(np.int64)

    @cached_property
    def _rank(self) -> Ints:
        """Shape (places,): number of a place within its tier."""
        found = np.zeros(len(self._tier), dtype=np.int64)
        for tier in range(3):
            mine = self._tier == tier
            found[mine] = np.arange(int(mine.sum()))
        return found

    def _of_tier(self, tier: int) -> Ints:
        return np.flatnonzero(self._tier == tier)

    @cached_property
    def _trunks(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Lower and upper place of every bundle between switches, links made and missing."""
        links, first = self.wiring.links, self.wiring.first_place
        between = (links.end < 0) & (links.a >= first)
        a, b = (column[between].astype(np.int64) - first for column in (links.a, links.b))
        count = links.count[between].astype(np.int64)
        made = links.fault[between] == CONNECTED
        return a, b, np.where(made, count, 0), np.where(made, 0, self._lost(count, between))

    def _lost(self, count: Ints, rows: NDArray[np.bool_]) -> Ints:
        """Return how many links are lost where they are not made: none whose work hands do."""
        return np.where(self._replaced[self.wiring.links.fault[rows]], 0, count)

    @cached_property
    def _replaced(self) -> NDArray[np.bool_]:
        """Shape (faults,): whether cables by hand do the work of links with this fault."""
        wiring = self.wiring
        found = np.zeros(len(wiring.faults), dtype=bool)
        for at, hand in enumerate(wiring.hand_faults, start=wiring.faults_by_rule):
            found[at] = hand.form != "displaced"
        return found

    @cached_property
    def _hung(self) -> tuple[Ints, Ints, Ints, NDArray[np.bool_]]:
        """Node, endpoint and leaf place of every link of a node, and whether it is connected."""
        links, first = self.wiring.links, self.wiring.first_place
        rows = links.end >= 0
        made = links.fault[rows] == CONNECTED
        kept = made | ~self._replaced[links.fault[rows]]
        columns = [column[rows][kept].astype(np.int64) for column in (links.a, links.end, links.b)]
        return columns[0], columns[1], columns[2] - first, made[kept]

    @cached_property
    def _parts(self) -> tuple[MapPart, ...]:
        members = self.wiring.members
        return tuple(
            MapPart(id=part, links=fit.lanes)
            for part, fit in zip(members.parts, self.wiring.switch_fits, strict=True)
        )

    @cached_property
    def _grouped(self) -> LeafUnits:
        return leaf_units(self.wiring)

    @property
    def unit_of_leaf(self) -> Ints:
        """Shape (leaves,): the unit of each leaf."""
        return self._grouped.of_leaf

    @cached_property
    def _pod_of_leaf(self) -> Ints:
        """Shape (leaves,): the pod that a leaf's links lead to; none for none, or for several."""
        lower, upper, *_ = self._trunks
        climbs = (self._tier[lower] == 0) & (self._tier[upper] == 1)
        pod = self._pod_of_spine[self._rank[upper[climbs]]]
        return _only(self._rank[lower[climbs]], pod, len(self.unit_of_leaf))

    @cached_property
    def _units(self) -> tuple[MapUnit, ...]:
        """The units, each with the pod above it, and the rack that it is named by."""
        of_leaf, units = self._grouped.of_leaf, self._grouped.units
        pod = _only(of_leaf, self._pod_of_leaf, len(units)).tolist()
        there = self._unit_of_node >= 0
        rack = _only(self._unit_of_node[there], self._rack_of_node[there], len(units)).tolist()
        return tuple(one.evolve(pod=pod[at], rack=rack[at]) for at, one in enumerate(units))

    @cached_property
    def _rack_of_node(self) -> Ints:
        return self.wiring.members.node_rack[self.wiring.nodes.device].astype(np.int64)

    @cached_property
    def _unit_of_node(self) -> Ints:
        """Shape (nodes,): the unit on whose leaves most of a node's links are."""
        node, _, place, _ = self._hung
        units = max(1, len(self._grouped.units))
        unit = self.unit_of_leaf[self._rank[place]]
        pair, links = np.unique(node * units + unit, return_counts=True)
        found = np.full(len(self.wiring.nodes), NOWHERE, dtype=np.int64)
        # Later rows overwrite earlier ones: of each node the unit with most links comes last.
        order = np.argsort(links, kind="stable")
        found[pair[order] // units] = pair[order] % units
        return found

    @cached_property
    def _pod_of_spine(self) -> Ints:
        """Shape (spines,): the pod of each, those beyond the rule as one more."""
        unit = self.wiring.places.unit[self._of_tier(1)].astype(np.int64)
        return np.where(unit < 0, int(unit.max(initial=-1)) + 1, unit)

    @property
    def _pod_count(self) -> int:
        return int(self._pod_of_spine.max(initial=-1)) + 1

    @cached_property
    def _core_group(self) -> Ints:
        """Shape (core switches,): the group of each: itself, or its plane where there are many."""
        cores = self._of_tier(2)
        if len(cores) <= MOST_CORES:
            return np.arange(len(cores))
        plane = self.wiring.places.plane[cores].astype(np.int64)
        return np.where(plane < 0, int(plane.max(initial=-1)) + 1, plane)

    def _switches(self, tier: int, unit: Ints) -> MapSwitches:
        wiring, places = self.wiring, self._of_tier(tier)
        members = wiring.members
        switch = wiring.places.switch[places].astype(np.int64)
        drawn = switch >= 0
        parts, racks = (
            np.where(drawn, np.append(column, np.int32(NOWHERE))[switch], NOWHERE)
            for column in (members.switch_parts, members.switch_rack)
        )
        down, up, missing = self._counts
        return MapSwitches(
            keys=tuple(members.switch_key(one) if one >= 0 else "" for one in switch.tolist()),
            unit=_whole(unit),
            above=_whole(self._pod_of_leaf) if tier == 0 else (),
            plane=_whole(wiring.places.plane[places]),
            rail=_whole(self._rail_of_leaf if tier == 0 else np.full(len(places), NOWHERE)),
            rack=_whole(racks),
            part=_whole(parts),
            down=_whole(down[places]),
            up=_whole(up[places]),
            missing=_whole(missing[places]),
        )

    @cached_property
    def _counts(self) -> tuple[Ints, Ints, Ints]:
        """Shape (places,): links down, up or beside, and links of the rule that are missing."""
        size = len(self._tier)
        lower, upper, links, missing = self._trunks
        _, _, place, made = self._hung
        beside = self._tier[lower] == self._tier[upper]
        down = np.bincount(place[made], minlength=size)
        down = down + _sums(upper[~beside], links[~beside], size)
        up = _sums(lower, links, size) + _sums(upper[beside], links[beside], size)
        lost = np.bincount(place[~made], minlength=size)
        lost = lost + _sums(lower, missing, size) + _sums(upper, missing, size)
        return down, up, lost

    @cached_property
    def _rail_of_leaf(self) -> Ints:
        """Shape (leaves,): the rail of a leaf by the rule, else of all that hang on it."""
        _, end, place, _ = self._hung
        leaves = len(self._of_tier(0))
        if self.wiring.fabric.rails == 1:
            return np.full(leaves, NOWHERE)
        rail = self.wiring.endpoints.rail.astype(np.int64)[end]
        found = _only(self._rank[place], rail, leaves)
        # What the rule made a leaf for, whoever hangs there by hand or does not yet.
        ruled = self._grouped.rail
        found = np.where(ruled >= 0, ruled, found)
        return found

    @cached_property
    def _order(self) -> Ints:
        """The nodes unit by unit, those without one last."""
        unit = self._unit_of_node
        last = len(self._grouped.units)
        return np.argsort(np.where(unit < 0, last, unit), kind="stable")

    def _nodes(self) -> MapNodes:
        wiring, order = self.wiring, self._order
        members = wiring.members
        device = wiring.nodes.device[order].tolist()
        return MapNodes(
            keys=tuple(map(members.node_key, device)),
            unit=_whole(self._unit_of_node[order]),
            rack=_whole(self._rack_of_node[order]),
        )

    def _odd(self) -> OddEnds:
        """Return the ends that do not hang where the unit of their node and their rail say."""
        wiring = self.wiring
        node, end, place, made = self._hung
        number = np.zeros(len(wiring.nodes), dtype=np.int64)
        number[self._order] = np.arange(len(number))
        rail = wiring.endpoints.rail.astype(np.int64)[end]
        rank = self._rank[place]
        plane = wiring.places.plane[place].astype(np.int64)
        strange = self.unit_of_leaf[rank] != self._unit_of_node[node]
        own = self._rail_of_leaf[rank]
        strange |= (own >= 0) & (own != rail)
        rows = np.flatnonzero(strange | ~made)
        where = np.where(made, rank, NOWHERE)
        linked = np.bincount(end, minlength=len(wiring.endpoints)) > 0
        bare = np.flatnonzero(~linked)
        nodes = np.concatenate((number[node[rows]], number[wiring.endpoints.node[bare]]))
        rails = np.concatenate((rail[rows], wiring.endpoints.rail[bare].astype(np.int64)))
        planes = np.concatenate((plane[rows], np.zeros(len(bare), dtype=np.int64)))
        leaves = np.concatenate((where[rows], np.full(len(bare), NOWHERE)))
        return OddEnds(
            node=_whole(nodes), rail=_whole(rails), plane=_whole(planes), leaf=_whole(leaves)
        )

    def _pods_of(self, lower: Ints, upper: Ints) -> tuple[Ints, Ints]:
        """Return the pods of spines that are joined to each other, the lower first."""
        pods = self._pod_of_spine
        one, other = pods[self._rank[lower]], pods[self._rank[upper]]
        return np.minimum(one, other), np.maximum(one, other)

    def _beside(self, flat: NDArray[np.bool_]) -> tuple[bool, Bundles]:
        """Return whether bundles within the leaf tier are those of units, and they."""
        lower, upper, links, missing = (column[flat] for column in self._trunks)
        lower, upper = self._rank[lower], self._rank[upper]
        bundles = _bundles(lower, upper, links, missing)
        if len(bundles) <= MOST_BESIDE:
            return False, bundles
        unit = self.unit_of_leaf
        apart = unit[lower] != unit[upper]
        ends = np.sort(np.stack((unit[lower], unit[upper]))[:, apart], axis=0)
        return True, _bundles(ends[0], ends[1], links[apart], missing[apart])


def _bundles(lower: Ints, upper: Ints, links: Ints, missing: Ints) -> Bundles:
    """Return bundles with those between the same two as one."""
    if not len(lower):
        return Bundles()
    many = int(upper.max()) + 1
    pair, which = np.unique(lower * many + upper, return_inverse=True)
    a, b = np.divmod(pair, many)
    return Bundles(
        lower=_whole(a), upper=_whole(b), links=_whole(_sums(which, links, len(pair))),
        missing=_whole(_sums(which, missing, len(pair))),
    )  # fmt: skip


def _only(where: Ints, what: Ints, size: int) -> Ints:
    """Return for each of `size` places the one number found there; none for none or several."""
    lowest = np.full(size, 2**31, dtype=np.int64)
    highest = np.full(size, NOWHERE, dtype=np.int64)
    np.minimum.at(lowest, where, what)
    np.maximum.at(highest, where, what)
    return np.where(lowest == highest, highest, NOWHERE)


def _sums(where: Ints, what: Ints, size: int) -> Ints:
    return np.bincount(where, what, size).astype(np.int64)


def _whole(column: NDArray[np.generic]) -> tuple[int, ...]:
    return tuple(column.tolist())
