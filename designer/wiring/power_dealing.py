"""Deals the supplies of a rack's devices to the outlets of its PDUs: by hand first, then by rule.

Whatever finds no outlet is reported with the reason and stays unconnected.
"""

from collections.abc import Sequence

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import kind_of
from designer.catalog.part import Part
from designer.model.marked_names import marked
from designer.wiring.power_breakers import on_breakers
from designer.wiring.power_bus import (
    NO_FEED,
    NO_SHELF,
    SHELF_WITHOUT_FEED,
    RackBus,
    bus_of,
    may_hang_on_bus,
    on_bus,
    perhaps_shelves,
)
from designer.wiring.power_cording import OUTLET_OF, complaint, spread
from designer.wiring.power_ends import shelves_of
from designer.wiring.power_filling import (
    ITSELF,
    Filling,
    HandCord,
    dealt_pdus,
    groups_of,
    lost_strips,
    needs_power,
    surely_feeds,
)
from designer.wiring.power_outlets import Outlets, PlugIn, socket_of
from designer.wiring.power_rack import RackWiring, Unplugged


def wire(filling: Filling, catalog: Catalog) -> RackWiring:
    """Return the power wiring of a filling."""
    parts = tuple(catalog.get(held.part) for held in filling.held)
    return wired(filling, catalog.get(filling.part), parts)


def wired(filling: Filling, rack: Part | None, parts: tuple[Part | None, ...]) -> RackWiring:
    """Return the power wiring of a filling whose parts are found already."""
    bus = bus_of(rack, parts)
    dealer = _Dealer(filling, parts, bus, rack)
    whips, without = _whips(filling, rack) if bus is None else _shelves(filling, bus, dealer.groups)
    dealer.by_hand()
    dealer.by_rule(fed=bool(whips))
    nodes = [ITSELF] if (rack is not None and needs_power(rack)) or bus is not None else []
    nodes += [
        item for item, part in enumerate(parts)
        if part is not None and (needs_power(part) or kind_of(part).feeds_devices)
    ]  # fmt: skip
    return RackWiring(
        filling=filling,
        part=rack,
        parts=parts,
        groups=dealer.groups,
        plugged=tuple(sorted(on_breakers(dealer.plugged, filling, parts, dealer.groups))),
        whips=whips,
        open_items=tuple(dealer.open_items),
        unplugged=(*without, *sorted(dealer.unplugged)),
        nodes=tuple(nodes),
        bus=bus,
    )


