"""Asks which part takes the place of another wherever it is mounted, and shows what changes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QSizePolicy,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.part import Part
from designer.document.equivalents import Line
from designer.model.plural import plural
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.views.dialogs.replace_rows import ReplaceRows

_WIDTHS: Final = (170, 210)
_ROW_PX: Final = 26


class ReplaceDialog(FormDialog):
    """Candidates at the left, the likest first; what changes with the chosen one at the right.

    Parameters
    ----------
    part
        What is replaced.
    number
        How often it is mounted.
    others
        What may take its place.
    lines
        What changes with one of them, by its id.
    refusal
        Says why it cannot be; empty if it can.

    Signals
    -------
    asked
        The id of the part that takes its place.
    """

    asked = Signal(str)

    def __init__(
        self,
        part: Part,
        number: int,
        others: Sequence[Part],
        lines: Callable[[str], Iterable[Line]],
        refusal: Callable[[str], str],
        parent: QWidget | None,
    ) -> None:
        super().__init__(
            "Replace with", f"Replace {number:,}", parent, width_px=860,
            heading=f"Replace {number:,} × {part.name} wherever it is mounted",
        )  # fmt: skip
        self._lines, self._refusal, self._number = lines, refusal, number
        self._part, self._others = part, tuple(others)
        self.filter, self.list, self.rows = QLineEdit(), QListView(), ReplaceRows(self)
        self.filter.setPlaceholderText("Narrow by name or maker")
        self.filter.setClearButtonEnabled(True)
        self.filter.installEventFilter(self)
        self.filter.setAccessibleName("Narrow by name or maker")
        self._names = QStringListModel([f"{one.vendor} {one.name}".strip() for one in others], self)
        self.list.setModel(self._names)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Parts that may take its place")
        self.table = _table(self.rows)
        self.lay_out((self._body(),))
        self.filter.textChanged.connect(self._narrow)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show())
        self.accepted.connect(lambda: self.asked.emit(self.chosen()))
        self.resize(960, 560)
        self._mark(0)
        self._show()

    def chosen(self) -> str:
        """Return the id of the part that is marked; empty where none is."""
        row = self.list.currentIndex().row()
        return "" if row < 0 or self.list.isRowHidden(row) else self._others[row].id

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows of the line above go through the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            shown, at = self._shown(), self.list.currentIndex().row()
            if step and at in shown:
                self._mark(shown[(shown.index(at) + step) % len(shown)])
                return True
        return super().eventFilter(watched, event)

    def _shown(self) -> list[int]:
        return [row for row in range(len(self._others)) if not self.list.isRowHidden(row)]

    def _mark(self, row: int) -> None:
        self.list.setCurrentIndex(self._names.index(row))

    def _body(self) -> QSplitter:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.filter)
        column.addWidget(self.list, 1)
        made = QSplitter(Qt.Orientation.Horizontal)
        made.setChildrenCollapsible(False)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        made.addWidget(left)
        made.addWidget(self.table)
        made.setStretchFactor(1, 1)
        made.setSizes([300, 640])
        return made

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for row, name in enumerate(self._names.stringList()):
            self.list.setRowHidden(row, not all(word in name.casefold() for word in words))
        shown = self._shown()
        if shown and not self.chosen():
            self._mark(shown[0])
        self._show()

    def _show(self) -> None:
        by = self.chosen()
        self.accept_button.setEnabled(False)
        if not by:
            self.rows.show_lines((), self._part.name, "")
            self.say("Nothing is called so" if self._others else
                     "No part of the catalogue may take its place")  # fmt: skip
            return
        found = tuple(self._lines(by))
        self.rows.show_lines(found, self._part.name, self._names.data(self.list.currentIndex()))
        refusal = self._refusal(by)
        free = (
            f"{plural(self._number, 'device')} replaced in one step; names and places stay, "
            "and the checks follow"
        )
        lost = [f"{line.title}: {line.then}" for line in found if line.lost]
        self.say(refusal or "; ".join(lost) or free, "warning" if refusal or lost else "dim")
        self.accept_button.setEnabled(not refusal)


def _table(rows: ReplaceRows) -> QTableView:
    made = QTableView()
    made.setModel(rows)
    made.setAccessibleName("What changes")
    made.setTabKeyNavigation(False)
    made.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    made.setShowGrid(False)
    side, head = made.verticalHeader(), made.horizontalHeader()
    side.hide()
    side.setAccessibleName("Rows")
    side.setDefaultSectionSize(_ROW_PX)
    head.setAccessibleName("Columns")
    head.setHighlightSections(False)
    head.setStretchLastSection(True)
    for column, width in enumerate(_WIDTHS):
        head.resizeSection(column, width)
    return made
