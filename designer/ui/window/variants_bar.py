"""The strip at the head of plots that lists variants: letter, name, three figures, when, a cross.

The open design stands in its first row, so that each figure is read beside its own.
"""

from datetime import datetime
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from designer.engine.report import Report
from designer.engine.workload_report import WorkloadReport
from designer.model.figure_words import UNKNOWN, quantity, words
from designer.model.workload import Workload
from designer.render.icons import icon
from designer.render.variant_ink import paint_letter, variant_pen
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.kit.widget_edge import given_text
from designer.ui.state.beside_words import OWNERSHIP, run_beside
from designer.ui.state.variants import LETTERS, Variant, Variants
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import letters, told

NOW: Final = "This design"
_SAMPLE: Final = QSize(60, 20)
_LETTER_PX: Final = 18.0
"""Of the sample, before the line."""
_HIGH_PX: Final = 22
_VIEWS: Final = ("Workloads", "Cost")


class Sample(QWidget):
    """The line of a variant with its letter; of the open design a whole one."""

    def __init__(self, workspace: Workspace, letter: str) -> None:
        super().__init__()
        self._space, self._letter = workspace, letter
        self.setFixedSize(_SAMPLE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, ink = self.height() / 2, QColor(theme.text if self._letter else theme.accent)
        painter.setPen(variant_pen(self._letter, ink) if self._letter else QPen(ink, 2))
        painter.drawLine(QPointF(_LETTER_PX + 4, y), QPointF(self.width(), y))
        if self._letter:
            paint_letter(painter, QPointF(_LETTER_PX / 2, y), self._letter, ink,
                         QColor(theme.panel))  # fmt: skip
        painter.end()


class VariantRow:
    """The widgets of one row."""

    def __init__(self, workspace: Workspace, letter: str) -> None:
        self.letter = letter
        self.sample = Sample(workspace, letter)
        self.name, self.about = ElidedLabel(ends=True), ElidedLabel()
        self.name.setFixedHeight(_HIGH_PX)
        self.figures = (QLabel(""), QLabel(""), QLabel(""))
        self.cross = QPushButton("")
        self.cross.setAccessibleName("Remove variant")
        self.cross.setFixedSize(_HIGH_PX, _HIGH_PX)
        self.cross.setAutoDefault(True)  # Enter presses it, as Space does
        set_role(self.cross, "cross")
        set_role(self.about, "caption")
        for label in self.figures:
            set_role(label, "figure")
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """All of them, from left to right."""
        return self.sample, self.name, *self.figures, self.about, self.cross

    def show_texts(self, name: str, figures: tuple[str, str, str], about: str) -> None:
        """Show what a row says."""
        self.name.set_full_text(name)
        self.about.set_full_text(about)
        for label, text in zip(self.figures, figures, strict=True):
            label.setText(text)

    def said(self) -> str:
        """Return it in one line."""
        figures = (given_text(label) for label in self.figures)
        parts = (self.letter, self.name.full_text(), *figures, self.about.full_text())
        return ", ".join(filter(None, parts))


class VariantsBar(QFrame):
    """Shows them over the views on which they stand; nothing where there are none."""

    def __init__(
        self, workspace: Workspace, variants: Variants, choice: WorkloadChoice,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._variants, self._choice = workspace, variants, choice
        self._view = ""
        self._years: float | None = None
        set_role(self, "top")
        self.setAccessibleName("Variants")
        self.now = VariantRow(workspace, "")
        self.now.cross.hide()
        self.rows = {letter: VariantRow(workspace, letter) for letter in LETTERS}
        grid = QGridLayout(self)
        grid.setContentsMargins(14, 8, 12, 6)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(5, 2)
        for at, row in enumerate((self.now, *self.rows.values())):
            for column, widget in enumerate(row.widgets):
                grid.addWidget(widget, at, column)
        for letter, row in self.rows.items():
            row.cross.clicked.connect(lambda _=False, letter=letter: variants.remove(letter))
        variants.changed.connect(self.refresh)
        choice.changed.connect(self.refresh)
        workspace.theme_changed.connect(self.refresh)
        self.refresh()

    def show_view(self, view: str) -> None:
        """Show them over a view, where they stand on it."""
        self._view = view
        self.refresh()

    def refresh(self) -> None:
        """Show those that stand and those that are measured."""
        standing = {one.letter: one for one in self._variants.every}
        waiting = {one.letter: one for one in self._variants.under_way}
        shown = self._view in _VIEWS and bool(standing or waiting)
        self.setVisible(shown)
        if not shown:
            return
        design = self._space.document.design
        self.now.show_texts(
            design.name or "untitled",
            _figures(self._space.report_store.report, self._choice.report, self._choice.workload),
            NOW,
        )  # fmt: skip
        self._years = _years_of(self._space.report_store.report)
        for letter, row in self.rows.items():
            one = waiting.get(letter) or standing.get(letter)
            for widget in row.widgets:
                widget.setVisible(one is not None)
            if one is not None:
                self._show_row(row, one, under_way=letter in waiting)
        said = [row.said() for letter, row in self.rows.items() if letter in {*standing, *waiting}]
        self.setAccessibleDescription("; ".join(said))

    def _show_row(self, row: VariantRow, one: Variant, *, under_way: bool) -> None:
        asked = self._choice.workload
        run = run_beside(one, asked) if asked is not None else None
        figures = (
            ("", "being measured…", "")
            if under_way
            else _figures(one.report, run, asked, self._years)
        )
        row.show_texts(one.name, figures, about_words(one, datetime.now().astimezone()))
        what = "Cancel" if under_way else "Remove"
        row.cross.setIcon(icon("close", self._space.theme.dim))
        row.cross.setAccessibleName(f"{what} variant {one.letter}, {one.name}")
        row.cross.setToolTip(f"{what} variant {one.letter}")


def about_words(one: Variant, now: datetime) -> str:
    """Return of which design a variant is, its revision, and of when it is."""
    same_day = one.at.date() == now.date()
    when = one.at.strftime("%H:%M" if same_day else "%Y-%m-%d %H:%M")
    what = {"file": "written", "kept": "kept", "pinned": "pinned"}[one.origin]
    revision = f"rev {one.revision}" if one.revision else ""
    return " · ".join(filter(None, (revision, f"{what} {when}", one.of)))


def _years_of(report: Report | None) -> float | None:
    """Return over how many years a design is counted."""
    return report.ownership.years if report is not None else None


def _figures(
    report: Report | None, run: WorkloadReport | None, asked: Workload | None,
    beside: float | None = None,
) -> tuple[str, str, str]:  # fmt: skip
    """Return power, what a run does where one is looked at, and what all costs.

    Parameters
    ----------
    beside
        The years of the design that it stands beside: its own are named where they differ.
    """
    if report is None:
        return "", "not sized yet", ""
    pace = run_words(run) if asked is not None or run is not None else ""
    lost = report.why_lost("totals")
    power = UNKNOWN if lost else quantity(report.totals.figure("power_max_kw", "kW"))
    owned = report.ownership
    cost = ""
    if not report.why_lost(OWNERSHIP) and owned.is_computed:
        spent = quantity(owned.figure("tco", owned.currency)).partition(" (")[0]
        other = beside is not None and owned.years is not None and owned.years != beside
        cost = f"TCO {spent}, {owned.years:g} years" if other else f"TCO {spent}"
    return power.partition(" (")[0], pace, cost


def run_words(run: WorkloadReport | None) -> str:
    """Return how long a run takes, or how fast it goes."""
    if run is None:
        return "no such workload"
    if run.missing:
        return "not computed"
    if run.fits is False:
        return "does not fit"
    if told(run, "days"):
        return words(run.figure("days"), 1, "days").partition(" (")[0]
    rate = letters(run.figure("tokens_per_s")).partition(" (")[0]
    return rate if rate.startswith(UNKNOWN) else f"{rate} tokens/s"
