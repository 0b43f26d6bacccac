"""The one writer of CSV files, which makes every cell safe for the program that opens it.

RFC 4180, UTF-8 with a mark at its beginning, by which spreadsheets know it: without the mark
LibreOffice asks for the encoding, and Excel guesses wrong.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from designer.model.one_line import one_line

BYTE_ORDER_MARK: Final = "\ufeff"
_FORMULA: Final = re.compile(
    r"^[\s\ufeff\u200b-\u200f\u2060-\u2064]*[=+\-@\uff1d\uff0b\uff0d\uff20]"
)
"""How a cell begins that a spreadsheet computes: signs of half and of full width, also behind
blanks and marks without a width that an import may trim (OWASP, CSV injection)."""


def looks_like_formula(text: str) -> bool:
    """Return whether a spreadsheet would take text for a formula that somebody types or imports."""
    return _FORMULA.match(text) is not None


def csv_table(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """Return a table with a line of headings; a cell that a row lacks is empty."""
    headings = dict(zip(columns, columns, strict=True))
    return BYTE_ORDER_MARK + csv_lines(columns, (headings,)) + csv_lines(columns, rows)


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """Return lines of such a table, without what stands before them."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    known = set(columns)
    for row in rows:
        if not known.issuperset(row):
            raise ValueError(f"a table has no column for {', '.join(sorted(row.keys() - known))}")
        writer.writerow([_cell(row.get(column, "")) for column in columns])
    return out.getvalue()


@lru_cache(maxsize=1 << 15)
def _cell(value: str) -> str:
    """Return text on one line that a spreadsheet does not take for a formula."""
    value = one_line(value)
    return f"'{value}" if looks_like_formula(value) else value
