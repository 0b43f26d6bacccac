"""Rules of the building's units: a loop, one spare each, water cold enough (ASHRAE TC 9.9; OCP)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.coolant_water import approach_of
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.remedy import Remedy
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.heat import NOTHING
from designer.engine.subjects.facility.approach import actual_approach, in_kelvin
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.remedies import more_units
from designer.engine.subjects.facility.temperatures import coolant_supply
from designer.engine.subjects.facility.units import Shared, needed, one_may_be_lost
from designer.engine.subjects.totals.sums import SUMS
from designer.model.feed_words import loop_short
from designer.model.figure_cases import planned
from designer.model.figure_words import how_many, told, words
from designer.model.figures import Figure, exact, missing, total, within
from designer.model.layout import Layout
from designer.model.marked_names import with_names
from designer.model.plural import plural
from designer.model.some_names import some
from designer.wiring.coolant import LOOP, NO_UNIT

_MORE_IN_RACK: Final = (
    "Add another unit in the rack, or name units and racks that share them in a coolant loop."
)


def liquid_racks_have_a_loop(facts: Facts) -> Iterator[Finding]:
    """C05: where heat goes into a loop, a coolant distribution unit stands; tanks need none."""
    plant = facts[PLANT]
    for one in plant.loops:
        if not one.heat.capacities:
            yield from _without_units(facts, one)
        elif one.heat.may_have_none and (one.racks or one.unsure):
            racks = (*one.racks, *one.unsure)
            yield cannot_be_said(
                "C05", loop_cause("no-cdu", one), racks,
                f"{_of_loop(one)}whether a CDU serves {plural(len(racks), 'rack')}",
                one.heat.because[:2], facts.name_of,
            )  # fmt: skip
    bare = plant.unserved
    if bare.racks:
        yield Finding(
            "C05", "error", "no-loop", bare.racks,
            f"{plural(len(bare.racks), 'liquid-cooled rack')} on no coolant loop",
            "Name them, or their rows, in a loop; a loop that names no racks serves all others.",
            len(bare.racks),
        )  # fmt: skip
    if bare.unsure:
        yield cannot_be_said(
            "C05", "no-loop", bare.unsure,
            f"{plural(len(bare.unsure), 'rack')} on no coolant loop: whether they need one",
            bare.because, facts.name_of,
        )  # fmt: skip


def _without_units(facts: Facts, one: LoopLoad) -> Iterator[Finding]:
    """Yield that no unit feeds the racks of a loop, or what racks may need one."""
    named = _no_unit(facts, one)
    if one.racks:
        yield Finding(
            "C05", "error", loop_cause("no-cdu", one), one.racks,
            f"{plural(len(one.racks), 'liquid-cooled rack')}: {told(one.flow.load, 'amount', 0)} "
            f"of coolant, and {named}",
            "Place coolant distribution units, one more than the load needs.",
            one.flow.load.low, remedy=_more_cdus(facts, one),
        )  # fmt: skip
    if one.unsure:
        yield cannot_be_said(
            "C05", loop_cause("no-cdu", one), one.unsure,
            f"{named}: whether {plural(len(one.unsure), 'rack')} may do without",
            (gap.ref for gap in one.heat.load.gaps[:2]), facts.name_of,
        )  # fmt: skip


def _more_cdus(facts: Facts, one: LoopLoad) -> Remedy | None:
    if one.inside:
        return None  # What is placed on the floor does not serve a rack with units in its rails.
    return more_units("add-coolant-units", one.both, facts.catalog, one.loop.id if one.loop else "")


def more_air_units(facts: Facts) -> Remedy | None:
    """Return the air units that would meet what racks give to the room."""
    plant = facts[PLANT]
    return more_units("add-air-units", (plant.air, plant.airflow), facts.catalog)


def loops_name_what_is_there_once(facts: Facts) -> Iterator[Finding]:
    """C21: what a loop names stands there, and hangs on no other loop.

    A unit that two loops name carries the load of one: counted twice, it would be spare for both.
    """
    for loop, reason in facts[PLANT].problems:
        if reason == NO_UNIT:
            continue  # C05 or C06 has said it
        named = with_names(reason, str).partition(" ")[0]
        yield Finding(
            "C21", "error", f"{loop}:{named}", (loop,),
            f"coolant loop {_named_loop(facts, loop)}: "
            f"{with_names(reason, partial(_called, facts))}",
            "Name each distribution unit, rack and row in one loop only.",
        )  # fmt: skip
    for one in facts[PLANT].loops:
        if one.loop and not one.inside:
            yield from _units_in_doubt(facts, one, one.loop.id)
            yield from _without_purpose(facts, one, one.loop.id)
    yield from _idle_units(facts)


def _idle_units(facts: Facts) -> Iterator[Finding]:
    """Yield the units that feed no loop, and those in the rails of racks without liquid heat."""
    idle = facts[PLANT].idle
    if idle:
        layout = Layout(facts.design)
        called, single = some(map(layout.name_of, idle)), len(idle) == 1
        yield Finding(
            "C21", "warning", "idle", idle,
            f"{plural(len(idle), 'distribution unit')} feed{'s' if single else ''} nothing: "
            f"no coolant loop has {'it' if single else 'them'}: {called}",
            "Name each in the loop that it feeds, or remove it.", float(len(idle)),
        )  # fmt: skip
    dry = [one for one in facts[PLANT].loops if one.inside and one.heat.load.high <= 0]
    where = tuple(key for one in dry for key in one.units)
    if where:
        yield Finding(
            "C21", "warning", "dry", where,
            f"{plural(len(where), 'rack')} with a distribution unit in the rails: nothing else "
            "there gives heat to a liquid, and no coolant loop names the unit",
            "Name units and racks that share them in a coolant loop, or remove the units.",
            float(len(where)),
        )  # fmt: skip


def _units_in_doubt(facts: Facts, one: LoopLoad, loop: str) -> Iterator[Finding]:
    """Yield what a loop names as a unit, and is in no catalogue."""
    for key, part_id in one.named_in_doubt:
        yield cannot_be_said(
            "C21", f"{loop}:{key}", (loop,),
            f"coolant loop {_named_loop(facts, loop)}: whether "
            f"{Layout(facts.design).name_of(key)} is a coolant distribution unit",
            (lost_ref(part_id),), facts.name_of,
        )  # fmt: skip


def _without_purpose(facts: Facts, one: LoopLoad, loop: str) -> Iterator[Finding]:
    """Yield a loop to which nothing gives heat, and that has no unit, or may be such a one.

    Where racks alone may give it heat, C05 says what is open.
    """
    if one.racks or one.doors.racks or not one.heat.may_have_none:
        return
    named = f"coolant loop {_named_loop(facts, loop)}"
    if one.heat.because:
        yield cannot_be_said(
            "C21", f"{loop}:empty", (loop,),
            f"{named}: whether it has a distribution unit, or anything that gives it heat,",
            one.heat.because[:2], facts.name_of,
        )  # fmt: skip
    elif not one.unsure:
        yield Finding(
            "C21", "warning", f"{loop}:empty", (loop,),
            f"{named} has no distribution unit, and nothing gives it heat",
            "Name its units and racks, or delete the loop.",
        )  # fmt: skip


def _named_loop(facts: Facts, key: str) -> str:
    found = (loop.name for loop in facts.design.loops if loop.id == key)
    return loop_short(next(found, "") or key)


def _called(facts: Facts, ref: str) -> str:
    """Return what people call what a loop names, or a loop, with the word before it."""
    if ref.startswith(LOOP):
        return f"{LOOP}{_named_loop(facts, ref.removeprefix(LOOP))}"
    return Layout(facts.design).name_of(ref)


def loop_cause(cause: str, one: LoopLoad) -> str:
    """Return what a finding is filed under, for a loop that the design declares by its id."""
    return f"{cause}:{one.loop.id}" if one.loop else cause


def loop_name(one: LoopLoad) -> str:
    """Return what people call a loop; empty for that of a design which declares none."""
    if one.alike > 1 and one.loop:
        return f"each of {one.loop.name}"
    return one.loop.name or one.loop.id if one.loop else ""


def _of_loop(one: LoopLoad) -> str:
    """Return what a message on a loop begins with: its name, where the design declares it."""
    return f"{loop_name(one)}: " if one.loop else ""


def air_units(shared: Shared) -> str:
    """Return how many air units stand, in words: `2 air units`, `0–1 air units`."""
    return how_many(shared.units, "air unit")


def coolant_units_n_plus_one(facts: Facts) -> Iterator[Finding]:
    """C06: with one CDU of a loop lost, the others still take its heat, and move its flow."""
    for one in facts[PLANT].loops:
        yield from one.once("C06", partial(_without_one_unit, facts, one))


def _without_one_unit(facts: Facts, one: LoopLoad) -> tuple[Finding, ...]:
    """Return the finding on a loop, if there is one."""
    units = one.heat.capacities
    if not units or one.heat.load.high <= 0:
        return ()
    verdict = one_may_be_lost(one.both)
    if verdict.answer == "yes":
        return ()
    said = (
        f"{_of_loop(one)}{words(one.heat.units, 0)} CDU for "
        f"{told(one.heat.load, 'amount', 0)} of liquid heat and "
        f"{told(one.flow.load, 'flow', 0)}{_at_approach(facts, one)}; one lost leaves "
        f"{told(one.heat.left, 'capacity', 0)} and {told(one.flow.left, 'flow', 0)}"
    )
    if verdict.answer == "no":
        count = one.once("needed", partial(needed, one.both))
        known = count.value if count else None
        short = known is not None and known > len(one.heat.capacities)
        wanted = f"; {known:.0f} are needed for N+1" if short else ""
        return (Finding(
            "C06", "error", loop_cause("cdu", one), one.units, said + wanted,
            _MORE_IN_RACK if one.inside else "Add coolant distribution units.",
            one.heat.load.low,
            remedy=_more_cdus(facts, one),
        ),)  # fmt: skip
    return (cannot_be_said(
        "C06", loop_cause("cdu", one), one.units, f"{said}: whether one may be lost",
        verdict.because, facts.name_of,
    ),)  # fmt: skip


def _at_approach(facts: Facts, one: LoopLoad) -> str:
    """Return the approach that a loop's stated supply leaves its units, where it is too small."""
    for part_id in one.parts:
        part = facts.catalog.require(part_id)
        actual = actual_approach(one.loop, part, facts.site)
        if actual is not None and actual.low < approach_of(part, facts.site).high:
            return f" at an approach of {in_kelvin(actual)}"
    return ""


