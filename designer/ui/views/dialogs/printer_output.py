"""Sends sheets to a printer, drawn by the same painters as the PDF.

Imported when somebody prints: QtPrintSupport looks for the system's printers.
"""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QPainter, QPicture
from PySide6.QtPrintSupport import QPrinter

from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import FabricMaps
from designer.engine.report import Report
from designer.io.export.comparison_content import Compared
from designer.model.comments import Comments
from designer.model.design import Design
from designer.render.lettering import NotingPainter
from designer.render.output import Told, require_drawn, require_letters
from designer.render.pdf_file import DOTS_PER_INCH
from designer.render.sheets.comment_marks import texts_of
from designer.render.sheets.ink import Ink
from designer.render.sheets.sheet_context import SheetContext, context_of
from designer.render.sheets.sheet_set import chosen_comments, sheet_set, why_no_sheet
from designer.render.what_if import WhatIf


class PrinterError(OSError):
    """The printer took no job; the message says why."""


def printer_called(name: str) -> QPrinter:
    """Return a printer of this machine, to print on at its full resolution."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPrinterName(name)
    return printer


def print_sheets(
    printer: QPrinter,
    design: Design,
    catalog: Catalog,
    report: Report,
    *,
    sheets: Sequence[str],
    paper: str,
    racks: tuple[str, ...] | None,
    file_name: str,
    file: bytes | None = None,
    unfolded: Sequence[str] = (),
    lost: WhatIf | None = None,
    maps: FabricMaps | None = None,
    compared: Compared | None = None,
    comments: Comments = (),
    told: Told = lambda _phase, _done, _of: None,
    may_print: Callable[[], bool] = lambda: True,
) -> int:
    """Print sheets and return how many there were; parameters as of `render.output.pdf_of`.

    Parameters
    ----------
    may_print
        Is asked when it is known that all can be drawn; False prints nothing.

    Raises
    ------
    PrinterError
        If there is nothing to print or the printer cannot be painted on.
    designer.render.output.OutputError
        If a letter has no font.
    """
    comments = chosen_comments(comments, sheets)
    require_letters(design, catalog, texts_of(comments))
    said = (file_name, file, unfolded, lost, maps, compared, comments)
    context, _ = context_of(design, catalog, report, paper, *said)
    _draw_once(context, sheets, racks, told)
    if not may_print():
        return 0
    # One layout at once: size and orientation set one after the other lose the orientation.
    printer.setPageLayout(context.paper.layout())
    printer.setFullPage(True)
    printer.setDocName(context.file_name)
    painter = QPainter()
    if not painter.begin(printer):
        raise PrinterError(f"the printer {printer.printerName()} takes no job")
    ink = Ink(painter, printer.resolution() / 25.4)
    try:
        made = sheet_set(ink, context, sheets, racks)
        if not made:
            printer.abort()
            raise PrinterError(why_no_sheet(sheets))
        for number, sheet in enumerate(made, 1):
            if number > 1:
                printer.newPage()
            sheet.draw(number, len(made))
    finally:
        painter.end()
    return len(made)


def _draw_once(
    context: SheetContext, sheets: Sequence[str], racks: tuple[str, ...] | None, told: Told
) -> None:
    """Draw for nobody: what a printer has begun cannot be taken back.

    Raises
    ------
    designer.render.output.OutputError
        If a letter has no font.
    """
    picture = QPicture()
    painter = NotingPainter(picture)
    try:
        ink = Ink(painter, DOTS_PER_INCH / 25.4)
        made = sheet_set(
            ink, context, sheets, racks, told=lambda done, of: told("laid out", done, of)
        )
        for number, sheet in enumerate(made, 1):
            told("drawn", number - 1, len(made))
            sheet.draw(number, len(made))
        require_drawn(painter, context.design, context.catalog, context.file_name)
    finally:
        painter.end()
