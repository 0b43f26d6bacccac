"""The bar of a limit on paper, and the sign of what cannot be said."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.sheets.ink import Ink


def draw_bar(ink: Ink, bar: QRectF, low: float, high: float) -> None:
    """Draw how much of a limit is used: solid for certain, hatched at most."""
    k = ink.dots_per_mm
    ink.fill(bar, ink.theme.grid)
    ink.fill(QRectF(bar.left(), bar.top(), bar.width() * low, bar.height()), ink.theme.text)
    if high > low:
        left, width = bar.left() + bar.width() * low, bar.width() * (high - low)
        possible = QRectF(left, bar.top(), width, bar.height())
        paint_hatch(
            ink.painter, ink.box(possible), Qt.BrushStyle.BDiagPattern, QColor(ink.theme.text),
            pitch=0.9 * k, line=0.12 * k,
        )  # fmt: skip


def open_sign(ink: Ink, box: QRectF) -> None:
    """Draw the sign of what cannot be said."""
    paint_open_sign(ink.painter, ink.box(box), QColor(ink.theme.text), px=0.15 * ink.dots_per_mm)
