"""A dialog that writes something of the design as it is sized: a file, or paper."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.engine.report import Report
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.state.workspace import Workspace

NOT_SIZED: Final = "The design is not sized yet; try again in a moment."


class OutputDialog(FormDialog):
    """Asks where to, writes, and says in the dialog what failed.

    Parameters
    ----------
    folder
        Where files go unless another place is chosen.

    Signals
    -------
    written
        The file that was made.
    """

    written = Signal(object)

    def __init__(
        self,
        title: str,
        accept: str,
        workspace: Workspace,
        folder: str,
        parent: QWidget | None,
        done: Callable[[], object],
    ) -> None:
        super().__init__(title, accept, parent, done=done)
        self._workspace, self._folder = workspace, folder

    def write_output(self, act: Callable[[Report], str], refused: str) -> bool:
        """Print or write the report; a failure is said in the dialog.

        Parameters
        ----------
        act
            Does it, and returns what it did in words.
        refused
            What a failure begins with: `Not printed`.
        """
        report = self._workspace.report_store.report
        if report is None:
            self.say(NOT_SIZED, "warning")
            return False
        try:
            told = act(report)
        except (OSError, ValueError) as error:
            self.say(f"{refused}: {error}", "error")
            return False
        self._workspace.message.emit(told, "info")
        self.accept()
        return True

    def write_file(self, path: Path, write: Callable[[Report], object], refused: str) -> bool:
        """Write a file, tell of it and close; a failure is said in the dialog."""

        def act(report: Report) -> str:
            write(report)
            return f"Wrote {path}"

        done = self.write_output(act, refused)
        if done:
            self.written.emit(path)
        return done

    def ask_file(self, title: str, suffix: str, kinds: str, then: Callable[[Path], object]) -> None:
        """Ask for a file named after the design."""
        name = Path(self._folder) / f"{self._workspace.document.design.name or 'design'}.{suffix}"
        dialog = QFileDialog(self, title, str(name), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: then(Path(path)))
        dialog.open()
