"""Supplies that stand on outlets of a voltage that they are not made for, or may.

Where nobody can say on which rack PDU a supply hangs, every one that it may hang on is asked.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from designer.catalog.part import Part, Psu
from designer.engine.subjects.feeds.open_cords import OpenCords, Refs
from designer.engine.subjects.feeds.supplies import on_busbar
from designer.engine.subjects.feeds.voltage import any_volts, outlets, outlets_between
from designer.model.figures import Figure
from designer.wiring.power_filling import needs_power
from designer.wiring.power_outlets import socket_of, takes_plug
from designer.wiring.power_rack import RackWiring

ROUNDED_V: Final = 1.0
"""Nominal voltages are rounded: 240 V is 415 V / √3 = 239.6 V, 220 V is 380 V / √3 = 219.4 V."""


@dataclass(frozen=True)
class WrongVolts:
    """Supplies on outlets whose voltage they are not made for, or may not be.

    Attributes
    ----------
    volts
        Of the outlets; 0 where it is open on which of several they hang, or whether they do.
    open_on
        Inputs that leave open whether they are; empty where they are not for certain.
    """

    part: str
    name: str
    volts: float
    low: float | None
    high: float | None
    supplies: int
    open_on: Refs = ()


def wrong_volts(
    wiring: RackWiring, cords: OpenCords, feeds: Mapping[str, float], room: Collection[str] = ()
) -> Iterator[WrongVolts]:
    """Yield parts with supplies on outlets of a voltage that they are not made for, or may not be.

    What has supplies that nobody counted hangs on some outlet, but on which is open; so does what
    the catalogue lacks, and what a PDU feeds that it lacks.

    Parameters
    ----------
    feeds
        Voltage of the feeds that state one.
    room
        Feeds of the room: what one of them brings is open where nobody states it.
    """
    at_outlets, between = outlets(wiring, feeds), outlets_between(wiring, feeds, room)
    found: dict[tuple[str, float], list[Part]] = {}
    unsure: dict[tuple[str, str], dict[str, None]] = {}
    for item in wiring.open_items:
        part, part_id = wiring.parts[item], wiring.filling.held[item].part
        if part is not None and part.psu is not None and on_busbar(part.psu):
            continue  # It takes no cord: of the volts of a bus bar its own rule asks.
        name = part.name if part else part_id
        unsure.setdefault((part_id, name), {})[wiring.why_open(item)] = None
    for item, pdus, lacks in _places(wiring, cords):
        part = wiring.parts[item]
        if part is None:
            continue
        refs = [f"{strip.id}.pdu" for at in pdus if (strip := wiring.parts[at]) and not strip.pdu]
        volts = {at_outlets[at] for at in pdus if at in at_outlets}
        which = cords.pdus[item] if len(volts) > 1 else ()
        if part.psu is None:
            refs = [f"{part.id}.psu"]
        elif (refs or lacks or which) and any(fits(part.psu, one) is False for one in volts):
            refs += lacks or which
        elif perhaps := [
            gap.ref
            for at in pdus
            if at in between and fits_between(part.psu, between[at]) is None
            for gap in between[at].gaps
        ]:
            refs += perhaps
        else:
            for one in sorted(volts):
                if not fits(part.psu, one):
                    found.setdefault((part.id, one), []).append(part)
        if refs:
            unsure.setdefault((part.id, part.name), {}).update(dict.fromkeys(refs))
    yield from _known(found)
    for (part_id, name), why_not in unsure.items():
        yield WrongVolts(part_id, name, 0.0, None, None, 0, tuple(why_not)[:2])


def perhaps_wrong_volts(
    wiring: RackWiring, feeds: Mapping[str, float], room: Iterable[str], unnamed: str
) -> Iterator[WrongVolts]:
    """Yield parts that may hang on outlets of a wrong voltage by some way to name feeds.

    A name deals supplies anew, so that each may hang on any rack PDU.

    Parameters
    ----------
    room
        Feeds of the room, any of which a rack PDU may name.
    unnamed
        What leaves open which feed a rack PDU hangs on.
    """
    volts = {at for way in any_volts(feeds, room) for at in outlets(wiring, way).values()}
    for part in wiring.parts:
        if part is None or part.psu is None or not needs_power(part) or on_busbar(part.psu):
            continue
        if not all(fits(part.psu, at) for at in volts):
            yield WrongVolts(part.id, part.name, 0.0, None, None, 0, (unnamed,))


def _known(found: Mapping[tuple[str, float], list[Part]]) -> Iterator[WrongVolts]:
    """Yield what is found of supplies that hang on outlets of a voltage that is known."""
    for (_, volts), parts in found.items():
        if (of := parts[0].psu) is not None:
            ends = (("volts_min", of.volts_min), ("volts_max", of.volts_max))
            refs = tuple(f"{parts[0].id}.psu.{name}" for name, end in ends if end is None)
            yield WrongVolts(
                parts[0].id, parts[0].name, volts, of.volts_min, of.volts_max, len(parts),
                refs if fits(of, volts) is None else (),
            )  # fmt: skip


def _places(wiring: RackWiring, cords: OpenCords) -> Iterator[tuple[int, tuple[int, ...], Refs]]:
    """Yield each supply's device, the PDUs it may hang on, and why it may not hang at all.

    Supplies that find no outlet where the rule deals them, and may be dealt elsewhere, may hang on
    any PDU.
    """
    by_hand = {(cord.item, cord.supply) for cord in wiring.filling.cords}
    everywhere = tuple(pdu for _, pdus in wiring.groups for pdu in pdus)
    group_of = {pdu: pdus for _, pdus in wiring.groups for pdu in pdus}
    for item, supply, at, _ in wiring.plugged:
        pdus: tuple[int, ...] = (at,)
        if (item, supply) not in by_hand and item in cords.pdus:
            of_group = everywhere if item in cords.turned else group_of[at]
            pdus = _with_outlets(wiring, item, of_group)
        yield item, pdus, cords.supplies.get((item, supply), ())
    for item in sorted(cords.lacking):
        yield item, _with_outlets(wiring, item, everywhere), cords.feeds[item]


def _with_outlets(wiring: RackWiring, item: int, pdus: Iterable[int]) -> tuple[int, ...]:
    """Return the rack PDUs that have outlets for a device's plugs, or may have some."""
    socket, parts = socket_of(wiring.parts[item]), wiring.parts
    return tuple(
        at for at in pdus
        if (strip := parts[at]) is None
        or strip.pdu is None
        or takes_plug(strip.pdu, socket) != 0
    )  # fmt: skip


def fits_between(psu: Psu, volts: Figure) -> bool | None:
    """Return whether supplies are made for a voltage of which bounds are known; None where open.

    An end that nobody states is asked at the voltage itself (`fits`), and leaves nothing open here.
    """
    low, high = (fits(psu, at) is not False for at in (volts.low, volts.high))
    if low and high:
        return True
    # Too low and too high at its ends is right somewhere between, where both are beyond one is not.
    least, most = psu.volts_min, psu.volts_max
    below = least is not None and volts.high < least - ROUNDED_V
    above = most is not None and volts.low > most + ROUNDED_V
    return False if below or above else None


def fits(psu: Psu, volts: float) -> bool | None:
    """Return whether supplies are made for a voltage; None where that is not known."""
    low, high = psu.volts_min, psu.volts_max
    if (low is not None and volts < low - ROUNDED_V) or (
        high is not None and volts > high + ROUNDED_V
    ):
        return False
    return None if low is None or high is None else True
