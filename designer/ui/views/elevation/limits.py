"""The limits of a rack: a bar each, its value in words, and why it is cooled as it is."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.limit_report import Limit
from designer.engine.report import NotComputed, RackReport, unknown_in_words
from designer.engine.row_report import strands_in_words
from designer.model.cooling_words import NEEDS_CONTAINMENT, SHOWN_NAMES
from designer.model.figure_words import amount, cabled_first, side_of_limit
from designer.model.figures import within
from designer.render.edge import Read, shown
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.bounded_bar import paint_bounded_bar, share_bounds
from designer.ui.kit.wrapping import show_tip, wrapped
from designer.ui.state.state_signs import SIGNS
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.remark import Remark

_ROW: Final = 33
_HEAD: Final = 26
_LINE: Final = 19
_BELOW: Final = 16
_MOST_WIDE: Final = 560
"""Width beyond which a bar says no more."""
_MOST_HEADING: Final = 0.3
"""Share of the width beyond which a remark of several lines stands below its heading."""
_STATES: Final = {"yes": "ok", "no": "error", "open": "unknown"}


def limit_text(limit: Limit, binds: str = "") -> str:
    """Return a limit's figures in words: `40.8 of 45 kW · binding`.

    Parameters
    ----------
    binds
        Whether it binds, in words; empty where it does not.
    """
    text = limit.text or _figures(limit)
    return f"{text} · {binds}" if binds else text


def shown_limits(report: RackReport) -> tuple[Limit, ...]:
    """Return the limits drawn as bars; what happens to one device is said as a remark."""
    return tuple(limit for limit in report.limits if limit.group != "device")


def remarks(
    report: RackReport, lost: Sequence[NotComputed] = (), name_of: Callable[[str], str] = str
) -> tuple[Remark, ...]:
    """Return the lines below the bars: what is lost, power, losing a feed, cooling, what is open.

    Parameters
    ----------
    name_of
        What people call a part, by its id.
    """
    told = [
        Remark(entry.name, f"cannot be computed, because {entry.because}", "unknown")
        for entry in lost
    ]
    if tells_cabled(report):
        drawn = cabled_first(cabled_kw(report), report.figure("power_max_kw"))
        told.append(Remark("Power", drawn, "plain"))
    told += [
        Remark(limit.label, limit_text(limit), limit.state) for limit in report.limits_of("device")
    ]
    told += feed_remarks(report)
    told += loss_remarks(report)
    if report.cooling_reason:
        method = report.cooling_method
        name = SHOWN_NAMES.get(method, method)
        what = f"Why {name.lower()}" if name else "Cooling"
        if report.door_missing:
            what = "Why a rear door is needed"
        elif report.cooling_shown == NEEDS_CONTAINMENT:
            what = "Why a contained aisle is needed"
        told.append(Remark(what, f"{report.cooling_reason}{report.headroom_words}", "plain"))
    if stranded := strands_in_words(report.strands):
        told.append(Remark(f"Stranded by {report.stranded_by}", stranded, "plain"))
    if report.unknown:
        words = ", ".join(unknown_in_words(each, name_of) for each in report.unknown)
        told.append(Remark("Not known", words, "unknown"))
    return tuple(told)


def feed_remarks(report: RackReport | None) -> tuple[Remark, ...]:
    """Return what each feed carries after another is lost, where its capacity is known."""
    told = []
    for feed in report.feeds if report is not None else ():
        after, capacity = feed.figure("load_after_loss_kw"), feed.figure("capacity_kw")
        # Nobody rates a whip: what it comes from is held against its load with the room's feeds.
        if after.unknown or capacity.unknown:
            continue
        words = f"{amount(after)} of {amount(capacity)} kW"
        state = _STATES[within(after, capacity).answer]
        told.append(Remark(f"Feed {feed.lettered} after losing another", words, state))
    return tuple(told)


def loss_remarks(report: RackReport) -> tuple[Remark, ...]:
    """Return what the loss of each thing inside the rack does, the gravest first."""
    losses = sorted(report.losses, key=lambda loss: loss.rank, reverse=True)
    return tuple(
        Remark(
            f"Losing {loss.name}",
            loss.text if loss.state == "ok" and loss.text
            else "; ".join(filter(None, (loss.verdict, loss.text))),
            loss.state,
        )
        for loss in losses
    )  # fmt: skip


class LimitsList(QWidget):
    """Bars and remarks of one rack's report.

    Parameters
    ----------
    workspace
        Where the theme comes from.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._report: RackReport | None = None
        self._stale = False
        self._failure = ""
        self._lost: tuple[NotComputed, ...] = ()
        self._about: tuple[Remark, ...] | None = None
        self._heights: dict[int, int] = {}
        self._told: tuple[Remark, ...] | None = None
        self._heading = "Limits of this rack"
        self.setAccessibleName(self._heading)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        # Or the page around it would squeeze it into the room there is, and never scroll.
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumWidth(180)

    def event(self, event: QEvent) -> bool:
        """Show the tip: sources are long lines."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tip(self, event)
            return True
        return super().event(event)

    def show_report(
        self,
        report: RackReport | None,
        *,
        stale: bool,
        failure: str = "",
        lost: tuple[NotComputed, ...] = (),
        about: tuple[Remark, ...] | None = None,
        heading: str = "Limits of this rack",
    ) -> bool:
        """Show another report; return whether it says anything else, and may need another height.

        Parameters
        ----------
        stale
            Whether a newer one is on its way.
        failure
            Why none will come for the design as it stands.
        lost
            What of the rack could not be computed.
        about
            What to say of a thing that is no rack, in place of a rack's remarks.
        """
        standing = (
            self._report, self._stale, self._failure, self._lost, self._about, self._heading,
        )  # fmt: skip
        if (report, stale, failure, lost, about, heading) == standing:
            return False
        only_marked = report is not None and (report, lost, about, heading) == (
            self._report, self._lost, self._about, self._heading,
        )  # fmt: skip
        self._report, self._stale, self._failure, self._lost = report, stale, failure, lost
        if only_marked:
            self.update(0, 0, self.width(), _HEAD)
            return False
        self._about, self._heading = about, heading
        self._heights, self._told = {}, None
        self.setAccessibleName(heading)
        self.setAccessibleDescription(self.words())
        self.setToolTip(_sources(report))
        self.updateGeometry()
        self.update()
        return True

    def words(self) -> str:
        """Return everything the list says, line by line."""
        report = self._report
        if report is None:
            state = "sizing…" if self._stale else "not sized"
            return self._failure or "\n".join(entry.words for entry in self._lost) or state
        bars = [
            f"{limit.label}: {limit_text(limit, report.binding_words(limit))}"
            for limit in shown_limits(report)
        ]
        return "\n".join([*bars, *(f"{r.what}: {r.text}" for r in self._remarks(report))])

    def _remarks(self, report: RackReport) -> tuple[Remark, ...]:
        """Return what stands below the bars, worked out once for all heights and frames."""
        if self._told is None:
            self._told = (
                remarks(report, self._lost, self._workspace.part_name)
                if self._about is None
                else (*self._about, *feed_remarks(report))
            )
        return self._told

    def sizeHint(self) -> QSize:
        """Return the room that bars and remarks need at a usual width."""
        return QSize(320, self.heightForWidth(320))

    def hasHeightForWidth(self) -> bool:
        """Return that remarks wrap: what is narrow is high."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height that bars and remarks need at a width."""
        if self._report is None:
            return _HEAD + 4 * _LINE
        known = self._heights.get(width)
        if known is None:
            # Measured once: a layout asks a dozen times.
            known = self._heights[width] = self._height_of(self._report, min(width, _MOST_WIDE))
        return known

    def _height_of(self, report: RackReport, width: int) -> int:
        lines = sum(self._lines_of(remark, width) for remark in self._remarks(report))
        bars = sum(
            _limit_height(limit, report.binding_words(limit), width)
            for limit in shown_limits(report)
        )
        return _HEAD + bars + 10 + lines * _LINE + 8

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heading, bars and remarks."""
        theme, width = self._workspace.theme, min(self.width(), _MOST_WIDE)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(11, 600))
        painter.setPen(QColor(theme.dim))
        old = self._failure and self._report is not None
        state = " · of an earlier edit" if old else " · updating…" if self._stale else ""
        heading = f"{self._heading}{state}"
        painter.drawText(QRect(0, 0, width, 18), Qt.AlignmentFlag.AlignVCenter, heading)
        top = _HEAD
        if event.rect().bottom() < top:  # only the heading says something else
            painter.end()
            return
        if self._report is None:
            painter.setFont(font(12))
            flags = int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(QRect(0, top, width, 4 * _LINE), flags, self.words())
            painter.end()
            return
        for limit in shown_limits(self._report):
            binds = self._report.binding_words(limit)
            _paint_limit(painter, QRect(0, top, width, _ROW), limit, binds, theme)
            top += _limit_height(limit, binds, width)
        self._paint_remarks(painter, top + 10, width, self._remarks(self._report))
        painter.end()

    def _paint_remarks(
        self, painter: QPainter, top: int, width: int, told: Sequence[Remark]
    ) -> None:
        theme = self._workspace.theme
        for remark in told:
            painter.setFont(font(11, 600))
            painter.setPen(QColor(theme.dim))
            left, texts = remark_lines(remark, width)
            for words in heading_lines(remark, width):
                box = QRect(0, top, width, _LINE)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
                top += 0 if left else _LINE
            painter.setFont(font(11))
            painter.setPen(_colour(remark.state, theme, plain=theme.text))
            for text in texts:
                box = QRect(left, top, width - left, _LINE)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
                top += _LINE

    def _lines_of(self, remark: Remark, width: int) -> int:
        left, texts = remark_lines(remark, min(width, _MOST_WIDE))
        above = () if left else heading_lines(remark, min(width, _MOST_WIDE))
        return len(texts) + len(above)


def remark_lines(remark: Remark, width: int) -> tuple[int, tuple[str, ...]]:
    """Return where a remark's text begins beside its heading, and its lines; 0 is below it."""
    return _remark_lines(Read(shown(remark.what)), Read(shown(remark.text)), width)


