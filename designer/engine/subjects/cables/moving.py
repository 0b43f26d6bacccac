"""What a change that is only tried does to the cables of some racks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import CablesMoved, ChangedCables, MovedWay, TrayGain
from designer.engine.results import Key
from designer.engine.subjects.cables.bill import MEDIA_ORDER
from designer.engine.subjects.cables.changed_rows import Lines, changed_rows, lines_of
from designer.engine.subjects.cables.choosing import MISFIT, UNKNOWN
from designer.engine.subjects.cables.media import Chosen, Media
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.wiring.tray_loads import way_of

LINES: Key[Media] = Key("lines of cables")
"""All cables once more: their lines go over the pipe behind what the card says of them."""

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

MOST_WAYS: Final = 40
"""Ways that are drawn while a rack is dragged: eyes tell no more apart."""
_LINES: Final = " lines"
"""Before racks under whose names lines are kept: no rack is called so."""


@dataclass(frozen=True, eq=False)
class _Rows:
    """Which cables some racks have: the same ones as long as all cables join the same racks.

    Attributes
    ----------
    cables
        Their numbers.
    fabrics
        The same by fabric, counted from its first.
    pairs, count
        The pairs of racks that they join, and how many cables join each, most first.
    """

    cables: Places
    fabrics: tuple[Places, ...]
    pairs: Places
    count: Floats


@dataclass(frozen=True, eq=False)
class _Side:
    """The cables of some racks, before or after."""

    rows: _Rows
    length: Figure
    longest: Figure
    media: Counter[str]
    too_far: int
    may_not: int
    misfits: int
    short_pins: frozenset[str]
    ways: tuple[MovedWay, ...]
    on_trays: Mapping[str, float]

    @property
    def count(self) -> int:
        """How many cables there are."""
        return len(self.rows.cables)


def _nothing() -> _Side:
    """Return the cables of racks that have none."""
    some, none = np.empty(0, dtype=np.intp), exact(0.0, "m")
    rows = _Rows(some, (), some, np.empty(0))
    return _Side(rows, none, none, Counter(), 0, 0, 0, frozenset(), (), {})


def moved_of(before: Media | None, after: Media | None, racks: Sequence[str]) -> CablesMoved | None:
    """Return what becomes of the cables of some racks; None where they have none."""
    was = _before(before, tuple(racks))
    now = _after(after, racks, before, was)
    if not was.count and not now.count:
        return None
    names = [name for name in (*MEDIA_ORDER, "") if was.media[name] or now.media[name]]
    figures = {
        "length_before_m": was.length, "length_m": now.length,
        "longest_before_m": was.longest, "longest_m": now.longest,
    }  # fmt: skip
    return CablesMoved(
        count_before=was.count, count=now.count, too_far=now.too_far,
        may_not=now.may_not, misfits=now.misfits,
        media=tuple((name, was.media[name], now.media[name]) for name in names),
        other_media=_other_media(before, after, now),
        pins=tuple(sorted(now.short_pins - was.short_pins)),
        was=_unlike(was.ways, now.ways), now=_unlike(now.ways, was.ways),
        gains=tuple(_gains(after, was, now)), **fields_of(figures),
    )  # fmt: skip


def lines_moved(
    before: Media | None, after: Media | None, racks: Sequence[str]
) -> ChangedCables | None:
    """Return the lines of the schedule that differ; None where the cables are not the same."""
    if before is None or after is None:
        return None
    sizes = [[len(chosen.ends) for chosen in media.fabrics] for media in (before, after)]
    was = _before(before, tuple(racks)).rows
    rows = _rows_after(after, racks, before, was)
    if sizes[0] != sizes[1] or not len(rows.cables):
        return None
    same = rows is was or np.array_equal(was.cables, rows.cables)
    old = _lines_before(before, racks, rows.cables) if same else lines_of(before, rows.cables, None)
    priced = after.prices is before.prices
    return changed_rows(old, lines_of(after, rows.cables, old if priced else None), rows.cables)


def _before(media: Media | None, racks: tuple[str, ...]) -> _Side:
    """Return the cables of some racks before a change: kept for the next place of a drag."""
    if media is None:
        return _nothing()
    found = media.kept.get(racks)
    if isinstance(found, _Side):
        return found
    media.kept.clear()
    side = media.kept[racks] = _side(media, _rows(media, racks))
    return side


def _lines_before(media: Media, racks: Sequence[str], cables: Places) -> Lines:
    """Return the lines of the same cables before a change, kept beside them."""
    key = (_LINES, *racks)
    found = media.kept.get(key)
    if isinstance(found, Lines):
        return found
    lines = media.kept[key] = lines_of(media, cables, None)
    return lines


def _after(media: Media | None, racks: Sequence[str], before: Media | None, was: _Side) -> _Side:
    """Return the cables of some racks after a change, which mostly are those of before."""
    if media is None:
        return _nothing()
    return _side(media, _rows_after(media, racks, before, was.rows))


def _rows_after(media: Media, racks: Sequence[str], before: Media | None, was: _Rows) -> _Rows:
    alike = before is not None and media.routing.columns is before.routing.columns
    return was if alike else _rows(media, racks)


def _rows(media: Media, racks: Sequence[str]) -> _Rows:
    """Return which cables some racks have."""
    routing = media.routing
    numbers = [routing.routes.places.number.get(rack, -2) for rack in racks]
    fabrics, start, every = [], 0, [np.empty(0, dtype=np.intp)]
    for one in routing.routes.fabrics:
        mine = np.isin(one.heights.rack, numbers)
        found = np.flatnonzero(mine[one.ends.a] | mine[one.ends.b])
        fabrics.append(found)
        every.append(found + start)
        start += len(one.ends)
    cables = np.concatenate(every)
    pair, each = routing.columns.pair[cables], routing.each[cables]
    count = np.bincount(pair[pair >= 0], each[pair >= 0])
    pairs = np.flatnonzero(count)
    pairs = pairs[np.argsort(-count[pairs], kind="stable")]
    return _Rows(cables, tuple(fabrics), pairs, np.asarray(count[pairs], dtype=float))


def _side(media: Media, rows: _Rows) -> _Side:
    """Return some cables as they are in a design."""
    if not len(rows.cables):
        return _nothing()
    routing = media.routing
    counted, too_far, may_not, misfits, start = Counter[str](), 0, 0, 0, 0
    short: set[str] = set()
    low, likely, high = (case[rows.cables] for case in routing.metres)
    for chosen, found in zip(media.fabrics, rows.fabrics, strict=True):
        end = start + len(found)
        choice = chosen.choice[found]
        for code, number in zip(*np.unique(choice, return_counts=True), strict=True):
            option = chosen.options[int(code)] if code >= 0 else None
            counted[option.medium if option is not None else ""] += int(number)
        far = out_of_reach(chosen, likely[start:end], found)
        surely = far & out_of_reach(chosen, low[start:end], found)
        too_far += int(surely.sum())
        may_not += int((far & ~surely).sum())
        misfits += int((choice == MISFIT).sum())
        if chosen.pinned:
            bad = set(found[far | np.isin(choice, (UNKNOWN, MISFIT))].tolist())
            short |= {chosen.ends.by_hand[at].id for at in chosen.pinned if at in bad}
        start = end
    straight = bool(routing.off_trays[rows.cables].any())
    lengths = [float(case.sum()) for case in (low, likely, high)]
    longest = [float(case.max()) for case in (low, likely, high)]
    return _Side(
        rows, routing.figure(*lengths, straight=straight),
        routing.figure(*longest, straight=straight), counted, too_far, may_not, misfits,
        frozenset(short),
        _ways(media, rows), _on_trays(media, rows),
    )  # fmt: skip


def _other_media(before: Media | None, after: Media | None, now: _Side) -> int | None:
    """Return how many cables of some racks have another medium; None where others are laid."""
    if before is None or after is None or len(before.fabrics) != len(after.fabrics):
        return None
    found = 0
    for at, (one, other) in enumerate(zip(before.fabrics, after.fabrics, strict=True)):
        if not _join_alike(one, other):
            return None
        if now.count:
            rows = now.rows.fabrics[at]
            found += int((medium_codes(one, rows) != medium_codes(other, rows)).sum())
    return found


def _join_alike(one: Chosen, other: Chosen) -> bool:
    """Return whether the cables of a fabric end at the same devices."""
    return one.ends is other.ends or (
        len(one.ends) == len(other.ends)
        and np.array_equal(one.ends.a, other.ends.a)
        and np.array_equal(one.ends.b, other.ends.b)
    )


def out_of_reach(chosen: Chosen, metres: Floats, rows: Places | slice) -> NDArray[np.bool_]:
    """Return whether nothing reaches some cables of a fabric, or not what was chosen by hand.

    Parameters
    ----------
    metres
        Their lengths: with the least they can have, the pinned part is too short for certain.
    """
    choice = chosen.choice[rows]
    reach = np.array([np.inf if o.reach_m is None else o.reach_m for o in chosen.options] + [0])
    far = metres > reach[np.maximum(choice, -1)] + 1e-9
    return np.asarray(far & ~np.isin(choice, (UNKNOWN, MISFIT)), dtype=bool)


def medium_codes(chosen: Chosen, rows: Places | slice) -> NDArray[np.int64]:
    """Return the number of the medium of some cables; below 0 where none is chosen."""
    media = [MEDIA_ORDER.index(option.medium) for option in chosen.options]
    return np.array([*media, -1])[np.maximum(chosen.choice[rows], -1)]


def _ways(media: Media, rows: _Rows) -> tuple[MovedWay, ...]:
    """Return the ways of some cables, those with the most cables."""
    routes = media.routing.routes
    some = zip(rows.pairs[:MOST_WAYS].tolist(), rows.count[:MOST_WAYS].tolist(), strict=True)
    return tuple(
        MovedWay(
            corners=tuple((round(x), round(y)) for x, y in way_of(routes, pair)),
            cables=round(cables),
            on_tray=int(routes.pairs.part[pair]) >= 0,
        )
        for pair, cables in some
    )


def _unlike(some: tuple[MovedWay, ...], others: tuple[MovedWay, ...]) -> tuple[MovedWay, ...]:
    known = {way.corners for way in others}
    return tuple(way for way in some if way.corners not in known)


def _gains(after: Media | None, was: _Side, now: _Side) -> Iterator[TrayGain]:
    """Yield how many more of the cables of some racks run along each tray, most first."""
    before, then = was.on_trays, now.on_trays
    trays = after.routing.design.trays if after is not None else ()
    more = {
        tray.id: round(then.get(tray.id, 0.0)) - round(before.get(tray.id, 0.0)) for tray in trays
    }
    for tray in sorted(trays, key=lambda tray: -more[tray.id]):
        if more[tray.id]:
            (ax, ay), (bx, by) = tray.corners[0], tray.corners[1]
            yield TrayGain(
                tray=tray.id, name=tray.name, cables=more[tray.id],
                x_mm=(ax + bx) // 2, y_mm=(ay + by) // 2,
            )  # fmt: skip


def _on_trays(media: Media, rows: _Rows) -> Mapping[str, float]:
    """Return how many of some cables run along each tray, by its id."""
    pairs, trays = media.routing.trays_along(rows.pairs)
    if not len(pairs):
        return {}
    count = np.zeros(len(media.routing.routes.pairs.a))
    count[rows.pairs] = rows.count
    each = np.bincount(trays, count[pairs])
    found = media.routing.design.trays
    return {found[at].id: float(each[at]) for at in np.unique(trays).tolist()}
