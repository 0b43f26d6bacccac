"""What comes after a stage of a design, each kind for itself, and what is left without it.

Ids are unique within a kind only: a tray, a fabric or a feed may be called as a rack is. So what
comes later is kept by kind, and a name is looked up among what it can lead to.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from designer.model.design import Assembly, Cord, Design, Device, Loop, Note, Rack, Waiver
from designer.model.power_node import PowerNode
from designer.model.stages import STAGED, ranks

_TOKENS: Final = re.compile(r"[^:,+ ]+")
"""What ids stand between in the key of a finding."""
_EMPTY: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Later:
    """Ids of what comes later, by the collection that they are of.

    Attributes
    ----------
    devices
        Ids of devices, and `rack/slot` of what assemblies bring.
    loops
        With those of which nothing is there that feeds or hangs on them.
    """

    racks: frozenset[str] = _EMPTY
    devices: frozenset[str] = _EMPTY
    power: frozenset[str] = _EMPTY
    fabrics: frozenset[str] = _EMPTY
    trays: frozenset[str] = _EMPTY
    loops: frozenset[str] = _EMPTY

    def __bool__(self) -> bool:
        """Whether anything comes later."""
        return any(getattr(self, one.name) for one in fields(self))


NOTHING: Final = Later()


def ends_of(cord: Cord) -> Iterator[str]:
    """Yield the devices that the two ends of a cord name, as far as they name one."""
    for end in filter(None, (cord.supply, cord.outlet)):
        yield end.rpartition(":")[0] or end


class Narrowing:
    """What of a design is left when all goes that comes after a stage.

    Parameters
    ----------
    at
        The how-manieth the stage is, from 0.

    Attributes
    ----------
    later
        What goes.
    """

    def __init__(self, design: Design, at: int) -> None:
        self._design = design
        self._late = {stage for stage, rank in ranks(design.stages).items() if rank > at}
        self._racks = frozenset(self._marked(design.racks))
        self._slots = {one.id: frozenset(self._marked(one.slots)) for one in design.assemblies}
        self._devices = frozenset(self._late_devices())
        power = self._late_power()
        self._feeds = frozenset(node.id for node in design.power if node.kind == "feed") & power
        there = {loop.id for loop in self.loops()}
        self.later = Later(
            racks=self._racks, devices=self._devices, power=power,
            fabrics=frozenset(self._marked(design.fabrics)),
            trays=frozenset(self._marked(design.trays)),
            loops=frozenset(loop.id for loop in design.loops if loop.id not in there),
        )  # fmt: skip

    def is_gone(self, *ends: str) -> bool:
        """Return whether what one of some ends leads to goes: a device before a rack so called."""
        return any(self._is_end_gone(end) for end in ends)

    def is_remark_gone(self, note: Note) -> bool:
        """Return whether what a note is about goes: a rack before a device, before all else."""
        target = note.target
        if target in self._of["racks"]:
            return target in self._racks
        if target in self._of["devices"] or "/" in target:
            return self._is_end_gone(target)
        return self._are_all_gone(target)

    def is_waiver_gone(self, waiver: Waiver) -> bool:
        """Return whether something that a waiver names goes, and nothing of that name is left.

        The key of a finding does not say of which kind an id is: in doubt the waiver stays.
        """
        return any(map(self._are_all_gone, _TOKENS.findall(waiver.id.partition(":")[2])))

    def racks(self) -> Iterator[Rack]:
        """Yield the racks that are left, with those of their feeds that are."""
        for rack in self._design.racks:
            if rack.id in self._racks:
                continue
            if self._feeds.isdisjoint(rack.feeds):
                yield rack
            else:
                yield rack.evolve(feeds=tuple(one for one in rack.feeds if one not in self._feeds))

    def devices(self) -> Iterator[Device]:
        """Yield the drawn devices that are left."""
        for device in self._design.devices:
            if device.id not in self._devices:
                yield device

    def assembly(self, one: Assembly) -> Assembly:
        """Return an assembly with what of it is left."""
        gone = self._slots[one.id]
        slots = tuple(self.without_links(slot) for slot in one.slots if slot.id not in gone)
        same = len(slots) == len(one.slots) and all(
            a is b for a, b in zip(slots, one.slots, strict=True)
        )
        return one if same else one.evolve(slots=slots)

    def without_links(self, one: Any) -> Any:  # noqa: ANN401 - a device or a slot
        """Return a device or slot without names of a feed or a fabric that goes."""
        changes: dict[str, str] = {}
        if one.feed in self._feeds:
            changes["feed"] = ""
        if one.fabric in self.later.fabrics:
            changes |= {"fabric": "", "tier": ""}
        return one.evolve(**changes) if changes else one

    def power(self) -> tuple[PowerNode, ...]:
        """Return what is left upstream, each fed by what is left of what feeds it."""
        gone = self.later.power
        left = (node for node in self._design.power if node.id not in gone)
        return tuple(
            node
            if gone.isdisjoint(node.parents)
            else node.evolve(parents=tuple(p for p in node.parents if p not in gone))
            for node in left
        )

    def loops(self) -> Iterator[Loop]:
        """Yield the loops of which something is left: an empty list would name all."""
        rows_left = {rack.row for rack in self._design.racks if rack.id not in self._racks}
        rows = {row.id for row in self._design.rows}
        for loop in self._design.loops:
            units = tuple(unit for unit in loop.units if not self.is_gone(unit))
            racks = tuple(key for key in loop.racks if key in rows or key not in self._racks)
            fed = any(key not in self._racks if key in self._of["racks"] else key not in rows
                      for key in racks) or not rows_left.isdisjoint(racks)  # fmt: skip
            if loop.stage in self._late or bool(units) != bool(loop.units):
                continue
            if fed != bool(loop.racks):
                continue
            same = (units, racks) == (loop.units, loop.racks)
            yield loop if same else loop.evolve(units=units, racks=racks)

    @cached_property
    def _of(self) -> dict[str, frozenset[str]]:
        """Every id, by collection."""
        names = (*STAGED, "rows")
        return {name: frozenset(one.id for one in getattr(self._design, name)) for name in names}

    def _marked(self, records: Iterable[Any]) -> Iterator[str]:
        return (one.id for one in records if one.stage in self._late)

    def _is_end_gone(self, key: str) -> bool:
        if key in self._of["devices"]:
            return key in self._devices
        rack, slash, _ = key.partition("/")
        return rack in self._racks or (bool(slash) and key in self._devices)

    def _are_all_gone(self, key: str) -> bool:
        if "/" in key:
            return self._is_end_gone(key)
        kinds = [name for name, ids in self._of.items() if key in ids]
        return bool(kinds) and all(key in getattr(self.later, name, _EMPTY) for name in kinds)

    def _late_devices(self) -> Iterator[str]:
        for device in self._design.devices:
            if device.rack in self._racks or device.stage in self._late:
                yield device.id
        slots = {one.id: one.slots for one in self._design.assemblies}
        for rack in self._design.racks:
            gone = self._slots.get(rack.assembly, _EMPTY)
            for slot in slots.get(rack.assembly, ()):
                if rack.id in self._racks or slot.id in gone:
                    yield f"{rack.id}/{slot.id}"

    def _late_power(self) -> frozenset[str]:
        """Return what upstream comes later, for itself or because all that feeds it does."""
        nodes = {node.id: node for node in self._design.power}
        gone = set(self._marked(nodes.values()))
        while True:
            more = {
                node.id
                for node in nodes.values()
                if node.id not in gone
                and (parents := [one for one in node.parents if one in nodes])
                and gone.issuperset(parents)
            }
            if not more:
                return frozenset(gone)
            gone |= more
