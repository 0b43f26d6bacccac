"""Switches that a fabric's rule misses: beside their like, else in a new rack as theirs is."""

from collections.abc import Iterator, Mapping, Sequence

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import place_device
from designer.document.errors import EditError
from designer.document.placement import can_place_rack, default_face
from designer.engine.remedy import Remedy
from designer.model.change import Change, apply, went_and_came
from designer.model.design import Design, Fabric, Face
from designer.model.layout import Layout, Placed
from designer.model.plural import plural
from designer.planning.remedies.beside_like import beside_like
from designer.planning.remedies.cooling import Hall, RemedyPlan
from designer.planning.remedies.switch_spots import (
    Hung,
    Spot,
    is_spare,
    kept_free,
    next_spot,
    room_for,
    spot_of,
)


def switches_plan(remedy: Remedy, hall: Hall) -> RemedyPlan:
    """Return how the switches that a fabric misses are placed, all or none."""
    layout, catalog = hall.layout, hall.catalog
    what = plural(remedy.number, f"{remedy.tier} switch", f"{remedy.tier} switches")
    label = f"Place {what}"
    fabric = next((one for one in layout.design.fabrics if one.id == remedy.fabric), None)
    part = catalog.get(remedy.part)
    if fabric is None or part is None:
        return RemedyPlan(label, reason="the fabric names no switch of the catalogue: choose one")
    if not _racks(layout, catalog, fabric, remedy.tier) and not _of_nodes(layout, fabric):
        return RemedyPlan(
            label, reason=f"no rack holds a switch yet: place the first of {part.name} by hand"
        )
    edit = more_switches(catalog, fabric, remedy.tier, part, remedy.number, hall)
    try:
        made = edit(layout.design)
    except EditError:
        return RemedyPlan(f"{label} ({part.name})", edit)
    # What is told is what is built, and is not worked out twice.
    return RemedyPlan(
        f"{label} ({part.name})",
        lambda design: made if design is layout.design else edit(design),
        note=_where(layout, layout.after(made)),
    )


def _where(before: Layout, after: Layout) -> str:
    """Return how many switches go into which rack, in words."""
    _, came = went_and_came(before.design.devices, after.design.devices)
    filled = {device.rack for device in came} | (after.racks.keys() - before.racks.keys())
    news = {
        rack: len({it.key for it in after.in_rack(rack) if it.tier})
        - len({it.key for it in before.in_rack(rack) if it.tier} if rack in before.racks else ())
        for rack in after.racks
        if rack in filled
    }
    told = [
        f"{number} in {'the new rack ' if rack not in before.racks else ''}{after.racks[rack].name}"
        for rack, number in news.items()
        if number
    ]
    return ", ".join(told)


def more_switches(
    catalog: Catalog, fabric: Fabric, tier: str, part: Part, number: int,
    hall: Hall,
) -> Edit:  # fmt: skip
    """Place so many more switches of a tier of a fabric, all or none.

    They go back where those stood whose places are kept free; the rest where switches of their
    tier are, else others of their fabric, else any, if units, rack PDUs and the room's air take
    all of them there; else into racks that hold nothing but rack PDUs, or new ones beside the
    last. Where no rack can stand, they go where there is room.

    Parameters
    ----------
    hall
        The designs before, of which a rack that was taken away comes back, and what feeds have to
        spare.

    Raises
    ------
    EditError
        From the edit, if there is no place for one of them.
    """

    def edit(design: Design) -> Design:
        layout = hall.layout if design is hall.layout.design else Layout(design)
        hung = Hung(part, _face(layout, catalog, part), fabric, tier)
        left = number
        for place in kept_free(layout, hung):
            if left and (spot := spot_of(layout, catalog, hung, place)) is not None:
                layout = _placed(layout, catalog, hung, spot)
                left -= 1
        while left:
            before = layout
            layout, rack, room = _rack_for(layout, catalog, hung, (number, left), hall)
            left -= room if rack else _more(before, layout, hung)
            for left_here in range(room, 0, -1):
                spot = next_spot(layout, catalog, hung, rack, left_here)
                if spot is None:
                    raise EditError(f"{layout.name_of(rack)} has no room for {part.name}")
                layout = _placed(layout, catalog, hung, spot)
        return layout.design

    return edit


def _placed(layout: Layout, catalog: Catalog, hung: Hung, spot: Spot) -> Layout:
    """Return the layout with a switch at a spot."""
    place = place_device(
        catalog, hung.part.id, spot.rack, spot.half_u, face=hung.face, name=spot.name,
        known=layout, key=spot.key, fabric=hung.fabric.id, tier=hung.tier,
    )  # fmt: skip
    return layout.after(place(layout.design))


