"""How long cables between racks are: a search (Dijkstra) through the trays of a design."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from tests.helpers.recompute.reading import Plan

Table = dict[str, Any]
Point = tuple[float, float, float]
UNIT = 44.45
MEET = 50.0
"""Trays whose middles come so near to one another meet."""
HANGS = 1500.0
"""How far from the edge of its rack a cable hangs free, to the nearest tray."""
BESIDE = 600.0
"""How far from the edge of its rack any tray is reached."""


@dataclass(frozen=True)
class Box:
    """A rack on the plan: its middle, how high it is, where rails begin, half its two sides."""

    x: float
    y: float
    top: float
    frame: float
    half: tuple[float, float]
    off: float
    rails: bool


@dataclass(frozen=True)
class Case:
    """One case of what nobody states, mm, and the slack as a part of the run."""

    side: float
    loop: float
    above: float
    below: float
    slack: float


def cases(plan: Plan) -> tuple[Case, Case, Case]:
    """Return the low, the likely and the high case of a room."""
    room = plan.design.get("room", {})
    found = []
    for end in ("low", "value", "high"):
        side, loop, above, below, slack = (
            plan.defaults[name][end]
            for name in ("cable-side", "cable-loop", "tray-above-racks", "tray-below-floor",
                         "cable-slack")
        )  # fmt: skip
        found.append(
            Case(
                1000 * room.get("cable_side_m", side), 1000 * room.get("cable_loop_m", loop),
                above, below, room.get("cable_slack_pct", slack) / 100,
            )
        )  # fmt: skip
    return found[0], found[1], found[2]


def box(plan: Plan, rack: Table) -> Box:
    """Return where a rack of the file stands."""
    part = plan.part(rack["part"]) or {}
    width, depth = part.get("width_mm", 600), part.get("depth_mm", 1200)
    off = 300.0 * (("width_mm" not in part) + ("depth_mm" not in part))
    units = part.get("rack", {}).get("units")
    if "height_mm" in part:
        top = float(part["height_mm"])
    elif units:
        top, off = units * UNIT + 150, off + 100
    else:
        top, off = 2000.0, off + 500
    if rack.get("rotation", 0) in (90, 270):
        width, depth = depth, width
    frame = max(0.0, (top - units * UNIT) / 2) if units else 0.0
    return Box(
        rack["x_mm"] + width / 2, rack["y_mm"] + depth / 2, top, frame, (width / 2, depth / 2), off,
        units is not None,
    )  # fmt: skip


def port_height(plan: Plan, at: Box, part: str, unit: float) -> tuple[float, float]:
    """Return the height of the ports of a device, and how far off that may be.

    Parameters
    ----------
    unit
        Its lowest; 0 for what stands in none: the rack itself, a door, a PDU beside the rails.
    """
    if unit <= 0:
        return at.top / 2, at.top / 2 + at.off
    held = plan.part(part)
    least = at.frame + (unit - 1) * UNIT
    if held is None or not at.rails:
        off = max(0.0, at.top - least) / 2
        return least + off, off + at.off
    return least + max(1, held.get("height_half_u", 0)) / 4 * UNIT, 0.0


class Ways:
    """The trays of a kind as corners and straight pieces, with what a rack drops onto."""

    def __init__(self, plan: Plan, kind: str, case: Case, highest: float) -> None:
        self.pieces: list[tuple[Point, Point]] = []
        for tray in plan.design.get("trays", {}).values():
            if tray.get("kind", "overhead") != kind:
                continue
            planned = highest + case.above if kind == "overhead" else case.below
            z = tray.get("height_mm", planned) * (1 if kind == "overhead" else -1)
            for (ax, ay), (bx, by) in pairwise(tray["corners"]):
                if (ax, ay) != (bx, by):
                    self.pieces.append(((ax, ay, z), (bx, by, z)))
        self.kind = kind
        self.joints = list(self._joints())

    def _joints(self) -> Iterator[tuple[int, float, int, float]]:
        """Yield where two pieces meet: how far along each."""
        for (one, a), (two, b) in combinations(enumerate(self.pieces), 2):
            found = [
                (along(a, point[0], point[1]), end)
                for end, point in zip((0.0, 1.0), b, strict=True)
            ]
            met = [(s, e) for s, e in found if far(spot(a, s), spot(b, e)) <= MEET]
            back = [(e, along(b, p[0], p[1])) for e, p in zip((0.0, 1.0), a, strict=True)]
            met += [(e, s) for e, s in back if far(spot(a, e), spot(b, s)) <= MEET]
            met = met or list(crossing(a, b))
            for s, e in met:
                yield one, s * long(a), two, e * long(b)

    def runs(self, a: Box, b: Box) -> Iterator[float]:
        """Yield the ways from the entry of one rack to that of another, over each set of trays."""
        for part in self._parts():
            found = [
                first + self._search((p, s), (q, e)) + last
                for p, s, first in self._drops(a, part)
                for q, e, last in self._drops(b, part)
            ]
            yield from [min(found)] if found else []

    def _parts(self) -> list[set[int]]:
        known = list(range(len(self.pieces)))
        for one, _, two, _ in self.joints:
            low, high = sorted((known[one], known[two]))
            known = [low if k == high else k for k in known]
        return [{n for n, k in enumerate(known) if k == which} for which in sorted(set(known))]

    def _drops(self, rack: Box, part: set[int]) -> list[tuple[int, float, float]]:
        """Return the pieces onto which a rack drops, where, and how long that is."""
        found = []
        for number in sorted(part):
            piece = self.pieces[number]
            share = along(piece, rack.x, rack.y)
            x, y, z = spot(piece, share)
            off = abs(x - rack.x), abs(y - rack.y)
            rise = abs(z - (rack.top if self.kind == "overhead" else 0.0))
            beyond = [max(0.0, far - half) for far, half in zip(off, rack.half, strict=True)]
            found.append((sum(off), math.hypot(*beyond), number, share * long(piece), rise))
        least = min(one[0] for one in found)
        hangs = min(least, max(rack.half) + HANGS)
        return [
            (number, at, aside + rise) for aside, beyond, number, at, rise in found
            if aside <= hangs + 1e-6 or beyond <= BESIDE + 1e-6
        ]  # fmt: skip

    def _search(self, begin: tuple[int, float], goal: tuple[int, float]) -> float:
        """Return the shortest way between two places on pieces."""
        stops: dict[int, list[float]] = defaultdict(list)
        risers: dict[tuple[int, float], list[tuple[int, float, float]]] = defaultdict(list)
        for one, s, two, e in self.joints:
            up = abs(self.pieces[one][0][2] - self.pieces[two][0][2])
            stops[one].append(s)
            stops[two].append(e)
            risers[one, s].append((two, e, up))
            risers[two, e].append((one, s, up))
        stops[goal[0]].append(goal[1])
        heap, done = [(0.0, begin)], set()
        while heap:
            cost, place = heapq.heappop(heap)
            if place == goal:
                return cost
            if place in done:
                continue
            done.add(place)
            for stop in stops[place[0]]:
                heapq.heappush(heap, (cost + abs(stop - place[1]), (place[0], stop)))
            for two, e, up in risers[place]:
                heapq.heappush(heap, (cost + up, (two, e)))
        return math.inf


def long(piece: tuple[Point, Point]) -> float:
    (ax, ay, _), (bx, by, _) = piece
    return math.hypot(bx - ax, by - ay)


def far(one: Point, two: Point) -> float:
    return math.hypot(one[0] - two[0], one[1] - two[1])


def spot(piece: tuple[Point, Point], share: float) -> Point:
    (ax, ay, z), (bx, by, _) = piece
    return ax + share * (bx - ax), ay + share * (by - ay), z


def along(piece: tuple[Point, Point], x: float, y: float) -> float:
    """Return the share of a piece at which it is nearest to a place."""
    (ax, ay, _), (bx, by, _) = piece
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long(piece) ** 2
    return min(1.0, max(0.0, share))


def crossing(one: tuple[Point, Point], two: tuple[Point, Point]) -> Iterator[tuple[float, float]]:
    (ax, ay, _), (bx, by, _) = one
    (cx, cy, _), (dx, dy, _) = two
    area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if area:
        s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area
        e = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area
        if 0 <= s <= 1 and 0 <= e <= 1:
            yield s, e


class Lengths:
    """The length of a cable between two ports in one case, m."""

    def __init__(self, plan: Plan, case: Case, usual: Lengths | None = None) -> None:
        self.case, self.usual = case, usual
        self.entry = plan.design.get("room", {}).get("rack_entry", "")
        self.boxes = {key: box(plan, rack) for key, rack in plan.design["racks"].items()}
        highest = max(one.top for one in self.boxes.values())
        kinds = {"overhead": "top", "underfloor": "bottom"}
        self.nets = [
            Ways(plan, kind, case, highest)
            for kind, entry in kinds.items()
            if self.entry in ("", entry)
        ]
        self._known: dict[tuple[str, str], tuple[float, str] | None] = {}

    def metres(self, a: str, az: float, b: str, bz: float, off: float) -> tuple[float, bool]:
        """Return the length between two heights in racks, and whether it follows trays.

        Parameters
        ----------
        off
            How much longer it is for heights that nobody states.
        """
        case, at, to = self.case, self.boxes[a], self.boxes[b]
        if a == b:
            run = max(0.0, abs(az - bz) + off)
            return (run + 2 * case.side) * (1 + case.slack) / 1000, True
        on_trays = self._over(a, b)
        if on_trays:
            run, kind = on_trays
        elif self.entry == "bottom":
            run, kind = abs(at.x - to.x) + abs(at.y - to.y) + 2 * case.below, "underfloor"
        else:
            flat = abs(at.x - to.x) + abs(at.y - to.y) + abs(at.top - to.top)
            run, kind = flat + 2 * case.above, "overhead"
        run += (at.top - az) + (to.top - bz) if kind == "overhead" else az + bz
        run = max(0.0, run + off)
        return (run + 2 * (case.side + case.loop)) * (1 + case.slack) / 1000, on_trays is not None

    def _over(self, a: str, b: str) -> tuple[float, str] | None:
        """Return the shortest way over trays, of the kind that is usually the shortest."""
        if (a, b) not in self._known:
            kind = self.usual._over(a, b) if self.usual is not None else None
            ends = self.boxes[a], self.boxes[b]
            nets = [net for net in self.nets if kind is None or net.kind == kind[1]]
            found = [(run, net.kind) for net in nets for run in net.runs(*ends)]
            self._known[a, b] = min(found, default=None)
        return self._known[a, b]
