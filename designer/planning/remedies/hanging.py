"""What a remedy hangs in racks: rear doors, and rack PDUs on the feeds that they lack.

Where all copies of an assembly are to get the same, the assembly gets it, so that they stay copies.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import edit_assembly, place_device
from designer.document.edits.feeds import PATHS, in_turn
from designer.document.edits.naming import fresh_id
from designer.document.placement import ZERO_U_POSITIONS, default_face
from designer.model.design import Assembly, Design, Slot
from designer.model.layout import Layout
from designer.planning.rack_filling import Budget, feed_kw, pdus_carry
from designer.planning.remedies.parts import used
from designer.wiring.brought_volts import volts_of_feeds

Hung = tuple[str, str]
"""A part, and the feed that it hangs on; no feed for a door."""


def hang(catalog: Catalog, part: Part, racks: Sequence[str]) -> Edit:
    """Hang a part at the side or rear of each of some racks, all or none.

    Raises
    ------
    EditError
        From the edit, if a rack has no place for it: the message names the rack.
    """
    return with_pdus(catalog, dict.fromkeys(racks, ((part.id, ""),)))


def with_pdus(catalog: Catalog, wanted: Mapping[str, Sequence[Hung]]) -> Edit:
    """Hang parts in racks, each on its feed, all or none.

    Raises
    ------
    EditError
        From the edit, if a rack has no place for them: the message names the rack.
    """

    def edit(design: Design) -> Design:
        layout, left = Layout(design), dict(wanted)
        for assembly in layout.assemblies.values():
            copies = [rack.id for rack in design.racks if rack.assembly == assembly.id]
            asked = {tuple(left.get(rack, ())) for rack in copies}
            same = asked.pop() if len(asked) == 1 else ()
            if len(copies) > 1 and same:
                slots = (*assembly.slots, *_slots(catalog, assembly, same))
                design = edit_assembly(catalog, assembly.id, slots)(design)
                left = {rack: one for rack, one in left.items() if rack not in copies}
        for rack, hung in left.items():
            for part, feed in hung:
                belongs: dict[str, Any] = {"feed": feed} if feed else {}
                design = place_device(catalog, part, rack, **belongs)(design)
        return design

    return edit


def _slots(catalog: Catalog, assembly: Assembly, hung: Sequence[Hung]) -> list[Slot]:
    """Return new slots of an assembly, with ids that none of its slots has."""
    taken, slots = {slot.id for slot in assembly.slots}, list[Slot]()
    for part, feed in hung:
        stem = f"pdu-{feed.lower()}" if feed else part
        key = fresh_id(taken, stem)
        taken.add(key)
        face = default_face(catalog.require(part))
        name = f"pdu-{{rack}}-{feed}" if feed else f"{part}-{{rack}}"
        slots.append(Slot(id=key, part=part, face=face, name=name, feed=feed))
    return slots


def pdus_of_racks(rack: str, layout: Layout, catalog: Catalog, more: int = 0) -> tuple[Hung, ...]:
    """Return the rack PDUs that a rack lacks; none where nothing would do.

    One that has some on one feed only gets as many on the next, and on further ones that its
    supplies ask for; one that has none on a feed that the room has gets one on each of two feeds,
    of which either carries all of it, or of as many as its supplies ask for. What has some in a
    room of one feed lacks the second feed, and no rack PDU.

    Parameters
    ----------
    more
        On how many further feeds; 0 where it is left to the supplies.
    """
    feeds = tuple(feed.id for feed in layout.design.feeds)
    hung = [
        placed for placed in layout.in_rack(rack)
        if (part := catalog.get(placed.part)) is not None and part.traits.feeds_devices
    ]  # fmt: skip
    if hung and len(feeds) < PATHS:
        return ()
    strips: dict[str, list[str]] = {}
    for placed in hung:
        if placed.feed in feeds:
            strips.setdefault(placed.feed, []).append(placed.part)
    if strips:
        wanted = more or _paths(rack, len(feeds), layout, catalog) - len(strips)
        others = [feed for feed in feeds if feed not in strips][: max(1, wanted)]
        alike = max(strips.values(), key=len)
        return tuple((part_id, feed) for feed in others for part_id in alike)
    number = list(layout.racks).index(rack)
    mine = in_turn(feeds, number, _paths(rack, len(feeds), layout, catalog))
    mine = tuple(feed for feed in feeds if feed in mine)
    chosen = _pdu_for(rack, mine, layout, catalog)
    return tuple((chosen, feed) for feed in mine) if chosen else ()


def _paths(rack: str, feeds: int, layout: Layout, catalog: Catalog) -> int:
    """Return over how many feeds the supplies of a rack are spread, so that any may be lost.

    Two, or as many as the redundancy that makers declare asks for: 4+2 is lost with half of six.
    """
    wanted = PATHS
    for placed in layout.in_rack(rack):
        part = catalog.get(placed.part)
        spare = part.psu.count - part.psu.declared if part and part.psu else 0
        if part is None or part.psu is None or spare >= part.psu.count or spare < 1:
            continue
        wanted = max(wanted, ceil(part.psu.count / spare))
    return min(wanted, feeds, ZERO_U_POSITIONS)


def _pdu_for(rack: str, feeds: Sequence[str], layout: Layout, catalog: Catalog) -> str:
    """Return the part of rack PDUs, one on each feed, that carry a rack; empty for none.

    The commonest of the design that does, else the smallest of the catalogue; at the voltage of the
    feeds where they state one.
    """
    brought = volts_of_feeds(layout.design.power)
    volts = {brought[feed] for feed in feeds if feed in brought}
    power_factor, counts = layout.design.site.power_factor, used(layout)
    parts = [part for placed in layout.in_rack(rack) if (part := catalog.get(placed.part))]
    found = [
        (-counts[pdu.id], feed_kw(pdu, power_factor), pdu.id)
        for pdu in catalog.parts
        if pdu.traits.feeds_devices
        and pdu.pdu is not None
        and pdu.height_half_u == 0
        and not volts - {pdu.pdu.volts}
    ]
    for _, kw, pdu_id in sorted(found):
        if pdus_carry(catalog, parts, Budget(0, kw, pdu_id, power_factor=power_factor)):
            return pdu_id
    return ""
