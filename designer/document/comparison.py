"""Two designs beside each other: what was added, removed, moved and changed, record by record.

Records are recognised by their id, whatever they are called. Racks that hold the same are the same,
whether an assembly fills them or devices of their own: what stands in files otherwise and is drawn
alike is no difference, and is told apart.

May import `model` and `catalog`.
"""

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.document.field_changes import FieldChange, field_changes
from designer.model.change import COLLECTIONS, SINGLES, Change, diff
from designer.model.design import Assembly, Design, Device, Face, Side, Tier
from designer.model.layout import Layout, Placed
from designer.model.record import Record

Kind = Literal["added", "removed", "moved", "changed"]
OF_DESIGN: Final = "design"
"""Where the texts of the design itself stand: its name, note and header."""
PARTS: Final = "parts"
_AT_ONCE: Final = 50
"""Records that differ between two pauses."""
PLACES: Final[dict[str, frozenset[str]]] = {
    "power": frozenset({"x_mm", "y_mm", "end_x_mm", "end_y_mm"}),
    "rows": frozenset({"x_mm", "y_mm", "rotation"}),
    "racks": frozenset({"x_mm", "y_mm", "rotation", "row"}),
    "devices": frozenset({"rack", "half_u", "face", "side"}),
    "trays": frozenset({"corners", "height_mm"}),
    "loops": frozenset({"x_mm", "y_mm", "end_x_mm", "end_y_mm"}),
    "halls": frozenset({"outline"}),
    "underlays": frozenset({"x_mm", "y_mm", "mm_per_unit", "turn_deg"}),
    "notes": frozenset({"x_mm", "y_mm"}),
}
"""The fields that say where a record is, by collection."""


@dataclass(frozen=True)
class RecordChange:
    """One record that is not the same in two designs.

    Attributes
    ----------
    collection
        `racks`, `site`, `parts`; `OF_DESIGN` for the texts of the design itself.
    id
        Of the record; empty for those of which there is one.
    kind
        `moved` where nothing but its place differs.
    old, new
        The record on either side; None where it is not there.
    fields
        What differs of one that both have.
    """

    collection: str
    id: str
    kind: Kind
    old: Record | None = None
    new: Record | None = None
    fields: tuple[FieldChange, ...] = ()

    @property
    def record(self) -> Record | None:
        """The record as it is now; as it was, where it is gone."""
        return self.new or self.old

    @property
    def moves(self) -> bool:
        """Whether it stands elsewhere, whatever else differs."""
        places = PLACES.get(self.collection, frozenset())
        return any(change.path in places for change in self.fields)


@dataclass(frozen=True)
class Comparison:
    """All that differs between two designs.

    Attributes
    ----------
    changes
        Record by record, in the order of a design file.
    other_form
        Ids of racks that hold the same and are filled in another way: by an assembly or by devices
        of their own, or by an assembly of another id.
    """

    before: Design
    after: Design
    changes: tuple[RecordChange, ...] = ()
    other_form: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether nothing differs but the form in which racks are filled."""
        return not self.changes

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many records were added, removed, moved and changed."""
        kinds: tuple[Kind, ...] = ("added", "removed", "moved", "changed")
        return {kind: sum(one.kind == kind for one in self.changes) for kind in kinds}


def compare(
    before: Design,
    after: Design,
    catalogs: tuple[Catalog, Catalog] | None = None,
) -> Comparison:
    """Return what differs between two designs.

    Parameters
    ----------
    catalogs
        Of either side: parts that both designs use and that do not say the same are told. None
        leaves parts out.
    """
    slices = compare_in_slices(before, after, catalogs)
    while True:
        try:
            next(slices)
        except StopIteration as done:
            found: Comparison = done.value
            return found


def compare_in_slices(
    before: Design,
    after: Design,
    catalogs: tuple[Catalog, Catalog] | None = None,
) -> Generator[None, None, Comparison]:
    """Do as `compare`, with a pause now and then for whoever must not wait."""
    change = diff(before, after)
    yield
    form = _OtherForm(before, after, change)
    yield
    found = [*_of_singles(before, after, change)]
    for name in COLLECTIONS:
        for one in _of_collection(name, before, after, change, form):
            found.append(one)
            if len(found) % _AT_ONCE == 0:
                yield
        found += form.placed if name == "devices" else ()
    if catalogs is not None:
        found += _of_parts(before, after, *catalogs)
    return Comparison(before, after, tuple(found), tuple(sorted(form.racks)))


def _of_singles(before: Design, after: Design, change: Change) -> Iterator[RecordChange]:
    texts = []
    for name, value in change.single:
        was = getattr(before, name)
        if SINGLES[name] is None:
            texts.append(FieldChange(name, was, value))
        else:
            yield RecordChange(name, "", "changed", was, value, field_changes(was, value))
    if texts:
        yield RecordChange(OF_DESIGN, "", "changed", before, after, tuple(texts))


def _of_collection(
    name: str, before: Design, after: Design, change: Change, form: "_OtherForm"
) -> Iterator[RecordChange]:
    gone, put = change.dropped_from(name), change.put_in(name)
    old = {record.id: record for record in getattr(before, name)} if gone or put else {}
    for key in gone:
        was = old.get(key)
        if was is not None and not form.explains(was):
            yield RecordChange(name, key, "removed", old=was)
    for now in put:
        was = old.get(now.id)
        if was is not None and form.explains(was):
            was = None  # told with the rack that it left
        if form.explains(now):
            if was is not None:
                yield RecordChange(name, now.id, "removed", old=was)
            continue
        if was is None:
            yield RecordChange(name, now.id, "added", new=now)
            continue
        fields = tuple(
            one for one in field_changes(was, now) if not form.hides(name, now.id, one.path)
        )
        if fields:
            yield RecordChange(name, now.id, _kind(name, fields), was, now, fields)


