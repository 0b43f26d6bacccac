"""The table of an import: what the library says of parts that are known, and whose word is kept."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from designer.model.figure_words import UNKNOWN
from designer.runtime.library_import import ImportFigure

Index = QModelIndex | QPersistentModelIndex
HEADINGS: Final = ("Part", "Figure", "Ours", "In the library", "Kept")
_KEPT: Final = {"ours": "ours", "theirs": "the library's", "filled": "filled in"}
_OURS, _THEIRS = 2, 3
_WORDS: Final = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class ImportRows(QAbstractTableModel):
    """Figures of known parts, those that differ first; the figure that is kept is bold."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.figures: tuple[ImportFigure, ...] = ()

    def show_figures(self, figures: Sequence[ImportFigure]) -> None:
        """Show other figures."""
        self.beginResetModel()
        self.figures = tuple(sorted(figures, key=lambda one: one.kept == "filled"))
        self.endResetModel()

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many figures there are."""
        return 0 if parent.isValid() else len(self.figures)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a heading, which stands at the left as its column does."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return HEADINGS[section] if role in _WORDS else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a cell's words, and in its tip who says so."""
        figure, column = self.figures[index.row()], index.column()
        words = (
            figure.part, figure.figure, figure.ours or UNKNOWN, figure.theirs,
            _KEPT[figure.kept],
        )[column]  # fmt: skip
        if role in _WORDS:
            return words
        if role == Qt.ItemDataRole.ToolTipRole:
            sources = {_OURS: figure.ours_source, _THEIRS: figure.theirs_source}
            source = sources.get(column, "")
            return f"{words}\n{source}" if source else words
        if role == Qt.ItemDataRole.FontRole and column == _kept_column(figure):
            font = QFont()
            font.setBold(True)
            return font
        return None


def _kept_column(figure: ImportFigure) -> int:
    return _OURS if figure.kept == "ours" else _THEIRS
