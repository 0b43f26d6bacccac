"""Rows from a spreadsheet: what a paste would do, rejected rows first, and one edit for the rest.

A row that means no line becomes one where it says what such a thing needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from designer.document.calls import foreseen
from designer.document.document import Edit
from designer.document.edits import in_sequence
from designer.ui.fields.tables.added import AsMade, Tell, added
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import Work, done
from designer.ui.fields.tables.paste_rows import PastedRow, Reading, replace_why
from designer.ui.fields.tables.settle import settled
from designer.ui.fields.tables.wish import Cells, Wish

MOST_ROWS: Final = 20_000
"""Rows that are pasted at once."""
_SLICE: Final = 40
"""Rows that are read before somebody else has a turn."""


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
        """Rows that change or add something and can be pasted."""
        return tuple(row for row in self.rows if row.does)

    @property
    def added(self) -> tuple[PastedRow, ...]:
        """Those that add something."""
        return tuple(row for row in self.fit if row.new)

    @property
    def changed(self) -> tuple[PastedRow, ...]:
        """Those that change something."""
        return tuple(row for row in self.fit if not row.new)


def pasted(
    facts: Facts,
    table: Table,
    rows: Sequence[Sequence[str]],
    columns: Sequence[str],
    *,
    heading: bool,
    add: bool = True,
) -> Pasted:
    """Return what a paste would do, all of it now; as `in_paste`."""
    return done(in_paste(facts, table, rows, columns, heading=heading, add=add))


def in_paste(
    facts: Facts,
    table: Table,
    rows: Sequence[Sequence[str]],
    columns: Sequence[str],
    *,
    heading: bool,
    add: bool = True,
    as_made: AsMade = lambda edit: edit,
    tell: Tell = lambda _tried, _of: None,
) -> Work[Pasted]:
    """Work out in slices what a paste would do; the design is not touched.

    Parameters
    ----------
    columns
        The key of the column that each copied one is, empty for one that is left out; one of them
        is that of the names, or of ids, unless rows without a name are new ones.
    heading
        Whether the first row is one.
    add
        Whether rows that mean no line become one.
    tell
        Is told how many of so many new ones were tried.
    """
    headings = rows[0] if heading and rows else ()
    reading = Reading(facts, table, columns, add=add, headings=headings)
    if not reading.is_possible:
        return Pasted()
    begun: list[PastedRow] = []
    for number, row in enumerate(rows, start=1):
        if not (heading and number == 1):
            begun.append(reading.row(number, row))
        if number % _SLICE == 0:
            yield
    changed = _filled(facts, table, begun, reading.wishes, reading.of_row)
    yield
    base = facts.design if changed.edit is None else changed.edit(facts.design)
    new = yield from added(facts, table, reading.new, base, as_made, tell)
    made = [_with_new(row, new.said, new.why) for row in changed.rows]
    made.sort(key=lambda row: (not row.why, not row.does, row.number))
    steps = [edit for edit in (changed.edit, *new.edits) if edit is not None]
    if not steps:
        return Pasted(tuple(made), None, changed.remarks)
    edit = steps[0] if len(steps) == 1 else in_sequence(*steps)
    return Pasted(tuple(made), foreseen(edit, facts.design, new.design), changed.remarks)


def _with_new(
    row: PastedRow, said: Mapping[int, tuple[str, ...]], why: Mapping[int, str]
) -> PastedRow:
    if row.new and not row.why:
        return replace(row, said=said.get(row.number, ()), why=why.get(row.number, ""))
    return row


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
            begun[at] = replace_why(row, why, "")
        kept = [one for one in zip(wishes, of_row, strict=True) if one[1] not in bad]
        wishes, of_row = [wish for wish, _ in kept], [at for _, at in kept]
    cells: dict[int, list[Cells]] = {}
    for at, cell in zip(of_row, result.cells, strict=True):
        cells.setdefault(at, []).append(cell)
    rows = [
        row if row.why or row.new else replace(row, cells=tuple(cells.get(at, ())))
        for at, row in enumerate(begun)
    ]
    return Pasted(tuple(rows), result.edit, result.remarks)
