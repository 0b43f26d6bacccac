"""Every way to name the feeds of a rack's PDUs that name none, and how the rack is wired then.

The rule of cords deals supplies feed by feed, and rack PDUs of one feed together. So a name is more
than a label: it deals the supplies anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Final

from designer.wiring.power_dealing import wired
from designer.wiring.power_filling import parts_by_hand, place_in_order
from designer.wiring.power_rack import RackWiring

MOST_NAMINGS: Final = 40
"""Ways to name feeds that are tried one by one: four alike PDUs on four feeds are 35."""


@dataclass(frozen=True)
class Named:
    """A rack whose PDUs all name a feed.

    Attributes
    ----------
    places
        Where each thing stands among what the rack holds now, by its position before.
    """

    wiring: RackWiring
    places: tuple[int, ...]


def nameless(wiring: RackWiring) -> tuple[int, ...]:
    """Return the positions of rack PDUs that name no feed."""
    return tuple(item for feed, pdus in wiring.groups if not feed for item in pdus)


def namings(wiring: RackWiring, feeds: Sequence[str]) -> tuple[Named, ...]:
    """Return the rack with its nameless PDUs on feeds, in every way; none if these are too many.

    PDUs that are alike, and have no cords by hand, may change places: that is no other way.
    """
    kinds = _alike(wiring)
    ways = prod(comb(len(feeds) + len(items) - 1, len(items)) for items in kinds)
    if not 0 < ways <= MOST_NAMINGS:
        return ()
    return tuple(_named(wiring, names) for names in _names(kinds, feeds))


def _alike(wiring: RackWiring) -> tuple[tuple[int, ...], ...]:
    """Return nameless PDUs, those together of which it is all one which has which name."""
    held = wiring.filling.held
    by_hand = parts_by_hand(held, wiring.filling.cords)
    found: dict[object, list[int]] = {}
    for item in nameless(wiring):
        found.setdefault(item if held[item].part in by_hand else held[item], []).append(item)
    return tuple(map(tuple, found.values()))


def _names(kinds: Sequence[Sequence[int]], feeds: Sequence[str]) -> Iterator[dict[int, str]]:
    """Yield the feeds of PDUs by position, in every way."""
    chosen = (combinations_with_replacement(feeds, len(items)) for items in kinds)
    for names in product(*chosen):
        pairs = zip(kinds, names, strict=True)
        yield {item: feed for items, on in pairs for item, feed in zip(items, on, strict=True)}


def _named(wiring: RackWiring, names: Mapping[int, str]) -> Named:
    """Return a rack whose PDUs of these positions are on these feeds."""
    filling = wiring.filling
    held = [
        one._replace(feed=names[item]) if item in names else one
        for item, one in enumerate(filling.held)
    ]
    order = place_in_order(held, filling.order or [item in names for item in range(len(held))])
    places = {before: now for now, before in enumerate(order)} | {-1: -1}
    cords = (cord._replace(item=places[cord.item], pdu=places[cord.pdu]) for cord in filling.cords)
    now = replace(
        filling, held=tuple(held[item] for item in order), cords=tuple(sorted(cords)), order=()
    )
    found = wired(now, wiring.part, tuple(wiring.parts[item] for item in order))
    return Named(found, tuple(places[item] for item in range(len(held))))
