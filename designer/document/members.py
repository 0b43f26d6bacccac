"""Which racks hold the nodes and switches of which fabrics: an index kept while a design changes.

A list is what takes places together: the switches of a fabric's tier, or its nodes. The index of a
design after an edit is made from that before it, and looks only at what differs.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from operator import attrgetter
from typing import Final

from designer.model.change import went_and_came
from designer.model.design import Design, Device, Slot
from designer.model.hall import NO_HALL, Halls
from designer.model.layout import Layout
from designer.wiring.network_line import natural
from designer.wiring.network_scope import takes

NODES: Final = "nodes"
List = tuple[str, str]
"""A fabric, and a tier of its switches or its nodes."""
_Kind = tuple[str, str, str]
_KIND: Final[Callable[[Device | Slot], _Kind]] = attrgetter("part", "fabric", "tier")
"""By what a device or a slot belongs to lists, besides its hall."""
Numbers = dict[List, dict[str, int]]
"""How many members of a list a rack holds, itself included where it is one; none of 0."""


class Members:
    """The members of every list of a design, rack by rack.

    Parameters
    ----------
    layout
        The index over the design.
    """

    def __init__(self, layout: Layout, before: "Members | None" = None) -> None:
        self.layout = layout
        self._fabrics = {fabric.id for fabric in layout.design.fabrics}
        self._halls = Halls(layout.design.halls)
        self._known: dict[tuple[str, str, str, str], frozenset[List]] = {}
        self._left_out: tuple[frozenset[str], Numbers] = (frozenset(), {})
        self._orders: dict[List, list[str]] = {}
        self._slots: dict[tuple[str, str], dict[str, frozenset[List]]] = {}
        self._made: Numbers | None = None
        self._after: Members | None = None
        self.stands_as_before = before is not None and self._stands_as(before)
        """Whether every list has the members of the index that this one was made of, at the places
        that they had; False also where only a look at each rack could tell."""
        if before is None or before._made is None:
            return
        reads_alike = self._reads_alike(before)
        if reads_alike:
            self._known = before._known
        if self.stands_as_before:
            self._made, self._orders = before._made, dict(before._orders)
        elif reads_alike and not any(
            went_and_came(before.design.assemblies, self.design.assemblies)
        ):
            self._orders, self._made = dict(before._orders), dict(before._made)
            self._follow(before, self._made)

    @property
    def design(self) -> Design:
        """The design of which these are the members."""
        return self.layout.design

    @property
    def _numbers(self) -> Numbers:
        """Counted when first asked for: a design that is merely looked at needs none."""
        if self._made is None:
            self._made = self._counted_all()
        return self._made

    def prepare(self) -> None:
        """Count now, so that nobody has to wait who makes the first edit."""
        _ = self._numbers

    def after(self, design: Design) -> "Members":
        """Return the members of another design that has most records in common with this one."""
        if design is self.design:
            return self
        # An edit asks when it is made and again when it is told.
        if self._after is None or self._after.design is not design:
            self._after = Members(self.layout.after(design), self)
        return self._after

    def lists_of(self, part: str, fabric: str, tier: str, hall: str) -> frozenset[List]:
        """Return the lists of something of a part in a hall, by the fabric and tier it states."""
        known = self._known.get((part, fabric, tier, hall))
        if known is None:
            lists = {(f.id, NODES) for f in self.design.fabrics if takes(f, part, hall)}
            if fabric in self._fabrics:
                lists.add((fabric, tier or "leaf"))
            known = self._known[part, fabric, tier, hall] = frozenset(lists)
        return known

    def hall_of(self, rack_id: str) -> str:
        """Return the hall that a rack stands in; `NO_HALL` where there is no such rack."""
        rack = self.layout.racks.get(rack_id)
        return NO_HALL if rack is None else self._halls.one(rack)

    def all(self) -> Collection[List]:
        """Return the lists that anything belongs to."""
        return self._numbers.keys()

    def racks(self, one: List, among: Iterable[str], without: frozenset[str]) -> set[str]:
        """Return those of some racks that hold members of a list, apart from some by their keys."""
        numbers, fewer = self._numbers.get(one, {}), self._fewer(one, without)
        return {rack for rack in among if numbers.get(rack, 0) > fewer.get(rack, 0)}

    def last_rack(self, one: List, without: frozenset[str]) -> str:
        """Return the last rack, digits by value, with a member apart from some; empty if none."""
        numbers, fewer = self._numbers.get(one, {}), self._fewer(one, without)
        order = self._orders.get(one)
        if order is None:
            order = self._orders[one] = sorted(numbers, key=natural)
        return next((r for r in reversed(order) if numbers[r] > fewer.get(r, 0)), "")

    def _fewer(self, one: List, without: frozenset[str]) -> dict[str, int]:
        """Return how many members of a list some keys are, by rack.

        Counted for all lists at once, and kept: an edit asks list by list, of the same keys.
        """
        keys, found = self._left_out
        if keys is not without:
            found = {}
            for (rack, lists), number in Counter(map(self._of_key, without)).items():
                _count(found, lists, rack, number)
            self._left_out = without, found
        return found.get(one, {})

    def _of_key(self, key: str) -> tuple[str, frozenset[List]]:
        """Return the rack of what has a key, and its lists; none of what is not there."""
        layout, nothing = self.layout, frozenset[List]()
        if device := layout.devices.get(key):
            hall = self.hall_of(device.rack)
            return device.rack, self.lists_of(device.part, device.fabric, device.tier, hall)
        rack_id, _, slot_id = key.partition("/")
        rack = layout.racks.get(rack_id)
        if rack is None:
            return "", nothing
        hall = self._halls.one(rack)
        if not slot_id:
            return rack_id, self.lists_of(rack.part, "", "", hall)
        return rack_id, self._slots_of(rack.assembly, hall).get(slot_id, nothing)

    def _slots_of(self, assembly_id: str, hall: str) -> dict[str, frozenset[List]]:
        """Return the lists of what each slot of an assembly brings into a rack of a hall."""
        found = self._slots.get((assembly_id, hall))
        if found is None:
            assembly = self.layout.assemblies.get(assembly_id)
            found = self._slots[assembly_id, hall] = {
                slot.id: self.lists_of(slot.part, slot.fabric, slot.tier, hall)
                for slot in (assembly.slots if assembly else ())
            }
        return found

    def _reads_alike(self, before: "Members") -> bool:
        """Return whether a thing of a part in a hall belongs to the same lists as before."""
        was, now = before.design, self.design
        read = attrgetter("id", "nodes", "hall")
        return was.halls == now.halls and (
            was.fabrics is now.fabrics
            or list(map(read, was.fabrics)) == list(map(read, now.fabrics))
        )

    def _stands_as(self, before: "Members") -> bool:
        """Return whether the same racks hold the same members, which other parts may be by now."""
        was, now = before.design, self.design
        if was.halls != now.halls or any(went_and_came(was.racks, now.racks)):
            return False
        went, came = went_and_came(was.devices, now.devices)
        old = {device.id: device for device in went}
        if len(went) != len(came) or any(
            device.id not in old or not self._stays(before, old[device.id], device)
            for device in came
        ):
            return False
        return self._brings_as(before, all_alike=(alike := self._reads_alike(before))) and (
            alike or self._takes_as(before, came)
        )

    def _stays(self, before: "Members", old: Device, new: Device) -> bool:
        """Return whether a device stands in its rack still, a member of the same lists."""
        hall = self.hall_of(new.rack)
        was = before.lists_of(old.part, old.fabric, old.tier, hall)
        return old.rack == new.rack and was == self.lists_of(new.part, new.fabric, new.tier, hall)

    def _brings_as(self, before: "Members", *, all_alike: bool) -> bool:
        """Return whether every assembly brings the same members by the same slots.

        Parameters
        ----------
        all_alike
            A part belongs to the same lists as before: only changed assemblies need a look.
        """
        was, now = before.layout.assemblies, self.layout.assemblies
        if was.keys() != now.keys():
            return False
        pairs: set[tuple[_Kind, _Kind]] = set()
        for key, old in was.items():
            new = now[key]
            if all_alike and old is new:
                continue
            if [slot.id for slot in old.slots] != [slot.id for slot in new.slots]:
                return False
            pairs.update(zip(map(_KIND, old.slots), map(_KIND, new.slots), strict=True))
        return all(
            before.lists_of(*one, hall) == self.lists_of(*other, hall)
            for one, other in pairs
            for hall in self._places
        )

    def _takes_as(self, before: "Members", came: Iterable[Device]) -> bool:
        """Return whether racks and devices that stay belong to the same lists, in whatever hall."""
        others = set(map(id, came))
        kinds = {_KIND(device) for device in self.design.devices if id(device) not in others}
        kinds |= {(part, "", "") for part in set(map(attrgetter("part"), self.design.racks))}
        return all(
            before.lists_of(*one, hall) == self.lists_of(*one, hall)
            for one in kinds
            for hall in self._places
        )

    @property
    def _places(self) -> tuple[str, ...]:
        """Where something may stand: in one of the halls, or outside all."""
        return (NO_HALL, *(hall.id for hall in self.design.halls))

    def _follow(self, before: "Members", numbers: Numbers) -> None:
        """Count anew what racks hold that differ."""
        was, now = before.design, self.design
        touched = {d.rack for side in went_and_came(was.devices, now.devices) for d in side}
        touched |= {rack.id for side in went_and_came(was.racks, now.racks) for rack in side}
        if not touched:
            return
        mine = self._counted(touched)
        for one in (*(key for key in numbers if key not in mine), *mine):
            self._recount(numbers, one, touched, mine.get(one, {}))

    def _recount(
        self, numbers: Numbers, one: List, touched: set[str], mine: Mapping[str, int]
    ) -> None:
        known = numbers.get(one, {})
        if all(known.get(rack, 0) == mine.get(rack, 0) for rack in touched):
            return
        later = {**known, **mine}
        for rack in touched - mine.keys():
            later.pop(rack, None)
        order = self._orders.get(one)
        if order is not None and later.keys() != known.keys():
            self._orders[one] = _in_order(order, known.keys() - later.keys(), later.keys() - known)
        if later:
            numbers[one] = later
        else:
            del numbers[one]
            self._orders.pop(one, None)

    def _counted_all(self) -> Numbers:
        """Return how many members of each list every rack holds, as `_counted` does, faster.

        Racks that are the same in the same hall are counted together.
        """
        layout, found = self.layout, Numbers()
        racks = layout.design.racks
        alike: dict[tuple[str, str, str], list[str]] = {}
        halls = dict(zip(map(attrgetter("id"), racks), self._halls.of(racks), strict=True))
        for rack in racks:
            alike.setdefault((rack.part, rack.assembly, halls[rack.id]), []).append(rack.id)
        for (part, assembly, hall), ids in alike.items():
            held = (self.lists_of(part, "", "", hall), *self._held(assembly, hall))
            for one, number in Counter(chain.from_iterable(held)).items():
                found.setdefault(one, {}).update(dict.fromkeys(ids, number))
        kinds = Counter(map(attrgetter("rack", "part", "fabric", "tier"), layout.design.devices))
        for (rack_id, part, fabric, tier), number in kinds.items():
            lists = self.lists_of(part, fabric, tier, halls.get(rack_id, NO_HALL))
            _count(found, lists, rack_id, number)
        return found

    def _counted(self, racks: Iterable[str]) -> Numbers:
        """Return how many members of each list some racks hold."""
        layout, found = self.layout, Numbers()
        slots: dict[tuple[str, str], list[frozenset[List]]] = {}
        for rack_id in racks:
            hall = self.hall_of(rack_id)
            for device in layout.own_devices.get(rack_id, ()):
                lists = self.lists_of(device.part, device.fabric, device.tier, hall)
                _count(found, lists, rack_id)
            rack = layout.racks.get(rack_id)
            if rack is None:
                continue
            _count(found, self.lists_of(rack.part, "", "", hall), rack_id)
            held = slots.get((rack.assembly, hall))
            if held is None:
                held = slots[rack.assembly, hall] = self._held(rack.assembly, hall)
            for lists in held:
                _count(found, lists, rack_id)
        return found

    def _held(self, assembly_id: str, hall: str) -> list[frozenset[List]]:
        """Return the lists of what an assembly brings into a rack of a hall."""
        assembly = self.layout.assemblies.get(assembly_id)
        every = (
            self.lists_of(slot.part, slot.fabric, slot.tier, hall)
            for slot in (assembly.slots if assembly else ())
        )
        return [lists for lists in every if lists]


def _count(found: Numbers, lists: frozenset[List], rack: str, number: int = 1) -> None:
    for one in lists:
        racks = found.setdefault(one, {})
        racks[rack] = racks.get(rack, 0) + number


def _in_order(order: list[str], went: Collection[str], came: Collection[str]) -> list[str]:
    """Return racks in their order after some went and some came."""
    later = [rack for rack in order if rack not in went] if went else list(order)
    for rack in came:
        later.insert(bisect_left(later, natural(rack), key=natural), rack)
    return later
