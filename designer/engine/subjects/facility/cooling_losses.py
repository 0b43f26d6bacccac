"""Every single loss of a cooling unit, and of feeds that leave one without power.

A unit that is lost leaves the others of its loop, or of the room, what all of them carried; one
that shares a loop with units from liquid to air leaves more heat to these, and so to the room.
Feeds that are lost take units, and with racks that go dark their heat: what of a rack may run on
counts between nothing and all of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from designer.engine.cooling_report import CoolingLossReport, CoolingReport, UnitsLeft
from designer.engine.limit import STATES
from designer.engine.power_report import GRAVITY
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.facility.cooling_groups import (
    WHAT_RUNS,
    Carried,
    Group,
    Short,
    gravest,
    gravest_of,
    groups_of,
    runs_of,
    runs_on,
    warm_racks,
)
from designer.engine.subjects.facility.doors_off import (
    ALL_RUN,
    GONE,
    DoorsAlike,
    DoorsThen,
    WithoutDoor,
    doors_alike,
    doors_without,
    to_the_room,
    without_door,
    words_of_rack,
)
from designer.engine.subjects.facility.loop_units import most_to_room, to_room
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT, drawn
from designer.model.figure_cases import highest, lowest
from designer.model.figures import (
    Answer,
    Figure,
    alike,
    exact,
    missing,
    repeated,
    repeated_in_turn,
    total,
)
from designer.model.measured import fields_of

RATINGS_OF_SINGLE_UNITS: Final = ("2", "3", "4")
"""Ratings of a site that ask it to survive the loss of any one cooling unit, a rear door too."""
COOLING_LOSSES: Key[CoolingReport] = Key("cooling-losses")


def cooling_losses_of(facts: Facts) -> CoolingReport:
    """Return every single loss of a cooling unit, and of feeds that take some."""
    hall = _Hall(facts, tuple(groups_of(facts, after_loss=True)))
    units = [loss for group in hall.groups for loss in hall.inside(group)]
    units += [loss for group in hall.groups for loss in hall.pumps(group)]
    units += hall.of_doors()
    return CoolingReport(losses=(*_ranked(units), *hall.of_all_feeds()))


def losing_of(facts: Facts) -> CoolingReport:
    """Return the same for a site that only loses other things together: those of units stand."""
    hall = _Hall(facts, tuple(groups_of(facts, after_loss=True)))
    return CoolingReport(losses=(*facts[COOLING_LOSSES].of_units, *hall.of_all_feeds()))


@dataclass(frozen=True)
class _Hall:
    """The groups of units of a hall, and what losses leave of them."""

    facts: Facts
    groups: tuple[Group, ...]

    def of_units(self, group: Group) -> Iterator[CoolingLossReport]:
        """Yield what the loss of one unit does, by its part."""
        first = group.carried[0].shared
        for part in dict.fromkeys(first.parts):
            own = [
                Short(one.field, one.shared.load, one.shared.without_one(part))
                for one in group.carried
            ]
            touched = [(group, own), *self._room_then(group, part)]
            number = first.parts.count(part) * group.alike
            name = self.facts.name_of(part) or part
            holding = frozenset(self.facts[CONTENTS].cooling_with((part,)))
            left = len(first.capacities) - 1
            fields = {
                "id": f"{group.id}:{part}",
                "kind": group.kind,
                "name": f"{f'one of {number} {name}' if number > 1 else name}{group.called}",
                "where": tuple(key for key in group.places if key in holding),
                "number": number,
                "each": group.alike > 1,
            }
            said = f"{left} of {left + 1} units left: " if left else "no unit left: "
            yield self._report(touched, fields, said)

    def inside(self, group: Group) -> tuple[CoolingLossReport, ...]:
        """Return what the loss of each unit of a group does.

        Of a loop that is kept, and gives nothing to the room, it is what it was.
        """
        loop = group.loop
        if loop is None or loop.to_room.high > 0:
            return tuple(self.of_units(group))
        return self._kept(group, loop, "losses of units", self.of_units)

    def pumps(self, group: Group) -> tuple[CoolingLossReport, ...]:
        """Return what the loss of each pump inside the units of a group does, likewise."""
        if group.loop is None:
            return tuple(self.of_pumps(group))
        return self._kept(group, group.loop, "losses of pumps", self.of_pumps)

    def _kept(
        self,
        group: Group,
        loop: LoopLoad,
        what: str,
        look: Callable[[Group], Iterator[CoolingLossReport]],
    ) -> tuple[CoolingLossReport, ...]:
        """Return losses that touch a loop alone, while units and racks stand as they stood."""
        contents = self.facts[CONTENTS]
        units = tuple(contents.cores[key] for key in group.places)
        known = loop.seen.get(what)
        if known is None or known[0] is not contents.order or known[1] != units:
            known = loop.seen[what] = contents.order, units, tuple(look(group))
        losses: tuple[CoolingLossReport, ...] = known[2]
        return losses

    def of_pumps(self, group: Group) -> Iterator[CoolingLossReport]:
        """Yield what the loss of one pump inside a unit does, where its maker counts them.

        The unit goes on with what its maker states for one pump less: N+1 inside it is not one unit
        to spare.
        """
        for part in dict.fromkeys(group.carried[0].shared.parts):
            cooling = self.facts.catalog.require(part).cooling
            if cooling is None or not cooling.pumps:
                continue
            flows = [one for one in group.carried if one.field == "over_lpm"]
            own = [
                Short(one.field, one.shared.load, self._one_pump_less(one, part)) for one in flows
            ]
            number = group.carried[0].shared.parts.count(part) * group.alike
            holding = frozenset(self.facts[CONTENTS].cooling_with((part,)))
            name = self.facts.name_of(part) or part
            fields = {
                "id": f"{group.id}:{part}:pump",
                "kind": "CDU pump",
                "name": f"one of {cooling.pumps} pumps of {name}{group.called}",
                "where": tuple(key for key in group.places if key in holding),
                "number": number,
                "each": group.alike > 1,
            }
            yield self._report([(group, own)], fields, "one pump less: ")

    def _one_pump_less(self, one: Carried, part: str) -> Figure:
        """Return the flow that the units of a group move when one of some part lacks a pump."""
        cooling = self.facts.catalog.require(part).cooling
        whole = next(
            figure
            for name, figure in zip(one.shared.parts, one.shared.capacities, strict=False)
            if name == part
        )
        ref = f"{part}.cooling.one_pump_less_lpm"
        stated = None if cooling is None else cooling.one_pump_less_lpm
        if cooling is not None and cooling.pumps == 1:
            left = exact(0.0, "L/min")
        elif stated is None:
            left = missing(ref, "L/min", 0.0, whole.high)
        else:
            # A unit moves no more with a pump less than with all.
            left = lowest((exact(stated, "L/min", ref), whole))
        return total((one.shared.without_one(part), left), "L/min")

    def _room_then(self, group: Group, part: str) -> Iterator[tuple[Group, list[Short]]]:
        """Yield what the room's units must take where a lost unit leaves more heat to others."""
        loop, air = group.loop, self._air
        if loop is None or air is None or loop.to_room.high <= 0:
            return
        units = Counter(loop.heat.parts)
        units[part] -= 1
        lost = Counter(loop.heat.because)
        after = to_room(self.facts, loop.heat.load, units, lost)
        if not lost:
            # What they cannot take stays in the loop, and is told there.
            after = lowest((after, most_to_room(self.facts, units)))
        if alike(after, loop.to_room) or after.high <= loop.to_room.low:
            return
        others = repeated(
            (one.to_room, one.alike if one is not loop else one.alike - 1)
            for one in self.facts[PLANT].loops
        )
        heat = air.carried[0]
        fans = self.facts[PLANT].fans
        load = total((_given(air, heat, frozenset()), others, after, fans), "kW")
        yield air, [Short(heat.field, heat.beyond(load), total(heat.shared.capacities, "kW"))]

    def of_doors(self) -> Iterator[CoolingLossReport]:
        """Yield what the loss of one rear door does, once for racks that are alike to their doors.

        Its rack gives all heat in its air to the room, which must take it, and so must the room's
        air units. These count with the return air of before; warmer air may let them take more.
        """
        air = self._air
        if air is None:
            return
        before = tuple(_given(air, one, frozenset()) + one.passed_on for one in air.carried)
        for every in doors_alike(self.facts):
            whole = self._without_door(air, before, every)
            if gravest(whole) != "open" or len(every.racks) == 1:
                yield self._door(air, whole, every)
                continue
            # Among racks that differ some may be too much, and others not.
            for some in every.by(lambda core: gravest(self._without_one(air, before, core))):
                yield self._door(air, self._without_door(air, before, some), some)

    def _without_one(
        self, air: Group, before: Sequence[Figure], core: RackCore
    ) -> tuple[Short, ...]:
        """Return what the loss of the door of one rack asks of the room's air units."""
        return self._without_door(air, before, DoorsAlike("", ((core, ()),)))

    def _without_door(
        self, air: Group, before: Sequence[Figure], some: DoorsAlike
    ) -> tuple[Short, ...]:
        """Return the same of one of some racks, with bounds around all of them."""
        more = (
            some.spanning(lambda core: core[COOLING].door),
            some.spanning(lambda core: drawn(self.facts, core, GONE)),
        )
        return tuple(
            Short(
                one.field, one.beyond(load + added), self._whole[id(one)],
            )
            for one, load, added in zip(air.carried, before, more, strict=True)
        )  # fmt: skip

    def _door(self, air: Group, short: Sequence[Short], some: DoorsAlike) -> CoolingLossReport:
        keys = some.keys
        number = len(keys)
        name = self.facts.name_of(some.part) or some.part
        heat = some.spanning(lambda core: to_the_room(core, GONE))
        fields = {
            "id": f"door:{keys[0]}:{some.part}",
            "kind": "rear door",
            "name": f"one of {number} {name}" if number > 1 else name,
            "where": keys,
            "number": number,
            "each": number > 1,
            "own": words_of_rack(heat, self.facts.site),
            "asked": self.facts.design.site.rating in RATINGS_OF_SINGLE_UNITS,
        }
        return self._report([(air, short)], fields, doors=DoorsThen(lost=frozenset(keys[:1])))

    def of_all_feeds(self) -> list[CoolingLossReport]:
        """Return what each loss of feeds does that takes a unit."""
        every = enumerate(self.facts.site.taken_together)
        feeds = [self.of_feeds(at, lost) for at, lost in every]
        return _ranked(found for found in feeds if found is not None)

    def of_feeds(self, at: int, lost: frozenset[str]) -> CoolingLossReport | None:
        """Return what the loss of feeds does; None where it takes no unit for certain."""
        airy = [one for one in self.facts[PLANT].loops if one.to_room.high > 0]
        doors = doors_without(self.facts, at, lost)
        passed_on = {
            "over_kw": repeated(
                (
                    (self._fans_then(at, lost), 1),
                    *((self._to_room_then(one, at, lost), one.alike) for one in airy),
                ),
                "kW",
            ),
            "over_m3h": repeated(
                ((self._room_air_then(one, at, lost), one.alike) for one in airy), "m³/h"
            ),
        }
        moved_on = any(one.heat.without[at] is not None for one in airy)
        touched = []
        for group in self.groups:
            shared = [one.shared for one in group.carried]
            given_more = group.loop is None and (moved_on or doors is not ALL_RUN)
            if given_more or any(one.without[at] is not None for one in shared):
                then = lost, doors
                short = [_after(group, one, at, then, passed_on) for one in group.carried]
                touched.append((group, short))
        if not touched:
            return None
        feeds = tuple(sorted(lost))
        fields = {"id": f"feeds:{','.join(feeds)}", "kind": "feeds", "feeds": feeds}
        return self._report(touched, fields, lost=lost, doors=doors)

    def _to_room_then(self, loop: LoopLoad, at: int, lost: frozenset[str]) -> Figure:
        """Return the heat that a loop's units give to the room when feeds are lost.

        Of units of which some are lost, any that are left may take all that they can.
        """
        if loop.heat.without[at] is not None:
            most = loop.heat.load
            if not loop.heat.because:
                most = lowest((most, most_to_room(self.facts, Counter(loop.heat.parts))))
            return missing(WHAT_RUNS, "kW", 0.0, most.high)
        if _gives_as_before(loop, lost):
            return loop.to_room
        return loop.to_room.perhaps_none((WHAT_RUNS,))

    def _fans_then(self, at: int, lost: frozenset[str]) -> Figure:
        """Return what fans of units from liquid to air add to the room when feeds are lost."""
        plant = self.facts[PLANT]
        airy = [one for one in plant.loops if one.to_room.high > 0]
        as_before = all(
            one.heat.without[at] is None and _gives_as_before(one, lost) for one in airy
        )
        return plant.fans if as_before else plant.fans.perhaps_none((WHAT_RUNS,))

    def _room_air_then(self, loop: LoopLoad, at: int, lost: frozenset[str]) -> Figure:
        """Return the air that a loop's units draw from the room when feeds are lost."""
        if loop.heat.without[at] is None and _gives_as_before(loop, lost):
            return loop.room_air
        return loop.room_air.perhaps_none((WHAT_RUNS,))

    def _report(
        self,
        touched: Sequence[tuple[Group, Sequence[Short]]],
        fields: Mapping[str, object],
        said: str = "",
        lost: frozenset[str] | None = None,
        doors: DoorsThen = ALL_RUN,
    ) -> CoolingLossReport:
        """Return a loss as the report holds it.

        Parameters
        ----------
        lost
            The feeds that are lost; None where one unit is, or one pump.
        doors
            The rear doors that do not run then.
        """
        short = [one for _, each in touched for one in each]
        number = {id(one): 1 if lost is None else g.alike for g, each in touched for one in each}
        over = {
            field: _over(short, number, field, unit)
            for field, unit in (("over_kw", "kW"), ("over_lpm", "L/min"), ("over_m3h", "m³/h"))
        }
        without = without_door(self.facts, doors, lambda core: runs_on(core, lost or frozenset()))
        warm = hit = warm_racks(touched, lost, doors, without)
        if lost is None and any(group.alike > 1 for group, _ in touched):
            hit = warm_racks([(group.of_one, each) for group, each in touched], lost)
        if doors.lost and lost is None:
            # The rack is any of those alike.
            warm = warm_racks(touched, lost)
        several = len(touched) > 1 or doors is not ALL_RUN
        words = "; ".join(filter(None, (_words(*one, named=several) for one in touched)))
        order = self.facts[CONTENTS].order
        answer = gravest_of((*(one.answer for one in short), without.answer))
        return CoolingLossReport.model_validate({
            "own": without.text, **fields, "text": f"{said}{words or 'nothing to carry'}",
            "state": STATES[answer], **fields_of({**over, "gpus": hit.gpus}), **warm.runs(order),
            **({} if lost is None else _runs_without(without, order)),
            "left": tuple(self._left(*one) for one in touched if _some_left(one[1])),
        })  # fmt: skip

    def _left(self, group: Group, short: Sequence[Short]) -> UnitsLeft:
        """Return what the units of a group carry with a loss."""
        all_of_them = {one.field: self._whole[id(one)] for one in group.carried}
        loads = {one.field: one.shared.load for one in group.carried}
        any_ = [one for one in short if one.load.high > 0] or short
        figures = {
            "share_before": highest([loads[one.field].per(all_of_them[one.field]) for one in any_]),
            "share": highest([one.load.per(one.left) for one in any_]),
        }
        return UnitsLeft(
            runs=self._places[group.places], text=_words(group, short, named=False),
            state=STATES[gravest(short)], **fields_of(figures),
        )  # fmt: skip

    @cached_property
    def _whole(self) -> Mapping[int, Figure]:
        """What all units of a group carry of each thing, by what identifies it."""
        return {
            id(one): total(one.shared.capacities, one.shared.load.unit)
            for group in self.groups
            for one in group.carried
        }

    @cached_property
    def _places(self) -> Mapping[tuple[str, ...], tuple[tuple[int, int], ...]]:
        """Where the units of each group stand, by the ids of these places."""
        order = self.facts[CONTENTS].order
        return {one.places: runs_of(order[key] for key in one.places) for one in self.groups}

    @property
    def _air(self) -> Group | None:
        """The units of the room's air."""
        return next((group for group in self.groups if group.loop is None), None)


