"""Small signs of the catalogue: what an entry is, what kind of source a figure has.

Kinds of sources differ in shape, so that they are told apart without colour.
"""

from typing import ClassVar, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from designer.catalog.entry import Entry
from designer.catalog.fact_words import KIND_WORDS
from designer.catalog.part import Part
from designer.catalog.vocabulary import table_of
from designer.render.fonts import font, metrics
from designer.render.icons import paint_icon
from designer.render.theme import Theme
from designer.ui.kit.glyphs import theme_of

CONFLICT_ICON: Final = "conflict"
DISAGREE: Final = "Sources disagree"
_LEGEND_LINES: Final = 3


def sign_of(entry: Entry) -> str:
    """Return the name that `paint_sign` draws an entry by: its kind, or its table."""
    return entry.kind if isinstance(entry, Part) else table_of(entry)


def paint_mark(painter: QPainter, box: QRectF, kind: str, theme: Theme) -> None:
    """Paint the mark of a kind of source into a box of about 8 px."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    centre, half = box.center(), min(box.width(), box.height()) / 2 - 0.5
    square = QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half)
    if kind == "vendor":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.ok))
        painter.drawRoundedRect(square, 1, 1)
    elif kind == "second-hand":
        # Half of a vendor's square: the figure is the vendor's, the page is not.
        painter.setPen(QPen(QColor(theme.ok), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(square.adjusted(0.4, 0.4, -0.4, -0.4))
        painter.setBrush(QColor(theme.ok))
        painter.drawPolygon(
            QPolygonF([square.topLeft(), square.bottomLeft(), square.bottomRight()])
        )
    elif kind == "reference-design":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        x, y = centre.x(), centre.y()
        corners = [
            (x, y - half - 0.5),
            (x + half + 0.5, y),
            (x, y + half + 0.5),
            (x - half - 0.5, y),
        ]
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
    elif kind == "measured":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        foot = square.adjusted(-0.5, 0, 0.5, 0)
        top = QPointF(centre.x(), square.top() - 0.5)
        painter.drawPolygon(QPolygonF([top, foot.bottomLeft(), foot.bottomRight()]))
    elif kind == "guide":
        painter.setPen(QPen(QColor(theme.dim), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, half - 0.3, half - 0.3)
    elif kind in {"derived", "assumed"}:
        painter.setPen(QColor(theme.dim if kind == "derived" else theme.warning))
        painter.setFont(_bold(12))
        wide = box.adjusted(-4, -5, 4, 5)
        painter.drawText(wide, Qt.AlignmentFlag.AlignCenter, "=" if kind == "derived" else "~")
    painter.restore()


def paint_conflict(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint the mark of figures on which sources disagree: a way that parts."""
    paint_icon(painter, box, CONFLICT_ICON, theme.warning)


class Legend(QWidget):
    """What the marks mean, in as many lines as it takes."""

    LINE_PX: ClassVar = 17

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = ", ".join(KIND_WORDS.values())
        self.setAccessibleName(f"Marks of sources: {words}; {DISAGREE}")
        self.setFixedHeight(_LEGEND_LINES * self.LINE_PX + 2)

    def lines(self, width: int) -> int:
        """Return how many lines it takes in a width."""
        return 1 + int(self._places(width)[-1][3] // self.LINE_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the marks with their words."""
        painter = QPainter(self)
        theme = theme_of(QApplication.palette())
        painter.setFont(font(11))
        for kind, words, x, y in self._places(self.width()):
            if kind == CONFLICT_ICON:
                paint_conflict(painter, QRectF(x - 1, y + 2, 12, 12), theme)
            else:
                paint_mark(painter, QRectF(x, y + 4.5, 8, 8), kind, theme)
            painter.setPen(QColor(theme.dim))
            painter.drawText(QPointF(x + 14, y + 13), words)

    def _places(self, wide: int) -> list[tuple[str, str, float, float]]:
        """Return where each kind and its words stand."""
        places: list[tuple[str, str, float, float]] = []
        x, y = 0.0, 0.0
        for kind, words in (*KIND_WORDS.items(), (CONFLICT_ICON, DISAGREE)):
            width = 14 + metrics(11).horizontalAdvance(words) + 12
            if x and x + width - 12 > wide:
                x, y = 0.0, y + self.LINE_PX
            places.append((kind, words, x, y))
            x += width
        return places


def _bold(px: int) -> QFont:
    return font(px, 700)
