"""A list of names to tick: several of them may be chosen."""

from collections.abc import Hashable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QListWidget, QWidget

from designer.ui.kit.rows import show_rows

LEAST_ROW_PX: Final = 14
MOST_ROWS: Final = 6
_BOX: Final = Qt.ItemDataRole.CheckStateRole


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
        self._values: tuple[Hashable, ...] = ()
        self._is_showing = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.model().dataChanged.connect(self._on_changed)

    def show_choices(
        self, choices: Sequence[tuple[str, Hashable]], chosen: Sequence[Hashable]
    ) -> None:
        """Show words and value of each choice, the chosen ones ticked."""
        self._is_showing = True
        self._values = tuple(value for _, value in choices)
        show_rows(self, [words for words, _ in choices])
        for row, value in enumerate(self._values):
            on = Qt.CheckState.Checked if value in chosen else Qt.CheckState.Unchecked
            self.model().setData(self.model().index(row, 0), on, _BOX)
        self._is_showing = False
        row_px = max(self.sizeHintForRow(0), LEAST_ROW_PX)
        self.setFixedHeight(row_px * min(max(self.count(), 1), MOST_ROWS) + 4)
        self.viewport().update()

    def tick(self, value: Hashable, *, on: bool) -> None:
        """Tick a name, or take its tick away, as the user does."""
        state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        self.model().setData(self.model().index(self._values.index(value), 0), state, _BOX)

    def chosen(self) -> tuple[Hashable, ...]:
        """Return the values that are ticked, in the order of the list."""
        return tuple(value for row, value in enumerate(self._values) if self._is_ticked(row))

    def _is_ticked(self, row: int) -> bool:
        state = self.model().index(row, 0).data(_BOX)
        return state is not None and Qt.CheckState(state) is Qt.CheckState.Checked

    def _on_changed(self, index: QModelIndex) -> None:
        if not self._is_showing:
            # Qt leaves the keyboard elsewhere when a box is pressed.
            self.setCurrentRow(index.row())
            self.ticked.emit()
