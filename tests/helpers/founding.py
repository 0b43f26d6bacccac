"""The shipped catalogue with the prices of the founding documents alone.

What they compute with a price must come out as printed for good; the catalogue itself takes newer
prices, which count first.
"""

from functools import cache
from typing import Final, TypeVar

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.library import Library
from designer.catalog.load import load_shipped, shipped_library

DATES: Final = {
    "AI/ML Infrastructure (2026-06-18)": "2026-06",
    "AI Infrastructure course, module O1": "2024",
    "NCA-AIIO study page": "2024",
    "GPU guide, Youngju Kim": "2024",
    "Compute Infrastructure for Training AI": "2025-12",
}
"""Date of each founding document's prices; the undated ones count as of 2024."""

Kept = TypeVar("Kept", bound=Entry)


@cache
def founding_catalog() -> Catalog:
    """Return the shipped parts with these prices."""
    shipped = load_shipped()
    return Catalog(map(_priced, shipped.parts), shipped.bands, shipped.defaults)


@cache
def founding_library() -> Library:
    """Return the shipped library with these prices."""
    shipped = shipped_library()
    return Library({name: map(_priced, shipped.entries(name)) for name in LIBRARY_TABLES})


def _priced(entry: Kept) -> Kept:
    kept = tuple(p for p in entry.prices if p.source.startswith(tuple(DATES)))
    return entry if len(kept) == len(entry.prices) else entry.evolve(prices=kept)
