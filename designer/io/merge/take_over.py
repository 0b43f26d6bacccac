"""Single differences of two designs taken over: records of the one as the other has them.

A rack comes with what stands in it and the cables that end there; its row and its assembly come
along where they are gone. Nothing leads nowhere afterwards, and nothing stands in another's place.

May import `model`, `catalog`, `document` and the references of this room.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.comparison import OF_DESIGN, PARTS, RecordChange
from designer.document.document import Edit
from designer.document.edits.records import remove
from designer.document.errors import EditError
from designer.document.figure_check import refuse_impossible
from designer.document.placement import can_place, can_place_rack, rack_box
from designer.document.staged import AsSaid
from designer.io.references import Dangling, dangling
from designer.model.change import SINGLES, Change, apply, record_with
from designer.model.design import Cable, Cord, Design, Device, Rack
from designer.model.layout import Layout
from designer.model.record import Record

_WITH_CONTENTS: Final = ("racks", "devices")
"""What goes with all that is in it or ends at it."""
_HANGING: Final = frozenset({"places", "cables", "cords", "loops"})
"""What is nothing without the device or rack that it names, and comes and goes with it."""
_NOUNS: Final = {
    "rack": "rack", "row": "row", "assembly": "assembly", "fabric": "fabric", "nodes_of": "fabric",
    "feed": "feed", "feeds": "feed", "stage": "stage", "hall": "hall",
}  # fmt: skip
OF_PARTS: Final = (
    "figures of parts are no records of the design: Catalogue › Newer part figures… takes them"
)
MIXED: Final = (
    "an assembly fills this rack on one side and devices of its own on the other: take over the "
    "rack as a whole"
)


def take_over(catalog: Catalog, source: Design, changes: Iterable[RecordChange]) -> Edit:
    """Return an edit that makes records what they are in another design, all or none.

    Parameters
    ----------
    catalog
        Of the design that is edited.
    source
        The design that has them as they are to be.
    changes
        What differs between both, whichever of them came first.

    Raises
    ------
    EditError
        From the edit, if something would lead nowhere or stand in the way; the message says what.
    """
    wanted = tuple(changes)

    def edit(design: Design) -> Design:
        made = _Taking(catalog, source, design, wanted).made()
        if made == design:
            raise EditError("it is the same on both sides already")
        return made

    return AsSaid(edit)


@dataclass
class _Taking:
    """The work on one design."""

    catalog: Catalog
    source: Design
    design: Design
    changes: Sequence[RecordChange]
    _put: dict[str, dict[str, Any]] = field(default_factory=dict)
    _drop: dict[str, set[str]] = field(default_factory=dict)
    _single: dict[str, Any] = field(default_factory=dict)
    _followed: set[tuple[str, str]] = field(default_factory=set)

    def made(self) -> Design:
        """Return the design after it."""
        for one in self.changes:
            self._sort(one)
        self._bring_along()
        after = self._all()
        while self._follow(after):
            after = self._all()
        self._refuse_names(after)
        self._refuse_dangling(after)
        self._refuse_places(after)
        return after

    def _all(self) -> Design:
        """Return the design with all that is noted by now."""
        after = self._without(self.design)
        put = tuple((name, tuple(those.values())) for name, those in self._put.items() if those)
        change = Change(single=tuple(self._single.items()), put=put)
        refuse_impossible(change)
        return self._with_ends(apply(after, change))

    def _follow(self, after: Design) -> bool:
        """Note what hangs on what comes or goes, to be as the source has it; False for nothing."""
        found = False
        for one in self._lost_in(after):
            at = (str(one.path[0]), str(one.path[1]))
            if at[0] not in _HANGING:
                continue
            if at not in self._followed:
                self._followed.add(at)
                self._as_source(*at)
                found = True
            elif self._brings(one, after):
                found = True
        return found

    def _as_source(self, collection: str, key: str) -> None:
        there = record_with(getattr(self.source, collection), key)
        if there is None:
            self._put.get(collection, {}).pop(key, None)
            self._drop.setdefault(collection, set()).add(key)
        else:
            self._want(collection, there)

    def _brings(self, lost: Dangling, after: Design) -> bool:
        """Note a device that something needs and whose rack is here; False where it is not."""
        there = record_with(self.source.devices, lost.value)
        if there is None or there.id in self._put.get("devices", {}):
            return False
        if record_with(after.racks, there.rack) is None:
            return False
        self._want("devices", there)
        return True

    @cached_property
    def _lost_before(self) -> frozenset[tuple[str, str, str, str]]:
        return frozenset(_place(one) for one in dangling(self.design))

    def _lost_in(self, after: Design) -> list[Dangling]:
        return [one for one in dangling(after) if _place(one) not in self._lost_before]

    def _sort(self, change: RecordChange) -> None:
        """Note what is to be put, dropped or set."""
        if change.collection == PARTS:
            raise EditError(OF_PARTS)
        if change.collection == OF_DESIGN:
            for one in change.fields:
                self._single[one.path] = getattr(self.source, one.path)
        elif change.collection in SINGLES:
            self._single[change.collection] = getattr(self.source, change.collection)
        elif "/" in change.id:
            raise EditError(MIXED)
        else:
            there = record_with(getattr(self.source, change.collection), change.id)
            if there is None:
                self._drop.setdefault(change.collection, set()).add(change.id)
            else:
                self._want(change.collection, there)

    def _want(self, collection: str, record: Any) -> None:  # noqa: ANN401 - of any collection
        self._put.setdefault(collection, {})[record.id] = record

    def _bring_along(self) -> None:
        """Note what a rack needs, and what fills it."""
        for rack in tuple(self._put.get("racks", {}).values()):
            for name, key in (("rows", rack.row), ("assemblies", rack.assembly)):
                needed = record_with(getattr(self.source, name), key) if key else None
                if needed is not None and record_with(getattr(self.design, name), key) is None:
                    self._want(name, needed)
            here = record_with(self.design.racks, rack.id)
            if here is None or here.assembly != rack.assembly:
                self._fill(rack)

    def _fill(self, rack: Rack) -> None:
        """Note the devices of a rack's own that it has there, and no others."""
        filling = [one for one in self.source.devices if one.rack == rack.id]
        for one in filling:
            self._want("devices", one)
        kept = {one.id for one in filling}
        gone = {one.id for one in self.design.devices if one.rack == rack.id} - kept
        self._drop.setdefault("devices", set()).update(gone)

    def _without(self, design: Design) -> Design:
        """Return the design without what is only in it."""
        loose = [key for name in _WITH_CONTENTS for key in sorted(self._drop.get(name, ()))]
        held = {one.id for name in _WITH_CONTENTS for one in getattr(design, name)}
        keys = tuple(key for key in loose if key in held)
        if keys:
            rows = {row.id: row for row in design.rows}
            design = remove(keys)(design)
            # A row that the other design has stays, also without racks.
            left = {row.id for row in design.rows}
            back = tuple(
                row for key, row in rows.items()
                if key not in left and record_with(self.source.rows, key) is not None
            )  # fmt: skip
            design = apply(design, Change(put=(("rows", back),))) if back else design
        for name, ids in self._drop.items():
            if name not in _WITH_CONTENTS:
                present = {one.id for one in getattr(design, name)}
                gone = tuple(sorted(ids & present))
                design = apply(design, Change(drop=((name, gone),))) if gone else design
        return design

    def _with_ends(self, design: Design) -> Design:
        """Return the design with cables and cords that end at what came back."""
        back = {key for name in _WITH_CONTENTS for key in self._put.get(name, {})
                if record_with(getattr(self.design, name), key) is None}  # fmt: skip
        if not back:
            return design
        layout = Layout(design)
        found = []
        for name, those in (("cables", self.source.cables), ("cords", self.source.cords)):
            here = {one.id for one in getattr(design, name)}
            fit = tuple(
                one for one in those
                if one.id not in here and _ends_at(one, back) and _stands(one, layout)
            )  # fmt: skip
            found += [(name, fit)] if fit else []
        return apply(design, Change(put=tuple(found))) if found else design

    def _refuse_names(self, after: Design) -> None:
        for name in ("racks", "rows"):
            taken = {one.name: one.id for one in getattr(self.design, name) if one.name}
            left = {one.id for one in getattr(after, name)}
            for one in self._put.get(name, {}).values():
                other = taken.get(one.name, one.id)
                if other != one.id and other in left and other not in self._put[name]:
                    raise EditError(f"the name {one.name} is taken")

    def _refuse_dangling(self, after: Design) -> None:
        lost = next(iter(self._lost_in(after)), None)
        if lost is not None:
            who, name = (self._named(key) for key in (str(lost.path[1]), lost.value))
            noun = _NOUNS.get(lost.field, "")
            what = " ".join(filter(None, (noun, name)))
            raise EditError(f"{who} needs {what}, which would be missing: take that over too")

    def _named(self, key: str) -> str:
        """Return what the window calls a record of either side."""
        names = (Layout(side).name_of(key) for side in (self.design, self.source))
        return next((name for name in names if name != key), key)

    def _refuse_places(self, after: Design) -> None:
        layout = Layout(after)
        for rack in self._put.get("racks", {}).values():
            here = record_with(self.design.racks, rack.id)
            if here is not None and rack_box(self.catalog, here) == rack_box(self.catalog, rack):
                continue
            verdict = can_place_rack(layout, self.catalog, rack.part, rack.x_mm, rack.y_mm,
                                     rack.rotation, (rack.id,))  # fmt: skip
            if not verdict.ok:
                raise EditError(f"{rack.name or rack.id} cannot stand there: {verdict.reason}")
        for one in self._put.get("devices", {}).values():
            if _hangs_elsewhere(record_with(self.design.devices, one.id), one):
                verdict = can_place(layout, self.catalog, one.part, one.rack, one.half_u, one.face,
                                    (one.id,), side=one.side)  # fmt: skip
                if not verdict.ok:
                    raise EditError(f"{verdict.title}: {verdict.reason}")


