"""The lines of an entry's page as a model, with what a screen reader says of each."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from designer.catalog.search import Query
from designer.catalog.search_hits import Span, spans
from designer.ui.kit.model_edge import as_read
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.history_plot import words_of
from designer.ui.views.catalogue.source_words import hover

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
HITS_ROLE: Final = Qt.ItemDataRole.UserRole + 1


class RowModel(QAbstractListModel):
    """The lines."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self._query: Query | None = None

    def show(self, rows: Sequence[Row], query: Query | None = None) -> None:
        """Show other lines, with the hits of a search in their texts."""
        self.beginResetModel()
        self._query = query
        self.rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many lines there are."""
        return 0 if parent.isValid() else len(self.rows)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line, its words, or where its figure is from."""
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == HITS_ROLE:
            return self.hits(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.label}: {row.value}" if row.label and row.value else row.label or row.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return hover(row.tip) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(row)
        return None

    def hits(self, row: Row) -> tuple[Span, ...]:
        """Return where the text of a line has words of the search."""
        return spans(self._query, row.value) if self._query else ()

    def first_hit(self) -> int | None:
        """Return the number of the first paragraph that has a word of the search, if any has."""
        texts = ((number, row) for number, row in enumerate(self.rows) if row.kind == "text")
        return next((number for number, row in texts if self.hits(row)), None)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that headings cannot be chosen."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self.rows[index.row()].kind == "section":
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def spoken(row: Row) -> str:
    """Return a line as a screen reader says it."""
    if row.kind == "plot" and row.series:
        return f"Price history, {row.series.title}: {words_of(row.series)}"
    pieces = [row.label, row.value]
    if row.link or row.query:
        pieces.append("link")
    if row.conflict:
        pieces.append("sources disagree")
    return ", ".join(piece for piece in (*pieces, *row.tip) if piece)
