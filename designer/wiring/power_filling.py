"""What a rack holds as far as power is concerned, and the rack PDUs that its feeds come in by.

Racks that are filled alike are wired alike: a `Filling` is all that decides the wiring. May import
the kinds and parts of the catalogue and the model.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


@dataclass(frozen=True)
class Filling:
    """All that decides the power wiring of a rack. Equal fillings are wired once.

    Attributes
    ----------
    held
        Lowest first; what hangs beside the rails, as doors, comes last.
    """

    part: str
    feeds: tuple[str, ...] = ()
    cording: str = ""
    held: tuple[Held, ...] = ()
    cords: tuple[HandCord, ...] = ()


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


def place_in_order(held: Sequence[Held], then: Sequence[bool]) -> tuple[int, ...]:
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


def filling_of(rack: Rack, held: tuple[Held, ...], cords: tuple[HandCord, ...] = ()) -> Filling:
    """Return what decides the power wiring of a rack."""
    return Filling(rack.part, rack.feeds, rack.cording, held, cords)


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
    cords: Iterable[tuple[str, int, str, int]], keys: Sequence[str], rack: str
) -> tuple[HandCord, ...]:
    """Return cords by hand within one rack as positions.

    Parameters
    ----------
    cords
        Key and number of the supply, key and number of the outlet; an empty key unplugs.
    keys
        Keys as `held_of` gives them.
    """
    place: Mapping[str, int] = {
        (f"{rack}{key}" if key.startswith("/") else key): at for at, key in enumerate(keys)
    }
    found = (
        HandCord(place[device], supply, place[pdu] if pdu else -1, outlet)
        for device, supply, pdu, outlet in cords
    )
    return tuple(sorted(found))
