"""The properties of what is selected; one edit is one step of the history."""

from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.part import Part
from designer.catalog.plant_places import loop_of, node_of
from designer.document.document import DocumentChange
from designer.document.element_plans import element_with
from designer.document.floor_words import floor_words
from designer.model.design import Cable, Loop, PowerNode, Tray
from designer.model.network_keys import cable_of, tray_of
from designer.model.plural import plural
from designer.ui.fields.cable_fields import cable_fields
from designer.ui.fields.field import Field, Value
from designer.ui.fields.field_form import Editor, FieldForm
from designer.ui.fields.form import into_design
from designer.ui.fields.plant_fields import pipe_fields, plant_fields
from designer.ui.fields.record_fields import device_fields, rack_fields
from designer.ui.fields.room_records import obstacle_fields
from designer.ui.fields.row_fields import row_fields
from designer.ui.fields.sections import FieldSection, sections
from designer.ui.fields.sections_form import SectionsForm
from designer.ui.fields.tray_records import tray_fields
from designer.ui.kit.style import set_role
from designer.ui.state.part_words import second_line
from designer.ui.state.workspace import Workspace
from designer.ui.views.properties.figure_lines import figure_lines
from designer.ui.views.properties.part_figures import Figure, part_figures
from designer.ui.views.properties.row_summary import row_figures, whole_row

_OF_POD: Final = (
    ("Duplicate", "edit.duplicate"), ("Mirror", "edit.mirror"), ("Detach", "pod.detach"),
)  # fmt: skip
"""What stands under the name of a pod, and the command that it is."""


