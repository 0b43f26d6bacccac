"""The window of the user's own parts: a list of them, and one part as a form and as a text."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.io.part_text import values, with_own_source, with_value
from designer.model.plural import plural
from designer.model.problem import Problem
from designer.ui.kit.rows import show_rows
from designer.ui.kit.style import set_role
from designer.ui.kit.tab_stack import TabStack
from designer.ui.kit.unsaved_question import UnsavedQuestion
from designer.ui.views.own_parts.form import PartForm
from designer.ui.views.own_parts.unread import unread_words

if TYPE_CHECKING:
    from designer.catalog.catalog import Catalog
    from designer.catalog.part import Part
    from designer.runtime.own_parts import OwnParts

EMPTY: Final = """[[part]]
id = "my-node"
kind = "node"
name = "My node"
provenance = [
  {fields = ["*"], source = "Own figures", kind = "assumed"},
]
"""
DISCARDED: Final = "Discarding them leaves your file of the part, if there is one, as it is."
POPUP_PX: Final = 400
CHECK_MS: Final = 250
"""Rest after the last key before the text is checked."""


class NarrowRows(QStyledItemDelegate):
    """Rows no wider than their list: long names end in an ellipsis."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of a row; its width is that of the list."""
        return QSize(1, super().sizeHint(option, index).height())


