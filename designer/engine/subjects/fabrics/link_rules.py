"""Rules of links as drawn: what cables by hand cut off, idle switches, networks in parts."""

from collections.abc import Iterator, Sequence

import numpy as np

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.graph import graph_of, islands
from designer.engine.subjects.fabrics.measures import ISLANDS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_counts import CutOff, IdleSwitch, cut_off, idle_switches

_NAMED = 4
"""Devices that a message names; the others are among those that the check leads to."""


def cables_by_hand_cut_nothing_off(facts: Facts) -> Iterator[Finding]:
    """R12: no link of the rule gives way to a cable by hand that does not do its work."""
    names = Layout(facts.design)
    for wiring in facts[NETWORK].wiring.fabrics:
        cut = cut_off(wiring)
        if cut is not None and cut.node_links:
            yield _nodes_cut_off(names, wiring, cut)
        if cut is not None and cut.trunks:
            fabric = wiring.fabric.id
            yield Finding(
                "R12", "warning", f"{fabric}:switches", (fabric, *cut.trunk_cables),
                f"{_name(wiring)}: {plural(cut.trunks, 'link')} between switches gave way to "
                f"{_cables(cut.trunk_cables)}",
                "Lay them at free ports, or accept that fewer links join the switches.", cut.trunks,
            )  # fmt: skip


def _nodes_cut_off(names: Layout, wiring: FabricWiring, cut: CutOff) -> Finding:
    lost = plural(cut.node_links, "link")
    return Finding(
        "R12", "error", f"{wiring.fabric.id}:nodes", (*cut.nodes, *cut.node_cables),
        f"{_name(wiring)}: {lost} of {plural(len(cut.nodes), 'node')} gave way to "
        f"{_cables(cut.node_cables)}; not connected there: {_named_devices(names, cut.nodes)}",
        "Lay the cables at free ports, or connect the nodes by hand as well.", cut.node_links,
    )  # fmt: skip


def switches_have_links(facts: Facts) -> Iterator[Finding]:
    """R13: something is connected to every switch that stands, and to every node by hand."""
    # One for all fabrics: a site has hundreds of these, and tens of thousands of racks.
    network, names = facts[NETWORK], Layout(facts.design)
    for wiring in network.wiring.fabrics:
        if wiring.fabric.topology == "hand-drawn":
            yield from _without_cables(wiring)
        idle = network.measures.of_wiring("idle switches", wiring, _idle)
        spare = [it for it in idle if not it.asked]
        cut = [it for it in idle if it.asked]
        fabric, planned = wiring.fabric.id, wiring.fabric.planned_nodes
        if spare:
            nodes = len(wiring.nodes)
            why = f", {nodes} of {planned} planned nodes stand" if planned > nodes else ""
            yield Finding(
                "R13", "info", f"{fabric}:spare", tuple(it.key for it in spare),
                f"{_name(wiring)}: {_switches(names, spare)} spare{why}; the rule connects nothing "
                "there",
                "It serves devices that are added, and ports that are not drawn.", len(spare),
            )  # fmt: skip
        if cut:
            yield Finding(
                "R13", "warning", f"{fabric}:cut-off", tuple(it.key for it in cut),
                f"{_name(wiring)}: {_switches(names, cut)} connected to nothing: none of "
                f"{plural(sum(it.asked for it in cut), 'link')} of the rule is there",
                "Place what is missing at the other ends, or choose ports that fit.", len(cut),
            )  # fmt: skip


def _without_cables(wiring: FabricWiring) -> Iterator[Finding]:
    """Yield that nodes of a fabric without a rule hang on no cable, which nothing else says."""
    linked, nodes = wiring.linked[: wiring.first_place], len(wiring.nodes)
    missing = np.flatnonzero(~linked)
    if not missing.size:
        return
    fabric = wiring.fabric.id
    said = (
        f"no cable is drawn: it connects none of {plural(nodes, 'node')}"
        if missing.size == nodes
        else f"{missing.size} of {plural(nodes, 'node')} hang on no cable of it"
    )
    yield Finding(
        "R13", "warning", f"{fabric}:no-cables",
        (fabric, *(wiring.key(node) for node in missing.tolist())), f"{_name(wiring)}: {said}",
        "Draw cables from ports of nodes to ports of switches, or choose a topology that has a "
        "rule.", int(missing.size),
    )  # fmt: skip


def fabrics_are_one_network(facts: Facts) -> Iterator[Finding]:
    """R14: every two nodes of a fabric reach each other over its own links."""
    network = facts[NETWORK]
    for wiring in network.wiring.fabrics:
        # Measuring the graph of a fabric that is whole would hold up every drag.
        apart = _may_be_apart(wiring)
        parts = network.measures.of_wiring(ISLANDS, wiring, _islands) if apart else 0
        if parts > 1:
            uplinks = "; the uplinks of its leaves go to another fabric"
            yield Finding(
                "R14", "info", wiring.fabric.id, (wiring.fabric.id,),
                f"{_name(wiring)}: {parts} islands that no link of the fabric joins"
                + (uplinks if wiring.fabric.tiers == 1 else ""),
                "Nodes of two islands meet over another fabric, or over NVLink inside the nodes.",
                parts,
            )  # fmt: skip


def _idle(wiring: FabricWiring) -> tuple[IdleSwitch, ...]:
    return tuple(idle_switches(wiring))


def _islands(wiring: FabricWiring) -> int:
    """Return the parts of a fabric that no link joins."""
    return islands(graph_of(wiring))


def _may_be_apart(wiring: FabricWiring) -> bool:
    """Return whether the rule has no links that join its leaves, or links are missing."""
    if wiring.plan is None:
        return False
    spines = wiring.plan.spines
    leaves = wiring.plan.leaves.count
    joined = leaves == 1 or wiring.plan.shape is not None
    joined |= spines.spine > 0 and (spines.core > 0 or _pods(wiring) == 1)
    return not joined or len(wiring.faults) > 1


def _pods(wiring: FabricWiring) -> int:
    return sum(pods.count for pods in wiring.plan.spines.pods) if wiring.plan else 0


def _switches(names: Layout, idle: Sequence[IdleSwitch]) -> str:
    """Return switches in words: `1 leaf switch (oob-A06-3) is`."""
    tiers = " and ".join(dict.fromkeys(it.tier for it in idle))
    count = plural(len(idle), f"{tiers} switch", f"{tiers} switches")
    named = _named_devices(names, [it.key for it in idle])
    return f"{count} ({named}) {'is' if len(idle) == 1 else 'are'}"


def _cables(ids: Sequence[str]) -> str:
    return f"{plural(len(ids), 'cable')} laid by hand ({_named(ids)})"


def _named_devices(names: Layout, keys: Sequence[str]) -> str:
    shown = [names.name_of(key) for key in keys[:_NAMED]]
    return _named([*shown, *keys[_NAMED:]])


def _named(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    return ", ".join(keys[:_NAMED]) + more


def _name(wiring: FabricWiring) -> str:
    return wiring.fabric.name or wiring.fabric.id
