"""A slider of one number: dragged, stepped with arrows, or typed exactly; Esc lets go."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.fields.axis import Axis
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace

HIGH_PX: Final = 27
_LABEL_PX: Final = 92
_VALUE_PX: Final = 108
_KNOB: Final = 5.5
_ARROWS: Final = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -5, Qt.Key.Key_PageUp: 5,
}  # fmt: skip


class _Line(QLineEdit):
    """The line in which a number is typed; Esc closes it."""

    cancelled = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close it at Esc, and keep Enter from the slider, which would open it again."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returnPressed.emit()
        else:
            super().keyPressEvent(event)


class ValueSlider(QWidget):
    """Label, track with a knob, and the value, which is typed after a click on it.

    Signals
    -------
    moved
        The value under the pointer, while the knob is held.
    settled
        A value that was let go, stepped to or typed.
    cleared
        The line was emptied: the value is not stated any more.
    cancelled
        What was moved is let go without effect.
    """

    moved = Signal(float)
    settled = Signal(float)
    cleared = Signal()
    cancelled = Signal()

    def __init__(
        self, workspace: Workspace, label: str, told: Callable[[float], str],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self.label, self._told = workspace, label, told
        self.axis = Axis(1.0, 2.0)
        self.value: float | None = None
        self.shown: float | None = None
        self.unset = "not stated"
        self.is_held = False
        self.setFixedHeight(HIGH_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        self.setAccessibleName(label)
        self.line = _Line(self)
        self.line.setAccessibleName(f"{label}, exactly")
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.line.hide()
        self.line.returnPressed.connect(self._take_typed)
        self.line.editingFinished.connect(self._close_line)
        self.line.cancelled.connect(self._close_line)

    def sizeHint(self) -> QSize:
        """Return room for label, track and value."""
        return QSize(280, HIGH_PX)

    def show_value(self, value: float | None, axis: Axis) -> None:
        """Show the value that stands; while the knob is held, it is the mark to come back to."""
        self.value, self.axis = value, axis
        if not self.is_held:
            self.shown = value
        self.setAccessibleDescription(self.text())
        self.update()

    def show_tried(self, value: float) -> None:
        """Show what is tried of it elsewhere; what stands is still the mark to come back to."""
        self.shown = value
        self.setAccessibleDescription(self.text())
        self.update()

    def text(self) -> str:
        """Return the value in words."""
        return self.unset if self.shown is None else self._told(self.shown)

    def track(self) -> QRectF:
        """Return where the knob runs."""
        left = _LABEL_PX + _KNOB
        return QRectF(left, self.height() / 2 - 1.5, self.width() - _VALUE_PX - left - 6, 3)

    def knob(self, value: float) -> QPointF:
        """Return where the knob of a value stands."""
        track = self.track()
        return QPointF(track.left() + self.axis.part(value) * track.width(), track.center().y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the knob, or open the line."""
        if event.button() != Qt.MouseButton.LeftButton:
            if self.is_held:
                self._let_go()
            return
        x = event.position().x()
        if x > self.width() - _VALUE_PX:
            self.type_value("")
        elif x >= _LABEL_PX - _KNOB:
            self.is_held = True
            self._move(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the knob that is held."""
        x = event.position().x()
        over = Qt.CursorShape.IBeamCursor if x > self.width() - _VALUE_PX else (
            Qt.CursorShape.PointingHandCursor if x >= _LABEL_PX else Qt.CursorShape.ArrowCursor
        )  # fmt: skip
        self.setCursor(over)
        if self.is_held:
            self._move(x)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Settle where it was let go."""
        if not self.is_held or event.button() != Qt.MouseButton.LeftButton:
            return
        self.is_held = False
        if self.shown is not None and self.shown != self.value:
            self.settled.emit(self.shown)
        else:
            self.cancelled.emit()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from others while the knob is held."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.is_held
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with arrows, open the line with Enter or a digit, let go with Esc."""
        step = _ARROWS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self.is_held:
            self._let_go()
        elif step is not None and not self.is_held:
            here = self.axis.at(0.5) if self.shown is None else self.shown
            other = self.axis.stepped(here, step)
            if other != self.shown:
                self.shown = other
                self.settled.emit(other)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.type_value("")
        elif event.text().isdigit():
            self.type_value(event.text())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys come here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they do not any more."""
        super().focusOutEvent(event)
        self.update()

    def type_value(self, first: str) -> None:
        """Open the line, with the value selected or with what was typed."""
        self.line.setGeometry(self.width() - _VALUE_PX, 1, _VALUE_PX, self.height() - 2)
        self.line.setText(first or ("" if self.shown is None else self.axis.line(self.shown)))
        self.line.setPlaceholderText(self.unset)
        self.line.show()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        if not first:
            self.line.selectAll()

    def _take_typed(self) -> None:
        text = self.line.text().strip()
        value = self.axis.typed(text)
        self._close_line()
        if not text and self.value is not None:
            self.cleared.emit()
        if value is not None and value != self.value:
            self.shown = value
            self.settled.emit(value)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_line(self) -> None:
        if self.line.isVisible():
            self.line.hide()
            self.update()

    def _move(self, x: float) -> None:
        track = self.track()
        value = self.axis.at((x - track.left()) / track.width() if track.width() > 0 else 0.0)
        if value != self.shown:
            self.shown = value
            self.moved.emit(value)
        self.update()

    def _let_go(self) -> None:
        self.is_held = False
        self.shown = self.value
        self.cancelled.emit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint label, track, the mark of what stands, knob and value."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        high, lit = self.height(), self.isEnabled()
        label = QRectF(0, 0, _LABEL_PX - 4, high)
        draw_text(painter, label, self.label, 11.5, theme.dim, 400, LEFT)
        track, ground = self.track(), mixed(QColor(theme.panel), QColor(theme.text), 0.16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(track, 1.5, 1.5)
        accent = QColor(theme.accent if lit else theme.faint)
        if self.shown is not None:
            at = self.knob(self.shown)
            filled = QRectF(track)
            filled.setRight(at.x())
            painter.setBrush(accent)
            painter.drawRoundedRect(filled, 1.5, 1.5)
            if self.is_held and self.value is not None:
                mark = self.knob(self.value)
                painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DotLine))
                painter.drawLine(QPointF(mark.x(), 4), QPointF(mark.x(), high - 4))
            lit_knob = self.is_held or self.hasFocus() or self.underMouse()
            painter.setPen(QPen(QColor(theme.text) if self.hasFocus() else QColor(theme.panel), 1))
            painter.setBrush(accent if self.is_held else QColor(theme.text))
            size = _KNOB + (1.0 if lit_knob else 0.0)
            painter.drawEllipse(at, size, size)
        if not self.line.isVisible():
            ink = theme.text if self.shown is not None else theme.dim
            weight = 600 if self.shown is not None else 400
            box = QRectF(self.width() - _VALUE_PX, 0, _VALUE_PX, high)
            draw_text(painter, box, self.text(), 11.5, ink, weight, RIGHT)
        painter.end()
