"""Entries side by side: facts as lines, differences told in figures. No Qt."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.exchange import Rates
from designer.catalog.fact_words import SECTIONS
from designer.catalog.vocabulary import table_of
from designer.model.figure_words import UNKNOWN
from designer.ui.state import price_words
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_rows import (
    derived_rows,
    fact_rows,
    kind_words,
    statement_rows,
    variant_rows,
)
from designer.ui.views.catalogue.entry_index import EntryIndex
from designer.ui.views.catalogue.source_words import NOT_KNOWN

MOST: Final = 4
_COUNTS_ON: Final = re.compile(r"year|generation")
"""Numbers that count on: a difference in per cent says nothing of them."""
_TABLE_WORDS: Final = {
    "part": "parts", "cloud_provider": "cloud providers", "cloud_offer": "cloud offers",
    "model": "models", "training_run": "training runs", "inference_run": "inference runs",
    "operating_system": "operating systems", "software": "software",
    "kernel_parameter": "kernel parameters", "mig_profile": "MIG profiles",
    "technique": "techniques", "interconnect": "link generations", "guideline": "rules of thumb",
    "limit": "limits", "topic": "topics", "conflict": "conflicts",
}  # fmt: skip


@dataclass(frozen=True)
class Side:
    """What one entry says in a line.

    Attributes
    ----------
    change
        Against the first entry: `+41 %`, `×12`; empty where there is nothing to compare.
    differs
        Whether the value is known and another than the first known one of the line.
    """

    text: str = UNKNOWN
    change: str = ""
    differs: bool = False
    tip: tuple[str, ...] = (NOT_KNOWN,)
    mark: str = ""
    conflict: bool = False


@dataclass(frozen=True)
class Line:
    """One fact of all entries; without sides it is a heading."""

    label: str
    unit: str = ""
    sides: tuple[Side, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether two known values differ."""
        return any(side.differs for side in self.sides)

    @property
    def is_same(self) -> bool:
        """Whether every value is known, and all are equal: what a list of differences leaves out.

        A value that is not known may differ.
        """
        return not self.differs and all(side.text != UNKNOWN for side in self.sides)


def refusal(compared: Sequence[Entry], entry: Entry) -> str:
    """Return why an entry cannot join a comparison, empty if it can."""
    if any(other is entry for other in compared):
        return f"{entry.name} is in the comparison already"
    if compared and table_of(compared[0]) != table_of(entry):
        first, second = _TABLE_WORDS[table_of(compared[0])], _TABLE_WORDS[table_of(entry)]
        return f"The comparison holds {first}; {entry.name} is one of the {second}"
    if len(compared) >= MOST:
        return f"Four can be compared: take one out before {entry.name} goes in"
    return ""


def compare_lines(
    entries: Sequence[Entry], entry_index: EntryIndex, *, differences_only: bool = False
) -> list[Line]:
    """Return the lines of a comparison under their headings."""
    facts = [fact_rows(entry, entry_index) for entry in entries]
    extra = [title for found in facts for title in found if title not in SECTIONS]
    lines = _section("", _identity(entries))
    lines += _section("", _aligned([statement_rows(entry) for entry in entries]))
    for title in dict.fromkeys((*SECTIONS, *extra)):
        lines += _section(title, _aligned([found.get(title, []) for found in facts]))
    lines += _section("Variants", _aligned([list(variant_rows(entry)) for entry in entries]))
    lines += _section("Derived", _aligned([derived_rows(entry, entry_index) for entry in entries]))
    lines += _section("Prices, newest", _prices(entries, entry_index.catalog.rates))
    if not differences_only:
        return lines
    return _without_empty([line for line in lines if not line.sides or not line.is_same])


def tab_separated(entries: Sequence[Entry], lines: Iterable[Line]) -> str:
    """Return a comparison as a spreadsheet takes it: a line of names, unit in its own column."""
    rows = [["", "", *(entry.name for entry in entries)]]
    for line in lines:
        texts = ["" if side.text == UNKNOWN else side.text for side in line.sides]
        rows.append([line.label, line.unit, *(_plain(text) for text in texts)])
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows) + "\n"


