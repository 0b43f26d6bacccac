"""The command box (Ctrl+K): runs any command, places any part, finds any rack, device or check."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.render.fonts import font
from designer.ui.commands.command_search import Entry, Finder, Pool
from designer.ui.kit.glyphs import theme_of
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import set_role

Index = QModelIndex | QPersistentModelIndex
ROW_PX: Final = 38
SHOWN_ROWS: Final = 9
_LONG: Final = 40
"""Letters of a title from which on it may not have room, and a tip has all of it."""
AT_ONCE: Final = 3_600
"""Effort of a search before the first answer: some 3 ms. What is found later comes in slices."""
A_SLICE: Final = 1_800
_BETWEEN_PX: Final = 12
"""Between a title and the word at its right."""
KIND_WORDS: Final = {
    "command": "command",
    "part": "place",
    "entry": "catalogue",
    "rack": "rack",
    "device": "device",
    "check": "check",
}


class EntryModel(QAbstractListModel):
    """The entries found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []

    def show(self, entries: list[Entry]) -> None:
        """Show other entries."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many entries were found."""
        return 0 if parent.isValid() else len(self.entries)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return an entry, its title, or what a screen reader says."""
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{KIND_WORDS[entry.kind]} {entry.title} {entry.detail} {entry.reason}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.reason or (entry.title if len(entry.title) > _LONG else None)
        return entry if role == Qt.ItemDataRole.UserRole else None


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: title and kind, below it the detail or why it cannot be done."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        entry: Entry = index.data(Qt.ItemDataRole.UserRole)
        theme = theme_of(QApplication.palette())
        box: QRect = option.rect.adjusted(4, 1, -4, -1)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.setBrush(QColor(theme.panel))
            painter.drawRoundedRect(box, 5, 5)
        inner = box.adjusted(8, 3, -8, -3)
        upper, lower = QRect(inner), QRect(inner)
        upper.setHeight(inner.height() // 2)
        lower.setTop(upper.bottom() + 1)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(11))
        painter.setPen(QColor(theme.dim))
        word = entry.shortcut or KIND_WORDS[entry.kind]
        painter.drawText(upper, right, word)
        room = upper.width() - painter.fontMetrics().horizontalAdvance(word) - _BETWEEN_PX
        painter.setFont(font(12, 600))
        painter.setPen(QColor(theme.faint if entry.reason else theme.text))
        title = painter.fontMetrics().elidedText(entry.title, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(upper, left, title)
        painter.setFont(font(11))
        below = entry.reason or entry.detail
        painter.setPen(QColor(theme.warning if entry.reason else theme.dim))
        metrics = painter.fontMetrics()
        painter.drawText(
            lower, left, metrics.elidedText(below, Qt.TextElideMode.ElideRight, lower.width())
        )
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(200, ROW_PX)


class CommandBox(QLineEdit):
    """The line in the top bar, with its list below.

    Parameters
    ----------
    pools
        Called when the box is entered; gives all that can be found now.

    Signals
    -------
    ran
        Something was done; the keyboard may go where that is.
    """

    ran = Signal()

    def __init__(self, pools: Callable[[], Iterable[Pool]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = pools
        self._finder = Finder(())
        self._searches_on = QTimer(self)
        self._searches_on.setInterval(0)
        self._searches_on.timeout.connect(self._search_on)
        self.setPlaceholderText("Search or run a command")
        self.setAccessibleName("Search or run a command")
        self.setToolTip("Ctrl+K · > commands only · @ racks, devices, parts · ! checks")
        self.setFixedHeight(28)
        self.model = EntryModel(self)
        self.popup: QFrame | None = None
        self.nothing = QLabel("Nothing found")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._list = QListView()
        self._list.setModel(self.model)
        self._list.setItemDelegate(EntryDelegate(self._list))
        self._list.setAccessibleName("Found")
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setMouseTracking(True)
        self._list.setUniformItemSizes(True)
        self._list.clicked.connect(self._run_index)
        self.textEdited.connect(lambda _: self._search())

    def open(self) -> None:
        """Take the keyboard and show everything that can be done."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
        self._begin()

    @property
    def is_searching(self) -> bool:
        """Whether there is more to be looked at than was by now."""
        return self._searches_on.isActive()

    def close_list(self) -> None:
        """Hide the list and empty the line."""
        self.clear()
        self._searches_on.stop()
        if self.popup is not None:
            self.popup.hide()

    def mousePressEvent(self, event: object) -> None:
        """Show the list at a click."""
        super().mousePressEvent(event)  # type: ignore[arg-type] # Qt passes a QMouseEvent
        self._begin()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the list when the keyboard goes elsewhere."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.close_list()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the list, run, or leave."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close_list()
            self.clearFocus()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._search_to_the_end()
            self._run_index(self._list.currentIndex())
        elif key in {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
            self._walk(Qt.Key(key))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Escape for the list while it is open."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, and its shortcut at the right while it is empty and at rest."""
        super().paintEvent(event)
        if self.text() or self.hasFocus():
            return
        painter = QPainter(self)
        painter.setFont(font(11))
        painter.setPen(QColor(theme_of(QApplication.palette()).dim))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        metrics = painter.fontMetrics()
        words = metrics.horizontalAdvance(self.placeholderText() + "Ctrl K")
        if words + 44 <= self.width():
            painter.drawText(self.rect().adjusted(0, 0, -10, 0), right, "Ctrl K")

    def _begin(self) -> None:
        self._finder = Finder(self._source())
        self._search()

    def _walk(self, key: Qt.Key) -> None:
        if self.popup is None or not self.popup.isVisible():
            self._begin()
            return
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8}
        last = self.model.rowCount() - 1
        row = max(0, min(last, self._list.currentIndex().row() + steps.get(key, -8)))
        self._list.setCurrentIndex(self.model.index(row))

    def _search(self) -> None:
        """Show what a first look finds; what takes longer comes while nobody waits for it."""
        self._finder.ask(self.text())
        more = self._finder.work(AT_ONCE)
        self.model.show(self._finder.found())
        self._show_list()
        if self.model.rowCount():
            self._list.setCurrentIndex(self.model.index(0))
        self._search_again(more)

    def _search_again(self, more: bool) -> None:
        if more:
            self._searches_on.start()
        else:
            self._searches_on.stop()

    def _search_on(self) -> None:
        """Look at some more; the list follows when all is looked at."""
        more = self._finder.work(A_SLICE)
        if not more or self.model.rowCount() == 0:
            self._show_found()
        self._search_again(more)

    def _show_found(self) -> None:
        """Show what is found by now; an entry that was walked to stays the current one."""
        found = self._finder.found()
        if found == self.model.entries:
            return
        row = self._list.currentIndex().row()
        walked_to = self.model.entries[row] if row > 0 else None
        self.model.show(found)
        self._show_list()
        if found:
            row = next((at for at, one in enumerate(found) if one is walked_to), 0)
            self._list.setCurrentIndex(self.model.index(row))

    def _search_to_the_end(self) -> None:
        """Find all there is: Enter runs the best of it, not of what was looked at so far."""
        if self._searches_on.isActive():
            while self._finder.work(A_SLICE):
                pass
            self._searches_on.stop()
            self._show_found()

    def _show_list(self) -> None:
        window = self.window()
        if self.popup is None:
            self.popup = QFrame(window)
            set_role(self.popup, "popup")
            self.popup.setAccessibleName("Found")
            column = QVBoxLayout(self.popup)
            column.setContentsMargins(0, 4, 0, 4)
            column.addWidget(self._list)
            column.addWidget(self.nothing)
        rows = min(SHOWN_ROWS, max(1, self.model.rowCount()))
        width = max(420, self.width())
        corner = self.mapTo(window, self.rect().bottomRight())
        left = max(8, corner.x() - width + 1)
        self.popup.setGeometry(left, corner.y() + 5, width, rows * ROW_PX + 12)
        # Else Qt would paint what lies below the list, most of the drawing, at each key; the style
        # sheet takes the ground away when it dresses the list.
        for ground in (self.popup, self._list.viewport()):
            ground.setAutoFillBackground(True)
        self._list.setVisible(self.model.rowCount() > 0)
        self.nothing.setVisible(self.model.rowCount() == 0)
        self.popup.show()
        self.popup.raise_()

    def _run_index(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        entry: Entry = index.data(Qt.ItemDataRole.UserRole)
        if entry.reason:
            self.setToolTip(entry.reason)
            return
        self.close_list()
        self.clearFocus()
        entry.run()
        self.ran.emit()
