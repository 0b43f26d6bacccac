"""One plan for a remedy: its name in the history, and the edit, or why there is none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.aisles import uncontained
from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import set_fields
from designer.document.placement import no_devices_in
from designer.engine.remedy import Remedy, RemedyAction
from designer.model.design import Containment, Design
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.remedies.hanging import hang, pdus_of_racks, with_pdus
from designer.planning.remedies.parts import door_for, unit_for
from designer.planning.remedies.units import more_units

OF_ROOM: Final = ("room-air", "in-row")
"""What decides by hand that the room's air takes the heat of a rack."""
CONTAINMENTS: Final[tuple[Containment, ...]] = ("cold", "hot")
"""The first of those that close as much: as the reference designs have it."""


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
    """

    label: str
    edit: Edit | None = None
    reason: str = ""


def remedy_plan(
    remedy: Remedy,
    where: Sequence[str],
    design: Design,
    catalog: Catalog,
    earlier: Sequence[Design] = (),
) -> RemedyPlan:
    """Return the plan for a remedy.

    Parameters
    ----------
    where
        Places of the finding: racks, or what is in them.
    earlier
        The designs before, the newest first: what was taken away goes back to its place.
    """
    layout = Layout(design)
    racks = tuple(dict.fromkeys(rack for ref in where if (rack := layout.rack_of(ref))))
    if remedy.action in _OF_UNITS:
        return _units(remedy, layout, catalog, _OF_UNITS[remedy.action], earlier)
    return _PLANS[remedy.action](remedy, racks, layout, catalog)


def _doors(remedy: Remedy, racks: tuple[str, ...], layout: Layout, catalog: Catalog) -> RemedyPlan:
    part = door_for(remedy.kw, layout, catalog)
    racks = tuple(rack for rack in racks if not no_devices_in(catalog, layout.racks[rack]))
    if not racks:
        return RemedyPlan("Hang a rear door", reason="racks that are sold filled take none here")
    if part is None:
        return RemedyPlan(
            "Hang a rear door", reason=f"no rear door of the catalogue takes {remedy.kw:,.1f} kW "
            f"with water of {layout.design.site.cooling_water_c:g} °C",
        )  # fmt: skip
    by_hand = [rack for rack in racks if layout.racks[rack].cooling in OF_ROOM]
    label = f"Hang {len(racks)} × {part.name}"
    if not by_hand:
        return RemedyPlan(label, hang(catalog, part, racks))

    def edit(design: Design) -> Design:
        design = hang(catalog, part, racks)(design)
        for rack in by_hand:
            design = set_fields("racks", rack, cooling="auto")(design)
        return design

    # A door takes nothing of a rack that is cooled by the room's air because a person said so.
    return RemedyPlan(f"{label}, and let what hangs there decide the cooling", edit)


def _units(
    remedy: Remedy, layout: Layout, catalog: Catalog, noun: str, earlier: Sequence[Design]
) -> RemedyPlan:
    part, number = unit_for(remedy, layout, catalog)
    if part is None:
        return RemedyPlan(
            f"Place a {noun}", reason=f"no {noun} of the catalogue states that it takes this load"
        )
    if not part.stands_on_floor:
        return RemedyPlan(
            f"Place {part.name}", reason=f"{part.name} stands in racks: choose the rack by hand"
        )
    return RemedyPlan(
        f"Place {number} × {part.name}", more_units(catalog, part, number, remedy.loop, earlier)
    )


def _rack_pdus(
    remedy: Remedy, racks: tuple[str, ...], layout: Layout, catalog: Catalog
) -> RemedyPlan:
    if not layout.design.feeds:
        return RemedyPlan("Hang rack PDUs", reason="the room has no feed: add one to it first")
    wanted = {rack: pdus_of_racks(rack, layout, catalog, remedy.number) for rack in racks}
    lacking = [layout.name_of(rack) for rack, pdus in wanted.items() if not pdus]
    if lacking:
        carries = f"no rack PDU of the catalogue carries {remedy.kw:,.1f} kW and has the outlets"
        alone = len(layout.design.feeds) == 1
        why = "the room has one feed: add a second to it first" if alone else carries
        return RemedyPlan("Hang rack PDUs", reason=f"{lacking[0]}: {why}")
    number = sum(len(pdus) for pdus in wanted.values())
    label = f"Hang {plural(number, 'rack PDU')} in {plural(len(racks), 'rack')}"
    return RemedyPlan(label, with_pdus(catalog, wanted))


def _containment(_: Remedy, racks: tuple[str, ...], layout: Layout, catalog: Catalog) -> RemedyPlan:
    closed = {kind: _closed(kind, racks, layout.design, catalog) for kind in CONTAINMENTS}
    best = max(CONTAINMENTS, key=lambda kind: closed[kind])
    if not closed[best]:
        return RemedyPlan(
            "Contain the aisles", reason="none of these racks faces another across an aisle: turn "
            "or move them first",
        )  # fmt: skip
    label = f"Contain the {best} aisles"
    if closed[best] < len(racks):
        label += f", which closes those of {closed[best]} of {len(racks)} racks"
    return RemedyPlan(label, set_fields("room", containment=best))


def _closed(kind: Containment, racks: tuple[str, ...], design: Design, catalog: Catalog) -> int:
    """Return how many of some racks a containment of the room would enclose."""
    room = design.room.evolve(containment=kind)
    return len(set(racks) - uncontained(design.evolve(room=room), catalog))


_OF_UNITS: Final[dict[RemedyAction, str]] = {
    "add-coolant-units": "coolant distribution unit", "add-air-units": "air handler",
}  # fmt: skip
_PLANS: Final[
    dict[RemedyAction, Callable[[Remedy, tuple[str, ...], Layout, Catalog], RemedyPlan]]
] = {
    "hang-doors": _doors,
    "hang-pdus": _rack_pdus,
    "contain-aisles": _containment,
}
