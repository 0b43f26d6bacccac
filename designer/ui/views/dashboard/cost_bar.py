"""Capital cost by category as one stacked bar with its legend, and the energy of a year."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QToolTip, QWidget

from designer.engine.report import Report
from designer.render.theme import METHOD_COLOURS
from designer.ui.kit import figures
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.section import Section

BAR_PX: Final = 14
SERIES: Final = tuple(
    METHOD_COLOURS[name]
    for name in ("direct-to-chip", "in-row", "rear-door", "immersion", "room-air")
)
"""The colour-blind safe family of the cooling methods serves the categories too."""


@dataclass(frozen=True)
class CostPart:
    """A category: its part of the capital cost from 0 to 1; None where nothing has a price."""

    name: str
    amount: float | None
    part: float | None
    unpriced: int


def cost_parts(report: Report) -> list[CostPart]:
    """Return the categories, the dearest first, those without a price last."""
    lines = report.cost.by_category
    total = sum(line.amount or 0.0 for line in lines)
    parts = [
        CostPart(
            line.category.capitalize(),
            line.amount,
            line.amount / total if line.amount is not None and total else None,
            line.unpriced,
        )
        for line in lines
    ]
    return sorted(parts, key=lambda part: -(part.amount or 0.0))


class CostStack(QWidget):
    """The painted bar."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.parts: list[CostPart] = []
        self.currency = "USD"
        self.setAccessibleName("Bar of cost by category")
        self.setFixedHeight(BAR_PX)

    def sizeHint(self) -> QSize:
        """Return the bar's height."""
        return QSize(200, BAR_PX)

    def event(self, event: object) -> bool:
        """Name the category under the pointer."""
        if isinstance(event, QHelpEvent) and self.parts:
            left = 0.0
            for part in self.parts:
                left += (part.part or 0.0) * self.width()
                if event.pos().x() <= left:
                    words = f"{part.name}: {figures.money(part.amount, self.currency)}"
                    QToolTip.showText(event.globalPos(), words, self)
                    return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts side by side with a gap of 1 px."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        known = [part for part in self.parts if part.part]
        if not known:
            painter.setBrush(QColor(self._workspace.theme.raised))
            painter.drawRoundedRect(QRectF(self.rect()), 2, 2)
            return
        left = 0.0
        for index, part in enumerate(known):
            width = max(2.0, (part.part or 0.0) * self.width())
            painter.setBrush(QColor(SERIES[index % len(SERIES)]))
            painter.drawRoundedRect(QRectF(left, 0, max(1.0, width - 1), self.height()), 2, 2)
            left += width


class CostView(Section):
    """The section with bar and legend."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Cost", parent)
        self.stack = CostStack(workspace)
        self._legend = QGridLayout()
        self._legend.setHorizontalSpacing(12)
        self._legend.setVerticalSpacing(2)
        self._labels: list[QLabel] = []
        self.energy = QLabel("")
        set_role(self.energy, "caption")
        self.energy.setWordWrap(True)
        self.body.addWidget(self.stack)
        self.body.addLayout(self._legend)
        self.body.addWidget(self.energy)

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        if report is None:
            self.set_note("")
            self._show_legend([])
            self.energy.setText("")
            return
        cost = report.cost
        capital = figures.at_least(figures.money(cost.capex, cost.currency), cost.complete)
        yearly = figures.money(cost.opex_per_year, cost.currency)
        self.set_note(f"{capital} capital · {yearly} a year")
        self.stack.currency = cost.currency
        self._show_legend(cost_parts(report))
        facility = report.facility
        pue = f" · PUE {facility.pue:.2f}" if facility.pue else ""
        words = f"Energy {figures.energy(cost.energy_mwh_per_year)} a year{pue}"
        self.energy.setText(words)
        self.energy.setToolTip(facility.pue_source)

    def _show_legend(self, parts: list[CostPart]) -> None:
        self.stack.parts = parts
        self.stack.update()
        while len(self._labels) < len(parts):
            label = QLabel("")
            set_role(label, "caption")
            place = len(self._labels)
            self._legend.addWidget(label, place // 2, place % 2)
            self._labels.append(label)
        for index, label in enumerate(self._labels):
            label.setVisible(index < len(parts))
            if index < len(parts):
                label.setText(_legend_words(index, parts[index]))


def _legend_words(index: int, part: CostPart) -> str:
    colour = QColor(SERIES[index % len(SERIES)]).name()
    share = "no price" if part.part is None else f"{part.part * 100:.0f} %"
    if part.unpriced and part.part is not None:
        share = f"≥ {share}"
    return f"<span style='color:{colour}'>■</span>&nbsp;{part.name} {share}"
