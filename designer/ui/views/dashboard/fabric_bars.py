"""Bisection of each fabric against what its nodes can inject, as bars with words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.preview import BisectionTried, Preview
from designer.engine.report import Report
from designer.model.change import record_with
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.model.some_names import some
from designer.render.edge import Read, shown
from designer.render.fonts import font
from designer.render.switch_losses import CALLED
from designer.ui.kit import figures
from designer.ui.kit.style import mixed
from designer.ui.kit.wrapping import wrapped
from designer.ui.state.bisection_words import AFTER_THE_DROP
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.section import NOT_SIZED, Section

ROW_PX: Final = 32
"""Height of a row with its words beside its name."""
LINE_PX: Final = 15
"""Height of each further line, where the words are too long for that."""
_GAP_PX: Final = 8
FULL_WORDS: Final = (
    "A full bar is a full bisection: all that one half of the ends, the smaller where they are "
    "odd, can send to the other."
)


_COUNTED_LATER: Final = "in a fabric or none: on release"
"""A drop that brings or takes nodes: which of them a fabric holds is measured after it."""
_OUTSIDE_TIP: Final = (
    "The compute fabrics say nothing of these nodes: a bar is of the nodes that its fabric holds. "
    "Name their part among the nodes of a fabric in Design settings."
)


LOSSES_LATER: Final = "after release"
LOSSES_LATER_TIP: Final = (
    "What each single loss leaves takes a measurement without each switch, longer than a drag "
    "may wait: it follows once you release."
)
_MOST_ROWS: Final = 9
"""So many rows stand by themselves; of more, those that are alike stand as one."""
_OTHERS_FOLLOW: Final = "Losses of racks, feeds and cables are being worked out."


@dataclass(frozen=True)
class FabricRow:
    """One bar: parts of a full bisection from 0 to 1, None where not known.

    Attributes
    ----------
    problem
        What is placed too little of; the words are then in the error colour.
    changes
        Whether the words tell what a drop would alter; they are then in the accent colour.
    later
        Whether the words only say when it is known; they are then dim.
    """

    name: str
    words: str
    lower: float | None
    upper: float | None
    problem: str = ""
    tip: str = ""
    changes: bool = False
    later: bool = False


def fabric_rows(report: Report, preview: Preview | None = None) -> list[FabricRow]:
    """Return what to draw for each fabric that has nodes; one row where none can be computed.

    Parameters
    ----------
    preview
        What a drop that is held would do: rows are those of the design after it. What single
        losses leave then is measured after the drop, and so is which nodes no fabric holds where
        it brings or takes some.
    """
    why = report.why_lost("fabrics")
    if why:
        return [FabricRow("Bisection", UNKNOWN, None, None, tip=why)]
    tried = {one.fabric: one for one in preview.bisections} if preview is not None else {}
    outside = nodes_outside(report)
    rows = [row for row in _bars(report, tried) if row is not None]
    if rows and preview is not None and _counted_later(report, preview):
        rows.insert(0, FabricRow("Nodes", _COUNTED_LATER, None, None, tip=_OUTSIDE_TIP, later=True))
    elif rows and outside:
        # What the fabrics carry is right, but no answer for the hall: no bar of them looks whole.
        compute = {_name(fabric) for fabric in report.fabrics if fabric.purpose == "compute"}
        rows = [
            replace(row, problem=row.problem or outside)
            if row.name in compute and not row.later
            else row
            for row in rows
        ]
        rows.insert(0, FabricRow("Nodes", outside, None, None, outside, _OUTSIDE_TIP))
    rows.extend(row for row in _losses(report, tried) if row is not None)
    return rows if len(rows) <= _MOST_ROWS else _alike_as_one(rows)


def _counted_later(report: Report, preview: Preview) -> bool:
    """Return whether a drop may alter how many nodes no fabric holds."""
    nodes = {fabric.id: fabric.nodes for fabric in report.fabrics}
    return any(one.what == "GPUs" for one in preview.changes) or any(
        one.gone or one.after is None or one.after.nodes != nodes.get(one.fabric)
        for one in preview.bisections
        if one.purpose == "compute"
    )


def _bars(report: Report, tried: dict[str, BisectionTried]) -> Iterator[FabricRow | None]:
    """Yield the row of each fabric that has nodes, in the order in which a report has them."""
    own = {fabric.id: fabric for fabric in report.fabrics}
    order = list(own)
    for new in sorted(tried.keys() - own.keys(), key=lambda key: tried[key].at):
        order.insert(tried[new].at, new)
    for key in order:
        drawn = (was := own.get(key)) is not None and (was.nodes != 0 or was.endpoints)
        row = _row(was) if was is not None and drawn else None
        yield row if (after := tried.get(key)) is None else _after(row, after)


def _after(row: FabricRow | None, tried: BisectionTried) -> FabricRow | None:
    """Return a fabric's row as a drop would leave it, with that of before; None of none."""
    if tried.gone or tried.after is None:
        return None
    after = _row(tried.after)
    if not tried.measured:
        return replace(after, words=AFTER_THE_DROP, lower=None, upper=None, problem="", later=True)
    if row is None:
        return replace(after, changes=True)
    if replace(row, tip=after.tip) == after:
        return row
    if row.words == after.words:
        return after
    return replace(after, tip=f"Before the drop: {row.words}\n{after.tip}", changes=True)


