"""Rules of what the plant outdoors draws: mains (P22) and generating sets (P17) carry it as well.

Chillers, coolers, towers and pumps hang on no feed, and nothing says on which of several sources
or transformers they do. So sources that are up at once are asked together; transformers that power
passes through are asked whether they have room for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Final

from designer.engine.findings import Finding
from designer.engine.plant_flows import recharging
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.climate.design_day import share_on_the_design_day
from designer.engine.subjects.climate.plant_year import REJECTION_WORDS, WITHOUT_CHILLERS
from designer.engine.subjects.facility.heat_rejection import to_reject
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.feeds.generator_rules import MOST, generators_have_enough_to_do
from designer.engine.subjects.feeds.room import ROOM_POWER, NodeLoad
from designer.engine.subjects.upstream.plant import PLANT_POWER, Case
from designer.engine.subjects.upstream.source_rules import (
    has_no_room_for_steps,
    room_for_steps_is_open,
)
from designer.engine.subjects.upstream.when_lost import when_lost
from designer.model.design import PowerNode
from designer.model.figure_cases import spanning
from designer.model.figure_words import told, words
from designer.model.figures import Figure, Verdict, exact, missing, product, total, within
from designer.model.sentence import capital
from designer.wiring.power_upstream import all_mains, upstream_of

_UNASKED: Final = "rule transformer that the cooling plant outdoors hangs on"


def drawn_outdoors(facts: Facts) -> Figure | None:
    """Return what the plant outdoors draws at most, kW; None where the site states no plant.

    It may hang behind a transformer of its own, which loses a little more.
    """
    share = share_on_the_design_day(facts)
    if share is None:
        return None
    own = product(to_reject(facts).heat, share, "kW")
    efficiency = facts.catalog.default_figure("transformer-efficiency")
    if efficiency is not None:
        own = spanning((own, own.per(efficiency, "kW"))).counted_as(own.likely)
    if facts.design.site.heat_rejection == "outside-air" and facts[PLANT].water.high > 0:
        # Outside air takes no heat of a liquid: what does draws power as well.
        of_air = own.perhaps_none(("site.heat_rejection",))
        return total((of_air, missing("site.heat_rejection", "kW")), "kW")
    return own


@dataclass(frozen=True)
class _Group:
    """What may carry the plant outdoors in some case.

    Attributes
    ----------
    needed
        What they give together, with the plant.
    """

    case: Case
    loads: tuple[NodeLoad, ...]
    given: Figure
    needed: Figure

    @cached_property
    def firm(self) -> Figure:
        """What they are rated for together."""
        return total((load.capacity for load in self.loads), "kW")

    @property
    def judged(self) -> bool:
        """Whether all are rated, and not known to be overloaded without the plant."""
        if any(load.capacity.unknown for load in self.loads):
            return False
        return self.given.high < inf and within(self.given, self.firm).answer != "no"

    def verdict(self, part: float = 1.0) -> Verdict:
        """Return whether they carry it with so much of what they are rated for."""
        return within(self.needed, self.firm.times(part))

    def called(self, facts: Facts) -> str:
        """Return what people call them."""
        return " and ".join(facts.site.called(load.node.id) for load in self.loads)


def mains_carry_the_plant_outdoors(facts: Facts) -> Iterator[Finding]:
    """P22: mains that are up together carry load, losses and the cooling plant outdoors."""
    plant = _drawn(facts)
    if plant is None:
        return
    groups = [_group(facts, case, _mains_of(facts, case), plant) for case in _asked(facts)]
    found = [group for group in groups if group is not None]
    yield from _of_mains(facts, found, plant)
    if any(group.verdict().answer == "no" for group in found):
        return
    unsure = plant.perhaps_none((_UNASKED,))
    groups = [_group(facts, case, _transformers_of(facts, case), unsure) for case in _asked(facts)]
    yield from _of_transformers(facts, [group for group in groups if group is not None], plant)


def sets_carry_the_plant_outdoors(facts: Facts) -> Iterator[Finding]:
    """P17: generating sets that run without mains carry the cooling plant outdoors as well.

    Where it is told that they have no room for steps of load with it, no more is asked of them
    without it.
    """
    plant = _drawn(facts)
    told: frozenset[str] = frozenset()
    if plant is not None:
        groups = [
            _group(facts, case, _sets_of(facts, case), plant) for case in facts[PLANT_POWER].cases
        ]
        found = [group for group in groups if group is not None]
        short = _worst(found) or _worst(found, MOST)
        if short is not None:
            told = frozenset(load.node.id for load in short.loads)
        yield from _of_sets(facts, found, plant)
    yield from room_for_steps_is_open(facts, told)


def _of_sets(facts: Facts, found: Sequence[_Group], plant: Figure) -> Iterator[Finding]:
    beyond = _worst(found)
    if beyond is not None:
        yield Finding(
            "P17", "error", "plant", (),
            f"{_given(facts, beyond, plant)}: {'it does' if _one(beyond) else 'they do'} not "
            "cover it",
            "Choose larger sets, or add another: coolant stops where the plant outdoors does.",
            beyond.needed.low,
        )  # fmt: skip
        return
    unsure = _open(facts, "P17", found, plant)
    unsaid = [
        one for one in found if not any(has_no_room_for_steps(facts, load) for load in one.loads)
    ]
    high = _worst(unsaid, MOST)
    if high is not None:
        yield Finding(
            "P17", "warning", "plant-high", (),
            f"{_given(facts, high, plant)}, above {MOST:.0%}",
            "Choose larger sets, or add another: steps of load need room.", high.needed.low,
        )  # fmt: skip
    elif unsure is None:
        unsure = _open(facts, "P17", found, plant, MOST)
    if unsure is not None:
        yield unsure


def sets_have_enough_to_do(facts: Facts) -> Iterator[Finding]:
    """P17: what a generator carries when it runs is between 30 % and 80 % of its rating."""
    plant = _drawn(facts) or exact(0.0, "kW")
    if len([node for node in facts.design.power if node.kind == "generator"]) > 1:
        plant = plant.perhaps_none(("rule set that the cooling plant outdoors hangs on",))
    yield from generators_have_enough_to_do(facts, plant)


def _drawn(facts: Facts) -> Figure | None:
    """Return what the plant draws where anything stands upstream that may carry it."""
    if not facts[PLANT_POWER].loads:
        return None
    plant = drawn_outdoors(facts)
    return None if plant is None or plant.high <= 0 else plant


def _asked(facts: Facts) -> Sequence[Case]:
    cases = facts[PLANT_POWER].cases
    return cases if facts.site.policy != "N" else cases[:1]


def _up(facts: Facts, case: Case) -> list[PowerNode]:
    return [node for node in facts.design.power if node.id not in case.lost]


def _mains_of(facts: Facts, case: Case) -> list[PowerNode]:
    """Return the mains that are up, with sets that run beside them; nothing without mains."""
    mains = set(all_mains(facts.design.power))
    up = [node for node in _up(facts, case) if node.id in mains]
    if not up:
        return []
    running = [
        node for node in _up(facts, case)
        if node.kind == "generator" and case.outage.drawn.get(node.id) == ""
    ]  # fmt: skip
    return [*up, *running]


def _sets_of(facts: Facts, case: Case) -> list[PowerNode]:
    """Return the sets that are up where no mains are."""
    if _mains_of(facts, case):
        return []
    return [node for node in _up(facts, case) if node.kind == "generator"]


def _transformers_of(facts: Facts, case: Case) -> list[PowerNode]:
    """Return the transformers next to the mains: below no other, and below no UPS."""
    power = facts.design.power
    stages = {node.id for node in power if node.kind == "transformer" or node.kind == "ups"}
    mains = set(all_mains(power))
    if not mains - set(case.lost):
        return []
    return [
        node for node in _up(facts, case)
        if node.kind == "transformer" and node.id not in mains
        and stages.isdisjoint(upstream_of(node.id, power) - {node.id})
    ]  # fmt: skip


def _group(facts: Facts, case: Case, nodes: Sequence[PowerNode], plant: Figure) -> _Group | None:
    by_id = {load.node.id: load for load in facts[PLANT_POWER].loads}
    loads = tuple(by_id[node.id] for node in nodes if node.id in by_id)
    if not loads or len(loads) < len(nodes):
        return None
    losing = facts[ROOM_POWER].losing
    given = [case.flows[load.node.id].given for load in loads]
    for load in loads:
        if load.node.kind == "generator":
            given += recharging(load.node.id, losing, case.flows, case.outage.course)
    all_given = total(given, "kW")
    group = _Group(case, loads, all_given, total((all_given, plant), "kW"))
    return group if group.judged else None


def _worst(groups: Sequence[_Group], part: float = 1.0) -> _Group | None:
    """Return the one of those that are overloaded that lacks most; None where none is."""
    beyond = [group for group in groups if group.verdict(part).answer == "no"]
    return max(beyond, key=lambda one: one.needed.minus(one.firm).low) if beyond else None


def _one(group: _Group) -> bool:
    return len(group.loads) == 1


def _plant_words(facts: Facts, plant: Figure) -> str:
    site = facts.design.site
    each = WITHOUT_CHILLERS if site.chillers is False else REJECTION_WORDS
    most = told(plant, "amount", 0) if plant.unknown else f"at most {words(plant, 0)}"
    return f"{most} for {each[site.heat_rejection]}, outdoors"


def _given(facts: Facts, group: _Group, plant: Figure) -> str:
    verb = "gives" if _one(group) else "give"
    return (
        f"{capital(group.called(facts))} {verb} {told(group.needed, 'load')} of "
        f"{'its' if _one(group) else 'their'} {words(group.firm)}"
        f"{when_lost(facts, group.case)}, with losses, what charges batteries and "
        f"{_plant_words(facts, plant)}"
    )


def _of_mains(facts: Facts, found: Sequence[_Group], plant: Figure) -> Iterator[Finding]:
    beyond, pf = _worst(found), exact(facts.site.power_factor)
    if beyond is None:
        unsure = _open(facts, "P22", found, plant)
        if unsure is not None:
            yield unsure
        return
    yield Finding(
        "P22", "error", "plant", (),
        f"{capital(beyond.called(facts))}: {words(beyond.needed.per(pf, 'kVA'))} needed"
        f"{when_lost(facts, beyond.case)}, {words(beyond.firm.per(pf, 'kVA'))} firm; that is load, "
        f"losses and {_plant_words(facts, plant)}",
        "Give it a higher rating, or draw another beside it.", beyond.needed.low,
    )  # fmt: skip


def _open(
    facts: Facts, code: str, found: Sequence[_Group], plant: Figure, part: float = 1.0
) -> Finding | None:
    """Return that it cannot be said, unless that of the load and its losses is told already.

    Where these alone may be above the same share of the rating, or are, the rules of mains (P22)
    and of sets (P17) say so of each without the plant.
    """
    for group in found:
        verdict = group.verdict(part)
        if verdict.answer == "open" and within(group.given, group.firm.times(part)).answer == "yes":
            verb = "carries" if _one(group) else "carry"
            most = "" if part == 1 else f"at most {part:.0%} of "
            open_ = cannot_be_said(
                code, "plant", (),
                f"whether {group.called(facts)} {verb} {told(group.given, 'load')} and "
                f"{_plant_words(facts, plant)},{when_lost(facts, group.case)} with {most}"
                f"{'its' if _one(group) else 'their'} {words(group.firm)}",
                verdict.because, facts.name_of,
            )  # fmt: skip
            return replace(open_, advice=_advice(group, part, open_))
    return None


def _advice(group: _Group, part: float, open_: Finding) -> str:
    """Return what settles it: a rating that is enough in any case, or what the site may state."""
    if group.needed.high == inf or not any(ref.startswith("default ") for ref in open_.open_on):
        return open_.advice
    enough = exact(group.needed.times(1 / part).high, "kW")
    together = "Its" if _one(group) else "Their common"
    return (
        f"{together} rating is enough in any case from {words(enough, 0)} on. What coolers and "
        "chillers need follows from the planning ranges: state what is known of them in Design "
        "settings › Water outdoors and in the room."
    )


def _of_transformers(facts: Facts, found: Sequence[_Group], plant: Figure) -> Iterator[Finding]:
    """Yield that nothing says whether transformers carry a plant that they have no room for."""
    for group in found:
        if group.verdict().answer != "open" or within(group.given, group.firm).answer != "yes":
            continue
        hangs = "it" if _one(group) else "them"
        yield Finding(
            "P22", "warning", "open:plant-transformers", (),
            f"whether {group.called(facts)} "
            f"{'carries' if _one(group) else 'carry'} {told(group.given, 'load')} and "
            f"{_plant_words(facts, plant)},{when_lost(facts, group.case)} with "
            f"{'its' if _one(group) else 'their'} {words(group.firm)} cannot be said, because "
            f"nothing says whether the plant hangs on {hangs}",
            f"Give {hangs} a higher rating, or draw the transformers that the plant hangs on.",
            group.needed.high, open_on=(_UNASKED,),
        )  # fmt: skip
        return
