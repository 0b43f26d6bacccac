"""The power graph of a hall: from what stands upstream to the supplies of every device.

    power nodes (utility … feed) → rack PDUs → outlets → supplies
                                 → whips → power shelves, CDUs, air units

`expand_power` is pure. A `PowerExpander` keeps the wiring of each filling, so that racks that are
filled alike are wired once and an edit wires anew what it touches. The integer columns of the
whole graph are made when first asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from designer.catalog.catalog import Catalog
from designer.model.design import Assembly, Cord, Design, Device, PowerNode, Rack
from designer.model.marked_names import marked
from designer.wiring.ends import End, EndError, parse_end
from designer.wiring.power_dealing import wire
from designer.wiring.power_filling import (
    ITSELF,
    NO_CORDS,
    Filling,
    Held,
    RackCords,
    filling_of,
    held_of,
    local_cords,
    may_feed,
)
from designer.wiring.power_graph import UPSTREAM, PowerGraph, draw
from designer.wiring.power_rack import Ints, RackWiring
from designer.wiring.stale import STALE


class Problem(NamedTuple):
    """What cannot be connected, by its address, and the reason in one line."""

    end: str
    reason: str


@dataclass(frozen=True, eq=False)
class PowerWiring:
    """The power wiring of a design.

    Attributes
    ----------
    racks
        Wiring of each rack, in the design's order; racks that are filled alike share one.
    problems_by_hand
        Cords by hand and parents that name nothing.
    """

    design: Design
    racks: tuple[RackWiring, ...]
    problems_by_hand: tuple[Problem, ...] = ()

    @cached_property
    def places(self) -> dict[RackWiring, Ints]:
        """Positions of the racks of each wiring, in order of their first rack."""
        found: dict[RackWiring, list[int]] = {}
        for place, wiring in enumerate(self.racks):
            at = found.get(wiring)
            if at is None:
                found[wiring] = [place]
            else:
                at.append(place)
        return {wiring: np.array(at, dtype=np.int32) for wiring, at in found.items()}

    @cached_property
    def graph(self) -> PowerGraph:
        """The whole graph as columns."""
        return draw(self.design, self.places)

    def problems(self) -> Iterator[Problem]:
        """Yield everything that hangs nowhere, rack by rack."""
        yield from self.problems_by_hand
        known = {feed.id for feed in self.design.feeds}
        for place, wiring in enumerate(self.racks):
            for feed, items in wiring.named:
                if feed not in known:
                    reason = f"the room has no feed {feed!r}" if feed else "it names no feed"
                    yield from (Problem(self._key(place, item), reason) for item in items)
            for one in wiring.unplugged:
                key = self._key(place, one.item)
                end = End(key, "supply", one.supply) if one.supply else End(key)
                yield Problem(str(end), one.reason)

    def address(self, end: int) -> str:
        """Return the address of an end by its number."""
        graph = self.graph
        node = int(graph.end_node[end])
        kind, number, _ = graph.types[graph.node_type[node]].ends[graph.end_slot[end]]
        place, item = int(graph.node_place[node]), int(graph.node_item[node])
        if place == UPSTREAM:
            return str(End(self.design.power[item].id, kind, number))
        return str(End(self._key(place, item), kind, number))

    def links(self) -> Iterator[tuple[str, str]]:
        """Yield every link as two addresses."""
        for start, end in zip(self.graph.link_from, self.graph.link_to, strict=True):
            yield self.address(int(start)), self.address(int(end))

    def _key(self, place: int, item: int) -> str:
        """Return the key of a device, or the id of the rack itself."""
        rack = self.design.racks[place].id
        if item == ITSELF:
            return rack
        key = self._keys(place)[item]
        return f"{rack}{key}" if key.startswith("/") else key

    def _keys(self, place: int) -> tuple[str, ...]:
        rack = self.design.racks[place]
        return held_of(self._assemblies.get(rack.assembly), self._own.get(rack.id, ()))[1]

    @cached_property
    def _assemblies(self) -> dict[str, Assembly]:
        return {assembly.id: assembly for assembly in self.design.assemblies}

    @cached_property
    def _own(self) -> dict[str, list[Device]]:
        return own_devices(self.design)


def own_devices(design: Design) -> dict[str, list[Device]]:
    """Return drawn devices by rack."""
    found: dict[str, list[Device]] = {}
    for device in design.devices:
        found.setdefault(device.rack, []).append(device)
    return found


class PowerExpander:
    """Expands one design after another, keeping the wiring of every filling it met.

    Attributes
    ----------
    wired
        Fillings that the last call wired anew.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known: dict[Filling, RackWiring] = {}
        self.wired = 0

    def of_filling(self, filling: Filling) -> RackWiring:
        """Return the wiring of a filling."""
        known = self._known.get(filling)
        if known is None:
            self.wired += 1
            known = self._known[filling] = wire(filling, self._catalog)
        return known

    def expand(self, design: Design) -> PowerWiring:
        """Return the power wiring of a design."""
        self.wired = 0
        own = own_devices(design)
        cords, problems = cords_by_rack(design, self._catalog, own) if design.cords else ({}, ())
        held: dict[str, tuple[Held, ...]] = {"": ()}
        for assembly in design.assemblies:
            held[assembly.id] = held_of(assembly, ())[0]
        assemblies = {assembly.id: assembly for assembly in design.assemblies}
        shared: dict[tuple[Any, ...], RackWiring] = {}
        found = []
        for rack in design.racks:
            if rack.id in own or rack.id in cords:
                mine, _ = held_of(assemblies.get(rack.assembly), own.get(rack.id, ()))
                found.append(self.of_filling(filling_of(rack, mine, cords.get(rack.id, NO_CORDS))))
                continue
            # Copies of one assembly, with nothing of their own, need not even be compared.
            kind = (rack.part, rack.assembly, rack.feeds, rack.cording)
            wiring = shared.get(kind)
            if wiring is None:
                filling = filling_of(rack, held.get(rack.assembly, ()))
                wiring = shared[kind] = self.of_filling(filling)
            found.append(wiring)
        if len(self._known) > STALE + len(found):
            in_use = {id(wiring) for wiring in found}
            self._known = {key: one for key, one in self._known.items() if id(one) in in_use}
        return PowerWiring(design, tuple(found), (*problems, *_lost_parents(design.power)))


