"""The ends of what a rack's power wiring joins: supplies, outlets, whips, shelves, busbars.

Only who draws or writes the graph asks for them. May import the outlets of rack PDUs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from designer.catalog.kinds import kind_of
from designer.catalog.part import Part
from designer.wiring.ends import EndKind
from designer.wiring.power_outlets import PlugIn, outlets_of, socket_of


class EndType(NamedTuple):
    """An end of a type of node: what it is, its number, and the outlet it is or needs."""

    kind: EndKind
    number: int
    socket: str = ""


@dataclass(frozen=True)
class NodeType:
    """A type of node: a part (or a kind of power node) and its ends, in order."""

    part: str
    role: str
    ends: tuple[EndType, ...]


def shelves_of(rack: Part) -> int:
    """Return the power shelves of a filled rack; 0 where it has none, or nobody says."""
    return (rack.compute.power_shelves or 0) if rack.compute else 0


def itself_type(rack: Part | None, feeds: int) -> NodeType:
    """Return the type of a rack or floor unit that whips supply."""
    if rack is None:
        raise ValueError("a part that is not known takes no whips")
    shelves = shelves_of(rack)
    kind: EndKind = "shelf" if shelves else "whip"
    ends = [EndType(kind, number) for number in range(1, (shelves or feeds) + 1)]
    if shelves:
        ends.append(EndType("busbar", 0))
    return NodeType(rack.id, rack.kind, tuple(ends))


def device_type(part: Part | None, item: int, plugged: Sequence[PlugIn]) -> NodeType:
    """Return the type of a device or of a rack PDU.

    Ends that only a cord by hand names count too: the catalogue may not know how many there are.
    """
    if part is None:
        raise ValueError("a part that is not known is no node")
    if not kind_of(part).feeds_devices:
        count = part.psu.count if part.psu else 0
        socket = socket_of(part)
        named = {cord.supply for cord in plugged if cord.item == item}
        numbers = sorted(named | set(range(1, count + 1))) or [0]
        return NodeType(part.id, part.kind, tuple(EndType("supply", n, socket) for n in numbers))
    known = list(outlets_of(part))
    seen = {n for n, _ in known} | {0}
    known += [(n, "") for n in sorted({c.outlet for c in plugged if c.pdu == item} - seen)]
    ends = [EndType("input", 0), EndType("outlet", 0)]
    ends += [EndType("outlet", number, socket) for number, socket in known]
    return NodeType(part.id, part.kind, tuple(ends))
