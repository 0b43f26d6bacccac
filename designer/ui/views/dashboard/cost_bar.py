"""Capital cost by category as one stacked bar with its legend, with its bounds."""

from dataclasses import dataclass
from math import inf
from typing import Final, get_args

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QToolTip, QWidget

from designer.catalog.kinds import CostCategory
from designer.engine.cost_report import Cost
from designer.engine.report import Report
from designer.model.figure_cases import likely_shares
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure
from designer.render.hatch import paint_hatch
from designer.render.theme import METHOD_COLOURS
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.section import Section

BAR_PX: Final = 14
MOST_NAMED: Final = 4
"""Parts without a price that are named; of a fifth, the name is as short as their number."""
NO_COST: Final = "no cost yet"
_VERMILION: Final = "#d55e00"
_OTHER: Final = "#f0e442"
_COLOURS: Final = dict(
    zip(
        get_args(CostCategory),
        (
            METHOD_COLOURS["direct-to-chip"], METHOD_COLOURS["in-row"], _VERMILION,
            METHOD_COLOURS["immersion"], METHOD_COLOURS["rear-door"], METHOD_COLOURS["room-air"],
            _OTHER,
        ),
        strict=True,
    )
)  # fmt: skip
"""The colour of each category: Okabe and Ito's colour-blind safe family."""


@dataclass(frozen=True)
class CostPart:
    """A category: what it costs, and its part of what all cost for certain, 0 to 1."""

    name: str
    amount: Figure
    part: float
    unpriced: int

    @property
    def colour(self) -> str:
        """The colour of its category."""
        return QColor(_COLOURS.get(self.name.lower(), _OTHER)).name()

    @property
    def words(self) -> str:
        """What it costs with its bounds, or that nothing of it has a price."""
        return "no price" if self.amount.unknown else quantity(self.amount)


def cost_parts(report: Report) -> list[CostPart]:
    """Return the categories, the dearest first, those without a price last."""
    cost = report.cost
    lines = list(zip(cost.by_category, cost.told_by_category(), strict=True))
    shares = likely_shares([figure for _, figure in lines])
    parts = [
        CostPart(line.category.capitalize(), figure, share, line.unpriced)
        for (line, figure), share in zip(lines, shares, strict=True)
    ]
    return sorted(parts, key=lambda part: -part.part)


class CostStack(QWidget):
    """The painted bar."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.parts: list[CostPart] = []
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
                left += part.part * self.width()
                if event.pos().x() <= left:
                    words = f"{part.name}: {part.words}"
                    QToolTip.showText(event.globalPos(), words, self)
                    return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts side by side with a gap of 1 px."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        known = [part for part in self.parts if part.part]
        left = 0.0
        for part in known:
            width = max(2.0, part.part * self.width())
            box = QRectF(left, 0, max(1.0, width - 1), self.height())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(part.colour))
            painter.drawRoundedRect(box, 2, 2)
            if part.amount.high == inf:
                ground = QColor(self._workspace.theme.panel)
                paint_hatch(painter, box, Qt.BrushStyle.BDiagPattern, ground, pitch=5, line=1)
            left += width


class CostView(Section):
    """The section with bar, legend and what the sum leaves out."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Capital", parent)
        self._workspace = workspace
        self.stack = CostStack(workspace)
        self._legend = QGridLayout()
        self._legend.setHorizontalSpacing(8)
        self._legend.setVerticalSpacing(1)
        self._legend.setColumnStretch(0, 1)
        self._labels: list[tuple[QLabel, QLabel]] = []
        self.scope = QLabel("")
        set_role(self.scope, "caption")
        self.scope.setWordWrap(True)
        self.stack.hide()
        self.scope.hide()
        self.body.addWidget(self.stack)
        self.body.addLayout(self._legend)
        self.body.addWidget(self.scope)

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        if report is None:
            self.set_note("")
            self._show_legend([])
            self.scope.setText("")
            self.scope.setVisible(False)
            return
        why = report.why_lost("cost")
        if why:
            self.set_note(UNKNOWN)
            self._show_legend([])
            self.scope.setText(why)
            self.scope.setVisible(True)
            return
        cost = report.cost
        if not cost.by_category:
            self.set_note(NO_COST)
            self._show_legend([])
            self.scope.setText("")
            self.scope.setVisible(False)
            return
        self.set_note(quantity(cost.figure("capex", cost.currency)))
        self._show_legend(cost_parts(report))
        words = (self._without_price(cost), cost.scope)
        self.scope.setText("; ".join(word for word in words if word))
        self.scope.setVisible(bool(words))

    def _without_price(self, cost: Cost) -> str:
        """Return `no price for A, B and 3 more`: why a capital has no upper end."""
        if cost.figure("capex").high < inf:
            return ""
        names = [self._workspace.part_name(part) for part in cost.parts_without_price]
        if len(names) > MOST_NAMED + 1:
            names[MOST_NAMED:] = [f"{len(names) - MOST_NAMED} more"]
        return f"no price for {', '.join(names)}" if names else ""

    def legend(self) -> dict[str, str]:
        """Return what the legend says of each category."""
        return {part.name: part.words for part in self.stack.parts}

    def _show_legend(self, parts: list[CostPart]) -> None:
        self.stack.parts = parts
        # Without a price there is nothing to draw: an empty bar would read as a cost of nothing.
        self.stack.setVisible(any(part.part for part in parts))
        self.stack.update()
        while len(self._labels) < len(parts):
            name, figure = QLabel(""), QLabel("")
            set_role(name, "caption")
            set_role(figure, "figure")
            self._legend.addWidget(name, len(self._labels), 0)
            self._legend.addWidget(figure, len(self._labels), 1)
            self._labels.append((name, figure))
        for index, (name, figure) in enumerate(self._labels):
            shown = index < len(parts)
            name.setVisible(shown)
            figure.setVisible(shown)
            if shown:
                part = parts[index]
                name.setText(f"<span style='color:{part.colour}'>■</span>&nbsp;{part.name}")
                figure.setText(part.words)
