"""What stands on the floor as boxes on the plan, and the sizes that nobody states.

A box grows from its corner: one without a known width or depth begins where it stands and ends
nobody knows where.
"""

from collections.abc import Iterable

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.model.design import Rack

SMALLEST_MM = 1
"""Sizes are whole millimetres above 0 (`designer.model.ranges`)."""
_FACES_ALONG_Y = (0, 180)

Box = tuple[int, int, int, int]
"""Corners on the plan, x0, y0, x1, y1 in mm."""


def faces_along_y(rack: Rack) -> bool:
    """Return whether the aisles of a rack lie beyond it along y; along x where not."""
    return rack.rotation in _FACES_ALONG_Y


def unstated_sizes(rack_part: str, catalog: Catalog) -> tuple[str, ...]:
    """Return the references of the sizes on the plan that nobody states of a part.

    None of what stands outdoors: it takes the floor that is stated, as plant does, and no aisle is
    left open by it.
    """
    part = catalog.get(rack_part)
    if part is None:
        return (lost_ref(rack_part),)
    return () if part.traits.stands_outdoors else sizes_open_of(part)


def sizes_open_of(part: Part) -> tuple[str, ...]:
    """Return the references of the sizes on the plan that a part does not state."""
    rack_part = part.id
    sizes = ("width_mm", "depth_mm")
    return tuple(f"{rack_part}.{size}" for size in sizes if getattr(part, size) is None)


def smallest_boxes(racks: Iterable[Rack], catalog: Catalog) -> dict[str, Box]:
    """Return the floor that each rack covers whatever the sizes that nobody states."""
    boxes = {}
    sizes: dict[str, tuple[int, int]] = {}
    for rack in racks:
        size = sizes.get(rack.part)
        if size is None:
            part = catalog.get(rack.part)
            width = (part.width_mm if part else None) or SMALLEST_MM
            depth = (part.depth_mm if part else None) or SMALLEST_MM
            size = sizes[rack.part] = (width, depth)
        width, depth = size if rack.rotation in _FACES_ALONG_Y else size[::-1]
        x, y = rack.x_mm, rack.y_mm
        boxes[rack.id] = (x, y, x + width, y + depth)
    return boxes
