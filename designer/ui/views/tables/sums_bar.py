"""The footer: how many lines are chosen, and the sums of them, or of all that are shown."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from designer.ui.fields.tables.sums import Sum
from designer.ui.kit.style import set_role

MOST: Final = 8


class SumsBar(QFrame):
    """A number above its word, for each sum."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "status")
        self.setAccessibleName("Sums")
        self.setFixedHeight(46)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 14, 4)
        row.setSpacing(26)
        self._pairs = [(QLabel(), QLabel()) for _ in range(MOST)]
        for number, word in self._pairs:
            set_role(number, "strong")
            set_role(word, "caption")
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(number)
            pair.addWidget(word)
            row.addLayout(pair)
        row.addStretch(1)

    def show_sums(self, head: tuple[str, str], sums: Sequence[Sum]) -> None:
        """Show a count with what it counts, then sums."""
        told = [head, *((one.text, one.column.title.lower()) for one in sums)]
        for at, (number, word) in enumerate(self._pairs):
            said = told[at] if at < len(told) else ("", "")
            number.setText(said[0])
            word.setText(said[1])
            number.setVisible(at < len(told))
            word.setVisible(at < len(told))

    def text(self) -> str:
        """Return all that it says."""
        pairs = ((number.text(), word.text()) for number, word in self._pairs)
        return " · ".join(f"{number} {word}" for number, word in pairs if number)
