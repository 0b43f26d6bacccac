"""The chain of temperatures from the weather to the cold plates, step by step.

Outdoor air of the design day → approach of coolers or towers → facility water → approach of the
distribution unit → coolant at the racks.
"""

from designer.catalog.part import Part
from designer.engine.subject import Facts
from designer.engine.subjects.facility.approach import approach_of, gives_to_room
from designer.engine.subjects.facility.loops import LoopLoad
from designer.model.figure_cases import highest, lowest
from designer.model.figures import Figure, exact, missing, stated


def outdoor(facts: Facts) -> Figure | None:
    """Return the air that coolers or towers have on the design day, °C; None without any.

    Dry bulb for dry coolers, wet bulb for towers: the site's, else that of its weather file or of
    its climate.
    """
    site, wet = facts.design.site, facts.design.site.heat_rejection == "cooling-tower"
    if not site.heat_rejection:
        return None
    name = "design_wet_bulb_c" if wet else "design_dry_bulb_c"
    own: float | None = getattr(site, name)
    if own is not None:
        return exact(own, "°C", f"site.{name}")
    own_years = (year for year in facts.design.weather_years if year.id == site.climate)
    climate = next(own_years, None) or facts.catalog.climate(site.climate)
    published: float | None = getattr(climate, name) if climate else None
    return None if published is None else exact(published, "°C", f"climate {site.climate}.{name}")


def rejection_approach(facts: Facts) -> Figure:
    """Return by how much the water of coolers or towers is warmer than the outdoor air, K."""
    site = facts.design.site
    if site.rejection_approach_k is not None:
        return exact(site.rejection_approach_k, "K", "site.rejection_approach_k")
    kind = "tower" if site.heat_rejection == "cooling-tower" else "dry-cooler"
    default = facts.catalog.default_figure(f"{kind}-approach")
    return missing("site.rejection_approach_k", "K") if default is None else default


def from_weather(facts: Facts) -> Figure | None:
    """Return the water that coolers or towers alone give on the design day, °C."""
    air = outdoor(facts)
    return None if air is None else air + rejection_approach(facts)


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
