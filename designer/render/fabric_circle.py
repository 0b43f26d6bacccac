"""A fabric whose switches of one tier are joined to each other: on a circle, bundles between them.

May import the engine's map of a fabric, and `model`. No Qt.
"""

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Final

from designer.engine.fabric_map import NOWHERE
from designer.render.fabric_drawing import (
    EDGE,
    GUTTER,
    SWITCH_HIGH,
    Box,
    FabricDrawing,
    Line,
    Words,
    on_curve,
)
from designer.render.fabric_folded import CARD_HIGH, DETAIL_HIGH, with_unfolded
from designer.render.fabric_things import FabricIndex, Thing

_LEAST_ROUND: Final = 26.0
_MOST_CHIPS: Final = 48
"""Bundles up to which each has its count written on it."""


def on_circle(
    index: FabricIndex, room: tuple[float, float], unfolded: int = NOWHERE
) -> FabricDrawing:
    """Return switches of one tier on a circle: as units where these are several, else each.

    Groups of leaves and spines that are joined by their spines are units too.
    """
    shown = index.map
    by_unit = 1 < len(shown.units) < len(shown.leaves) or shown.beside_units
    by_unit = by_unit or len(shown.pods_beside) > 0
    things = [
        Thing("unit" if by_unit else "leaf", at)
        for at in range(len(shown.units) if by_unit else len(shown.leaves))
    ]
    detail = DETAIL_HIGH if by_unit and 0 <= unfolded < len(shown.units) else 0.0
    size, boxes = _around(things, (room[0], room[1] - detail), by_unit=by_unit)
    lines = _chords(index, things, boxes, (size[0] / 2, size[1] / 2))
    drawing = FabricDrawing(
        "circle", {} if by_unit else boxes,
        {one.at: boxes[one] for one in things} if by_unit else {},
        (), (), tuple(lines), (Words("leaf", EDGE, EDGE, GUTTER - EDGE - 6),), *size,
    )  # fmt: skip
    return with_unfolded(index, drawing, unfolded, size[1]) if detail else drawing


def _around(
    things: Sequence[Thing], room: tuple[float, float], *, by_unit: bool
) -> tuple[tuple[float, float], dict[Thing, Box]]:
    """Return the size of a circle of boxes that do not touch, and the boxes."""
    wide, high = (58.0, CARD_HIGH) if by_unit else (_LEAST_ROUND, SWITCH_HIGH)
    many = len(things)
    needed = hypot(wide, high) * 1.04 / (2 * sin(pi / many)) if many > 1 else 0.0
    across = max((room[0] - wide) / 2 - GUTTER, needed)
    down = max((room[1] - high) / 2 - EDGE, needed)
    # As round as the room lets it be: what is a circle is read as one.
    across = min(across, down * 1.5)
    size = (
        max(room[0], 2 * (across + GUTTER) + wide), max(room[1], 2 * (down + EDGE) + high),
    )  # fmt: skip
    boxes: dict[Thing, Box] = {}
    for at, thing in enumerate(things):
        turn = 2 * pi * at / max(1, many) - pi / 2
        x, y = size[0] / 2 + across * cos(turn), size[1] / 2 + down * sin(turn)
        boxes[thing] = Box(thing, x - wide / 2, y - high / 2, wide, high)
    return size, boxes


def chord_trunks(index: FabricIndex) -> dict[tuple[int, int], tuple[int, int]]:
    """Return links, and missing ones, between units that are joined beside each other.

    Between switches where each is drawn by itself.
    """
    shown = index.map
    by_unit = 1 < len(shown.units) < len(shown.leaves) or len(shown.pods_beside) > 0
    unit_of_pod = [NOWHERE] * shown.pods
    for at, one in enumerate(shown.units):
        if one.pod >= 0:
            unit_of_pod[one.pod] = at
    each = range(len(shown.leaves))
    ends_of = shown.leaves.unit if by_unit and not shown.beside_units else each
    trunks: dict[tuple[int, int], tuple[int, int]] = {}
    for bundles, where in ((shown.beside, ends_of), (shown.pods_beside, unit_of_pod)):
        for lower, upper, links, missing in zip(
            bundles.lower, bundles.upper, bundles.links, bundles.missing, strict=True
        ):
            first, second = sorted((where[lower], where[upper]))
            if first != second and first >= 0:
                known = trunks.get((first, second), (0, 0))
                trunks[first, second] = known[0] + links, known[1] + missing
    return trunks


def _chords(
    index: FabricIndex,
    things: Sequence[Thing],
    boxes: Mapping[Thing, Box],
    centre: tuple[float, float],
) -> list[Line]:
    """Return the bundles between boxes on a circle, bent towards its middle."""
    trunks = chord_trunks(index)
    lines = []
    for (a, b), (links, missing) in trunks.items():
        one, other = boxes[things[a]], boxes[things[b]]
        ends = [(box.middle, box.y + box.height / 2) for box in (one, other)]
        start, end = (_edge_of(box, centre) for box in (one, other))
        bends = tuple((x + (centre[0] - x) * 0.45, y + (centre[1] - y) * 0.45) for x, y in ends)
        points = (start, bends[0], bends[1], end)
        chip = on_curve(points, 0.5) if len(trunks) <= _MOST_CHIPS else None
        lines.append(Line(things[a], things[b], points, links, missing, chip))
    return lines


def _edge_of(box: Box, centre: tuple[float, float]) -> tuple[float, float]:
    """Return where the way from a box to the centre leaves the box."""
    x, y = box.middle, box.y + box.height / 2
    across, down = centre[0] - x, centre[1] - y
    shares = [
        half / abs(way)
        for half, way in ((box.width / 2, across), (box.height / 2, down))
        if abs(way) > 1e-6
    ]
    share = min([*shares, 1.0])
    return x + across * share, y + down * share
