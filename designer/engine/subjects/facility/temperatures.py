"""The coolant of loops, as the rules and the chain of temperatures see it.

Facility water → approach of the distribution unit → coolant at the racks.
"""

from designer.engine.coolant_water import approach_of, cooled_by, delivered
from designer.engine.facility_water import planned_water
from designer.engine.subject import Facts
from designer.engine.subjects.facility.loops import LoopLoad
from designer.model.figure_cases import lowest
from designer.model.figures import Figure, exact, missing


def coolant_supply(facts: Facts, one: LoopLoad) -> Figure:
    """Return the warmest coolant that a distribution unit of a loop delivers, °C."""
    supply_c = one.loop.supply_c if one.loop else None
    units = (facts.catalog.require(id_) for id_ in one.parts)
    return delivered(supply_c, units, one.heat.because, facts.site)


def coldest_supply(facts: Facts, one: LoopLoad | None) -> Figure:
    """Return the coldest liquid in the pipes of a loop, °C: what sweats first.

    The design day makes facility water warmer than planned, never colder; of several units that of
    the smallest approach delivers the coldest.
    """
    planned = planned_water(facts.design)
    if one is None or not is_supplied(one):
        return planned
    if one.loop is not None and one.loop.supply_c is not None:
        # Colder than its units may make it, too: what is stated is what pipes are to be dry with.
        return exact(one.loop.supply_c, "°C", f"loop {one.loop.id}")
    units = [facts.catalog.require(id_) for id_ in one.parts]
    known = [cooled_by(unit, planned, facts.site) + approach_of(unit, facts.site) for unit in units]
    return lowest([*known, *(missing(ref, "°C") for ref in one.heat.because)])


def door_water(facts: Facts, one: LoopLoad | None) -> Figure:
    """Return the water of rear doors: of their loop's units, else the facility's, °C.

    What `coolant_water.door_water` gives for each of its racks.
    """
    return coolant_supply(facts, one) if one and is_supplied(one) else facts.site.water


def is_supplied(one: LoopLoad) -> bool:
    """Return whether a loop has distribution units, or may, or states its coolant."""
    stated_ = one.loop is not None and one.loop.supply_c is not None
    return stated_ or bool(one.parts or one.heat.because)
