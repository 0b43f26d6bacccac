"""Which medium each cable takes, what is bought for it, what that costs and draws: from tables.

Works on the rows of a schedule of cables (their ends with cage and lane, and their lengths) and on
the tables of the catalogue. What shares a cage is chosen together, for the longest of it.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.helpers.recompute import parts as of
from tests.helpers.recompute.schedule import Row, Schedule
from tests.helpers.recompute.spans import ZERO, Span, summed

Table = dict[str, Any]
Cage = tuple[str, str]
"""A device and the number of one of its cages."""

TAKES = {
    "OSFP": {"OSFP"}, "OSFP112": {"OSFP"}, "QSFP-DD": {"QSFP-DD", "QSFP56", "QSFP28"},
    "QSFP112": {"QSFP112", "QSFP56", "QSFP28"}, "QSFP56": {"QSFP56", "QSFP28"},
    "QSFP28": {"QSFP28"}, "RJ45": {"RJ45"}, "SFP28": {"SFP28"}, "SFP56": {"SFP56"},
}  # fmt: skip
ORDER = ("copper", "DAC", "ACC", "AEC", "AOC", "MMF", "SMF", "LPO")
LANES = {"SR4": 4, "DR4": 4, "SR8": 8, "DR8": 8}
"""Optics whose lanes have fibres of their own, by their number."""
GLASS = {"MMF": "MMF", "SMF": "SMF", "LPO": "SMF"}


class Socket(NamedTuple):
    """A cage: what goes in, its links, whether a switch's, the rate of its ports."""

    plugs: frozenset[str]
    links: int
    switch: bool
    gbps: float


class Way(NamedTuple):
    """A way to join two cages; `near` is the end at which a cable with plugs is one piece."""

    medium: str
    cable: Table
    modules: tuple[Table | None, Table | None]
    split: int
    reach: float | None
    price: Span
    near: int
    name: str
    shared: int = 1


def together(part: Table, gbps: float, sockets: tuple[Socket, ...]) -> int:
    """Return how many links of a rate go over each port of a part that fills cages; else 0."""
    number = part["cable"]["rate_gbps"] / gbps
    links = part["cable"].get("links", 1) * number
    whole = number > 1 and number.is_integer() and all(s.links == links for s in sockets)
    return int(number) if whole else 0


def over(module: Table, fibre: Table) -> float | None:
    """Return how far a module reaches over a fibre: NaN where it says so for lesser ones alone."""
    told = {
        key[6:-2].upper(): value for key, value in module["cable"].items() if key[:6] == "reach_"
    }
    if not told:
        return module["cable"].get("length_max_m")
    grade = fibre.get("grade")
    if not grade:
        return min(told.values())
    return max((v for k, v in told.items() if k[:2] == grade[:2] and k <= grade), default=math.nan)


def least(*reaches: float | None) -> float | None:
    """Return the shortest that is known; None where one is open."""
    known = [one for one in reaches if one is not None]
    return None if any(math.isnan(one) for one in known) else min(known, default=None)


@dataclass
class Line:
    """One cable of the schedule; of both ends the cage, the part, and whether it is a switch's.

    It is loose where it, or what shares cages with it, follows no tray. Links of the rule of a
    fabric that splits ports count as the share of a port that they are.
    """

    fabric: str
    gbps: float
    ends: tuple[Cage, Cage]
    parts: tuple[tuple[str, bool], tuple[str, bool]]
    metres: float
    pinned: str = ""
    way: Way | None = None
    stock: float = math.nan
    least_m: float = 0.0
    loose: bool = False
    share: float = 1.0


@dataclass
class Bought:
    """What is bought of one medium."""

    cables: float = 0.0
    pieces: Counter[tuple[str, float]] = field(default_factory=Counter)
    draws: Counter[str] = field(default_factory=Counter)