def expand_power(design: Design, catalog: Catalog) -> PowerWiring:
    """Return the power wiring of a design, from nothing."""
    return PowerExpander(catalog).expand(design)


def _lost_parents(nodes: Sequence[PowerNode]) -> tuple[Problem, ...]:
    """Return the parents of power nodes that are no power nodes."""
    known = {node.id for node in nodes}
    return tuple(
        Problem(str(End(node.id, "input", at)), f"nothing upstream is called {parent!r}")
        for node in nodes
        for at, parent in enumerate(node.parents, start=1)
        if parent not in known
    )


CordEnds = tuple[str, int, str, int]
"""Device, supply, PDU and outlet of a cord in its rack; an empty PDU unplugs."""


def cords_by_rack(
    design: Design, catalog: Catalog, own: dict[str, list[Device]]
) -> tuple[dict[str, RackCords], tuple[Problem, ...]]:
    """Return the cords by hand of each rack, and those that lead nowhere."""
    racks = {rack.id: rack for rack in design.racks}
    assemblies = {assembly.id: assembly for assembly in design.assemblies}
    kept, problems = ends_by_rack(design, racks)
    found = {}
    for rack, ends in kept.items():
        assembly = assemblies.get(racks[rack].assembly)
        cords, wrong = cords_of_rack(rack, ends, assembly, own.get(rack, ()), catalog)
        problems += wrong
        if cords is not NO_CORDS:
            found[rack] = cords
    return found, tuple(problems)


def ends_by_rack(
    design: Design, racks: Mapping[str, Rack]
) -> tuple[dict[str, list[CordEnds]], list[Problem]]:
    """Return where the cords of each rack end by what is written, and those that end nowhere."""
    where = {device.id: device.rack for device in design.devices}
    kept: dict[str, list[CordEnds]] = {}
    problems = []
    for cord in design.cords:
        try:
            rack, device, supply, pdu, outlet = _ends_of(cord, where, racks)
        except EndError as error:
            problems.append(Problem(cord.supply, str(error)))
            continue
        kept.setdefault(rack, []).append((device, supply, pdu, outlet))
    return kept, problems


def cords_of_rack(
    rack: str,
    ends: Sequence[CordEnds],
    assembly: Assembly | None,
    own: Sequence[Device],
    catalog: Catalog,
) -> tuple[RackCords, list[Problem]]:
    """Return the cords by hand of one rack, and those that end at nothing that stands there."""
    held, keys = held_of(assembly, own)
    here = {f"{rack}{key}" if key.startswith("/") else key: at for at, key in enumerate(keys)}
    good: list[CordEnds] = []
    problems = []
    for cord_ends in ends:
        device, _, pdu, _ = cord_ends
        plug = here.get(device)
        strip = held[here[pdu]] if pdu in here else None
        if plug is None:
            problems.append(Problem(device, f"there is no such device in {marked(rack)}"))
        elif pdu and (strip is None or not may_feed(strip, catalog.get(strip.part))):
            problems.append(Problem(device, f"{marked(pdu)} is no rack PDU in {marked(rack)}"))
        elif catalog.get(held[plug].part) and (strip is None or catalog.get(strip.part)):
            good.append(cord_ends)
        # Where a part is in no catalogue, where its cord leads is open: the rules say so.
    return local_cords(good, held, keys, here) if good else NO_CORDS, problems


def _ends_of(
    cord: Cord, where: Mapping[str, str], racks: Mapping[str, Rack]
) -> tuple[str, str, int, str, int]:
    """Return rack, device, supply, PDU and outlet of a cord; an empty PDU unplugs.

    Raises
    ------
    EndError
        If an address is none, or the cord would leave its rack.
    """
    supply = parse_end(cord.supply)
    if supply.kind != "supply" or not supply.number:
        raise EndError(f"cord {cord.id}: {cord.supply!r} is no supply: write dgx-1:psu3")
    rack = where.get(supply.device) or supply.device.partition("/")[0]
    if rack not in racks:
        raise EndError(f"cord {cord.id}: there is no device {supply.device!r}")
    if not cord.outlet:
        return rack, supply.device, supply.number, "", 0
    outlet = parse_end(cord.outlet, bare="outlet")
    if outlet.kind not in ("outlet", "device"):
        raise EndError(f"cord {cord.id}: {cord.outlet!r} is no outlet: write pdu-A:24")
    other = where.get(outlet.device) or outlet.device.partition("/")[0]
    if other != rack:
        raise EndError(
            f"cord {cord.id}: {marked(outlet.device)} is not in {marked(rack)}; "
            "a cord stays in its rack"
        )
    return rack, supply.device, supply.number, outlet.device, outlet.number
