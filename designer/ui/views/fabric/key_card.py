"""What lines and cells of a fabric's drawing mean, and what mouse and keys do there."""

from typing import Final

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from designer.engine.fabric_map import FabricMap
from designer.render.lettering import LEFT, draw_text, text_width
from designer.render.theme import DARK, Theme
from designer.ui.kit.style import set_role

LEAST_PX: Final = 290
_LINE_PX: Final = 17
_SAMPLE_PX: Final = 26
_HOW: Final = (
    "Click selects; a pinch, or Ctrl and the wheel, zooms to ports",
    "A drag between two devices lays a cable",
    "Del loses a switch, Shift+Del one more, Esc ends",
    "Tab and arrows follow the links",
)


class KeyCard(QFrame):
    """Explains the drawing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAccessibleName("Key")
        self.setMinimumWidth(LEAST_PX)
        self._theme: Theme = DARK
        self.lines: tuple[str, ...] = ()

    def show_key(self, shown: FabricMap, theme: Theme) -> None:
        """Explain the drawing of a fabric."""
        self._theme = theme
        what = "GPU" if shown.ends_are_gpus else "node's end"
        cells = f"A cell is a {what}: a column a node, a row a rail"
        if shown.rails == 1:
            cells = "A cell is a node"
        self.lines = (f"Figures on bundles are links of {shown.rate_gbps:g} Gb/s", cells, *_HOW)
        self.setAccessibleDescription("; ".join(self.lines))
        self.update()

    def samples(self) -> list[tuple[str, float, float, float]]:
        """Return the word of each sample of a line, where it begins, and how wide it is."""
        found = []
        x, y, room = 12.0, 8.0, self.width() - 8.0
        for words, *_ in _samples(self._theme):
            needed = _SAMPLE_PX + 5 + text_width(words, 11) + 4
            if x + needed > room:
                x, y = 12.0, y + _LINE_PX
            found.append((words, x, y, needed))
            x += needed + 8
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint samples of lines, and sentences."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        y = 8.0
        for (words, x, y, needed), (_, colour, wide, dashed) in zip(
            self.samples(), _samples(theme), strict=True
        ):
            pen = QPen(QColor(colour), wide)
            if dashed:
                pen.setDashPattern([3.0, 3.0])
            painter.setPen(pen)
            middle = y + _LINE_PX / 2
            painter.drawLine(QLineF(x, middle, x + _SAMPLE_PX, middle))
            place = QRectF(x + _SAMPLE_PX + 5, y, needed - _SAMPLE_PX - 5, _LINE_PX)
            draw_text(painter, place, words, 11, theme.dim, 400, LEFT)
        for line in self.lines:
            if y + 2 * _LINE_PX > self.height():
                break
            y += _LINE_PX
            draw_text(painter, QRectF(12, y, self.width() - 20, _LINE_PX), line, 11, theme.dim,
                      400, LEFT)  # fmt: skip


def _samples(theme: Theme) -> tuple[tuple[str, str, float, bool], ...]:
    """Return what lines mean: in words, their colour and width, whether they are dashed."""
    return (
        ("lit", theme.accent, 1.8, False), ("linked", theme.dim, 1.0, False),
        ("lost", theme.error, 1.8, True), ("not connected", theme.warning, 1.2, True),
    )  # fmt: skip
