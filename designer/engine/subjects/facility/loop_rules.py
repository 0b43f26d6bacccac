"""Rules of a coolant loop: its flow, its pressure, its rise, and what finds and shuts off leaks.

OCP's guideline for liquid cooling: at most 10 K and 40 psi (ProphetStor's fixed-flow paper).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.assumptions import COOLANT_DELTA_T_K
from designer.engine.coolant_water import coolant_at
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.cooling.flows import stated_drop
from designer.engine.subjects.cooling.heat import in_liquid
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.rules import loop_cause, loop_name, more_air_units
from designer.engine.subjects.facility.units import figure_of
from designer.model.figure_cases import lowest
from designer.model.figure_words import told, words
from designer.model.figures import exact, repeated, total, within

MOST_DROP_KPA: Final = 275.8
"""40 psi, the most that OCP's guideline lets a rack lose."""
_SAFETY: Final = (
    ("leak_detection", "leak detection"),
    ("isolation_valves", "isolation valves"),
    ("drip_trays", "drip trays"),
)


def _of_loop(one: LoopLoad) -> str:
    return f"{loop_name(one)}: " if one.loop else ""


def units_move_the_coolant(facts: Facts) -> Iterator[Finding]:
    """C07: all distribution units of a loop together move the coolant that its racks need.

    Whether they do with one of them lost, C06 asks.
    """
    for one in facts[PLANT].loops:
        flow = one.flow
        if not flow.capacities or flow.load.high <= 0 or flow.because:
            continue
        most = total(flow.capacities, "L/min")
        verdict = within(flow.load, most)
        if verdict.answer == "open":
            yield cannot_be_said(
                "C07", loop_cause("flow", one), one.units,
                f"{_of_loop(one)}whether {words(flow.units, 0)} CDU move the "
                f"{told(flow.load, 'flow', 0)} that racks need", verdict.because, facts.name_of,
            )  # fmt: skip
        elif verdict.answer == "no":
            yield Finding(
                "C07", "error", loop_cause("flow", one), one.units,
                f"{_of_loop(one)}racks need {told(flow.load, 'flow', 0)}, and "
                f"{words(flow.units, 0)} CDU move {told(most, 'flow', 0)} at most",
                "Add coolant distribution units, or plan colder coolant: a maker's rack needs less "
                "of it.", flow.load.minus(most).low,
            )  # fmt: skip


def units_press_it_through_the_racks(facts: Facts) -> Iterator[Finding]:
    """C07: racks lose no more pressure than the units of their loop have left, and 40 psi.

    Asked of racks whose maker states it. Pipes between the units and the racks lose more.
    """
    for one in facts[PLANT].loops:
        for core, keys in one.keys.items():
            for part, _ in core.filled.powered_parts:
                if any(point.drop_kpa is not None for point in part.coolant_flow):
                    yield from _pressed(facts, one, (core, part), tuple(keys))


def _pressed(
    facts: Facts, one: LoopLoad, rack: tuple[RackCore, Part], keys: tuple[str, ...]
) -> Iterator[Finding]:
    core, part = rack
    drop = stated_drop(part, coolant_at(core.filled, facts.site))
    said = f"{_of_loop(one)}{part.name} loses {told(drop, 'pressure', 0)}"
    cause = loop_cause(f"pressure:{part.id}", one)
    heads = [figure_of(facts.catalog.require(unit), "head_kpa", "kPa") for unit in one.parts]
    stated = [head for head in heads if head.value is not None]
    most = exact(MOST_DROP_KPA, "kPa", "rule 40 psi of OCP")
    least = lowest((most, *stated))
    at_all, answer = within(drop, most), within(drop, least)
    if answer.answer == "yes":
        return
    if at_all.answer == "no":
        yield Finding(
            "C07", "error", cause, keys,
            f"{said} at its flow, and OCP plans with {words(most, 0)} at most",
            "Plan colder coolant, so that the rack needs less of it.", drop.minus(most).low,
        )  # fmt: skip
    else:
        # A unit that moves less than its rating has more pressure left, of which nobody says how
        # much.
        heads_of = (head.basis[0] for head in stated if within(drop, head).answer != "yes")
        yield cannot_be_said(
            "C07", cause, keys,
            f"{said}: whether the {words(least, 0)} that its units have left at their full flow "
            "are enough", (*answer.because, *heads_of)[:2], facts.name_of,
        )  # fmt: skip


