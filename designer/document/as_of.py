"""A design as of one of its stages: what comes later is not there yet, nor what needs it.

Nothing is copied or kept: the design says of each thing in which stage it comes, and what stands at
a stage follows from it. So the same rules, figures and sheets are those of the stage.

What holds another thing decides whether it can be there: a device comes no earlier than its rack, a
cable or a cord no earlier than both its ends, a thing upstream no earlier than the first of what
feeds it. Any other name of what comes later is left out: a rack PDU whose feed comes later is fed
by nothing until then, which the rules tell. Places in a fabric stay free for what comes later, so
that no cable is plugged anew when it comes.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

from designer.document.kept_places import keeping_places
from designer.document.later import NOTHING, Later, Narrowing, ends_of
from designer.document.members import Members
from designer.model.change import went_and_came
from designer.model.design import Design
from designer.model.kept import held
from designer.model.layout import Layout
from designer.model.stages import Stage, in_order

_READ: Final = attrgetter("name", "part", "assembly", "stage", "feeds")
_LEADING: Final = ("stages", "power", "assemblies", "fabrics", "halls", "places")
"""What kept places follow from besides racks and devices; an edit of these is rare."""


def as_of(design: Design, stage: str) -> Design:
    """Return a design as it stands when a stage is done.

    The stages that come later are left out as well, so that the last stage of what is returned is
    the one that was asked for. As of the last stage it is the same design.

    Raises
    ------
    KeyError
        If it has no such stage.
    """
    return AsOf().of(design, stage)


class AsOf:
    """Designs as of their stages, one after another while they are edited.

    Each is what `as_of` returns. What keeps places free for what comes later takes most of the
    time: it is taken from the design before, where an edit touched nothing that it follows from.
    """

    def __init__(self) -> None:
        self._last: _Narrowed | None = None

    def of(self, design: Design, stage: str) -> Design:
        """Return a design as it stands when a stage is done.

        Raises
        ------
        KeyError
            If it has no such stage.
        """
        order = in_order(design.stages)
        at = next((at for at, one in enumerate(order) if one.id == stage), None)
        if at is None:
            raise KeyError(stage)
        if at == len(order) - 1:
            return design
        last = self._last
        if last is None or last.whole is not design or last.at != at:
            last = self._last = _Narrowed(design, order, at, last)
        return last.design


def each_stage(design: Design) -> Iterator[tuple[Stage, Design]]:
    """Yield every stage in order with the design as of it; nothing where there are none."""
    for stage in in_order(design.stages):
        yield stage, as_of(design, stage.id)


def come_later(design: Design, stage: str) -> Later:
    """Return what is not there yet as of a stage, each kind for itself.

    Nothing of the last stage, and of one that is not there.
    """
    order = in_order(design.stages)
    at = next((at for at, one in enumerate(order) if one.id == stage), len(order) - 1)
    return Narrowing(design, at).later if order and at < len(order) - 1 else NOTHING


class _Narrowed:
    """A design as of a stage, with what tells how much of it holds after an edit.

    Parameters
    ----------
    at
        The how-manieth the stage is.
    last
        Another design, or the same before an edit, of which kept places may be taken over.
    """

    def __init__(
        self, whole: Design, order: tuple[Stage, ...], at: int, last: "_Narrowed | None"
    ) -> None:
        self.whole, self.at = whole, at
        self.members: Members
        self._left_of: Members
        self._left = left = Narrowing(whole, at)
        after = _without_what_is_late(whole, order[: at + 1], left)
        if not after.fabrics:
            self.design = after.evolve(places=()) if after.places else after
            return
        same = last is not None and last.design.fabrics and last.at == at
        before = last if same and last is not None else None
        members = before.members.after(whole) if before else Members(Layout(whole))
        self.members = members
        pairs = zip(whole.assemblies, after.assemblies, strict=True)
        self._slots_left = {"", *(a.id for a, b in pairs if a is b)}
        self._left_of = (before._left_of if before else members).after(after)
        if before is not None and self._keeps_places_of(before):
            places = before.design.places
            self.design = after if places == after.places else after.evolve(places=places)
        else:
            # What comes and goes is told of this design, not of the one before an edit.
            self._left_of = members.after(after)
            self.design = keeping_places(members, after)

    def _keeps_places_of(self, last: "_Narrowed") -> bool:
        """Return whether what keeps places is as it was.

        It follows from what racks hold of which something goes, and from which lists anything
        belongs to: so an edit in other racks alters none of it, nor one that only moves a rack.
        """
        if not all(getattr(self.whole, name) is getattr(last.whole, name) for name in _LEADING):
            return False
        if self.members.all() != last.members.all():
            return False
        if self._left_of.all() != last._left_of.all():
            return False
        devices = (it for side in self._differing("devices", last) for it in side)
        racks = (it for side in self._differing("racks", last) for it in side)
        touched = {it.rack for it in devices} | {it.id for it in racks}
        return all(
            self.read(rack) == last.read(rack) or not (self.loses_of(rack) or last.loses_of(rack))
            for rack in touched
        )

    def _differing(self, name: str, last: "_Narrowed") -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return went_and_came(getattr(last.whole, name), getattr(self.whole, name))

    def read(self, rack_id: str) -> tuple[object, ...]:
        """Return what of a rack, and of what it holds, kept places follow from."""
        layout = self.members.layout
        rack, held = layout.racks.get(rack_id), layout.own_devices.get(rack_id, ())
        own = () if rack is None else _READ(rack)
        return own, self.members.hall_of(rack_id), tuple(map(id, held))

    def loses_of(self, rack_id: str) -> bool:
        """Return whether a rack, or anything of what it holds, is not there or is another."""
        layout, later = self.members.layout, self._left.later
        rack = layout.racks.get(rack_id)
        if rack is not None and (
            rack_id in later.racks
            or not later.power.isdisjoint(rack.feeds)
            or rack.assembly not in self._slots_left
        ):
            return True
        return any(
            one.id in later.devices or one.fabric in later.fabrics or one.feed in later.power
            for one in layout.own_devices.get(rack_id, ())
        )


def _without_what_is_late(design: Design, stages: tuple[Stage, ...], left: Narrowing) -> Design:
    """Return what is left of a design, with the kept places of all of it."""
    later = left.later
    changes: dict[str, Any] = {
        "stages": tuple(sorted(stages, key=lambda one: one.id)),
        "power": left.power(),
        "assemblies": tuple(map(left.assembly, design.assemblies)),
        "racks": tuple(left.racks()),
        "devices": tuple(map(left.without_links, left.devices())),
        "fabrics": tuple(one for one in design.fabrics if one.id not in later.fabrics),
        "cables": tuple(
            cable
            for cable in design.cables
            if cable.fabric not in later.fabrics and not left.is_gone(cable.a, cable.b)
        ),
        "trays": tuple(tray for tray in design.trays if tray.id not in later.trays),
        "cords": tuple(cord for cord in design.cords if not left.is_gone(*ends_of(cord))),
        "loops": tuple(left.loops()),
        "notes": tuple(note for note in design.notes if not left.is_remark_gone(note)),
        "waivers": tuple(one for one in design.waivers if not left.is_waiver_gone(one)),
    }
    return design.evolve(**{name: held(one) for name, one in changes.items()})
