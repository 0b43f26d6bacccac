"""The pane of a paste: which column is which, rejected rows first, and only what fits is pasted."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.io.copied_cells import copied_cells
from designer.model.one_line import one_line
from designer.model.plural import plural
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.paste_columns import guess, has_heading, mapped, may_add, unit_taken
from designer.ui.fields.tables.paste_rows import PastedRow
from designer.ui.fields.tables.pasted import MOST_ROWS, Pasted, in_paste
from designer.ui.fields.tables.racks import RACKS
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.empty_layout import empty_layout
from designer.ui.kit.plain_table import plain_table
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.tables.effects_pane import EffectsPane, beside
from designer.ui.views.tables.judged_rows import JudgedRows
from designer.ui.views.tables.slices import Slices

_HEADINGS: Final = ("Row", "Name", "What happens")
_WIDTHS: Final = (44, 112)
_LEFT_OUT: Final = "left out"
_TOLD_EACH: Final = 10


class PasteRows(JudgedRows[PastedRow]):
    """Rows with what happens to each."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, _HEADINGS)

    def words(self, row: PastedRow, column: int) -> str:
        """Return what a cell says."""
        told = f"rejected: {row.told}" if row.why else row.told
        return (str(row.number), row.name, told)[column]

    def refused(self, row: PastedRow) -> bool:
        """Return whether it cannot be."""
        return bool(row.why)

    def changes(self, row: PastedRow) -> bool:
        """Return whether something becomes otherwise, or comes."""
        return row.does


