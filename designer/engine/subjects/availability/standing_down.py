"""What is down all year with nothing lost: racks that nothing cools, feeds that carry too much.

Asked for the three cases. In the best one only what is certain counts: a rack of which no unit
stands for its coolant or its air. In the likely one also what falls short for certain, which may
hold on, and what a design names and does not have. In the worst one what cannot be said as well.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from designer.engine.subject import Facts
from designer.engine.subjects.availability.expected import Feeds
from designer.engine.subjects.availability.rates import BEST, CASES, LIKELY, WORST
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.facility.cooling_groups import (
    Group,
    Short,
    gravest,
    groups_of,
    warm_racks,
)
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.model.figures import Answer, exact, total, within
from designer.wiring.power_upstream import without_source

Found = Iterator[tuple[int, RackCore, Iterable[str]]]
"""Racks by contents, each with the best case in which nothing cools them."""
Uncooled = Mapping[int, frozenset[str]]
"""Ids of racks, by what identifies the results of their contents."""

FROM: Final[Mapping[Answer, int]] = {"no": LIKELY, "open": WORST}
"""The best case in which what may be too much counts as too much."""


def uncooled_of(facts: Facts) -> tuple[Uncooled, ...]:
    """Return the racks that nothing cools with nothing lost, in each case."""
    found: list[dict[int, set[str]]] = [{} for _ in CASES]
    for first, core, keys in (*_without_coolant(facts), *_without_air(facts), *_short(facts)):
        for case in CASES[first:]:
            found[case].setdefault(id(core.results), set()).update(keys)
    return tuple({core: frozenset(keys) for core, keys in each.items()} for each in found)


def _without_coolant(facts: Facts) -> Found:
    """Yield racks of which cold plates or doors hang on no unit."""
    plant, cores = facts[PLANT], facts[CONTENTS].cores
    wet = [(BEST, key) for key in plant.unserved.racks]
    wet += [(WORST, key) for key in plant.unserved.unsure]
    for loop in plant.loops:
        if not loop.heat.capacities:
            wet += [(BEST, key) for key in loop.racks]
            wet += [(WORST, key) for key in loop.unsure]
    yield from ((first, cores[key], (key,)) for first, key in wet)
    doors = [doors for _, doors in plant.left_to_the_building]
    heat = total((one.heat for one in doors), "kW")
    if (said := facts.design.site.building_water_kw) is not None:
        heat = heat.minus(exact(said, "kW")).clipped(0.0)
    first = FROM.get(within(heat, exact(0.0, "kW")).answer)
    if first is not None:
        yield from ((first, cores[key], (key,)) for one in doors for key in one.racks)


def _without_air(facts: Facts) -> Found:
    """Yield racks of which heat is left to air units where none stands."""
    air, said = facts[PLANT].air, facts.design.site.building_air_kw
    if air.capacities or air.load.high <= 0:
        return
    # A building of which nobody says what it takes may take it all.
    sure = BEST if said == 0 else LIKELY
    for core, keys in facts[CONTENTS].keys_by_core.items():
        room = core[COOLING].room
        if room.high > 0:
            yield sure if air.load.low > 0 and room.low > 0 else WORST, core, keys


def _short(facts: Facts) -> Found:
    """Yield racks of which the units that stand carry too little with none of them lost."""
    for group in groups_of(facts):
        short = [_whole(one.field, group, at) for at, one in enumerate(group.carried)]
        answer = gravest(short)
        if answer == "yes":
            continue
        dead = any(one.answer == "no" and one.left.high <= 0 for one in short)
        warm = warm_racks([(group, short)], None)
        yield from ((BEST if dead else LIKELY, core, keys) for core, keys in warm.sure.items())
        yield from ((WORST, core, keys) for core, keys in warm.perhaps.items())


def _whole(field: str, group: Group, at: int) -> Short:
    shared = group.carried[at].shared
    return Short(field, shared.load, total(shared.capacities, shared.load.unit))


class Overloads:
    """Feeds that go down since they, or what is upstream of them, carry too much.

    Attributes
    ----------
    unjudged
        Whether nobody states what one of them can carry: it counts as one that holds.
    """

    def __init__(self, facts: Facts) -> None:
        self._circle = frozenset(without_source(facts.design.power))
        power, tree = facts[ROOM_POWER], facts[POWER_TREE]
        unstated = unjudged_of(facts)
        self._stated = frozenset(one.node.id for one in power.loads) - set(unstated)
        self.unjudged = bool(unstated)
        strange = _strange_feeds(facts)
        normally = [
            (one.node.id, first)
            for one in power.loads
            if (first := FROM.get(one.verdict.answer)) is not None
        ]
        self._normally = tuple(
            self._circle
            | (strange if case != BEST else frozenset())
            | self._behind(normally, tree.normal.carried, case)
            for case in CASES
        )
        self._room, self._tree = power, tree
        self._hall = power.hall
        self._after = {
            frozenset({loss.id}): self._in_cases(
                loss.overloaded, loss.unsure, tree.alone[loss.id].carried
            )
            for loss in power.losses
            if loss.overloaded or loss.unsure
        }
        self._with: dict[frozenset[str], tuple[Feeds, ...]] = {}

    def _in_cases(
        self, beyond: Iterable[str], unsure: Iterable[str], carried: Mapping[str, tuple[str, ...]]
    ) -> tuple[Feeds, ...]:
        """Return the feeds behind what carries too much, or perhaps does, in each case."""
        over = [*((key, LIKELY) for key in beyond), *((key, WORST) for key in unsure)]
        return tuple(self._behind(over, carried, case) for case in CASES)

    def _behind(
        self, over: Iterable[tuple[str, int]], carried: Mapping[str, tuple[str, ...]], case: int
    ) -> Feeds:
        """Return the feeds behind nodes that carry too much from some case on."""
        # Of a capacity that nobody states there is nothing to judge by.
        nodes = [key for key, first in over if first <= case and key in self._stated]
        return frozenset[str]().union(*(carried.get(key, ()) for key in nodes))

    def normally(self, case: int) -> Feeds:
        """Return the feeds that give nothing with nothing lost."""
        return self._normally[case]

    def after(self, nodes: frozenset[str], gone: Feeds, case: int) -> Feeds:
        """Return the feeds that go down with some nodes, and those that then carry too much."""
        if len(nodes) == 1:
            over = self._after.get(nodes)
            return gone if over is None else gone | over[case]
        return gone | self._together(nodes, gone)[case]

    def _together(self, nodes: frozenset[str], gone: Feeds) -> tuple[Feeds, ...]:
        """Return the feeds that carry too much with several nodes lost, in each case."""
        if nodes not in self._with:
            known = self._room.after.get(gone)
            if known is None:
                # Nobody asks what racks draw then: what either loss alone leaves with too much.
                each = [over for one, over in self._after.items() if one <= nodes]
                self._with[nodes] = tuple(
                    frozenset[str]().union(*(over[case] for over in each)) for case in CASES
                )
            else:
                lost = self._tree.without(sorted(nodes))
                beyond, unsure = self._hall.beyond(lost, known)
                self._with[nodes] = self._in_cases(beyond, unsure, lost.carried)
        return self._with[nodes]


def unjudged_of(facts: Facts) -> tuple[str, ...]:
    """Return the feeds, and what is upstream of them, of which nobody states what they carry."""
    loads = facts[ROOM_POWER].loads
    return tuple(one.node.id for one in loads if one.capacity.high == float("inf"))


def _strange_feeds(facts: Facts) -> Feeds:
    """Return the feeds that racks name and the room does not have."""
    known = frozenset(facts.site.feeds)
    named = (
        core.once("feeds that it names", partial(_named, core))
        for core, _, _ in facts[CONTENTS].runs
    )
    return frozenset[str]().union(*named) - known


def _named(core: RackCore) -> Feeds:
    feeds = core.read(FEEDS)
    lines = () if feeds is None else feeds.lines.lines
    return frozenset(line.feed for line in lines if line.feed)
