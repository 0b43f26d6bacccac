"""Rules of sources: generators cover all (P17), fuel (P19), one of the mains lost (P22), P24."""

from collections.abc import Container, Iterator, Mapping, Sequence
from math import inf
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.generator_rules import MOST
from designer.engine.subjects.feeds.room import POWER_TREE, NodeLoad
from designer.engine.subjects.upstream.plant import PLANT_POWER, Case, usable_part
from designer.engine.subjects.upstream.when_lost import when_lost
from designer.model.design import PowerNode
from designer.model.figure_ref import power_ref
from designer.model.figure_words import told, words
from designer.model.figures import Figure, Verdict, exact, missing, total, within
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.wiring.power_upstream import MAINS

BRANCH_DROP: Final = 3.0
TOTAL_DROP: Final = 5.0
"""Per cent, as informational notes of NEC 210.19 and 215.2 have them (from memory)."""
_REGULATES: Final = frozenset({"ups", "transformer", "utility", "generator"})
"""What sets the voltage anew for all below it."""
ADVICE_OF_DROP: Final = (
    "Draw a UPS or transformer nearer to it as its parent, or state in Design settings › Feeds › "
    "Voltage drop what a shorter run or a larger cable leaves."
)


def generators_cover_everything(facts: Facts) -> Iterator[Finding]:
    """P17: a generator carries what the plant loses and what charges batteries beside the load."""
    plant = facts[PLANT_POWER]
    for load in plant.loads:
        running = plant.running.get(load.node.id)
        if running is None or "no" in (load.verdict.answer, load.verdict_after.answer):
            continue  # P14 says it of the load alone.
        yield from _covered(facts, load, running)
        yield from _without_its_spares(facts, load, running)


def _covered(facts: Facts, load: NodeLoad, running: Figure) -> Iterator[Finding]:
    node, what = load.node, facts.site.called(load.node.id)
    said = f"{capital(what)} gives {told(running, 'load')} of its {words(load.capacity)}"
    with_all = "with the losses up to the racks and what charges batteries"
    verdict = within(running, load.capacity)
    if verdict.answer == "no":
        yield Finding(
            "P17", "error", f"cover:{node.id}", (), f"{said} {with_all}: it does not cover them",
            "Choose a larger set: it is sized on what the UPS take.", running.low,
        )  # fmt: skip
        return
    # What is not rated, and so has no bounds, P14 and P17 of the load alone tell.
    if verdict.answer == "open" and running.high < inf and not load.capacity.unknown:
        yield cannot_be_said(
            "P17", f"cover:{node.id}", (), f"whether {what} covers its load {with_all}",
            verdict.because, facts.name_of,
        )  # fmt: skip
    room = within(running, load.capacity.times(MOST))
    if room.answer == "no" and _room_for_steps(load).answer != "no":
        yield Finding(
            "P17", "warning", f"high:{node.id}", (), f"{said} {with_all}, above {MOST:.0%}",
            "Choose a larger set: steps of load need room.", running.low,
        )  # fmt: skip


def _room_for_steps(load: NodeLoad) -> Verdict:
    """Return whether a set has room for steps beside its load at the racks alone."""
    return within(load.after if load.takes_over else load.normal, load.capacity.times(MOST))


def room_for_steps_is_open(facts: Facts, told: Container[str]) -> Iterator[Finding]:
    """P17: it cannot be said whether sets have room for steps beside the load and its losses.

    Parameters
    ----------
    told
        Sets of which it is known that they have not with the cooling plant outdoors, by id.
    """
    plant = facts[PLANT_POWER]
    for load in plant.loads:
        running = plant.running.get(load.node.id)
        if running is None or running.high == inf or load.node.id in told:
            continue
        room = within(running, load.capacity.times(MOST))
        covers = within(running, load.capacity).answer == "yes"
        if room.answer == "open" and covers and _room_for_steps(load).answer == "yes":
            yield cannot_be_said(
                "P17", f"high:{load.node.id}", (),
                f"whether {facts.site.called(load.node.id)} gives at most {MOST:.0%} of its "
                f"{words(load.capacity)} with the losses up to the racks and what charges "
                "batteries", room.because, facts.name_of,
            )  # fmt: skip


def has_no_room_for_steps(facts: Facts, load: NodeLoad) -> bool:
    """Return whether a set is told to be above what leaves room for steps, without the plant."""
    running = facts[PLANT_POWER].running.get(load.node.id)
    known = running is not None and within(running, load.capacity.times(MOST)).answer == "no"
    return known or _room_for_steps(load).answer == "no"


def _without_its_spares(facts: Facts, load: NodeLoad, running: Figure) -> Iterator[Finding]:
    """Yield that the sets of a record carry nothing more once those stated to be spare are lost."""
    node, part = load.node, usable_part(load.node)
    if part is None or within(running, load.capacity).answer == "no":
        return
    needed, sets = part
    left = load.capacity.times(needed / sets)
    verdict, what = within(running, left), facts.site.called(node.id)
    if verdict.answer == "no":
        yield Finding(
            "P17", "error", f"spare:{node.id}", (),
            f"{capital(what)}, {needed}+{sets - needed} sets: {words(left)} without its spare "
            f"ones, and {told(running, 'load')} asked with losses and what charges batteries",
            "Give it more sets or larger ones, or state fewer of them as spare.", running.low,
        )  # fmt: skip
    elif verdict.answer == "open" and running.high < inf and left.high < inf:
        yield cannot_be_said(
            "P17", f"spare:{node.id}", (),
            f"whether {what} carries its load without its {plural(sets - needed, 'spare set')}",
            verdict.because, facts.name_of,
        )  # fmt: skip


