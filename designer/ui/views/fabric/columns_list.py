"""A list of short rows in columns, as high as its rows: for losses and for ports."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QStyleOptionViewItem,
    QWidget,
)

from designer.render.lettering import LEFT, RIGHT, draw_text, shortened, text_width
from designer.render.rack_top import paint_state
from designer.render.theme import DARK, Theme
from designer.ui.kit.rows import EnteredRows, PaintedRows, show_rows
from designer.ui.kit.style import mixed

ROW_PX: Final = 21
_SIGN_PX: Final = 17
_EM: Final = 11.5
_GAP: Final = 6.0
_LEAST_SHARE: Final = 0.3
"""Of the room, that the column which takes the rest has at least, where it needs as much."""
_WEIGHTS: Final = (400, 500)
_SPLIT: Final = "\t"


class Row(NamedTuple):
    """A row: its words by column, and how it stands.

    Attributes
    ----------
    state
        `error`, `warning`, `ok` or `unknown` for a sign before it; empty for none.
    dim
        Whether it is said in passing, as that there are more rows.
    short
        What stands for the first words where these do not fit; empty where they are cut.
    """

    words: tuple[str, ...]
    state: str = ""
    tip: str = ""
    dim: bool = False
    short: str = ""

    def first_words(self, wide: float) -> str:
        """Return the first words where they fit into a width, else the short ones if any."""
        first = self.words[0]
        fits = text_width(first, _EM, _WEIGHTS[not self.dim]) <= wide
        return first if fits or not self.short else self.short


class ColumnsList(EnteredRows):
    """Shows rows; a click, Enter or Space picks one.

    Each column is as wide as its widest words; one of them takes what is left.

    Parameters
    ----------
    aligned
        Which columns are written from the right.
    rest
        The column that takes what is left.
    over
        A list below it, of which it has the heads: columns of both stand in line.

    Signals
    -------
    picked
        The row that was clicked or entered.
    pointed
        The row that is pointed at; -1 for none.
    """

    picked = Signal(int)
    pointed = Signal(int)

    def __init__(
        self, name: str, aligned: Sequence[bool], *, signs: bool = False, rest: int = 0,
        over: "ColumnsList | None" = None, parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(name, parent)
        self.rows: tuple[Row, ...] = ()
        self.marked: frozenset[int] = frozenset()
        self.theme: Theme = DARK
        self._rest, self._in_line = rest, (over,) if over is not None else ()
        if over is not None:
            over._in_line = (self,)
        self._painter = _Delegate(self, tuple(aligned), signs=signs)
        self.setItemDelegate(self._painter)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.itemClicked.connect(lambda item: self.picked.emit(self.row(item)))
        self.entered_with_keyboard.connect(self._enter)
        self._over = -1

    def show_columns(self, rows: Sequence[Row], theme: Theme, marked: Collection[int] = ()) -> None:
        """Show other rows; some of them are marked, and the first of these is current."""
        self.rows, self.theme, self.marked = tuple(rows), theme, frozenset(marked)
        words = [_SPLIT.join(row.words) for row in rows]
        show_rows(self, words, [row.tip or "  ".join(row.words) for row in rows])
        current = min(self.marked, default=-1)
        if 0 <= current < len(rows):
            if self.currentRow() not in self.marked:
                self.setCurrentRow(current)
        else:
            self.clearSelection()
            # A row that has the keyboard no more is not the current one of rows to come.
            if not self.hasFocus():
                self.setCurrentRow(-1)
        self.setFixedHeight(ROW_PX * len(rows) + 2)
        self.viewport().update()

    def widths(self, room: float) -> tuple[float, ...]:
        """Return how wide each column is in a room, with its gap."""
        rows = [row for one in (self, *self._in_line) for row in one.rows if len(row.words) > 1]
        columns = zip(*(row.words for row in rows), strict=False)
        # The first column is written bold: a word may be wider in either weight.
        found = [
            max(text_width(words, _EM, weight) for words in column for weight in _WEIGHTS) + _GAP
            for column in columns
        ]
        if found:
            wanted = found[self._rest]
            left = room - sum(found) + wanted
            others = [width for at, width in enumerate(found) if at != self._rest]
            if left < min(wanted, _LEAST_SHARE * room) and others:
                # The widest of the others is cut: its row would be of nothing that has a name.
                widest = found.index(max(others))
                more = min(wanted, _LEAST_SHARE * room) - left
                found[widest], left = max(found[widest] - more, 0.0), left + more
            found[self._rest] = max(left, 0.0)
        return tuple(found)

    def _enter(self) -> None:
        if self.currentRow() >= 0:
            self.picked.emit(self.currentRow())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which row is pointed at."""
        super().mouseMoveEvent(event)
        self._point(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that none is."""
        super().leaveEvent(event)
        self._point(-1)

    def _point(self, row: int) -> None:
        if row != self._over:
            self._over = row
            self.pointed.emit(row)


class _Delegate(PaintedRows):
    """Paints a row in columns."""

    def __init__(self, rows: ColumnsList, aligned: tuple[bool, ...], *, signs: bool) -> None:
        super().__init__(rows, ROW_PX)
        self._rows, self._aligned, self._signs = rows, aligned, signs

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a row."""
        self.paint_ground(painter, option, index)
        if index.row() >= len(self._rows.rows):
            return
        row, theme = self._rows.rows[index.row()], self._rows.theme
        box = QRectF(option.rect).adjusted(4, 0, -4, 0)
        painter.save()
        if index.row() in self._rows.marked:
            painter.fillRect(option.rect, mixed(QColor(theme.panel), QColor(theme.accent), 0.22))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._signs:
            if row.state:
                place = QRectF(box.left(), box.center().y() - 5.5, 11, 11)
                paint_sign(painter, place, row.state, theme)
            box.setLeft(box.left() + _SIGN_PX)
        left = box.left()
        alone = len(row.words) == 1
        widths = (box.width() + _GAP,) if alone else self._rows.widths(box.width() + _GAP)
        for number, (words, wide) in enumerate(zip(row.words, widths, strict=False)):
            place = QRectF(left, box.top(), wide - _GAP, box.height())
            first = number == 0
            ink = theme.dim if row.dim or (not first and not row.state) else theme.text
            if number == 2 and row.state in ("error", "warning"):
                ink = theme.error if row.state == "error" else theme.warning
            align = RIGHT if self._aligned[number] else LEFT
            weight = 500 if first and not row.dim else 400
            shown = row.first_words(place.width()) if first else words
            shown = shortened(shown, _EM, weight, place.width())
            draw_text(painter, place, shown, _EM, ink, weight, align)
            left += wide
        painter.restore()


def paint_sign(painter: QPainter, place: QRectF, state: str, theme: Theme) -> None:
    """Paint the sign of a state; a filled dot for one that is fine."""
    if state == "ok":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.ok))
        painter.drawEllipse(place.center(), 3.0, 3.0)
    else:
        paint_state(painter, place, state, theme)
