"""A card of the cost view: a title, what stands beside it, and rows that are painted below."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from designer.engine.ownership_report import Ownership
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.render.theme import DARK, Theme
from designer.ui.kit.style import mixed, set_role

HEAD_PX: Final = 40.0
EDGE_PX: Final = 16.0
ROW_PX: Final = 24.0
TEXT_PX: Final = 12.0
NOTE_PX: Final = 11.0
_TITLE_PX: Final = 13.5
_MIDDLE_PX: Final = 22.0
"""Of the title, from the top."""


class Card(QWidget):
    """A painted card.

    Attributes
    ----------
    title
        Above its rows.
    note
        At the right of the title.
    box
        By what name it is asked why its figures are what they are.

    Signals
    -------
    why_asked
        Somebody wants to know that; the box.
    """

    why_asked = Signal(str)
    title = ""
    box = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = ""
        self.owned = Ownership()
        self._theme: Theme = DARK
        self.setAccessibleName(self.title)
        self.why = QPushButton("why", self)
        set_role(self.why, "link")
        self.why.setAccessibleName(f"Why: {self.title}")
        self.why.setCursor(Qt.CursorShape.PointingHandCursor)
        self.why.clicked.connect(lambda _=False: self.why_asked.emit(self.box))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def showEvent(self, event: QShowEvent) -> None:
        """Put the link behind the title, in the size that the sheet of styles gives it."""
        super().showEvent(event)
        self._place_why()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the rows need at this width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setFixedHeight(self.sizeHint().height())

    def _place_why(self) -> None:
        self.why.ensurePolished()
        self.why.resize(self.why.sizeHint())
        self.why.move(ceil(EDGE_PX + self._title_px()), round(_MIDDLE_PX - self.why.height() / 2))

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

    def _title_px(self) -> float:
        return text_width(self.title, _TITLE_PX, 600) + 6

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
        draw_text(painter, head, self.title, _TITLE_PX, theme.text, 600, LEFT)
        beside = head.adjusted(self._title_px() + self.why.width() + 8, 0, 0, 0)
        draw_text(painter, beside, self.note, NOTE_PX, theme.dim, 400, RIGHT)
        body = QRectF(EDGE_PX, HEAD_PX, self.width() - 2 * EDGE_PX, self.body_px())
        self.paint_body(painter, body)


def columns_of(box: QRectF, shares: Sequence[float]) -> list[QRectF]:
    """Return a box cut into columns of these shares of its width."""
    whole, left, found = sum(shares), box.left(), []
    for share in shares:
        width = box.width() * share / whole
        found.append(QRectF(left, box.top(), width, box.height()))
        left += width
    return found