class Choice:
    """What is chosen for the cables of a schedule."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule, self.plan = schedule, schedule.plan
        self.fabrics = {f.get("name", key): f for key, f in self.plan.design["fabrics"].items()}
        self._keys = {f.get("name", key): key for key, f in self.plan.design["fabrics"].items()}
        self.lines = [self._line(schedule, row) for row in schedule.rows]
        self.cables = [p for p in self.plan.parts.values() if "cable" in p]
        self.of_cage: dict[Cage, list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for cage in line.ends:
                self.of_cage[cage].append(number)
        self._known: dict[tuple[object, ...], list[Way]] = {}
        for together in self._together():
            mine = [self.lines[n] for n in together]
            self._choose(mine)
            loose = any(line.loose for line in mine)
            for line in mine:
                line.loose = loose

    def _line(self, schedule: Schedule, row: Row) -> Line:
        a, b = row.ends
        key = self._keys[row.fabric]
        return Line(
            row.fabric, float(row.told["Gb/s"]),
            ((f"{key} {a.device}", a.cage), (f"{key} {b.device}", b.cage)),
            ((a.part, a.fabric == key), (b.part, b.fabric == key)),
            schedule.metres(row, 0)[0], row.cable.get("part", ""),
            least_m=schedule.metres(row, -1)[0], loose=not schedule.metres(row, 0)[1],
            share=1.0 if row.cable else 1 / self.plan.design["fabrics"][key].get("breakout", 1),
        )  # fmt: skip

    def _together(self) -> Iterator[list[int]]:
        """Yield the cables that share cages, directly or over others."""
        left = set(range(len(self.lines)))
        while left:
            todo, found = [left.pop()], []
            while todo:
                found.append(todo.pop())
                for cage in self.lines[found[-1]].ends:
                    near = left & set(self.of_cage[cage])
                    left -= near
                    todo += near
            yield found

    def _choose(self, together: list[Line]) -> None:
        """Choose for cables that share cages: one language, the cheapest that all speak."""
        longest = max(line.metres for line in together)
        may, far = (
            [self._may(line, longest, reach) for line in together] for reach in (True, False)
        )
        able = [n for n, ways in enumerate(may) if ways]
        best = _common([may[n] for n in able])
        if best is None:
            fits = _common([far[n] for n in able]) is not None
            for n in able:
                if together[n].pinned:
                    may[n] = may[n][:1] if fits else []
            free = [n for n in able if not together[n].pinned]
            best = _common([may[n] for n in free])
            for n in free:
                may[n] = [] if best is None else may[n]
        for line, ways in zip(together, may, strict=True):
            mine = [way for way in ways if best is None or tongue(way) == best] or ways[:1]
            if mine:
                line.way = mine[0]
                line.stock = stock(mine[0].cable, longest)

    def _may(self, line: Line, longest: float, reach: bool) -> list[Way]:
        """Return what a cable may take, cheapest first."""
        ways = sorted(self._ways(line), key=lambda way: self._rank(way, longest))
        if line.pinned:
            return [w for w in ways if line.pinned in (w.cable["id"], *_ids(w.modules))]
        if not reach:
            return ways
        return [w for w in ways if w.reach is not None and w.reach >= longest - 1e-9] or [
            w for w in ways if w.reach is None
        ]

    def _rank(self, way: Way, longest: float) -> tuple[bool, float, int, str]:
        price = way.price
        if any("length_m" in one for one in way.cable.get("prices", [])):
            links = way.cable["cable"].get("links", 1) * way.shared
            price = self._priced(way.cable, stock(way.cable, longest)).scaled(1 / links)
        value = price.value
        return value is None, value or 0.0, ORDER.index(way.medium), way.name

    @property
    def currency(self) -> str:
        return str(self.plan.site.get("currency", "USD"))

    def _priced(self, part: Table, metres: float = 0.0) -> Span:
        return priced(part, self.currency, self.plan.rates, metres)

    def _ways(self, line: Line) -> list[Way]:
        fabric = self.fabrics[line.fabric]
        one, two = line.parts
        sockets = self.socket(*one, fabric), self.socket(*two, fabric)
        key = (sockets, line.gbps, self._pairing(line), line.pinned)
        if key not in self._known:
            found = [*self._plugged(*key[:3]), *self._optical(sockets, line.gbps, line.pinned)]
            if key[2] == "straight":
                found += self._shared(sockets, line.gbps, line.pinned)
            found.sort(key=lambda way: self._rank(way, 0.0))
            self._known[key] = found
        return self._known[key]

    def socket(self, part_id: str, switch: bool, fabric: Table) -> Socket:
        """Return the cages of a part's ports for a fabric, of which it may be a switch."""
        part = self.plan.parts[part_id]
        wanted = "fabric" if switch else fabric.get("purpose", "compute")
        groups = [g for g in part["ports"] if wanted in (g["purpose"], *g["name"].split())
                  and g["rate_gbps"] >= fabric.get("rate_gbps", 400)]  # fmt: skip
        group = max(groups, key=lambda g: g["count"] * g["rate_gbps"])
        split = fabric.get("breakout", 1) if switch else 1
        links = group["count"] * split // group.get("cages", group["count"] * split)
        words = re.findall(r"[A-Z][A-Za-z0-9-]+", group.get("connector", ""))
        plugs = frozenset().union(*(TAKES.get(word, {word}) for word in words))
        return Socket(plugs, links, switch, group["rate_gbps"])

    def _pairing(self, line: Line) -> str:
        """Return how the links of both cages go."""
        a, b = line.ends
        mine = [self._others(cage) for cage in (a, b)]
        if len(mine[0]) == len(mine[1]) == 1:
            return "straight"
        for end, name in ((0, "split-a"), (1, "split-b")):
            cages = mine[end]
            if len(cages) > 1 and all(len(self._others(cage)) == 1 for cage in cages):
                return name
        return "crossed"

    def _others(self, cage: Cage) -> set[Cage]:
        ends = (self.lines[n].ends for n in self.of_cage[cage])
        return {other for pair in ends for other in pair if other != cage}

    def _plugged(self, sockets: tuple[Socket, Socket], gbps: float, pairing: str) -> Iterator[Way]:
        """Yield cables with plugs of their own."""
        for part in self.cables:
            cable = part["cable"]
            if part["kind"] == "transceiver" or "fibre" in cable or cable["rate_gbps"] != gbps:
                continue
            links, far = cable.get("links", 1), cable.get("far_ends", 1)
            plugs = cable["connector"], cable.get("far_connector", cable["connector"])
            for near in (0, 1) if far > 1 else (0,):
                ends = sockets if near == 0 else sockets[::-1]
                goes = all(
                    plug in end.plugs and end.links == number
                    for end, plug, number in zip(ends, plugs, (links, links // far), strict=True)
                )
                wanted = "straight" if far == 1 else ("split-a", "split-b")[near]
                if goes and (links == 1 or pairing == wanted):
                    price = self._priced(part).scaled(1 / links)
                    yield Way(cable["medium"], part, (None, None), 1, cable.get("length_max_m"),
                              price, near, part["name"])  # fmt: skip
                    break

    def _shared(self, sockets: tuple[Socket, Socket], gbps: float, pinned: str) -> Iterator[Way]:
        """Yield straight cables and fibres of faster ports, on whose lanes several links go."""
        for part in self.cables:
            cable, number = part["cable"], together(part, gbps, sockets)
            plugs = {cable.get("connector"), cable.get("far_connector", cable.get("connector"))}
            if not number or part["kind"] == "transceiver" or "fibre" in cable:
                continue
            if cable.get("far_ends", 1) == 1 and all(plugs <= s.plugs for s in sockets):
                price = self._priced(part).scaled(1 / (cable.get("links", 1) * number))
                yield Way(cable["medium"], part, (None, None), 1, cable.get("length_max_m"), price,
                          0, part["name"], number)  # fmt: skip
        able = [
            [m for m in self.cables if m["kind"] == "transceiver" and fits(m, s, gbps, pinned)
             and LANES.get(m["cable"]["optics"], 0) % (together(m, gbps, sockets) or 99) == 0]
            for s in sockets
        ]  # fmt: skip
        for one in able[0]:
            for two in able[1]:
                number, mine = together(one, gbps, sockets), one["cable"]
                alike = ("optics", "rate_gbps", "fibre")
                if not number or mine["optics"] not in LANES:
                    continue
                if any(mine[name] != two["cable"][name] for name in alike):
                    continue
                for glass in self.cables:
                    fibre = glass["cable"]
                    if glass["kind"] != "cable" or fibre.get("fibre") != mine["fibre"]:
                        continue
                    if fibre["medium"] != GLASS[mine["medium"]] or fibre.get("far_ends", 1) > 1:
                        continue
                    reach = least(over(one, fibre), over(two, fibre), fibre.get("length_max_m"))
                    ends = summed(self._priced(m).scaled(1 / sockets[0].links) for m in (one, two))
                    names = dict.fromkeys((glass["name"], one["name"], two["name"]))
                    medium = (
                        "LPO"
                        if "LPO" in (mine["medium"], two["cable"]["medium"])
                        else (mine["medium"])
                    )
                    yield Way(medium, glass, (one, two), number, reach,
                              ends + self._priced(glass).scaled(1 / number), 0,
                              " and ".join(names), number)  # fmt: skip

    def _optical(self, sockets: tuple[Socket, Socket], gbps: float, pinned: str) -> Iterator[Way]:
        """Yield a module at each end and a fibre."""
        mine = [
            [m for m in self.cables if m["kind"] == "transceiver" and fits(m, s, gbps, pinned)]
            for s in sockets
        ]
        for one in mine[0]:
            for two in mine[1]:
                speaks = [(m["cable"]["optics"], m["cable"]["rate_gbps"], m["cable"]["fibre"],
                           GLASS[m["cable"]["medium"]]) for m in (one, two)]  # fmt: skip
                if speaks[0] != speaks[1]:
                    continue
                split = round(speaks[0][1] / gbps)
                halved = [split if s.links == m["cable"].get("links", 1) * split else 1
                          for s, m in zip(sockets, (one, two), strict=True)]  # fmt: skip
                whole = [s.links == m["cable"].get("links", 1) * h
                         for s, m, h in zip(sockets, (one, two), halved, strict=True)]  # fmt: skip
                if not all(whole) or (split > 1 and sorted(halved) != [1, split]):
                    continue
                for glass in self.cables:
                    fibre = glass["cable"]
                    if glass["kind"] != "cable" or fibre.get("fibre") != speaks[0][2]:
                        continue
                    if fibre["medium"] != speaks[0][3] or fibre.get("far_ends", 1) != split:
                        continue
                    reach = least(over(one, fibre), over(two, fibre), fibre.get("length_max_m"))
                    modules = summed(
                        self._priced(m).scaled(1 / (m["cable"].get("links", 1) * h))
                        for m, h in zip((one, two), halved, strict=True)
                    )
                    linear = {m["cable"]["medium"] for m in (one, two)} == {"LPO"}
                    medium = "LPO" if linear else one["cable"]["medium"]
                    names = dict.fromkeys((glass["name"], one["name"], two["name"]))
                    price = modules + self._priced(glass).scaled(1 / split)
                    yield Way(medium, glass, (one, two), split, reach, price, 0,
                              " and ".join(names))  # fmt: skip

    def bought(self) -> dict[str, Bought]:
        """Return what is bought, by medium: a module, or an end of a cable, for each cage."""
        found: dict[str, Bought] = defaultdict(Bought)
        holds: set[tuple[Cage, str, str]] = set()
        pieces: dict[tuple[object, ...], tuple[str, str, float]] = {}
        legs: Counter[tuple[str, str, str, float, int]] = Counter()
        for line in self.lines:
            way = line.way
            if way is None:
                continue
            found[way.medium].cables += line.share
            fibre = "fibre" in way.cable["cable"]
            for cage, module in zip(line.ends, way.modules, strict=True):
                if module is not None or not fibre:
                    holds.add((cage, way.medium, (module or way.cable)["id"]))
            piece = way.medium, way.cable["id"], line.stock
            if fibre:
                legs[(line.fabric, *piece, way.split)] += 1
            elif way.cable["cable"].get("far_ends", 1) > 1:
                pieces[line.ends[way.near], way.cable["id"]] = piece
            else:
                pieces[frozenset(line.ends), way.cable["id"]] = piece
        for _, medium, part in holds:
            found[medium].draws[part] += 1
            if self.plan.parts[part]["kind"] == "transceiver":
                found[medium].pieces[part, 0.0] += 1
        for medium, part, metres in pieces.values():
            found[medium].pieces[part, metres] += 1
        for (_, medium, part, metres, split), number in legs.items():
            found[medium].pieces[part, metres] += math.ceil(number / split)
        return found

    def cost(self, bought: Bought) -> Span:
        """Return what pieces cost."""
        return summed(
            self._priced(self.plan.parts[part], metres).scaled(number)
            for (part, metres), number in sorted(bought.pieces.items())
        )

    def cost_of(self, line: Line) -> Span | None:
        """Return what one cable costs, with its part of modules; None where nothing is chosen."""
        way = line.way
        if way is None or not any("length_m" in p for p in way.cable.get("prices", [])):
            return None if way is None else way.price
        links = way.cable["cable"].get("links", 1) * way.shared
        return self._priced(way.cable, line.stock).scaled(1 / links)

    def watts(self, bought: Bought) -> Span:
        """Return what is drawn from cages, at most."""
        return summed(
            _watts(self.plan.parts[part]).scaled(number)
            for part, number in sorted(bought.draws.items())
        )

    def least(self, medium: str, name: str, told: Span) -> Span:
        """Return what the cables of a medium cost or draw, however long the loose ones are."""
        mine = [line for line in self.lines if line.way is not None and line.way.medium == medium]
        if not any(line.loose for line in mine):
            return told
        low = sum(min(self._least(line, way, name) for way in self._ways_of(line)) for line in mine)
        return Span(min(low, told.low), told.value, math.inf)

    def _ways_of(self, line: Line) -> list[Way]:
        """Return what a cable may take whatever its length is that nobody knows."""
        assert line.way is not None
        if not line.loose:
            return [line.way]
        ways = self._ways(line)
        if line.pinned:
            return [w for w in ways if line.pinned in (w.cable["id"], *_ids(w.modules))]
        return [w for w in ways if w.reach is None or w.reach >= line.least_m - 1e-9]

    def _least(self, line: Line, way: Way, name: str) -> float:
        if name == "price":
            price = way.price if line.loose else self.cost_of(line)
            return 0.0 if price is None else price.low
        fibre = "fibre" in way.cable["cable"]
        return sum(
            0.0 if module is None and fibre
            else _watts(module or way.cable).low / len(self.of_cage[cage])
            for cage, module in zip(line.ends, way.modules, strict=True)
        )  # fmt: skip


def tongue(way: Way) -> tuple[object, ...]:
    """Return what has to be alike in a cage: the cable, or optics and rate of its module."""
    module = way.modules[0]
    if module is None:
        return (way.cable["id"],)
    cable = module["cable"]
    return cable["optics"], cable["rate_gbps"], cable["fibre"], way.split, way.shared


def _common(may: list[list[Way]]) -> tuple[object, ...] | None:
    """Return the cheapest language that all speak."""
    cheapest = {tongue(ways[0]) for ways in may if ways}
    if len(cheapest) == 1 and all(may):
        return cheapest.pop()
    tongues = [{tongue(way) for way in ways} for ways in may]
    shared = set.intersection(*tongues) if tongues else set()

    def cost(one: tuple[object, ...]) -> tuple[int, float, str]:
        prices = [next(w.price.value for w in ways if tongue(w) == one) for ways in may]
        return prices.count(None), sum(price or 0.0 for price in prices), str(one)

    return min(shared, key=cost, default=None)


def _watts(part: Table) -> Span:
    if "power_max_w" in part:
        return Span(part["power_max_w"], part["power_max_w"], part["power_max_w"])
    return ZERO if part["cable"]["medium"] == "copper" else Span(0.0, None, math.inf)


def _ids(modules: tuple[Table | None, Table | None]) -> list[str]:
    return [module["id"] for module in modules if module is not None]


def fits(module: Table, socket: Socket, gbps: float, pinned: str) -> bool:
    """Return whether a module goes into a cage and speaks at a rate, at twice that, or fills it."""
    cable = module["cable"]
    shell, fills = cable.get("shell", ""), together(module, gbps, (socket,)) > 0
    half = "QSFP112" in socket.plugs and cable["rate_gbps"] == 400 == 2 * gbps
    return (
        (fills or cable["rate_gbps"] in (gbps, 2 * gbps))
        and (fills or half or cable["rate_gbps"] <= socket.gbps)
        and cable["connector"] in socket.plugs
        and shell != ("flat" if socket.switch else "finned")
        and (cable["medium"] != "LPO" or module["id"] == pinned)
    )


def stock(part: Table, metres: float) -> float:
    """Return the length in which a cable is sold: the next of its list, or the next metre."""
    longer = [one for one in sorted(part["cable"].get("lengths_m", [])) if one >= metres - 1e-9]
    return float(longer[0]) if longer else float(math.ceil(metres - 1e-9))


def priced(part: Table, currency: str, rates: dict[str, Table], metres: float = 0.0) -> Span:
    """Return the price of one; of a cable that is priced by length, of that length."""
    by_length = [one for one in part.get("prices", []) if "length_m" in one]
    if not by_length:
        return of.price(part, currency, rates)[0]
    known = {one["length_m"]: of.price({**part, "prices": [one]}, currency, rates)[0]
             for one in by_length}  # fmt: skip
    if metres in known:
        return known[metres]
    shorter, longer = ([at for at in known if (at < metres) is side] for side in (True, False))
    if not longer:
        return Span(known[max(shorter)].low, None, math.inf)
    if not shorter or metres <= 0:
        return Span(0.0 if metres > 0 else min(s.low for s in known.values()), None,
                    known[min(longer)].high if metres > 0 else math.inf)  # fmt: skip
    begin, end = max(shorter), min(longer)
    one, two = known[begin], known[end]
    assert one.value is not None
    assert two.value is not None
    share = (metres - begin) / (end - begin)
    return Span(min(one.low, two.low), one.value + share * (two.value - one.value),
                max(one.high, two.high))  # fmt: skip
