"""What hovering over a figure says: what it is, what leaves it open, what it rests on."""

from collections.abc import Iterable
from typing import Final

from designer.engine.reasons import NameOf, input_in_words
from designer.model.figures import Figure

_MOST: Final = 4


def figure_tip(text: str, figure: Figure, name_of: NameOf) -> str:
    """Return the words of a tip, a line each; inputs by the names of their parts."""
    lines = [text] if text else []
    if figure.gaps:
        named = _named((gap.ref for gap in figure.gaps), name_of)
        lines.append(f"left open by: {named}")
    rules = [ref for ref in figure.basis if ref.startswith(("rule ", "default "))]
    if rules:
        lines.append("estimated by: " + "; ".join(_input(ref, name_of) for ref in rules[:_MOST]))
    elif figure.basis and not figure.gaps:
        lines.append(f"rests on: {_named(figure.basis, name_of)}")
    return "\n".join(lines)


def _input(ref: str, name_of: NameOf) -> str:
    """Return an input in words; a planning default by its name."""
    return name_of(ref) if ref.startswith("default ") else input_in_words(ref, name_of)


def _named(refs: Iterable[str], name_of: NameOf) -> str:
    words = list(dict.fromkeys(_input(ref, name_of) for ref in refs))
    more = len(words) - _MOST
    return ", ".join(words[:_MOST]) + (f" and {more} more" if more > 0 else "")
