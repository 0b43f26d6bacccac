"""A design's fabrics: what the rule needs for the nodes that stand, what the drawing carries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from designer.catalog.catalog import Catalog
from designer.engine.follows import FOLLOWS
from designer.engine.network_report import FabricReport, Failure
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.any_topology import is_no_tree
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import Carried, Loss, nvlink_is_enough
from designer.engine.subjects.fabrics.drawn_tiers import drawn_tiers, named, unlinked_nodes
from designer.engine.subjects.fabrics.explaining import cards_in_words, in_words
from designer.engine.subjects.fabrics.graph import Graph, graph_of, with_nodes_joined
from designer.engine.subjects.fabrics.inside import nvlink_report
from designer.engine.subjects.fabrics.left import Left
from designer.engine.subjects.fabrics.measures import ISLANDS, REPORT, Measures
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.ports_taken import ports_taken
from designer.engine.subjects.fabrics.power_lost import power_lost
from designer.engine.subjects.fabrics.put_off import losses_uncut
from designer.engine.subjects.fabrics.switch_losses import Gpus, switch_losses
from designer.engine.subjects.fabrics.unstated import (
    GROWING,
    MEASURED,
    OF_NETWORK,
    RULED,
    opened,
    portless_switches,
    uncounted_nodes,
)
from designer.model.figures import Figure, exact, missing, repeated, stated
from designer.model.measured import fields_of
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_counts import cable_counts, laid_by_hand
from designer.wiring.network_fabric import stands_inside
from designer.wiring.network_hops import ways
from designer.wiring.network_ports import fabric_ports
from designer.wiring.network_size import FabricPlan

__all__ = ["FABRICS", "fabric_ports", "fabric_report", "fabrics_of"]

_LEFT: Final = "left without each switch"
"""What is measured of a fabric beside the fields of its report."""
_TIERS: Final = "tiers by place"
_UNCUT: Final = "losses are not measured"
FABRICS: Key[tuple[FabricReport, ...]] = Key("fabrics")


def fabrics_of(facts: Facts) -> tuple[FabricReport, ...]:
    """Return the reports of a design's fabrics; the same objects where their graphs are."""
    network = facts[NETWORK]
    report = _tried if facts.trial else _measured
    return tuple(
        network.measures.with_later(wiring, power_lost(facts, wiring), report(facts, wiring))
        for wiring in network.wiring.fabrics
    )


def _tried(facts: Facts, wiring: FabricWiring) -> FabricReport:
    """Return the report of before; else one without losses, and with a bisection where it is light.

    Measuring more would hold up the drag.
    """
    measures = facts[NETWORK].measures
    known: FabricReport | None = measures.if_seen(REPORT, wiring)
    light = is_light(wiring)
    return known or fabric_report(
        wiring, facts.catalog, measures if light else None, bisection_only=light
    )


def _measured(facts: Facts, wiring: FabricWiring) -> FabricReport:
    measures = facts[NETWORK].measures
    # An edit waits for no loss: they are measured after its report.
    edit = FOLLOWS and facts.last(FABRICS) is not None

    def report(wiring: FabricWiring) -> FabricReport:
        facts.made["fabric reports"] += 1
        return fabric_report(wiring, facts.catalog, measures, losses_later=edit)

    return measures.of_wiring(REPORT, wiring, report)


_MOST_BUNDLES: Final = 60_000
"""Bundles of links; a tree of 16,384 GPUs has fewer, and is bounded in some 10 ms."""
_MOST_PLACES: Final = 200
"""Switches of any other topology, whose halvings are tried one by one: some 30 ms."""


def is_light(wiring: FabricWiring) -> bool:
    """Return whether a fabric's bisection is bounded while a drag waits."""
    if len(wiring.links) > _MOST_BUNDLES:
        return False
    return len(wiring.places) <= _MOST_PLACES or not is_no_tree(graph_of(wiring))


