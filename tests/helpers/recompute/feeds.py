"""What each feed of a rack carries: supplies dealt evenly over feeds, lowest device first.

Cords by hand and other rules than `evenly` are left out, as none of the recomputed designs has
any; racks with a rack PDU that names no feed are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.helpers.recompute.reading import Stand
from tests.helpers.recompute.spans import ZERO, Span, summed

Table = dict[str, Any]

SOCKETS = {"C14": "C13", "C16": "C13", "C20": "C19", "C22": "C19"}
COOLERS = ("rear-door", "cdu", "crah", "in-row")


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
    fixed, unsure = _dealt(stand, part_of, strips, feeds, loads)

    def load(feed: str, lost: str) -> Span:
        alive = [name for name in feeds if name != lost]
        found = []
        for part, counts in fixed:
            running = sum(counts[name] for name in alive)
            share = counts[feed] / running if running else 0.0
            found.append(watts_of(part).scaled(share / 1000))
        for part in unsure:
            whole = watts_of(part).scaled(0.001)
            if len(feeds) > 1:
                value = None if whole.value is None else whole.value / len(alive)
                whole = Span(0.0, value, whole.high)
            found.append(whole)
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
) -> tuple[list[tuple[Table, dict[str, int]]], list[Table]]:
    """Supplies of each device by feed, and the devices of which nobody counted the supplies."""
    fixed: list[tuple[Table, dict[str, int]]] = []
    unsure: list[Table] = []
    start = 0
    for one in sorted(stand.contents, key=_order):
        part = part_of(one["part"])
        if part is None or part["kind"] not in (*loads, *COOLERS) or part.get("power_max_w") == 0:
            continue
        psu = part.get("psu")
        if psu is None or psu.get("count", 0) < 1:
            unsure.append(part)
            continue
        inlet = psu.get("inlet", "")
        counts = dict.fromkeys(feeds, 0)
        if not inlet or inlet in SOCKETS:
            for supply in range(psu["count"]):
                feed = feeds[(start + supply) % len(feeds)]
                by_use = sorted(strips[feed], key=lambda strip: strip.used)
                counts[feed] += any(strip.take(SOCKETS.get(inlet, "")) for strip in by_use)
        start = (start + psu["count"]) % len(feeds)
        fixed.append((part, counts))
    return fixed, unsure


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