def _losses(report: Report, tried: dict[str, BisectionTried]) -> Iterator[FabricRow | None]:
    """Yield the row of the worst loss of each compute fabric that has one, or will have.

    Where a drop alters what a fabric carries, or where its nodes stand and are fed, it follows.
    """
    own = {fabric.id for fabric in report.fabrics}
    for fabric in report.fabrics:
        after = tried.get(fabric.id)
        if fabric.purpose != "compute" or (after is not None and after.gone):
            continue
        row = _loss_row(fabric, report)
        if row is None and after is not None and after.relinked:
            row = _loss_later(after)
        yield row if row is None or after is None or after.losses_stay else _loss_after(row)
    yield from (
        _loss_later(one) for one in tried.values()
        if one.fabric not in own and one.purpose == "compute" and one.relinked
    )  # fmt: skip


def _loss_later(tried: BisectionTried) -> FabricRow | None:
    """Return the row of the worst loss of a fabric that comes."""
    if tried.after is None or tried.gone:
        return None
    return _loss_after(FabricRow(f"{_name(tried.after)}, worst single loss", "", None, None))


def _loss_after(row: FabricRow) -> FabricRow:
    """Return the row of the worst loss of a fabric of which a drop alters something."""
    return replace(
        row, words=LOSSES_LATER, lower=None, upper=None, tip=LOSSES_LATER_TIP, later=True
    )


def _alike_as_one(rows: list[FabricRow]) -> list[FabricRow]:
    """Return rows with one for all that are alike but for the hall before their name.

    `H01 Compute`, `H02 Compute` and so on, which say the same, are `Compute × 31`.
    """
    groups: dict[object, list[FabricRow]] = {}
    for row in rows:
        _, _, called = row.name.partition(" ")
        groups.setdefault((called or row.name, replace(row, name="", tip="")), []).append(row)
    return [_as_one(alike) for alike in groups.values()]


def _as_one(alike: list[FabricRow]) -> FabricRow:
    if len(alike) == 1:
        return alike[0]
    called = alike[0].name.partition(" ")[2] or alike[0].name
    named = some(row.name for row in alike)
    return replace(
        alike[0],
        name=f"{called[:1].upper()}{called[1:]} × {len(alike):,}",
        tip=f"{named}\n{alike[0].tip}",
    )


def _loss_row(fabric: FabricReport, report: Report) -> FabricRow | None:
    """Return what the gravest single loss leaves: of a switch alone until all are worked out."""
    name, tip = f"{_name(fabric)}, worst single loss", fabric.explanation
    known = [
        (ratio.low, ratio.high, loss)
        for loss in fabric.losses
        if not (ratio := loss.figure("bisection_ratio")).unknown
    ]
    if fabric.worked_out and known:
        low, high, worst = min(known, key=lambda one: one[:2])
        left = _between(low, high)
        left += " with NVLink" if fabric.islands is not None and fabric.islands > 1 else ""
        return FabricRow(name, f"{left} · loss of {_what(worst, report)}", low, high, tip=tip)
    if (
        fabric.worst_failure is None
        or (part := fabric.worst_failure.figure("bisection_ratio")).unknown
    ):
        return None
    if not fabric.worked_out:
        name, tip = f"{_name(fabric)}, worst loss of a switch", f"{tip}\n{_OTHERS_FOLLOW}"
    # Just after an edit within bounds that hold, so that the row stays where it is.
    left = f"{_between(part.low, part.high)} · {fabric.worst_failure.what}"
    return FabricRow(name, left, part.low, part.high, tip=tip)


def _between(low: float, high: float) -> str:
    return _percent(low) if low == high else f"{_percent(low)} to {_percent(high)}"


