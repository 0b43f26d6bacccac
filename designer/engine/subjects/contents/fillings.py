"""What stands in every rack: fillings evaluated once each, found again by their contents.

Copies of an assembly share one `RackCore`; an edit evaluates only the racks that it touched.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from designer.catalog.lost_parts import LostThings
from designer.engine.filling import (
    NO_COOLANT,
    Contents,
    Coolant,
    by_order,
    contents_of,
    without_networks,
)
from designer.engine.optics import OPTICS, Optics
from designer.engine.results import Key, Lost
from designer.engine.subject import Facts
from designer.engine.subjects.contents.coolants import (
    NO_COOLANTS,
    Coolants,
    coolants_of,
    may_alter_coolants,
)
from designer.engine.subjects.contents.core import RackCore, core_by_order, core_of, losing, serving
from designer.engine.subjects.contents.edit import Edit, edit_of, moved, touched
from designer.engine.subjects.contents.racks_by_contents import racks_by_contents, regrouped
from designer.model.design import Assembly, Design, Device, Rack
from designer.wiring.coolant import wants_coolant
from designer.wiring.power import Problem, cords_by_rack
from designer.wiring.power_filling import NO_CORDS, RackCords
from designer.wiring.stale import STALE

T = TypeVar("T")


class Run(NamedTuple):
    """Contents that follow one another, share all but heights, and stand in as many racks each.

    Attributes
    ----------
    core
        What they share.
    racks
        How many racks have each of them.
    contents
        How many contents they are.
    """

    core: RackCore
    racks: int
    contents: int


def runs_of(numbers: Iterable[tuple[RackCore, int]]) -> tuple[Run, ...]:
    """Return contents, each with how many racks have it, as runs of what they share."""
    found: list[Run] = []
    core, racks, contents = None, 0, 0
    for one, number in numbers:
        shared = one.by_order
        if shared is core and number == racks:
            contents += 1
            continue
        if core is not None:
            found.append(Run(core, racks, contents))
        core, racks, contents = shared, number, 1
    if core is not None:
        found.append(Run(core, racks, contents))
    return tuple(found)


@dataclass(frozen=True)
class Counts:
    """What stands on the floor, by part, and by fabric and tier.

    Attributes
    ----------
    parts
        Devices (and filled racks) by part id.
    consumers
        Those of them that draw IT power.
    lost, lost_in_racks
        What no catalogue has, by id: everywhere, and where IT stands.
    lost_things
        The same by where it stands, which says what it may be.
    switches
        Drawn switches by fabric id and tier.
    """

    parts: Counter[str]
    switches: Counter[tuple[str, str]]
    consumers: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    lost_in_racks: Counter[str] = field(default_factory=Counter)
    lost_things: LostThings = field(default_factory=LostThings)


@dataclass(frozen=True, eq=False)
class Fillings:
    """The filling of everything that stands on the floor.

    Attributes
    ----------
    own
        Drawn devices by rack.
    cores
        Core by rack, in the design's order.
    numbers
        How many racks have each core.
    edit
        What differs from the fillings before; None if everything was computed.
    changed
        Ids of the racks that have another core than before; None if everything was computed, or a
        rack came, went or belongs to another row.
    cords, cord_problems
        Cords laid by hand, by rack, and those that name nothing.
    rows
        Ids of what stands in each row, in the design's order.
    holders
        What `racks_with` has found.
    coolants
        The coolant of racks.
    ordered
        What is known of contents by the order in which things stand.
    optics
        Modules of switches, by rack.
    seen
        What `once` was asked for.
    order
        Place of each rack in the design.
    keys_by_core
        Ids of what stands on the floor with each contents, in the design's order.
    """

    own: dict[str, dict[str, Device]]
    cores: dict[str, RackCore]
    numbers: Counter[RackCore]
    known: dict[Contents, RackCore]
    order: Mapping[str, int]
    keys_by_core: Mapping[RackCore, list[str]]
    edit: Edit | None = None
    changed: tuple[str, ...] | None = None
    cords: Mapping[str, RackCords] = field(default_factory=dict)
    cord_problems: tuple[Problem, ...] = ()
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    holders: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    coolants: Coolants = NO_COOLANTS
    ordered: dict[Contents, RackCore] = field(default_factory=dict)
    optics: Mapping[str, Optics] = field(default_factory=dict)
    seen: dict[Hashable, Any] = field(default_factory=dict, init=False)

    def once(self, what: Hashable, look: Callable[[], T]) -> T:
        """Return what is seen in all contents, which are looked at once.

        Parameters
        ----------
        what
            What is looked for, with all that it is looked for with.
        look
            Sees it; nothing but that, the contents, and the decisions of the site may decide what
            it returns.
        """
        if what not in self.seen:
            self.seen[what] = look()
        found: T = self.seen[what]
        return found

    def only(self, core: RackCore, racks: Sequence[str]) -> "Fillings":
        """Return the fillings as if nothing but some racks stood, with one of them."""
        keys = list(racks)
        cores = dict.fromkeys(keys, core)
        return Fillings({}, cores, Counter({core: len(keys)}), {}, self.order, {core: keys})

    @cached_property
    def counts(self) -> Counts:
        """What stands on the floor by part, and switches by fabric and tier."""
        parts: Counter[str] = Counter()
        switches: Counter[tuple[str, str]] = Counter()
        consumers: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        lost_in_racks: Counter[str] = Counter()
        lost_things = LostThings()
        for core, racks in self.numbers.items():
            for key, number in core.switches.items():
                switches[key] += number * racks
        # `get`, because a counter asks Python for every part that it does not have yet.
        parts_of, consumers_of = parts.get, consumers.get
        for core, each, times in self.runs:
            racks = each * times
            for part, number in core.parts.items():
                parts[part] = parts_of(part, 0) + number * racks
            filled = core.filled
            if core.is_rack:
                for part, number in filled.consumers.items():
                    consumers[part] = consumers_of(part, 0) + number * racks
            if filled.rack_part is not None and not filled.missing:
                continue
            for part, number in filled.lost.items():
                lost[part] += number * racks
                if core.is_rack:
                    lost_in_racks[part] += number * racks
            for thing, number in filled.lost_things.items():
                lost_things[thing] += number * racks
        return Counts(parts, switches, consumers, lost, lost_in_racks, lost_things)

    @cached_property
    def with_converters(self) -> bool:
        """Whether power shelves or UPS stand in a rack: what they lose is of their rack alone."""
        return any(core.filled.has_converters for core, _, _ in self.runs)

    @cached_property
    def plain_numbers(self) -> Counter[RackCore]:
        """How many racks have each contents, where contents that only serve other networks are one.

        No subject of contents sees networks: the results are the same, and so are sums over them.
        """
        stands_for: dict[int, RackCore] = {}
        found: Counter[RackCore] = Counter()
        for core, number in self.numbers.items():
            one = stands_for.setdefault(id(core.results), core)
            found[one] = found.get(one, 0) + number
        return found

    @cached_property
    def by_order(self) -> tuple[tuple[RackCore, list[str]], ...]:
        """What contents share by order, with the ids of what stands on the floor with each."""
        return tuple((core.by_order, keys) for core, keys in self.keys_by_core.items())

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The same by what they share by order: a sum over these rounds as one over all contents.

        What is read of contents that see heights by their order is read once for all that follow
        one another and share it.
        """
        return runs_of(self.plain_numbers.items())

    def differing(self, last: "Fillings") -> Iterable[str]:
        """Return the ids of racks that have another core than in the fillings before.

        Parameters
        ----------
        last
            Those of the design before, in which the same racks stand in the same order.
        """
        if self is last:
            return ()
        if self.changed is not None:
            return self.changed
        return [key for key, core in self.cores.items() if core is not last.cores[key]]

    def changed_since(self, last: "Fillings | None") -> Collection[str] | None:
        """Return the ids of racks that have another core than in the fillings before.

        None where racks came or went since, or where nobody noted it.

        Parameters
        ----------
        last
            Those of the design before.
        """
        return () if self is last else self.changed if last is not None else None

    def touched_since(self, last: "Fillings | None") -> frozenset[str] | None:
        """Return the same with racks of which devices came or went; None if an assembly did."""
        changed = self.changed_since(last)
        if changed is None or self is last:
            return None if changed is None else frozenset()
        if self.edit is None or any(self.edit.assemblies):
            return None
        return frozenset(changed).union(d.rack for side in self.edit.devices for d in side)

    @cached_property
    def unknown(self) -> frozenset[tuple[str, str]]:
        """Parts that stand here with figures of theirs that nobody states."""
        # Racks that are filled alike but for their networks share what is not known.
        found = {id(core.unknown): core.unknown for core, _, _ in self.runs}
        return frozenset(entry for entries in found.values() for entry in entries)

    @cached_property
    def racks_by_core(self) -> dict[RackCore, tuple[str, ...]]:
        """Ids of the racks that have each contents; CDUs and CRAHs are left out."""
        return {core: tuple(keys) for core, keys in self.keys_by_core.items() if core.is_rack}

    def racks_having(self, *keys: Key[Any]) -> Iterator[tuple[RackCore, tuple[str, ...]]]:
        """Yield each contents with its racks, where all of these results could be computed."""
        names = frozenset(key.name for key in keys)
        for core, racks in self.racks_by_core.items():
            if not core.lost or names.isdisjoint(core.lost):
                yield core, racks

    @cached_property
    def cooling(self) -> dict[RackCore, list[str]]:
        """Ids of what is or holds a cooling unit, or may, with each contents: few of all."""
        return {core: keys for core, keys in self.keys_by_core.items() if core.may_cool}

    def cooling_with(self, units: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of what is or holds any of some cooling units, filling by filling."""
        wanted = tuple(units)
        holding = (keys for core, keys in self.cooling.items() if core.holds(wanted))
        return tuple(chain.from_iterable(holding))

    def racks_with(self, *parts: str) -> tuple[str, ...]:
        """Return the ids of everything on the floor that is or holds any of some parts, sorted."""
        known = self.holders.get(parts)
        if known is None:
            holding = [keys for core, keys in self.keys_by_core.items() if core.holds(parts)]
            known = self.holders[parts] = tuple(sorted(chain.from_iterable(holding)))
        return known


CONTENTS: Key[Fillings] = Key("contents")


def lost_in(fillings: Fillings) -> Iterator[tuple[Lost, tuple[str, ...]]]:
    """Yield what could not be computed of some fillings, with the racks that have them."""
    for core in fillings.numbers:
        for lost in core.given.lost:
            yield lost, tuple(fillings.keys_by_core[core])


def fillings_of(facts: Facts) -> Fillings:
    """Return the filling of every rack, evaluating only those that a change touched."""
    design, last = facts.design, facts.last(CONTENTS)
    making = _Making(facts, last.known if last else {}, last.ordered if last else {})
    assemblies = {assembly.id: assembly for assembly in design.assemblies}
    edit: Edit | None = None
    if last is None or facts.before is None:
        own: dict[str, dict[str, Device]] = {}
        for device in design.devices:
            own.setdefault(device.rack, {})[device.id] = device
        changed: Iterable[Rack] = design.racks
        cores: dict[str, RackCore] = {}
    else:
        edit = edit_of(facts.before, design)
        own, gone = moved(last.own, edit)
        cores = dict(last.cores)
    cords, problems = _cords(facts, own)
    coolants = _coolants(facts, edit)
    optics = facts[OPTICS].racks
    if last is not None and edit is not None:
        gone |= _other_coolant(last.coolants, coolants, design)
        was = last.optics
        gone |= {r for r in optics.keys() | was.keys() if optics.get(r) != was.get(r)}
        gone |= {r for r in cords.keys() | last.cords.keys() if cords.get(r) != last.cords.get(r)}
        changed = touched(design, edit, gone)
    _make_cores(making, cores, changed, assemblies, (own, cords, coolants, optics))
    if edit is not None and edit.rearranges:
        # In the design's order, so that sums add up in the same order as from scratch.
        cores = {rack.id: cores[rack.id] for rack in design.racks}
    stands = last if last is not None and edit is not None and not edit.rearranges else None
    known = _without_stale(making.known, cores, len(last.keys_by_core) if last else len(cores))
    ordered = making.ordered if known is making.known else _in_use(making.ordered, cores)
    if stands is None:
        keys = racks_by_contents(cores)
        return Fillings(
            own, cores, _numbers(keys), known, {key: at for at, key in enumerate(cores)},
            keys, edit, None, cords, problems, _by_row(design.racks), coolants=coolants,
            ordered=ordered, optics=optics,
        )  # fmt: skip
    differ = [rack.id for rack in changed if stands.cores[rack.id] is not cores[rack.id]]
    if (
        not differ
        and own is stands.own
        and (cords, problems) == (stands.cords, stands.cord_problems)
        and (coolants, optics) == (stands.coolants, stands.optics)
    ):
        # What a rack is called, and where in its row it stands, is no part of what it holds.
        return stands
    keys = regrouped(stands.keys_by_core, stands.cores, cores, differ, stands.order)
    return Fillings(
        own, cores, _numbers(keys), known, stands.order, keys, edit, tuple(differ), cords,
        problems, stands.rows, _still_holding(stands, cores, differ), coolants,
        ordered, optics,
    )  # fmt: skip


_Of = tuple[
    Mapping[str, Mapping[str, Device]], Mapping[str, RackCords], Coolants, Mapping[str, Optics]
]
"""What racks hold of their own: devices, cords, the coolant that reaches them, their modules."""


def _make_cores(
    making: "_Making",
    cores: dict[str, RackCore],
    changed: Iterable[Rack],
    assemblies: dict[str, Assembly],
    of: _Of,
) -> None:
    """Make what racks hold that a change touched."""
    own, cords, coolants, optics = of
    shared: dict[tuple[Any, ...], RackCore] = {}
    for rack in changed:
        devices, mine = own.get(rack.id), cords.get(rack.id)
        coolant, modules = coolants.of(rack), optics.get(rack.id, ())
        if devices or mine:
            drawn = tuple(devices.values()) if devices else ()
            cores[rack.id] = making.core(
                rack, assemblies, drawn, mine or NO_CORDS, coolant, modules
            )
            continue
        # Copies of one assembly, with nothing of their own, need not even be compared.
        kind = (
            rack.part, rack.cooling, rack.assembly, rack.feeds, rack.cording, coolant, modules,
        )  # fmt: skip
        core = shared.get(kind)
        if core is None:
            core = shared[kind] = making.core(rack, assemblies, (), NO_CORDS, coolant, modules)
        cores[rack.id] = core


def losing_of(facts: Facts) -> Fillings:
    """Return the fillings of the same design for a site that only loses other things together."""
    known = facts[CONTENTS]
    shared = dict.fromkeys(core.by_order for core in known.numbers)
    ordered = {core: losing(core, facts) for core in shared}
    made: dict[int, RackCore] = {}
    now: dict[RackCore, RackCore] = {}
    for core in known.numbers:
        one = made.get(id(core.results))
        if one is None:
            one = made[id(core.results)] = losing(core, facts, ordered[core.by_order])
        now[core] = replace(one, filled=core.filled, switches=core.switches)
    keys = {now[core]: keys for core, keys in known.keys_by_core.items()}
    cores = {key: now[core] for key, core in known.cores.items()}
    return replace(
        known, cores=cores, numbers=_numbers(keys), known={}, keys_by_core=keys, edit=None,
        changed=None, ordered={},
    )  # fmt: skip


def _coolants(facts: Facts, edit: Edit | None) -> Coolants:
    """Return the coolant of racks: that of the fillings before, where an edit leaves it."""
    design, last, before = facts.design, facts.last(CONTENTS), facts.before
    if last is None or before is None or edit is None:
        return coolants_of(design, facts.catalog)
    lost = (last.cores.get(d.rack) for side in edit.devices for d in side)
    if any(core is not None and core.filled.rack_part is None for core in lost):
        return coolants_of(design, facts.catalog)
    altered = may_alter_coolants(before, design, edit, facts.catalog)
    return coolants_of(design, facts.catalog) if altered else last.coolants


def _other_coolant(was: Coolants, now: Coolants, design: Design) -> set[str]:
    """Return the ids of racks that other coolant reaches than before."""
    if was == now:
        return set()
    return {rack.id for rack in design.racks if was.of(rack) != now.of(rack)}


def _without_stale(
    known: dict[Contents, RackCore], cores: Mapping[str, RackCore], unlike: int
) -> dict[Contents, RackCore]:
    """Return what is known of contents; of those that nothing on the floor has, not too many.

    Parameters
    ----------
    unlike
        How many contents racks had before: of thousands of racks some tens are unlike.
    """
    if len(known) <= STALE + unlike:
        return known
    in_use = set(cores.values())
    return {contents: core for contents, core in known.items() if core in in_use}


def _in_use(
    ordered: dict[Contents, RackCore], cores: Mapping[str, RackCore]
) -> dict[Contents, RackCore]:
    """Return what is known by order of what something on the floor has."""
    in_use = {core.by_order for core in cores.values()}
    return {contents: core for contents, core in ordered.items() if core in in_use}


def _numbers(keys: Mapping[RackCore, Sequence[str]]) -> Counter[RackCore]:
    return Counter({core: len(own) for core, own in keys.items()})


def _by_row(racks: Iterable[Rack]) -> dict[str, tuple[str, ...]]:
    rows: dict[str, list[str]] = {}
    for rack in racks:
        rows.setdefault(rack.row, []).append(rack.id)
    return {row: tuple(keys) for row, keys in rows.items()}


def _still_holding(
    last: Fillings, cores: Mapping[str, RackCore], differ: Iterable[str]
) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return what is known of who holds which parts, as far as no changed rack says otherwise."""
    pairs = {(last.cores[key], cores[key]) for key in differ}
    return {
        parts: keys
        for parts, keys in last.holders.items()
        if all(was.holds(parts) == now.holds(parts) for was, now in pairs)
    }


def _cords(
    facts: Facts, own: Mapping[str, Mapping[str, Device]]
) -> tuple[dict[str, RackCords], tuple[Problem, ...]]:
    """Return the cords laid by hand, by rack, and those that name nothing."""
    if not facts.design.cords:
        return {}, ()
    drawn = {rack: list(devices.values()) for rack, devices in own.items()}
    return cords_by_rack(facts.design, facts.catalog, drawn)


@dataclass
class _Making:
    """Makes cores, each once for its contents."""

    facts: Facts
    known: dict[Contents, RackCore]
    ordered: dict[Contents, RackCore]
    liquid: dict[str, bool] = field(default_factory=dict)

    def core(
        self,
        rack: Rack,
        assemblies: dict[str, Assembly],
        own: tuple[Device, ...],
        by_hand: RackCords = NO_CORDS,
        coolant: Coolant = NO_COOLANT,
        optics: Optics = (),
    ) -> RackCore:
        """Return the core of a rack's contents."""
        contents = contents_of(rack, assemblies.get(rack.assembly), own, by_hand, coolant, optics)
        if coolant != NO_COOLANT and not self._wants_coolant(contents):
            contents = replace(contents, coolant=NO_COOLANT)
        core = self.known.get(contents)
        if core is None:
            self.facts.made["contents"] += 1
            core = self.known[contents] = self._new(contents)
        return core

    def _wants_coolant(self, contents: Contents) -> bool:
        parts = {contents.rack_part, *(item.part for item in contents.items)}
        return any(self._liquid(part) for part in parts)

    def _liquid(self, part_id: str) -> bool:
        known = self.liquid.get(part_id)
        if known is None:
            known = wants_coolant((self.facts.catalog.get(part_id),))
            self.liquid[part_id] = known
        return known

    def _new(self, contents: Contents) -> RackCore:
        """Return the core of contents; racks that serve other networks share what follows."""
        plain = without_networks(contents)
        if plain is contents:
            return self._of_plain(contents)
        core = self.known.get(plain)
        if core is None:
            core = self.known[plain] = self._of_plain(plain)
        return serving(core, contents, self.facts)

    def _of_plain(self, contents: Contents) -> RackCore:
        """Return the core of contents without networks; what follows from order is shared."""
        order = by_order(contents)
        ordered = self.ordered.get(order)
        if ordered is None:
            ordered = self.ordered[order] = core_by_order(order, self.facts)
        return core_of(contents, self.facts, ordered)
