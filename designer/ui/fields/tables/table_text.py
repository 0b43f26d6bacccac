"""Lines of a table as text: with tabs for spreadsheets, as CSV for files."""

from collections.abc import Iterable, Sequence
from typing import Any

from designer.io.export.csv_table import csv_table
from designer.model.one_line import one_line
from designer.ui.fields.tables.column import Column
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
