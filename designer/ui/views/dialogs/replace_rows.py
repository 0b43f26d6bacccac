"""The table of what changes when a part is replaced: a line each, what differs in bold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

if TYPE_CHECKING:
    from collections.abc import Sequence

    from designer.document.equivalents import Line

Index = QModelIndex | QPersistentModelIndex
_COLUMNS: Final = 3
_WORDS: Final = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
)  # fmt: skip


class ReplaceRows(QAbstractTableModel):
    """The lines as they stand, under the names of both parts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()
        self._names = ("", "", "")

    def show_lines(self, lines: Sequence[Line], now: str, then: str) -> None:
        """Show other lines."""
        self.beginResetModel()
        self.lines, self._names = tuple(lines), ("", now, then)
        self.endResetModel()

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many lines there are."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else _COLUMNS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a heading, which stands at the left as its column does."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return self._names[section] if role in _WORDS else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a cell's words; what is known to differ is bold."""
        line, column = self.lines[index.row()], index.column()
        if role in _WORDS:
            return (line.title, line.now, line.then)[column]
        if role == Qt.ItemDataRole.FontRole and column == _COLUMNS - 1 and line.differs:
            font = QFont()
            font.setBold(True)
            return font
        return None
