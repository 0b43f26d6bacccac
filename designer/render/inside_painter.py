"""Paints what stands inside a rack that is sold filled: trays and shelves at their units.

From the rear they are dashed, behind what stands before them there; what no source gives a place
is named in the largest span of which no source tells anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.catalog.inside import NOT_PUBLISHED
from designer.catalog.inside_layout import NOTHING_SAID, InsideBox, InsideLayout, run_name
from designer.model.design import Face
from designer.render.elevation_frame import ElevationFrame
from designer.render.lettering import (
    CENTRE,
    RIGHT,
    draw_longest,
    draw_text,
    letter_size,
    text_width,
)
from designer.render.theme import ROLE_COLOURS, Theme

_LETTER: Final = 0.78
"""Em of a unit's letters, as a part of its height."""
_MOST_PX: Final = 10.0
_READ_FROM_PX: Final = 7.0
"""Letters lower than this, in nominal pixels, are not read: touching units then share a line."""
_LIST_FROM_PX: Final = 6.0
"""The same of a list of what has no place of its own."""
_LINE: Final = 1.25
"""Height of a line of words, in letters."""
_STRIPE_PX: Final = 3.0
_PAD_PX: Final = 5.0
Wordings = tuple[str, ...]
"""The same in several lengths, the longest first."""


@dataclass(frozen=True, slots=True)
class _Job:
    painter: QPainter
    frame: ElevationFrame
    inside: InsideLayout
    face: Face
    theme: Theme
    px: float

    def letter(self, height: float, least: float = _READ_FROM_PX) -> float:
        """Return the em of a line of words in a box of a height; 0 where none can be read."""
        wanted = min(_MOST_PX * self.px, height * _LETTER)
        size = letter_size(wanted, height, self.theme, self.px)
        return size if size >= least * self.px else 0.0


def paint_inside(
    painter: QPainter,
    frame: ElevationFrame,
    inside: InsideLayout,
    face: Face,
    theme: Theme,
    px: float,
    *,
    blocks: bool,
) -> None:
    """Paint the inside of a filled rack into its frame.

    Parameters
    ----------
    px
        Units of the device for one nominal pixel.
    blocks
        Whether a unit is too low for anything but its colour.
    """
    if blocks:
        for run in inside.runs:
            room = frame.span(run[0].half_u, run[-1].top_half_u).adjusted(0, 0, 0, -0.3 * px)
            painter.fillRect(room, QColor(ROLE_COLOURS[run[0].colour]))
        return
    job = _Job(painter, frame, inside, face, theme, px)
    heights = {_span_of(job, [box]).height() for box in inside.boxes}
    # On small paper letters are higher than a unit, and would touch the lines and each other.
    each = all(0 < job.letter(height) <= height for height in heights)
    for run in inside.runs:
        _paint_bodies(job, run)
        for named in [[box] for box in run] if each else [run]:
            _write(job, named)
    for span in inside.free:
        lines = free_lines(inside, face, largest=span == inside.largest_free)
        _write_lines(job, frame.span(2 * span[0], 2 * span[1] + 2), lines)


def _span_of(job: _Job, run: Sequence[InsideBox]) -> QRectF:
    return job.frame.span(run[0].half_u, run[-1].top_half_u)


def _paint_bodies(job: _Job, run: Sequence[InsideBox]) -> None:
    painter, theme, px = job.painter, job.theme, job.px
    if job.face == "rear":
        # Behind what stands there: one dashed line around all that touch.
        painter.setPen(QPen(QColor(theme.faint), 0.8 * px, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(_span_of(job, run))
        return
    bodies = []
    for box in run:
        room = _span_of(job, [box])
        gap = min(0.6 * px, room.height() * 0.06)
        bodies.append(room.adjusted(gap, gap / 2, -gap, -gap / 2))
    painter.setPen(QPen(QColor(theme.device_line), (0.9 if theme.is_print else 1.0) * px))
    painter.setBrush(QColor(theme.device))
    painter.drawRects(bodies)
    if theme.is_print:
        return  # there its name says what it is, here its colour does as well
    for body in bodies:
        stripe = QRectF(body.left(), body.top(), min(_STRIPE_PX * px, body.width()), body.height())
        painter.fillRect(stripe, QColor(ROLE_COLOURS[run[0].colour]))


def _write(job: _Job, run: Sequence[InsideBox]) -> None:
    """Write the name of one unit or of touching ones, and at the right what its whole sort holds.

    All of a sort show the same beside their names, whichever is the widest of these.
    """
    room, px, theme = _span_of(job, run), job.px, job.theme
    size = job.letter(room.height())
    if not size:
        return
    pad = min(_PAD_PX * px, room.width() * 0.03)
    line = room.adjusted(pad + (0 if theme.is_print else _STRIPE_PX * px), 0, -pad, 0)
    name, weight = (theme.dim, 400) if job.face == "rear" else (theme.text, 600)
    own = run_name(run)
    needed = text_width(own, size, weight)
    if needed > line.width() > 0:
        least = max(_READ_FROM_PX, theme.least_px) * px
        size = min(size, max(size * line.width() / needed * 0.98, least))
    if len(run) > 1:
        # The lines between the units would cross the one name that they share.
        width = min(text_width(own, size, weight) + 4 * px, line.width())
        ground = QRectF(line.left() - 2 * px, room.center().y() - size * 0.6, width, size * 1.2)
        job.painter.fillRect(
            ground, QColor(theme.rack_inner if job.face == "rear" else theme.device)
        )
    draw_text(job.painter, line, own, size, name, weight)
    alike = [box.name for box in job.inside.boxes if box.unit == run[0].unit]
    widest = max(text_width(words, size, 600) for words in ([own] if len(run) > 1 else alike))
    left = line.width() - widest - 8 * px
    words = next((said for said in run[0].words(job.face) if text_width(said, size) <= left), "")
    draw_text(job.painter, line, words, size, theme.dim, align=RIGHT)


def _write_lines(job: _Job, room: QRectF, lines: Sequence[Wordings]) -> None:
    """Write lines into a span of which no source tells anything; only the first in a low one."""
    shown = lines
    if not job.letter(room.height() / max(len(lines), 1), _LIST_FROM_PX):
        shown = lines[:1]
    if not shown:
        return
    height = room.height() / len(shown)
    size = job.letter(height, _LIST_FROM_PX)
    height = min(size * _LINE, height)
    row = QRectF(room.left() + 4 * job.px, 0, room.width() - 8 * job.px, height)
    row.moveTop(room.center().y() - height * len(shown) / 2)
    for number, words in enumerate(shown if 0 < size <= room.height() else ()):
        place = row.translated(0, number * height)
        draw_longest(job.painter, place, words, size, job.theme.dim, align=CENTRE)


def free_lines(inside: InsideLayout, face: Face, *, largest: bool) -> tuple[Wordings, ...]:
    """Return what is written into a free span: in the largest, what has no place of its own.

    Each line in several wordings, the longest first.
    """
    if not largest:
        return () if face == "rear" else (NOTHING_SAID,)
    lost = [(unit.words,) for unit in inside.unplaced]
    rear = [(unit.words,) for unit in inside.behind] if face == "rear" else []
    told: list[Wordings] = [(f"{NOT_PUBLISHED}:",), *lost] if lost else []
    told += [(f"at the rear, {NOT_PUBLISHED}:", "at the rear:"), *rear] if rear else []
    return tuple(told) or (() if face == "rear" else (NOTHING_SAID,))
