"""Where on the floor two designs differ: racks, plant and trays, each with the sign it bears.

A rack is marked for what is in it as well: a device that came, an assembly that changed. May import
`model`, `catalog` and the comparison of this room.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import drawn_of, pipe_key, plant_key
from designer.document.comparison import PARTS, Comparison, Kind, RecordChange
from designer.document.placement import Box, box_around, rack_box
from designer.document.tray_plans import DRAWN_MM
from designer.model.design import Assembly, Cable, Cord, Design, Device, Tray
from designer.model.network_keys import tray_key

_WEIGHT: Final[Mapping[Kind, int]] = {"changed": 0, "moved": 1, "added": 2, "removed": 2}
"""Of several changes at one place the one that says most is shown."""

_OF_ITSELF: Final[Mapping[str, Callable[[str], str]]] = {
    "power": plant_key, "loops": pipe_key, "trays": tray_key, "racks": lambda key: key,
}  # fmt: skip
"""By what a record is selected that stands on the floor itself."""


@dataclass(frozen=True)
class Mark:
    """Something on the floor that is not the same in both designs.

    Attributes
    ----------
    key
        By what it is selected.
    box
        Where it is now; where it was, if it is gone.
    was
        Where it was, if it is elsewhere now.
    """

    key: str
    kind: Kind
    name: str
    box: Box
    was: Box | None = None


class ChangePlaces:
    """The places of the changes of a comparison.

    Parameters
    ----------
    catalogs
        Of either side: they give the sizes of what stands.
    """

    def __init__(self, comparison: Comparison, catalogs: tuple[Catalog, Catalog]) -> None:
        self._comparison = comparison
        self._before = _Floor(comparison.before, catalogs[0])
        self._after = _Floor(comparison.after, catalogs[1])

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """What is marked on the floor, by key."""
        kinds: dict[str, Kind] = {}
        for change in self._comparison.changes:
            for key, kind in self._kinds(change):
                if key not in kinds or _WEIGHT[kind] > _WEIGHT[kinds[key]]:
                    kinds[key] = kind
        found = {key: self._mark(key, kind) for key, kind in kinds.items()}
        return {key: mark for key, mark in found.items() if mark is not None}

    def of(self, change: RecordChange) -> frozenset[str]:
        """Return the keys of what a change touches on the floor; of a row its marked racks."""
        keys = [key for key, _ in self._kinds(change)]
        if change.collection == "rows":
            keys += (*self._before.in_row[change.id], *self._after.in_row[change.id])
        return frozenset(key for key in keys if key in self.marks)

    def unchanged(self) -> tuple[Box, ...]:
        """Return where racks stand that are the same."""
        return tuple(box for key, box in self._after.racks.items() if key not in self.marks)

    @property
    def around(self) -> Box:
        """The box around the rooms of both sides and all that is marked."""
        corners = [point for side in (self._before, self._after) for point in side.room]
        boxes = [(x, y, x, y) for x, y in corners]
        boxes += [mark.box for mark in self.marks.values()]
        boxes += [mark.was for mark in self.marks.values() if mark.was is not None]
        boxes += self._after.racks.values()
        return box_around(boxes) if boxes else (0, 0, 1, 1)

    def name_at(self, key: str) -> str:
        """Return what people call something that stands."""
        return self._after.names.get(key) or self._before.names.get(key, key)

    def key_at(self, x_mm: float, y_mm: float) -> str:
        """Return what is marked at a point; empty where nothing is."""
        hit = ""
        for key, mark in self.marks.items():
            left, top, right, bottom = mark.box
            if left <= x_mm <= right and top <= y_mm <= bottom:
                hit = key
            elif mark.was is not None and not hit:
                left, top, right, bottom = mark.was
                hit = key if left <= x_mm <= right and top <= y_mm <= bottom else hit
        return hit

    def _mark(self, key: str, kind: Kind) -> Mark | None:
        now, was = self._after.boxes.get(key), self._before.boxes.get(key)
        box = was if now is None else now
        if box is None:
            return None
        elsewhere = was if now is not None and was != now else None
        return Mark(key, kind, self.name_at(key), box, elsewhere)

    def _kinds(self, change: RecordChange) -> Iterator[tuple[str, Kind]]:
        """Yield what a change touches on the floor, and what it means there."""
        name = change.collection
        if name in _OF_ITSELF:
            kind: Kind = "moved" if change.kind == "changed" and change.moves else change.kind
            yield _OF_ITSELF[name](change.id), kind
            return
        for record, side in ((change.old, self._before), (change.new, self._after)):
            if isinstance(record, Device):
                yield record.rack, "changed"
            elif isinstance(record, Assembly):
                yield from ((key, "changed") for key in side.filled_by[record.id])
            elif isinstance(record, Cable | Cord):
                yield from ((key, "changed") for key in _ends(record, side))
            elif name == PARTS:
                yield from ((key, "changed") for key in side.holding[change.id])


class _Floor:
    """One of the designs, by what stands where."""

    def __init__(self, design: Design, catalog: Catalog) -> None:
        self._design, self._catalog = design, catalog
        self.room = design.room.outline

    @cached_property
    def racks(self) -> dict[str, Box]:
        return {rack.id: rack_box(self._catalog, rack) for rack in self._design.racks}

    @cached_property
    def boxes(self) -> dict[str, Box]:
        plant = {one.key: one.box for one in drawn_of(self._design, self._catalog)}
        trays = {tray_key(tray.id): _along(tray) for tray in self._design.trays if tray.corners}
        return {**plant, **trays, **self.racks}

    @cached_property
    def names(self) -> dict[str, str]:
        plant = {one.key: one.name for one in drawn_of(self._design, self._catalog)}
        trays = {tray_key(tray.id): tray.name or tray.id for tray in self._design.trays}
        return {**plant, **trays, **{rack.id: rack.name for rack in self._design.racks}}

    @cached_property
    def rack_of(self) -> dict[str, str]:
        """The rack of each device of its own."""
        return {device.id: device.rack for device in self._design.devices}

    @cached_property
    def in_row(self) -> dict[str, list[str]]:
        """Racks by their row."""
        found: dict[str, list[str]] = defaultdict(list)
        for rack in self._design.racks:
            found[rack.row].append(rack.id)
        return found

    @cached_property
    def filled_by(self) -> dict[str, list[str]]:
        """Racks by the assembly that fills them."""
        found: dict[str, list[str]] = defaultdict(list)
        for rack in self._design.racks:
            found[rack.assembly].append(rack.id)
        return found

    @cached_property
    def holding(self) -> dict[str, set[str]]:
        """Racks by the parts that they are and hold."""
        found: dict[str, set[str]] = defaultdict(set)
        for rack in self._design.racks:
            found[rack.part].add(rack.id)
        for device in self._design.devices:
            found[device.part].add(device.rack)
        for assembly in self._design.assemblies:
            for slot in assembly.slots:
                found[slot.part].update(self.filled_by[assembly.id])
        return found


def _ends(record: Cable | Cord, side: _Floor) -> Iterator[str]:
    """Yield the racks at which a cable or a cord ends."""
    ends = [record.a, record.b] if isinstance(record, Cable) else [record.supply, record.outlet]
    if isinstance(record, Cord):
        ends = [end.rpartition(":")[0] or end for end in ends]
    for end in ends:
        key = end.partition("/")[0]
        yield side.rack_of.get(key, key)


def _along(tray: Tray) -> Box:
    """Return the box around the way of a tray."""
    half = (tray.width_mm if tray.width_mm is not None else DRAWN_MM) // 2
    return box_around((x - half, y - half, x + half, y + half) for x, y in tray.corners)
