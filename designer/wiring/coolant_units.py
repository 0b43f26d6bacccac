"""Distribution units: which stand in a hall, and which of them feed which loop.

A unit in the rails of a rack feeds that rack alone, which so has a loop of its own, unless a loop
that is declared names the unit, or names the rack and other units.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind, kind_of
from designer.catalog.lost_parts import LostThing, may_be
from designer.model.design import ONLY_LOOP, Design, Loop
from designer.model.layout import Layout

OWN: Final = "rack:"
"""Before the id of a rack in the id of the loop that units in its rails feed."""


@dataclass(frozen=True)
class Standing:
    """The distribution units of a hall: their parts by id (units in racks by device key).

    Attributes
    ----------
    unsure
        What may be one: the catalogue lacks its part.
    holders
        Ids of the racks that hold them, of those that stand in one.
    """

    units: Mapping[str, str]
    unsure: Mapping[str, str]
    holders: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Feeding:
    """What feeds a loop, and what may, by id; `asked` are units that another may have already.

    Attributes
    ----------
    rack
        Id of the rack of which it is the own loop; empty for one that is declared, or for all.
    """

    loop: Loop
    units: tuple[str, ...]
    unsure: tuple[str, ...]
    asked: tuple[str, ...]
    rack: str = ""


def feeds_loops(kind: Kind) -> bool:
    """Return whether parts of a kind feed a loop."""
    return kind.cools_loop


def may_feed(part_id: str, catalog: Catalog) -> bool:
    """Return whether a part feeds a loop, or is in no catalogue."""
    part = catalog.get(part_id)
    return part is None or feeds_loops(kind_of(part))


def standing_units(design: Design, catalog: Catalog, layout: Layout | None = None) -> Standing:
    """Return the distribution units of a hall: on the floor first, then those in racks."""
    layout = layout or Layout(design)
    units = {
        rack.id: rack.part
        for rack in design.racks
        if (part := catalog.get(rack.part)) is not None and feeds_loops(kind_of(part))
    }
    unsure: dict[str, str] = {}
    holders: dict[str, str] = {}
    holding = _racks_that_may_hold_one(design, catalog)
    for rack in design.racks:
        lost = catalog.get(rack.part) is None
        inside = layout.in_rack(rack.id) if lost or rack.id in holding else ()
        itself = LostThing.on_floor(rack.part, holds=bool(inside))
        if lost and may_be(itself, feeds_loops):
            unsure[rack.id] = rack.part
        for placed in inside:
            part = catalog.get(placed.part)
            holders[placed.key] = rack.id
            if part is None:
                thing = LostThing.in_rack(placed.part, placed.face, placed.fabric)
                if may_be(thing, feeds_loops):
                    unsure[placed.key] = placed.part
            elif feeds_loops(kind_of(part)):
                units[placed.key] = placed.part
    return Standing(units, unsure, holders)


def _racks_that_may_hold_one(design: Design, catalog: Catalog) -> set[str]:
    """Return the ids of racks with a device that feeds a loop, or is in no catalogue."""
    found = {part for part in {d.part for d in design.devices} if may_feed(part, catalog)}
    racks = {device.rack for device in design.devices if device.part in found} if found else set()
    kits = {
        assembly.id
        for assembly in design.assemblies
        if any(may_feed(part, catalog) for part in {slot.part for slot in assembly.slots})
    }
    return racks | {rack.id for rack in design.racks if rack.assembly in kits}


def feeding(design: Design, standing: Standing) -> tuple[Feeding, ...]:
    """Return what feeds each loop: those that are declared, or the one of all, then those of racks.

    A loop that names no unit has all on the floor that no loop names; of what two have, the first
    has it.
    """
    loops = design.loops or (ONLY_LOOP,)
    named = {unit for loop in loops for unit in loop.units}
    own = tuple(_own(design, loops, standing, named))
    alone = {one.rack for one in own}
    every = [
        *(unit for unit in standing.units if unit not in standing.holders),
        *(unit for unit in standing.unsure if standing.holders.get(unit) not in alone),
    ]
    owned: set[str] = set()
    found = []
    for loop in loops:
        mine = loop.units or tuple(unit for unit in every if unit not in named)
        asked = tuple(unit for unit in mine if unit in standing.units)
        fed = tuple(unit for unit in asked if unit not in owned)
        owned.update(fed)
        unsure = tuple(unit for unit in mine if unit in standing.unsure)
        found.append(Feeding(loop, fed, unsure, asked))
    return (*found, *own)


def _own(
    design: Design, loops: Sequence[Loop], standing: Standing, named: set[str]
) -> Iterator[Feeding]:
    """Yield the loops of racks with a unit in their rails that no loop names."""
    held: dict[str, list[str]] = {}
    for unit in standing.units:
        if unit not in named and unit in standing.holders:
            held.setdefault(standing.holders[unit], []).append(unit)
    for rack in design.racks:
        units = held.get(rack.id)
        if not units:
            continue
        terms = next((one for one in loops if rack.id in one.racks or rack.row in one.racks), None)
        if terms is not None and terms.units:
            continue
        unsure = tuple(
            unit for unit in standing.unsure
            if standing.holders.get(unit) == rack.id and unit not in named
        )  # fmt: skip
        loop = own_loop(rack.id, rack.name, terms or _of_all_others(loops))
        yield Feeding(loop, tuple(units), unsure, (), rack.id)


def _of_all_others(loops: Sequence[Loop]) -> Loop:
    """Return the loop of racks that no loop names; what its own units deliver is not theirs."""
    found = next((one for one in loops if not one.racks and not one.units), None)
    return found or ONLY_LOOP


def own_loop(rack: str, name: str, terms: Loop = ONLY_LOOP) -> Loop:
    """Return the loop of a rack with units in its rails.

    Parameters
    ----------
    terms
        The loop whose coolant it has, where one is declared.
    """
    return Loop(
        id=f"{OWN}{rack}", name=name or rack, racks=(rack,), supply_c=terms.supply_c,
        fluid=terms.fluid, delta_t_k=terms.delta_t_k, leak_detection=terms.leak_detection,
        isolation_valves=terms.isolation_valves, drip_trays=terms.drip_trays,
    )  # fmt: skip
