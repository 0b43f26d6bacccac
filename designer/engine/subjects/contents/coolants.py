"""The coolant that reaches each rack: what its loop states, and which units deliver it.

A loop serves the racks, and racks of the rows, that it names; one that names none serves all that
no loop names. Where several name one, it hangs on the first, as `wiring/coolant` has it. A design
without loops has one, of all units on the floor. A rack with a unit in its rails has its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import lost_ref
from designer.engine.filling import NO_COOLANT, Coolant
from designer.engine.subjects.contents.edit import Edit
from designer.model.design import Design, Rack
from designer.wiring.coolant_units import Feeding, Standing, feeding, may_feed, standing_units


@dataclass(frozen=True)
class Coolants:
    """The coolant of racks: by what names them, with the place of its loop, and of all others.

    Attributes
    ----------
    own
        Of racks with a unit in their rails, by id.
    """

    named: Mapping[str, tuple[int, Coolant]]
    others: Coolant
    own: Mapping[str, Coolant] = field(default_factory=dict)

    def of(self, rack: Rack) -> Coolant:
        """Return what reaches a rack, if it gives heat to a liquid."""
        if rack.id in self.own:
            return self.own[rack.id]
        if not self.named:
            return self.others
        found = [one for name in (rack.id, rack.row) if (one := self.named.get(name)) is not None]
        return min(found, key=lambda one: one[0])[1] if found else self.others


NO_COOLANTS: Final = Coolants({}, NO_COOLANT)


def coolants_of(design: Design, catalog: Catalog) -> Coolants:
    """Return the coolant of the racks of a design."""
    standing = standing_units(design, catalog)
    named: dict[str, tuple[int, Coolant]] = {}
    own: dict[str, Coolant] = {}
    others: Coolant | None = None
    for at, fed in enumerate(feeding(design, standing)):
        loop, coolant = fed.loop, _of(fed, standing)
        if fed.rack:
            own[fed.rack] = coolant
            continue
        if not loop.racks and others is None:
            others = coolant
        for name in loop.racks:
            named.setdefault(name, (at, coolant))
    return Coolants(named, others or NO_COOLANT, own)


def _of(fed: Feeding, standing: Standing) -> Coolant:
    loop = fed.loop
    units = sorted({standing.units[unit] for unit in fed.units})
    lost = sorted({lost_ref(standing.unsure[unit]) for unit in fed.unsure})
    return Coolant(loop.fluid, loop.delta_t_k, loop.supply_c, tuple(units), tuple(lost))


def may_alter_coolants(before: Design, design: Design, edit: Edit, catalog: Catalog) -> bool:
    """Return whether an edit may have altered which coolant reaches racks.

    A unit that is only moved does not. Devices in a thing that is in no catalogue are not looked
    at: whoever knows what stands on the floor does that.
    """
    if before.loops != design.loops or any(edit.assemblies):
        return True
    kits: set[str] = set()
    if edit.moves:
        kits = {
            assembly.id
            for assembly in design.assemblies
            if any(may_feed(slot.part, catalog) for slot in assembly.slots)
        }
    went, came = (
        {
            **{d.id: (d.rack, d.part) for d in edit.devices[side] if may_feed(d.part, catalog)},
            **{
                rack.id: (rack.part, rack.assembly)
                for rack in edit.racks[side]
                if rack.assembly in kits or may_feed(rack.part, catalog)
            },
        }
        for side in (0, 1)
    )
    return went != came or (bool(design.loops) and _moved_rows(design, edit, catalog, kits))


def _moved_rows(design: Design, edit: Edit, catalog: Catalog, kits: set[str]) -> bool:
    """Return whether a rack with a unit in its rails went to another row, which a loop may name."""
    before, after = ({rack.id: rack.row for rack in side} for side in edit.racks)
    other = {key for key, row in after.items() if before.get(key, row) != row}
    return bool(other) and (
        any(rack.id in other and rack.assembly in kits for rack in edit.racks[1])
        or any(d.rack in other and may_feed(d.part, catalog) for d in design.devices)
    )
