"""Below the checks: what building for all of them would do, and the button that does it."""

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from designer.model.plural import plural
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.build_all import BuildAll

BUILD, STOP = "Build all", "Stop"
_NAME: Final = "Build what the rules need"


class BuildStrip(QWidget):
    """Shown while findings ask for something that can be placed, and while it is built."""

    def __init__(self, work: BuildAll, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.setAccessibleName(_NAME)
        self.words = ElidedLabel()
        set_role(self.words, "dim")
        self.button = _Button(work)
        self.button.clicked.connect(work.toggle)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        work.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say for how many findings something can be built."""
        asked, busy = self._work.asked(), self._work.is_at_work
        self.setVisible(bool(asked) or busy)
        told = f"{plural(len(asked), 'finding')} can be built for, as one step"
        self.words.set_full_text("Building what the rules need …" if busy else told)
        self.button.setText(STOP if busy else BUILD)
        self.button.setAccessibleName(f"{_NAME}: {STOP if busy else BUILD}")
        self.button.setEnabled(not self._work.reason())


class _Button(QPushButton):
    """Tells in its tip what it would build, worked out when that is asked for."""

    def __init__(self, work: BuildAll) -> None:
        super().__init__(BUILD)
        self._work = work
        set_role(self, "primary")

    def event(self, event: QEvent) -> bool:
        """Work out the tip when it comes up."""
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(self._work.reason() or self._work.words())
        return super().event(event)
