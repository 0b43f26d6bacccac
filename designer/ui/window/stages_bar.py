"""The strip over the drawing that lists the stages of a design, and says which is looked at."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from designer.model.stages import Stage, stage_words
from designer.ui.kit.elided_choice import ElidedChoice
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace

MOST_SIDE_BY_SIDE: Final = 6
"""Stages that have a button each; more are chosen from a list."""
_LONGEST: Final = 18
"""Letters of a stage on its button; the tip has all of them."""


class StagesBar(QFrame):
    """A button for each stage; nothing of a design without.

    Signals
    -------
    table_wanted
        The stages are to be shown beside each other.
    came_or_went
        It stands there now, or no longer.
    """

    table_wanted = Signal()
    came_or_went = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage = workspace.stage
        set_role(self, "top")
        self.setAccessibleName("Stages")
        self.buttons: dict[str, QPushButton] = {}
        self._may_stand = True
        self._listed: tuple[Stage, ...] = ()
        caption = QLabel("Stage")
        set_role(caption, "caption")
        self.choice = ElidedChoice()
        self.choice.setAccessibleName("Stage that is looked at")
        self.choice.activated.connect(self._on_chosen)
        self.words = ElidedLabel()
        set_role(self.words, "dim")
        self.table = QPushButton("Compare stages…")
        self.table.clicked.connect(self.table_wanted)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 5, 8, 5)
        self._row.setSpacing(6)
        self._row.addWidget(caption)
        self._row.addWidget(self.choice)
        self._row.addSpacing(6)
        self._row.addWidget(self.words, 1)
        self._row.addWidget(self.table)
        self.hide()
        self._stage.changed.connect(self.refresh)
        self._stage.redrawn.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List the stages there are, and say which is looked at."""
        every, looked = self._stage.every, self._stage.stage
        shown = bool(every) and self._may_stand
        if shown == self.isHidden():
            self.setVisible(shown)
            self.came_or_went.emit()
        if every != self._listed:
            self._list(every)
        if looked is None:
            return
        for key, button in self.buttons.items():
            button.setChecked(key == looked.id)
        self.choice.setCurrentIndex(every.index(looked))
        self.words.set_full_text(said_of(looked, last=looked == every[-1]))
        self.setAccessibleDescription(f"{stage_words(looked)}: {self.words.full_text()}")

    @property
    def needed_px(self) -> int:
        """The height that it takes; 0 while it does not stand there."""
        return 0 if self.isHidden() else self.sizeHint().height()

    def stand(self, *, on: bool) -> None:
        """Let it stand there where there are stages, or not: over the start page."""
        if on != self._may_stand:
            self._may_stand = on
            self.refresh()

    def _list(self, every: tuple[Stage, ...]) -> None:
        self._listed = every
        for button in self.buttons.values():
            self._row.removeWidget(button)
            button.deleteLater()
        self.buttons = {}
        self.choice.clear()
        self.choice.addItems([stage_words(stage) for stage in every])
        few = len(every) <= MOST_SIDE_BY_SIDE
        self.choice.setVisible(not few)
        for at, stage in enumerate(every if few else ()):
            name = stage.called
            short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
            button = QPushButton(short)
            button.setCheckable(True)
            set_role(button, "chip")
            button.setToolTip(f"Look at the design as of {stage_words(stage)}")
            button.setAccessibleName(f"Stage {stage_words(stage)}")
            button.clicked.connect(lambda _=False, key=stage.id: self._look(key))
            self._row.insertWidget(1 + at, button)
            self.buttons[stage.id] = button

    def _on_chosen(self, at: int) -> None:
        self._look(self._listed[at].id)

    def _look(self, key: str) -> None:
        self._stage.look_at(key)
        self.refresh()  # a press on the one that is looked at does not take its mark away


def said_of(stage: Stage, *, last: bool) -> str:
    """Return what looking at a stage means."""
    if last:
        return f"All of it. What you add comes in {stage.called}."
    return f"What comes later is dashed and not counted. What you add comes in {stage.called}."