def _runs_without(
    without: WithoutDoor, order: Mapping[str, int]
) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the racks without their rear door as runs of the report's racks."""
    return {
        "doors": runs_of(order[key] for key in without.sure),
        "perhaps_doors": runs_of(order[key] for key in without.perhaps),
    }


def _some_left(short: Iterable[Short]) -> bool:
    """Return whether a loss leaves units, or may."""
    return any(one.left.high > 0 for one in short)


def _over(short: Iterable[Short], number: Mapping[int, int], field: str, unit: str) -> Figure:
    """Return what of one thing is too much, of each rack where units serve their own alone."""
    mine = [one for one in short if one.field == field]
    if all(number[id(one)] == 1 for one in mine):
        return total([one.over for one in mine], unit)
    return repeated([(one.over, number[id(one)]) for one in mine], unit)


def _gives_as_before(loop: LoopLoad, lost: frozenset[str]) -> bool:
    """Return whether all racks that give heat to a loop run on."""
    giving = (core for core in loop.keys if core[COOLING].water.high > 0)
    return all(runs_on(core, lost) == "yes" for core in giving)


def _after(
    group: Group, one: Carried, at: int, then: tuple[frozenset[str], DoorsThen],
    passed_on: Mapping[str, Figure],
) -> Short:  # fmt: skip
    """Return what feeds that are lost leave of one thing.

    Parameters
    ----------
    then
        The feeds, and the rear doors that do not run without them.
    """
    lost, doors = then
    left = one.shared.without[at] if one.shared.without else None
    if left is None:
        left = total(one.shared.capacities, one.shared.load.unit)
    passed = passed_on.get(one.field) if group.loop is None else None
    as_before = passed is None or alike(passed, one.passed_on)
    if as_before and all(
        runs_on(core, lost) == "yes" and not doors.touch(core, keys)
        for core, keys in group.keys.items()
    ):
        return Short(one.field, one.shared.load, left)
    load = _given(group, one, lost, doors)
    return Short(one.field, one.beyond(load if passed is None else load + passed), left)


