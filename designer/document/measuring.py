"""Measuring on the floor: what a point is drawn to, and what lies between points.

May import the catalogue, placement and `model`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import plant_of
from designer.document.corners import corners_of
from designer.document.placement import Box, rack_box
from designer.model.layout import Layout

Point = tuple[float, float]
_REACH_MM: Final = 3_000
"""So far from its corner a rack is looked for: none is wider or deeper."""


@dataclass(frozen=True)
class Snapped:
    """A point of the floor, and what it lies on: empty where it is free."""

    x_mm: float
    y_mm: float
    on: str = ""

    @property
    def point(self) -> Point:
        """Where it is, in mm."""
        return self.x_mm, self.y_mm


@dataclass(frozen=True)
class Measured:
    """What lies between points, mm; `area_m2` is None below three points."""

    length_mm: float
    last_mm: float
    dx_mm: float
    dy_mm: float
    area_m2: float | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """Lines for people: distance, both its parts, then sum and area of several."""
        found = [f"{self.last_mm:,.0f} mm", f"dx {self.dx_mm:,.0f} mm · dy {self.dy_mm:,.0f} mm"]
        if self.length_mm != self.last_mm:
            found.append(f"{self.length_mm:,.0f} mm in all")
        if self.area_m2 is not None:
            found.append(f"{self.area_m2:,.2f} m² within")
        return tuple(found)


def measured(points: Sequence[Point]) -> Measured:
    """Return what lies between at least two points, in order; the area is that of their polygon.

    Lines that cross each other count what they enclose with the sign of its direction.
    """
    (x0, y0), (x1, y1) = points[-2:]
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    area = None
    if len(points) > 2:
        around = zip(points, (*points[1:], points[0]), strict=True)
        area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in around)) / 2e6
    return Measured(length, hypot(x1 - x0, y1 - y0), x1 - x0, y1 - y0, area)


def snapped(
    layout: Layout, catalog: Catalog, at: Point, reach_mm: float, *, free: bool = False
) -> Snapped:
    """Return what a point near a corner or an edge is drawn to.

    A corner within reach comes first, then an edge: of racks, plant, columns, walls and tiles.

    Parameters
    ----------
    free
        Whether it stays where it is.
    """
    x, y = at
    if free:
        return Snapped(x, y)
    things = list(_near(layout, catalog, at, reach_mm))
    best = min(
        ((hypot(px - x, py - y), name, px, py) for name, line in things for px, py in line),
        default=None,
    )
    if best is not None and best[0] <= reach_mm:
        return Snapped(best[2], best[3], f"corner of {best[1]}")
    edges = (
        (hypot(px - x, py - y), name, px, py)
        for name, line in things
        for px, py in (_on_edge(at, *edge) for edge in pairwise((*line, line[0])))
    )
    nearest = min(edges, default=None)
    if nearest is not None and nearest[0] <= reach_mm:
        return Snapped(nearest[2], nearest[3], f"edge of {nearest[1]}")
    return Snapped(x, y)


def _near(
    layout: Layout, catalog: Catalog, at: Point, reach: float
) -> Iterator[tuple[str, Sequence[Point]]]:
    """Yield name and corners of what may be near a point."""
    design = layout.design
    x, y, by = round(at[0]), round(at[1]), round(reach) + 1
    far = by + _REACH_MM
    for rack in corners_of(design.racks).within(x - far, y - far, x + by, y + by):
        yield rack.name or rack.id, _corners(rack_box(catalog, rack))
    for plant in plant_of(design, catalog):
        yield plant.name, _corners(plant.box)
    for one in design.room.obstacles:
        yield one.called, _corners(one.box)
    yield from (("the wall", walls) for walls in (design.room.outline,) if walls)
    yield from ((hall.name or hall.id, hall.outline) for hall in design.halls if hall.outline)
    tile = max(design.room.tile_mm, 1)
    x0, y0 = design.room.tile_origin
    left, top = x0 + (x - x0) // tile * tile, y0 + (y - y0) // tile * tile
    yield "a tile", _corners((left, top, left + tile, top + tile))


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _on_edge(at: Point, start: Point, end: Point) -> Point:
    """Return the point of an edge that is nearest."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    if square == 0:
        return start
    along = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / square
    along = min(max(along, 0.0), 1.0)
    return start[0] + along * dx, start[1] + along * dy
