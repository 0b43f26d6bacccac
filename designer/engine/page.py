"""A part of the written report: facts, a table, lines. The exporters give it its form.

Each subject writes its own with these records. May import `designer.engine.report`.
"""

from dataclasses import dataclass
from typing import Final, Literal

UNKNOWN: Final = "—"
Align = Literal["left", "right"]


@dataclass(frozen=True)
class Table:
    """Columns (title, alignment) and rows of cells."""

    columns: tuple[tuple[str, Align], ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """See that each row fits: one that does not would end the whole report."""
        _see_pairs("columns", self.columns)
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} columns")
            _see_texts("cells", row)


@dataclass(frozen=True)
class Section:
    """A part of the report: facts (label, value), then a table, then lines of text."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """See that it is text: whatever is not would end the whole report."""
        _see_texts("titles", (self.title,))
        _see_pairs("facts", self.facts)
        _see_texts("lines", self.lines)


def _see_texts(what: str, texts: object) -> None:
    if not isinstance(texts, tuple) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{what} of the report are no text: {texts!r}")


def _see_pairs(what: str, pairs: tuple[tuple[str, str], ...]) -> None:
    for pair in pairs:
        _see_texts(what, pair)
        if len(pair) != 2:
            raise ValueError(f"{what} of the report are pairs: {pair!r}")


def number(value: float | None, decimals: int = 1, unit: str = "", *, complete: bool = True) -> str:
    """Return a figure for people: grouped in thousands, `—` when not known, `≥` when partial."""
    # A partial sum of nothing says nothing: no summand of it is known.
    if value is None or (value == 0 and not complete):
        return UNKNOWN
    text = f"{value:,.{decimals}f}"
    return f"{'' if complete else '≥ '}{text}{f' {unit}' if unit else ''}"
