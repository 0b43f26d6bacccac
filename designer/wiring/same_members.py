"""Numbers for the devices of a fabric before and after a change: equal where the key is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_line import Occupant
from designer.wiring.network_members import Ints, Members

Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NumberedMembers:
    """The devices of one side.

    Attributes
    ----------
    members
        They.
    nodes, switches
        The number of each.
    """

    members: Members
    nodes: Codes
    switches: Codes

    def with_numbers(self, others: Mapping[int, int]) -> "NumberedMembers":
        """Return them with other numbers for some."""
        nodes, switches = self.nodes.copy(), self.switches.copy()
        for was, number in others.items():
            nodes[self.nodes == was] = number
            switches[self.switches == was] = number
        return replace(self, nodes=nodes, switches=switches)

    @property
    def every(self) -> Codes:
        """The numbers of all, nodes first."""
        return np.concatenate([self.nodes, self.switches])

    def keys_of(self, numbers: Codes) -> Iterator[tuple[str, int]]:
        """Yield the keys of some, each with its number."""
        members = self.members
        for found, key in ((self.nodes, members.node_key), (self.switches, members.switch_key)):
            for at in np.flatnonzero(np.isin(found, numbers)).tolist():
                yield key(at), int(found[at])


def numbered_members(was: Members, now: Members) -> tuple[NumberedMembers, NumberedMembers]:
    """Return the devices before and after; a key has one number on both sides."""
    tables = _Tables()
    first = tables.racks_of(was.racks), tables.occupants_of(was.occupants)
    # A table that grew keeps what it had: so it is after most edits.
    racks = first[0] if now.racks == was.racks else tables.racks_of(now.racks)
    known = len(was.occupants)
    grew = now.occupants[:known] == was.occupants
    further = tables.occupants_of(now.occupants[known:] if grew else now.occupants)
    places = first, (racks, np.concatenate([first[1], further]) if grew else further)
    before, after = (
        NumberedMembers(
            one,
            tables.numbers(one.node_rack, one.node_occupant, *place),
            tables.numbers(one.switch_rack, one.switch_occupant, *place),
        )
        for one, place in zip((was, now), places, strict=True)
    )
    return before, after


@dataclass
class _Tables:
    """Numbers of racks, of slots and of devices drawn by themselves, of both sides."""

    racks: dict[str, int] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    devices: dict[str, int] = field(default_factory=dict)

    def racks_of(self, racks: Sequence[str]) -> Codes:
        """Return the number of each rack of a table."""
        return np.array([self.racks.setdefault(one, len(self.racks)) for one in racks], np.int64)

    def occupants_of(self, occupants: Sequence[Occupant]) -> Codes:
        """Return the number of each occupant of a table.

        A device drawn by itself is told by its id, wherever it stands: its number is below 0. A
        rack that is a node itself is its slot without a name.
        """
        found = []
        for one in occupants:
            if one.form == "device":
                found.append(-1 - self.devices.setdefault(one.id, len(self.devices)))
            else:
                slot = "" if one.form == "rack" else one.id
                found.append(self.slots.setdefault(slot, len(self.slots)))
        return np.array(found, dtype=np.int64)

    def numbers(self, rack: Ints, occupant: Ints, rack_at: Codes, occupant_at: Codes) -> Codes:
        """Return the number of each device.

        Parameters
        ----------
        rack, occupant
            Of each, as the members' tables have them.
        rack_at, occupant_at
            As `racks_of` and `occupants_of` return them.
        """
        if not len(rack):
            return np.empty(0, dtype=np.int64)
        which = occupant_at[occupant]
        in_slots = len(self.devices) + which * len(self.racks) + rack_at[rack]
        return np.where(which < 0, -1 - which, in_slots)
