"""Lines of a table for other programs: with tabs, as CSV, as a workbook of a spreadsheet.

A table may have 100,000 lines, and whoever writes them in a window gives way between slices.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from designer.model.figures import Figure
from designer.model.one_line import one_line
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import Counted, done

if TYPE_CHECKING:
    # Imported where somebody asks for a file: it is a twentieth of a second of the first opening.
    from designer.io.export.workbook.sheet import Cell

_SLICE: Final = 50
"""Lines that are written before somebody else has a turn."""


def as_tsv(facts: Facts, columns: Sequence[Column], lines: Iterable[Any]) -> str:
    """Return lines with tabs between cells, headings first."""
    return done(tsv_in_slices(facts, columns, lines))


def tsv_in_slices(facts: Facts, columns: Sequence[Column], lines: Iterable[Any]) -> Counted[str]:
    """Return what `as_tsv` does, in slices."""
    made, left = ["\t".join(column.heading for column in columns) + "\n"], iter(lines)
    while some := list(islice(left, _SLICE)):
        rows = ([one_line(c.plain(c.read(facts, line))) for c in columns] for line in some)
        made += ["\t".join(row) + "\n" for row in rows]
        yield len(made) - 1
    return "".join(made)


def as_csv(facts: Facts, columns: Sequence[Column], lines: Iterable[Any]) -> str:
    """Return lines as CSV, headings first; no cell is taken for a formula."""
    return done(csv_in_slices(facts, columns, lines))


def csv_in_slices(facts: Facts, columns: Sequence[Column], lines: Iterable[Any]) -> Counted[str]:
    """Return what `as_csv` does, in slices."""
    from designer.io.export.csv_table import csv_lines, csv_table

    headings = [column.heading for column in columns]
    made, left, number = [csv_table(headings, ())], iter(lines), 0
    while some := list(islice(left, _SLICE)):
        cells = ((c.plain(c.read(facts, it)) for c in columns) for it in some)
        made.append(csv_lines(headings, (dict(zip(headings, row, strict=True)) for row in cells)))
        yield (number := number + len(some))
    return "".join(made)


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
    return done(workbook_in_slices(facts, table, columns, lines, today))


def workbook_in_slices(
    facts: Facts, table: Table, columns: Sequence[Column], lines: Sequence[Any], today: date
) -> Counted[bytes]:
    """Return what `as_workbook` does, in slices."""
    from designer.io.export.workbook.sheet import Column as SheetColumn
    from designer.io.export.workbook.sheet import Sheet, bounded
    from designer.io.export.workbook.writer import writing  # XlsxWriter, for who asks

    open_ones: set[str] = set()
    for begin in range(0, len(lines), _SLICE):
        some = lines[begin : begin + _SLICE]
        open_ones |= {one.key for one in columns if _is_open(facts, one, some)}
        yield 0
    heads: list[SheetColumn] = []
    for one in columns:
        width = max(one.width / _LETTER_PX, len(one.heading) + 2)
        if one.key in open_ones:
            heads += bounded(_titled(one), width)
        else:
            heads.append(SheetColumn(_titled(one), width, "number" if one.is_number else "text"))
    rows = (dict(_cells(facts, columns, open_ones, line)) for line in lines)
    sheet = Sheet(table.title[:_MOST_NAME], tuple(heads), rows)
    return (yield from writing(table.title, (sheet,), today))


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
) -> "Iterator[tuple[str, Cell]]":
    from designer.io.export.workbook.sheet import figure_cells

    for one in columns:
        cell, title = one.read(facts, line), _titled(one)
        if not isinstance(cell, Figure):
            yield title, cell
        elif one.key in open_ones:
            yield from figure_cells(title, cell).items()
        else:
            yield title, cell.value
