"""The strip over the floor that says which cut its racks are tinted by."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role
from designer.ui.state.cut_on_floor import CutOnFloor


class CutBar(QFrame):
    """Shows the cut while it is drawn; the fabric view has a card of its own for it.

    Signals
    -------
    came_or_went
        A cut is drawn now, or none any more.
    """

    came_or_went = Signal()

    def __init__(self, cut: CutOnFloor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cut = cut
        set_role(self, "banner-info")
        self.sign = SeverityGlyph("info")
        self.heading, self.words = LinesLabel(1), LinesLabel(2)
        set_role(self.heading, "heading")
        self.back, self.forth = QPushButton("‹"), QPushButton("›")
        for button, name, by in (
            (self.back, "Cut before", -1), (self.forth, "Next cut", 1),
        ):  # fmt: skip
            set_role(button, "quiet")
            button.setAccessibleName(name)
            button.setFixedSize(24, 24)
            button.clicked.connect(lambda _=False, by=by: cut.step(by))
        self.hide_button = QPushButton("Hide  Esc")
        self.hide_button.clicked.connect(lambda _=False: cut.end())
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.heading)
        words.addWidget(self.words)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        for button in (self.back, self.forth, self.hide_button):
            row.addWidget(button)
        self.wanted = False
        cut.changed.connect(self.refresh)
        self.refresh()
        self.hide()

    def refresh(self) -> None:
        """Say which cut is drawn now."""
        heading, words, proven = self._cut.said()
        self.wanted = bool(heading)
        self.heading.setText(heading)
        self.words.setText(words)
        self.sign.set_severity("info" if proven else "open")
        for button in (self.back, self.forth):
            button.setVisible(self._cut.is_one_of_several)
        self.setAccessibleName(f"{heading}: {words}" if heading else "Worst balanced cut")
        self.came_or_went.emit()

    @property
    def needed_px(self) -> int:
        """The height that it needs, whatever it says."""
        return self.sizeHint().height()
