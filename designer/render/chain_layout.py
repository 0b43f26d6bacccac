"""Where the pieces of an unfolded rack stand: feed, rack PDUs, rails, and the devices below these.

Every rack PDU has a rail of its own; what hangs on it is joined by a dot, and no dot is a crossing.
Lengths are nominal pixels of 1/96 inch. No Qt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from designer.render.chain_pieces import Chain, Piece, Strip, Taker

CellLook = Literal[
    "head", "card", "lead", "strip", "line", "breaker", "text", "shelf", "taker", "bus"
]
Point = tuple[float, float]

HEAD_HIGH: Final = 26.0
CARD_WIDE: Final = 178.0
CARD_HIGH: Final = 68.0
_COLUMN: Final = 288.0
_GAP: Final = 18.0
_LEAD_HIGH: Final = 68.0
_DOWN: Final = 16.0
_PAD: Final = 10.0
_TITLE_HIGH: Final = 58.0
_LINE_HIGH: Final = 19.0
_BREAKER_HIGH: Final = 30.0
_BREAKERS_BESIDE: Final = 2
_TEXT_HIGH: Final = 18.0
_RAIL: Final = 13.0
_TAKER_WIDE: Final = 196.0
_TAKER_HIGH: Final = 88.0
_PLAIN_HIGH: Final = 66.0
_SQUARE: Final = 20.0
_SHELF_HIGH: Final = 36.0
_BUS_HIGH: Final = 58.0


@dataclass(frozen=True)
class Cell:
    """A piece in its place.

    Attributes
    ----------
    letter
        Of a feed, in a square at its upper left; empty of what has none.
    """

    piece: Piece
    x: float
    y: float
    width: float
    height: float
    look: CellLook
    letter: str = ""

    @property
    def middle(self) -> float:
        """The middle of its width."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


@dataclass(frozen=True)
class Join:
    """A line that joins pieces, with dots where others join it; `dead` without voltage."""

    points: tuple[Point, ...]
    dots: tuple[Point, ...] = ()
    dead: bool = False
    wide: bool = False


@dataclass(frozen=True)
class Square:
    """A letter on a drop: which feed, and how many supplies."""

    x: float
    y: float
    words: str
    dead: bool = False


@dataclass(frozen=True)
class Laid:
    """A chain, or cards, laid out from an upper left corner."""

    cells: tuple[Cell, ...] = ()
    lines: tuple[Join, ...] = ()
    squares: tuple[Square, ...] = ()
    width: float = 0.0
    height: float = 0.0


def laid_out(chain: Chain, x: float, y: float, width: float) -> Laid:
    """Return a chain with the place of everything, at least as wide as it must be.

    Parameters
    ----------
    x, y
        Its upper left corner.
    width
        How wide it may be.
    """
    job = _Job(x, y, width)
    job.head(chain.head)
    if chain.strips:
        job.strips(chain)
    if chain.shelves:
        job.shelves(chain)
    elif not chain.strips:
        job.unit(chain)
    return Laid(tuple(job.cells), tuple(job.lines), tuple(job.squares), job.right - x, job.y - y)


