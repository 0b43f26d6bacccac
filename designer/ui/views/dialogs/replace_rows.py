"""The table of what changes when a part is replaced: a line each, what differs in bold."""

from typing import Final

from PySide6.QtCore import QObject

from designer.document.equivalents import Line
from designer.ui.kit.read_rows import ReadRows

_THEN: Final = 2


class ReplaceRows(ReadRows[Line]):
    """The lines as they stand, under the names of both parts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(("", "", ""), parent)

    def words(self, row: Line, column: int) -> str:
        """Return what a cell says."""
        return (row.title, row.now, row.then)[column]

    def is_bold(self, row: Line, column: int) -> bool:
        """Return whether it is the new figure of what is known to differ."""
        return column == _THEN and row.differs
