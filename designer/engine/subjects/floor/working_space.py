"""The rule of working space before live parts: what people need who work at energized gear.

Depth by the volts to ground and by what is across (NEC 110.26(A)(1); OSHA 29 CFR 1910.303 Table
S-1): nothing grounded, grounded parts, or live parts. Walls count as grounded, as concrete, brick
and tile do, and so do racks and obstacles. The front is where live parts are reached. The space is
as wide as the gear, and 762 mm at least (NEC 110.26(A)(2)).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
WIDTH_MM: Final = 762.0
"""30 inches, or the width of the gear where that is more (NEC 110.26(A)(2), from memory)."""
_LOW_VOLTS: Final = 150
_MOST_VOLTS: Final = 600
_ABOVE: Final = "rule working space above 600 V to ground"


class _Across(NamedTuple):
    """What ends the space before something: how far it is, and whether it is live.

    `own_mm` is how far it is before the gear itself, where that is narrower than the space.
    """

    free_mm: float
    live: bool
    own_mm: float = 0.0


class _Asked(NamedTuple):
    plant: Plant
    free: Figure
    need: Figure
    live: bool
    own_mm: float

    @property
    def is_narrow(self) -> bool:
        """Whether there is room before the gear itself, and not beside it."""
        return self.own_mm >= self.need.low > self.free.high


def live_parts_have_working_space(facts: Facts) -> Iterator[Finding]:
    """F20: before UPS, switchboards, panels and feeds people have room to work at live parts."""
    asked = list(_asked(facts))
    verdicts = [(one, within(one.need, one.free)) for one in asked]
    narrow = [one for one, verdict in verdicts if verdict.answer == "no"]
    if narrow:
        worst = min(narrow, key=lambda one: one.free.high)
        parts = "live parts" if worst.live else "grounded parts"
        wide = f" over a width of {_metres(WIDTH_MM)}" if worst.is_narrow else ""
        yield Finding(
            "F20", "error", "working-space", tuple(one.plant.node.id for one in narrow),
            f"{_metres(worst.free.high)} before {facts.site.power_name(worst.plant.node.id)}{wide},"
            f" at least {_metres(worst.need.low)} to work at live parts with {parts} across",
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
        yield _Asked(one, _free(one, across, need, growing), need, across.live, across.own_mm)


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
    window = _strip(one, one.box)
    x1, y1 = _corner(one, (window.left - WIDTH_MM, window.right + WIDTH_MM), need.high)
    for ref, (x0, y0, _, _) in growing.items():
        if x0 < x1 and y0 < y1:
            return missing(ref, "mm", 0.0, across.free_mm)
    return room


def _corner(one: Plant, window: tuple[float, float], deep: float) -> tuple[float, float]:
    """Return the corner of the floor before something that is farthest in x and y."""
    x0, y0, x1, y1 = one.box
    return {
        0: (window[1], y0), 180: (window[1], y1 + deep), 90: (x1 + deep, window[1]),
        270: (x0, window[1]),
    }[one.node.rotation]  # fmt: skip


class _Strip(NamedTuple):
    """Something seen from the front of a plant: sideways from and to, and forward from and to."""

    left: float
    right: float
    near: float
    far: float


def _seen(one: Plant, x: float, y: float) -> tuple[float, float]:
    """Return how far a point is sideways, and before the front of something."""
    x0, y0, x1, y1 = one.box
    return {0: (x, y0 - y), 180: (x, y - y1), 90: (y, x - x1), 270: (y, x0 - x)}[one.node.rotation]


def _strip(one: Plant, box: Box) -> _Strip:
    (u0, v0), (u1, v1) = _seen(one, box[0], box[1]), _seen(one, box[2], box[3])
    return _Strip(min(u0, u1), max(u0, u1), min(v0, v1), max(v0, v1))


def _windows(one: Plant, strips: Iterable[_Strip]) -> list[tuple[float, float]]:
    """Return from where to where the space may reach sideways: 30 inches, or the gear's own width.

    It need not be centred (NEC 110.26(A)(2)); where it begins is moved along what stands beside.
    """
    own = _strip(one, one.box)
    if own.right - own.left >= WIDTH_MM:
        return [(own.left, own.right)]
    begins = {own.left, own.right - WIDTH_MM}
    begins |= {edge for s in strips for edge in (s.right, s.left - WIDTH_MM)}
    return [(u, u + WIDTH_MM) for u in sorted(begins) if own.right - WIDTH_MM <= u <= own.left]


def _before(one: Plant, solids: list[Box], live: list[Plant], facts: Facts) -> _Across:
    """Return what is nearest before the front of something; live parts that face it among these.

    Of all places that the space may have sideways, the one that leaves most.
    """
    corners = facts.design.room.outline
    walls = [_strip(one, box_of(corners))] if corners else []
    strips = [_strip(one, box) for box in solids if box != one.box]
    facing = [
        _strip(one, other.box) for other in live
        if abs(other.node.rotation - one.node.rotation) == 180
    ]  # fmt: skip
    own = _strip(one, one.box)
    here = _across(one, (own.left, own.right), strips, facing, corners)
    wide = max(
        (_across(one, window, strips, facing, corners)
         for window in _windows(one, (*strips, *_outside(walls)))),
        key=lambda found: found.free_mm,
    )  # fmt: skip
    return wide._replace(own_mm=here.free_mm)


def _outside(walls: Iterable[_Strip]) -> list[_Strip]:
    """Return what is beside a room, from wall to wall sideways."""
    return [
        beside for one in walls
        for beside in (_Strip(-inf, one.left, one.near, one.far),
                       _Strip(one.right, inf, one.near, one.far))
    ]  # fmt: skip


def _across(
    one: Plant, window: tuple[float, float], strips: Iterable[_Strip], facing: Iterable[_Strip],
    corners: Sequence[tuple[int, int]],
) -> _Across:  # fmt: skip
    nearest = min(
        (*(_distance(window, strip) for strip in strips), _to_walls(one, window, corners)),
        default=inf,
    )
    live = min((_distance(window, strip) for strip in facing), default=inf)
    return _Across(nearest, live <= nearest < inf)


def _distance(window: tuple[float, float], strip: _Strip) -> float:
    """Return how far before a front something begins; without end where it is not before it."""
    if strip.left >= window[1] or strip.right <= window[0] or strip.far <= 0:
        return inf
    return max(0.0, strip.near)


def _to_walls(one: Plant, window: tuple[float, float], corners: Sequence[tuple[int, int]]) -> float:
    """Return how far before a front the nearest wall of the room is, whatever its outline."""
    seen = [_seen(one, x, y) for x, y in corners]
    return min(
        (_to_wall(window, a, b) for a, b in zip(seen, (*seen[1:], *seen[:1]), strict=True)),
        default=inf,
    )


def _to_wall(window: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return how far before a front a wall from a to b is, where it passes before it."""
    (u0, v0), (u1, v1) = sorted((a, b))
    left, right = max(u0, window[0]), min(u1, window[1])
    if u0 == u1:
        inside, ends = window[0] < u0 < window[1], (v0, v1)
    else:
        slope = (v1 - v0) / (u1 - u0)
        inside, ends = left < right, (v0 + slope * (left - u0), v0 + slope * (right - u0))
    # What is behind the front, or along it, bounds nothing.
    return max(0.0, min(ends)) if inside and max(ends) > 0 else inf
