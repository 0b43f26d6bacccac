"""A small card of coloured lines beside the pointer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.model.presented import Presented
from designer.render.edge import Read, presented, shown
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.card_place import (
    EDGE,
    around_pointer,
    clear_room,
    free_spot,
    height_beside,
    usual_spot,
)
from designer.ui.kit.folding import Goes, left_out
from designer.ui.kit.glyphs import paint_gone, paint_severity, severity_colour
from designer.ui.kit.limit_bar import HIGH_PX, WIDE_PX, LimitBar, paint_limit_bar
from designer.ui.kit.wrapping import wrapped

Tone = Literal["title", "plain", "dim", "ok", "warning", "error"]
Shape = Literal["", "error", "warning", "open", "info", "gone"]
_PAD = 10
_ROW = 17
_MOST_WIDE = 400
_MOST_LINES = 4
"""Lines that one message takes; none that the engine writes today needs more."""
_INDENT = 10
_SHAPE_PX = 11
_SHAPE_ROOM = 16
_BAR_ROOM = WIDE_PX + 10
_LEAST_ROWS = 3
"""Rows of a shortened card: the title, the worst line, and how many are left out."""
_OF_VIEW = 0.6
"""Of the height of its view, what a card takes at most while it has lines that may go."""
_ALWAYS_ROWS = 12
"""Rows that it may have in any view, however low."""
_GOES = {"dim": Goes.FIRST, "plain": Goes.NEXT}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the card.

    Attributes
    ----------
    beneath
        It belongs to the line above: indented, in one row, cut in its middle where it is too long.
    shape
        The sign before it: a severity's, or `gone` for what is no fault any more.
    bar
        How much of a limit is used, drawn at its right.
    kept
        It is never left out of a card that is shortened, whatever its tone.
    """

    text: str
    tone: Tone = "plain"
    beneath: bool = False
    shape: Shape = ""
    bar: LimitBar | None = None
    kept: bool = field(default=False, compare=False)


_Row = tuple[Line, str, int]
"""A line, the words of it that stand in one row, and how far they are indented."""


