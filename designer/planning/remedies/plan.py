"""One plan for a remedy: its name in the history, and the edit, or why there is none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from designer.catalog.aisles import uncontained
from designer.catalog.catalog import Catalog
from designer.document.edits import set_fields
from designer.document.edits.fabrics import close_places
from designer.engine.power_report import RoomFeed
from designer.engine.remedy import Remedy, RemedyAction
from designer.engine.report import Check
from designer.model.design import Containment, Design
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.remedies.cooling import Hall, RemedyPlan, doors_plan, units_plan
from designer.planning.remedies.fabrics import fabric_plan
from designer.planning.remedies.hanging import pdus_of_racks, with_pdus
from designer.planning.remedies.shelves import shelves_plan
from designer.planning.remedies.spare import spare_of
from designer.planning.remedies.switches import switches_plan

CONTAINMENTS: Final[tuple[Containment, ...]] = ("cold", "hot")
"""The first of those that close as much: as the reference designs have it."""


def plan_for(
    check: Check,
    design: Design,
    catalog: Catalog,
    earlier: Sequence[Design],
    feeds: Iterable[RoomFeed],
    known: Layout | None = None,
) -> RemedyPlan | None:
    """Return the plan for a finding; None where it asks for nothing, or is waived.

    Parameters
    ----------
    earlier
        The designs before, the newest first.
    feeds
        The feeds of the room, with what they carry.
    known
        An index over the design, if there is one.
    """
    if check.remedy is None or check.waived:
        return None
    spare = spare_of(feeds)
    return remedy_plan(check.remedy, check.where, design, catalog, earlier, spare, known)


def remedy_plan(
    remedy: Remedy,
    where: Sequence[str],
    design: Design,
    catalog: Catalog,
    earlier: Sequence[Design] = (),
    spare: Mapping[str, float] | None = None,
    known: Layout | None = None,
) -> RemedyPlan:
    """Return the plan for a remedy.

    Parameters
    ----------
    where
        Places of the finding: racks, or what is in them.
    earlier
        The designs before, the newest first: what was taken away goes back to its place.
    spare
        What the feeds of the room may carry beside their load, by id, in kW; of a feed that is not
        named it is not known.
    known
        An index over the design, if there is one.
    """
    layout = known if known is not None and known.design is design else Layout(design)
    racks = tuple(dict.fromkeys(rack for ref in where if (rack := layout.rack_of(ref))))
    hall = Hall(layout, catalog, tuple(earlier), spare or {})
    if remedy.action == "hang-doors":
        return doors_plan(remedy, racks, hall)
    if remedy.action == "place-switches":
        return switches_plan(remedy, hall)
    if remedy.action == "draw-fabric":
        return fabric_plan(remedy, hall)
    if remedy.action == "close-places":
        fabric = next((one for one in design.fabrics if one.id == remedy.fabric), None)
        name = (fabric.name or fabric.id) if fabric else remedy.fabric
        label = f"Give up {plural(remedy.number, 'free place')} of {name}"
        return RemedyPlan(label, close_places(remedy.fabric))
    if remedy.action in _OF_UNITS:
        return units_plan(remedy, hall, _OF_UNITS[remedy.action])
    return _PLANS[remedy.action](remedy, racks, layout, catalog)


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
    "hang-pdus": _rack_pdus,
    "place-shelves": shelves_plan,
    "contain-aisles": _containment,
}
