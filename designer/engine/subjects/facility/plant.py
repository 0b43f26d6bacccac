"""What the hall's cooling units carry: heat and flow on CDUs, heat and air on air units."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING, NO_AIR
from designer.engine.subjects.facility.air_units import air_of, heat_taken
from designer.engine.subjects.facility.doors_off import (
    ALL_RUN,
    RUNS,
    DoorsThen,
    DoorThen,
    doors_after,
    to_the_room,
)
from designer.engine.subjects.facility.loop_units import shared
from designer.engine.subjects.facility.loops import (
    Doors,
    LoopLoad,
    Loops,
    Unserved,
    heat_of,
    loops_of,
    may_have_its_own,
)
from designer.engine.subjects.facility.outages import losses_of, units_in
from designer.engine.subjects.facility.own_draw import into_the_room
from designer.engine.subjects.facility.units import AfterLoss, Shared
from designer.model.figures import Figure, exact, repeated, repeated_in_turn, total
from designer.wiring.power import Problem

_MOVED: Final = "rule air that the building moves"


@dataclass(frozen=True)
class Plant:
    """Loads of the hall's units, and what each unit carries.

    Attributes
    ----------
    room, water
        Heat that reaches the room, units from liquid to air among it, and that leaves with a
        liquid, kW.
    coolant
        Liquid that cold plates and rear doors need, whoever moves it, L/min; a tank moves its own.
    loops
        Coolant loops with what their distribution units carry.
    unserved
        Racks with cold plates that no loop serves.
    problems
        What loops name in vain or twice.
    idle
        Distribution units that feed no loop, by id.
    fans
        What fans of units from liquid to air add to the room's heat, kW; in `air`, not in `room`.
    idle_unsure
        Parts of what stands in racks, may be a unit and is in no loop.
    perhaps_own
        What leaves open whether racks with liquid heat have a unit of their own.
    air, airflow
        Heat in the room's air beyond what the building takes, and the air that racks and units from
        liquid to air draw from it, with what the site allows for bypass, on the air units.
    by_method
        Heat by the method that takes it: tank, cold plates, rear door, or the air of the room.
    air_units
        Ids of things on the floor that are or hold an air unit.
    outdoors
        Whether an air unit gives its heat to outdoor air by itself.
    found
        What loops follow from, for those of the next design.
    """

    room: Figure
    water: Figure
    coolant: Figure
    loops: tuple[LoopLoad, ...]
    unserved: Unserved
    problems: tuple[Problem, ...]
    air: Shared
    airflow: Shared
    by_method: dict[str, Figure]
    air_units: tuple[str, ...]
    fans: Figure
    outdoors: bool = False
    idle: tuple[str, ...] = ()
    idle_unsure: tuple[str, ...] = ()
    perhaps_own: tuple[str, ...] = ()
    found: Loops | None = None

    @property
    def left_to_the_building(self) -> tuple[tuple[LoopLoad | None, Doors], ...]:
        """Rear doors that no distribution unit serves, with their loop; None: on no loop at all."""
        found = [(one, one.doors) for one in self.loops if not one.heat.capacities]
        return tuple((loop, d) for loop, d in (*found, (None, self.unserved.doors)) if d.racks)


PLANT: Key[Plant] = Key("plant")


def _movers(facts: Facts) -> Counter[str]:
    """Return how many there are of each part that cools the air of the room."""
    return Counter(
        {
            part_id: number
            for part_id, number in facts[CONTENTS].counts.parts.items()
            if (part := facts.catalog.get(part_id)) is not None and part.traits.cools_room_air
        }
    )


def plant_of(facts: Facts) -> Plant:
    """Return what the hall's cooling units carry."""
    return _plant(facts)


def losing_of(facts: Facts) -> Plant:
    """Return the same for a site that only loses other things together.

    What losses do to doors that the site must survive is not looked at again, and not told.
    """
    return _plant(facts, survived=False)


