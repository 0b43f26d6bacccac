"""Lines of a table for other programs: with tabs, as CSV, as a workbook of a spreadsheet."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final

from designer.io.export.csv_table import csv_table
from designer.io.export.workbook.sheet import Cell, Sheet, bounded, figure_cells
from designer.io.export.workbook.sheet import Column as SheetColumn
from designer.model.figures import Figure
from designer.model.one_line import one_line
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.facts import Facts


def as_tsv(facts: Facts, columns: Sequence[Column], lines: Iterable[Any]) -> str:
    """Return lines with tabs between cells, headings first."""
    rows = [[column.heading for column in columns]]
    rows += [[one_line(c.plain(c.read(facts, line))) for c in columns] for line in lines]
    return "".join("\t".join(row) + "\n" for row in rows)


def as_csv(facts: Facts, columns: Sequence[Column], lines: Iterable[Any]) -> str:
    """Return lines as CSV, headings first; no cell is taken for a formula."""
    headings = [column.heading for column in columns]
    return csv_table(
        headings,
        (
            dict(zip(headings, (c.plain(c.read(facts, it)) for c in columns), strict=True))
            for it in lines
        ),
    )


_LETTER_PX: Final = 7
"""About as wide as a letter is in a column of the window."""
_MOST_NAME: Final = 31
"""Letters that the name of a sheet takes (Excel specifications and limits)."""


def as_workbook(
    facts: Facts, table: Table, columns: Sequence[Column], lines: Sequence[Any], today: date
) -> bytes:
    """Return lines as a workbook with one sheet: numbers are numbers, and no text is a formula.

    What is not exact has its two ends in columns beside it; what nobody states is an empty cell.
    """
    from designer.io.export.workbook.writer import written  # XlsxWriter, for who asks

    open_ones = {one.key for one in columns if _is_open(facts, one, lines)}
    heads: list[SheetColumn] = []
    for one in columns:
        width = max(one.width / _LETTER_PX, len(one.heading) + 2)
        if one.key in open_ones:
            heads += bounded(_titled(one), width)
        else:
            heads.append(SheetColumn(_titled(one), width, "number" if one.is_number else "text"))
    rows = (dict(_cells(facts, columns, open_ones, line)) for line in lines)
    return written(table.title, (Sheet(table.title[:_MOST_NAME], tuple(heads), rows),), today)


def _titled(column: Column) -> str:
    return f"{column.title}, {column.unit}" if column.unit else column.title


def _is_open(facts: Facts, column: Column, lines: Iterable[Any]) -> bool:
    """Return whether a column has a figure that is not exact."""
    cells = (column.read(facts, line) for line in lines) if column.is_number else ()
    return any(isinstance(cell, Figure) and not cell.exact for cell in cells)


def _cells(
    facts: Facts,
    columns: Sequence[Column],
    open_ones: set[str],
    line: Any,  # noqa: ANN401 - a record
) -> Iterator[tuple[str, Cell]]:
    for one in columns:
        cell, title = one.read(facts, line), _titled(one)
        if not isinstance(cell, Figure):
            yield title, cell
        elif one.key in open_ones:
            yield from figure_cells(title, cell).items()
        else:
            yield title, cell.value
