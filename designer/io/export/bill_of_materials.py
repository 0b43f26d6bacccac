"""The bill of materials: what the drawn design consists of, part by part, as CSV.

What is drawn is counted, and the cables that the fabrics' rules lay; totals and a line on what the
list does not hold stand below. Cells are written as they are here: `csv_table` makes them safe.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import kind_named
from designer.catalog.part import Price
from designer.catalog.part_prices import length_prices, price_date, price_figure
from designer.catalog.price_age import age_words
from designer.catalog.spare_stock import in_devices, rule_of, spares_of
from designer.engine.network_report import CableLine
from designer.engine.report import Report
from designer.io.export.csv_table import csv_table
from designer.model.design import Cable, Design
from designer.model.figure_words import amount
from designer.model.figures import Figure, exact, missing, total
from designer.model.layout import Layout
from designer.model.measured import Measured, bounds_of
from designer.model.plural import plural

_COLUMNS: Final = (
    "part", "kind", "vendor", "name", "quantity", "unit price", "currency", "total",
    "price date", "price source", "unit mass kg", "unit power max W", "note",
    "unit price low", "unit price high", "total low", "total high",
    "unit mass low kg", "unit mass high kg", "unit power max low W", "unit power max high W",
    "total mass kg", "total mass low kg", "total mass high kg", "price quoted", "price age",
    "spares",
)  # fmt: skip
_OF_MASS: Final = ("total mass low kg", "total mass high kg")
"""A bound is empty where nothing is known of the figure, or where it has none on that side."""

_SCOPE: Final = (
    "what is drawn, and cables by the fabrics' rules in their likely lengths; not chips and "
    "adapters inside nodes, which are bought with them, nor trays, {spares}software, "
    "installation, the building and its plant beyond what is drawn, transport and taxes; UPS, "
    "busways and generators only where [power] names a part, without number, mass and price"
)
_NO_TYPE: Final = "cables without a type"
"""What stands for the part of cables that were laid by hand, and name no cable or none at all."""


class BomLine(Measured):
    """One part of the bill. `unit_cents` is None where nobody published or gave a price.

    A price that its source states with a band has the band as its bounds. `spares` lie in stock
    beside the quantity, by the design's rules; None where no rule is stated.
    """

    part: str
    kind: str = ""
    vendor: str = ""
    name: str = ""
    quantity: int
    unit_cents: int | None = None
    currency: str = ""
    price_date: str = ""
    price_source: str = ""
    quoted: str = ""
    mass_kg: float | None = None
    power_max_w: float | None = None
    spares: int | None = None
    note: str = ""


def bill_of_materials(
    design: Design, catalog: Catalog, report: Report | None = None
) -> tuple[BomLine, ...]:
    """Return what is drawn, by kind and part; prices of the design's owner win.

    Chips and adapters are bought with the node that they sit in, and have no line of their own.

    Parameters
    ----------
    report
        Says which cables and modules join what is drawn; without it those laid by hand are listed.
    """
    layout = Layout(design)
    count = Counter(rack.part for rack in design.racks)
    count.update(placed.part for placed in layout.every())
    lines = [
        _line(design, catalog, part_id, number)
        for part_id, number in count.items()
        if (part := catalog.get(part_id)) is None or part.traits.in_bill
    ]
    bought = report.cables.bill if report is not None and not report.lost("cables") else ()
    lines += _bought_lines(design, catalog, bought) if bought else _cable_lines(design, catalog)
    return tuple(sorted(lines, key=lambda line: (line.kind, line.part)))


def bom_csv(
    design: Design, catalog: Catalog, report: Report | None = None, today: date | None = None
) -> str:
    """Return the bill of materials as CSV (RFC 4180, UTF-8 with its mark, a header line).

    Parameters
    ----------
    report
        Counts the cables of the fabrics' rules; without it they are not listed, which is said.
    today
        Day on which the age of prices is told; None: it is not.
    """
    lines = bill_of_materials(design, catalog, report)
    missing_ = "" if report else "; cables by rule are not counted here"
    rows = (
        *(_part_row(line, today) for line in lines),
        *_cable_rows(report),
        *_plant_rows(design, catalog),
        *_power_rows(design, catalog),
        *_total_rows(lines),
        *_all_cables(design, report),
        *_spare_rows(design, catalog, lines),
        {"part": "scope", "kind": "note", "note": f"{scope_words(design)}{missing_}"},
    )
    return csv_table(_COLUMNS, rows)


def scope_words(design: Design) -> str:
    """Return what the bill is of and what it leaves out."""
    if design.spares:
        return _SCOPE.format(spares="") + "; spares by the design's rules, in no total"
    return _SCOPE.format(spares="spares, ")


def _spare_rows(
    design: Design, catalog: Catalog, lines: Sequence[BomLine]
) -> Iterator[dict[str, str]]:
    """Yield spares of what sits in devices and is bought with them."""
    for one in in_devices(design, catalog, ((line.part, line.quantity) for line in lines)):
        each = "how many are in each is not stated" if one.each is None else f"{one.each} in each"
        yield {
            "part": one.part,
            "kind": one.rule,
            "name": one.words,
            "note": f"{each}; spares alone are bought by themselves, at no price that is stated",
            "spares": "" if one.spares is None else str(one.spares),
        }


def _part_row(line: BomLine, today: date | None) -> dict[str, str]:
    price = line.figure("unit_cents").times(0.01)
    unit = None if line.unit_cents is None else line.unit_cents / 100
    total_price = None if unit is None else unit * line.quantity
    mass = line.figure("mass_kg").times(line.quantity)
    cells = (
        line.part, line.kind, line.vendor, line.name, str(line.quantity),
        _money(unit), line.currency, _money(total_price), line.price_date,
        line.price_source, _figure(line.mass_kg), _figure(line.power_max_w),
        line.note,
        *_bounds(price, "{:.2f}"),
        *_bounds(price.times(line.quantity), "{:.2f}"),
        *_bounds(line.figure("mass_kg"), "{:g}"),
        *_bounds(line.figure("power_max_w"), "{:g}"),
        _figure(mass.value), *_bounds(mass, "{:.10g}"), line.quoted,
        age_words(line.price_date, today) if today is not None else "",
        "" if line.spares is None else str(line.spares),
    )  # fmt: skip
    return dict(zip(_COLUMNS, cells, strict=True))


def _bought_lines(
    design: Design, catalog: Catalog, bought: Sequence[CableLine]
) -> Iterator[BomLine]:
    """Yield the cables and modules of all fabrics, each part with its lengths."""
    by_part: dict[str, list[CableLine]] = {}
    for one in bought:
        by_part.setdefault(one.part, []).append(one)
    own = {price.id for price in design.prices}
    for part_id, lines in by_part.items():
        part = catalog.get(part_id)
        if (
            part is not None
            and part_id not in own
            and length_prices(part, design.site.currency, catalog.rates)
        ):
            yield from (_line_of_length(design, catalog, one) for one in lines)
            continue
        line = _line(design, catalog, part_id, *(one.count for one in lines))
        long = [f"{one.count:,} × {one.stock_m:g} m" for one in lines if one.stock_m is not None]
        said = [line.note] if line.note else []
        yield line.evolve(
            note="; ".join([*said, *([f"lengths: {', '.join(long)}"] if long else [])])
        )


def _line_of_length(design: Design, catalog: Catalog, bought: CableLine) -> BomLine:
    """Return a cable that is priced by its length: one length of it."""
    line = _line(design, catalog, bought.part, bought.count)
    part = catalog.get(bought.part)
    if part is None or bought.stock_m is None:
        return line
    currency, rates = design.site.currency, catalog.rates
    price = price_figure(part, currency, bought.stock_m, rates)
    sources = (one.source for _, one in length_prices(part, currency, rates))
    how = "" if price.exact else "; price estimated from those of other lengths"
    return line.with_figures({"unit_cents": price.times(100)}).evolve(
        unit_cents=None if price.value is None else round(price.value * 100),
        currency=currency if price.value is not None else "",
        price_date=price_date(part, currency, rates),
        price_source=", ".join(dict.fromkeys(sources)),
        note=f"length: {bought.stock_m:g} m{how}",
    )


def _cable_rows(report: Report | None) -> Iterator[dict[str, str]]:
    """Yield how many cables each fabric's rule lays: their parts stand among the others."""
    for fabric in report.fabrics if report else ():
        laid, open_ = fabric.figure("connected_cables"), fabric.figure("unconnected_cables")
        if laid.high == 0 and open_.high == 0:
            continue
        said = ["by the fabric's rule; what is bought for them is listed by part"]
        if not laid.exact:
            said.append(f"number {amount(laid, 0)}")
        if open_.high > 0:
            said.append(f"{amount(open_, 0)} more are not connected")
        yield {
            "part": f"cables {fabric.id}",
            "kind": "cable",
            "name": f"cables of {fabric.name or fabric.id}",
            "quantity": f"{laid.value:.0f}" if laid.exact and laid.value is not None else "",
            "note": "; ".join(said),
        }