def _what(loss: FabricLoss, report: Report) -> str:
    """Return what is lost: `rack B03`, `any of 31 racks`, `a spine`, `a cable`, `A`."""
    if loss.what == "switch":
        return f"a {CALLED[loss.tier]}" if loss.tier else "a switch"
    if loss.what == "cable":
        return "a cable"
    if loss.what == "rack":
        if loss.number > 1:
            return f"any of {loss.number:,} racks"
        rack = record_with(report.racks, loss.ids[0])
        return f"rack {rack.name if rack else loss.ids[0]}"
    return f"any of {some(loss.ids)}" if len(loss.ids) > 1 else loss.ids[0]


def nodes_outside(report: Report) -> str:
    """Return `124 of 127 nodes in no fabric`: what the bars of the compute fabrics leave out.

    Empty where the fabrics hold all, or nobody can say.
    """
    outside, nodes = report.nodes_in_no_fabric(), report.totals.nodes
    return f"{outside:,} of {nodes:,} nodes in no fabric" if outside and nodes else ""


def _name(fabric: FabricReport) -> str:
    words = fabric.name or fabric.purpose or fabric.id
    return words[:1].upper() + words[1:]


def _percent(ratio: float) -> str:
    """Return a ratio in per cent; what is less than whole is never rounded to 100."""
    percent = ratio * 100
    if round(percent) < 100 or percent >= 100:
        return f"{percent:.0f} %"
    return f"{percent:.1f} %" if percent < 99.95 else "just under 100 %"


_TIERS: Final = {"leaf": "leaves", "spine": "spines", "core": "core switches"}


def shortage(fabric: FabricReport) -> str:
    """Return what is placed fewer of than the rule needs: `6 of 8 leaves`; empty of nothing.

    Where it is not known how many it needs, those that it needs at least count.
    """
    tiers = ((tier, getattr(fabric, f"placed_{tier}"), fabric.figure(tier)) for tier in _TIERS)
    missing = [
        f"{placed:,} of {quantity(needed)} {_TIERS[tier]}"
        for tier, placed, needed in tiers
        if placed < needed.low
    ]
    return ", ".join(missing)


def _row(fabric: FabricReport) -> FabricRow:
    name = _name(fabric)
    share = fabric.figure("bisection_ratio")
    lower = fabric.bisection_lower_gbps
    upper = fabric.bisection_upper_gbps
    exact = fabric.bisection_gbps
    lower = exact if lower is None else lower
    upper = exact if upper is None else upper
    tip = f"{fabric.explanation or fabric.name}\n{FULL_WORDS}"
    missing = shortage(fabric)
    if fabric.kind == "nvlink" and fabric.islands is not None and fabric.islands > 1:
        words = plural(fabric.islands, "domain")
        return FabricRow(name, f"{words} inside the nodes", None, None, missing, tip)
    if share.unknown or lower is None or upper is None:
        words = f"{missing} placed" if missing else f"bisection {UNKNOWN}"
        return FabricRow(name, words, None, None, missing, tip)
    if fabric.islands is not None and fabric.islands > 1:
        words = f"0: {fabric.islands} islands"
        joined = fabric.figure("bisection_with_nvlink_gbps")
        if not joined.unknown and joined.high > 0:
            words += f" · {quantity(joined)} with NVLink"
    elif lower == upper:
        words = " · ".join(
            filter(None, (figures.bandwidth(upper), "exact", figures.oversubscription(share.low)))
        )
    else:
        # Where it may be nothing, nobody says how many times that is oversubscribed.
        within = quantity(Figure(lower, upper, None, "Gb/s"))
        words = " · ".join(filter(None, (within, figures.oversubscription(share.low))))
    if missing:
        words = f"{missing} placed"
    bar = share.clipped(most=1.0)
    return FabricRow(name, words, bar.low, bar.high, missing, tip)