def fabric_report(
    wiring: FabricWiring,
    catalog: Catalog,
    measures: Measures | None,
    *,
    bisection_only: bool = False,
    losses_later: bool = False,
) -> FabricReport:
    """Return what follows for one fabric. A fabric that cannot be sized says why.

    Parameters
    ----------
    measures
        What measures its graph; None leaves out what it carries.
    bisection_only
        Whether nothing else of that is measured.
    losses_later
        Whether single losses that nobody measured are told within bounds that cut nothing.
    """
    fabric, plan = wiring.fabric, wiring.plan
    if stands_inside(fabric):
        return nvlink_report(wiring, catalog)
    drawn = np.bincount(wiring.members.tiers, minlength=3).tolist()
    fields: dict[str, Any] = {
        "id": fabric.id,
        "name": fabric.name or fabric.id,
        "kind": fabric.kind,
        "purpose": fabric.purpose,
        "nodes": len(wiring.nodes),
        "planes": fabric.planes,
        "placed_leaf": drawn[0],
        "placed_spine": drawn[1],
        "placed_core": drawn[2],
        "node_parts": wiring.node_kinds,
        "hall": fabric.hall,
        "hand_cables": laid_by_hand(wiring),
    }
    if plan is None:
        fields |= {"complete": False, "explanation": wiring.problem}
    else:
        fields |= _ruled(wiring, plan)
        way = fields_of(_way(wiring, plan, catalog))
        fields |= way
        if measures is not None:
            carrying = _Carrying(wiring, plan, catalog, measures, losses_later)
            fields |= carrying.told(way["bounds"], bisection_only=bisection_only)
        if cards := cards_in_words(wiring, plan, catalog):
            fields["explanation"] = "; ".join(it for it in (fields.get("explanation"), cards) if it)
    left = fields.pop(_LEFT, None)
    if fields.pop(_UNCUT, False) and measures is not None:
        measures.put_off.add(wiring)
    fields["drawn_tiers"] = named(wiring, fields.pop(_TIERS, ()))
    fields = _open(fields, wiring, catalog)
    if (
        measures is not None
        and not bisection_only
        and not (uncounted_nodes(wiring, catalog) or portless_switches(wiring, catalog))
    ):
        fields |= {"switch_losses": switch_losses(wiring, catalog, left)}
    return FabricReport.model_validate(fields | {"ports_taken": ports_taken(wiring, catalog)})


_OF_A_RULE: Final = (
    "free_leaf_ports", "free_spine_ports", "free_core_ports", "built_nodes", "max_nodes",
)  # fmt: skip


@dataclass(frozen=True)
class Seen:
    """What is measured of a fabric: the graph by which its losses are told, and what it carries.

    Attributes
    ----------
    graph, carried
        None where its parts are no one network.
    parts
        Islands of the network alone.
    full
        Links of a full bisection.
    joined
        Whether a node is one owner of its links there.
    open_on
        What nobody states of its nodes, and leaves open whether their rails meet over NVLink.
    """

    graph: Graph | None
    carried: Carried | None
    parts: int
    full: int
    joined: bool
    open_on: tuple[str, ...] = ()


def seen_of(wiring: FabricWiring, catalog: Catalog, measures: Measures) -> Seen | None:
    """Return what is measured of a fabric; None where that is not known well enough."""
    if wiring.plan is None or uncounted_nodes(wiring, catalog):
        return None
    if portless_switches(wiring, catalog) or not len(wiring.endpoints):
        return None
    return _Carrying(wiring, wiring.plan, catalog, measures).seen()


def _open(fields: dict[str, Any], wiring: FabricWiring, catalog: Catalog) -> dict[str, Any]:
    """Return the fields with those open that rest on nodes or ports that nobody states."""
    uncounted = uncounted_nodes(wiring, catalog)
    portless = portless_switches(wiring, catalog) if wiring.plan is None else ()
    if not len(wiring.nodes) or not (uncounted or portless):
        return fields
    known = dict.fromkeys(bound.name for bound in fields.get("bounds", ()))
    known |= dict.fromkeys(name for name in MEASURED if fields.get(name) is not None)
    sure = [name for name in GROWING if uncounted and fields.get(name) is not None]
    open_ = dict.fromkeys((*RULED, *(known if uncounted else OF_NETWORK)))
    unsure = [name for name in open_ if name not in sure]
    if uncounted:
        unsure = [*dict.fromkeys((*unsure, "most_switches", "switches_ns"))]
    fields = opened(fields, sure, unsure, (*uncounted, *portless))
    fields |= {"islands": None}
    if not uncounted:
        return fields
    if why := fields.get("explanation"):
        fields["explanation"] = f"for the nodes that are known: {why}"
    return fields | {
        "free_leaf_ports": None, "free_spine_ports": None, "free_core_ports": None,
        "built_nodes": None, "max_nodes": None, "worst_failure": None, "oversubscription": (),
        "drawn_tiers": (), "most_switches": None, "switches_ns": None,
    }  # fmt: skip


