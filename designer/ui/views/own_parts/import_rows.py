"""The table of an import: what the library says of parts that are known, and whose word is kept."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QObject

from designer.model.figure_words import UNKNOWN
from designer.runtime.library_import import ImportFigure
from designer.ui.kit.read_rows import ReadRows

HEADINGS: Final = ("Part", "Figure", "Ours", "In the library", "Kept")
_KEPT: Final = {"ours": "ours", "theirs": "the library's", "filled": "filled in"}
_OURS, _THEIRS = 2, 3


class ImportRows(ReadRows[ImportFigure]):
    """Figures of known parts, those that differ first; the figure that is kept is bold."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADINGS, parent)

    def show_figures(self, figures: Iterable[ImportFigure]) -> None:
        """Show other figures."""
        self.show_rows(sorted(figures, key=lambda one: one.kept == "filled"))

    def words(self, row: ImportFigure, column: int) -> str:
        """Return what a cell says."""
        said = (row.part, row.figure, row.ours or UNKNOWN, row.theirs, _KEPT[row.kept])
        return said[column]

    def tip(self, row: ImportFigure, column: int) -> str:
        """Return the words, and below them who says so."""
        source = {_OURS: row.ours_source, _THEIRS: row.theirs_source}.get(column, "")
        said = self.words(row, column)
        return f"{said}\n{source}" if source else said

    def is_bold(self, row: ImportFigure, column: int) -> bool:
        """Return whether it is the figure that is kept."""
        return column == (_OURS if row.kept == "ours" else _THEIRS)
