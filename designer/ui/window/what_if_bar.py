"""The strip over floor and elevation that says what is lost in thought, and what that does."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role
from designer.ui.state.what_if import WhatIfState

NOTHING_LOST: Final = "Nothing is lost"
HOW: Final = (
    "X loses what is selected, a right click any part of a rack, Shift and a click a second thing. "
    "The design stays as it is."
)
_SIGNS = {"ok": "info", "unknown": "open", "warning": "warning", "error": "error"}
_ROLES = {"error": "banner-error", "warning": "banner-warning", "unknown": "banner-warning"}


class WhatIfBar(QFrame):
    """Shows the verdict while something is lost; the one-line has a heading of its own for it.

    It is as high whatever is lost, so that what lies under the pointer stays there while one thing
    after another is lost; where nothing is, it says how.

    Signals
    -------
    came_or_went
        Something is lost now, or nothing any more.
    """

    came_or_went = Signal()

    def __init__(self, state: WhatIfState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self.sign = SeverityGlyph("info")
        self.heading, self.verdict = LinesLabel(1), LinesLabel(2)
        set_role(self.heading, "heading")
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
        self.refresh()
        self.hide()

    def refresh(self) -> None:
        """Say what is lost now."""
        shown = self._state.shown
        self.wanted = shown is not None
        self.restore_button.setVisible(shown is not None)
        self.sign.setVisible(shown is not None)
        if shown is None:
            self.heading.setText(NOTHING_LOST)
            self.verdict.setText(HOW)
            self.setAccessibleName(f"{NOTHING_LOST}: {HOW}")
            set_role(self, "panel")
        else:
            self.sign.set_severity(_SIGNS[shown.state])
            self.heading.setText(shown.heading)
            self.verdict.setText(shown.words)
            self.setAccessibleName(f"{shown.heading}: {shown.words}")
            set_role(self, _ROLES.get(shown.state, "banner-info"))
            self.setToolTip("The design stays as it is: nothing of this is saved. Esc ends it.")
        self.came_or_went.emit()

    @property
    def needed_px(self) -> int:
        """The height that it needs, whatever it says."""
        return self.sizeHint().height()
