"""The chip of the status bar that says which stage is looked at, and leads back to the whole."""

from PySide6.QtWidgets import QPushButton, QWidget

from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace


class StageChip(QPushButton):
    """Stands there only while something comes later than what is looked at."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        set_role(self, "chip")
        self.setCheckable(True)
        self.setChecked(True)
        self._stage = workspace.stage
        self.clicked.connect(lambda _=False: self._to_whole())
        self._stage.changed.connect(self.follow)
        self._stage.redrawn.connect(self.follow)
        self.follow()

    def _to_whole(self) -> None:
        self.setChecked(True)
        self._stage.look_at("")

    def follow(self) -> None:
        """Say which stage is looked at."""
        stage = self._stage.stage
        shown = stage is not None and self._stage.narrows
        self.setVisible(shown)
        self.setAccessibleName("All stages are shown")
        if stage is not None and shown:
            self.setText(f"As of {stage.called}")
            self.setToolTip(
                f"Figures, checks and sheets are of {stage.called}; what comes later is dashed. "
                "A click shows all of it."
            )
            self.setAccessibleName(f"As of stage {stage.called}. Press to show all of it")
