"""Revisions of a file that stands in a repository of git: which there are, and what it held then.

Git runs beside the window and is asked for nothing that changes the repository. Without git, or
outside a repository, there are no revisions.
"""

import io
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from designer.catalog.input_file import ReadError, read_at_most

MOST: Final = 30
"""Revisions that are listed, the newest first."""
_FORMAT: Final = "--format=%H%x09%cI%x09%s"
_GRACE_MS: Final = 500


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit that changed a file.

    Attributes
    ----------
    id
        Its whole hash.
    subject
        The first line of what its author wrote.
    """

    id: str
    at: datetime
    subject: str

    @property
    def short(self) -> str:
        """The beginning of its hash, as git prints it."""
        return self.id[:7]


class GitRevisions(QObject):
    """Asks git of one file at a time; what is asked last is answered.

    Signals
    -------
    listed
        The `Revision`s of the file that was looked at, the newest first.
    found
        A `Revision`, and the bytes of the file then.
    failed
        A `Revision` that cannot be read, and why in words.
    """

    listed = Signal(object)
    found = Signal(object, object)
    failed = Signal(object, str)

    def __init__(self, parent: QObject | None = None, *, program: str | None = None) -> None:
        super().__init__(parent)
        self._program = program
        self._running: dict[str, QProcess] = {}

    def look_at(self, path: Path | None) -> None:
        """List the revisions of a file; of none, none."""
        self._end("log")
        words = ["log", "-n", str(MOST), _FORMAT, "--", path.name] if path is not None else []
        if path is None or not self._ask("log", path, words, self._on_log):
            self.listed.emit(())

    def read(self, path: Path, revision: Revision) -> None:
        """Read a file as it was in a revision."""
        self._end("show")

        def take(process: QProcess, good: bool) -> None:
            if not good:
                self.failed.emit(revision, _said(process))
                return
            data = bytes(process.readAllStandardOutput().data())
            try:
                whole = read_at_most(io.BytesIO(data), path.name)
            except ReadError as error:
                self.failed.emit(revision, error.problem.line())
                return
            self.found.emit(revision, whole)

        words = ["show", "--no-textconv", f"{revision.id}:./{path.name}"]
        if not self._ask("show", path, words, take):
            self.failed.emit(revision, "git is not installed, or not on the search path")

    def close(self) -> None:
        """End what runs."""
        for name in tuple(self._running):
            self._end(name)

    def _ask(
        self, name: str, path: Path, words: list[str], take: Callable[[QProcess, bool], None]
    ) -> bool:
        """Run git; return whether there is one."""
        program = self._program or shutil.which("git")
        if program is None:
            return False
        process = QProcess(self)
        asked = QProcessEnvironment.systemEnvironment()
        asked.insert("LC_ALL", "C")
        asked.insert("GIT_OPTIONAL_LOCKS", "0")
        process.setProcessEnvironment(asked)

        def ended() -> None:
            if self._running.get(name) is not process:
                return
            del self._running[name]
            normal = process.exitStatus() == QProcess.ExitStatus.NormalExit
            take(process, normal and process.exitCode() == 0)
            process.deleteLater()

        process.finished.connect(lambda *_: ended())
        process.errorOccurred.connect(
            lambda error: ended() if error == QProcess.ProcessError.FailedToStart else None
        )
        self._running[name] = process
        process.start(program, ["-C", str(path.parent), *words])
        return True

    def _end(self, name: str) -> None:
        process = self._running.pop(name, None)
        if process is not None:
            process.kill()
            process.waitForFinished(_GRACE_MS)
            process.deleteLater()

    def _on_log(self, process: QProcess, good: bool) -> None:
        text = bytes(process.readAllStandardOutput().data()).decode(errors="replace")
        self.listed.emit(tuple(_revisions(text)) if good else ())


def _revisions(text: str) -> list[Revision]:
    found = []
    for line in text.splitlines():
        key, at, subject = [*line.split("\t", 2), "", ""][:3]
        try:
            found.append(Revision(key, datetime.fromisoformat(at), subject))
        except ValueError:  # no line of ours
            continue
    return found


def _said(process: QProcess) -> str:
    """Return the first line of what git said was wrong."""
    text = bytes(process.readAllStandardError().data()).decode(errors="replace")
    lines = text.strip().splitlines()
    first = lines[0] if lines else process.errorString()
    return f"git cannot show it: {first.removeprefix('fatal: ')}"
