"""A form over fields. What was typed stays in its line until the design has taken it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from designer.document.errors import EditError
from designer.ui.fields.field import Field, Value
from designer.ui.fields.reading import read, shown
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.state.workspace import Workspace

UNKNOWN: Final = "unknown"
LABEL_PX: Final = 118
"""Width of every label, so that the editors of forms below each other line up."""
Editor = QLineEdit | QComboBox


class FieldForm(QWidget):
    """Labels, editors, and under each editor one line for a refusal or a default's source."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self._workspace = workspace
        self._fields: dict[str, Field] = {}
        self._subject = ""
        self.editors: dict[str, Editor] = {}
        self.lines: dict[str, QLabel] = {}
        self._refused: set[str] = set()
        self._grid = QFormLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(6)
        self._grid.setHorizontalSpacing(12)
        self._grid.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._grid.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def show_fields(self, fields: Sequence[Field], subject: str) -> None:
        """Show fields of a subject; what is being typed into the same fields stays.

        Parameters
        ----------
        subject
            Whose fields they are, for the names of steps: `the site`, `feed A`.
        """
        same = subject == self._subject and [f.name for f in fields] == list(self._fields)
        self._subject = subject
        self._fields = {field.name: field for field in fields}
        if not same:
            self._build()
        for field in fields:
            self._fill(field)

    def forget(self) -> None:
        """Let go of what was typed and refused: another design is open."""
        self._refused.clear()
        for editor in self.editors.values():
            if isinstance(editor, QLineEdit):
                editor.setModified(False)

    def commit(self, name: str) -> bool:
        """Give the design what an editor holds; a refusal is said under it."""
        field, editor = self._fields[name], self.editors[name]
        try:
            if isinstance(editor, QLineEdit):
                value = read(field, editor.text())
            else:
                value = editor.currentData()
            if value == field.value:
                self._settle(name)
                return False
            edit = field.edit(value)
        except EditError as refusal:
            self._refuse(name, str(refusal))
            return False
        refusal_words = self._workspace.attempt(
            f"Set {_in_a_sentence(field.label)} of {self._subject}", edit
        )
        if refusal_words:
            self._refuse(name, refusal_words)
            return False
        if name in self._fields:
            self._settle(name)
        return True

    def _build(self) -> None:
        while self._grid.rowCount():
            self._grid.removeRow(0)
        self.editors, self.lines = {}, {}
        self._refused.clear()
        for field in self._fields.values():
            editor = self._choice(field) if field.kind == "choice" else self._line(field)
            editor.setAccessibleName(f"{field.label}, {field.unit}" if field.unit else field.label)
            line = QLabel("")
            line.setWordWrap(True)
            line.setVisible(False)
            set_role(line, "caption")
            cell = QWidget()
            below = QVBoxLayout(cell)
            below.setContentsMargins(0, 0, 0, 0)
            below.setSpacing(2)
            below.addWidget(editor)
            below.addWidget(line)
            label = QLabel(f"{field.label}, {field.unit}" if field.unit else field.label)
            label.setMinimumSize(LABEL_PX, 26)
            label.setToolTip(field.hint)
            editor.setToolTip(field.hint)
            label.setBuddy(editor)
            set_role(label, "dim")
            self._grid.addRow(label, cell)
            self.editors[field.name], self.lines[field.name] = editor, line

    def _line(self, field: Field) -> QLineEdit:
        line = QLineEdit()
        line.editingFinished.connect(lambda: self._finish_line(field.name, line))
        return line

    def _finish_line(self, name: str, line: QLineEdit) -> None:
        # A form built anew takes the keyboard from lines that are gone already.
        if self.editors.get(name) is line and line.isModified():
            self.commit(name)

    def _choice(self, field: Field) -> QComboBox:
        box = QComboBox()
        ignore_wheel(box)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(10)
        box.activated.connect(lambda _: self.commit(field.name))
        return box

    def _fill(self, field: Field) -> None:
        editor, line = self.editors[field.name], self.lines[field.name]
        if isinstance(editor, QComboBox):
            _fill_choice(editor, field)
        elif not (editor.isModified() or field.name in self._refused):
            editor.setText(shown(field.value))
            editor.setCursorPosition(0)
        if isinstance(editor, QLineEdit) and field.optional:
            editor.setPlaceholderText(field.fallback or UNKNOWN)
        if field.name not in self._refused:
            self._say_source(field, line)

    def _say_source(self, field: Field, line: QLabel) -> None:
        words = field.source if field.value in (None, "") else ""
        set_role(line, "caption")
        line.setText(words)
        line.setVisible(bool(words))
        self.editors[field.name].setAccessibleDescription(words or field.hint)

    def _refuse(self, name: str, words: str) -> None:
        self._refused.add(name)
        editor, line = self.editors[name], self.lines[name]
        if isinstance(editor, QComboBox):
            _fill_choice(editor, self._fields[name])
        set_role(line, "error")
        line.setText(words)
        line.setVisible(True)
        editor.setAccessibleDescription(f"refused: {words}")

    def _settle(self, name: str) -> None:
        """Show the design's own value: it has what was typed."""
        self._refused.discard(name)
        editor = self.editors[name]
        if isinstance(editor, QLineEdit):
            editor.setModified(False)
        self._fill(self._fields[name])

    def values(self) -> dict[str, Value]:
        """Return what the design has for each field shown."""
        return {name: field.value for name, field in self._fields.items()}


def _fill_choice(box: QComboBox, field: Field) -> None:
    wanted = [*field.choices]
    if field.value not in {value for _, value in wanted}:
        wanted.append((str(field.value), str(field.value)))
    if [(box.itemText(i), box.itemData(i)) for i in range(box.count())] != wanted:
        box.clear()
        for words, value in wanted:
            box.addItem(words, value)
    box.setCurrentIndex(box.findData(field.value))


def _in_a_sentence(label: str) -> str:
    """Return a label as it stands inside a sentence: capitals that are no word stay."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]
