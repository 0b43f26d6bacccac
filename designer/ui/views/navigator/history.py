"""The history: every step by name; a click goes there."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor, QFont
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import set_role
from designer.ui.state.cable_news import CableNews
from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex


class HistoryModel(QAbstractListModel):
    """Steps, the newest at the top; those that can be redone are dimmed."""

    def __init__(
        self, workspace: Workspace, news: CableNews | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._news = workspace, news
        self._steps = workspace.document.history.steps

    def refresh(self) -> None:
        """Read the history anew."""
        self.beginResetModel()
        self._steps = self._workspace.document.history.steps
        self.endResetModel()

    def step_of(self, row: int) -> int:
        """Return the step of a row."""
        return len(self._steps) - 1 - row

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of steps."""
        return 0 if parent.isValid() else len(self._steps)

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a step's label; bold where the document stands."""
        step = self.step_of(index.row())
        position = self._workspace.document.history.position
        if role == Qt.ItemDataRole.DisplayRole:
            return self._steps[step].label
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._news and self._news.of_revision(self._steps[step].revision)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = "undone" if step > position else "current" if step == position else "done"
            return f"{self._steps[step].label}, {state}"
        if role == Qt.ItemDataRole.ForegroundRole and step > position:
            return QBrush(QColor(self._workspace.theme.faint))
        if role == Qt.ItemDataRole.FontRole and step == position:
            bold = QFont()
            bold.setWeight(QFont.Weight.DemiBold)
            return bold
        return None


class HistoryPanel(QWidget):
    """The list of steps.

    Parameters
    ----------
    news
        What is known of each step, shown where it is pointed at.
    """

    def __init__(
        self, workspace: Workspace, news: CableNews | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        set_role(self, "panel")
        self.setAccessibleName("History panel")
        self.model = HistoryModel(workspace, news, self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setAccessibleName("History")
        self.list.setUniformItemSizes(True)
        self.list.clicked.connect(self.go)
        self.list.activated.connect(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 8, 2, 8)
        column.addWidget(self.list)
        workspace.document_changed.connect(lambda _: self._refresh())
        workspace.theme_changed.connect(self._refresh)
        self._refresh()

    def go(self, index: Index) -> None:
        """Take the document to a step."""
        step = self.model.step_of(index.row())
        if step != self._workspace.document.history.position:
            self._workspace.go_to(step)

    def _refresh(self) -> None:
        self.model.refresh()
        position = self._workspace.document.history.position
        row = len(self._workspace.document.history.steps) - 1 - position
        self.list.setCurrentIndex(self.model.index(row))
