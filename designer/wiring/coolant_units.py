"""Distribution units: which stand in a hall, and which of them feed which loop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind, kind_of
from designer.catalog.lost_parts import LostThing, may_be
from designer.model.design import Design, Loop
from designer.model.layout import Layout


@dataclass(frozen=True)
class Standing:
    """The distribution units of a hall: their parts by id (units in racks by device key).

    Attributes
    ----------
    unsure
        What may be one: the catalogue lacks its part.
    """

    units: Mapping[str, str]
    unsure: Mapping[str, str]


@dataclass(frozen=True)
class Feeding:
    """What feeds a loop, and what may, by id; `asked` are units that another may have already."""

    units: tuple[str, ...]
    unsure: tuple[str, ...]
    asked: tuple[str, ...]


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
    holding = _racks_that_may_hold_one(design, catalog)
    for rack in design.racks:
        lost = catalog.get(rack.part) is None
        inside = layout.in_rack(rack.id) if lost or rack.id in holding else ()
        itself = LostThing.on_floor(rack.part, holds=bool(inside))
        if lost and may_be(itself, feeds_loops):
            unsure[rack.id] = rack.part
        for placed in inside:
            part = catalog.get(placed.part)
            if part is None:
                thing = LostThing.in_rack(placed.part, placed.face, placed.fabric)
                if may_be(thing, feeds_loops):
                    unsure[placed.key] = placed.part
            elif feeds_loops(kind_of(part)):
                units[placed.key] = placed.part
    return Standing(units, unsure)


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


def feeding(loops: Sequence[Loop], standing: Standing) -> tuple[Feeding, ...]:
    """Return what feeds each loop.

    A loop that names no unit has all that no loop names; of what two have, the first has it.
    """
    named = {unit for loop in loops for unit in loop.units}
    owned: set[str] = set()
    found = []
    for loop in loops:
        every = (*standing.units, *standing.unsure)
        mine = loop.units or tuple(unit for unit in every if unit not in named)
        asked = tuple(unit for unit in mine if unit in standing.units)
        fed = tuple(unit for unit in asked if unit not in owned)
        owned.update(fed)
        unsure = tuple(unit for unit in mine if unit in standing.unsure)
        found.append(Feeding(fed, unsure, asked))
    return tuple(found)
