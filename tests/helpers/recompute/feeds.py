"""What each feed of a rack carries: supplies dealt evenly over feeds, lowest device first.

A device may hang anywhere, or nowhere, where its supplies, their inlet or the outlets for it are
not stated, or where such a device before it may have taken its outlets or its turn.

Cords by hand and other rules than `evenly` are left out, as none of the recomputed designs has
any; racks with a rack PDU that names no feed are not looked at.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.helpers.recompute.reading import Stand
from tests.helpers.recompute.shelves import hangs_on_bus
from tests.helpers.recompute.spans import ZERO, Span, summed

Table = dict[str, Any]

SOCKETS = {"C14": "C13", "C16": "C13", "C20": "C19", "C22": "C19"}
COOLERS = ("rear-door", "cdu", "crah", "in-row")
MOST_SUPPLIES = 12
"""Of a device that does not say: no device in rails of the catalogue has more."""


@dataclass
class Hanging:
    """A device with its supplies by feed; they are `sure` where all that decides them is stated.

    Supplies of which not even the number or the turn is known have no counts.
    """

    part: Table
    counts: dict[str, int]
    sure: bool


@dataclass
class Strip:
    """A rack PDU with its free outlets; None where nobody knows how many."""

    free: dict[str, int | None]
    used: int = 0

    def take(self, socket: str) -> bool:
        left = self.free.get(socket)
        if left == 0:
            return False
        if left is not None:
            self.free[socket] = left - 1
        self.used += 1
        return True


def feed_loads(
    stand: Stand,
    part_of: Callable[[str], Table | None],
    watts_of: Callable[[Table], Span],
    loads: tuple[str, ...],
) -> dict[str, tuple[Span, Span]]:
    """Load of each feed in kW, normally and at its highest after another is lost."""
    strips: dict[str, list[Strip]] = {}
    for one in stand.contents:
        part = part_of(one["part"])
        if part is None or part["kind"] != "rack-pdu":
            continue
        if not one.get("feed"):
            return {}
        pdu = part.get("pdu", {})
        free = {"C13": pdu.get("outlets_c13"), "C19": pdu.get("outlets_c19")}
        strips.setdefault(one["feed"], []).append(Strip(free))
    if not strips:
        return {}
    feeds = sorted(strips)
    hanging = _dealt(stand, part_of, strips, feeds, loads)

    def load(feed: str, lost: str) -> Span:
        alive = [name for name in feeds if name != lost]
        found = []
        for one in hanging:
            whole = watts_of(one.part).scaled(0.001)
            running = sum(one.counts.get(name, 0) for name in alive)
            share = one.counts.get(feed, 0) / running if running else 0.0
            if not one.counts:
                share = 1 / len(alive)
            if one.sure:
                found.append(whole.scaled(share))
            else:
                value = None if whole.value is None else whole.value * share
                found.append(Span(0.0, value, whole.high))
        return summed(found)

    return {
        feed: (load(feed, ""), _worst([load(feed, lost) for lost in feeds if lost != feed]))
        for feed in feeds
    }


def _dealt(
    stand: Stand,
    part_of: Callable[[str], Table | None],
    strips: dict[str, list[Strip]],
    feeds: list[str],
    loads: tuple[str, ...],
) -> list[Hanging]:
    """Every device of a rack that needs power, with its supplies by feed."""
    found: list[Hanging] = []
    start, start_known = 0, True
    maybe = {feed: {"C13": 0, "C19": 0} for feed in feeds}
    for one in sorted(stand.contents, key=_order):
        part = part_of(one["part"])
        if part is None or part["kind"] not in (*loads, *COOLERS) or part.get("power_max_w") == 0:
            continue
        psu = part.get("psu", {})
        supplies = psu.get("count", 0)
        if hangs_on_bus(part):
            continue
        if supplies < 1:
            found.append(Hanging(part, {}, sure=False))
            _may_take(maybe, feeds, ("C13", "C19"), math.ceil(MOST_SUPPLIES / len(feeds)))
            start_known = False
            continue
        inlet = psu.get("inlet", "")
        if inlet and inlet not in SOCKETS:
            continue
        socket, counts = SOCKETS.get(inlet, ""), dict.fromkeys(feeds, 0)
        turned = not start_known and supplies % len(feeds) > 0
        if turned:
            _may_take(maybe, feeds, ("C13", "C19"), 1)
        sure = not turned
        for supply in range(supplies):
            feed = feeds[(start + supply) % len(feeds)]
            by_use = sorted(strips[feed], key=lambda strip: strip.used)
            taken = next((strip for strip in by_use if strip.take(socket)), None)
            if taken is None:
                continue
            counts[feed] += 1
            if not socket or taken.free.get(socket) is None:
                _may_take(maybe, [feed], (socket,) if socket else ("C13", "C19"), 1)
                sure = False
            else:
                left = sum(strip.free.get(socket) or 0 for strip in strips[feed])
                sure = sure and left >= maybe[feed][socket]
        start = (start + supplies) % len(feeds)
        found.append(Hanging(part, {} if turned else counts, sure))
    return found


def _may_take(
    maybe: dict[str, dict[str, int]], feeds: list[str], sockets: tuple[str, ...], number: int
) -> None:
    """Note outlets that a device may take for all that is known."""
    for feed in feeds:
        for socket in sockets:
            maybe[feed][socket] += number


def _order(one: Table) -> tuple[bool, float, str, str]:
    beside = one.get("face", "front") in ("zero-u", "door")
    return beside, one.get("u", 0.0), one.get("face", "front"), one["part"]


def _worst(found: list[Span]) -> Span:
    if not found:
        return ZERO
    low, high = max(s.low for s in found), max(s.high for s in found)
    deciding = [s for s in found if s.high >= low]
    values = [s.value for s in deciding if s.value is not None]
    return Span(low, max(values) if len(values) == len(deciding) else None, high)
