"""What the prices of a design are, row by row: of its parts, of clouds, of running it. No Qt."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price
from designer.catalog.part_prices import length_prices, newest_price
from designer.catalog.price_age import age_months, is_old
from designer.engine.cost_report import Cost
from designer.engine.ownership_report import Ownership
from designer.model.design import PriceOverride, Site
from designer.model.figure_words import currency_sign, quantity
from designer.model.layout import Layout
from designer.ui.state.price_words import amount_text, band_text, sum_text

TICKS: Final = 5
_FRESH_MONTHS: Final = (6, 9, 12, 18, 24)
"""A price this old at most has five ticks, four, and so on."""
OLD: Final = 3
"""Ticks of a price that is older than a year: it is asked for again."""
NO_PRICE: Final = "no price"
QUOTE: Final = "enter a quotation"
_KINDS: Final = {
    "vendor": "vendor", "second-hand": "second-hand", "reference-design": "reference",
    "measured": "measured", "guide": "guide", "derived": "derived", "assumed": "assumed",
}  # fmt: skip
_CABLES: Final = "optics and cables"
_RUNNING: Final = (
    ("electricity_price", "electricity-price", "Electricity, kWh", 4),
    ("hall_per_kw_month", "hall-rent", "Hall rent, kW-month", 2),
    ("person_per_year", "person-year", "A person a year", 0),
)  # fmt: skip


@dataclass(frozen=True)
class PriceRow:
    """One price.

    Attributes
    ----------
    part
        Id of the part that it is of; empty for others.
    amount, band, when
        In words; an empty amount where there is none.
    ticks
        How fresh it is, 0 to 5; None where it has no date.
    """

    name: str
    part: str = ""
    amount: str = ""
    band: str = ""
    when: str = ""
    ticks: int | None = None

    @property
    def said(self) -> str:
        """The row in words."""
        told = (self.name, self.amount or f"{NO_PRICE}, {QUOTE}", self.band, self.when)
        return ", ".join(one for one in told if one)


@dataclass(frozen=True)
class PriceGroup:
    """Prices below a title, with what stands at its right."""

    title: str
    note: str
    rows: tuple[PriceRow, ...]


def groups_of(
    layout: Layout, catalog: Catalog, owned: Ownership, cost: Cost, today: date
) -> tuple[PriceGroup, ...]:
    """Return the groups that have a row."""
    design = layout.design
    own = {price.id: price for price in design.prices}
    parts = (*_parts(layout, catalog, own, today), *_cables(cost))
    priced = sum(bool(row.amount) for row in parts)
    cloud = tuple(_cloud(owned))
    running = tuple(_running(design.site, catalog))
    found = (
        PriceGroup("Parts in the design", f"{priced} of {len(parts)} priced", parts),
        PriceGroup("Cloud, a GPU-hour", "", cloud),
        PriceGroup("Running", "", running),
    )
    return tuple(group for group in found if group.rows)


def counts_of(layout: Layout, catalog: Catalog) -> dict[str, str]:
    """Return how many parts each category of cost has, as `127 × DGX H100 + 8`: most, others."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for part_id, number in _counted(layout).items():
        part = catalog.get(part_id)
        if part is None or part.traits.in_bill:
            category: str = part.traits.cost if part else "other"
            found[category][part.name if part else part_id] += number
    told: dict[str, str] = {}
    for category, names in found.items():
        (name, number), *others = names.most_common()
        more = sum(other for _, other in others)
        told[category] = f"{number:,} × {name}" + (f" + {more:,}" if more else "")
    return told


def _counted(layout: Layout) -> Counter[str]:
    part = attrgetter("part")
    counts = Counter(map(part, layout.design.devices))
    counts.update(map(part, layout.design.racks))
    for assembly, copies in layout.copies.items():
        for slot in layout.assemblies[assembly].slots if assembly in layout.assemblies else ():
            counts[slot.part] += copies
    return counts


def ticks_of(as_of: str, today: date) -> int | None:
    """Return how fresh a date is; None of none."""
    age = age_months(as_of, today)
    return None if age is None else sum(age <= most for most in _FRESH_MONTHS)


def _parts(
    layout: Layout, catalog: Catalog, own: dict[str, PriceOverride], today: date
) -> Iterator[PriceRow]:
    counts = _counted(layout)
    currency = layout.design.site.currency
    for part_id, number in counts.most_common():
        part = catalog.get(part_id)
        if part is not None and not part.traits.in_bill:
            continue
        name = f"{number:,} × {(part.name or part.id) if part else part_id}"
        stated = own.get(part_id)
        if stated is not None:
            foreign = "" if stated.currency == currency else f"in {stated.currency}: error"
            amount = sum_text(stated.amount_cents, stated.currency)
            when = " · ".join(one for one in (stated.as_of, "quotation", foreign) if one)
            yield PriceRow(name, part_id, amount, "", when, ticks_of(stated.as_of, today))
            continue
        rates = catalog.rates
        price = newest_price(part, currency, rates) if part else None
        lengths = length_prices(part, currency, rates) if part and price is None else ()
        if price is None and lengths:
            _, price = lengths[0]
        if price is None:
            yield PriceRow(name, part_id)
        else:
            yield _catalogued(name, part_id, price, today)


def _cables(cost: Cost) -> Iterator[PriceRow]:
    """Yield what optics and cables cost together: the schedule of cables has each."""
    for line in cost.by_category:
        if line.category == _CABLES:
            told, _, band = quantity(line.figure("amount", cost.currency)).partition(" (")
            amount = "" if line.figure("amount").unknown else told
            yield PriceRow("Optics and cables", "", amount, band.removesuffix(")"), "schedule")


def _catalogued(name: str, part_id: str, price: Price, today: date) -> PriceRow:
    when = f"{price.as_of} · {_KINDS[price.kind]}"
    when += " · older than a year" if is_old(price.as_of, today) else ""
    when += f" · {price.quoted}" if price.quoted else ""
    return PriceRow(
        name, part_id, amount_text(price), band_text(price).replace(" to ", "–"), when,
        ticks_of(price.as_of, today),
    )  # fmt: skip


def _cloud(owned: Ownership) -> Iterator[PriceRow]:
    for one in owned.rented:
        rate = one.figure("rate", owned.currency)
        about, sign = "" if rate.exact else "~", currency_sign(owned.currency)
        band = "" if rate.exact else f"{sign}{rate.low:.2f}–{rate.high:.2f}"
        amount = f"{about}{sign}{rate.likely:.2f}"
        yield PriceRow(one.term.capitalize(), "", amount, band, one.source.partition(":")[0])


def _running(site: Site, catalog: Catalog) -> Iterator[PriceRow]:
    sign = currency_sign(site.currency)
    for field, default_id, name, digits in _RUNNING:
        stated: float | None = getattr(site, field)
        default = catalog.default(default_id)
        if stated is not None:
            yield PriceRow(name, "", f"{sign}{stated:,.{digits}f}", "", "as the site states it")
        elif default is not None and default.unit.startswith(site.currency):
            low, high = default.figure.low, default.figure.high
            yield PriceRow(
                name, "", f"~{sign}{default.value:,.{digits}f}",
                f"{low:,.{digits}f}–{high:,.{digits}f}", f"planned · {default.kind}",
            )  # fmt: skip
        else:
            yield PriceRow(name, "", "", "", "")
