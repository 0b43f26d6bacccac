"""Below the checks: what building for all of them would do, and the button that does it."""

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from designer.model import step_words
from designer.model.plural import plural
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.build_all import BuildAll

BUILD, STOP = "Build all", "Stop"
_NAME: Final = step_words.BUILD_NEEDED


class BuildStrip(QWidget):
    """Shown while findings ask for something that can be placed, and while it is built.

    It stays, with the reason, where nothing was built for what they ask.
    """

    def __init__(self, work: BuildAll, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.setAccessibleName(_NAME)
        self.words = WrappedLabel()
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
        asked, busy, unmet = self._work.asked(), self._work.is_at_work, self._work.unmet()
        self.setVisible(bool(asked or unmet) or busy)
        told = []
        early = self._work.early()
        if asked and early:
            told.append(f"Nothing is built for {plural(len(asked), 'finding')}: {early}")
        elif asked:
            told.append(f"{plural(len(asked), 'finding')} can be built for, as one step")
        if unmet:
            more = f" (and {len(unmet) - 1} more)" if len(unmet) > 1 else ""
            told.append(f"Not built: {next(iter(unmet.values()))}{more}")
        self.words.setText("Building what the rules need …" if busy else "\n".join(told))
        self.words.setToolTip("\n".join(unmet.values()))
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
