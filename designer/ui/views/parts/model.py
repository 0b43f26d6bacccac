"""The list behind the palette: group headings and parts in one flat model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from designer.catalog.part import Part
from designer.ui.kit.model_edge import as_read
from designer.ui.state.drag_payload import encode_part
from designer.ui.state.part_words import (
    GROUPS,
    is_bounded,
    list_name,
    second_line,
    spoken_power,
)

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
NAME_ROLE: Final = ROW_ROLE + 1
"""A part's name in the list, which tells it from all others there."""


@dataclass(frozen=True)
class Heading:
    """A group's heading with the number of its parts."""

    text: str
    count: int


class PartModel(QAbstractListModel):
    """Headings and parts as shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Heading | Part] = []
        self.names: Mapping[str, str] = {}

    def show(
        self,
        parts: Iterable[Part],
        *,
        searching: bool,
        recent: Sequence[Part] = (),
        favourites: Sequence[Part] = (),
    ) -> None:
        """Show parts under their groups, favourites and those last placed on top.

        What is not placed singly, such as cables, is shown only when somebody looks for it.
        """
        by_kind: dict[str, list[Part]] = {}
        for part in parts:
            by_kind.setdefault(part.kind, []).append(part)
        self.beginResetModel()
        self.rows = []
        for title, first in (("Favourites", favourites), ("Last placed", recent)):
            if first:
                self.rows += [Heading(title, len(first)), *first]
        for title, kinds in GROUPS:
            found = [part for kind in kinds for part in by_kind.get(kind, ())]
            if not searching:
                found = [part for part in found if part.placeable]
            if not found:
                continue
            self.rows.append(Heading(title, len(found)))
            self.rows.extend(found)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self.rows)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, or what a screen reader says of it."""
        row = self.rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == NAME_ROLE and isinstance(row, Part):
            return self.names.get(row.id) or list_name(row)
        if isinstance(row, Heading):
            words = f"{row.text}, {row.count}"
            return words if role == Qt.ItemDataRole.AccessibleTextRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = (row.name, second_line(row), spoken_power(row))
            return ", ".join(words for words in said if words)
        return tooltip(row) if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that parts can be chosen and dragged and headings neither."""
        if not index.isValid() or isinstance(self.rows[index.row()], Heading):
            return Qt.ItemFlag.ItemIsEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        row = self.rows[index.row()]
        if isinstance(row, Part) and row.placeable:
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def mimeData(self, indexes: "list[QModelIndex]") -> QMimeData:  # type: ignore[override] # stub
        """Return the payload of a drag."""
        part = self.part_at(indexes[0]) if indexes else None
        return encode_part(part.id) if part else QMimeData()

    def part_at(self, index: Index) -> Part | None:
        """Return the part of a row; None for a heading or no row."""
        row = self.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Part) else None

    def row_of(self, part_id: str) -> int:
        """Return the row of a part, -1 if it is not shown."""
        for number, row in enumerate(self.rows):
            if isinstance(row, Part) and row.id == part_id:
                return number
        return -1


def tooltip(part: Part) -> str:
    """Return what hovering over a part says: maker, summary, where its power figure is from."""
    lines = [f"{part.vendor} {part.name}".strip(), part.summary]
    source = part.source_of("power_max_w")
    if source:
        lines.append(f"power: {source.source} ({source.kind})")
    elif is_bounded(part):
        lines.append(spoken_power(part))
    if not part.placeable:
        why = part.traits.why_not_placed
        lines.append(f"It is not placed by hand{f': {why}' if why else ''}.")
    return "\n".join(line for line in lines if line)
