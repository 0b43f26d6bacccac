"""The chain of temperatures from the weather to the cold plates, step by step.

Outdoor air of the design day → approach of coolers or towers → facility water → approach of the
distribution unit → coolant at the racks.
"""

from designer.catalog.part import Part
from designer.engine.subject import Facts
from designer.engine.subjects.climate.design_day import outdoor, rejection_approach
from designer.engine.subjects.facility.approach import approach_of, gives_to_room
from designer.engine.subjects.facility.loops import LoopLoad
from designer.model.figure_cases import highest, lowest
from designer.model.figures import Figure, exact, missing, stated


def from_weather(facts: Facts) -> Figure | None:
    """Return the water that coolers or towers alone give on the design day, °C."""
    air = outdoor(facts)
    if air is None or facts.design.site.heat_rejection == "outside-air":
        return None
    return air + rejection_approach(facts)


def facility_water(facts: Facts) -> Figure:
    """Return the facility water on the design day, °C.

    As the site plans it; where the site states that it has no chillers, no colder than coolers or
    towers make it.
    """
    site = facts.design.site
    planned = exact(site.cooling_water_c, "°C", "site.cooling_water_c")
    made = from_weather(facts) if site.chillers is False else None
    return planned if made is None else highest((planned, made))


def coolant_supply(facts: Facts, one: LoopLoad) -> Figure:
    """Return the warmest coolant that a distribution unit of a loop delivers, °C."""
    if one.loop is not None and one.loop.supply_c is not None:
        return exact(one.loop.supply_c, "°C", f"loop {one.loop.id}")
    known = [given_by(facts, facts.catalog.require(id_)) for id_ in one.parts]
    return highest([*known, *(missing(ref, "°C") for ref in one.heat.because)])


def coldest_supply(facts: Facts, one: LoopLoad | None) -> Figure:
    """Return the coldest liquid in the pipes of a loop, °C: what sweats first.

    The design day makes facility water warmer than planned, never colder; of several units that of
    the smallest approach delivers the coldest.
    """
    site = facts.design.site
    planned = exact(site.cooling_water_c, "°C", "site.cooling_water_c")
    if one is None or not is_supplied(one):
        return planned
    if one.loop is not None and one.loop.supply_c is not None:
        return exact(one.loop.supply_c, "°C", f"loop {one.loop.id}")
    units = [facts.catalog.require(id_) for id_ in one.parts]
    known = [_cooled_by(facts, unit, planned) + approach_of(facts, unit) for unit in units]
    return lowest([*known, *(missing(ref, "°C") for ref in one.heat.because)])


def door_water(facts: Facts, one: LoopLoad | None) -> Figure:
    """Return the water of rear doors: of their loop's units, else the facility's, °C."""
    if one is not None and is_supplied(one):
        return coolant_supply(facts, one)
    return facility_water(facts)


def is_supplied(one: LoopLoad) -> bool:
    """Return whether a loop has distribution units, or may, or states its coolant."""
    stated_ = one.loop is not None and one.loop.supply_c is not None
    return stated_ or bool(one.parts or one.heat.because)


def given_by(facts: Facts, unit: Part) -> Figure:
    """Return the coolant that a distribution unit delivers at its rated approach, °C."""
    return _cooled_by(facts, unit, facility_water(facts)) + approach_of(facts, unit)


def _cooled_by(facts: Facts, unit: Part, water: Figure) -> Figure:
    """Return the temperature of what a distribution unit cools its liquid with, °C.

    Parameters
    ----------
    water
        The facility water, where it is that.
    """
    if gives_to_room(unit):
        return stated(facts.design.site.supply_air_c, "site.supply_air_c", "°C")
    return water
