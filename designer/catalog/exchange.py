"""Rates of exchange: what turns a price from the currency that its source quotes into another.

A price keeps the currency in which somebody quoted it. Asked for in another one, it is converted at
a month's mean of a central bank, and lies between what the lowest and the highest mean of the
twelve months before make of it: what is paid is settled on another day. Pure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import Price, SourceKind
from designer.model.currency import no_currency
from designer.model.record import Record

BASE: Final = "USD"
"""The currency that all rates are told against."""


class ExchangeRate(Record):
    """What one US dollar costs in a currency.

    Attributes
    ----------
    id
        Code of the currency, ISO 4217.
    per_usd
        Units of it for one USD, mean of the month `as_of`.
    low, high
        Lowest and highest such mean of the twelve months to `as_of`.
    """

    id: str
    name: str
    per_usd: float
    low: float
    high: float
    as_of: str
    source: str
    kind: SourceKind
    cited: Citation = NOTHING_CITED

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a code that is none, and a mean that does not lie within its own year."""
        yield from (("id", wrong) for _, wrong in no_currency(self.id))
        if not 0 < self.low <= self.per_usd <= self.high:
            yield "per_usd", f"{self.per_usd:g} a USD is not from {self.low:g} to {self.high:g}"


DOLLAR: Final = ExchangeRate(
    id=BASE, name="US dollar", per_usd=1.0, low=1.0, high=1.0, as_of="", source="", kind="derived"
)


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a catalogue: the last of a currency counts."""

    rates: tuple[ExchangeRate, ...] = ()

    def _of(self, currency: str) -> ExchangeRate | None:
        found = (rate for rate in reversed(self.rates) if rate.id == currency)
        return next(found, DOLLAR if currency == BASE else None)

    def per_usd(self, currency: str) -> float | None:
        """Return what one US dollar costs in a currency; None where no rate is known."""
        rate = self._of(currency)
        return None if rate is None else rate.per_usd

    def mean(self, old: str, new: str) -> tuple[float, str] | None:
        """Return what one unit of a currency costs in another, and of when; None where unknown."""
        one, other = self._of(old), self._of(new)
        if one is None or other is None:
            return None
        dates = sorted({rate.as_of for rate in (one, other) if rate.as_of})
        return other.per_usd / one.per_usd, " and ".join(dates)

    def converted(self, price: Price, currency: str) -> Price | None:
        """Return a price in another currency, with the rate as `quoted`; None where none is known.

        Its date stays that of the quotation.
        """
        if price.currency == currency:
            return price
        old, new = self._of(price.currency), self._of(currency)
        if old is None or new is None:
            return None
        at = new.per_usd / old.per_usd
        least, most = new.low / old.high, new.high / old.low
        amount, low, high = price.amount_cents, price.low_cents, price.high_cents
        ends = [cents for cents in (low, amount, high) if cents is not None]
        dates = sorted({rate.as_of for rate in (old, new) if rate.as_of})
        return price.evolve(
            currency=currency,
            amount_cents=None if amount is None else round(amount * at),
            low_cents=None if low is None and amount is None else round(min(ends) * least),
            high_cents=None if high is None and amount is None else round(max(ends) * most),
            quoted=_quoted(price, currency, at, dates),
        )


def _quoted(price: Price, currency: str, at: float, dates: list[str]) -> str:
    """Return `USD 32,000 at 0.8684 EUR a USD, mean of 2026-06`."""
    sums = [price.amount_cents] if price.amount_cents is not None else [
        cents for cents in (price.low_cents, price.high_cents) if cents is not None
    ]  # fmt: skip
    told = "–".join(f"{cents / 100:,.0f}" for cents in sums)
    rate = f"{at:.4f} {currency} a {price.currency}" if at < 1000 else f"{at:,.0f} {currency}"
    return f"{price.currency} {told} at {rate}, mean of {' and '.join(dates)}"


NO_RATES: Final = Rates()
"""Of a catalogue that has none: nothing but dollars is known."""
