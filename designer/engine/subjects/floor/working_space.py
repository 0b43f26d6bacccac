"""The rule of working space before live parts: what people need who work at energized gear.

Depth by the volts to ground and by what is across (NEC 110.26(A)(1); OSHA 29 CFR 1910.303 Table
S-1): nothing grounded, grounded parts, or live parts. Walls count as grounded, as concrete, brick
and tile do, and so do racks and obstacles. The front is where live parts are reached.
"""

from collections.abc import Iterator, Mapping
from math import inf, sqrt
from typing import Final, NamedTuple

from designer.catalog.plant_places import Plant, on_floor, plant_of
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.floor.boxes import Box, smallest_boxes, unstated_sizes
from designer.engine.subjects.floor.ways import fixed_on_floor
from designer.model.design import PowerNode
from designer.model.figure_ref import power_ref
from designer.model.figures import Figure, exact, missing, within
from designer.model.outline import box_of
from designer.model.power_node import LIVE_FRONTS

_FOOT_MM: Final = 304.8
LEAST_MM: Final = 3 * _FOOT_MM
"""Whatever is across, up to 150 V to ground; above it where nothing grounded is across."""
_GROUNDED_MM: Final = 3.5 * _FOOT_MM
_LIVE_MM: Final = 4 * _FOOT_MM
"""Across from grounded parts and from live ones, from 151 to 600 V to ground (OSHA Table S-1, as
WAC 296-24-95703 prints it)."""
_LOW_VOLTS: Final = 150
_MOST_VOLTS: Final = 600
_ABOVE: Final = "rule working space above 600 V to ground"


class _Across(NamedTuple):
    """What ends the space before something: how far it is, and whether it is live."""

    free_mm: float
    live: bool


class _Asked(NamedTuple):
    plant: Plant
    free: Figure
    need: Figure
    live: bool


def live_parts_have_working_space(facts: Facts) -> Iterator[Finding]:
    """F20: before UPS, switchboards, panels and feeds people have room to work at live parts."""
    asked = list(_asked(facts))
    verdicts = [(one, within(one.need, one.free)) for one in asked]
    narrow = [one for one, verdict in verdicts if verdict.answer == "no"]
    if narrow:
        worst = min(narrow, key=lambda one: one.free.high)
        parts = "live parts" if worst.live else "grounded parts"
        yield Finding(
            "F20", "error", "working-space", tuple(one.plant.node.id for one in narrow),
            f"{_metres(worst.free.high)} before {facts.site.power_name(worst.plant.node.id)}, at "
            f"least {_metres(worst.need.low)} to work at live parts with {parts} across",
            "Move it, or what stands before it.", worst.need.minus(worst.free).low,
        )  # fmt: skip
    unsure = [(one, verdict) for one, verdict in verdicts if verdict.answer == "open"]
    if unsure:
        more = len(unsure) - 1
        name = facts.site.power_name(unsure[0][0].plant.node.id)
        yield cannot_be_said(
            "F20", "working-space", tuple(one.plant.node.id for one, _ in unsure),
            f"whether there is room to work at live parts before {name}"
            f"{f' and {more} more' if more else ''}",
            list(dict.fromkeys(ref for _, verdict in unsure for ref in verdict.because))[:2],
            facts.name_of,
        )  # fmt: skip


def _metres(mm: float) -> str:
    return f"{mm / 1000:.2f} m"


def _asked(facts: Facts) -> Iterator[_Asked]:
    """Yield what has live parts and a place, with the space before it and what it needs."""
    plants = list(on_floor(plant_of(facts.design, facts.catalog)))
    live = [one for one in plants if one.node.kind in LIVE_FRONTS]
    if not live:
        return
    racks, catalog = facts.design.racks, facts.catalog
    boxes = smallest_boxes(racks, catalog)
    known = [*boxes.values(), *fixed_on_floor(facts)]
    growing = {
        ref: boxes[rack.id] for rack in racks for ref in unstated_sizes(rack.part, catalog)[:1]
    }
    for one in live:
        across = _before(one, known, live, facts)
        need = _needed(one.node, live=across.live)
        if across.free_mm == inf:
            continue  # Nothing is across, not even a wall.
        yield _Asked(one, _free(one, across, need, growing), need, across.live)


def _needed(node: PowerNode, *, live: bool) -> Figure:
    """Return the depth of the space that people need, mm."""
    most = _LIVE_MM if live else _GROUNDED_MM
    ref = power_ref(node, "volts")
    if node.volts is None:
        return missing(ref, "mm", LEAST_MM, most)
    to_ground = node.volts if node.dc else node.volts / sqrt(3)
    if to_ground > _MOST_VOLTS:
        return missing(_ABOVE, "mm", most)
    return exact(LEAST_MM if to_ground <= _LOW_VOLTS else most, "mm", ref)


def _free(one: Plant, across: _Across, need: Figure, growing: Mapping[str, Box]) -> Figure:
    """Return the free depth before something; less where what has no known size may reach there."""
    room = exact(across.free_mm, "mm", "rule free floor")
    space = _space(one, need.high)
    for ref, (x0, y0, _, _) in growing.items():
        if x0 < space[2] and y0 < space[3]:
            return missing(ref, "mm", 0.0, across.free_mm)
    return room


def _space(one: Plant, deep: float) -> tuple[float, float, float, float]:
    """Return the floor before the front of something, so deep."""
    x0, y0, x1, y1 = one.box
    return {
        0: (x0, y0 - deep, x1, y0), 180: (x0, y1, x1, y1 + deep),
        90: (x1, y0, x1 + deep, y1), 270: (x0 - deep, y0, x0, y1),
    }[one.node.rotation]  # fmt: skip


def _before(one: Plant, solids: list[Box], live: list[Plant], facts: Facts) -> _Across:
    """Return what is nearest before the front of something; live parts that face it among these."""
    corners = facts.design.room.outline
    nearest = _to_wall(one, box_of(corners)) if corners else inf
    for box in solids:
        if box != one.box:
            nearest = min(nearest, _distance(one, box))
    facing = [
        _distance(one, other.box) for other in live
        if abs(other.node.rotation - one.node.rotation) == 180
    ]  # fmt: skip
    return _Across(nearest, min(facing, default=inf) <= nearest < inf)


def _to_wall(one: Plant, walls: Box) -> float:
    x0, y0, x1, y1 = one.box
    return max(0.0, {
        0: y0 - walls[1], 180: walls[3] - y1, 90: walls[2] - x1, 270: x0 - walls[0],
    }[one.node.rotation])  # fmt: skip


def _distance(one: Plant, box: Box) -> float:
    """Return how far before the front of something a box begins; without end where it does not."""
    x0, y0, x1, y1 = one.box
    sideways = one.node.rotation in (90, 270)
    if (box[1] >= y1 or box[3] <= y0) if sideways else (box[0] >= x1 or box[2] <= x0):
        return inf
    begins, ends = {
        0: (y0 - box[3], y0 - box[1]), 180: (box[1] - y1, box[3] - y1),
        90: (box[0] - x1, box[2] - x1), 270: (x0 - box[2], x0 - box[0]),
    }[one.node.rotation]  # fmt: skip
    return max(0.0, float(begins)) if ends > 0 else inf
