"""Where the supplies of one device hang, and where else they may: asked of its rack alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.model.design import Rack
from designer.model.layout import Layout, Placed
from designer.wiring.ends import End
from designer.wiring.power import CordEnds, cords_of_rack, ends_by_rack
from designer.wiring.power_branches import branch_at, branches_of, line_name
from designer.wiring.power_dealing import wire
from designer.wiring.power_filling import NO_CORDS, Filling, filling_of, held_of
from designer.wiring.power_outlets import of_either, outlets_of, socket_of
from designer.wiring.power_rack import RackWiring


@dataclass(frozen=True)
class Outlet:
    """An outlet of a rack PDU.

    Attributes
    ----------
    end
        Its address: `pdu-B08-A:24`, or the rack PDU alone where nobody numbers its outlets.
    pdu
        Key of the rack PDU.
    number
        0 where nobody can say it.
    breaker
        What feeds it, in words: `breaker 3, L1`; empty where its PDU states no breakers.
    one_of_several
        Whether its rack PDU is one of several on a feed, or names none.
    """

    end: str
    pdu: str
    number: int
    feed: str
    socket: str = ""
    breaker: str = ""
    one_of_several: bool = False


@dataclass(frozen=True)
class Supply:
    """A supply of a device: where it hangs, whether by hand, and why it hangs nowhere."""

    number: int
    outlet: Outlet | None
    by_hand: bool
    why_not: str = ""

    def end(self, key: str) -> str:
        """Return its address, by the key of its device."""
        return str(End(key, "supply", self.number))


@dataclass(frozen=True)
class DeviceCords:
    """The supplies of a device, and the outlets that are free to be chosen by hand.

    An outlet that the rule gave to another supply is free: the rule finds that one another.
    """

    key: str
    supplies: tuple[Supply, ...]
    free: tuple[Outlet, ...]


def filling_in(
    layout: Layout, catalog: Catalog, rack: Rack, ends: Sequence[CordEnds]
) -> tuple[Filling, tuple[str, ...]]:
    """Return what decides the power wiring of a rack, and the keys of what it holds.

    Parameters
    ----------
    ends
        Where its cords by hand end.
    """
    assembly, own = layout.assemblies.get(rack.assembly), layout.own_devices.get(rack.id, ())
    held, keys = held_of(assembly, own)
    cords = cords_of_rack(rack.id, ends, assembly, own, catalog)[0] if ends else NO_CORDS
    return filling_of(rack, held, cords), keys


def cords_of_device(layout: Layout, catalog: Catalog, placed: Placed) -> DeviceCords:
    """Return where the supplies of a device hang, and where they may."""
    rack = layout.racks[placed.rack]
    laid = ends_by_rack(layout.design, layout.racks)[0] if layout.design.cords else {}
    filling, short = filling_in(layout, catalog, rack, laid.get(rack.id, ()))
    keys = tuple(f"{rack.id}{key}" if key.startswith("/") else key for key in short)
    wiring = wire(filling, catalog)
    item = keys.index(placed.key)
    part = wiring.parts[item]
    by_hand = {cord.supply: cord for cord in filling.cords if cord.item == item}
    plugged = {cord.supply: cord for cord in wiring.plugged if cord.item == item}
    reasons = {one.supply: one.reason for one in wiring.unplugged if one.item == item}
    supplies = tuple(
        Supply(
            number,
            _outlet(wiring, keys, cord.pdu, cord.outlet) if cord is not None else None,
            number in by_hand,
            reasons.get(number, reasons.get(0, "")),
        )
        for number in range(1, (part.psu.count if part and part.psu else 0) + 1)
        for cord in (plugged.get(number),)
    )
    taken = {(cord.pdu, cord.outlet) for cord in filling.cords if cord.outlet}
    socket = socket_of(part)
    free = tuple(
        _outlet(wiring, keys, pdu, number)
        for _, pdus in wiring.groups
        for pdu in pdus
        for number, kind in outlets_of(wiring.parts[pdu])
        if (pdu, number) not in taken
        and (socket in ("", kind) or number in of_either(wiring.parts[pdu]))
    )
    return DeviceCords(placed.key, supplies, free)


def _outlet(wiring: RackWiring, keys: Sequence[str], pdu: int, number: int) -> Outlet:
    part, key = wiring.parts[pdu], keys[pdu]
    breaker = ""
    if part is not None and part.pdu is not None:
        branch = branch_at(branches_of(part.pdu), number)
        if branch is not None:
            breaker = f"breaker {branch.number}, {line_name(part.pdu, branch.line)}"
    socket = dict(outlets_of(part)).get(number, "")
    end = str(End(key, "outlet", number))
    feed = wiring.filling.held[pdu].feed
    several = not feed or any(pdu in pdus and len(pdus) > 1 for _, pdus in wiring.groups)
    return Outlet(end, key, number, feed, socket, breaker, several)
