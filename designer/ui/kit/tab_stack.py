"""Pages behind a row of words: our tabs, reachable with the keyboard."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.ui.kit.elided_button import ElidedButton
from designer.ui.kit.style import set_role

_GAP_PX: Final = 9
_CROWDED_PX: Final = 3
_BESIDE_CORNER_PX: Final = 6
"""Before the first word, where something stands behind the last."""
_BOLD_PX: Final = 6
"""More that the word of the page in front takes."""
_MOST_WIDER: Final = 1.3
"""So much wider words make a side; longer ones, of another language, are cut at their ends."""
_MANY: Final = 5
"""So many words stand well apart in the width that a side of the window usually has."""


_MEASURES_AGAIN: Final = frozenset({
    QEvent.Type.LayoutRequest, QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Polish,
})  # fmt: skip
"""What comes where a word, or its letters, may be another."""


class TabButton(ElidedButton):
    """A word in the row; arrow keys go to its neighbours."""

    moved = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the tab at the left or right."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self.moved.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class TabStack(QWidget):
    """Pages by name; the first is shown.

    Parameters
    ----------
    least_px
        How wide it is at least, whatever its pages would like; it is wider where its words are.
        At 0 its pages decide.
    """

    shown = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, least_px: int = 0) -> None:
        super().__init__(parent)
        self._least_px = least_px
        self._words_px: int | None = None
        """What the words take; measured anew once they may be others, as a layout asks often."""
        self._corner: QWidget | None = None
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(name)
        self.pages = QStackedWidget()
        self.buttons: dict[str, TabButton] = {}
        self._row = QHBoxLayout()
        self._row.setContentsMargins(10, 6, 2, 0)
        self._row.setSpacing(_GAP_PX)
        self._row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._row)
        column.addWidget(self.pages, 1)

    def add(self, name: str, page: QWidget) -> None:
        """Add a page."""
        button = TabButton(name)
        set_role(button, "tab")
        button.setCheckable(True)
        button.setAccessibleName(f"{name} tab")
        # In a dialog, Enter in a field would else show this page.
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.show_page(name))
        button.moved.connect(lambda step: self._move(name, step))
        self.buttons[name] = button
        self._row.insertWidget(self._row.count() - 1, button)
        self._space_words()
        self.pages.addWidget(page)
        button.setChecked(self.pages.count() == 1)

    def set_row_shown(self, shown: bool) -> None:
        """Show the row of words, or the page alone."""
        left, top, right = (14, 6, 8) if shown else (0, 0, 0)
        self._row.setContentsMargins(left, top, right, 0)
        for button in self.buttons.values():
            button.setVisible(shown)
        self._words_px = None

    def minimumSizeHint(self) -> QSize:
        """Return the least width, or that of its words, and the height of what it holds."""
        if not self._least_px:
            return super().minimumSizeHint()
        if self._words_px is None:
            self._words_px = self._wide()
        words = self._words_px
        if self._corner is not None:
            words += self._corner.sizeHint().width()
        most = round(self._least_px * _MOST_WIDER)
        wide_enough = max(self._least_px, min(words + _BOLD_PX, most))
        return QSize(wide_enough, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Measure the words again once they, or their letters, may be others."""
        if event.type() in _MEASURES_AGAIN:
            self._words_px = None
        return super().event(event)

    def _wide(self) -> int:
        shown = [button for button in self.buttons.values() if not button.isHidden()]
        wide = [button.fontMetrics().horizontalAdvance(button.text()) for button in shown]
        around = self._row.contentsMargins()
        return sum(wide) + self._row.spacing() * len(wide) + around.left() + around.right()

    def add_corner(self, widget: QWidget) -> None:
        """Put a small widget at the right end of the row."""
        around = self._row.contentsMargins()
        around.setLeft(min(around.left(), _BESIDE_CORNER_PX))
        self._row.setContentsMargins(around)
        self._words_px = None
        self._corner = widget
        self._row.addWidget(widget)

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        names = list(self.buttons)
        if name not in names:
            return
        for other, button in self.buttons.items():
            button.setChecked(other == name)
        differs = name != self.page()
        self.pages.setCurrentIndex(names.index(name))
        if differs:
            self.shown.emit(name)

    def show_word(self, name: str, *, shown: bool) -> None:
        """Show or hide the word of a page, where there is one of that name."""
        if name in self.buttons:
            self.buttons[name].setVisible(shown)
            self._space_words()

    def _space_words(self) -> None:
        """Keep words well apart, unless many are shown."""
        self._words_px = None
        shown = sum(not button.isHidden() for button in self.buttons.values())
        self._row.setSpacing(_CROWDED_PX if shown > _MANY else _GAP_PX)

    def page(self) -> str:
        """Return the name of the page in front."""
        return list(self.buttons)[self.pages.currentIndex()] if self.buttons else ""

    def _move(self, name: str, step: int) -> None:
        names = [one for one, button in self.buttons.items() if not button.isHidden()]
        other = names[(names.index(name) + step) % len(names)]
        self.show_page(other)
        self.buttons[other].setFocus(Qt.FocusReason.TabFocusReason)
