"""Groups of cooling units that share what they carry: those of a loop, and those of the room.

What a loss leaves of each thing that they carry, and which GPUs give heat to units that are short.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

from designer.engine.cooling_report import CoolingLossKind
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.cooling.heat import NOTHING
from designer.engine.subjects.facility.doors_off import (
    ALL_RUN,
    NONE_WITHOUT,
    DoorsThen,
    DoorThen,
    WithoutDoor,
    gpus_of,
    kept,
    to_the_room,
    with_doors,
)
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import (
    PLANT,
    beside_building,
    beyond_building,
    drawn,
)
from designer.engine.subjects.facility.units import Shared
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.model.feed_words import loop_short
from designer.model.figure_words import told
from designer.model.figures import Answer, Figure, exact, repeated, within

WHAT_RUNS: Final = "rule what runs after the loss"
_GRAVEST: Final[tuple[Answer, ...]] = ("no", "open", "yes")
_SAID: Final = {
    "over_kw": (1, "of heat"),
    "over_lpm": (0, "of coolant"),
    "over_m3h": (0, "of air"),
}
"""Decimals, and what it is, by the field that says how much of it is too much."""

Given = Callable[[RackCore, DoorThen], Figure]
"""What a rack gives units to carry, by what becomes of its rear door."""


@dataclass(frozen=True)
class Carried:
    """One thing that a group of units carries.

    Attributes
    ----------
    field
        The field of the report that says how much of it is too much.
    given
        What a rack gives of it.
    passed_on
        What units of other groups give of it.
    beyond
        Leaves of all that there is what the building does not take.
    """

    field: str
    shared: Shared
    given: Given
    passed_on: Figure = NOTHING
    beyond: Callable[[Figure], Figure] = lambda load: load


@dataclass(frozen=True, eq=False)
class Group:
    """Units that share what they carry.

    Attributes
    ----------
    loop
        The loop that they are of; None for those of the room.
    keys
        Ids of the racks that may give them something, by contents.
    through
        Ids of racks whose heat units of other groups give to these.
    places
        Ids of what on the floor is or holds any of the units.
    """

    kind: CoolingLossKind
    called: str
    carried: tuple[Carried, ...]
    keys: Mapping[RackCore, Sequence[str]]
    places: tuple[str, ...] = ()
    loop: LoopLoad | None = None
    through: frozenset[str] = frozenset()

    @property
    def alike(self) -> int:
        """How many racks have such units of their own; what these carry is of one of them."""
        return self.loop.alike if self.loop else 1

    @property
    def of_one(self) -> "Group":
        """The units of one rack, where each serves the rack alone that holds it; else the same."""
        if self.alike == 1:
            return self
        return replace(self, keys={core: keys[:1] for core, keys in self.keys.items()})

    @cached_property
    def runs(self) -> tuple[tuple[RackCore, DoorThen, int, int], ...]:
        """Its racks as runs to add up, while all rear doors run."""
        return ALL_RUN.runs(self.of_one.keys)

    @property
    def id(self) -> str:
        """What names the group from one report to the next: `cdu:LOOP`, `cdu`, `air`."""
        if self.loop is None:
            return "air"
        return f"cdu:{self.loop.loop.id}" if self.loop.loop else "cdu"


@dataclass(frozen=True)
class Short:
    """What a loss leaves of one thing: what there is of it, and what the units left carry."""

    field: str
    load: Figure
    left: Figure

    @property
    def answer(self) -> Answer:
        """Whether that is enough."""
        return within(self.load, self.left).answer

    @property
    def over(self) -> Figure:
        """What they cannot carry; nothing where there is enough."""
        nothing = exact(0.0, self.load.unit)
        return nothing if self.answer == "yes" else self.load.minus(self.left).clipped(0.0)

    @property
    def words(self) -> str:
        """Both in words, as far as either is known: `2,600.0 kW for 1,295.4 kW of heat`."""
        places, what = _SAID[self.field]
        return f"{told(self.left, 'amount', places)} for {told(self.load, 'amount', places)} {what}"


def groups_of(facts: Facts, *, after_loss: bool = False) -> Iterator[Group]:
    """Yield the groups of units of which any stands, or may; loops before the room.

    Parameters
    ----------
    after_loss
        Whether the room counts without a unit as well, where racks have rear doors: the loss of
        one leaves heat to it.
    """
    plant, contents = facts[PLANT], facts[CONTENTS]
    for one in plant.loops:
        if one.heat.capacities:
            yield Group("CDU", of_loop(one), (
                Carried("over_kw", one.heat,
                        lambda core, door: core[COOLING].looped + kept(core, door, "door")),
                Carried("over_lpm", one.flow, lambda core, door:
                        core[COOLING].looped_flow + kept(core, door, "door_flow")),
            ), one.keys, one.units, one)  # fmt: skip
    if plant.air.capacities or (after_loss and any(True for _ in with_doors(facts))):
        airy = [one for one in plant.loops if one.to_room.high > 0]
        through = (key for one in airy for keys in one.keys.values() for key in keys)
        yield Group("air unit", "", (
            Carried("over_kw", plant.air, to_the_room,
                    repeated(((plant.fans, 1), *((one.to_room, one.alike) for one in airy)), "kW"),
                    partial(beyond_building, facts)),
            Carried("over_m3h", plant.airflow, partial(drawn, facts),
                    repeated(((one.room_air, one.alike) for one in airy), "m³/h"),
                    beyond=partial(beside_building, facts, left=plant.air.load)),
        ), contents.keys_by_core, plant.air_units, through=frozenset(through))  # fmt: skip


def of_loop(one: LoopLoad) -> str:
    """Return the loop of units after a noun: ` of loop 1`, ` in R01`; empty without one."""
    if one.loop is None:
        return ""
    called = loop_short(one.loop.name or one.loop.id)
    return f" in {called}" if one.inside else f" of loop {called}"


def gravest(short: Iterable[Short]) -> Answer:
    """Return whether there is enough of everything."""
    return gravest_of(one.answer for one in short)


def gravest_of(answers: Iterable[Answer]) -> Answer:
    """Return the gravest of some answers."""
    found = set(answers)
    return next((one for one in _GRAVEST if one in found), "yes")


def runs_on(core: RackCore, lost: frozenset[str]) -> Answer:
    """Return whether all of a rack runs on without some feeds; `no` where nothing does."""
    if not lost:
        return "yes"
    feeds = core.read(FEEDS)
    if feeds is None:
        return "open"
    outcome = feeds.outcomes.get(lost)
    if outcome is None or outcome.dark == outcome.short == "no":
        return "yes"
    return "no" if outcome.all_dark else "open"


@dataclass(frozen=True)
class Warm:
    """Racks that give something to units that are short, by contents: for certain, and perhaps."""

    sure: Mapping[RackCore, frozenset[str]]
    perhaps: Mapping[RackCore, frozenset[str]]

    @property
    def gpus(self) -> Figure:
        """The GPUs in these racks, each rack once."""
        pairs = []
        for core in dict.fromkeys((*self.sure, *self.perhaps)):
            gpus = gpus_of(core)
            if gpus.high > 0:
                sure, unsure = (of.get(core, frozenset()) for of in (self.sure, self.perhaps))
                pairs += [(gpus, len(sure)), (gpus.perhaps_none((WHAT_RUNS,)), len(unsure))]
        return repeated(pairs)

    def runs(self, order: Mapping[str, int]) -> dict[str, tuple[tuple[int, int], ...]]:
        """Return both as runs of racks, by the place of each rack in the report."""
        return {
            name: runs_of(order[key] for keys in of.values() for key in keys)
            for name, of in (("warm", self.sure), ("perhaps_warm", self.perhaps))
        }


def runs_of(places: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return places of the report's racks as runs: the first of each, and how many follow."""
    found: list[list[int]] = []
    for place in sorted(places):
        if found and place == sum(found[-1]):
            found[-1][1] += 1
        else:
            found.append([place, 1])
    return tuple((first, number) for first, number in found)