def fuel_lasts(facts: Facts) -> Iterator[Finding]:
    """P19: the fuel of each generator lasts as long as the site decided."""
    asked = facts.design.site.fuel_hours
    if asked is None:
        return
    plant, wanted = facts[PLANT_POWER], exact(asked, "h", "site.fuel_hours")
    by_id = {node.id: node for node in facts.design.power}
    for key in plant.running:
        hours = plant.fuel.get(key) or missing(power_ref(by_id[key], "fuel_hours"), "h")
        verdict, what = within(wanted, hours), facts.site.called(key)
        if verdict.answer == "no":
            yield Finding(
                "P19", "warning", key, (),
                f"The fuel of {what} lasts {words(hours, 0)} at what it gives when it takes over; "
                f"the site asks for {words(wanted, 0)}",
                "Choose a set with a larger tank or state its fuel in Design settings › Feeds, or "
                "accept it with a waiver that names who delivers.", wanted.low,
            )  # fmt: skip
        elif verdict.answer == "open":
            yield cannot_be_said(
                "P19", key, (), f"whether the fuel of {what} lasts {words(wanted, 0)}",
                verdict.because, facts.name_of,
            )  # fmt: skip


def mains_carry_it_with_one_lost(facts: Facts) -> Iterator[Finding]:
    """P22: utilities and transformers carry load and losses, with one of them lost as well."""
    plant, policy = facts[PLANT_POWER], facts.site.policy
    rated = [load for load in plant.loads if load.node.kind in MAINS]
    cases = plant.cases if policy != "N" else plant.cases[:1]
    for load in rated:
        if load.verdict.answer == "no" or (load.capacity.unknown and not load.node.capacity_kva):
            continue  # P14 says that it carries too much, or that nobody states its capacity.
        found = [
            (case, within(case.flows[load.node.id].given, load.capacity))
            for case in cases
            if load.node.id not in case.lost
        ]
        yield from _of_mains(facts, load, found)


def _of_mains(
    facts: Facts, load: NodeLoad, found: Sequence[tuple[Case, Verdict]]
) -> Iterator[Finding]:
    what, pf = facts.site.called(load.node.id), exact(facts.site.power_factor)
    beyond = [case for case, verdict in found if verdict.answer == "no"]
    if beyond:
        case = max(beyond, key=lambda one: one.flows[load.node.id].given.low)
        output = case.flows[load.node.id].given
        when = when_lost(facts, case)
        yield Finding(
            "P22", "error", load.node.id, (),
            f"{capital(what)}: {words(output.per(pf, 'kVA'))} needed{when}, "
            f"{words(load.capacity.per(pf, 'kVA'))} firm",
            "Give it a higher rating, or share the load with another.", output.low,
        )  # fmt: skip
        return
    for case, verdict in found:
        output = case.flows[load.node.id].given
        if verdict.answer == "open" and output.high < inf:
            yield cannot_be_said(
                "P22", load.node.id, (), f"whether {what} carries load and losses with one lost",
                verdict.because, facts.name_of,
            )  # fmt: skip
            return


def volts_reach_the_racks(facts: Facts) -> Iterator[Finding]:
    """P24: runs to a feed drop at most 3 %, all since the last UPS or transformer at most 5 %."""
    by_id = {node.id: node for node in facts.design.power}
    drawn = facts[POWER_TREE].normal.drawn
    for node in by_id.values():
        if node.voltage_drop_pct is not None and node.voltage_drop_pct > BRANCH_DROP:
            yield Finding(
                "P24", "warning", f"branch:{node.id}", (),
                f"{capital(facts.site.called(node.id))}: {node.voltage_drop_pct:g} % of voltage "
                f"drop, more than {BRANCH_DROP:g} %",
                ADVICE_OF_DROP, node.voltage_drop_pct,
            )  # fmt: skip
    for feed in facts.design.feeds:
        run = _run_to(feed, by_id, drawn)
        stated = [node.voltage_drop_pct for node in run if node.voltage_drop_pct is not None]
        drop = total(
            (
                missing(power_ref(node, "voltage_drop_pct"), "%")
                if node.voltage_drop_pct is None
                else exact(node.voltage_drop_pct, "%")
                for node in run
            ),
            "%",
        )
        if not stated:
            continue
        verdict, what = within(drop, exact(TOTAL_DROP, "%")), facts.site.called(feed.id)
        if verdict.answer == "no":
            yield Finding(
                "P24", "warning", f"total:{feed.id}", (),
                f"{capital(what)}: {words(drop)} of voltage drop since the last UPS, transformer "
                f"or source, more than {TOTAL_DROP:g} %",
                ADVICE_OF_DROP, drop.low,
            )  # fmt: skip
        elif verdict.answer == "open":
            yield cannot_be_said(
                "P24", f"total:{feed.id}", (),
                f"whether the voltage of {what} drops by more than {TOTAL_DROP:g} %",
                verdict.because, facts.name_of,
            )  # fmt: skip


def _run_to(
    feed: PowerNode, by_id: Mapping[str, PowerNode], drawn: Mapping[str, str]
) -> list[PowerNode]:
    """Return the nodes along the way to a feed, up to what sets the voltage anew."""
    run, at = [], feed.id
    while at and by_id[at].kind not in _REGULATES and by_id[at] not in run:
        run.append(by_id[at])
        at = drawn.get(at, "")
    return run
