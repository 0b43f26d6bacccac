"""Which drawn devices are nodes and switches of which fabric, in an order that edits keep.

The order is by rack id and then by slot or device id, digits by value: `R9` before `R10`, but for
the places that the design keeps. So a rack that moves on the floor changes nobody's place.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from operator import attrgetter
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.model.change import racks_with_ids, went_and_came
from designer.model.design import Design, Device, Fabric, KeptPlace, Rack
from designer.model.hall import NO_HALL, Halls
from designer.wiring.last_two import LastTwo
from designer.wiring.network_fillings import Fillings
from designer.wiring.network_line import Line, Occupant, Rows, lined_up, natural, same_line
from designer.wiring.stale import STALE

Ints = NDArray[np.int32]
TIERS: Final = ("leaf", "spine", "core")
"""A switch whose tier is not said is a leaf: a fabric of one tier has nothing else."""


@dataclass(frozen=True)
class Members:
    """The members of one fabric as columns, in order; switches tier by tier.

    Attributes
    ----------
    racks, occupants, parts
        Tables that the columns point into; of the racks those alone that hold members, in order.
    node_rack, node_occupant, node_parts
        Shape (nodes,): where each node stands, and its part. A filled rack is one entry.
    switch_rack, switch_occupant, switch_parts, tiers
        Shape (switches,): the same, and the index into `TIERS`.
    lines
        The places of nodes, then of the switches of each tier; None where members take them one
        after another.
    """

    racks: tuple[str, ...]
    occupants: tuple[Occupant, ...]
    parts: tuple[str, ...]
    node_rack: Ints
    node_occupant: Ints
    node_parts: Ints
    switch_rack: Ints
    switch_occupant: Ints
    switch_parts: Ints
    tiers: Ints
    lines: tuple[Line | None, ...] = (None,) * (1 + len(TIERS))

    def node_key(self, number: int) -> str:
        """Return the device key of a node: `rack/slot`, a device's id, or the rack's id."""
        return self._key(int(self.node_rack[number]), int(self.node_occupant[number]))

    def switch_key(self, number: int) -> str:
        """Return the device key of a switch."""
        return self._key(int(self.switch_rack[number]), int(self.switch_occupant[number]))

    def _key(self, rack: int, occupant: int) -> str:
        it = self.occupants[occupant]
        if it.form == "device":
            return it.id
        return f"{self.racks[rack]}/{it.id}" if it.form == "slot" else self.racks[rack]

    @cached_property
    def places(self) -> dict[str, tuple[Literal["node", "switch"], int]]:
        """Every member by its key; a switch that is a node too counts as a switch."""
        found: dict[str, tuple[Literal["node", "switch"], int]] = {}
        for number in range(len(self.node_rack)):
            found[self.node_key(number)] = ("node", number)
        for number in range(len(self.switch_rack)):
            found[self.switch_key(number)] = ("switch", number)
        return found

    def same_as(self, other: "Members") -> bool:
        """Return whether other members are the same devices in the same places."""
        columns = ("node_rack", "switch_rack", "tiers")
        return (
            self.racks == other.racks
            and all(map(same_line, self.lines, other.lines))
            and all(np.array_equal(getattr(self, c), getattr(other, c)) for c in columns)
            and self._occupied(self.node_occupant, other, other.node_occupant)
            and self._occupied(self.switch_occupant, other, other.switch_occupant)
        )

    def _occupied(self, mine: Ints, other: "Members", theirs: Ints) -> bool:
        """Return whether two columns name the same occupants; a table that grew keeps numbers."""
        if other.occupants[: len(self.occupants)] == self.occupants:
            differ = mine != theirs
            mine, theirs = mine[differ], theirs[differ]
        return [self.occupants[at] for at in mine.tolist()] == [
            other.occupants[at] for at in theirs.tolist()
        ]


@dataclass
class Taking:
    """What one fabric takes of every filling: rows (occupant, part, tier) in flat columns."""

    nodes: tuple[str, ...]
    hall: str = NO_HALL
    occupants: list[Occupant] = field(default_factory=list)
    parts: dict[str, int] = field(default_factory=dict)
    sizes: Ints = field(default_factory=lambda: np.zeros((2, 0), dtype=np.int32))
    rows: list[Ints] = field(default_factory=lambda: [np.zeros((3, 0), dtype=np.int32)] * 2)
    _known: dict[tuple[int, int], list[tuple[Occupant, int]]] = field(default_factory=dict)

    def learn(self, fabric_id: str, known: Sequence[tuple[Occupant, ...]]) -> None:
        """Take from the fillings that are new."""
        fresh: tuple[list[tuple[int, int, int]], ...] = ([], [])
        sizes = []
        for filling in known[self.sizes.shape[1] :]:
            before = len(fresh[0]), len(fresh[1])
            for it in filling:
                is_node, is_switch = it.part in self.nodes, it.fabric == fabric_id
                if not (is_node or is_switch):
                    continue
                row = (len(self.occupants), self.parts.setdefault(it.part, len(self.parts)))
                self.occupants.append(it)
                if is_node:
                    fresh[0].append((*row, 0))
                if is_switch:
                    fresh[1].append((*row, TIERS.index(it.tier or "leaf")))
            sizes.append((len(fresh[0]) - before[0], len(fresh[1]) - before[1]))
        if sizes:
            more = np.array(sizes, dtype=np.int32).T
            self.sizes = np.concatenate((self.sizes, more), axis=1)
            for side in (0, 1):
                rows = np.array(fresh[side], dtype=np.int32).reshape(-1, 3).T
                self.rows[side] = np.concatenate((self.rows[side], rows), axis=1)

    def takes_alike(self, before: "Fillings", after: "Fillings") -> bool:
        """Return whether the fabric takes the same of racks before and after an edit.

        Of other racks than before that is not said.
        """
        if before is after:
            return True
        if before.order is not after.order:
            return False
        was, now = before.numbers, after.numbers
        differ = np.flatnonzero(was != now) if was is not now else np.empty(0, dtype=np.intp)
        if len(differ) and len(differ) == len(now):
            return False
        inside = np.ones(len(now), dtype=bool)
        if self.hall != NO_HALL:
            inside = after.in_hall(self.hall)
            if before.halls is not after.halls and (before.in_hall(self.hall) != inside).any():
                return False
        return all(
            self._taken(side, int(was[at])) == self._taken(side, int(now[at]))
            for side in (0, 1)
            for at in (differ if side else differ[inside[differ]]).tolist()
        )

    def _taken(self, side: int, number: int) -> list[tuple[Occupant, int]]:
        """Return what the fabric takes of one filling: occupants and tiers."""
        known = self._known.get((side, number))
        if known is None:
            known = self._known[side, number] = self._rows_of(side, number)
        return known

    def _rows_of(self, side: int, number: int) -> list[tuple[Occupant, int]]:
        first = int(self.sizes[side, :number].sum())
        rows = self.rows[side][:, first : first + int(self.sizes[side, number])]
        return [(self.occupants[at], tier) for at, _, tier in rows.T.tolist()]

    def unrolled(self, side: int, numbers: Ints) -> tuple[Ints, Ints]:
        """Return for every rack in turn the rows of its filling: rack numbers, shape (3, n)."""
        sizes = self.sizes[side]
        starts = np.cumsum(sizes, dtype=np.int32) - sizes
        each = sizes[numbers]
        racks = np.repeat(np.arange(len(numbers), dtype=np.int32), each)
        first = np.cumsum(each, dtype=np.int32) - each
        at = np.arange(len(racks), dtype=np.int32) + (starts[numbers] - first)[racks]
        return racks, self.rows[side][:, at]


class _Taken(NamedTuple):
    """The members of a fabric, and what they were taken of."""

    taking: Taking
    fillings: Fillings
    kept: "_Kept"
    members: Members


class _Kept(NamedTuple):
    """The places that a design keeps for a fabric, and whether its nodes hang rack by rack."""

    places: tuple[KeptPlace, ...] = ()
    rackwise: bool = False

    @classmethod
    def of(cls, design: Design, fabric: Fabric) -> "_Kept":
        """Return what a design keeps for a fabric."""
        here = tuple(
            it for it in design.places if fabric.id == it.fabric or fabric.id in it.nodes_of
        )
        return cls(here, bool(here) and fabric.leaf_policy == "rail-per-rack")

    def lists(self, fabric: str) -> Iterator[tuple[KeptPlace, ...]]:
        """Yield the places of nodes, then those of each tier."""
        yield tuple(it for it in self.places if fabric in it.nodes_of)
        for tier in TIERS:
            yield tuple(
                it for it in self.places if it.fabric == fabric and (it.tier or "leaf") == tier
            )


@dataclass
class MemberTable:
    """The members of all fabrics of one design after another; edits cost what they touch."""

    _design: Design | None = None
    _fillings: Fillings | None = None
    _own: dict[str, tuple[Device, ...]] = field(default_factory=dict)
    _taking: dict[str, Taking] = field(default_factory=dict)
    _members: LastTwo[str, _Taken] = field(default_factory=LastTwo)

    def fork(self) -> "MemberTable":
        """Return a table that goes on from here without touching this one.

        Numbers of fillings are only ever added, so that both may share them.
        """
        other = copy(self)
        other._taking, other._members = dict(self._taking), self._members.fork()
        return other

    def follow(self, design: Design) -> None:
        """Take in the next design."""
        before, known = self._design, self._fillings
        if before is design:
            return
        if before is None or known is None or len(known.known) > STALE + len(known.order):
            before = known = None
        self._own, touched = self._devices(before, design)
        others: list[Rack] = []
        if before is None or known is None or any(
            went_and_came(before.assemblies, design.assemblies)
        ):  # fmt: skip
            known = None
        else:
            gone, others = _other_racks(before, design)
            came = [rack.id for rack in others if rack.id not in known.index]
            if gone or came:
                known = self._fillings = known.with_racks(gone, came)
        if known is None:
            self._anew(design)
        elif touched or others or (before is not None and before.halls != design.halls):
            self._touch(design, known, touched, others)
        self._design = design

    def of(self, fabric: Fabric) -> Members:
        """Return the members of a fabric: the same object while they are the same.

        Raises
        ------
        RuntimeError
            If no design was taken in.
        """
        fillings, design = self._fillings, self._design
        if fillings is None or design is None:
            raise RuntimeError("members are those of a design: follow one first")
        kept = _Kept.of(design, fabric)
        taking = self._taking.get(fabric.id)
        if taking is None or (taking.nodes, taking.hall) != (fabric.nodes, fabric.hall):
            taking = self._taking[fabric.id] = Taking(fabric.nodes, fabric.hall)
        taking.learn(fabric.id, fillings.known)
        known = self._members.find(
            fabric.id,
            lambda one: (
                one.taking is taking
                and one.kept == kept
                and taking.takes_alike(one.fillings, fillings)
            ),
        )
        if known is None:
            made = _members_of(taking, fillings, fabric.id, kept)
            known = self._members.find(fabric.id, lambda one: one.members.same_as(made))
        members = made if known is None else known.members
        self._members.keep(
            fabric.id, _Taken(taking, fillings, kept, members), lambda one: one.members is members
        )
        return members

    def drop_all_but(self, fabrics: Collection[str]) -> None:
        """Forget the members of other fabrics."""
        self._members.drop_all_but(fabrics)
        for gone in self._taking.keys() - set(fabrics):
            del self._taking[gone]

    def strays(self, fabrics: frozenset[str]) -> tuple[tuple[str, str], ...]:
        """Return drawn switches of fabrics that do not exist: key and fabric id."""
        fillings = self._fillings
        if fillings is None:
            return ()
        found = []
        for fabric in sorted(fillings.served - fabrics):
            taking = Taking(())
            taking.learn(fabric, fillings.known)
            members = _members_of(taking, fillings, fabric, _Kept())
            switches = range(len(members.switch_rack))
            found += [(members.switch_key(number), fabric) for number in switches]
        return tuple(found)

    def _devices(
        self, before: Design | None, design: Design
    ) -> tuple[dict[str, tuple[Device, ...]], set[str]]:
        """Return drawn devices by rack, and the racks whose devices differ from before."""
        if before is None:
            racks: dict[str, list[Device]] = {}
            for device in design.devices:
                racks.setdefault(device.rack, []).append(device)
            return {rack: tuple(devices) for rack, devices in racks.items()}, set(racks)
        went, came = went_and_came(before.devices, design.devices)
        touched = {device.rack for device in (*went, *came)}
        if not touched:
            return self._own, touched
        own = dict(self._own)
        gone = {device.id for device in went}
        for rack in touched:
            kept = [device for device in own.get(rack, ()) if device.id not in gone]
            own[rack] = tuple([*kept, *(device for device in came if device.rack == rack)])
        return own, touched

    def _anew(self, design: Design) -> None:
        racks = sorted(design.racks, key=lambda rack: natural(rack.id))
        assemblies = {assembly.id: assembly for assembly in design.assemblies}
        order = tuple(rack.id for rack in racks)
        index = {key: number for number, key in enumerate(order)}
        halls = np.array(Halls(design.halls).of(racks), dtype=np.str_)
        fillings = Fillings(order, index, np.zeros(len(order), dtype=np.int32), halls=halls)
        numbers = [fillings.number(rack, assemblies, self._own.get(rack.id, ())) for rack in racks]
        self._taking = {}
        self._fillings = fillings.with_numbers(np.array(numbers, dtype=np.int32), halls)

    def _touch(
        self, design: Design, fillings: Fillings, touched: Iterable[str], others: Sequence[Rack]
    ) -> None:
        """Give touched racks new numbers; the table stays the same object if nothing differs.

        Parameters
        ----------
        touched
            Racks of which the devices differ.
        others
            Racks that differ themselves: in what fills them, or in where they stand.
        """
        touched = {*touched, *(rack.id for rack in others)}
        halls = self._halls(design, fillings, others)
        assemblies = {assembly.id: assembly for assembly in design.assemblies}
        places = {fillings.index[key]: key for key in touched if key in fillings.index}
        racks = {rack.id: rack for rack in racks_with_ids(design.racks, set(places.values()))}
        numbers = fillings.numbers.copy()
        for at, key in places.items():
            numbers[at] = fillings.number(racks[key], assemblies, self._own.get(key, ()))
        if np.array_equal(numbers, fillings.numbers):
            numbers = fillings.numbers
        if numbers is not fillings.numbers or halls is not fillings.halls:
            self._fillings = fillings.with_numbers(numbers, halls)

    def _halls(
        self, design: Design, fillings: Fillings, others: Sequence[Rack]
    ) -> NDArray[np.str_]:
        """Return the hall of each rack; the same column where none stands in another."""
        before, halls = fillings.halls, Halls(design.halls)
        if self._design is None or self._design.halls != design.halls:
            racks = sorted(design.racks, key=lambda rack: fillings.index[rack.id])
            found = np.array(halls.of(racks), dtype=np.str_)
        else:
            stands = dict(zip((rack.id for rack in others), halls.of(others), strict=True))
            moved = {fillings.index[key]: hall for key, hall in stands.items()}
            if all(before[at] == hall for at, hall in moved.items()):
                return before
            # As wide as the longest name, which a copy of the column would cut.
            found = np.array(
                [moved.get(at, hall) for at, hall in enumerate(before.tolist())], dtype=np.str_
            )
        return before if np.array_equal(before, found) else found


def _members_of(taking: Taking, fillings: Fillings, fabric: str, kept: _Kept) -> Members:
    node_rack, node = taking.unrolled(0, fillings.numbers)
    if taking.hall != NO_HALL:
        here = fillings.in_hall(taking.hall)[node_rack]
        node_rack, node = node_rack[here], node[:, here]
    switch_rack, switch = taking.unrolled(1, fillings.numbers)
    by_tier = np.argsort(switch[2], kind="stable")
    switch_rack, switch = switch_rack[by_tier], switch[:, by_tier]
    ends = np.searchsorted(switch[2], range(len(TIERS) + 1)).tolist()
    lines: list[Line | None] = [None] * (1 + len(TIERS))
    for at, places in enumerate(kept.lists(fabric)):
        if not places:
            continue
        tier = slice(*ends[at - 1 : at + 1]) if at else slice(None)
        rack, rows = (switch_rack, switch) if at else (node_rack, node)
        mine = Rows(
            fillings.order, fillings.index, taking.occupants, rack[tier], rows[0][tier],
            rows[1][tier],
        )  # fmt: skip
        order, lines[at] = lined_up(mine, places, taking.parts, rackwise=kept.rackwise and not at)
        rack[tier], rows[:, tier] = rack[tier][order], rows[:, tier][:, order]
    # Racks that hold none of it may come and go: its columns stay as they are.
    there = np.zeros(len(fillings.order), dtype=bool)
    there[node_rack] = there[switch_rack] = True
    number = np.cumsum(there, dtype=np.int32) - np.int32(1)
    return Members(
        tuple(compress(fillings.order, there.tolist())), tuple(taking.occupants),
        tuple(taking.parts), number[node_rack], node[0], node[1],
        number[switch_rack], switch[0], switch[1], switch[2], tuple(lines),
    )  # fmt: skip


def _other_racks(before: Design, after: Design) -> tuple[set[str], list[Rack]]:
    """Return the ids of racks that are gone, and those that were not there or differ.

    That is in what fills them, or in where they stand on a site of halls.
    """
    went, came = went_and_came(before.racks, after.racks)
    read = attrgetter("part", "assembly", *(("x_mm", "y_mm") if after.halls else ()))
    was = {rack.id: rack for rack in went}
    gone = was.keys() - {rack.id for rack in came}
    return gone, [one for one in came if one.id not in was or read(was[one.id]) != read(one)]