@dataclass
class _Job:
    x: float
    y: float
    width: float
    cells: list[Cell] = field(default_factory=list)
    lines: list[Join] = field(default_factory=list)
    squares: list[Square] = field(default_factory=list)
    right: float = 0.0

    def put(self, piece: Piece, x: float, y: float, width: float, height: float, look: CellLook,
            letter: str = "") -> Cell:  # fmt: skip
        cell = Cell(piece, x, y, width, height, look, letter)
        self.cells.append(cell)
        self.right = max(self.right, x + width)
        return cell

    def head(self, piece: Piece) -> None:
        """Put what the rack is above all."""
        self.put(piece, self.x, self.y, self.width, HEAD_HIGH, "head")
        self.y += HEAD_HIGH + 10

    def down(self, upper: Cell, lower: Cell, x: float | None = None) -> None:
        """Join a piece to one below it, straight down from the middle of the lower one."""
        at = lower.middle if x is None else x
        dead = bool(upper.piece.said.mark)
        if upper.x <= at <= upper.x + upper.width:
            self.lines.append(Join(((at, upper.bottom), (at, lower.y)), dead=dead))
            return
        turn = upper.bottom + _DOWN / 2
        points = (
            (upper.middle, upper.bottom), (upper.middle, turn), (at, turn), (at, lower.y)
        )  # fmt: skip
        self.lines.append(Join(points, dead=dead))

    # racks with rack PDUs

    def strips(self, chain: Chain) -> None:
        """Put feeds, rack PDUs, a rail for each, and what hangs on these."""
        top = self.y
        columns = max(1, sum(max(lead.number, 1) for lead in chain.leads))
        wide = min(_COLUMN, max(200.0, (self.width - _GAP * (columns - 1)) / columns))
        x, pdus, tallest = self.x, [], 0.0
        for lead in chain.leads:
            number = max(lead.number, 1)
            span = number * wide + (number - 1) * _GAP
            above = self.put(lead.piece, x, top, span, _LEAD_HIGH, "lead", lead.letter)
            for strip in chain.strips[lead.first : lead.first + lead.number]:
                below = self._strip(strip, x, top + _LEAD_HIGH + _DOWN, wide)
                self.down(above, below)
                pdus.append(below)
                tallest = max(tallest, below.bottom)
                x += wide + _GAP
            if not lead.number:
                x += wide + _GAP
        self.y = tallest + _DOWN
        self._rails(chain, pdus)

    def _strip(self, strip: Strip, x: float, y: float, wide: float) -> Cell:
        """Put a rack PDU with its lines, breakers and outlets in it."""
        rows = -(-len(strip.breakers) // _BREAKERS_BESIDE)
        lines = max(1, len(strip.lines))
        breakers = rows * (_BREAKER_HIGH + 3) + 6 if rows else 0
        high = _TITLE_HIGH + lines * _LINE_HIGH + breakers + 2 * _TEXT_HIGH + 10
        frame = self.put(strip.piece, x, y, wide, high, "strip", strip.letter)
        left, room, at = x + _PAD, wide - 2 * _PAD, y + _TITLE_HIGH
        for one in strip.lines:
            self.put(one, left, at, room, _LINE_HIGH, "line")
            at += _LINE_HIGH
        if not strip.lines:
            self.put(strip.piece, left, at, room, _LINE_HIGH, "text", "lines")
            at += _LINE_HIGH
        self.put(strip.of_breakers, left, at, room, _TEXT_HIGH, "text")
        at += _TEXT_HIGH
        if rows:
            at += 4
            each = (room - 4 * (_BREAKERS_BESIDE - 1)) / _BREAKERS_BESIDE
            for number, one in enumerate(strip.breakers):
                row, column = divmod(number, _BREAKERS_BESIDE)
                self.put(one, left + column * (each + 4), at + row * (_BREAKER_HIGH + 3), each,
                         _BREAKER_HIGH, "breaker")  # fmt: skip
            at += rows * (_BREAKER_HIGH + 3) + 2
        self.put(strip.outlets, left, at, room, _TEXT_HIGH, "text")
        return frame

    def _rails(self, chain: Chain, pdus: Sequence[Cell]) -> None:
        """Put devices below the rails that they hang on, in as many rows as they need."""
        beside = max(1, int((self.width - _RAIL * len(pdus) + _GAP) // (_TAKER_WIDE + _GAP)))
        takers = [one for one in chain.takers if not one.on_bus]
        rows = [takers[at : at + beside] for at in range(0, len(takers), beside)]
        left, top = self.x + _RAIL * len(pdus), self.y
        ends: list[list[float]] = [[] for _ in pdus]
        for number, row in enumerate(rows):
            boxes_at = self.y + _RAIL * len(pdus) + _DOWN + _SQUARE
            drops: list[tuple[int, float]] = []
            for at, taker in enumerate(row):
                x = left + at * (_TAKER_WIDE + _GAP)
                box = self.put(taker.piece, x, boxes_at, _TAKER_WIDE, _TAKER_HIGH, "taker")
                drops += self._drops(taker, box, pdus, self.y)
            joints: list[list[Point]] = [[] for _ in pdus]
            for pdu, x in drops:
                joints[pdu].append((x, self.y + _RAIL * pdu))
            for pdu, cell in enumerate(pdus):
                y = self.y + _RAIL * pdu
                ends[pdu].append(y)
                dots = list(joints[pdu])
                if not number:
                    dots.append((cell.middle, y))
                spread = [x for x, _ in dots]
                if not spread:
                    continue
                first = self.x + _RAIL * pdu if len(rows) > 1 else min(spread)
                dead = bool(cell.piece.said.mark)
                ends_at = ((first, y), (max(spread), y))
                self.lines.append(Join(ends_at, tuple(dots), dead=dead))
            self.y = boxes_at + _TAKER_HIGH + _GAP
        for pdu, cell in enumerate(pdus):
            dead = bool(cell.piece.said.mark)
            if ends[pdu]:
                down = ((cell.middle, cell.bottom), (cell.middle, ends[pdu][0]))
                self.lines.append(Join(down, dead=dead))
            if len(rows) > 1:
                x = self.x + _RAIL * pdu
                self.lines.append(Join(((x, ends[pdu][0]), (x, ends[pdu][-1])), dead=dead))
        if not rows:
            self.y = top

    def _drops(
        self, taker: Taker, box: Cell, pdus: Sequence[Cell], rails: float
    ) -> list[tuple[int, float]]:
        """Join a device to its rails, with a square for each; return where."""
        found = []
        step = min(44.0, (box.width - 12) / max(1, len(taker.hangs)))
        x = box.middle - step * (len(taker.hangs) - 1) / 2
        for pdu, number in taker.hangs:
            cell = pdus[pdu]
            dead = bool(cell.piece.said.mark)
            y = rails + _RAIL * pdu
            self.lines.append(Join(((x, y), (x, box.y - _SQUARE)), dead=dead))
            self.squares.append(Square(x, box.y - _SQUARE / 2, f"{cell.letter} × {number}", dead))
            found.append((pdu, x))
            x += step
        return found

    # power shelves, and what stands on the floor by itself

    def shelves(self, chain: Chain) -> None:
        """Put feeds, power shelves, the bus bar, and the trays on it."""
        top, x = self.y, self.x
        under: list[Cell] = []
        number = max(1, len(chain.whips))
        wide = min(_COLUMN, max(220.0, (self.width - _GAP * (number - 1)) / number))
        for lead in chain.whips:
            mine = chain.shelves[lead.first : lead.first + lead.number]
            above = self.put(lead.piece, x, top, wide, _LEAD_HIGH, "lead", lead.letter)
            y = above.bottom + _DOWN
            for one in mine:
                box = self.put(one, x, y, wide, _SHELF_HIGH, "shelf")
                if one is mine[0]:
                    self.down(above, box)
                y = box.bottom
            if mine:
                under.append(box)
            x += wide + _GAP
        self.y = max((box.bottom for box in under), default=top + _LEAD_HIGH) + _DOWN
        if chain.bus is not None:
            span = number * (wide + _GAP) - _GAP
            bar = self.put(chain.bus, self.x, self.y, span, _BUS_HIGH, "bus")
            for box in under:
                self.lines.append(Join(((box.middle, box.bottom), (box.middle, bar.y))))
            self.y = bar.bottom + _DOWN
            self._below([one for one in chain.takers if one.on_bus or not chain.strips], bar)

    def unit(self, chain: Chain) -> None:
        """Put what whips lead to: a CDU, an air unit, a filled rack without shelves."""
        top, x = self.y, self.x
        above = []
        for lead in chain.leads:
            above.append(self.put(lead.piece, x, top, _COLUMN, _LEAD_HIGH, "lead", lead.letter))
            x += _COLUMN + _GAP
        self.y = top + _LEAD_HIGH + _DOWN
        if not above or not chain.takers:
            return
        wide = max(_TAKER_WIDE, x - _GAP - self.x)
        box = self.put(chain.takers[0].piece, self.x, self.y, wide, _PLAIN_HIGH, "taker")
        for cell in above:
            self.down(cell, box, cell.middle)
        self.y = box.bottom + _GAP

    def _below(self, takers: Sequence[Taker], bar: Cell) -> None:
        x = self.x
        for taker in takers:
            box = self.put(taker.piece, x, self.y, _TAKER_WIDE, _PLAIN_HIGH, "taker")
            if taker.on_bus:
                self.lines.append(Join(((box.middle, bar.bottom), (box.middle, box.y))))
            x += _TAKER_WIDE + _GAP
        self.y += _PLAIN_HIGH + _GAP
