"""The table of what follows for a system: a figure with its bounds, and what it rests on."""

from typing import Final

from PySide6.QtCore import QObject

from designer.ui.kit.read_rows import ReadRows
from designer.ui.state.configure_words import Follows

COLUMNS: Final = ("Figure", "With bounds", "By")


class FollowsRows(ReadRows[Follows]):
    """The figures as they stand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    def words(self, row: Follows, column: int) -> str:
        """Return what a cell says."""
        return row[column]