def _plant_rows(design: Design, catalog: Catalog) -> Iterator[dict[str, str]]:
    """Yield coolers, towers and chillers that stand outdoors: the building's price has them."""
    counts = Counter(rack.part for rack in design.racks)
    for part_id, number in sorted(counts.items()):
        part = catalog.get(part_id)
        if part is not None and part.traits.stands_outdoors:
            yield {
                "part": part_id,
                "kind": part.kind,
                "vendor": part.vendor,
                "name": part.name,
                "quantity": str(number),
                "note": "cooling plant, in the price of the building by the MW or in the rent of "
                "the hall: in no total",
            }


def _power_rows(design: Design, catalog: Catalog) -> Iterator[dict[str, str]]:
    """Yield the parts that feeds and what stands upstream name: of how many nobody says a word."""
    named: dict[str, list[str]] = {}
    for node in design.power:
        if node.part:
            named.setdefault(node.part, []).append(node.name or node.id)
    for part_id, nodes in sorted(named.items()):
        part = catalog.get(part_id)
        note = f"named in [power] for {', '.join(nodes)}; units and length not stated: in no total"
        yield {
            "part": part_id,
            "kind": part.kind if part else "",
            "vendor": part.vendor if part else "",
            "name": part.name if part else "",
            "note": note if part else f"not in the catalogue; {note}",
        }


