"""The sheets of racks and feeds, as the report has them."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.report import RackReport, Report
from designer.io.export.workbook.sheet import Cell, Column, Row, Sheet, bounded, figure_cells
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.design import Design, Rack
from designer.model.feed_words import kind_in_words
from designer.model.layout import Layout

_OF_RACK: Final = (
    ("Power max, kW", "power_max_kw"), ("Power typical, kW", "power_typical_kw"),
    ("Heat to air, kW", "air_kw"), ("Heat to liquid, kW", "liquid_kw"), ("Mass, kg", "weight_kg"),
    ("Floor load, kPa", "floor_load_kpa"),
)  # fmt: skip
_RACKS: Final = (
    Column("Name", 14), Column("Row", 12), Column("Part", 34), Column("What stands in it", 40),
    Column("From left, mm", 10, "whole"), Column("From top, mm", 10, "whole"),
    Column("Rotation, degrees", 10, "whole"), Column("Units used, U", 8, "number"),
    Column("Units, U", 8, "number"), Column("Feeds", 14), Column("Cooling", 16),
    *(column for title, _ in _OF_RACK for column in bounded(title, 10)),
    Column("Limit that binds", 24), Column("Note", 40), Column("Id", 14),
)  # fmt: skip
_OF_FEED: Final = (
    ("Capacity, kW", "capacity_kw"), ("Load, kW", "load_kw"),
    ("Load after worst loss, kW", "load_after_loss_kw"), ("Load at peaks, kW", "load_edp_kw"),
)  # fmt: skip
_FEEDS: Final = (
    Column("Name", 20), Column("Kind", 14), Column("Fed by", 26), Column("Volts, V", 9, "whole"),
    *(column for title, _ in _OF_FEED for column in bounded(title, 11)),
    Column("Worst loss", 20), Column("Enough", 16), Column("Part id", 26), Column("Note", 40),
    Column("Id", 14),
)  # fmt: skip


_ENOUGH: Final = {
    "ok": "yes", "warning": "yes, nearly full", "error": "no", "unknown": "cannot be said",
}  # fmt: skip
"""Whether a feed carries its load after the worst loss, by the state that the report gives it."""


def rack_sheet(design: Design, catalog: Catalog, report: Report) -> Sheet:
    """Return what stands on the floor, a line for each, in the order of the design."""
    found, layout = {rack.id: rack for rack in report.racks}, Layout(design)
    rows = (_rack(layout, catalog, rack, found.get(rack.id)) for rack in design.racks)
    return Sheet("Racks", _RACKS, rows)


def _rack(layout: Layout, catalog: Catalog, rack: Rack, told: RackReport | None) -> Row:
    part = catalog.get(rack.part)
    cells: dict[str, Cell] = {
        "Name": rack.name or rack.id,
        "Row": layout.name_of(rack.row) if rack.row else "",
        "Part": part.name if part is not None else rack.part,
        "From left, mm": rack.x_mm,
        "From top, mm": rack.y_mm,
        "Rotation, degrees": rack.rotation,
        "Note": rack.note,
        "Id": rack.id,
    }
    if told is None:
        return cells
    cells |= {
        "What stands in it": told.summary,
        "Units used, U": told.u_used,
        "Units, U": told.u_total,
        "Feeds": ", ".join(feed.called for feed in told.feeds),
        "Cooling": SHOWN_NAMES.get(told.cooling_shown, told.cooling_shown),
        "Limit that binds": told.stranded_by,
    }
    for title, name in _OF_RACK:
        cells |= figure_cells(title, told.figure(name))
    return cells


def feed_sheet(design: Design, report: Report) -> Sheet:
    """Return the feeds of the room and what stands upstream of them, with their loads."""
    return Sheet("Feeds", _FEEDS, _feeds(design, report))


def _feeds(design: Design, report: Report) -> Iterator[Row]:
    layout, told = Layout(design), {feed.id: feed for feed in report.power.feeds}
    for node in design.power:
        cells: dict[str, Cell] = {
            "Name": node.name or node.id,
            "Kind": kind_in_words(node.kind),
            "Fed by": ", ".join(layout.name_of(each) for each in node.parents),
            "Volts, V": node.volts,
            "Part id": node.part,
            "Note": node.note,
            "Id": node.id,
        }
        feed = told.get(node.id)
        if feed is not None:
            cells["Worst loss"] = layout.name_of(feed.worst_loss) if feed.worst_loss else ""
            cells["Enough"] = _ENOUGH[feed.state]
            for title, name in _OF_FEED:
                cells |= figure_cells(title, feed.figure(name))
        yield cells
