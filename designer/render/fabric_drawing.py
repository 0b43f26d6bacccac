"""What a drawing of a fabric is: boxes, strips of nodes, bundles as curves, each with its place.

May import the engine's map of a fabric, and `model`. No Qt. Lengths are nominal pixels.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from designer.engine.fabric_map import NOWHERE, Bundles
from designer.render.fabric_things import FabricIndex, Thing, ThingKind

GUTTER: Final = 92.0
EDGE: Final = 12.0
SWITCH_HIGH: Final = 38.0
HUB_WIDE: Final = 44.0
HUB_HIGH: Final = 20.0
MOST_LEAF: Final = 44.0
MOST_SPINE: Final = 58.0
UNIT_GAP: Final = 16.0
SWITCH_GAP: Final = 3.0
LEAF_TO_STRIP: Final = 52.0
GPU_ROW: Final = 8.5
LEAST_STRIP: Final = 26.0
_ACROSS: Final = 34.0
"""How far links between switches of a row hang below it."""
Form = Literal["tiers", "folded", "circle", "empty"]


@dataclass(frozen=True)
class Box:
    """A switch, or several as one: its place."""

    thing: Thing
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The middle of its width."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is in it."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.bottom


@dataclass(frozen=True)
class Hub:
    """Where the links of a unit, or of a pod of spines, are bundled: its middle, its links.

    Attributes
    ----------
    each
        Fewest and most links of a bundle to one switch above.
    """

    thing: Thing
    x: float
    y: float
    links: int
    missing: int
    each: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Strip:
    """Nodes as columns of cells, a row for each rail; `nodes` are those of the map.

    Attributes
    ----------
    columns
        Nodes for which there is room: as many as the largest unit has.
    """

    unit: int
    x: float
    y: float
    width: float
    height: float
    nodes: range
    columns: int
    rails: int

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell with its gap."""
        return self.width / max(1, self.columns), self.height / max(1, self.rails)

    def thing_at(self, x: float, y: float) -> Thing | None:
        """Return the node and rail at a point; None beside them."""
        wide, high = self.cell
        column, row = int((x - self.x) // wide), int((y - self.y) // high)
        if 0 <= column < len(self.nodes) and 0 <= row < self.rails and x >= self.x and y >= self.y:
            return Thing("node", self.nodes[column], row)
        return None


@dataclass(frozen=True)
class Line:
    """A bundle of links: from the lower to the upper thing, as a curve through four points.

    Attributes
    ----------
    points
        Start, two points that it bends to, end.
    chip
        Where its count stands; None where others like it have theirs.
    """

    lower: Thing
    upper: Thing
    points: tuple[tuple[float, float], ...]
    links: int
    missing: int = 0
    chip: tuple[float, float] | None = None


@dataclass(frozen=True)
class Words:
    """Words in the gutter: which tier, and where; or above switches, the rack that holds them.

    Attributes
    ----------
    tier
        `core`, `spine`, `leaf`, `node`, `up` for links between leaves and spines, `down` for those
        of nodes, `rack` for a rack above switches, `island` for the frame of one,
        `across` for the name of one that reaches over units.
    rack
        Index of the rack.
    island
        Number of the island, from 0.
    unit
        A unit without nodes, whose leaves are named below them.
    """

    tier: str
    x: float
    y: float
    width: float
    rack: int = NOWHERE
    island: int = NOWHERE
    unit: int = NOWHERE


@dataclass(frozen=True)
class FabricDrawing:
    """A fabric with the place of everything.

    Attributes
    ----------
    cards
        Units that are folded.
    unfolded
        The unit that is drawn leaf by leaf below folded ones; `NOWHERE` where none is.
    end
        Where the lowest thing ends with its words: what is below is bare.
    """

    form: Form
    boxes: Mapping[Thing, Box] = field(default_factory=dict)
    cards: Mapping[int, Box] = field(default_factory=dict)
    hubs: tuple[Hub, ...] = ()
    strips: tuple[Strip, ...] = ()
    lines: tuple[Line, ...] = ()
    words: tuple[Words, ...] = ()
    width: float = 0.0
    height: float = 0.0
    unfolded: int = NOWHERE
    end: float = math.inf

    @property
    def bottom(self) -> float:
        """Return the height down to the lowest thing."""
        return min(self.height, self.end)

    def thing_at(self, x: float, y: float) -> Thing | None:
        """Return what is at a point; None beside everything."""
        for box in (*self.boxes.values(), *self.cards.values()):
            if box.holds(x, y):
                return box.thing
        for strip in self.strips:
            found = strip.thing_at(x, y)
            if found is not None:
                return found
        for hub in self.hubs:
            if abs(x - hub.x) <= HUB_WIDE / 2 and abs(y - hub.y) <= HUB_HIGH / 2:
                return hub.thing
        return None

    def place_of(self, thing: Thing) -> Box | None:
        """Return where something is; None where it is not drawn by itself."""
        found = self.boxes.get(thing)
        if found is not None:
            return found
        if thing.what == "unit" and thing.at in self.cards:
            return self.cards[thing.at]
        if thing.what == "node":
            for strip in self.strips:
                if thing.at in strip.nodes:
                    wide, high = strip.cell
                    column, row = strip.nodes.index(thing.at), max(0, thing.rail)
                    tall = high if thing.rail >= 0 else strip.height
                    return Box(
                        thing, strip.x + column * wide, strip.y + row * high, wide, tall
                    )  # fmt: skip
        hub = next((one for one in self.hubs if one.thing == thing), None)
        if hub is None:
            return None
        return Box(thing, hub.x - HUB_WIDE / 2, hub.y - HUB_HIGH / 2, HUB_WIDE, HUB_HIGH)


def hub_of(thing: Thing, x: float, y: float, rows: Sequence[tuple[int, int, int]]) -> Hub:
    """Return where bundles meet, with their sums."""
    links = [made for _, made, _ in rows]
    missing = sum(lost for _, _, lost in rows)
    return Hub(thing, x, y, sum(links), missing, (min(links), max(links)))


def rows_of(bundles: Bundles, lower: int) -> list[tuple[int, int, int]]:
    """Return what a lower end is bundled to: upper end, links, missing ones."""
    columns = zip(bundles.lower, bundles.upper, bundles.links, bundles.missing, strict=True)
    return [(upper, links, missing) for one, upper, links, missing in columns if one == lower]


def beside_lines(
    index: FabricIndex, boxes: Mapping[Thing, Box], cards: Mapping[int, Box]
) -> list[Line]:
    """Return the bundles between leaves of a tree, as curves below them; of units where folded."""
    shown, trunks = index.map, dict[tuple[int, int], list[int]]()
    unit = range(len(shown.units)) if shown.beside_units else shown.leaves.unit
    if not cards and shown.beside_units:
        return []
    for lower, upper, links, missing in zip(
        shown.beside.lower, shown.beside.upper, shown.beside.links, shown.beside.missing,
        strict=True,
    ):  # fmt: skip
        one, other = (unit[lower], unit[upper]) if cards else (lower, upper)
        trunk = trunks.setdefault((min(one, other), max(one, other)), [0, 0])
        trunk[0] += links
        trunk[1] += missing
    found = []
    for (one, other), (links, missing) in trunks.items():
        what: ThingKind = "unit" if cards else "leaf"
        ends = Thing(what, one), Thing(what, other)
        places = [cards.get(end.at) if cards else boxes.get(end) for end in ends]
        first, last = places
        if first is None or last is None or first is last:
            continue
        low = max(first.bottom, last.bottom) + _ACROSS
        points = ((first.middle, first.bottom), (first.middle, low), (last.middle, low),
                  (last.middle, last.bottom))  # fmt: skip
        found.append(Line(*ends, points, links, missing, on_curve(points, 0.5)))
    return found


def core_thing(index: FabricIndex, group: int) -> Thing:
    """Return what a group of core switches is drawn as: the one that it is, or the group."""
    cores = index.cores_of_group[group]
    alone = len(index.cores_of_group) == len(index.map.cores)
    return Thing("core", cores[0]) if alone else Thing("group", group)


def curve(
    start: tuple[float, float], end: tuple[float, float], bend: float = 0.5
) -> tuple[tuple[float, float], ...]:
    """Return a curve that leaves both ends vertically."""
    high = end[1] - start[1]
    return (start, (start[0], start[1] + high * bend), (end[0], end[1] - high * bend), end)


def on_curve(points: Sequence[tuple[float, float]], share: float) -> tuple[float, float]:
    """Return the point at a share of a curve's way."""
    a, b = 1 - share, share
    weights = (a * a * a, 3 * a * a * b, 3 * a * b * b, b * b * b)
    return (
        sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
    )


def strip_width(nodes: int) -> float:
    """Return how wide nodes stand where there is room for more than their leaves need."""
    return min(nodes * 12.0, 460.0)


def place_leaves(
    leaves: Sequence[int], boxes: dict[Thing, Box], span: tuple[float, float], y: float
) -> None:
    """Place the leaves of a unit evenly over its width."""
    x, wide = span
    pitch = wide / max(1, len(leaves))
    each = min(pitch - SWITCH_GAP, MOST_LEAF)
    for place, leaf in enumerate(leaves):
        left = x + place * pitch + (pitch - each) / 2
        boxes[Thing("leaf", leaf)] = Box(Thing("leaf", leaf), left, y, each, SWITCH_HIGH)


def row_of_switches(
    groups: Sequence[Sequence[Thing]],
    span: tuple[float, float],
    y: float,
    boxes: dict[Thing, Box],
) -> list[tuple[float, float]]:
    """Place switches in a row, groups apart; return where each group begins and ends."""
    left, wide = span
    many = sum(map(len, groups))
    if not many:
        return []
    gap = UNIT_GAP if many < 40 else UNIT_GAP / 2
    pitch = min((wide - gap * (len(groups) - 1)) / many, MOST_SPINE)
    x = left + (wide - pitch * many - gap * (len(groups) - 1)) / 2
    spans = []
    for group in groups:
        first = x
        for thing in group:
            space = min(SWITCH_GAP * 3, pitch * 0.2)
            boxes[thing] = Box(thing, x + space / 2, y, pitch - space, SWITCH_HIGH)
            x += pitch
        spans.append((first, x))
        x += gap
    return spans


def to_hubs(index: FabricIndex, boxes: Mapping[Thing, Box], hubs: Sequence[Hub]) -> list[Line]:
    """Return the bundles from each leaf to where its unit's are bundled."""
    up, missing = index.uplinks, index.map.leaves.missing
    found = []
    for hub in hubs:
        if hub.thing.what != "unit":
            continue
        for leaf in index.leaves_of_unit[hub.thing.at]:
            box = boxes.get(Thing("leaf", leaf))
            if box is not None and (up[leaf] or missing[leaf]):
                points = curve((box.middle, box.y), (hub.x, hub.y + HUB_HIGH / 2))
                # Near the leaf: further up lines come closer than their figures are wide.
                chip = on_curve(points, 0.15)
                found.append(
                    Line(Thing("leaf", leaf), hub.thing, points, up[leaf], missing[leaf], chip)
                )
    return found


def to_nodes(index: FabricIndex, boxes: Mapping[Thing, Box], strips: Sequence[Strip]) -> list[Line]:
    """Return the links of nodes, leaf by leaf: from the strip of its unit straight up."""
    found = []
    down = index.map.leaves.down
    for strip in strips:
        leaves = index.leaves_of_unit[strip.unit] if strip.unit >= 0 else ()
        for leaf in leaves:
            box = boxes.get(Thing("leaf", leaf))
            if box is None or not down[leaf]:
                continue
            x, low, high = box.middle, strip.y, box.bottom
            points = ((x, low), (x, low - 8), (x, high + 8), (x, high))
            chip = (x, (low + high) / 2)
            lower, upper = Thing("unit", strip.unit), Thing("leaf", leaf)
            found.append(Line(lower, upper, points, down[leaf], 0, chip))
    return found
