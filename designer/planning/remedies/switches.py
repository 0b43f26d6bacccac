"""Switches that a fabric's rule misses: beside their like, else in a new rack as theirs is."""

from collections.abc import Iterator

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import place_device, place_rack
from designer.document.edits.copy_places import copy_place
from designer.document.edits.naming import next_name, slug
from designer.document.errors import EditError
from designer.document.placement import default_face, first_fit
from designer.engine.remedy import Remedy
from designer.model.design import Design, Fabric, Face
from designer.model.layout import Layout, Placed
from designer.model.plural import plural
from designer.planning.remedies.cooling import RemedyPlan


def switches_plan(remedy: Remedy, layout: Layout, catalog: Catalog) -> RemedyPlan:
    """Return how the switches that a fabric misses are placed, all or none."""
    what = plural(remedy.number, f"{remedy.tier} switch", f"{remedy.tier} switches")
    label = f"Place {what}"
    fabric = next((one for one in layout.design.fabrics if one.id == remedy.fabric), None)
    part = catalog.get(remedy.part)
    if fabric is None or part is None:
        return RemedyPlan(label, reason="the fabric names no switch of the catalogue: choose one")
    if not _racks(layout, catalog, fabric, remedy.tier):
        return RemedyPlan(
            label, reason=f"no rack holds a switch yet: place the first of {part.name} by hand"
        )
    return RemedyPlan(f"{label} ({part.name})", more_switches(catalog, fabric, remedy.tier, part,
                                                               remedy.number))  # fmt: skip


def more_switches(catalog: Catalog, fabric: Fabric, tier: str, part: Part, number: int) -> Edit:
    """Place so many more switches of a tier of a fabric, all or none.

    They go where switches of their tier are, then where others of their fabric, then where any;
    when those racks are full, into a new one beside the last, with the same rack PDUs.

    Raises
    ------
    EditError
        From the edit, if there is no place for one of them.
    """

    def edit(design: Design) -> Design:
        layout, full = Layout(design), set[str]()
        face = _face(layout, catalog, part)
        for placed in range(number):
            rack = _with_room(layout, catalog, fabric, tier, (part, face), full)
            if rack is None:
                rack, layout = _new_rack(layout, catalog, fabric, tier, placed, number)
            name = _name(layout, fabric, tier)
            place = place_device(
                catalog,
                part.id,
                rack,
                face=face,
                name=name,
                known=layout,
                fabric=fabric.id,
                tier=tier,
            )
            layout = layout.after(place(layout.design))
        return layout.design

    return edit


def _with_room(
    layout: Layout,
    catalog: Catalog,
    fabric: Fabric,
    tier: str,
    hung: tuple[Part, Face],
    full: set[str],
) -> str | None:
    """Return the first rack of its like with room for a switch; notes those without."""
    for rack in _racks(layout, catalog, fabric, tier):
        if rack in full:
            continue
        if first_fit(layout, catalog, hung[0].id, rack, hung[1]) is not None:
            return rack
        full.add(rack)
    return None


def _face(layout: Layout, catalog: Catalog, part: Part) -> Face:
    """Return where its like hang; where there is none, with its exhaust to the hot aisle."""
    like = next(
        (placed for _, placed in _switches(layout, catalog) if placed.part == part.id), None
    )
    if like is not None:
        return like.face
    return "rear" if part.airflow == "rear-to-front" else default_face(part)


def _racks(layout: Layout, catalog: Catalog, fabric: Fabric, tier: str) -> list[str]:
    """Return racks with switches: those of a tier first, then of the fabric, then any."""
    ranked: dict[str, int] = {}
    for rack, placed in _switches(layout, catalog):
        rank = 2 if placed.fabric != fabric.id else int(placed.tier != tier)
        ranked[rack] = min(rank, ranked.get(rack, 2))
    return sorted(ranked, key=lambda rack: ranked[rack])


def _switches(layout: Layout, catalog: Catalog) -> Iterator[tuple[str, Placed]]:
    for rack in layout.racks:
        for placed in layout.in_rack(rack):
            held = catalog.get(placed.part)
            if held is not None and held.traits.switches and placed.face in ("front", "rear"):
                yield rack, placed


def _new_rack(
    layout: Layout, catalog: Catalog, fabric: Fabric, tier: str, placed: int, number: int
) -> tuple[str, Layout]:
    """Return a new rack beside the last of its like, with the same rack PDUs, and the layout."""
    like = layout.racks[_racks(layout, catalog, fabric, tier)[-1]]
    place = copy_place(layout.design, catalog, (like,), ())
    if place is None or place.breaks:
        room = f"room for {placed} of {number}" if placed else "no room"
        raise EditError(
            f"{room}: the racks with switches are full, and beside {like.name} no rack stands with "
            "whole aisles; place a rack by hand"
        )
    before = set(layout.racks)
    spot = (like.x_mm + place.dx_mm, like.y_mm + place.dy_mm, like.rotation)
    design = place_rack(catalog, like.part, *spot)(layout.design)
    layout = layout.after(design)
    (rack,) = set(layout.racks) - before
    for hung in layout.in_rack(like.id):
        held = catalog.get(hung.part)
        if held is not None and held.traits.feeds_devices:
            name = f"pdu-{layout.racks[rack].name}-{hung.feed}" if hung.feed else ""
            hang = place_device(
                catalog, hung.part, rack, face=hung.face, name=name, known=layout, feed=hung.feed
            )
            layout = layout.after(hang(layout.design))
    return rack, layout


def _name(layout: Layout, fabric: Fabric, tier: str) -> str:
    """Return the name that follows those of a tier."""
    mine = [
        placed.name
        for rack in layout.racks
        for placed in layout.in_rack(rack)
        if placed.fabric == fabric.id and placed.tier == tier
    ]
    last = mine[-1] if mine else f"{slug(fabric.name or fabric.id)}-{tier}-0"
    taken = {placed.name for rack in layout.racks for placed in layout.in_rack(rack)}
    return next_name(taken, last)
