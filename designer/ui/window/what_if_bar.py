"""The strip over floor and elevation that says what is lost in thought, and what that does."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role
from designer.ui.state.what_if import WhatIfState

_SIGNS = {"ok": "info", "unknown": "open", "warning": "warning", "error": "error"}
_ROLES = {"error": "banner-error", "warning": "banner-warning", "unknown": "banner-warning"}


class WhatIfBar(QFrame):
    """Shows the verdict while something is lost; the one-line has a heading of its own for it.

    Signals
    -------
    came_or_went
        It is there now, or not any more, or needs another height.
    """

    came_or_went = Signal()

    def __init__(self, state: WhatIfState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.sign = SeverityGlyph("info")
        self.heading, self.verdict = QLabel(), QLabel()
        set_role(self.heading, "strong")
        self.verdict.setWordWrap(True)
        self.restore_button = QPushButton("Restore  Esc")
        self.restore_button.clicked.connect(state.restore)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.heading)
        words.addWidget(self.verdict)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        row.addWidget(self.restore_button)
        state.changed.connect(self.refresh)
        self.wanted = False
        self.hide()

    def refresh(self) -> None:
        """Say what is lost now."""
        shown = self._state.shown
        self.wanted = shown is not None
        if shown is not None:
            self.sign.set_severity(_SIGNS[shown.state])
            self.heading.setText(shown.heading)
            self.verdict.setText(shown.words)
            self.setAccessibleName(f"{self.heading.text()}: {shown.words}")
            set_role(self, _ROLES.get(shown.state, "banner-info"))
            self.setToolTip("The design stays as it is: nothing of this is saved. Esc ends it.")
        self.came_or_went.emit()

    def height_at(self, width: int) -> int:
        """Return the height that it needs at a width, in pixels; none while it says nothing."""
        layout = self.layout()
        if not self.wanted or layout is None:
            return 0
        return layout.heightForWidth(width) if layout.hasHeightForWidth() else 44
