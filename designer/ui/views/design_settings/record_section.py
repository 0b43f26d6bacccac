"""A list of records with what adds one, what removes one, and the fields of the chosen one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.document.errors import EditError
from designer.ui.fields.field_form import LABEL_PX, FieldForm
from designer.ui.fields.form import into_design
from designer.ui.fields.record_kind import RecordKind
from designer.ui.kit.rows import show_rows
from designer.ui.kit.style import set_role
from designer.ui.kit.value_line import ValueLine
from designer.ui.kit.widget_edge import given_text
from designer.ui.state.workspace import Workspace

LINE_PX = 24
MOST_LINES = 7


class RecordSection(QWidget):
    """One `RecordKind` of the design, kept in step with it."""

    def __init__(
        self, workspace: Workspace, kind: RecordKind, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self.setAccessibleName(kind.title)
        self._workspace, self.kind = workspace, kind
        self.list = QListWidget()
        self._keys: tuple[str, ...] = ()
        self.list.setAccessibleName(kind.title)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.choice, self.line = QComboBox(), ValueLine()
        self.add_button = QPushButton(f"Add {kind.one}")
        self.remove_button = QPushButton(f"Remove {kind.one}")
        self.refusal, self.empty, self.explanation = QLabel(""), QLabel(""), QLabel("")
        self.form = FieldForm(into_design(workspace))
        self.form.setAccessibleName(f"Fields of the {kind.one}")
        self._lay_out()
        self.list.currentRowChanged.connect(lambda _: self._show_chosen())
        self.add_button.clicked.connect(lambda: self.add())
        self.line.returnPressed.connect(self.add)
        self.line.textEdited.connect(lambda _: self._refuse(""))
        self.remove_button.clicked.connect(lambda: self.remove())
        self.refresh()

    def chosen(self) -> str:
        """Return the key of the chosen record; empty if there is none."""
        row = self.list.currentRow()
        return self._keys[row] if 0 <= row < len(self._keys) else ""

    def choose(self, key: str) -> None:
        """Choose a record."""
        if key in self._keys:
            self.list.setCurrentRow(self._keys.index(key))

    def begin(self, key: str) -> None:
        """Begin one: what is named is chosen where it stands, else waits for its value."""
        if key in self._keys:
            self.choose(key)
            first = next(iter(self.form.editors.values()), None)
            (first or self.list).setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.choice.setCurrentIndex(max(0, self.choice.findData(key)))
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Let go of what was typed and refused: another design is open."""
        self.line.setModified(False)
        self._refuse("")
        self.form.forget()

    def offer(self, action: QAction) -> None:
        """Offer a command that adds a record in its own way."""
        button = QPushButton(given_text(action))
        button.clicked.connect(action.trigger)
        self._removing.insertWidget(0, button)

    def tell(self, refusal: str) -> None:
        """Say why what was offered added nothing; empty ends that."""
        self._refuse(refusal)

    def refresh(self) -> None:
        """Show the design as it stands; what is being typed stays."""
        design = self._workspace.document.design
        lines, kept = self.kind.lines(design), self.chosen()
        self.list.blockSignals(True)
        self._keys = keys = tuple(key for key, _ in lines)
        show_rows(self.list, [words for _, words in lines])
        self.list.setCurrentRow(keys.index(kept) if kept in keys else (0 if keys else -1))
        self.list.blockSignals(False)
        self.empty.setVisible(not lines)
        self.list.setVisible(bool(lines))
        self.list.setFixedHeight(LINE_PX * min(max(len(lines), 2), MOST_LINES) + 4)
        self.remove_button.setVisible(bool(lines))
        self._fill_choice()
        if not self.line.isModified():
            self.line.setText(self.kind.suggest(design))
        self._show_chosen()

    def add(self) -> bool:
        """Add what line and choice say; a refusal is said below them."""
        choice = str(self.choice.currentData() or "")
        text = self.line.text().strip()
        try:
            key, edit = self.kind.add(self._workspace.document.design, choice, text)
        except EditError as refusal:
            self._refuse(str(refusal))
            return False
        words = self._workspace.attempt(f"Add {self.kind.one} {text or choice}", edit)
        self._refuse(words)
        if words:
            return False
        self.line.setModified(False)
        self.line.setText(self.kind.suggest(self._workspace.document.design))
        self.refresh()
        self.choose(key)
        return True

    def remove(self) -> bool:
        """Remove the chosen record."""
        key = self.chosen()
        if not key:
            return False
        called = self.kind.words(self._workspace.document.design, key)
        words = self._workspace.attempt(f"Remove {called}", self.kind.remove(key))
        self._refuse(words)
        return not words

    def _fill_choice(self) -> None:
        if self.choice.isHidden():
            return
        wanted = self.kind.choices(self._workspace.document.design)
        now = [self.choice.itemData(index) for index in range(self.choice.count())]
        if now == [key for key, _ in wanted]:
            return
        kept = self.choice.currentData()
        self.choice.clear()
        for key, words in wanted:
            self.choice.addItem(words, key)
        self.choice.setCurrentIndex(max(0, self.choice.findData(kept)))

    def _show_chosen(self) -> None:
        key, design = self.chosen(), self._workspace.document.design
        self.form.setVisible(bool(key))
        self.explanation.setVisible(False)
        if not key:
            return
        fields = self.kind.fields(design, key)
        self.form.show_fields(fields, f"{self.kind.one} {key}", self.kind.words(design, key))
        words = self.kind.explain(design, self._workspace.report_store.report, key)
        self.explanation.setText(words)
        self.explanation.setVisible(bool(words))

    def _refuse(self, words: str) -> None:
        self.refusal.setText(words)
        self.refusal.setVisible(bool(words))
        self.line.setAccessibleDescription(f"refused: {words}" if words else "")

    def _lay_out(self) -> None:
        heading, lead = QLabel(self.kind.title), QLabel(self.kind.lead)
        set_role(heading, "heading")
        for label in (lead, self.empty, self.explanation):
            set_role(label, "dim")
            label.setWordWrap(True)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.explanation.setAccessibleName("What follows")
        self.empty.setText(f"No {self.kind.one} yet.")
        set_role(self.refusal, "error")
        self.refusal.setVisible(False)
        self.refusal.setWordWrap(True)
        self.choice.setAccessibleName(f"Part of the new {self.kind.one}")
        self.choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.line.setAccessibleName(f"New {self.kind.one}: {self.kind.ask.lower()}")
        self.line.setPlaceholderText(self.kind.ask)
        self.remove_button.setAccessibleName(f"Remove the chosen {self.kind.one}")
        adding = QHBoxLayout()
        adding.setSpacing(8)
        new = QLabel(f"New {self.kind.one}")
        set_role(new, "dim")
        new.setMinimumWidth(LABEL_PX)
        new.setBuddy(self.line)
        adding.addWidget(new)
        adding.addWidget(self.choice, 3)
        adding.addWidget(self.line, 2)
        adding.addWidget(self.add_button)
        self._removing = removing = QHBoxLayout()
        removing.addStretch(1)
        removing.addWidget(self.remove_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (heading, lead, self.empty, self.list):
            column.addWidget(widget)
        column.addLayout(adding)
        column.addWidget(self.refusal)
        column.addWidget(self.explanation)
        column.addWidget(self.form)
        column.addLayout(removing)
        column.addStretch(1)
        # Now that they are inside: shown before, each would be a window of its own for a moment.
        for piece in (new, self.line, self.add_button):
            piece.setVisible(bool(self.kind.ask))
        self.choice.setVisible(bool(self.kind.choices(self._workspace.document.design)))
