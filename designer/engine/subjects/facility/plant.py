"""What the hall's cooling units carry: heat and flow on CDUs, heat and air on air units.

Rear doors may hang on the building's own water; where coolant distribution units stand, these
serve them too. A tank brings its own exchanger and asks none of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from designer.catalog.part import Part
from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.facility.units import Shared
from designer.model.figures import Figure, exact, missing, total


@dataclass(frozen=True)
class Plant:
    """Loads of the hall's units, and what each unit carries.

    Attributes
    ----------
    room, water
        Heat that reaches the room, and that leaves with a liquid, kW.
    heat, flow
        Heat and liquid on the coolant distribution units.
    air, airflow
        Heat in the room's air, and the air that racks draw from it, on the air units.
    by_method
        Heat of the racks by the method they are named by.
    coolant_units, air_units
        Ids of things on the floor that are or hold such a unit.
    """

    room: Figure
    water: Figure
    heat: Shared
    flow: Shared
    air: Shared
    airflow: Shared
    by_method: dict[str, Figure]
    coolant_units: tuple[str, ...]
    air_units: tuple[str, ...]

    @property
    def coolant(self) -> tuple[Shared, Shared]:
        """What the coolant distribution units carry: both must hold."""
        return self.heat, self.flow


PLANT: Key[Plant] = Key("plant")


def plant_of(facts: Facts) -> Plant:
    """Return what the hall's cooling units carry."""
    cdus = _parts(facts, lambda part: part.traits.cools_loop)
    movers = _parts(facts, lambda part: part.traits.cools_room_air)
    door, door_flow = _sum(facts, lambda c: c.door), _sum(facts, lambda c: c.door_flow, "L/min")
    looped = _sum(facts, lambda c: c.looped)
    looped_flow = _sum(facts, lambda c: c.looped_flow, "L/min")
    if cdus:
        looped, looped_flow = looped + door, looped_flow + door_flow
    room = _sum(facts, lambda c: c.room)
    # A rack with a rear door gives its air back cooled and draws none from the units.
    drawn = total(
        (
            core[COOLING].airflow.times(number)
            for core, number in facts[CONTENTS].numbers.items()
            if core.filled.door is None
        ),
        "m³/h",
    )
    return Plant(
        room=room,
        water=_sum(facts, lambda c: c.water),
        heat=Shared(looped, _capacities(cdus, facts, "capacity_kw", "kW")),
        flow=Shared(looped_flow, _capacities(cdus, facts, "flow_lpm", "L/min")),
        air=Shared(room, _capacities(movers, facts, "capacity_kw", "kW")),
        airflow=Shared(drawn, _capacities(movers, facts, "airflow_m3h", "m³/h")),
        by_method=_by_method(facts),
        coolant_units=tuple(_holding(facts, lambda part: part.traits.cools_loop)),
        air_units=tuple(_holding(facts, lambda part: part.traits.cools_room_air)),
    )


def _sum(facts: Facts, figure: Callable[[Cooling], Figure], unit: str = "kW") -> Figure:
    """Return a figure of cooling summed over all racks."""
    numbers = facts[CONTENTS].numbers
    return total((figure(core[COOLING]).times(n) for core, n in numbers.items()), unit)


def _by_method(facts: Facts) -> dict[str, Figure]:
    heat: dict[str, list[Figure]] = {}
    for core, number in facts[CONTENTS].numbers.items():
        cooling = core[COOLING]
        if cooling.method:
            heat.setdefault(cooling.method, []).append(cooling.heat.times(number))
    return {method: total(figures, "kW") for method, figures in heat.items()}


def _parts(facts: Facts, chosen: Callable[[Part], bool]) -> Counter[str]:
    """Return how many units of each part stand, those in racks as well."""
    return Counter(
        {
            part_id: number
            for part_id, number in facts[CONTENTS].counts.parts.items()
            if (part := facts.catalog.get(part_id)) is not None and chosen(part)
        }
    )


def _holding(facts: Facts, chosen: Callable[[Part], bool]) -> Iterator[str]:
    """Yield what stands on the floor and is or holds such a unit."""
    for core, keys in facts[CONTENTS].keys_by_core.items():
        if any(chosen(part) for part in core.filled.all_parts):
            yield from keys


def _capacities(units: Counter[str], facts: Facts, field: str, unit: str) -> tuple[Figure, ...]:
    """Return what each unit carries; what its part does not state is not known."""
    found: list[Figure] = []
    for part_id, number in units.items():
        part = facts.catalog.require(part_id)
        value = getattr(part.cooling, field) if part.cooling else None
        ref = f"{part_id}.cooling.{field}"
        figure = missing(ref, unit) if value is None else exact(float(value), unit, ref)
        found += [figure] * number
    return tuple(found)
