"""Power per rack against what feeds and cooling permit.

pyqtgraph is imported in `load`, which the window calls after it is on the screen: the import
costs several times what the window does.
"""

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QLabel, QToolTip, QVBoxLayout, QWidget

from designer.engine.report import Report
from designer.render.fonts import font
from designer.render.theme import METHOD_COLOURS, METHOD_NAMES, Theme
from designer.ui import figures
from designer.ui.dashboard.power_data import PowerBars, power_bars
from designer.ui.dashboard.section import Section
from designer.ui.style import mixed
from designer.ui.workspace import Workspace

if TYPE_CHECKING:
    import pyqtgraph as pg

PLOT_PX: Final = 116
"""With it, all plots and two checks fit a window of 800 px without scrolling."""


class PowerPlot(Section):
    """Bars coloured by cooling method; hovering names a rack, a click selects it."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Power per rack", parent)
        self._workspace = workspace
        self.bars: PowerBars | None = None
        self.plot: pg.PlotWidget | None = None
        self._items: list[Any] = []
        self.caption = QLabel("")
        self.caption.setProperty("role", "caption")
        self.caption.setWordWrap(True)
        self._frame = QWidget()
        self._frame.setFixedHeight(PLOT_PX)
        self._frame.setAccessibleName("Plot of power per rack")
        self._column = QVBoxLayout(self._frame)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.body.addWidget(self._frame)
        self.body.addWidget(self.caption)

    def load(self) -> None:
        """Import pyqtgraph and make the plot; what is known by then is drawn."""
        if self.plot is not None:
            return
        import pyqtgraph as pg

        plot = pg.PlotWidget(background=None)
        plot.setAccessibleName("Power per rack, kW")
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setMouseEnabled(x=False, y=False)
        plot.getPlotItem().hideAxis("bottom")
        plot.getPlotItem().layout.setContentsMargins(0, 4, 0, 2)
        plot.viewport().setMouseTracking(True)
        plot.viewport().installEventFilter(self)
        self._column.addWidget(plot)
        self.plot = plot
        self.recolour()

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        self.bars = power_bars(report) if report else None
        count = len(self.bars.ids) if self.bars else 0
        self.set_note(f"kW · {figures.plural(count, 'rack')}" if count else "")
        self.caption.setText(self._words())
        self._draw()

    def recolour(self) -> None:
        """Follow the theme."""
        if self.plot is None:
            return
        theme = self._workspace.theme
        axis = self.plot.getAxis("left")
        axis.setPen(QColor(theme.panel))
        axis.setTextPen(QColor(theme.dim))
        axis.setStyle(tickFont=font(10), tickLength=0, maxTickLevel=0)
        axis.setWidth(30)
        self.plot.showGrid(y=True, alpha=0.0)
        self._draw()

    def rack_at(self, x: float) -> int | None:
        """Return which bar is at a position of the x axis."""
        index = round(x)
        known = self.bars is not None and 0 <= index < len(self.bars.ids)
        return index if known else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Name the rack under the pointer; select it with a click."""
        if isinstance(event, QMouseEvent) and self.plot is not None and self.bars is not None:
            view = self.plot.getPlotItem().vb
            x = view.mapSceneToView(self.plot.mapToScene(event.position().toPoint())).x()
            index = self.rack_at(x)
            if index is not None and event.type() == QEvent.Type.MouseMove:
                QToolTip.showText(event.globalPosition().toPoint(), self.describe(index), self.plot)
            elif index is not None and event.type() == QEvent.Type.MouseButtonPress:
                self._workspace.focus((self.bars.ids[index],))
        return super().eventFilter(watched, event)

    def describe(self, index: int) -> str:
        """Return what hovering over a bar says."""
        if self.bars is None:
            return ""
        name = self.bars.names[index]
        power = figures.power(self.bars.kw[index])
        if name in self.bars.unknown:
            power = figures.UNKNOWN
        method = METHOD_NAMES.get(self.bars.methods[index], "cooling unknown")
        lines = [f"{name}: {power}, {method}"]
        for words, limit in (
            ("cooling", self.bars.cooling_kw[index]),
            ("feeds, one lost", self.bars.feed_kw[index]),
        ):
            lines.append(f"{words}: {figures.power(limit)}")
        return "\n".join(lines)

    def _words(self) -> str:
        """Return the legend in words: methods with their number of racks, limits off the scale."""
        bars = self.bars
        if bars is None or not bars.ids:
            return "No racks yet"
        counts: dict[str, int] = {}
        for method in bars.methods:
            counts[method] = counts.get(method, 0) + 1
        pieces = []
        for method, number in counts.items():
            colour = QColor(METHOD_COLOURS.get(method, self._workspace.theme.faint)).name()
            name = METHOD_NAMES.get(method, "not decided").lower()
            pieces.append(f"<span style='color:{colour}'>■</span>&nbsp;{name}&nbsp;{number}")
        feeds = [limit for limit in bars.feed_kw if limit is not None]
        if feeds and min(feeds) > bars.top():
            pieces.append(f"feeds, one lost: {min(feeds):.0f} kW")
        return " · ".join(pieces)

    def _draw(self) -> None:
        if self.plot is None:
            return
        for item in self._items:
            self.plot.removeItem(item)
        self._items = []
        bars, theme = self.bars, self._workspace.theme
        self.plot.getAxis("left").setVisible(bool(bars and bars.ids))
        if bars is None or not bars.ids:
            self.plot.setXRange(-0.5, 9.5, padding=0)
            self.plot.setYRange(0, 10, padding=0)
            return
        self.plot.setXRange(-0.6, max(len(bars.ids), 8) - 0.4, padding=0)
        self.plot.setYRange(0, bars.top(), padding=0)
        self._draw_grid(theme)
        self._draw_bars(bars, theme)
        cooling = self._draw_limits(bars.cooling_kw, QColor(theme.warning))
        feed = self._draw_limits(bars.feed_kw, QColor(theme.error))
        close = abs(cooling - feed) < bars.top() * 0.14
        self._draw_label("cooling", cooling, QColor(theme.warning), below=close and cooling < feed)
        self._draw_label("feed", feed, QColor(theme.error), below=close and cooling >= feed)

    def _draw_grid(self, theme: Theme) -> None:
        """Draw quiet lines at the labelled values, below everything."""
        import pyqtgraph as pg

        assert self.plot is not None
        top = self.bars.top() if self.bars else 10.0
        step = _nice_step(top)
        self.plot.getAxis("left").setTicks(
            [[(i * step, f"{i * step:g}") for i in range(int(top / step) + 1)]]
        )
        pen = pg.mkPen(mixed(QColor(theme.panel), QColor(theme.line), 0.8), width=1)
        for i in range(int(top / step) + 1):
            line = pg.InfiniteLine(pos=i * step, angle=0, pen=pen)
            line.setZValue(-10)
            self._add(line)

    def _draw_bars(self, bars: PowerBars, theme: Theme) -> None:
        import pyqtgraph as pg

        by_method: dict[str, list[int]] = {}
        for index, method in enumerate(bars.methods):
            by_method.setdefault(method, []).append(index)
        for method, indexes in by_method.items():
            colour = QColor(METHOD_COLOURS.get(method, theme.faint))
            heights = [bars.kw[i] for i in indexes]
            bar = pg.BarGraphItem(x=indexes, height=heights, width=0.74, brush=colour, pen=None)
            self._add(bar)

    def _draw_limits(self, limits: tuple[float | None, ...], colour: QColor) -> float:
        """Draw a dash over each bar whose limit is on the scale; return the highest, or 0."""
        import pyqtgraph as pg

        top = self.bars.top() if self.bars else 0.0
        xs: list[float] = []
        ys: list[float] = []
        for index, limit in enumerate(limits):
            if limit is not None and limit <= top:
                xs.extend((index - 0.5, index + 0.5))
                ys.extend((limit, limit))
        if xs:
            pen = pg.mkPen(colour, width=1, style=Qt.PenStyle.DashLine)
            self._add(pg.PlotDataItem(xs, ys, connect="pairs", pen=pen))
        return max(ys, default=0.0)

    def _draw_label(self, words: str, limit: float, colour: QColor, *, below: bool) -> None:
        """Name a limit at the right end, above its line or below it."""
        import pyqtgraph as pg

        if not limit or self.bars is None:
            return
        label = pg.TextItem(f"{words} {limit:.0f}", color=colour, anchor=(1, 0 if below else 1))
        label.setFont(font(10))
        label.setPos(QPointF(max(len(self.bars.ids), 8) - 0.5, limit))
        self._add(label)

    def _add(self, item: object) -> None:
        assert self.plot is not None
        self.plot.addItem(item)
        self._items.append(item)


def _nice_step(top: float) -> float:
    """Return a step of 1, 2 or 5 times a power of ten that gives three to six lines."""
    size = 1.0
    while size * 10 <= top:
        size *= 10
    while size > top:
        size /= 10
    for step in (size / 5, size / 2, size, size * 2):
        if top / step <= 5.5:
            return step
    return size * 5
