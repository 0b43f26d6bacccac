"""A rack on its way: what rolls, and what its casters put on the floor. Formulas only; kg."""

UNEVEN = 1.3
"""A caster's load over an equal share, on a floor or with a load that is not even; from memory."""


def caster_kg(mass_kg: float, casters: int, uneven: float = 1.0) -> float:
    """Return what one caster carries: `m / n`, times what is uneven."""
    return mass_kg / casters * uneven


def left_behind_kg(mass_kg: float, rating_kg: float) -> float:
    """Return what must be taken out of a rack before it may roll."""
    return max(0.0, mass_kg - rating_kg)
