"""Which copied column is which of a table: by its heading, by the names that it holds."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from designer.model.imperial_text import TURNED, turned_of
from designer.render.edge import presented
from designer.ui.fields.tables.column import Column, Table, folded
from designer.ui.fields.tables.facts import Facts

KEY: Final = "name"
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
_INCHES: Final = {"inch": "in", "inches": "in"}
_UNITS: Final = {*TURNED, *(turned.unit for turned in TURNED.values()), *_INCHES}
_UNIT_LAST: Final = re.compile(
    rf"[\s,]+[(\[]?({'|'.join(sorted(map(re.escape, _UNITS), key=len, reverse=True))})[)\]]?$", re.I
)


def has_heading(facts: Facts, table: Table, rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a heading: it names columns, and no line is called so."""
    if not rows:
        return False
    known = names(facts, table)
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
    if column is not None and (column.begun or column.key in (name, "id")):
        return column.key
    for key, others in _OTHER_WORDS.items():
        wanted = name if key == KEY else key
        if word in others and (found := table.column(wanted)) is not None:
            return found.key
    bare = _UNIT_LAST.sub("", heading.strip())
    if bare and bare != heading.strip() and (key := guessed(table, bare)):
        column = table.column(key)
        return key if column is not None and _unit_of(heading, column) else ""
    return ""


def unit_taken(column: Column, heading: str = "") -> str:
    """Return in which unit the numbers of a copied column are: that of its heading, if it has one.

    Else the unit that is shown for the column.
    """
    return _unit_of(heading, column) or presented().unit(column.unit, column.title)


def with_unit(text: str, column: Column, unit: str) -> str:
    """Return a copied number with the unit that it is in, where that is not the column's."""
    bare = not any(letter.isalpha() or letter in "'\"°%" for letter in text)
    return f"{text.strip()} {unit}" if unit != column.unit and bare else text


def _unit_of(heading: str, column: Column) -> str:
    """Return the unit at the end of a heading; empty where it is none that the column takes."""
    found = _UNIT_LAST.search(heading.strip())
    turned = turned_of(column.unit, column.title)
    if found is None:
        return ""
    word = _INCHES.get(found[1].casefold(), found[1].casefold())
    units = (column.unit, *((turned.unit,) if turned else ()))
    return next((unit for unit in units if unit.casefold() == word), "")


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
        known, body = names(facts, table), rows[1:] if heading else rows
        hits = [
            sum(len(row) > at and row[at].casefold() in known for row in body)
            for at in range(width)
        ]
        best = max(range(width), key=lambda at: (hits[at], -at))
        unnamed = table.adds is not None and table.adds.unnamed
        if hits[best] or not (found[best] or unnamed):
            found[best] = name
    return tuple(found)


def may_add(table: Table, columns: Sequence[str]) -> str:
    """Return why rows that mean no line cannot become one; empty where they can.

    Parameters
    ----------
    columns
        The key of the column that each copied one is.
    """
    if table.adds is None:
        return table.why_none or f"a paste adds no {table.many}"
    lacking = [table.column(key) for key in table.adds.needs if key not in columns]
    if lacking:
        titles = " and ".join(one.title for one in lacking if one is not None)
        return f"to add {table.many}, give a column headed {titles}"
    first = table.columns[0]
    if "id" in columns and first.key != "id" and table.adds.meant is None:
        return f"to add {table.many}, match rows by {first.title.lower()} and not by id"
    return ""


def names(facts: Facts, table: Table) -> dict[str, list[Any]]:
    """Return the lines of each name, without capitals."""
    found: dict[str, list[Any]] = {}
    for line in table.lines(facts):
        found.setdefault(table.called(facts, line).casefold(), []).append(line)
    return found


def by_id(facts: Facts, table: Table) -> dict[str, list[Any]]:
    """Return the line of each id, without capitals."""
    return {table.key(line).casefold(): [line] for line in table.lines(facts)}


def mapped(table: Table) -> tuple[Column, ...]:
    """Return the columns that a copied one may be: names, ids, and those that people change."""
    first = table.columns[0]
    return tuple(one for one in table.columns if one is first or one.key == "id" or one.begun)
