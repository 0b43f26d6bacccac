"""The command that builds what all findings ask for."""

from PySide6.QtCore import QObject

from designer.ui.state.actions import ActionSet
from designer.ui.state.build_all import BuildAll


class BuildCommands(QObject):
    """Carries it out, and says why it cannot be now."""

    def __init__(self, actions: ActionSet, work: BuildAll) -> None:
        super().__init__(work)
        self._actions, self._work = actions, work
        actions.bind("checks.build_all", work.toggle)
        work.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow it while something can be built or is."""
        self._actions.allow("checks.build_all", self._work.reason())
