"""All settings of the design in one window beside the drawing, which stays live."""

from functools import partial
from typing import Final, TypeVar

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
from designer.ui.fields.record_kind import RecordKind
from designer.ui.fields.room_records import feeds, obstacles
from designer.ui.fields.sections import FieldSection, sections
from designer.ui.fields.sections_form import SectionsForm
from designer.ui.fields.spare_records import spares
from designer.ui.fields.stage_records import stages
from designer.ui.fields.tray_records import trays
from designer.ui.fields.underlay_records import underlays
from designer.ui.fields.weather_records import weather_years
from designer.ui.kit.made_when_asked import MadeWhenAsked
from designer.ui.kit.style import set_role
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.design_settings.record_section import RecordSection

NAMES_PX = 148
USUAL = (820, 640)
_FORMS: Final = {
    "Design and site": ("Design", "Site", "Water outdoors and in the room"),
    "Ownership": ("Ownership",),
    "Room": ("Room",),
    "Title block": ("Title block",),
}
"""Pages of forms, each with the sections of fields on it."""
_OFFERED: Final = {
    "Weather": "file.weather", "Grid carbon": "file.grid", "Building plans": "plan.place",
}  # fmt: skip
"""Commands that add a record in their own way, by the page that offers them."""
Page = TypeVar("Page", SectionsForm, RecordSection)


class DesignSettings(QDialog):
    """Pages by name at the left, the chosen one at the right.

    Nothing waits for a button: each value is given to the design when its editor is left, and each
    can be undone.
    """

    def __init__(
        self, workspace: Workspace, actions: ActionSet, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._actions = workspace, actions
        self.setWindowTitle("Design settings")
        self.setAccessibleName("Design settings")
        self.setModal(False)
        self.resize(*USUAL)
        self.names, self.pages = QListWidget(), QStackedWidget()
        self.names.setAccessibleName("Sections")
        self.names.setFixedWidth(NAMES_PX)
        # Twenty pages of editors: each is made when somebody first looks at it, or asks for it.
        self.forms = MadeWhenAsked({title: partial(self._form, title) for title in _FORMS})
        self.records = MadeWhenAsked(
            {kind.title: partial(self._section, kind) for kind in self._kinds()}
        )
        self._titles = (*self.forms, *self.records)
        self._holders: dict[str, QWidget] = {}
        for title in self._titles:
            self.names.addItem(shown(title))
            area, self._holders[title] = _scrolled(title)
            self.pages.addWidget(area)
        self._lay_out(actions)
        self.names.setCurrentRow(0)
        self.names.currentRowChanged.connect(self._look_at)
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
        if title in self._titles:
            self.names.setCurrentRow(self._titles.index(title))

    def form_with(self, field: str) -> str:
        """Return the page of forms that has a field; empty for none."""
        pages = ((title, self._only(titles)) for title, titles in _FORMS.items())
        return next(
            (
                title
                for title, found in pages
                if any(one.name == field for section in found for one in section.fields)
            ),
            "",
        )

    def refresh(self) -> None:
        """Show the design as it stands; what is being typed stays."""
        for page in self._made():
            page.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while hidden, without what was refused before closing."""
        super().showEvent(event)
        if not event.spontaneous():
            self._forget()
        self.refresh()
        self._look_at(self.names.currentRow())

    def _look_at(self, row: int) -> None:
        """Bring a page to the front, made if it was not."""
        if self.isVisible():
            title = self._titles[row]
            _ = self.forms[title] if title in self.forms else self.records[title]
        self.pages.setCurrentIndex(row)

    def _on_document(self, change: DocumentChange) -> None:
        if change.opened:
            self._forget()
        self._later()

    def _forget(self) -> None:
        for page in self._made():
            page.forget()

    def _made(self) -> tuple[SectionsForm | RecordSection, ...]:
        return (*self.forms.made, *self.records.made)

    def _later(self) -> None:
        if self.isVisible():
            self._soon.start()

    def _kinds(self) -> tuple[RecordKind, ...]:
        catalog = self._workspace.catalog
        return (
            feeds(catalog), loops(), obstacles(), passages(), fabrics(catalog), assemblies(catalog),
            prices(catalog), spares(catalog), revisions(), stages(), notes(), waivers(),
            weather_years(), grid_years(), trays(), underlays(self._told_of),
        )  # fmt: skip

    def _form(self, title: str) -> SectionsForm:
        write, only = into_design(self._workspace), partial(self._only, _FORMS[title])
        return self._put_in(title, SectionsForm(write, only, self._holders[title]))

    def _section(self, kind: RecordKind) -> RecordSection:
        made = RecordSection(self._workspace, kind, self._holders[kind.title])
        if kind.title in _OFFERED:
            made.offer(self._actions[_OFFERED[kind.title]])
        return self._put_in(kind.title, made)

    def _put_in(self, title: str, page: Page) -> Page:
        page.setAccessibleName(title)
        column = self._holders[title].layout()
        if isinstance(column, QVBoxLayout):
            column.insertWidget(0, page)
        page.show()  # a layout would show it a turn of the event loop later
        _press_none(page)
        return page

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
        _press_none(self)


def _press_none(inside: QWidget) -> None:
    """Let Enter in a line give its value and press no button."""
    for button in inside.findChildren(QPushButton):
        button.setAutoDefault(False)


def _scrolled(title: str) -> tuple[QScrollArea, QWidget]:
    """Return an empty page, and what holds what comes on it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(title)
    holder = QWidget()
    set_role(holder, "panel")
    holder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    column = QVBoxLayout(holder)
    column.setContentsMargins(16, 14, 16, 14)
    column.addStretch(1)
    area.setWidget(holder)
    return area, holder
