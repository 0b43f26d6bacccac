"""The properties of what is selected; one edit is one step of the history."""

from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.part import Part
from designer.document.document import DocumentChange
from designer.document.errors import EditError
from designer.model.plural import plural
from designer.ui.fields.field import Field
from designer.ui.fields.record_fields import device_fields, rack_fields
from designer.ui.fields.sections import FieldSection, sections
from designer.ui.fields.sections_form import SectionsForm
from designer.ui.kit.number_boxes import integer_box, number_box
from designer.ui.kit.part_words import second_line
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.state.workspace import Workspace
from designer.ui.views.properties.part_figures import part_figures

MIXED: Final = "—"
Editor = QLineEdit | QSpinBox | QDoubleSpinBox | QComboBox


class PropertiesPanel(QScrollArea):
    """Fields of the selection above the figures of its part; without one, those of the design.

    Signals
    -------
    settings_asked
        The person wants all settings of the design, feeds and fabrics included.
    """

    settings_asked = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._dirty = True
        self._built_for = -1
        self.editors: dict[str, Editor] = {}
        self._design_form: SectionsForm | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Properties")
        # A burst of changes (select, edit, report) builds the form once.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._refresh_if_dirty)
        workspace.selection_changed.connect(self.refresh_soon)
        workspace.document_changed.connect(self._on_document)

    def refresh_soon(self) -> None:
        """Show the selection anew, once the events now waiting are done."""
        self._dirty = True
        self._soon.start()

    def _on_document(self, change: DocumentChange) -> None:
        if self._design_form is not None and change.opened:
            self._design_form.forget()
        self.refresh_soon()

    def showEvent(self, event: object) -> None:
        """Catch up with what changed while hidden."""
        super().showEvent(event)  # type: ignore[arg-type] # Qt passes a QShowEvent
        self._refresh_if_dirty()

    def fields(self) -> list[Field]:
        """Return the fields of what is selected."""
        racks, devices = self._selected()
        design, catalog = self._workspace.document.design, self._workspace.catalog
        if racks:
            return rack_fields(design, catalog, racks)
        if devices:
            return device_fields(design, catalog, devices)
        return [field for section in self._sections() for field in section.fields]

    def _sections(self) -> tuple[FieldSection, ...]:
        space = self._workspace
        return sections(space.document.design, space.catalog, space.report_store.report)

    def commit(self, field: Field, value: object) -> bool:
        """Give the selected records a new value, as one step."""
        if value == field.value and not field.mixed:
            return False
        try:
            edit = field.edit(value)
        except EditError as refusal:
            self._workspace.message.emit(str(refusal), "warning")
            done = False
        else:
            done = self._workspace.apply(f"Set {field.label.lower()} of {self._subject()}", edit)
        if not done:
            self.refresh_soon()
        return done

    def _commit_once(self, field: Field, value: object) -> None:
        """Commit what an editor holds, unless the design is another one than the form was made for.

        An editor that loses the keyboard because the form is built anew reports a second time.
        """
        if self._workspace.document.revision == self._built_for:
            self.commit(field, value)

    def _selected(self) -> tuple[Any, Any]:
        layout = self._workspace.layout()
        keys = self._workspace.selection
        racks = tuple(layout.racks[key] for key in keys if key in layout.racks)
        if racks:
            return racks, ()
        found = (layout.find(key) for key in keys)
        return (), tuple(placed for placed in found if placed is not None)

    def _subject(self) -> str:
        racks, devices = self._selected()
        chosen = racks or devices
        if not chosen:
            return "the design"
        if len(chosen) == 1:
            return str(chosen[0].name)
        return plural(len(chosen), "rack" if racks else "device")

    def _parts(self) -> list[Part]:
        racks, devices = self._selected()
        ids = dict.fromkeys(record.part for record in (racks or devices))
        found = (self._workspace.catalog.get(part_id) for part_id in ids)
        return [part for part in found if part is not None]

    def _refresh_if_dirty(self) -> None:
        if not self._dirty or not self.isVisible():
            return
        self._dirty = False
        self._built_for = self._workspace.document.revision
        if not any(self._selected()):
            self._show_design()
            return
        self._design_form = None
        for editor in self.editors.values():
            editor.blockSignals(True)
        focused = next((n for n, e in self.editors.items() if e.hasFocus()), "")
        place = self.verticalScrollBar().value()
        self.setWidget(self._page())
        self.verticalScrollBar().setValue(place)
        if focused in self.editors:
            self.editors[focused].setFocus()

    def _show_design(self) -> None:
        """Show the design's own fields; the page stays while it is typed into."""
        if self._design_form is None:
            self._design_form = SectionsForm(self._workspace, self._sections)
            self.setWidget(self._design_page(self._design_form))
            self.editors = dict(self._design_form.editors)
        else:
            self._design_form.refresh()

    def _design_page(self, form: SectionsForm) -> QWidget:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        more = QPushButton("All design settings…")
        more.setToolTip("Feeds, obstacles, fabrics, prices, revisions, notes, waivers")
        more.clicked.connect(self.settings_asked)
        column.addWidget(form)
        column.addWidget(more)
        column.addStretch(1)
        return page

    def _page(self) -> QWidget:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        heading = QLabel(self._subject())
        set_role(heading, "heading")
        column.addWidget(heading)
        column.addLayout(self._form())
        parts = self._parts()
        if len(parts) == 1:
            column.addSpacing(8)
            column.addWidget(_part_heading(parts[0]))
            column.addLayout(_figures_form(parts[0]))
        column.addStretch(1)
        return page

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.editors = {}
        for field in self.fields():
            editor = self._editor(field)
            editor.setAccessibleName(field.label)
            editor.setToolTip(field.hint)
            # A box shows its unit after the figure; a line has room for none.
            unit = f", {field.unit}" if field.unit and isinstance(editor, QLineEdit) else ""
            label = QLabel(f"{field.label}{unit}")
            set_role(label, "dim")
            form.addRow(label, editor)
            self.editors[field.name] = editor
        return form

    def _editor(self, field: Field) -> Editor:
        if field.kind == "choice":
            return self._choice(field)
        if field.kind == "integer" and not field.mixed:
            return self._integer(field)
        if field.kind == "number" and not field.mixed and not field.optional:
            return self._number(field)
        return self._line(field)

    def _choice(self, field: Field) -> QComboBox:
        box = QComboBox()
        ignore_wheel(box)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(10)
        if field.mixed:
            box.addItem(MIXED, None)
        for words, value in field.choices:
            box.addItem(words, value)
        if not field.mixed:
            if box.findData(field.value) < 0:
                box.addItem(str(field.value), field.value)
            box.setCurrentIndex(box.findData(field.value))
        box.activated.connect(lambda _: self._commit_choice(field, box))
        return box

    def _integer(self, field: Field) -> QSpinBox:
        value = int(str(field.value or 0))
        box = integer_box(int(field.low), int(field.high), value, field.unit)
        box.editingFinished.connect(lambda: self._commit_once(field, box.value()))
        return box

    def _number(self, field: Field) -> QDoubleSpinBox:
        decimals = 1 if field.name == "u" else 2
        value = float(str(field.value or 0.0))
        box = number_box(field.low, field.high, value, decimals, field.unit)
        box.editingFinished.connect(lambda: self._commit_once(field, box.value()))
        return box

    def _line(self, field: Field) -> QLineEdit:
        line = QLineEdit("" if field.value is None else str(field.value))
        if field.mixed:
            line.setPlaceholderText(MIXED)
        elif field.optional:
            line.setPlaceholderText("unknown")
        line.editingFinished.connect(lambda: self._commit_line(field, line))
        return line

    def _commit_choice(self, field: Field, box: QComboBox) -> None:
        if box.currentData() is not None:
            self._commit_once(field, box.currentData())

    def _commit_line(self, field: Field, line: QLineEdit) -> None:
        text = line.text().strip()
        if not line.isModified() or (field.mixed and not text):
            return
        if field.kind == "text":
            self._commit_once(field, text)
            return
        try:
            value = None if field.optional and not text else float(text.replace(",", ""))
        except ValueError:
            self._workspace.message.emit(f"{field.label}: {text!r} is not a number", "warning")
            self.refresh_soon()
            return
        whole = field.kind == "integer" and value is not None
        self._commit_once(field, round(value) if whole and value is not None else value)


def _part_heading(part: Part) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    name = QLabel(f"{part.vendor} {part.name}".strip())
    name.setWordWrap(True)
    set_role(name, "heading")
    below = QLabel(second_line(part))
    set_role(below, "dim")
    below.setWordWrap(True)
    column.addWidget(name)
    column.addWidget(below)
    return box


def _figures_form(part: Part) -> QFormLayout:
    form = QFormLayout()
    form.setVerticalSpacing(2)
    form.setHorizontalSpacing(12)
    for figure in part_figures(part):
        label, value = QLabel(figure.label), QLabel(figure.text)
        set_role(label, "dim")
        value.setAlignment(Qt.AlignmentFlag.AlignRight)
        source = figure.source or "source not stated"
        for widget in (label, value):
            widget.setToolTip(source)
        value.setAccessibleDescription(source)
        form.addRow(label, value)
    return form
