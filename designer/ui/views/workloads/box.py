"""A box of the view of workloads: a title, what stands beside it, and its content below."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role


class Box(QFrame):
    """A card with a title; it goes where its content says nothing.

    Signals
    -------
    why_asked
        Somebody wants to know what its figures follow from.
    """

    why_asked = Signal()

    def __init__(self, title: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self.setAccessibleName(title)
        self.title, self.note, self.content = QLabel(title), ElidedLabel(), content
        set_role(self.title, "heading")
        set_role(self.note, "caption")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title)
        self.why = QPushButton("why")
        set_role(self.why, "link")
        self.why.setAccessibleName(f"Why: {title}")
        self.why.setCursor(Qt.CursorShape.PointingHandCursor)
        self.why.clicked.connect(lambda _=False: self.why_asked.emit())
        head.addWidget(self.why)
        head.addWidget(self.note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(content)
        column.addStretch(1)

    def tell(self, note: str) -> None:
        """Say what stands beside the title."""
        self.note.set_full_text(note)
