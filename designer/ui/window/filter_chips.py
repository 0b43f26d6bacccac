"""The chips of the status bar: which kinds a press takes, which are shown."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from designer.ui.kit.style import set_role
from designer.ui.state.selection_filter import KINDS, Kind, SelectionFilter


class FilterChips(QWidget):
    """One chip a kind; a click switches it."""

    def __init__(self, chosen: SelectionFilter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What can be selected")
        self._filter = chosen
        self.chips: dict[Kind, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for kind, words, holds in KINDS:
            chip = QPushButton(words)
            set_role(chip, "chip")
            chip.setCheckable(True)
            chip.setChecked(chosen.allows(kind))
            chip.setAccessibleDescription(holds)
            chip.setToolTip(f"{holds}. Click to switch.")
            chip.toggled.connect(lambda on, k=kind: chosen.switch(k, on=on))
            row.addWidget(chip)
            self.chips[kind] = chip
        chosen.changed.connect(lambda _: self._follow())

    def _follow(self) -> None:
        for kind, chip in self.chips.items():
            chip.setChecked(self._filter.allows(kind))
