"""The chain of temperatures as the report has it, and flow and pressure of each loop.

Each step is held against what the rules C09, C10, C12 and C13 hold it against.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import COOLANT, COOLANT_DELTA_T_K
from designer.engine.coolant_water import approach_of, coolant_at, given_by, gives_to_room
from designer.engine.facility_water import (
    from_weather,
    outdoor,
    planned_water,
    rejection_approach,
)
from designer.engine.limit import STATES
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.cooling.flows import stated_drop
from designer.engine.subjects.facility.approach import actual_approach, in_kelvin
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.temperatures import (
    coldest_supply,
    coolant_supply,
    door_water,
    is_supplied,
)
from designer.engine.subjects.facility.units import figure_of
from designer.engine.subjects.facility.water_rules import (
    door_takes,
    doors_on_no_loop,
    least_water,
)
from designer.engine.temperature_report import Holds, LoopFlow, TemperatureChain, TemperatureStep
from designer.model.feed_words import loop_short
from designer.model.figure_cases import highest, lowest
from designer.model.figure_words import words
from designer.model.figures import Answer, Figure, exact, missing, total, within
from designer.model.measured import fields_of

TEMPERATURES: Key[TemperatureChain] = Key("temperatures")

_GRAVEST: Final[tuple[Answer, ...]] = ("no", "open", "yes")


def chain_of(facts: Facts) -> TemperatureChain:
    """Return the chain of temperatures; empty where nothing is cooled by a liquid or a door."""
    plant = facts[PLANT]
    wet = [one for one in plant.loops if one.racks or one.unsure or _hung(one)]
    bare = doors_on_no_loop(facts)
    if not (wet or bare or plant.unserved.racks):
        return TemperatureChain()
    steps = [*_to_the_building(facts)]
    # Of all that steps read, the dew point alone is not of the loop.
    known_by = "steps", facts.design.site.room_dew_point_c
    for one in wet:
        steps += one.once(known_by, partial(_steps, facts, one))
    if bare:
        steps += _against_dew(facts, None, "Water of rear doors", "facility water")
        steps += _doors(facts, None, bare)
    return TemperatureChain(
        steps=tuple(steps), loops=tuple(one.once("flow", partial(_flow, facts, one)) for one in wet)
    )


def _hung(one: LoopLoad) -> bool:
    """Return whether a rack of a loop has a rear door, though it may take nothing."""
    return any(core.filled.door is not None and keys for core, keys in one.keys.items())


def _step(
    one: LoopLoad | None, key: str, step: str, warm: Figure, source: str,
    held: tuple[Holds, Figure, str, Answer] | None = None,
) -> TemperatureStep:  # fmt: skip
    """Return a step; `held` is what it is held against, by which rule, and what that finds."""
    figures, more = {"temperature_c": warm}, {}
    if held is not None:
        holds, limit, rule, answer = held
        figures["limit_c"] = limit
        more = {"holds": holds, "rule": rule, "state": STATES[answer]}
    loop, called = _called(one)
    return TemperatureStep.model_validate({
        "id": f"{loop}:{key}" if loop else key, "loop": loop, "called": called,
        "step": step, "source": source, **more, **fields_of(figures),
    })  # fmt: skip


def _called(one: LoopLoad | None) -> tuple[str, str]:
    """Return the id of a loop and what people call it; empty where none is declared."""
    if one is None or one.loop is None:
        return "", ""
    return one.loop.id, loop_short(one.loop.name or one.loop.id)


def _to_the_building(facts: Facts) -> Iterator[TemperatureStep]:
    """Yield the steps that all loops share: weather, coolers or towers, facility water."""
    site = facts.design.site
    tower = site.heat_rejection == "cooling-tower"
    here = (facts.design, facts.catalog)
    air, made, planned = outdoor(*here), from_weather(*here), planned_water(facts.design)
    if air is not None and made is not None:
        own = site.design_wet_bulb_c if tower else site.design_dry_bulb_c
        yield _step(
            None, "outdoor-air", f"Outdoor air, {'wet' if tower else 'dry'} bulb", air,
            "stated by the site" if own is not None
            else f"design day of {site.climate}, exceeded in 0.4 % of the year",
        )  # fmt: skip
        what = "cooling towers" if tower else "dry coolers"
        approach = rejection_approach(*here)
        own_approach = (
            "nobody states it" if approach.unknown
            else "planning default" if site.rejection_approach_k is None else "stated"
        )  # fmt: skip
        yield _step(
            None, "rejection", f"Water of {what}", made,
            f"approach of {words(approach)}, {own_approach}",
            ("at most", planned, "C13", within(made, planned).answer)
            if site.chillers is False else None,
        )  # fmt: skip
    water = facts.site.water
    warmer = water.high > planned.high
    yield _step(
        None, "facility-water", "Facility water", water,
        "what coolers give without chillers, where warmer than planned" if warmer
        else "as the site plans it",
    )  # fmt: skip


def _steps(facts: Facts, one: LoopLoad) -> tuple[TemperatureStep, ...]:
    return tuple(_of_loop(facts, one))


def _of_loop(facts: Facts, one: LoopLoad) -> Iterator[TemperatureStep]:
    """Yield the steps of a loop: its units, its coolant, its cold plates and its rear doors."""
    stated = one.loop is not None and one.loop.supply_c is not None
    if not stated:
        for part_id in one.parts:
            unit = facts.catalog.require(part_id)
            key, step = f"unit:{part_id}", f"Coolant of {unit.name}"
            yield _step(one, key, step, given_by(unit, facts.site), _approach(facts, unit))
    if is_supplied(one):
        source = _stated(facts, one) if stated else "the warmest of its units"
        yield from _against_dew(facts, one, "Coolant at the racks", source)
    elif one.racks or one.unsure:
        none = "no distribution unit stands, and the loop states no supply"
        yield _step(one, "supply", "Coolant at the racks", missing("loop supply", "°C"), none)
    elif _hung(one):
        yield from _against_dew(facts, one, "Water of rear doors", "facility water")
    if is_supplied(one):
        yield from _plates(facts, one)
    yield from _doors(facts, one, {core: keys for core, keys in one.keys.items() if keys})


def _approach(facts: Facts, unit: Part) -> str:
    own = unit.cooling is not None and unit.cooling.approach_k is not None
    over = "supply air" if gives_to_room(unit) else "facility water"
    approach = approach_of(unit, facts.site)
    if approach.unknown:
        return f"{over} and an approach that nobody states"
    said = "of its maker" if own else "planning default"
    return f"{over} and an approach of {words(approach)}, {said}"


def _stated(facts: Facts, one: LoopLoad) -> str:
    """Return that a loop states its coolant, and the approach that this leaves its units."""
    units = [facts.catalog.require(part_id) for part_id in one.parts]
    if one.loop is not None and coolant_supply(facts, one).low != one.loop.supply_c:
        by_air = units and all(gives_to_room(unit) for unit in units)
        over = "supply air" if by_air else "facility water"
        return f"{over}: no unit makes the {one.loop.supply_c:g} °C that the loop states"
    left = {unit.name: actual_approach(one.loop, unit, facts.site) for unit in units}
    said = [f"{name} has {in_kelvin(k)} of approach" for name, k in sorted(left.items()) if k]
    return "; ".join(("stated by the loop", *said))


def _against_dew(
    facts: Facts, one: LoopLoad | None, step: str, source: str
) -> Iterator[TemperatureStep]:
    """Yield water that must not sweat, held against the dew point where the site states it."""
    water, least = door_water(facts, one), least_water(facts)
    if least is None:
        yield _step(one, "supply", step, water, source)
    else:
        held = within(least, coldest_supply(facts, one)).answer
        yield _step(one, "supply", step, water, source, ("at least", least, "C10", held))


def _plates(facts: Facts, one: LoopLoad) -> Iterator[TemperatureStep]:
    """Yield what the cold plates of a loop take at most (C09)."""
    supply = coolant_supply(facts, one)
    for part_id in one.plated:
        part = facts.catalog.require(part_id)
        warmest, ref = part.coolant_max_c, f"{part_id}.coolant_max_c"
        limit = missing(ref, "°C") if warmest is None else exact(warmest, "°C", ref)
        held = within(supply, limit).answer
        yield _step(
            one, f"cold-plates:{part_id}", f"Cold plates of {part.name}", supply,
            "coolant at the racks",
            ("at most", limit, "C09", held),
        )  # fmt: skip
    for part_id in one.may_be_plated:
        limit = missing(lost_ref(part_id), "°C")
        yield _step(
            one, f"cold-plates:{part_id}", f"Cold plates of {part_id}", supply,
            "coolant at the racks",
            ("at most", limit, "C09", "open"),
        )  # fmt: skip


def _doors(
    facts: Facts, one: LoopLoad | None, keys: Mapping[RackCore, Sequence[str]]
) -> Iterator[TemperatureStep]:
    """Yield the water of each sort of rear door against that of its rating, and C12's answer."""
    water = door_water(facts, one)
    doors: dict[str, tuple[Part, list[Answer]]] = {}
    for core in dict.fromkeys(core.by_order for core in keys):
        cooling, door = core.read(COOLING), core.filled.door
        if cooling is None or door is None:
            continue
        answers = doors.setdefault(door.id, (door, []))[1]
        if cooling.rated is None:
            answers.append("open")
        elif cooling.air.high > 0 and within(cooling.air, cooling.rated).answer != "no":
            answers.append(door_takes(facts, core, door, water))
    for id_, (door, answers) in doors.items():
        warmest, ref = door.cooling.water_max_c if door.cooling else None, "cooling.water_max_c"
        limit = missing(f"{id_}.{ref}", "°C") if warmest is None else exact(warmest, "°C", ref)
        gravest: Answer = next((answer for answer in _GRAVEST if answer in answers), "yes")
        yield _step(
            one, f"rear-door:{id_}", f"Rear door {door.name}", water,
            "facility water" if one is None or not is_supplied(one) else "coolant at the racks",
            ("rated with", limit, "C12", gravest),
        )  # fmt: skip


