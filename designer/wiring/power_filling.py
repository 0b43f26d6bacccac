"""What a rack holds as far as power is concerned, and the rack PDUs that its feeds come in by.

Racks that are filled alike are wired alike: a `Filling` is all that decides the wiring. May import
the kinds and parts of the catalogue and the model.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from designer.catalog.kinds import Kind, kind_of
from designer.catalog.lost_parts import LostThing, is_surely, may_be, place_of
from designer.catalog.part import Part
from designer.model.design import Assembly, Device, Rack, Slot

ITSELF = -1
"""Stands for the rack or the thing on the floor itself, among its devices."""


class Held(NamedTuple):
    """A device in a rack, as far as power is concerned.

    Attributes
    ----------
    in_fabric
        Whether it names a fabric, which says what a part that no catalogue has may be.
    """

    half_u: int
    face: str
    part: str
    feed: str
    cording: str
    in_fabric: bool = False

    @property
    def lost(self) -> LostThing:
        """What it is where no catalogue has its part."""
        return LostThing(self.part, place_of(self.face), self.in_fabric)


class HandCord(NamedTuple):
    """A cord laid by hand: positions among what the rack holds.

    `pdu` is -1 for a supply that is left unplugged; `outlet` is 0 for any that is free.
    """

    item: int
    supply: int
    pdu: int
    outlet: int


@dataclass(frozen=True, slots=True)
class RackCords:
    """The cords laid by hand in a rack.

    Attributes
    ----------
    order
        What decides, by position, between rack PDUs that are alike but for the feed, once all name
        theirs: their places by key. Empty where no cord by hand leads to such PDUs, some of which
        name a feed and some do not, as it is all one then.
    """

    cords: tuple[HandCord, ...] = ()
    order: tuple[int, ...] = ()


NO_CORDS: Final = RackCords()


@dataclass(frozen=True)
class Filling:
    """All that decides the power wiring of a rack. Equal fillings are wired once.

    Attributes
    ----------
    held
        Lowest first; what hangs beside the rails, as doors, comes last.
    order
        As `RackCords` has it.
    """

    part: str
    feeds: tuple[str, ...] = ()
    cording: str = ""
    held: tuple[Held, ...] = ()
    cords: tuple[HandCord, ...] = ()
    order: tuple[int, ...] = ()


def held_of(
    assembly: Assembly | None, own: Iterable[Device]
) -> tuple[tuple[Held, ...], tuple[str, ...]]:
    """Return what a rack holds and the keys within it: a slot as `/slot`, a device by its id."""
    found = [(_held(slot), f"/{slot.id}") for slot in assembly.slots] if assembly else []
    found += [(_held(device), device.id) for device in own]
    found.sort(key=lambda pair: (_wiring_order(pair[0]), pair[1]))
    return tuple(held for held, _ in found), tuple(key for _, key in found)


def in_wiring_order(held: Iterable[Held]) -> tuple[Held, ...]:
    """Return devices in the order in which they are wired: what hangs beside the rails last."""
    return tuple(sorted(held, key=_wiring_order))


def place_in_order(held: Sequence[Held], then: Sequence[int]) -> tuple[int, ...]:
    """Return the positions of devices in the order in which they are wired.

    Parameters
    ----------
    then
        What decides between those that are alike.
    """
    places = range(len(held))
    return tuple(sorted(places, key=lambda at: (_wiring_order(held[at]), then[at])))


def _wiring_order(held: Held) -> tuple[bool, Held]:
    return held.face in ("zero-u", "door"), held


def _held(device: Device | Slot) -> Held:
    return Held(
        device.half_u, device.face, device.part, device.feed, device.cording, bool(device.fabric)
    )


def filling_of(rack: Rack, held: tuple[Held, ...], laid: RackCords = NO_CORDS) -> Filling:
    """Return what decides the power wiring of a rack."""
    return Filling(rack.part, rack.feeds, rack.cording, held, laid.cords, laid.order)


def needs_power(part: Part) -> bool:
    """Whether a part takes power from a rack PDU or a whip: all that draws some of its own.

    A passive door, whose power is stated as 0, needs none.
    """
    return kind_of(part).draws in ("it", "building") and part.power_max_w != 0


def groups_of(
    held: Sequence[Held], parts: Sequence[Part | None]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the feeds of a rack with the positions of their PDUs; PDUs without a feed last."""
    named: dict[str, list[int]] = {}
    alone = []
    for item, part in enumerate(parts):
        if part is None or not kind_of(part).feeds_devices:
            continue
        if held[item].feed:
            named.setdefault(held[item].feed, []).append(item)
        else:
            alone.append(("", (item,)))
    return (*((feed, tuple(pdus)) for feed, pdus in sorted(named.items())), *alone)


