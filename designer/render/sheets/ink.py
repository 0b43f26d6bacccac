"""A pen that thinks in millimetres: draws on any painter in the units of its device."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.render.lettering import LEFT, draw_text, text_width, with_short_names, wrapped
from designer.render.theme import LEAST_EM_MM, PRINT, Theme

MM_PER_NOMINAL_PX = 25.4 / 96
TEXT_MM = 2.5
"""Em of tables, notes and labels: the smallest that is written on a sheet."""
LINE_MM = 3.3
"""From one line of such text to the next."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Draws in mm from the paper's upper left corner.

    Attributes
    ----------
    dots_per_mm
        Units of the painter's device in one millimetre.
    """

    painter: QPainter
    dots_per_mm: float
    theme: Theme = PRINT

    @property
    def px(self) -> float:
        """Units of the device for one nominal pixel, for the painters of racks and floors."""
        return self.dots_per_mm * MM_PER_NOMINAL_PX

    def box(self, box: QRectF) -> QRectF:
        """Return a box in mm in units of the device."""
        k = self.dots_per_mm
        return QRectF(box.left() * k, box.top() * k, box.width() * k, box.height() * k)

    def lines(
        self, lines: Sequence[tuple[float, float, float, float]], width: float, colour: str = ""
    ) -> None:
        """Draw lines (x1, y1, x2, y2) of a width in mm."""
        if not lines:
            return
        k = self.dots_per_mm
        pen = QPen(QColor(colour or self.theme.text), width * k)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.painter.setPen(pen)
        self.painter.drawLines([QLineF(a * k, b * k, c * k, d * k) for a, b, c, d in lines])

    def frame(self, box: QRectF, width: float, colour: str = "", *, dashed: bool = False) -> None:
        """Draw the outline of a box."""
        pen = QPen(QColor(colour or self.theme.text), width * self.dots_per_mm)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if dashed:
            pen.setDashPattern([6, 4])
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRect(self.box(box))

    def fill(self, box: QRectF, colour: str) -> None:
        """Fill a box."""
        self.painter.fillRect(self.box(box), QColor(colour))

    def text(
        self,
        box: QRectF,
        text: str,
        size: float,
        *,
        colour: str = "",
        weight: int = 400,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        """Write one line with an em of `size` mm; return the width it took, in mm.

        Raises
        ------
        ValueError
            If its capitals would be lower than paper may have them.
        """
        if size < LEAST_EM_MM:
            raise ValueError(f"an em of {size} mm is too small for paper: {text!r}")
        taken = draw_text(
            self.painter,
            self.box(box),
            text,
            size * self.dots_per_mm,
            colour or self.theme.text,
            weight,
            align,
        )
        return taken / self.dots_per_mm

    def width_of(self, text: str, size: float, weight: int = 400) -> float:
        """Return the width of a line, in mm."""
        return text_width(text, size * self.dots_per_mm, weight) / self.dots_per_mm

    def with_short_names(
        self, text: str, names: Iterable[str], size: float, width: float, weight: int = 400
    ) -> str:
        """Return a text that fits a width in mm because names in it lost their middle."""
        k = self.dots_per_mm
        return with_short_names(text, names, size * k, weight, width * k)

    def wrap(self, text: str, size: float, width: float, weight: int = 400) -> list[str]:
        """Return a text in lines that fit a width in mm."""
        return wrapped(text, size * self.dots_per_mm, weight, width * self.dots_per_mm)


@lru_cache(maxsize=8)
def measuring(dots_per_mm: float) -> Ink:
    """Return an ink that only measures: what is laid out with it holds for every such sheet."""
    return Ink(QPainter(), dots_per_mm)