class _Dealer:
    """Deals the supplies of a rack's devices to the outlets of its PDUs."""

    def __init__(
        self,
        filling: Filling,
        parts: Sequence[Part | None],
        bus: RackBus | None = None,
        rack: Part | None = None,
    ) -> None:
        self._bus, self._rack = bus, rack
        self._filling = filling
        self._parts = parts
        self._outlets = Outlets(parts)
        self._done: set[tuple[int, int]] = set()
        self.groups = groups_of(filling.held, parts)
        self._lost_strips = lost_strips(filling.held, parts)
        self._perhaps_shelves = bool(perhaps_shelves(rack, filling.held, parts)) or (
            # What is no catalogue's may be a cabinet, in which shelves feed a bus bar.
            rack is None and any(part is not None and kind_of(part).feeds_bus for part in parts)
        )
        self.plugged: list[PlugIn] = []
        self.unplugged: list[Unplugged] = []
        self.open_items: list[int] = []

    def by_hand(self) -> None:
        """Follow the cords laid by hand: those of a named outlet first."""
        for cord in sorted(self._filling.cords, key=lambda c: (c.outlet == 0, c)):
            wrong = self._wrong(cord)
            reason, socket = (wrong, "") if wrong else self._lay(cord)
            self._done.add((cord.item, cord.supply))
            if reason:
                one = Unplugged(cord.item, cord.supply, reason, socket, of_cord=bool(wrong))
                self.unplugged.append(one._replace(of_plug=not wrong and self._is_misfit(cord)))

    def _is_misfit(self, cord: HandCord) -> bool:
        """Return whether a cord to the number of an outlet has a plug that does not fit there."""
        if cord.pdu < 0 or not cord.outlet:
            return False
        return not self._outlets.takes(cord.pdu, cord.outlet, socket_of(self._parts[cord.item]))

    def _wrong(self, cord: HandCord) -> str:
        """Return why no supply waits for a cord, or an empty text."""
        part = self._parts[cord.item]
        count = part.psu.count if part and part.psu else None
        if part is None or not needs_power(part):
            return "it takes no cord"
        if (cord.item, cord.supply) in self._done:
            return "two cords for one supply"
        if count is not None and cord.supply > count:
            return f"it has {count} supplies, not {cord.supply}"
        return _no_outlet_for(part) if takes_no_cord(part) else ""

    def _lay(self, cord: HandCord) -> tuple[str, str]:
        """Follow one cord; return why it leads nowhere, and the kind of outlet that is lacking."""
        if cord.pdu < 0:
            return "left unplugged by hand", ""
        socket = socket_of(self._parts[cord.item])
        number: int | None = cord.outlet
        if cord.outlet:
            reason = self._outlets.take_number(cord.pdu, cord.outlet, socket)
            if reason:
                return reason, ""
        else:
            number = self._outlets.take(cord.pdu, socket)
        if number is None:
            return f"no free {socket} outlet at that PDU", socket
        self.plugged.append(PlugIn(cord.item, cord.supply, cord.pdu, number))
        return "", ""

    def _why_no_cord(self, part: Part) -> str:
        """Return why a device hangs nowhere whose supplies sit in power shelves."""
        cabinet = self._rack is not None and kind_of(self._rack).is_cabinet
        return NO_SHELF if cabinet else _no_outlet_for(part)

    def by_rule(self, *, fed: bool) -> None:
        """Deal the supplies that no cord by hand names.

        Parameters
        ----------
        fed
            Whether anything comes in by whips: to power shelves, or to what stands on the floor.
        """
        start = 0
        for item, part in enumerate(self._parts):
            held = self._filling.held[item]
            if surely_feeds(held, part) or (part is not None and not needs_power(part)):
                continue
            if part is not None and takes_no_cord(part):
                # Whatever the parts that are lost turn out to be.
                if self._bus is None or not fed:
                    self._on_no_shelf(item, part)
                continue
            on_shelves = self._bus is not None and fed
            if on_shelves and part is not None and may_hang_on_bus(part):
                if not any(cord.item == item for cord in self.plugged):
                    self.open_items.append(item)
                continue
            may_hang = bool(self.groups) or on_shelves
            if any(strip != item for strip in self._lost_strips) or (part is None and may_hang):
                # What may be a PDU may take any supply; what may be anything may hang anywhere.
                if not self._is_laid_by_hand(item, part):
                    self.open_items.append(item)
                continue
            if part is None:
                continue
            if not self.groups:
                self.unplugged.append(Unplugged(item, 0, "no rack PDU in the rack"))
                continue
            if part.psu is None or part.psu.count < 1:
                # A cord that says where one supply does not hang says nothing of the others.
                if not any(cord.item == item for cord in self.plugged):
                    self.open_items.append(item)
                continue
            rule = held.cording or self._filling.cording
            self._deal(item, part, rule, start)
            if rule in ("", "evenly"):
                start = (start + part.psu.count) % len(self.groups)

    def _on_no_shelf(self, item: int, part: Part) -> None:
        """Note that what takes no cord hangs on no power shelf that is known."""
        if self._perhaps_shelves:
            self.open_items.append(item)
            return
        reason = self._why_no_cord(part) if self._bus is None else NO_FEED
        self.unplugged.append(Unplugged(item, 0, reason))

    def _is_laid_by_hand(self, item: int, part: Part | None) -> bool:
        """Return whether cords by hand decide of each of its supplies where it hangs."""
        count = part.psu.count if part and part.psu else 0
        return count > 0 and all((item, supply) in self._done for supply in range(1, count + 1))

    def _deal(self, item: int, part: Part, rule: str, start: int) -> None:
        """Deal the supplies of one device."""
        if part.psu is None:
            return
        inlet, count = part.psu.inlet, part.psu.count
        if reason := _no_outlet_for(part):
            self.unplugged.append(Unplugged(item, 0, reason))
            return
        dealt = spread(rule, count, len(self.groups), start)
        why = complaint(rule, count, len(self.groups))
        if why and -1 not in dealt:
            self.unplugged.append(Unplugged(item, 0, why, of_spread=True))
        for supply, group in enumerate(dealt, start=1):
            if (item, supply) in self._done:
                continue
            if group < 0:
                self.unplugged.append(Unplugged(item, supply, why, of_spread=True))
                continue
            self._plug(item, supply, group, OUTLET_OF.get(inlet, ""))

    def _plug(self, item: int, supply: int, group: int, socket: str) -> None:
        """Plug a supply into the emptiest PDU of a feed that has an outlet for it.

        A rack UPS beside rack PDUs is none of them.
        """
        feed, pdus = self.groups[group]
        used = self._outlets.used
        pdus = dealt_pdus(pdus, self._parts)
        order = pdus if len(pdus) == 1 else sorted(pdus, key=lambda p: (used.get(p, 0), p))
        for pdu in order:
            number = self._outlets.take(pdu, socket)
            if number is not None:
                self.plugged.append(PlugIn(item, supply, pdu, number))
                return
        where = f"feed {marked(feed)}" if feed else "its PDU"
        reason = f"no free {socket} outlet on {where}"
        self.unplugged.append(Unplugged(item, supply, reason, socket))


