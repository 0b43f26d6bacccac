"""What is bought: capital cost by category, and what the energy of a year costs.

Bands around prices become bounds of the cost. The sum is of what stands on the floor: `SCOPE` names
what it leaves out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, get_args

from designer.catalog.kinds import CostCategory, Kind
from designer.catalog.lost_parts import may_be
from designer.catalog.part_prices import length_prices
from designer.engine.cost_report import Cost, CostLine
from designer.engine.network_report import Cables
from designer.engine.prices import price_of
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.cables.media import NO_MEDIUM
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.facility import FACILITY, electricity_figure
from designer.engine.subjects.totals.sums import mean_power
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.design import PriceOverride
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, missing, product, repeated, total
from designer.model.measured import fields_of
from designer.model.units import HOURS_PER_YEAR

BILL: Key[Cost] = Key("bill")

_CATEGORIES: Final[tuple[str, ...]] = get_args(CostCategory)

CABLING: Final = "optics and cables"
SCOPE: Final = (
    "what stands on the floor: nodes, network with its optics and cables, storage, racks, rack "
    "power, cooling units; no UPS, generators, building, support contracts, trays"
)


@dataclass
class _Bill:
    """What is bought, by category, and the prices used; a figure with how often it is bought.

    `lost` is what the catalogue lacks, which is bought once and may be of several categories.
    """

    figures: dict[str, list[tuple[Figure, int]]] = field(default_factory=dict)
    lost: list[tuple[str, Figure, int, frozenset[str]]] = field(default_factory=list)
    lacking: dict[str, list[Figure]] = field(default_factory=lambda: defaultdict(list))
    unpriced: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)


class Piece(NamedTuple):
    """What is bought of one part: how often, and what one costs.

    Attributes
    ----------
    metres
        Of a cable that is priced by its length.
    """

    category: str
    part: str
    number: int
    price: Figure
    date: str
    metres: float | None = None


def bill_of(facts: Facts) -> Cost:
    """Return capital cost by category and the energy of a year.

    Energy is that of typical power while the cluster works: never of the maximum, which overstates
    it by 20 to 50 per cent.
    """
    site = facts.design.site
    bill = _bought(facts)
    _add_cables(bill, facts)
    energy = _energy(facts)
    opex = product(energy.times(1000, "kWh a year"), electricity_figure(facts), site.currency)
    bought = [one for of in bill.figures.values() for one in of]
    capex = repeated([*bought, *((price, n) for _, price, n, _ in bill.lost)], site.currency)
    figures = {"capex": capex, "opex_per_year": opex, "energy_mwh_per_year": energy}
    return Cost(
        currency=site.currency,
        scope=SCOPE,
        **fields_of(figures),
        by_category=_lines(bill, site.currency),
        price_date=max(bill.dates, default=""),
        oldest_price_date=min(bill.dates, default=""),
        unpriced=tuple(bill.unpriced),
        complete=not bill.unpriced and facts[TOTALS].complete,
    )


def _add_cables(bill: _Bill, facts: Facts) -> None:
    """Add cables and modules to the bill, and note those that have no price.

    Cables for which no medium is chosen leave the sum open.
    """
    cables = facts.read(CABLES)
    currency = facts.design.site.currency
    if cables is None:
        # What they cost is nobody's to say.
        bill.figures.setdefault(CABLING, []).append((missing(NO_MEDIUM, currency), 1))
        bill.unpriced.append("cables (their number cannot be computed)")
        return
    for piece in cables_bought(facts):
        _note(bill, piece)
    without = cables.figure("count").minus(exact(sum(line.count for line in cables.media)))
    if cables.bill or without.high > 0:
        # One owner says what they cost, also where that is open.
        bill.figures.setdefault(CABLING, []).append((cables.figure("price", currency), 1))
    if without.high > 0:
        bill.lacking[CABLING].append(without)
        bill.unpriced.append(f"cables ({words(without, 0)}, without a medium)")


def cables_bought(facts: Facts) -> Iterator[Piece]:
    """Yield cables and modules by part; none where their number cannot be computed."""
    cables = facts.read(CABLES)
    if cables is None:
        return
    own = {price.id: price for price in facts.design.prices}
    for (part_id, metres), number in sorted(_pieces(facts, cables).items(), key=_by_part):
        price, date = _price(facts, part_id, own.get(part_id), metres)
        yield Piece(CABLING, part_id, number, price, date, metres)


def parts_bought(facts: Facts) -> Iterator[Piece]:
    """Yield what stands on the floor by part, but what the catalogue lacks."""
    own = {price.id: price for price in facts.design.prices}
    for part_id, number in sorted(facts[CONTENTS].counts.parts.items()):
        part = facts.catalog.get(part_id)
        if part is None or part.traits.in_bill:
            category = part.traits.cost if part else "other"
            price, date = _price(facts, part_id, own.get(part_id))
            yield Piece(category, part_id, number, price, date)


def _pieces(facts: Facts, cables: Cables) -> Counter[tuple[str, float | None]]:
    """Return how many of each part are bought; of what is priced by length each length apart."""
    currency = facts.design.site.currency
    found: Counter[tuple[str, float | None]] = Counter()
    for line in cables.bill:
        part = facts.catalog.get(line.part)
        by_length = part is not None and bool(length_prices(part, currency, facts.catalog.rates))
        found[line.part, line.stock_m if by_length else None] += line.count
    return found


def _by_part(piece: tuple[tuple[str, float | None], int]) -> tuple[str, float]:
    (part, metres), _ = piece
    return part, -1.0 if metres is None else metres


def _bought(facts: Facts) -> _Bill:
    """Return what stands on the floor with its prices; the owner's go before the catalogue's."""
    bill, own = _Bill(), {price.id: price for price in facts.design.prices}
    for piece in parts_bought(facts):
        bill.figures.setdefault(piece.category, []).append((piece.price, piece.number))
        _note(bill, piece)
    for thing, number in facts[CONTENTS].counts.lost_things.items():
        price, date = _price(facts, thing.part, own.get(thing.part))
        sorts = frozenset(name for name in _CATEGORIES if may_be(thing, partial(_costs_as, name)))
        bill.lost.append((thing.part, price, number, sorts))
        _note(bill, Piece("other", thing.part, number, price, date))
    bill.unpriced = list(dict.fromkeys(bill.unpriced))
    return bill


def _note(bill: _Bill, piece: Piece) -> None:
    """Note the date of a price, or that there is none."""
    if piece.price.unknown:
        bill.lacking[piece.category].append(exact(float(piece.number)))
        bill.unpriced.append(piece.part)
    bill.dates += [piece.date] if piece.date else []


def _costs_as(category: str, kind: Kind) -> bool:
    return kind.cost == category and kind.in_bill


def _price(
    facts: Facts, part_id: str, own: PriceOverride | None, metres: float | None = None
) -> tuple[Figure, str]:
    """Return the price of one and its date; of a cable that of its length."""
    currency = facts.design.site.currency
    return price_of(part_id, own, currency, facts.catalog, facts.site.figures, metres)


def priced(facts: Facts, part_id: str) -> Figure:
    """Return what one of a part costs: the owner's price before the catalogue's."""
    own = {price.id: price for price in facts.design.prices}
    return _price(facts, part_id, own.get(part_id))[0]


def _lines(bill: _Bill, currency: str) -> tuple[CostLine, ...]:
    """Return the categories of what stands, and those that what the catalogue lacks may be of."""
    named = {*bill.figures, *(name for *_, sorts in bill.lost for name in sorts)}
    if bill.lost:
        named.add("other")
    return tuple(
        CostLine(
            category=name,
            unpriced=int(total(bill.lacking[name]).low),
            **fields_of({"amount": repeated(_of_category(bill, name), currency)}),
        )
        for name in _CATEGORIES
        if name in named
    )


def _of_category(bill: _Bill, name: str) -> list[tuple[Figure, int]]:
    """Return what is bought of a category, and all that may be of it.

    Nobody says of which category that is what the catalogue lacks: it is listed with the others,
    and leaves open each category that it may be of.
    """
    found = list(bill.figures.get(name, ()))
    for part_id, price, number, sorts in bill.lost:
        if name == "other":
            found.append((price, number))
        elif name in sorts:
            may_cost = missing(f"{part_id}.price", price.unit, 0.0, price.high)
            found.append((may_cost, number))
    return found


def _energy(facts: Facts) -> Figure:
    """Return the energy of a year: that of the mean IT power, times PUE."""
    pue = facts[FACILITY].figure("pue")
    return product(mean_power(facts), pue).times(HOURS_PER_YEAR / 1000, "MWh a year")
