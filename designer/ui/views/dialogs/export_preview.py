"""What an export would write: its picture, or the first lines of its text, before it is written."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QPixmap
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from designer.model.plural import plural
from designer.ui.kit.style import set_role

LINES: Final = 60
"""So many first lines are shown."""
_MOST_LETTERS: Final = 400
"""Of a longer line the rest is left out: a report may be one line."""
SIZE: Final = QSize(620, 300)
PICTURES: Final = frozenset({"svg", "png"})
"""Endings of pictures."""


class ExportPreview(QWidget):
    """Shows a file that would be written."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What would be written")
        self.picture, self.text, self.said = QLabel(), QPlainTextEdit(), QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName("Picture that would be written")
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName("First lines that would be written")
        self.text.setTabChangesFocus(True)
        self.about = QLabel()
        set_role(self.about, "dim")
        self.said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.said.setWordWrap(True)
        set_role(self.said, "dim")
        self.pages = QStackedWidget()
        for page in (self.said, self.picture, self.text):
            self.pages.addWidget(page)
        self.pages.setMinimumSize(SIZE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.pages, 1)
        column.addWidget(self.about)

    def say(self, words: str) -> None:
        """Say why nothing is shown."""
        self.said.setText(words)
        self.about.setText("")
        self.pages.setCurrentWidget(self.said)

    def show_file(self, path: Path) -> None:
        """Show a file, as a picture or as text."""
        if path.suffix.removeprefix(".") in PICTURES:
            self._show_picture(path)
            return
        data = path.read_bytes()
        if b"\0" in data:
            self.say(f"A file of {_size(len(data))} for another program: no text to look at.")
            return
        lines = data.decode(errors="replace").splitlines()
        shown = [line if len(line) <= _MOST_LETTERS else f"{line[:_MOST_LETTERS]}…"
                 for line in lines[:LINES]]  # fmt: skip
        self.text.setPlainText("\n".join(shown))
        of = f"the first {LINES} of {len(lines):,} lines" if len(lines) > LINES else plural(
            len(lines), "line")  # fmt: skip
        self.about.setText(f"{of} · {_size(len(data))}")
        self.pages.setCurrentWidget(self.text)

    def _show_picture(self, path: Path) -> None:
        picture = QPixmap(str(path))
        if picture.isNull():
            self.say("The picture is too large to be shown here.")
            return
        ratio = self.devicePixelRatioF()
        room = self.pages.size().expandedTo(SIZE) * ratio
        fitted = picture.scaled(
            room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        fitted.setDevicePixelRatio(ratio)
        self.picture.setPixmap(fitted)
        self.about.setText(f"{picture.width():,} × {picture.height():,} pixels as PNG")
        self.pages.setCurrentWidget(self.picture)


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < 10_000 else f"{count / 1000:,.0f} kB"
