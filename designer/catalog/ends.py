"""The bounds of the figures of a part that rules bound: made once, and kept for shipped parts.

A search compares them at each key; to work them out takes longer than all else that it does.
"""

from typing import Final, NamedTuple

from designer.catalog.part import Part

BOUNDED: Final = frozenset({"power_max_w", "mass_kg", "liquid_fraction"})
"""Figures of parts that have bounds by rule."""


class Ends(NamedTuple):
    """Lower and upper bound of each figure in its unit: W, kg, a share; `inf` where there is none.

    Each stands under the name that the figure has in a part.
    """

    power_max_w: tuple[float, float]
    mass_kg: tuple[float, float]
    liquid_fraction: tuple[float, float]


def ends_of(part: Part) -> Ends:
    """Return the bounds of a part's figures; made once, and only where somebody asks."""
    found: Ends | None = part.made.get(Ends)
    if found is None:
        # Not before somebody searches for one: it loads numbers.
        from designer.catalog import part_bounds

        power = part_bounds.power_figures(part)["power_max_w"]
        mass, liquid = part_bounds.mass_figure(part), part_bounds.liquid_figure(part)
        found = part.made[Ends] = Ends(
            (power.low, power.high), (mass.low, mass.high), (liquid.low, liquid.high)
        )
    return found
