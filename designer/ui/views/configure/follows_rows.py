"""The table of what follows for a system: a figure with its bounds, and what it rests on."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from designer.ui.state.configure_words import Follows

Index = QModelIndex | QPersistentModelIndex
COLUMNS: Final = ("Figure", "With bounds", "By")
_WORDS: Final = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
)  # fmt: skip


class FollowsRows(QAbstractTableModel):
    """The figures as they stand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Follows, ...] = ()

    def show_rows(self, rows: Sequence[Follows]) -> None:
        """Show other figures."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many figures there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a heading, which stands at the left as its column does."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return COLUMNS[section] if role in _WORDS else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a cell's words."""
        return self.rows[index.row()][index.column()] if role in _WORDS else None
