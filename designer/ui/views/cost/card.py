"""A card of the cost view: a title, what stands beside it, and rows that are painted below."""

from typing import Final

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from designer.engine.ownership_report import Ownership
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.render.theme import DARK, Theme
from designer.ui.kit.style import mixed

HEAD_PX: Final = 40.0
EDGE_PX: Final = 16.0
ROW_PX: Final = 24.0
TEXT_PX: Final = 12.0
NOTE_PX: Final = 11.0


class Card(QWidget):
    """A painted card.

    Attributes
    ----------
    title
        Above its rows.
    note
        At the right of the title.
    """

    title = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = ""
        self.owned = Ownership()
        self._theme: Theme = DARK
        self.setAccessibleName(self.title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_owned(self, owned: Ownership, theme: Theme) -> None:
        """Show owning and renting."""
        self.owned, self._theme = owned, theme
        self.take(owned)
        self.setAccessibleDescription("; ".join(self.said()))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def take(self, owned: Ownership) -> None:
        """Take what its rows say from owning and renting."""

    def said(self) -> list[str]:
        """Return its rows in words."""
        return []

    def body_px(self) -> float:
        """Return the height of what is below the title."""
        return 0.0

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint what is below the title."""

    def sizeHint(self) -> QSize:
        """Return room for the title and the rows."""
        return QSize(420, round(HEAD_PX + self.body_px() + EDGE_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, title, note and rows."""
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.line))
        painter.setBrush(mixed(QColor(theme.background), QColor(theme.panel), 0.8))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        head = QRectF(EDGE_PX, 8, self.width() - 2 * EDGE_PX, HEAD_PX - 12)
        draw_text(painter, head, self.title, 13.5, theme.text, 600, LEFT)
        title_px = text_width(self.title, 13.5, 600) + 16
        beside = head.adjusted(title_px, 0, 0, 0)
        draw_text(painter, beside, self.note, NOTE_PX, theme.dim, 400, RIGHT)
        body = QRectF(EDGE_PX, HEAD_PX, self.width() - 2 * EDGE_PX, self.body_px())
        self.paint_body(painter, body)


def columns_of(box: QRectF, shares: tuple[float, ...]) -> list[QRectF]:
    """Return a box cut into columns of these shares of its width."""
    whole, left, found = sum(shares), box.left(), []
    for share in shares:
        width = box.width() * share / whole
        found.append(QRectF(left, box.top(), width, box.height()))
        left += width
    return found
