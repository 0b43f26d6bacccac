"""The lines of the schedule that a change which is only tried would alter, before a drop.

Cables are told by their numbers, which a rack that moves leaves as they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import ChangedCables
from designer.engine.subjects.cables.media import Media
from designer.engine.subjects.cables.routing import Routing
from designer.engine.subjects.cables.states import FAR, MAY_NOT, REACHED, STATES, overreached
from designer.model.figures import Figure

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Way = tuple[str, ...] | None
"""Names of trays; None within a rack."""

MOST_CHANGED: Final = 2000
"""Cables whose lines are told while racks are dragged."""
_LEAST_M: Final = 0.05
"""A length that differs by less is written alike."""


_Priced = dict[tuple[int, int, float], Figure]


@dataclass(frozen=True, eq=False)
class Lines:
    """What the schedule says of some cables, in columns.

    Attributes
    ----------
    priced
        Prices of links by fabric, option and length.
    """

    low: Floats
    metres: Floats
    high: Floats
    stock: Floats
    prices: list[Figure | None]
    media: list[str]
    states: list[str]
    ways: list[Way]
    priced: _Priced


def changed_rows(was: Lines, now: Lines, cables: Places) -> ChangedCables:
    """Return the lines of some cables that differ.

    Parameters
    ----------
    cables
        Their numbers.
    """
    told = cables[:MOST_CHANGED]
    differs = (
        (np.abs(was.metres - now.metres) >= _LEAST_M)
        | ~_alike(was.stock, now.stock)
        | _unlike(was.prices, now.prices)
        | _unlike(was.media, now.media)
        | _unlike(was.states, now.states)
        | _unlike(was.ways, now.ways)
    )
    some = np.flatnonzero(differs)
    rows = some.tolist()
    ways = list(dict.fromkeys(now.ways[at] for at in rows))
    places = {way: at for at, way in enumerate(ways)}
    return ChangedCables(
        numbers=tuple(told[some].tolist()),
        low_m=tuple(now.low[some].tolist()),
        metres=tuple(now.metres[some].tolist()),
        high_m=_known(now.high[some]),
        stock_m=_known(now.stock[some]),
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
    return np.array(
        [a is not b and a != b for a, b in zip(some, others, strict=True)], dtype=bool
    )  # fmt: skip


def _prices(prices: Sequence[Figure | None]) -> dict[str, tuple[float | None, ...]]:
    """Return prices in columns."""
    return {
        "price": tuple(None if one is None else one.value for one in prices),
        "price_low": tuple(None if one is None else one.low for one in prices),
        "price_high": tuple(None if one is None or one.high == inf else one.high for one in prices),
    }


def _known(values: Floats) -> tuple[float | None, ...]:
    return tuple(value if isfinite(value) else None for value in values.tolist())


def lines_of(media: Media, cables: Places, last: Lines | None) -> Lines:
    """Return what the schedule says of some cables, of which it tells the first.

    Parameters
    ----------
    last
        The same of a design with the same fabrics and prices.
    """
    cables = cables[:MOST_CHANGED]
    routing = media.routing
    low, likely, high = (case[cables] for case in routing.metres)
    stock = np.full(len(cables), np.nan)
    prices: list[Figure | None] = [None] * len(cables)
    names, states = [""] * len(cables), [REACHED] * len(cables)
    known: _Priced = dict(last.priced) if last is not None else {}
    start = 0
    for fabric, chosen in enumerate(media.fabrics):
        first, end = np.searchsorted(cables, (start, start + len(chosen.ends))).tolist()
        at = cables[first:end] - start
        stock[first:end] = chosen.stock_m[at]
        media_of = [option.medium for option in chosen.options]
        codes, metres = chosen.choice[at].tolist(), stock[first:end].tolist()
        for row, code, long in zip(range(first, end), codes, metres, strict=True):
            if code < 0:
                states[row] = STATES[code]
                continue
            names[row] = media_of[code]
            price = known.get((fabric, code, long))
            if price is None:
                price = media.link_price(chosen.options[code], long)
                known[fabric, code, long] = price
            prices[row] = price
        start += len(chosen.ends)
    for numbers, state in zip(overreached(media), (FAR, MAY_NOT), strict=True):
        for row in np.flatnonzero(np.isin(cables, numbers)).tolist():
            states[row] = state
    high = np.where(routing.off_trays[cables], np.inf, high)
    pairs = routing.columns.pair[cables]
    ways = list(map(_ways(routing, pairs).__getitem__, pairs.tolist()))
    return Lines(low, likely, high, stock, prices, names, states, ways, known)


def _ways(routing: Routing, pairs: Places) -> Mapping[int, Way]:
    """Return the trays along each pair of racks; None within a rack, empty where no tray leads."""
    used = np.unique(pairs[pairs >= 0])
    held: dict[int, list[str]] = {pair: [] for pair in used.tolist()}
    trays = routing.design.trays
    for pair, tray in zip(*(column.tolist() for column in routing.trays_along(used)), strict=True):
        held[pair].append(trays[tray].name or trays[tray].id)
    return {-1: None, **{pair: tuple(names) for pair, names in held.items()}}
