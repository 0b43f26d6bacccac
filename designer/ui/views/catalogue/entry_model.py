"""The entries behind the browser's table, with what each says in every column."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from designer.catalog.entry import Entry
from designer.catalog.fact_words import label_of
from designer.catalog.part import Part
from designer.catalog.search import Query, parse
from designer.catalog.search_hits import Span, excerpt, name_spans, spans
from designer.render.edge import presented
from designer.ui.kit.model_edge import as_read
from designer.ui.state.drag_payload import encode_part
from designer.ui.views.catalogue.columns import Cell, Column, cell_of, telling_columns
from designer.ui.views.catalogue.entry_index import EntryIndex, key_of, ref_of
from designer.ui.views.catalogue.placing_words import why_not_placed
from designer.ui.views.catalogue.source_words import NOT_KNOWN

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE: Final = Qt.ItemDataRole.UserRole
CELL_ROLE: Final = Qt.ItemDataRole.UserRole + 1
FAVOURITE_ROLE: Final = Qt.ItemDataRole.UserRole + 2
COLUMN_ROLE: Final = Qt.ItemDataRole.UserRole + 3
HITS_ROLE: Final = Qt.ItemDataRole.UserRole + 4
EXCERPT_ROLE: Final = Qt.ItemDataRole.UserRole + 5
"""Where a name has words of the search; words around a hit elsewhere, and where in these it is."""

NAME: Final = Column("name", "Name", is_number=False, width=320)


class EntryModel(QAbstractTableModel):
    """Entries as shown, in the order in which they are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column, ...] = (NAME,)
        self.entries: list[Entry] = []
        self._given: list[Entry] = []
        self._cells: dict[tuple[int, str], Cell] = {}
        self._columns: dict[str, tuple[Column, ...]] = {}
        self._entry_index: EntryIndex | None = None
        self._favourites: frozenset[str] = frozenset()
        self._query = parse("")
        self._excerpts: dict[int, str] = {}
        self._sorted: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show(
        self,
        entries: Iterable[Entry],
        family_id: str,
        entry_index: EntryIndex,
        query: Query | None = None,
    ) -> None:
        """Show other entries with the columns of a family, sorted as before.

        Parameters
        ----------
        query
            What found them, so that hits can be marked.
        """
        self._query = query or parse("")
        self._excerpts.clear()
        if entry_index is not self._entry_index:
            self._entry_index = entry_index
            self._cells.clear()
            self._columns.clear()
        if family_id not in self._columns:
            self._columns[family_id] = (NAME, *telling_columns(family_id, entry_index))
        columns = self._columns[family_id]
        self.beginResetModel()
        if columns != self.columns:
            self.columns, self._sorted = columns, (-1, Qt.SortOrder.AscendingOrder)
        self._given = list(entries)
        self.entries = self._in_order()
        self.endResetModel()

    def show_favourites(self, keys: Iterable[str]) -> None:
        """Mark other entries as favourites, by `table/id`."""
        favourites = frozenset(keys)
        if favourites == self._favourites:
            return
        self._favourites = favourites
        if self.entries:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.entries) - 1, 0))

    def cell(self, entry: Entry, column: Column) -> Cell:
        """Return what an entry says in a column."""
        if column is NAME or self._entry_index is None:
            return Cell(entry.name, entry.name.casefold())
        key = (id(entry), column.key)
        found = self._cells.get(key)
        if found is None:
            found = self._cells[key] = cell_of(entry, column, self._entry_index)
        return found

    def entry_at(self, index: Index) -> Entry | None:
        """Return the entry of a row, or None."""
        return self.entries[index.row()] if index.isValid() else None

    def row_of(self, entry: Entry) -> int:
        """Return the row of an entry, -1 if it is not shown."""
        ref = ref_of(entry)
        return next((n for n, other in enumerate(self.entries) if ref_of(other) == ref), -1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; what is not known comes last either way. -1 is the given order."""
        self._sorted = (column, order)
        self.layoutAboutToBeChanged.emit()
        before = {index: self.entries[index.row()] for index in self.persistentIndexList()}
        self.entries = self._in_order()
        rows = {id(entry): row for row, entry in enumerate(self.entries)}
        for index, entry in before.items():
            moved = self.index(rows[id(entry)], index.column())
            self.changePersistentIndex(index, moved)
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many entries are shown."""
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns are shown."""
        return 0 if parent.isValid() else len(self.columns)

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the head of a column, with the unit of its figures."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{column.title}\n{column.unit}".strip()
        if role == Qt.ItemDataRole.ToolTipRole:
            words = column.title if column.key[0] == "@" else label_of(column.key)
            return ", ".join(piece for piece in (words, column.unit) if piece)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return an entry, a cell, its words, or where its figure is from."""
        entry, column = self.entries[index.row()], self.columns[index.column()]
        if role == ENTRY_ROLE:
            return entry
        if role == COLUMN_ROLE:
            return column
        if role == HITS_ROLE:
            return name_spans(self._query, entry.name)
        if role == EXCERPT_ROLE:
            return self._excerpt(entry)
        if role == FAVOURITE_ROLE:
            return key_of(ref_of(entry)) in self._favourites
        if role == CELL_ROLE:
            cell = self.cell(entry, column)
            return replace(cell, text=presented().cell(cell.text, column.unit))
        if role == Qt.ItemDataRole.DisplayRole:
            return presented().cell(self.cell(entry, column).text, column.unit)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(entry, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(entry, column)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that every entry can be chosen, and dragged if it can be placed."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        # Also what cannot be placed begins a drag: that is when it says why.
        return flags | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: "list[QModelIndex]") -> QMimeData:  # type: ignore[override] # stub
        """Return the payload of a drag; empty for what cannot be placed."""
        entry = self.entry_at(indexes[0]) if indexes else None
        if entry is None or not isinstance(entry, Part) or self.why_not_placed(entry):
            return QMimeData()
        return encode_part(entry.id)

    def why_not_placed(self, entry: Entry) -> str:
        """Return why an entry cannot be placed, empty if it can."""
        return why_not_placed(entry, self._entry_index)

    def _in_order(self) -> list[Entry]:
        number, order = self._sorted
        if number < 0:
            return list(self._given)
        column = self.columns[number]
        keyed = [(self.cell(entry, column).order, entry) for entry in self._given]
        known = [pair for pair in keyed if pair[0] is not None]
        known.sort(
            key=lambda pair: (isinstance(pair[0], str), pair[0]),
            reverse=order == Qt.SortOrder.DescendingOrder,
        )
        return [e for _, e in known] + [e for value, e in keyed if value is None]

    def _excerpt(self, entry: Entry) -> tuple[str, tuple[Span, ...]]:
        if id(entry) not in self._excerpts:
            self._excerpts[id(entry)] = excerpt(self._query, entry)
        text = self._excerpts[id(entry)]
        return text, spans(self._query, text)

    def _tip(self, entry: Entry, column: Column) -> str | None:
        if column is NAME:
            return "\n".join(
                t
                for t in (
                    f"{entry.vendor} {entry.name}".strip(),
                    entry.summary,
                    self._excerpt(entry)[0],
                )
                if t
            )
        cell = self.cell(entry, column)
        if not cell.text:
            return f"{column.title}: {NOT_KNOWN}"
        return cell.tip or cell.text

    def _spoken(self, entry: Entry, column: Column) -> str:
        if column is NAME:
            star = ", favourite" if key_of(ref_of(entry)) in self._favourites else ""
            says = self._excerpt(entry)[0]
            return f"{entry.name}{star}{f', says: {says}' if says else ''}"
        return (
            f"{column.title} {self.cell(entry, column).text or 'not known'} {column.unit}".strip()
        )
