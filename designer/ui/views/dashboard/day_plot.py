"""Power through a day: a line by the hour within its bounds, and those of two months.

The axis does not begin at 0: what counts is by how much the hours differ.
"""

from collections.abc import Sequence
from math import ceil, floor, inf, log10
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from designer.engine.climate_report import ClimateHour, ClimateYear
from designer.engine.report import Report
from designer.model.figure_cases import highest, lowest
from designer.model.figure_words import to_the_digit, words
from designer.model.figures import Figure, exact
from designer.model.units import HOURS_PER_DAY
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.section import Section

HEIGHT_PX: Final = 112
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_AXIS_PX: Final = 48
_FOOT_PX: Final = 16
_EVERY_H: Final = 6
_BAND_ALPHA: Final = 60
_OF_MONTHS: Final = {
    "warmest_kw": Qt.PenStyle.DashLine,
    "coldest_kw": Qt.PenStyle.DotLine,
}
_OPEN_END: Final = 1.25
"""Where the axis ends, times what is certain, if nothing bounds the power."""


def month_called(month: int | None) -> str:
    """Return a month's name; empty where there is none."""
    return MONTHS[month - 1] if month else ""


def hour_words(hour: ClimateHour, year: ClimateYear) -> str:
    """Return what an hour says when pointed at, a line each."""
    lines = [
        f"{hour.hour}:00 to {hour.hour + 1}:00: {to_the_digit(hour.figure('power_kw'), 0, 'kW')}",
        f"{words(hour.figure('dry_bulb_c', '°C'))} outdoors on average",
    ]
    for name, month in (("warmest_kw", year.warmest_month), ("coldest_kw", year.coldest_month)):
        lines.append(f"{month_called(month)}: {to_the_digit(hour.figure(name), 0, 'kW')}")
    return "\n".join(lines)


