"""The one writer of workbooks, which makes every cell safe for the program that opens it.

Text is written as text and never as a formula or a link; what begins like a formula is marked so
that it stays text when somebody edits the cell.
"""

import io
from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

import xlsxwriter

from designer.io.export.csv_table import looks_like_formula
from designer.io.export.workbook.sheet import Cell, Column, Row, Sheet
from designer.model.one_line import one_line

MOST_LETTERS: Final = 32_767
"""Letters that a cell takes (Excel specifications and limits)."""
MOST_ROWS: Final = 1_048_576
"""Rows that a sheet takes (the same); what is more stands on a sheet behind it."""
_SLICE: Final = 20
"""Rows that are written before others have a turn."""
_HEAD_PT: Final = 32
_OPTIONS: Final[Mapping[str, bool]] = MappingProxyType(
    {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
)


def _looks() -> dict[str, dict[str, object]]:
    """Return how cells look, by what stands in them."""
    return {
        "text": {"valign": "top"},
        "whole": {"num_format": "#,##0", "valign": "top"},
        "number": {"num_format": "#,##0.0##", "valign": "top"},
        "money": {"num_format": "#,##0.00", "valign": "top"},
        "head": {
            "bold": True, "bg_color": "#1F3247", "font_color": "#FFFFFF", "text_wrap": True,
            "valign": "vcenter", "border": 1, "border_color": "#5B6B7B",
        },
        "quoted": {"valign": "top", "quote_prefix": True},
    }  # fmt: skip


def written(title: str, sheets: Sequence[Sheet], today: date, most_rows: int = MOST_ROWS) -> bytes:
    """Return a workbook with a sheet for each table, or several where one does not hold it.

    Parameters
    ----------
    most_rows
        Rows of a sheet, with its line of headings.
    """
    work = writing(title, sheets, today, most_rows)
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: bytes = end.value
            return made


def writing(
    title: str, sheets: Sequence[Sheet], today: date, most_rows: int = MOST_ROWS
) -> Generator[int, None, bytes]:
    """Return such a workbook; others have a turn after some rows of a sheet, which are counted."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, dict(_OPTIONS))
    book.set_properties(
        {
            "title": one_line(title),
            "created": datetime(today.year, today.month, today.day, tzinfo=UTC),
        }
    )
    formats = {name: book.add_format(look) for name, look in _looks().items()}
    for sheet in sheets:
        yield from _write(book, formats, sheet, most_rows)
    book.close()
    return out.getvalue()


def _write(book: Any, formats: dict[str, Any], sheet: Sheet, most_rows: int) -> Iterator[int]:  # noqa: ANN401 - XlsxWriter states no types
    page, at, number = _page(book, formats, sheet, sheet.name), 0, 1
    for count, row in enumerate(sheet.rows, start=1):
        if at + 1 >= most_rows:
            _filter(page, sheet, at)
            number += 1
            page, at = _page(book, formats, sheet, f"{sheet.name} {number}"), 0
        at += 1
        _line(page, formats, sheet.columns, at, row)
        if count % _SLICE == 0:
            yield count
    _filter(page, sheet, at)
    if at + 1 + len(sheet.below) >= most_rows:
        page, at = _page(book, formats, sheet, f"{sheet.name} {number + 1}"), -1
    for further, row in enumerate(sheet.below, at + 2):
        _line(page, formats, sheet.columns, further, row)


def _page(book: Any, formats: dict[str, Any], sheet: Sheet, name: str) -> Any:  # noqa: ANN401 - as above
    """Return a new sheet with its headings, which stay in view and on every printed page."""
    page = book.add_worksheet(name)
    for at, column in enumerate(sheet.columns):
        page.set_column(at, at, column.width)
    page.set_row(0, _HEAD_PT)
    for at, column in enumerate(sheet.columns):
        page.write_string(0, at, column.title, formats["head"])
    page.freeze_panes(1, 1)
    page.repeat_rows(0)
    page.set_landscape()
    page.set_paper(9)  # A4
    page.fit_to_pages(1, 0)
    page.set_footer("&L&F · &A&R&P / &N")
    return page


def _filter(page: Any, sheet: Sheet, last: int) -> None:  # noqa: ANN401 - as above
    if last:
        page.autofilter(0, 0, last, len(sheet.columns) - 1)


def _line(
    page: Any,  # noqa: ANN401 - as above
    formats: dict[str, Any],
    columns: Sequence[Column],
    at: int,
    row: Row,
) -> None:
    for place, column, cell in _filled(columns, row):
        if isinstance(cell, str):
            look = "quoted" if looks_like_formula(cell) else "text"
            page.write_string(at, place, cell, formats[look])
        else:
            page.write_number(at, place, cell, formats[column.shape])


def _filled(columns: Sequence[Column], row: Row) -> Iterator[tuple[int, Column, str | float]]:
    """Yield the cells that hold something; text on one line, as long as a cell takes it."""
    for place, column in enumerate(columns):
        cell: Cell = row.get(column.title)
        if isinstance(cell, str):
            cell = one_line(cell)
            if cell:
                short = len(cell) <= MOST_LETTERS
                yield place, column, cell if short else f"{cell[: MOST_LETTERS - 1]}…"
        elif cell is not None and isfinite(cell):
            yield place, column, cell
