"""What a change that is not made yet would do: findings that come and go, limits before and after.

The engine is asked as for a drop; the document is not touched.
"""

from collections.abc import Iterable
from typing import Final

from PySide6.QtWidgets import QHBoxLayout, QTableView

from designer.document.document import Edit
from designer.engine.preview import Preview
from designer.ui.fields.tables.wish import Cells
from designer.ui.kit.line_card import Line
from designer.ui.kit.lines_pane import LinesPane
from designer.ui.state.drop_findings import check_lines
from designer.ui.state.drop_limits import limit_lines
from designer.ui.state.workspace import Workspace

TITLE: Final = Line("What it does", "dim")
_WORDS: Final = frozenset({"text", "date"})
"""Kinds of fields of which no figure follows."""


class EffectsPane(LinesPane):
    """Asks about one edit at a time; an answer to an older one is not shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__("What the change does")
        self._space = workspace
        self._asked = 0
        self.hide()
        workspace.preview_changed.connect(self._take)
        workspace.preview_failed.connect(self._on_failure)

    def ask(self, edit: Edit | None, cells: Iterable[Cells], *, more: bool = False) -> None:
        """Ask what an edit of cells would do; of words alone, or of none, nothing is told.

        Parameters
        ----------
        more
            Whether it does more than change cells: it adds things.
        """
        if self._asked and self._asked == self._space.asked_preview:
            self._space.end_preview()
        self._asked = 0
        counts = more or any(
            c.wish.column.edit and c.wish.column.edit.kind not in _WORDS for c in cells
        )
        self.setVisible(edit is not None and counts)
        if edit is None or not counts:
            return
        self.show_lines((TITLE, Line("…", "dim")))
        if self._space.request_preview(edit, (), drags=False):
            self._asked = self._space.asked_preview

    def _take(self, preview: object) -> None:
        if not isinstance(preview, Preview) or not self._asked or preview.preview != self._asked:
            return
        lines = [*check_lines(preview), *limit_lines(preview)]
        if not lines and preview.rest_follows:
            return
        self.show_lines((TITLE, *(lines or [Line("changes no limit and no finding", "dim")])))

    def _on_failure(self) -> None:
        if self._asked and self._asked == self._space.asked_preview:
            self.show_lines((TITLE, Line("the engine cannot say", "warning")))


def beside(table: QTableView, effects: EffectsPane, *, words: bool = False) -> QHBoxLayout:
    """Return a table with what the change does at its right.

    Parameters
    ----------
    words
        Whether the table holds sentences, which want the more of the room.
    """
    row = QHBoxLayout()
    row.setSpacing(12)
    row.addWidget(table, 5 if words else 3)
    row.addWidget(effects, 2)
    return row
