"""What else is like something: of the same part, kind, contents, row, feeds or role in fabrics.

What assemblies bring is looked at once for each assembly, not for each of its copies.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import kind_of
from designer.model.change import record_with
from designer.model.design import Device, Rack, Slot
from designer.model.layout import Layout
from designer.model.network_keys import tray_key, tray_of

By = Literal["part", "kind", "contents", "row", "feed", "role"]
WORDS: Final[dict[By, str]] = {
    "part": "the same part", "kind": "the same kind", "contents": "the same contents",
    "row": "the same row", "feed": "the same feeds", "role": "the same role in a fabric",
}  # fmt: skip
_Held = Device | Slot


class Alike:
    """Finds what is like some things of a design.

    Parameters
    ----------
    layout, catalog
        The index over the design, and the parts.
    """

    def __init__(self, layout: Layout, catalog: Catalog) -> None:
        self._layout, self._catalog = layout, catalog
        self._of_assembly: dict[tuple[str, By], Hashable] = {}

    def like(self, keys: Iterable[str], by: By) -> tuple[str, ...]:
        """Return the keys of racks, devices and trays like some, these among them, in order.

        Empty where nothing can be said of any of these: a rack without feeds, a tray by its row.
        """
        racks = [self._layout.racks[key] for key in keys if key in self._layout.racks]
        if racks:
            wanted = {self._of_rack(rack, by) for rack in racks} - {None}
            return tuple(r.id for r in self._layout.design.racks if self._of_rack(r, by) in wanted)
        if trays := [tray_of(key) for key in keys if tray_of(key)]:
            return self._trays(trays, by)
        return tuple(self._devices(keys, by))

    def _trays(self, ids: Iterable[str], by: By) -> tuple[str, ...]:
        if by not in ("part", "kind"):
            return ()
        every = self._layout.design.trays
        read: Callable[..., str] = (lambda one: one.part) if by == "part" else lambda one: one.kind
        found = (record_with(every, one) for one in ids)
        wanted = {read(one) for one in found if one is not None}
        return tuple(tray_key(one.id) for one in every if read(one) in wanted)

    def _of_rack(self, rack: Rack, by: By) -> Hashable:
        """Return by what a rack is compared; None where nothing of it can be said."""
        if by == "part":
            return rack.part
        if by == "kind":
            return self._kind(rack.part)
        if by == "row":
            return rack.row or None
        if by == "feed" and rack.feeds:
            return frozenset(rack.feeds)
        return self._of_contents(rack, by)

    def _of_contents(self, rack: Rack, by: By) -> Hashable:
        own = self._layout.own_devices.get(rack.id, ())
        assembly = self._layout.assemblies.get(rack.assembly)
        slots = assembly.slots if assembly is not None else ()
        if own:
            return _said((*own, *slots), by)
        known = self._of_assembly.get((rack.assembly, by), self)
        if known is self:
            known = self._of_assembly[rack.assembly, by] = _said(slots, by)
        return known

    def _devices(self, keys: Iterable[str], by: By) -> Iterator[str]:
        layout = self._layout
        wanted: set[Hashable] = set()
        for key in keys:
            placed = layout.find(key)
            if placed is not None:
                own = self._of_held(placed.part, placed.feed, (placed.fabric, placed.tier), by)
                wanted.add(layout.racks[placed.rack].row or None if by == "row" else own)
        wanted.discard(None)
        if not wanted:
            return
        for rack in layout.design.racks:
            if by == "row" and rack.row not in wanted:
                continue
            assembly = layout.assemblies.get(rack.assembly)
            for device in layout.own_devices.get(rack.id, ()):
                if by == "row" or self._is_meant(device, by, wanted):
                    yield device.id
            for slot in assembly.slots if assembly is not None else ():
                if by == "row" or self._is_meant(slot, by, wanted):
                    yield f"{rack.id}/{slot.id}"

    def _is_meant(self, one: _Held, by: By, wanted: set[Hashable]) -> bool:
        return self._of_held(one.part, one.feed, (one.fabric, one.tier), by) in wanted

    def _of_held(self, part: str, feed: str, role: tuple[str, str], by: By) -> Hashable:
        if by == "part":
            return part
        if by == "kind":
            return self._kind(part)
        if by == "feed":
            return feed or None
        return role if by == "role" and role[0] else None

    def _kind(self, part_id: str) -> Hashable:
        part = self._catalog.get(part_id)
        return kind_of(part).singular if part is not None else None


def _said(held: Iterable[_Held], by: By) -> Hashable:
    """Return what is said of contents; None where nothing can be."""
    if by == "contents":
        found = sorted((one.part, one.half_u, one.face, one.side) for one in held)
        return tuple(found) or None
    if by == "feed":
        return frozenset(one.feed for one in held if one.feed) or None
    return frozenset((one.fabric, one.tier) for one in held if one.fabric) or None
