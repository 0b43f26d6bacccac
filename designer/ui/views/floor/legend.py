"""What the colours of the floor mean while no overlay shades it: methods of cooling."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QApplication, QWidget

from designer.model.cooling_words import METHOD_NAMES
from designer.model.sentence import capital
from designer.render.floor_painter import paint_containment
from designer.render.fonts import font
from designer.render.hatch import paint_hatch
from designer.render.rack_top import STATE_WORDS, paint_possible, paint_state
from designer.render.theme import METHOD_COLOURS, METHOD_PATTERNS
from designer.ui.state.later_painter import paint_later
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.float_panel import paint_panel

_PAD: Final = 12
_LINE: Final = 20
_BESIDE: Final = 38
"""Pixels that a key takes besides its words: its sign, and the gap to the next."""
_BESIDE_KEYS: Final = 2 * _PAD - 14
_MOST_LINES: Final = 4
_CHIP_HIGH: Final = 24
_SWATCH: Final = 10
_CHIP_WORDS: Final = "Legend"
_CHIP_TIP: Final = "What the colours of racks mean: point at it, or click"
_HEADING: Final = ("kW per rack,", "by cooling method")
_CABLED: Final = ("kW per rack, as cabled / at most,", "by cooling method")
"""What figures of racks mean where the cables of their switches decide what is drawn."""
_CONTAINED: Final = "Contained aisle"
_POSSIBLE: Final = "May be used besides"
_LATER: Final = "Comes later"
_SIGNS: Final = {capital(words): state for state, words in STATE_WORDS}
_PATTERNS: Final = {METHOD_NAMES[method]: style for method, style in METHOD_PATTERNS.items()}
_COLOURS: Final = {METHOD_NAMES[method]: colour for method, colour in METHOD_COLOURS.items()}


class Legend(QWidget):
    """Names the colours: kW per rack, by cooling method; further marks only where one is drawn.

    Upright it stands beside a floor that leaves room at its sides, else it lies below it. Where
    neither has room it folds to a chip with the colours, which shows all of it while it is pointed
    at, clicked or has the keyboard.
    """

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._upright = False
        self._wide = 1_000
        self._chip = self._open = self._aside = False
        self._folded_box = QRect()
        self._lacking = ""
        self._contained = self._cabled = False
        self._signs: tuple[str, ...] = ()
        self._drawn: tuple[str, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend: kW per rack, by cooling method")
        self.setAccessibleDescription(", ".join(self.keys()))

    @property
    def is_chip(self) -> bool:
        """Whether it is folded to a chip, or opened from one for a while."""
        return self._chip

    @property
    def is_open(self) -> bool:
        """Whether all keys are shown."""
        return self._open or not self._chip

    def set_upright(self, upright: bool) -> None:
        """Stand, or lie."""
        self._upright = upright
        self.update()

    def stand(self, box: QRect, *, upright: bool, chip: bool) -> None:
        """Take a place in the view, whole or folded to a chip."""
        if chip and self._chip and self._open and box == self._folded_box:
            return
        self._chip, self._open, self._folded_box = chip, False, box
        self._watch(on=False)
        self._hear()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if chip else Qt.FocusPolicy.NoFocus)
        self.setToolTip(_CHIP_TIP if chip else "")
        self.set_upright(upright)
        self.setGeometry(box)

    def step_aside(self, aside: bool) -> None:
        """Let a drag through: what floats over the floor would take the drop."""
        self._aside = aside
        if aside:
            self._unfold(opened=False)
        self._hear()

    def _hear(self) -> None:
        deaf = self._aside or not self._chip
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, deaf)

    def _unfold(self, *, opened: bool) -> None:
        """Show all keys over the drawing, from the corner of the chip upwards; or fold again."""
        view = self.parentWidget()
        if not self._chip or opened == self._open or view is None:
            return
        self._open = opened
        self._watch(on=opened)
        box = self._folded_box
        if opened:
            stands = self.size_if(upright=True)
            self._upright = stands.height() <= box.bottom()
            size = stands if self._upright else self.size_if(upright=False)
            box = QRect(QPoint(box.left(), box.bottom() + 1 - size.height()), size)
            box.moveLeft(max(0, min(box.left(), view.width() - box.width())))
            self.raise_()
        self.setGeometry(box)
        self.update()

    def _watch(self, *, on: bool) -> None:
        """Hear of presses and keys elsewhere while a chip is open, and no longer."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
            if on:
                application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fold at a press elsewhere, and by Esc whoever has the keyboard of this window."""
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            if isinstance(watched, QWidget) and watched is not self:
                self._unfold(opened=False)
            return False
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self.window():
            return False
        if kind == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if kind == QEvent.Type.KeyPress:
            self._unfold(opened=False)
            return True
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        """Fold with the drawing, or where a scale takes its place."""
        self._unfold(opened=False)
        super().hideEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Open a chip that is pointed at."""
        self._unfold(opened=True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Fold again."""
        self._unfold(opened=self.hasFocus())
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open a chip where nothing can point at it, as by a finger.

        A mouse has opened it before by pointing at it: the press leaves it open.
        """
        self._unfold(opened=True)
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Open a chip that has the keyboard."""
        self._unfold(opened=True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Fold again."""
        self._unfold(opened=False)
        super().focusOutEvent(event)

    def set_most_wide(self, px: int) -> None:
        """Lie in as many lines of keys as it takes to be no wider than that."""
        self._wide = px
        self.update()

    def set_marks(
        self, *, lacking: str, contained: bool, cabled: bool, signs: tuple[str, ...] = (),
        possible: bool = False, later: bool = False,
    ) -> bool:  # fmt: skip
        """Take what the floor bears besides methods; return whether its size is another now.

        Parameters
        ----------
        lacking
            What racks lack that no method cools; empty where there is none.
        contained
            Whether an aisle is contained.
        cabled
            Whether racks say what they draw as cabled before what they draw at most.
        signs
            The states of which racks bear the sign.
        possible
            Whether a bar is hatched as far as more of it may be used.
        later
            Whether something is dashed that comes later.
        """
        marks = (lacking, contained, cabled, signs)
        drawn = tuple(words for words, is_drawn in ((_POSSIBLE, possible), (_LATER, later))
                      if is_drawn)  # fmt: skip
        if (*marks, drawn) == (
            self._lacking, self._contained, self._cabled, self._signs, self._drawn
        ):  # fmt: skip
            return False
        self._drawn = drawn
        self._lacking, self._contained, self._cabled, self._signs = marks
        self.setAccessibleName(f"Legend: {' '.join(self._heading)}")
        self.setAccessibleDescription(", ".join(self.keys()))
        self.update()
        return True

    @property
    def _heading(self) -> tuple[str, str]:
        return _CABLED if self._cabled else _HEADING

    def keys(self) -> tuple[str, ...]:
        """Return the words of the keys in their order."""
        named = [METHOD_NAMES[method] for method in METHOD_COLOURS]
        further = (self._lacking, _CONTAINED if self._contained else "")
        signs = (words for words, state in _SIGNS.items() if state in self._signs)
        return (*named, *filter(None, further), *self._drawn, *signs)

    def size_if(self, *, upright: bool) -> QSize:
        """Return the room that the names need, standing or lying."""
        metrics = QFontMetrics(font(11))
        names = [metrics.horizontalAdvance(name) + _BESIDE for name in self.keys()]
        if upright:
            heading = QFontMetrics(font(11, 600)).horizontalAdvance(self._heading[0])
            width = max(*names, heading + 20) + 2 * _PAD - 20
            return QSize(width, 46 + len(names) * _LINE)
        lines = self._in_lines(names)
        width = max(sum(line) for line in lines)
        return QSize(width + _BESIDE_KEYS, 32 + len(lines) * _LINE)

    def chip_size(self) -> QSize:
        """Return the room of a chip: the colours side by side, and its word."""
        words = QFontMetrics(font(11, 600)).horizontalAdvance(_CHIP_WORDS)
        return QSize(8 + len(_COLOURS) * _SWATCH + 8 + words + 20, _CHIP_HIGH)

    def sizeHint(self) -> QSize:
        """Return the room that the names need."""
        return self.size_if(upright=self._upright)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a panel with swatches."""
        theme = self._workspace.theme
        painter = QPainter(self)
        paint_panel(painter, self.rect(), theme)
        if not self.is_open:
            self._paint_chip(painter)
            painter.end()
            return
        painter.setFont(font(11, 600))
        painter.setPen(QColor(theme.dim))
        heading = ("\n" if self._upright else " ").join(self._heading)
        high = 34 if self._upright else 18
        box = QRect(_PAD, 6, self.width() - _PAD, high)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, heading)
        painter.setFont(font(11))
        keys = self.keys()
        names = [painter.fontMetrics().horizontalAdvance(name) + _BESIDE for name in keys]
        for name, corner in zip(keys, self._corners(names), strict=True):
            corner += QPoint(_PAD, 6 + high + 2)
            self._paint_sign(painter, name, QRectF(corner.x(), corner.y() + 3, 12, 12))
            painter.setPen(QColor(theme.text))
            words = QRect(corner.x() + 18, corner.y(), 300, 18)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, name)
        painter.end()

    def _paint_chip(self, painter: QPainter) -> None:
        """Paint the colours in their order, the word, and that it opens upwards."""
        theme, middle = self._workspace.theme, self.height() / 2
        for number, name in enumerate(_COLOURS):
            swatch = QRectF(8 + number * _SWATCH, middle - 6, _SWATCH - 1, 12)
            self._paint_sign(painter, name, swatch)
        left = 8 + len(_COLOURS) * _SWATCH + 8
        painter.setFont(font(11, 600))
        painter.setPen(QColor(theme.text))
        box = QRect(left, 0, self.width() - left, self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, _CHIP_WORDS)
        at = QPointF(self.width() - 12, middle)
        painter.setPen(QPen(QColor(theme.dim), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF([at + QPointF(-4, 2), at + QPointF(0, -2),
                                        at + QPointF(4, 2)]))  # fmt: skip

    def _paint_sign(self, painter: QPainter, name: str, box: QRectF) -> None:
        theme = self._workspace.theme
        if name == _CONTAINED:
            paint_containment(painter, box.adjusted(1, 1, -1, -1), theme, 1)
            return
        if name == _LATER:
            paint_later(painter, box, theme)
            return
        if name == _POSSIBLE:
            paint_possible(painter, box, QColor(theme.dim), theme, 1)
            return
        if name in _SIGNS:
            paint_state(painter, box, _SIGNS[name], theme)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_COLOURS.get(name, theme.faint)))
        painter.drawRoundedRect(box, 2, 2)
        if name in _PATTERNS:
            shade = QColor("#000000")
            shade.setAlphaF(0.22)
            paint_hatch(painter, box, _PATTERNS[name], shade, pitch=3.5, line=0.8)

    def _in_lines(self, names: Sequence[int]) -> list[Sequence[int]]:
        """Return the widths of keys, shared out among as few lines as are narrow enough."""
        lines: list[Sequence[int]] = []
        for count in range(1, _MOST_LINES + 1):
            first = -(-len(names) // count)
            lines = [names[at : at + first] for at in range(0, len(names), first)]
            if max(map(sum, lines)) + _BESIDE_KEYS <= self._wide:
                break
        return lines

    def _corners(self, names: Sequence[int]) -> list[QPoint]:
        """Return where keys of these widths stand, from the upper left corner of the first."""
        if self._upright:
            return [QPoint(0, number * _LINE) for number in range(len(names))]
        return [
            QPoint(sum(line[:place]), number * _LINE)
            for number, line in enumerate(self._in_lines(names))
            for place in range(len(line))
        ]
