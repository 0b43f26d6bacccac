"""The table of changes: alike ones in a row; Enter shows the place, Backspace puts back.

Shift and Ctrl pick several rows, which are put back at once.
"""

from typing import Any, Final

from PySide6.QtCore import (
    QItemSelectionModel,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from designer.render.compared_floor import paint_sign
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.plain_table import set_up_rows
from designer.ui.kit.read_rows import Index, ReadRows
from designer.ui.state.change_rows import KINDS, ChangeRow
from designer.ui.state.comparing import Comparing
from designer.ui.state.workspace import Workspace

COLUMNS: Final = ("Change", "What", "Which", "Its racks, kW", "How")
_WIDTHS: Final = (92, 150, 120, 96)
KIND_ROLE: Final = Qt.ItemDataRole.UserRole
"""The kind of change of a row, which the word of a cell is in English alone."""
_POWER: Final = 3
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_ROW_PX: Final = 25
_SIGN_PX: Final = 26
_CELL_PX: Final = 14
"""Around the word of a cell."""
_BESIDE_PX: Final = 14
"""Between a figure and the words behind it."""


class ChangeModel(ReadRows[ChangeRow]):
    """What the rows say."""

    def __init__(self, comparing: Comparing, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._comparing = comparing

    def words(self, row: ChangeRow, column: int) -> str:
        """Return what a cell says."""
        if column == _POWER:
            powers = self._comparing.powers
            return powers.words(row.keys).removesuffix(" kW") if powers is not None else ""
        return (row.kind, row.what, row.names, "", row.how)[column]

    def is_bold(self, row: ChangeRow, column: int) -> bool:
        """Let what it is about stand out."""
        return column == 1

    def tip(self, row: ChangeRow, column: int) -> str:
        """Return all that the row says of that."""
        if column == _POWER:
            powers = self._comparing.powers
            return powers.tip(row.keys) if powers is not None else ""
        return self.words(row, column)

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return a heading; that of figures stands at the right, as they do."""
        if role == Qt.ItemDataRole.TextAlignmentRole and section == _POWER:
            return _RIGHT
        return super().headerData(section, orientation, role)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - what Qt asks for
        """Return what a cell shows, or the kind of its change; figures stand at the right."""
        if role == KIND_ROLE:
            return self.rows[index.row()].kind
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == _POWER:
            return _RIGHT
        return super().data(index, role)


class ChangeTable(QTableView):
    """Shows the rows of a comparison.

    Signals
    -------
    put_back_asked, place_asked
        The row that is chosen is to be put back, or its place shown.
    """

    put_back_asked = Signal()
    place_asked = Signal()

    def __init__(
        self, workspace: Workspace, comparing: Comparing, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._comparing = comparing
        self.changes = ChangeModel(comparing, self)
        self.setModel(self.changes)
        self.setItemDelegate(_Cells(workspace, self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        set_up_rows(self, "Changes", _ROW_PX, _WIDTHS, many=True)
        self.horizontalHeader().setStretchLastSection(True)
        self.selectionModel().selectionChanged.connect(lambda *_: self._choose())
        self.selectionModel().currentRowChanged.connect(lambda *_: self._choose())
        comparing.changed.connect(self.refresh)
        comparing.listed.connect(self.refresh)
        comparing.pointed.connect(self._point)
        comparing.worked_out.connect(self.viewport().update)
        workspace.theme_changed.connect(self.viewport().update)

    def sizeHint(self) -> QSize:
        """Return room for some rows."""
        return QSize(600, 8 * _ROW_PX)

    def refresh(self) -> None:
        """List the rows anew; the one that is looked at stays chosen."""
        blocked = self.selectionModel().blockSignals(True)
        self.changes.show_rows(self._comparing.rows)
        self.selectionModel().blockSignals(blocked)
        self._make_room()
        self._point()

    def _make_room(self) -> None:
        """Widen the columns that would cut off their heading or the word of a kind."""
        head, metrics = self.horizontalHeader(), self.fontMetrics()
        word = max(map(metrics.horizontalAdvance, KINDS))
        for column in range(len(COLUMNS) - 1):
            least = word + _SIGN_PX + _CELL_PX if column == 0 else 0
            least = max(least, head.sectionSizeHint(column))
            if head.sectionSize(column) < least:
                head.resizeSection(column, least)

    def copy(self) -> None:
        """Copy all rows that are listed, with tabs between, for a spreadsheet."""
        rows = self.changes.rows
        lines = ["\t".join(COLUMNS)]
        lines += [
            "\t".join(self.changes.words(row, at) for at in range(len(COLUMNS))) for row in rows
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the place with Enter, put back with Backspace, copy all with Ctrl+C."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.place_asked.emit()
        elif event.key() == Qt.Key.Key_Backspace:
            self.put_back_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        """Look at the current row if it is selected, else at the last one that is."""
        rows = self.changes.rows
        picked = sorted(index.row() for index in self.selectionModel().selectedRows())
        now = self.currentIndex().row()
        if now not in picked:
            now = picked[-1] if picked else -1
        chosen = rows[now] if 0 <= now < len(rows) else None
        self._comparing.choose(chosen, [rows[at] for at in picked if at < len(rows)])

    def _point(self) -> None:
        """Choose the row that is looked at."""
        row, rows = self._comparing.chosen, self.changes.rows
        select = self.selectionModel()
        if row is None or row not in rows:
            blocked = select.blockSignals(True)
            select.clear()
            select.blockSignals(blocked)
            self.viewport().update()
            return
        index = self.changes.index(rows.index(row), 0)
        flag = QItemSelectionModel.SelectionFlag
        kept = {rows.index(one) for one in self._comparing.picked}
        if kept == {one.row() for one in select.selectedRows()}:
            select.setCurrentIndex(index, flag.NoUpdate)
        else:
            select.setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
        self.scrollTo(index)


class _Cells(QStyledItemDelegate):
    """Paints the sign of a change before its word."""

    def __init__(self, workspace: Workspace, parent: QTableView) -> None:
        super().__init__(parent)
        self._space = workspace

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Leave room for the sign; say lists of names and differences in dim letters."""
        super().initStyleOption(option, index)
        if index.column() == 0:
            option.rect = option.rect.adjusted(_SIGN_PX, 0, 0, 0)
        elif index.column() == _POWER:
            option.rect = option.rect.adjusted(0, 0, -_BESIDE_PX, 0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell."""
        if index.column() != 0:
            super().paint(painter, option, index)
            return
        whole: Any = QStyleOptionViewItem(option)
        styled = QStyleOptionViewItem(option)
        self.initStyleOption(styled, index)
        style = styled.widget.style()
        whole.text = ""
        style.drawPrimitive(style.PrimitiveElement.PE_PanelItemViewItem, whole, painter, None)
        super().paint(painter, option, index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        centre = QPointF(box.left() + 14, box.center().y())
        paint_sign(painter, centre, index.data(KIND_ROLE), self._space.theme, 7.5)
        painter.restore()
