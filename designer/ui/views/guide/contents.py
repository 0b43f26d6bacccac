"""The list beside a page of the guide: its contents, or what a search found."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen, QTextCharFormat
from PySide6.QtGui import QTextLayout as TextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from designer.io.guide import CONTENTS, Guide, Target
from designer.io.guide_search import Hit
from designer.model.plural import plural
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
ROW_PX: Final = 26
HEADING_PX: Final = 34
HIT_PX: Final = 66
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ELIDE: Final = Qt.TextElideMode.ElideRight


@dataclass(frozen=True)
class Row:
    """A heading (without a target), a page, or a section that a search found.

    Attributes
    ----------
    place
        The page of a section.
    excerpt
        Words around what was found.
    """

    title: str
    target: Target | None = None
    place: str = ""
    excerpt: str = ""


def contents_rows(guide: Guide) -> list[Row]:
    """Return the pages under their headings."""
    rows, group = [], ""
    for page in guide.pages.values():
        if page.name != CONTENTS:
            if page.group != group:
                group = page.group
                rows.append(Row(group))
            rows.append(Row(page.title, Target(page.name)))
    return rows


def hit_rows(hits: Sequence[Hit]) -> list[Row]:
    """Return what a search found, the best first, under how much it is."""
    found = [
        Row(
            hit.section.title,
            Target(hit.page.name, hit.section.anchor),
            "" if hit.section.title == hit.page.title else hit.page.title,
            hit.excerpt,
        )
        for hit in hits
    ]
    return [Row(_how_many(hits)), *found]


def _how_many(hits: Sequence[Hit]) -> str:
    """Return how many places were found, and what they lack where all of them lack something."""
    if not hits:
        return "Nothing found"
    places = plural(len(hits), "place")
    whole = sum(not hit.lacks for hit in hits)
    if whole == len(hits):
        return places
    if whole:
        return f"{places}, {whole} with all of it"
    lacking = [word for word in hits[0].lacks if all(word in hit.lacks for hit in hits)]
    what = f"without {' or '.join(lacking)}" if lacking else "with most of it"
    return f"No place has all of it; {places} {what}"


class ContentsModel(QAbstractListModel):
    """Rows, and the words that are marked in them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self.words: tuple[str, ...] = ()

    def show(self, rows: list[Row], words: Sequence[str] = ()) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows, self.words = rows, tuple(words)
        self.endResetModel()

    def row_of(self, page: str) -> int:
        """Return the first row that leads to a page, -1 for none."""
        return next((n for n, r in enumerate(self.rows) if r.target and r.target.page == page), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, its title, or what a screen reader says of it."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(text for text in (row.title, row.place, row.excerpt) if text)
        if role == Qt.ItemDataRole.ToolTipRole and row.target:
            return row.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that pages can be chosen and headings cannot."""
        if not index.isValid() or self.rows[index.row()].target is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class ContentsDelegate(QStyledItemDelegate):
    """Paints a heading, a page, or a place with the words around it."""

    def __init__(self, workspace: Workspace, model: ContentsModel) -> None:
        super().__init__(workspace)
        self._workspace, self._model = workspace, model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        theme = self._workspace.theme
        row: Row = index.data(Qt.ItemDataRole.UserRole)
        box: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.target is None:
            painter.setFont(font(11, 600))
            painter.setPen(QColor(theme.dim))
            painter.drawText(box.adjusted(12, 8, -8, 0), _LEFT, row.title.upper())
        else:
            chosen = self._ground(painter, option, theme)
            self._words(painter, row, box, theme, chosen=chosen)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        row: Row = index.data(Qt.ItemDataRole.UserRole)
        if row.target is None:
            return QSize(120, HEADING_PX)
        return QSize(120, HIT_PX if row.excerpt else ROW_PX)

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> bool:
        state: QStyle.StateFlag = option.state
        box: QRect = option.rect
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            focused = chosen and state & QStyle.StateFlag.State_HasFocus
            painter.setPen(QPen(QColor(theme.accent), 1) if focused else Qt.PenStyle.NoPen)
            ground = mixed(QColor(theme.panel), QColor(theme.accent), 0.14)
            hover = mixed(QColor(theme.panel), QColor(theme.text), 0.05)
            painter.setBrush(ground if chosen else hover)
            painter.drawRoundedRect(QRectF(box.adjusted(4, 1, -4, -1)), 5, 5)
        return chosen

    def _words(
        self, painter: QPainter, row: Row, box: QRect, theme: Theme, *, chosen: bool
    ) -> None:
        inner = box.adjusted(12, 0, -12, 0)
        title = font(12, 600 if chosen or row.excerpt else 400)
        first = QRect(inner.left(), box.top() + (5 if row.excerpt else 0), inner.width(), 18)
        if not row.excerpt:
            first.setHeight(box.height())
        place = f"  {row.place}" if row.place else ""
        metrics = QFontMetrics(font(11))
        room = first.width() - min(metrics.horizontalAdvance(place), first.width() // 3)
        painter.setFont(title)
        painter.setPen(QColor(theme.text))
        shown = painter.fontMetrics().elidedText(row.title, _ELIDE, room)
        painter.drawText(first, _LEFT, shown)
        if place:
            painter.setFont(font(11))
            painter.setPen(QColor(theme.dim))
            right = first.adjusted(room, 0, 0, 0)
            at = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(right, at, metrics.elidedText(place.strip(), _ELIDE, right.width()))
        if row.excerpt:
            below = QRectF(inner.left(), box.top() + 25, inner.width(), 34)
            paint_marked(painter, below, row.excerpt, self._model.words, theme)


def paint_marked(
    painter: QPainter, box: QRectF, text: str, words: Sequence[str], theme: Theme
) -> None:
    """Paint a text on two lines, with a ground where words of it begin with these."""
    layout = TextLayout(text, font(11))
    mark = QTextCharFormat()
    mark.setBackground(mixed(QColor(theme.panel), QColor(theme.warning), 0.35))
    mark.setForeground(QColor(theme.text))
    formats = []
    for word in words:
        for found in re.finditer(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE):
            part = TextLayout.FormatRange()
            part.start, part.length = found.start(), len(found[0])
            part.format = mark
            formats.append(part)
    layout.setFormats(formats)
    layout.beginLayout()
    for number in range(2):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(box.width())
        line.setPosition(QRectF(0, number * 16, 1, 1).topLeft())
    layout.endLayout()
    painter.setPen(QColor(theme.dim))
    layout.draw(painter, box.topLeft())


class ContentsList(QListView):
    """The list; what becomes current is shown at once.

    Signals
    -------
    chosen
        The place to show.
    entered
        Enter was pressed: the keyboard goes to the page.
    """

    chosen = Signal(object)
    entered = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Contents")
        self.contents = ContentsModel(self)
        self.setModel(self.contents)
        self.setItemDelegate(ContentsDelegate(workspace, self.contents))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._on_current)
        workspace.theme_changed.connect(self.viewport().update)
        self._quiet = False

    def show_rows(self, rows: list[Row], words: Sequence[str] = ()) -> None:
        """Show the contents, or what a search found."""
        self._quiet = True
        self.contents.show(rows, words)
        self._quiet = False
        self.scrollToTop()

    def choose_page(self, page: str) -> None:
        """Mark the row of a page, without a word of it."""
        self._quiet = True
        row = self.contents.row_of(page)
        index = self.contents.index(row) if row >= 0 else QModelIndex()
        current = self.currentIndex()
        here: Row | None = current.data(Qt.ItemDataRole.UserRole) if current.isValid() else None
        if here is None or here.target is None or here.target.page != page:
            self.setCurrentIndex(index)
        self._quiet = False

    def choose_first(self) -> None:
        """Go to the first row that leads somewhere."""
        first = next((n for n, row in enumerate(self.contents.rows) if row.target), -1)
        if first >= 0:
            self.setCurrentIndex(self.contents.index(first))
            self.scrollToTop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand the keyboard to the page with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row: Row | None = current.data(Qt.ItemDataRole.UserRole) if current.isValid() else None
        if row is not None and row.target is not None and not self._quiet:
            self.chosen.emit(row.target)
