"""The power wiring of one rack, or of one thing that stands on the floor: which supply hangs where.

Racks that are filled alike are wired alike, so each filling is wired once (`power_dealing`),
however many racks have it. Whatever finds no outlet is reported with the reason.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.wiring.power_bus import RackBus, hang_ref, on_bus, perhaps_shelves
from designer.wiring.power_ends import NodeType, device_type, itself_type
from designer.wiring.power_filling import ITSELF, Filling, lost_strips
from designer.wiring.power_outlets import PlugIn

Ints = NDArray[np.int32]


class Unplugged(NamedTuple):
    """A supply that hangs nowhere, or a cord that does, with the reason.

    Attributes
    ----------
    supply
        0 where it is about all.
    socket
        The kind of outlet of which none is free, where that is the reason.
    of_cord
        Whether it is a cord by hand that leads nowhere, and no supply that lacks one.
    of_plug
        Whether its cord by hand ends at an outlet that its plug does not fit.
    of_spread
        Whether the spread of its supplies is wrong, so that it deals too few or too many.
    """

    item: int
    supply: int
    reason: str
    socket: str = ""
    of_cord: bool = False
    of_spread: bool = False
    of_plug: bool = False


@dataclass(frozen=True, eq=False)
class RackWiring:
    """The power wiring of one filling. Compared by identity: it is made once.

    Attributes
    ----------
    parts
        Parts of what the rack holds, in the order of `filling.held`; None where not in the
        catalogue.
    groups
        Feeds of the rack, in order: their ids and the positions of their PDUs. A PDU that names
        no feed is a group of its own, with an empty id: nobody knows what else is lost with it.
    plugged
        Supplies in outlets.
    whips
        Ends of the thing itself that whips supply: feed and number of the end. In a rack with a
        bus bar these are its power shelves.
    open_items
        Devices that hang on some of the groups, nobody knows which: their number of supplies is
        not stated, their part is not in the catalogue, or that of something that may be a PDU.
    nodes
        Positions of what is a node of the graph, `ITSELF` first.
    bus
        The bus bar of power shelves that stand in the rack; None where none does.
    """

    filling: Filling
    part: Part | None
    parts: tuple[Part | None, ...]
    groups: tuple[tuple[str, tuple[int, ...]], ...]
    plugged: tuple[PlugIn, ...]
    whips: tuple[tuple[str, int], ...]
    open_items: tuple[int, ...]
    unplugged: tuple[Unplugged, ...]
    nodes: tuple[int, ...]
    bus: RackBus | None = None

    @property
    def itself(self) -> Part | None:
        """The part that takes the whips: what stands on the floor, or the shelves in it."""
        return self.bus.part if self.bus is not None else self.part

    @property
    def on_bus(self) -> tuple[int, ...]:
        """Positions of what hangs on the bus bar, where any of its shelves has a whip."""
        return self.bus.devices if self.bus is not None and self.whips else ()

    @property
    def perhaps_on_bus(self) -> tuple[int, ...]:
        """Positions of what may hang on the bus bar for all that is stated of its supplies."""
        if self.bus is None or not self.whips:
            return ()
        return tuple(item for item in self.bus.perhaps if item in self.open_items)

    @property
    def perhaps_off_pdus(self) -> dict[str, str]:
        """Parts that hang on rack PDUs or on a bus bar, with what leaves open which."""
        perhaps = self.perhaps_on_bus
        return {
            part.id: hang_ref(part) if item in perhaps else self.why_open(item)
            for item in self.open_items
            if (part := self.parts[item]) is not None and (item in perhaps or on_bus(part))
        }

    @property
    def on_bus_alone(self) -> tuple[int, ...]:
        """Those of them that hang there or nowhere: no rack PDU is there, nor may be."""
        return () if self.groups or self.lost_strips else self.perhaps_on_bus

    @cached_property
    def perhaps_shelves(self) -> tuple[int, ...]:
        """Positions of what may be a power shelf, and is not in the catalogue."""
        return perhaps_shelves(self.part, self.filling.held, self.parts)

    @property
    def shelves_open_on(self) -> tuple[str, ...]:
        """The parts that leave open how many power shelves share the bus bar."""
        held = self.filling.held
        return tuple(dict.fromkeys(lost_ref(held[item].part) for item in self.perhaps_shelves))

    def whips_open_on(self, feed: str) -> str:
        """Return the part that leaves open whether whips of a feed come in; empty where none does.

        A shelf that is in no catalogue has one for what takes no cord, if there is any.
        """
        if self.part is None:
            return lost_ref(self.filling.part) if feed in self.feeds_of_lost else ""
        lost = self.shelves_open_on
        devices = any(
            (part := self.parts[item]) is not None and on_bus(part) for item in self.open_items
        )
        return lost[0] if lost and (self.bus is not None or devices or len(lost) > 1) else ""

    @property
    def shares_open_on(self) -> tuple[str, ...]:
        """What leaves open how they share its load: also ratings that nobody states."""
        own = self.bus.shares_open_on if self.bus is not None else ()
        return (*self.shelves_open_on, *own)

    @property
    def fed_shelves(self) -> tuple[int, ...]:
        """Positions of the power shelves in the rack that have a whip."""
        bus = self.bus
        return () if bus is None else tuple(bus.shelves[at] for _, at in self.whips)

    @property
    def idle_bus(self) -> str:
        """Id of what stands for power shelves that feed nothing; empty where there are none."""
        bus = self.bus
        used = bus is None or bus.devices or bus.perhaps or self.lost
        return "" if bus is None or used else bus.part.id

    def parts_of_draw(self, part_id: str) -> tuple[str, ...]:
        """Return the ids of what stands behind what draws: of a bus bar, its devices."""
        if self.bus is None or part_id != self.bus.part.id:
            return (part_id,)
        behind = sorted((*self.bus.devices, *self.perhaps_on_bus))
        return tuple(dict.fromkeys(self.filling.held[item].part for item in behind))

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """Positions of devices whose part is not in the catalogue: nothing is known of them."""
        return tuple(item for item, part in enumerate(self.parts) if part is None)

    @cached_property
    def lost_strips(self) -> tuple[int, ...]:
        """Those of them that may be rack PDUs."""
        return lost_strips(self.filling.held, self.parts)

    def why_open(self, item: int) -> str:
        """Return what leaves open where a device hangs: an input, `part-id.psu`."""
        part, held = self.parts[item], self.filling.held
        if part is None:
            return lost_ref(held[item].part)
        if on_bus(part):
            return next(iter(self.shelves_open_on), lost_ref(self.filling.part))
        if item in self.perhaps_on_bus and not self.lost_strips:
            return hang_ref(part)
        counted = part.psu is not None and part.psu.count > 0
        if counted and self.lost_strips:
            return lost_ref(held[self.lost_strips[0]].part)
        return f"{part.id}.psu"

    @cached_property
    def types(self) -> tuple[NodeType, ...]:
        """Type of each node: only who draws or writes the graph asks for it."""
        return tuple(
            itself_type(self.itself, len(self.filling.feeds)) if item == ITSELF
            else device_type(self.parts[item], item, self.plugged)
            for item in self.nodes
        )  # fmt: skip

    @property
    def feeds_of_lost(self) -> tuple[str, ...]:
        """Feeds that come into what no catalogue has: its own, and those of shelves in it."""
        held = self.filling.held
        shelves = (
            held[item].feed for item, part in enumerate(self.parts)
            if part is not None and part.traits.feeds_bus and held[item].feed
        )  # fmt: skip
        return tuple(dict.fromkeys((*self.filling.feeds, *shelves)))

    @cached_property
    def named(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Every feed that is named here, and by what: PDUs, shelves, or `ITSELF` for whips."""
        whips: dict[str, tuple[int, ...]] = {}
        for feed, at in self.whips:
            whips[feed] = (ITSELF,) if self.bus is None else (
                *whips.get(feed, ()), self.bus.shelves[at]
            )  # fmt: skip
        feeds = dict.fromkeys(whips)
        if self.part is None:
            feeds |= dict.fromkeys(self.feeds_of_lost)
        held = self.filling.held
        strips = ((held[item].feed, (item,)) for item in self.lost_strips if held[item].feed)
        return (*((feed, whips.get(feed, (ITSELF,))) for feed in feeds), *self.groups, *strips)

    @cached_property
    def first_ends(self) -> Ints:
        """Shape (nodes + 1,): number of the first end of each node, and of all ends."""
        return np.cumsum([0, *(len(kind.ends) for kind in self.types)], dtype=np.int32)

    @cached_property
    def links(self) -> Ints:
        """Shape (n, 2): outlet and supply of each cord, bus bar and device, as numbers of ends."""
        place = {item: at for at, item in enumerate(self.nodes)}
        slots = [
            {(end.kind, end.number): slot for slot, end in enumerate(kind.ends)}
            for kind in self.types
        ]
        pairs = []
        for item, supply, pdu, outlet in self.plugged:
            to, at = place[item], place[pdu]
            pairs.append((self.first_ends[at] + slots[at]["outlet", outlet],
                          self.first_ends[to] + slots[to]["supply", supply]))  # fmt: skip
        for item in self.on_bus:
            at, to = place[ITSELF], place[item]
            pairs.append((self.first_ends[at] + slots[at]["busbar", 0],
                          self.first_ends[to]))  # fmt: skip
        return np.array(pairs, dtype=np.int32).reshape(-1, 2)

    @cached_property
    def fed(self) -> tuple[tuple[str, int], ...]:
        """Feed and number of the end that it supplies, for PDUs and for the thing itself."""
        place = {item: at for at, item in enumerate(self.nodes)}
        found = [(feed, int(self.first_ends[0]) + end) for feed, end in self.whips]
        for feed, pdus in self.groups:
            if feed:
                found += [(feed, int(self.first_ends[place[pdu]])) for pdu in pdus]
        return tuple(found)
