"""A dialog that writes something of the design as it is sized: a file, or paper."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.io.export_asked import ExportAsked
from designer.model.design import Design
from designer.render.edge import presented
from designer.runtime.print_job import PrintJob, parts_beside_shipped
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.state.workspace import Workspace

NOT_SIZED: Final = "The design is not sized yet; try again in a moment."
Start = Callable[[PrintJob], object]
"""Begins a job in a process of its own, and tells what came of it."""


class OutputDialog(FormDialog):
    """Asks what and where to, begins it in the background, and closes.

    Parameters
    ----------
    folder
        Where files go unless another place is chosen.
    start
        Begins what was chosen.
    """

    def __init__(
        self,
        title: str,
        accept: str,
        workspace: Workspace,
        folder: str,
        start: Start,
        parent: QWidget | None,
        done: Callable[[], object],
    ) -> None:
        super().__init__(title, accept, parent, done=done)
        self._workspace, self._folder, self._start = workspace, folder, start

    def begin(self, job: PrintJob | None) -> bool:
        """Close, and begin a job; False where there is none."""
        if job is None:
            return False
        self.accept()
        self._start(job)
        return True

    def export_job(
        self,
        asked: ExportAsked,
        design: Design,
        path: Path | None = None,
        file: bytes | None = None,
    ) -> PrintJob | None:
        """Return a file for another program as a job; None, and a word, where nothing is sized.

        Parameters
        ----------
        path
            Where to; None where it is looked at.
        file
            The bytes of the design's file, where it holds the design.
        """
        space = self._workspace
        report = space.report_store.report
        if report is None:
            self.say(NOT_SIZED, "warning")
            return None
        return PrintJob(
            design=design,
            parts=parts_beside_shipped(space.catalog),
            report=report,
            export=asked,
            path=path,
            file=file,
            presented=presented(),
            folder=space.plans.folder() if space.plans is not None else None,
        )

    def ask_file(self, title: str, suffix: str, kinds: str, then: Callable[[Path], object]) -> None:
        """Ask for a file named after the design."""
        name = Path(self._folder) / f"{self._workspace.document.design.name or 'design'}.{suffix}"
        dialog = QFileDialog(self, title, str(name), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: then(Path(path)))
        dialog.open()
