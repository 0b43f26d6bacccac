"""Which rows see each other over clear floor, and where. Pure geometry in mm.

Rows run along x here; callers swap x and y of upright ones. The floor is looked at in strips across
the rows, between whose edges nothing begins or ends: what follows in a strip from the order in
which things stand is the same seen from above and from below, and so whichever way round a hall is
drawn.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from designer.catalog.aisle_ends import Box, Facing, overlap, turned
from designer.model.aisle_widths import NARROWEST_MM, WIDEST_AISLE_MM

Span = tuple[int, int]
"""From where to where, in mm."""
_NOBODY: Final = -1


class Standing(NamedTuple):
    """A rack on the floor: its place along its row, from side to side, and across the row."""

    start: int
    end: int
    low: int
    high: int
    key: str


class Line(NamedTuple):
    """Racks of one row that stand in one line and face one way, in their order along it.

    Attributes
    ----------
    faces_low
        Whether they face towards smaller y.
    """

    box: Box
    faces_low: bool
    row: str
    standing: Sequence[Standing]


class _Piece(NamedTuple):
    """A part of a line, or something else that stands in the way.

    Attributes
    ----------
    top, bottom
        Those of the whole line: racks less than an aisle aside stand in it.
    line
        Its index; nobody's for what is no row.
    own
        Where the rack itself lies across the line; None where panels close a gap.
    """

    left: int
    right: int
    top: int
    bottom: int
    line: int
    own: Span | None = None

    def end(self, *, below: bool) -> int:
        """Return how far the piece reaches, downwards or upwards."""
        return self.bottom if below else -self.top

    def rack_end(self, *, below: bool) -> int | None:
        """Return how far its rack does."""
        if self.own is None:
            return None
        return self.own[1] if below else -self.own[0]


def seen(lines: Sequence[Line], others: Iterable[Box]) -> dict[tuple[int, int], list[Span]]:
    """Return pairs of lines with nothing between, the upper first: where they see each other.

    Parameters
    ----------
    others
        What stands there and is no row: it hides what is behind it.
    """
    if not lines:
        return {}
    left, right = min(line.box.left for line in lines), max(line.box.right for line in lines)
    solid = [
        _Piece(*_upright(box), _NOBODY) for box in others if box.left < right and left < box.right
    ]
    strips = list(_strips([*_pieces(lines, frozenset()), *solid]))
    tangled = frozenset(
        piece.line
        for _, _, stacks in strips
        for stack in stacks
        if len(stack) > 1
        if len(rows := [piece for piece in stack if piece.line != _NOBODY]) > 1
        for piece in rows
    )
    if tangled:
        strips = list(_strips([*_pieces(lines, tangled), *solid]))
    found: dict[tuple[int, int], list[Span]] = {}
    for start, end, stacks in strips:
        for above, under in pairwise(stacks):
            upper = above[0].line if len(above) == 1 else _side(above, lines, below=True)
            lower = under[0].line if len(under) == 1 else _side(under, lines, below=False)
            if _NOBODY in (upper, lower):
                continue
            if lines[lower].box.top - lines[upper].box.bottom > WIDEST_AISLE_MM:
                continue
            spans = found.setdefault((upper, lower), [])
            if spans and spans[-1][1] == start:
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
    return found


def _upright(box: Box) -> tuple[int, int, int, int]:
    return box.left, box.right, box.top, box.bottom


def _pieces(lines: Sequence[Line], tangled: frozenset[int]) -> Iterator[_Piece]:
    """Yield lines whole; those that stand in others, by their racks and the gaps between."""
    for index, line in enumerate(lines):
        left, top, right, bottom = line.box
        if index not in tangled:
            yield _Piece(left, right, top, bottom, index)
            continue
        reach = left
        for start, end, own in _alike(line.standing):
            if start > reach:
                yield _Piece(reach, start, top, bottom, index)
            yield _Piece(start, end, top, bottom, index, own)
            reach = max(reach, end)


def _alike(standing: Iterable[Standing]) -> Iterator[tuple[int, int, Span]]:
    """Yield from where to where racks stand side by side, alike across their line."""
    begin, reach, own = 0, 0, None
    for start, end, low, high, _ in standing:
        if own == (low, high) and start == reach:
            reach = end
            continue
        if own is not None:
            yield begin, reach, own
        begin, reach, own = start, end, (low, high)
    if own is not None:
        yield begin, reach, own


def _strips(pieces: Sequence[_Piece]) -> Iterator[tuple[int, int, list[list[_Piece]]]]:
    """Yield strips across the rows from where to where: what stands there, from the top on.

    What reaches into each other is one stack.
    """
    edges = sorted({x for piece in pieces for x in (piece.left, piece.right)})
    strips: list[list[_Piece]] = [[] for _ in edges]
    for piece in sorted(pieces, key=lambda one: (one.top, one.bottom)):
        for strip in strips[bisect_left(edges, piece.left) : bisect_left(edges, piece.right)]:
            strip.append(piece)
    for start, end, strip in zip(edges, edges[1:], strips, strict=False):
        stacks: list[list[_Piece]] = []
        reach = 0
        for piece in strip:
            if stacks and piece.top < reach:
                stacks[-1].append(piece)
                reach = max(reach, piece.bottom)
            else:
                stacks.append([piece])
                reach = piece.bottom
        yield start, end, stacks


def _side(stack: Sequence[_Piece], lines: Sequence[Line], *, below: bool) -> int:
    """Return the line at the lower or the upper side of a stack of several; nobody where none is.

    That of the rack that stands nearest to it; panels of a gap hide a rack that stands an aisle or
    more behind them. A line that goes past the rack in a gap and faces the same way has its side.
    """
    rows = [piece for piece in stack if piece.line != _NOBODY]
    racks = [(at, piece) for piece in rows if (at := piece.rack_end(below=below)) is not None]
    panels = [(piece.end(below=below), piece) for piece in rows if piece.own is None]
    at = max((at for at, _ in racks), default=None)
    closed = max((at for at, _ in panels), default=None)
    if at is None or (closed is not None and closed - at >= NARROWEST_MM):
        racks, at = panels, closed
    if at is None:
        return _NOBODY
    nearest = [piece for end, piece in racks if end == at]
    facing = {lines[piece.line].faces_low for piece in nearest}
    if len(facing) > 1:
        return _NOBODY
    nearest += [
        piece
        for piece in rows
        if lines[piece.line].faces_low in facing and 0 <= piece.end(below=below) - at < NARROWEST_MM
    ]
    owner = max(nearest, key=lambda piece: _weight(lines[piece.line]))
    reach = owner.end(below=below)
    is_hidden = any(piece.line == _NOBODY and piece.end(below=below) > reach for piece in stack)
    return _NOBODY if is_hidden else owner.line


def _weight(line: Line) -> tuple[int, int, str]:
    return len(line.standing), line.box.right - line.box.left, line.row


def uncrossed(facing: Iterable[Facing]) -> Iterator[Facing]:
    """Yield aisles, parted where a narrower one crosses them; where two as wide do, none lies."""
    found = list(facing)
    level = [one for one in found if one.across]
    upright = [one for one in found if not one.across]
    for one in found:
        left, top, right, bottom = one.box
        spans = [(left, right)]
        for other in upright if one.across else level:
            at = turned(other.box)
            if overlap(at, one.box) and other.box.bottom - other.box.top <= bottom - top:
                spans = [
                    (a, b)
                    for start, end in spans
                    for a, b in ((start, min(end, at.left)), (max(start, at.right), end))
                    if a < b
                ]
        for start, end in spans:
            yield one._replace(box=Box(start, top, end, bottom))
