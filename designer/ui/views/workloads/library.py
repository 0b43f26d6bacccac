"""The library of workloads: what each would do here; dragged in, or added with Enter."""

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.engine.workload_report import LibraryRow
from designer.model.figure_words import words
from designer.model.workload import Workload
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.ui.kit.drags import carry
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import mixed, set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.drag_payload import encode_workload
from designer.ui.state.workload_library import LibraryState
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import letters

HINT: Final = "Drag one in to try it: nothing is added until you drop it. Enter adds."
_ROW_PX: Final = 24
_SPEED_PX: Final = 52
_FIT_PX: Final = 38
_WHOLE_FROM: Final = 10
"""Days that are told without decimals: a run of hours takes not `~0 d`."""
_Index = QModelIndex | QPersistentModelIndex


def row_words(row: LibraryRow) -> tuple[str, str, str]:
    """Return what a row says: whether it fits, how fast it is, and all of it for a tip."""
    if row.missing:
        return "—", "", row.missing
    if row.fits is False:
        lacks = f"each GPU lacks {row.lacking_gb:.3g} GB" if row.lacking_gb else "does not fit"
        return "no fit", "—", lacks
    fits = "fits" if row.fits else "perhaps"
    if row.workload.kind == "training":
        days = row.figure("days", "d")
        decimals = 0 if days.likely >= _WHOLE_FROM else 1
        said = words(days, decimals, "days")
        return fits, words(days, decimals, "d").partition(" (")[0], said
    rate = row.figure("tokens_per_s")
    if rate.unknown:
        return fits, "—", "not known"
    said = f"{words(rate, 0)} tokens/s"
    return fits, f"{letters(rate).partition(' (')[0]}/s", said


def row_boxes(box: QRectF, fits: str, speed: str) -> tuple[QRectF, QRectF, QRectF]:
    """Return where name, fit and speed of a row stand: the name alone may be cut."""
    fast, fit = (
        max(least, text_width(said, 11) + 2)
        for least, said in ((_SPEED_PX, speed), (_FIT_PX, fits))
    )
    right = box.right() - 4
    left = right - fast - 2 - fit
    return (
        QRectF(box.left() + 6, box.top(), left - 12 - box.left(), box.height()),
        QRectF(left, box.top(), fit, box.height()),
        QRectF(right - fast, box.top(), fast, box.height()),
    )


class LibraryModel(QAbstractListModel):
    """Runs, then services; a heading stands above each."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[LibraryRow | str] = []

    def show(self, rows: tuple[LibraryRow, ...]) -> None:
        """Show rows."""
        lines: list[LibraryRow | str] = []
        for kind, title in (("training", "RUNS"), ("inference", "SERVICES")):
            mine = [row for row in rows if row.workload.kind == kind]
            if mine:
                lines += [title, *mine]
        if lines == self.lines:
            return
        if len(lines) == len(self.lines):
            self.lines = lines
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
            return
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return the number of lines."""
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def at(self, index: _Index) -> LibraryRow | None:
        """Return a row; None of a heading."""
        line = self.lines[index.row()] if index.isValid() else None
        return line if isinstance(line, LibraryRow) else None

    @as_read
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return words for screen readers and tips."""
        if not index.isValid():
            return None
        line, row = self.lines[index.row()], self.at(index)
        if row is None:
            return line if role == Qt.ItemDataRole.DisplayRole else None
        fits, speed, said = row_words(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return ", ".join(filter(None, (row.workload.name, fits, speed)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.workload.name}: {said}"
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return that rows are chosen and dragged, and headings are not."""
        if self.at(index) is None:
            return Qt.ItemFlag.NoItemFlags
        enabled = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return enabled | Qt.ItemFlag.ItemIsDragEnabled


