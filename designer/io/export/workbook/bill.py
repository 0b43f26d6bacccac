"""The sheet of the bill: what is drawn by family, spares beside it, what both cost with bounds."""

from collections.abc import Iterator, Sequence
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import PART_FAMILIES, kind_named
from designer.catalog.spare_stock import InDevices, in_devices
from designer.engine.report import Report
from designer.io.export.bill_of_materials import BomLine, bill_of_materials
from designer.io.export.workbook.sheet import Cell, Column, Row, Sheet, bounded, figure_cells
from designer.model.design import Design
from designer.model.figures import Figure, total
from designer.model.plural import plural

_FAMILIES: Final = {family.id: (at, family.title) for at, family in enumerate(PART_FAMILIES)}
_NO_FAMILY: Final = (len(PART_FAMILIES), "Not in the catalogue")
QUANTITY: Final = "Quantity"
SPARES: Final = "Spares"
TO_BUY: Final = "To buy"
PRICE: Final = "Unit price"
TOTAL: Final = "Total"
OF_SPARES: Final = "Total of spares"
_COLUMNS: Final = (
    Column("Family", 24), Column("Part", 36), Column("Vendor", 14), Column("Kind", 14),
    Column(QUANTITY, 10, "whole"), Column(SPARES, 9, "whole"), Column(TO_BUY, 9, "whole"),
    Column("Currency", 9), *bounded(PRICE, 13, "money"), *bounded(TOTAL, 16, "money"),
    *bounded(OF_SPARES, 15, "money"), Column("Price as of", 11), Column("Price quoted", 16),
    Column("Price source", 44), *bounded("Unit mass, kg", 10),
    *bounded("Unit power max, W", 10), Column("Note", 60), Column("Part id", 26),
)  # fmt: skip


def bill_sheet(design: Design, catalog: Catalog, report: Report) -> Sheet:
    """Return the bill: a line for each part, by family; below it the totals by currency."""
    lines = sorted(bill_of_materials(design, catalog, report), key=_place)
    inside = in_devices(design, catalog, ((line.part, line.quantity) for line in lines))
    rows = (*(_row(line) for line in lines), *(_inside_row(one) for one in inside))
    return Sheet("Bill", _COLUMNS, rows, tuple(_totals(design, lines)))


def _place(line: BomLine) -> tuple[int, str, str, str]:
    place, _ = _family(line)
    return place, line.kind, line.name or line.part, line.note


def _family(line: BomLine) -> tuple[int, str]:
    if not line.kind:
        return _NO_FAMILY
    return _FAMILIES.get(kind_named(line.kind).family, _NO_FAMILY)


def _price(line: BomLine) -> Figure:
    return line.figure("unit_cents").times(0.01)


def _row(line: BomLine) -> Row:
    cells: dict[str, Cell] = {
        "Family": _family(line)[1],
        "Part": line.name or line.part,
        "Vendor": line.vendor,
        "Kind": kind_named(line.kind).singular if line.kind else "",
        QUANTITY: line.quantity,
        SPARES: line.spares,
        TO_BUY: None if line.spares is None else line.quantity + line.spares,
        "Currency": line.currency,
        "Price as of": line.price_date,
        "Price quoted": line.quoted,
        "Price source": line.price_source,
        "Note": line.note,
        "Part id": line.part,
    }
    price = _price(line)
    cells |= figure_cells(PRICE, price) | figure_cells(TOTAL, price.times(line.quantity))
    if line.spares is not None:
        cells |= figure_cells(OF_SPARES, price.times(line.spares))
    return (
        cells
        | figure_cells("Unit mass, kg", line.figure("mass_kg"))
        | figure_cells("Unit power max, W", line.figure("power_max_w"))
    )


def _inside_row(one: InDevices) -> Row:
    """Return spares of what is bought with its device: only they are bought by themselves."""
    each = "how many are in each is not stated" if one.each is None else f"{one.each} in each"
    installed = "" if one.installed is None else f"; {one.installed:,} come with their devices"
    return {
        "Family": "Inside devices",
        "Part": one.words,
        "Kind": one.rule.replace("-", " "),
        SPARES: one.spares,
        TO_BUY: one.spares,
        "Note": f"{each}{installed}; no price is stated: in no total",
        "Part id": one.part,
    }


def _totals(design: Design, lines: Sequence[BomLine]) -> Iterator[Row]:
    """Yield the sum of each currency; parts without a price leave it open above."""
    unpriced = sum(line.unit_cents is None for line in lines)
    open_ = f"; {plural(unpriced, 'part')} without a price" if unpriced else ""
    priced = [line for line in lines if line.unit_cents is not None]
    for currency in sorted({line.currency for line in priced}):
        own = [line for line in priced if line.currency == currency]
        cells: dict[str, Cell] = {
            "Family": f"Total {currency}",
            QUANTITY: sum(line.quantity for line in own),
            "Currency": currency,
            "Note": f"parts priced in {currency}{open_}",
        }
        cells |= _open(TOTAL, total(_price(one).times(one.quantity) for one in own), unpriced)
        spared = [line for line in own if line.spares is not None]
        if spared:
            numbers = [(one, one.spares) for one in spared if one.spares is not None]
            cells[SPARES] = sum(number for _, number in numbers)
            left = sum(1 for line in lines if line.unit_cents is None and line.spares)
            cells |= _open(OF_SPARES, total(_price(one).times(n) for one, n in numbers), left)
        yield cells
    said = "spares by the rules on the sheet About, in none of the sums of cost"
    yield {"Family": said if design.spares else "No rule of spares is stated: none are counted"}


def _open(title: str, summed: Figure, unpriced: int) -> dict[str, Cell]:
    """Return a sum; where a part has no price only its lower end is known."""
    cells = figure_cells(title, summed)
    if unpriced:
        cells[title] = None
        cells.pop(f"{title} high", None)
    return cells
