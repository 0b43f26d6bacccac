"""The lines of the schedule that a change which is only tried would alter, before a drop.

Cables are told by their numbers, which a rack that moves leaves as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import ChangedCables
from designer.engine.subjects.cables.media import Media
from designer.engine.subjects.cables.states import FAR, MAY_NOT, REACHED, STATES, overreached
from designer.model.figures import Figure
from designer.wiring.tray_loads import spans_of

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

MOST_CHANGED: Final = 2000
"""Cables whose lines are told while racks are dragged."""
_LEAST_M: Final = 0.05
"""A length that differs by less is written alike."""


@dataclass(frozen=True, eq=False)
class _Lines:
    """What the schedule says of some cables, in columns."""

    low: Floats
    metres: Floats
    high: Floats
    stock: Floats
    prices: tuple[Figure | None, ...]
    media: tuple[str, ...]
    states: tuple[str, ...]
    ways: tuple[tuple[str, ...] | None, ...]


def changed_rows(before: Media | None, after: Media | None, cables: Places) -> ChangedCables | None:
    """Return the lines of some cables that differ; None where the cables are not the same.

    Parameters
    ----------
    cables
        Their numbers.
    """
    if before is None or after is None:
        return None
    sizes = [[len(chosen.ends) for chosen in media.fabrics] for media in (before, after)]
    if sizes[0] != sizes[1]:
        return None
    told = cables[:MOST_CHANGED]
    was, now = _lines(before, told), _lines(after, told)
    differs = (
        (np.abs(was.metres - now.metres) >= _LEAST_M)
        | ~_alike(was.stock, now.stock)
        | _unlike(was.prices, now.prices)
        | _unlike(was.media, now.media)
        | _unlike(was.states, now.states)
        | _unlike(was.ways, now.ways)
    )
    rows = np.flatnonzero(differs).tolist()
    ways = list(dict.fromkeys(now.ways[at] for at in rows))
    places = {way: at for at, way in enumerate(ways)}
    return ChangedCables(
        numbers=tuple(told[rows].tolist()),
        low_m=tuple(float(now.low[at]) for at in rows),
        metres=tuple(float(now.metres[at]) for at in rows),
        high_m=tuple(_known(now.high[at], 6) for at in rows),
        stock_m=tuple(_known(now.stock[at]) for at in rows),
        **_prices([now.prices[at] for at in rows]),
        media=tuple(now.media[at] for at in rows),
        states=tuple(now.states[at] for at in rows),
        ways=tuple(places[now.ways[at]] for at in rows),
        trays=tuple(ways),
        untold=len(cables) - len(told),
    )


def _alike(some: Floats, others: Floats) -> NDArray[np.bool_]:
    return np.isclose(some, others, rtol=0.0, atol=0.005, equal_nan=True)


def _unlike(some: Sequence[object], others: Sequence[object]) -> NDArray[np.bool_]:
    return np.array([a != b for a, b in zip(some, others, strict=True)], dtype=bool)


def _prices(prices: Sequence[Figure | None]) -> dict[str, tuple[float | None, ...]]:
    """Return prices in columns."""
    return {
        "price": tuple(None if one is None else one.value for one in prices),
        "price_low": tuple(None if one is None else one.low for one in prices),
        "price_high": tuple(None if one is None or one.high == inf else one.high for one in prices),
    }


def _known(value: float, digits: int = 2) -> float | None:
    return round(float(value), digits) if np.isfinite(value) else None


def _lines(media: Media, cables: Places) -> _Lines:
    """Return what the schedule says of some cables."""
    routing = media.routing
    low, likely, high = (case[cables] for case in routing.metres)
    stock = np.full(len(cables), np.nan)
    prices: list[Figure | None] = [None] * len(cables)
    names, states = [""] * len(cables), [REACHED] * len(cables)
    pairs = np.full(len(cables), -1, dtype=np.intp)
    start = 0
    for chosen, one in zip(media.fabrics, routing.routes.fabrics, strict=True):
        mine = np.flatnonzero((cables >= start) & (cables < start + len(chosen.ends)))
        at = cables[mine] - start
        pairs[mine] = one.pair[at]
        stock[mine] = chosen.stock_m[at]
        for row, code, metres in zip(
            mine.tolist(), chosen.choice[at].tolist(), chosen.stock_m[at].tolist(), strict=True
        ):
            if code < 0:
                states[row] = STATES[code]
                continue
            option = chosen.options[code]
            names[row] = option.medium
            prices[row] = media.link_price(option, metres)
        start += len(chosen.ends)
    for numbers, state in zip(overreached(media), (FAR, MAY_NOT), strict=True):
        for row in np.flatnonzero(np.isin(cables, numbers)).tolist():
            states[row] = state
    high = np.where(routing.off_trays[cables], np.inf, high)
    return _Lines(
        low, likely, high, stock, tuple(prices), tuple(names), tuple(states), _ways(media, pairs)
    )


def _ways(media: Media, pairs: Places) -> tuple[tuple[str, ...] | None, ...]:
    """Return the trays along each pair of racks; None within a rack, empty where no tray leads."""
    routes = media.routing.routes
    told: dict[int, tuple[str, ...] | None] = {-1: None}
    used = np.unique(pairs[pairs >= 0])
    told.update((pair, ()) for pair in used.tolist())
    if routes.graph is not None and len(used):
        trays, spans = media.routing.design.trays, spans_of(routes, used)
        along: dict[int, set[int]] = {}
        numbers = routes.graph.tray[spans.piece]
        for pair, tray in zip(spans.pair.tolist(), numbers.tolist(), strict=True):
            if tray >= 0:
                along.setdefault(pair, set()).add(tray)
        for pair, held in along.items():
            told[pair] = tuple(trays[tray].name or trays[tray].id for tray in sorted(held))
    return tuple(told[pair] for pair in pairs.tolist())