def _all_cables(design: Design, report: Report | None) -> Iterator[dict[str, str]]:
    """Yield the number of cables, by hand and by rule, as the report counts them."""
    if report is None or report.lost("fabrics") or report.lost("cables"):
        return
    by_hand = len(design.cables)
    ruled = total(fabric.figure("connected_cables") for fabric in report.fabrics)
    if not by_hand and ruled.high == 0:
        return
    both = ruled + exact(by_hand)
    said = f"{by_hand} by hand, {amount(ruled, 0)} by rule"
    idle = by_hand - report.cables.by_hand
    yield {
        "part": "total cables",
        "kind": "total",
        "quantity": f"{both.value:.0f}" if both.exact and both.value is not None else "",
        "note": f"{said}; {idle} of those by hand connect nothing" if idle > 0 else said,
    }


def _total_rows(lines: Sequence[BomLine]) -> Iterator[dict[str, str]]:
    """Yield the sum of each currency, and that of the mass; what nobody states leaves them open."""
    heavy = [line for line in lines if not (line.kind and kind_named(line.kind).is_cable)]
    mass = total(line.figure("mass_kg").times(line.quantity) for line in heavy)
    unbounded = [line for line in heavy if line.figure("mass_kg").high == inf]
    unweighed = f"; {plural(len(unbounded), 'part')} without a mass" if unbounded else ""
    yield {
        "part": "total mass",
        "kind": "total",
        "quantity": str(sum(line.quantity for line in heavy)),
        "total mass kg": _figure(mass.value),
        **dict(zip(_OF_MASS, _bounds(mass, "{:.10g}"), strict=True)),
        "note": f"without cables{unweighed}",
    }
    unpriced = [line for line in lines if line.unit_cents is None]
    priced = [line for line in lines if line.unit_cents is not None]
    for currency in sorted({line.currency for line in priced}):
        own = [line for line in priced if line.currency == currency]
        summed = total(line.figure("unit_cents").times(0.01 * line.quantity) for line in own)
        low, high = _bounds(summed, "{:.2f}")
        open_ = f"; {plural(len(unpriced), 'part')} without a price" if unpriced else ""
        yield {
            "part": f"total price {currency}",
            "kind": "total",
            "quantity": str(sum(line.quantity for line in own)),
            "currency": currency,
            "total": _money(summed.value) if not unpriced else "",
            "total low": low,
            "total high": high if not unpriced else "",
            "note": f"parts priced in {currency}{open_}",
        }


