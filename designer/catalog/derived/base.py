"""What a derived figure is, and the arithmetic that several families share."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry, Price, PriceScope
from designer.catalog.fact_words import number_text
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.model.figure_words import UNKNOWN, amount
from designer.model.figures import Figure
from designer.model.units import HOURS_PER_MONTH, HOURS_PER_YEAR

BASEBOARD_ACCELERATORS: Final = 8
"""Accelerators on the baseboards that makers sell and price: HGX, OAM universal board."""
RATE_MONTHS: Final = 6
"""How far apart two rates may be dated to be compared: cloud prices halve within a year or two."""


@dataclass(frozen=True)
class Derived:
    """A computed figure with how it was computed, in words and numbers.

    Attributes
    ----------
    value
        None where only bounds are known.
    figure
        The figure with its bounds, where it is not exact.
    """

    name: str
    value: float | None
    unit: str
    how: str
    figure: Figure | None = None

    @property
    def text(self) -> str:
        """The figure as people read it, without its unit."""
        if self.figure is not None:
            return amount(self.figure, 0)
        return UNKNOWN if self.value is None else number(self.value)


@dataclass(frozen=True)
class Rate:
    """What an accelerator costs an hour somewhere, in USD."""

    usd: float
    offer: CloudOffer
    price: Price


@dataclass(frozen=True)
class Purchase:
    """What an accelerator costs to buy, in USD, and how that follows from the price."""

    usd: float
    price: Price
    how: str


def number(value: float) -> str:
    """Return a figure as people write it: thousands apart, four digits that count."""
    if float(value).is_integer():
        return number_text(value)
    return number_text(round(value) if abs(value) >= 10_000 else float(f"{value:.4g}"))


def times(count: int) -> str:
    """Return `8 × `, and nothing for one."""
    return f"{count} × " if count > 1 else ""


def sum_words(price: Price) -> str:
    """Return a price's sum in words: one figure, a lower bound, or the middle of a band."""
    usd = f"{number(price.figure_cents / 100)} USD"
    if price.amount_cents is not None:
        return usd
    if price.low_cents is not None and price.high_cents is not None:
        ends = f"{number(price.low_cents / 100)}–{number(price.high_cents / 100)}"
        return f"{usd} (middle of {ends})"
    return f"{usd} (and more)" if price.high_cents is None else f"{usd} (at most)"


def newest(prices: Iterable[Price]) -> list[Price]:
    """Return those of the given prices in USD that have the newest date; not suspect ones."""
    dollars = [p for p in prices if p.currency == "USD" and not p.suspect]
    last = max((p.as_of for p in dollars), default="")
    return [p for p in dollars if p.as_of == last]


def usd_per_accelerator_hour(price: Price, accelerators: int | None) -> float | None:
    """Return what one accelerator of an instance costs an hour; None for any other price.

    Parameters
    ----------
    accelerators
        How many the instance has; None if nobody says.
    """
    none = accelerators is not None and accelerators < 1
    if price.currency != "USD" or price.suspect or none:
        return None
    if price.per == "gpu-hour":
        return price.figure_cents / 100
    whole = price.per == "instance-hour"
    return price.figure_cents / 100 / accelerators if whole and accelerators else None


def rates(offer: CloudOffer, scope: PriceScope = "on-demand") -> list[Rate]:
    """Return the hourly rates of an offer, one per price, oldest first."""
    found = [
        Rate(usd, offer, price)
        for price in offer.prices
        if price.scope == scope
        and (usd := usd_per_accelerator_hour(price, offer.counted)) is not None
    ]
    return sorted(found, key=lambda rate: rate.price.as_of)


def newest_rate(offer: CloudOffer, scope: PriceScope = "on-demand") -> Rate | None:
    """Return an offer's cheapest rate of its newest date, or None if it names none."""
    known = rates(offer, scope)
    last = [rate for rate in known if rate.price.as_of == known[-1].price.as_of]
    return min(last, key=lambda rate: rate.usd, default=None)


def rate_words(rate: Rate) -> str:
    """Return where a rate comes from: the price, divided where it is of the whole instance."""
    words = sum_words(rate.price)
    count = rate.offer.counted or 1
    if rate.price.per == "instance-hour" and count > 1:
        return f"{words} per hour ÷ {count} ({rate.price.as_of})"
    return f"{words} per hour ({rate.price.as_of})"


