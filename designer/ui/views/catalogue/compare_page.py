"""The comparison: up to four entries as columns, facts as rows, differences marked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.entry import Entry
from designer.model.figure_words import UNKNOWN
from designer.render.edge import presented
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import mixed, set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.compare_rows import (
    Line,
    Side,
    compare_lines,
    tab_separated,
)
from designer.ui.views.catalogue.detail_delegate import wrapped
from designer.ui.views.catalogue.entry_index import EntryIndex, ref_of
from designer.ui.views.catalogue.signs import paint_conflict, paint_mark
from designer.ui.views.catalogue.source_words import hover

Index = QModelIndex | QPersistentModelIndex
LINE_ROLE: Final = Qt.ItemDataRole.UserRole
SIDE_ROLE: Final = Qt.ItemDataRole.UserRole + 1
LABEL_PX: Final = 230
WIDEST_PX: Final = 340
ROW_PX: Final = 26
TOP_PX: Final = 5
SIDES_PX: Final = 36
"""What edges and the mark of the source take of a column."""
HIGHEST_PX: Final = 130
EMPTY: Final = (
    "Nothing to compare yet. Choose up to four entries in the catalogue and press C, or the button "
    "“Compare” at the right."
)
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CompareModel(QAbstractTableModel):
    """Labels in the first column, an entry in each other."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()
        self.lines: list[Line] = []

    def show(self, entries: Sequence[Entry], lines: Sequence[Line]) -> None:
        """Show other entries with their lines."""
        self.beginResetModel()
        self.entries, self.lines = tuple(entries), list(lines)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many lines there are, headings included."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() or not self.entries else len(self.entries) + 1

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return an entry's name at the head of its column."""
        if orientation != Qt.Orientation.Horizontal or section > len(self.entries):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT
        if role == Qt.ItemDataRole.DisplayRole:
            return self.entries[section - 1].name if section else ""
        if role == Qt.ItemDataRole.ToolTipRole and section:
            entry = self.entries[section - 1]
            words = "" if section == 1 else f"\nClick, or {section}: compare the others with this"
            return f"{entry.vendor} {entry.name}".strip() + words
        return None

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line, a side of it, its words, or where its figure is from."""
        line = self.lines[index.row()]
        side = line.sides[index.column() - 1] if index.column() and line.sides else None
        if role == LINE_ROLE:
            return line
        if role == SIDE_ROLE:
            return side and replace(side, text=presented().cell(side.text, line.unit))
        if role == Qt.ItemDataRole.DisplayRole:
            return line.label if side is None else f"{side.text} {line.unit}".strip()
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(line, side)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return line.label if side is None else _spoken(line, side)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that headings cannot be chosen."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if not self.lines[index.row()].sides:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _tip(self, line: Line, side: Side | None) -> str | None:
        if side is None:
            return None
        said = f"{line.label}: {side.text} {line.unit}".strip()
        return hover((said, *side.tip)) if side.text != UNKNOWN else hover(side.tip)


class CompareDelegate(QStyledItemDelegate):
    """Paints a line; what differs has a tinted ground, a bar and the difference in per cent."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme = self._workspace.theme
        line: Line = index.data(LINE_ROLE)
        side: Side | None = index.data(SIDE_ROLE)
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        panel = QColor(theme.panel)
        if not line.sides:
            _paint_heading(painter, box, line if not index.column() else None, theme)
        else:
            if side is not None and side.differs:
                painter.fillRect(box, mixed(panel, QColor(theme.accent), 0.11))
                painter.fillRect(
                    QRect(box.left(), box.top(), 3, box.height()), QColor(theme.accent)
                )
            if state & QStyle.StateFlag.State_Selected:
                painter.fillRect(box.adjusted(3, 0, 0, 0), mixed(panel, QColor(theme.accent), 0.24))
            painter.fillRect(
                QRect(box.left(), box.bottom(), box.width(), 1),
                mixed(panel, QColor(theme.line), 0.6),
            )
            if side is None:
                _paint_label(painter, box, line, theme)
            else:
                _paint_side(painter, box, line, side, theme)
        painter.restore()


