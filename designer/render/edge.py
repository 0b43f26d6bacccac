"""The edge at which texts become what the reader has chosen: units, and signs in numbers.

Above it the program writes metric with decimal points, as its files and the engine do. Every text
passes the edge once, where it is measured or drawn (`render/lettering.py`) or given to a widget
(`ui/kit/widget_edge.py`); passing it twice does no harm. What is cut out of a text that has passed,
a line of a paragraph, is `Read`: a part of a German sentence may be a word in English.
One process shows in one way, and one design, of which the names are spared (`spare`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from designer.model.presented import METRIC, Presented, Spared

_NOW: Final = {"chosen": METRIC}
"""What is chosen now."""


class Read(str):
    """A text as it is read: the edge lets it pass."""

    __slots__ = ()


def presented() -> Presented:
    """Return what the reader has chosen."""
    return _NOW["chosen"]


def present(chosen: Presented) -> None:
    """Take another choice; what is drawn already is to be drawn anew by whoever asks for it.

    The names that are spared stay, unless others come with it.
    """
    _NOW["chosen"] = replace(chosen, names=chosen.names or _NOW["chosen"].names)


def spare(names: Spared | None) -> None:
    """Take the names that no choice changes: those of the design that is open."""
    _NOW["chosen"] = replace(_NOW["chosen"], names=names)


@contextmanager
def presenting(chosen: Presented) -> Iterator[None]:
    """Take a choice for as long as something is drawn."""
    before = _NOW["chosen"]
    present(chosen)
    try:
        yield
    finally:
        _NOW["chosen"] = before


def shown(text: str) -> str:
    """Return a text as it is read."""
    chosen = _NOW["chosen"]
    if chosen.is_plain or isinstance(text, Read):
        return text
    return chosen.text(text)
