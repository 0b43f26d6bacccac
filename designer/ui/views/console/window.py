"""The console's window, beside the drawing: it tells while somebody draws, and takes lines."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QCloseEvent, QColor, QFont, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.document.call_stream import CallStream
from designer.io.output_file import write_output
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.console_lines import MOST, ConsoleLines, Entry, LineRunner, Tone
from designer.ui.state.workspace import Workspace

TITLE: Final = "Script console"
USUAL: Final = (820, 460)
ABOUT: Final = (
    "Each action as the call of designer.script that makes it. Lines typed below run on the open "
    "design, and every edit can be undone: session.rename('A01', 'B07')"
)
NOTHING_YET: Final = "Nothing was done yet. Whatever you do in the window stands here as its call."
NO_RUNNER: Final = "This window runs no lines."
_PROMPT: Final = ">>>"
_GOES_ON: Final = "..."
_HEAD: Final = (
    "# Run it on the design that it began with: cluster-designer run THIS.py DESIGN.cluster.toml\n"
)


class ConsoleWindow(QWidget):
    """Calls of what is done, from the first step of the history on; a line to type below them.

    Parameters
    ----------
    runner
        Runs what is typed; without one nothing can be typed.
    folder
        Gives where a script is saved unless another place is chosen.
    """

    def __init__(
        self,
        workspace: Workspace,
        runner: LineRunner | None,
        folder: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._workspace, self._runner, self._folder = workspace, runner, folder
        set_role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(f"{TITLE} – Cluster Designer")
        self.setAccessibleName(TITLE)
        self.resize(*USUAL)
        self.lines = ConsoleLines(self._show)
        self.output, self.input = QPlainTextEdit(), QLineEdit()
        self.prompt = QLabel(_PROMPT)
        self.copy_all, self.save, self.clear = (
            QPushButton("Copy"), QPushButton("Save as script…"), QPushButton("Clear"),
        )  # fmt: skip
        self._lay_out()
        self.copy_all.clicked.connect(lambda _: self._copy())
        self.save.clicked.connect(lambda _: self._ask_file())
        self.clear.clicked.connect(lambda _: self._clear())
        self.input.returnPressed.connect(self._run)
        self.input.installEventFilter(self)
        workspace.theme_changed.connect(self._paint_anew)
        document = workspace.document
        for at in range(1, document.history.position + 1):
            self.lines.add("call", document.history.call_at(at))
        self._stream = CallStream(document, lambda text: self.lines.add("call", text))

    def focus_line(self) -> None:
        """Give the keyboard to the line."""
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def save_to(self, path: Path) -> bool:
        """Write the calls as a script; return whether it is written."""
        try:
            write_output(path, _HEAD + self.lines.calls())
        except OSError as error:
            self.lines.add("error", f"Not saved: {error}")
            return False
        self._workspace.message.emit(f"Wrote {path}", "info")
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down bring back lines typed before, Escape empties the line, then closes."""
        if watched is self.input and isinstance(event, QKeyEvent):
            is_press = event.type() == QEvent.Type.KeyPress
            steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
            if is_press and event.key() in steps:
                self.input.setText(self.lines.earlier(steps[Qt.Key(event.key())]))
                return True
            if is_press and event.key() == Qt.Key.Key_Escape:
                if self.input.text():
                    self.input.clear()
                else:
                    self.close()
                return True
        return super().eventFilter(watched, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop listening; the next window reads the history again."""
        self._stream.close()
        super().closeEvent(event)

    def _run(self) -> None:
        line = self.input.text()
        self.lines.remember(line)
        self.input.clear()
        self.lines.add("typed", f"{self.prompt.text()} {line}")
        if self._runner is None:
            self.lines.add("error", NO_RUNNER)
            return
        said = self._runner.run(line)
        self.lines.add("answer", said.text)
        self.lines.add("error", said.error)
        self.prompt.setText(_GOES_ON if said.unfinished else _PROMPT)

    def _lay_out(self) -> None:
        about = WrappedLabel(ABOUT)
        set_role(about, "dim")
        fixed = QFont("monospace")
        fixed.setStyleHint(QFont.StyleHint.Monospace)
        fixed.setPixelSize(12)
        self.output.setFont(fixed)
        self.output.setReadOnly(True)
        self.output.setMaximumBlockCount(MOST)
        self.output.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.output.setTabChangesFocus(True)
        self.output.setAccessibleName("Calls")
        self.output.setPlaceholderText(NOTHING_YET)
        self.input.setFont(fixed)
        self.input.setAccessibleName("Line of Python")
        self.input.setPlaceholderText("session.add_row('rack-48u', 4, x_mm=2400, y_mm=2400)")
        self.input.setEnabled(self._runner is not None)
        self.prompt.setFont(fixed)
        self.copy_all.setToolTip("Copy everything that stands here")
        self.save.setToolTip("Write the calls as a script for cluster-designer run")
        self.clear.setToolTip("Empty the list; the history stays")
        row = QHBoxLayout()
        row.addWidget(about, 1)
        for button in (self.copy_all, self.save, self.clear):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        below = QHBoxLayout()
        below.addWidget(self.prompt)
        below.addWidget(self.input, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.output, 1)
        column.addLayout(below)

    def _show(self, entry: Entry) -> None:
        cursor = QTextCursor(self.output.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self.output.document().isEmpty():
            cursor.insertBlock()
        cursor.insertText(entry.text, self._format(entry.tone, entry.text))
        bar = self.output.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _format(self, tone: Tone, text: str) -> QTextCharFormat:
        theme, made = self._workspace.theme, QTextCharFormat()
        colours = {
            "call": theme.text, "typed": theme.accent, "answer": theme.dim, "error": theme.error,
        }  # fmt: skip
        is_remark = tone == "call" and text.startswith("#")
        made.setForeground(QColor(theme.dim if is_remark else colours[tone]))
        return made

    def _paint_anew(self) -> None:
        self.output.clear()
        for entry in self.lines.entries:
            self._show(entry)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.lines.all())

    def _clear(self) -> None:
        self.lines.entries.clear()
        self.output.clear()

    def _ask_file(self) -> None:
        name = Path(self._folder()) / f"{self._workspace.document.design.name or 'design'}.py"
        dialog = QFileDialog(self, "Save as script", str(name), "Scripts (*.py)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("py")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.save_to(Path(path)))
        dialog.open()
