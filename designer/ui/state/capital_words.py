"""What a change does to the capital: how much it is then, and by how much it grows."""

from designer.engine.preview import FigureChange, Preview
from designer.model.figure_words import grown_by, quantity, quantity_more

CAPITAL = "capital"
"""What the engine calls it among the changes."""


def capital_words(one: FigureChange, preview: Preview) -> str:
    """Return `≥ $1.4 M, ~$180 k more (100–300)`.

    Of two sums with bounds their difference says nothing; the engine's has what comes and goes.
    """
    was, now = one.figure("before", one.unit), one.figure("after", one.unit)
    if preview.capital is not None:
        return grown_by(now, preview.capital.figure("by", one.unit))
    return quantity_more(was, now) if was.exact and now.exact else quantity(now)
