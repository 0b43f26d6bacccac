"""The line at the foot of the browser: what is in the comparison, and what was just said."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from designer.catalog.entry import Entry
from designer.render.icons import icon
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace

EDGE_PX = 12
GAP_PX = 10
SHOWN_MS = 12_000
_NAME_PX = 170


class CompareBar(QFrame):
    """Names of the compared entries, each with a cross to take it out."""

    removed = Signal(object)
    cleared = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._entries: tuple[Entry, ...] = ()
        self._urgent = False
        set_role(self, "status")
        self.setAccessibleName("Comparison and notices")
        self.setFixedHeight(36)
        self.notice = ElidedLabel()
        self.buttons: list[QPushButton] = []
        self.clear = QPushButton("Clear")
        set_role(self.clear, "link")
        self.clear.setAccessibleName("Clear the comparison")
        self.clear.setAutoDefault(False)
        self.clear.clicked.connect(lambda _: self.cleared.emit())
        self._notice_timer = QTimer(self)
        self._notice_timer.setSingleShot(True)
        self._notice_timer.setInterval(SHOWN_MS)
        self._notice_timer.timeout.connect(self._clear_notice)
        self._chips = QHBoxLayout()
        self._chips.setSpacing(6)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE_PX, 0, EDGE_PX, 0)
        row.setSpacing(GAP_PX)
        row.addLayout(self._chips)
        row.addWidget(self.clear)
        row.addStretch(1)
        row.addWidget(self.notice)
        workspace.theme_changed.connect(self._recolour)
        self.show_entries(())

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show what is compared."""
        self._entries = tuple(entries)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = [self._chip(entry) for entry in self._entries]
        for button in self.buttons:
            self._chips.addWidget(button)
        self._share()
        self._recolour()

    def say(self, words: str, kind: str = "info") -> None:
        """Show a sentence for a while."""
        self._urgent = kind in {"warning", "error"}
        set_role(self.notice, kind if self._urgent else "dim")
        self.notice.set_full_text(words)
        self._share()
        self._notice_timer.start()

    def _clear_notice(self) -> None:
        self.notice.set_full_text("")
        self._urgent = False
        self._share()

    def _share(self) -> None:
        """Give a refusal the whole line while it would else be cut: it is gone again soon."""
        shown = [*self.buttons, self.clear]
        taken = sum(widget.sizeHint().width() + GAP_PX for widget in shown) + 2 * EDGE_PX
        fits = self.notice.sizeHint().width() + taken <= self.width()
        for widget in shown:
            widget.setVisible(bool(self._entries) and (fits or not self._urgent))

    def _chip(self, entry: Entry) -> QPushButton:
        button = QPushButton()
        set_role(button, "removable")
        metrics = button.fontMetrics()
        name = metrics.elidedText(entry.name, Qt.TextElideMode.ElideRight, _NAME_PX)
        button.setText(f"{name.replace('&', '&&')} ")
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setAccessibleName(f"Take {entry.name} out of the comparison")
        button.setToolTip(f"Take {entry.name} out of the comparison")
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False, e=entry: self.removed.emit(e))
        return button

    def _recolour(self) -> None:
        for button in self.buttons:
            button.setIcon(icon("close", self._workspace.theme.dim, 12))