def _way(wiring: FabricWiring, plan: FabricPlan, catalog: Catalog) -> dict[str, Figure]:
    """Return what the switches of the longest way delay a message; open where one states none."""
    counts, fabric = ways(plan), wiring.fabric
    if counts is None:
        return {}
    spine = fabric.spine_switch or fabric.switch
    parts = (fabric.switch, spine, fabric.core_switch or spine)
    delays = []
    for number, part_id in zip(counts, parts, strict=True):
        part = catalog.get(part_id)
        known = part.switch.latency_ns if part and part.switch else None
        if number:
            ref = f"{part_id}.switch.latency_ns"
            delays.append((stated(known, ref, "ns"), number))
    return {"switches_ns": repeated(delays, "ns")}


def _ruled(wiring: FabricWiring, plan: FabricPlan) -> dict[str, Any]:
    """Return what follows from the rule alone."""
    missing = [it for it in wiring.refusals if it.form in ("rule", "displaced")]
    cables = cable_counts(wiring)
    fields: dict[str, Any] = {
        "tiers": plan.spines.tiers,
        "leaf": plan.leaf,
        "spine": plan.spine,
        "core": plan.core,
        "endpoints": len(wiring.endpoints),
        "node_leaf_cables": plan.node_leaf_cables,
        "leaf_spine_cables": plan.leaf_spine_cables,
        "spine_core_cables": plan.spine_core_cables,
        "oversubscription": plan.oversubscription,
        "rail_aligned": plan.request.leaf_policy != "pooled",
        "free_leaf_ports": _free_ports(wiring, plan),
        "free_spine_ports": plan.free_spine_ports,
        "free_core_ports": plan.free_core_ports,
        "built_nodes": plan.built_nodes,
        "max_nodes": plan.spines.max_nodes,
        "most_switches": sum(way) if (way := ways(plan)) else None,
        "unconnected": sum(refusal.links for refusal in missing),
        "connected_cables": cables.connected,
        "unconnected_cables": cables.missing,
    }
    # No rule says which ports of a fabric by hand are for what, nor how many nodes it is to hold.
    return fields if plan.ruled else fields | dict.fromkeys(_OF_A_RULE)


def _free_ports(wiring: FabricWiring, plan: FabricPlan) -> int:
    """Return the node-facing ports of the drawn leaves that no node takes; never below 0."""
    leaves = plan.leaves.count * plan.planes
    places, links = wiring.places, wiring.links
    rank = np.arange(len(places)) % max(1, plan.leaves.count + plan.leaves.targets)
    carrying = (places.tier == 0) & (places.switch >= 0) & (places.plane >= 0)
    carrying &= rank < plan.leaves.count
    hangs = (links.fault == CONNECTED) & (links.end >= 0)
    taken = int(np.count_nonzero(hangs))
    # Reserved slots are given up on the last leaves: they count where all leaves stand.
    reserved = plan.reserved_links if int(carrying.sum()) == leaves else 0
    return max(0, int(carrying.sum()) * plan.leaves.down - taken - reserved)


