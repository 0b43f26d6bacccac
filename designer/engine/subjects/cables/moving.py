"""What a change that is only tried does to the cables of some racks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import CablesMoved, MovedWay, TrayGain
from designer.engine.subjects.cables.bill import MEDIA_ORDER
from designer.engine.subjects.cables.changed_rows import changed_rows
from designer.engine.subjects.cables.media import MISFIT, UNKNOWN, Chosen, Media
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.wiring.tray_loads import spans_of, way_of

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

MOST_WAYS: Final = 40
"""Ways that are drawn while a rack is dragged: eyes tell no more apart."""


@dataclass(frozen=True, eq=False)
class _Side:
    """The cables of some racks, before or after."""

    count: int = 0
    length: Figure = exact(0.0, "m")  # noqa: RUF009 - a frozen value
    longest: Figure = exact(0.0, "m")  # noqa: RUF009 - a frozen value
    media: Counter[str] = field(default_factory=Counter)
    too_far: int = 0
    misfits: int = 0
    short_pins: frozenset[str] = frozenset()
    cables: Places = field(default_factory=lambda: np.empty(0, dtype=np.intp))


def moved_of(before: Media | None, after: Media | None, racks: Sequence[str]) -> CablesMoved | None:
    """Return what becomes of the cables of some racks; None where they have none."""
    was, now = _side(before, racks), _side(after, racks)
    if not was.count and not now.count:
        return None
    names = [name for name in (*MEDIA_ORDER, "") if was.media[name] or now.media[name]]
    figures = {
        "length_before_m": was.length, "length_m": now.length,
        "longest_before_m": was.longest, "longest_m": now.longest,
    }  # fmt: skip
    ways_before, ways = _ways(before, racks), _ways(after, racks)
    return CablesMoved(
        count_before=was.count, count=now.count, too_far=now.too_far, misfits=now.misfits,
        media=tuple((name, was.media[name], now.media[name]) for name in names),
        other_media=_other_media(before, after, racks),
        pins=tuple(sorted(now.short_pins - was.short_pins)),
        was=_unlike(ways_before, ways), now=_unlike(ways, ways_before),
        gains=tuple(_gains(before, after, racks)), rows=changed_rows(before, after, now.cables),
        **fields_of(figures),
    )  # fmt: skip


def _side(media: Media | None, racks: Sequence[str]) -> _Side:
    if media is None or not racks:
        return _Side()
    routing = media.routing
    numbers = [routing.routes.places.number.get(rack, -2) for rack in racks]
    rows, counted, too_far, misfits = [], Counter[str](), 0, 0
    short: set[str] = set()
    low, likely, high = routing.metres
    start = 0
    for chosen, one in zip(media.fabrics, routing.routes.fabrics, strict=True):
        ends = chosen.ends
        mine = np.isin(one.heights.rack, numbers)
        found = np.flatnonzero(mine[ends.a] | mine[ends.b])
        rows.append(found + start)
        for code, number in zip(*np.unique(chosen.choice[found], return_counts=True), strict=True):
            option = chosen.options[int(code)] if code >= 0 else None
            counted[option.medium if option is not None else ""] += int(number)
        reach = np.array([np.inf if o.reach_m is None else o.reach_m for o in chosen.options] + [0])
        far = likely[found + start] > reach[np.maximum(chosen.choice[found], -1)] + 1e-9
        too_far += int((far & ~np.isin(chosen.choice[found], (UNKNOWN, MISFIT))).sum())
        misfits += int((chosen.choice[found] == MISFIT).sum())
        if chosen.pinned:
            bad = set(found[far].tolist())
            short |= {ends.by_hand[at].id for at in chosen.pinned if at in bad}
        start += len(ends)
    some = np.concatenate(rows or [np.empty(0, dtype=np.intp)])
    if not len(some):
        return _Side()
    straight = bool(routing.off_trays[some].any())
    lengths = [float(case[some].sum()) for case in (low, likely, high)]
    longest = [float(case[some].max()) for case in (low, likely, high)]
    return _Side(
        len(some), routing.figure(*lengths, straight=straight),
        routing.figure(*longest, straight=straight), counted, too_far, misfits, frozenset(short),
        some,
    )  # fmt: skip


def _other_media(before: Media | None, after: Media | None, racks: Sequence[str]) -> int | None:
    """Return how many cables of some racks have another medium; None where others are laid."""
    if before is None or after is None or len(before.fabrics) != len(after.fabrics):
        return None
    numbers = [after.routing.routes.places.number.get(rack, -2) for rack in racks]
    found, pairs = 0, zip(before.fabrics, after.fabrics, strict=True)
    for (was, now), one in zip(pairs, after.routing.routes.fabrics, strict=True):
        same = len(was.ends) == len(now.ends) and all(
            np.array_equal(getattr(was.ends, end), getattr(now.ends, end)) for end in ("a", "b")
        )
        if not same:
            return None
        mine = np.isin(one.heights.rack, numbers)
        rows = mine[now.ends.a] | mine[now.ends.b]
        found += int((_codes(was)[rows] != _codes(now)[rows]).sum())
    return found


def _codes(chosen: Chosen) -> NDArray[np.int64]:
    """Return the number of the medium of each cable; below 0 where none is chosen."""
    media = [MEDIA_ORDER.index(option.medium) for option in chosen.options]
    return np.array([*media, -1])[np.maximum(chosen.choice, -1)]


def _pairs(media: Media | None, racks: Sequence[str]) -> tuple[Places, Floats]:
    """Return the pairs of racks of which one is among some, and the cables of each, most first."""
    if media is None:
        return np.empty(0, dtype=np.intp), np.empty(0)
    routes = media.routing.routes
    numbers = [routes.places.number.get(rack, -2) for rack in racks]
    mine = np.flatnonzero(np.isin(routes.pairs.a, numbers) | np.isin(routes.pairs.b, numbers))
    count = np.zeros(len(routes.pairs.a))
    start = 0
    for one in routes.fabrics:
        each = media.routing.each[start : start + len(one.ends)]
        between = one.pair >= 0
        if len(count):
            count += np.bincount(one.pair[between], each[between], minlength=len(count))
        start += len(one.ends)
    order = np.argsort(-count[mine], kind="stable")
    return mine[order], count[mine[order]]


def _ways(media: Media | None, racks: Sequence[str]) -> tuple[MovedWay, ...]:
    """Return the ways of the cables of some racks, those with the most cables."""
    rows, count = _pairs(media, racks)
    if media is None:
        return ()
    routes = media.routing.routes
    return tuple(
        MovedWay(
            corners=tuple((round(x), round(y)) for x, y in way_of(routes, pair)),
            cables=round(cables),
            on_tray=int(routes.pairs.part[pair]) >= 0,
        )
        for pair, cables in zip(rows[:MOST_WAYS].tolist(), count[:MOST_WAYS].tolist(), strict=True)
    )


def _unlike(some: tuple[MovedWay, ...], others: tuple[MovedWay, ...]) -> tuple[MovedWay, ...]:
    known = {way.corners for way in others}
    return tuple(way for way in some if way.corners not in known)


def _gains(before: Media | None, after: Media | None, racks: Sequence[str]) -> Iterator[TrayGain]:
    """Yield how many more of the cables of some racks run along each tray, most first."""
    was, now = _on_trays(before, racks), _on_trays(after, racks)
    trays = after.routing.design.trays if after is not None else ()
    more = {tray.id: round(now.get(tray.id, 0.0)) - round(was.get(tray.id, 0.0)) for tray in trays}
    for tray in sorted(trays, key=lambda tray: -more[tray.id]):
        if more[tray.id]:
            (ax, ay), (bx, by) = tray.corners[0], tray.corners[1]
            yield TrayGain(
                tray=tray.id, name=tray.name, cables=more[tray.id],
                x_mm=(ax + bx) // 2, y_mm=(ay + by) // 2,
            )  # fmt: skip


def _on_trays(media: Media | None, racks: Sequence[str]) -> dict[str, float]:
    """Return how many cables of some racks run along each tray, by its id."""
    rows, count = _pairs(media, racks)
    if media is None or media.routing.routes.graph is None or not len(rows):
        return {}
    graph, trays = media.routing.routes.graph, media.routing.design.trays
    spans = spans_of(media.routing.routes, rows)
    of_pair = dict(zip(rows.tolist(), count.tolist(), strict=True))
    runs = {
        (pair, tray)
        for pair, tray in zip(spans.pair.tolist(), graph.tray[spans.piece].tolist(), strict=True)
        if tray >= 0
    }
    found: dict[str, float] = {}
    for pair, tray in runs:
        found[trays[tray].id] = found.get(trays[tray].id, 0.0) + of_pair[pair]
    return found