def _flow(facts: Facts, one: LoopLoad) -> LoopFlow:
    """Return flow and pressure of a loop."""
    figures = {"flow_lpm": one.flow.load}
    if one.flow.capacities:
        figures["moved_lpm"] = total(one.flow.capacities, "L/min")
    drops = [
        stated_drop(part, coolant_at(core.filled, facts.site))
        for core in one.keys
        for part, _ in core.filled.powered_parts
        if _states_drop(part)
    ]
    silent = [id_ for id_ in one.plated if not _states_drop(facts.catalog.require(id_))]
    lost = (missing(lost_ref(id_), "kPa") for id_ in one.may_be_plated)
    heads = [figure_of(facts.catalog.require(unit), "head_kpa", "kPa") for unit in one.parts]
    if drops:
        unstated = (missing(f"{id_}.coolant_flow", "kPa") for id_ in silent)
        figures["drop_kpa"] = highest([*drops, *unstated, *lost])
    if any(not head.unknown for head in heads):
        figures["head_kpa"] = lowest([*heads, *(missing(ref, "kPa") for ref in one.flow.because)])
    rise = one.loop.delta_t_k if one.loop else None
    loop, called = _called(one)
    return LoopFlow.model_validate({
        "id": loop, "called": called, "fluid": (one.loop.fluid if one.loop else "") or COOLANT,
        "delta_t_k": COOLANT_DELTA_T_K if rise is None else rise, "stated": rise is not None,
        **fields_of(figures),
    })  # fmt: skip


def _states_drop(part: Part) -> bool:
    return any(point.drop_kpa is not None for point in part.coolant_flow)
