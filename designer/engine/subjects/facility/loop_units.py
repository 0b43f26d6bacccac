"""What units carry of what they share, and what of a loop's heat they give to the room.

Distribution units of a loop and air units of the room alike. May import parts and figures.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.engine.coolant_water import gives_to_room
from designer.engine.subject import Facts
from designer.engine.subjects.facility.approach import rated_here
from designer.engine.subjects.facility.outages import Units, left_by_loss, left_without, unpowered
from designer.engine.subjects.facility.units import Rating, Shared, figure_of
from designer.model.figure_cases import taken_by_one
from designer.model.figures import Figure, exact, missing, product, total

FANS: Final = "rule fans of units from liquid to air"


@dataclass(frozen=True)
class Standing:
    """The distribution units of a loop.

    Attributes
    ----------
    units, lost
        How many of each part; how many of what may be one and is in no catalogue.
    fed
        Whether they run after each loss.
    places
        Ids of what they are, or stand in, on the floor.
    """

    units: Counter[str]
    fed: Units
    lost: Counter[str]
    places: tuple[str, ...]


def to_room(
    facts: Facts, heat: Figure, units: Mapping[str, int], lost: Mapping[str, int]
) -> Figure:
    """Return the heat of a loop that its units give to the room.

    How units of both sorts share it, nobody says: each may take as much as it can. What may be a
    unit and is in no catalogue may be of either sort.

    Parameters
    ----------
    units, lost
        How many of each part; how many of what may be a unit and is in no catalogue.
    """
    if lost:
        return missing(lost_ref(next(iter(lost))), "kW", 0.0, heat.high)
    sorts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for part_id, number in units.items():
        if not number:
            continue
        sorts[gives_to_room(facts.catalog.require(part_id))][part_id] = number
    if not sorts[True]:
        return exact(0.0, "kW")
    if not sorts[False]:
        return heat
    airy, wet = (
        total(_capacities(sorts[sort], facts, partial(rated_here, facts)), "kW")
        for sort in (True, False)
    )
    return taken_by_one(heat, airy, wet, "rule units of a loop share its heat")


def room_air(facts: Facts, returned: Figure, stands: Standing) -> Figure:
    """Return the air that units from liquid to air draw from the room, m³/h.

    Their rated flow at most; fans that follow the heat draw its share of their rating at least.
    """
    if returned.high <= 0:
        return exact(0.0, "m³/h")
    parts = (facts.catalog.require(part_id) for part_id in stands.units.elements())
    airy = [part for part in parts if gives_to_room(part)]
    flow = total((figure_of(part, "airflow_m3h", "m³/h") for part in airy), "m³/h")
    rated = total((rated_here(facts, part) for part in airy), "kW")
    share = returned.per(rated).clipped(0.0, 1.0)
    unknown = [missing(lost_ref(part_id), "m³/h") for part_id in stands.lost.elements()]
    least = product(flow, share, "m³/h")
    open_ = least.low < flow.high and not flow.gaps
    drawn = missing(FANS, "m³/h", least.low, flow.high) if open_ else flow
    return total((drawn, *unknown), "m³/h")


def most_to_room(facts: Facts, units: Mapping[str, int]) -> Figure:
    """Return the most heat that units of a loop can give to the room, kW."""
    airy = Counter(
        {part: n for part, n in units.items() if gives_to_room(facts.catalog.require(part))}
    )
    return total(_capacities(airy, facts, partial(rated_here, facts)), "kW")


def shared(
    facts: Facts, load: Figure, units: Counter[str], fed: Units, lost: Mapping[str, int],
    field: str, unit: str, rating: Rating | None = None,
) -> Shared:  # fmt: skip
    """Return a load with what units carry of it, all of them and after each loss of feeds.

    Parameters
    ----------
    rating
        What a unit carries, where that is not what its maker states under the field.
    lost
        What may be a unit and is in no catalogue, by id: nothing bounds what it carries.
    """
    refs = tuple(lost_ref(part_id) for part_id, number in lost.items() for _ in range(number))
    unknown = tuple(missing(ref, unit) for ref in refs)
    rated = rating or partial(figure_of, name=field, unit=unit)
    dead = unpowered(fed)
    return Shared(
        load,
        (*_capacities(units, facts, rated, dead), *unknown),
        left_by_loss(facts, fed, rated, unit, unknown),
        refs,
        tuple(units.elements()),
        left_without(facts, fed, rated, unit, unknown),
        (*_capacities(units, facts, rated), *unknown) if dead else (),
    )


def _capacities(
    units: Counter[str], facts: Facts, rating: Rating, dead: Mapping[str, int] | None = None
) -> tuple[Figure, ...]:
    """Return what each unit carries; what its part does not state is not known.

    Parameters
    ----------
    dead
        How many of each part have no power: they carry nothing, and stand all the same.
    """
    found: list[Figure] = []
    for part_id, number in units.items():
        rated, without = rating(facts.catalog.require(part_id)), (dead or {}).get(part_id, 0)
        found += [rated] * (number - without)
        found += [exact(0.0, rated.unit)] * without
    return tuple(found)
