"""The page about the program. What it does and how is in the guide."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from designer import __version__
from designer.ui.kit.style import set_role


class AboutDialog(QDialog):
    """Name, version, what it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Cluster Designer")
        self.setAccessibleName("About Cluster Designer")
        self.setMinimumWidth(420)
        name = QLabel(f"Cluster Designer {__version__}")
        set_role(name, "heading")
        words = QLabel(
            "Draw an AI cluster and see it sized live: power, cooling, fabric, cost.\n"
            "Figures come from the catalogue; hover over one to see its source."
        )
        words.setWordWrap(True)
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(name)
        column.addWidget(words)
        close = QPushButton("Close")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 16)
        whole.addWidget(page, 1)
        whole.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
