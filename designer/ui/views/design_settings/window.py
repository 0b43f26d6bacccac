"""All settings of the design in one window beside the drawing, which stays live."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.document.document import DocumentChange
from designer.model.design import Underlay
from designer.render.edge import shown
from designer.ui.fields.assembly_records import assemblies
from designer.ui.fields.fabric_records import fabrics
from designer.ui.fields.form import into_design
from designer.ui.fields.grid_records import grid_years
from designer.ui.fields.loop_records import loops
from designer.ui.fields.paper_records import notes, prices, revisions, waivers
from designer.ui.fields.passage_records import passages
from designer.ui.fields.room_records import feeds, obstacles
from designer.ui.fields.sections import FieldSection, sections
from designer.ui.fields.sections_form import SectionsForm
from designer.ui.fields.spare_records import spares
from designer.ui.fields.stage_records import stages
from designer.ui.fields.tray_records import trays
from designer.ui.fields.underlay_records import underlays
from designer.ui.fields.weather_records import weather_years
from designer.ui.kit.style import set_role
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.design_settings.record_section import RecordSection

NAMES_PX = 148
USUAL = (820, 640)


class DesignSettings(QDialog):
    """Pages by name at the left, the chosen one at the right.

    Nothing waits for a button: each value is given to the design when its editor is left, and each
    can be undone.
    """

    def __init__(
        self, workspace: Workspace, actions: ActionSet, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setWindowTitle("Design settings")
        self.setAccessibleName("Design settings")
        self.setModal(False)
        self.resize(*USUAL)
        self.names, self.pages = QListWidget(), QStackedWidget()
        self.names.setAccessibleName("Sections")
        self.names.setFixedWidth(NAMES_PX)
        catalog = workspace.catalog
        kinds = (
            feeds(catalog), loops(), obstacles(), passages(), fabrics(catalog), assemblies(catalog),
            prices(catalog), spares(catalog), revisions(), stages(), notes(), waivers(),
            weather_years(), grid_years(), trays(), underlays(self._told_of),
        )  # fmt: skip
        self.forms = {
            title: SectionsForm(into_design(workspace), lambda t=titles: self._only(t))  # type: ignore[misc] # mypy cannot infer a lambda's default
            for title, titles in (
                ("Design and site", ("Design", "Site", "Water outdoors and in the room")),
                ("Ownership", ("Ownership",)),
                ("Room", ("Room",)),
                ("Title block", ("Title block",)),
            )
        }
        self.records = {kind.title: RecordSection(workspace, kind) for kind in kinds}
        self.records["Weather"].offer(actions["file.weather"])
        self.records["Grid carbon"].offer(actions["file.grid"])
        self.records["Building plans"].offer(actions["plan.place"])
        for title, page in (*self.forms.items(), *self.records.items()):
            page.setAccessibleName(title)
            self.names.addItem(shown(title))
            self.pages.addWidget(_scrolled(page))
        self._lay_out(actions)
        self.names.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.names.setCurrentRow(0)
        # A burst of changes (typing, undo, report) is shown once.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.refresh)
        workspace.document_changed.connect(self._on_document)
        workspace.report_changed.connect(self._later)
        if workspace.plans is not None:
            workspace.plans.changed.connect(self._later)

    def show_page(self, title: str) -> None:
        """Bring a page to the front."""
        titles = [*self.forms, *self.records]
        if title in titles:
            self.names.setCurrentRow(titles.index(title))

    def refresh(self) -> None:
        """Show the design as it stands; what is being typed stays."""
        for form in self.forms.values():
            form.refresh()
        for section in self.records.values():
            section.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while hidden, without what was refused before closing."""
        super().showEvent(event)
        if not event.spontaneous():
            self._forget()
        self.refresh()

    def _on_document(self, change: DocumentChange) -> None:
        if change.opened:
            self._forget()
        self._later()

    def _forget(self) -> None:
        for form in self.forms.values():
            form.forget()
        for section in self.records.values():
            section.forget()

    def _later(self) -> None:
        if self.isVisible():
            self._soon.start()

    def _told_of(self, plan: Underlay) -> str:
        plans = self._workspace.plans
        return plans.words_of(plan) if plans is not None else ""

    def _only(self, titles: tuple[str, ...]) -> list[FieldSection]:
        space = self._workspace
        found = sections(space.document.design, space.catalog, space.report_store.report)
        return [section for section in found if section.title in titles]

    def _lay_out(self, actions: ActionSet) -> None:
        words = QLabel("Every value is one step that can be undone.")
        set_role(words, "dim")
        close = QPushButton("Close")
        close.clicked.connect(self.close)
        below = QHBoxLayout()
        below.addWidget(words, 1)
        for action_id in ("edit.undo", "edit.redo"):
            action = actions[action_id]
            # A shortcut of the main window does not reach into a dialog.
            self.addAction(action)
            button = QPushButton(actions.plain_text(action_id))
            button.setEnabled(action.isEnabled())
            button.clicked.connect(action.trigger)
            action.enabledChanged.connect(button.setEnabled)
            below.addWidget(button)
        below.addWidget(close)
        upper = QHBoxLayout()
        upper.setSpacing(12)
        upper.addWidget(self.names)
        upper.addWidget(self.pages, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        column.addLayout(upper, 1)
        column.addLayout(below)
        # Now that the pages are inside: Enter in a line gives its value and presses no button.
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)


def _scrolled(page: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(page.accessibleName() or "Section")
    holder = QWidget()
    set_role(holder, "panel")
    holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    column = QVBoxLayout(holder)
    column.setContentsMargins(16, 14, 16, 14)
    column.addWidget(page)
    column.addStretch(1)
    area.setWidget(holder)
    return area
