"""Every single loss, the gravest first: a click fails what is upstream, or selects its racks."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QLabel,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.engine.cooling_report import CoolingLossReport
from designer.engine.power_report import InsideLossReport, LossReport
from designer.engine.report import Report
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.model.some_names import some
from designer.render.failing import Failing, failing_inside
from designer.render.lettering import LEFT, draw_text
from designer.render.one_line_words import verdict_of
from designer.render.rack_top import paint_state
from designer.render.theme import DARK, Theme
from designer.ui.kit.rows import EnteredRows, PaintedRows, show_rows
from designer.ui.kit.style import set_role

WIDE_PX: Final = 240
HIGH_PX: Final = 190
LEAST_PX: Final = 160
_ROW_PX: Final = 46
_SPLIT: Final = "\n"


class LossList(QWidget):
    """Lists losses by name with what each does.

    Signals
    -------
    picked
        What the row that was clicked, or entered with the keyboard, is the loss of.
    racks_picked
        The ids of the racks inside which the loss is, or of the units of which one is lost.
    """

    picked = Signal(object)
    racks_picked = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(LEAST_PX)
        self.setAccessibleName("Every single loss")
        heading = QLabel("Every single loss")
        set_role(heading, "strong")
        self.rows = EnteredRows("Every single loss, the gravest first")
        self._painter = _LossDelegate(self.rows, _ROW_PX)
        self.rows.setItemDelegate(self._painter)
        self.rows.itemClicked.connect(lambda _: self._pick())
        self.rows.entered_with_keyboard.connect(self._pick)
        self._failing: tuple[Failing, ...] = ()
        self._racks: tuple[tuple[str, ...], ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 8, 8)
        column.setSpacing(6)
        column.addWidget(heading)
        column.addWidget(self.rows, 1)
        self.scope = QLabel()
        self.scope.setWordWrap(True)
        self.scope.setAccessibleName("Losses that are not judged")
        set_role(self.scope, "dim")
        column.addWidget(self.scope)

    def show_losses(self, report: Report, chosen: Failing | None, theme: Theme) -> None:
        """Show the losses of a report, with the one that is failed now.

        Upstream of the racks first, then cooling units, then inside racks.
        """
        upstream, inside = report.listed_losses(), report.inside_losses()
        units = report.cooling.of_units
        names = {rack.id: rack.name or rack.id for rack in report.racks}
        self._painter.theme = theme
        self._painter.states = (
            *(report.state_after(loss) for loss in upstream),
            *(loss.graded for loss in units),
            *(loss.state for loss, _ in inside),
        )
        by_id = {rack.id: rack.losses for rack in report.racks}
        self._failing = (
            *(Failing("power", loss.id) for loss in upstream),
            *(Failing("cooling", loss.id, next(iter(loss.where), "")) for loss in units),
            *(failing_inside(loss, racks[0], by_id[racks[0]]) for loss, racks in inside),
        )
        self._racks = ((),) * len(upstream)
        self._racks += (*(loss.where for loss in units), *(racks for _, racks in inside))
        tips = [report.power.lost_in_words(loss) for loss in upstream]
        rows = [_words(loss, report) for loss in upstream]
        tips += [_unit_tip(loss) for loss in units]
        rows += [_unit_words(loss) for loss in units]
        for loss, racks in inside:
            called = [names[rack] for rack in racks]
            tips.append(_inside_tip(loss, called))
            rows.append(_inside_words(loss, called))
        show_rows(self.rows, rows, tips)
        unjudged = report.breakers_not_judged()
        self.scope.setText(f"{unjudged}." if unjudged else "")
        self.scope.setVisible(bool(unjudged))
        row = self._row_of(chosen) if chosen else -1
        if row >= 0:
            self.rows.setCurrentRow(row)
        else:
            self.rows.clearSelection()  # the keyboard stays where it was
        self.rows.viewport().update()

    def _row_of(self, chosen: Failing) -> int:
        """Return the row that a loss stands in, whichever of its racks and things is meant."""
        for at, (one, racks) in enumerate(zip(self._failing, self._racks, strict=True)):
            alike = (one.kind, one.id) == (chosen.kind, chosen.id)
            if alike and (not racks or chosen.where in racks):
                return at
        return -1

    def _pick(self) -> None:
        row = self.rows.currentRow()
        if 0 <= row < len(self._failing):
            if self._racks[row]:
                self.racks_picked.emit(self._racks[row])
            self.picked.emit(self._failing[row])


def _words(loss: LossReport, report: Report) -> str:
    """Return a loss's name and what it does, on two lines."""
    more = f" + {len(loss.alike)} alike" if loss.alike else ""
    name = f"{loss.name}{more}"
    sentence, fullest = verdict_of(loss, report.power, report.cooling_after(loss), report.racks)
    harmless = sentence.startswith("No ") and fullest
    return f"{capital(name)}{_SPLIT}{fullest if harmless else sentence}"


def _unit_words(loss: CoolingLossReport) -> str:
    """Return a loss of a cooling unit and what it does, on two lines."""
    what = loss.text if loss.state == "ok" else loss.verdict
    return f"{capital(loss.name)}{_SPLIT}{capital(what)}"


def _unit_tip(loss: CoolingLossReport) -> str:
    """Return all that is said of the loss of a cooling unit."""
    return f"{capital(loss.name)}: {loss.verdict}; {loss.text}"


def _inside_words(loss: InsideLossReport, names: Sequence[str]) -> str:
    """Return a loss inside racks and what it does, on two lines."""
    what = loss.text if loss.state == "ok" and loss.text else loss.verdict
    where = names[0] if len(names) == 1 else plural(len(names), "rack")
    return f"{capital(loss.name)} · {where}{_SPLIT}{capital(what)}"


def _inside_tip(loss: InsideLossReport, names: Sequence[str]) -> str:
    """Return all that is said of a loss inside racks."""
    said = "; ".join(filter(None, (loss.verdict, loss.text)))
    return f"{capital(loss.name)} · {some(names)}: {said}"


class _LossDelegate(PaintedRows):
    """Paints the sign of a loss's state, its name, and what it does below it."""

    theme: Theme = DARK
    states: Sequence[str] = ()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a row."""
        words = str(index.data() or "")
        self.paint_ground(painter, option, index)
        theme, box = self.theme, QRectF(option.rect)
        name, _, what = words.partition(_SPLIT)
        state = self.states[index.row()] if index.row() < len(self.states) else "unknown"
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state == "ok":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.ok))
            painter.drawEllipse(QRectF(box.left() + 10, box.top() + 11, 6, 6))
        else:
            paint_state(painter, QRectF(box.left() + 7, box.top() + 8, 12, 12), state, theme)
        room = box.adjusted(26, 5, -6, 0)
        draw_text(painter, QRectF(room.left(), room.top(), room.width(), 17), name, 12.5,
                  theme.text, 600, LEFT)  # fmt: skip
        draw_text(painter, QRectF(room.left(), room.top() + 18, room.width(), 16), what, 11.5,
                  theme.error if state == "error" else theme.dim, 400, LEFT)  # fmt: skip
        painter.restore()
