"""The feeds that power supplies hang on, as the power wiring of their rack has them. No Qt.

Loaded when the first rack with supplies is drawn: the wiring brings numpy.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from designer.catalog.catalog import Catalog
from designer.model.design import Rack
from designer.model.feed_words import NO_FEED_LETTER, UNPLUGGED
from designer.model.layout import Layout
from designer.wiring.power import CordEnds, ends_by_rack
from designer.wiring.power_branches import branch_at, branches_of
from designer.wiring.power_dealing import wire
from designer.wiring.power_ends import shelves_of
from designer.wiring.power_filling import Filling
from designer.wiring.power_outlets import outlet_counts, outlets_of
from designer.wiring.power_rack import RackWiring
from designer.wiring.rack_cords import filling_in

_Letters = dict[str, tuple[str, ...]]


class Hang(NamedTuple):
    """What a supply hangs on.

    Attributes
    ----------
    feed
        Id of the feed; empty where none is named.
    pdu
        Position of its rack PDU among what the rack holds.
    breaker
        Number of the breaker of its outlet; 0 where nobody can say it.
    """

    feed: str
    pdu: int
    breaker: int


@dataclass(frozen=True)
class Cords:
    """What hangs on what in a rack.

    Attributes
    ----------
    items
        Keys of what the rack holds, by position.
    hangs
        What each supply in an outlet hangs on, by key of its device and number from 0.
    shelves
        Ids of the feeds of the power shelves of a rack, by number from 0.
    shelf_keys
        Keys of the shelves that stand in its rails, by number; none of what is sold filled.
    """

    items: tuple[str, ...]
    hangs: Mapping[str, Mapping[int, Hang]]
    shelves: Mapping[int, str]
    shelf_keys: tuple[str, ...]


@dataclass(frozen=True)
class RackPower(Cords):
    """The same with the wiring that says so, for who draws rack PDUs and their outlets."""

    wiring: RackWiring

    @property
    def groups(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Feeds with the positions of their rack PDUs."""
        return self.wiring.groups

    def outlets_of(self, pdu: int) -> dict[str, int | None]:
        """Return how many outlets of each kind a rack PDU has; None where nobody says."""
        part = self.wiring.parts[pdu]
        return outlet_counts(part.pdu) if part is not None and part.pdu is not None else {}

    def used_of(self, pdu: int) -> Counter[str]:
        """Return how many of its outlets are used, by kind; of no kind those nobody numbers."""
        kinds = dict(outlets_of(self.wiring.parts[pdu]))
        return Counter(kinds.get(one.outlet, "") for one in self.wiring.plugged if one.pdu == pdu)


def feeds_of_supplies(layout: Layout, catalog: Catalog, rack: Rack) -> _Letters:
    """Return the letter of the feed of each supply, by key of what has supplies in a rack.

    `–` is a supply in no outlet, `?` one that hangs on a feed that the room does not have, on none
    that is named, or nobody knows where. The key of a device that an assembly brings is `/slot`:
    copies of an assembly have the same ones.
    """
    return _hangings(layout, catalog).of(rack)


def cords_in(layout: Layout, catalog: Catalog, rack: Rack) -> Cords:
    """Return what hangs on what in a rack."""
    return power_in(layout, catalog, rack)


def power_in(layout: Layout, catalog: Catalog, rack: Rack) -> RackPower:
    """Return what hangs on what in a rack, with its wiring."""
    ends = ends_by_rack(layout.design, layout.racks)[0] if layout.design.cords else {}
    filling, keys = filling_in(layout, catalog, rack, ends.get(rack.id, ()))
    wiring = _wired(filling, catalog)
    keys = tuple(f"{rack.id}{key}" if key.startswith("/") else key for key in keys)
    found: dict[str, dict[int, Hang]] = {}
    for cord in wiring.plugged:
        part = wiring.parts[cord.pdu]
        branch = branch_at(branches_of(part.pdu), cord.outlet) if part and part.pdu else None
        hang = Hang(filling.held[cord.pdu].feed, cord.pdu, branch.number if branch else 0)
        found.setdefault(keys[cord.item], {})[cord.supply - 1] = hang
    shelved = wiring.itself is not None and shelves_of(wiring.itself)
    shelves = {at: feed for feed, at in wiring.whips} if shelved else {}
    placed = tuple(keys[item] for item in wiring.bus.shelves) if wiring.bus is not None else ()
    return RackPower(keys, found, shelves, placed, wiring)


class _Hangings:
    """Where supplies hang in one design: copies of an assembly need not even be compared."""

    def __init__(self, layout: Layout, catalog: Catalog) -> None:
        self._layout, self._catalog = layout, catalog
        self._cords: dict[str, list[CordEnds]] = {}
        if layout.design.cords:
            self._cords = ends_by_rack(layout.design, layout.racks)[0]
        self._shared: dict[tuple[object, ...], _Letters] = {}

    def of(self, rack: Rack) -> _Letters:
        """Return the letters of a rack."""
        own, ends = self._layout.own_devices.get(rack.id, ()), self._cords.get(rack.id)
        if own or ends:
            return self._worked_out(rack, ends or ())
        kind = (rack.part, rack.assembly, rack.feeds, rack.cording)
        found = self._shared.get(kind)
        if found is None:
            found = self._shared[kind] = self._worked_out(rack, ())
        return found

    def _worked_out(self, rack: Rack, ends: Sequence[CordEnds]) -> _Letters:
        filling, keys = filling_in(self._layout, self._catalog, rack, ends)
        wiring = _wired(filling, self._catalog)
        return {keys[item]: tuple(said) for item, said in self._letters(wiring).items()}

    def _letters(self, wiring: RackWiring) -> dict[int, list[str]]:
        open_items, held = frozenset(wiring.open_items), wiring.filling.held
        found = {
            item: [NO_FEED_LETTER if item in open_items else UNPLUGGED] * part.psu.count
            for item, part in enumerate(wiring.parts)
            if part is not None and part.psu is not None
        }
        if wiring.bus is not None:
            on = {wiring.bus.shelves[at]: feed for feed, at in wiring.whips}
            for item in wiring.bus.shelves:
                feed = on.get(item)
                letter = UNPLUGGED if feed is None else self._layout.feed_letter(feed)
                found[item] = [letter] * len(found.get(item, ("",)))
        for one in wiring.unplugged:
            # Of a device that nobody knows where it hangs, a supply may be unplugged by hand.
            if one.supply and one.item in open_items & found.keys() and not one.of_cord:
                found[one.item][one.supply - 1] = UNPLUGGED
        for cord in wiring.plugged:
            if cord.item in found and cord.supply <= len(found[cord.item]):
                feed = held[cord.pdu].feed
                found[cord.item][cord.supply - 1] = self._layout.feed_letter(feed)
        return found


@lru_cache(maxsize=2)
def _hangings(layout: Layout, catalog: Catalog) -> _Hangings:
    return _Hangings(layout, catalog)


@lru_cache(maxsize=512)
def _wired(filling: Filling, catalog: Catalog) -> RackWiring:
    """Return the wiring of a filling: an edit wires anew what it touches."""
    return wire(filling, catalog)
