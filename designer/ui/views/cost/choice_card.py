"""Own or rent by published advice, and what tokens cost by each way to have the GPUs."""

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from designer.engine.choice_report import Choice, Reason, UnitCost, WorkCost
from designer.model.figure_words import UNKNOWN, currency_sign, quantity, words
from designer.model.figures import Figure
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.views.cost.card import EDGE_PX, NOTE_PX, TEXT_PX, Card, columns_of
from designer.ui.views.cost.cells import Columns, columns_for, draw_figure

_ROW_PX: Final = 38.0
_WHY_PX: Final = 24.0
SAYS: Final = {"own": "own", "rent": "rent", "open": "open"}
_WORK_PX: Final = 22.0
_WORK_BELOW_PX: Final = 38.0


class ReasonsCard(Card):
    """Each reason with what it speaks for, what the design says of it, and whose rule it is."""

    title = "Own or rent, by published advice"
    box = "reasons"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice()

    def show_choice(self, choice: Choice) -> None:
        """Take the advice that is shown with the next owning and renting."""
        self.choice = choice
        self.note = f"advice: {choice.advice}" if choice.advice else ""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Those that speak first, then those that nobody answers."""
        return tuple(sorted(self.choice.reasons, key=lambda one: one.says == "open"))

    def said(self) -> list[str]:
        """Return the advice and each reason in words."""
        told = [f"{SAYS[one.says]}: {one.words}, {one.found}" for one in self.reasons]
        return [self.choice.why, *told]

    def body_px(self) -> float:
        """Return room for the advice and its reasons."""
        return _WHY_PX + _ROW_PX * len(self.reasons)

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint the advice, and a row for each reason."""
        theme = self._theme
        first = QRectF(box.left(), box.top(), box.width(), 18)
        draw_text(painter, first, self.choice.why, TEXT_PX, theme.text, 500, LEFT)
        for at, one in enumerate(self.reasons):
            top = box.top() + _WHY_PX + at * _ROW_PX
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(int(box.left()), int(top), int(box.right()), int(top))
            ink = {"own": theme.accent, "rent": theme.text, "open": theme.faint}[one.says]
            mark = QRectF(box.left(), top + 4, 44, 17)
            draw_text(painter, mark, SAYS[one.says], TEXT_PX, ink, 600, LEFT)
            words_, here = columns_of(QRectF(box.left() + 48, top + 4, box.width() - 48, 17),
                                      (0.72, 0.28))  # fmt: skip
            quiet = theme.dim if one.says == "open" else theme.text
            draw_text(painter, words_, one.words, TEXT_PX, quiet, 400, LEFT)
            found = one.found or "not stated"
            draw_text(painter, here, found.partition(" (")[0], TEXT_PX, quiet, 500, RIGHT)
            source = QRectF(box.left() + 48, top + 20, box.width() - 48, 15)
            draw_text(painter, source, one.source, NOTE_PX, theme.dim, 400, LEFT)


class WorkCard(Card):
    """A row for each way to have the GPUs, of each workload: a run, and a million tokens."""

    title = "Cost of the work"
    box = "work"
    _SHARES: Final = (0.28, 0.18, 0.18, 0.18, 0.18)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice()

    def show_choice(self, choice: Choice) -> None:
        """Take the work that is shown with the next owning and renting."""
        self.choice = choice
        noted = any(one.note for work in choice.work for one in work.ways)
        said = "by its GPU-hours, no spot interruption counted" if noted else "by its GPU-hours"
        self.note = said if choice.work else "no workload is drawn"

    def titles(self, work: WorkCost) -> tuple[str, ...]:
        """Return the titles of a workload's columns."""
        if work.kind == "training":
            return ("GPU-hour used", "a run", "10⁶ tokens trained", "")
        beside = "10⁶ at the load" if _loaded(work) else "10⁶ prompts"
        return ("GPU-hour used", "10⁶ full servers", beside, "10⁶ answers")

    def cells(self, work: WorkCost, one: UnitCost) -> tuple[str, ...]:
        """Return what one way costs."""
        m = self.choice.currency
        hour = _small(one.figure("gpu_hour", m))
        if work.kind == "training":
            run = one.figure("run", m)
            whole = UNKNOWN if run.unknown else quantity(run)
            return (hour, whole, _small(one.figure("trained", m)), "")
        beside = "at_load" if _loaded(work) else "prompts"
        return (hour, *(_small(one.figure(name, m)) for name in ("served", beside, "answers")))

    def said(self) -> list[str]:
        """Return each row in words."""
        return [
            f"{work.name or work.id}, {one.way}: {', '.join(self.cells(work, one))}"
            f"{f'; {one.note}' if one.note else ''}"
            for work in self.choice.work for one in work.ways
        ]  # fmt: skip

    def body_px(self) -> float:
        """Return room for a title and a row for each way, of each workload."""
        return sum(self._row_px(work) * len(work.ways) + _WORK_PX + 8 for work in self.choice.work)

    def _columns(self, work: WorkCost) -> Columns:
        names = [work.name or work.id, *(one.way for one in work.ways)]
        rows = [self.cells(work, one) for one in work.ways]
        wide = self.width() - 2 * EDGE_PX
        return columns_for(wide, self._SHARES, names, self.titles(work), rows, 500)

    def _row_px(self, work: WorkCost) -> float:
        return _WORK_BELOW_PX if self._columns(work).below else _WORK_PX

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint each workload."""
        theme, top = self._theme, box.top()
        for work in self.choice.work:
            head = QRectF(box.left(), top, box.width(), _WORK_PX)
            widths, below = self._columns(work)
            first, *titles = columns_of(head, widths)
            draw_text(painter, first, work.name or work.id, TEXT_PX, theme.text, 600, LEFT)
            for place, title in zip(titles, self.titles(work), strict=True):
                draw_text(painter, place, title, NOTE_PX, theme.dim, 400, RIGHT)
            top += _WORK_PX
            for one in work.ways:
                row = QRectF(box.left(), top, box.width(), _WORK_PX)
                name, *places = columns_of(row, widths)
                ink = theme.accent if one.way == "own" else theme.text
                draw_text(painter, name, one.way.capitalize(), TEXT_PX, ink, 500, LEFT)
                for place, cell in zip(places, self.cells(work, one), strict=True):
                    inner = place.adjusted(2, 2, 0, -2)
                    draw_figure(painter, inner, cell, theme, 500, below=below)
                top += self._row_px(work)
            top += 8


def _loaded(work: WorkCost) -> bool:
    """Return whether a load is stated, so that tokens have a price at it."""
    return any(not one.figure("at_load").unknown for one in work.ways)


def _small(figure: Figure) -> str:
    if figure.unknown:
        return UNKNOWN
    told = words(figure, 2).replace(f" {figure.unit}", "")
    return f"{currency_sign(figure.unit)}{told}".replace("$~", "~$").replace("$≥ ", "≥ $")
