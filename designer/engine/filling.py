"""What is in a rack, as the engine sees it: parts at positions, without names and ids.

Two racks with equal contents give equal results, so each content is evaluated once, however many
racks have it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import LostThing, LostThings, lost_ref
from designer.catalog.part import Part
from designer.catalog.part_bounds import gpu_figure
from designer.engine.assumptions import Assumptions
from designer.engine.bus_load import ups_of, with_losses
from designer.engine.optics import Optics, site_with
from designer.model.design import Assembly, Device, Rack, Side, Slot
from designer.model.figures import Figure, missing, repeated
from designer.wiring.power_dealing import wire
from designer.wiring.power_filling import NO_CORDS, Held, RackCords, in_wiring_order
from designer.wiring.power_filling import Filling as PowerFilling
from designer.wiring.power_rack import RackWiring

POWER_FIGURES = ("power_max_w", "power_peak_w", "power_typical_w", "power_idle_w")


SOME_FABRIC = "(some fabric)"
"""Stands for the fabric of a device where work on contents looks, which is shared by racks that
serve different ones: that there is one decides, which one and its tier do not."""


@dataclass(frozen=True, slots=True)
class Item:
    """A part at a position in a rack.

    Subjects that work on contents see `SOME_FABRIC` in place of a fabric, and no tier.
    """

    part: str
    half_u: int
    face: str
    fabric: str
    tier: str
    feed: str
    cording: str = ""
    side: Side = ""


@dataclass(frozen=True)
class Coolant:
    """The coolant that reaches a rack: what its loop states, and what its units are.

    Attributes
    ----------
    fluid, delta_t_k, supply_c
        Those of the loop; empty or None where nobody states them, or no loop serves the rack.
    units
        Ids of the parts of its distribution units, each once, sorted.
    lost
        References of what may be such a unit and is in no catalogue, sorted.
    """

    fluid: str = ""
    delta_t_k: float | None = None
    supply_c: float | None = None
    units: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


NO_COOLANT = Coolant()


@dataclass(frozen=True)
class Contents:
    """All that decides a rack's figures but its place on the floor."""

    rack_part: str
    cooling: str
    items: tuple[Item, ...]
    feeds: tuple[str, ...] = ()
    cording: str = ""
    by_hand: RackCords = NO_CORDS
    coolant: Coolant = NO_COOLANT
    optics: Optics = ()


def item_of(device: Device | Slot) -> Item:
    """Return what matters of a device or of an assembly's slot."""
    return Item(
        device.part, device.half_u, device.face, device.fabric, device.tier, device.feed,
        device.cording, device.side,
    )  # fmt: skip


def contents_of(
    rack: Rack,
    assembly: Assembly | None,
    own: tuple[Device, ...],
    by_hand: RackCords = NO_CORDS,
    coolant: Coolant = NO_COOLANT,
    optics: Optics = (),
) -> Contents:
    """Return a rack's contents, lowest first: equal fillings give equal contents."""
    items = [item_of(slot) for slot in assembly.slots] if assembly else []
    items += [item_of(device) for device in own]
    return Contents(
        rack.part, rack.cooling, _sorted(items), rack.feeds, rack.cording, by_hand, coolant, optics
    )


