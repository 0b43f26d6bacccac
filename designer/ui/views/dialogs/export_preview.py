"""What an export would write: its picture, or the first lines of its text, before it is written."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QPixmap
from PySide6.QtWidgets import (
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.model.plural import plural
from designer.runtime.export_look import Looked
from designer.ui.kit.style import set_role

SIZE: Final = QSize(620, 300)
_BAR_PX: Final = 220


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
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_BAR_PX)
        self.bar.setAccessibleName("Making the preview")
        self.words = QWidget()
        words = QVBoxLayout(self.words)
        words.setSpacing(10)
        words.addStretch(1)
        words.addWidget(self.said)
        words.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignHCenter)
        words.addStretch(1)
        for page in (self.words, self.picture, self.text):
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
        self.bar.setVisible(False)
        self.about.setText("")
        self.pages.setCurrentWidget(self.words)

    def wait(self, words: str) -> None:
        """Say what is being made."""
        self.say(words)
        self.bar.setVisible(True)

    def room_px(self) -> tuple[int, int]:
        """Return width and height that a picture has, in pixels of the screen."""
        room = self.pages.size().expandedTo(SIZE) * self.devicePixelRatioF()
        return room.width(), room.height()

    def show_looked(self, found: Looked) -> None:
        """Show a picture, the first lines, or what can be said of a file for another program."""
        if found.png:
            self._show_picture(found)
        elif found.lines is None:
            size = _size(found.size) if found.size is not None else ""
            self.say(f"A file of {size} for another program: no text to look at.")
        else:
            self.text.setPlainText("\n".join(found.lines))
            shown = len(found.lines)
            of = f"the first {shown} of {found.of:,} lines" if found.of > shown else plural(
                found.of, "line")  # fmt: skip
            self.about.setText(of if found.size is None else f"{of} · {_size(found.size)}")
            self.pages.setCurrentWidget(self.text)

    def _show_picture(self, found: Looked) -> None:
        picture = QPixmap()
        if not picture.loadFromData(found.png, "PNG"):
            self.say("The picture is too large to be shown here.")
            return
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.picture.setPixmap(picture)
        self.about.setText(f"{found.wide:,} × {found.high:,} pixels as PNG")
        self.pages.setCurrentWidget(self.picture)


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < 10_000 else f"{count / 1000:,.0f} kB"
