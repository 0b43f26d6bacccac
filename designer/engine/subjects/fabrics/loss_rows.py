"""Single losses as the report tells them: alike ones as one row, the gravest first."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from designer.catalog.catalog import Catalog
from designer.engine.fabric_graph.failures import bridges, cable_losses
from designer.engine.fabric_graph.measure import Measured
from designer.engine.limit_report import LimitState
from designer.engine.network_report import FabricLoss, SwitchLoss
from designer.engine.subjects.fabrics.as_net import net_of_graph, vertices_of_owners
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.cable_sorts import (
    OneCable,
    Sends,
    cable_of,
    one_link_of_each_sort,
    one_of_each_sort,
)
from designer.engine.subjects.fabrics.exchanging import perhaps_sent
from designer.engine.subjects.fabrics.graph import Flags, Graph, Ints, islands
from designer.engine.subjects.fabrics.groups import links_of_owners
from designer.engine.subjects.fabrics.loss_effects import Left
from designer.engine.subjects.fabrics.losses import Gone
from designer.engine.subjects.fabrics.switch_losses import Gpus
from designer.model.figures import Figure, exact, within
from designer.model.measured import fields_of
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_members import TIERS

_NODE = "node"
_IN_A_STEP = 200
"""Losses that are put into rows together: there are as many as racks."""


@dataclass(frozen=True)
class Rows:
    """Makes rows of a fabric's losses.

    Attributes
    ----------
    full
        Links of a full bisection of the intact fabric; 0 where it has no halves.
    carries
        Whether the intact fabric carries anything between halves: only then a loss takes it.
    """

    wiring: FabricWiring
    catalog: Catalog
    full: int
    carries: bool = True

    def of_losses(
        self, losses: Sequence[tuple[Gone, Left]]
    ) -> Generator[None, None, list[FabricLoss]]:
        """Return rows of racks and feeds, some of them in each step."""
        gpus = Gpus(self.wiring, self.catalog)
        alike: dict[tuple[Any, ...], list[str]] = {}
        for number, (gone, left) in enumerate(losses, 1):
            row = self._row(gone, left, gpus)
            alike.setdefault(tuple(sorted(row.items(), key=lambda it: it[0])), []).extend(gone.ids)
            if number % _IN_A_STEP == 0:
                yield
        return [
            FabricLoss(ids=tuple(ids), number=len(ids), **dict(fields))
            for fields, ids in alike.items()
        ]

    def _row(self, gone: Gone, left: Left, gpus: Gpus) -> dict[str, Any]:
        apart = left.islands is not None and left.islands > 1
        single = bool(len(left.cut_nodes)) or apart
        figures = {
            "gpus_lost": gpus.of(gone.nodes),
            "gpus_hit": gpus.of(left.nodes),
            "gpus_cut": gpus.of(left.cut_nodes),
            **self._carried(left.bounds, perhaps=gone.perhaps),
        }
        if left.share is not None:
            share = perhaps_sent(exact(left.share), self.wiring.open_on)
            figures["all_to_all_ratio"] = _perhaps(share) if gone.perhaps else share
        felt: LimitState = "warning" if left.ends else "ok"
        return {
            "what": gone.kind, "switches": len(gone.places), "nodes": len(gone.nodes),
            "hit_nodes": len(left.nodes), "cut_nodes": len(left.cut_nodes), "ends": left.ends,
            "cut_ends": left.cut_ends, "islands": None if gone.perhaps else left.islands,
            "single_point": True if single else None if gone.perhaps else False,
            "state": self._state(single, felt, figures, unsure=gone.perhaps),
            **fields_of(figures),
        }  # fmt: skip

    def _carried(self, bounds: Bounds | None, *, perhaps: bool = False) -> dict[str, Figure]:
        if bounds is None:
            return {}
        links = bounds.links
        if self.wiring.open_on:
            links = links.perhaps_none(self.wiring.open_on)
        links = _perhaps(links) if perhaps else links
        found = {"bisection_gbps": links.times(self.wiring.fabric.rate_gbps, "Gb/s")}
        if self.full:
            found["bisection_ratio"] = links.times(1 / self.full, "")
        return found

    def of_switches(self, losses: Sequence[SwitchLoss]) -> Iterator[FabricLoss]:
        """Yield rows of switches, which the report tells group by group elsewhere."""
        for loss in losses:
            named = tuple(key for group in loss.groups for key in group.switches)
            left = loss.figure("bisection_gbps")
            figures: dict[str, Figure] = {}
            if loss.bisection_gbps is not None or not left.unknown:
                figures["bisection_gbps"] = left
                rate = self.wiring.fabric.rate_gbps
                if self.full and rate:
                    figures["bisection_ratio"] = left.times(1 / self.full / rate, "")
            share = loss.figure("all_to_all_ratio")
            if not share.unknown:
                figures["all_to_all_ratio"] = share
            apart = loss.islands is not None and loss.islands > 1
            single = bool(loss.cut_nodes) or apart
            example = next((group.example for group in loss.groups if group.example), "")
            yield FabricLoss(
                what="switch", ids=named, tier=loss.tier, example=example, number=loss.number,
                switches=1, hit_nodes=loss.nodes, cut_nodes=loss.cut_nodes, ends=loss.ends,
                cut_ends=loss.cut_ends, islands=loss.islands, single_point=single,
                state=self._state(apart, loss.state, figures), **fields_of(figures),
            )  # fmt: skip

    def _state(
        self, single: bool, felt: LimitState, figures: Mapping[str, Figure], *,
        unsure: bool = False,
    ) -> LimitState:  # fmt: skip
        """Return how grave a loss is: by whom it parts, what is left, and who feels it."""
        left = figures.get("bisection_ratio")
        nothing = left is not None and not left.unknown and left.high <= 0
        if single or (nothing and self.carries):
            return "error"
        if unsure:
            return "unknown"
        target = self.wiring.fabric.bisection_target_pct
        if felt != "ok" or left is None:
            return felt
        answer = "yes"
        if target is not None:
            answer = within(exact(target, "%"), left.times(100, "%")).answer
        if answer == "no":
            return "warning"
        perhaps_nothing = self.carries and (left.unknown or left.low <= 0)
        return "unknown" if answer == "open" or perhaps_nothing else "ok"

    def of_cables(
        self, graph: Graph, found: Measured, known: Bounds
    ) -> Generator[None, None, list[FabricLoss]]:
        """Return rows of cables, by the tiers of their ends and what is left."""
        net = found.lumped.net
        lost = cable_losses(net, found.orbits, known.low, known.high, found.pool)
        tier = _tiers(graph, found)
        ends = np.sort(np.stack((tier[net.a], tier[net.b])), axis=0)
        # The only link of an owner takes it along: what is left is told of what stays.
        others = np.flatnonzero(~_is_only_link(graph, found))
        rows = np.stack((*ends, lost.least, lost.most, lost.parts), axis=1)[others]
        kinds, number = np.unique(np.round(rows, 6), axis=0, return_inverse=True)
        many = np.bincount(number.ravel(), net.capacity[others], len(kinds))
        sends = Sends(graph, self.wiring.open_on)
        every = []
        for at, (low, high, least, most, parts) in enumerate(kinds.tolist()):
            names = tuple(_NODE if it < 0 else TIERS[int(it)] for it in (low, high))
            sorts = one_of_each_sort(found, others[number.ravel() == at])
            share = yield from sends.without_each(sorts, partial(cable_of, graph, found))
            figures = {**self._carried(Bounds(int(least), int(most))), **share}
            apart = bool(parts) and names[0] != _NODE
            felt: LimitState = "warning" if names[0] == _NODE else "ok"
            first = cable_of(graph, found, int(sorts[0]))
            every.append(FabricLoss(
                what="cable", ids=names, joins=self._joined(graph, first),
                number=round(many[at]), single_point=apart,
                state=self._state(apart, felt, figures), ends=int(names[0] == _NODE),
                **fields_of(figures),
            ))  # fmt: skip
        every += yield from self._of_node_links(graph, found, known, sends)
        return every

    def _joined(self, graph: Graph, cable: OneCable) -> tuple[str, ...]:
        """Return the keys of what a cable joins."""
        if cable.trunk >= 0:
            return self._ends_of_trunk(graph, cable.trunk)
        return self._ends_of_link(graph, cable.link) if cable.link >= 0 else ()

    def _ends_of_trunk(self, graph: Graph, trunk: int) -> tuple[str, ...]:
        ends = sorted(
            (int(graph.tier[place]), int(place)) for place in (graph.a[trunk], graph.b[trunk])
        )
        return tuple(self.wiring.key(self.wiring.first_place + place) for _, place in ends)

    def _ends_of_link(self, graph: Graph, link: int) -> tuple[str, ...]:
        node = int(self.wiring.endpoints.node[graph.endpoint[link]])
        place = self.wiring.first_place + int(graph.place[link])
        return self.wiring.key(node), self.wiring.key(place)

    def _of_node_links(
        self, graph: Graph, found: Measured, known: Bounds, sends: Sends
    ) -> Generator[None, None, list[FabricLoss]]:
        """Return rows of links of owners that have one: it takes all their endpoints with it."""
        alone = np.bincount(graph.owner)[graph.owner] == 1
        _, ends = links_of_owners(graph)
        there = np.flatnonzero(np.bincount(graph.owner))
        lost = ends[np.searchsorted(there, graph.owner)]
        every = []
        for many in np.unique(lost[alone]).tolist():
            links = np.flatnonzero(alone & (lost == many))
            sorts = one_link_of_each_sort(graph, found, links)
            share = yield from sends.without_each(sorts, lambda link: OneCable(link=link))
            figures = {**self._carried(_without_owner(graph, known, many)), **share}
            every.append(FabricLoss(
                what="cable", ids=(_NODE, TIERS[0]), joins=self._ends_of_link(graph, int(links[0])),
                number=len(links), ends=1, cut_ends=1, single_point=False,
                state=self._state(False, "warning", figures), **fields_of(figures),
            ))  # fmt: skip
        return every

    def of_cables_of_islands(self, graph: Graph) -> Iterator[FabricLoss]:
        """Yield rows of cables of a fabric that is no one network: who loses a link with them."""
        net = net_of_graph(graph)
        trunks = np.flatnonzero((net.a < graph.places) & (net.b < graph.places))
        ends = np.sort(np.stack((graph.tier[net.a[trunks]], graph.tier[net.b[trunks]])), axis=0)
        parting = bridges(net, of_endpoints=True)[trunks]
        found = Counter[tuple[int, ...]]()
        first: dict[tuple[int, ...], tuple[int, ...]] = {}
        for low, high, parts, links, *pair in zip(
            *ends.tolist(), parting.tolist(), net.capacity[trunks].tolist(),
            net.a[trunks].tolist(), net.b[trunks].tolist(), strict=True,
        ):  # fmt: skip
            found[low, high, int(parts)] += round(links)
            first.setdefault((low, high, int(parts)), tuple(pair))
        after = islands(graph) + 1
        for (low, high, parts), number in sorted(found.items()):
            pair = sorted(first[low, high, parts], key=lambda one: (graph.tier[one], one))
            yield FabricLoss(
                what="cable", ids=(TIERS[low], TIERS[high]), number=number,
                joins=tuple(self.wiring.key(self.wiring.first_place + one) for one in pair),
                single_point=bool(parts), state="error" if parts else "ok",
                islands=after if parts else None,
            )  # fmt: skip
        yield from self._of_links_of_islands(graph)

    def _of_links_of_islands(self, graph: Graph) -> Iterator[FabricLoss]:
        """Yield rows of links of nodes: by their tier, and by what is left of node and rail."""
        node = self.wiring.endpoints.node[graph.endpoint].astype(np.int64)
        alone = (np.bincount(node)[node] == 1) if len(node) else np.zeros(0, dtype=bool)
        last = (np.bincount(graph.endpoint)[graph.endpoint] == 1) if len(node) else alone
        rows = list(
            zip(graph.tier[graph.place].tolist(), alone.tolist(), last.tolist(), strict=True)
        )
        first = {kind: at for at, kind in reversed(list(enumerate(rows)))}
        for (tier, cut, cut_end), number in sorted(Counter(rows).items()):
            yield FabricLoss(
                what="cable", ids=(_NODE, TIERS[tier]), number=number, hit_nodes=1,
                joins=self._ends_of_link(graph, first[tier, cut, cut_end]),
                cut_nodes=int(cut), ends=1, cut_ends=int(cut_end), single_point=False,
                state="warning",
            )  # fmt: skip


def _is_only_link(graph: Graph, found: Measured) -> Flags:
    """Return the bundles that are the only links of owners; shape (bundles,)."""
    net, of = found.lumped.net, found.lumped.of
    owners = np.zeros(net.size, dtype=bool)
    vertex = vertices_of_owners(graph)[graph.owner]
    alone = (np.bincount(graph.owner)[graph.owner] == 1) & (vertex >= 0)
    owners[of[vertex[alone]]] = True
    found_at: Flags = owners[net.a] | owners[net.b]
    return found_at


def _without_owner(graph: Graph, known: Bounds, many: int) -> Bounds:
    """Return what is left once an owner is lost that has some endpoints and one link.

    Of a halving of all others the smaller side takes it back; of one of all, with it lost, the
    sides are made even again: either moves no more than half of its endpoints to the other side.
    Where N is even and one is lost, any halving is one of the others as it is.
    """
    width = int(np.bincount(graph.endpoint).max(initial=1))
    less = replace(graph, endpoints=graph.endpoints - many)
    back, away = many // 2, (many + graph.endpoints % 2) // 2
    known = known.after(1 + back * width, away * width)
    return known.closer(0, less.halves[0] * width)


def _tiers(graph: Graph, found: Measured) -> Ints:
    """Return the tier of every vertex of the lumped net; -1 for classes of owners."""
    of = found.lumped.of
    tier = np.full(found.lumped.net.size, -1, dtype=np.int64)
    tier[of[: graph.places]] = graph.tier
    return tier


def _perhaps(figure: Figure) -> Figure:
    return figure.perhaps_none(("rule which devices have power",))


def ranked(rows: Iterable[FabricLoss]) -> tuple[FabricLoss, ...]:
    """Return losses by gravity: what parts those that run, then what leaves least."""

    def gravity(row: FabricLoss) -> tuple[float, ...]:
        left = row.figure("bisection_ratio")
        least = 1.0 if row.bisection_ratio is None and left.unknown else left.low
        return (
            0.0 if row.single_point else 1.0, least, -float(row.cut_nodes), -float(row.nodes),
            -float(row.hit_nodes),
        )  # fmt: skip

    return tuple(sorted(rows, key=gravity))
