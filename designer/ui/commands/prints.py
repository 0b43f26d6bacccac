"""Prints and exports that go on beside the window: how far each is, and what came of it."""

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
    """Starts prints and exports, and shows each in a notice over the drawing until it is done.

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
        """Print or export; the window goes on meanwhile."""
        self._number += 1
        topic = f"print-{self._number}"
        name = job.path.name if job.path else job.printer
        run = PrintRun(job, self)
        self._runs[topic] = run
        banner = self._banners().show_progress(topic, run.cancel)
        # How far one without pages is nobody knows.
        banner.tell(_doing(job, name), run.part_at_first, can_cancel=True)
        run.progressed.connect(
            lambda words, part: banner.tell(
                _doing(job, name, words), part, can_cancel=run.can_cancel
            )
        )
        run.done.connect(lambda words: self._over(topic, words, "info"))
        run.cancelled.connect(lambda: self._over(topic, _cancelled(job, name), "info"))
        run.failed.connect(lambda why: self._failed(topic, job, why))
        return run

    def ask_before_leaving(self, leave: Callable[[], object]) -> bool:
        """Return whether nothing is being written; else ask whether to cancel it and leave."""
        if not self._runs:
            return True
        names = ", ".join(Path(run.job.target).name for run in self.running)
        what = "Cancel it and close" if len(self._runs) == 1 else "Cancel them and close"
        verb = "is" if len(self._runs) == 1 else "are"
        exports = sum(run.job.export is not None for run in self.running)
        number = len(self._runs)
        count = plural(number, "file")
        if not exports:
            count = plural(number, "print")
        elif exports == number:
            count = plural(number, "export")
        text = f"{count} {verb} not done yet: {names}."

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
        self._banners().show_banner(topic, "error", _not_made(job, why), again)

    def _ask_elsewhere(self, job: PrintJob) -> None:
        """Write the same, the design as it was, to another file."""
        ending = job.path.suffix.removeprefix(".") if job.path and job.export else "pdf"
        title, kinds = ("Export", f"*.{ending}") if job.export else ("Write PDF", "PDF (*.pdf)")
        dialog = QFileDialog(self._window, title, str(job.path), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
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


def _doing(job: PrintJob, name: str, words: str = "") -> str:
    """Return what is done, and how far it is."""
    if job.export is None:
        return f"Printing {name}: {words}" if words else f"Printing {name}"
    return f"Writing {name}: {words}" if words else f"Writing {name}"


def _cancelled(job: PrintJob, name: str) -> str:
    return f"Print of {name} cancelled" if job.export is None else f"Export of {name} cancelled"


def _not_made(job: PrintJob, why: str) -> str:
    return f"Not printed: {why}" if job.export is None else f"Not exported: {why}"
