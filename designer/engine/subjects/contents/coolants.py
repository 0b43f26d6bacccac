"""The coolant that reaches each rack: what its loop states, and which units deliver it.

A loop serves the racks, and racks of the rows, that it names; one that names none serves all that
no loop names. Where several name one, it hangs on the first, as `wiring/coolant` has it. A design
without loops has one, of all units.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import lost_ref
from designer.engine.filling import NO_COOLANT, Coolant
from designer.engine.subjects.contents.edit import Edit
from designer.model.design import Design, Loop, Rack
from designer.wiring.coolant_units import Feeding, Standing, feeding, may_feed, standing_units


@dataclass(frozen=True)
class Coolants:
    """The coolant of racks: by what names them, with the place of its loop, and of all others."""

    named: Mapping[str, tuple[int, Coolant]]
    others: Coolant

    def of(self, rack: Rack) -> Coolant:
        """Return what reaches a rack, if it gives heat to a liquid."""
        if not self.named:
            return self.others
        found = [one for name in (rack.id, rack.row) if (one := self.named.get(name)) is not None]
        return min(found, key=lambda one: one[0])[1] if found else self.others


NO_COOLANTS: Final = Coolants({}, NO_COOLANT)


def coolants_of(design: Design, catalog: Catalog) -> Coolants:
    """Return the coolant of the racks of a design."""
    loops, standing = design.loops or (Loop(id=""),), standing_units(design, catalog)
    named: dict[str, tuple[int, Coolant]] = {}
    others: Coolant | None = None
    for at, (loop, fed) in enumerate(zip(loops, feeding(loops, standing), strict=True)):
        coolant = _of(loop, fed, standing)
        if not loop.racks and others is None:
            others = coolant
        for name in loop.racks:
            named.setdefault(name, (at, coolant))
    return Coolants(named, others or NO_COOLANT)


def _of(loop: Loop, fed: Feeding, standing: Standing) -> Coolant:
    units = sorted({standing.units[unit] for unit in fed.units})
    lost = sorted({lost_ref(standing.unsure[unit]) for unit in fed.unsure})
    return Coolant(loop.fluid, loop.delta_t_k, loop.supply_c, tuple(units), tuple(lost))


def may_alter_coolants(before: Design, design: Design, edit: Edit, catalog: Catalog) -> bool:
    """Return whether an edit may have altered which coolant reaches racks.

    A unit that is only moved does not. Devices in a thing that is in no catalogue are not looked
    at: whoever knows what stands on the floor does that.
    """
    if before.loops is not design.loops or any(edit.assemblies):
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
    return went != came
