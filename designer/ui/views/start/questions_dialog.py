"""Five questions in a window: answers at the left, what comes of them at the right, live."""

from typing import Final, Protocol

from PySide6.QtCore import QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QWidget

from designer.model.design import Design
from designer.runtime.planner import Planned
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.views.start.questions_answer import QuestionsAnswer
from designer.ui.views.start.questions_form import QuestionsForm

WAIT_MS: Final = 250
"""After the last key, before it is asked what comes of it."""
SIZE: Final = (940, 620)
FORM_PX: Final = 390
MAKE: Final = "Make this design"
MAKE_NEAREST: Final = "Make the nearest"


class Plans(Protocol):
    """Who says what comes of answers (`runtime.planner.Planner`)."""

    planned: SignalInstance
    measured: SignalInstance
    refused: SignalInstance
    made: SignalInstance
    failed: SignalInstance

    def ask(self, answers: dict[str, str], /) -> None:
        """Ask what comes of answers."""

    def make(self) -> None:
        """Ask for the design that was planned last."""

    def end(self) -> None:
        """Let go of what is worked out."""


class QuestionsDialog(FormDialog):
    """The dialog.

    Signals
    -------
    chosen
        The `Design` that is to be begun with.
    """

    chosen = Signal(object)

    def __init__(self, plans: Plans, parent: QWidget | None = None) -> None:
        super().__init__(
            "New design from five questions", MAKE, parent, width_px=SIZE[0], done=self._make
        )
        self._plans = plans
        self._known: Planned | None = None
        self._make_when_known = False
        self.form, self.answer = QuestionsForm(), QuestionsAnswer()
        self.form.setFixedWidth(FORM_PX)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(WAIT_MS)
        self._wait.timeout.connect(self._ask)
        self.form.changed.connect(self._changed)
        plans.planned.connect(self._take_planned)
        plans.measured.connect(self.answer.show_measured)
        plans.refused.connect(self._take_refused)
        plans.made.connect(self._take_made)
        plans.failed.connect(self._take_failed)
        beside = QHBoxLayout()
        beside.setSpacing(20)
        beside.addWidget(self.form)
        beside.addWidget(self.answer, 1)
        self.lay_out((beside,))
        self.resize(*SIZE)
        self.form.line("gpus").setFocus()
        self.form.line("gpus").selectAll()
        self._changed()
        self._ask()

    def done(self, result: int) -> None:
        """Let go of what is worked out."""
        self._wait.stop()
        self._plans.end()
        super().done(result)

    def _changed(self) -> None:
        """Ask again in a moment; until then nothing that stands there holds."""
        self._known, self._make_when_known = None, False
        self.answer.show_working()
        self._wait.start()

    def _ask(self) -> None:
        self._wait.stop()
        self._plans.ask(self.form.answers())

    def _make(self) -> None:
        """Make what is shown; what is still worked out is made once it is known to fit."""
        if self._known is None:
            self._make_when_known = True
            if self._wait.isActive():
                self._ask()
        elif self._known.name:
            self._plans.make()

    def _take_planned(self, found: Planned) -> None:
        self._known = found
        self.form.mark("")
        self.answer.show_planned(found)
        self.accept_button.setText(MAKE if found.fits else MAKE_NEAREST)
        self.accept_button.setEnabled(bool(found.name))
        if self._make_when_known and found.fits:
            self._plans.make()
        self._make_when_known = False

    def _take_refused(self, key: str, why: str) -> None:
        self._known, self._make_when_known = None, False
        called = self.form.mark(key)
        self.answer.show_refused(f"{called}: {why}" if called else why)
        self.accept_button.setText(MAKE)
        self.accept_button.setEnabled(False)

    def _take_made(self, design: Design) -> None:
        self.accept()
        self.chosen.emit(design)

    def _take_failed(self, why: str) -> None:
        self._known = None
        self.answer.show_failed(why)
        self.accept_button.setEnabled(False)
