"""Power shelves in a rack: what they lose of what hangs on the bus bar, and what each feed gives.

A shelf stands on the feed that it names; the others take the feeds of the rack in turn, and where
the rack names none those of its rack PDUs. Shelves share the load by what each is rated for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.helpers.recompute.reading import Stand
from tests.helpers.recompute.spans import ZERO, Span, known, summed

Table = dict[str, Any]
PartOf = Callable[[str], Table | None]


def shelves_of(stand: Stand, part_of: PartOf) -> list[tuple[Table, Table]]:
    """Shelves of a rack, lowest first, with their parts; none in what is no cabinet."""
    rack = part_of(stand.part)
    if rack is None or rack["kind"] != "rack":
        return []
    found = [(one, part) for one in stand.contents if (part := part_of(one["part"]))]
    mine = [(one, part) for one, part in found if part["kind"] == "power-shelf"]
    return sorted(mine, key=lambda pair: pair[0].get("u", 0.0))


def hangs_on_bus(part: Table) -> bool:
    return bool(part.get("psu", {}).get("inlet", "").startswith("busbar"))


def rating(shelf: Table) -> float:
    """W that a shelf gives: of the supplies that it needs."""
    psu = shelf["psu"]
    needed = psu.get("redundancy", "").partition("+")[0]
    count = int(needed) if needed else psu["count"]
    return float(count * psu["rating_w"])


def over_efficiency(shelves: list[Table], usual: Span) -> Span:
    """Input over output of all shelves: each has its part of the load.

    Those that state none are as good as servers' supplies usually are, and perhaps better.
    """
    own = [shelf["psu"].get("efficiency") for shelf in shelves]
    if None in own:
        return Span(1.0, 1 / (usual.value or 1.0), 1 / usual.low)
    whole = sum(map(rating, shelves))
    return known(sum(rating(s) / whole / s["psu"]["efficiency"] for s in shelves))


def lost(stand: Stand, part_of: PartOf, watts_of: Callable[[Table], Span], usual: Span) -> Span:
    """W that all shelves of a rack turn into heat."""
    shelves = [part for _, part in shelves_of(stand, part_of)]
    behind = _behind(stand, part_of, watts_of)
    if not shelves:
        return ZERO
    times = over_efficiency(shelves, usual)
    more = Span(times.low - 1, None if times.value is None else times.value - 1, times.high - 1)
    return behind.times(more)


def _behind(stand: Stand, part_of: PartOf, watts_of: Callable[[Table], Span]) -> Span:
    parts = [part for one in stand.contents if (part := part_of(one["part"]))]
    return summed(watts_of(part) for part in parts if hangs_on_bus(part))


def shelf_loads(
    stand: Stand,
    part_of: PartOf,
    watts_of: Callable[[Table], Span],
    usual: Span,
) -> dict[str, tuple[Span, Span]]:
    """Load of each feed in kW by its shelves, normally and at its highest after another is lost."""
    shelves = shelves_of(stand, part_of)
    strips = sorted(
        {one["feed"] for one in stand.contents
         if (part := part_of(one["part"])) and part["kind"] == "rack-pdu"}
    )  # fmt: skip
    turn = list(stand.feeds) or strips
    weights: Counter[str] = Counter()
    at = 0
    for one, shelf in shelves:
        feed = one.get("feed", "")
        if not feed:
            feed, at = turn[at % len(turn)], at + 1
        weights[feed] += int(rating(shelf))
    if not shelves:
        return {}
    times = over_efficiency([part for _, part in shelves], usual)
    taken = _behind(stand, part_of, watts_of).times(times).scaled(0.001)

    def load(feed: str, gone: str) -> Span:
        left = sum(weight for name, weight in weights.items() if name != gone)
        return taken.scaled(weights[feed] / left) if left else ZERO

    found = {}
    for feed in sorted(weights):
        after = [load(feed, gone) for gone in weights if gone != feed]
        worst_one = max(after, key=lambda span: span.high, default=ZERO)
        found[feed] = (load(feed, ""), worst_one)
    return found
