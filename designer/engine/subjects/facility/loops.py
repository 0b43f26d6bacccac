"""Coolant loops: which racks and distribution units each has, and what its units must carry.

A design that declares no loop has one: all units on the floor serve all racks that have none in
their rails; such units serve their own rack alone. Where a loop has units, these serve its rear
doors too; others hang on the building's own water, of which no field says how much there is. A tank
brings its own exchanger and asks none of them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from typing import Any, TypeVar

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import LostThings, lost_ref, that_may_be
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS, Fillings, runs_of
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.facility.approach import capacity_at_approach
from designer.engine.subjects.facility.loop_units import Standing, room_air, shared, to_room
from designer.engine.subjects.facility.outages import (
    units_in,
    units_named,
)
from designer.engine.subjects.facility.units import Shared
from designer.engine.subjects.facility.wired import Wired, wired_of
from designer.model.design import Loop
from designer.model.figures import (
    Figure,
    Gap,
    merged,
    repeated_in_turn,
)
from designer.model.layout import Layout
from designer.wiring.coolant import LoopWiring
from designer.wiring.coolant_units import own_loop
from designer.wiring.power import Problem

T = TypeVar("T")


@dataclass(frozen=True)
class Doors:
    """Rear doors that share their water: its heat in kW and flow in L/min, and their racks."""

    heat: Figure
    flow: Figure
    racks: tuple[str, ...]


@dataclass(frozen=True)
class LoopLoad:
    """One loop.

    Attributes
    ----------
    loop
        As the design declares it; None for the one of a design that declares none.
    doors
        Its racks' rear doors, which the building's water must take where it has no units.
    heat, flow
        Heat and liquid on its distribution units, kW and L/min, and what each unit carries.
    parts
        Ids of the parts of its units, each once.
    units, racks
        Ids of things on the floor that are or hold its units, and of racks that give it heat.
    unsure
        Ids of racks of which nobody knows whether they give it any.
    plated
        Ids of parts that have cold plates, or may have, and hang on it.
    may_be_plated
        Ids of parts that hang on it, may have cold plates, and are in no catalogue.
    to_room
        Its heat that units from liquid to air give to the room, kW.
    keys
        Ids of its racks, by their contents.
    room_air
        Air that its units from liquid to air draw from the room, m³/h.
    named_in_doubt
        What it names as its units and may be none, by id, with the part that no catalogue has.
    inside
        Whether it is the own loop of a rack, by units in its rails.
    alike
        How many racks have such a loop of their own, all filled alike: heat, flow and air are those
        of one of them.
    stands
        Its units.
    seen
        What `once` was asked for.
    """

    loop: Loop | None
    doors: Doors
    heat: Shared
    flow: Shared
    parts: tuple[str, ...]
    units: tuple[str, ...]
    racks: tuple[str, ...]
    unsure: tuple[str, ...]
    plated: tuple[str, ...]
    may_be_plated: tuple[str, ...]
    to_room: Figure
    keys: Mapping[RackCore, Sequence[str]]
    room_air: Figure
    named_in_doubt: tuple[tuple[str, str], ...] = ()
    inside: bool = False
    alike: int = 1
    stands: Standing | None = None
    seen: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def once(self, what: Hashable, look: Callable[[], T]) -> T:
        """Return what is seen in this loop, which is looked at once.

        Parameters
        ----------
        what
            What is looked for, with all that it is looked for with.
        look
            Sees it; nothing but that, the loop, what its racks hold, and the decisions of the site
            may decide what it returns.
        """
        if what not in self.seen:
            self.seen[what] = look()
        found: T = self.seen[what]
        return found

    @cached_property
    def stands_on(self) -> frozenset[str]:
        """Ids of all racks that hang on it, and of what its units are or stand in."""
        return frozenset(chain(self.units, *self.keys.values()))

    @property
    def both(self) -> tuple[Shared, Shared]:
        """What its units carry: both must hold."""
        return self.heat, self.flow


@dataclass(frozen=True)
class Unserved:
    """Racks that no loop serves: those that need one, and those that may.

    Attributes
    ----------
    because
        What leaves open whether they need one.
    doors
        Rear doors that no loop serves.
    """

    racks: tuple[str, ...]
    unsure: tuple[str, ...]
    because: tuple[str, ...]
    doors: Doors


@dataclass(frozen=True)
class Loops:
    """A design's loops, liquid-cooled racks that none serves, and what is named wrong.

    Attributes
    ----------
    idle
        Units that feed no loop, by id.
    idle_unsure
        Parts of what stands in racks, may be a unit and is in no loop.
    """

    loops: tuple[LoopLoad, ...]
    unserved: Unserved
    problems: tuple[Problem, ...] = ()
    idle: tuple[str, ...] = ()
    idle_unsure: tuple[str, ...] = ()
    wired: Wired | None = None


def loops_of(facts: Facts, last: Loops | None = None) -> Loops:
    """Return a design's loops, and what is in none.

    Parameters
    ----------
    last
        Those of the design before: loops of which nothing changed are kept.
    """
    if not facts.design.loops:
        return Loops(_undeclared(facts), Unserved((), (), (), _doors({})))
    contents = facts[CONTENTS]
    layout = Layout(facts.design)
    wired = wired_of(facts, layout, last.wired if last is not None else None)
    wiring = wired.wiring
    kept = {}
    if last is not None and last.wired is not None and last.wired.site is facts.site:
        kept = {one.loop.id: one for one in last.loops if one.loop is not None}
    touched = None
    if last is not None and last.wired is wired:
        touched = contents.touched_since(facts.last(CONTENTS))
    found = []
    own: dict[tuple[RackCore, Loop], list[LoopWiring]] = {}
    for one in wiring.loops:
        if one.own:
            terms = one.loop.evolve(id="", name="", racks=())
            own.setdefault((contents.cores[one.own], terms), []).append(one)
            continue
        was = kept.get(one.loop.id)
        if was is not None and touched is not None and touched.isdisjoint(was.stands_on):
            found.append(was)
            continue
        facts.made["loops looked at"] += 1
        known, unsure = ([_unit(layout, key) for key in keys] for keys in (one.units, one.unsure))
        named = zip(one.unsure, unsure, strict=True) if one.loop.units else ()
        in_doubt = tuple((key, part) for key, (part, _) in named)
        keys: dict[RackCore, list[str]] = {}
        for key in one.racks:
            keys.setdefault(contents.cores[key], []).append(key)
        stands = Standing(
            Counter(part for part, _ in known), units_named(facts, layout, one.units),
            Counter(part for part, _ in unsure),
            tuple(dict.fromkeys(place for _, place in (*known, *unsure))),
        )  # fmt: skip
        if was is not None and (was.loop, was.stands, was.keys, was.named_in_doubt) == (
            one.loop, stands, keys, in_doubt,
        ):  # fmt: skip
            found.append(was)
            continue
        found.append(replace(_load(facts, one.loop, stands, keys), named_in_doubt=in_doubt))
    for (core, _), alike in own.items():
        loop_of = {one.own: one.loop for one in alike}
        for mine in _apart(facts, list(loop_of)):
            found.append(_own(facts, core, mine, loop_of[mine[0]]))
    loops = {loop.id for loop in facts.design.loops}
    problems = tuple(problem for problem in wiring.unconnected if problem.end in loops)
    unserved = _unserved(contents, found)
    return Loops(tuple(found), unserved, problems, wiring.idle, wiring.idle_unsure, wired)


def may_have_its_own(core: RackCore) -> tuple[str, ...]:
    """Return what leaves open whether a rack has a loop of its own: what no catalogue has."""
    if not core.filled.missing or core.filled.is_floor_unit or _holds_unit(core):
        return ()
    inside = LostThings({
        thing: number for thing, number in core.filled.lost_things.items()
        if thing != core.filled.itself
    })  # fmt: skip
    return tuple(map(lost_ref, that_may_be(inside, _is_loop_unit)))


def _undeclared(facts: Facts) -> tuple[LoopLoad, ...]:
    """Return the loops of a design that declares none: that of all, then those of racks."""
    contents = facts[CONTENTS]
    own = {core: keys for core, keys in contents.cooling.items() if _holds_unit(core)}
    others = contents.keys_by_core
    lost_things = contents.counts.lost_things
    if own:
        others = {core: keys for core, keys in others.items() if core not in own}
        lost_things = LostThings()
        for core, keys in others.items():
            for thing, number in core.filled.lost_things.items():
                lost_things[thing] += number * len(keys)
    units = Counter(
        {
            part_id: number
            for part_id, number in contents.counts.parts.items()
            if _cools_loop(facts.catalog, part_id)
        }
    )
    for core, keys in own.items():
        units.subtract({part: number * len(keys) for part, number in _units_in(core).items()})
    units = +units
    lost = that_may_be(lost_things, _is_loop_unit)
    floor = {core: keys for core, keys in contents.cooling.items() if core not in own}
    fed = units_in(facts, units, floor)
    holding = (keys for core, keys in floor.items() if core.holds((*units, *lost)))
    stands = Standing(units, fed, lost, tuple(chain.from_iterable(holding)))
    return (
        _load(facts, None, stands, others),
        *(_own(facts, core, mine) for core, keys in own.items() for mine in _apart(facts, keys)),
    )


def _units_in(core: RackCore) -> Counter[str]:
    """Return how many distribution units of each part stand in the rails of a rack."""
    return Counter(part.id for _, part in core.filled.known if part.traits.cools_loop)


def _holds_unit(core: RackCore) -> bool:
    return core.once("distribution unit in the rails", lambda: bool(_units_in(core)))


def _apart(facts: Facts, keys: Sequence[str]) -> list[list[str]]:
    """Return racks that are alike, each of which a unit is lost by itself."""
    lost = {where for where, _ in facts.site.units_lost}
    alone = [[key] for key in keys if key in lost]
    others = [key for key in keys if key not in lost]
    return [others, *alone] if others else alone


def _own(facts: Facts, core: RackCore, keys: Sequence[str], loop: Loop | None = None) -> LoopLoad:
    """Return the loop of each of some racks that are filled alike, with units in their rails."""
    first = keys[0]
    name = next(rack.name for rack in facts.design.racks if rack.id == first)
    found = loop or own_loop(first, name)
    if len(keys) > 1:
        found = found.evolve(name=f"{name or first} and {len(keys) - 1} more")
    units = _units_in(core)
    lost = that_may_be(core.filled.lost_things, _is_loop_unit)
    fed = units_in(facts, units, {core: keys[:1]})
    stands = Standing(units, fed, lost, tuple(keys))
    one = _load(facts, found, stands, {core: keys[:1]})
    every = {core: keys}
    wet = tuple(keys) if core[COOLING].looped.high > 0 else ()
    sure = core[COOLING].wet == "yes"
    return replace(
        one, doors=_doors(every), racks=wet if sure else (), unsure=() if sure else wet, keys=every,
        inside=True, alike=len(keys),
    )  # fmt: skip


def _unserved(contents: Fillings, loops: Iterable[LoopLoad]) -> Unserved:
    every = tuple(loops)
    served = set[str]().union(*(one.racks for one in every), *(one.unsure for one in every))
    watered = set[str]().union(*(one.doors.racks for one in every))
    dry = {
        core: [key for key in keys if key not in watered]
        for core, keys in contents.racks_by_core.items()
        if core[COOLING].door.high > 0
    }
    bare: dict[str, list[str]] = {"yes": [], "open": []}
    gaps: list[Gap] = []
    for core, keys in contents.racks_by_core.items():
        cooling = core[COOLING]
        if cooling.looped.high > 0:
            mine = [key for key in keys if key not in served]
            bare[cooling.wet] += mine
            gaps += cooling.looped.gaps if mine and cooling.wet == "open" else ()
    refs = tuple(gap.ref for gap in merged(gaps)[:2])
    return Unserved(tuple(bare["yes"]), tuple(bare["open"]), refs, _doors(dry))


def _doors(keys: Mapping[RackCore, Sequence[str]]) -> Doors:
    """Return the rear doors of racks by their contents."""
    hung = {core: own for core, own in keys.items() if own and core[COOLING].door.high > 0}
    runs = runs_of((core, len(own)) for core, own in hung.items())
    here = [(core[COOLING], may_have_its_own(core), n, times) for core, n, times in runs]
    return Doors(
        repeated_in_turn(((_here(one.door, o), n, times) for one, o, n, times in here), "kW"),
        repeated_in_turn(
            ((_here(one.door_flow, o), n, times) for one, o, n, times in here), "L/min"
        ),
        tuple(chain.from_iterable(hung.values())),
    )


def _here(given: Figure, own: tuple[str, ...]) -> Figure:
    """Return what a rack gives to a loop that others share, where it may have one of its own."""
    return given.perhaps_none(own, likely=True) if own else given


def heat_of(
    racks: Iterable[tuple[Cooling, int, int]],
) -> defaultdict[str, list[tuple[Figure, float, int]]]:
    """Return what racks give to room and loops, by name, as runs to add up.

    Most racks have no door and no loop: what is nothing for certain is left out.
    """
    found: defaultdict[str, list[tuple[Figure, float, int]]] = defaultdict(list)
    for cooling, number, times in racks:
        for name, figure in cooling.present:
            found[name].append((figure, number, times))
    return found


def _computes(kind: Kind) -> bool:
    return kind.draws_it_power


def _is_loop_unit(kind: Kind) -> bool:
    return kind.cools_loop


def _cools_loop(catalog: Catalog, part_id: str) -> bool:
    part = catalog.get(part_id)
    return part is not None and part.traits.cools_loop


def _unit(layout: Layout, key: str) -> tuple[str, str]:
    """Return the part of a unit, and what it is or stands in on the floor."""
    rack = layout.racks.get(key)
    if rack is not None:
        return rack.part, key
    placed = layout.find(key)
    if placed is None:
        raise LookupError(f"the wiring names a unit {key!r} that does not stand anywhere")
    return placed.part, placed.rack


def _load(
    facts: Facts,
    loop: Loop | None,
    stands: Standing,
    keys: Mapping[RackCore, Sequence[str]],
) -> LoopLoad:
    """Return a loop with what its units must carry, for racks by their contents."""
    runs = runs_of((core, len(own)) for core, own in keys.items())
    perhaps = {core: own for core, _, _ in runs if (own := may_have_its_own(core))}
    carried = heat_of(
        (core[COOLING], racks, times) for core, racks, times in runs if core not in perhaps
    )
    for core, racks, times in runs:
        for name in ("looped", "looped_flow") if core in perhaps else ():
            given = _here(getattr(core[COOLING], name), perhaps[core])
            carried[name].append((given, racks, times))
    heat = repeated_in_turn(carried["looped"], "kW")
    flow = repeated_in_turn(carried["looped_flow"], "L/min")
    doors = _doors(keys)
    if stands.units or stands.lost:
        heat += doors.heat
        flow += doors.flow
    wet = [core for core in keys if core[COOLING].looped.high > 0]
    plated = {
        part_id: None
        for core in wet
        for part_id in core.filled.consumers
        if facts.site.figures.of(part_id, "liquid_fraction").high > 0
    }
    returned = to_room(facts, heat, stands.units, stands.lost)
    return LoopLoad(
        loop,
        doors,
        shared(
            facts,
            heat,
            stands.units,
            stands.fed,
            stands.lost,
            "capacity_kw",
            "kW",
            partial(capacity_at_approach, facts, loop),
        ),
        shared(facts, flow, stands.units, stands.fed, stands.lost, "flow_lpm", "L/min"),
        tuple(sorted(stands.units)),
        stands.places,
        tuple(key for core in wet if core[COOLING].wet == "yes" for key in keys[core]),
        tuple(key for core in wet if core[COOLING].wet == "open" for key in keys[core]),
        tuple(sorted(plated)),
        tuple(sorted({p for core in wet for p in that_may_be(core.filled.lost_things, _computes)})),
        returned,
        keys,
        room_air(facts, returned, stands),
        stands=stands,
    )
