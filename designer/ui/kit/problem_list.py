"""Lists what opening a file found: where, what, and how to mend it."""

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.model.plural import plural
from designer.model.problem import Problem
from designer.ui.kit.style import set_role


class ProblemList(QDialog):
    """The list, which can be copied."""

    def __init__(self, problems: Sequence[Problem], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Problems found")
        self.setAccessibleName("Problems found")
        self.resize(640, 400)
        heading = QLabel(plural(len(problems), "problem"))
        set_role(heading, "heading")
        self.text = QPlainTextEdit("\n".join(f"{p.severity}: {p.line()}" for p in problems))
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Problems")
        copy, close = QPushButton("Copy"), QPushButton("Close")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(self.text.toPlainText()))
        close.clicked.connect(self.accept)
        close.setDefault(True)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(self.text, 1)
        column.addLayout(row)