@dataclass(frozen=True)
class _Carrying:
    """Measures one fabric's graph."""

    wiring: FabricWiring
    plan: FabricPlan
    catalog: Catalog
    measures: Measures
    losses_later: bool = False

    def fields(self) -> dict[str, Any]:
        """Return what the graph carries, with bounds where it is not exact."""
        wiring = self.wiring
        full = len(wiring.endpoints) // 2 * wiring.fabric.planes
        network = self.measures.carried(self._graph, full)
        self.measures.of_wiring(ISLANDS, wiring, lambda _: network.parts)
        joined = self._joined(network, full)
        figures = self._figures(network, joined)
        bisection = figures["bisection_gbps"]
        sure = not wiring.open_on or network.parts > 1
        measured = self._one_network(network, joined)
        uncut = self.losses_later and measured is not None
        if measured is not None:
            uncut = uncut and not self.measures.tells_losses(*measured)
        loss, left = self._losses(measured, uncut=uncut)
        without = {
            "unlinked_endpoints": (len(self._graph.unlinked), len(wiring.endpoints)),
            "unlinked_nodes": (unlinked_nodes(wiring, self._graph), len(wiring.nodes)),
        }
        if wiring.open_on:
            # Which of the others have a link that can be made, nobody says.
            figures |= {
                name: missing(wiring.open_on[0], "", few, all_)
                for name, (few, all_) in without.items()
            }
        return {
            **{name: few for name, (few, _) in without.items()},
            **fields_of(figures),
            "bisection_lower_gbps": bisection.low,
            "bisection_upper_gbps": bisection.high,
            "exact": network.bounds.exact and sure,
            "islands": network.parts,
            _TIERS: tuple(drawn_tiers(self._graph)),
            "worst_failure": loss,
            _LEFT: left,
            _UNCUT: uncut,
            "complete": sure,
            "explanation": in_words(self._graph, self.plan, network, joined),
        }

    def told(self, bounds: Sequence[Any], *, bisection_only: bool) -> dict[str, Any]:
        """Return what the fabric carries with its GPUs; `bounds` are those of other fields."""
        # Which nodes hang there says how many GPUs these are, and no graph does.
        gpus = fields_of({"gpus": Gpus(self.wiring, self.catalog).all()})
        bounds = (*gpus["bounds"], *bounds)
        if bisection_only:
            return {**gpus, **self.bisection_only(bounds)}
        measured = self.measures.fields(self.wiring, self.fields)
        return {**measured, **gpus, "bounds": (*measured["bounds"], *bounds)}

    def bisection_only(self, bounds: Sequence[Any]) -> dict[str, Any]:
        """Return what every halving can exchange, and how many islands there are, and no more.

        Parameters
        ----------
        bounds
            Those of other fields.
        """
        full = len(self.wiring.endpoints) // 2 * self.wiring.fabric.planes
        network = self.measures.carried(self._graph, full)
        fields = fields_of(self._figures(network, self._joined(network, full)))
        return {**fields, "bounds": (*fields["bounds"], *bounds), "islands": network.parts}

    def _figures(self, network: Carried, joined: Carried | None) -> dict[str, Figure]:
        """Return what halves can exchange, over the network alone and over NVLink as well."""
        wiring, rate = self.wiring, self.wiring.fabric.rate_gbps
        figures = {
            "injection_gbps": exact(self.plan.injection_gbps, "Gb/s"),
            "bisection_gbps": _figure(wiring, network.bounds, rate, "Gb/s"),
        }
        for name, one in (("bisection", network), ("bisection_with_nvlink", joined)):
            if one is None:
                continue
            figures[f"{name}_gbps"] = _figure(wiring, one.bounds, rate, "Gb/s")
            if one.full:
                figures[f"{name}_ratio"] = _figure(wiring, one.bounds, 1 / one.full, "")
        return figures

    def seen(self) -> Seen:
        """Return the graph by which losses are told, and what it carries."""
        full = len(self.wiring.endpoints) // 2 * self.wiring.fabric.planes
        network = self.measures.carried(self._graph, full)
        measured = self._one_network(network, self._joined(network, full))
        if measured is None:
            return Seen(None, None, network.parts, full, False, self._nvlink_open_on())
        return Seen(*measured, network.parts, full, joined=measured[0] is not self._graph)

    def _joined(self, network: Carried, full: int) -> Carried | None:
        """Return what the fabric carries with NVLink; None where its nodes have none."""
        if self._wide_enough is None or self.wiring.fabric.rails < 2:
            return None
        return self.measures.with_nvlink(self._together, network, enough=self._wide_enough)

    @cached_property
    def _graph(self) -> Graph:
        """The network alone."""
        return graph_of(self.wiring)

    @cached_property
    def _together(self) -> Graph:
        """The network with a node as one owner of all its links."""
        return with_nodes_joined(self._graph, self.wiring)

    @cached_property
    def _wide_enough(self) -> bool | None:
        """Whether NVLink is known to carry what it must; None for nodes without it."""
        speeds = self._nvlink()
        if speeds is None:
            return None
        return all(nvlink_is_enough(self.wiring, speed) for speed in speeds)

    def _nvlink(self) -> list[float | None] | None:
        """Return the NVLink of each kind of node in Gb/s a GPU one way; None where one has none.

        Makers state both directions added up, in GB/s.
        """
        if self.wiring.fabric.purpose != "compute":
            return None
        found: list[float | None] = []
        for part_id in self.wiring.node_kinds:
            part = self.catalog.get(part_id)
            domain = part.compute.nvlink_domain_gpus if part and part.compute else None
            if part is None or not part.compute or not (domain or part.compute.nvlink_switch):
                return None
            gpu = self.catalog.get(part.compute.gpu or part.gpu)
            speed = gpu.accelerator.scaleup_gb_s if gpu and gpu.accelerator else None
            found.append(None if speed is None else speed / 2 * 8)
        return found

    def _nvlink_open_on(self) -> tuple[str, ...]:
        """Return what is not stated of nodes that perhaps have enough NVLink: `x.compute`."""
        fabric, found = self.wiring.fabric, []
        if fabric.purpose != "compute" or fabric.rails < 2:
            return ()
        for part_id in self.wiring.node_kinds:
            part = self.catalog.get(part_id)
            if part is None or part.compute is None:
                found.append(f"{part_id}.compute")
                continue
            if not (part.compute.nvlink_domain_gpus or part.compute.nvlink_switch):
                return ()  # it has none
            gpu_id = part.compute.gpu or part.gpu
            gpu = self.catalog.get(gpu_id)
            if gpu is None or not gpu.accelerator:
                found.append(gpu_id or f"{part_id}.compute.gpu")
            elif gpu.accelerator.scaleup_gb_s is None:
                found.append(f"{gpu_id}.accelerator.scaleup_gb_s")
        return tuple(found)

    def _losses(
        self, measured: tuple[Graph, Carried] | None, *, uncut: bool
    ) -> tuple[Failure | None, Left | None]:
        """Return the worst single loss, and what the fabric carries without each of its switches.

        Parameters
        ----------
        measured
            What `_one_network` returns: of the network alone where its rails meet in it.
        uncut
            Whether nothing is cut for it.
        """
        if measured is None:
            return None, None
        full, measures = measured[1].full, self.measures
        if uncut:
            worst, left = losses_uncut(*measured)
            # Which switch it is shows only when they are cut.
            worst = worst and replace(worst, what="a switch")
        else:
            worst = measures.worst_loss(*measured)
            left = measures.left_without_each(*measured)
        return failure_of(self.wiring, worst, full), left

    def _one_network(
        self, network: Carried, joined: Carried | None
    ) -> tuple[Graph, Carried] | None:
        """Return the graph by which losses are measured; None where its parts are no network."""
        if network.parts <= 1:
            return self._graph, network
        if joined is None or joined.parts > 1 or not self._wide_enough:
            return None
        return self._together, joined


def failure_of(wiring: FabricWiring, loss: Loss | None, full: int) -> Failure | None:
    """Return the worst single loss of a switch as the report tells it."""
    if loss is None or not full:
        return None
    left = _figure(wiring, loss.bounds, 1 / full, "")
    return Failure(what=f"loss of {loss.what}", **fields_of({"bisection_ratio": left}))


def _figure(wiring: FabricWiring, bounds: Bounds, scale: float, unit: str) -> Figure:
    """Return bounds in links as a figure, open downwards where ports or cables are not known."""
    links = bounds.links
    if wiring.open_on:
        links = links.perhaps_none(wiring.open_on)
    return links.times(scale, unit)
