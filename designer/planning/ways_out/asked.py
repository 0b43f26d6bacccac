"""What is asked: a replacement, the racks that it is about, and which of these are alike."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits.replaced_fewer import Numbers, meant_in, replace_fewer
from designer.document.edits.replaced_parts import replace_part, with_own
from designer.document.errors import EditError
from designer.document.locks import refuse_locked
from designer.document.placement import first_fit
from designer.document.port_maps import Pairs
from designer.engine.limit_report import Limit
from designer.engine.preview import FigureChange, Preview
from designer.engine.report import Check, RackReport
from designer.model.change import Change, apply, diff
from designer.model.design import Design, Device, Rack
from designer.model.figures import Figure
from designer.model.layout import Layout, Placed


@dataclass(frozen=True, slots=True)
class Question:
    """What a design would do, against the one that is asked about: the answer is a `Preview`.

    Attributes
    ----------
    racks
        Whose limits are wanted one by one.
    asks
        Whether it is wanted what could be built then.
    """

    after: Design
    racks: tuple[str, ...]
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """A place where who runs a talk may do something else first: a window takes in events."""


T = TypeVar("T")
Steps = Generator[Question | Pause, Preview | None, T]
"""Asks and rests, and returns what it found."""


def told(question: Question) -> Steps[Preview]:
    """Ask, and return the answer.

    Raises
    ------
    TypeError
        If there is none.
    """
    answer = yield question
    if answer is None:
        raise TypeError("a question is answered by a preview")
    return answer


@dataclass(frozen=True, slots=True)
class AsItIs:
    """What becomes of the replacement as it is.

    Attributes
    ----------
    told
        What the engine says; None where it cannot be done at all, and `refusal` says why.
    unfit, racks
        In how many racks it does not fit, of how many.
    because
        The limit that most of it breaks, in words; empty where all fits.
    """

    told: Preview | None
    refusal: str
    unfit: int
    racks: int
    because: str

    @property
    def fits(self) -> bool:
        """Whether no way out is needed."""
        return not (self.refusal or self.because)


@dataclass(frozen=True, slots=True)
class Alike:
    """Racks in which the same becomes of the nodes: the first is asked about for all.

    Attributes
    ----------
    number
        Nodes that each has now; of racks that are free, how many it takes at most.
    free
        Whether they hold nothing in their rails yet.
    """

    racks: tuple[str, ...]
    number: int
    free: bool = False

    @property
    def first(self) -> str:
        """The one that is asked about."""
        return self.racks[0]


@dataclass(frozen=True)
class Replacement:
    """A part that is to take the place of another, in the design as it stands.

    Attributes
    ----------
    only, ports
        As of `replace_part`.
    reports, checks
        What the report says of racks, and its findings; none where there is no report yet.
    overloaded
        Feeds of the room that carry more than they may as it is.
    earlier
        The designs before, the newest first.
    make
        What an edit makes of the design once it is done, with what keeps places in fabrics; None
        for the edit alone.
    known
        An index over the design, if there is one.
    """

    design: Design
    catalog: Catalog
    part_id: str
    by: str
    only: tuple[str, ...] | None = None
    ports: Pairs = ()
    reports: tuple[RackReport, ...] = ()
    checks: tuple[Check, ...] = ()
    overloaded: tuple[str, ...] = ()
    earlier: tuple[Design, ...] = ()
    make: Callable[[Edit], Design] | None = None
    known: Layout | None = None

    @cached_property
    def layout(self) -> Layout:
        """The index over the design."""
        return self.known if self.known is not None else Layout(self.design)

    @cached_property
    def meant(self) -> Mapping[str, Sequence[Placed]]:
        """What is replaced, by rack."""
        made, keys = with_own(self.design, self.only)
        layout = self.layout if made is self.design else Layout(made)
        found = {
            rack.id: meant_in(layout, rack.id, self.part_id, keys) for rack in self.design.racks
        }
        return {rack: held for rack, held in found.items() if held}

    @property
    def total(self) -> int:
        """How many are replaced."""
        return sum(map(len, self.meant.values()))

    @cached_property
    def alike(self) -> tuple[Alike, ...]:
        """The racks that hold what is replaced, those alike together."""
        reports = {one.id: one for one in self.reports}
        groups: dict[object, list[str]] = {}
        for rack_id, held in self.meant.items():
            rack = self.layout.racks[rack_id]
            key = (len(held), *_stands(self.layout, rack), _limits(reports.get(rack_id)))
            groups.setdefault(key, []).append(rack_id)
        return tuple(Alike(tuple(racks), len(self.meant[racks[0]])) for racks in groups.values())

    @cached_property
    def free(self) -> tuple[Alike, ...]:
        """The racks with power and nothing in their rails, into which nodes may go."""
        groups: dict[object, list[str]] = {}
        meant, layout = set(self.meant), self.layout
        for rack in self.design.racks:
            if rack.id not in meant and not rack.locked and self._is_free(rack):
                groups.setdefault(_stands(layout, rack), []).append(rack.id)
        room = ((racks, self._room_in(racks[0])) for racks in groups.values())
        return tuple(Alike(tuple(racks), most, free=True) for racks, most in room if most)

    def edit(self, stay: Mapping[str, int], free: Numbers = ()) -> Edit:
        """Return the edit after which racks keep so many; those that are not named keep all."""
        fewer = tuple(
            (rack, stay[rack]) for rack, held in self.meant.items()
            if rack in stay and stay[rack] < len(held)
        )  # fmt: skip
        if not fewer:
            return replace_part(self.catalog, self.part_id, self.by, self.only, self.ports)
        return replace_fewer(
            self.catalog, self.part_id, self.by, fewer, self.only, self.ports, free
        )

    def made(self, edit: Edit) -> Steps[Design]:
        """Return the design once an edit is done.

        Raises
        ------
        EditError
            If it cannot be done, or touches what is locked.
        """
        bare = edit(self.design)
        yield Pause()
        return (yield from self.kept(bare))

    def kept(self, bare: Design) -> Steps[Design]:
        """Return what becomes of a design that an edit gives, with what keeps places.

        Raises
        ------
        EditError
            If it touches what is locked.
        """
        after = bare if self.make is None else self.make(lambda _: bare)
        yield Pause()
        refuse_locked(self.layout, diff(self.design, after))
        return after

    def most_by_height(self, group: Alike) -> tuple[int, str]:
        """Return how many of the other part have room in racks, and why not all."""
        why = ""
        for number in range(group.number, 0, -1):
            try:
                self._alone(group.first, number)(self.design)
            except EditError as refusal:
                why = why or str(refusal)
            else:
                return number, why
        return 0, why

    def _alone(self, rack_id: str, number: int) -> Edit:
        """Return the edit that does it in one rack."""
        only: tuple[str, ...] = (rack_id,)
        if self.only is not None and rack_id not in self.only:
            only = tuple(key for key in self.only if self.layout.rack_of(key) == rack_id)
        stay = ((rack_id, number),)
        return replace_fewer(self.catalog, self.part_id, self.by, stay, only, self.ports)

    def _is_free(self, rack: Rack) -> bool:
        holder = self.catalog.get(rack.part)
        if holder is None or holder.rack is None:
            return False
        parts = [(one.face, self.catalog.get(one.part)) for one in self.layout.in_rack(rack.id)]
        fed = any(part is not None and part.traits.feeds_devices for _, part in parts)
        return fed and all(face in ("door", "zero-u") for face, _ in parts)

    def _room_in(self, rack_id: str) -> int:
        """Return how many of the other part a free rack has room for, not more than all."""
        layout = self.layout
        for number in range(self.total):
            at = first_fit(layout, self.catalog, self.by, rack_id, "front")
            if at is None:
                return number
            device = Device(
                id=f"{rack_id} {number}", name="", part=self.by, rack=rack_id, half_u=at
            )  # fmt: skip
            layout = layout.after(apply(layout.design, Change(put=(("devices", (device,)),))))
        return self.total


def broken(told: Preview, rack_id: str) -> Limit | None:
    """Return the limit of a rack that a change breaks most, or breaks further; None where none."""
    rack = next((one for one in told.racks if one.id == rack_id), None)
    if rack is None or rack.after is None:
        return None
    was = {one.name: one for one in rack.before.limits} if rack.before else {}
    over = [one for one in rack.after.limits if _is_broken(was.get(one.name), one)]
    return max(over, key=share_of, default=None)


def share_of(limit: Limit) -> float:
    """Return the share of a limit that is used, likely; 0 where it cannot be said."""
    return _share(limit.figure("used", limit.unit), limit.figure("limit", limit.unit))


def _is_broken(was: Limit | None, now: Limit) -> bool:
    # A limit of one device is broken whatever their number: that is a finding, and stays one.
    if now.state != "error" or now.group == "device":
        return False
    return was is None or was.state != "error" or share_of(now) > share_of(was)


def broken_elsewhere(
    told: Preview, layout: Layout, among: Iterable[str]
) -> tuple[str, Limit] | None:
    """Return which of some racks not asked about breaks a limit most; None where none does."""
    names = {layout.name_of(rack): rack for rack in among}
    for one in told.rack_limits:
        if one.after is not None and one.rack in names and _is_broken(one.before, one.after):
            return names[one.rack], one.after
    return None


def broken_upstream(told: Preview) -> FigureChange | None:
    """Return the worst limit of the whole design that a change breaks: a feed, what cools."""
    over = [one for one in told.changes if one.state == "error" and one.state_before != "error"]
    return max(over, key=over_by, default=None)


def over_by(one: FigureChange) -> float:
    """Return the share of a limit of the whole design that is used after a change, likely."""
    return _share(one.figure("after", one.unit), one.figure("limit", one.unit))


def _share(used: Figure, most: Figure) -> float:
    if used.unknown or most.unknown or most.low <= 0:
        return 0.0
    return used.per(most).likely


def _stands(layout: Layout, rack: Rack) -> tuple[object, ...]:
    """Return what a rack is, holds and hangs on, by which racks are alike."""
    held = tuple(
        (one.part, one.half_u, one.face, one.side, one.feed) for one in layout.in_rack(rack.id)
    )
    return rack.part, rack.feeds, rack.cooling, held


def _limits(report: RackReport | None) -> tuple[object, ...]:
    """Return the limits of a rack as they are now, by which racks are alike."""
    if report is None:
        return ()
    return tuple((one.name, one.used, one.limit, one.state) for one in report.limits)


def spread(groups: Iterable[Alike], number: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield each rack with the number of the first of those alike."""
    for group in groups:
        for rack in group.racks:
            yield rack, number[group.first]
