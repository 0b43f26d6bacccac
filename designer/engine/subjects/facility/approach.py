"""What a distribution unit takes at the approach that its loop leaves it.

At constant flows a heat exchanger's effectiveness is constant: its heat is in proportion to the
difference of what enters it, and so to the approach of the coolant that leaves it to the water that
enters (W. M. Kays and A. L. London, Compact Heat Exchangers, chapter 2). A larger approach than
that of the rating gives a unit no more than its rating, which pumps and flows may bound as well;
where its maker prints capacities at several approaches, it is read linearly between them, and has
no more beyond the last.
"""

from collections.abc import Sequence
from itertools import pairwise

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.coolant_water import approach_of, cooled_by, gives_to_room
from designer.engine.subject import Facts
from designer.engine.subjects.facility.air_units import in_thin_air
from designer.engine.subjects.facility.units import figure_of
from designer.model.design import Loop
from designer.model.figure_words import words
from designer.model.figures import Figure, Gap, exact, product


def actual_approach(loop: Loop | None, part: Part, site: Assumptions) -> Figure | None:
    """Return by how much a loop's stated coolant is warmer than what its unit cools it with, K.

    None where the loop states none: then it is as warm as the unit's rating leaves it.
    """
    if loop is None or loop.supply_c is None:
        return None
    if gives_to_room(part) and site.supply_air_c is None:
        return None
    supply = exact(loop.supply_c, "K", f"loop {loop.id}")
    return supply.minus(cooled_by(part, site.water, site)).clipped(0.0)


def in_kelvin(actual: Figure) -> str:
    """Return an approach in words."""
    return f"{actual.low:g} K" if actual.exact else words(actual)


def rated_here(facts: Facts, part: Part) -> Figure:
    """Return the rating of a unit at the site, kW: thin air takes less from liquid-to-air."""
    if gives_to_room(part):
        return in_thin_air(part, facts.site.altitude_m)
    return figure_of(part, "capacity_kw", "kW")


def capacity_at_approach(facts: Facts, loop: Loop | None, part: Part) -> Figure:
    """Return the heat that a unit takes at the approach of its loop, kW."""
    rated = rated_here(facts, part)
    actual = actual_approach(loop, part, facts.site)
    if actual is None:
        return rated
    printed = _printed(part)
    if len(printed) > 1 and actual.low >= printed[0][0]:
        return _between(part, printed, actual)
    wanted = approach_of(part, facts.site)
    if actual.low >= wanted.high:
        return rated
    return product(rated, actual.per(wanted).clipped(0.0, 1.0), "kW")


def _printed(part: Part) -> list[tuple[float, float]]:
    """Return approaches in K with the kW that a maker prints of them, the smallest first."""
    points = part.cooling.over_approach if part.cooling else ()
    return sorted((point.approach_k, point.capacity_kw) for point in points)


def _between(part: Part, printed: Sequence[tuple[float, float]], actual: Figure) -> Figure:
    """Return what a unit takes at an approach from the first of its table on, kW."""
    ends = [_at(printed, kelvin) for kelvin in (actual.low, actual.high)]
    ref = f"{part.id}.cooling.over_approach"
    if ends[0] == ends[1]:
        return exact(ends[0], "kW", ref)
    gaps = tuple(Gap(gap.ref, ends[1] - ends[0]) for gap in actual.gaps)
    return Figure(ends[0], ends[1], None, "kW", 0.0, (ref, *actual.basis), gaps)


def _at(printed: Sequence[tuple[float, float]], kelvin: float) -> float:
    for (small, less), (large, more) in pairwise(printed):
        if kelvin <= large:
            return less + (kelvin - small) / (large - small) * (more - less)
    return printed[-1][1]
