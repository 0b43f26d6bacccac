"""The chip of the status bar that says that layers are hidden, and shows them all."""

from PySide6.QtWidgets import QPushButton, QWidget

from designer.model.plural import plural
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace


class HiddenChip(QPushButton):
    """Stands there only while something is hidden."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        set_role(self, "chip")
        self.setCheckable(True)
        self.setChecked(True)
        self._layers = workspace.layers
        self.clicked.connect(lambda _=False: self._show_all())
        workspace.layers.changed.connect(self.follow)
        workspace.document_changed.connect(lambda _: self.follow())
        workspace.comments.changed.connect(self.follow)
        self.follow()

    def _show_all(self) -> None:
        self.setChecked(True)
        self._layers.show_all()

    def follow(self) -> None:
        """Say how many things are hidden, and of which layers."""
        words = self._layers.hidden_words()
        self.setVisible(bool(words))
        self.setAccessibleName("Nothing is hidden")
        if words:
            self.setText(f"{plural(self._layers.hidden_count(), 'thing')} hidden")
            told = "Totals, checks and sheets have all of it."
            self.setToolTip(f"Hidden: {words}. {told} A click shows them all; F7 lists the layers.")
            self.setAccessibleName(f"Hidden: {words}. {told} Press to show all")
