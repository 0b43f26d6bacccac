"""The tab of prices: parts of the design, clouds, running; what has none asks for a quotation."""

from collections.abc import Callable
from datetime import date
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QToolTip, QVBoxLayout, QWidget

from designer.engine.cost_report import Cost
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.ui.kit.style import mixed, set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.cost_trial import CostTrial
from designer.ui.state.price_rows import (
    NO_PRICE,
    OLD,
    QUOTE,
    TICKS,
    PriceGroup,
    PriceRow,
    groups_of,
)
from designer.ui.state.workspace import Workspace

_ROW_PX: Final = 40.0
_HEAD_PX: Final = 30.0
_EDGE_PX: Final = 14.0
_LEGEND: Final = (
    "Ticks tell the age: five is under 6 months. Yellow is older than a year: ask again."
)
Place = tuple[float, PriceGroup | PriceRow]


class PriceList(QWidget):
    """The painted rows; arrows walk them, Enter or a double click enters a quotation.

    Signals
    -------
    quotation_asked
        Somebody wants to enter a price; the id of the part, or nothing.
    """

    quotation_asked = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.groups: tuple[PriceGroup, ...] = ()
        self.at = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Prices of the design")
        self.setMouseTracking(True)

    @property
    def rows(self) -> list[PriceRow]:
        """All rows, in order."""
        return [row for group in self.groups for row in group.rows]

    def show_groups(self, groups: tuple[PriceGroup, ...]) -> None:
        """Show prices."""
        self.groups = groups
        self.at = min(self.at, len(self.rows) - 1)
        self.setAccessibleDescription("; ".join(row.said for row in self.rows))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def places(self) -> list[Place]:
        """Return each title and row with its top."""
        found: list[Place] = []
        top = 0.0
        for group in self.groups:
            found.append((top, group))
            top += _HEAD_PX
            for row in group.rows:
                found.append((top, row))
                top += _ROW_PX
            top += 6
        return found

    def sizeHint(self) -> QSize:
        """Return room for all."""
        rows = sum(len(group.rows) for group in self.groups)
        return QSize(220, round(rows * _ROW_PX + len(self.groups) * (_HEAD_PX + 6)))

    def row_at(self, y: float) -> int:
        """Return the place of the row at a height; −1 for none."""
        number = -1
        for top, what in self.places():
            if isinstance(what, PriceRow):
                number += 1
                if top <= y < top + _ROW_PX:
                    return number
        return -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a row; one without a price asks for a quotation at once."""
        self.at = self.row_at(event.position().y())
        self.update()
        if self.at >= 0 and not self.rows[self.at].amount:
            self.quotation_asked.emit(self.rows[self.at].part)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Enter a quotation for a part that has a price."""
        at = self.row_at(event.position().y())
        if at >= 0 and self.rows[at].part and self.rows[at].amount:
            self.quotation_asked.emit(self.rows[at].part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say the whole row in a tooltip."""
        at = self.row_at(event.position().y())
        where = event.globalPosition().toPoint() + QPoint(12, 8)
        QToolTip.showText(where, self.rows[at].said if at >= 0 else "", self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with arrows, enter a quotation with Enter."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        if key in steps and self.rows:
            self.at = min(max(self.at + steps[key], 0), len(self.rows) - 1)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.at >= 0:
            self.quotation_asked.emit(self.rows[self.at].part)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles and rows."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        number, wide = -1, self.width() - 2 * _EDGE_PX
        for top, what in self.places():
            if isinstance(what, PriceGroup):
                box = QRectF(_EDGE_PX, top + 6, wide, 20)
                taken = text_width(what.note, 11) + 10
                title = box.adjusted(0, 0, -taken, 0)
                draw_text(painter, title, what.title, 11.5, theme.dim, 600, LEFT)
                draw_text(painter, box, what.note, 11, theme.dim, 400, RIGHT)
                continue
            number += 1
            if number == self.at:
                ground = mixed(QColor(theme.panel), QColor(theme.accent), 0.18)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ground)
                painter.drawRoundedRect(QRectF(6, top, self.width() - 12, _ROW_PX - 2), 5, 5)
            self._row(painter, QRectF(_EDGE_PX, top, wide, _ROW_PX), what)
        painter.end()

    def _row(self, painter: QPainter, box: QRectF, row: PriceRow) -> None:
        theme = self._space.theme
        amount, ink = (row.amount, theme.text) if row.amount else (NO_PRICE, theme.warning)
        taken = text_width(amount, 12, 600) + 10
        upper = QRectF(box.left(), box.top() + 3, box.width(), 18)
        draw_text(painter, upper, amount, 12, ink, 600, RIGHT)
        draw_text(painter, upper.adjusted(0, 0, -taken, 0), row.name, 12, theme.text, 500, LEFT)
        lower = QRectF(box.left(), box.top() + 20, box.width(), 15)
        if not row.amount:
            said = f"{QUOTE}…" if row.part else "not known"
            draw_text(
                painter, lower, said, 10.5, theme.accent if row.part else theme.dim, 400, RIGHT
            )
            return
        if row.ticks is not None:
            colour = QColor(theme.ok if row.ticks >= OLD else theme.warning)
            empty = mixed(QColor(theme.panel), QColor(theme.text), 0.2)
            painter.setPen(Qt.PenStyle.NoPen)
            for at in range(TICKS):
                painter.setBrush(colour if at < max(row.ticks, 1) else empty)
                painter.drawRect(QRectF(lower.left() + at * 4, lower.top() + 3, 2.6, 8))
            lower.adjust(TICKS * 4 + 5, 0, 0, 0)
        band = text_width(row.band, 10.5, 400) + 8 if row.band else 0
        draw_text(painter, lower, row.band, 10.5, theme.dim, 400, RIGHT)
        draw_text(painter, lower.adjusted(0, 0, -band, 0), row.when, 10.5, theme.dim, 400, LEFT)


class PricesPanel(QWidget):
    """Prices of the design, and the button that enters a quotation."""

    quotation_asked = Signal(str)

    def __init__(
        self, workspace: Workspace, trial: CostTrial, parent: QWidget | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._trial, self._today = workspace, trial, today
        self.setAccessibleName("Prices")
        self.list = PriceList(workspace)
        scroll = QScrollArea()
        scroll.setAccessibleName("List of prices")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        set_role(page, "panel")
        inside = QVBoxLayout(page)
        inside.setContentsMargins(0, 4, 0, 4)
        inside.addWidget(self.list)
        legend = WrappedLabel(_LEGEND)
        set_role(legend, "caption")
        legend.setContentsMargins(14, 0, 14, 0)
        inside.addWidget(legend)
        inside.addStretch(1)
        scroll.setWidget(page)
        self.enter = QPushButton("Enter a quotation…")
        self.enter.clicked.connect(lambda _=False: self.quotation_asked.emit(""))
        self.list.quotation_asked.connect(self.quotation_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.addWidget(scroll, 1)
        below = QVBoxLayout()
        below.setContentsMargins(8, 0, 8, 0)
        below.addWidget(self.enter)
        column.addLayout(below)
        workspace.report_changed.connect(self._refresh_if_shown)
        workspace.theme_changed.connect(self._refresh_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Show the prices of the present design."""
        space = self._space
        report = space.report_store.report
        cost = report.cost if report is not None else Cost()
        owned = self._trial.standing
        self.list.show_groups(
            groups_of(space.layout(), space.catalog, owned, cost, self._today())
        )  # fmt: skip

    def _refresh_if_shown(self) -> None:
        if self.isVisible():
            self.refresh()
