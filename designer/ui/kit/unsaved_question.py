"""Asks what to do with work that is not saved when the window closes."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from designer.ui.kit.form_dialog import FormDialog
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

JOURNAL: Final = "Discarding them also removes them from the recovery journal."


class UnsavedQuestion(FormDialog):
    """Save, discard, or stay; `consequence` says what discarding does."""

    save_chosen = Signal()
    discard_chosen = Signal()

    def __init__(
        self, name: str, parent: QWidget | None = None, *, consequence: str = JOURNAL
    ) -> None:
        title = f"“{name}” has changes that are not saved"
        super().__init__("Unsaved work", "Save", parent, heading=title)
        words = WrappedLabel(consequence)
        set_role(words, "dim")
        self.save_button, self.discard_button = self.accept_button, QPushButton("Discard")
        self.save_button.clicked.connect(self.save_chosen)
        self.discard_button.clicked.connect(self.accept)
        self.discard_button.clicked.connect(self.discard_chosen)
        self.lay_out((words,), (self.discard_button,))
