"""The command that begins a design from five questions; its window is made when first asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from designer.model.design import Design
from designer.runtime.planner import Planner
from designer.ui.state.actions import ActionSet

if TYPE_CHECKING:
    from designer.ui.views.start.questions_dialog import QuestionsDialog


class QuestionCommands(QObject):
    """Carries it out.

    Parameters
    ----------
    begin
        Begins with a design, after asking about unsaved work.
    """

    def __init__(
        self, window: QWidget, actions: ActionSet, begin: Callable[[Design, str], object]
    ) -> None:
        super().__init__(window)
        self._window, self._begin = window, begin
        self._planner: Planner | None = None
        self.dialog: QuestionsDialog | None = None
        actions.bind("file.questions", self.ask)

    def ask(self) -> None:
        """Ask the five questions."""
        from designer.ui.views.start.questions_dialog import QuestionsDialog

        if self._planner is None:
            self._planner = Planner(self)
            application = QCoreApplication.instance()
            if application is not None:
                application.aboutToQuit.connect(self._planner.finish)
        dialog = QuestionsDialog(self._planner, self._window)
        dialog.chosen.connect(self._take)
        dialog.finished.connect(dialog.deleteLater)
        self.dialog = dialog
        dialog.open()

    def _take(self, design: Design) -> None:
        self._begin(design, "New from five questions")