def doors_have_water(facts: Facts) -> Iterator[Finding]:
    """C06: where doors hang, a coolant distribution unit gives them water, or the building does.

    What nothing takes that is drawn or stated is an error, as with too few units: taking the last
    one away never makes a hall better.
    """
    left = facts[PLANT].left_to_the_building
    taken = facts.design.site.building_water_kw
    whole = total((doors.heat for _, doors in left), "kW")
    if taken and within(whole, exact(taken, "kW")).answer == "yes":
        return
    for one, doors in left:
        remedy = None
        if one is not None:
            cause, why = loop_cause("no-cdu", one), _no_unit(facts, one)
            remedy = Remedy(
                action="add-coolant-units", kw=planned(doors.heat), flow=planned(doors.flow),
                loop=one.loop.id if one.loop else "",
            )  # fmt: skip
            advice = "Place coolant distribution units, one more than the load needs."
        else:
            cause, why = "no-loop", "no coolant loop serves them"
            advice = (
                "Name them, or their rows, in a loop; a loop that names no racks serves all others."
            )
        said = (
            f"{plural(len(doors.racks), 'rear door')} with {told(doors.heat, 'heat', 0)} and "
            f"{told(doors.flow, 'flow', 0)}: {why}, and {_building_takes(taken, 'of them')}"
        )
        yield from _nothing_takes(
            facts, "C06", cause, doors.racks, said, (whole, taken, "site.building_water_kw"),
            f"{advice} Where the building has water for them, state how much heat it takes in the "
            "design settings.", remedy,
        )  # fmt: skip


