"""PUE by month as twelve bars from 1, each with its bounds; hovering says the month's figures."""

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from designer.engine.climate_report import ClimateMonth, ClimateYear
from designer.engine.report import Report
from designer.model.figure_cases import highest
from designer.model.figure_words import pue_words, words
from designer.model.figures import exact
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.day_plot import month_called
from designer.ui.views.dashboard.section import Section

HEIGHT_PX: Final = 112
_LETTERS: Final = "JFMAMJJASOND"
_AXIS_PX: Final = 30
_FOOT_PX: Final = 16
_STEP: Final = 0.1
_MOST: Final = 3.0
"""Where the axis ends at most: a bound that is not known has no place on it."""


def month_words(month: ClimateMonth) -> str:
    """Return what a month's bar says when pointed at, a line each."""
    lines = [
        f"{month_called(month.month)}: PUE {pue_words(month.figure('pue'))}",
        f"{words(month.figure('dry_bulb_c', '°C'))} outdoors on average",
        f"{words(month.figure('chilled_share').times(100), 0, '%')} of the heat to chillers",
    ]
    if month.figure("wue").high > 0:
        lines.append(f"{words(month.figure('wue'), 2, 'L/kWh')} of water")
    return "\n".join(lines)


class YearBars(QWidget):
    """The painted bars."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.months: tuple[ClimateMonth, ...] = ()
        self.setAccessibleName("PUE by month")
        self.setFixedHeight(HEIGHT_PX)

    def sizeHint(self) -> QSize:
        """Return the height of the plot."""
        return QSize(200, HEIGHT_PX)

    @property
    def top(self) -> float:
        """The PUE at the upper end of the axis: a tenth, at or above every bound."""
        worst = highest([exact(1 + _STEP), *(month.figure("pue") for month in self.months)])
        return worst.clipped(most=_MOST).in_steps(_STEP).high

    def box_of(self, index: int) -> QRectF:
        """Return the column of a month, from the axis to the top."""
        width = (self.width() - _AXIS_PX) / len(_LETTERS)
        return QRectF(_AXIS_PX + index * width, 6, width, self.height() - _FOOT_PX - 6)

    def month_at(self, x: float) -> int | None:
        """Return the month under a place, from 0; None beside the bars."""
        found = (i for i in range(len(self.months)) if self.box_of(i).left() <= x)
        inside = [i for i in found if x < self.box_of(i).right()]
        return inside[0] if inside else None

    def event(self, event: object) -> bool:
        """Say the figures of the month under the pointer."""
        if isinstance(event, QHelpEvent):
            at = self.month_at(event.pos().x())
            if at is not None:
                QToolTip.showText(event.globalPos(), month_words(self.months[at]), self)
                return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the axis, and of each month the bar and its bounds."""
        if not self.months:
            return
        painter, theme = QPainter(self), self._workspace.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        self._paint_axis(painter)
        for index, month in enumerate(self.months):
            box, figure = self.box_of(index), month.figure("pue")
            foot = QRectF(box.left(), box.bottom(), box.width(), _FOOT_PX)
            painter.setPen(QColor(theme.dim))
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, _LETTERS[index])
            if figure.value is None:
                continue
            shown = figure.clipped(most=self.top)
            bar = QRectF(box.center().x() - box.width() * 0.32, self._y(figure.value), 0, 0)
            bar.setWidth(box.width() * 0.64)
            bar.setBottom(box.bottom())
            painter.fillRect(bar, QColor(theme.accent))
            painter.setPen(QPen(QColor(theme.text), 1.2))
            low, high = (self._y(end) for end in (shown.low, shown.high))
            painter.drawLine(QPointF(box.center().x(), low), QPointF(box.center().x(), high))
        painter.end()

    def _paint_axis(self, painter: QPainter) -> None:
        theme, box = self._workspace.theme, self.box_of(0)
        steps = round((self.top - 1) / _STEP)
        every = 1 if steps <= 3 else ceil(steps / 3)
        for step in range(0, steps + 1, every):
            at = 1 + step * _STEP
            y = self._y(at)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(box.left(), y), QPointF(self.width(), y))
            painter.setPen(QColor(theme.dim))
            label = QRectF(0, y - 8, _AXIS_PX - 6, 16)
            painter.drawText(
                label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{at:.1f}"
            )

    def _y(self, pue: float) -> float:
        box = self.box_of(0)
        return box.bottom() - (pue - 1) / (self.top - 1) * box.height()


class YearView(Section):
    """The section with the bars; nothing of it shows where the site names no climate."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("PUE by month", parent)
        self.bars = YearBars(workspace)
        self.caption = QLabel("")
        set_role(self.caption, "caption")
        self.caption.setWordWrap(True)
        self.body.addWidget(self.bars)
        self.body.addWidget(self.caption)
        self.hide()

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        year = ClimateYear() if report is None else report.climate
        self.setVisible(year.is_computed)
        self.bars.months = year.months
        self.bars.update()
        if not year.is_computed:
            return
        self.set_note(pue_words(year.figure("pue")))
        said = [f"{year.place}: {year.rejection}"]
        if year.figure("wue").high > 0:
            water = words(year.figure("water_m3_per_year"), 0, "m³")
            said.append(f"{words(year.figure('wue'), 2, 'L/kWh')} of water, {water} a year")
        self.caption.setText("; ".join(said))
        self.caption.setToolTip(year.scope)
