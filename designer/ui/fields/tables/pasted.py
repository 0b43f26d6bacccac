"""Rows from a spreadsheet: which column is which, which line each row means, what cannot be."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from designer.document.document import Edit
from designer.model.figure_words import UNKNOWN
from designer.model.one_line import one_line
from designer.ui.fields.tables.column import Column, Table, folded
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.settle import settled
from designer.ui.fields.tables.wish import Cells, Wish

KEY: Final = "name"
_NOTHING: Final = frozenset({"", UNKNOWN})
"""Cells that leave what stands there."""
MOST_ROWS: Final = 20_000
MOST_LIKE: Final = 300
"""Names among which one that is alike is looked for, and rows of which it is: to compare takes
long."""
_NEAR: Final = 3
_OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    KEY: ("hostname", "host", "label", "device", "rack", "row", "cable", "fabric", "tray", "part"),
    "method": ("cooling", "coolingmethod"),
    "note": ("remark", "comment", "comments", "remarks"),
    "x": ("x", "xmm", "left"),
    "y": ("y", "ymm", "top"),
    "u": ("ru", "position", "startu", "lowestu", "rackunit"),
    "m": ("lengthm", "length"),
    "capacity": ("kw", "capacitykw"),
}
"""How spreadsheets head columns, beside our own words."""


@dataclass(frozen=True, slots=True)
class PastedRow:
    """A row as it would be pasted.

    Attributes
    ----------
    number
        Of its line in what was copied, from 1, with the heading.
    texts
        Its cells as they were copied.
    name
        What it is matched by.
    cells
        What becomes of cells of the line that it means.
    why, remedy
        Why it cannot be pasted, and what would help; empty where it can.
    """

    number: int
    texts: tuple[str, ...]
    name: str
    cells: tuple[Cells, ...] = ()
    why: str = ""
    remedy: str = ""

    @property
    def changes(self) -> tuple[Cells, ...]:
        """Cells that become something else."""
        return tuple(cell for cell in self.cells if cell.differs)

    @property
    def told(self) -> str:
        """What happens, in words."""
        if self.why:
            return one_line(f"{self.why}{f': {self.remedy}' if self.remedy else ''}")
        said = (
            f"{cell.wish.column.title} {cell.before or 'none'} → {cell.after or 'none'}"
            for cell in self.changes
        )
        return one_line(" · ".join(said)) or "is so already"


@dataclass(frozen=True)
class Pasted:
    """What a paste would do: rejected rows first.

    Attributes
    ----------
    rows
        Rejected ones, then those that change something, then those that are so already.
    edit
        Makes all changes that fit, all or none; None where there are none.
    """

    rows: tuple[PastedRow, ...] = ()
    edit: Edit | None = None
    remarks: tuple[str, ...] = ()

    @property
    def rejected(self) -> tuple[PastedRow, ...]:
        """Rows that cannot be pasted."""
        return tuple(row for row in self.rows if row.why)

    @property
    def fit(self) -> tuple[PastedRow, ...]:
        """Rows that change something and can be pasted."""
        return tuple(row for row in self.rows if not row.why and row.changes)


def has_heading(facts: Facts, table: Table, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a heading: it names columns, and no line is called so."""
    if not rows:
        return False
    known = _names(facts, table)
    if any(cell.casefold() in known for cell in rows[0]):
        return False
    return any(guessed(table, cell) for cell in rows[0]) or len(rows) > 1


def guessed(table: Table, heading: str) -> str:
    """Return the key of the column that a heading means; empty for none."""
    word = folded(heading)
    if not word:
        return ""
    name = table.columns[0].key
    column = table.column(heading)
    if column is not None and (column.edit or column.key in (name, "id")):
        return column.key
    for key, others in _OTHER_WORDS.items():
        wanted = name if key == KEY else key
        if word in others and (found := table.column(wanted)) is not None:
            return found.key
    return ""


