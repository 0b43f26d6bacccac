"""What keeps nodes and switches at their places in a fabric when an edit touches others.

Places follow from ids: one that goes would give its place to the next, one that moves or is added
would push all behind it on, and cables that nobody meant would have to be plugged anew. So an edit
is made with what keeps the others: a place of one that is gone stays free, one that moved or
replaces another has its place on record, and one that is added fills a free place or comes last.

Nothing is kept of a fabric of which no switch stands, of one that is drawn by hand, nor of nodes
where the fabric names others than before. May import `wiring` for the order of ids.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any

from designer.document.calls import ExactEdit
from designer.document.free_places import Filled, FreePlaces, Rank, Thing, Where, spot_of
from designer.document.members import NODES, List, Members
from designer.model.change import went_and_came
from designer.model.design import Design, Fabric, KeptPlace, Rack
from designer.model.hall import NO_HALL, Halls
from designer.model.layout import Layout
from designer.model.record import copies
from designer.wiring.network_fabric import stands_inside


@dataclass
class _Entry:
    """A kept place, and the lists in which it is kept."""

    record: KeptPlace | Thing
    """Made a record once it is written."""
    lists: set[List] = field(default_factory=set)


def made(members: Members, edit: Callable[[Design], Design]) -> Design:
    """Return what an edit makes of a design, with what keeps places that it does not touch.

    Parameters
    ----------
    members
        Those of the design.

    Raises
    ------
    EditError
        From the edit.
    """
    after = edit(members.design)
    return after if isinstance(edit, ExactEdit) else keeping_places(members, after)


def keeping_places(members: Members, after: Design) -> Design:
    """Return a design after an edit with what keeps nodes and switches where they were."""
    before = members.design
    if before is after or not after.fabrics or not (before.fabrics or after.places):
        return after
    names = ("devices", "racks", "assemblies", "fabrics", "halls")
    if not any(any(went_and_came(getattr(before, n), getattr(after, n))) for n in names):
        return after
    places = _Keeping(members, members.after(after)).places()
    return after if places == after.places else after.evolve(places=places)


class _Settled:
    """By what the members of a list are ordered that have no kept place: the last of them."""

    def __init__(self, known: Iterable[Where], rackwise: bool) -> None:
        self._rackwise = rackwise
        self._last: Rank | None = None
        self._last_in: dict[str, Rank] = {}
        for where in known:
            self.add(where.rack, where.rank)

    def add(self, rack: str, rank: Rank) -> None:
        """Count one in."""
        if self._last is None or self._last < rank:
            self._last = rank
        of_rack = self._last_in.get(rack)
        if of_rack is None or of_rack < rank:
            self._last_in[rack] = rank

    def are_before(self, rack: str, rank: Rank) -> bool:
        """Return whether all come before one by their ids; in its rack, of nodes that hang so."""
        last = self._last_in.get(rack) if self._rackwise else None
        last = last or self._last
        return last is None or last < rank


class _Keeping:
    """Works out the kept places after one edit."""

    def __init__(self, belonged: Members, belongs: Members) -> None:
        self._belonged, self._belongs = belonged, belongs
        self._after = after = belongs.design
        self._entries: dict[tuple[Where, str], _Entry] = {}
        self._in_rack: dict[str, list[tuple[Where, str]]] = {}
        self._held: dict[List, dict[str, Where]] = {}
        self._free: dict[List, FreePlaces] = {}
        self._last = max((place.last for place in after.places), default=0)
        self._lasts: dict[str, Where] = {}
        self._filled: Filled = {}
        self._own_places: dict[str, Where] = {}
        for place in after.places:
            lists = [(fabric, NODES) for fabric in place.nodes_of]
            lists += [(place.fabric, place.tier or "leaf")] if place.fabric else []
            for one in lists:
                self._put(one, _where(place), place.taken_by, place)

    def places(self) -> tuple[KeptPlace, ...]:
        """Return the records of all kept places."""
        if self._alters():
            becomes = dict(_replaced(self._was, self._is))
            becomes |= {key: key for key in self._was.keys() & self._is.keys()}
            stands = self._belongs.all()
            for one in _kept_lists(self._belonged, self._after):
                if one in stands:  # else nothing of it is kept
                    self._keep(one, becomes)
        elif not self._after.places:
            return ()
        self._drop_what_is_past()
        return tuple(self._written())

    def _alters(self) -> bool:
        """Return whether a member of a fabric came, went, or stands elsewhere in its order."""
        if self._belongs.stands_as_before:
            return False
        was, now = self._was, self._is
        return any(_lists(self._belonged, it) for key, it in was.items() if key not in now) or any(
            self._differs(was.get(key), it) for key, it in now.items()
        )

    def _differs(self, was: Thing | None, now: Thing) -> bool:
        """Return whether one that is there is a member of other lists, or elsewhere in order."""
        lists = _lists(self._belongs, now)
        if was is None:
            return bool(lists)
        belonged = _lists(self._belonged, was)
        moved = (was.rack, was.id) != (now.rack, now.id)
        return lists != belonged or (moved and bool(lists))

    @cached_property
    def _touched(self) -> set[str]:
        return _touched_racks(self._belonged.design, self._after)

    @cached_property
    def _was(self) -> dict[str, Thing]:
        """What the touched racks held, by key."""
        return {it.key: it for it in _things(self._belonged.layout, self._touched)}

    @cached_property
    def _is(self) -> dict[str, Thing]:
        return {it.key: it for it in _things(self._belongs.layout, self._touched)}

    @cached_property
    def _new(self) -> frozenset[str]:
        """Keys of what stands there only now."""
        return frozenset(self._is.keys() - self._was.keys())

    @cached_property
    def _was_in(self) -> dict[List, list[Thing]]:
        """What they held, by the lists that it belonged to."""
        return _by_list(self._belonged, self._was.values())

    @cached_property
    def _is_in(self) -> dict[List, list[Thing]]:
        return _by_list(self._belongs, self._is.values())

    def _keep(self, one: List, becomes: dict[str, str]) -> None:
        """Keep the places of one list."""
        if self._stays(one):
            return
        was = self._was_in.get(one, ())
        now = {it.key: it for it in self._is_in.get(one, ())}
        new, held = dict(now), self._held.setdefault(one, {})
        by_rack: dict[str, list[tuple[Where, Where, Thing, str]]] = {}
        for it in was:
            holder = becomes.get(it.key, "")
            holder = holder if holder in now else ""
            new.pop(holder, None)
            kept = held.get(it.key)
            if kept is not None:
                record = _of_part(self._take(one, kept, it.key), it.part)
                if not holder or now[holder].where != kept:
                    self._put(one, kept, holder, record)
            elif holder and now[holder].rack != it.rack:
                self._put(one, it.where, holder, it)
            else:
                by_id = now[holder].where if holder else self._own_place(it)
                by_rack.setdefault(it.rack, []).append((it.where, by_id, it, holder))
        for rack, them in by_rack.items():
            self._keep_in_rack(one, rack, them)
        if new:
            ranks = self._ranks
            self._add(one, sorted(new.values(), key=lambda it: ranks[it.key]))

    def _stays(self, one: List) -> bool:
        """Return whether the members of a list are as they were, and none has a kept place."""
        was = self._was_in.get(one, ())
        if was != self._is_in.get(one, ()):
            return False
        held = self._held.get(one)
        return not held or not any(it.key in held for it in was)

    def _keep_in_rack(
        self, one: List, rack: str, them: list[tuple[Where, Where, Thing, str]]
    ) -> None:
        """Record those of a rack that are gone, and all whose ids would change their order."""
        pairs = [(old, by_id) for old, by_id, _, _ in them]
        pairs += [
            (where, where)
            for where, by in self._in_rack.get(rack, ())
            if not where.last and one in self._entries[where, by].lists
        ]
        pairs.sort(key=lambda pair: pair[0].rank)
        ranks = [by_id.rank for _, by_id in pairs]
        alike = all(a < b for a, b in pairwise(ranks))
        for old, by_id, it, holder in them:
            if not holder:
                self._put(one, by_id if alike else old, "", it)
            elif not alike and old != by_id:
                self._put(one, old, holder, it)

    def _own_place(self, it: Thing) -> Where:
        """Return where one that was there is by its id as a device of its own."""
        where = self._own_places.get(it.key)
        if where is None:
            where = self._own_places[it.key] = Where(it.rack, _order_id(it))
        return where

    @cached_property
    def _ranks(self) -> dict[str, Rank]:
        """By what those that are there are ordered where nothing is kept, by key."""
        return {key: it.where.rank for key, it in self._is.items()}

    def _add(self, one: List, new: Iterable[Thing]) -> None:
        """Let new members fill free places, else come last."""
        free, settled = self._free.get(one), None
        for it in new:
            where = free.find(it) if free is not None else None
            if free is not None and where is not None:
                free.note(it, where)
                record = self._take(one, where, "")
                if where != it.where:
                    self._put(one, where, it.key, record)
                continue
            if settled is None:
                settled = _Settled(self._settled(one), one in self._rackwise)
            rank = self._ranks[it.key]
            if settled.are_before(it.rack, rank):
                settled.add(it.rack, rank)
                continue
            where = self._lasts.get(it.key)
            if where is None:
                self._last += 1
                where = self._lasts[it.key] = Where(it.rack, _order_id(it), self._last)
            self._put(one, where, it.key, it)

    def _settled(self, one: List) -> list[Where]:
        """Return by what the others of a list are ordered: of its last rack, and of new ones."""
        held, free, new = self._held.get(one, {}), self._free.get(one), self._new
        ordered = held.keys()
        others_than = new if ordered <= new else new | ordered
        last = self._belongs.last_rack(one, others_than)
        touched = {it.rack for it in self._is.values()} if one in self._rackwise else set()
        wanted = {last, *self._belongs.racks(one, touched, others_than)} if last else set()
        others = [
            it.where
            for it in _things(self._belongs.layout, wanted)
            if it.key not in new and it.key not in ordered and one in _lists(self._belongs, it)
        ]
        return [*others, *held.values(), *(free.places() if free else ())]

    @cached_property
    def _rackwise(self) -> frozenset[List]:
        """Lists of nodes that hang rack by rack."""
        fabrics = self._after.fabrics
        return frozenset((f.id, NODES) for f in fabrics if f.leaf_policy == "rail-per-rack")

    def _put(self, one: List, where: Where, by: str, record: KeptPlace | Thing) -> None:
        entry = self._entries.get((where, by))
        if entry is None:
            entry = self._entries[where, by] = _Entry(record)
            self._in_rack.setdefault(where.rack, []).append((where, by))
        entry.lists.add(one)
        if by:
            self._held.setdefault(one, {})[by] = where
        else:
            if one not in self._free:
                self._free[one] = FreePlaces(self._filled, by_part=one[1] == NODES)
            self._free[one].add(where, entry.record)

    def _take(self, one: List, where: Where, by: str) -> KeptPlace | Thing:
        """Return the record of a place that is no longer kept in a list as it was."""
        entry = self._entries[where, by]
        entry.lists.discard(one)
        if by:
            del self._held[one][by]
        else:
            self._free[one].discard(where)
        return entry.record

    def _drop_what_is_past(self) -> None:
        """Drop places of fabrics, parts and tiers that are no more, and of those without any."""
        stands = self._belongs.all()
        built = {fabric for fabric, tier in stands if tier != NODES}
        nodes = {fabric.id: set(fabric.nodes) for fabric in self._after.fabrics}
        for (_, by), entry in self._entries.items():
            for one in tuple(entry.lists):
                fabric, tier = one
                other = not by and tier == NODES and entry.record.part not in nodes.get(fabric, ())
                if one not in stands or fabric not in built or other:
                    entry.lists.discard(one)

    def _written(self) -> Iterator[KeptPlace]:
        """Yield the records, sorted by id."""
        found: dict[str, tuple[KeptPlace | Thing, tuple[Any, ...]]] = {}
        belongs: dict[frozenset[List], tuple[str, str, tuple[str, ...]]] = {}
        entries = self._entries
        for where, by in sorted(entries, key=lambda it: (it[0].rank, it[1])):
            entry = entries[where, by]
            if not entry.lists:
                continue
            it = entry.record
            label = _label(it)
            key, number = label, 2
            while key in found:
                key, number = f"{label}-{number}", number + 1
            usual = "" if key == where.rack else key
            lists = frozenset(entry.lists)
            of = belongs.get(lists)
            if of is None:
                of = belongs[lists] = _belonging(lists)
            name = "" if isinstance(it, Thing) and it.name == label else it.name
            found[key] = it, (  # in the order of the record's fields
                key, where.rack, name, it.part, it.half_u, it.face, it.side, *of,
                "" if where.id == usual else where.id, where.last, by,
            )  # fmt: skip
        yield from _records(found[key] for key in sorted(found))


def _label(it: KeptPlace | Thing) -> str:
    return it.label if isinstance(it, Thing) else it.id


def _belonging(lists: frozenset[List]) -> tuple[str, str, tuple[str, ...]]:
    """Return fabric and tier of a switch, and the fabrics of a node."""
    tiers = [one for one in sorted(lists) if one[1] != NODES]
    # A device is a switch of one fabric only.
    fabric, tier = tiers[0] if tiers else ("", "")
    return fabric, tier, tuple(f for f, of in sorted(lists) if of == NODES)


def _records(
    written: Iterable[tuple[KeptPlace | Thing, tuple[Any, ...]]],
) -> Iterator[KeptPlace]:
    """Yield records; one that says what it said stays what it was."""
    names = tuple(KeptPlace.model_fields)
    of_all = attrgetter(*names)
    blank = KeptPlace(id="", rack="")
    of_it = tuple(written)
    stays = [isinstance(it, KeptPlace) and of_all(it) == values for it, values in of_it]
    made = copies(blank, names, (v for (_, v), same in zip(of_it, stays, strict=True) if not same))
    for (it, _), same in zip(of_it, stays, strict=True):
        yield it if same and isinstance(it, KeptPlace) else next(made)


def _of_part(it: KeptPlace | Thing, part: str) -> KeptPlace | Thing:
    if it.part == part:
        return it
    return it._replace(part=part) if isinstance(it, Thing) else it.evolve(part=part)


def _lists(members: Members, it: Thing) -> frozenset[List]:
    return members.lists_of(it.part, it.fabric, it.tier, it.hall)


def _by_list(members: Members, things: Iterable[Thing]) -> dict[List, list[Thing]]:
    """Return things by the lists that they belong to, in their order."""
    found: dict[List, list[Thing]] = {}
    for it in things:
        for one in _lists(members, it):
            found.setdefault(one, []).append(it)
    return found


def _kept_lists(belonged: Members, after: Design) -> Iterator[List]:
    """Yield the lists whose places are kept: tiers first, so that nodes follow what fills them."""
    was = {fabric.id: fabric for fabric in belonged.design.fabrics}
    built = {fabric for fabric, tier in belonged.all() if tier != NODES}
    kept = [
        (was[fabric.id], fabric)
        for fabric in after.fabrics
        if fabric.id in built and _is_ruled(was[fabric.id]) and _is_ruled(fabric)
    ]
    for tier in ("leaf", "spine", "core"):
        yield from ((fabric.id, tier) for _, fabric in kept)
    yield from (
        (now.id, NODES)
        for before_, now in kept
        if (before_.nodes, before_.hall) == (now.nodes, now.hall)
    )


def _is_ruled(fabric: Fabric) -> bool:
    return fabric.topology != "hand-drawn" and not stands_inside(fabric)


def _touched_racks(before: Design, after: Design) -> set[str]:
    """Return the racks of which the contents may differ."""
    devices = (it for side in went_and_came(before.devices, after.devices) for it in side)
    found = {device.rack for device in devices}
    went, came = went_and_came(before.racks, after.racks)
    was, now = (
        {
            (rack.id, rack.part, rack.assembly, hall)
            for rack, hall in zip(side, Halls(design.halls).of(side), strict=True)
        }
        for side, design in ((went, before), (came, after))
    )
    found |= {rack for rack, _, _, _ in was ^ now}
    if before.halls != after.halls:
        stood, stands = (
            dict(zip((r.id for r in it.racks), Halls(it.halls).of(it.racks), strict=True))
            for it in (before, after)
        )
        found |= {key for key, hall in stands.items() if stood.get(key, hall) != hall}
    went, came = went_and_came(before.assemblies, after.assemblies)
    if other := {it.id for it in (*went, *came)}:
        found |= {r.id for design in (before, after) for r in design.racks if r.assembly in other}
    if before.fabrics != after.fabrics:
        changed = went_and_came(before.fabrics, after.fabrics)
        ids = {fabric.id for side in changed for fabric in side}
        found |= {device.rack for device in before.devices if device.fabric in ids}
    return found


def _things(layout: Layout, racks: Collection[str]) -> Iterator[Thing]:
    """Yield what some racks hold, and the racks themselves."""
    halls = Halls(layout.design.halls)
    for key in sorted(racks):
        rack = layout.racks.get(key)
        if rack is None:
            continue
        hall = halls.one(rack)
        yield _of_rack(rack, hall)
        assembly = layout.assemblies.get(rack.assembly)
        for it in assembly.slots if assembly else ():
            yield Thing(
                f"{rack.id}/{it.id}", it.id, rack.id, it.part,
                it.name.replace("{rack}", rack.name), it.half_u, it.face, it.fabric, it.tier,
                hall, it.side,
            )  # fmt: skip
    devices = (device for rack in racks for device in layout.own_devices.get(rack, ()))
    for device in sorted(devices, key=attrgetter("id")):
        yield Thing(
            device.id, device.id, device.rack, device.part, device.name, device.half_u,
            device.face, device.fabric, device.tier, _hall(layout, halls, device.rack),
            device.side,
        )  # fmt: skip


def _hall(layout: Layout, halls: Halls, rack_id: str) -> str:
    rack = layout.racks.get(rack_id)
    return NO_HALL if rack is None else halls.one(rack)


def _of_rack(rack: Rack, hall: str) -> Thing:
    return Thing(rack.id, "", rack.id, rack.part, rack.name, 0, "front", "", "", hall)


def _replaced(was: dict[str, Thing], now: dict[str, Thing]) -> Iterator[tuple[str, str]]:
    """Yield keys of what another replaces in its place, and of this: the same by another key."""
    gone = [it for key, it in was.items() if key not in now and it.id]
    came = [it for key, it in now.items() if key not in was and it.id]
    for alike in (
        lambda it: (*spot_of(it), it.part, it.name),
        lambda it: spot_of(it) if it.half_u else it.key,
    ):
        free = {alike(it): it for it in reversed(came)}
        for it in tuple(gone):
            other = free.pop(alike(it), None)
            if other is not None:
                yield it.key, other.key
                gone.remove(it)
                came.remove(other)


def _order_id(it: Thing) -> str:
    """Return what a thing is ordered by as a device of its own; a rack itself comes first."""
    return it.label if it.id else ""


def _where(place: KeptPlace) -> Where:
    usual = "" if place.id == place.rack else place.id
    return Where(place.rack, place.key or usual, place.last)
