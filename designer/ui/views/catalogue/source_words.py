"""Where a figure is from, in words: for hovering, for the line below, for screen readers. No Qt."""

from html import escape
from typing import Final

from designer.catalog.entry import Provenance
from designer.catalog.fact_words import origin_lines
from designer.ui.views.catalogue.entry_index import EntryIndex

NOT_KNOWN: Final = "not known: no source of the catalogue says it"
ORDERING: Final = frozenset({"vendor", "kind", "summary", "subject", "weight", "engine"})
"""Words by which the catalogue itself orders its entries: of them a source would say nothing."""
NO_SOURCE: Final = "the catalogue names no source"


def source_lines(record: Provenance | None, entry_index: EntryIndex) -> tuple[str, ...]:
    """Return what is known of a figure's origin: source, kind, note, other claims, the decision."""
    if record is None:
        return (NO_SOURCE,)
    lines = list(origin_lines(record))
    conflict = entry_index.conflict(record.conflict)
    if conflict is not None:
        lines.append(f"Sources disagree ({conflict.id}). Decision: {conflict.decision}")
    elif record.conflict:
        lines.append(f"Sources disagree ({record.conflict})")
    return tuple(lines)


def disagrees(record: Provenance | None) -> bool:
    """Return whether sources disagree on a figure."""
    return record is not None and bool(record.other or record.conflict)


def hover(lines: tuple[str, ...]) -> str:
    """Return lines as rich text, which a tool tip wraps; empty for none."""
    if not lines:
        return ""
    first, *rest = (escape(line) for line in lines)
    return "<qt>" + f"<p>{first}</p>" + "".join(f"<p>{line}</p>" for line in rest) + "</qt>"