def takes_no_cord(part: Part) -> bool:
    """Return whether a device's supplies sit in power shelves.

    Another inlet that no rack PDU has an outlet for may have one by hand: with a cord of its own.
    """
    return on_bus(part)


def _no_outlet_for(part: Part) -> str:
    """Return why no supply of a device fits an outlet by rule, or an empty text."""
    inlet = part.psu.inlet if part.psu else ""
    return f"no rack PDU has an outlet for {inlet}" if inlet and inlet not in OUTLET_OF else ""


def _whips(
    filling: Filling, rack: Part | None
) -> tuple[tuple[tuple[str, int], ...], tuple[Unplugged, ...]]:
    """Return feeds and ends of what stands on the floor, and what stays without.

    Power shelves are dealt over the feeds as supplies are; anything else has a whip on each feed.
    """
    if rack is None or not needs_power(rack):
        return (), ()
    if not filling.feeds:
        return (), (Unplugged(ITSELF, 0, "no feed"),)
    shelves = shelves_of(rack)
    if not shelves:
        return tuple((feed, at) for at, feed in enumerate(filling.feeds)), ()
    dealt, why = _dealt(filling.cording, shelves, filling.feeds)
    found = tuple((feed, at) for at, feed in enumerate(dealt) if feed)
    lost = tuple(
        Unplugged(ITSELF, at + 1, why, of_spread=True) for at, feed in enumerate(dealt) if not feed
    )
    return found, lost or ((Unplugged(ITSELF, 0, why, of_spread=True),) if why else ())


def _dealt(rule: str, shelves: int, feeds: Sequence[str]) -> tuple[list[str], str]:
    """Return the feed of each shelf, empty where the rule names none, and what keeps it from it."""
    dealt = spread(rule, shelves, len(feeds))
    return [feeds[at] if at >= 0 else "" for at in dealt], complaint(rule, shelves, len(feeds))


def _shelves(
    filling: Filling, bus: RackBus, groups: Sequence[tuple[str, tuple[int, ...]]]
) -> tuple[tuple[tuple[str, int], ...], tuple[Unplugged, ...]]:
    """Return the feed and the number of each power shelf in a rack, and what stays without.

    A shelf hangs on the feed that it names. The others are dealt over the feeds of the rack, as
    those of a filled rack are, and where it names none over those of its rack PDUs.
    """
    named = {at: filling.held[item].feed for at, item in enumerate(bus.shelves)}
    free = [at for at, feed in named.items() if not feed]
    feeds = filling.feeds or tuple(feed for feed, _ in groups if feed)
    why = ""
    if free and feeds:
        dealt, why = _dealt(filling.cording, len(free), feeds)
        named |= dict(zip(free, dealt, strict=True))
    reason = why or SHELF_WITHOUT_FEED
    lost = [
        Unplugged(bus.shelves[at], 0, reason, of_spread=bool(why))
        for at, feed in named.items() if not feed
    ]  # fmt: skip
    if why and not lost:
        lost.append(Unplugged(bus.shelves[free[0]], 0, why, of_spread=True))
    return tuple((feed, at) for at, feed in named.items() if feed), tuple(lost)
