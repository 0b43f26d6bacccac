"""Prices in words, and their history as series of dated points. No Qt."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from designer.catalog.entry import Price
from designer.catalog.exchange import BASE, Rates
from designer.model.figure_words import currency_sign

SCOPES: Final = {
    "purchase": "Purchase",
    "on-demand": "On demand",
    "spot": "Spot",
    "reserved-1y": "Reserved, 1 year",
    "reserved-3y": "Reserved, 3 years",
    "committed": "Committed",
}
PER: Final = {
    "unit": "each",
    "gpu": "per GPU",
    "baseboard": "per baseboard",
    "rack": "per rack",
    "gpu-hour": "per GPU-hour",
    "instance-hour": "per instance-hour",
    "million-tokens": "per million tokens",
    "run": "per run",
}
_SMALL_CENTS: Final = 100_000
"""Below 1,000 of the currency, cents are shown where there are any."""


@dataclass(frozen=True)
class Point:
    """A dated price: year with its fraction, amount with the band the source names."""

    when: float
    amount: float
    low: float
    high: float
    price: Price


@dataclass(frozen=True)
class Series:
    """Prices of one scope, oldest first."""

    title: str
    points: tuple[Point, ...]


def sum_text(cents: int, currency: str, *, cents_too: bool | None = None) -> str:
    """Return an amount as `$32,000`, or `$2.99` where cents matter."""
    sign = currency_sign(currency)
    fine = cents_too if cents_too is not None else abs(cents) < _SMALL_CENTS and cents % 100 != 0
    return f"{sign}{cents / 100:,.2f}" if fine else f"{sign}{cents / 100:,.0f}"


def amount_text(price: Price) -> str:
    """Return a price as `$320,000`, or its band as `$300,000–500,000` where it is all there is."""
    if price.amount_cents is not None:
        return sum_text(price.amount_cents, price.currency)
    ends = [end for end in (price.low_cents, price.high_cents) if end is not None]
    if len(ends) < 2:
        word = "from " if price.low_cents is not None else "up to "
        return word + sum_text(ends[0], price.currency)
    fine = any(end % 100 for end in ends) and max(ends) < _SMALL_CENTS
    low, high = (sum_text(e, price.currency, cents_too=fine) for e in ends)
    return f"{low}–{high.removeprefix(currency_sign(price.currency))}"


def in_dollars(price: Price, rates: Rates) -> str:
    """Return a price of another currency in US dollars with the rate; empty of others.

    `$16,163: BRL 82,819 at 0.1952 USD a BRL, mean of 2026-06`.
    """
    converted = None if price.currency == BASE else rates.converted(price, BASE)
    return "" if converted is None else f"{amount_text(converted)}: {converted.quoted}"


def listed_price(price: Price, rates: Rates) -> tuple[Price, str]:
    """Return a price as a list compares it, in US dollars, and what was done to it in words.

    It stays in its currency where no rate of that is known, which the words say.
    """
    if price.currency == BASE:
        return price, ""
    converted = rates.converted(price, BASE)
    if converted is None:
        return price, f"not in {BASE}: no rate of {price.currency} is known"
    return converted, f"converted from {converted.quoted}"


def label_text(price: Price) -> str:
    """Return what a price is for and of when: `On demand, per GPU-hour · us-east · 2026-06`."""
    length = "" if price.length_m is None else f"{price.length_m:g} m"
    pieces = [f"{SCOPES[price.scope]}, {PER[price.per]}", length, price.region, price.as_of]
    return " · ".join(piece for piece in pieces if piece)


def band_text(price: Price) -> str:
    """Return the band around a price that has a figure of its own, empty without one."""
    if price.amount_cents is None or price.low_cents is None or price.high_cents is None:
        return ""
    low, high = (sum_text(c, price.currency) for c in (price.low_cents, price.high_cents))
    return f"{low} to {high}"


def histories(prices: Iterable[Price]) -> list[Series]:
    """Return the series that have prices of at least two dates."""
    groups: dict[tuple[str, str, str, float | None], list[Price]] = {}
    for price in prices:
        groups.setdefault((price.currency, price.scope, price.per, price.length_m), []).append(
            price
        )
    found = []
    for (currency, scope, per, metres), same in groups.items():
        if len({price.as_of for price in same}) < 2:
            continue
        points = sorted((_point(price) for price in same), key=lambda p: (p.when, p.amount))
        length = "" if metres is None else f", {metres:g} m"
        title = f"{SCOPES[scope]}, {PER[per]}{length}, {currency}"
        found.append(Series(title, tuple(points)))
    return found


def when(as_of: str) -> float:
    """Return a date as a year with its fraction: the middle of what the source names."""
    pieces = [int(piece) for piece in as_of.split("-")]
    if len(pieces) == 1:
        return pieces[0] + 0.5
    day = (pieces[2] - 1) / 31 if len(pieces) > 2 else 0.5
    return pieces[0] + (pieces[1] - 1 + day) / 12


def _point(price: Price) -> Point:
    amount = price.figure_cents / 100
    low = amount if price.low_cents is None else price.low_cents / 100
    high = amount if price.high_cents is None else price.high_cents / 100
    return Point(when(price.as_of), amount, min(low, amount), max(high, amount), price)
