"""One line of an entry's page, and that of a fact with its source. No Qt."""

from dataclasses import dataclass
from typing import Final, Literal

from designer.catalog.entry import Entry, Provenance
from designer.catalog.fact_words import label_of, unit_of
from designer.ui.state import price_words
from designer.ui.views.catalogue.entry_index import EntryIndex, Ref
from designer.ui.views.catalogue.source_words import ORDERING, disagrees, source_lines

LONG: Final = 34
"""Words of more letters than this stand below their label instead of beside it."""


@dataclass(frozen=True)
class Row:
    """One line of the page.

    Attributes
    ----------
    kind
        `text` is a paragraph with an optional label above it; `plot` draws `series`.
    mark
        Kind of the figure's source, empty where there is none to mark.
    conflict
        Whether sources disagree on the figure; `conflict_ref` is where that is told.
    tip
        What hovering says, line by line.
    link
        The entry a click opens.
    query
        The family and the search that a click opens.
    """

    kind: Literal["section", "fact", "text", "link", "plot"]
    label: str = ""
    text: str = ""
    unit: str = ""
    field: str = ""
    number: float | None = None
    mark: str = ""
    conflict: bool = False
    conflict_ref: Ref | None = None
    tip: tuple[str, ...] = ()
    link: Ref | None = None
    query: tuple[str, str] | None = None
    series: price_words.Series | None = None

    @property
    def value(self) -> str:
        """The figure with its unit."""
        return f"{self.text} {self.unit}".strip()


def fact_row(entry: Entry, entry_index: EntryIndex, field: str, text: str) -> Row:
    """Return the line of a fact, with who says it; a long one is a paragraph."""
    record = None if field in ORDERING else entry.source_of(field)
    link = entry_index.target(entry, field)
    target = entry_index.find(link) if link else None
    unit = unit_of(field) or (str(getattr(entry, "unit", "")) if field == "value" else "")
    return Row(
        "text" if len(text) > LONG and target is None else "fact",
        label_of(field),
        target.name if target else text,
        unit,
        field=field,
        mark=record.kind if record else "",
        conflict=disagrees(record),
        conflict_ref=conflict_reference(record, entry_index),
        tip=() if field in ORDERING else source_lines(record, entry_index),
        link=link,
    )


def conflict_reference(record: Provenance | None, entry_index: EntryIndex) -> Ref | None:
    """Return the conflict in which a source's figure is told to be disputed."""
    found = entry_index.conflict(record.conflict) if record else None
    return ("conflict", found.id) if found else None
