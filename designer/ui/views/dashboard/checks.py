"""The findings of the design rules: what, where, why; shown on a click, accepted by a waiver."""

import datetime
import os
from collections.abc import Iterable, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from designer.document.edits import put, remove
from designer.engine.reasons import is_open
from designer.engine.report import Check, Report
from designer.model.design import Waiver
from designer.model.plural import plural
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.glyphs import paint_severity, severity_colour
from designer.ui.kit.style import set_role
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.section import Section

Index = QModelIndex | QPersistentModelIndex
ROW_PX: Final = 46
"""A finding of one line."""
LINE_PX: Final = 17
CARD_GAP_PX: Final = 2.5
BESIDE_PX: Final = 45
"""Of a row's width, what sign and edges take from the words."""
AROUND_PX: Final = 14
"""Of a row's height, what is above and below the words."""
LEAST_WIDE_PX: Final = 160
FOLD_PX: Final = 28
FOLDED_FROM: Final = 3
"""So many remarks are folded under one line: errors and warnings must not drown in them."""
LINKS: Final = ("why", "show")
OPENED_LINKS: Final = ("less", "guide", "show")
"""What can be clicked at the right of a finding's title, closed and with its advice shown."""
BETWEEN: Final = " · "
SIDE_PX: Final = 10
"""From the words at the right to the edge of the row."""
LINKS_HIGH_PX: Final = 24
HEADING_PX: Final = 64
"""What the heading takes beside the counts."""
OPEN_WORDS: Final = "cannot be said"
ORDER: Final = {"error": 0, "warning": 1, "open": 2, "info": 3}
WRAP: Final = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True)
class Fold:
    """The line under which remarks are folded: `10 notes for information`."""

    words: str
    is_open: bool


