"""The pane that changes a column over chosen lines: cells old → new, and one undo step."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from designer.model.plural import plural
from designer.ui.fields.form import in_a_sentence
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.formula import HELP_NUMBER, HELP_WORDS
from designer.ui.fields.tables.racks import RACKS
from designer.ui.fields.tables.settle import NUMBERS, Settled, settled
from designer.ui.fields.tables.wish import Cells, Wish
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.plain_table import plain_table
from designer.ui.kit.style import set_role
from designer.ui.kit.value_line import ValueLine
from designer.ui.state.workspace import Workspace
from designer.ui.views.tables.effects_pane import EffectsPane, beside
from designer.ui.views.tables.judged_rows import JudgedRows

_TYPING_MS: Final = 150
_HEADINGS: Final = ("Name", "Now", "Becomes", "Why it cannot be")
_WIDTHS: Final = (170, 150, 170)


class CellRows(JudgedRows[Cells]):
    """Cells with what becomes of them."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, _HEADINGS)

    def words(self, row: Cells, column: int) -> str:
        """Return what a cell says."""
        return (row.name, row.before, row.after, row.why)[column]

    def is_bold(self, row: Cells, column: int) -> bool:
        """Let what becomes of it stand out."""
        return column == 2 and row.differs

    def refused(self, row: Cells) -> bool:
        """Return whether it cannot be."""
        return bool(row.why)

    def changes(self, row: Cells) -> bool:
        """Return whether something becomes otherwise."""
        return row.differs


