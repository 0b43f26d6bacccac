"""Codes that a camera reads (QR, ISO/IEC 18004), as one path: sharp at any size, on any paper.

Needs a `QGuiApplication`, no widgets. segno is imported when a code is drawn.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

QUIET: Final = 4
"""Modules of blank paper around a code (ISO/IEC 18004, 6.3.8: four on each side)."""
CODE_MM: Final = 10.0
"""Side of a code on a label, without the blank around it."""
LEAST_MODULE_MM: Final = 0.3
"""Smaller modules are not drawn: six dots of a printer of 600 to the inch make 0.25 mm."""
_MASK: Final = 0
"""The pattern laid over every code (ISO/IEC 18004, 7.8: a reader learns it from the code itself, so
any of the eight is read). To try all eight takes most of the time in which a code is made."""


@lru_cache(maxsize=64)
def modules_of(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark modules of the code of a text, row by row, without the blank around it.

    A seventh of it may be lost or soiled (level M).

    Raises
    ------
    ValueError
        If the text is longer than a code holds.
    """
    import segno

    made = segno.make_qr(text, error="m", mask=_MASK, boost_error=False)
    return tuple(tuple(bool(cell) for cell in row) for row in made.matrix)


def side_mm(text: str, least: float = CODE_MM) -> float:
    """Return the side of the code of a text with the blank around it, so that it can be read."""
    modules = len(modules_of(text))
    module = max(least / modules, LEAST_MODULE_MM)
    return (modules + 2 * QUIET) * module


def draw_code(painter: QPainter, box: QRectF, text: str, ink: str, paper: str) -> None:
    """Draw the code of a text with the blank around it into the middle of a box of the device."""
    modules = len(modules_of(text)) + 2 * QUIET
    side = min(box.width(), box.height())
    left, top = box.center().x() - side / 2, box.center().y() - side / 2
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(QRectF(left, top, side, side), QColor(paper))
    painter.setBrush(QColor(ink))
    into = QTransform(side / modules, 0, 0, side / modules, left, top)
    painter.drawPath(into.map(_outline(text)))
    painter.restore()


@lru_cache(maxsize=64)
def _outline(text: str) -> QPainterPath:
    """Return the dark modules as one path: between rectangles filled by themselves are seams."""
    path = QPainterPath()
    for left, top, wide, high in boxes_of(modules_of(text)):
        path.addRect(left + QUIET, top + QUIET, wide, high)
    return path


def boxes_of(rows: tuple[tuple[bool, ...], ...]) -> list[tuple[int, int, int, int]]:
    """Return left, top, width and height of boxes that cover the dark modules, none twice.

    Runs of a row that stand below equal ones of the row before make one box with them.
    """
    boxes: list[tuple[int, int, int, int]] = []
    open_runs: dict[tuple[int, int], int] = {}
    for y, row in enumerate((*rows, ())):
        runs = _runs(row)
        for (left, end), top in list(open_runs.items()):
            if (left, end) not in runs:
                boxes.append((left, top, end - left, y - top))
                del open_runs[left, end]
        for run in runs:
            open_runs.setdefault(run, y)
    return boxes


def _runs(row: tuple[bool, ...]) -> set[tuple[int, int]]:
    """Return begin and end of each run of dark modules."""
    edges = [x for x, (one, next_) in enumerate(pairwise((False, *row, False))) if one != next_]
    return set(zip(edges[::2], edges[1::2], strict=True))
