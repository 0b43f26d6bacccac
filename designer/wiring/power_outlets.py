"""Outlets of rack PDUs: how many of each kind there are, which are free, and what nobody states.

Outlets are numbered from 1: first all C13, then all C19, the last of them those that take a plug of
either kind. So the number of an outlet is known where all that come before it are counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final, NamedTuple

from designer.catalog.figures import PduFigures
from designer.catalog.part import Part
from designer.wiring.power_cording import OUTLET_OF

_EITHER: Final = "either"
SOCKETS: Final = ("C13", "C19")
"""Kinds of outlets in the order of their numbers."""


class PlugIn(NamedTuple):
    """A supply in an outlet; `outlet` is 0 where nobody knows the outlet's number."""

    item: int
    supply: int
    pdu: int
    outlet: int


def outlet_counts(pdu: PduFigures) -> dict[str, int | None]:
    """Return how many outlets of each kind a rack PDU has, in order; None where not stated."""
    return {"C13": pdu.outlets_c13, "C19": pdu.outlets_c19}


def takes_plug(pdu: PduFigures, socket: str) -> int | None:
    """Return how many outlets take a plug for a kind of outlet; None where not stated."""
    count = outlet_counts(pdu).get(socket)
    either = pdu.outlets_either if socket == SOCKETS[0] else None
    return count if either is None or count is None else count + either


def of_either(part: Part | None) -> range:
    """Return the numbers of the outlets of a rack PDU that take a plug of either kind."""
    pdu = part.pdu if part else None
    if pdu is None or pdu.outlets_either is None:
        return range(0)
    short, long = pdu.outlets_c13, pdu.outlets_c19
    if short is None or long is None:
        return range(0)
    return range(short + long - pdu.outlets_either + 1, short + long + 1)


def socket_of(part: Part | None) -> str:
    """Return the kind of outlet that a device's plugs need; empty where nobody states it."""
    return OUTLET_OF.get(part.psu.inlet, "") if part and part.psu else ""


def not_stated(part: Part, socket: str, *, by_number: bool) -> str:
    """Return the input that leaves open whether a PDU has an outlet; empty where all is known.

    Parameters
    ----------
    socket
        The kind of outlet that is asked for; empty where nobody knows it.
    by_number
        Whether an outlet is asked for by its number: those of one kind begin after the other.
    """
    if part.pdu is None:
        return f"{part.id}.pdu"
    counts = outlet_counts(part.pdu)
    asked = SOCKETS if by_number else (socket,)
    lacking = (kind for kind in asked if kind in counts and counts[kind] is None)
    return next((f"{part.id}.pdu.outlets_{kind.lower()}" for kind in lacking), "")


def outlets_of(part: Part | None) -> Iterator[tuple[int, str]]:
    """Yield number and kind of each outlet of a rack PDU that is known to be there."""
    counts = outlet_counts(part.pdu) if part and part.pdu else {}
    first = 1
    for kind, count in counts.items():
        if count is None:
            return  # nobody knows with which number the next kind begins
        yield from ((number, kind) for number in range(first, first + count))
        first += count


def _kinds_at(number: int, counts: Mapping[str, int | None]) -> tuple[str, ...]:
    """Return the kinds that the outlet of a number may be; none where there is no such outlet."""
    found, before, last = [], 0, 0.0
    for kind, count in counts.items():
        last += inf if count is None else count
        if count != 0 and before < number <= last:
            found.append(kind)
        if count is not None:
            before += count
    return tuple(found)


@dataclass
class Outlets:
    """Outlets of the PDUs of a rack that are still free.

    Parameters
    ----------
    parts
        Parts of what the rack holds, None where not in the catalogue.
    """

    parts: Sequence[Part | None]
    taken: set[tuple[int, int]] = field(default_factory=set)
    used: dict[int, int] = field(default_factory=dict)
    _first: dict[tuple[int, str], int] = field(default_factory=dict)
    _unnumbered: dict[tuple[int, str], int] = field(default_factory=dict)

    def count(self, pdu: int, socket: str) -> int | None:
        """Return how many outlets of a kind a PDU has, None where nobody knows."""
        return self._counts(pdu).get(socket)

    def take(self, pdu: int, socket: str) -> int | None:
        """Return the next free outlet of a PDU, 0 where its number is not known, None if none."""
        count = self.count(pdu, socket)
        if not socket or count is None:
            self._plug(pdu, 0)
            return 0
        numbers = self._numbers(pdu, socket)
        number = self._next(pdu, socket, numbers) if numbers is not None else None
        if number is None and socket == SOCKETS[0]:
            number = self._next(pdu, _EITHER, of_either(self.parts[pdu]))
        if number is not None:
            self._plug(pdu, number)
            return number
        if numbers is None:
            used = self._unnumbered.get((pdu, socket), 0)
            if used >= count:
                return None
            self._unnumbered[pdu, socket] = used + 1
            self._plug(pdu, 0)
            return 0
        return None

    def _next(self, pdu: int, kind: str, numbers: range) -> int | None:
        """Return the next free number of some; None where all are taken."""
        # What is taken stays taken: all before the last one found are.
        number = self._first.get((pdu, kind), numbers.start)
        while (pdu, number) in self.taken:
            number += 1
        self._first[pdu, kind] = number
        return number if number < numbers.stop else None

    def take_number(self, pdu: int, number: int, socket: str) -> str:
        """Take an outlet by its number; return why it cannot be taken, or an empty text.

        What nobody can say whether it is there is taken.
        """
        part, counts = self.parts[pdu], self._counts(pdu)
        name = (part.name or part.id) if part else "it"
        kinds = self._kinds(pdu, number)
        known = [count for count in counts.values() if count is not None]
        if not kinds:
            return f"{name} has {sum(known)} outlets, not {number}"
        if socket and socket not in kinds:
            is_there = len(known) == len(SOCKETS)
            what = "is" if is_there else "can only be"
            return f"outlet {number} {what} a {kinds[0]}, the plug needs a {socket}"
        if (pdu, number) in self.taken:
            return f"outlet {number} is taken already"
        self._plug(pdu, number)
        return ""

    def takes(self, pdu: int, number: int, socket: str) -> bool:
        """Return whether the outlet of a number, if there is one, may take a plug."""
        kinds = self._kinds(pdu, number)
        return not (socket and kinds and socket not in kinds)

    def _kinds(self, pdu: int, number: int) -> tuple[str, ...]:
        """Return the kinds of plug that the outlet of a number may take."""
        if number in of_either(self.parts[pdu]):
            return SOCKETS
        counts = self._counts(pdu)
        return _kinds_at(number, counts) if counts else SOCKETS

    def _counts(self, pdu: int) -> dict[str, int | None]:
        part = self.parts[pdu]
        return outlet_counts(part.pdu) if part and part.pdu else {}

    def _numbers(self, pdu: int, socket: str) -> range | None:
        """Return the numbers of a PDU's outlets of a kind; None where nobody can say them."""
        numbers = [number for number, kind in outlets_of(self.parts[pdu]) if kind == socket]
        if numbers:
            return range(numbers[0], numbers[-1] + 1)
        before = SOCKETS[: SOCKETS.index(socket)]
        return None if any(self.count(pdu, kind) is None for kind in before) else range(1, 1)

    def _plug(self, pdu: int, number: int) -> None:
        self.used[pdu] = self.used.get(pdu, 0) + 1
        if number:
            self.taken.add((pdu, number))
