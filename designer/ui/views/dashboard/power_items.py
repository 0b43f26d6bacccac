"""The items of the power plot, made once and given other values when a report comes.

Imports pyqtgraph: to be imported when the window stands. Making the items anew for each report
would cost several times what painting them does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor

from designer.render.edge import shown
from designer.render.fonts import font
from designer.render.theme import METHOD_COLOURS, Theme
from designer.ui.kit.style import mixed
from designer.ui.views.dashboard.power_data import PowerBars

_BAR_WIDE = 0.74
_MOST_APART = 400
"""Of more bars than that none is as wide as a pixel, with what parts it from the next."""
_LEAST_BARS = 8
"""So few racks do not fill the plot with their bars."""
_LEFT_END = -0.6
_APART = 0.15
"""Part of the scale below which the names of two limits would run into each other."""
_MOST_NAMES = 0.5
"""Part of the plot that names of limits may take, however narrow it is."""

_T = TypeVar("_T")
_Bar = tuple[str, float, float, float | None]
"""Method, power, power with fans and pumps, and what it may be, in kW."""
_Run = tuple[int, int, _Bar]
"""Bars from first to last place that are alike."""
_Part = tuple[int, int, float, float]
"""Of bars from one place to another: the lower end and the height."""


class PowerItems:
    """Bars, limits, their names and the lines of the scale.

    Parameters
    ----------
    plot
        The plot they stand in.
    """

    def __init__(self, plot: pg.PlotWidget) -> None:
        self._plot = plot
        self._bars: dict[str, Any] = {}
        self._grid = self._curve(-10)
        self._limits = {name: self._curve(1) for name in ("cooling", "feed")}
        self._labels = {name: self._label() for name in ("cooling", "feed")}
        self._fed: Any = None
        self._open: Any = None
        self._theme: Theme | None = None
        self._crowded = False
        self._given: dict[str, object] = {}
        self._shown: tuple[int, float] | None = None
        self._range: tuple[float, float] | None = None
        plot.getPlotItem().vb.sigResized.connect(self._fit)

    def show(self, bars: PowerBars | None, theme: Theme) -> None:
        """Show the bars of a report."""
        self._follow(theme)
        known = bars if bars is not None and bars.ids else None
        self._crowded = known is not None and len(known.ids) > _MOST_APART
        self._plot.getAxis("left").setVisible(known is not None)
        runs = self._runs(known) if known is not None else []
        self._show_bars(runs, theme)
        self._show_fed(runs, theme)
        self._show_open(runs, known, theme)
        cooling = self._show_limit("cooling", known.cooling_kw if known else (), known)
        feed = self._show_limit("feed", known.feed_kw if known else (), known)
        self._name_limits({"cooling": cooling, "feed": feed}, known, theme)
        self._scale(known)

    def _follow(self, theme: Theme) -> None:
        if theme is self._theme:
            return
        self._theme = theme
        line = mixed(QColor(theme.panel), QColor(theme.line), 0.8)
        self._grid.setPen(pg.mkPen(line, width=1))
        for name, colour in _limit_colours(theme).items():
            dashed = pg.mkPen(QColor(colour), width=1, style=Qt.PenStyle.DashLine)
            self._limits[name].setPen(dashed)
        for method, item in self._bars.items():
            item.setOpts(brush=_colour(method, theme))

    def _scale(self, bars: PowerBars | None) -> None:
        """Fit the upright axis, label it, and fit the other one."""
        self._shown = (len(bars.ids), bars.top) if bars else None
        if bars is None:
            self._plot.setYRange(0, 10, padding=0)
        else:
            self._plot.setYRange(0, bars.top, padding=0)
            ticks = [(value, f"{value:g}") for value in _values(bars.top)]
            if self._is_new("ticks", ticks):
                self._plot.getAxis("left").setTicks([ticks])
        self._fit()

    def _fit(self) -> None:
        """Fit the lying axis: names of limits stand right of the last bar, however wide it is.

        Draws quiet lines at the labelled values as far as the axis goes.
        """
        if self._shown is None:
            wanted = None
        else:
            count, top = self._shown
            wanted = (self._right_end(count), top)
        if wanted == self._range and wanted is not None:
            return
        self._range = wanted
        if wanted is None:
            self._plot.setXRange(-0.5, 9.5, padding=0)
            self._grid.setData([], [])
            return
        right, top = wanted
        self._plot.setXRange(_LEFT_END, right, padding=0)
        values = _values(top)
        xs = [x for _ in values for x in (_LEFT_END, right)]
        ys = [y for value in values for y in (value, value)]
        self._grid.setData(xs, ys, connect="pairs")
        for label in self._labels.values():
            label.setPos(QPointF(right, label.pos().y()))

    def _right_end(self, count: int) -> float:
        """Return the right end of the axis: names of limits must not cover bars."""
        shown = [label for label in self._labels.values() if label.isVisible()]
        wide = max((label.textItem.boundingRect().width() for label in shown), default=0.0)
        share: float = min(wide / max(self._plot.getPlotItem().vb.width(), 1.0), _MOST_NAMES)
        # Solved for the end: the share of the whole axis right of the last dash is that of names.
        beside = (count - 0.5 - share * _LEFT_END) / (1 - share)
        return max(beside, count - 0.4, _LEAST_BARS - 0.4)

    def _show_bars(self, runs: Sequence[_Run], theme: Theme) -> None:
        by_method: dict[str, list[_Part]] = {m: [] for m in self._bars}
        for first, last, (method, kw) in self._joined(runs, lambda bar: (bar[0], bar[1])):
            by_method.setdefault(method, []).append((first, last, 0.0, kw))
        for method, parts in by_method.items():
            shown = self._boxes(parts)
            item = self._bars.get(method)
            if item is None:
                item = pg.BarGraphItem(**shown, brush=_colour(method, theme), pen=None)
                self._bars[method] = item
                self._plot.addItem(item)
            elif self._is_new(f"bars {method}", shown):
                item.setOpts(**shown)

    def _show_fed(self, runs: Sequence[_Run], theme: Theme) -> None:
        """Top bars with what fans and pumps draw: a feed's limit holds for both together."""
        joined = self._joined(runs, lambda bar: (bar[1], bar[2]))
        parts = [(at, to, kw, fed_kw - kw) for at, to, (kw, fed_kw) in joined if fed_kw > kw]
        self._fed = self._parts_of_bars("fed", self._fed, parts, QBrush(QColor(theme.dim)))

    def _show_open(self, runs: Sequence[_Run], bars: PowerBars | None, theme: Theme) -> None:
        """Hatch what a bar may be beyond what is certain; unbounded ones to the top."""
        parts: list[_Part] = []
        if bars is not None:
            top = bars.top
            joined = self._joined(runs, lambda bar: (bar[1], top if bar[3] is None else bar[3]))
            parts = [(at, to, kw, high - kw) for at, to, (kw, high) in joined if high > kw]
        brush = QBrush(QColor(theme.dim), Qt.BrushStyle.BDiagPattern)
        self._open = self._parts_of_bars("open", self._open, parts, brush)

    def _parts_of_bars(
        self,
        name: str,
        item: Any,  # noqa: ANN401 - pyqtgraph has no types
        parts: Sequence[_Part],
        brush: QBrush,
    ) -> Any:  # noqa: ANN401 - pyqtgraph has no types
        """Show parts of bars; return their item, None if none yet."""
        shown: dict[str, Any] = {**self._boxes(parts), "brush": brush}
        if item is None and not parts:
            return None
        is_new = self._is_new(name, shown)
        if item is not None and is_new:
            item.setOpts(**shown)
        elif item is None:
            item = pg.BarGraphItem(**shown, pen=None)
            self._plot.addItem(item)
        return item

    def _runs(self, bars: PowerBars) -> list[_Run]:
        """Return bars from first to last place; of so many that none stands apart, alike as one.

        All that is told of a bar is looked at once.
        """
        told = zip(bars.methods, bars.kw, bars.fed_kw, bars.most_kw, strict=True)
        if not self._crowded:
            return [(at, at, bar) for at, bar in enumerate(told)]
        runs, first = [], 0
        for bar, alike in groupby(told):
            after = first + len(list(alike))
            runs.append((first, after - 1, bar))
            first = after
        return runs

    def _joined(
        self, runs: Sequence[_Run], of: Callable[[_Bar], _T]
    ) -> Iterator[tuple[int, int, _T]]:
        """Yield bars by a part of what is told of them, those that are alike in it as one."""
        if not self._crowded:
            yield from ((first, last, of(bar)) for first, last, bar in runs)
            return
        for told, alike in groupby(runs, lambda run: of(run[2])):
            held = list(alike)
            yield held[0][0], held[-1][1], told

    def _boxes(self, parts: Sequence[_Part]) -> dict[str, list[float]]:
        """Return parts of bars as boxes."""
        wide = 1.0 if self._crowded else _BAR_WIDE
        return {
            "x": [(first + last) / 2 for first, last, _, _ in parts],
            "width": [last - first + wide for first, last, _, _ in parts],
            "y0": [low for _, _, low, _ in parts],
            "height": [height for _, _, _, height in parts],
        }

    def _show_limit(
        self, name: str, limits: Sequence[float | None], bars: PowerBars | None
    ) -> float:
        """Draw a dash over each bar whose limit is not far away; return the highest, or 0."""
        reach = bars.reach if bars else 0.0
        xs: list[float] = []
        ys: list[float] = []
        first = 0
        # Dashes that touch at one height are one line: far fewer to draw.
        for limit, alike in groupby(limits):
            after = first + len(list(alike))
            if limit is not None and limit <= reach:
                xs.extend((first - 0.5, after - 0.5))
                ys.extend((limit, limit))
            first = after
        if self._is_new(f"limit {name}", (xs, ys)):
            self._limits[name].setData(xs, ys, connect="pairs")
        return max(ys, default=0.0)

    def _name_limits(
        self, limits: Mapping[str, float], bars: PowerBars | None, theme: Theme
    ) -> None:
        """Name limits above their lines, two that are near each other one above the other."""
        heights = dict(limits)
        low, high = sorted(limits, key=lambda name: limits[name])
        apart = bars.top * _APART if bars else 0.0
        if limits[low] and limits[high] - limits[low] < apart:
            heights[low] = max(0.0, limits[high] - apart)
            heights[high] = heights[low] + apart
        # Lines of the scale pass behind the words, not through them.
        ground = QColor(theme.panel)
        ground.setAlphaF(0.85)
        for name, limit in limits.items():
            label = self._labels[name]
            colour = QColor(_limit_colours(theme)[name]).name()
            # As panel and sheet say it: 65.5 of a feed, and 45 of a method.
            words = f"{shown(name)} {shown(f'{limit:.1f}'.removesuffix('.0'))}"
            if self._is_new(f"name {name}", (words, colour, ground)):
                label.setVisible(bool(limit))
                label.setHtml(f'<span style="color:{colour}">{words}</span>')
                label.fill = QBrush(ground)
            label.setPos(QPointF(self._range[0] if self._range else 0.0, heights[name]))

    def _is_new(self, what: str, value: object) -> bool:
        """Remember what an item is given; return whether it differs from the last time.

        An item that is given anything, also what it has, is drawn anew.
        """
        if what in self._given and self._given[what] == value:
            return False
        self._given[what] = value
        return True

    def _curve(self, z: int) -> Any:  # noqa: ANN401 - pyqtgraph has no types
        curve = pg.PlotCurveItem([], [], connect="pairs")
        curve.setZValue(z)
        self._plot.addItem(curve)
        return curve

    def _label(self) -> Any:  # noqa: ANN401 - pyqtgraph has no types
        label = pg.TextItem("", anchor=(1, 1))
        label.setFont(font(10))
        label.setZValue(2)
        label.setVisible(False)
        self._plot.addItem(label)
        return label


def _values(top: float) -> list[float]:
    """Return the values that a scale labels."""
    step = nice_step(top)
    return [i * step for i in range(int(top / step) + 1)]


def nice_step(top: float) -> float:
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


def _limit_colours(theme: Theme) -> dict[str, str]:
    return {"cooling": theme.warning, "feed": theme.error}


def _colour(method: str, theme: Theme) -> QColor:
    return QColor(METHOD_COLOURS.get(method, theme.faint))
