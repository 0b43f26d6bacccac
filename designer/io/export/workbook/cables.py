"""The sheets of cables: each with its ends and way, and what is bought by medium and length."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part_prices import BETWEEN_LENGTHS
from designer.catalog.spare_stock import rule_of
from designer.engine.cable_report import CableEnd, CableRow
from designer.engine.network_report import CableLine
from designer.engine.report import Report
from designer.engine.subjects.cables.questions import table_of
from designer.io.export.cable_list import STATE_WORDS
from designer.io.export.workbook.bill import OF_SPARES, PRICE, QUANTITY, SPARES, TO_BUY, TOTAL
from designer.io.export.workbook.sheet import Cell, Column, Row, Sheet, bounded, figure_cells
from designer.model.design import Design
from designer.model.figure_words import amount
from designer.model.figures import exact

_LENGTH: Final = "Length, m"
_BOUGHT: Final = "Length bought, m"
_METRES: Final = "Together, m"
_LEAD: Final = "Lead time, weeks"
_END: Final = (
    ("rack", 10), ("unit", 7), ("device", 18), ("cage", 7), ("lane", 7), ("port", 9),
    ("module", 24),
)  # fmt: skip
_CABLES: Final = (
    Column("Label", 26), Column("Fabric", 18), Column("Rate, Gb/s", 8, "whole"),
    *(Column(f"From {name}", wide) for name, wide in _END),
    *(Column(f"To {name}", wide) for name, wide in _END),
    Column("Medium", 14), Column("Cable", 34), Column("Chosen by", 9),
    *bounded(_LENGTH, 9), Column(_BOUGHT, 9, "number"), Column("Reach, m", 9, "number"),
    Column("Tray way", 26), *bounded("Price", 12, "money"), Column("Currency", 9),
    *bounded(_LEAD, 8), Column("Note", 40), Column("Part id", 26), Column("From end", 24),
    Column("To end", 24),
)  # fmt: skip
_TOTALS: Final = (
    Column("Medium", 16), Column("Part", 40), Column(_BOUGHT, 9, "number"),
    Column(QUANTITY, 10, "whole"), Column(SPARES, 9, "whole"), Column(TO_BUY, 9, "whole"),
    Column(_METRES, 12, "number"), Column("Currency", 9), *bounded(PRICE, 13, "money"),
    *bounded(TOTAL, 16, "money"), *bounded(OF_SPARES, 15, "money"), *bounded(_LEAD, 8),
    Column("Note", 40), Column("Part id", 26),
)  # fmt: skip


def cable_sheet(design: Design, catalog: Catalog) -> Sheet:
    """Return the schedule of cables: a line for each, also for those that nothing reaches."""
    currency = design.site.currency
    rows = (_cable(row, currency) for row in table_of(design, catalog).rows())
    return Sheet("Cables", _CABLES, rows)


def _cable(row: CableRow, currency: str) -> Row:
    price = row.figure("price")
    cells: dict[str, Cell] = {
        "Label": row.label,
        "Fabric": row.fabric_name,
        "Rate, Gb/s": row.rate_gbps,
        "Medium": row.medium,
        "Cable": row.part_name,
        "Chosen by": "hand" if row.pinned else "rule",
        _BOUGHT: row.stock_m,
        "Reach, m": row.reach_m,
        "Tray way": ", ".join(row.trays) if row.on_tray else "none: a straight way",
        "Currency": "" if price.unknown else currency,
        "Note": STATE_WORDS.get(row.state, ""),
        "Part id": row.part,
        "From end": f"{row.a.device}:{row.a.port}",
        "To end": f"{row.b.device}:{row.b.port}",
    }
    bound = row.bound("price")
    if bound is not None and BETWEEN_LENGTHS in bound.basis:
        cells["Note"] = "price estimated from those of other lengths"
    cells |= dict(_end("From", row.a)) | dict(_end("To", row.b))
    cells |= figure_cells(_LENGTH, row.figure("length_m")) | figure_cells("Price", price)
    return cells | figure_cells(_LEAD, row.figure("lead_weeks", "weeks"))


def _end(side: str, end: CableEnd) -> Iterator[tuple[str, Cell]]:
    yield f"{side} rack", end.rack_name
    yield f"{side} unit", end.unit
    yield f"{side} device", end.name
    yield f"{side} cage", str(end.cage)
    yield f"{side} lane", str(end.lane)
    yield f"{side} port", end.port
    yield f"{side} module", end.module


def cable_totals_sheet(design: Design, catalog: Catalog, report: Report) -> Sheet:
    """Return what is bought for cables, by medium, part and length; below it the sums by medium."""
    if report.lost("cables"):
        lost = ({"Medium": "What is bought for cables cannot be computed"},)
        return Sheet("Cable totals", _TOTALS, (), lost)
    lines = report.cables.bill
    rows = [_bought(design, catalog, one) for one in lines]
    return Sheet("Cable totals", _TOTALS, rows, tuple(_below(rows, report)))


def _bought(design: Design, catalog: Catalog, line: CableLine) -> Row:
    rule = rule_of(design, line.part, catalog.get(line.part))
    spares = None if rule is None else rule.spares(line.count)
    whole = line.figure("price")
    one = whole.times(1 / line.count) if line.count else whole
    cells: dict[str, Cell] = {
        "Medium": line.medium,
        "Part": line.name or line.part,
        _BOUGHT: line.stock_m,
        QUANTITY: line.count,
        SPARES: spares,
        TO_BUY: None if spares is None else line.count + spares,
        _METRES: None if line.stock_m is None else line.stock_m * line.count,
        "Currency": "" if whole.unknown else design.site.currency,
        "Note": "" if line.stock_m is not None else "a module: no length",
        "Part id": line.part,
    }
    if spares is not None:
        cells |= figure_cells(OF_SPARES, one.times(spares))
    cells |= figure_cells(PRICE, one) | figure_cells(TOTAL, whole)
    return cells | figure_cells(_LEAD, line.figure("lead_weeks", "weeks"))


def _below(rows: Iterable[Row], report: Report) -> Iterator[Row]:
    """Yield the cables and metres of each medium, and the cables that have none."""
    for medium, some in groupby(rows, lambda row: row["Medium"]):
        long = [row for row in some if row[_BOUGHT] is not None]
        if long:
            yield {"Medium": f"All {medium}", "Note": "cables, without modules"} | {
                title: _sum(long, title) for title in (QUANTITY, SPARES, TO_BUY, _METRES)
            }
    without = report.cables.figure("count").minus(
        exact(sum(line.count for line in report.cables.media))
    )
    if without.high > 0:
        yield {"Medium": "Without a medium", "Note": f"{amount(without, 0)} cables, in no line"}


def _sum(rows: Iterable[Row], title: str) -> Cell:
    """Return the sum of a column; None where nothing stands in it."""
    found = [cell for row in rows if isinstance(cell := row[title], (int, float))]
    return sum(found) if found else None
