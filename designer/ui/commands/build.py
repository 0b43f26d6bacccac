"""The command that builds what all findings ask for."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from designer.ui.state.actions import ActionSet
from designer.ui.state.build_all import BuildAll


class BuildCommands(QObject):
    """Carries it out, and says why it cannot be now.

    Parameters
    ----------
    window
        Where the keys of the command say so too; those of a command that is off do nothing.
    """

    def __init__(self, actions: ActionSet, work: BuildAll, window: QWidget | None = None) -> None:
        super().__init__(work)
        self._keys: QShortcut | None = None
        if window is not None:
            self._keys = QShortcut(actions["checks.build_all"].shortcut(), window)
            self._keys.activated.connect(work.toggle)
        self._actions, self._work = actions, work
        actions.bind("checks.build_all", work.toggle)
        work.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow it while something can be built or is."""
        reason = self._work.reason()
        self._actions.allow("checks.build_all", reason)
        if self._keys is not None:
            # Two that are on with the same keys would be ambiguous, and none of them heard.
            self._keys.setEnabled(bool(reason))
