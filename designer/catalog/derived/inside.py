"""What stands inside a filled part, summed: shown beside what the part states, never added to it.

A maker states the whole, often of another setting or at another side of its shelves, so that the
two need not agree.
"""

from collections.abc import Iterator

from designer.catalog.catalog import Catalog
from designer.catalog.derived.base import Derived, number
from designer.catalog.inside_sums import counted_words, inside_sums
from designer.catalog.part import Part
from designer.model.figures import Figure


def inside_figures(part: Part, catalog: Catalog) -> Iterator[Derived]:
    """Yield the power and the mass of what stands inside; nothing where nothing bounds a sum."""
    sums = inside_sums(part, catalog.get)
    if sums is None:
        return
    units = " + ".join(counted_words(part, catalog.get))
    states = f"{number(part.power_max_w / 1000)} kW" if part.power_max_w else "nothing"
    if sums.power.low > 0:
        yield _derived(
            "Power of what stands inside", sums.power.times(0.001, "kW"), "kW",
            f"{units}, without what shelves and bus bar lose; the whole states {states}, which "
            "alone is counted",
        )  # fmt: skip
    if sums.mass.low > 0:
        whole = f"{number(part.mass_kg)} kg" if part.mass_kg else "nothing"
        yield _derived(
            "Mass of what stands inside", sums.mass, "kg",
            "units of which anybody tells it, without frame, bus bar and cables; the whole states "
            f"{whole}, which alone is counted",
        )  # fmt: skip


def _derived(name: str, figure: Figure, unit: str, how: str) -> Derived:
    return Derived(name, figure.value if figure.exact else None, unit, how, figure)
