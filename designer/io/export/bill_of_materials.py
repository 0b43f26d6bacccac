"""The bill of materials: what the drawn design consists of, part by part, as CSV.

What is drawn is counted; cables that a fabric's rule asks for belong to the cable schedule.
"""

import csv
import io
import re
from collections import Counter
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Price
from designer.catalog.part_bounds import price_figure
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.figures import Figure, missing
from designer.model.layout import Layout
from designer.model.measured import Measured, bounds_of

_COLUMNS: Final = (
    "part", "kind", "vendor", "name", "quantity", "unit price", "currency", "total",
    "price date", "price source", "unit mass kg", "unit power max W", "note",
    "unit price low", "unit price high", "total low", "total high",
    "unit mass low kg", "unit mass high kg", "unit power max low W", "unit power max high W",
)  # fmt: skip
"""A bound is empty where nothing is known of the figure, or where it has none on that side."""

_FORMULA: Final = re.compile(r"^[=+\-@\t\r]")


class BomLine(Measured):
    """One part of the bill. `unit_cents` is None where nobody published or gave a price.

    A price that its source states with a band has the band as its bounds.
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
    mass_kg: float | None = None
    power_max_w: float | None = None
    note: str = ""


def bill_of_materials(design: Design, catalog: Catalog) -> tuple[BomLine, ...]:
    """Return what is drawn, by kind and part; prices of the design's owner win.

    Chips and adapters are bought with the node that they sit in, and have no line of their own.
    """
    layout = Layout(design)
    count = Counter(rack.part for rack in design.racks)
    count.update(placed.part for placed in layout.every())
    count.update(cable.part for cable in design.cables if cable.part)
    lines = [
        _line(design, catalog, part_id, number)
        for part_id, number in count.items()
        if (part := catalog.get(part_id)) is None or part.traits.in_bill
    ]
    return tuple(sorted(lines, key=lambda line: (line.kind, line.part)))


def bom_csv(design: Design, catalog: Catalog, report: Report | None = None) -> str:
    """Return the bill of materials as CSV (RFC 4180, UTF-8, a header line)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for line in bill_of_materials(design, catalog):
        price = line.figure("unit_cents").times(0.01)
        unit = None if line.unit_cents is None else line.unit_cents / 100
        total = None if unit is None else unit * line.quantity
        writer.writerow(
            (
                _text(line.part), line.kind, _text(line.vendor), _text(line.name), line.quantity,
                _money(unit), line.currency, _money(total), line.price_date,
                _text(line.price_source), _figure(line.mass_kg), _figure(line.power_max_w),
                _text(line.note),
                *_bounds(price, "{:.2f}"),
                *_bounds(price.times(line.quantity), "{:.2f}"),
                *_bounds(line.figure("mass_kg"), "{:g}"),
                *_bounds(line.figure("power_max_w"), "{:g}"),
            )
        )  # fmt: skip
    return out.getvalue()


def _line(design: Design, catalog: Catalog, part_id: str, quantity: int) -> BomLine:
    part = catalog.get(part_id)
    own = next((p for p in design.prices if p.id == part_id), None)
    known: Price | None = catalog.price(part_id, design.site.currency)
    price = own or known
    line = BomLine(part=part_id, quantity=quantity)
    if price:
        line = line.evolve(
            unit_cents=price.figure_cents,
            currency=price.currency,
            price_date=price.as_of,
            price_source=price.source or ("given in the design" if own else ""),
        )
    figures = catalog.figures(estimates=design.site.estimates)
    told = {name: figures.of(part_id, name) for name in ("mass_kg", "power_max_w")}
    if own is None and part is not None:
        told["unit_cents"] = price_figure(part, design.site.currency).times(100)
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


def _bounds(figure: Figure, layout: str) -> tuple[str, str]:
    """Return the two ends of a figure as cells; those of an exact one are the figure."""
    if figure.unknown:
        return "", ""
    return layout.format(figure.low), "" if figure.high == inf else layout.format(figure.high)


def _money(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _text(value: str) -> str:
    """Return text that a spreadsheet does not take for a formula."""
    return f"'{value}" if _FORMULA.match(value) else value