# Kept, because each edit lays out the same words several times, at the widths a layout tries.
@lru_cache(maxsize=256)
def _remark_lines(what: str, text: str, width: int) -> tuple[int, tuple[str, ...]]:
    left = QFontMetrics(font(11, 600)).horizontalAdvance(what) + 12
    metrics = QFontMetrics(font(11))
    beside = metrics.horizontalAdvance(text) <= width - left
    if not beside and left > _MOST_HEADING * width:
        left = 0
    return left, wrapped(text, metrics, width - left) or ("",)


def heading_lines(remark: Remark, width: int) -> tuple[str, ...]:
    """Return a remark's heading in lines: one that is wider than the list goes on below."""
    return wrapped(remark.what, QFontMetrics(font(11, 600)), width) or ("",)


def figures_below(limit: Limit, binds: str, width: int) -> tuple[str, ...]:
    """Return the lines that a limit's figures take below its label; none if they stand beside it.

    Parameters
    ----------
    binds
        Whether it binds, in words.
    width
        Width of the row in pixels.
    """
    read = Read(shown(_signed(limit, binds)))
    return _lines_below(Read(shown(limit.label)), read, width)


@lru_cache(maxsize=256)
def _lines_below(label: str, text: str, width: int) -> tuple[str, ...]:
    metrics = QFontMetrics(font(12))
    if metrics.horizontalAdvance(label) + 12 + metrics.horizontalAdvance(text) <= width:
        return ()
    return wrapped(text, metrics, width)


