"""Where everything of a fabric stands: tiers from the top, leaves by unit, nodes as strips below.

A fabric of few leaves is drawn switch by switch. One of many is drawn by pods and units, of which
one is unfolded below. Switches of one tier that are joined to each other stand on a circle.
Lengths are nominal pixels of 1/96 inch.

May import the engine's map of a fabric, and `model`. No Qt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from designer.engine.fabric_map import NOWHERE
from designer.render.fabric_circle import on_circle
from designer.render.fabric_drawing import (
    EDGE,
    GPU_ROW,
    GUTTER,
    HUB_HIGH,
    LEAF_TO_STRIP,
    LEAST_STRIP,
    MOST_LEAF,
    SWITCH_HIGH,
    UNIT_GAP,
    Box,
    FabricDrawing,
    Hub,
    Line,
    Strip,
    Words,
    beside_lines,
    core_thing,
    curve,
    hub_of,
    on_curve,
    place_leaves,
    row_of_switches,
    rows_of,
    strip_width,
    to_hubs,
    to_nodes,
)
from designer.render.fabric_folded import folded
from designer.render.fabric_things import FabricIndex, Thing

MOST_LEAVES: Final = 64
"""Leaves up to which each is drawn."""
LABEL_HIGH: Final = 32.0
BRACKET_HIGH: Final = 16.0
ISLAND_HIGH: Final = 20.0
ISLAND_GAP: Final = 34.0
LEAST_LEAF: Final = 15.0
_A_PAIR: Final = 2
_ONE_UNIT_LEAVES: Final = 2.6
"""A unit is as wide as so many leaves at least: its name and its nodes need the room."""
_NOWHERE_LEAVES: Final = 4.5
"""The same of the nodes that hang on none."""
_LEAST_FOLDED: Final = 620.0
"""Width up to which leaves are rather scrolled than folded."""


def laid_out(
    index: FabricIndex, room: tuple[float, float], unfolded: int = NOWHERE
) -> FabricDrawing:
    """Return a fabric laid out for a room; wider or higher where that is too small.

    Parameters
    ----------
    unfolded
        A unit that is drawn leaf by leaf although the others are folded.
    """
    shown = index.map
    if not len(shown.leaves):
        return FabricDrawing("empty", width=room[0], height=room[1])
    # A cable by hand between two leaves of a tree makes no other topology of it, nor do those of a
    # pair of leaves, below which nodes are looked for.
    alone = not any(shown.unit_spine.links) and len(shown.leaves) > _A_PAIR
    if len(shown.pods_beside) or (len(shown.beside) and alone):
        return on_circle(index, room, unfolded)
    weight = sum(_weights(index))
    needed = GUTTER + EDGE + weight * LEAST_LEAF + UNIT_GAP * len(_weights(index))
    if len(shown.leaves) > MOST_LEAVES or needed > max(room[0], _LEAST_FOLDED):
        return folded(index, room, unfolded)
    return _tiers(index, room)


def _weights(index: FabricIndex) -> list[float]:
    """Return how wide each unit is, in leaves; a last one for nodes that hang nowhere."""
    found = [max(_ONE_UNIT_LEAVES, float(len(mine))) for mine in index.leaves_of_unit]
    return [*found, _NOWHERE_LEAVES] if index.nodes_of_unit[-1] else found


@dataclass(frozen=True)
class _Heights:
    """Upper edges of the rows of a drawing tier by tier."""

    core: float
    pod_hub: float
    spine: float
    hub: float
    leaf: float
    strip: float
    strip_high: float
    end: float


def _heights(index: FabricIndex, high: float) -> _Heights:
    shown = index.map
    rails = shown.rails
    strip = max(LEAST_STRIP, min(rails * GPU_ROW, 96.0)) if len(shown.nodes) else 0.0
    has_spines, has_cores = len(shown.spines) > 0, len(shown.cores) > 0
    over = ISLAND_HIGH if index.islands or index.rail_islands else 0.0
    fixed = EDGE + over + SWITCH_HIGH + LEAF_TO_STRIP + strip + LABEL_HIGH + 6
    fixed += (SWITCH_HIGH + BRACKET_HIGH + HUB_HIGH) * has_spines + (SWITCH_HIGH + HUB_HIGH) * (
        has_cores
    )
    spare = max(high - fixed, (140.0 if has_spines else 0.0) + (110.0 if has_cores else 0.0))
    above_hub, below_hub = 0.66, 0.34
    for_cores = spare * 0.4 if has_cores else 0.0
    rest = spare - for_cores if has_spines else 0.0
    y = EDGE + over
    core = y
    y += SWITCH_HIGH * has_cores + for_cores * above_hub
    pod_hub = y
    y += HUB_HIGH * has_cores + for_cores * below_hub
    y += BRACKET_HIGH * has_spines
    spine = y
    y += SWITCH_HIGH * has_spines + rest * above_hub
    hub = y
    y += HUB_HIGH * has_spines + rest * below_hub
    leaf = y
    y += SWITCH_HIGH + LEAF_TO_STRIP
    return _Heights(core, pod_hub, spine, hub, leaf, y, strip, y + strip + LABEL_HIGH + 6)


def _tiers(index: FabricIndex, room: tuple[float, float]) -> FabricDrawing:
    """Return a fabric switch by switch."""
    shown = index.map
    at = _heights(index, room[1])
    left, wide = GUTTER, room[0] - GUTTER - EDGE
    boxes: dict[Thing, Box] = {}
    strips: list[Strip] = []
    groups = _groups(index)
    middles, spans = _units(index, boxes, strips, (left, wide), at, groups)
    if index.islands:
        pods = _spines_apart(index, groups, spans, at.spine, boxes)
    else:
        pods = row_of_switches(
            [[Thing("spine", one) for one in pod] for pod in index.spines_of_pod],
            (left, wide), at.spine, boxes,
        )  # fmt: skip
    cores = [[Thing("core", one) for one in group] for group in index.cores_of_group]
    if len(cores) != len(shown.cores):
        cores = [[Thing("group", one) for one in range(len(cores))]]
    else:
        cores = [[one for group in cores for one in group]]
    row_of_switches(cores, (left, wide), at.core, boxes)
    hubs = [*_unit_hubs(index, middles, at.hub), *_pod_hubs(index, pods, at.pod_hub)]
    lines = [
        *_to_spines(index, boxes, hubs), *to_hubs(index, boxes, hubs),
        *to_nodes(index, boxes, strips), *_to_cores(index, boxes, hubs),
        *beside_lines(index, boxes, {}),
    ]  # fmt: skip
    return FabricDrawing(
        "tiers", boxes, {}, tuple(hubs), tuple(strips), tuple(lines),
        (*_frames(index, spans), *_rail_islands(index, boxes), *_gutter(index, at),
         *_brackets(index, boxes), *_bare(index, boxes)), room[0],
        max(at.end, room[1]), end=at.end,
    )  # fmt: skip


def _groups(index: FabricIndex) -> list[list[int]]:
    """Return the units of each island; in a last group those of none, and nodes that hang nowhere.

    These have the number that comes after those of all units.
    """
    units = list(range(len(_weights(index))))
    if not index.islands:
        return [units]
    groups = [list(one.units) for one in index.islands]
    inside = {unit for group in groups for unit in group}
    rest = [unit for unit in units if unit not in inside]
    spines = {spine for one in index.islands for spine in one.spines}
    return [*groups, rest] if rest or len(spines) < len(index.map.spines) else groups


def _spines_apart(
    index: FabricIndex,
    groups: Sequence[Sequence[int]],
    spans: Sequence[tuple[float, float]],
    y: float,
    boxes: dict[Thing, Box],
) -> list[tuple[float, float]]:
    """Place the spines of each island over its units; return where each pod begins and ends."""
    mine = [one.spines for one in index.islands]
    inside = {spine for them in mine for spine in them}
    rest = tuple(one for one in range(len(index.map.spines)) if one not in inside)
    for span, them in zip(spans, [*mine, rest][: len(groups)], strict=True):
        row_of_switches([[Thing("spine", one) for one in them]], span, y, boxes)
    pods = []
    for pod in index.spines_of_pod:
        places = [boxes[Thing("spine", one)] for one in pod]
        pods.append((min(one.x for one in places), max(one.x + one.width for one in places)))
    return pods


def _frames(index: FabricIndex, spans: Sequence[tuple[float, float]]) -> list[Words]:
    """Return the frame of each island."""
    by = ISLAND_GAP / 4
    return [
        Words("island", x - by, EDGE / 2, wide + 2 * by, island=at)
        for at, (x, wide) in enumerate(spans[: len(index.islands)])
    ]


def _rail_islands(index: FabricIndex, boxes: Mapping[Thing, Box]) -> list[Words]:
    """Return the names of islands that reach over units: over their spines, else over each leaf."""
    found = []
    for at, island in enumerate(index.rail_islands):
        spines = [boxes[Thing("spine", one)] for one in island.spines]
        places = [boxes[Thing("leaf", one)] for one in island.leaves]
        over = BRACKET_HIGH if spines else 0.0
        if spines:
            left = min(one.x for one in spines)
            right = max(one.x + one.width for one in spines)
            places = [Box(spines[0].thing, left, spines[0].y, right - left, SWITCH_HIGH)]
        found += [
            Words("across", one.x, one.y - over - ISLAND_HIGH + 4, one.width, island=at)
            for one in places
        ]
    return found


def _units(
    index: FabricIndex,
    boxes: dict[Thing, Box],
    strips: list[Strip],
    span: tuple[float, float],
    at: _Heights,
    groups: Sequence[Sequence[int]],
) -> tuple[dict[int, float], list[tuple[float, float]]]:
    """Place leaves and nodes unit by unit; return the middle of each unit, and spans of groups."""
    left, wide = span
    # A group of spines alone stands somewhere as well.
    weights = dict(enumerate(_weights(index)))
    every = sum(weights.values()) + sum(_NOWHERE_LEAVES for group in groups if not group)
    gaps = sum(UNIT_GAP * max(0, len(group) - 1) for group in groups)
    gaps += ISLAND_GAP * (len(groups) - 1)
    most = max(map(len, index.nodes_of_unit))
    pitch = (wide - gaps) / every
    one = min(pitch, MOST_LEAF)
    few = min(wide, max(one * every, strip_width(most) * len(weights)))
    pitch = max(one, (few - gaps) / every)
    x = left + max(0.0, (wide - pitch * every - gaps) / 2)
    middles, spans = dict[int, float](), []
    for group in groups:
        first = x
        for unit in group:
            here = weights[unit] * pitch
            _unit(index, boxes, strips, unit, (x, here), at)
            middles[unit] = x + here / 2
            x += here + UNIT_GAP
        x = x - UNIT_GAP if group else x + _NOWHERE_LEAVES * pitch
        spans.append((first, x - first))
        x += ISLAND_GAP
    return middles, spans


def _unit(
    index: FabricIndex,
    boxes: dict[Thing, Box],
    strips: list[Strip],
    unit: int,
    span: tuple[float, float],
    at: _Heights,
) -> None:
    """Place the leaves of a unit, and its nodes; of nodes that hang nowhere these alone."""
    known = unit < len(index.leaves_of_unit)
    place_leaves(index.leaves_of_unit[unit] if known else (), boxes, span, at.leaf)
    nodes = index.nodes_of_unit[unit]
    if nodes:
        most = max(1, *map(len, index.nodes_of_unit))
        at_unit = unit if known else NOWHERE
        x, wide = span
        strips.append(
            Strip(at_unit, x, at.strip, wide, at.strip_high, nodes, most, index.map.rails)
        )


def _unit_hubs(index: FabricIndex, middles: Mapping[int, float], y: float) -> list[Hub]:
    """Return where the links of each unit to spines are bundled."""
    found = []
    for unit in range(len(index.map.units)):
        rows = rows_of(index.map.unit_spine, unit)
        if rows:
            found.append(hub_of(Thing("unit", unit), middles[unit], y + HUB_HIGH / 2, rows))
    return found


def _pod_hubs(index: FabricIndex, spans: Sequence[tuple[float, float]], y: float) -> list[Hub]:
    """Return where the links of each pod of spines to core switches are bundled."""
    found = []
    for pod, (first, last) in enumerate(spans):
        rows = rows_of(index.map.pod_core, pod)
        if rows:
            found.append(hub_of(Thing("pod", pod), (first + last) / 2, y + HUB_HIGH / 2, rows))
    return found


def _to_spines(index: FabricIndex, boxes: Mapping[Thing, Box], hubs: Sequence[Hub]) -> list[Line]:
    """Return the bundles from units to spines; the one nearest above a unit has its count."""
    found = []
    for hub in hubs:
        if hub.thing.what != "unit":
            continue
        rows = rows_of(index.map.unit_spine, hub.thing.at)
        places = [boxes[Thing("spine", spine)] for spine, _, _ in rows]
        nearest = min(range(len(rows)), key=lambda one: abs(places[one].middle - hub.x))
        for number, ((spine, links, missing), box) in enumerate(zip(rows, places, strict=True)):
            points = curve((hub.x, hub.y - HUB_HIGH / 2), (box.middle, box.bottom))
            told = number == nearest or hub.each[0] != hub.each[1]
            chip = on_curve(points, 0.72) if told and len(rows) <= 64 else None
            upper = Thing("spine", spine)
            found.append(Line(hub.thing, upper, points, links, missing, chip))
    return found


def _to_cores(index: FabricIndex, boxes: Mapping[Thing, Box], hubs: Sequence[Hub]) -> list[Line]:
    """Return the bundles from spines to where those of their pod meet, and on to core switches."""
    found = []
    up = index.map.spines.up
    for hub in hubs:
        if hub.thing.what != "pod":
            continue
        for spine in index.spines_of_pod[hub.thing.at]:
            box = boxes.get(Thing("spine", spine))
            if box is not None and up[spine]:
                points = curve((box.middle, box.y), (hub.x, hub.y + HUB_HIGH / 2))
                found.append(Line(Thing("spine", spine), hub.thing, points, up[spine]))
        for group, links, missing in rows_of(index.map.pod_core, hub.thing.at):
            upper = core_thing(index, group)
            box = boxes.get(upper)
            if box is not None:
                points = curve((hub.x, hub.y - HUB_HIGH / 2), (box.middle, box.bottom))
                found.append(Line(hub.thing, upper, points, links, missing))
    return found


def _gutter(index: FabricIndex, at: _Heights) -> list[Words]:
    shown = index.map
    wide = GUTTER - EDGE - 6
    found = [Words("leaf", EDGE, at.leaf, wide), Words("down", EDGE, at.strip - 38, wide)]
    if len(shown.nodes):
        found.append(Words("node", EDGE, at.strip, wide))
    if len(shown.spines):
        found += [
            Words("spine", EDGE, at.spine, wide), Words("up", EDGE, at.hub - 4, wide),
        ]  # fmt: skip
    if len(shown.cores):
        found.append(Words("core", EDGE, at.core, wide))
    return found


def _bare(index: FabricIndex, boxes: Mapping[Thing, Box]) -> list[Words]:
    """Return the names of units without nodes, as those of storage, below their leaves."""
    found = []
    for unit, leaves in enumerate(index.leaves_of_unit):
        if leaves and not index.nodes_of_unit[unit] and len(index.map.units) > 1:
            places = [boxes[Thing("leaf", leaf)] for leaf in leaves]
            left = min(one.x for one in places)
            wide = max(one.x + one.width for one in places) - left
            found.append(Words("unit", left, places[0].bottom + 8, wide, unit=unit))
    return found


def _brackets(index: FabricIndex, boxes: Mapping[Thing, Box]) -> list[Words]:
    """Return the racks of spines: a bracket over those that stand next to each other in one."""
    found: list[Words] = []
    racks = index.map.spines.rack
    for pod in index.spines_of_pod:
        for spine in pod:
            box = boxes[Thing("spine", spine)]
            last = found[-1] if found else None
            right = box.x + box.width
            beside = last is not None and box.x - (last.x + last.width) < UNIT_GAP
            if last is not None and beside and last.rack == racks[spine]:
                found[-1] = Words("rack", last.x, last.y, right - last.x, last.rack)
            else:
                found.append(Words("rack", box.x, box.y - BRACKET_HIGH, box.width, racks[spine]))
    return [one for one in found if one.rack >= 0]
