"""Voltages: what the feeds of the room bring to rack PDUs, and what reaches their outlets.

A rack PDU passes on the voltage of its feed. Where nobody states that one, it lies within what the
PDU is made for, and what it is made for is the planning value: less is carried at a lower voltage,
and a load draws more amperes there.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import PduFigures
from designer.engine.electric import outlet_volts
from designer.model.figures import Figure, estimate, exact
from designer.wiring.power_filling import surely_feeds
from designer.wiring.power_rack import RackWiring

TOLERANCE: Final = 0.1
"""IEC 60038:2009, 3.1: a supply of 230/400 V stays within 10 % of it, so that PDUs for 400 V serve
on 415 V too. The standard says it of supplies; it is a decision (in the guide) to take it for what
a PDU is made for, as no maker in the catalogue states a range."""


@dataclass(frozen=True)
class WrongFeed:
    """Rack PDUs of one part on a feed of a voltage that they are not made for, or may be.

    Attributes
    ----------
    open_on
        What leaves open on which feed they are; empty where that is known.
    """

    part: str
    name: str
    made_for: float
    feed: str
    volts: float
    pdus: int
    open_on: tuple[str, ...] = ()


PLANNED: Final = "rule volts that rack PDUs are made for"
"""What is planned with where nobody states the volts of a feed."""


def of_what_it_is_made_for(ref: str) -> Figure:
    """Return the voltage at a rack PDU over that which it is made for, where nobody states it.

    Parameters
    ----------
    ref
        What is not stated: `feed A.volts`.
    """
    return estimate(1.0, 1 - TOLERANCE, 1 + TOLERANCE, "", ref, PLANNED)


def brought(pdu: PduFigures, feed_volts: float | None) -> float:
    """Return the voltage at the inlet of a rack PDU.

    Parameters
    ----------
    feed_volts
        Of its feed, line to line where that has three phases; None where not known.
    """
    if feed_volts is None:
        return pdu.volts
    if pdu.phases == 3:
        return feed_volts
    # A single phase is taken from a feed of its own, line to line, or from a line to neutral.
    ways = (feed_volts, feed_volts / sqrt(3))
    return min(ways, key=lambda volts: abs(volts - pdu.volts))


def fits(pdu: PduFigures, feed_volts: float | None) -> bool:
    """Return whether a rack PDU is made for the voltage of its feed."""
    return abs(brought(pdu, feed_volts) - pdu.volts) <= TOLERANCE * pdu.volts


def inlets(wiring: RackWiring, volts: Mapping[str, float]) -> dict[int, float]:
    """Return the voltage at the inlet of every rack PDU whose figures are known, by position."""
    return {
        at: brought(part.pdu, volts.get(feed))
        for feed, pdus in wiring.groups
        for at in pdus
        if (part := wiring.parts[at]) is not None and part.pdu is not None
    }


def outlets(wiring: RackWiring, volts: Mapping[str, float]) -> dict[int, float]:
    """Return the voltage at the outlets of every rack PDU whose figures are known, by position."""
    found = {}
    for at, inlet in inlets(wiring, volts).items():
        part = wiring.parts[at]
        if part is not None and part.pdu is not None:
            # How outlets are wired is the PDU's: line to neutral stays so at a lower voltage.
            wired = outlet_volts(part.pdu.volts, part.pdu.phases) / part.pdu.volts
            found[at] = inlet * wired
    return found


def outlets_between(
    wiring: RackWiring, volts: Mapping[str, float], feeds: Collection[str]
) -> dict[int, Figure]:
    """Return the same with bounds where nobody states the voltage of a feed of the room.

    Parameters
    ----------
    feeds
        Feeds of the room.
    """
    feed_of = {at: feed for feed, pdus in wiring.groups for at in pdus}
    found = {}
    for at, planned in outlets(wiring, volts).items():
        feed, found[at] = feed_of[at], exact(planned, "V")
        if feed in feeds and feed not in volts:
            found[at] = of_what_it_is_made_for(f"feed {feed}.volts").times(planned, "V")
    return found


def any_volts(volts: Mapping[str, float], feeds: Iterable[str]) -> tuple[Mapping[str, float], ...]:
    """Return the voltages of feeds with any of these as that of a rack PDU that names none."""
    found = dict.fromkeys(volts.get(feed) for feed in feeds)
    return tuple(volts if at is None else {**volts, "": at} for at in found)


def wrong_feeds(wiring: RackWiring, volts: Mapping[str, float]) -> Iterator[WrongFeed]:
    """Yield rack PDUs on feeds of a voltage that they are not made for, or may not be.

    One that the catalogue lacks may be made for any. What may be one, or a device that may hang on
    outlets of any voltage, is asked as a device.
    """
    found: dict[tuple[str, str], WrongFeed] = {}
    for feed, pdus in wiring.groups:
        for at in pdus:
            part = wiring.parts[at]
            if part is None or part.pdu is None or fits(part.pdu, volts.get(feed)):
                continue
            number = found[part.id, feed].pdus if (part.id, feed) in found else 0
            found[part.id, feed] = WrongFeed(
                part.id, part.name or part.id, part.pdu.volts, feed, volts[feed], number + 1
            )
    yield from found.values()
    yield from _of_lost_parts(wiring, volts)


def _of_lost_parts(wiring: RackWiring, volts: Mapping[str, float]) -> Iterator[WrongFeed]:
    """Yield what the catalogue lacks and may be a rack PDU on a feed of a voltage."""
    held = wiring.filling.held
    found = Counter(
        held[at].part
        for at in wiring.lost_strips
        if (held[at].feed in volts or (volts and not held[at].feed))
        and (held[at].feed or surely_feeds(held[at], None) or at not in wiring.open_items)
    )
    for part, number in found.items():
        yield WrongFeed(part, part, 0.0, "", 0.0, number, (lost_ref(part),))