def dealt_pdus(pdus: Sequence[int], parts: Sequence[Part | None]) -> tuple[int, ...]:
    """Return which of the PDUs of a feed the rule of cords deals to.

    A rack UPS is bought for what it is to carry through an outage: beside rack PDUs of its feed it
    has what cords by hand say, and alone on its feed all that the feed has.
    """
    strips = tuple(pdu for pdu in pdus if not _is_by_hand(parts[pdu]))
    return strips or tuple(pdus)


def _is_by_hand(part: Part | None) -> bool:
    return part is not None and kind_of(part).feeds_by_hand


def lost_strips(held: Sequence[Held], parts: Sequence[Part | None]) -> tuple[int, ...]:
    """Return the positions of what may be a rack PDU, and is not in the catalogue."""
    return tuple(
        item for item, part in enumerate(parts) if part is None and may_feed(held[item], part)
    )


def may_feed(held: Held, part: Part | None) -> bool:
    """Return whether something is a rack PDU, or may be: in the rails as well, if it has a height.

    Parameters
    ----------
    part
        Its part; None where no catalogue has it.
    """
    return kind_of(part).feeds_devices if part else may_be(held.lost, _feeds_devices)


def surely_feeds(held: Held, part: Part | None) -> bool:
    """Return whether something is a rack PDU for certain, as what hangs beside the rails is."""
    return kind_of(part).feeds_devices if part else is_surely(held.lost, _feeds_devices)


def _feeds_devices(kind: Kind) -> bool:
    return kind.feeds_devices


def local_cords(
    cords: Iterable[tuple[str, int, str, int]],
    held: Sequence[Held],
    keys: Sequence[str],
    place: Mapping[str, int],
) -> RackCords:
    """Return cords by hand within one rack as positions.

    Parameters
    ----------
    cords
        Key and number of the supply, key and number of the outlet; an empty key unplugs.
    held, keys
        What the rack holds, as `held_of` gives it.
    place
        The positions of these by the keys that cords have.
    """
    found = (
        HandCord(place[device], supply, place[pdu] if pdu else -1, outlet)
        for device, supply, pdu, outlet in cords
    )
    laid = tuple(sorted(found))
    return RackCords(laid, _order_once_named(held, keys, laid))


def parts_by_hand(held: Sequence[Held], cords: Iterable[HandCord]) -> frozenset[str]:
    """Return the parts of rack PDUs that cords by hand lead to."""
    return frozenset(held[cord.pdu].part for cord in cords if cord.pdu >= 0)


def _order_once_named(
    held: Sequence[Held], keys: Sequence[str], cords: Iterable[HandCord]
) -> tuple[int, ...]:
    """Return the order of PDUs as `RackCords` has it.

    Of alike PDUs on a feed the first by key takes a supply where both are as full, so that it
    matters which of them a cord by hand leads to.
    """
    parts = parts_by_hand(held, cords)
    feeds = {one.feed for one in held if one.part in parts}
    if "" not in feeds or len(feeds) < 2:
        return ()
    order = [0] * len(held)
    pdus = (at for at, one in enumerate(held) if one.part in parts)
    for rank, at in enumerate(sorted(pdus, key=keys.__getitem__)):
        order[at] = rank
    return tuple(order)
