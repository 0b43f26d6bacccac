"""What stands where: a design's racks with the devices that fill them, assemblies unfolded.

`Layout` is derived, never stored. Racks that share an assembly share the cost of unfolding it:
their devices are made when first asked for.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Final

from designer.model.change import went_and_came
from designer.model.design import Assembly, Design, Device, Face, Rack, Side, Slot, Tier
from designer.model.feed_words import (
    NO_FEED_LETTER,
    called_in_power,
    feed_letters,
    names_in_power,
)

_ASSEMBLY: Final = attrgetter("assembly")
_MOST_KEPT: Final = 8192
"""Racks whose devices are taken over from the design before; of more that would hold memory."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A device in a rack, whether it is the rack's own or comes from an assembly.

    Attributes
    ----------
    key
        The device's id, or `rack/slot` for a device that an assembly brings.
    """

    key: str
    name: str
    part: str
    rack: str
    half_u: int
    face: Face
    fabric: str
    tier: Tier
    feed: str
    note: str
    from_assembly: bool
    cording: str = ""
    stage: str = ""
    side: Side = ""


def _slot_name(slot: Slot, rack: Rack) -> str:
    """Return what the device is called that an assembly brings into a rack."""
    return slot.name.replace("{rack}", rack.name)


def _by_id_after(
    known: dict[str, Device], went: tuple[Device, ...], came: tuple[Device, ...]
) -> dict[str, Device]:
    """Return devices by id after some went and some came, those that were there in their order."""
    if not went and not came:
        return known
    later = dict(known)
    stays = {device.id for device in came}
    for device in went:
        if device.id not in stays:
            later.pop(device.id, None)
    later.update((device.id, device) for device in came)
    return later


def _by_rack_after(
    known: dict[str, list[Device]], went: tuple[Device, ...], came: tuple[Device, ...]
) -> dict[str, list[Device]]:
    """Return devices by rack after some went and some came; untouched racks are shared."""
    if not went and not came:
        return known
    later, gone = dict(known), set(map(id, went))
    new: dict[str, list[Device]] = {device.rack: [] for device in went}
    for device in came:
        new.setdefault(device.rack, []).append(device)
    for rack, added in new.items():
        held = [device for device in known.get(rack, ()) if id(device) not in gone]
        held += added
        later[rack] = sorted(held, key=attrgetter("id"))
        if not held:
            del later[rack]
    return later


def _racks_after(
    known: dict[str, Rack], went: tuple[Rack, ...], came: tuple[Rack, ...]
) -> dict[str, Rack] | None:
    """Return racks by id after some were replaced in their places; None where others stand now."""
    if len(went) != len(came) or {rack.id for rack in went} != {rack.id for rack in came}:
        return None
    return {**known, **{rack.id: rack for rack in came}}


def _copies_after(
    known: dict[str, int], went: tuple[Rack, ...], came: tuple[Rack, ...]
) -> dict[str, int]:
    """Return how many racks copy each assembly after some went and some came."""
    if not went and not came:
        return known
    later = Counter(known)
    later.update(map(_ASSEMBLY, came))
    later.subtract(map(_ASSEMBLY, went))
    return {key: number for key, number in later.items() if key and number}


@dataclass(frozen=True, eq=False)
class Layout:
    """Index over one design. Build it once per design; everything inside is by id.

    Compared by identity, so that what is worked out from it can be kept beside it.
    """

    design: Design
    _placed: dict[str, tuple[Placed, ...]] = field(default_factory=dict, repr=False)
    _devices: dict[str, Device] | None = field(default=None, repr=False)
    _own: dict[str, list[Device]] | None = field(default=None, repr=False)
    _racks: dict[str, Rack] | None = field(default=None, repr=False)
    _copies: dict[str, int] | None = field(default=None, repr=False)
    """What `after` took over of the design before."""

    @classmethod
    def of_copy(cls, design: Design, rack: Rack) -> "Layout":
        """Return the index over what its assembly alone brings to one rack; quick in a large hall.

        Of the other racks, and of the devices that are drawn, it knows nothing.
        """
        return cls(design, _devices={}, _own={}, _racks={rack.id: rack})

    @cached_property
    def racks(self) -> dict[str, Rack]:
        """Racks by id, in their order in the design."""
        if self._racks is not None:
            return self._racks
        racks = self.design.racks
        return dict(zip(map(attrgetter("id"), racks), racks, strict=True))

    @cached_property
    def assemblies(self) -> dict[str, Assembly]:
        """Assemblies by id."""
        return {assembly.id: assembly for assembly in self.design.assemblies}

    @cached_property
    def devices(self) -> dict[str, Device]:
        """Drawn devices by id (not those that assemblies bring)."""
        if self._devices is not None:
            return self._devices
        devices = self.design.devices
        return dict(zip(map(attrgetter("id"), devices), devices, strict=True))

    @cached_property
    def own_devices(self) -> dict[str, list[Device]]:
        """Drawn devices by rack id."""
        if self._own is not None:
            return self._own
        by_rack: dict[str, list[Device]] = defaultdict(list)
        for device in self.design.devices:
            by_rack[device.rack].append(device)
        return dict(by_rack)

    def index_devices(self) -> None:
        """Index all devices now, so that nobody who looks one up has to wait."""
        _ = self.devices, self.own_devices

    def after(self, design: Design) -> "Layout":
        """Return the index over another design that has most records in common with this one.

        The index of devices and racks is taken over, and only those that differ are looked at.
        """
        went, came = went_and_came(self.design.devices, design.devices)
        left, put = went_and_came(self.design.racks, design.racks)
        changed = {device.rack for some in (went, came) for device in some}
        changed.update(rack.id for some in (left, put) for rack in some)
        return Layout(
            design,
            self._placed_but(changed, design.assemblies),
            _devices=_by_id_after(self.devices, went, came),
            _own=_by_rack_after(self.own_devices, went, came),
            _racks=self.racks if not left and not put else _racks_after(self.racks, left, put),
            _copies=_copies_after(self.copies, left, put),
        )

    def _placed_but(
        self, changed: set[str], assemblies: tuple[Assembly, ...]
    ) -> dict[str, tuple[Placed, ...]]:
        """Return what is in racks that are not among those changed, as far as it is unfolded."""
        if len(self._placed) > _MOST_KEPT:
            return {}
        kept = dict(self._placed)
        gone, new = went_and_came(self.design.assemblies, assemblies)
        if gone or new:
            others = {assembly.id for some in (gone, new) for assembly in some}
            changed.update(rack for rack in kept if self._copied_by(rack) in others)
        for rack in changed:
            kept.pop(rack, None)
        return kept

    def _copied_by(self, rack_id: str) -> str:
        """Return the assembly that a rack copies; empty where it copies none."""
        rack = self.racks.get(rack_id)
        return rack.assembly if rack is not None else ""

    @cached_property
    def copies(self) -> dict[str, int]:
        """Number of racks by assembly id."""
        if self._copies is not None:
            return self._copies
        counts = Counter(map(_ASSEMBLY, self.design.racks))
        del counts[""]
        return dict(counts)

    def in_rack(self, rack_id: str) -> tuple[Placed, ...]:
        """Return the devices of a rack, lowest first; empty for an unknown rack."""
        known = self._placed.get(rack_id)
        if known is None:
            known = tuple(self._unfold(rack_id))
            self._placed[rack_id] = known
        return known

    def every(self) -> Iterator[Placed]:
        """Yield every device of every rack, rack by rack in order of id."""
        for rack in self.design.racks:
            yield from self.in_rack(rack.id)

    def device_names(self) -> Iterator[str]:
        """Yield what the devices of all racks are called, in no order; unfolds none."""
        yield from (device.name for device in self.design.devices if device.rack in self.racks)
        for rack in self.design.racks:
            assembly = self.assemblies.get(rack.assembly)
            if assembly is not None:
                yield from (_slot_name(slot, rack) for slot in assembly.slots)

    def racks_with(self, wanted: Callable[[str], bool]) -> list[str]:
        """Return the racks that hold a part for which this is true, in their order; unfolds none.

        Parameters
        ----------
        wanted
            Is given the id of a part.
        """
        asked: dict[str, bool] = {}

        def holds(pieces: Iterable[Slot | Device]) -> bool:
            for part in {piece.part for piece in pieces} - asked.keys():
                asked[part] = wanted(part)
            return any(asked[piece.part] for piece in pieces)

        copies = {one.id for one in self.design.assemblies if holds(one.slots)}
        own = {rack for rack, held in self.own_devices.items() if holds(held)}
        return [one.id for one in self.design.racks if one.assembly in copies or one.id in own]

    def find(self, key: str) -> Placed | None:
        """Return the device with a key (`id`, or `rack/slot`), or None."""
        if key not in self.devices and "/" not in key:
            return None  # of a rack, which many ask of hundreds: what it holds is not unfolded
        return next((p for p in self.in_rack(self._rack_with(key)) if p.key == key), None)

    def rack_of(self, ref: str) -> str:
        """Return the rack that a finding's place is, or is in; empty where it is in none."""
        if ref in self.racks:
            return ref
        rack = self._rack_with(ref)
        return rack if rack in self.racks else ""

    def name_of(self, ref: str) -> str:
        """Return what people call a record that a finding names; its id where it has no name.

        The one answer for window, reports, sheets and command line: ids are for files alone.
        """
        rack = self.racks.get(ref)
        if rack is not None:
            return rack.name or ref
        named = self._name_in_rack(ref)
        return (self._other_names.get(ref) if named is None else named) or ref

    def names_of(self, refs: Iterable[str]) -> tuple[str, ...]:
        """Return what people call records, in their order; several may have one name."""
        return tuple(map(self.name_of, refs))

    def feed_name(self, feed: str) -> str:
        """Return what people call a feed; its id where it has no name."""
        return self._feed_names.get(feed, feed)

    def feed_letter(self, feed: str) -> str:
        """Return the letter of a feed on drawings; `?` where the room has no such feed."""
        return self._feed_letters.get(feed, NO_FEED_LETTER)

    def fabric_name(self, fabric: str) -> str:
        """Return what people call a fabric; its id where it has no name."""
        return self._fabric_names.get(fabric) or fabric

    def name_in_hall(self, name: str) -> str:
        """Return a name without that of a hall before it: `AG04` of `H01-AG04`; else nothing."""
        hall, dash, rest = name.partition("-")
        return rest if dash and hall in self._halls else ""

    @cached_property
    def _halls(self) -> frozenset[str]:
        return frozenset(hall.id for hall in self.design.halls)

    @cached_property
    def owners_in_power(self) -> dict[str, str]:
        """What people call the owners of inputs of the room's power: `feed a` is `feed West`."""
        return called_in_power(self.design.power)

    @cached_property
    def _feed_names(self) -> dict[str, str]:
        return names_in_power(self.design.power)

    @cached_property
    def _feed_letters(self) -> dict[str, str]:
        return feed_letters(self.design.power)

    @cached_property
    def _fabric_names(self) -> dict[str, str]:
        return {fabric.id: fabric.name for fabric in self.design.fabrics}

    @cached_property
    def _other_names(self) -> dict[str, str]:
        """Names of what neither is a rack nor stands in one, by id.

        Ids are unique within a kind only: of several with one id it is that of a row, else of a
        fabric, else of a loop, of which findings tell more often than of the others.
        """
        design = self.design
        found = {record.id: record.name for record in design.assemblies} | self._feed_names
        kinds = (design.stages, design.trays, design.loops, design.fabrics, design.rows)
        return found | {record.id: record.name for kind in kinds for record in kind}

    def _name_in_rack(self, key: str) -> str | None:
        """Return the name of a device, or None where none has this key; unfolds no rack."""
        rack = self.racks.get(self._rack_with(key))
        if rack is None:
            return None
        device = self.devices.get(key)
        if device is not None:
            return device.name
        assembly = self.assemblies.get(rack.assembly)
        slot_id = key.partition("/")[2]
        slots = assembly.slots if assembly else ()
        return next((_slot_name(slot, rack) for slot in slots if slot.id == slot_id), None)

    def _rack_with(self, key: str) -> str:
        """Return the rack that the key of a device names, whether or not it is there."""
        device = self.devices.get(key)
        return device.rack if device else key.partition("/")[0]

    def _unfold(self, rack_id: str) -> list[Placed]:
        rack = self.racks.get(rack_id)
        if rack is None:
            return []
        placed = [
            Placed(
                d.id, d.name, d.part, rack_id, d.half_u, d.face, d.fabric, d.tier, d.feed, d.note,
                from_assembly=False, cording=d.cording, stage=d.stage, side=d.side,
            )
            for d in self.own_devices.get(rack_id, ())
        ]  # fmt: skip
        assembly = self.assemblies.get(rack.assembly)
        if assembly:
            placed.extend(
                Placed(
                    f"{rack_id}/{s.id}", _slot_name(s, rack), s.part, rack_id,
                    s.half_u, s.face, s.fabric, s.tier, s.feed, s.note, from_assembly=True,
                    cording=s.cording, stage=s.stage, side=s.side,
                )
                for s in assembly.slots
            )  # fmt: skip
        placed.sort(key=lambda p: (p.half_u, p.key))
        return placed
