"""What would make a fabric possible that cannot be built: neighbouring requests that can be.

Each neighbour differs in one thing. It is planned as any other request, and only what can be built
is told, with its switches.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final

from designer.model.plural import plural
from designer.wiring.network_leaves import split_ports
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric
from designer.wiring.network_spines import spreads

RADICES: Final = (16, 24, 32, 36, 40, 48, 64, 72, 80, 96, 128, 144, 256, 512, 576, 800, 1024)
"""Ports of switches that are sold or were, split cages included."""
RATIOS: Final = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 8.0, 10.0, 15.0)


@dataclass(frozen=True)
class Remedy:
    """One change that makes a fabric possible: in words, and what is built then."""

    change: str
    plan: FabricPlan

    @property
    def words(self) -> str:
        """The change and the switches: `pooled leaves: 40 leaf and 20 spine switches`."""
        return f"{self.change}: {switches_in_words(self.plan)}"


def remedies(asked: FabricRequest) -> tuple[Remedy, ...]:
    """Return the changes of a request, one thing each, with which it can be built."""
    found = []
    for change, tried in _neighbours(asked):
        try:
            plan = plan_fabric(tried)
        except FabricError:
            continue
        found.append(Remedy(change, plan))
    fewer = _most_nodes(asked)
    if fewer:
        found.append(Remedy(f"{plural(fewer, 'node')} instead of {asked.nodes:,}",
                            plan_fabric(_with_nodes(asked, fewer))))  # fmt: skip
    return tuple(found)


def in_words(asked: FabricRequest) -> str:
    """Return what would make a request possible, in one line; empty where nothing was found."""
    found = remedies(asked)
    return f"Possible with {'; or with '.join(it.words for it in found)}." if found else ""


def switches_in_words(plan: FabricPlan) -> str:
    """Return the switches of a plan: `32 leaf, 16 spine and 8 core switches`."""
    counts = [(plan.leaf, "leaf"), (plan.spine, "spine"), (plan.core, "core")]
    said = [f"{count:,} {tier}" for count, tier in counts if count]
    total = plan.leaf + plan.spine + plan.core
    joined = " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else said[0]
    return f"{joined} {'switch' if total == 1 else 'switches'}"


def _neighbours(r: FabricRequest) -> Iterator[tuple[str, FabricRequest]]:
    """Yield requests that differ in one thing, as words and request."""
    if r.topology != "fat-tree":
        yield from _other_shapes(r)
        return
    if r.max_tiers < 3 or 0 < r.tiers < 3:
        tiers = min(r.max_tiers, r.tiers or 3) + 1
        yield f"{tiers} tiers", _changed(r, max_tiers=max(r.max_tiers, tiers), tiers=0)
    yield from _other_leaves(r)
    yield from _other_spines(r)
    yield from _first(
        (f"switches of {radix} ports", _changed(r, **_all_of(r, radix)))
        for radix in RADICES
        if radix > r.radix
    )
    spines = r.spine_radix or r.radix
    yield from _first(
        (f"spines of {radix} ports", _changed(r, spine_radix=radix, core_radix=r.core_radix))
        for radix in RADICES
        if radix > spines
    )
    if r.breakout == 1:
        yield "ports of twice the rate, each split in two", _changed(r, breakout=2)
    yield from _first(
        (f"oversubscription {ratio:g} : 1", _changed(r, oversubscription=ratio))
        for ratio in RATIOS
        if ratio > r.oversubscription
    )
    if r.rails > 1:
        yield from _first(
            (f"{plural(rails, 'link')} of a node instead of {r.rails}", _changed(r, rails=rails))
            for rails in range(r.rails - 1, 0, -1)
        )
    if r.reserved_slots:
        yield "no reserved slot", _changed(r, reserved_slots=0)


def _other_leaves(r: FabricRequest) -> Iterator[tuple[str, FabricRequest]]:
    """Yield requests with other leaves: smaller units, more racks, another policy."""
    down = split_ports(r.radix * r.breakout, r.oversubscription)[0]
    if r.leaf_policy == "rail-per-su" and r.su_nodes > down >= 1:
        yield f"scalable units of {down} nodes", _changed(r, su_nodes=down)
    if r.leaf_policy == "rail-per-rack":
        if r.racks and ceil(max(r.nodes, r.planned_nodes) / r.racks) > down >= 1:
            racks = ceil(max(r.nodes, r.planned_nodes) / down)
            yield f"{racks} racks of {down} nodes at most", _changed(r, racks=racks)
        yield from _first(
            (f"scalable units of {nodes} nodes", _changed(r, su_nodes=nodes))
            for nodes in _smaller_units(r)
        )
    if r.leaf_policy != "pooled":
        yield "pooled leaves", _changed(r, leaf_policy="pooled", target_leaves=0, target_links=0)
    elif r.rails > 1:
        yield "one leaf a rail and scalable unit", _changed(r, leaf_policy="rail-per-su")


def _other_shapes(r: FabricRequest) -> Iterator[tuple[str, FabricRequest]]:
    """Yield requests for another shape of the same topology, larger switches, or a fat-tree."""
    if r.shape:
        yield (
            "the smallest shape that holds the nodes",
            _changed(r, shape=(), hosts=0, width=0, global_links=0),
        )
    if r.hosts:
        yield "as few nodes on a switch as hold them", _changed(r, hosts=0)
    if r.width > 1:
        yield from _first(
            (f"{plural(width, 'link')} to a neighbour", _changed(r, width=width))
            for width in range(r.width - 1, 0, -1)
        )
    if r.global_links > 1:
        yield from _first(
            (f"{plural(links, 'link')} between two groups", _changed(r, global_links=links))
            for links in range(r.global_links - 1, 0, -1)
        )
    yield from _first(
        (f"switches of {radix} ports", _changed(r, **_all_of(r, radix)))
        for radix in RADICES
        if radix > r.radix
    )
    yield "a fat-tree", _changed(r, topology="fat-tree", shape=())


def _smaller_units(r: FabricRequest) -> Iterator[int]:
    """Yield nodes of smaller scalable units, by whole racks, largest first."""
    if not r.racks:
        return
    each = ceil(max(r.nodes, r.planned_nodes) / r.racks)
    most = ceil(r.su_nodes / each) if r.su_nodes else r.racks
    for racks in range(min(most, r.racks) - 1, 0, -1):
        yield racks * each


def _other_spines(r: FabricRequest) -> Iterator[tuple[str, FabricRequest]]:
    """Yield requests with another number of spines: the next above and below, or as needed."""
    if not r.spines:
        return
    most = r.radix * r.breakout
    for numbers in (range(r.spines + 1, most + 1), range(r.spines - 1, 0, -1)):
        yield from _first(
            (plural(spines, "spine"), _changed(r, spines=spines))
            for spines in numbers
            if any(spreads(up, spines) for up in range(1, most))
        )
    yield "as many spines as the rule needs", _changed(r, spines=0)
    if not r.tiers and r.max_tiers > 2:
        yield f"pods of {plural(r.spines, 'spine')} and a core tier", _changed(r, tiers=3)


def _all_of(r: FabricRequest, radix: int) -> dict[str, int]:
    """Return larger switches in all tiers that are as large as the leaves."""
    tiers = {"spine_radix": r.spine_radix, "core_radix": r.core_radix}
    return {"radix": radix, **{name: max(n, radix) if n else 0 for name, n in tiers.items()}}


def _changed(r: FabricRequest, **fields: Any) -> FabricRequest:  # noqa: ANN401 - replace checks them
    return replace(r, **fields)


def _first(
    tried: "Iterator[tuple[str, FabricRequest]]",
) -> Iterator[tuple[str, FabricRequest]]:
    """Yield the first of a ladder of requests that can be built."""
    for change, request in tried:
        try:
            plan_fabric(request)
        except FabricError:
            continue
        yield change, request
        return


def _with_nodes(r: FabricRequest, nodes: int) -> FabricRequest:
    """Return the request for fewer nodes, in as many of its racks as they fill."""
    if not r.racks:
        return replace(r, nodes=nodes, planned_nodes=0)
    each = ceil(max(r.nodes, r.planned_nodes) / r.racks)
    return replace(r, nodes=nodes, planned_nodes=0, racks=max(1, ceil(nodes / max(1, each))))


def _most_nodes(r: FabricRequest) -> int:
    """Return the most nodes, fewer than asked, with which the same request can be built."""
    low, high = 0, max(r.nodes, r.planned_nodes)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            plan_fabric(_with_nodes(r, middle))
            low = middle
        except FabricError:
            high = middle
    return low
