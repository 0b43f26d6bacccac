"""Tables and notes of a sheet as blocks: rows on thin lines, columns aligned, words wrapped.

Nothing in a table is shortened: figures have the width they need, words go on in further lines.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from PySide6.QtCore import QRectF

from designer.render.edge import Read, presented
from designer.render.edge import shown as as_read
from designer.render.lettering import LEFT, RIGHT
from designer.render.sheets.flow import Block, Laid, Piece, remark_lines
from designer.render.sheets.ink import LINE_MM, TEXT_MM, Ink, measuring

LINE: Final = 0.13
_ROW_PAD: Final = 0.8
_COLUMN_GAP: Final = 2.0
_FIGURES_MOST: Final = 0.62
"""Part of a table's width that its figures may take before they wrap at their spaces."""
_LONG_WORD: Final = 24.0
"""A word that is wider, in mm, may be broken where its column is narrow."""
_NUMBER_WIDE: Final = 4.6
_NOTE_PAD: Final = 0.6
_NOTE_MOST: Final = 1_500
_CELL_MOST: Final = 800
"""Letters of a note and of a cell in one piece: some 25 lines of a column."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its share of the words' width, and whether it aligns at the right."""

    name: str
    share: float
    right: bool = False
    weight: int = 400
    dim: bool = False


class FurtherRow(tuple[str, ...]):
    """A row that belongs to the one above it: nothing is drawn between the two."""

    __slots__ = ()


def table(
    ink: Ink,
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    names: bool = True,
    strong_last: bool = False,
    remark: str = "",
) -> Block | None:
    """Return a table as a block; None without rows.

    Parameters
    ----------
    names
        Whether the columns' names are written above.
    strong_last
        Whether the last row is a total: bold, under a stronger line.
    """
    if not rows:
        return None
    # Two rows of the same words are equal, whether one goes on with what is above it or not.
    units = [presented().unit_at_end(column.name) for column in columns]
    said = tuple(
        (isinstance(row, FurtherRow), tuple(map(presented().cell, row, units))) for row in rows
    )
    columns = [replace(one, name=presented().heading(one.name)) for one in columns]
    style = (names, strong_last)

    def lay(width: float) -> Laid:
        return _laid(ink.dots_per_mm, title, tuple(columns), said, style, remark, width)

    return Block(title, lay, remark)


# Kept, because the sheets of a set list much the same: documents, limits of one part.
@lru_cache(maxsize=256)
def _laid(
    dots: float,
    title: str,
    columns: Sequence[Column],
    said: Sequence[tuple[bool, tuple[str, ...]]],
    style: tuple[bool, bool],
    remark: str,
    width: float,
) -> Laid:
    ink, (names, strong_last) = measuring(dots), style
    given = (FurtherRow(row) if further else row for further, row in said)
    rows = [part for row in given for part in _in_rows(row)]
    widths = column_widths(ink, columns, rows, width, names=names)
    body = []
    for number, row in enumerate(rows):
        last = number + 1 == len(rows)
        goes_on = not last and isinstance(rows[number + 1], FurtherRow)
        piece = _row(
            ink, columns, widths, row, total=strong_last and last, open_below=goes_on,
            with_next=strong_last and number + 2 == len(rows),
        )  # fmt: skip
        body.append(piece)
    named = _names(ink, columns, widths) if names else None
    return Laid(tuple(body), named, remark_lines(ink, title, remark, width))


def column_widths(
    ink: Ink,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    width: float,
    *,
    names: bool = True,
) -> list[float]:
    """Return the columns' widths: figures as wide as they are, words by their shares of the rest.

    Words that need less than their share leave it to the others; none is broken that is not long.
    """
    needed, least = [], []
    for index, column in enumerate(columns):
        texts = {row[index] for row in rows if not isinstance(row, FurtherRow)}
        texts |= {column.name} if names else set()
        gap = _COLUMN_GAP + _gap_behind(columns, index)
        needed.append(_widest(ink, texts) + gap)
        words = {Read(word) for text in texts for word in as_read(text).split()}
        least.append(min(_widest(ink, words), _LONG_WORD) + gap)
    figures = sum(need for need, column in zip(needed, columns, strict=True) if column.right)
    squeeze = min(1.0, width * _FIGURES_MOST / figures) if figures else 1.0
    widths = [n * squeeze if c.right else 0.0 for n, c in zip(needed, columns, strict=True)]
    waiting = [index for index, column in enumerate(columns) if not column.right]
    spare = width - sum(widths)
    while waiting:
        share = spare / sum(columns[index].share for index in waiting)
        modest = [i for i in waiting if needed[i] <= share * columns[i].share]
        short = [i for i in waiting if least[i] > share * columns[i].share]
        if len(modest) == len(waiting) or not (modest or short):
            for index in waiting:
                widths[index] = share * columns[index].share
            break
        for index in modest or short:
            widths[index] = needed[index] if modest else least[index]
            spare -= widths[index]
            waiting.remove(index)
    return widths


def _gap_behind(columns: Sequence[Column], index: int) -> float:
    """Return what a column keeps free at its right end: figures would touch words beside them."""
    behind = columns[index + 1 : index + 2]
    return _COLUMN_GAP if columns[index].right and any(not one.right for one in behind) else 0.0


