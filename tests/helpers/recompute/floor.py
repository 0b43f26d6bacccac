"""Load on a rack's share of the floor: its footprint and half of the aisles before and behind it.

Every pair of boxes is compared, which is slow and plain.
"""

from __future__ import annotations

from typing import Any

from tests.helpers.recompute.reading import Plan
from tests.helpers.recompute.spans import Span

Table = dict[str, Any]
Box = tuple[int, int, int, int]

ROOM = [[0, 0], [12_000, 0], [12_000, 9_000], [0, 9_000]]
"""A file that names no outline has a room of 12 by 9 metres."""

GRAVITY = 9.80665
"""m/s², CGPM 1901."""


def boxes(plan: Plan) -> dict[str, Box]:
    """Corners of everything on the floor: x0, y0, x1, y1 in mm."""
    found = {}
    for rack_id, rack in plan.design.get("racks", {}).items():
        part = plan.part(rack["part"]) or {}
        width, depth = part.get("width_mm") or 600, part.get("depth_mm") or 1200
        if rack.get("rotation", 0) in (90, 270):
            width, depth = depth, width
        x, y = rack["x_mm"], rack["y_mm"]
        found[rack_id] = (x, y, x + width, y + depth)
    return found


def floor_loads(plan: Plan, masses: dict[str, Span]) -> dict[str, Span]:
    """Load under each thing on the floor, kPa; none where its size is not known."""
    stands = boxes(plan)
    solid = dict(stands)
    for name, stone in plan.design.get("obstacles", {}).items():
        x, y = stone["x_mm"], stone["y_mm"]
        solid[f"obstacle {name}"] = (x, y, x + stone["width_mm"], y + stone["depth_mm"])
    outline = plan.design.get("room", {}).get("outline", ROOM) or [
        (x, y) for box in stands.values() for x, y in (box[:2], box[2:])
    ]
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    loads = {}
    for rack_id, (x0, y0, x1, y1) in stands.items():
        rack = plan.design["racks"][rack_id]
        part = plan.part(rack["part"]) or {}
        width, depth = part.get("width_mm"), part.get("depth_mm")
        if not width or not depth:
            continue
        others = [box for name, box in solid.items() if name != rack_id]
        if rack.get("rotation", 0) in (90, 270):
            turned = [(b[1], b[0], b[3], b[2]) for b in others]
            before, behind = _gaps((y0, x0, y1, x1), turned, min(xs), max(xs))
        else:
            before, behind = _gaps((x0, y0, x1, y1), others, min(ys), max(ys))
        # An aisle beyond the planned width belongs to nobody.
        before, behind = _front_and_rear(rack.get("rotation", 0), before, behind)
        before = min(before, plan.defaults["cold-aisle"]["value"])
        behind = min(behind, plan.defaults["hot-aisle"]["value"])
        area_m2 = width * (depth + before / 2 + behind / 2) / 1e6
        loads[rack_id] = masses[rack_id].scaled(GRAVITY / area_m2 / 1000)
    return loads


def _front_and_rear(rotation: int, low: float, high: float) -> tuple[float, float]:
    """Rotation 0 faces towards smaller y and 270 towards smaller x."""
    return (low, high) if rotation in (0, 270) else (high, low)


def _gaps(own: Box, others: list[Box], low_wall: int, high_wall: int) -> tuple[float, float]:
    """Free depth towards smaller and larger y, up to the nearest box in the way or the wall."""
    side0, low, side1, high = own
    below, above = float(max(0, low - low_wall)), float(max(0, high_wall - high))
    for x0, y0, x1, y1 in others:
        if x0 < side1 and x1 > side0:
            if (y0, y1) < (low, high):
                below = min(below, float(max(0, low - y1)))
            else:
                above = min(above, float(max(0, y0 - high)))
    return below, above
