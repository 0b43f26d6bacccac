"""Replacing what stands on the floor and holds no devices: filled racks, CDUs, air handlers."""

from collections.abc import Collection, Iterator

from designer.catalog.catalog import Catalog
from designer.document.placement import can_place_rack, footprint
from designer.model.design import Design, Rack
from designer.model.layout import Layout


def stands_itself(catalog: Catalog, rack: Rack) -> bool:
    """Return whether what stands there is itself what is bought, and takes no devices."""
    part = catalog.get(rack.part)
    return part is not None and part.rack is None


def other_racks(
    design: Design, catalog: Catalog, part_id: str, by: str, only: Collection[str] | None
) -> tuple[Rack, ...]:
    """Return what stands on the floor as another part: ids, names, feeds and notes stay.

    It stays with its front where it was and with the side that is nearest the origin, so that rows
    keep their aisles.

    Parameters
    ----------
    only
        Keys of those that are meant; None: all of the part.
    """
    return tuple(
        _in_its_place(catalog, rack, by)
        for rack in design.racks
        if rack.part == part_id and (only is None or rack.id in only)
        if stands_itself(catalog, rack)
    )


def _in_its_place(catalog: Catalog, rack: Rack, by: str) -> Rack:
    was, now = (footprint(catalog.get(part), rack.rotation) for part in (rack.part, by))
    # Rotation 90 faces the larger x and 180 the larger y: there the front is the far side.
    x_mm = rack.x_mm + (was[0] - now[0] if rack.rotation == 90 else 0)
    y_mm = rack.y_mm + (was[1] - now[1] if rack.rotation == 180 else 0)
    return rack.evolve(part=by, x_mm=x_mm, y_mm=y_mm)


def refusals(design: Design, catalog: Catalog, ids: Collection[str]) -> Iterator[str]:
    """Yield why what now stands there cannot: walls, obstacles, neighbours; none where all can."""
    layout = Layout(design)
    for rack in design.racks:
        if rack.id in ids:
            place = (rack.part, rack.x_mm, rack.y_mm, rack.rotation)
            verdict = can_place_rack(layout, catalog, *place, exclude=(rack.id,))
            if not verdict.ok:
                part = catalog.require(rack.part)
                width, depth = footprint(part, 0)
                size = f"{part.name} is {width:,} × {depth:,} mm"
                yield f"{rack.name}: {size}, and {verdict.reason}"
