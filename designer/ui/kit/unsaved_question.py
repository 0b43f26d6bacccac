"""Asks what to do with work that is not saved when the window closes."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from designer.ui.kit.style import set_role

JOURNAL: Final = "Discarding them also removes them from the recovery journal."


class UnsavedQuestion(QDialog):
    """Save, discard, or stay; `consequence` says what discarding does."""

    save_chosen = Signal()
    discard_chosen = Signal()

    def __init__(
        self, name: str, parent: QWidget | None = None, *, consequence: str = JOURNAL
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unsaved work")
        self.setAccessibleName("Unsaved work")
        heading = QLabel(f"“{name}” has changes that are not saved")
        set_role(heading, "heading")
        words = QLabel(consequence)
        set_role(words, "dim")
        self.save_button, self.discard_button = QPushButton("Save"), QPushButton("Discard")
        stay = QPushButton("Cancel")
        set_role(self.save_button, "primary")
        self.save_button.setDefault(True)
        for button, signal in (
            (self.save_button, self.save_chosen),
            (self.discard_button, self.discard_chosen),
        ):
            button.clicked.connect(self.accept)
            button.clicked.connect(signal)
        stay.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.discard_button)
        row.addStretch(1)
        row.addWidget(stay)
        row.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(words)
        column.addSpacing(8)
        column.addLayout(row)