def _kind(collection: str, fields: Iterable[FieldChange]) -> Kind:
    places = PLACES.get(collection, frozenset())
    return "moved" if all(one.path in places for one in fields) else "changed"


def _of_parts(before: Design, after: Design, was: Catalog, now: Catalog) -> Iterator[RecordChange]:
    """Yield the parts that both designs use and that say something else."""
    if was is now:
        return
    for part_id in sorted(_parts_in(before) & _parts_in(after)):
        old, new = was.get(part_id), now.get(part_id)
        if old is None or new is None or old is new or old == new:
            continue
        yield RecordChange(PARTS, part_id, "changed", old, new, field_changes(old, new))


def _parts_in(design: Design) -> set[str]:
    """Return the ids of the parts that stand in a design."""
    slots = (slot.part for assembly in design.assemblies for slot in assembly.slots)
    placed = [one.part for one in design.racks] + [one.part for one in design.devices]
    placed += [one.part for one in design.power] + [one.part for one in design.cables]
    fabrics = {
        part
        for one in design.fabrics
        for part in (*one.nodes, one.switch, one.spine_switch, one.core_switch)
    }
    return {*placed, *slots, *fabrics, *(one.part for one in design.trays)} - {""}


class _OtherForm:
    """Racks that name another assembly, or none, in the other design.

    Attributes
    ----------
    racks
        Those that hold the same all the same.
    placed
        What comes and goes in the others among them, of which a file names only one side.
    """

    def __init__(self, before: Design, after: Design, change: Change) -> None:
        self.racks: set[str] = set()
        self.placed: list[RecordChange] = []
        self._told: set[str] = set()
        self._assemblies: set[str] = set()
        asked = _refilled(before, change)
        if asked:
            self._look(Layout(before), Layout(after), asked)

    def _look(self, was: Layout, now: Layout, asked: Iterable[str]) -> None:
        for rack in asked:
            old, new = _held(was, rack), _held(now, rack)
            if _numbers(old) == _numbers(new):
                self.racks.add(rack)
            elif was.racks[rack].assembly and now.racks[rack].assembly:
                continue  # one assembly in place of another says it all
            else:
                self.placed += _differing(old, new)
            self._told.add(rack)
        sides = (was.design, now.design)
        same = [_used_by(design, self.racks) for design in sides]
        others = [
            _used_by(design, {one.id for one in design.racks} - self.racks) for design in sides
        ]
        self._assemblies = (same[0] ^ same[1]) - (others[0] | others[1])

    def explains(self, record: Record) -> bool:
        """Return whether a record that came or went is only of the other form."""
        if isinstance(record, Device):
            return record.rack in self._told
        return isinstance(record, Assembly) and record.id in self._assemblies

    def hides(self, collection: str, key: str, field: str) -> bool:
        """Return whether a field that differs says only how a rack is filled."""
        return collection == "racks" and field == "assembly" and key in self.racks


def _refilled(before: Design, change: Change) -> list[str]:
    """Return the racks of both designs that name another assembly."""
    found = []
    old = {rack.id: rack for rack in before.racks}
    for now in change.put_in("racks"):
        was = old.get(now.id)
        if was is not None and was.assembly != now.assembly:
            found.append(now.id)
    return found


def _used_by(design: Design, racks: set[str]) -> set[str]:
    """Return the assemblies of some racks."""
    return {rack.assembly for rack in design.racks if rack.assembly and rack.id in racks}


_Held = tuple[int, Face, Side, str, str, str, Tier, str, str, str, str]


def _held(layout: Layout, rack: str) -> dict[_Held, list[Placed]]:
    """Return what a rack holds by what is said of it, without the ids by which a file calls it."""
    found: dict[_Held, list[Placed]] = defaultdict(list)
    for one in layout.in_rack(rack):
        said = (one.half_u, one.face, one.side, one.part, one.name, one.fabric, one.tier, one.feed,
                one.cording, one.stage, one.note)  # fmt: skip
        found[said].append(one)
    return found


def _differing(
    old: dict[_Held, list[Placed]], new: dict[_Held, list[Placed]]
) -> list[RecordChange]:
    """Return what only one side holds, as devices that went or came."""
    found = []
    for said in dict.fromkeys((*old, *new)):
        was, now = old.get(said, []), new.get(said, [])
        found += [
            RecordChange("devices", one.key, "removed", old=_device(one)) for one in was[len(now) :]
        ]
        found += [
            RecordChange("devices", one.key, "added", new=_device(one)) for one in now[len(was) :]
        ]
    return found


def _device(one: Placed) -> Device:
    return Device(
        id=one.key, name=one.name, part=one.part, rack=one.rack, half_u=one.half_u, face=one.face,
        side=one.side, fabric=one.fabric, tier=one.tier, feed=one.feed, cording=one.cording,
        stage=one.stage, note=one.note,
    )  # fmt: skip


def _numbers(held: dict[_Held, list[Placed]]) -> dict[_Held, int]:
    return {said: len(placed) for said, placed in held.items()}