def _given(group: Group, one: Carried, lost: frozenset[str], doors: DoorsThen = ALL_RUN) -> Figure:
    """Return what racks give to units of one thing when feeds are lost."""
    every = group.runs if doors is ALL_RUN else doors.runs(group.of_one.keys)
    return repeated_in_turn(
        (
            (_still(one.given(core, then), runs_on(core, lost)), racks, times)
            for core, then, racks, times in every
        ),
        one.shared.load.unit,
    )


def _still(given: Figure, runs: Answer) -> Figure:
    """Return what a rack gives of which all runs on, or nothing, or perhaps not all."""
    if runs == "no":
        return given.times(0)
    return given if runs == "yes" else given.perhaps_none((WHAT_RUNS,))


def _words(group: Group, short: Iterable[Short], *, named: bool) -> str:
    """Return what is left of what there is, for each thing of which there is any."""
    said = ", ".join(one.words for one in short if one.load.high > 0)
    return f"{group.kind}s{group.called} {said}" if named and said else said


def _ranked(losses: Iterable[CoolingLossReport]) -> list[CoolingLossReport]:
    """Return losses by how they are judged, then by what is surely short, the gravest first."""

    def rank(loss: CoolingLossReport) -> tuple[float, ...]:
        figures = [loss.figure(name) for name in ("gpus", "over_kw")]
        return (GRAVITY.index(loss.judged), *(f.low for f in figures), *(f.high for f in figures))

    return sorted(losses, key=rank, reverse=True)
