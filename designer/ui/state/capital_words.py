"""What a change does to the capital: how much it is then, and by how much it grows."""

import re
from typing import Final

from designer.engine.preview import FigureChange, Preview
from designer.model.figure_words import (
    change,
    quantity,
    quantity_more,
    signed_step,
    step_words,
)
from designer.model.figures import Figure

CAPITAL = "capital"
"""What the engine calls it among the changes."""

_BOUNDS: Final = re.compile(r" \([^)]*\)")


def capital_words(one: FigureChange, preview: Preview) -> str:
    """Return `≥ $1.4 M, ~$180 k more (100–300)`, with what it was where that reads otherwise.

    Of two sums with bounds their difference says nothing; the engine's has what comes and goes. A
    sum of which less is certain may be more: `≥ $10.9 → ≥ $9.2 M (less is certain), ~$2 M more`.
    """
    was, now = one.figure("before", one.unit), one.figure("after", one.unit)
    if preview.capital is None:
        return quantity_more(was, now) if was.exact and now.exact else quantity(now)
    by = preview.capital.figure("by", one.unit)
    return f"{_was_and_is(was, now, by)}, {step_words(by)}"


def _was_and_is(was: Figure, now: Figure, by: Figure) -> str:
    beside = _BOUNDS.sub("", change(was, now))
    before, _, after = beside.partition(" → ")
    if was.unknown or not after or before == after:
        return quantity(now)
    less = not by.unknown and by.likely > 0 and now.low < was.low
    return f"{beside}{' (less is certain)' if less else ''}"


def capital_step(one: FigureChange, preview: Preview) -> tuple[str, str]:
    """Return `+~$45 k` and `$30–70 k more`: what the words of the capital say, for a total.

    Both are empty where the engine cannot tell and the sums are not exact.
    """
    if preview.capital is not None:
        return signed_step(preview.capital.figure("by", one.unit))
    was, now = one.figure("before", one.unit), one.figure("after", one.unit)
    return signed_step(now.minus(was)) if was.exact and now.exact else ("", "")
