"""A rack on its way: what rolls, and what its casters put on the floor. Formulas only; kg."""

RELOCATED = 0.5
"""Share of a rack's mass on one caster, at most, while it is relocated: IBM, POWER8, Floor
construction and floor loading."""


def caster_kg(mass_kg: float, casters: int) -> float:
    """Return what one caster carries where all carry the same: `m / n`."""
    return mass_kg / casters


def caster_most_kg(mass_kg: float, casters: int) -> float:
    """Return what one caster carries at most: on an uneven floor a rack may stand on two."""
    return max(caster_kg(mass_kg, casters), mass_kg * RELOCATED)


def tile_most_kg(mass_kg: float, casters: int) -> float:
    """Return what one tile carries at most: a caster alone, or two that share."""
    return max(2 * caster_kg(mass_kg, casters), caster_most_kg(mass_kg, casters))


def left_behind_kg(mass_kg: float, rating_kg: float) -> float:
    """Return what must be taken out of a rack before it may roll."""
    return max(0.0, mass_kg - rating_kg)
