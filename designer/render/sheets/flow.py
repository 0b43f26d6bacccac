"""Tables and lists that flow through the free spaces of a sheet, and on to further sheets.

A block is laid out for the width of the space it comes to, piece by piece; what does not fit goes
on in the next space under its heading, repeated. Nothing is ever left out. A new kind of list is a
function that returns a `Block`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRectF

from designer.render.edge import Read
from designer.render.edge import shown as as_read
from designer.render.lettering import RIGHT
from designer.render.sheets.ink import LINE_MM, TEXT_MM, Ink

HEADING: Final = 5.2
"""Height that a block's heading takes, in mm."""
_BEGIN: Final = 3
"""So many pieces of a block stand under its heading, unless the space is all its own."""
_BESIDE: Final = 3.0
"""Free width between a heading and its remark, in mm."""
GAP: Final = 3.6
"""Free height above a heading, in mm."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is drawn whole: a row, a note, a sign with its words.

    Attributes
    ----------
    draw
        Draws it into a box of the block's width and this height, in mm.
    with_next
        Whether it must not be the last one in a space: the row before a total.
    """

    height: float
    draw: Callable[[Ink, QRectF], None]
    with_next: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A block at one width: what is repeated under each heading, and its pieces.

    `remark` holds the lines of the block's remark where it has no room beside the heading.
    """

    body: tuple[Piece, ...]
    head: Piece | None = None
    remark: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A table or a list.

    Attributes
    ----------
    lay
        Lays it out for a width in mm; the number of pieces is the same for every width.
    title
        Its heading; empty for a block without one.
    remark
        What stands at the right of the heading, or under it.
    """

    title: str
    lay: Callable[[float], Laid]
    remark: str = ""
    _laid: dict[float, Laid] = field(default_factory=dict, init=False, repr=False, compare=False)

    def laid(self, width: float) -> Laid:
        """Return it laid out, once for each width: what fits is tried in several places."""
        if width not in self._laid:
            self._laid[width] = self.lay(width)
        return self._laid[width]


@dataclass(frozen=True, slots=True)
class Part:
    """What is left of a block: its pieces from `start` on."""

    block: Block
    start: int = 0


@dataclass(frozen=True, slots=True)
class Filled:
    """Pieces in their places, where the last one ends, and what did not fit."""

    places: tuple[tuple[Piece, QRectF], ...]
    bottom: float
    rest: tuple[Part, ...]

    def draw(self, ink: Ink) -> None:
        """Draw the pieces."""
        for piece, box in self.places:
            piece.draw(ink, box)


def parts_of(blocks: Sequence[Block | None]) -> tuple[Part, ...]:
    """Return whole blocks as parts; those that have nothing to say are left out."""
    return tuple(Part(block) for block in blocks if block is not None)


def fill(parts: Sequence[Part], frame: QRectF, *, must: bool = False) -> Filled:
    """Return as many pieces as a space holds, in order.

    Parameters
    ----------
    frame
        The space, in mm.
    must
        Whether the first piece is placed in any case: it would fit no other space either.
    """
    places: list[tuple[Piece, QRectF]] = []
    y, rest = frame.top(), list(parts)
    while rest:
        part = rest[0]
        laid = part.block.laid(frame.width())
        heads = _heads(part, laid)
        top = y + (GAP if places else 0.0)
        room = frame.bottom() - top - sum(piece.height for piece in heads)
        end = _fitting(laid.body, part.start, room)
        if not part.start and end < min(_BEGIN, len(laid.body)) and places:
            break
        if end == part.start:
            if places or not must:
                break
            end = max(end + 1, _fitting(laid.body, part.start, room, cut=True))
        y = top
        for piece in (*heads, *laid.body[part.start : end]):
            places.append((piece, QRectF(frame.left(), y, frame.width(), piece.height)))
            y += piece.height
        if end < len(laid.body):
            rest[0] = Part(part.block, end)
            break
        rest.pop(0)
    return Filled(tuple(places), y, tuple(rest))


def fill_all(parts: Sequence[Part], frames: Sequence[QRectF]) -> tuple[list[Filled], list[Part]]:
    """Return what stands in each of several spaces, and what is left over."""
    filled, rest = [], list(parts)
    for frame in frames:
        if rest:
            filled.append(fill(rest, frame))
            rest = list(filled[-1].rest)
    return filled, rest


def height_of(block: Block, width: float) -> float:
    """Return the height that a whole block takes at a width."""
    laid = block.laid(width)
    return sum(piece.height for piece in (*_heads(Part(block), laid), *laid.body))


def columns_of(box: QRectF, count: int, gap: float = 7.0) -> list[QRectF]:
    """Return equal columns side by side."""
    width = (box.width() - gap * (count - 1)) / count
    return [
        QRectF(box.left() + i * (width + gap), box.top(), width, box.height()) for i in range(count)
    ]


def _fitting(body: Sequence[Piece], start: int, room: float, *, cut: bool = False) -> int:
    """Return the end of what fits.

    Parameters
    ----------
    cut
        Whether it may lie between a piece and the one that it belongs with.
    """
    end, taken = start, 0.0
    while end < len(body) and taken + body[end].height <= room + 0.01:
        taken += body[end].height
        end += 1
    while not cut and start < end < len(body) and body[end - 1].with_next:
        end -= 1
    return end


def _heads(part: Part, laid: Laid) -> list[Piece]:
    heading = [_heading(part, laid.remark)] if part.block.title else []
    return [*heading, laid.head] if laid.head else heading


def remark_lines(ink: Ink, title: str, remark: str, width: float) -> tuple[str, ...]:
    """Return a remark in lines where it has no room beside its heading; nothing where it has."""
    words = as_read(_continued(title)).upper()
    beside = width - ink.width_of(Read(words), TEXT_MM, 600) - _BESIDE
    if ink.width_of(remark, TEXT_MM) <= beside:
        return ()
    return tuple(ink.wrap(remark, TEXT_MM, width))


def _continued(title: str) -> str:
    return f"{title}, continued"


def _heading(part: Part, under: Sequence[str]) -> Piece:
    words = _continued(part.block.title) if part.start else part.block.title

    def draw(ink: Ink, box: QRectF) -> None:
        line = QRectF(box.left(), box.top(), box.width(), 3.6)
        taken = ink.text(
            line, Read(as_read(words).upper()), TEXT_MM, colour=ink.theme.dim, weight=600
        )
        room = line.adjusted(taken + _BESIDE, 0, 0, 0)
        if not under and part.block.remark and room.width() > 0:
            ink.text(room, part.block.remark, TEXT_MM, colour=ink.theme.dim, align=RIGHT)
        for number, said in enumerate(under, start=1):
            place = line.translated(0, number * LINE_MM)
            ink.text(place, said, TEXT_MM, colour=ink.theme.dim)

    return Piece(HEADING + len(under) * LINE_MM, draw)
