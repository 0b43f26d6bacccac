"""NVLink domains inside nodes: a box for each, its GPUs and switch chips, and what it carries."""

from math import ceil, sqrt
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.engine.network_report import FabricReport
from designer.model.figure_words import number
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.render.lettering import LEFT, draw_text
from designer.render.theme import DARK, Theme

ALONE: Final = "inside the nodes: no link of it joins two domains, nothing of it is cabled by hand"
_EDGE: Final = 16.0
_HEAD: Final = 60.0
_GAP: Final = 12.0
_MOST_WIDE: Final = 230.0
_LEAST_WIDE: Final = 46.0
_SHAPE: Final = 0.74
"""Height of a box over its width."""
_CELLS_WIDE: Final = 12


class DomainsView(QWidget):
    """Draws the domains of a fabric that stands inside its nodes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: FabricReport | None = None
        self._theme: Theme = DARK
        self.setAccessibleName("NVLink domains")

    def show_domains(self, report: FabricReport, theme: Theme) -> None:
        """Show the domains that a report tells."""
        self._report, self._theme = report, theme
        self.setAccessibleDescription("; ".join(self.sentences()))
        self.update()

    def sentences(self) -> tuple[str, ...]:
        """Return what is said above them."""
        report = self._report
        if report is None:
            return ()
        return capital(report.explanation), capital(ALONE)

    def boxes(self) -> tuple[QRectF, ...]:
        """Return the place of each domain that is drawn, as large as the room lets all be."""
        report = self._report
        many = None if report is None else report.islands
        if not many:
            return ()
        wide, high = self.width() - 2 * _EDGE, self.height() - _HEAD - _EDGE
        each = min(_MOST_WIDE, wide)
        while each > _LEAST_WIDE and not self._fits(many, each, wide, high):
            each -= 2.0
        columns = max(1, int((wide + _GAP) // (each + _GAP)))
        rows = max(1, int((high + _GAP) // (each * _SHAPE + _GAP)))
        return tuple(
            QRectF(
                _EDGE + at % columns * (each + _GAP),
                _HEAD + at // columns * (each * _SHAPE + _GAP),
                each,
                each * _SHAPE,
            )
            for at in range(min(many, columns * rows))
        )

    @staticmethod
    def _fits(many: int, each: float, wide: float, high: float) -> bool:
        columns = max(1, int((wide + _GAP) // (each + _GAP)))
        return ceil(many / columns) * (each * _SHAPE + _GAP) - _GAP <= high

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint sentences and domains."""
        report, theme = self._report, self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.canvas))
        if report is None or not report.islands:
            return
        wide = self.width() - 2 * _EDGE
        for at, (words, ink) in enumerate(
            zip(self.sentences(), (theme.text, theme.dim), strict=True)
        ):
            draw_text(painter, QRectF(_EDGE, 10 + at * 19, wide, 18), words, 12, ink, 500, LEFT)
        boxes, islands = self.boxes(), report.islands
        gpus = None if report.endpoints is None else report.endpoints // islands
        chips = None if report.leaf is None else report.leaf // islands
        for at, box in enumerate(boxes):
            self._domain(painter, box, at, (gpus, chips))
        left = islands - len(boxes)
        if left and boxes:
            place = QRectF(_EDGE, self.height() - _EDGE, wide, 14)
            words = f"and {number(left, 0)} more like these"
            draw_text(painter, place, words, 11, theme.dim, 400, LEFT)

    def _domain(
        self, painter: QPainter, box: QRectF, at: int, held: tuple[int | None, int | None]
    ) -> None:
        """Paint one domain, as far as it is known: GPUs as cells above, switch chips below."""
        theme, (gpus, chips) = self._theme, held
        painter.setPen(QPen(QColor(theme.device_line), 1.0))
        painter.setBrush(QColor(theme.device))
        painter.drawRoundedRect(box, 4, 4)
        inside = box.adjusted(6, 4, -6, -6)
        if box.width() > 90:
            name = f"{at + 1}"
            told = (None if gpus is None else plural(gpus, "GPU"),
                    plural(chips, "chip") if chips else None)  # fmt: skip
            words = " · ".join(filter(None, (name, ", ".join(filter(None, told)))))
            place = QRectF(inside.left(), inside.top(), inside.width(), 14)
            draw_text(painter, place, words, 10, theme.text, 500, LEFT)
            inside.setTop(inside.top() + 18)
        below = inside.height() * 0.24 if chips else 0.0
        above = QRectF(inside.left(), inside.top(), inside.width(), inside.height() - below - 4)
        if gpus is not None:
            _cells(painter, above, gpus, _columns(gpus, above), theme.accent)
        if chips:
            low = QRectF(inside.left(), inside.bottom() - below, inside.width(), below)
            _cells(painter, low, chips, chips, theme.dim)


def _columns(many: int, room: QRectF) -> int:
    """Return in how many columns cells stand about square."""
    shape = room.width() / max(room.height(), 1.0)
    return max(1, min(many, round(sqrt(many * shape)), 2 * _CELLS_WIDE))


def _cells(painter: QPainter, room: QRectF, many: int, columns: int, colour: str) -> None:
    rows = ceil(many / max(1, columns))
    if not rows:
        return
    wide, high = room.width() / columns, room.height() / rows
    painter.setPen(Qt.PenStyle.NoPen)
    fill = QColor(colour)
    fill.setAlphaF(0.75)
    painter.setBrush(fill)
    gap = 1.0 if min(wide, high) > 3 else 0.0
    for at in range(many):
        x, y = room.left() + at % columns * wide, room.top() + at // columns * high
        painter.drawRect(QRectF(x, y, max(wide - gap, 0.5), max(high - gap, 0.5)))