def warm_racks(
    touched: Sequence[tuple[Group, Sequence[Short]]],
    lost: frozenset[str] | None,
    doors: DoorsThen = ALL_RUN,
    without: WithoutDoor = NONE_WITHOUT,
) -> Warm:
    """Return the racks that give something to units that are short, or lack their rear door.

    Parameters
    ----------
    lost
        The feeds that are lost: racks that go dark with them are none of these, and of one in which
        some devices may run on perhaps none are.
    doors
        The rear doors that do not run then.
    without
        The racks without their own: one of these is warm where the room's air does not take its
        heat.
    """
    sure: dict[RackCore, set[str]] = {}
    perhaps: dict[RackCore, set[str]] = {}
    for group, short in touched:
        answer = gravest(short)
        if answer == "yes":
            continue
        # Racks that hold the same in the same order give alike.
        known: dict[tuple[RackCore, DoorThen], tuple[bool, bool]] = {}
        for core, every in group.keys.items():
            runs = runs_on(core, lost or frozenset())
            if runs == "no":
                continue
            for then, keys in doors.of(core, every):
                shared = core.by_order, then
                if shared not in known:
                    known[shared] = _gives(group, core, then)
                may_give, gives = known[shared]
                if may_give:
                    certain = answer == "no" and runs == "yes" and gives
                    (sure if certain else perhaps).setdefault(core, set()).update(keys)
                elif through := group.through.intersection(keys):
                    perhaps.setdefault(core, set()).update(through)
    for core, answer, warm in without.warm:
        (sure if answer == "no" else perhaps).setdefault(core, set()).update(warm)
    return Warm(
        {core: frozenset(keys) for core, keys in sure.items()},
        {core: frozenset(keys - sure.get(core, set())) for core, keys in perhaps.items()},
    )


def _gives(group: Group, core: RackCore, then: DoorThen) -> tuple[bool, bool]:
    """Return whether a rack may give something to units, and whether it does for certain."""
    given = [one.given(core, then) for one in group.carried]
    return any(figure.high > 0 for figure in given), any(figure.low > 0 for figure in given)
