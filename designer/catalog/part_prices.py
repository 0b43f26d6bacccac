"""What a part costs by the catalogue: the newest price, and of a cable the price of its length.

A seller who prices a cable by its length says nothing of lengths between: these are estimated on
the line between the next shorter and the next longer one, and lie within both. Longer than all
that are priced costs at least as much as the longest, shorter at most as much as the shortest.
"""

from math import inf
from typing import Final

from designer.catalog.entry import Price
from designer.catalog.exchange import NO_RATES, Rates
from designer.catalog.part import Part
from designer.model.figures import Figure, Gap, exact, missing

BETWEEN_LENGTHS: Final = "rule price between priced lengths"


def newest_price(part: Part, currency: str = "USD", rates: Rates = NO_RATES) -> Price | None:
    """Return the newest purchase price of one part in a currency; never one marked suspect.

    A price of one length is not that of the part. What nobody quotes in the currency is converted.
    """
    bought = [price for price in _bought(part, currency, rates) if price.length_m is None]
    return max(bought, key=lambda price: price.as_of, default=None)


def length_prices(
    part: Part, currency: str = "USD", rates: Rates = NO_RATES
) -> tuple[tuple[float, Price], ...]:
    """Return the newest price of each length that somebody prices, shortest first."""
    newest: dict[float, Price] = {}
    for price in _bought(part, currency, rates):
        if price.length_m is None:
            continue
        known = newest.get(price.length_m)
        if known is None or price.as_of > known.as_of:
            newest[price.length_m] = price
    return tuple(sorted(newest.items()))


def is_priced_by_length(part: Part) -> bool:
    """Return whether somebody prices a cable by its length, in whatever currency."""
    return any(price.length_m is not None for price in _purchases(part))


def price_date(part: Part, currency: str = "USD", rates: Rates = NO_RATES) -> str:
    """Return the date of the price that is taken; of prices by length the oldest; empty of none."""
    newest = newest_price(part, currency, rates)
    dates = [price.as_of for _, price in length_prices(part, currency, rates)]
    return min(dates, default="") or (newest.as_of if newest else "")


def _purchases(part: Part) -> list[Price]:
    return [
        price
        for price in part.prices
        if price.scope == "purchase" and price.per == "unit" and not price.suspect
    ]


def _bought(part: Part, currency: str, rates: Rates) -> list[Price]:
    """Return what people ask for one part in a currency; where nobody does, what rates make."""
    every = _purchases(part)
    own = [price for price in every if price.currency == currency]
    return own or [one for price in every if (one := rates.converted(price, currency)) is not None]


def price_figure(
    part: Part, currency: str = "USD", metres: float | None = None, rates: Rates = NO_RATES
) -> Figure:
    """Return what one part costs, in units of a currency: unbounded above where nobody says it.

    A band around the price bounds it, and the price within it is an estimate. A band that is open
    at one end leaves the price open there: its one end is no price.

    Parameters
    ----------
    metres
        Of a cable of this length; None where its length is not known.
    """
    ref = f"{part.id}.price"
    by_length = [
        (at, stated_price(price, ref)) for at, price in length_prices(part, currency, rates)
    ]
    if not by_length:
        newest = newest_price(part, currency, rates)
        return missing(ref, currency) if newest is None else stated_price(newest, ref)
    if metres is None:
        return missing(ref, currency, min(figure.low for _, figure in by_length))
    same = next((figure for at, figure in by_length if abs(at - metres) < _SAME_M), None)
    if same is not None:
        return same
    shorter = [one for one in by_length if one[0] < metres]
    longer = [one for one in by_length if one[0] > metres]
    if not longer:
        return missing(ref, currency, shorter[-1][1].low)
    if not shorter:
        return missing(ref, currency, 0.0, longer[0][1].high)
    return _between(shorter[-1], longer[0], metres, ref)


_SAME_M: Final = 1e-6


def _between(
    shorter: tuple[float, Figure], longer: tuple[float, Figure], metres: float, ref: str
) -> Figure:
    """Return the price of a length between two that are priced."""
    (begin, one), (end, two) = shorter, longer
    low, high = min(one.low, two.low), max(one.high, two.high)
    value = None
    if one.value is not None and two.value is not None:
        part = (metres - begin) / (end - begin)
        value = one.value + part * (two.value - one.value)
    gaps = (Gap(ref, high - low),) if low < high else ()
    return Figure(low, high, value, one.unit, 0.5, (ref, BETWEEN_LENGTHS), gaps, low < high)


def stated_price(price: Price, ref: str) -> Figure:
    """Return a price as its source states it, with its band: open above where it says and more."""
    amount, low, high = (
        None if cents is None else cents / 100
        for cents in (price.amount_cents, price.low_cents, price.high_cents)
    )
    if amount is None and (low is None or high is None):
        return missing(ref, price.currency, low or 0.0, inf if high is None else high)
    ends = [end for end in (low, amount, high) if end is not None]
    value = price.figure_cents / 100 if amount is None else amount
    return _banded(value, min(ends), max(ends), price.currency, ref)


def _banded(value: float, low: float, high: float, unit: str, ref: str) -> Figure:
    """Return a figure that a source states with a band around it: known, but not exact."""
    if low == high:
        return exact(value, unit, ref)
    return Figure(low, high, value, unit, 1.0, (ref,), (Gap(ref, high - low),), True)
