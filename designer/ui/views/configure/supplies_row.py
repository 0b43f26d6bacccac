"""The supplies of a system: how many, of which rating, and how many of them it needs."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from designer.catalog.figures import Psu
from designer.model.figure_words import NOT_STATED
from designer.ui.kit.number_boxes import integer_box
from designer.ui.kit.wheel import ignore_wheel

MOST: Final = 100
MOST_W: Final = 1_000_000


class SuppliesRow(QWidget):
    """Edits supplies; what it does not ask for, such as their inlet, stays as it is.

    Signals
    -------
    changed
        Other supplies.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._base: Psu | None = None
        self.count, self.rating = integer_box(0, MOST, 0), integer_box(0, MOST_W, 0, "W")
        self.count.setAccessibleName("Number of supplies")
        self.rating.setAccessibleName("Rating of one supply")
        self.rating.setSpecialValueText(NOT_STATED)
        self.redundancy = QComboBox()
        self.redundancy.setAccessibleName("Supplies that are needed and spare ones")
        ignore_wheel(self.redundancy)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(6)
        self.count.setFixedWidth(72)
        for widget in (self.count, QLabel("×"), self.rating, QLabel("needed + spare")):
            row.addWidget(widget)
        row.addWidget(self.redundancy)
        row.addStretch(1)
        self.count.valueChanged.connect(lambda _: self._recount())
        self.rating.valueChanged.connect(lambda _: self.changed.emit())
        self.redundancy.currentIndexChanged.connect(lambda _: self.changed.emit())

    def show_psu(self, psu: Psu | None) -> None:
        """Show other supplies."""
        self._base = psu
        for box in (self.count, self.rating, self.redundancy):
            box.blockSignals(True)
        self.count.setValue(psu.count if psu else 0)
        self.rating.setValue(round(psu.rating_w) if psu and psu.rating_w is not None else 0)
        self._fill(psu.redundancy if psu else "")
        for box in (self.count, self.rating, self.redundancy):
            box.blockSignals(False)

    @property
    def psu(self) -> Psu | None:
        """The supplies that stand there; None where there are none and never were."""
        if self._base is None and not self.count.value():
            return None
        before = self._base or Psu(count=0)
        rating = float(self.rating.value()) or None
        redundancy = str(self.redundancy.currentData() or "")
        count = self.count.value()
        same = (count, redundancy) == (before.count, before.redundancy)
        # Supplies in groups that feed loads apart are those of the system as it is sold.
        return before.evolve(
            count=count, rating_w=rating, redundancy=redundancy,
            domains=before.domains if same else (),
        )  # fmt: skip

    def _recount(self) -> None:
        self.redundancy.blockSignals(True)
        self._fill("")
        self.redundancy.blockSignals(False)
        self.changed.emit()

    def _fill(self, chosen: str) -> None:
        count = self.count.value()
        choices = [f"{count - spare}+{spare}" for spare in range(count) if count - spare]
        self.redundancy.clear()
        self.redundancy.addItem(NOT_STATED, "")
        for words in choices:
            self.redundancy.addItem(words, words)
        self.redundancy.setCurrentIndex(max(self.redundancy.findData(chosen), 0))
