"""Why an entry cannot be put on the floor or into a rack by hand. No Qt."""

from typing import Final

from designer.catalog.entry import Entry
from designer.catalog.families import family_of
from designer.catalog.part import Part
from designer.ui.views.catalogue.entry_index import EntryIndex

_SHOWN: Final = 3


def why_not_placed(entry: Entry, entry_index: EntryIndex | None) -> str:
    """Return why an entry cannot be placed, empty if it can."""
    if not isinstance(entry, Part):
        title = family_of(entry).title.lower()
        return f"{entry.name} is nothing to place: it belongs to {title}"
    if entry.placeable:
        return ""
    if entry.traits.why_not_placed:
        return f"{entry.name} is not placed by hand: {entry.traits.why_not_placed}"
    holders = _holders(entry, entry_index)
    place = f"place {holders}" if holders else "place a node that has it"
    return f"{entry.name} is part of a node: {place}"


def _holders(part: Part, entry_index: EntryIndex | None) -> str:
    """Return the names of some parts that hold a chip and can be placed."""
    users = entry_index.used_in(part) if entry_index else []
    names = [u.name for u in users if isinstance(u, Part) and u.placeable]
    shown = names[:_SHOWN]
    return ", ".join(shown[:-1]) + (f" or {shown[-1]}" if shown[1:] else "".join(shown[-1:]))