def _plant(facts: Facts, *, survived: bool = True) -> Plant:
    contents, last, movers = facts[CONTENTS], facts.last(PLANT), _movers(facts)
    liquid = loops_of(facts, last.found if last is not None else None)
    loops = liquid.loops
    heat = heat_of((core[COOLING], racks, times) for core, racks, times in contents.runs)
    flow = repeated_in_turn(
        (
            (core.once("air drawn while doors run", partial(drawn, facts, core)), racks, times)
            for core, racks, times in contents.runs
        ),
        "m³/h",
    )
    airy = [one for one in loops if one.to_room.high > 0]
    returned = repeated(((one.to_room, one.alike) for one in airy), "kW")
    room, water = (repeated_in_turn(heat[name], "kW") for name in ("room", "water"))
    if returned.high > 0:
        room, water = room + returned, water.minus(returned).clipped(0.0)
    fans = into_the_room(facts)
    hall_air = air_of(facts, room + fans, flow)
    room_air = repeated(((one.room_air, one.alike) for one in airy), "m³/h")
    if airy:
        flow = flow + room_air
    left = beyond_building(facts, room + fans)
    fed = units_in(facts, movers)
    lost = that_may_be(contents.counts.lost_things, _moves_air)
    air = shared(
        facts, left, movers, fed, lost, "capacity_kw", "kW", partial(heat_taken, facts, hall_air)
    )
    airflow = shared(
        facts, beside_building(facts, flow, left), movers, fed, lost, "airflow_m3h", "m³/h"
    )
    if survived:
        air, airflow = _with_doors(facts, air, airflow, (returned, fans), room_air)
    return Plant(
        room=room,
        water=water,
        coolant=repeated_in_turn((*heat["looped_flow"], *heat["door_flow"]), "L/min"),
        loops=loops,
        unserved=liquid.unserved,
        problems=liquid.problems,
        air=air,
        airflow=airflow,
        by_method=_by_method(facts, returned),
        fans=fans,
        air_units=contents.cooling_with((*movers, *lost)),
        outdoors=any(
            (cooling := facts.catalog.require(part_id).cooling) is not None
            and cooling.rejects_to == "outdoor-air"
            for part_id in movers
        ),
        idle=liquid.idle,
        idle_unsure=liquid.idle_unsure,
        found=liquid if liquid.wired is not None else None,
        perhaps_own=tuple(
            ref
            for core, keys in contents.cooling.items()
            if core[COOLING].water.high > 0
            for ref in may_have_its_own(core) * len(keys)
        ),
    )


def units_lacking(facts: Facts) -> Iterator[str]:
    """Yield the sorts of cooling unit of which none stands, though there is heat for certain."""
    plant, site = facts[PLANT], facts.design.site
    loops = any(one.heat.load.low > 0 and not one.heat.capacities for one in plant.loops)
    doors = total((doors.heat for _, doors in plant.left_to_the_building), "kW")
    if site.building_water_kw is not None:
        doors = doors.minus(exact(site.building_water_kw, "kW")).clipped(0.0)
    if loops or plant.unserved.racks or doors.low > 0:
        yield "CDU"
    if plant.air.load.low > 0 and not plant.air.capacities:
        yield "air unit"


def beyond_building(facts: Facts, heat: Figure) -> Figure:
    """Return the heat of the room that the building does not take, which is left to air units."""
    taken = facts.design.site.building_air_kw
    if not taken:
        return heat
    return heat.minus(exact(taken, "kW", "site.building_air_kw")).clipped(0.0)


def beside_building(facts: Facts, flow: Figure, left: Figure) -> Figure:
    """Return the air that is left to air units; nobody says how much of it the building moves.

    Parameters
    ----------
    left
        Heat of the room that the building does not take.
    """
    if not facts.design.site.building_air_kw:
        return flow
    return flow.perhaps_none((_MOVED,)) if left.high > 0 else flow.times(0)