class LineCard(QWidget):
    """A small panel of coloured lines that follows the pointer and takes no events.

    It hides what it speaks of, so where it would be higher than a part of its view, its small print
    is left out: the title, what is wrong and what a release does stay.

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
        self._over = parent
        self._room = room or parent.rect
        self._lines: tuple[Line, ...] = ()
        self._laid: tuple[int, Presented, list[list[_Row]]] | None = None
        self._at = QPoint()
        self._off: QRect | None = None
        self._most: int | None = None
        self._fitted: tuple[QRect, ...] = ()
        self._whole = QSize()
        parent.installEventFilter(self)
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
        self._lines, self._laid = tuple(lines), None
        self.setAccessibleDescription(self.words())
        self._most = None
        self._fit()
        self.resize(self._whole)
        self.update()
        self.stay()

    def stay(self) -> None:
        """Stand beside the same point, in a room that is another now."""
        if self.isVisible():
            self.place(self._at, self._off)

    def place(self, at: QPoint, off: QRect | None = None) -> None:
        """Stand beside a point of the view and off it, inside the room if that can be.

        A card that would cover the pointer or `off` there goes further, over what is beside the
        view in its window; where even that has no room for all lines, some are left out.

        Parameters
        ----------
        off
            A box of the view that has to stay in view as well; by default none.
        """
        self._at, self._off = at, off
        over = self._over.window()
        if self.parentWidget() is not over:
            self.setParent(over)
        if self._rooms() != self._fitted:
            # View or window have another size than when the words were set.
            self._fit()
        size, corner = self._spot(at, off)
        if size != self.size():
            self.resize(size)
        corner = self._over.mapTo(over, corner)
        if corner != self.pos():
            self.move(corner)
        if not self.isVisible():
            self.show()
            self.raise_()

    def _spot(self, at: QPoint, off: QRect | None) -> tuple[QSize, QPoint]:
        """Return size and corner: all lines off everything, else off the pointer, else fewer.

        Over the bars and the totals at the edges of the window only where nothing else is left.
        """
        self._most = None
        pointer = around_pointer(at)
        view, window = self._rooms()
        clear = self._clear()
        whole = (pointer.united(off), pointer) if off is not None else (pointer,)
        for kept, room in (
            *((kept, room) for kept in whole for room in (view, clear)),
            *((kept, window) for kept in whole),
        ):
            corner = free_spot(self._whole, at, kept, room)
            if corner is not None:
                return self._whole, corner
        most = (height_beside(pointer, window) - 2 * _PAD) // _ROW
        if most >= _LEAST_ROWS:
            self._most = most
            size = QSize(self._whole.width(), self._height(len(self.rows())))
            corner = free_spot(size, at, pointer, window)
            if corner is not None:
                return size, corner
            self._most = None
        return self._whole, usual_spot(self._whole, at, self._room())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the view that it belongs to."""
        if watched is self._over and event.type() == QEvent.Type.Hide:
            self.hide()
        return False

    def fits(self, room: QRect) -> bool:
        """Return whether a room is high enough for the lines that it shows where it can."""
        return len(self._rows_within(None)) * _ROW + 2 * _PAD + 2 * EDGE <= room.height()

    def sizeHint(self) -> QSize:
        """Return the room its words need, within the window."""
        width = max((_natural_width(line) for line in self._lines), default=0)
        high = self._height(len(self.rows()))
        return QSize(min(width, self._widest()) + 2 * _PAD + 2, high)

    def _height(self, rows: int) -> int:
        return rows * _ROW + 2 * _PAD - 2

    def _fit(self) -> None:
        """Take the size that all lines need in the rooms as they are."""
        self._most, self._fitted = None, self._rooms()
        self._whole = self.sizeHint()

    def _clear(self) -> QRect:
        """Return the room in the window beside what cards keep off there."""
        over, window = self._over.window(), self._rooms()[-1]
        left = clear_room(over, QRect(self._over.mapTo(over, window.topLeft()), window.size()))
        return QRect(self._over.mapFrom(over, left.topLeft()), left.size())

    def _rooms(self) -> tuple[QRect, QRect]:
        """Return the room in the view, and that in its window below the same upper edge."""
        room, over = self._room(), self._over.window()
        window = QRect(self._over.mapFrom(over, QPoint()), over.size())
        if room.top() > 0:
            window.setTop(room.top())
        return room, window

    def rows(self) -> tuple[_Row, ...]:
        """Return what is painted: for each row its line, its words and how far they are indented.

        Where lines are left out, one says in their place how many they are.
        """
        most = max(1, (self._rooms()[-1].height() - 2 * EDGE - 2 * _PAD) // _ROW)
        return self._rows_within(most if self._most is None else min(most, self._most))

    def _rows_within(self, most: int | None) -> tuple[_Row, ...]:
        """Return the rows of a card that has room for so many; None: for any number."""
        groups = self._broken()
        whole = sum(map(len, groups))
        wanted = max(int(self._over.height() * _OF_VIEW - 2 * _PAD) // _ROW, _ALWAYS_ROWS)
        most = whole if most is None else most
        lines = [(_goes(line, first=n == 0), len(groups[n])) for n, line in enumerate(self._lines)]
        gone = left_out(lines, wanted, most)
        rows: list[_Row] = []
        for number, group in enumerate(groups):
            if number not in gone:
                rows += group
            elif number == min(gone):
                left = len(gone)
                rows.append((Line("", "dim"), f"… {left} more", 0))
        return tuple(rows[:most])

    def _broken(self) -> list[list[_Row]]:
        """Return the rows of each line, however high the room is."""
        widest = self._widest()
        read = presented()
        if self._laid is None or self._laid[:2] != (widest, read):
            self._laid = widest, read, [rows_of((line,), widest) for line in self._lines]
        return self._laid[2]

    def _widest(self) -> int:
        """Return the most pixels of a row of words."""
        room = self._rooms()[-1].width() - 2 * EDGE - 2 * _PAD - 2
        bars = _BAR_ROOM if any(line.bar for line in self._lines) else 0
        return max(_INDENT + bars, min(_MOST_WIDE + bars, room))

    def _edge(self, theme: Theme) -> QColor:
        """Return the colour of the edge: that of the first line where it warns or refuses."""
        tone = self._lines[0].tone if self._lines else "plain"
        return QColor({"warning": theme.warning, "error": theme.error}.get(tone, theme.line))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a raised panel and its lines."""
        theme = self._theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._edge(theme), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        row, before = QRect(_PAD, _PAD - 1, self.width() - 2 * _PAD, _ROW), None
        for line, text, indent in self.rows():
            paint_row(painter, row, (line, text, indent), theme, signs=line is not before)
            before = line
            row.translate(0, _ROW)
        painter.end()


def _goes(line: Line, *, first: bool) -> Goes:
    """Return when a line is left out of a card that has no room for all."""
    return Goes.NEVER if first or line.kept else _GOES.get(line.tone, Goes.IN_NEED)


def rows_of(lines: Sequence[Line], widest: int) -> list[_Row]:
    """Return the rows of lines: for each its line, its words and how far they are indented."""
    return [
        (line, text, _indent(line, first=number == 0))
        for line in lines
        for number, text in enumerate(broken(line, widest))
    ]


def paint_row(painter: QPainter, row: QRect, what: _Row, theme: Theme, *, signs: bool) -> None:
    """Paint a row of a line, with the signs of the line where it is its first."""
    line, text, indent = what
    if signs:
        _paint_signs(painter, row, line, theme)
    painter.setFont(_face(line))
    painter.setPen(_colour(line, theme))
    painter.drawText(row.translated(indent, 0), Qt.AlignmentFlag.AlignVCenter, text)


def broken(line: Line, widest: int = _MOST_WIDE) -> tuple[str, ...]:
    """Return a line as it is read in pieces that fit on the card, broken at words.

    An empty line is one piece.
    """
    return _broken_of(line, Read(shown(line.text)), widest)


# Kept, because a step of a drag says most lines again, and asks for each several times.
@lru_cache(maxsize=512)
def _broken_of(line: Line, text: str, widest: int) -> tuple[str, ...]:
    metrics = QFontMetrics(_face(line))
    first, room = _indent(line), widest - (_BAR_ROOM if line.bar else 0)
    if line.beneath:
        middle = Qt.TextElideMode.ElideMiddle
        return (Read(metrics.elidedText(text, middle, room - first)),)
    if metrics.horizontalAdvance(text) <= room - first:
        return (text,)
    return wrapped(text, metrics, room - _indent(line, first=False), _MOST_LINES)


def _natural_width(line: Line) -> int:
    """Return the pixels that a line takes unbroken."""
    return _width_of(line, Read(shown(line.text)))


@lru_cache(maxsize=512)
def _width_of(line: Line, text: str) -> int:
    signs = _indent(line) + (_BAR_ROOM if line.bar else 0)
    return QFontMetrics(_face(line)).horizontalAdvance(text) + signs


def _indent(line: Line, *, first: bool = True) -> int:
    """Return how far a row of a line is indented: for its sign, and all but the first for it."""
    return (_INDENT if line.beneath or not first else 0) + (_SHAPE_ROOM if line.shape else 0)


def _paint_signs(painter: QPainter, row: QRect, line: Line, theme: Theme) -> None:
    """Paint the sign before the first row of a line, and the bar at its end."""
    if line.shape:
        left = row.left() + (_INDENT if line.beneath else 0)
        box = QRectF(left, row.center().y() - _SHAPE_PX / 2 + 0.5, _SHAPE_PX, _SHAPE_PX)
        if line.shape == "gone":
            paint_gone(painter, box, QColor(theme.ok))
        else:
            paint_severity(painter, box, line.shape, severity_colour(line.shape, theme))
    if line.bar is not None:
        box = QRectF(row.right() - WIDE_PX, row.center().y() - HIGH_PX / 2, WIDE_PX, HIGH_PX)
        paint_limit_bar(painter, box, line.bar, line.tone, theme)


def _face(line: Line) -> QFont:
    return font(12, 600) if not line.beneath and line.tone in ("ok", "error", "title") else font(11)


def _colour(line: Line, theme: Theme) -> QColor:
    named = {
        "dim": theme.dim,
        "ok": theme.ok,
        "warning": theme.warning,
        "error": theme.error,
    }
    return QColor(named.get(line.tone, theme.text))