def _plain(text: str) -> str:
    """Return a figure without the commas that a spreadsheet may not take for a number."""
    bare = text.replace(",", "")
    try:
        float(bare)
    except ValueError:
        return text
    return bare


def _section(title: str, lines: list[Line]) -> list[Line]:
    return [Line(title), *lines] if lines and title else lines


def _without_empty(lines: list[Line]) -> list[Line]:
    """Return lines without the headings that nothing stands under."""
    following = [*lines[1:], Line("")]
    return [a for a, b in zip(lines, following, strict=True) if a.sides or b.sides]


def _identity(entries: Sequence[Entry]) -> list[Line]:
    said = [("Maker", [entry.vendor for entry in entries])]
    said.append(("Kind", [kind_words(entry) for entry in entries]))
    return [
        Line(label, sides=_words(values)) for label, values in said if any(values)
    ]  # fmt: skip


def _words(values: list[str]) -> tuple[Side, ...]:
    first = next(value for value in values if value)
    return tuple(
        Side(value, differs=value != first, tip=()) if value else Side() for value in values
    )


def _aligned(columns: list[list[Row]]) -> list[Line]:
    """Return one line a field; what only a later entry says stands after what precedes it there."""
    by_key = [{(row.field, row.unit): row for row in rows} for rows in columns]
    order: list[tuple[str, str]] = []
    first: dict[tuple[str, str], Row] = {}
    for rows in columns:
        place = 0
        for row in rows:
            # Figures of unlike units, as rules of thumb have them, are not one line.
            key = (row.field, row.unit)
            if key not in first:
                first[key] = row
                order.insert(place, key)
            place = order.index(key) + 1
    return [
        Line(first[key].label, first[key].unit, _sides([rows.get(key) for rows in by_key]))
        for key in order
    ]


def _sides(rows: list[Row | None]) -> tuple[Side, ...]:
    known = next((row for row in rows if row is not None), None)
    first = rows[0]
    return tuple(
        Side()
        if row is None
        else Side(
            row.text,
            _change(first, row),
            known is not None and row.text != known.text,
            row.tip,
            row.mark,
            row.conflict,
        )
        for row in rows
    )


def _change(first: Row | None, row: Row) -> str:
    """Return by how much a figure differs from the first entry's."""
    if first is None or first is row or not first.number or row.number is None:
        return ""
    if first.number < 0 or row.number < 0 or first.text == row.text or _COUNTS_ON.search(row.field):
        return ""
    factor = row.number / first.number
    if factor >= 10:
        return f"×{factor:.0f}"
    percent = (factor - 1) * 100
    size = f"{abs(percent):.0f}" if abs(percent) >= 1 else f"{abs(percent):.1g}"
    return f"{'+' if percent > 0 else '−'}{size} %"


def _prices(entries: Sequence[Entry], rates: Rates) -> list[Line]:
    columns = []
    for entry in entries:
        newest: dict[str, Row] = {}
        for price in sorted(entry.prices, key=lambda p: p.as_of, reverse=True):
            field = f"{price.scope}.{price.per}.{price.currency}"
            label = f"{price_words.SCOPES[price.scope]}, {price_words.PER[price.per]}"
            if price.length_m is not None:
                field += f".{price.length_m:g}"
                label += f", {price.length_m:g} m"
            how = price_words.in_dollars(price, rates)
            said = (price_words.label_text(price), how, price.source, price.note)
            row = Row(
                "fact", label, price_words.amount_text(price), field=field,
                number=price.figure_cents / 100, mark=price.kind,
                tip=tuple(filter(None, said)),
            )  # fmt: skip
            newest.setdefault(field, row)
        columns.append(list(newest.values()))
    return _aligned(columns)