class DayLines(QWidget):
    """The painted lines."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._year = ClimateYear()
        self.bottom, self.top, self.step = 0.0, 1.0, 1.0
        self.setAccessibleName("Power through a day")
        self.setFixedHeight(HEIGHT_PX)

    def sizeHint(self) -> QSize:
        """Return the height of the plot."""
        return QSize(200, HEIGHT_PX)

    def show_year(self, year: ClimateYear) -> None:
        """Show a year, with an axis that its hours fit on."""
        self._year = year
        if year.day:
            shown = [hour.figure("power_kw") for hour in year.day]
            shown += [
                exact(figure.value, "kW")
                for figure in self._of_months()
                if figure.value is not None
            ]
            most = highest(shown)
            if most.high == inf:
                most = exact(most.low).times(_OPEN_END)
            self._scale(lowest(shown).low, most.high)
        self.update()

    def _of_months(self) -> list[Figure]:
        return [hour.figure(name) for hour in self._year.day for name in _OF_MONTHS]

    def _scale(self, start: float, end: float) -> None:
        """Set an axis of round steps around two powers."""
        self.step = _nice((end - start) / 3 or max(end, 1.0) / 10)
        first = floor(start / self.step)
        self.bottom = first * self.step
        self.top = max(ceil(end / self.step), first + 1) * self.step

    @property
    def area(self) -> QRectF:
        """Where the lines are."""
        return QRectF(_AXIS_PX, 6, self.width() - _AXIS_PX - 6, self.height() - _FOOT_PX - 6)

    def x_of(self, hour: float) -> float:
        """Return where a time of the day is."""
        return self.area.left() + self.area.width() * hour / HOURS_PER_DAY

    def y_of(self, kw: float) -> float:
        """Return where a power is; what is beyond the axis is at its end."""
        area = self.area
        part = (min(max(kw, self.bottom), self.top) - self.bottom) / (self.top - self.bottom)
        return area.bottom() - part * area.height()

    def hour_at(self, x: float) -> int | None:
        """Return the hour under a place; None beside the lines."""
        area = self.area
        if not (self._year.day and area.left() <= x < area.right()):
            return None
        return int((x - area.left()) / area.width() * HOURS_PER_DAY)

    def event(self, event: object) -> bool:
        """Say the figures of the hour under the pointer."""
        if isinstance(event, QHelpEvent):
            at = self.hour_at(event.pos().x())
            if at is not None:
                said = hour_words(self._year.day[at], self._year)
                QToolTip.showText(event.globalPos(), said, self)
                return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the axes, the bounds of the year, its line and those of two months."""
        if not self._year.day:
            return
        painter, theme = QPainter(self), self._workspace.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        self._paint_axes(painter)
        figures = [hour.figure("power_kw") for hour in self._year.day]
        ends = [self._points([one.high for one in figures])]
        ends.append(self._points([one.low for one in figures])[::-1])
        band = QColor(theme.accent)
        band.setAlpha(_BAND_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(band)
        painter.drawPolygon(QPolygonF([point for end in ends for point in end]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name, style in _OF_MONTHS.items():
            self._paint_line(painter, name, QPen(QColor(theme.text), 1.2, style))
        self._paint_line(painter, "power_kw", QPen(QColor(theme.accent), 2))
        painter.end()

    def _points(self, kw: Sequence[float]) -> list[QPointF]:
        """Return a line through the middles of the hours, from midnight to midnight."""
        inner = [QPointF(self.x_of(at + 0.5), self.y_of(one)) for at, one in enumerate(kw)]
        # The day goes on as it began: its ends lie half way between its last and first hours.
        edge = (inner[0].y() + inner[-1].y()) / 2
        return [QPointF(self.x_of(0), edge), *inner, QPointF(self.x_of(HOURS_PER_DAY), edge)]

    def _paint_line(self, painter: QPainter, name: str, pen: QPen) -> None:
        values = [hour.figure(name).value for hour in self._year.day]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(self._points(known)))

    def _paint_axes(self, painter: QPainter) -> None:
        theme, area = self._workspace.theme, self.area
        for index in range(round((self.top - self.bottom) / self.step) + 1):
            at = self.bottom + index * self.step
            y = self.y_of(at)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.dim))
            label = QRectF(0, y - 8, _AXIS_PX - 6, 16)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(label, right, f"{at:,.6g}")
        for hour in range(0, HOURS_PER_DAY + 1, _EVERY_H):
            foot = QRectF(self.x_of(hour) - 12, area.bottom(), 24, _FOOT_PX)
            # The last stands at the edge of the plot, and must not be cut there.
            foot.moveRight(min(foot.right(), float(self.width())))
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, str(hour))


def _nice(step: float) -> float:
    """Return 1, 2 or 5 times a power of ten, at or above a step."""
    ten: float = 10.0 ** floor(log10(step))
    return next(ten * times for times in (1, 2, 5, 10) if ten * times >= step)


class DayView(Section):
    """The section with the lines; nothing of it shows where the site names no climate."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Power through a day", parent)
        self.lines = DayLines(workspace)
        self.caption = QLabel("")
        set_role(self.caption, "caption")
        self.caption.setWordWrap(True)
        self.body.addWidget(self.lines)
        self.body.addWidget(self.caption)
        self.hide()

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        year = ClimateYear() if report is None else report.climate
        figures = [hour.figure("power_kw") for hour in year.day]
        draws = bool(figures) and highest(figures).high > 0
        self.setVisible(draws)
        self.lines.show_year(year if draws else ClimateYear())
        if not draws:
            return
        self.set_note("kW, means")
        self.caption.setText(
            "Facility at typical IT power: mean of the year with its bounds; dashed "
            f"{month_called(year.warmest_month)}, dotted {month_called(year.coldest_month)}"
        )
        self.caption.setToolTip(
            "Means over the days, by local standard time, from plant and climate and no stated "
            f"PUE; a hot day draws more than the mean. {year.scope[:1].upper()}{year.scope[1:]}."
        )
