"""Reports and lists for people and other programs: pure functions from a report to text.

The bill tells how old prices are on the day on which it is written.

Every format of the report has the signature `(design, catalog, report) -> str`. A new format gets
a module here and a line in `REPORT_FORMATS` or `EXPORT_FORMATS`.
"""

from collections.abc import Callable
from datetime import date
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io.export.bill_of_materials import bom_csv
from designer.io.export.cable_labels import labels_csv
from designer.io.export.cable_list import cables_csv, points_csv
from designer.io.export.cord_list import cords_csv
from designer.io.export.ibnetdiscover import ibnetdiscover_text
from designer.io.export.report_json import report_json
from designer.io.export.report_layouts import report_html, report_markdown, report_text
from designer.model.design import Design

Exporter = Callable[[Design, Catalog, Report], str]


def _floor_dxf(design: Design, catalog: Catalog, report: Report) -> str:
    from designer.io.export.floor_dxf import floor_dxf  # ezdxf: only who writes a DXF waits for it

    return floor_dxf(design, catalog, report)


def _workbook(design: Design, catalog: Catalog, report: Report) -> bytes:
    from designer.io.export.workbook import workbook  # XlsxWriter: as above

    return workbook(design, catalog, report)


REPORT_FORMATS: Final[dict[str, Exporter]] = {
    "text": report_text,
    "json": report_json,
    "md": report_markdown,
    "html": report_html,
}
"""What `report --format` offers."""

EXPORT_FORMATS: Final[dict[str, Exporter]] = {
    "bom.csv": lambda design, catalog, report: bom_csv(design, catalog, report, date.today()),
    "cords.csv": cords_csv,
    "cables.csv": cables_csv,
    "p2p.csv": points_csv,
    "labels.csv": labels_csv,
    "json": report_json,
    "html": report_html,
    "floor.dxf": _floor_dxf,
}
"""What `export --to` offers of this room as text."""

DATA_FORMATS: Final[dict[str, Callable[[Design, Catalog, Report], bytes]]] = {"xlsx": _workbook}
"""What it offers beside: the bytes of a file."""

OF_ONE_FABRIC: Final = {"ibnetdiscover": ibnetdiscover_text}
"""What it offers of one fabric, which may be named; a ValueError says why there is none."""
