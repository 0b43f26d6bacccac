"""The five figures that lead: a value, its band as words and as a bar, what stands below."""

from math import inf
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from designer.model.figures import Figure, exact, filled
from designer.render.hatch import paint_hatch
from designer.render.lettering import RIGHT, draw_text, text_width
from designer.ui.kit.style import mixed
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import Leading

NUMBER: Final = 5
LEAST_PX: Final = 116
_HIGH: Final = 92
_VALUE_PX: Final = 18.0
_LEAST_VALUE_PX: Final = 10.0
_BEYOND: Final = 1.25
"""Times the highest end that the axis of a band is long."""


def band_ends(figure: Figure) -> tuple[float, float, float | None]:
    """Return where a band begins and ends on its axis, and where the value is; each 0 to 1."""
    end = figure.high if figure.high < inf else figure.times(2).likely
    whole = exact(end, figure.unit).times(_BEYOND)
    low, high = filled(figure, whole)
    return low, high, None if figure.value is None else filled(exact(figure.value), whole)[0]


def fitting_value(said: str, wide: float) -> tuple[str, float]:
    """Return a value and its size of type so that none of its digits is cut at a width."""
    brief = said.replace(" days", " d")
    tries = [(said, _VALUE_PX), *((brief, px) for px in (_VALUE_PX, 16.0, 14.0, 12.0))]
    fitting = (one for one in tries if text_width(one[0], one[1], 600) <= wide)
    return next(fitting, (brief, _LEAST_VALUE_PX))


class Tile(QWidget):
    """One figure."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.told: Leading | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(LEAST_PX)
        self.setFixedHeight(_HIGH)

    def sizeHint(self) -> QSize:
        """Return room for its lines."""
        return QSize(LEAST_PX, _HIGH)

    def show_told(self, told: Leading) -> None:
        """Show a figure."""
        self.told = told
        self.setAccessibleName(told.said())
        tip = told.said()
        if told.figure is not None:
            tip = figure_tip(tip, told.figure, self._space.part_name)
        self.setToolTip(tip)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint label, value, band and what stands below."""
        told, theme = self.told, self._space.theme
        if told is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = self.width() - 12
        label = draw_text(painter, QRectF(0, 2, wide, 16), told.label, 11, theme.dim)
        band = QRectF(label + 8, 2, wide - label - 8, 16)
        if text_width(told.band, 11) <= band.width():
            draw_text(painter, band, told.band, 11, theme.dim, 400, RIGHT)
        ink = theme.text if told.figure is not None else theme.dim
        value, px = fitting_value(told.value, wide)
        draw_text(painter, QRectF(0, 20, wide, 26), value, px, ink, 600)
        if told.figure is not None and told.figure.likely > 0 and not told.figure.exact:
            self._paint_band(painter, QRectF(0, 52, wide, 4), told.figure)
        draw_text(painter, QRectF(0, 64, wide, 16), told.beside, 11, theme.dim)
        painter.end()

    def _paint_band(self, painter: QPainter, box: QRectF, figure: Figure) -> None:
        theme = self._space.theme
        low, high, value = band_ends(figure)
        accent = QColor(theme.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.panel), QColor(theme.text), 0.12))
        painter.drawRoundedRect(box, 2, 2)
        band = QRectF(box.left() + low * box.width(), box.top(), 0, box.height())
        band.setRight(box.left() + high * box.width())
        if figure.high == inf:
            style = Qt.BrushStyle.BDiagPattern
            paint_hatch(painter, band, style, accent, pitch=4, line=1)
            painter.setPen(Qt.PenStyle.NoPen)
        else:
            painter.setBrush(accent)
            painter.drawRoundedRect(band, 2, 2)
        if value is not None:
            painter.setBrush(QColor(theme.text))
            at = box.left() + value * box.width()
            painter.drawRect(QRectF(at - 1, box.top() - 4, 2, box.height() + 8))


class Tiles(QWidget):
    """The five of them, side by side where there is room."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Leading figures")
        self.tiles = [Tile(workspace) for _ in range(NUMBER)]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._columns = 0

    def show_told(self, told: tuple[Leading, ...]) -> None:
        """Show five figures."""
        for tile, one in zip(self.tiles, told, strict=True):
            tile.show_told(one)

    def arrange(self, width: int) -> None:
        """Put as many beside each other as a width has room for."""
        fitting = (number for number in (NUMBER, 3, 2) if width >= number * (LEAST_PX + 12))
        columns = next(fitting, 1)
        if columns == self._columns:
            return
        self._columns = columns
        for tile in self.tiles:
            self._grid.removeWidget(tile)
        for at, tile in enumerate(self.tiles):
            self._grid.addWidget(tile, at // columns, at % columns)
        for column in range(NUMBER):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