class OwnPartsDialog(QDialog):
    """Lists, edits, saves and removes own parts.

    Signals
    -------
    saved
        The part now in the user's folder.
    """

    saved = Signal(object)

    def __init__(self, own: "OwnParts", catalog: "Catalog", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own, self._catalog = own, catalog
        self.setWindowTitle("My own parts")
        self.setAccessibleName("My own parts")
        self.setModal(False)
        self.resize(980, 680)
        self._listed: tuple[str, ...] = ()
        self._places: tuple[tuple[int, int], ...] = ()
        self.list = QListWidget()
        self.none_yet = QLabel("None yet. A part you save stands here.")
        self.none_yet.setWordWrap(True)
        self.unread = QLabel("")
        self.unread.setWordWrap(True)
        self.list.setAccessibleName("Your parts")
        self.start = QComboBox()
        self.form = PartForm()
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Text of the part")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.problems = QListWidget()
        self.problems.setAccessibleName("Problems of the part")
        self.verdict = QLabel("")
        self.verdict.setWordWrap(True)
        self.save_button, self.remove_button = QPushButton("Save part"), QPushButton("Remove part")
        self.tabs = TabStack("The part as a form and as text")
        self.question: UnsavedQuestion | None = None
        self._shown_text = ""
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(CHECK_MS)
        self._lay_out()
        self._wait.timeout.connect(self.check)
        self.text.textChanged.connect(self._wait.start)
        self.form.changed.connect(self._on_form)
        self.form.source_changed.connect(self._on_source)
        self.form.unread_changed.connect(self.check)
        self.tabs.shown.connect(lambda _: self.check())
        self.list.activated.connect(self._on_part)
        self.list.clicked.connect(self._on_part)
        self.problems.clicked.connect(self._go_to_problem)
        self.start.activated.connect(lambda _: self._begin_with_choice())
        self.save_button.clicked.connect(lambda _=False: self.save())
        self.remove_button.clicked.connect(lambda _=False: self.remove())
        own.changed.connect(self._refresh_list)
        self._refresh_list()
        self.show_text(EMPTY)

    def set_catalog(self, catalog: "Catalog") -> None:
        """Take the catalogue that ids may refer to."""
        self._catalog = catalog
        self._fill_start()

    def begin_with(self, part: "Part") -> None:
        """Begin with a part: the user's own file of it, or a copy of the shipped one."""
        self.show_text(self._own.text_of(part))

    def ask_begin_with(self, part: "Part") -> None:
        """Begin with a part; where another one is not saved, ask first."""
        self._leave_then(lambda: self.begin_with(part))

    def ask_begin_without(self, part_id: str) -> None:
        """Begin with a part that the catalogue does not have; as above, ask first."""
        text = EMPTY.replace('"my-node"', json.dumps(part_id, ensure_ascii=False))
        self._leave_then(lambda: self.show_text(text))

    def show_field(self, name: str) -> None:
        """Show where a figure of the part is given: in the form, or where it has none, the text."""
        self.tabs.show_page("Form")
        if not self.form.show_field(name):
            self.tabs.show_page("Text")
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._shown_text = text
        self.form.forget()
        self.text.setPlainText(text)
        self.check()

    @property
    def part_id(self) -> str:
        """Id of the part on show, empty if it has none."""
        return str((values(self.text.toPlainText()) or {}).get("id", ""))

    @property
    def is_changed(self) -> bool:
        """Whether the part is not the one last shown or saved."""
        return self.text.toPlainText() != self._shown_text or bool(self.form.unread)

    def reject(self) -> None:
        """Close, as with Escape; with a part that is not saved, ask first."""
        self._leave_then(super().reject)

    def check(self) -> bool:
        """Check the text, show what is wrong and fill the form; return whether it can be saved."""
        self._wait.stop()
        text = self.text.toPlainText()
        part, problems = self._own.check(text, self._catalog)
        data = values(text)
        self.form.setEnabled(data is not None)
        if data is not None:
            self.form.show_part(data)
        self._show_problems(problems)
        errors = sum(p.severity == "error" for p in problems)
        unread = self.form.unread if data is not None else ""
        self.save_button.setEnabled(part is not None and not errors and not unread)
        own = part is not None and self._own.is_own(part.id)
        self.remove_button.setEnabled(own)
        shipped = part is not None and not own and self._catalog.get(part.id) is not None
        if errors:
            words, role = f"Not yet a part: {plural(errors, 'error')}", "warning"
        elif unread:
            # What stands in the form would else be lost without a word.
            words, role = f"Not yet in the part: {unread}", "warning"
        elif shipped:
            words, role = "Saved, it goes before the shipped part of that id", "dim"
        else:
            words, role = "Replaces your part" if own else "A new part", "dim"
        set_role(self.verdict, role)
        self.verdict.setText(words)
        return self.save_button.isEnabled()

    def save(self) -> bool:
        """Write the part into the user's folder; a failure is said here."""
        from designer.runtime.own_parts import OwnPartError

        if not self.check():
            return False
        text = self.text.toPlainText()
        try:
            part = self._own.save(text, self._catalog)
        except OwnPartError as error:
            self._say(f"Not saved: {error}", "error")
            return False
        self._shown_text = text
        self._refresh_list()
        self.saved.emit(part)
        self._say(f"Saved {part.name} in {self._own.folder}", "ok")
        self.remove_button.setEnabled(True)
        return True

    def remove(self) -> bool:
        """Take the part shown away from the user's folder; its file is kept beside."""
        from designer.runtime.own_parts import OwnPartError

        part, _ = self._own.check(self.text.toPlainText(), self._catalog)
        if part is None:
            return False
        try:
            kept = self._own.remove(part.id)
        except OwnPartError as error:
            self._say(f"Not removed: {error}", "error")
            return False
        self._refresh_list()
        self._say(f"Removed {part.name}; its file is kept as {kept.name}", "ok")
        self.remove_button.setEnabled(False)
        return True

    def _say(self, words: str, role: str) -> None:
        set_role(self.verdict, role)
        self.verdict.setText(words)

    def _on_form(self, path: tuple[str, ...], value: Any) -> None:  # noqa: ANN401 - any TOML value
        self._edit(lambda text, source: with_value(text, path, value, source))

    def _on_source(self, citation: str, kind: str) -> None:
        self._edit(lambda text, _source: with_own_source(text, citation, kind))

    def _edit(self, change: Any) -> None:  # noqa: ANN401 - a function of text and source
        from designer.io.part_text import own_source

        text = self.text.toPlainText()
        data = values(text)
        if data is None:
            return
        source, _ = own_source(data)
        try:
            changed = change(text, source)
        except ValueError as error:
            self._say(str(error), "error")
            return
        if changed != text:
            # One step that the text's own undo takes back.
            cursor = QTextCursor(self.text.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.insertText(changed)
        self.check()

    def _leave_then(self, act: Callable[[], object]) -> None:
        """Do what leaves the part on show; ask first where it is not saved."""
        if not self.isVisible() or not self.is_changed:
            act()
            return
        name = str((values(self.text.toPlainText()) or {}).get("name", "")) or "This part"
        question = UnsavedQuestion(name, self, consequence=DISCARDED)
        question.save_button.setEnabled(self.check())
        question.save_chosen.connect(lambda: self.save() and act())
        question.discard_chosen.connect(lambda: self._discard_then(act))
        question.rejected.connect(self._clear_start)
        self.question = question
        question.open()

    def _discard_then(self, act: Callable[[], object]) -> None:
        self.show_text(self._shown_text)
        act()

    def _begin_with_choice(self) -> None:
        part = self._catalog.get(str(self.start.currentData()))
        begin = partial(self.show_text, EMPTY) if part is None else partial(self.begin_with, part)
        self._leave_then(begin)

    def _begin_with_typed(self) -> None:
        """Begin with the part that was typed: an id, or the first whose line holds the words."""
        typed = self.start.currentText().strip()
        current = self.start.itemText(self.start.currentIndex())
        if not typed or typed == current:
            return
        index = self.start.findData(typed)
        if index < 0:
            index = self.start.findText(typed, Qt.MatchFlag.MatchContains)
        if index >= 0:
            self.start.setCurrentIndex(index)
            self._begin_with_choice()
        else:
            self._say(f"No part is called {typed}", "warning")

    def _on_part(self, index: QModelIndex) -> None:
        part = self._catalog.get(self._listed[index.row()])
        own = next((p for p in self._own.parts if part and p.id == part.id), part)
        if own is not None:
            self.ask_begin_with(own)

    def _go_to_problem(self, index: QModelIndex) -> None:
        line, column = self._places[index.row()]
        block = self.text.document().findBlockByNumber(max(line - 1, 0))
        cursor = QTextCursor(block)
        cursor.movePosition(
            QTextCursor.MoveOperation.Right,
            n=min(max(column - 1, 0), max(block.length() - 1, 0)),
        )
        self.tabs.show_page("Text")
        self.text.setTextCursor(cursor)
        self.text.setFocus()

    def _show_problems(self, problems: Sequence[Problem]) -> None:
        said, places = list[str](), list[tuple[int, int]]()
        for problem in problems:
            pieces = problem.where.split(":")
            place = [int(p) for p in pieces[1:3] if p.isdecimal()]
            line, column = (*place, 1, 1)[:2]
            mend = f"; {problem.mend}" if problem.mend else ""
            where = f"Line {line}, column {column}: " if place else ""
            said.append(f"{where}{problem.what}{mend}")
            places.append((line, column))
        self._places = tuple(places)
        show_rows(self.problems, said)
        self.problems.setVisible(bool(problems))

    def _refresh_list(self) -> None:
        parts = self._own.parts
        self._listed = tuple(part.id for part in parts)
        tips = [f"{part.name}\n{part.id} · {part.traits.singular}" for part in parts]
        show_rows(self.list, [part.name for part in parts], tips)
        self.none_yet.setVisible(not self._own.parts)
        self.unread.setText(unread_words(self._own.problems))
        self.unread.setVisible(bool(self._own.problems))
        self._fill_start()

    def _fill_start(self) -> None:
        self.start.clear()
        self.start.addItem("an empty part", "")
        for part in self._catalog.parts:
            name = f"{part.vendor} {part.name}".strip()
            self.start.addItem(f"{name} ({part.id})", part.id)
        self.start.setPlaceholderText("choose a part to copy…")
        self._clear_start()

    def _clear_start(self) -> None:
        self.start.setCurrentIndex(-1)
        if self.start.isEditable():
            self.start.clearEditText()

    def _lay_out(self) -> None:
        heading = QLabel("My own parts")
        set_role(heading, "title")
        lead = QLabel(
            "A part of your own goes before a shipped part of the same id, which stays as it is. "
            f"Each is a TOML file in {self._own.folder}."
        )
        lead.setWordWrap(True)
        set_role(lead, "dim")
        self.tabs.add("Form", self.form)
        self.tabs.add("Text", self.text)
        self.problems.setMaximumHeight(110)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.problems)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setAccessibleName("Your parts, and the part shown")
        split.addWidget(self._left())
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([230, 740])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 16)
        whole.setSpacing(8)
        whole.addWidget(heading)
        whole.addWidget(lead)
        whole.addWidget(split, 1)
        whole.addLayout(self._buttons())

    def _left(self) -> QWidget:
        self.start.setAccessibleName("Begin with")
        self.start.setEditable(True)
        self.start.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.start.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        completer = self.start.completer() or QCompleter(self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        # The names are longer than the column is wide.
        for popup in (completer.popup(), self.start.view()):
            if popup is not None:
                popup.setMinimumWidth(POPUP_PX)
        line = self.start.lineEdit()
        if line is not None:
            line.returnPressed.connect(self._begin_with_typed)
            line.setPlaceholderText("choose a part to copy…")
            line.setAccessibleName("Begin with")
        left = QWidget()
        set_role(left, "panel")
        column = QVBoxLayout(left)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        for words, widget in (("Begin with", self.start), ("Your parts", self.list)):
            label = QLabel(words)
            set_role(label, "section")
            column.addWidget(label)
            column.addWidget(widget)
        set_role(self.none_yet, "dim")
        set_role(self.unread, "warning")
        column.insertWidget(3, self.none_yet)
        column.addWidget(self.unread)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(NarrowRows(self.list))
        return left

    def _buttons(self) -> QHBoxLayout:
        close = QPushButton("Close")
        for button in (close, self.save_button, self.remove_button):
            button.setAutoDefault(False)
        set_role(self.save_button, "primary")
        close.clicked.connect(lambda _=False: self.close())
        row = QHBoxLayout()
        row.addWidget(self.verdict, 1)
        row.addWidget(self.remove_button)
        row.addWidget(close)
        row.addWidget(self.save_button)
        return row