def guess(facts: Facts, table: Table, rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return which column each copied one is: by the heading, and the names by what it holds."""
    if not rows:
        return ()
    width = max(map(len, rows))
    name = table.columns[0].key
    heading = has_heading(facts, table, rows)
    found = [""] * width
    if heading:
        for at, cell in enumerate(rows[0]):
            key = guessed(table, cell)
            found[at] = "" if key in found else key
    if not {name, "id"} & set(found):
        known, body = _names(facts, table), rows[1:] if heading else rows
        hits = [
            sum(len(row) > at and row[at].casefold() in known for row in body)
            for at in range(width)
        ]
        best = max(range(width), key=lambda at: (hits[at], -at))
        if hits[best] or not found[best]:
            found[best] = name
    return tuple(found)


def pasted(
    facts: Facts,
    table: Table,
    rows: Sequence[Sequence[str]],
    columns: Sequence[str],
    *,
    heading: bool,
) -> Pasted:
    """Return what a paste would do; the design is not touched.

    Parameters
    ----------
    columns
        The key of the column that each copied one is, empty for one that is left out; one of them
        is that of the names, or of ids.
    heading
        Whether the first row is one.
    """
    key = next((one for one in ("id", table.columns[0].key) if one in columns), "")
    if not key:
        return Pasted()
    at_key = list(columns).index(key)
    known = _by_id(facts, table) if key == "id" else _names(facts, table)
    begun: list[PastedRow] = []
    seen: dict[str, int] = {}
    wishes: list[Wish] = []
    of_row: list[int] = []
    found = ((at, table.column(one)) for at, one in enumerate(columns) if one and at != at_key)
    taken = [(at, column) for at, column in found if column is not None and column.edit]
    for number, row in enumerate(rows, start=1):
        if heading and number == 1:
            continue
        name = row[at_key] if at_key < len(row) else ""
        lines = _meant(facts, table, name, known)
        given = [(c, row[at]) for at, c in taken if at < len(row) and row[at] not in _NOTHING]
        why, remedy = _why_not(facts, table, name, lines, seen, known)
        if not why and table.is_new(facts, lines[0]):
            why, remedy = _lacks(table, given)
        for line in lines:
            seen.setdefault(table.key(line), number)
        begun.append(PastedRow(number, tuple(row), name, why=why, remedy=remedy))
        if not why:
            wishes += [Wish(lines[0], column, text, formula=False) for column, text in given]
            of_row += [len(begun) - 1] * len(given)
    return _filled(facts, table, begun, wishes, of_row)


def _filled(
    facts: Facts, table: Table, begun: list[PastedRow], wishes: list[Wish], of_row: list[int]
) -> Pasted:
    """Return rows with what becomes of their cells; a row with a cell that cannot be is rejected.

    Without the rejected rows others may not fit any more, which waited for their places or names:
    so it is asked again until all that are left fit.
    """
    while True:
        result = settled(facts, table, wishes)
        bad = {at: c for at, c in zip(of_row, result.cells, strict=True) if c.why}
        if not bad:
            break
        for at, cell in bad.items():
            row, title = begun[at], cell.wish.column.title
            said = title if repr(cell.after) in cell.why else f"{title} {cell.after}"
            why = f"{said}: {cell.why}"
            begun[at] = PastedRow(row.number, row.texts, row.name, why=why)
        kept = [one for one in zip(wishes, of_row, strict=True) if one[1] not in bad]
        wishes, of_row = [wish for wish, _ in kept], [at for _, at in kept]
    cells: dict[int, list[Cells]] = {}
    for at, cell in zip(of_row, result.cells, strict=True):
        cells.setdefault(at, []).append(cell)
    rows = [
        row if row.why else PastedRow(row.number, row.texts, row.name, tuple(cells.get(at, ())))
        for at, row in enumerate(begun)
    ]
    rows.sort(key=lambda row: (not row.why, not row.changes, row.number))
    return Pasted(tuple(rows), result.edit, result.remarks)


def _why_not(
    facts: Facts,
    table: Table,
    name: str,
    lines: Sequence[Any],
    seen: Mapping[str, int],
    known: Mapping[str, Sequence[Any]],
) -> tuple[str, str]:
    """Return why a row means no line, and what would help."""
    if not name:
        return "no name", f"name the {table.one} in the column that rows are matched by"
    again = [seen[key] for line in lines if (key := table.key(line)) in seen]
    if again:
        return f"{name} is in row {again[0]} too", "keep one of the two rows"
    if not lines and table.makes is not None:
        return (
            f"no part of the catalogue is called {name}",
            "give its name or id as it stands there",
        )
    if not lines:
        like = _like(name.casefold(), known) if len(seen) < MOST_LIKE else ""
        meant = table.called(facts, known[like][0]) if like else ""
        remedy = f"is {meant} meant?" if meant else "add it to the design first, or correct it"
        return f"no {table.one} is called {name}", remedy
    if len(lines) > 1:
        return f"{len(lines)} {table.many} are called {name}", "match rows by id instead"
    return "", ""


def _meant(
    facts: Facts, table: Table, name: str, known: Mapping[str, Sequence[Any]]
) -> Sequence[Any]:
    """Return the lines that a name means, or the one that is made for it."""
    lines = known.get(name.casefold(), ())
    if lines or table.makes is None or not name:
        return lines
    made = table.makes(facts, name)
    return () if made is None else (made,)


def _lacks(table: Table, given: Sequence[tuple[Column, str]]) -> tuple[str, str]:
    """Return what a row lacks that is to make a new line, and what would help."""
    needed = table.column(table.needs)
    if needed is None or any(column is needed for column, _ in given):
        return "", ""
    return f"no {needed.title.lower()}", f"give it in a column headed {needed.title}"


def _like(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most alike another; empty where none is."""
    alike = (one for one in known if one[:1] == name[:1] and abs(len(one) - len(name)) < _NEAR)
    return next(iter(difflib.get_close_matches(name, list(islice(alike, MOST_LIKE)), 1, 0.6)), "")


def _names(facts: Facts, table: Table) -> dict[str, list[Any]]:
    """Return the lines of each name, without capitals."""
    found: dict[str, list[Any]] = {}
    for line in table.lines(facts):
        found.setdefault(table.called(facts, line).casefold(), []).append(line)
    return found


def _by_id(facts: Facts, table: Table) -> dict[str, list[Any]]:
    return {table.key(line).casefold(): [line] for line in table.lines(facts)}


def mapped(table: Table) -> tuple[Column, ...]:
    """Return the columns that a copied one may be: names, ids, and those that people change."""
    first = table.columns[0]
    return tuple(one for one in table.columns if one is first or one.key == "id" or one.edit)
