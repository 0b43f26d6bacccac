"""Plans that build cooling: rear doors with the units of their water, units on the floor."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import set_fields
from designer.document.errors import EditError
from designer.document.placement import no_devices_in
from designer.engine.remedy import Remedy
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.remedies.hanging import hang
from designer.planning.remedies.parts import Units, unit_for, units_of
from designer.planning.remedies.units import more_units

if TYPE_CHECKING:
    from designer.planning.remedies.door_choice import DoorHall

OF_ROOM: Final = ("room-air", "in-row")
"""What decides by hand that the room's air takes the heat of a rack."""


@dataclass(frozen=True)
class RemedyPlan:
    """What building a remedy would do.

    Attributes
    ----------
    label
        The step's name in the history, and what a menu calls it.
    edit
        What builds it; it refuses with `EditError` where there is no room. None where nothing in
        the catalogue does.
    reason
        Why nothing does; empty where something may.
    note
        What cannot be said of what is built; empty for nothing.
    """

    label: str
    edit: Edit | None = None
    reason: str = ""
    note: str = ""


@dataclass(frozen=True)
class Hall:
    """Where cooling is to be built.

    Attributes
    ----------
    earlier
        The designs before, the newest first: what was taken away goes back to its place.
    spare
        What feeds of the room may carry beside their load, by id, in kW.
    """

    layout: Layout
    catalog: Catalog
    earlier: tuple[Design, ...]
    spare: Mapping[str, float]

    def place(self, units: Units) -> Edit:
        """Return the edit that places units."""
        return more_units(
            self.catalog, units.part, units.number, units.loop, self.earlier, self.spare
        )


def doors_plan(remedy: Remedy, racks: tuple[str, ...], hall: Hall) -> RemedyPlan:
    """Return how rear doors are hung, with the distribution units that they lack."""
    layout, catalog = hall.layout, hall.catalog
    racks = tuple(rack for rack in racks if not no_devices_in(catalog, layout.racks[rack]))
    if not racks:
        return RemedyPlan("Hang a rear door", reason="racks that are sold filled take none here")
    chosen = _door_hall(racks, hall).choose(remedy.kw)
    if chosen.door is None:
        return RemedyPlan("Hang a rear door", reason=chosen.reason)
    by_hand = [rack for rack in racks if layout.racks[rack].cooling in OF_ROOM]
    label = f"Hang {len(racks)} × {chosen.door.name}"
    for units in chosen.units:
        label += f", place {units.number} × {units.part.name}"
    hung, placed = hang(catalog, chosen.door, racks), [hall.place(one) for one in chosen.units]

    def edit(design: Design) -> Design:
        design = hung(design)
        for rack in by_hand:
            design = set_fields("racks", rack, cooling="auto")(design)
        for units, place in zip(chosen.units, placed, strict=True):
            try:
                design = place(design)
            except EditError as none:
                doors = plural(len(racks), "rear door")
                needed = f"{units.number} × {units.part.name}"
                raise EditError(f"{doors} cannot hang without {needed}: {none}") from none
        return design

    if not by_hand:
        return RemedyPlan(label, edit, note=chosen.note)
    # A door takes nothing of a rack that is cooled by the room's air because a person said so.
    label += ", and let what hangs there decide the cooling"
    return RemedyPlan(label, edit, note=chosen.note)


def _door_hall(racks: tuple[str, ...], hall: Hall) -> "DoorHall":
    # It asks the engine's own work, which the window loads for nothing else.
    from designer.planning.remedies.door_choice import DoorHall

    return DoorHall(racks, hall.layout, hall.catalog)


def units_plan(remedy: Remedy, hall: Hall, noun: str) -> RemedyPlan:
    """Return how units are placed on the floor.

    Where a loop has none yet, its water leaves each rear door that hangs there what it has to take.
    """
    part, number = unit_for(remedy, hall.layout, hall.catalog)
    if part is None:
        return RemedyPlan(
            f"Place a {noun}", reason=f"no {noun} of the catalogue states that it takes this load"
        )
    if not part.stands_on_floor:
        return RemedyPlan(
            f"Place {part.name}", reason=f"{part.name} stands in racks: choose the rack by hand"
        )
    if remedy.action == "add-coolant-units" and not remedy.part:
        doors = _door_hall((), hall)
        found = units_of(remedy, hall.layout, hall.catalog)
        why = [doors.harmed_by(one, remedy.loop) for one, _ in found]
        if all(why):
            return RemedyPlan(f"Place a {noun}", reason=why[0])
        part, number = found[why.index("")]
    label = f"Place {number} × {part.name}"
    return RemedyPlan(label, hall.place(Units(part, number, remedy.loop)))
