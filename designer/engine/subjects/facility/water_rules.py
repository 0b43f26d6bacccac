"""Rules of water: rear doors by their curve, and the dew point.

HPE and Motivair door QuickSpecs (2 K above the dew point); ASHRAE TC 9.9.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.facility_water import planned_water
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.cooling.door_curve import capacity_at
from designer.engine.subjects.cooling.humid_air import ABOVE_DEW_POINT_K
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.rated_water import is_piped, may_be_piped
from designer.engine.subjects.facility.temperatures import coldest_supply, door_water
from designer.model.feed_words import loop_short
from designer.model.figure_words import told, words
from designer.model.figures import Answer, Figure, exact, within
from designer.model.plural import plural

_COLDER = (
    "Plan colder water in the design settings, spread the devices over more racks, or hang a door "
    "that is rated for this water."
)


def doors_take_their_heat(facts: Facts) -> Iterator[Finding]:
    """C12: a rear door takes the heat of its rack with the water that it gets.

    Its rating holds at the water of its condition; with warmer water it takes less (C01 judges the
    rating itself).
    """
    plant = facts[PLANT]
    groups: list[tuple[LoopLoad | None, Mapping[RackCore, Sequence[str]]]] = [
        (one, {core: keys for core, keys in one.keys.items() if keys}) for one in plant.loops
    ]
    bare = doors_on_no_loop(facts)
    for one, keys in (*groups, (None, bare)):
        yield from _by_their_curve(facts, door_water(facts, one), keys)


def doors_on_no_loop(facts: Facts) -> dict[RackCore, list[str]]:
    """Return the racks with a rear door that no loop serves, by contents; it may take nothing."""
    served = set[str]().union(*(keys for one in facts[PLANT].loops for keys in one.keys.values()))
    found: dict[RackCore, list[str]] = {}
    for core, keys in facts[CONTENTS].racks_by_core.items():
        if core.filled.door is not None and (mine := [key for key in keys if key not in served]):
            found[core] = mine
    return found


def _by_their_curve(
    facts: Facts, water: Figure, keys: Mapping[RackCore, Sequence[str]]
) -> Iterator[Finding]:
    said: dict[RackCore, tuple[Finding, ...]] = {}
    for core, racks in keys.items():
        shared = core.by_order
        if shared not in said:
            look = partial(_said_of, facts, shared, water)
            said[shared] = shared.once(("door by its curve", water), look)
        yield from (replace(finding, where=tuple(racks)) for finding in said[shared])


def _said_of(facts: Facts, core: RackCore, water: Figure) -> tuple[Finding, ...]:
    """Return what is said of racks that hold the same in the same order."""
    cooling, door = core.read(COOLING), core.filled.door
    if cooling is None or door is None or cooling.rated is None or cooling.air.high <= 0:
        return ()
    if within(cooling.air, cooling.rated).answer == "no":
        return ()
    return tuple(_door(facts, core, door, water))


def _door(facts: Facts, core: RackCore, door: Part, water: Figure) -> Iterator[Finding]:
    cooling = core[COOLING]
    rated_at = door.cooling.water_max_c if door.cooling else None
    if rated_at is None or cooling.rated is None:
        return  # C24 says that it is not known.
    said = f"{core.called}: {told(cooling.air, 'amount')} of heat in air"
    most = _capacity(facts, core, door, water)
    answer = within(cooling.air, most)
    if answer.answer == "yes":
        return
    rated = "" if cooling.rated.unknown else f"for {words(cooling.rated, 0)} "
    rating = f"{door.name}, rated {rated}with water of {rated_at:g} °C,"
    if answer.answer == "no":
        yield Finding(
            "C12", "error", door.id, (),
            f"{said}, and {rating} takes {told(most, 'amount', 0)} with water of "
            f"{words(water, 0)}", _COLDER, cooling.air.minus(most).low,
        )  # fmt: skip
    elif water.high == float("inf"):
        yield cannot_be_said(
            "C12", door.id, (), f"{said}: whether {door.name} takes it",
            [gap.ref for gap in water.gaps[:2]] or water.basis, facts.name_of,
        )  # fmt: skip
    else:
        because = (*(gap.ref for gap in water.gaps), *answer.because)
        yield cannot_be_said(
            "C12", door.id, (),
            f"{said}: whether {rating} takes it with water of {words(water, 0)}", because[:2],
            facts.name_of,
        )  # fmt: skip


def _capacity(facts: Facts, core: RackCore, door: Part, water: Figure) -> Figure:
    """Return the heat that a rack's door takes with some water."""
    air, flow = core[COOLING].air, core[COOLING].airflow
    look = partial(capacity_at, door, water, air, flow, facts.site)
    return core.once(("door takes", water), look)


