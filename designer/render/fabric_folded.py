"""A fabric of many leaves by pods and units, of which one is drawn leaf by leaf.

May import the engine's map of a fabric, and `model`. No Qt.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from designer.render.fabric_drawing import (
    EDGE,
    GPU_ROW,
    GUTTER,
    HUB_HIGH,
    LEAF_TO_STRIP,
    LEAST_STRIP,
    MOST_LEAF,
    SWITCH_HIGH,
    Box,
    FabricDrawing,
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
from designer.render.fabric_things import FabricIndex, Thing

CARD_HIGH: Final = 50.0
_LEAST_CARD: Final = 46.0
_CARD_GAP: Final = 6.0
_LEAST_COLUMN: Final = 27.0
_COLUMN_GAP: Final = 7.0
_BUS: Final = 7.0
_LANES: Final = 24.0
"""How far above folded units the lines are to which the trunks of several pods lead."""
DETAIL_HIGH: Final = 244.0


def folded(index: FabricIndex, room: tuple[float, float], unfolded: int) -> FabricDrawing:
    """Return a fabric by pods and units, one unit unfolded below."""
    shown = index.map
    pods = _columns_of(index)
    left = GUTTER
    least = GUTTER + EDGE + len(pods) * (_LEAST_COLUMN + _COLUMN_GAP)
    width = max(room[0], least)
    wide = width - GUTTER - EDGE
    pitch = (wide + _COLUMN_GAP) / len(pods)
    column = pitch - _COLUMN_GAP
    has_cores, has_spines = len(shown.cores) > 0, len(shown.spines) > 0
    across = max(1, int((column + _CARD_GAP) // (_LEAST_CARD + _CARD_GAP)))
    rows = max(-(-len(units) // across) for units in pods)
    detail = DETAIL_HIGH if 0 <= unfolded < len(shown.units) else 0.0
    cards_high = rows * (CARD_HIGH + _CARD_GAP)
    fixed = EDGE + cards_high + detail + SWITCH_HIGH * (has_cores + has_spines)
    spare = max(room[1] - fixed - EDGE, 90.0 * has_cores + 56.0 * has_spines)
    spare = min(spare, 260.0 * has_cores + 140.0 * has_spines)
    for_cores = spare * (0.62 if has_spines else 1.0) * has_cores
    boxes: dict[Thing, Box] = {}
    y = EDGE
    if has_cores:
        groups = [core_thing(index, group) for group in range(shown.core_groups)]
        row_of_switches([groups], (left, wide), y, boxes)
        if len(groups) < 4 and groups[0].what == "group":
            _widen(boxes, groups, (left, wide))
        y += SWITCH_HIGH + for_cores
    pod_y = y
    if has_spines:
        y += SWITCH_HIGH + (spare - for_cores)
        for at in range(shown.pods):
            x = left + at * (wide + _COLUMN_GAP) / shown.pods
            each = (wide + _COLUMN_GAP) / shown.pods - _COLUMN_GAP
            boxes[Thing("pod", at)] = Box(Thing("pod", at), x, pod_y, each, SWITCH_HIGH)
    cards: dict[int, Box] = {}
    each = (column + _CARD_GAP) / across - _CARD_GAP
    for number, units in enumerate(pods):
        for place, unit in enumerate(units):
            row, beside = divmod(place, across)
            x = left + number * pitch + beside * (each + _CARD_GAP)
            top = y + row * (CARD_HIGH + _CARD_GAP)
            cards[unit] = Box(Thing("unit", unit), x, top, each, CARD_HIGH)
    words = [Words("leaf", EDGE, y, GUTTER - EDGE - 6)]
    words += [Words("spine", EDGE, pod_y, GUTTER - EDGE - 6)] * has_spines
    words += [Words("core", EDGE, EDGE, GUTTER - EDGE - 6)] * has_cores
    lines = [*_folded_lines(index, boxes, cards, pods), *beside_lines(index, {}, cards)]
    found = FabricDrawing(
        "folded", boxes, cards, (), (), tuple(lines), tuple(words), width,
        max(y + cards_high + detail + EDGE, room[1]),
    )  # fmt: skip
    return with_unfolded(index, found, unfolded, y + cards_high) if detail else found


def _widen(boxes: dict[Thing, Box], things: Sequence[Thing], span: tuple[float, float]) -> None:
    """Spread a few boxes of many switches over a width."""
    left, wide = span
    pitch = wide / len(things)
    for at, thing in enumerate(things):
        box = boxes[thing]
        boxes[thing] = Box(thing, left + at * pitch + 2, box.y, pitch - 4, box.height)


def _columns_of(index: FabricIndex) -> list[list[int]]:
    """Return the units under each pod; all as one column where units hang under several pods."""
    units = index.map.units
    if not index.map.pods or any(unit.pod < 0 for unit in units):
        return [list(range(len(units)))]
    found: list[list[int]] = [[] for _ in range(index.map.pods)]
    for at, unit in enumerate(units):
        found[unit.pod].append(at)
    return found


def _folded_lines(
    index: FabricIndex,
    boxes: Mapping[Thing, Box],
    cards: Mapping[int, Box],
    columns: Sequence[Sequence[int]],
) -> list[Line]:
    """Return trunks between pods and core switches, and between units and pods."""
    found = []
    shown = index.map
    for pod in range(shown.pods):
        box = boxes[Thing("pod", pod)]
        rows = rows_of(shown.pod_core, pod)
        for group, links, missing in rows:
            upper = core_thing(index, group)
            above = boxes[upper]
            points = curve((box.middle, box.y), (above.middle, above.bottom))
            if upper.what == "group":
                end = min(max(box.middle, above.x + 8), above.x + above.width - 8)
                points = curve((box.middle, box.y), (end, above.bottom))
            chip = on_curve(points, 0.5) if len(rows) == 1 else None
            found.append(Line(Thing("pod", pod), upper, points, links, missing, chip))
    trunks: dict[tuple[int, int], list[int]] = {}
    bundles = shown.unit_spine
    columns_of = {unit: at for at, units in enumerate(columns) for unit in units}
    for unit, spine, links, missing in zip(
        bundles.lower, bundles.upper, bundles.links, bundles.missing, strict=True
    ):
        trunk = trunks.setdefault((columns_of[unit], shown.spines.unit[spine]), [0, 0])
        trunk[0] += links
        trunk[1] += missing
    if len(columns) == 1 and shown.pods > 1:
        # Every unit hangs on several pods: each has a line of its own over all units.
        row = [cards[unit] for unit in columns[0] if cards[unit].y == cards[columns[0][0]].y]
        right = max(one.x + one.width for one in row)
        for pod in range(shown.pods):
            y, x = row[0].y - _lane(index, pod), boxes[Thing("pod", pod)].middle
            begins, ends = (row[0].x, y), (max(right, x), y)
            found.append(Line(row[0].thing, Thing("pod", pod), (begins, begins, ends, ends), 1))
    for (column, pod), (links, missing) in trunks.items():
        first = columns[column][0]
        top, box = cards[first].y, boxes[Thing("pod", pod)]
        top -= _lane(index, pod) if len(columns) == 1 and shown.pods > 1 else 0.0
        points = ((box.middle, top), (box.middle, top), (box.middle, box.bottom),
                  (box.middle, box.bottom))  # fmt: skip
        chip = (box.middle, (top + box.bottom) / 2)
        found.append(Line(Thing("unit", first), Thing("pod", pod), points, links, missing, chip))
    return found


def _lane(index: FabricIndex, pod: int) -> float:
    """Return how far above folded units the line of a pod is."""
    return _BUS + pod * min(4.0, _LANES / index.map.pods)


def with_unfolded(
    index: FabricIndex, drawing: FabricDrawing, unit: int, top: float
) -> FabricDrawing:
    """Return a folded drawing with one unit leaf by leaf below it."""
    boxes = dict(drawing.boxes)
    leaves, nodes = index.leaves_of_unit[unit], index.nodes_of_unit[unit]
    wide = drawing.width - GUTTER - EDGE
    strips: list[Strip] = []
    rows = rows_of(index.map.unit_spine, unit)
    x, here = GUTTER, min(wide, max(len(leaves) * MOST_LEAF, strip_width(len(nodes))))
    hub_y = top + 18
    leaf_y = top + 88 if rows else top + 14
    place_leaves(leaves, boxes, (x, here), leaf_y)
    strip_y = leaf_y + SWITCH_HIGH + LEAF_TO_STRIP - 12
    if nodes:
        high = max(LEAST_STRIP, min(index.map.rails * GPU_ROW, 68.0))
        strips.append(Strip(unit, x, strip_y, here, high, nodes, len(nodes), index.map.rails))
    hubs = [hub_of(Thing("unit", unit), x + here / 2, hub_y + HUB_HIGH / 2, rows)] if rows else []
    lines = [*to_hubs(index, boxes, hubs), *to_nodes(index, boxes, strips)]
    wide_words = GUTTER - EDGE - 6
    words = [Words("unit", EDGE, leaf_y, wide_words)]
    return FabricDrawing(
        drawing.form, boxes, drawing.cards, tuple(hubs), tuple(strips), (*drawing.lines, *lines),
        (*drawing.words, *words), drawing.width,
        max(drawing.height, strip_y + 100), unit,
    )  # fmt: skip
