"""The feeds that power supplies hang on, as the power wiring of their rack has them. No Qt.

Loaded when the first rack with supplies is drawn: the wiring brings numpy.
"""

from functools import lru_cache

from designer.catalog.catalog import Catalog
from designer.model.design import Rack
from designer.model.feed_words import NO_FEED_LETTER, UNPLUGGED
from designer.model.layout import Layout
from designer.wiring.power import cords_by_rack
from designer.wiring.power_dealing import wire
from designer.wiring.power_filling import NO_CORDS, Filling, RackCords, filling_of, held_of
from designer.wiring.power_rack import RackWiring


def feeds_of_supplies(layout: Layout, catalog: Catalog, rack: Rack) -> dict[str, tuple[str, ...]]:
    """Return the letter of the feed of each supply, by key of what has supplies in a rack.

    `–` is a supply in no outlet, `?` one that hangs on a feed that the room does not have, on none
    that is named, or nobody knows where.
    """
    own = layout.own_devices.get(rack.id, ())
    held, keys = held_of(layout.assemblies.get(rack.assembly), own)
    cords = _cords_by_hand(layout, catalog).get(rack.id, NO_CORDS)
    wiring = _wired(filling_of(rack, held, cords), catalog)
    found = {}
    for item, letters in _letters(wiring, layout).items():
        key = keys[item]
        found[f"{rack.id}{key}" if key.startswith("/") else key] = tuple(letters)
    return found


def _letters(wiring: RackWiring, layout: Layout) -> dict[int, list[str]]:
    open_items = frozenset(wiring.open_items)
    found = {
        item: [NO_FEED_LETTER if item in open_items else UNPLUGGED] * part.psu.count
        for item, part in enumerate(wiring.parts)
        if part is not None and part.psu is not None
    }
    for one in wiring.unplugged:
        # A supply of which nobody knows where it hangs may be unplugged by hand for certain.
        if one.supply and one.item in open_items and not one.of_cord:
            found[one.item][one.supply - 1] = UNPLUGGED
    held = wiring.filling.held
    for cord in wiring.plugged:
        if cord.item in found and cord.supply <= len(found[cord.item]):
            found[cord.item][cord.supply - 1] = layout.feed_letter(held[cord.pdu].feed)
    return found


@lru_cache(maxsize=512)
def _wired(filling: Filling, catalog: Catalog) -> RackWiring:
    """Return the wiring of a filling: racks that are filled alike are wired once."""
    return wire(filling, catalog)


@lru_cache(maxsize=2)
def _cords_by_hand(layout: Layout, catalog: Catalog) -> dict[str, RackCords]:
    """Return the cords by hand of a design, by rack."""
    design = layout.design
    return cords_by_rack(design, catalog, layout.own_devices)[0] if design.cords else {}
