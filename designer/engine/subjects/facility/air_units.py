"""What an air unit takes of the heat in a hall, with the water and in the air that it has there.

A rating holds for the facility water that it names and for air at sea level. Fans move the same
volume at any altitude, and so less mass: a coil takes at least the share that is left of the mass,
because its effectiveness does not fall with the flow over it, and no more than its rating (W. M.
Kays and A. L. London, Compact Heat Exchangers, chapter 2).
"""

from typing import Final

from designer.catalog.part import Part
from designer.engine.subject import Facts
from designer.engine.subjects.cooling.thermal import pressure_ratio
from designer.engine.subjects.facility.rated_water import takes_water, warmest_of_rating
from designer.engine.subjects.facility.units import figure_of
from designer.model.figures import Figure, missing, product, within

BEYOND_RATED_WATER: Final = "rule capacity with water warmer than that of the rating"


def heat_taken(facts: Facts, part: Part) -> Figure:
    """Return the heat that an air unit takes in this hall, kW.

    With water warmer than that of its rating nobody states it: between nothing and the rating.
    """
    return taken_with(part, facts.site.water, facts.site.altitude_m)


def taken_with(part: Part, water: Figure, altitude_m: float) -> Figure:
    """Return the heat that an air unit takes with facility water, at an altitude, kW."""
    taken = in_thin_air(part, altitude_m)
    if not takes_water(part):
        return taken
    answer = within(water, warmest_of_rating(part))
    if answer.answer == "yes":
        return taken
    return taken.perhaps_none(answer.because or (BEYOND_RATED_WATER,))


def in_thin_air(part: Part, altitude_m: float) -> Figure:
    """Return what a unit that gives heat to air, or takes it there, does of its rating, kW.

    A rating that names no altitude is one at sea level.
    """
    rated = figure_of(part, "capacity_kw", "kW")
    rated_at = part.cooling.altitude_m if part.cooling else None
    ratio = pressure_ratio(altitude_m)
    if rated_at is not None:
        ratio /= pressure_ratio(rated_at)
    if ratio >= 1:
        return rated
    return product(rated, missing(f"{part.id}.cooling.altitude_m", "", ratio, 1.0), "kW")
