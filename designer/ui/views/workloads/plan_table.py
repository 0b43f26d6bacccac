"""Plans: the best, those that lost with the reason, and the nearest miss, which does not fit."""

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from designer.engine.workload_report import PlanReport, WorkloadReport
from designer.model.duration_text import duration
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.kit.glyphs import paint_severity, severity_colour
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace

_ROW_PX: Final = 28.0
_LINE_PX: Final = 15.0
_HEAD_PX: Final = 20.0
_LEFT_PX: Final = 22.0
_WIDTHS: Final = (72.0, 60.0, 78.0)
"""Of memory, time, and the share of the best; the plan has what is left."""
_ALIKE: Final = 0.005
_FIRST: Final = ("best", "kept")
_DEGREES: Final = ("TP ", "PP ", "DP ", "CP ", "EP ")


class PlanRow(NamedTuple):
    """A plan in words.

    Attributes
    ----------
    more
        What it has besides its degrees: micro-batch, interleaving, recompute.
    share
        Its speed as a part of the best one's; None where they are not compared so.
    beside
        `best`, `kept`, by how much it is slower, or empty.
    split
        Its degrees as a workload keeps them; empty where it cannot be kept.
    """

    sign: str
    plan: str
    more: str
    memory: str
    time: str
    share: float | None
    beside: str
    why: str
    split: str = ""

    def said(self) -> str:
        """Return it in one line."""
        why = f": {self.why}" if self.why else ""
        plan = " · ".join(filter(None, (self.plan, self.more)))
        return ", ".join(filter(None, (plan, self.memory, self.time, self.beside))) + why


def plan_rows(one: WorkloadReport) -> list[PlanRow]:
    """Return the plans of a workload, the best first."""
    if not one.plan.words:
        return []
    return [_row(plan, one) for plan in (one.plan, *one.others)]


def _row(plan: PlanReport, one: WorkloadReport) -> PlanRow:
    best, trains = one.plan, one.kind == "training"
    misses = plan is not best and plan.fits is False and one.fits is not False
    share, beside = None, ""
    if plan is best:
        beside = "" if plan.fits is False else "kept" if one.plan_kept else "best"
        share = 1.0 if trains and beside else None
    elif trains and not misses and plan.time_s and best.time_s:
        share = best.time_s / plan.time_s
        alike = abs(share - 1) <= _ALIKE
        beside = "as fast" if alike else f"{100 * (share - 1):+.0f} %".replace("-", "−")
    sign = "ok" if plan.fits else "open" if plan.fits is None else "error"
    return PlanRow(
        sign, *_degrees(plan.words), "" if plan.memory_gb is None else f"{plan.memory_gb:.1f} GB",
        _time(plan, trains), share, "nearest miss" if misses and trains else beside,
        plan.lost or _why_best(plan, one), "" if misses else plan.split,
    )  # fmt: skip


def _why_best(plan: PlanReport, one: WorkloadReport) -> str:
    if plan.fits:
        return "kept; Enter seeks the fastest again" if one.plan_kept else "chosen"
    lacking = one.lacking_gb
    return f"lacks {lacking:.3g} GB" if lacking else ""


def _degrees(words: str) -> tuple[str, str]:
    """Return a plan's degrees of parallelism, and the rest of it."""
    parts = words.split(" · ")
    degrees = [part for part in parts if part.startswith(_DEGREES)]
    return " · ".join(degrees), " · ".join(part for part in parts if part not in degrees)


def _time(plan: PlanReport, trains: bool) -> str:
    if plan.time_s is None or plan.fits is False:
        return ""
    return duration(plan.time_s) if trains else f"{1e3 * plan.time_s:.1f} ms"


def _high(row: PlanRow) -> float:
    return _ROW_PX + _LINE_PX * bool(row.more or row.why)


