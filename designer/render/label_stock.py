"""Sheets of labels that are bought cut: how many lie on a sheet, and where.

Label and number are what the maker sells; margins and pitch are those of its templates for word
processors, as others measured them (second hand, read 2026-11-30), and lie in the middle of the
sheet. They are what the page for calibration is held against: sheets differ by a millimetre.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF

A4_WIDE: Final = 210.0


@dataclass(frozen=True, slots=True)
class LabelStock:
    """A sheet of A4 of cut labels, mm.

    Attributes
    ----------
    pitch
        From the left edge of a label to that of the next beside it; those below touch.
    """

    name: str
    wide_mm: float
    high_mm: float
    columns: int
    rows: int
    pitch: float
    top: float

    @property
    def on_page(self) -> int:
        """Labels of a sheet."""
        return self.columns * self.rows

    def box(self, at: int) -> QRectF:
        """Return where the label of a number lies, from 0, row by row; mm of the sheet."""
        row, column = divmod(at, self.columns)
        left = (A4_WIDE - (self.columns - 1) * self.pitch - self.wide_mm) / 2
        return QRectF(
            left + column * self.pitch, self.top + row * self.high_mm, self.wide_mm, self.high_mm
        )


STOCKS: Final = {
    "L7160": LabelStock("Avery L7160, 63.5 × 38.1 mm", 63.5, 38.1, 3, 7, 66.04, 15.15),
    "L7163": LabelStock("Avery L7163, 99.1 × 38.1 mm", 99.06, 38.1, 2, 7, 101.6, 15.15),
}
"""By the number on the box."""
