"""Edits that are made while a design is looked at as of a stage: what they add comes in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from designer.document.calls import ExactEdit, NamedEdit, calls_of
from designer.document.document import Edit
from designer.document.edits.stages import set_stage, stage_name
from designer.document.errors import EditError
from designer.model.change import Change, apply, went_and_came
from designer.model.design import Assembly, Design
from designer.model.layout import Layout
from designer.model.stages import STAGED, ranks


def staged(edit: Edit, stage: str) -> Edit:
    """Return an edit of which what is new comes in a stage; the same where that is the first.

    Raises
    ------
    EditError
        From the edit.
    """
    if not stage or isinstance(edit, ExactEdit):
        return edit
    return _Staged(edit, stage)


class _Staged(NamedEdit):
    """An edit with the stage of what it adds; it knows its calls once it was made."""

    __slots__ = ("_first", "_stage")

    def __init__(self, edit: Edit, stage: str) -> None:
        super().__init__(self._made, calls_of(edit))
        self._first, self._stage = edit, stage

    def _made(self, design: Design) -> Design:
        after = self._first(design)
        _refuse_into_later(design, after, self._stage)
        if not ranks(after.stages).get(self._stage, 0):
            return after
        new = _New.between(design, after)
        if not (new.records or new.fillings):
            return after
        if self.calls:
            keys = tuple(one.id for _, them in new.records for one in them)
            put_there = calls_of(set_stage(keys, self._stage))
            self.calls = () if new.fillings else (*calls_of(self._first), *put_there)
        put = [(name, tuple(self._in_stage(one) for one in them)) for name, them in new.records]
        put += [("assemblies", tuple(map(new.filling_in(self._stage), new.fillings)))]
        return apply(after, Change(put=tuple(pair for pair in put if pair[1])))

    def _in_stage(self, record: Any) -> Any:  # noqa: ANN401 - of any collection with stages
        return record.evolve(stage=self._stage)


def _refuse_into_later(before: Design, after: Design, stage: str) -> None:
    """Raise EditError where a device is put into a rack that comes later: it would count there."""
    order = ranks(after.stages)
    later = {
        rack.id: rack for rack in after.racks if order.get(rack.stage, 0) > order.get(stage, 0)
    }
    if not later or before.devices is after.devices:
        return
    stood = {device.id: device.rack for device in before.devices}
    put = (one for one in after.devices if one.rack in later and stood.get(one.id) != one.rack)
    for device in _besides_loosened(before, tuple(put)):
        rack = later[device.rack]
        comes = stage_name(after, rack.stage)
        raise EditError(f"{rack.name or rack.id} comes in {comes}: look at that stage to fill it")


@dataclass(frozen=True)
class _New:
    """What an edit added.

    Attributes
    ----------
    records
        By collection.
    fillings
        Assemblies that were there, and hold slots that were not.
    known
        Assembly and id of each slot that was there.
    """

    records: tuple[tuple[str, tuple[Any, ...]], ...]
    fillings: tuple[Assembly, ...]
    known: frozenset[tuple[str, str]]

    @classmethod
    def between(cls, before: Design, after: Design) -> "_New":
        """Return what one design has and another, before it, had not."""
        found = []
        for name in STAGED:
            went, came = went_and_came(getattr(before, name), getattr(after, name))
            gone = {one.id for one in went}
            new = tuple(one for one in came if one.id not in gone)
            if name == "devices" and new:
                new = tuple(_besides_loosened(before, new))
            found += [(name, new)] if new else []
        old = {one.id for one in before.assemblies}
        known = {(one.id, slot.id) for one in before.assemblies for slot in one.slots}
        _, changed = went_and_came(before.assemblies, after.assemblies)
        fillings = tuple(
            one
            for one in changed
            if one.id in old and any((one.id, slot.id) not in known for slot in one.slots)
        )
        return cls(tuple(found), fillings, frozenset(known))

    def filling_in(self, stage: str) -> Any:  # noqa: ANN401 - a function
        """Return what gives new slots of an assembly a stage."""

        def done(one: Assembly) -> Assembly:
            return one.evolve(slots=tuple(
                slot if (one.id, slot.id) in self.known else slot.evolve(stage=stage)
                for slot in one.slots
            ))  # fmt: skip

        return done


def _besides_loosened(before: Design, new: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the new devices apart from those that an assembly brought into their racks before."""
    layout = Layout(before)
    for device in new:
        rack = layout.racks.get(device.rack)
        stood = layout.in_rack(device.rack) if rack is not None and rack.assembly else ()
        same = (device.half_u, device.face, device.side, device.part)
        if not any(p.from_assembly and (p.half_u, p.face, p.side, p.part) == same for p in stood):
            yield device
