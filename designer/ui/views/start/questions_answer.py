"""What comes of the answers: totals, what does not fit, price and budget, all that is assumed."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.model.plural import plural
from designer.runtime.planner import PlanFigures, Planned
from designer.ui.kit.empty_layout import empty_layout
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

UNKNOWN: Final = "–"
_BUDGET_ROLES: Final = {"within": "ok", "over": "error", "open": "warning"}
_BUDGET_SIGNS: Final = {"within": "✓", "over": "✗", "open": "?"}


class QuestionsAnswer(QFrame):
    """The pane; figures of an earlier answer are dimmed while another is worked out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAccessibleName("What comes of the answers")
        self.name, self.state = WrappedLabel(), QLabel()
        set_role(self.name, "title")
        set_role(self.state, "caption")
        self.fits, self.price, self.budget, self.checks = (WrappedLabel() for _ in range(4))
        set_role(self.price, "dim")
        self._totals: dict[str, QLabel] = {}
        self._assumed = QVBoxLayout()
        self._assumed.setContentsMargins(0, 0, 6, 0)
        self._assumed.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 10, 12)
        column.setSpacing(8)
        column.addWidget(self.state)
        column.addWidget(self.name)
        column.addLayout(self._totals_row())
        for label in (self.fits, self.budget, self.price, self.checks):
            column.addWidget(label)
        self._heading = QLabel("Assumed")
        set_role(self._heading, "section")
        column.addSpacing(4)
        column.addWidget(self._heading)
        column.addWidget(self._scrolled(), 1)

    def show_working(self) -> None:
        """Say that another answer is worked out."""
        self.state.setText("Working it out…")
        set_role(self.state, "caption")
        for said in (self.name, self.fits, self.budget, self.price, self.checks):
            set_role(said, "dim")
        for label in self._totals.values():
            set_role(label, "stale")

    def show_refused(self, why: str) -> None:
        """Say why an answer means nothing."""
        self._clear()
        self.state.setText("Not answered yet")
        self._say(self.fits, why, "warning")

    def show_planned(self, found: Planned) -> None:
        """Show what was planned; the engine has not seen it."""
        self._clear()
        self.state.setText("This fits" if found.fits else "This does not fit")
        set_role(self.state, "ok" if found.fits else "warning")
        self._say(self.fits, found.why_not, "warning")
        if not found.name:
            return
        self._say(self.name, found.name if found.fits else f"Nearest: {found.name}", "title")
        wide, deep = found.room_m
        self._total("GPUs", f"{found.gpus:,}")
        self._total("Racks", f"{found.racks:,}")
        self._total("Room", f"{wide:g} × {deep:g} m")
        self._say(self.checks, "The engine measures it…", "dim")
        for one in found.assumptions:
            words = WrappedLabel(one.value if not one.why else f"{one.value} – {one.why}")
            what = QLabel(one.what)
            set_role(what, "caption")
            both = QWidget()
            set_role(both, "clear")
            pair = QVBoxLayout(both)
            pair.setContentsMargins(0, 0, 0, 0)
            pair.setSpacing(1)
            pair.addWidget(what)
            pair.addWidget(words)
            self._assumed.addWidget(both)
        self._heading.show()

    def show_measured(self, figures: PlanFigures) -> None:
        """Show what the engine says of it."""
        self._total("Power", figures.power)
        self._say(self.price, f"Price: {figures.price}", "")
        self.price.setToolTip(figures.price_scope)
        sign = _BUDGET_SIGNS.get(figures.budget, "")
        self._say(
            self.budget,
            f"{sign} Budget: {figures.budget_line}" if sign else "",
            _BUDGET_ROLES.get(figures.budget, "dim"),
        )
        errors = len(figures.errors)
        said = f"{plural(errors, 'error')}, {plural(figures.warnings, 'warning')} in its checks"
        self._say(self.checks, said, "error" if errors else "dim")
        self.checks.setToolTip("\n".join(figures.errors))

    def show_failed(self, why: str) -> None:
        """Say that nothing can be worked out."""
        self._clear()
        self._say(self.fits, f"Nothing was worked out: {why}", "error")

    def words(self) -> list[str]:
        """Return all that is said, from the top."""
        labels = [self.state, self.name, *self._totals.values()]
        labels += [self.fits, self.budget, self.price, self.checks]
        return [label.text() for label in labels if label.text()]

    def _totals_row(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(0)
        for at, what in enumerate(("GPUs", "Racks", "Power", "Room")):
            value, name = QLabel(UNKNOWN), QLabel(what)
            set_role(value, "total")
            set_role(name, "caption")
            value.setAccessibleName(what)
            grid.addWidget(value, 0, at)
            grid.addWidget(name, 1, at)
            self._totals[what] = value
        grid.setColumnStretch(4, 1)
        return grid

    def _scrolled(self) -> QScrollArea:
        inside = QWidget()
        set_role(inside, "clear")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._assumed)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setAccessibleName("What is assumed")
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return area

    def _clear(self) -> None:
        set_role(self.state, "caption")
        self._say(self.name, "", "title")
        self._heading.hide()
        for label in self._totals.values():
            label.setText(UNKNOWN)
            set_role(label, "total")
        for said in (self.fits, self.budget, self.price, self.checks):
            self._say(said, "", "dim")
        empty_layout(self._assumed)

    def _total(self, what: str, text: str) -> None:
        self._totals[what].setText(text)

    def _say(self, label: QLabel, text: str, role: str) -> None:
        set_role(label, role)
        label.setText(text)
        label.setVisible(bool(text))
