"""Lines of a table as Qt asks for them: only cells that are drawn are read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from designer.model.figure_words import UNKNOWN
from designer.render.edge import presented
from designer.render.fonts import font
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import done
from designer.ui.fields.tables.racks import RACKS
from designer.ui.fields.tables.sums import sums
from designer.ui.kit.model_edge import as_read
from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_SAID: Final = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
FOLDED: Final = "▸"
UNFOLDED: Final = "▾"
_OF_RACK: Final = frozenset({"rack", "row", "hall"})
"""Columns that say the same for all lines of a rack."""


@dataclass(frozen=True, slots=True)
class RackGroup:
    """The lines of a rack, as one row that unfolds."""

    rack: str
    name: str
    lines: tuple[Any, ...]


class LineModel(QAbstractTableModel):
    """The lines that a filter left, under the columns that are shown.

    Attributes
    ----------
    lines
        All of them, whether or not their group is folded.
    entries
        What stands in each row: a line, or a group of lines.
    """

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.facts = Facts(workspace.layout(), workspace.catalog)
        self.table: Table = RACKS
        self.columns: tuple[Column, ...] = ()
        self.lines: tuple[Any, ...] = ()
        self.entries: Sequence[Any] = ()
        self._open: set[str] = set()
        self._grouped = False

    def show_lines(
        self, facts: Facts, table: Table, columns: Sequence[Column], lines: Sequence[Any]
    ) -> None:
        """Show other lines."""
        self.beginResetModel()
        if table is not self.table:
            self._open = set()
        self.facts, self.table, self.columns = facts, table, tuple(columns)
        self.lines = tuple(lines)
        self._arrange()
        self.endResetModel()

    def group(self, *, on: bool) -> None:
        """Fold the lines of each rack together, or show all lines."""
        if on != self._grouped:
            self.beginResetModel()
            self._grouped, self._open = on, set()
            self._arrange()
            self.endResetModel()

    @property
    def is_grouped(self) -> bool:
        """Whether lines are folded rack by rack."""
        return self._grouped and self.table.by_rack

    def fold(self, row: int, *, unfolded: bool | None = None) -> bool:
        """Unfold the group in a row, or fold it; return whether there is one that changed."""
        entry = self.entries[row] if 0 <= row < len(self.entries) else None
        if not isinstance(entry, RackGroup):
            return False
        is_open = entry.rack in self._open
        if unfolded is is_open:
            return False
        self.beginResetModel()
        self._open ^= {entry.rack}
        self._arrange()
        self.endResetModel()
        return True

    def lines_in(self, rows: Iterable[int]) -> list[Any]:
        """Return the lines of rows, those of groups among them, each once and in order."""
        if not self.is_grouped:
            return [self.entries[row] for row in rows]
        found: dict[str, Any] = {}
        key = self.table.key
        for row in rows:
            entry = self.entries[row]
            for line in entry.lines if isinstance(entry, RackGroup) else (entry,):
                found.setdefault(key(line), line)
        return list(found.values())

    def _arrange(self) -> None:
        if not self.is_grouped:
            self.entries = self.lines
            return
        racks: dict[str, list[Any]] = {}
        for line in self.lines:
            racks.setdefault(line.rack, []).append(line)
        entries: list[Any] = []
        for rack, lines in racks.items():
            entries.append(RackGroup(rack, self.facts.layout.name_of(rack), tuple(lines)))
            if rack in self._open:
                entries += lines
        self.entries = entries

    def text(self, entry: Any, column: Column) -> str:  # noqa: ANN401 - a record of any kind
        """Return what a cell says."""
        if not isinstance(entry, RackGroup):
            return column.text(column.read(self.facts, entry))
        if column is self.columns[0]:
            sign = UNFOLDED if entry.rack in self._open else FOLDED
            many = self.table.one if len(entry.lines) == 1 else self.table.many
            return f"{sign}  {entry.name} · {len(entry.lines):,} {many}"
        if column.key in _OF_RACK:
            return column.text(column.read(self.facts, entry.lines[0]))
        found = done(sums(self.facts, (column,), entry.lines))
        return column.text(found[0].figure) if found else ""

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - Qt's own type
        """Return the heading of a column, and how the filter knows it."""
        if orientation == Qt.Orientation.Vertical or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role in _SAID:
            return column.heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.is_number else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            sign = ">" if column.is_number else ":"
            typed = "F2 changes it" if column.edit else "it follows from other things"
            return f"{column.heading}\n{column.key}{sign}… in the filter; {typed}"
        return None

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - Qt's own type
        """Return what a cell shows."""
        if index.row() >= len(self.entries) or index.column() >= len(self.columns):
            return None
        entry, column = self.entries[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.is_number else _LEFT
        if role in _SAID or role == Qt.ItemDataRole.ToolTipRole:
            return presented().cell(self.text(entry, column), column.unit)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(entry, column)
        if role == Qt.ItemDataRole.FontRole and index.column() == 0:
            return font(12, 500)
        return None

    def _colour(self, entry: Any, column: Column) -> QColor | None:  # noqa: ANN401 - of any kind
        theme = self._space.theme
        if column is self.columns[0]:
            return None
        text = self.text(entry, column)
        if column.key == "findings" and text not in ("0", ""):
            return QColor(theme.warning)
        known = {"error": theme.error, "warning": theme.warning, UNKNOWN: theme.dim}
        if text in known:
            return QColor(known[text])
        return QColor(theme.dim) if not column.is_number and column.edit is None else None