def coolant_rises_no_more_than_planned(facts: Facts) -> Iterator[Finding]:
    """C08: coolant rises by 10 K at most over racks whose maker states no flow of its own."""
    limit = COOLANT_DELTA_T_K
    for one in facts[PLANT].loops:
        rise = one.loop.delta_t_k if one.loop else None
        if one.loop is None or rise is None or rise <= limit:
            continue
        racks = tuple(
            key for core, keys in one.keys.items() if _by_heat(facts, core) for key in keys
        )
        if racks:
            yield Finding(
                "C08", "warning", one.loop.id, racks,
                f"{loop_name(one)}: coolant rises by {rise:g} K, and OCP plans with {limit:g} K at "
                "most",
                "Plan a smaller rise in Design settings › Coolant loops, or have the maker of the "
                "racks confirm it.", rise - limit,
            )  # fmt: skip


def _by_heat(facts: Facts, core: RackCore) -> bool:
    """Return whether something here gives heat to the coolant by the rise of the loop."""
    return any(
        not part.coolant_flow and in_liquid(part, facts.site).low > 0
        for part, _ in core.filled.powered_parts
    )


def air_of_liquid_racks_is_taken(facts: Facts) -> Iterator[Finding]:
    """C11: air units take what liquid-cooled racks leave to the air.

    Asked where no unit stands for certain: those that stand, C23 counts, with one of them lost,
    and what the site states of the building. Open where no rack leaves some for certain and a part
    that is in no catalogue may; of what others leave that nobody states, C23 says that it is open.
    """
    plant = facts[PLANT]
    if not plant.air.may_have_none or facts.design.site.building_air_kw is not None:
        return
    perhaps = {
        core: keys
        for core, keys in facts[CONTENTS].racks_by_core.items()
        if core[COOLING].looped.high > 0 and core[COOLING].room.high > 0
    }
    wet = {
        core: keys
        for core, keys in perhaps.items()
        if core[COOLING].looped.low > 0 and core[COOLING].room.low > 0
    }
    if not wet:
        yield from _lost_may_leave(facts, perhaps)
        return
    left = repeated(((core[COOLING].room, len(keys)) for core, keys in wet.items()), "kW")
    where = tuple(key for keys in wet.values() for key in keys)
    many = len(where) > 1
    said = (
        f"{len(where)} liquid-cooled {'racks leave' if many else 'rack leaves'} "
        f"{told(left, 'amount', 0)} to the air"
    )
    if plant.air.because:
        yield cannot_be_said(
            "C11", "air-tail", where, f"{said}: whether an air unit stands that takes it",
            plant.air.because[:2], facts.name_of,
        )  # fmt: skip
    else:
        yield Finding(
            "C11", "error", "air-tail", where, f"{said}, and no air unit takes it",
            "Place air handlers or in-row units, or hang rear doors on these racks.", left.low,
            remedy=more_air_units(facts),
        )  # fmt: skip


def _lost_may_leave(facts: Facts, perhaps: Mapping[RackCore, tuple[str, ...]]) -> Iterator[Finding]:
    """Yield that a part of no catalogue may be cooled by liquid and leave heat to the air."""
    lost = {core: keys for core, keys in perhaps.items() if core.filled.missing}
    if lost:
        refs = dict.fromkeys(lost_ref(part) for core in lost for part in core.filled.missing)
        yield cannot_be_said(
            "C11", "air-tail", tuple(key for keys in lost.values() for key in keys),
            "whether liquid-cooled racks leave heat to the air, which no air unit takes",
            tuple(refs)[:2], facts.name_of,
        )  # fmt: skip


def leaks_are_found_and_shut_off(facts: Facts) -> Iterator[Finding]:
    """C19: a loop has leak detection, isolation valves and drip trays.

    Asked where the loop states any of them.
    """
    for one in facts[PLANT].loops:
        if one.loop is None or not (one.racks or one.unsure or one.doors.racks):
            continue
        states = {noun: getattr(one.loop, name) for name, noun in _SAFETY}
        where = tuple(dict.fromkeys((*one.racks, *one.unsure, *one.doors.racks)))
        absent = [noun for noun, has in states.items() if has is False]
        unsaid = [noun for noun, has in states.items() if has is None]
        if absent:
            yield Finding(
                "C19", "warning", one.loop.id, where,
                f"{loop_name(one)}: no {_or(absent)} on its racks",
                "Plan them, and say so in Design settings › Coolant loops.", float(len(absent)),
            )  # fmt: skip
        if unsaid and len(unsaid) < len(_SAFETY):
            yield Finding(
                "C19", "info", f"{one.loop.id}:unsaid", where,
                f"{loop_name(one)}: whether it has {_or(unsaid)} is not stated",
                "Say so in Design settings › Coolant loops.",
            )  # fmt: skip


def _or(words_: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(words_[:-1]), words_[-1])))
