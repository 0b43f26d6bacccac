"""Both parts' ports with lines between them, which are dragged, or set by keys.

Up and Down go through what hangs by hand, Left and Right give it another port, Delete takes it off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from designer.document.port_groups import PortGroups
from designer.document.port_maps import Port, PortLine
from designer.model.plural import plural
from designer.render.theme import Theme
from designer.ui.kit.glyphs import paint_gone, paint_severity, theme_of

ROW_PX: Final = 20
_LEFT, _RIGHT = 0.40, 0.60
"""Where dots stand, as parts of the width."""
_DOT_PX = 3.5
_PAD_PX = 8
_SIGN_PX = 11
_NEAR_PX = 13.0
TAKEN_OFF: Final = "taken off"


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of both lists: a group's heading, what hangs by hand, a port that may take it."""

    group: PortGroups
    line: PortLine | None = None
    port: Port | None = None


class PortMapView(QWidget):
    """Groups under each other; each line of what hangs by hand can be taken to another port.

    Signals
    -------
    mapped
        The port of the old part, and that of the new one which takes what hangs there; an empty one
        takes it off.
    """

    mapped = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[_Row, ...] = ()
        self._chosen = ""
        self._held: PortLine | None = None
        self._hand = QPointF()
        self.setAccessibleName("Ports and supplies")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_groups(self, groups: Sequence[PortGroups]) -> None:
        """Show other ports; a line that is held is let go."""
        self._rows, self._held = tuple(_rows_of(groups)), None
        keys = [line.port.key for line in self.lines()]
        if self._chosen not in keys:
            self._chosen = next(iter(keys), "")
        self.setMinimumHeight(len(self._rows) * ROW_PX + 4)
        self._tell()
        self.update()

    def lines(self) -> tuple[PortLine, ...]:
        """Return what hangs by hand, from above."""
        return tuple(row.line for row in self._rows if row.line is not None)

    def sizeHint(self) -> QSize:
        """Return room for all rows."""
        return QSize(420, len(self._rows) * ROW_PX + 4)

    def left_dot(self, key: str) -> QPointF:
        """Return where the line of a port of the old part begins."""
        at = next(i for i, r in enumerate(self._rows) if r.line and r.line.port.key == key)
        return self._dot(_LEFT, at)

    def right_dot(self, key: str) -> QPointF:
        """Return where a port of the new part is."""
        at = next(i for i, r in enumerate(self._rows) if r.port and r.port.key == key)
        return self._dot(_RIGHT, at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a line, at either of its ends."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._held, self._hand = self._line_near(event.position()), event.position()
        if self._held is not None:
            self._choose(self._held.port.key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hold its end under the hand."""
        self._hand = event.position()
        near = self._line_near(self._hand) is not None
        shape = Qt.CursorShape.ClosedHandCursor if self._held else Qt.CursorShape.OpenHandCursor
        self.setCursor(shape if near or self._held else Qt.CursorShape.ArrowCursor)
        if self._held is not None:
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go on a port; beside the lists takes off what hangs there."""
        held, self._held = self._held, None
        if held is None:
            return
        port = self._port_at(event.position())
        outside = not self.rect().contains(event.position().toPoint())
        self.update()
        if port is not None or outside:
            self._map(held, port.key if port is not None else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the lines, and give the chosen one another port."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and self._held is not None:
            self._held = None
            self.update()
            return
        lines = self.lines()
        at = next((i for i, one in enumerate(lines) if one.port.key == self._chosen), None)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key, 0)
        if at is not None and step:
            self._choose(lines[(at + step) % len(lines)].port.key)
        elif at is not None and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._map(lines[at], self._beside(lines[at], 1 if key == Qt.Key.Key_Right else -1))
        elif at is not None and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._map(lines[at], "")
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show which line the keys are for."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that keys go elsewhere."""
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Tell why something does not fit under the pointer."""
        if event.type() == QEvent.Type.ToolTip:
            at = int(self._hand.y() // ROW_PX)
            row = self._rows[at] if 0 <= at < len(self._rows) else None
            QToolTip.showText(self.mapToGlobal(self._hand.toPoint()), _why(row), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint both lists and the lines."""
        painter, theme = QPainter(self), theme_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, row in enumerate(self._rows):
            if row.line is None and row.port is None:
                self._paint_group(painter, theme, at, row.group)
            else:
                self._paint_row(painter, theme, at, row)
        for line in self.lines():
            self._paint_line(painter, theme, line)
        painter.end()

    def _paint_group(self, painter: QPainter, theme: Theme, at: int, group: PortGroups) -> None:
        y, bad = at * ROW_PX, bool(group.refusal)
        painter.setPen(QColor(theme.text))
        left, right = self._texts(y)
        self._write(painter, left, f"{group.purpose} · {group.now}", Qt.AlignmentFlag.AlignRight)
        self._write(painter, right, group.then, Qt.AlignmentFlag.AlignLeft)
        if not group.by_rule:
            return
        painter.setPen(QPen(QColor(theme.error if bad else theme.dim), 1.2, Qt.PenStyle.DashLine))
        ends = self._dot(_LEFT, at), self._dot(_RIGHT, at)
        painter.drawLine(ends[0], ends[1])
        self._paint_chip(painter, theme, (ends[0] + ends[1]) / 2, f"{group.by_rule}, by rule")
        self._paint_sign(painter, theme, y, bad)

    def _paint_row(self, painter: QPainter, theme: Theme, at: int, row: _Row) -> None:
        left, right = self._texts(at * ROW_PX)
        painter.setPen(QColor(theme.dim))
        if row.line is not None:
            ids = row.line.held
            many = ids[0] if len(ids) == 1 else plural(len(ids), "cable")
            words = f"{row.line.port.words} · {many}"
            if row.line.port.key == self._chosen and self.hasFocus():
                painter.fillRect(left.adjusted(0, 1, 0, -1), QColor(theme.raised))
                painter.setPen(QColor(theme.text))
            self._write(painter, left, words, Qt.AlignmentFlag.AlignRight)
        painter.setPen(QColor(theme.dim))
        if row.port is not None:
            self._write(painter, right, f"{row.port.words} · {row.port.what}",
                        Qt.AlignmentFlag.AlignLeft)  # fmt: skip
            painter.setPen(QPen(QColor(theme.dim), 1.2))
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(self._dot(_RIGHT, at), _DOT_PX, _DOT_PX)

    def _paint_line(self, painter: QPainter, theme: Theme, line: PortLine) -> None:
        begin, held = self.left_dot(line.port.key), self._held is line
        bad = bool(line.refusal)
        colour = QColor(theme.error if bad else theme.accent if line.then else theme.warning)
        width = 2.4 if line.port.key == self._chosen and self.hasFocus() else 1.6
        style = Qt.PenStyle.DotLine if held else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colour, width, style))
        end = self._hand if held else self._end_of(line)
        painter.drawLine(begin, end)
        painter.setBrush(colour)
        for dot in (begin, end):
            painter.drawEllipse(dot, _DOT_PX, _DOT_PX)
        if held:
            return
        if not line.then:
            words = "no port left" if bad else TAKEN_OFF
            self._paint_chip(painter, theme, end + QPointF(42, 0), words)
        self._paint_sign(painter, theme, round(begin.y() - ROW_PX / 2), bad)

    def _paint_chip(self, painter: QPainter, theme: Theme, at: QPointF, words: str) -> None:
        most = int(self.width() * (_RIGHT - _LEFT)) - 24
        text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, most)
        wide = painter.fontMetrics().horizontalAdvance(text) + 8
        box = QRectF(at.x() - wide / 2, at.y() - ROW_PX / 2 + 1, wide, ROW_PX - 2)
        painter.fillRect(box, QColor(theme.panel))
        painter.setPen(QColor(theme.dim))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_sign(self, painter: QPainter, theme: Theme, y: int, bad: bool) -> None:
        box = QRectF(self.width() - _SIGN_PX - _PAD_PX, y + (ROW_PX - _SIGN_PX) / 2,
                     _SIGN_PX, _SIGN_PX)  # fmt: skip
        if not bad:
            paint_gone(painter, box, QColor(theme.ok))
            return
        paint_severity(painter, box, "error", QColor(theme.error))
        painter.setPen(QPen(QColor(theme.panel), 1.5))
        inner = box.adjusted(3, 3, -3, -3)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())

    def _write(self, painter: QPainter, box: QRectF, words: str, side: Qt.AlignmentFlag) -> None:
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, cut)

    def _texts(self, y: float) -> tuple[QRectF, QRectF]:
        """Return the boxes of the words of a row."""
        end, begin = self.width() * _LEFT - 10, self.width() * _RIGHT + 10
        right = self.width() - begin - _SIGN_PX - 2 * _PAD_PX
        return QRectF(_PAD_PX, y, end - _PAD_PX, ROW_PX), QRectF(begin, y, right, ROW_PX)

    def _dot(self, part: float, at: int) -> QPointF:
        return QPointF(self.width() * part, at * ROW_PX + ROW_PX / 2)

    def _end_of(self, line: PortLine) -> QPointF:
        known = any(row.port and row.port.key == line.then for row in self._rows)
        return self.right_dot(line.then) if known else self.left_dot(line.port.key) + QPointF(24, 0)

    def _line_near(self, at: QPointF) -> PortLine | None:
        """Return the line one of whose ends, or whose words, are at a place."""
        for line in self.lines():
            begin, end = self.left_dot(line.port.key), self._end_of(line)
            beside = abs(begin.y() - at.y()) <= ROW_PX / 2 and at.x() <= begin.x() + _NEAR_PX
            if beside or (end - at).manhattanLength() <= _NEAR_PX:
                return line
        return None

    def _port_at(self, at: QPointF) -> Port | None:
        row = int(at.y() // ROW_PX)
        if at.x() < self.width() * (_LEFT + _RIGHT) / 2 or not 0 <= row < len(self._rows):
            return None
        return self._rows[row].port

    def _beside(self, line: PortLine, step: int) -> str:
        """Return the next port that what hangs by hand may be given; empty: taken off."""
        keys = [row.port.key for row in self._rows if row.port is not None]
        keys.append("")
        at = keys.index(line.then) if line.then in keys else len(keys) - 1
        return keys[(at + step) % len(keys)]

    def _map(self, line: PortLine, then: str) -> None:
        if then != line.then or (not then and line.refusal):
            self.mapped.emit(line.port.key, then)

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Tell a screen reader what is chosen, else what does not fit."""
        line = next((one for one in self.lines() if one.port.key == self._chosen), None)
        told = [row.group.refusal for row in self._rows if row.line is None and row.port is None]
        words = _line_words(line) if line is not None else "; ".join(filter(None, told))
        self.setAccessibleDescription(words)


def _line_words(line: PortLine) -> str:
    """Return a line in words: `compute 2.2 with c1 to compute:3.1`."""
    to = f"to {line.then.replace(':', ' ')}" if line.then else TAKEN_OFF
    words = f"{line.port.words} with {', '.join(line.held)} {to}"
    return f"{words}: {line.refusal}" if line.refusal else words


def _why(row: _Row | None) -> str:
    if row is None:
        return ""
    if row.line is not None:
        return _line_words(row.line)
    return row.group.refusal if row.port is None else f"{row.port.words}: {row.port.what}"


def _rows_of(groups: Sequence[PortGroups]) -> Iterator[_Row]:
    """Yield the rows: under each group what hangs by hand beside the ports that may take it."""
    for group in groups:
        yield _Row(group)
        for at in range(max(len(group.lines), len(group.free))):
            line = group.lines[at] if at < len(group.lines) else None
            port = group.free[at] if at < len(group.free) else None
            yield _Row(group, line, port)