def along(change: Change, asked: Iterable[RecordChange]) -> tuple[tuple[str, int], ...]:
    """Return how many records of each collection change besides those that were asked for.

    Parameters
    ----------
    change
        All that changes. Kept places of what comes and goes are not counted.
    """
    wanted = {(one.collection, one.id) for one in asked}
    records = [(name, one.id) for name, those in change.put for one in those]
    records += [(name, key) for name, those in change.drop for key in those]
    others = [name for name, key in records if (name, key) not in wanted and name != "places"]
    return tuple(Counter(others).items())


def with_it(source: Design, changes: Iterable[RecordChange]) -> str:
    """Return what comes along with records that are taken over; empty where nothing does."""
    racks = {one.id for one in changes if one.collection == "racks" and one.kind != "changed"}
    if not racks:
        return ""
    filled = any(one.assembly for one in source.racks if one.id in racks)
    filled = filled or any(one.rack in racks for one in source.devices)
    return "with what is in it" if filled else ""


def _hangs_elsewhere(here: Record | None, there: Device) -> bool:
    if not isinstance(here, Device):
        return True
    place = ("rack", "half_u", "face", "side", "part")
    return any(getattr(here, name) != getattr(there, name) for name in place)


def _ends(one: Cable | Cord) -> Iterator[str]:
    """Yield the devices or racks at which a cable or a cord ends."""
    if isinstance(one, Cable):
        yield from (one.a, one.b)
    else:
        yield from (end.rpartition(":")[0] or end for end in (one.supply, one.outlet) if end)


def _ends_at(one: Cable | Cord, back: set[str]) -> bool:
    return any(end in back or end.partition("/")[0] in back for end in _ends(one))


def _stands(one: Cable | Cord, layout: Layout) -> bool:
    """Return whether what it ends at is there."""
    return all(end in layout.racks or layout.find(end) is not None for end in _ends(one))


def _place(lost: Dangling) -> tuple[str, str, str, str]:
    return str(lost.path[0]), str(lost.path[1]), lost.field, lost.value
