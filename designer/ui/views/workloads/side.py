"""What stands at the left of the view of workloads: cards, the map of nodes, the library."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.ui.kit.style import set_role
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.state.workload_library import LibraryState
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.cards import CardList
from designer.ui.views.workloads.library import Library
from designer.ui.views.workloads.node_map import NodeMap

_CARDS_PART = 0.42
"""Of the height, that cards have at most."""


class WorkloadsSide(QWidget):
    """Cards of all workloads, whose nodes are whose, and what could be added.

    What is dragged out of the library and let go here adds nothing: that does the view alone.

    Signals
    -------
    add_asked
        Somebody wants to add a workload by a form.
    """

    add_asked = Signal()

    def __init__(
        self, workspace: Workspace, choice: WorkloadChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self.cards = CardList(workspace, choice)
        self.map = NodeMap(workspace, choice)
        self.state = LibraryState(workspace, self)
        self.library = Library(workspace, self.state)
        self.cards.add_asked.connect(self.add_asked)
        self.library.added.connect(choice.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(8)
        column.addWidget(self.cards)
        inner = QVBoxLayout()
        inner.setContentsMargins(12, 0, 10, 0)
        inner.setSpacing(10)
        inner.addWidget(self.map)
        inner.addWidget(self.library, 1)
        column.addLayout(inner, 1)
        choice.changed.connect(self.refresh_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden, and look at the library."""
        super().showEvent(event)
        self.state.look(looked_at=True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Look at the library no more."""
        super().hideEvent(event)
        self.state.look(looked_at=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height anew."""
        super().resizeEvent(event)
        self._share()

    def refresh_if_shown(self) -> None:
        """Show the newest report, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show cards and nodes."""
        self.cards.refresh()
        self.map.refresh()
        self._share()

    def _share(self) -> None:
        self.cards.setFixedHeight(min(self.cards.wanted_px(), round(_CARDS_PART * self.height())))
