"""Figures that follow from others: computed when asked for, never stored in a file."""

from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.library import Library


@dataclass(frozen=True)
class Derived:
    """A computed figure with how it was computed, in words and numbers."""

    name: str
    value: float
    unit: str
    how: str


def derived_figures(entry: Entry, catalog: Catalog, library: Library) -> tuple[Derived, ...]:
    """Return what follows from an entry's figures: totals of a node, $/PFLOPS, $ per GPU-hour."""
    return ()
