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


LARGEST = 10**9
"""Beyond every room, mm."""


def boxes(plan: Plan, unstated: int) -> dict[str, Box]:
    """Corners of everything on the floor: x0, y0, x1, y1 in mm.

    Parameters
    ----------
    unstated
        The width or depth of what states none, mm.
    """
    found = {}
    for rack_id, rack in plan.design.get("racks", {}).items():
        part = plan.part(rack["part"]) or {}
        width, depth = part.get("width_mm") or unstated, part.get("depth_mm") or unstated
        if rack.get("rotation", 0) in (90, 270):
            width, depth = depth, width
        x, y = rack["x_mm"], rack["y_mm"]
        found[rack_id] = (x, y, x + width, y + depth)
    return found


def floor_loads(plan: Plan, masses: dict[str, Span]) -> dict[str, Span]:
    """Load under each thing on the floor, kPa; none where its size is not known."""
    widest, narrowest = _aisles(plan, 1), _aisles(plan, LARGEST)
    loads = {}
    for rack_id, rack in plan.design.get("racks", {}).items():
        part = plan.part(rack["part"]) or {}
        width, depth = part.get("width_mm"), part.get("depth_mm")
        if not width or not depth:
            continue
        # An aisle beyond the planned width belongs to nobody.
        shares = [
            GRAVITY
            / (width * (depth + min(before, plan.defaults["cold-aisle"]["value"]) / 2
                        + min(behind, plan.defaults["hot-aisle"]["value"]) / 2) / 1e6)
            / 1000
            for before, behind in (widest[rack_id], narrowest[rack_id])
        ]  # fmt: skip
        low, high = masses[rack_id].scaled(min(shares)), masses[rack_id].scaled(max(shares))
        loads[rack_id] = low if shares[0] == shares[1] else Span(low.low, None, high.high)
    return loads


def _aisles(plan: Plan, unstated: int) -> dict[str, tuple[float, float]]:
    """Free depth before and behind everything, with all unstated sizes alike."""
    stands = boxes(plan, unstated)
    solid = dict(stands)
    for name, stone in plan.design.get("obstacles", {}).items():
        if stone.get("kind") in ("keep-out", "ceiling"):
            continue  # nothing that anybody walks against
        x, y = stone["x_mm"], stone["y_mm"]
        solid[f"obstacle {name}"] = (x, y, x + stone["width_mm"], y + stone["depth_mm"])
    outline = plan.design.get("room", {}).get("outline", ROOM) or [
        (x, y) for box in stands.values() for x, y in (box[:2], box[2:])
    ]
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    found = {}
    for rack_id, own in stands.items():
        rotation = plan.design["racks"][rack_id].get("rotation", 0)
        others = [box for name, box in solid.items() if name != rack_id]
        if rotation in (90, 270):
            turned = [(b[1], b[0], b[3], b[2]) for b in others]
            x0, y0, x1, y1 = own
            gaps = _gaps((y0, x0, y1, x1), turned, min(xs), max(xs))
        else:
            gaps = _gaps(own, others, min(ys), max(ys))
        found[rack_id] = _front_and_rear(rotation, *gaps)
    return found


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
