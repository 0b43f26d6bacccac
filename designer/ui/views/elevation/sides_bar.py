"""Buttons that say which sides of a rack are drawn: front, rear, side, or several at once."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from designer.catalog.depth import DepthConflict
from designer.model.plural import plural
from designer.ui.kit.style import set_role
from designer.ui.state.state_signs import SIGNS

_SIDES: Final = (
    ("front", "Front", "The front of the rack"),
    ("rear", "Rear", "The rear of the rack"),
    ("side", "Side", "The rack from its right: how deep everything reaches, and what meets there"),
)
_GRAVEST: Final = ("error", "warning", "unknown")


class SidesBar(QWidget):
    """One button for each side; at least one stays down.

    Signals
    -------
    changed
        The sides that are shown: a tuple of `front`, `rear` and `side`.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Sides of the rack that are drawn")
        self.buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for key, words, tip in _SIDES:
            button = QPushButton(words)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.setAccessibleName(f"Draw the {key} of the rack")
            set_role(button, "segment")
            button.clicked.connect(lambda _=False, key=key: self._on_click(key))
            self.buttons[key] = button
            row.addWidget(button)
        self.show_sides(("front", "rear"))

    def sides(self) -> tuple[str, ...]:
        """Return the sides that are shown, from the left to the right."""
        return tuple(key for key, button in self.buttons.items() if button.isChecked())

    def show_sides(self, sides: Collection[str]) -> None:
        """Press the buttons of some sides; nothing is told."""
        for key, button in self.buttons.items():
            button.setChecked(key in sides)

    def show_conflicts(self, conflicts: Sequence[DepthConflict]) -> None:
        """Say on the button of the side what has not the depth that it wants."""
        button, (_, words, tip) = self.buttons["side"], _SIDES[-1]
        grave = next((s for s in _GRAVEST if any(it.state == s for it in conflicts)), "")
        button.setText(f"{SIGNS[grave]}{words}" if grave else words)
        lines = [f"{SIGNS.get(it.state, '')}{it.text}" for it in conflicts]
        button.setToolTip("\n".join((tip, *lines)))
        said = f", {plural(len(lines), 'conflict')} of depth" if lines else ""
        button.setAccessibleName(f"Draw the side of the rack{said}")

    def _on_click(self, key: str) -> None:
        if not self.sides():
            self.buttons[key].setChecked(True)
            return
        self.changed.emit(self.sides())
