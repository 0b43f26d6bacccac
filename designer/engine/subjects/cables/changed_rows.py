"""The lines of the schedule that a change which is only tried would alter, before a drop.

Cables are told by their numbers, which a rack that moves leaves as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import ChangedCables
from designer.engine.subjects.cables.bill import MEDIA_ORDER
from designer.engine.subjects.cables.media import Media
from designer.engine.subjects.cables.routing import Routing
from designer.engine.subjects.cables.states import (
    FAR,
    MAY_NOT,
    OPEN,
    REACHED,
    STATES,
    open_reach,
    overreached,
)
from designer.model.figures import Figure
from designer.wiring.cable_ends import numbered

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Way = tuple[str, ...] | None
_T = TypeVar("_T")
"""Names of trays; None within a rack."""

MOST_CHANGED: Final = 2000
"""Cables whose lines are told while racks are dragged."""
_CODES: Final = -min(STATES)
"""How many codes there are in place of a choice, all below 0."""
_LEAST_M: Final = 0.05
"""A length that differs by less is written alike."""


_Priced = dict[tuple[int, int, float], Figure]


@dataclass(frozen=True, eq=False)
class Coded(Generic[_T]):
    """A column of which many places hold the same: numbers of its values."""

    codes: Places
    values: Sequence[_T]

    def differs(self, other: "Coded[_T]") -> Flags:
        """Return where another column holds something else."""
        key = self.codes * len(other.values) + other.codes
        used, at = numbered(key, len(self.values) * len(other.values))
        pairs = (divmod(one, len(other.values)) for one in used.tolist())
        sides = ((self.values[mine], other.values[its]) for mine, its in pairs)
        unlike = np.array([a is not b and a != b for a, b in sides], dtype=bool)
        return unlike[at] if len(key) else np.empty(0, dtype=bool)

    def of(self, rows: Places) -> list[_T]:
        """Return what some places hold."""
        return list(map(self.values.__getitem__, self.codes[rows].tolist()))


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
    prices: Coded[Figure | None]
    media: Coded[str]
    states: Coded[str]
    ways: Coded[Way]
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
        | was.prices.differs(now.prices)
        | was.media.differs(now.media)
        | was.states.differs(now.states)
        | was.ways.differs(now.ways)
    )
    some = np.flatnonzero(differs)
    used, way = np.unique(now.ways.codes[some], return_inverse=True)
    return ChangedCables(
        numbers=tuple(told[some].tolist()),
        low_m=tuple(now.low[some].tolist()),
        metres=tuple(now.metres[some].tolist()),
        high_m=_known(now.high[some]),
        stock_m=_known(now.stock[some]),
        **_prices(now.prices, some),
        media=tuple(now.media.of(some)),
        states=tuple(now.states.of(some)),
        ways=tuple(way.tolist()),
        trays=tuple(now.ways.values[at] for at in used.tolist()),
        untold=len(cables) - len(told),
    )


def _alike(some: Floats, others: Floats) -> NDArray[np.bool_]:
    return np.isclose(some, others, rtol=0.0, atol=0.005, equal_nan=True)


def _prices(prices: Coded[Figure | None], some: Places) -> dict[str, tuple[float | None, ...]]:
    """Return prices in columns."""
    each = [
        (None, None, None) if one is None
        else (one.value, one.low, None if one.high == inf else one.high)
        for one in prices.values
    ]  # fmt: skip
    names = ("price", "price_low", "price_high")
    return {
        name: tuple(Coded(prices.codes, [one[at] for one in each]).of(some))
        for at, name in enumerate(names)
    }


def _known(values: Floats) -> tuple[float | None, ...]:
    if np.isfinite(values).all():
        return tuple(values.tolist())
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
    known: _Priced = dict(last.priced) if last is not None else {}
    prices: list[Figure | None] = [None]
    media_of, states_of = ["", *MEDIA_ORDER], [REACHED, OPEN, FAR, MAY_NOT, *STATES.values()]
    price, medium, state = (np.zeros(len(cables), dtype=np.intp) for _ in range(3))
    start = 0
    for fabric, chosen in enumerate(media.fabrics):
        first, end = np.searchsorted(cables, (start, start + len(chosen.ends))).tolist()
        at = cables[first:end] - start
        stock[first:end] = chosen.stock_m[at]
        # Many cables have the same option in the same length.
        lengths, long_of = np.unique(stock[first:end], return_inverse=True)
        key = (chosen.choice[at].astype(np.intp) + _CODES) * len(lengths) + long_of
        kinds, of = numbered(key, (len(chosen.options) + _CODES) * len(lengths))
        columns = np.zeros((3, len(kinds)), dtype=np.intp)
        for kind, number in enumerate(kinds.tolist()):
            code, long = number // len(lengths) - _CODES, float(lengths[number % len(lengths)])
            if code < 0:
                columns[2, kind] = states_of.index(STATES[code])
                continue
            columns[1, kind] = media_of.index(chosen.options[code].medium)
            found = known.get((fabric, code, long))
            if found is None:
                found = known[fabric, code, long] = media.link_price(chosen.options[code], long)
            columns[0, kind] = len(prices)
            prices.append(found)
        rows = slice(first, end)
        price[rows], medium[rows], state[rows] = columns[:, of]
        start += len(chosen.ends)
    reached = state == states_of.index(REACHED)
    state[reached & open_reach(media)[cables]] = states_of.index(OPEN)
    for numbers, name in zip(overreached(media), (FAR, MAY_NOT), strict=True):
        if len(numbers):
            state[np.isin(cables, numbers)] = states_of.index(name)
    high = np.where(routing.off_trays[cables], np.inf, high)
    return Lines(
        low, likely, high, stock, Coded(price, prices), Coded(medium, media_of),
        Coded(state, states_of), _ways(routing, routing.columns.pair[cables]), known,
    )  # fmt: skip


def _ways(routing: Routing, pairs: Places) -> Coded[Way]:
    """Return the trays along each pair of racks; None within a rack, empty where no tray leads."""
    used, at = np.unique(pairs, return_inverse=True)
    held: dict[int, list[str]] = {pair: [] for pair in used.tolist() if pair >= 0}
    trays = routing.design.trays
    along = routing.trays_along(used[used >= 0])
    for pair, tray in zip(*(column.tolist() for column in along), strict=True):
        held[pair].append(trays[tray].name or trays[tray].id)
    numbers: dict[Way, int] = {}
    each = [
        numbers.setdefault(tuple(held[pair]) if pair >= 0 else None, len(numbers))
        for pair in used.tolist()
    ]
    return Coded(np.array(each, dtype=np.intp)[at.reshape(-1)], list(numbers))
