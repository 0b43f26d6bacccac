"""The panel of a device: what it is painted with, its name, and rows of small marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure
from designer.render.drawing import DeviceDrawing
from designer.render.lettering import (
    RIGHT,
    NotingPainter,
    draw_longest,
    draw_text,
    letter_size,
    text_width,
)
from designer.render.theme import Theme

SMALLEST_LETTER_PX: Final = 5.0
SMALLEST_MARK_PX: Final = 1.1
_PRINTED_NAME: Final = 0.64
"""Part of a panel that a name may take on paper beside what is drawn of it."""

PanelMark = Literal["supply", "port", "outlet", "bay", "fan", "level vents", "upright vents"]
"""What a mark on a panel stands for."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel is painted with.

    Attributes
    ----------
    box
        The device's body.
    unit
        Height of 1U.
    longest
        The widest name of its like in the rack: they share the room that this one needs, so that
        all show the same. The device's own name where there is none.
    lost
        Numbers from 0 of the supplies that carry nothing in a loss that is tried.
    """

    painter: QPainter
    box: QRectF
    device: DeviceDrawing
    theme: Theme
    px: float
    unit: float
    longest: str = ""
    lost: frozenset[int] = frozenset()

    @property
    def widest(self) -> str:
        """Return the name that decides how much room names get."""
        return self.longest or self.device.name

    @property
    def letter(self) -> float:
        """Return the size of the name's letters; 0 where paper has no room for any."""
        wanted = min(10.5 * self.px, self.box.height() * 0.74, max(self.unit, 7 * self.px) * 1.15)
        return letter_size(wanted, self.box.height(), self.theme, self.px)

    @property
    def inner(self) -> QRectF:
        """Return the body without its padding."""
        pad = min(5 * self.px, self.box.width() * 0.03)
        return self.box.adjusted(pad, 0, -pad, 0)

    def note(self, mark: PanelMark) -> None:
        """Tell a painter that keeps it what a mark stands for."""
        if isinstance(self.painter, NotingPainter):
            self.painter.marks.add(mark)


def figure_text(figure: Figure) -> str:
    """Return a figure for a label: `10.2 kW`, `≥ 0.70 kW`, `— kW` where nothing bounds it."""
    return f"{UNKNOWN} {figure.unit}" if figure.unknown else quantity(figure)


def facts_texts(device: DeviceDrawing) -> tuple[str, ...]:
    """Return part, power and mass on one line, the longest wording first."""
    look = device.look
    power, mass = figure_text(look.power), figure_text(look.mass)
    return f"{look.name} · {power} · {mass}", f"{look.name} · {power}", f"{power} · {mass}", power


def paint_marks(
    panel: Panel, boxes: Sequence[QRectF], colour: str, mark: PanelMark, *, filled: bool
) -> None:
    """Paint a batch of small equal boxes: outlined in print, filled or outlined on screen."""
    if not boxes:
        return
    panel.note(mark)
    painter, theme = panel.painter, panel.theme
    small = boxes[0].width() < 3 * panel.px
    if theme.is_print:
        painter.setPen(QPen(QColor(theme.text), 0.5 * panel.px))
        painter.setBrush(QBrush(QColor(theme.dim)) if small else Qt.BrushStyle.NoBrush)
        if small:
            painter.setPen(Qt.PenStyle.NoPen)
    elif filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
    else:
        painter.setPen(QPen(QColor(colour), panel.px))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRects(list(boxes))


def paint_header(panel: Panel, box: QRectF, *, with_power: bool = True) -> None:
    """Write the name at the left and the power at the right."""
    size = letter_size(min(panel.letter, box.height() * 0.9), box.height(), panel.theme, panel.px)
    least = max(SMALLEST_LETTER_PX, panel.theme.least_px) * panel.px
    if size < least:
        return
    theme, device = panel.theme, panel.device
    right = 0.0
    if with_power and not theme.is_print and box.width() > 110 * panel.px:
        small = min(size, 9 * panel.px)
        right = draw_text(
            panel.painter, box, figure_text(device.look.power), small, theme.dim, align=RIGHT
        )
    room = box.adjusted(0, 0, -(right + 4 * panel.px if right else 0), 0)
    needed = text_width(panel.widest, size, 600)
    if needed > room.width() > 0:
        size = max(size * room.width() / needed * 0.98, size * 0.58, least)
    draw_text(panel.painter, room, device.name, size, theme.text, 600)


def top_band(panel: Panel) -> QRectF:
    """Return the line of the name in a panel of more than about two units."""
    inner = panel.inner
    height = min(16 * panel.px, inner.height() * 0.4)
    top = inner.top() + min(3 * panel.px, inner.height() * 0.05)
    return QRectF(inner.left(), top, inner.width(), height)


def facts_bottom(panel: Panel, band: QRectF) -> float:
    """Return where the line below name and facts begins: facts stand in print alone."""
    tall = panel.box.height() > 46 * panel.px
    if not (panel.theme.is_print and tall):
        return band.bottom()
    return band.bottom() + _facts_size(panel) * 1.4


def paint_facts(panel: Panel, band: QRectF) -> float:
    """Write part, power and mass under the name in print; return where the next line begins."""
    below = facts_bottom(panel, band)
    if below > band.bottom():
        line = QRectF(band.left(), band.bottom(), band.width(), below - band.bottom())
        size = _facts_size(panel)
        draw_longest(panel.painter, line, facts_texts(panel.device), size, panel.theme.dim)
    return below


def _facts_size(panel: Panel) -> float:
    wanted = min(8.2 * panel.px, panel.letter * 0.85)
    return letter_size(wanted, panel.box.height(), panel.theme, panel.px)


def name_and_rest(panel: Panel, share: float) -> tuple[QRectF, QRectF]:
    """Return the left part for the name and the right part for what is drawn.

    The widest name of its like takes what it needs, at most `share` of the width and half as much
    again on a panel too narrow for it. On paper, where nobody can zoom, it takes more, and of the
    widest names all the width: the right part is empty then.
    """
    inner, margin = panel.inner, panel.inner.height() * 0.16
    needed = text_width(panel.widest, panel.letter, 600) + 2 * panel.px
    width = min(max(needed, inner.width() * 0.2), inner.width() * share)
    if needed > width:
        most = _PRINTED_NAME if panel.theme.is_print else min(share * 1.5, 0.6)
        width = min(needed, inner.width() * most)
        if panel.theme.is_print and needed > width:
            return inner, QRectF()
    left = QRectF(inner.left(), inner.top(), width, inner.height())
    right = inner.adjusted(width + 3 * panel.px, margin, 0, -margin)
    return left, right


def grid(box: QRectF, columns: int, rows: int, fill: float = 0.72) -> list[QRectF]:
    """Return equal boxes in a grid, row by row."""
    width, height = box.width() / columns, box.height() / rows
    return [
        QRectF(
            box.left() + (column + (1 - fill) / 2) * width,
            box.top() + (row + 0.14) * height,
            width * fill,
            height * 0.72,
        )
        for row in range(rows)
        for column in range(columns)
    ]