class ChangePane(QFrame):
    """Changes one column of several lines.

    Signals
    -------
    closed
        It is not wanted any more.
    """

    closed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._space = workspace
        self._facts: Facts | None = None
        self._table: Table = RACKS
        self._lines: tuple[Any, ...] = ()
        self.settled = Settled(())
        set_role(self, "panel")
        self.setAccessibleName("Set a field")
        self.heading, self.told, self.help = QLabel(), QLabel(), ElidedLabel()
        self.columns, self.line = QComboBox(), ValueLine()
        self.line.setAccessibleName("New value")
        self.apply, self.cancel = QPushButton("Apply"), QPushButton("Cancel")
        self.rows = CellRows(workspace)
        self.view = plain_table(self.rows, "Cells before and after", _WIDTHS)
        self.effects = EffectsPane(workspace)
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(_TYPING_MS)
        self._typed.timeout.connect(self.settle)
        self.line.textChanged.connect(lambda _: self._typed.start())
        self.line.returnPressed.connect(self.carry_out)
        self.columns.currentIndexChanged.connect(lambda _: self._on_column())
        self.apply.clicked.connect(lambda _: self.carry_out())
        self.cancel.clicked.connect(lambda _: self.closed.emit())
        workspace.theme_changed.connect(self.view.viewport().update)
        self._lay_out()

    def begin(
        self, facts: Facts, table: Table, lines: Sequence[Any], column: Column | None = None
    ) -> None:
        """Change lines, in a column if one is given that people change."""
        self._table = table
        known = [one for one in table.columns if one.edit]
        blocked = self.columns.blockSignals(True)
        self.columns.clear()
        for one in known:
            self.columns.addItem(one.heading, one)
        at = known.index(column) if column in known else min(1, len(known) - 1)
        self.columns.setCurrentIndex(at)
        self.columns.blockSignals(blocked)
        self.line.clear()
        self.refresh(facts, lines)
        self._on_column()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self, facts: Facts, lines: Sequence[Any]) -> None:
        """Change other lines, or the same ones as they stand by now."""
        self._facts, self._lines = facts, tuple(lines)
        many = plural(len(lines), self._table.one, self._table.many)
        self.heading.setText(f"Set a field of {many}")
        self.settle()

    @property
    def column(self) -> Column | None:
        """The column that is changed."""
        found = self.columns.currentData()
        return found if isinstance(found, Column) else None

    def settle(self) -> None:
        """Show what becomes of each cell; what cannot be comes first."""
        self._typed.stop()
        column, facts = self.column, self._facts
        if column is None or facts is None or not self._wants():
            self.settled = Settled(())
        else:
            text = self.line.text()
            numbered = enumerate(self._lines, start=1)
            wishes = [Wish(line, column, text, n) for n, line in numbered]
            self.settled = settled(facts, self._table, wishes)
        self.rows.show_rows(sorted(self.settled.cells, key=lambda cell: not cell.why))
        edit = None if self.settled.refused else self.settled.edit
        self.effects.ask(edit, self.settled.changed)
        self._tell()

    def carry_out(self) -> bool:
        """Make the change, as one step of the history; return whether it was made."""
        if self._facts is None or self._facts.design is not self._space.document.design:
            return False  # it is shown anew in a moment
        if self._typed.isActive():
            self.settle()
        column, edit = self.column, self.settled.edit
        if column is None or edit is None or self.settled.refused:
            return False
        many = plural(len(self.settled.changed), self._table.one, self._table.many)
        label = f"Set {in_a_sentence(column.title)} of {many}"
        if why := self._space.attempt(label, edit):
            self._say(why, "error")
            return False
        self._space.message.emit(f"{label}: one step to undo", "info")
        self.closed.emit()
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more what a change would do."""
        super().hideEvent(event)
        self.effects.ask(None, ())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _wants(self) -> bool:
        """Return whether anything was typed, or nothing is meant by it."""
        column = self.column
        empties = column is not None and column.edit is not None and column.edit.optional
        return bool(self.line.text().strip()) or (empties and self.line.isModified())

    def _on_column(self) -> None:
        column, facts = self.column, self._facts
        if column is None or column.edit is None or facts is None:
            return
        if column.edit.choices is not None:
            said = [words for words, _ in column.edit.choices(facts)]
            told = f"one of: {', '.join(said[:12])}{' …' if len(said) > 12 else ''}"
        else:
            told = HELP_NUMBER if column.edit.kind in NUMBERS else HELP_WORDS
        self.help.set_full_text(told)
        self.line.setAccessibleName(f"New {in_a_sentence(column.title)}")
        self.line.setAccessibleDescription(told)
        self.settle()

    def _tell(self) -> None:
        changed, refused = len(self.settled.changed), len(self.settled.refused)
        self.apply.setText(f"Apply to {changed:,}" if changed and not refused else "Apply")
        self.apply.setEnabled(bool(changed) and not refused)
        self.apply.setToolTip("Nothing is changed while one cell cannot be" if refused else "")
        if refused:
            cells = plural(refused, "cell")
            self._say(f"{cells} cannot be: nothing is changed until all of them fit", "error")
        elif changed:
            also = f"; {'; '.join(self.settled.remarks)}" if self.settled.remarks else ""
            self._say(f"{changed:,} of {len(self._lines):,} change{also} · one step to undo", "dim")
        else:
            self._say("Nothing changes yet" if not self.settled.cells else "All are so already")

    def _say(self, text: str, role: str = "dim") -> None:
        set_role(self.told, role)
        self.told.setText(text)

    def _lay_out(self) -> None:
        set_role(self.heading, "heading")
        set_role(self.help, "dim")
        set_role(self.apply, "primary")
        self.columns.setAccessibleName("Column to change")
        self.columns.setMinimumWidth(150)
        self.line.setMinimumWidth(220)
        self.help.setMinimumWidth(60)
        top = QHBoxLayout()
        top.addWidget(self.heading)
        top.addSpacing(8)
        top.addWidget(self.columns)
        top.addWidget(self.line, 1)
        top.addWidget(self.help, 2)
        below = QHBoxLayout()
        below.addWidget(self.told, 1)
        below.addWidget(self.cancel)
        below.addWidget(self.apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addLayout(beside(self.view, self.effects), 1)
        column.addLayout(below)
