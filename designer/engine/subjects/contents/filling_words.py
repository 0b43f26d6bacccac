"""What a filling is called in messages about its racks, and what findings are filed under."""

from collections import Counter
from typing import Final

from designer.engine.filling import Filled
from designer.model.figures import stated

_SUMMARY_PARTS: Final = 2


def summary_of(filled: Filled) -> str:
    """Return what a filling holds, in few words; empty where nothing of it is known."""
    if filled.rack_part is not None and filled.rack_part.traits.draws_it_power:
        return filled.rack_part.name
    if filled.is_floor_unit and filled.rack_part is not None:
        return filled.rack_part.name
    ranked = _ranked(filled)
    words = [f"{count} × {name}" for _, name, count in ranked[:_SUMMARY_PARTS]]
    more = len(ranked) - _SUMMARY_PARTS
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def called(filled: Filled, summary: str) -> str:
    """Return what a message on it begins with: what it holds, or of what parts nothing is known."""
    return summary or ", ".join(filled.missing[:_SUMMARY_PARTS]) or "Rack"


def cause_of(filled: Filled) -> str:
    """Return what a finding about a filling is filed under, stable while it is the same."""
    ranked = _ranked(filled)
    if ranked:
        return f"{ranked[0][0]}x{ranked[0][2]}"
    return filled.contents.rack_part


def _ranked(filled: Filled) -> list[tuple[str, str, int]]:
    """Return id, name and count of the powered parts, the most powerful kind first."""
    counts = Counter(part.id for _, part in filled.powered)
    kinds = {part.id: part for _, part in filled.powered}
    # What nobody states comes last: it may be anything.
    most = {part: stated(kinds[part].power_max_w, part).times(n).low for part, n in counts.items()}
    order = sorted(counts, key=lambda part: (-most[part], part))
    return [(part, kinds[part].name or part, counts[part]) for part in order]
