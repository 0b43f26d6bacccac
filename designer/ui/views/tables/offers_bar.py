"""The bar below the lines: how many are chosen, what can be done with them, what was said last."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from designer.ui.kit.style import set_role


class OffersBar(QFrame):
    """Buttons between two labels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "status")
        self.setFixedHeight(40)
        self.chosen, self.said = QLabel(), QLabel()
        self.change, self.paste, self.lay, self.copy, self.show_there = (
            QPushButton("Set a field…"), QPushButton("Paste…"), QPushButton("Lay by hand"),
            QPushButton("Copy"), QPushButton("Show on the floor"),
        )  # fmt: skip
        self.change.setToolTip("Change a column of the chosen lines (F2)")
        self.paste.setToolTip("Paste rows of a spreadsheet, matched by name (Ctrl+V)")
        self.lay.setToolTip("Lay the chosen cables by hand as they are: no rule moves them then")
        self.copy.setToolTip("Copy the chosen lines, or all, with tabs between (Ctrl+C)")
        self.show_there.setToolTip("Select them on the floor and show them (Enter)")
        set_role(self.chosen, "strong")
        set_role(self.said, "dim")
        self.said.setMinimumWidth(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 12, 0)
        row.setSpacing(6)
        row.addWidget(self.chosen)
        row.addSpacing(8)
        for button in (self.change, self.paste, self.lay, self.copy, self.show_there):
            set_role(button, "quiet")
            row.addWidget(button)
        row.addWidget(self.said, 1, Qt.AlignmentFlag.AlignRight)

    def say(self, text: str, role: str = "info") -> None:
        """Say something at the right: a refusal, or what was done."""
        set_role(self.said, role if role in ("warning", "error") else "dim")
        self.said.setText(text)
        self.said.setToolTip(text)
