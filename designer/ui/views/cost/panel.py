"""The cost view: verdict, capital, each year, what decides, the course over the years, terms."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.choice_report import Choice
from designer.engine.ownership_report import FIELDS, Ownership
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.beside_words import joined, no_cost_words
from designer.ui.state.cost_trial import CostTrial
from designer.ui.state.price_rows import counts_of
from designer.ui.state.variants import Variants
from designer.ui.state.workspace import Workspace
from designer.ui.views.cost.card import Card
from designer.ui.views.cost.choice_card import ReasonsCard, WorkCard
from designer.ui.views.cost.course_card import CourseCard
from designer.ui.views.cost.paid_card import LeftOutCard, PaidCard, YearCard
from designer.ui.views.cost.swings_card import SwingsCard
from designer.ui.views.cost.terms_card import LikeCard, TermsCard

NOTHING: Final = (
    "Nothing to own or rent yet: place nodes with GPUs, and owning is compared with renting."
)
SIZING: Final = "Costs appear as soon as the design is sized."
TWO_COLUMNS_FROM_PX: Final = 860


class CostPanel(QWidget):
    """Shows owning over its years against renting the same GPUs.

    Signals
    -------
    settings_asked
        Somebody wants to change what is assumed.
    why_asked
        Somebody asked why figures of a card are what they are: the tab beside the view says it.
    """

    settings_asked = Signal()
    why_asked = Signal()

    def __init__(
        self, workspace: Workspace, variants: Variants, parent: QWidget | None = None,
        trial: CostTrial | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._workspace, self._variants = workspace, variants
        self.beside = WrappedLabel("")
        set_role(self.beside, "caption")
        self.trial = CostTrial(workspace, self) if trial is None else trial
        self.setAccessibleName("Cost")
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.heading = LinesLabel(1)
        set_role(self.heading, "heading")
        self.verdict = LinesLabel(2)
        self.sign = SeverityGlyph("info")
        self.change = QPushButton("Change what is assumed…")
        self.change.setToolTip("Design settings › Ownership")
        self.change.clicked.connect(lambda _=False: self.settings_asked.emit())
        self.hint = QLabel(NOTHING)
        set_role(self.hint, "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.cards: tuple[Card, ...] = (
            PaidCard(), SwingsCard(), YearCard(), CourseCard(), LeftOutCard(), TermsCard(),
            LikeCard(), WorkCard(), ReasonsCard(),
        )  # fmt: skip
        self._columns = 0
        self._lay_out()
        workspace.report_changed.connect(self.refresh_if_shown)
        self.trial.changed.connect(self.refresh_if_shown)
        for card in self.cards:
            card.why_asked.connect(self._ask_why)
            if isinstance(card, SwingsCard):
                card.pulled.connect(self.trial.propose_input)
                card.let_go.connect(self.trial.let_go)
                card.released.connect(self._keep_input)
        workspace.theme_changed.connect(self.refresh_if_shown)
        variants.changed.connect(self.refresh_if_shown)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh_if_shown(self) -> None:
        """Show the newest report, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show owning and renting of the present report."""
        report = self._workspace.report_store.report
        owned = self.trial.shown
        shown = owned.is_computed
        self._scroll.setVisible(shown)
        self.hint.setVisible(not shown)
        self.hint.setText(SIZING if report is None else NOTHING)
        self.sign.setVisible(shown)
        years = f", over {owned.years:g} years" if shown else ""
        self.heading.setText(f"What it costs{years}")
        self.verdict.setText(owned.verdict if shown else "")
        self.sign.set_severity(severity_of(owned))
        every = self._variants.every if shown else ()
        self.beside.setText(joined(no_cost_words(one, owned) for one in every))
        self.beside.setVisible(bool(self.beside.text()))
        for card in self.cards:
            if isinstance(card, CourseCard | SwingsCard | TermsCard):
                card.beside = every
            if isinstance(card, ReasonsCard | WorkCard):
                card.show_choice(report.choice if report is not None else Choice())
            if type(card) is PaidCard and shown:
                card.counts = counts_of(self._workspace.layout(), self._workspace.catalog)
            card.show_owned(owned, self._workspace.theme)

    def _ask_why(self, box: str) -> None:
        self.trial.why.ask(box)
        self.why_asked.emit()

    def _keep_input(self, name: str, value: float) -> None:
        """Make what an end was drawn to a part of the design, where the site has a field for it."""
        field = FIELDS.get(name)
        if field is None:
            self.trial.let_go()
            words = f"{name}: tried only; state its price in the design to keep it"
            self._workspace.message.emit(words, "info")
        else:
            self.trial.keep(field, name, value)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put cards beside each other where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def _lay_out(self) -> None:
        head = QWidget()
        line = QHBoxLayout(head)
        line.setContentsMargins(20, 14, 20, 10)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.heading)
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.verdict, 1)
        words.addLayout(said)
        words.addWidget(self.beside)
        line.addLayout(words, 1)
        line.addWidget(self.change, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName("Figures of cost")
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        set_role(page, "panel")
        self._grid = QGridLayout(page)
        self._grid.setContentsMargins(20, 4, 20, 20)
        self._grid.setSpacing(12)
        self._grid.setRowStretch(6, 1)
        bought, swings, year, course, left_out, terms, like, work, reasons = self.cards
        self._left, self._right = _column(bought, left_out, year), _column(swings, course)
        self._wide = (terms, work, like, reasons)
        self._scroll.setWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.hint, 1)
        self._arrange()

    def _arrange(self) -> None:
        """Lay the cards into one column or two."""
        columns = 2 if self.width() >= TWO_COLUMNS_FROM_PX else 1
        if columns == self._columns:
            return
        self._columns = columns
        for widget in (self._left, self._right, *self._wide):
            self._grid.removeWidget(widget)
        beside = columns - 1
        self._grid.addWidget(self._left, 0, 0)
        self._grid.addWidget(self._right, 1 - beside, beside)
        for row, widget in enumerate(self._wide):
            self._grid.addWidget(widget, 2 + row, 0, 1, columns)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, beside)


def _column(*cards: Card) -> QWidget:
    """Return cards below each other."""
    column = QWidget()
    box = QVBoxLayout(column)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(12)
    for card in cards:
        box.addWidget(card)
    box.addStretch(1)
    return column


def severity_of(owned: Ownership) -> str:
    """Return the sign of the verdict: what nobody can say is neither good nor bad."""
    on_demand = owned.term("on demand")
    if on_demand is None or owned.years is None:
        return "open"
    months = on_demand.figure("break_even_months")
    end = 12 * owned.years
    if on_demand.never or months.low > end:
        return "warning"
    return "ok" if months.high <= end else "open"