def _signed(limit: Limit, binds: str) -> str:
    return SIGNS.get(limit.state, "") + limit_text(limit, binds)


def _limit_height(limit: Limit, binds: str, width: int) -> int:
    return _ROW + _BELOW * len(figures_below(limit, binds, width))


def _paint_limit(painter: QPainter, row: QRect, limit: Limit, binds: str, theme: Theme) -> None:
    """Paint label, figures and bar of one limit."""
    words = QRect(row.left(), row.top(), row.width(), 18)
    painter.setFont(font(12))
    painter.setPen(QColor(theme.text))
    label = painter.fontMetrics().elidedText(
        limit.label, Qt.TextElideMode.ElideRight, words.width()
    )
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, label)
    painter.setPen(_colour(limit.state, theme, plain=theme.text))
    right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    below = figures_below(limit, binds, row.width())
    if not below:
        painter.drawText(words, right, _signed(limit, binds))
    for text in below:
        words.translate(0, _BELOW)
        painter.drawText(words, right, text)
    bar = QRectF(row.left(), words.top() + 20, row.width(), 6)
    load, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
    shares = share_bounds(load, most) or (0.0, 0.0)
    colour = _colour(limit.state, theme, plain=theme.ok)
    paint_bounded_bar(painter, bar, shares, colour, QColor(theme.line))


def _colour(state: str, theme: Theme, *, plain: str | QColor) -> QColor:
    named = {"warning": theme.warning, "error": theme.error, "unknown": theme.dim}
    return QColor(named.get(state, plain))


def _figures(limit: Limit) -> str:
    used, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
    return f"{side_of_limit(used)} of {side_of_limit(most)} {limit.unit}".rstrip()


def _sources(report: RackReport | None) -> str:
    limits = report.limits if report else ()
    return "\n".join(f"{limit.label}: {limit.source}" for limit in limits if limit.source)