def cheapest_rate(
    accelerator: str, library: Library, scope: PriceScope = "on-demand"
) -> Rate | None:
    """Return the cheapest present rate of an accelerator, or None if nobody names one.

    Of each offer the newest date counts, and only offers priced within six months of the newest
    one: a provider that was cheap two years ago does not count, and one newer price does not make
    the others old.
    """
    offers = [one for one in library.entries("cloud_offer") if isinstance(one, CloudOffer)]
    found = present_rates(accelerator, offers, (scope,))
    return min(found, key=lambda rate: rate.usd, default=None)


def present_rates(
    accelerator: str, offers: Iterable[CloudOffer], scopes: Collection[PriceScope]
) -> list[Rate]:
    """Return the present rate of each offer of an accelerator that names one of some scopes.

    Present are rates within six months of the newest one of those scopes or on demand: a discount
    of two years ago is none on what is paid today.
    """
    its = [offer for offer in offers if offer.accelerator == accelerator]
    known = [
        rate for offer in its for scope in scopes if (rate := newest_rate(offer, scope)) is not None
    ]
    others = [rate for offer in its if (rate := newest_rate(offer)) is not None]
    last = max((_month(rate.price.as_of) for rate in (*known, *others)), default=0)
    return [rate for rate in known if _month(rate.price.as_of) > last - RATE_MONTHS]


def ends_of(rate: Rate) -> tuple[float, float]:
    """Return the lowest and the highest price of a rate for one accelerator and hour, USD."""
    price = rate.price
    cents = (price.low_cents, price.amount_cents, price.high_cents)
    ends = [rate.usd * one / price.figure_cents for one in cents if one is not None]
    return min(ends), max(ends)


def _month(as_of: str) -> int:
    """Return a date as a count of months; a mere year counts as its January."""
    year, _, rest = as_of.partition("-")
    return int(year) * 12 + int(rest[:2] or 1)


def purchase_of_accelerator(part: Part) -> Purchase | None:
    """Return what one accelerator costs to buy, of the newest date, or None if nobody says.

    An eighth of a baseboard comes first: it is how the chips of a node are bought. Then the price
    of one.
    """
    bought = newest(p for p in part.prices if p.scope == "purchase")
    for per, count in (("baseboard", BASEBOARD_ACCELERATORS), ("gpu", 1), ("unit", 1)):
        price = next((p for p in bought if p.per == per), None)
        if price is not None:
            usd = price.figure_cents / 100
            how = sum_words(price) + (f" ÷ {count}" if count > 1 else "")
            return Purchase(usd / count, price, f"{how} ({price.as_of})")
    return None


def chip_of(entry: Entry, catalog: Catalog) -> Part | None:
    """Return the accelerator of a node, superchip, filled rack or cloud offer, if it is known."""
    if isinstance(entry, CloudOffer):
        return catalog.get(entry.accelerator)
    if isinstance(entry, Part) and entry.compute is not None and entry.compute.gpu:
        return catalog.get(entry.compute.gpu)
    return None


def months_until_equal(
    purchase_usd: float, rent_usd_per_hour: float, running_usd_per_hour: float = 0.0
) -> float | None:
    """Return after how many months of 730 h renting has cost what buying does.

    Parameters
    ----------
    running_usd_per_hour
        What the bought machine costs an hour beside its price, such as electricity.

    Returns
    -------
    float or None
        None where renting is cheaper than running: it never comes to be equal.
    """
    saved = rent_usd_per_hour - running_usd_per_hour
    return purchase_usd / (saved * HOURS_PER_MONTH) if saved > 0 else None


def electricity_usd_per_year(power_w: float, usd_per_kwh: float, pue: float = 1.0) -> float:
    """Return what a constant power costs a year of 8,760 h, with the building's overhead."""
    return power_w / 1000 * HOURS_PER_YEAR * usd_per_kwh * pue


def change_percent(first: float, last: float) -> float:
    """Return by how many percent a figure changed: negative for a drop."""
    return (last / first - 1) * 100


def is_bounded(price: Price) -> bool:
    """Return whether a price is a figure or a band: «5 USD and more» compares with nothing."""
    return price.amount_cents is not None or price.high_cents is not None


def history(prices: Sequence[tuple[str, float]]) -> Derived | None:
    """Return the change between the first and the last of dated prices; None for fewer than two.

    Parameters
    ----------
    prices
        Dates and USD, oldest first; of one date only the cheapest counts.
    """
    by_date: dict[str, float] = {}
    for date, usd in prices:
        by_date[date] = min(usd, by_date.get(date, usd))
    if len(by_date) < 2:
        return None
    (first_date, first), (last_date, last) = min(by_date.items()), max(by_date.items())
    how = f"{number(first)} USD ({first_date}) → {number(last)} USD ({last_date})"
    return Derived("Price change", change_percent(first, last), "%", how)