def _line(design: Design, catalog: Catalog, part_id: str, *lengths: int) -> BomLine:
    """Return the line of a part that is installed in so many of each length."""
    part, quantity = catalog.get(part_id), sum(lengths)
    own = next((p for p in design.prices if p.id == part_id), None)
    known: Price | None = catalog.price(part_id, design.site.currency)
    price = own or known
    spares = spares_of(rule_of(design, part_id, part), lengths)
    line = BomLine(part=part_id, quantity=quantity, spares=spares)
    if price:
        line = line.evolve(
            unit_cents=price.figure_cents,
            currency=price.currency,
            price_date=price.as_of,
            price_source=price.source or ("given in the design" if own else ""),
            quoted=known.quoted if known is not None and own is None else "",
        )
    figures = catalog.figures(estimates=design.site.estimates)
    told = {name: figures.of(part_id, name) for name in ("mass_kg", "power_max_w")}
    if own is None and part is not None:
        told["unit_cents"] = price_figure(part, design.site.currency, rates=catalog.rates).times(
            100
        )
    elif own is None:
        told["unit_cents"] = missing(f"{part_id}.price")
    line = line.evolve(bounds=bounds_of(told))
    if part is None:
        return line.evolve(note="not in the catalogue")
    return line.evolve(
        kind=part.kind,
        vendor=part.vendor,
        name=part.name,
        mass_kg=part.mass_kg,
        power_max_w=part.power_max_w,
    )


def _cable_lines(design: Design, catalog: Catalog) -> Iterator[BomLine]:
    """Yield the cables laid by hand, by type; what names a rack as its part is a cable still."""
    by_type: dict[str, list[Cable]] = {}
    for cable in design.cables:
        part = catalog.get(cable.part)
        typed = bool(cable.part) and (part is None or part.traits.is_cable)
        by_type.setdefault(cable.part if typed else _NO_TYPE, []).append(cable)
    for part_id, cables in by_type.items():
        long = Counter(cable.length_m for cable in cables)
        line = _line(design, catalog, part_id, *long.values())
        said = [line.note] if line.note else []
        if part_id == _NO_TYPE:
            said = [f"laid by hand; {_why_no_type(cables)}, so no price and mass"]
            line = line.evolve(name="cables by hand")
        note = "; ".join([*said, *_lengths(cables)])
        yield line.evolve(kind=line.kind or "cable", note=note)


def _why_no_type(cables: Sequence[Cable]) -> str:
    """Return why nothing is known of the type of cables: it is not stated, or that of no cable."""
    wrong = Counter(cable.part for cable in cables if cable.part)
    silent = len(cables) - wrong.total()
    said = ["type not stated"] if silent == len(cables) else []
    if wrong and silent:
        said.append(f"type of {silent} not stated")
    if wrong:
        named = ", ".join(f"{number} × {part}" for part, number in sorted(wrong.items()))
        said.append(f"{named} named as the type, which is no cable")
    return "; ".join(said)


MOST_LENGTHS: Final = 40
"""Lengths that a cell lists one by one: a spreadsheet takes 32,767 letters (Excel's limit)."""


def _lengths(cables: Sequence[Cable]) -> Iterator[str]:
    """Yield how many cables of each stated length there are, if any is stated."""
    stated = Counter(cable.length_m for cable in cables if cable.length_m is not None)
    if not stated:
        return
    said = [f"{number} × {length:g} m" for length, number in sorted(stated.items())]
    if len(stated) > MOST_LENGTHS:
        whole = sum(length * number for length, number in stated.items())
        ends = f"{min(stated):g} to {max(stated):g} m"
        said = [f"{stated.total():,} of {ends}, {whole:,.0f} m together"]
    silent = len(cables) - stated.total()
    said += [f"{silent} not stated"] if silent else []
    yield f"lengths: {', '.join(said)}"


def _bounds(figure: Figure, layout: str) -> tuple[str, str]:
    """Return the two ends of a figure as cells; those of an exact one are the figure."""
    if figure.unknown:
        return "", ""
    return layout.format(figure.low), "" if figure.high == inf else layout.format(figure.high)


def _money(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"