def door_takes(facts: Facts, core: RackCore, door: Part, water: Figure) -> Answer:
    """Return whether a rack's door takes its heat with the water that it gets."""
    if not (door.cooling and door.cooling.water_max_c is not None):
        return "open"
    cooling = core[COOLING]
    most = _capacity(facts, core, door, water)
    return within(cooling.air, most).answer


def least_water(facts: Facts) -> Figure | None:
    """Return the coldest water that does not sweat, °C; None where no dew point is stated."""
    dew = facts.design.site.room_dew_point_c
    if dew is None:
        return None
    return exact(dew + ABOVE_DEW_POINT_K, "°C", "site.room_dew_point_c")


def nothing_sweats(facts: Facts) -> Iterator[Finding]:
    """C10: water in the room is at least 2 K above its dew point: coolant, of doors, in pipes.

    Asked where the site states the dew point of its room.
    """
    least = least_water(facts)
    if least is None:
        return
    for one in facts[PLANT].loops:
        if one.racks or one.unsure or one.doors.racks:
            where = (*one.racks, *one.doors.racks)
            yield from _sweats(facts, least, coldest_supply(facts, one), _named(one), where)
    bare = facts[PLANT].unserved.doors
    if bare.racks:
        water = coldest_supply(facts, None)
        yield from _sweats(facts, least, water, ("facility-water", ""), bare.racks)
    yield from _pipes(facts, least)


def _pipes(facts: Facts, least: Figure) -> Iterator[Finding]:
    """Yield that pipes of facility water sweat, which lead to units; or that they may lead there.

    What is insulated does not, of which no field says anything: a warning.
    """
    water, counts = planned_water(facts.design), facts[CONTENTS].counts
    if within(least, water).answer == "yes":
        return
    units = {
        part_id: number
        for part_id, number in counts.parts.items()
        if (part := facts.catalog.get(part_id)) is not None and is_piped(part)
    }
    said = (
        f"facility water of {words(water)} is not {ABOVE_DEW_POINT_K:g} K above the room's dew "
        f"point of {facts.design.site.room_dew_point_c:g} °C"
    )
    if units:
        yield Finding(
            "C10", "warning", "facility-pipes", facts[CONTENTS].racks_with(*units),
            f"{said}: pipes to {plural(sum(units.values()), 'cooling unit')} sweat where they are "
            "not insulated, and coils take water out of the air",
            f"Plan water of {words(least)} or more, or drier air, in Design settings, or accept it "
            "with a waiver that says that pipes are insulated and coils drained.",
            least.minus(water).low,
        )  # fmt: skip
    elif lost := that_may_be(counts.lost_things, may_be_piped):
        yield cannot_be_said(
            "C10", "facility-pipes", facts[CONTENTS].racks_with(*lost),
            f"{said}: whether pipes of it lead through the room", map(lost_ref, lost),
            facts.name_of,
        )  # fmt: skip


def _named(one: LoopLoad) -> tuple[str, str]:
    """Return what a finding on a loop is filed under, and what its message begins with."""
    if one.loop is None:
        return "coolant", ""
    return one.loop.id, f"coolant loop {loop_short(one.loop.name or one.loop.id)}: "


def _sweats(
    facts: Facts, least: Figure, water: Figure, named: tuple[str, str], where: tuple[str, ...]
) -> Iterator[Finding]:
    cause, begin = named
    answer = within(least, water)
    if answer.answer == "yes":
        return
    dew_c = facts.design.site.room_dew_point_c
    wanted = f"{ABOVE_DEW_POINT_K:g} K above the room's dew point of {dew_c:g} °C"
    if answer.answer == "no":
        yield Finding(
            "C10", "error", cause, where,
            f"{begin}water of {words(water)} is not {wanted}: pipes and doors sweat",
            f"Plan water of {words(least)} or more, or drier air, in the design settings.",
            least.minus(water).low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C10", cause, where, f"{begin}whether the water is {wanted}", answer.because,
            facts.name_of,
        )  # fmt: skip
