"""The model behind a table that is read and not edited: words, tips, what stands in bold."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from designer.render.edge import presented
from designer.ui.kit.model_edge import as_read

Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
_SAID: Final = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class ReadRows(QAbstractTableModel, Generic[Row]):
    """Rows under headings, each heading at the left as its column is.

    A table of its own says with `words` what stands in a cell; with `tip` and `is_bold` more.
    """

    def __init__(self, headings: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headings = tuple(headings)
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Iterable[Row], headings: Sequence[str] = ()) -> None:
        """Show other rows, and other headings where some are given."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.headings = tuple(headings) or self.headings
        self.endResetModel()

    def words(self, row: Row, column: int) -> str:
        """Return what a cell says."""
        raise NotImplementedError

    def tip(self, row: Row, column: int) -> str:
        """Return what hovering over a cell says: its words, which may be cut off."""
        return self.words(row, column)

    def is_bold(self, row: Row, column: int) -> bool:
        """Return whether a cell stands out; none does by itself."""
        return False

    def _unit_of(self, column: int) -> str:
        return presented().unit_at_end(self.headings[column])

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.headings)

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a heading, which stands at the left as its column does."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        shown = role in _SAID or role == Qt.ItemDataRole.ToolTipRole
        return self.headings[section] if shown else None

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a cell's words, its tip, or the font of what stands out."""
        row, column = self.rows[index.row()], index.column()
        if role in _SAID:
            return presented().cell(self.words(row, column), self._unit_of(column))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tip(row, column)
        if role == Qt.ItemDataRole.FontRole and self.is_bold(row, column):
            font = QFont()
            font.setBold(True)
            return font
        return None
