"""The tab of workloads: which one, what is asked of it, all of its figures; adding and removing."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
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

from designer.engine.workload_report import WorkloadReport
from designer.model.workload import Workload
from designer.ui.fields.field_form import FieldForm
from designer.ui.fields.form import into_design
from designer.ui.fields.workload_fields import workload_fields
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.kit.why_card import WhyCard
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.chooser import Chooser
from designer.ui.views.workloads.figures import figure_rows
from designer.ui.views.workloads.inputs import Inputs
from designer.ui.views.workloads.trial_card import TrialCard
from designer.ui.views.workloads.ways_card import WaysCard

_PASSES: Final = 2
"""Of a layout until labels have the height that their width asks for."""
_AROUND_PX: Final = 12
EMPTY: Final = "Nothing runs on this design yet: add a training run or a service below."


class WorkloadsPanel(QScrollArea):
    """Says what is asked of a workload, and all that follows, beside any drawing."""

    def __init__(
        self, workspace: Workspace, choice: WorkloadChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._choice = workspace, choice
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Workloads")
        self.chosen = QComboBox()
        self.chosen.setAccessibleName("Workload")
        self.chosen.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        ignore_wheel(self.chosen)
        self.remove = QPushButton("Remove")
        set_role(self.remove, "quiet")
        self.sign, self.verdict = SeverityGlyph(""), WrappedLabel(EMPTY)
        self.note = WrappedLabel("")
        self.form = FieldForm(into_design(workspace))
        self.inputs = Inputs(workspace, choice)
        self.trial = TrialCard(choice)
        self.ways = WaysCard(choice)
        self.ways.left.connect(self.setFocus)
        self.why = WhyCard()
        self.why.closed.connect(lambda: choice.why.ask(""))
        self.figures = QGridLayout()
        self._sought = self._holds = False
        self._rows: list[tuple[QLabel, QLabel]] = []
        self.chooser = Chooser()
        self._lay_out()
        self.chosen.activated.connect(lambda _: choice.choose(self.chosen.currentData()))
        self.remove.clicked.connect(lambda _=False: choice.remove())
        self.chooser.added.connect(choice.add)
        choice.changed.connect(self.refresh_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.chooser.load()
        self.refresh()

    def refresh_if_shown(self) -> None:
        """Show the newest report, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def offer_adding(self) -> None:
        """Give the keyboard to the chooser."""
        self.ensureWidgetVisible(self.chooser.add, 0, 12)
        self.chooser.kind.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_why(self) -> None:
        """Bring what was asked for into sight, now and when it is answered."""
        self._sought = True
        self._bring_why()

    def _bring_why(self) -> None:
        page = self.widget()
        layout = page.layout() if page is not None else None
        if page is not None and layout is not None:
            # The page takes the height of what came before it is scrolled, and not after.
            for _ in range(_PASSES):
                layout.activate()
                high = max(
                    layout.totalHeightForWidth(page.width()), layout.totalSizeHint().height()
                )
                page.resize(page.width(), max(high, self.viewport().height()))
            top, bottom = self.why.y() - _AROUND_PX, self.why.geometry().bottom() + _AROUND_PX
            bar, seen = self.verticalScrollBar(), self.viewport().height()
            # All of it, or its head above.
            bar.setValue(min(max(bar.value(), bottom - seen), top))
        self._sought = self._sought and self._choice.why.found is None

    def refresh(self) -> None:
        """Show the workload that is chosen."""
        self._list()
        asked, one = self._choice.workload, self._choice.report
        standing, hanging = self._choice.standing, self._choice.hanging
        for widget in (
            self.remove, self.chosen, self.form, self._asked, self.sign, self.inputs, self.trial,
        ):  # fmt: skip
            widget.setVisible(asked is not None)
        self.ways.show_report(one)
        self._choice.why.show_in(self.why)
        self._show_hanging(hanging)
        if self._sought:
            self._bring_why()
        if asked is None:
            self.verdict.setText(EMPTY)
        else:
            verdict = self._choice.verdict_of(asked.id)
            self._keep_room()
            self.sign.set_severity(verdict.sign)
            self.verdict.setText(verdict.words)
            self.trial.refresh()
        if standing is not None and hanging is None:
            self.inputs.show_workload(
                asked or standing, standing, self._choice.report_of(standing.id)
            )
            called = f"workload {standing.name or standing.id}"
            fields = workload_fields(standing, self._space.document.design, self._space.catalog)
            self.form.show_fields(fields, f"workload {standing.id}", called)
        self.note.setText(_note(one) if one else "")
        self.note.setVisible(bool(self.note.text()))
        self._show_figures(one)

    def _keep_room(self) -> None:
        """Have the verdict lose no line while a knob is held: the knob keeps its place."""
        holds = self._choice.trial.asked is not None and self._choice.hanging is None
        if holds != self._holds:
            self._holds = holds
            lines = round(self.verdict.height() / self.verdict.fontMetrics().lineSpacing())
            self.verdict.keep_room(lines if holds else 0)

    def _show_hanging(self, hanging: Workload | None) -> None:
        """Show what hangs over the view, of which nothing is asked otherwise before it is added."""
        for widget in (self.remove, self.chosen, self.inputs):
            widget.setEnabled(hanging is None)
        if hanging is None:
            return
        for stands in (self.form, self.ways, self.why):
            stands.hide()
        known = self._choice.report or self._choice.report_of(self._choice.key)
        self.inputs.show_workload(hanging, hanging, known)

    def _list(self) -> None:
        hanging = self._choice.hanging
        wanted = [(one.name or one.id, one.id) for one in self._choice.every]
        if hanging is not None:
            wanted.append((hanging.name or hanging.id, hanging.id))
        box = self.chosen
        if wanted != [(box.itemText(at), box.itemData(at)) for at in range(box.count())]:
            box.clear()
            for name, key in wanted:
                box.addItem(name, key)
        box.setCurrentIndex(box.findData(self._choice.shown_key))

    def _show_figures(self, one: WorkloadReport | None) -> None:
        rows = figure_rows(one) if one else []
        self._known.setVisible(bool(rows))
        while len(self._rows) < len(rows):
            pair = QLabel(""), QLabel("")
            set_role(pair[0], "caption")
            set_role(pair[1], "figure")
            for column, label in enumerate(pair):
                self.figures.addWidget(label, len(self._rows), column)
            self._rows.append(pair)
        for at, (label, value) in enumerate(self._rows):
            label.setVisible(at < len(rows))
            value.setVisible(at < len(rows))
            if at < len(rows) and one is not None:
                label.setText(rows[at].label)
                value.setText(rows[at].value)
                tip = figure_tip("", one.figure(rows[at].field), self._space.part_name)
                value.setToolTip(tip)

    def _lay_out(self) -> None:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self.chosen, 1)
        top.addWidget(self.remove)
        column.addLayout(top)
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.verdict, 1)
        column.addLayout(said)
        self._asked, self._known = _heading("What is asked"), _heading("What follows")
        column.addWidget(self._asked)
        column.addWidget(self.trial)
        column.addWidget(self.inputs)
        column.addWidget(self.form)
        column.addWidget(self.ways)
        column.addWidget(self.why)
        column.addSpacing(4)
        column.addWidget(self._known)
        self.figures.setColumnStretch(0, 1)
        column.addLayout(self.figures)
        set_role(self.note, "caption")
        column.addWidget(self.note)
        column.addSpacing(10)
        column.addWidget(_heading("Add a workload"))
        column.addWidget(self.chooser)
        column.addStretch(1)
        self.setWidget(page)


def _heading(title: str) -> QLabel:
    made = QLabel(title)
    set_role(made, "heading")
    return made


def _note(one: WorkloadReport) -> str:
    if one.band_pct is None:
        return ""
    return (
        f"Bounds hold the band of {one.profile}, {one.band_pct:g} % either way, set with published "
        "runs in sight, and what is not known of the network."
    )
