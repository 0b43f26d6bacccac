"""What a distribution unit takes at the approach that its loop leaves it.

At constant flows a heat exchanger's effectiveness is constant: its heat is in proportion to the
difference of what enters it, and so to the approach of the coolant that leaves it to the water that
enters (W. M. Kays and A. L. London, Compact Heat Exchangers, chapter 2). A larger approach than
that of the rating gives a unit no more than its rating, which pumps and flows may bound as well.
"""

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.subject import Facts
from designer.engine.subjects.facility.units import figure_of
from designer.model.design import Loop
from designer.model.figures import Figure, exact, missing, product


def gives_to_room(part: Part) -> bool:
    """Return whether a unit cools its liquid with the air of the room."""
    return part.cooling is not None and part.cooling.rejects_to == "room-air"


def actual_approach_k(loop: Loop | None, part: Part, site: Assumptions) -> float | None:
    """Return by how much a loop's stated coolant is warmer than what its unit cools it with, K.

    None where the loop states none: then it is as warm as the unit's rating leaves it.
    """
    if loop is None or loop.supply_c is None:
        return None
    cold = site.supply_air_c if gives_to_room(part) else site.water_c
    return None if cold is None else max(0.0, loop.supply_c - cold)


def approach_of(facts: Facts, part: Part) -> Figure:
    """Return the approach at which a distribution unit is rated, K."""
    approach = part.cooling.approach_k if part.cooling else None
    if approach is not None:
        return exact(approach, "K", f"{part.id}.cooling.approach_k")
    default = facts.catalog.default_figure("cdu-approach")
    return missing(f"{part.id}.cooling.approach_k", "K") if default is None else default


def capacity_at_approach(facts: Facts, loop: Loop | None, part: Part) -> Figure:
    """Return the heat that a unit takes at the approach of its loop, kW."""
    rated = figure_of(part, "capacity_kw", "kW")
    actual = actual_approach_k(loop, part, facts.site)
    if actual is None:
        return rated
    wanted = approach_of(facts, part)
    if actual >= wanted.high:
        return rated
    share = exact(actual, "K", "loop supply").per(wanted).clipped(0.0, 1.0)
    return product(rated, share, "kW")