class PlanTable(QWidget):
    """The painted rows: a click or an arrow tries a plan, Enter keeps it, Esc lets go.

    Signals
    -------
    tried, settled
        A plan by its degrees, as a workload keeps them; settled with nothing where the fastest is
        to be sought again.
    cancelled
        None is tried any more.
    """

    tried = Signal(str)
    settled = Signal(str)
    cancelled = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.rows: list[PlanRow] = []
        self._time_of = ""
        self._kept = False
        self.selected: int | None = None
        self.setAccessibleName("Plans")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_plans(self, one: WorkloadReport) -> None:
        """Show the plans of a workload."""
        rows = plan_rows(one)
        if rows != self.rows:
            self.selected = None
        self.rows, self._kept = rows, one.plan_kept
        self._time_of = "a step" if one.kind == "training" else "a token"
        self.setAccessibleDescription("; ".join(row.said() for row in self.rows))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all rows."""
        return QSize(300, round(_HEAD_PX + sum(map(_high, self.rows))))

    def row_at(self, y: float) -> PlanRow | None:
        """Return the row at a height."""
        top = _HEAD_PX
        for row in self.rows:
            if top <= y < top + _high(row):
                return row
            top += _high(row)
        return None

    def let_go(self) -> None:
        """Select nothing."""
        self.selected = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Try the plan under the pointer."""
        row = self.row_at(event.position().y())
        if event.button() is Qt.MouseButton.LeftButton and row is not None:
            self._select(self.rows.index(row))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Keep the plan under the pointer."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._settle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through plans, keep one, or let go."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.rows:
            step = 1 if key is Qt.Key.Key_Down else -1
            at = min(step, 0) - step if self.selected is None else self.selected
            self._select(min(max(0, at + step), len(self.rows) - 1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.selected is not None:
            self._settle()
        elif key is Qt.Key.Key_Escape and self.selected is not None:
            self.let_go()
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def _select(self, at: int) -> None:
        if not self.rows[at].split:
            return
        self.selected = at
        self.update()
        self.tried.emit(self.rows[at].split)

    def _settle(self) -> None:
        if self.selected is None:
            return
        again = self._kept and self.selected == 0
        split = "" if again else self.rows[self.selected].split
        self.let_go()
        self.settled.emit(split)

    def event(self, event: object) -> bool:
        """Say the whole of the row under the pointer."""
        if isinstance(event, QHelpEvent):
            row = self.row_at(event.pos().y())
            if row is not None:
                QToolTip.showText(event.globalPos(), row.said(), self)
                return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heading and rows."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        memory = "memory" if any(row.memory for row in self.rows) else ""
        time = self._time_of if any(row.time for row in self.rows) else ""
        heads = (
            "Plan",
            memory,
            time,
            "to the best" if any(row.share for row in self.rows[1:]) else "",
        )
        for cell, text, align in zip(self._cells(0, _HEAD_PX), heads, _ALIGNED, strict=True):
            draw_text(painter, cell, text, 11, theme.dim, 400, align)
        top = _HEAD_PX
        for at, row in enumerate(self.rows):
            if at == self.selected:
                field = QRectF(0.5, top + 0.5, self.width() - 1, _high(row) - 1)
                painter.setPen(QColor(theme.accent))
                painter.setBrush(mixed(QColor(theme.panel), QColor(theme.accent), 0.16))
                painter.drawRoundedRect(field, 4, 4)
            self._paint_row(painter, row, top)
            top += _high(row)
        painter.end()

    def _cells(self, top: float, high: float) -> list[QRectF]:
        right, cells = float(self.width()) - 6, list[QRectF]()
        for width in reversed(_WIDTHS):
            cells.insert(0, QRectF(right - width + 8, top, width - 8, high))
            right -= width
        return [QRectF(_LEFT_PX, top, right - _LEFT_PX, high), *cells]

    def _paint_row(self, painter: QPainter, row: PlanRow, top: float) -> None:
        theme = self._space.theme
        painter.setPen(QColor(theme.line))
        painter.drawLine(0, int(top), self.width(), int(top))
        colour = severity_colour(row.sign, theme)
        paint_severity(painter, QRectF(6, top + 8, 10, 10), row.sign, colour)
        plan, memory, time, share = self._cells(top + 3, 20)
        weight = 600 if row.beside in _FIRST else 400
        draw_text(painter, plan, row.plan, 12, theme.text, weight)
        draw_text(painter, memory, row.memory, 12, theme.text, weight, RIGHT)
        draw_text(painter, time, row.time, 12, theme.text, weight, RIGHT)
        words = share
        if row.share is not None:
            bar = QRectF(share.left() + 2, share.center().y() - 3, share.width() - 42, 6)
            self._paint_bar(painter, bar, row.share, best=row.beside in _FIRST)
            words = share.adjusted(bar.width() + 4, 0, 0, 0)
        draw_text(painter, words, row.beside, 11, theme.dim, weight, RIGHT)
        below = QRectF(_LEFT_PX, top + 22, self.width() - _LEFT_PX - 8, _LINE_PX)
        line = " · ".join(filter(None, (row.more, row.why)))
        draw_text(painter, below, line, 11, theme.dim, 400, LEFT)

    def _paint_bar(self, painter: QPainter, bar: QRectF, share: float, *, best: bool) -> None:
        theme = self._space.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.panel), QColor(theme.text), 0.12))
        painter.drawRoundedRect(bar, 2, 2)
        filled = QRectF(bar)
        filled.setWidth(bar.width() * min(share, 1.0))
        painter.setBrush(QColor(theme.accent if best else theme.dim))
        painter.drawRoundedRect(filled, 2, 2)


_ALIGNED: Final = (LEFT, RIGHT, RIGHT, RIGHT)
