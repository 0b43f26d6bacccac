"""Where everything of a power one-line stands: sources above, feeds, and the racks they carry.

Each node stands one stage above the lowest of what it supplies, as near as there is room above it.
A line that passes a stage has a place of its own there, so that none runs through a box, and the
outlets of one stage join theirs at different heights: a dot joins, no dot crosses. Lengths are
nominal pixels of 1/96 inch.

May import `model`.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from designer.model.design import PowerNode

BOX_WIDE: Final = 178.0
BOX_HIGH: Final = 78.0
_PASS_WIDE: Final = 14.0
_BESIDE: Final = 20.0
_LANE: Final = 11.0
_LEAST_GAP: Final = 40.0
_EDGE: Final = 24.0
_GUTTER: Final = 78.0
_STANDBY: Final = 28.0
"""Between the inlets of a box, where it has few."""
_SWEEPS: Final = 7
_NUDGE: Final = 2.0

GROUP_WIDE: Final = 156.0
GROUP_HIGH: Final = 80.0


@dataclass(frozen=True)
class GroupKey:
    """What a group of racks is known by: no id of a node, which may be any text, is like it.

    Attributes
    ----------
    feeds
        Ids of the feeds that the racks hang on, in the order of the design.
    unsure
        Whether they also hang on something of which nobody can say which feed it is.
    """

    feeds: tuple[str, ...]
    unsure: bool = False


BoxKey = str | GroupKey
"""A node by its id, or a group of racks."""


@dataclass(frozen=True)
class Box:
    """A node, or a group of racks: its place, and the stage it stands on, 0 at the top."""

    key: BoxKey
    x: float
    y: float
    width: float
    height: float
    stage: int

    @property
    def middle(self) -> float:
        """The middle of its width."""
        return self.x + self.width / 2


@dataclass(frozen=True)
class Wire:
    """What leads from a node to one that it supplies; `standby` where that has another first.

    Attributes
    ----------
    points
        Corners from the outlet above to the inlet below.
    dots
        Where it joins others of its source.
    """

    source: str
    target: BoxKey
    standby: bool
    points: tuple[tuple[float, float], ...]
    dots: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Group:
    """Racks, CDUs and air units that hang on the same feeds.

    Attributes
    ----------
    feeds
        Ids of the feeds, in the order of the design.
    racks
        Their ids.
    unsure
        Whether nobody can say on which feeds they hang besides.
    title
        What they are, in words: `12 racks, 6 units`.
    names, letters
        What people call the feeds, and the letters that these bear on drawings.
    """

    feeds: tuple[str, ...]
    racks: tuple[str, ...]
    unsure: bool = False
    title: str = ""
    names: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()

    @property
    def key(self) -> GroupKey:
        """What it is known by."""
        return GroupKey(self.feeds, self.unsure)


@dataclass(frozen=True)
class OneLine:
    """A one-line with the place of everything.

    Attributes
    ----------
    stages
        Upper edge of each stage and the kinds that stand on it, from the top.
    left_out
        Source and target of each line that is not drawn, because it would close a circle.
    """

    boxes: Mapping[BoxKey, Box]
    wires: tuple[Wire, ...]
    groups: tuple[Group, ...]
    stages: tuple[tuple[float, tuple[str, ...]], ...]
    width: float
    height: float
    left_out: tuple[tuple[str, str], ...] = ()


def arranged(power: Sequence[PowerNode], racks: Iterable[Group]) -> OneLine:
    """Return a one-line of a power tree and the racks on its feeds.

    A node that is upstream of itself is drawn all the same: the line that closes the circle is
    left out.
    """
    told = tuple(racks)
    edges, left_out = _edges(power, told)
    stage = _stages(power, told, edges)
    rows, chains = _with_passes(stage, edges)
    _untangle(rows, chains)
    groups = frozenset(group.key for group in told)
    inlets = _inlets(edges, groups)
    x = _columns(rows, groups)
    _part_strangers(rows, chains, x, inlets)
    kinds = {node.id: node.kind for node in power}
    bottoms: dict[int, float] = {}
    tops: dict[int, float] = {}
    y = _EDGE
    lanes = [_lanes(row, chains, x) for row in rows]
    for at in range(len(rows)):
        tops[at] = y
        high = GROUP_HIGH if any(key in groups for key in rows[at]) else BOX_HIGH
        bottoms[at] = y + high
        y += high + max(_LEAST_GAP, 24 + _LANE * len(set(lanes[at].values())))
    boxes = {
        key: Box(key, x[key] - wide / 2, tops[at], wide, bottoms[at] - tops[at], at)
        for at, row in enumerate(rows)
        for key in row
        for wide in (_wide(key, groups),)
        if not isinstance(key, tuple)
    }
    wires = tuple(
        _wire(edge, chain, x, inlets[edge[:2]], tops, bottoms, lanes, stage)
        for edge, chain in chains
    )
    return OneLine(
        boxes,
        _joined(wires),
        told,
        tuple(
            (tops[at], tuple(dict.fromkeys(kinds[k] for k in row if k in kinds)))
            for at, row in enumerate(rows)
        ),
        max((box.x + box.width for box in boxes.values()), default=0.0) + _EDGE,
        (bottoms[len(rows) - 1] if rows else 0.0) + _EDGE,
        left_out,
    )


Place = BoxKey | tuple[str, BoxKey, int]
"""A box by its key, or the passage of a line through a stage: source, target and stage."""
Edge = tuple[str, BoxKey, bool]
"""Source, target, and whether the target has another source first."""


def _edges(
    power: Sequence[PowerNode], groups: Iterable[Group]
) -> tuple[list[Edge], tuple[tuple[str, str], ...]]:
    """Return what supplies what, and the lines left out that lead back to where they come from."""
    known = {node.id: node for node in power}
    found: list[Edge] = []
    left_out: list[tuple[str, str]] = []
    above: dict[str, set[str]] = {}
    for node in power:
        for at, parent in enumerate(dict.fromkeys(node.parents)):
            if parent not in known:
                continue
            if node.id in _reach(parent, above) | {parent}:
                left_out.append((parent, node.id))
                continue
            found.append((parent, node.id, at > 0))
            above.setdefault(node.id, set()).add(parent)
    found += [(feed, group.key, False) for group in groups for feed in group.feeds if feed in known]
    return found, tuple(left_out)


def _reach(start: str, above: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    queue = [start]
    while queue:
        for parent in above.get(queue.pop(), ()):
            if parent not in seen:
                seen.add(parent)
                queue.append(parent)
    return seen


def _stages(
    power: Sequence[PowerNode], groups: Sequence[Group], edges: Iterable[Edge]
) -> dict[BoxKey, int]:
    """Return the stage of everything, from the top: groups last, feeds next to last."""
    below: dict[BoxKey, list[BoxKey]] = {}
    for source, target, _ in edges:
        below.setdefault(source, []).append(target)
    depth: dict[BoxKey, int] = {group.key: 0 for group in groups}
    queue: list[BoxKey] = [node.id for node in power]
    while queue:
        key = queue[-1]
        waiting = [child for child in below.get(key, ()) if child not in depth]
        if waiting and key not in depth:
            queue += waiting
            continue
        queue.pop()
        depth.setdefault(key, 1 + max((depth[child] for child in below.get(key, ())), default=0))
    most = max(depth.values(), default=0)
    # In the order of the design, which is that of a stage until lines ask for another.
    keys: tuple[BoxKey, ...] = (*(node.id for node in power), *(group.key for group in groups))
    return {key: most - depth[key] for key in keys}


def _with_passes(
    stage: Mapping[BoxKey, int], edges: Iterable[Edge]
) -> tuple[list[list[Place]], list[tuple[Edge, tuple[Place, ...]]]]:
    """Return what stands on each stage, and the way of each line from stage to stage."""
    rows: list[list[Place]] = [[] for _ in range(max(stage.values(), default=-1) + 1)]
    for key, at in stage.items():
        rows[at].append(key)
    chains = []
    for edge in edges:
        source, target, _ = edge
        passes: list[Place] = []
        for at in range(stage[source] + 1, stage[target]):
            place = (source, target, at)
            rows[at].append(place)
            passes.append(place)
        chains.append((edge, (source, *passes, target)))
    return rows, chains


def _untangle(rows: list[list[Place]], chains: Sequence[tuple[Edge, tuple[Place, ...]]]) -> None:
    """Order each stage by the middle of what it is joined to, down and up by turns."""
    above: dict[Place, list[Place]] = {}
    below: dict[Place, list[Place]] = {}
    for _, chain in chains:
        for one, other in pairwise(chain):
            below.setdefault(one, []).append(other)
            above.setdefault(other, []).append(one)
    for sweep in range(_SWEEPS):
        order = range(len(rows)) if sweep % 2 else range(len(rows) - 1, -1, -1)
        joined = above if sweep % 2 else below
        for at in order:
            beside = rows[at - 1] if sweep % 2 else rows[at + 1] if at + 1 < len(rows) else []
            place = {key: number for number, key in enumerate(beside)}
            own = {key: number for number, key in enumerate(rows[at])}
            rows[at].sort(key=lambda key: (_mean(joined.get(key, ()), place, own[key]), own[key]))


def _mean(keys: Iterable[Place], place: Mapping[Place, int], otherwise: int) -> float:
    found = [place[key] for key in keys if key in place]
    return sum(found) / len(found) if found else float(otherwise)


def _wide(place: Place, groups: Container[BoxKey]) -> float:
    if isinstance(place, tuple):
        return _PASS_WIDE
    return GROUP_WIDE if place in groups else BOX_WIDE


def _columns(rows: Sequence[Sequence[Place]], groups: Container[BoxKey]) -> dict[Place, float]:
    """Return the middle of everything: each stage in the middle of the widest."""
    widths = [
        sum(_wide(place, groups) for place in row) + _BESIDE * max(0, len(row) - 1) for row in rows
    ]
    widest = max(widths, default=0.0)
    found: dict[Place, float] = {}
    for row, width in zip(rows, widths, strict=True):
        # What is fewer than the widest is spread over it: outlets stand above what they supply.
        spare = (widest - width) / (len(row) + 1) if row else 0.0
        at = _EDGE + _GUTTER + spare
        for place in row:
            wide = _wide(place, groups)
            found[place] = at + wide / 2
            at += wide + _BESIDE + spare
    return found


def _part_strangers(
    rows: Iterable[Iterable[Place]],
    chains: Sequence[tuple[Edge, tuple[Place, ...]]],
    x: dict[Place, float],
    inlets: Mapping[tuple[str, BoxKey], float],
) -> None:
    """Move what stands just above an inlet that another leads to: their lines would be one."""
    stage = {place: at for at, row in enumerate(rows) for place in row}
    ends: dict[int, list[tuple[Place, Place, float]]] = {}
    for edge, chain in chains:
        for one, other in pairwise(chain):
            inlet = inlets[edge[:2]] if other == edge[1] else 0.0
            ends.setdefault(stage[one], []).append((one, other, inlet))
    for _ in range(_SWEEPS):
        for steps in ends.values():
            for place in dict.fromkeys(one for one, _, _ in steps):
                others = [x[other] + inlet for one, other, inlet in steps if one != place]
                while any(abs(end - x[place]) < 1 for end in others):
                    x[place] += _NUDGE


def _lanes(
    row: Iterable[Place], chains: Iterable[tuple[Edge, tuple[Place, ...]]], x: Mapping[Place, float]
) -> dict[Place, int]:
    """Return at which height below its stage each outlet turns, from the top."""
    own = set(row)
    spans: dict[Place, list[float]] = {}
    for _, chain in chains:
        for one, other in pairwise(chain):
            if one in own:
                spans.setdefault(one, [x[one]]).append(x[other])
    lanes: dict[Place, int] = {}
    ends: list[list[tuple[float, float]]] = []
    for place in sorted(spans, key=lambda key: (min(spans[key]), max(spans[key]))):
        low, high = min(spans[place]) - BOX_WIDE / 2, max(spans[place]) + BOX_WIDE / 2
        lane = next(
            (n for n, taken in enumerate(ends) if all(high < a or low > b for a, b in taken)),
            len(ends),
        )
        if lane == len(ends):
            ends.append([])
        ends[lane].append((low, high))
        lanes[place] = lane
    return lanes


def _inlets(edges: Iterable[Edge], groups: frozenset[GroupKey]) -> dict[tuple[str, BoxKey], float]:
    """Return where each line enters its target, from the middle: no two of a target alike.

    A node's first source enters in the middle; racks hang on all of their feeds alike.
    """
    sources: dict[BoxKey, list[str]] = {}
    for source, target, _ in edges:
        sources.setdefault(target, []).append(source)
    found: dict[tuple[str, BoxKey], float] = {}
    for target, mine in sources.items():
        step = min(_STANDBY, (GROUP_WIDE / 2 - 12) / max(1, len(mine) - 1))
        first = -step * (len(mine) - 1) / 2 if target in groups else 0.0
        found |= {(one, target): first + step * at for at, one in enumerate(mine)}
    return found


def _wire(
    edge: Edge,
    chain: Sequence[Place],
    x: Mapping[Place, float],
    inlet: float,
    tops: Mapping[int, float],
    bottoms: Mapping[int, float],
    lanes: Sequence[Mapping[Place, int]],
    stage: Mapping[BoxKey, int],
) -> Wire:
    source, target, standby = edge
    first = stage[source]
    points = [(x[source], bottoms[first])]
    for at, place in enumerate(chain[1:], start=first):
        turn = bottoms[at] + 14 + _LANE * lanes[at][chain[at - first]]
        end = x[place] + (inlet if place == target else 0.0)
        points += [(points[-1][0], turn), (end, turn), (end, tops[at + 1])]
    return Wire(source, target, standby, tuple(_straight(points)))


def _straight(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners without those that turn nothing."""
    found: list[tuple[float, float]] = []
    for point in points:
        if found and point == found[-1]:
            continue
        if len(found) > 1 and (
            found[-2][0] == found[-1][0] == point[0] or found[-2][1] == found[-1][1] == point[1]
        ):
            found[-1] = point
        else:
            found.append(point)
    return found


def _joined(wires: Sequence[Wire]) -> tuple[Wire, ...]:
    """Return the lines with dots where those of one source part."""
    found = []
    for wire in wires:
        others = [one for one in wires if one.source == wire.source and one is not wire]
        corners = {wire.points[1]} if others and len(wire.points) > 2 else set()
        for one in others:
            corners |= {p for p in one.points[2:3] if len(one.points) > 3 and _on(p, wire)}
        found.append(Wire(wire.source, wire.target, wire.standby, wire.points, tuple(corners)))
    return tuple(found)


def _on(point: tuple[float, float], wire: Wire) -> bool:
    """Return whether a corner of another line lies inside a level stretch of this one."""
    return any(
        a[1] == b[1] == point[1] and min(a[0], b[0]) < point[0] < max(a[0], b[0])
        for a, b in pairwise(wire.points)
    )