def _building_takes(taken: float | None, of: str) -> str:
    """Return what the site says that its building takes."""
    if taken is None:
        return "no capacity of the building is stated"
    return f"the building takes {taken:g} kW {of}"


def _nothing_takes(
    facts: Facts, rule: str, cause: str, where: tuple[str, ...], said: str,
    heat: tuple[Figure, float | None, str], advice: str, remedy: Remedy | None,
) -> Iterator[Finding]:  # fmt: skip
    """Yield that no unit that is drawn takes a heat, or that there may be none of it.

    Parameters
    ----------
    heat
        All of it, what of it the building takes, and the field that says so.
    """
    whole, taken, ref = heat
    verdict = within(whole, NOTHING if taken is None else exact(taken, "kW", ref))
    if verdict.answer == "no":
        yield Finding(rule, "error", cause, where, said, advice, whole.low, remedy=remedy)
    else:
        yield cannot_be_said(
            rule, cause, where, f"{said}: whether that is enough", verdict.because, facts.name_of
        )


def _no_unit(facts: Facts, one: LoopLoad) -> str:
    holds_units = any(loop.inside for loop in facts[PLANT].loops)
    if one.loop:
        return f"no CDU feeds the loop {loop_short(loop_name(one))}"
    return "no CDU on the floor serves them" if holds_units else "no CDU stands"


