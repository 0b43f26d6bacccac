"""Sheets of labels of racks and devices, on bought sheets of labels, with a page for calibration.

Needs a `QGuiApplication`, no widgets.
"""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QRectF

from designer.catalog.catalog import Catalog
from designer.io.export.place_labels import PlaceLabel
from designer.io.output_file import write_output
from designer.model.design import Design
from designer.model.one_line import one_line
from designer.render.code import draw_code, side_mm
from designer.render.fonts import load_fonts
from designer.render.label_stock import STOCKS, LabelStock
from designer.render.lettering import NotingPainter
from designer.render.output import OutputError, require_drawn
from designer.render.pdf_file import DOTS_PER_INCH, finished, new_pdf
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.paper import PAPERS

_DOTS: Final = DOTS_PER_INCH / 25.4
_CLEAR_MM: Final = 3.0
"""Of a label at each side: sheets lie askew in a printer."""
_NAME_MM: Final = 7.0
_CODE_MM: Final = 13.0
"""Side of the code: it has room, and is read from further away than at the least."""
_RULE_MM: Final = 100.0
_FINE_MM: Final = 0.1


def write_place_labels(
    path: str | PathLike[str],
    design: Design,
    catalog: Catalog,
    labels: Sequence[PlaceLabel],
    *,
    of: str,
    stock: str = "L7160",
    told: Callable[[int, int], object] = lambda _done, _of: None,
) -> int:
    """Write labels as a PDF, the page for calibration before them; return its number of pages.

    Parameters
    ----------
    of
        What they are of, in words: `racks`.
    stock
        A name of `label_stock.STOCKS`.
    told
        Is told how many pages are drawn, and of how many.

    Raises
    ------
    OutputError
        If there is nothing to label, the stock is not known, or a letter has no font.
    designer.io.atomic_file.WriteError
        If the file cannot be written.
    """
    if not labels:
        raise OutputError(f"the design has no {of} to label")
    if stock not in STOCKS:
        raise OutputError(f"no label sheet {stock!r}; there are {', '.join(STOCKS)}")
    load_fonts()
    sheet, title = STOCKS[stock], f"Labels of {of} of {one_line(design.name)}"
    pages = 1 + -(-len(labels) // sheet.on_page)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    seed = "\n".join((title, stock, *(label.code for label in labels))).encode()
    writer = new_pdf(buffer, PAPERS["A4"].layout(), title, seed)
    painter = NotingPainter(writer)
    ink = Ink(painter, _DOTS)
    try:
        _calibration(ink, sheet, title, labels[0].code)
        for at, label in enumerate(labels):
            if at % sheet.on_page == 0:
                told(1 + at // sheet.on_page, pages)
                writer.newPage()
            _label(ink, sheet.box(at % sheet.on_page), label, one_line(design.name))
        require_drawn(painter, design, catalog)
    finally:
        # Qt aborts when a device goes while somebody still paints on it.
        painter.end()
    write_output(path, finished(bytes(buffer.data().data()), (), title, f"labels of {of}"))
    return pages


def _label(ink: Ink, box: QRectF, label: PlaceLabel, called: str) -> None:
    """Draw name, part, place and issue at the left, the code at the right."""
    inner = box.adjusted(_CLEAR_MM, _CLEAR_MM, -_CLEAR_MM, -_CLEAR_MM)
    side = min(side_mm(label.code, _CODE_MM), inner.height())
    draw_code(
        ink.painter, ink.box(QRectF(inner.right() - side, inner.top(), side, side)), label.code,
        ink.theme.text, ink.theme.background,
    )  # fmt: skip
    words = inner.adjusted(0, 0, -side - 1, 0)
    size = _NAME_MM
    while size > TEXT_MM and ink.width_of(label.name, size, 600) > words.width():
        size = max(size - 0.2, TEXT_MM)
    name = ink.with_short_names(label.name, (label.name,), size, words.width(), 600)
    ink.text(QRectF(words.left(), words.top(), words.width(), 9), name, size, weight=600)
    top = words.top() + 10
    where = ink.with_short_names(label.where, (label.where,), 3.2, words.width(), 600)
    for text, high, weight in (
        (where, 3.2, 600),
        *((line, 2.8, 400) for line in ink.wrap(label.what, 2.8, words.width())[:2]),
    ):
        if text:
            ink.text(QRectF(words.left(), top, words.width(), 4.2), text, high, weight=weight)
            top += 4.3
    foot = QRectF(inner.left(), inner.bottom() - 4, inner.width(), 4)
    said = ink.with_short_names(f"{called} · {label.issue}", (called,), TEXT_MM, foot.width())
    ink.text(foot, said, TEXT_MM, colour=ink.theme.dim)


def _calibration(ink: Ink, sheet: LabelStock, title: str, code: str) -> None:
    """Draw the outline of the labels, two lines to measure, and a code to try."""
    shown = (0, *range(5, sheet.rows))
    for at in range(sheet.on_page):
        if at // sheet.columns in shown:
            ink.frame(sheet.box(at), _FINE_MM, ink.theme.dim)
    first, middle = sheet.box(0), 297.0 / 2
    left, top = first.left() + 6, first.top() + sheet.high_mm + 12
    words = (
        f"{title}: print at 100 %, without fitting it to the page",
        f"Both lines are {_RULE_MM:g} mm long. If yours are not, the printer scales.",
        f"The boxes are labels of {sheet.name}: hold this page",
        "against a sheet before the light. It goes onto plain paper.",
    )
    for number, text in enumerate(words):
        line = QRectF(left + 8, top + 4 + number * 5, _RULE_MM + 44, 4)
        short = ink.with_short_names(text, (text,), 3.0, line.width(), 600 if not number else 400)
        ink.text(line, short, 3.0, weight=600 if not number else 400)
    _rules(ink, left, top)
    side = side_mm(code)
    tried = QRectF(left + 12, middle - 10, side, side)
    draw_code(ink.painter, ink.box(tried), code, ink.theme.text, ink.theme.background)
    ink.text(QRectF(tried.right() + 4, tried.top(), 90, side), f"reads: {code}", 2.8)


def _rules(ink: Ink, left: float, top: float) -> None:
    """Draw a line across and one down, each with a mark at every 10 mm."""
    lines = [(left, top, left + _RULE_MM, top), (left, top, left, top + _RULE_MM)]
    for step in range(11):
        high = 3.0 if step in (0, 10) else 1.5
        lines.append((left + step * 10, top - high / 2, left + step * 10, top + high / 2))
        lines.append((left - high / 2, top + step * 10, left + high / 2, top + step * 10))
    ink.lines(lines, 0.2)
    ink.text(QRectF(left + _RULE_MM + 2, top - 2, 30, 4), f"{_RULE_MM:g} mm", 3.0)
    ink.text(QRectF(left - 3, top + _RULE_MM + 2, 30, 4), f"{_RULE_MM:g} mm", 3.0)
