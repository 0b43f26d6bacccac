"""The branch breakers of a rack PDU: which line each is on, and which outlets it feeds.

Outlets count as in `power_outlets`: all C13, then all C19. Each breaker feeds as many of either
kind, the first breaker the first of them. Where outlets do not divide so, nobody can say which of
them a breaker feeds.
"""

from dataclasses import dataclass
from functools import lru_cache

from designer.catalog.figures import LINES, PduFigures
from designer.wiring.power_outlets import SOCKETS, outlet_counts


@dataclass(frozen=True)
class Branch:
    """A branch breaker.

    Attributes
    ----------
    number
        From 1.
    line
        Its line, or the first of its two, from 0: branch 2 of a delta is L3–L1.
    amps
        Its rating.
    outlets
        Each kind of socket and the numbers of its outlets; none where nobody can say which it
        feeds.
    """

    number: int
    line: int
    amps: float
    outlets: tuple[tuple[str, range], ...]

    def feeds(self, outlet: int) -> bool:
        """Return whether it feeds an outlet, by its number."""
        return any(outlet in numbers for _, numbers in self.outlets)


def branches_of(pdu: PduFigures) -> tuple[Branch, ...]:
    """Return the breakers of a rack PDU; none where nobody says how many, and of how many A."""
    return _branches(pdu) if pdu.breakers else ()


@lru_cache(maxsize=256)
def _branches(pdu: PduFigures) -> tuple[Branch, ...]:
    number, amps = pdu.breakers, pdu.breaker_amps
    if not number or amps is None:
        return ()
    stated = outlet_counts(pdu)
    banks = {kind: _banks(n, number, pdu.banks[kind]) for kind, n in stated.items()}
    if None in banks.values():
        banks = dict.fromkeys(stated, (0,) * number)
    order = pdu.breaker_order
    found = []
    for at in range(number):
        outlets, first = [], 1
        for socket in SOCKETS:
            each = banks[socket] or ()
            start = first + sum(each[:at])
            outlets.append((socket, range(start, start + each[at])))
            first += sum(each)
        found.append(Branch(at + 1, order[at % len(order)], amps, tuple(outlets)))
    return tuple(found)


def _banks(outlets: int | None, breakers: int, stated: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return how many outlets of a kind each breaker feeds; None where nobody can say."""
    if stated:
        return stated
    if outlets is None or outlets % breakers:
        return None
    return (outlets // breakers,) * breakers


def branch_at(branches: tuple[Branch, ...], outlet: int) -> Branch | None:
    """Return the breaker that feeds an outlet; None where there is none."""
    return next((one for one in branches if one.feeds(outlet)), None)


def feeds_known_outlets(branches: tuple[Branch, ...]) -> bool:
    """Return whether breakers are stated, and the outlets that each feeds."""
    return any(numbers for one in branches for _, numbers in one.outlets)


def line_name(pdu: PduFigures, line: int) -> str:
    """Return what people call the line of a breaker, or the two that it is between."""
    if pdu.phases == 1 or pdu.to_neutral:
        return LINES[line]
    return f"{LINES[line]}-{LINES[(line + 1) % 3]}"