class PropertiesPanel(QScrollArea):
    """Fields of the selection above the figures of its part; without one, those of the design.

    Signals
    -------
    settings_asked
        The person wants all settings of the design, feeds and fabrics included.
    """

    settings_asked = Signal()
    command_asked = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._dirty = True
        self._built_for = -1
        self._design_form: SectionsForm | None = None
        self._form: FieldForm | None = None
        self._shown: tuple[tuple[str, ...], str, tuple[str, ...]] = ((), "", ())
        self._into_design = into_design(workspace)
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
        workspace.report_changed.connect(self._on_report)

    def refresh_soon(self) -> None:
        """Show the selection anew, once the events now waiting are done."""
        self._dirty = True
        self._soon.start()

    def _on_document(self, change: DocumentChange) -> None:
        form = self._form or self._design_form
        if form is not None and change.opened:
            form.forget()
        self.refresh_soon()

    def _on_report(self) -> None:
        # The design's own form says what holds where nothing is entered, such as the PUE; a row's
        # has what the engine says of it.
        if self._form is None or self._row_figures():
            self.refresh_soon()

    def showEvent(self, event: object) -> None:
        """Catch up with what changed while hidden."""
        super().showEvent(event)  # type: ignore[arg-type] # Qt passes a QShowEvent
        self._refresh_if_dirty()

    @property
    def editors(self) -> dict[str, Editor]:
        """The editors on show by field: those of now, as a form may make them anew."""
        form = self._form or self._design_form
        return form.editors if form is not None else {}

    def fields(self) -> list[Field]:
        """Return the fields of what is selected."""
        racks, devices = self._selected()
        design, catalog = self._workspace.document.design, self._workspace.catalog
        if racks:
            row = row_fields(self._workspace.layout(), catalog, self._workspace.selection)
            return row or rack_fields(design, catalog, racks)
        if devices:
            return device_fields(design, catalog, devices)
        if (node := self._plant()) is not None:
            if isinstance(node, Loop):
                return pipe_fields(catalog, node)
            return plant_fields(design, catalog, node)
        if (tray := self._tray()) is not None:
            return tray_fields(design, tray.id)
        keys = self._workspace.selection
        if len(keys) == 1 and (element := element_with(design, keys[0])) is not None:
            return obstacle_fields(design, element.id)
        if (cable := self._cable()) is not None:
            return cable_fields(design, catalog, cable)
        return [field for section in self._sections() for field in section.fields]

    def _sections(self) -> tuple[FieldSection, ...]:
        space = self._workspace
        return sections(space.document.design, space.catalog, space.report_store.report)

    def _write(self, field: Field, value: Value, subject: str) -> str:
        """Give the selected records a new value, as one step; return why it was refused."""
        if self._workspace.document.revision != self._built_for:
            # The records moved on since the form was filled: the edit must start from them.
            same = self._shown[0] == self._workspace.selection
            fresh = {f.name: f for f in self.fields()} if same else {}
            if field.name not in fresh:
                return ""
            field = fresh[field.name]
        space = self._workspace
        row = whole_row(space.document.design.racks, space.selection)
        refusal = self._into_design(field, value, subject)
        if row and not refusal:
            # A row stays selected whole, also with more racks or fewer.
            now = [rack.id for rack in space.document.design.racks if rack.row == row]
            space.select(now or space.selection)
        return refusal

    def _selected(self) -> tuple[Any, Any]:
        layout = self._workspace.layout()
        keys = self._workspace.selection
        racks = tuple(layout.racks[key] for key in keys if key in layout.racks)
        if racks:
            return racks, ()
        found = (layout.find(key) for key in keys)
        return (), tuple(placed for placed in found if placed is not None)

    def _plant(self) -> PowerNode | Loop | None:
        """Return what of the room's power is selected alone, or the loop whose pipes are."""
        keys = self._workspace.selected_plant()
        if len(keys) != 1 or any(self._selected()):
            return None
        design, key = self._workspace.document.design, keys[0]
        if loop := loop_of(key):
            return next((one for one in design.loops if one.id == loop), None)
        return next((one for one in design.power if one.id == node_of(key)), None)

    def _tray(self) -> Tray | None:
        """Return the cable tray that is selected alone."""
        keys = self._workspace.selection
        trays = self._workspace.document.design.trays
        mine = tray_of(keys[0]) if len(keys) == 1 else ""
        return next((one for one in trays if mine and one.id == mine), None)

    def _cable(self) -> Cable | None:
        """Return the cable by hand that is selected alone."""
        keys = self._workspace.selection
        cables = self._workspace.document.design.cables
        mine = cable_of(keys[0]) if len(keys) == 1 else ""
        return next((one for one in cables if mine and one.id == mine), None)

    def _row_figures(self) -> list[Figure]:
        """Return what the report says of the row that is selected whole; nothing of no row."""
        space = self._workspace
        row = whole_row(space.document.design.racks, space.selection)
        return row_figures(space.report_store.report, row, space.part_name) if row else []

    def _subject(self) -> str:
        if (node := self._plant()) is not None:
            return node.name or node.id
        if (tray := self._tray()) is not None:
            return tray.name or tray.id
        if (cable := self._cable()) is not None:
            layout = self._workspace.layout()
            return f"Cable {layout.name_of(cable.a)} to {layout.name_of(cable.b)}"
        racks, devices = self._selected()
        if racks:
            words = floor_words(self._workspace.catalog, racks)
            design = self._workspace.document.design
            key = whole_row(design.racks, self._workspace.selection)
            row = next((one for one in design.rows if key and one.id == key), None)
            called = f"Row {row.name or row.id}" if row else self._pod()
            return f"{called} · {words}" if called else words
        if not devices:
            return "the design"
        return str(devices[0].name) if len(devices) == 1 else plural(len(devices), "device")

    def _parts(self) -> list[Part]:
        racks, devices = self._selected()
        node = self._plant()
        if isinstance(node, Loop):
            return []
        chosen = (node,) if node is not None else (racks or devices)
        ids = dict.fromkeys(record.part for record in chosen)
        found = (self._workspace.catalog.get(part_id) for part_id in ids)
        return [part for part in found if part is not None]

    def _refresh_if_dirty(self) -> None:
        if not self._dirty or not self.isVisible():
            return
        self._dirty = False
        self._built_for = self._workspace.document.revision
        one = self._plant() or self._tray() or self._cable()
        if not any(self._selected()) and one is None:
            self._show_design()
            return
        form = self._form_for(self._workspace.selection, self._subject())
        self._form, self._design_form = form, None

    def _form_for(self, selection: tuple[str, ...], subject: str) -> FieldForm:
        """Return the form of a selection, the same one while it is called the same."""
        figures = tuple(figure.text for figure in self._row_figures())
        shown = (selection, subject, (*(part.id for part in self._parts()), *figures))
        if self._form is not None and shown == self._shown:
            self._form.show_fields(self.fields(), subject)
            return self._form
        self._shown = shown
        focused = next((name for name, e in self.editors.items() if e.hasFocus()), "")
        for editor in self.editors.values():
            # Losing the keyboard to the new page, they would write what is typed a second time.
            editor.blockSignals(True)
        place = self.verticalScrollBar().value()
        made = FieldForm(self._write)
        made.show_fields(self.fields(), subject)
        self.setWidget(self._page(made))
        self.verticalScrollBar().setValue(place)
        if focused in made.editors:
            made.editors[focused].setFocus()
        return made

    def _show_design(self) -> None:
        """Show the design's own fields; the page stays while it is typed into."""
        self._form = None
        if self._design_form is None:
            self._design_form = SectionsForm(into_design(self._workspace), self._sections)
            self.setWidget(self._design_page(self._design_form))
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

    def _commands(self) -> tuple[tuple[str, str], ...]:
        """Return what a row or a pod that is selected whole can be asked for, and how it reads."""
        space = self._workspace
        if whole_row(space.document.design.racks, space.selection):
            # It faces the other way: one down the plan is mirrored from left to right.
            down = self._selected()[0][0].rotation in (90, 270)
            mirror = "edit.mirror_sides" if down else "edit.mirror"
            return (("Duplicate", "row.duplicate"), ("Mirror", mirror), ("Detach", "row.detach"))
        return _OF_POD if self._pod() else ()

    def _pod(self) -> str:
        """Return the group of racks of which every one is selected; empty of no such."""
        racks, _ = self._selected()
        mine = {rack.group for rack in racks}
        name = mine.pop() if len(mine) == 1 else ""
        every = self._workspace.document.design.racks
        whole = len(racks) > 1 and sum(rack.group == name for rack in every) == len(racks)
        return name if name and whole else ""

    def _buttons(self, commands: tuple[tuple[str, str], ...]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        for words, action_id in commands:
            button = QPushButton(words)
            button.clicked.connect(lambda _=False, one=action_id: self.command_asked.emit(one))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _page(self, form: FieldForm) -> QWidget:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        heading = QLabel(self._subject())
        heading.setWordWrap(True)
        set_role(heading, "heading")
        column.addWidget(heading)
        if commands := self._commands():
            column.addLayout(self._buttons(commands))
        column.addWidget(form)
        parts = self._parts()
        if figures := self._row_figures():
            column.addSpacing(8)
            column.addLayout(figure_lines(figures))
        elif len(parts) == 1:
            column.addSpacing(8)
            column.addWidget(_part_heading(parts[0]))
            column.addLayout(figure_lines(part_figures(parts[0])))
        column.addStretch(1)
        return page


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
