"""Small tables of a sheet: heading, rows on thin lines, columns aligned."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from PySide6.QtCore import QRectF

from designer.render.lettering import LEFT, RIGHT
from designer.render.sheets.ink import Ink

LINE: Final = 0.13
HEADING: Final = 5.2
"""Height that a table's heading takes, in mm."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its share of the width, and whether figures align at the right."""

    name: str
    share: float
    right: bool = False
    weight: int = 400
    dim: bool = False


def draw_heading(ink: Ink, x: float, y: float, width: float, words: str) -> float:
    """Write a table's heading; return where the table begins."""
    ink.text(QRectF(x, y, width, 3.4), words.upper(), 2.5, colour=ink.theme.dim, weight=600)
    return y + HEADING


class FurtherLine(tuple[str, ...]):
    """A line that belongs to the row above it: nothing is drawn between the two."""

    __slots__ = ()


def draw_table(
    ink: Ink,
    box: QRectF,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    row_height: float = 4.6,
    size: float = 2.5,
    names: bool = True,
    strong_last: bool = False,
) -> float:
    """Draw a table from the top of a box; return where it ends.

    Parameters
    ----------
    names
        Whether the columns' names are written above.
    strong_last
        Whether the last row is a total: bold, under a stronger line.
    """
    total = sum(column.share for column in columns)
    edges = [box.left()]
    for column in columns:
        edges.append(edges[-1] + box.width() * column.share / total)
    y = box.top()
    if names:
        for index, column in enumerate(columns):
            place = QRectF(edges[index], y, edges[index + 1] - edges[index], row_height)
            _cell(ink, place, column.name, size * 0.92, column, weight=500, dim=True)
        y += row_height
        ink.lines([(box.left(), y, box.right(), y)], LINE * 2)
    for number, row in enumerate(rows):
        total_row = strong_last and number == len(rows) - 1
        if total_row:
            ink.lines([(box.left(), y, box.right(), y)], LINE * 2.4)
        for index, (column, value) in enumerate(zip(columns, row, strict=True)):
            end = index + 1
            # Words that need the room of empty cells beside them take it.
            while not column.right and end < len(row) and not row[end]:
                end += 1
            place = QRectF(edges[index], y, edges[end] - edges[index], row_height)
            weight = 600 if total_row else column.weight
            _cell(ink, place, value, size, column, weight=weight, dim=column.dim)
        y += row_height
        goes_on = number + 1 < len(rows) and isinstance(rows[number + 1], FurtherLine)
        if not total_row and not goes_on:
            ink.lines([(box.left(), y, box.right(), y)], LINE, ink.theme.line)
    return y


def _cell(
    ink: Ink, place: QRectF, value: str, size: float, column: Column, *, weight: int, dim: bool
) -> None:
    inner = place.adjusted(1.0 if column.right else 0, 0, 0 if column.right else -1.0, 0)
    colour = ink.theme.dim if dim else ink.theme.text
    # A figure that lost its end would be a wrong figure: it rather gets small.
    figure = column.right or is_figure(value)
    least = size * (0.55 if figure else 0.72)
    while size > least and ink.width_of(value, size, weight) > inner.width():
        size -= 0.1
    align = RIGHT if column.right else LEFT
    ink.text(inner, value, size, colour=colour, weight=weight, align=align)


def is_figure(value: str) -> bool:
    """Return whether a cell holds a figure, with its unit or without: `~6,800 m³/h (3,200–8,900)`.

    A name that begins with a number, such as `4 × DGX H100`, is none.
    """
    bare = value.lstrip("≥≤~– ")
    return "×" not in value and (bare[:1].isdigit() or not any(c.isalpha() for c in value))


def wrapped_rows(
    ink: Ink,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    width: float,
    size: float,
) -> list[tuple[str, ...]]:
    """Return rows with further lines for words that are too long for their column.

    Figures and columns at the right stay on the first line.
    """
    total = sum(column.share for column in columns)
    lines: list[tuple[str, ...]] = []
    for row in rows:
        cells = []
        for column, value in zip(columns, row, strict=True):
            room = width * column.share / total - 1
            keeps = column.right or is_figure(value)
            cells.append([value] if keeps else ink.wrap(value, size, room, column.weight) or [""])
        first, *further = zip_longest(*cells, fillvalue="")
        lines += [first, *map(FurtherLine, further)]
    return lines


def draw_notes(ink: Ink, box: QRectF, notes: Sequence[str], size: float = 2.4) -> float:
    """Write numbered notes, wrapped, as many as the box holds; return where they end."""
    y = box.top()
    step = size * 1.45
    for number, note in enumerate(notes, start=1):
        lines = ink.wrap(note, size, box.width() - 4)
        # All but the last leave room for the line that says there are more.
        room = step * (len(lines) + (number < len(notes)))
        if y + room > box.bottom() + 0.1:
            ink.text(QRectF(box.left() + 4, y, box.width() - 4, step), "… more in the report", size)
            break
        ink.text(QRectF(box.left(), y, 4, step), str(number), size, colour=ink.theme.dim)
        for line in lines:
            ink.text(QRectF(box.left() + 4, y, box.width() - 4, step), line, size)
            y += step
        y += 0.5
    return y