class PastePane(QFrame):
    """Rows of the clipboard beside the lines that they mean.

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
        self._grid: tuple[tuple[str, ...], ...] = ()
        self._boxes: list[QComboBox] = []
        self.pasted = Pasted()
        self._work = Slices(self)
        self._begins = False
        set_role(self, "panel")
        self.setAccessibleName("Paste from a spreadsheet")
        self.heading, self.counts, self.bad, self.told = (QLabel() for _ in range(4))
        self.first = QCheckBox("First row is a heading")
        self.add = QCheckBox("Add what is missing")
        self.add.setChecked(True)
        self.copy_bad, self.cancel, self.paste = (
            QPushButton("Copy rejected"), QPushButton("Cancel"), QPushButton("Paste"),
        )  # fmt: skip
        self.rows = PasteRows(workspace)
        self.view = plain_table(self.rows, "Rows to paste", _WIDTHS)
        self.effects = EffectsPane(workspace)
        self._mapping = QGridLayout()
        self.first.toggled.connect(lambda _: self.settle())
        self.add.toggled.connect(lambda _: self.settle())
        self.copy_bad.clicked.connect(lambda _: self.copy_rejected())
        self.cancel.clicked.connect(lambda _: self.closed.emit())
        self.paste.clicked.connect(lambda _: self.carry_out())
        workspace.theme_changed.connect(self.view.viewport().update)
        self._lay_out()

    def begin(self, facts: Facts, table: Table, text: str) -> str:
        """Begin with what was copied; return why nothing of it can be pasted, or nothing."""
        rows = copied_cells(text)
        if not rows:
            return "The clipboard holds no rows: copy some cells of a spreadsheet first"
        if len(rows) > MOST_ROWS:
            return f"The clipboard holds {len(rows):,} rows, and at most {MOST_ROWS:,} are pasted"
        if not table.is_typed:
            return f"Nothing can be pasted into {table.title.lower()}: they follow from the design"
        self._facts, self._table, self._grid = facts, table, rows
        blocked = self.first.blockSignals(True)
        self.first.setChecked(has_heading(facts, table, rows))
        self.first.blockSignals(blocked)
        self._map(guess(facts, table, rows))
        self.pasted, self._begins = Pasted(), True
        self.settle()
        return ""

    def refresh(self, facts: Facts) -> None:
        """Match the rows with the lines as they stand by now."""
        same = self._facts is not None and self._facts.design is facts.design
        self._facts = facts
        if not (same and self.is_working):
            self.settle()

    @property
    def is_working(self) -> bool:
        """Whether it is not known yet what a paste would do."""
        return self._work.is_working

    def settle(self) -> None:
        """Work out what happens to each row, in slices, and show it; rejected ones first."""
        if self._facts is None:
            return
        keys = [str(box.currentData()) for box in self._boxes]
        why = may_add(self._table, keys)
        self.add.setText(f"Add {self._table.many} that are missing")
        self.add.setEnabled(not why)
        self.add.setToolTip(why or f"Rows that match no {self._table.one} become new ones")
        work = in_paste(
            self._facts, self._table, self._grid, keys, heading=self.first.isChecked(),
            add=self.add.isChecked(), as_made=self._space.stage.staged,
            tell=self._tell_progress,
        )  # fmt: skip
        set_role(self.told, "dim")
        self.told.setText("Trying each row …")
        self._work.begin(work, lambda found: self._show(keys, found))

    def _tell_progress(self, tried: int, of: int) -> None:
        if tried % _TOLD_EACH == 0:
            self.told.setText(f"Trying each row: {tried:,} of {of:,} new ones so far …")

    def _show(self, keys: list[str], found: Pasted) -> None:
        self.pasted = found
        self.rows.show_rows(found.rows)
        changes = (cell for row in found.fit for cell in row.changes)
        self.effects.ask(found.edit, changes, more=bool(found.added))
        self._tell(keys)
        if self._begins and self.isVisible():
            self.paste.setFocus(Qt.FocusReason.OtherFocusReason)
            self._begins = False

    def carry_out(self) -> bool:
        """Paste the rows that fit, as one step of the history; return whether any was."""
        if self._facts is None or self._facts.design is not self._space.document.design:
            return False  # it is shown anew in a moment
        edit, found, table = self.pasted.edit, self.pasted, self._table
        if edit is None or not found.fit or self.is_working:
            return False
        new, old = len(found.added), len(found.changed)
        if new and old:
            label = f"Paste: add {new:,} and change {old:,} {table.many}"
        elif new:
            label = f"Add {plural(new, table.one, table.many)}"
        else:
            label = f"Paste into {plural(old, table.one, table.many)}"
        if why := self._space.attempt(label, edit):
            set_role(self.told, "error")
            self.told.setText(why)
            return False
        left = len(found.rejected)
        also = f"; {plural(left, 'row')} rejected" if left else ""
        self._space.message.emit(f"{label}: one step to undo{also}", "info")
        self.closed.emit()
        return True

    def copy_rejected(self) -> None:
        """Copy the rejected rows with their reasons, to be mended in the spreadsheet."""
        heading = [[*self._grid[0], "Rejected because"]] if self.first.isChecked() else []
        rows = [[*map(one_line, row.texts), row.told] for row in self.pasted.rejected]
        text = "".join("\t".join(row) + "\n" for row in (*heading, *rows))
        QGuiApplication.clipboard().setText(text)
        self._space.message.emit(f"{plural(len(rows), 'rejected row')} copied", "info")

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more what a paste would do."""
        super().hideEvent(event)
        self._work.stop()
        self.effects.ask(None, ())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape; paste with Enter on the button."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.paste.hasFocus():
            self.carry_out()
        else:
            super().keyPressEvent(event)

    def _map(self, keys: tuple[str, ...]) -> None:
        """Show a box for each copied column, with the one that it is taken for."""
        empty_layout(self._mapping)
        self._boxes = []
        for at, key in enumerate(keys):
            heading = self._grid[0][at] if at < len(self._grid[0]) else ""
            said = heading if self.first.isChecked() and heading else f"column {at + 1}"
            label = ElidedLabel()
            label.set_full_text(said)
            label.setToolTip(f"{said}: {self._example(at)}")
            box = QComboBox()
            box.setAccessibleName(f"What {said} is")
            box.addItem(_LEFT_OUT, "")
            for one in mapped(self._table):
                unit = unit_taken(one, heading if self.first.isChecked() else "")
                box.addItem(f"{one.title} {unit}".rstrip(), one.key)
            box.setCurrentIndex(max(0, box.findData(key)))
            box.currentIndexChanged.connect(self._chooser(box))
            self._mapping.addWidget(label, at, 0)
            self._mapping.addWidget(QLabel("→"), at, 1)
            self._mapping.addWidget(box, at, 2)
            self._boxes.append(box)
        self._mapping.setRowStretch(len(keys), 1)
        self._mapping.setColumnStretch(0, 1)
        self._mapping.setColumnStretch(2, 2)

    def _chooser(self, box: QComboBox) -> Callable[[int], None]:
        return lambda _at: self._on_choice(box)

    def _on_choice(self, box: QComboBox) -> None:
        """Let no other copied column be the same one."""
        for other in self._boxes:
            if other is not box and box.currentData() and other.currentData() == box.currentData():
                blocked = other.blockSignals(True)
                other.setCurrentIndex(0)
                other.blockSignals(blocked)
        self.settle()

    def _example(self, at: int) -> str:
        body = self._grid[1:] if self.first.isChecked() else self._grid
        return next((row[at] for row in body if at < len(row) and row[at]), "empty")

    def _tell(self, keys: list[str]) -> None:
        found, all_rows = self.pasted, self.pasted.rows
        body = len(self._grid) - self.first.isChecked()
        fit, bad = len(found.fit), len(found.rejected)
        width = max(map(len, self._grid))
        self.heading.setText(f"Paste into {self._table.title.lower()}")
        counted = [f"{plural(body, 'row')} × {plural(width, 'column')}"]
        for word, rows in (("add", found.added), ("change", found.changed)):
            counted += [f"{word} {len(rows):,}"] if rows else []
        self.counts.setText(" · ".join(counted if fit else [*counted, "0 fit"]))
        self.bad.setText(f"{bad:,} rejected" if bad else "")
        self.copy_bad.setEnabled(bool(bad))
        self.paste.setText(f"Paste {plural(fit, 'row')}" if fit else "Paste")
        self.paste.setEnabled(bool(fit))
        name = self._table.columns[0]
        set_role(self.told, "dim")
        named = self._table.adds is None or not self._table.adds.unnamed
        if named and not {name.key, "id"} & set(keys):
            set_role(self.told, "error")
            said = f"Say which column is {name.title} or the id: rows are matched by it"
        elif not fit and not bad and set(keys) <= {"", name.key, "id"}:
            said = "Say which columns are to be pasted: so far rows are only matched"
        elif not fit and not bad and all_rows:
            said = "All rows are so already"
        else:
            by = "id" if "id" in keys else name.title.lower()
            how = f"rows are matched by {by}, in any order"
            said = "; ".join((how, *found.remarks, *self._why_no_new(keys)))
        self.told.setText(said)

    def _why_no_new(self, keys: list[str]) -> tuple[str, ...]:
        """Return why nothing is added, where rows mean no line."""
        why = may_add(self._table, keys)
        return (why,) if why and self.pasted.rejected else ()

    def _lay_out(self) -> None:
        set_role(self.heading, "heading")
        set_role(self.counts, "dim")
        set_role(self.bad, "error")
        set_role(self.paste, "primary")
        self.paste.setToolTip("Paste the rows that fit; rejected ones change nothing")
        self.copy_bad.setToolTip("Copy the rejected rows with their reasons")
        top = QHBoxLayout()
        for widget in (self.heading, self.counts, self.bad):
            top.addWidget(widget)
        top.addStretch(1)
        for button in (self.copy_bad, self.cancel, self.paste):
            top.addWidget(button)
        left, inner = QScrollArea(), QWidget()
        left.setAccessibleName("Columns of what is pasted, scrolled")
        set_role(inner, "clear")
        self._mapping.setContentsMargins(0, 0, 8, 0)
        self._mapping.setVerticalSpacing(6)
        inner.setLayout(self._mapping)
        left.setWidget(inner)
        left.setWidgetResizable(True)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setMinimumWidth(250)
        left.setMaximumWidth(280)
        side = QVBoxLayout()
        side.addWidget(self.first)
        side.addWidget(self.add)
        side.addWidget(left, 1)
        middle = QHBoxLayout()
        middle.setSpacing(12)
        middle.addLayout(side)
        middle.addLayout(beside(self.view, self.effects, words=True), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addLayout(middle, 1)
        column.addWidget(self.told)
