"""A list of names to tick: several of them may be chosen."""

from collections.abc import Hashable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

LEAST_ROW_PX: Final = 14
MOST_ROWS: Final = 6


class CheckList(QListWidget):
    """Names with a box each; with the keyboard, Space ticks the name that has the focus.

    Signals
    -------
    ticked
        The user ticked a name, or took its tick away.
    """

    ticked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.itemChanged.connect(self._on_changed)

    def show_choices(
        self, choices: Sequence[tuple[str, Hashable]], chosen: Sequence[Hashable]
    ) -> None:
        """Show words and value of each choice, the chosen ones ticked."""
        shown = [
            (self.item(row).text(), self.item(row).data(Qt.ItemDataRole.UserRole))
            for row in range(self.count())
        ]
        self.blockSignals(True)
        if shown != [*choices]:
            self.clear()
            for words, value in choices:
                item = QListWidgetItem(words)
                item.setToolTip(words)
                item.setData(Qt.ItemDataRole.UserRole, value)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                self.addItem(item)
        for row in range(self.count()):
            item = self.item(row)
            on = item.data(Qt.ItemDataRole.UserRole) in chosen
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        row = max(self.sizeHintForRow(0), LEAST_ROW_PX)
        self.setFixedHeight(row * min(max(self.count(), 1), MOST_ROWS) + 4)
        self.viewport().update()

    def _on_changed(self, item: QListWidgetItem) -> None:
        # Qt leaves the keyboard elsewhere when a box is pressed.
        self.setCurrentItem(item)
        self.ticked.emit()

    def chosen(self) -> tuple[Hashable, ...]:
        """Return the values that are ticked, in the order of the list."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        )
