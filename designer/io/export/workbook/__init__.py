"""The workbook of a spreadsheet: bill with spares, cables, their totals, racks, feeds.

XlsxWriter is imported by the writer alone, when a workbook is asked for.
"""

from datetime import date

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io.export.workbook.about import about_sheet
from designer.io.export.workbook.bill import bill_sheet
from designer.io.export.workbook.cables import cable_sheet, cable_totals_sheet
from designer.io.export.workbook.floor import feed_sheet, rack_sheet
from designer.model.design import Design


def workbook(design: Design, catalog: Catalog, report: Report, today: date | None = None) -> bytes:
    """Return the bill and the schedules as a workbook (Office Open XML, `.xlsx`).

    Numbers are numbers, in the unit of their heading; what nobody knows is an empty cell, and the
    two ends of what is not exact stand in columns beside it. Text is text whatever it begins with.

    Parameters
    ----------
    today
        The date in the file's properties; None: today. The same design gives the same bytes.
    """
    from designer.io.export.workbook.writer import written  # XlsxWriter, for who asks

    sheets = (
        bill_sheet(design, catalog, report),
        cable_sheet(design, catalog),
        cable_totals_sheet(design, catalog, report),
        rack_sheet(design, catalog, report),
        feed_sheet(design, report),
        about_sheet(design, catalog, report),
    )
    return written(design.name, sheets, today or date.today())
