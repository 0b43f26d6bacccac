"""Prints that go on beside the window: how far each is, and what came of it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.model.plural import plural
from designer.runtime.print_job import PrintJob
from designer.runtime.print_run import PrintRun
from designer.ui.kit.banner import BannerArea

_LEAVE: Final = "leave-print"


class Prints(QObject):
    """Starts prints, and shows each in a notice over the drawing until it is done.

    Parameters
    ----------
    banners
        Gives the place for notices.
    say
        Tells in the status line what was done.
    parent
        The window, which asks for another place where one cannot be written to.
    """

    def __init__(
        self,
        banners: Callable[[], BannerArea],
        say: Callable[[str, str], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._banners, self._say = banners, say
        self._runs: dict[str, PrintRun] = {}
        self._number = 0

    @property
    def running(self) -> tuple[PrintRun, ...]:
        """The prints that are not done yet."""
        return tuple(self._runs.values())

    def start(self, job: PrintJob) -> PrintRun:
        """Print; the window goes on meanwhile."""
        self._number += 1
        topic = f"print-{self._number}"
        name = job.path.name if job.path else job.printer
        run = PrintRun(job, self)
        self._runs[topic] = run
        banner = self._banners().show_progress(topic, run.cancel)
        banner.tell(f"Printing {name}", 0.0, can_cancel=True)
        run.progressed.connect(
            lambda words, part: banner.tell(
                f"Printing {name}: {words}", part, can_cancel=run.can_cancel
            )
        )
        run.done.connect(lambda words: self._over(topic, words, "info"))
        run.cancelled.connect(lambda: self._over(topic, f"Print of {name} cancelled", "info"))
        run.failed.connect(lambda why: self._failed(topic, job, why))
        return run

    def ask_before_leaving(self, leave: Callable[[], object]) -> bool:
        """Return whether nothing is being printed; else ask whether to cancel it and leave."""
        if not self._runs:
            return True
        names = ", ".join(Path(run.job.target).name for run in self.running)
        what = "Cancel it and close" if len(self._runs) == 1 else "Cancel them and close"
        verb = "is" if len(self._runs) == 1 else "are"
        text = f"{plural(len(self._runs), 'print')} {verb} not done yet: {names}."

        def cancel() -> None:
            self.cancel_all()
            leave()

        self._banners().show_banner(_LEAVE, "warning", text, [(what, cancel)])
        return False

    def cancel_all(self) -> None:
        """End all that can be ended; what is being written is waited for."""
        for run in self.running:
            run.cancel()
            run.finish()
        for topic in tuple(self._runs):
            self._over(topic, "", "")

    def _failed(self, topic: str, job: PrintJob, why: str) -> None:
        self._over(topic, "", "")
        again = [("Write it elsewhere…", lambda: self._ask_elsewhere(job))] if job.path else []
        self._banners().show_banner(topic, "error", f"Not printed: {why}", again)

    def _ask_elsewhere(self, job: PrintJob) -> None:
        """Print the same, the design as it was, to another file."""
        dialog = QFileDialog(self._window, "Write PDF", str(job.path), "PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.start(replace(job, path=Path(path))))
        dialog.open()

    def _over(self, topic: str, words: str, kind: str) -> None:
        self._runs.pop(topic, None)
        self._banners().dismiss(topic)
        if not self._runs:
            self._banners().dismiss(_LEAVE)
        if words:
            self._say(words, kind)