def _rack_for(
    layout: Layout, catalog: Catalog, hung: Hung, numbers: tuple[int, int], hall: Hall
) -> tuple[Layout, str, int]:
    """Return where the next switches go, and how many; no rack where one came back with its own.

    All of them beside their like, else together in racks of their own: some here and some there
    is how nobody would cable them.

    Parameters
    ----------
    numbers
        How many there are to be placed, and how many of them are left.
    """
    _, left = numbers
    with_switches = _racks(layout, catalog, hung.fabric, hung.tier)
    empty = (rack for rack in layout.racks if is_spare(layout, catalog, rack))
    for racks, wanted in ((with_switches, left), (empty, 1)):
        for rack in racks:
            room = room_for(layout, catalog, hung, rack, left, wanted)
            if room >= wanted:
                return layout, rack, room
    back = _come_back(layout, catalog, hung, left, hall)
    if back is not None:
        return back, "", 0
    try:
        rack, layout = _new_rack(layout, catalog, hung, numbers, hall.spare)
    except EditError:
        spots = (next_spot(layout, catalog, hung, rack) for rack in with_switches)
        spot = next((spot for spot in spots if spot is not None), None)
        if spot is None:
            raise
        return layout, spot.rack, 1
    return layout, rack, max(1, room_for(layout, catalog, hung, rack, left))


def _more(before: Layout, after: Layout, hung: Hung) -> int:
    """Return how many more switches of a sort there are in racks that came."""
    new = [rack for rack in after.racks if rack not in before.racks]
    return sum(hung.is_like(placed) for rack in new for placed in after.in_rack(rack))


def _come_back(
    layout: Layout, catalog: Catalog, hung: Hung, left: int, hall: Hall
) -> Layout | None:
    """Return the layout with a rack of such switches that was taken away; None where none was."""
    for design in hall.earlier:
        was = Layout(design)
        for key, rack in was.racks.items():
            held = was.in_rack(key)
            number = sum(map(hung.is_like, held))
            mounted = [it for it in held if it.face not in ("zero-u", "door")]
            if key in layout.racks or not 0 < number == len(mounted) <= left:
                continue
            copies = rack.assembly and rack.assembly in layout.assemblies
            own = tuple(device for device in design.devices if device.rack == key)
            same = not rack.assembly or (
                copies and layout.assemblies[rack.assembly] == was.assemblies[rack.assembly]
            )
            if not same or any(device.id in layout.devices for device in own):
                continue
            spot = rack.x_mm, rack.y_mm, rack.rotation
            if can_place_rack(layout, catalog, rack.part, *spot).ok:
                change = Change(put=(("racks", (rack,)), ("devices", own)))
                return layout.after(apply(layout.design, change))
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


def _of_nodes(layout: Layout, fabric: Fabric) -> list[str]:
    """Return the racks that hold nodes of a fabric: where no switch stands, its first go there."""
    return layout.racks_with(frozenset(fabric.nodes).__contains__)


def _switches(layout: Layout, catalog: Catalog) -> Iterator[tuple[str, Placed]]:
    switches: set[str] = set()

    def is_one(part_id: str) -> bool:
        part = catalog.get(part_id)
        if part is not None and part.traits.switches:
            switches.add(part_id)
        return part_id in switches

    for rack in layout.racks_with(is_one):
        for placed in layout.in_rack(rack):
            if placed.part in switches and placed.face in ("front", "rear"):
                yield rack, placed


def _new_rack(
    layout: Layout, catalog: Catalog, hung: Hung, placed: tuple[int, int],
    spare: Mapping[str, float],
) -> tuple[str, Layout]:  # fmt: skip
    """Return a new rack beside the last of its like, with rack PDUs as these have, and the layout.

    Of racks whose rack PDUs hang on other feeds it takes those with the most to spare.
    """
    racks = _racks(layout, catalog, hung.fabric, hung.tier) or _of_nodes(layout, hung.fabric)
    like = layout.racks[racks[-1]].part
    others = [one for one in _of_nodes(layout, hung.fabric) if layout.racks[one].part == like]
    design = beside_like(layout, catalog, [*others, *racks])
    if design is None:
        name = layout.racks[racks[-1]].name
        room = f"room for {placed[0]} of {placed[1]}" if placed[0] else "no room"
        raise EditError(
            f"{room}: the racks with switches are full, and beside {name} no rack stands with "
            "whole aisles; place a rack by hand"
        )
    before = set(layout.racks)
    layout = layout.after(design)
    (rack,) = set(layout.racks) - before
    strips = [found for one in reversed(racks) if (found := _strips(layout, catalog, one))]
    for strip in max(strips, key=lambda them: _to_spare(them, spare), default=[]):
        name = f"pdu-{layout.racks[rack].name}-{strip.feed}" if strip.feed else ""
        hang = place_device(
            catalog, strip.part, rack, face=strip.face, name=name, known=layout, feed=strip.feed
        )
        layout = layout.after(hang(layout.design))
    return rack, layout


def _strips(layout: Layout, catalog: Catalog, rack: str) -> list[Placed]:
    """Return the rack PDUs of a rack."""
    return [
        placed for placed in layout.in_rack(rack)
        if (part := catalog.get(placed.part)) is not None and part.traits.feeds_devices
    ]  # fmt: skip


def _to_spare(strips: Sequence[Placed], spare: Mapping[str, float]) -> float:
    """Return what the feed of some rack PDUs has to spare that has least; of one not known 0."""
    return min(spare.get(strip.feed, 0.0) for strip in strips)
