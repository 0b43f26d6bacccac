"""Edits that are made while a design is looked at as of a stage: what they add comes in it."""

from collections import Counter
from collections.abc import Iterable, Iterator
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
    if not stage or isinstance(edit, ExactEdit | AsSaid):
        return edit
    return _Staged(edit, stage)


class AsSaid:
    """An edit that says itself in which stage comes what it adds, whatever stage is looked at."""

    __slots__ = ("_edit",)

    def __init__(self, edit: Edit) -> None:
        self._edit = edit

    def __call__(self, design: Design) -> Design:
        """Return the design after the edit."""
        return self._edit(design)


class _Staged(NamedEdit):
    """An edit with the stage of what it adds; it knows its calls once it was made."""

    __slots__ = ("_first", "_stage")

    def __init__(self, edit: Edit, stage: str) -> None:
        super().__init__(self._made, calls_of(edit))
        self._first, self._stage = edit, stage

    def _made(self, design: Design) -> Design:
        after = self._first(design)
        _refuse_into_later(design, after, self._stage)
        order = ranks(after.stages)
        new = _New.between(design, after)
        if not order.get(self._stage, 0):
            new = new.of_later(order)
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


def why_not_filled(design: Design, rack_ids: Iterable[str], stage: str) -> str:
    """Return why devices are not put into racks while a stage is looked at; empty where they are.

    The one rule of it: edits, the plans of drops and what they offer in place of a refusal ask it.
    """
    some = frozenset(rack_ids) if design.stages else frozenset()
    order = ranks(design.stages) if some else {}
    at = order.get(stage, 0)
    late = (one for one in design.racks if one.id in some and order.get(one.stage, 0) > at)
    rack = next(late, None) if some else None
    if rack is None:
        return ""
    comes = stage_name(design, rack.stage)
    return f"{rack.name or rack.id} comes in {comes}: look at that stage to fill it"


def _refuse_into_later(before: Design, after: Design, stage: str) -> None:
    """Raise EditError where a device is put into a rack that comes later: it would count there."""
    if before.devices is after.devices or not before.stages:
        return
    stood = {device.id: device.rack for device in before.devices}
    put = tuple(one for one in after.devices if stood.get(one.id) != one.rack)
    if put and (why := why_not_filled(before, _filled(before, after, put), stage)):
        raise EditError(why)


def _filled(before: Design, after: Design, put: tuple[Any, ...]) -> Iterator[str]:
    """Yield the racks into which devices came: not where those of its assembly only moved."""
    layout, now = Layout(before), Counter((one.rack, one.part) for one in after.devices)
    loose = {rack.id for rack in after.racks if not rack.assembly}
    for device in _besides_loosened(before, put):
        rack = layout.racks.get(device.rack)
        left = rack is not None and rack.assembly and rack.id in loose
        held = layout.in_rack(device.rack) if left else ()
        if now[device.rack, device.part] > sum(one.part == device.part for one in held):
            yield device.rack


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

    def of_later(self, order: dict[str, int]) -> "_New":
        """Return what of it would come after the first stage: copies of what comes later."""
        late = [
            (name, tuple(one for one in them if order.get(one.stage, 0)))
            for name, them in self.records
        ]
        return _New(tuple(pair for pair in late if pair[1]), (), self.known)

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