def _sorted(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(
        sorted(
            items,
            key=lambda i: (i.half_u, i.face, i.part, i.feed, i.fabric, i.tier, i.cording, i.side),
        )
    )


def without_networks(contents: Contents) -> Contents:
    """Return contents that serve some network or none: power, air, mass and space are the same."""
    if not any(item.fabric or item.tier for item in contents.items):
        return contents
    items = _sorted(
        replace(i, fabric=SOME_FABRIC if i.fabric else "", tier="") for i in contents.items
    )
    return replace(contents, items=items)


def by_order(contents: Contents) -> Contents:
    """Return contents with heights that say which thing stands above which, and no more."""
    heights = sorted({item.half_u for item in contents.items})
    rank = {half_u: at for at, half_u in enumerate(heights)}
    items = tuple(
        Item(i.part, rank[i.half_u], i.face, i.fabric, i.tier, i.feed, i.cording)
        for i in contents.items
    )
    return replace(contents, items=items)


def power_filling(contents: Contents) -> PowerFilling:
    """Return what decides the power wiring of a rack."""
    held = in_wiring_order(
        Held(i.half_u, i.face, i.part, i.feed, i.cording, bool(i.fabric)) for i in contents.items
    )
    cords, order = contents.by_hand.cords, contents.by_hand.order
    return PowerFilling(contents.rack_part, contents.feeds, contents.cording, held, cords, order)


@dataclass(frozen=True)
class Filled:
    """Contents with the parts looked up. `known` leaves out what the catalogue lacks.

    `coolers` are the parts of the distribution units whose coolant reaches it, each once.
    """

    contents: Contents
    rack_part: Part | None
    known: tuple[tuple[Item, Part], ...]
    missing: tuple[str, ...]
    wiring: RackWiring
    coolers: tuple[Part, ...] = ()

    @cached_property
    def is_floor_unit(self) -> bool:
        """Whether a CDU or an air unit stands here, not a rack."""
        return self.rack_part is not None and self.rack_part.traits.is_cooling_unit

    @cached_property
    def tank(self) -> Part | None:
        """The immersion tank that holds everything here, if it is one."""
        part = self.rack_part
        return part if part is not None and part.traits.is_tank else None

    @cached_property
    def powered(self) -> tuple[tuple[Item, Part], ...]:
        """What draws IT power: devices, and the rack itself where it is sold filled.

        Rear doors, CDUs, air units and tanks belong to the building's share (PUE).
        """
        found = [pair for pair in self.known if pair[1].traits.draws_it_power]
        if self.rack_part is not None and self.rack_part.traits.draws_it_power:
            here = Item(self.rack_part.id, 0, "front", "", "", "")
            found.insert(0, (here, self.rack_part))
        return tuple(found)

    @cached_property
    def powered_parts(self) -> tuple[tuple[Part, int], ...]:
        """The parts that draw IT power, with their number; what loses some of it among them."""
        parts = {part.id: part for _, part in self.powered} | {p.id: p for p in self._converters}
        return tuple((parts[name], number) for name, number in self.consumers.items())

    @cached_property
    def known_gpus(self) -> Figure:
        """GPUs that stand here, of the parts that the catalogue has."""
        return repeated(self._gpus)

    @cached_property
    def gpus(self) -> Figure:
        """GPUs that stand here; of a part that no catalogue has nobody knows them."""
        lost = ((missing(lost_ref(part)), number) for part, number in self.lost.items())
        return repeated((*self._gpus, *lost))

    @property
    def _gpus(self) -> tuple[tuple[Figure, int], ...]:
        parts = {part.id: part for part in self.all_parts if part.gpu_count != 0}
        return tuple((gpu_figure(part), self.counts[name]) for name, part in parts.items())

    def seen_from(self, site: Assumptions, *, summed: bool = False) -> Assumptions:
        """Return the site as this filling sees it: with the power of its switches as cabled.

        A power shelf or a UPS in its rails draws here what it loses.

        Parameters
        ----------
        summed
            Whether it is asked for what alike switches draw together.
        """
        optics = self.contents.optics
        seen = site_with(site, optics, self.counts, summed=summed) if optics else site
        return with_losses(seen, self.wiring)

    @cached_property
    def consumers(self) -> Counter[str]:
        """How many of each part draw IT power, by id; shelves and UPS draw what they lose."""
        return Counter(part.id for part in (*(part for _, part in self.powered), *self._converters))

    @property
    def has_converters(self) -> bool:
        """Whether something in it draws no more than what it loses of what others draw."""
        return bool(self._converters)

    @cached_property
    def _converters(self) -> tuple[Part, ...]:
        """What turns power into heat in the rack: shelves of a bus bar that carry, and UPS."""
        bus, parts = self.wiring.bus, self.wiring.parts
        loaded = self.wiring.on_bus or self.wiring.perhaps_on_bus
        shelves = bus.shelves if bus is not None and loaded else ()
        return tuple(
            part for item in (*shelves, *ups_of(self.wiring)) if (part := parts[item]) is not None
        )

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of each part stand here, the rack among them, by id."""
        return Counter(part.id for part in self.all_parts)

    @cached_property
    def lost(self) -> Counter[str]:
        """How many of each part that the catalogue lacks, or that does not belong here, by id."""
        gone = frozenset(self.missing)
        names = (self.contents.rack_part, *(item.part for item in self.contents.items))
        return Counter(name for name in names if name in gone)

    @cached_property
    def lost_things(self) -> LostThings:
        """Where parts stand that the catalogue lacks, and how many of each stand there alike."""
        gone, items = frozenset(self.missing), self.contents.items
        found = LostThings(
            LostThing.in_rack(item.part, item.face, item.fabric)
            for item in items
            if item.part in gone
        )
        if self.rack_part is None:
            found[self.itself] += 1
        return found

    @property
    def itself(self) -> LostThing:
        """The thing on the floor, as what it may be where the catalogue lacks its part."""
        return LostThing.on_floor(self.contents.rack_part, holds=bool(self.contents.items))

    @cached_property
    def pdus(self) -> tuple[tuple[Item, Part], ...]:
        """Rack PDUs with figures."""
        return tuple(pair for pair in self.known if pair[1].pdu is not None)

    @cached_property
    def unrated_pdus(self) -> tuple[Part, ...]:
        """Rack PDUs whose volts and amps nobody knows: they feed, but how much is open."""
        return tuple(part for _, part in self.known if part.traits.feeds_devices and not part.pdu)

    @cached_property
    def door(self) -> Part | None:
        """The rear door, if the rack has one."""
        return next((part for _, part in self.known if part.traits.is_rear_door), None)

    @cached_property
    def lost_in_rails(self) -> tuple[str, ...]:
        """Ids of what stands in the rails, and is not in the catalogue."""
        gone = frozenset(self.missing)
        items = self.contents.items
        found = (i.part for i in items if i.face in ("front", "rear") and i.part in gone)
        return tuple(dict.fromkeys(found))

    @cached_property
    def lost_doors(self) -> tuple[str, ...]:
        """Ids of what hangs where a rear door hangs, and is not in the catalogue."""
        gone = frozenset(self.missing)
        items = self.contents.items
        return tuple(i.part for i in items if i.face == "door" and i.part in gone)

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """Every part that stands here, the rack first."""
        rack = (self.rack_part,) if self.rack_part else ()
        return (*rack, *(part for _, part in self.known))


def height_is_open(item: Item, part: Part) -> bool:
    """Return whether a part hangs in the rails and nobody states how high it is."""
    hangs = item.face in ("front", "rear") and part.least_half_u > 0
    return hangs and not part.height_half_u


def fill(contents: Contents, catalog: Catalog, wiring: RackWiring | None = None) -> Filled:
    """Return contents with their parts.

    Parameters
    ----------
    wiring
        The power wiring, where contents that are wired alike gave it.
    """
    known, missing = [], []
    rack_part = catalog.get(contents.rack_part)
    if rack_part is None:
        missing.append(contents.rack_part)
    for item in contents.items:
        part = catalog.get(item.part)
        if part is None or part.stands_on_floor:
            missing.append(item.part)
        else:
            known.append((item, part))
    if wiring is None:
        wiring = wire(power_filling(contents), catalog)
    coolers = tuple(catalog.require(unit) for unit in contents.coolant.units)
    gone = tuple(dict.fromkeys(missing))
    return Filled(contents, rack_part, tuple(known), gone, wiring, coolers)