class CompareTable(QTableView):
    """The table; Ctrl+C copies it whole."""

    copy_asked = Signal()
    first_asked = Signal(int)
    """Column whose entry the others are to be compared with."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Comparison")
        self.lines = CompareModel(self)
        self.setModel(self.lines)
        self.setItemDelegate(CompareDelegate(workspace))
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName("Rows")
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        head = self.horizontalHeader()
        head.setAccessibleName("Compared entries")
        head.setSectionsClickable(True)
        head.setHighlightSections(False)
        head.setFixedHeight(34)
        head.setFont(font(12, 600))
        workspace.theme_changed.connect(self.viewport().update)

    def lay_out(self) -> None:
        """Give the labels their width and the entries equal shares of the rest, up to a width.

        Wider columns would part figures from their marks.
        """
        head = self.horizontalHeader()
        number = self.lines.columnCount() - 1
        if number < 1:
            return
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.resizeSection(0, LABEL_PX)
        share = min((self.viewport().width() - LABEL_PX) // number, WIDEST_PX)
        for section in range(1, number + 1):
            head.resizeSection(section, share)
        for row, line in enumerate(self.lines.lines):
            self.setRowHeight(row, _height(line, share))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the whole table; a digit makes its entry the first; letters are the window's."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        elif event.text().isdecimal():
            self.first_asked.emit(int(event.text()))
        elif event.key() == Qt.Key.Key_Escape or (event.text() and event.text().isalpha()):
            event.ignore()
        else:
            super().keyPressEvent(event)


class ComparePage(QWidget):
    """The table with its switches."""

    reference_asked = Signal(object)
    told = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Comparison page")
        self._entry_index: EntryIndex | None = None
        self._entries: tuple[Entry, ...] = ()
        self.only = QCheckBox("Only differences")
        self.only.setAccessibleName("Only differences")
        self.only.setToolTip("Leave out what is known of all and the same")
        self.only.toggled.connect(lambda _: self._refresh())
        self.words = QLabel("")
        set_role(self.words, "dim")
        self.copy = QPushButton("Copy table")
        self.copy.setAutoDefault(False)
        self.copy.setToolTip("As a spreadsheet takes it (Ctrl+C in the table)")
        self.copy.clicked.connect(lambda _: self.copy_table())
        self.table = CompareTable(workspace)
        self.table.copy_asked.connect(self.copy_table)
        self.table.horizontalHeader().sectionClicked.connect(self._on_head)
        self.table.first_asked.connect(self._on_head)
        self.empty = QLabel(EMPTY)
        set_role(self.empty, "dim")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(80, 0, 80, 0)
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 8, 12, 8)
        bar.setSpacing(16)
        bar.addWidget(self.only)
        bar.addWidget(self.words, 1)
        bar.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.empty, 1)
        self._refresh()

    def show_entries(self, entries: Sequence[Entry], entry_index: EntryIndex) -> None:
        """Compare other entries."""
        same = entry_index is self._entry_index and [*map(ref_of, entries)] == [
            *map(ref_of, self._entries)
        ]
        if not same:
            self._entries, self._entry_index = tuple(entries), entry_index
            self._refresh()

    def copy_table(self) -> None:
        """Put the table on the clipboard, values and units in columns of their own."""
        if not self._entries:
            return
        lines = self.table.lines.lines
        QGuiApplication.clipboard().setText(tab_separated(self._entries, lines))
        self.told.emit("The comparison is on the clipboard")

    def _refresh(self) -> None:
        lines: list[Line] = []
        if self._entry_index is not None and self._entries:
            lines = compare_lines(
                self._entries, self._entry_index, differences_only=self.only.isChecked()
            )
        self.table.lines.show(self._entries, lines)
        self.table.lay_out()
        self.table.clearSpans()
        for row, line in enumerate(lines):
            if not line.sides:
                self.table.setSpan(row, 0, 1, len(self._entries) + 1)
        self.table.setVisible(bool(self._entries))
        self.empty.setVisible(not self._entries)
        self.copy.setEnabled(bool(self._entries))
        self.words.setText(self._count(lines))

    def _count(self, lines: Sequence[Line]) -> str:
        if len(self._entries) < 2:
            return "Add another entry to see what differs" if self._entries else ""
        number = sum(line.differs for line in lines)
        lines_differ = f"{number} {'line differs' if number == 1 else 'lines differ'}"
        return f"{lines_differ} · per cent against {self._entries[0].name}"

    def _on_head(self, section: int) -> None:
        if 0 < section <= len(self._entries):
            self.reference_asked.emit(self._entries[section - 1])


def _spoken(line: Line, side: Side) -> str:
    value = "not known" if side.text == UNKNOWN else f"{side.text} {line.unit}".strip()
    pieces = [line.label, value, side.change, "differs" if side.differs else ""]
    return ", ".join(piece for piece in pieces if piece)


def _paint_heading(painter: QPainter, box: QRect, line: Line | None, theme: Theme) -> None:
    if line is None:
        return
    painter.setFont(font(11, 600))
    painter.setPen(QColor(theme.dim))
    painter.drawText(box.adjusted(12, 6, 0, 0), _LEFT, line.label.upper())
    painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), QColor(theme.line))


def _paint_label(painter: QPainter, box: QRect, line: Line, theme: Theme) -> None:
    inner = box.adjusted(12, 0, -8, 0)
    painter.setFont(font(11))
    painter.setPen(QColor(theme.dim))
    unit = presented().unit(line.unit)
    painter.drawText(inner, _RIGHT, unit)
    room = inner.width() - painter.fontMetrics().horizontalAdvance(unit) - 8
    painter.setFont(font(12))
    words = painter.fontMetrics().elidedText(line.label, Qt.TextElideMode.ElideRight, room)
    painter.drawText(inner, _LEFT, words)


def _paint_side(painter: QPainter, box: QRect, line: Line, side: Side, theme: Theme) -> None:
    inner = box.adjusted(8, 0, -10, 0)
    if side.text == UNKNOWN:
        painter.setFont(font(12))
        painter.setPen(QColor(theme.faint))
        painter.drawText(inner, _LEFT, UNKNOWN)
        return
    if side.mark:
        mark = QRectF(inner.right() - 7, box.center().y() - 3.5, 8, 8)
        paint_mark(painter, mark, side.mark, theme)
    inner.setRight(inner.right() - 16)
    if side.conflict:
        paint_conflict(painter, QRectF(inner.right() - 12, box.center().y() - 6, 13, 13), theme)
        inner.setRight(inner.right() - 18)
    if side.change:
        painter.setFont(font(11))
        painter.setPen(QColor(theme.dim))
        painter.drawText(inner, _RIGHT, side.change)
        inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(side.change) - 8)
    painter.setPen(QColor(theme.text))
    if box.height() > ROW_PX:
        painter.setFont(font(12))
        inner.adjust(0, TOP_PX, 0, -TOP_PX)
        painter.drawText(
            inner, int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap), side.text
        )
        return
    painter.setFont(font(12, 600 if side.differs else 400))
    words = painter.fontMetrics().elidedText(side.text, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner, _LEFT, words)


def _height(line: Line, width: int) -> int:
    """Return the height of a line whose words are not cut in columns of a width, up to a few."""
    lines = [
        wrapped(side.text, 12, width - SIDES_PX, 600 if side.differs else 400).height()
        for side in line.sides
    ]
    highest = max(lines, default=0)
    return ROW_PX if highest <= ROW_PX - 2 else min(highest + 2 * TOP_PX, HIGHEST_PX)
