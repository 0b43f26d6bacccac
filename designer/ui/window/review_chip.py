"""The chip of the status bar that says that the design is in review, and ends it."""

from PySide6.QtWidgets import QPushButton, QWidget

from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace


class ReviewChip(QPushButton):
    """Stands there only while nothing moves."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("In review", parent)
        set_role(self, "chip")
        self.setCheckable(True)
        self.setChecked(True)
        self.setToolTip(
            "Nothing moves: only comments, remarks, waivers and revisions change. "
            "A click or F8 ends it."
        )
        self.setAccessibleName("In review: nothing moves. Press to end it")
        self.setVisible(workspace.document.reviewing)
        self.clicked.connect(lambda _=False: workspace.set_reviewing(False))
        workspace.reviewing_changed.connect(self._follow)

    def _follow(self, on: bool) -> None:
        self.setChecked(True)
        self.setVisible(on)