class FabricBars(QWidget):
    """The painted rows."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.rows: list[FabricRow] = []
        self.without_rows = ""
        self._lines: dict[tuple[str, str], tuple[str, ...]] = {}
        """What stands below the name of a row at this width: an edit asks several times."""
        self.setAccessibleName("Bars of bisection bandwidth")
        self.show_rows([], NOT_SIZED)
        workspace.theme_changed.connect(lambda: self.update())

    def show_rows(self, rows: list[FabricRow], without: str = "No fabric yet") -> None:
        """Show other rows, or words where there is none."""
        if (rows, without) == (self.rows, self.without_rows):
            return
        self.rows, self.without_rows = rows, without
        self._lines.clear()
        self._fit_height()
        words = "; ".join(
            f"{row.name}: {row.tip if row.words == UNKNOWN else row.words}" for row in rows
        )
        self.setAccessibleDescription(words or without)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the rows, or for one line that says there is none."""
        return QSize(200, sum(height for _, height in self.placed()) if self.rows else 18)

    def lines_of(self, row: FabricRow) -> tuple[str, ...]:
        """Return the lines that a row's words take below its name; none if they stand beside it."""
        as_read = Read(shown(row.name)), Read(shown(row.words))
        known = self._lines.get(as_read)
        if known is None:
            known = self._lines[as_read] = self._measured(*as_read)
        return known

    def _measured(self, name: str, words: str) -> tuple[str, ...]:
        metrics = QFontMetrics(font(11))
        beside = metrics.horizontalAdvance(name) + _GAP_PX
        if beside + metrics.horizontalAdvance(words) <= self.width():
            return ()
        return wrapped(words, metrics, self.width())

    def placed(self) -> list[tuple[int, int]]:
        """Return the upper edge and the height of each row."""
        found, top = [], 0
        for row in self.rows:
            height = ROW_PX + LINE_PX * len(self.lines_of(row))
            found.append((top, height))
            top += height
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give long words the lines that they need at this width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lines.clear()
        self._fit_height()

    def _fit_height(self) -> None:
        wanted = self.sizeHint().height()
        if wanted != self.minimumHeight() or wanted != self.maximumHeight():
            self.setFixedHeight(wanted)

    def event(self, event: object) -> bool:
        """Explain a row on hovering."""
        if isinstance(event, QHelpEvent):
            at = event.pos().y()
            for row, (top, height) in zip(self.rows, self.placed(), strict=True):
                if top <= at < top + height:
                    QToolTip.showText(event.globalPos(), row.tip, self)
                    return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every row: name, words, bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._workspace.theme
        painter.setFont(font(11))
        if not self.rows:
            painter.setPen(QColor(theme.dim))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft, self.without_rows)
            return
        dim, text = QColor(theme.dim), QColor(theme.text)
        for row, (top, _) in zip(self.rows, self.placed(), strict=True):
            line = QRect(0, top + 2, self.width(), 16)
            painter.setPen(dim)
            name = painter.fontMetrics().elidedText(
                row.name, Qt.TextElideMode.ElideRight, line.width()
            )
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, name)
            plain = QColor(theme.accent) if row.changes else dim if row.later else text
            painter.setPen(QColor(theme.error) if row.problem else plain)
            below = self.lines_of(row)
            if not below:
                painter.drawText(line, Qt.AlignmentFlag.AlignRight, row.words)
            for words in below:
                line.translate(0, LINE_PX)
                painter.drawText(line, Qt.AlignmentFlag.AlignRight, words)
            self._paint_bar(painter, QRectF(0, line.bottom() + 4, self.width(), 5), row)

    def _paint_bar(self, painter: QPainter, box: QRectF, row: FabricRow) -> None:
        theme = self._workspace.theme
        track = mixed(QColor(theme.panel), QColor(theme.text), 0.10)
        colour = QColor(theme.error if row.problem else theme.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(track)
        painter.drawRoundedRect(box, 2, 2)
        for part, shade in (
            (row.upper, mixed(QColor(theme.panel), colour, 0.45)),
            (row.lower, colour),
        ):
            if part:
                painter.setBrush(shade)
                filled = QRectF(box.left(), box.top(), box.width() * part, box.height())
                painter.drawRoundedRect(filled, 2, 2)


class FabricView(Section):
    """The section with the bars: while a drop is held, those of the design after it.

    Once the pointer has gone on they are those of the report again, until the next answer.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Fabric bisection", parent)
        self.bars = FabricBars(workspace)
        self.body.addWidget(self.bars)
        self._report: Report | None = None
        self._own: list[FabricRow] = []
        """Rows of the report alone: each move of a held part asks for them."""
        self._preview: Preview | None = None
        self._released = workspace.released
        self._released.changed.connect(self._on_released)

    def show_report(self, report: Report | None) -> None:
        """Show a report, and what a drop that is held makes of it."""
        self._report = report
        self._own = fabric_rows(report) if report else []
        self._show(self._foreseen())

    def _foreseen(self) -> Preview | None:
        """Return what is known of a drop under the pointer; None of one at another place."""
        return None if self._released.is_stale else self._released.preview

    def _show(self, preview: Preview | None) -> None:
        report, self._preview = self._report, preview
        rows = fabric_rows(report, preview) if report and preview is not None else self._own
        lost = report is not None and report.lost("fabrics") is not None
        self.set_note("each way" if rows and not lost else "")
        self.bars.show_rows(rows, "No fabric yet" if report else NOT_SIZED)

    def _on_released(self) -> None:
        """Show what an answer says; the report once the pointer has gone on, or nothing is held."""
        preview = self._foreseen()
        if preview is not self._preview:
            self._show(preview)
