"""Power per rack against what feeds and cooling permit.

pyqtgraph is imported in `load`, which the window calls after it is on the screen: the import
costs several times what the window does.
"""

from collections import Counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QLabel, QToolTip, QVBoxLayout, QWidget

from designer.engine.report import Report
from designer.model.cooling_words import SHOWN_NAMES, SHOWN_SHORT_NAMES
from designer.model.plural import plural
from designer.render.edge import shown
from designer.render.fonts import font
from designer.render.theme import METHOD_COLOURS
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.power_data import BarReader, PowerBars
from designer.ui.views.dashboard.section import NOT_SIZED, Section

if TYPE_CHECKING:
    import pyqtgraph as pg

    from designer.ui.views.dashboard.power_items import PowerItems

NO_RACKS: Final = "No racks yet: drag one from the parts onto the floor"
PLOT_PX: Final = 116
"""With it, all plots and two checks fit a window of 800 px without scrolling."""


class PowerPlot(Section):
    """Bars coloured by cooling method; hovering names a rack, a click selects it."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Power per rack", parent)
        self._workspace = workspace
        self.bars: PowerBars | None = None
        self.plot: pg.PlotWidget | None = None
        self._items: PowerItems | None = None
        self._reader = BarReader()
        self._lost = NOT_SIZED
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

        from designer.ui.views.dashboard.power_items import PowerItems

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
        self._items = PowerItems(plot)
        self.recolour()

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        bars = self._reader.read(report) if report else None
        lost = report.why_lost("racks") if report else NOT_SIZED
        if bars is not None and (bars, lost) == (self.bars, self._lost):
            return
        self.bars, self._lost = bars, lost
        count = len(self.bars.ids) if self.bars else 0
        # Where nothing stands the words move up to where fabrics and cost have theirs.
        self._frame.setVisible(self.bars is None or count > 0)
        self.set_note(f"kW · {plural(count, 'rack')}" if count else "")
        self.caption.setText(self._words())
        self._draw()

    def recolour(self) -> None:
        """Follow the theme."""
        self.caption.setText(self._words())
        if self.plot is None:
            return
        theme = self._workspace.theme
        # Told expressly: a plot that stands keeps the ground it was made on.
        self.plot.setBackground(QColor(theme.panel))
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
        bars = self.bars
        method = SHOWN_NAMES.get(bars.methods[index], "cooling unknown")
        lines = [f"{bars.names[index]}: {bars.words[index]}, {method}"]
        if bars.fed_words[index]:
            lines.append(f"with fans and pumps: {bars.fed_words[index]}")
        if bars.limit_words[index]:
            lines.append(bars.limit_words[index])
        return "\n".join(lines)

    def _words(self) -> str:
        """Return the legend in words: methods with their number of racks, limits off the scale."""
        bars = self.bars
        if bars is None or not bars.ids:
            return self._lost or NO_RACKS
        pieces = []
        for method, number in Counter(bars.methods).items():
            colour = QColor(METHOD_COLOURS.get(method, self._workspace.theme.faint)).name()
            # A method and its number stay on one line, with their sign.
            name = shown(SHOWN_SHORT_NAMES.get(method, "not decided")).replace(" ", "&nbsp;")
            pieces.append(f"<span style='color:{colour}'>■</span>&nbsp;{name}&nbsp;{number:,}")
        if bars.fed_kw != bars.kw:
            colour = self._workspace.theme.dim
            name = shown("fans, pumps").replace(" ", "&nbsp;")
            pieces.append(f"<span style='color:{colour}'>■</span>&nbsp;{name}")
        far = [shown(f"{name} limit {kw:.0f} kW") for name, kw in bars.far_limits()]
        pieces += [words.replace(" ", "&nbsp;") for words in far]
        # A line may break at the blank, which then shows nothing, where a dot would dangle.
        return "&nbsp;&nbsp; ".join(pieces)

    def _draw(self) -> None:
        if self._items is not None:
            self._items.show(self.bars, self._workspace.theme)