def _with_doors(
    facts: Facts, air: Shared, airflow: Shared, others: Sequence[Figure], room_air: Figure
) -> tuple[Shared, Shared]:
    """Return both with what rear doors leave to the room after losses that take their power.

    Parameters
    ----------
    others
        Heat in the room that no rack gives.
    room_air
        Air that units from liquid to air draw.
    """
    after = [
        doors_after(facts, at) if loss.feeds else ALL_RUN
        for at, loss in enumerate(losses_of(facts.site))
    ]
    if all(doors is ALL_RUN for doors in after):
        return air, airflow
    heat: list[AfterLoss] = []
    flow: list[AfterLoss] = []
    for at, (loss, doors) in enumerate(zip(losses_of(facts.site), after, strict=True)):
        loads: tuple[Figure | None, Figure | None] = None, None
        keys = tuple(key for _, _, some in doors.not_running(facts) for key in some)
        if keys:
            loads = loads_then(facts, doors, others, room_air)
        for found, one, load in ((heat, air, loads[0]), (flow, airflow, loads[1])):
            left = one.by_feed[at].left if one.by_feed else total(one.capacities, one.load.unit)
            found.append(AfterLoss(loss.name, left, load, keys))
    return replace(air, by_feed=tuple(heat)), replace(airflow, by_feed=tuple(flow))


def loads_then(
    facts: Facts, doors: DoorsThen, others: Sequence[Figure], room_air: Figure
) -> tuple[Figure, Figure]:
    """Return the heat and the air that are left to air units while some doors do not run."""
    every = doors.runs(facts[CONTENTS].keys_by_core)
    heat = repeated_in_turn((to_the_room(core, then), n, times) for core, then, n, times in every)
    heat = beyond_building(facts, total((heat, *others), "kW"))
    flow = repeated_in_turn((drawn(facts, core, then), n, times) for core, then, n, times in every)
    return heat, beside_building(facts, total((flow, room_air), "m³/h"), heat)


def drawn(facts: Facts, core: RackCore, door: DoorThen = RUNS) -> Figure:
    """Return the air that a rack asks of the air units, m³/h, with what the site says goes past it.

    A rack with a rear door gives its air back cooled and draws none from the units, while the door
    runs. What hangs in the place of one and is in no catalogue may do so as well.
    """
    if core.filled.door is not None and door.state == "runs":
        return NO_AIR
    airflow, lost = core[COOLING].airflow, core.filled.lost_doors
    if (bypass := facts.site.air_bypass) is not None:
        airflow = airflow.times(1 + bypass)
    if door.state in ("off", "open"):
        return airflow.perhaps_none(door.refs)
    return airflow.perhaps_none(map(lost_ref, lost)) if lost else airflow


def _moves_air(kind: Kind) -> bool:
    return kind.cools_room_air


def _by_method(facts: Facts, returned: Figure) -> dict[str, Figure]:
    """Return heat by what takes it: a cold plate counts for its own heat, not for its rack's.

    Parameters
    ----------
    returned
        Heat of cold plates that their units give to the room: in the end its air takes it.
    """
    heat: dict[str, list[tuple[Figure, float, int]]] = {}
    for core, racks, times in facts[CONTENTS].runs:
        for method, kw in core[COOLING].taken:
            heat.setdefault(method, []).append((kw, racks, times))
    taken = {method: repeated_in_turn(runs, "kW") for method, runs in heat.items()}
    if returned.high > 0 and "direct-to-chip" in taken:
        left = taken["direct-to-chip"].minus(returned).clipped(0.0)
        taken["direct-to-chip"] = left
        taken["room-air"] = total((*(f for m, f in taken.items() if m == "room-air"), returned))
        if left.high <= 0:
            del taken["direct-to-chip"]
    # In one order, whatever edits led here: a mean and its words follow it.
    return dict(sorted(taken.items()))