class LibraryDelegate(QStyledItemDelegate):
    """Paints a row: name, whether it fits, how fast."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._space = workspace

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of a row."""
        return QSize(120, _ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint it."""
        model, theme, box = index.model(), self._space.theme, QRectF(option.rect)
        if not isinstance(model, LibraryModel):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = model.lines[index.row()]
        if isinstance(line, str):
            draw_text(painter, box.adjusted(2, 4, -2, 0), line, 10.5, theme.faint, 600)
            return
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        over = bool(state & QStyle.StateFlag.State_MouseOver)
        if chosen or over:
            painter.setPen(Qt.PenStyle.NoPen)
            part = 0.18 if chosen else 0.07
            painter.setBrush(mixed(QColor(theme.panel), QColor(theme.accent), part))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 4, 4)
        fits, speed, _ = row_words(line)
        name, fit, fast = row_boxes(box, fits, speed)
        draw_text(painter, fast, speed, 11, theme.dim, 400, RIGHT)
        colour = {"fits": theme.ok, "no fit": theme.error}.get(fits, theme.dim)
        draw_text(painter, fit, fits, 11, colour, 400, RIGHT)
        draw_text(painter, name, line.workload.name, 11.5, theme.text, 400, LEFT)


class LibraryList(QListView):
    """The list; starts the drags.

    Signals
    -------
    added
        A workload that Enter or a double click adds.
    """

    added = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.lines = LibraryModel()
        self.setModel(self.lines)
        self.setItemDelegate(LibraryDelegate(workspace))
        self.setAccessibleName("Library of workloads")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(lambda index: self._add(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add the chosen row with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._add(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N802, N803 - Qt's names
        """Drag the chosen row with a card of it."""
        row = self.lines.at(self.currentIndex())
        if row is not None:
            picture = self._picture(row)
            carry(self, encode_workload(row.workload), Qt.DropAction.CopyAction, picture,
                  QPoint(12, 12))  # fmt: skip

    def _picture(self, row: LibraryRow) -> QPixmap:
        theme, scale = self._space.theme, self.devicePixelRatioF()
        made = QPixmap(round(220 * scale), round(30 * scale))
        made.setDevicePixelRatio(scale)
        made.fill(QColor(theme.raised))
        painter = QPainter(made)
        painter.setPen(QColor(theme.accent))
        painter.drawRect(0, 0, 219, 29)
        draw_text(painter, QRectF(10, 0, 200, 30), row.workload.name, 12, theme.text, 600)
        painter.end()
        return made

    def _add(self, index: QModelIndex) -> None:
        row = self.lines.at(index)
        if row is not None:
            self.added.emit(row.workload)


class Library(QWidget):
    """The list below its heading, with how far it is.

    Signals
    -------
    added
        A workload to be added; its id is found by who adds it.
    """

    added = Signal(object)

    def __init__(
        self, workspace: Workspace, state: LibraryState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self.list = LibraryList(workspace)
        self.heading, self.count = QLabel("FROM THE LIBRARY"), QLabel("")
        self.stop = QPushButton("stop")
        set_role(self.heading, "section")
        set_role(self.count, "section")
        set_role(self.stop, "link")
        self.hint = WrappedLabel(HINT)
        set_role(self.hint, "caption")
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.heading)
        head.addStretch(1)
        head.addWidget(self.stop)
        head.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(self.hint)
        self.list.added.connect(self.added)
        self.stop.clicked.connect(lambda _=False: self._stop_or_go_on())
        state.changed.connect(self.refresh)
        workspace.theme_changed.connect(self.list.viewport().update)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop the search with Esc."""
        if event.key() == Qt.Key.Key_Escape and self._state.is_working:
            self._state.stop()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Show what is known."""
        state = self._state
        self.list.lines.show(state.rows)
        known = len(state.rows)
        part = f"{known} of {state.total}" if state.is_working or state.is_stopped else f"{known}"
        self.count.setText(part if state.total else "…")
        self.stop.setVisible(state.is_working or state.is_stopped)
        self.stop.setText("stop" if state.is_working else "go on")

    def _stop_or_go_on(self) -> None:
        if self._state.is_working:
            self._state.stop()
        else:
            self._state.go_on()


def as_new(workload: Workload) -> Workload:
    """Return a workload of the library as it is tried: of no id of the design."""
    return workload.evolve(id="new")
