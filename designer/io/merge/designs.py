"""Three-way merge of two designs that began with a third one, by the ids of their records.

What one side changed is taken; what both changed to the same is taken once; what both changed to
other values clashes. So does what one side took away and the other changed, or began to name: a
cable to a rack that is gone. Of what clashes either side is kept, so that both can be shown.

May import `model`, `catalog` and the references of this room.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from designer.catalog.part import Part
from designer.io.design_text import part_ids
from designer.io.merge.values import ABSENT, Clash, merged
from designer.io.references import Dangling, dangling
from designer.model.change import COLLECTIONS, SINGLES
from designer.model.design import Design

PARTS: Final = "parts"
DESIGN: Final = "design"
"""Where the single records and texts of a design stand among the clashes."""
Key = tuple[str, str]
"""Collection and id."""


@dataclass(frozen=True)
class Kept:
    """A design with the parts that its file brings."""

    design: Design
    parts: tuple[Part, ...] = ()

    def without_unused(self) -> "Kept":
        """Return the same without parts that the design does not name: a save leaves them out."""
        used = part_ids(self.design)
        return Kept(self.design, tuple(part for part in self.parts if part.id in used))


@dataclass(frozen=True)
class Conflict:
    """A record, or a field of one, that both sides changed each in its own way.

    Attributes
    ----------
    collection, id
        The record; the collection is `DESIGN` for what a design has once.
    clash
        The field and its values.
    because
        Why it clashes, where neither side changed what the other did; else empty.
    """

    collection: str
    id: str
    clash: Clash
    because: str = ""


@dataclass(frozen=True)
class MergedDesigns:
    """What a merge gave.

    Attributes
    ----------
    ours, theirs
        The merged design, with what clashes as either side has it; the same without a clash.
    """

    ours: Kept
    theirs: Kept
    conflicts: tuple[Conflict, ...] = ()


def merge(base: Kept, ours: Kept, theirs: Kept) -> MergedDesigns:
    """Return two designs merged that began with the same one."""
    work = _Work(base, ours, theirs)
    work.merge()
    work.mend_names()
    return MergedDesigns(work.kept(0), work.kept(1), tuple(work.conflicts))


_Records = dict[Key, Any]


@dataclass
class _Work:
    """A merge as it goes on: all records of all three, and what came of them for either side."""

    base: Kept
    ours: Kept
    theirs: Kept
    conflicts: list[Conflict] = field(default_factory=list)
    _unmerged: set[Key] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._given = tuple(map(_records, (self.base, self.ours, self.theirs)))
        self._found: tuple[_Records, _Records] = ({}, {})
        self._singles: tuple[dict[str, Any], dict[str, Any]] = ({}, {})

    def merge(self) -> None:
        """Merge record by record."""
        for name in SINGLES:
            values = [getattr(one.design, name) for one in (self.base, self.ours, self.theirs)]
            one = merged(*values)
            self._singles[0][name], self._singles[1][name] = one.ours, one.theirs
            self._say(DESIGN, name, one.clashes)
        base, ours, theirs = self._given
        for key in dict.fromkeys((*base, *ours, *theirs)):
            old, mine, its = (side.get(key, ABSENT) for side in self._given)
            if key[0] == PARTS and ABSENT in (mine, its):
                # A side without it does not use it: nobody took it away from who does.
                mine = its = its if mine is ABSENT else mine
            one = merged(old, mine, its)
            self._put(key, one.ours, one.theirs)
            self._say(*key, one.clashes)

    def mend_names(self) -> None:
        """Find names that lead nowhere only because both sides were merged; they clash as well."""
        known = {_place(one) for side in (self.base, self.ours, self.theirs) for one in _lost(side)}
        while True:
            lost = [
                one for at in (0, 1) for one in _lost(self.kept(at)) if _place(one) not in known
            ]
            if not lost:
                return
            for one in lost:
                known.add(_place(one))
                self._part_again(one)

    def _part_again(self, lost: Dangling) -> None:
        """Leave what a name stands in, and what it named, as either side has it."""
        holder = (str(lost.path[0]), str(lost.path[1]))
        targets = list(self._named_by(lost))
        gone = [key for key in targets if ABSENT in (side.get(key, ABSENT) for side in self._found)]
        with_it = self._went_with(gone)
        self._leave((holder, *targets, *with_it))
        if any((one.collection, one.id) == holder for one in self.conflicts):
            return
        values = [side.get(holder, ABSENT) for side in self._given]
        self.conflicts.append(Conflict(*holder, Clash(lost.field, *values), lost.what))

    def _named_by(self, lost: Dangling) -> Iterator[Key]:
        """Yield the records that a name led to on one side."""
        rack, _, slot = lost.value.partition("/")
        for name in dict.fromkeys((lost.value, rack)):
            for collection in COLLECTIONS:
                key = (collection, name)
                if any(key in side for side in self._given) and not all(
                    key in side for side in self._found
                ):
                    yield key
        if slot:
            yield from self._filling(rack)

    def _filling(self, rack: str) -> Iterator[Key]:
        """Yield a rack and the assemblies that fill it, of which a slot is gone."""
        yield ("racks", rack)
        for side in self._given:
            found = side.get(("racks", rack))
            if found is not None and found.assembly:
                yield ("assemblies", found.assembly)

    def _went_with(self, gone: Iterable[Key]) -> Iterator[Key]:
        """Yield what named a record in the beginning and was taken away with it."""
        removed = set(gone)
        if not removed:
            return
        left = {key: one for key, one in self._given[0].items() if key not in removed}
        without = _designed(self.base.design, left)
        before = {_place(one) for one in dangling(self.base.design)}
        for one in dangling(without):
            key = (str(one.path[0]), str(one.path[1]))
            absent = any(key not in side for side in self._found)
            if _place(one) not in before and absent:
                yield key

    def _leave(self, keys: Iterable[Key]) -> None:
        for key in keys:
            if key not in self._unmerged:
                self._unmerged.add(key)
                self._put(key, self._given[1].get(key, ABSENT), self._given[2].get(key, ABSENT))

    def _put(self, key: Key, ours: object, theirs: object) -> None:
        for side, value in zip(self._found, (ours, theirs), strict=True):
            if value is ABSENT:
                side.pop(key, None)
            else:
                side[key] = value

    def _say(self, collection: str, key: str, clashes: Iterable[Clash]) -> None:
        self.conflicts += [Conflict(collection, key, clash) for clash in clashes]

    def kept(self, side: int) -> Kept:
        """Return the merged design with what clashes as one side has it."""
        records = self._found[side]
        design = _designed(self.ours.design.evolve(**self._singles[side]), records)
        parts = tuple(one for (name, _), one in sorted_records(records) if name == PARTS)
        return Kept(design, parts).without_unused()


def sorted_records(records: Mapping[Key, Any]) -> list[tuple[Key, Any]]:
    """Return records by collection and id."""
    return sorted(records.items(), key=lambda one: one[0])


def _records(kept: Kept) -> _Records:
    """Return all records of a design by collection and id, and its parts."""
    found = {(name, one.id): one for name in COLLECTIONS for one in getattr(kept.design, name)}
    return {**found, **{(PARTS, part.id): part for part in kept.parts}}


def _designed(design: Design, records: Mapping[Key, Any]) -> Design:
    """Return a design with these records in place of its own."""
    fields: dict[str, list[Any]] = {name: [] for name in COLLECTIONS}
    for (name, _), one in sorted_records(records):
        if name in fields:
            fields[name].append(one)
    return design.evolve(**{name: tuple(those) for name, those in fields.items()})


def _lost(kept: Kept) -> Iterator[Dangling]:
    yield from dangling(kept.design)


def _place(lost: Dangling) -> tuple[str, str, str, str]:
    """Return by what a name that leads nowhere is known: the place in a list may differ."""
    return str(lost.path[0]), str(lost.path[1]), lost.field, lost.value
