"""Figures in columns: each whole, its bounds below it where they have no room beside it."""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from designer.render.lettering import RIGHT, draw_text, text_width
from designer.render.theme import Theme
from designer.ui.views.cost.card import NOTE_PX, TEXT_PX, columns_of

_GAP_PX: Final = 10.0
_BELOW_PX: Final = 15.0


class Columns(NamedTuple):
    """How wide the columns are, that of names first, and whether bounds stand below."""

    widths: tuple[float, ...]
    below: bool


def parted(text: str) -> tuple[str, str]:
    """Return a figure and its bounds in brackets; no bounds where it has none."""
    head, bracket, bounds = text.partition(" (")
    return head, f"({bounds}" if bracket else ""


def columns_for(
    width: float, shares: Sequence[float], names: Sequence[str],
    titles: Sequence[str], rows: Sequence[Sequence[str]], weight: int,
) -> Columns:  # fmt: skip
    """Return columns in which no figure is cut.

    They have their shares where all fits; else each what its figures need, and names the rest; and
    bounds stand below the figures where that is too much still.
    """
    even = tuple(box.width() for box in columns_of(QRectF(0, 0, width, 1), tuple(shares)))
    name = max((text_width(one, TEXT_PX, 600) for one in names), default=0.0) + _GAP_PX
    for below in (False, True):
        needs = [
            _need(title, [row[at] for row in rows], weight, below=below)
            for at, title in enumerate(titles)
        ]
        if all(need <= wide for need, wide in zip(needs, even[1:], strict=True)):
            return Columns(even, below)
        if name + sum(needs) <= width:
            return Columns((width - sum(needs), *needs), below)
    return Columns(even, below=True)


def _need(title: str, cells: Sequence[str], weight: int, *, below: bool) -> float:
    """Return how wide a column must be, with the gap before it; 0 for an empty one."""
    parts = [parted(cell) if below else (cell, "") for cell in cells]
    widths = [max(text_width(a, TEXT_PX, weight), text_width(b, NOTE_PX)) for a, b in parts]
    need = max((text_width(title, NOTE_PX), *widths))
    return need + _GAP_PX if need else 0.0


def draw_figure(
    painter: QPainter, box: QRectF, text: str, theme: Theme, weight: int, *, below: bool
) -> float:
    """Draw a figure and return where its bounds begin, where they stand below; else no end.

    Parameters
    ----------
    box
        Its line; that of the bounds is the next.
    """
    if not below or text_width(text, TEXT_PX, weight) <= box.width() - _GAP_PX:
        draw_text(painter, box, text, TEXT_PX, theme.text, weight, RIGHT)
        return inf
    head, bounds = parted(text)
    draw_text(painter, box, head, TEXT_PX, theme.text, weight, RIGHT)
    under = QRectF(box.left(), box.bottom(), box.width(), _BELOW_PX)
    # Bounds that fit nowhere are left to the words for a screen reader: half of one would be wrong.
    if text_width(bounds, NOTE_PX) > under.width():
        return inf
    return box.right() - draw_text(painter, under, bounds, NOTE_PX, theme.dim, 400, RIGHT)