def room_air_n_plus_one(facts: Facts) -> Iterator[Finding]:
    """C23: with one air unit lost, the others still take the heat that reaches the room.

    Without any unit nothing takes it but what the site states of the building: that is an error,
    and speaks for C02 as well, so that taking the last unit away never makes a hall better.
    """
    plant = facts[PLANT]
    air, units = plant.air.load, plant.air.capacities
    if air.high <= 0:
        return
    if not units:
        flow, taken = plant.airflow.load, facts.design.site.building_air_kw
        moved = f" and {told(flow, 'amount', 0)} of air" if flow.high > 0 else ""
        yield from _nothing_takes(
            facts, "C23", "no-crah", (),
            f"{told(plant.room, 'amount', 0)} of air heat{moved}: no air unit stands, and "
            f"{_building_takes(taken, 'of it')}",
            (plant.room, taken, "site.building_air_kw"),
            "Place air handlers or in-row units; where the building takes heat of the room, state "
            "how much in the design settings.", more_air_units(facts),
        )  # fmt: skip
        return
    verdict = plant.air.verdict
    if verdict.answer == "yes":
        return
    said = f"{air_units(plant.air)} for {told(air, 'amount', 0)} of air heat"
    if verdict.answer == "no":
        needed = facts[FACILITY].cooling_units_needed
        wanted = f"; {needed} are needed for N+1"
        if needed is None or needed <= len(plant.air.capacities):
            wanted = f"; one lost leaves {told(plant.air.left, 'capacity', 0)}"
        yield Finding(
            "C23", "error", "crah", plant.air_units, said + wanted,
            "Add air units, or take heat from the room with rear doors.", air.low,
            remedy=more_air_units(facts),
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C23", "crah", plant.air_units, f"{said}: whether one may be lost",
            verdict.because, facts.name_of,
        )  # fmt: skip


