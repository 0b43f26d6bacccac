"""What fills the racks of a design, as far as networks see it: racks that are filled alike."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Assembly, Device, Rack
from designer.model.hall import NO_HALL
from designer.wiring.network_line import Ints, Occupant, natural


@dataclass
class Fillings:
    """Racks by what fills them: racks that are filled alike share one number.

    Attributes
    ----------
    order
        Rack ids in order; `index` finds them.
    numbers
        Shape (racks,): the filling of each, index into `known`, which only grows.
    made
        The number of a filling, by what gives it: the rack's part, its assembly, its own devices.
    served
        Ids of all fabrics that switches of these fillings name.
    halls
        The hall that each rack stands in, in order.
    """

    order: tuple[str, ...]
    index: dict[str, int]
    numbers: Ints
    known: list[tuple[Occupant, ...]] = field(default_factory=list)
    made: dict[tuple[str, str, tuple[Occupant, ...]], int] = field(default_factory=dict)
    served: set[str] = field(default_factory=set)
    halls: NDArray[np.str_] = field(default_factory=lambda: np.empty(0, dtype=np.str_))

    def in_hall(self, hall: str) -> NDArray[np.bool_]:
        """Return for every rack whether it stands in a hall."""
        inside: NDArray[np.bool_] = self.halls == hall
        return inside

    def number(
        self, rack: Rack, assemblies: Mapping[str, Assembly], own: tuple[Device, ...]
    ) -> int:
        """Return the number of a rack's filling; racks that are filled alike share theirs."""
        devices = tuple(_device(device) for device in own)
        key = (rack.part, rack.assembly, devices)
        number = self.made.get(key)
        if number is None:
            number = self.made[key] = len(self.known)
            filling = _occupants(rack, assemblies, devices)
            self.served.update(it.fabric for it in filling if it.fabric)
            self.known.append(filling)
        return number

    def with_numbers(self, numbers: Ints, halls: NDArray[np.str_]) -> "Fillings":
        """Return the same table with other fillings in its racks; both may go on from here."""
        return replace(self, numbers=numbers, halls=halls)

    def with_racks(self, gone: Collection[str], came: Sequence[str]) -> "Fillings":
        """Return the same table for other racks; those that came have no filling yet, nor a hall.

        Parameters
        ----------
        gone, came
            Ids of those that are not there any more, and of those that were not.
        """
        stays = np.ones(len(self.order), dtype=bool)
        stays[[self.index[key] for key in gone]] = False
        order = (*compress(self.order, stays.tolist()), *came)
        numbers = np.concatenate((self.numbers[stays], np.full(len(came), -1, dtype=np.int32)))
        halls = np.concatenate((self.halls[stays], np.full(len(came), NO_HALL)))
        if came:
            sort = sorted(range(len(order)), key=lambda at: (natural(order[at]), order[at]))
            order = tuple(order[at] for at in sort)
            numbers, halls = numbers[sort], halls[sort]
        index = {key: at for at, key in enumerate(order)}
        return replace(self, order=order, index=index, numbers=numbers, halls=halls)


def _device(device: Device) -> Occupant:
    return Occupant("device", device.id, device.part, device.fabric, device.tier)


def _occupants(
    rack: Rack, assemblies: Mapping[str, Assembly], devices: tuple[Occupant, ...]
) -> tuple[Occupant, ...]:
    """Return what a rack holds in order, the rack itself first."""
    assembly = assemblies.get(rack.assembly)
    slots = assembly.slots if assembly else ()
    found = [Occupant("slot", s.id, s.part, s.fabric, s.tier) for s in slots]
    found += devices
    found.sort(key=lambda it: (natural(it.id), it.form))
    return (Occupant("rack", "", rack.part, "", ""), *found)
