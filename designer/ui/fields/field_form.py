"""The widgets of a form: labels, editors, and under each editor one line for a refusal."""

from collections.abc import Hashable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from designer.render.edge import presented
from designer.render.edge import shown as as_read
from designer.ui.fields.field import Field, Value
from designer.ui.fields.form import Form, Write
from designer.ui.kit.check_list import CheckList
from designer.ui.kit.elided_choice import ElidedChoice
from designer.ui.kit.style import set_role
from designer.ui.kit.value_line import ValueLine
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.kit.wrapped_label import WrappedLabel

LABEL_PX: Final = 118
"""Width of every label, so that the editors of forms below each other line up."""
MOST_LABEL_PX: Final = 120
"""Width from which a label wraps: beside it an editor ends within the narrowest panel."""
Editor = ValueLine | QComboBox | CheckList


class FieldForm(QWidget):
    """Labels, editors, and under each editor one line for a refusal or a default's source.

    Parameters
    ----------
    write
        Where new values go.

    Signals
    -------
    settled
        What was typed or chosen has been taken or refused.
    """

    settled = Signal()

    def __init__(
        self, write: Write, parent: QWidget | None = None, *, label_px: int = LABEL_PX
    ) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self.form = Form(write)
        self._label_px = label_px
        self._presented = presented()
        self.editors: dict[str, Editor] = {}
        self.lines: dict[str, WrappedLabel] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        # Not asked of the layout: an item of its own that Python has seen is not forgotten when
        # it goes, and what is made next in its place ends the program (PySide 6.11).
        self._labels: list[QLabel] = []
        self._rows: QWidget | None = None

    def show_fields(self, fields: Sequence[Field], subject: str, words: str = "") -> None:
        """Show fields of a subject; what is being typed into the same fields stays.

        Parameters
        ----------
        subject
            Whose fields they are: `the site`, `feed A`.
        words
            What people call the subject in the names of steps, where that may change.
        """
        same_units = self._presented == presented()
        if self.form.show(fields, subject, words) or not self.editors or not same_units:
            self._build()
        for name in self.form.fields:
            self._fill(name)

    def forget(self) -> None:
        """Let go of what was typed and refused: another design is open."""
        self.form.forget()
        for name in self.form.fields:
            self._fill(name)

    def commit(self, name: str) -> bool:
        """Write what an editor holds; a refusal is said under it."""
        editor = self.editors[name]
        if isinstance(editor, ValueLine):
            done = self.form.commit(name)
        elif isinstance(editor, QComboBox):
            done = self.form.choose(name, editor.currentData())
        else:
            done = self.form.choose(name, _in_order(self.form.fields[name], editor.chosen()))
        if self.editors.get(name) is editor:
            self._fill(name)
        self.settled.emit()
        return done

    def label_px(self) -> int:
        """Return the width of the widest label, and no less than the form was made with."""
        widths = (min(label.sizeHint().width(), MOST_LABEL_PX) for label in self._labels)
        return max([self._label_px, *widths])

    def align_labels(self, px: int) -> None:
        """Begin the editors so far to the right, as those of the forms above and below."""
        for label in self._labels:
            label.setMinimumWidth(px)

    def _build(self) -> None:
        self._presented = presented()
        # The rows before go later: one of them may have the keyboard, or have brought this about.
        self.editors, self.lines, self._labels = {}, {}, []
        if self._rows is not None:
            self._rows.hide()
            self._rows.deleteLater()
        self._rows = QWidget(self)
        grid = _grid_in(self._rows)
        self._column.addWidget(self._rows)
        for field in self.form.fields.values():
            unit = presented().unit(field.unit, field.label)
            words = f"{field.label}, {unit}" if unit else field.label
            # Each within its own from the start: moved there, Qt would dress it once more. The
            # label comes first, as a screen reader goes from child to child.
            label, cell = QLabel(words, self._rows), QWidget(self._rows)
            editor = self._editor(field, cell)
            editor.setAccessibleName(words)
            line = WrappedLabel("", cell)
            line.setVisible(False)
            set_role(line, "caption")
            below = QVBoxLayout(cell)
            below.setContentsMargins(0, 0, 0, 0)
            below.setSpacing(2)
            below.addWidget(editor)
            below.addWidget(line)
            label.setMinimumSize(self._label_px, 26)
            if label.sizeHint().width() > MOST_LABEL_PX:
                # Else all editors below it begin as far to the right, and end beyond the panel.
                label.setWordWrap(True)
                label.setFixedWidth(MOST_LABEL_PX)
                label.setMinimumHeight(max(26, label.heightForWidth(MOST_LABEL_PX)))
            label.setToolTip(field.hint)
            editor.setToolTip(field.hint)
            label.setBuddy(editor)
            set_role(label, "dim")
            grid.addRow(label, cell)
            self._labels.append(label)
            self.editors[field.name], self.lines[field.name] = editor, line

    def _editor(self, field: Field, within: QWidget) -> Editor:
        if field.kind == "choice":
            return self._choice(field, within)
        if field.kind == "several":
            return self._several(field, within)
        return self._line(field, within)

    def _several(self, field: Field, within: QWidget) -> CheckList:
        ticks = CheckList(within)
        ticks.ticked.connect(lambda: self.commit(field.name))
        return ticks

    def _line(self, field: Field, within: QWidget) -> ValueLine:
        line = ValueLine(within)
        line.textEdited.connect(lambda text: self._take(field.name, line, text))
        line.editingFinished.connect(lambda: self._finish_line(field.name, line))
        return line

    def _take(self, name: str, line: ValueLine, text: str) -> None:
        if self.editors.get(name) is line:
            self.form.type(name, text)
            if not self.form.is_typed(name):
                self._say(name)

    def _finish_line(self, name: str, line: ValueLine) -> None:
        # A form built anew takes the keyboard from lines that are gone already.
        if self.editors.get(name) is line and line.isModified():
            self.commit(name)

    def _choice(self, field: Field, within: QWidget) -> QComboBox:
        box = ElidedChoice(within)
        ignore_wheel(box)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(10)
        box.activated.connect(lambda _: self.commit(field.name))
        return box

    def _fill(self, name: str) -> None:
        editor, field, text = self.editors[name], self.form.fields[name], ""
        if isinstance(editor, QComboBox):
            _fill_choice(editor, self.form.choices(name), field)
        elif isinstance(editor, CheckList):
            chosen = field.value if isinstance(field.value, tuple) else ()
            editor.show_choices(self.form.choices(name), chosen)
        else:
            text = self.form.text(name)
            if editor.text() != text:
                editor.setText(text)
                editor.setCursorPosition(0)
            editor.setModified(self.form.is_typed(name))
            if not self.form.is_typed(name):
                editor.settle()
            editor.setPlaceholderText(self.form.placeholder(name))
        self._say(name)

    def _say(self, name: str) -> None:
        line, refusal = self.lines[name], self.form.refusal(name)
        words = refusal or self.form.source(name)
        set_role(line, "error" if refusal else "caption")
        line.setText(words)
        line.setVisible(bool(words))
        hint = self.form.fields[name].hint
        self.editors[name].setAccessibleDescription(
            f"refused: {refusal}" if refusal else words or hint
        )


def _grid_in(rows: QWidget) -> QFormLayout:
    grid = QFormLayout(rows)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(6)
    grid.setHorizontalSpacing(12)
    grid.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    grid.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return grid


def _in_order(field: Field, chosen: tuple[Hashable, ...]) -> tuple[str, ...]:
    """Return the chosen values, those that were chosen before in their order."""
    before = field.value if isinstance(field.value, tuple) else ()
    kept = [value for value in before if value in chosen]
    return (*kept, *(str(value) for value in chosen if value not in before))


def _fill_choice(box: QComboBox, wanted: Sequence[tuple[str, Value]], field: Field) -> None:
    held = [(box.itemText(i), box.itemData(i)) for i in range(box.count())]
    if held != [(as_read(words), value) for words, value in wanted]:
        box.clear()
        for words, value in wanted:
            box.addItem(words, value)
    box.setCurrentIndex(0 if field.mixed else box.findData(field.value))