def _widest(ink: Ink, texts: Collection[str]) -> float:
    return max((ink.width_of(text, TEXT_MM, 600) for text in texts), default=0.0)


def _names(ink: Ink, columns: Sequence[Column], widths: Sequence[float]) -> Piece:
    inner = [width - _gap_behind(columns, at) for at, width in enumerate(widths)]
    lines = [
        ink.wrap(column.name, TEXT_MM, width - _COLUMN_GAP / 2, 500) or [""]
        for column, width in zip(columns, inner, strict=True)
    ]
    height = max(map(len, lines)) * LINE_MM + 0.6

    def draw(ink: Ink, box: QRectF) -> None:
        x = box.left()
        for column, width, step, said in zip(columns, inner, widths, lines, strict=True):
            top = box.bottom() - 0.5 - len(said) * LINE_MM
            for number, line in enumerate(said):
                place = QRectF(x, top + number * LINE_MM, width, LINE_MM)
                _cell(ink, place, line, column, 500, dim=True)
            x += step
        ink.lines([(box.left(), box.bottom(), box.right(), box.bottom())], LINE * 2)

    return Piece(height, draw)


def _row(
    ink: Ink,
    columns: Sequence[Column],
    widths: Sequence[float],
    row: Sequence[str],
    *,
    total: bool,
    open_below: bool,
    with_next: bool,
) -> Piece:
    cells: list[tuple[float, float, Column, int, list[str]]] = []
    x = 0.0
    for index, (column, value) in enumerate(zip(columns, row, strict=True)):
        wide, end = widths[index] - _gap_behind(columns, index), index + 1
        # Words that need the room of empty cells beside them take it.
        while not column.right and value and end < len(row) and not row[end]:
            wide += widths[end]
            end += 1
        weight = 600 if total else column.weight
        said = ink.wrap(value, TEXT_MM, wide - _COLUMN_GAP * 0.75, weight)
        cells.append((x, wide, column, weight, said))
        x += widths[index]
    height = max(1, *(len(said) for *_, said in cells)) * LINE_MM + _ROW_PAD

    def draw(ink: Ink, box: QRectF) -> None:
        if total:
            ink.lines([(box.left(), box.top(), box.right(), box.top())], LINE * 2.4)
        for left, wide, column, weight, said in cells:
            for number, line in enumerate(said):
                top = box.top() + _ROW_PAD / 2 + number * LINE_MM
                place = QRectF(box.left() + left, top, wide, LINE_MM)
                _cell(ink, place, line, column, weight, dim=column.dim and not total)
        if not total and not open_below:
            edge = (box.left(), box.bottom(), box.right(), box.bottom())
            ink.lines([edge], LINE, ink.theme.line)

    return Piece(height, draw, with_next=with_next or open_below)


def _cell(ink: Ink, place: QRectF, value: str, column: Column, weight: int, *, dim: bool) -> None:
    colour = ink.theme.dim if dim else ink.theme.text
    align = RIGHT if column.right else LEFT
    ink.text(place, value, TEXT_MM, colour=colour, weight=weight, align=align)


def notes(ink: Ink, title: str, said: Sequence[str]) -> Block | None:
    """Return numbered notes as a block; None without any."""
    if not said:
        return None

    pieces = [
        ("" if further else str(number), words)
        for number, note in enumerate(said, start=1)
        for further, words in enumerate(_in_pieces(note, _NOTE_MOST))
    ]

    def lay(width: float) -> Laid:
        dots = ink.dots_per_mm
        return Laid(tuple(_note(dots, number, words, width) for number, words in pieces))

    return Block(title, lay)


def _in_rows(row: Sequence[str]) -> list[Sequence[str]]:
    """Return a row, and as further ones what goes on of a very long cell."""
    if all(len(cell) <= _CELL_MOST for cell in row):
        return [row]
    first, *further = zip_longest(*(_in_pieces(cell, _CELL_MOST) for cell in row), fillvalue="")
    return [first, *map(FurtherRow, further)]


def _in_pieces(text: str, most: int) -> list[str]:
    """Return a text in pieces, each of which fits a sheet: a whole page of words fits none."""
    pieces, rest = [], text
    while len(rest) > most:
        end = rest.rfind(" ", 1, most)
        end = end if end > 0 else most
        pieces.append(rest[:end])
        rest = rest[end:].lstrip(" ")
    return [*pieces, rest]


@lru_cache(maxsize=512)
def _note(dots: float, number: str, note: str, width: float) -> Piece:
    lines = measuring(dots).wrap(note, TEXT_MM, width - _NUMBER_WIDE)

    def draw(ink: Ink, box: QRectF) -> None:
        place = QRectF(box.left(), box.top(), _NUMBER_WIDE, LINE_MM)
        ink.text(place, number, TEXT_MM, colour=ink.theme.dim)
        for index, line in enumerate(lines):
            top = box.top() + index * LINE_MM
            place = QRectF(box.left() + _NUMBER_WIDE, top, box.width() - _NUMBER_WIDE, LINE_MM)
            ink.text(place, line, TEXT_MM)

    return Piece(len(lines) * LINE_MM + _NOTE_PAD, draw)
