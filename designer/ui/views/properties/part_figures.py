"""A part's figures as lines: name, value with unit, and where it is from. No Qt."""

from dataclasses import dataclass
from typing import Final

from designer.catalog.fact_words import label_of, origin_lines, unit_of, value_text
from designer.catalog.part import Part

_NONE_AT_ZERO: Final = frozenset({"height_half_u", "gpus", "nodes"})
"""Counts of a part that takes or has none of it, which needs no line."""


@dataclass(frozen=True)
class Figure:
    """One line; `source` is empty where the catalogue does not say."""

    label: str
    text: str
    source: str


def part_figures(part: Part) -> list[Figure]:
    """Return what the catalogue knows of a part, and where from; ports have lines of their own."""
    return [
        Figure(
            label_of(name),
            f"{value_text(name, value)} {unit_of(name)}".strip(),
            "\n".join(origin_lines(found)) if (found := part.source_of(name)) else "",
        )
        for name, value in part.figures().items()
        if not name.startswith("ports.") and (value != 0 or name not in _NONE_AT_ZERO)
    ]