def air_units_move_enough_air(facts: Facts) -> Iterator[Finding]:
    """C02: with one air unit lost, the others move the air that racks draw.

    A rack with a rear door gives its air back cooled and draws none from the units.
    """
    plant = facts[PLANT]
    flow: Shared = plant.airflow
    if not flow.capacities or flow.load.high <= 0:
        return
    verdict = flow.verdict
    if verdict.answer == "yes":
        return
    said = (
        f"{_drawing(facts)} draw {told(flow.load, 'airflow', 0)}, {air_units(flow)} "
        f"less one move {told(flow.left, 'airflow', 0)}"
    )
    if verdict.answer == "no":
        yield Finding(
            "C02", "error", "crah-airflow", plant.air_units, said,
            "Add air units, or contain the aisles so that less air bypasses the racks.",
            flow.load.minus(flow.left).low, remedy=more_air_units(facts),
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C02", "crah-airflow", plant.air_units, f"{said}: whether that is enough",
            verdict.because, facts.name_of,
        )  # fmt: skip


def _drawing(facts: Facts) -> str:
    """Return what draws air from the room, in words."""
    airy = any(one.room_air.high > 0 for one in facts[PLANT].loops)
    return "racks and units from liquid to air" if airy else "racks"


def cold_plates_get_coolant_cold_enough(facts: Facts) -> Iterator[Finding]:
    """C09: coolant reaches cold plates no warmer than they take (ASHRAE W classes).

    It is as warm as its loop says, else as the facility water, or the room's air that a unit from
    liquid to air takes, and the approach of the distribution unit.
    """
    for one in facts[PLANT].loops:
        supplied = one.parts or one.heat.because or (one.loop and one.loop.supply_c is not None)
        if supplied and (one.plated or one.may_be_plated):
            supply = coolant_supply(facts, one)
            for part_id in one.plated:
                yield from _cold_enough(facts, facts.catalog.require(part_id), supply)
            for part_id in one.may_be_plated:
                yield cannot_be_said(
                    "C09", part_id, facts[CONTENTS].racks_with(part_id),
                    f"{part_id}: whether {_of_coolant(supply)} is cold enough",
                    (lost_ref(part_id),), facts.name_of,
                )  # fmt: skip


def _cold_enough(facts: Facts, part: Part, supply: Figure) -> Iterator[Finding]:
    warmest, ref = part.coolant_max_c, f"{part.id}.coolant_max_c"
    share = facts.site.figures.of(part.id, "liquid_fraction")
    if warmest is None and share.low <= 0:
        yield cannot_be_said(
            "C09", part.id, facts[CONTENTS].racks_with(part.id),
            f"{part.name}: whether {_of_coolant(supply)} reaches it",
            share.basis, facts.name_of,
        )  # fmt: skip
        return
    end = missing(ref, "°C") if warmest is None else exact(warmest, "°C", ref)
    answer = within(supply, end)
    if answer.answer == "yes":
        return
    racks = facts[CONTENTS].racks_with(part.id)
    said = f"{part.name}: {_of_coolant(supply)}"
    if answer.answer == "no":
        yield Finding(
            "C09", "error", part.id, racks, f"{said}, and it takes {words(end)} at most",
            "Plan colder facility water, or units with a smaller approach.",
            supply.minus(end).low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C09", part.id, racks, f"{part.name}: whether {_of_coolant(supply)} is cold enough",
            answer.because, facts.name_of,
        )  # fmt: skip


def _of_coolant(supply: Figure) -> str:
    return "its coolant" if supply.unknown else f"coolant of {words(supply)}"


def assumed_pue(facts: Facts) -> Iterator[Finding]:
    """D03: a planning PUE stands in for that of the site."""
    facility = facts[FACILITY]
    pue = facility.figure("pue")
    draws = facts[SUMS]["max"].high > 0
    if facts.design.site.pue is None and pue.value is not None and draws:
        published = f", {pue.low:.3g}–{pue.high:.3g} by published ranges" if pue.width else ""
        yield Finding(
            "D03", "info", "pue", (),
            f"PUE {pue.value:.3g} is assumed{published}: {facility.pue_source}",
            "Give the site's own PUE.",
        )  # fmt: skip
