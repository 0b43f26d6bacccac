"""The pieces of the chain of power inside a rack, as they are laid out and painted. No Qt."""

from dataclasses import dataclass
from typing import Literal

from designer.render.failing import Failing
from designer.render.one_line_words import Said

PieceKind = Literal[
    "rack", "lead", "pdu", "line", "breaker", "outlets", "device", "shelf", "busbar", "unit", "more"
]


@dataclass(frozen=True)
class PieceKey:
    """What a piece of an unfolded rack is known by: its rack, and what of it.

    Attributes
    ----------
    item
        Id of a feed, or key of a rack PDU or device; empty of what the rack is or has itself.
    number
        Of a line, breaker or shelf, from 1; 1 of a rack is its chain, 0 its card.
    """

    rack: str
    what: PieceKind
    item: str = ""
    number: int = 0


@dataclass(frozen=True)
class Piece:
    """One element: what it says, all its figures for a tip, and what a click selects and fails."""

    key: PieceKey
    said: Said
    tip: str = ""
    selects: tuple[str, ...] = ()
    failing: Failing | None = None


@dataclass(frozen=True)
class Lead:
    """What brings a feed to the rack: a tap-off or a whip.

    Attributes
    ----------
    first, number
        Which of the rack PDUs, or power shelves, hang on it: these stand together.
    """

    piece: Piece
    letter: str
    first: int = 0
    number: int = 0


@dataclass(frozen=True)
class Strip:
    """A rack PDU with what is inside it."""

    piece: Piece
    letter: str
    lines: tuple[Piece, ...]
    of_breakers: Piece
    breakers: tuple[Piece, ...]
    outlets: Piece


@dataclass(frozen=True)
class Taker:
    """Devices of one part that hang alike.

    Attributes
    ----------
    hangs
        Which rack PDU carries how many supplies of each.
    on_bus
        Whether they hang on the bus bar of the rack.
    """

    piece: Piece
    hangs: tuple[tuple[int, int], ...] = ()
    on_bus: bool = False


@dataclass(frozen=True)
class Chain:
    """The chain of one rack.

    Attributes
    ----------
    head
        The rack itself.
    leads
        What brings feeds to rack PDUs, or to what has none.
    shelves, bus
        Power shelves, in the order of their whips; no bus bar of what has none.
    whips
        What brings feeds to power shelves.
    """

    head: Piece
    leads: tuple[Lead, ...]
    strips: tuple[Strip, ...] = ()
    takers: tuple[Taker, ...] = ()
    shelves: tuple[Piece, ...] = ()
    bus: Piece | None = None
    whips: tuple[Lead, ...] = ()
