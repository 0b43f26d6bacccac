"""The tab beside the comparison: the change that is looked at, and what follows from all."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.comparing import Comparing
from designer.ui.state.workspace import Workspace
from designer.ui.views.compare.card import ChangeCard
from designer.ui.views.compare.deltas import (
    FindingList,
    LargeDifferences,
    LimitBars,
    Pairs,
    figure_rows,
)
from designer.ui.views.compare.power_plot import PowerPlot

NOTHING: Final = "Choose two designs in the view Compare."
WAITS: Final = "Measuring {name}: figures, limits and findings follow."
WORKS: Final = "Figures, limits and findings are being put beside each other…"
SAME: Final = "Nothing follows: both designs are the same."


class ComparePanel(QWidget):
    """Shows it.

    Signals
    -------
    floor_asked
        What the change touches is to be shown on the floor.
    """

    floor_asked = Signal()

    def __init__(
        self, workspace: Workspace, comparing: Comparing, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._comparing = comparing
        self.setAccessibleName("Compare, what follows")
        self.card = ChangeCard(workspace, comparing)
        self.state = WrappedLabel()
        self.as_of = WrappedLabel()
        for label in (self.state, self.as_of):
            set_role(label, "dim")
        self.large, self.figures = LargeDifferences(), Pairs("Figures, before and after")
        self.plot = PowerPlot(workspace)
        self.limits, self.findings = LimitBars(workspace), FindingList()
        self._lay_out()
        self.card.put_back_asked.connect(self.put_back)
        self.card.floor_asked.connect(self.floor_asked)
        comparing.changed.connect(self.refresh)
        comparing.worked_out.connect(self.refresh)
        workspace.theme_changed.connect(self.limits.update)
        self.refresh()

    def put_back(self) -> None:
        """Put back the change that is looked at, with all that are picked besides it."""
        self._comparing.put_back(self._comparing.picked)

    def refresh(self) -> None:
        """Show what follows, or what is awaited."""
        comparing = self._comparing
        found, words = comparing.found, self._state_words()
        self.state.setText(words)
        self.state.setVisible(bool(words))
        shown = found is not None and not words
        self._body.setVisible(shown)
        if found is None or not shown:
            return
        self.as_of.setText(comparing.as_of_words)
        self.as_of.setVisible(bool(comparing.as_of_words))
        self.large.show_found(found)
        if comparing.powers is not None:
            self.plot.show_powers(comparing.powers)
        self.figures.show_rows(figure_rows(found))
        self.limits.show_limits(found.limits)
        self._limits_head.setText("Limits that moved" if found.limits else "No limit moved")
        self._limits_note.setVisible(bool(found.limits))
        self.findings.show_found(found.gained, found.gone)
        self._lost.setText("\n".join(found.not_computed))
        self._lost.setVisible(bool(found.not_computed))

    def _state_words(self) -> str:
        comparing = self._comparing
        if comparing.comparison is None:
            return NOTHING
        if comparing.comparison.is_same:
            return SAME
        if comparing.why:
            return comparing.why
        if comparing.found is not None:
            return ""
        return WAITS.format(name=comparing.waits_for) if comparing.waits_for else WORKS

    def _lay_out(self) -> None:
        self._body, inside = QWidget(), QVBoxLayout()
        self._body.setLayout(inside)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        self._limits_head, self._limits_note = QLabel(), QLabel("frame: before · bar: after")
        self._lost = WrappedLabel()
        set_role(self._lost, "warning")
        set_role(self._limits_head, "heading")
        set_role(self._limits_note, "caption")
        heads = [QLabel(text) for text in ("Figures", "Findings")]
        for label in heads:
            set_role(label, "heading")
        below = (
            self.as_of, self.large, self.plot, heads[0], self.figures, self._lost,
            self._limits_head, self._limits_note, self.limits, heads[1], self.findings,
        )  # fmt: skip
        for widget in below:
            inside.addWidget(widget)
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(14, 10, 14, 14)
        column.setSpacing(12)
        column.addWidget(self.card)
        column.addWidget(self.state)
        column.addWidget(self._body)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Change and what follows")
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
