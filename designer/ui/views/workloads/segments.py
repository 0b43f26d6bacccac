"""One of a few words, side by side: arrows go from one to the next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from designer.ui.kit.style import set_role


class Segments(QWidget):
    """A label, and buttons of which one is down.

    Signals
    -------
    chosen
        The value of the button that was pressed.
    """

    chosen = Signal(str)

    def __init__(
        self, label: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(label)
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(0)
        name = QLabel(label)
        set_role(name, "dim")
        name.setFixedWidth(92)
        row.addWidget(name)
        for words, value in choices:
            button = QPushButton(words)
            button.setCheckable(True)
            button.setAccessibleName(f"{label}: {words}")
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setMinimumWidth(10)
            set_role(button, "segment")
            button.clicked.connect(lambda _=False, value=value: self.chosen.emit(value))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._group.addButton(button)
            self.buttons[value] = button
            row.addWidget(button, 1)

    def show_value(self, value: str, offered: Sequence[str] | None = None) -> None:
        """Mark a value; values that are not offered are not shown, unless they stand."""
        for one, button in self.buttons.items():
            button.setChecked(one == value)
            button.setVisible(offered is None or one in offered or one == value)