class CheckModel(QAbstractListModel):
    """Findings: errors, warnings, what cannot be said, folded remarks; waived ones last.

    Attributes
    ----------
    checks
        All findings, errors first.
    rows
        What the list shows: findings and the fold's line.
    opened
        Keys whose advice is shown.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.checks: list[Check] = []
        self.rows: list[Check | Fold] = []
        self.opened: set[str] = set()
        self._unfolded = False

    def show(self, checks: Iterable[Check]) -> None:
        """Show other findings."""
        ordered = sorted(checks, key=lambda c: (c.waived, ORDER[standing(c)], c.rule, c.key))
        if ordered == self.checks:
            return
        self.beginResetModel()
        self.checks = ordered
        self.rows = self._rows()
        self.endResetModel()

    def check_at(self, index: Index) -> Check | None:
        """Return the finding of a row; None for the fold's line."""
        row = self.rows[index.row()]
        return row if isinstance(row, Check) else None

    def links(self, check: Check) -> tuple[str, ...]:
        """Return what can be clicked beside a finding's title."""
        return OPENED_LINKS if check.key in self.opened else LINKS

    def toggle(self, index: Index) -> None:
        """Show or hide the advice of a finding, or the folded remarks."""
        check = self.check_at(index)
        if check is not None:
            self.layoutAboutToBeChanged.emit()
            self.opened ^= {check.key}
            self.layoutChanged.emit()
            return
        self.beginResetModel()
        self._unfolded = not self._unfolded
        self.rows = self._rows()
        self.endResetModel()

    def _rows(self) -> list[Check | Fold]:
        remarks = [c for c in self.checks if c.severity == "info" and not c.waived]
        if len(remarks) < FOLDED_FROM:
            return [*self.checks]
        first = self.checks.index(remarks[0])
        fold = Fold(fold_words(remarks), self._unfolded)
        shown = remarks if self._unfolded else []
        return [*self.checks[:first], fold, *shown, *self.checks[first + len(remarks) :]]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a finding, or what a screen reader says of it."""
        check = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return check
        if isinstance(check, Fold):
            spoken = {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}
            return check.words if role in spoken else None
        if role == Qt.ItemDataRole.DisplayRole:
            return check.rule
        if role == Qt.ItemDataRole.AccessibleTextRole:
            waived = "waived " if check.waived else ""
            word = standing_words(check)
            return f"{waived}{word}: {check.rule}: {check.message} {check.advice}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(text for text in (check.message, where_words(check)) if text)
        return None


class CheckDelegate(QStyledItemDelegate):
    """Paints a finding as a card; the advice below it when opened."""

    def __init__(self, workspace: Workspace, model: CheckModel, view: QListView) -> None:
        super().__init__(view)
        self._workspace, self._model, self._view = workspace, model, view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one card."""
        theme = self._workspace.theme
        check: Check | Fold = index.data(Qt.ItemDataRole.UserRole)
        box: QRect = option.rect
        if isinstance(check, Fold):
            _paint_fold(painter, box, check, theme)
            return
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(box).adjusted(0.5, CARD_GAP_PX, -2.5, -CARD_GAP_PX)
        painter.setPen(QPen(QColor(theme.accent if chosen else theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(card, 6, 6)
        colour = QColor(theme.dim) if check.waived else severity_colour(standing(check), theme)
        sign = QRectF(card.left() + 10, card.top() + 14, 13, 13)
        paint_severity(painter, sign, standing(check), colour)
        links = BETWEEN.join(self._model.links(check))
        width = box.width() - BESIDE_PX
        upper = QRect(int(card.left()) + 34, int(card.top()) + 4, width, LINE_PX)
        painter.setFont(font(11))
        painter.setPen(QColor(theme.accent))
        painter.drawText(upper, Qt.AlignmentFlag.AlignRight, links)
        high = text_px(title_words(check), 12, 600, width - links_px(links))
        painter.setPen(QColor(theme.dim))
        below = text_px(check.message, 11, 400, width)
        lower = QRect(upper.left(), upper.top() + high, width, below)
        painter.drawText(lower, WRAP, check.message)
        if check.key in self._model.opened:
            advice = advice_words(check)
            painter.setPen(QColor(theme.text))
            more = QRect(lower.left(), lower.bottom() + 3, width, text_px(advice, 11, 400, width))
            painter.drawText(more, WRAP, advice)
        painter.setFont(font(12, 600))
        painter.setPen(QColor(theme.dim if check.waived else theme.text))
        title = QRect(upper.left(), upper.top(), width - links_px(links), high)
        painter.drawText(title, WRAP, title_words(check))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a card's height, with its advice when opened."""
        check: Check | Fold = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(check, Fold):
            return QSize(120, FOLD_PX)
        width = max(LEAST_WIDE_PX, self._view.viewport().width()) - BESIDE_PX
        links = BETWEEN.join(self._model.links(check))
        high = text_px(title_words(check), 12, 600, width - links_px(links))
        high += text_px(check.message, 11, 400, width)
        if check.key in self._model.opened:
            high += text_px(advice_words(check), 11, 400, width) + 3
        return QSize(120, high + AROUND_PX)


@lru_cache(maxsize=4096)
def text_px(words: str, px: int, weight: int, width: int) -> int:
    """Return the height of words that wrap at a width; kept, for reports repeat their findings."""
    room = QRect(0, 0, max(width, 1), 4000)
    return QFontMetrics(font(px, weight)).boundingRect(room, WRAP, words).height()


def links_px(links: str) -> int:
    """Return what the links take of the line of the title."""
    return QFontMetrics(font(11)).horizontalAdvance(links) + 8


class CheckList(QListView):
    """The list: a click shows the place, `why` (or Space) the advice, the menu waives.

    Signals
    -------
    guide_asked
        The rule whose page in the guide is wanted.
    """

    guide_asked = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.checks = CheckModel(self)
        self.prompt: TextPrompt | None = None
        self.setModel(self.checks)
        self.setItemDelegate(CheckDelegate(workspace, self.checks, self))
        self.setAccessibleName("Checks")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMinimumHeight(ROW_PX * 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the advice when `why` is hit, the rule's page on `guide`, else show the place."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        check = self.checks.check_at(index)
        link = self.link_at(index, event.position()) if check is not None else "why"
        if link == "guide" and check is not None:
            self.guide_asked.emit(check.rule)
        elif link in ("why", "less"):
            self.checks.toggle(index)
        else:
            self.show_place(index)

    def link_at(self, index: Index, at: QPointF) -> str:
        """Return the word that is hit beside a finding's title, empty for none."""
        box, check = self.visualRect(index), self.checks.check_at(index)
        if check is None or at.y() - box.top() >= LINKS_HIGH_PX:
            return ""
        metrics = QFontMetrics(font(11))
        half = metrics.horizontalAdvance(BETWEEN) / 2
        left = box.right() - SIDE_PX + half
        for word in reversed(self.checks.links(check)):
            left -= metrics.horizontalAdvance(word) + 2 * half
            if at.x() >= left:
                return word
        return ""

    def event(self, event: QEvent) -> bool:
        """Take F1 from the window while a finding is current: it has a page of its own."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_F1
            and self._current() is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def _current(self) -> Check | None:
        index = self.currentIndex()
        return self.checks.check_at(index) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the place with Enter, the advice with Space, the rule's page with F1; W waives."""
        index, current = self.currentIndex(), self._current()
        if index.isValid() and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.show_place(index)
        elif index.isValid() and event.key() == Qt.Key.Key_Space:
            self.checks.toggle(index)
        elif current is not None and event.key() == Qt.Key.Key_F1:
            self.guide_asked.emit(current.rule)
        elif current is not None and event.key() == Qt.Key.Key_W:
            self.ask_waiver(current)
        else:
            super().keyPressEvent(event)

    def show_place(self, index: Index) -> None:
        """Select and zoom to where a finding is; open the fold on its line."""
        check = self.checks.check_at(index)
        if check is None:
            self.checks.toggle(index)
            return
        layout = self._workspace.layout()
        known = [key for key in check.where if key in layout.racks or layout.find(key)]
        if known:
            self._workspace.focus(known)
        else:
            self._workspace.message.emit(f"{check.rule}: {check.message}", check.severity)

    def ask_waiver(self, check: Check) -> None:
        """Ask for the reason to accept a finding, then write the waiver into the design."""
        if check.waived:
            self._workspace.apply(f"Take back waiver of {check.rule}", remove((check.key,)))
            return
        self.prompt = TextPrompt(
            "Waive this finding",
            f"{check.rule}: {check.message}",
            "Reason, kept in the design and printed",
            "Waive",
            self.window(),
        )
        self.prompt.given.connect(lambda reason: self.waive(check, reason))
        self.prompt.open()

    def waive(self, check: Check, reason: str) -> bool:
        """Accept a finding for a reason."""
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        waiver = Waiver(id=check.key, reason=reason, author=os.environ.get("USER", ""), date=today)
        return self._workspace.apply(f"Waive {check.rule}", put("waivers", waiver))

    def _open_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        check = self.checks.check_at(index) if index.isValid() else None
        if check is None:
            return
        menu = QMenu(self)
        menu.addAction("Show the place", lambda: self.show_place(index))
        menu.addAction("Why", lambda: self.checks.toggle(index))
        menu.addAction(f"{check.rule} in the guide", lambda: self.guide_asked.emit(check.rule))
        waive = "Take back the waiver" if check.waived else "Waive…"
        action = menu.addAction(waive, lambda: self.ask_waiver(check))
        action.setEnabled(check.can_be_waived)
        menu.popup(self.viewport().mapToGlobal(at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out anew: findings wrap with the width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.checks.layoutChanged.emit()


class ChecksView(Section):
    """The section with counts and list."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Checks", parent)
        self.list = CheckList(workspace)
        self.none = WrappedLabel("")
        set_role(self.none, "dim")
        self.body.addWidget(self.none)
        self.body.addWidget(self.list, 1)
        self._counts = ""

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        checks = report.checks if report else ()
        self.list.checks.show(checks)
        self._counts = count_words(checks) if report else ""
        self.none.setText(nothing_words(report) if report and not checks else "")
        self.none.setVisible(bool(self.none.text()))
        self._fit_note()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the counts where they do not fit beside the heading."""
        super().resizeEvent(event)
        self._fit_note()

    def _fit_note(self) -> None:
        """Show the counts on one line, or on two: a number cut off would be a wrong one."""
        words, room = self._counts, self.width() - HEADING_PX
        if self.note.fontMetrics().horizontalAdvance(words) > room:
            parts = words.split(" · ")
            words = "\n".join(" · ".join(line) for line in (parts[:2], parts[2:]))
        self.set_note(words)


def nothing_words(report: Report) -> str:
    """Return what an empty list means; what nobody states is listed above it, not here."""
    if not report.totals.racks:
        return "No rack stands, so nothing is checked."
    found = "No rule is broken, and none is left open."
    if report.settle:
        count = plural(len(report.settle), "figure")
        found += f" {count} that no rule waits for can still be given: see What would settle it."
    return found


def fold_words(remarks: Sized) -> str:
    """Return `10 notes for information`: how many, and that none is a fault."""
    return f"{len(remarks)} notes for information"


def _paint_fold(painter: QPainter, box: QRect, fold: Fold, theme: Theme) -> None:
    """Paint the line of the fold: a triangle that points where the remarks are, and words."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.dim))
    x, y = box.left() + 17.0, box.center().y() + 0.5
    tips = [(-3, -4), (-3, 4), (4, 0)] if not fold.is_open else [(-4, -3), (4, -3), (0, 4)]
    painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in tips]))
    painter.setPen(QColor(theme.dim))
    painter.setFont(font(11))
    line = box.adjusted(34, 0, -8, 0)
    elide = Qt.TextElideMode.ElideRight
    words = painter.fontMetrics().elidedText(fold.words, elide, line.width())
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
    painter.restore()


def standing(check: Check) -> str:
    """Return what a finding counts as: its severity, or `open` where nobody can tell."""
    return "open" if is_open(check.key) else check.severity


def standing_words(check: Check) -> str:
    """Return the same in words."""
    return OPEN_WORDS if is_open(check.key) else check.severity


def title_words(check: Check) -> str:
    """Return the rule with the first place it is about; what cannot be said says so."""
    first = f" · {check.where[0]}" if check.where else ""
    more = f" +{len(check.where) - 1}" if len(check.where) > 1 else ""
    waived = " · waived" if check.waived else ""
    said = f" · {OPEN_WORDS}" if is_open(check.key) else ""
    return f"{check.rule}{said}{first}{more}{waived}"


def where_words(check: Check) -> str:
    """Return every place of a finding."""
    return ", ".join(check.where)


def advice_words(check: Check) -> str:
    """Return what to do and where, which the message above does not say."""
    where = where_words(check)
    parts = [check.advice, f"Where: {where}" if where else ""]
    return "\n".join(part for part in parts if part)


def count_words(checks: Iterable[Check]) -> str:
    """Return `1 error · 3 warnings · 2 cannot be said · 10 info · 1 waived`."""
    counts = {"error": 0, "warning": 0, "open": 0, "info": 0, "waived": 0}
    for check in checks:
        counts["waived" if check.waived else standing(check)] += 1
    words = [
        plural(counts["error"], "error"),
        plural(counts["warning"], "warning"),
    ]
    if counts["open"]:
        words.append(f"{counts['open']} {OPEN_WORDS}")
    if counts["info"]:
        words.append(f"{counts['info']} info")
    if counts["waived"]:
        words.append(f"{counts['waived']} waived")
    return " · ".join(words)
