"""Rows of what is to be done: what cannot be stands out, what stays as it is steps back."""

from collections.abc import Sequence
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from designer.ui.kit.model_edge import as_read
from designer.ui.kit.read_rows import Index, ReadRows
from designer.ui.state.workspace import Workspace

R = TypeVar("R")


class JudgedRows(ReadRows[R]):
    """Rows of which some cannot be done, and some change nothing."""

    def __init__(self, workspace: Workspace, headings: Sequence[str]) -> None:
        super().__init__(headings)
        self._space = workspace

    def refused(self, row: R) -> bool:
        """Return whether it cannot be done."""
        raise NotImplementedError

    def changes(self, row: R) -> bool:
        """Return whether something would be otherwise."""
        raise NotImplementedError

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return also the colour."""
        if role == Qt.ItemDataRole.ForegroundRole:
            row, theme = self.rows[index.row()], self._space.theme
            if self.refused(row):
                return QColor(theme.error)
            return None if self.changes(row) else QColor(theme.dim)
        return super().data(index, role)
