"""A small card of coloured lines beside the pointer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.wrapping import wrapped

Tone = Literal["title", "plain", "dim", "ok", "warning", "error"]
_PAD = 10
_ROW = 17
_MOST_WIDE = 400
_MOST_LINES = 4
"""Lines that one message takes; none that the engine writes today needs more."""
_INDENT = 10
_AWAY = QPoint(18, 22)
_ABOVE_PICTURE = 48
_EDGE = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the card."""

    text: str
    tone: Tone = "plain"


class LineCard(QWidget):
    """A small panel of coloured lines that follows the pointer and takes no events.

    Parameters
    ----------
    theme
        Gives the theme in force.
    name
        What a screen reader calls it.
    parent
        The widget it floats over.
    room
        Gives the part of the parent that it has to stay in; by default all of it.
    """

    def __init__(
        self,
        theme: Callable[[], Theme],
        name: str,
        parent: QWidget,
        room: Callable[[], QRect] | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._room = room or parent.rect
        self._lines: tuple[Line, ...] = ()
        self._at = QPoint()
        self._fitted = QSize()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(name)
        self.hide()

    def words(self) -> str:
        """Return what the card says, line by line."""
        return "\n".join(line.text for line in self._lines)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Say something else."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        self.setAccessibleDescription(self.words())
        self.resize(self.sizeHint())
        self.update()
        self.stay()

    def stay(self) -> None:
        """Stand beside the same point, in a room that is another now."""
        if self.isVisible():
            self.place(self._at)

    def place(self, at: QPoint) -> None:
        """Stand beside a point of the parent, inside its room."""
        self._at = at
        room = self._room()
        if room.size() != self._fitted:
            # The view has another size than when the words were set.
            self.resize(self.sizeHint())
        corner = at + _AWAY
        flipped = corner.x() + self.width() > room.right() - _EDGE
        if flipped:
            corner.setX(at.x() - _AWAY.x() - self.width())
        if corner.y() + self.height() > room.bottom() - _EDGE:
            # The picture of what is dragged hangs at the upper left of the pointer: stay off it.
            away = _ABOVE_PICTURE if flipped else _AWAY.y()
            corner.setY(at.y() - away - self.height())
        left, top = room.left() + _EDGE, room.top() + _EDGE
        corner.setX(max(left, min(corner.x(), room.right() - _EDGE - self.width())))
        corner.setY(max(top, min(corner.y(), room.bottom() - _EDGE - self.height())))
        if corner != self.pos():
            self.move(corner)
        if not self.isVisible():
            self.show()
            self.raise_()

    def fits(self, room: QRect) -> bool:
        """Return whether a room is high enough for all its lines."""
        return len(self._broken()) * _ROW + 2 * _PAD + 2 * _EDGE <= room.height()

    def sizeHint(self) -> QSize:
        """Return the room its words need, within the view."""
        self._fitted = self._room().size()
        width = max(
            (QFontMetrics(_face(line)).horizontalAdvance(line.text) for line in self._lines),
            default=0,
        )
        rows = len(self.rows())
        return QSize(min(width, self._widest()) + 2 * _PAD + 2, rows * _ROW + 2 * _PAD - 2)

    def rows(self) -> tuple[tuple[Line, str, int], ...]:
        """Return what is painted: for each row its line, its words and how far they are indented.

        A card that would be higher than its room ends in the number of rows left out.
        """
        rows = self._broken()
        most = max(1, (self._room().height() - 2 * _EDGE - 2 * _PAD) // _ROW)
        if len(rows) > most:
            left = len(rows) - most + 1
            rows = [*rows[: most - 1], (Line("", "dim"), f"… {left} more", 0)]
        return tuple(rows)

    def _broken(self) -> list[tuple[Line, str, int]]:
        """Return all rows, however high the room is."""
        widest = self._widest()
        return [
            (line, text, _INDENT if number else 0)
            for line in self._lines
            for number, text in enumerate(broken(line, widest))
        ]

    def _widest(self) -> int:
        """Return the most pixels of a row of words."""
        room = self._room().width() - 2 * _EDGE - 2 * _PAD - 2
        return max(_INDENT, min(_MOST_WIDE, room))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a raised panel and its lines."""
        theme = self._theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        row = QRect(_PAD, _PAD - 1, self.width() - 2 * _PAD, _ROW)
        for line, text, indent in self.rows():
            painter.setFont(_face(line))
            painter.setPen(_colour(line, theme))
            painter.drawText(row.translated(indent, 0), Qt.AlignmentFlag.AlignVCenter, text)
            row.translate(0, _ROW)
        painter.end()


def broken(line: Line, widest: int = _MOST_WIDE) -> tuple[str, ...]:
    """Return a line in pieces that fit on the card, broken at words; one empty line as it is."""
    metrics = QFontMetrics(_face(line))
    if metrics.horizontalAdvance(line.text) <= widest:
        return (line.text,)
    return wrapped(line.text, metrics, widest - _INDENT, _MOST_LINES)


def _face(line: Line) -> QFont:
    return font(12, 600) if line.tone in ("ok", "error", "title") else font(11)


def _colour(line: Line, theme: Theme) -> QColor:
    named = {
        "dim": theme.dim,
        "ok": theme.ok,
        "warning": theme.warning,
        "error": theme.error,
    }
    return QColor(named.get(line.tone, theme.text))
