"""Notices that somebody else changed the open file.

Editors and git replace files instead of writing into them, so the folder is watched beside the
file. What counts is the content: the digest is compared, and our own save says beforehand what the
file will hold.
"""

import time
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from designer.io.design_file import file_digest

SETTLE_MS = 200
TICK_NS = 50_000_000
"""File systems stamp a change with a clock that stands still for some milliseconds: a file that was
changed as recently as this may change again and keep its stamp, so its content is read."""

_Stamp = tuple[int, int, int]


class FileWatch(QObject):
    """Watches one file at a time.

    Parameters
    ----------
    settle_ms
        How long the file must be quiet before it is read: a copy over a network comes in pieces.

    Signals
    -------
    changed_on_disk
        The path, once for each new content; also when the file is gone (then it does not exist).
    """

    changed_on_disk = Signal(str)

    def __init__(self, parent: QObject | None = None, settle_ms: int = SETTLE_MS) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._digest: str | None = None
        self._stamp: _Stamp | None = None
        self._fresh = False
        self._watcher: QFileSystemWatcher | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(settle_ms)
        self._settle.timeout.connect(self._look)

    @property
    def path(self) -> Path | None:
        """The file that is watched."""
        return self._path

    def watch(self, path: Path, digest: str | None) -> None:
        """Watch `path` from now on; `digest` is the content we know (`file_digest`)."""
        self.forget()
        self._path = path.absolute()
        self.expect(digest)

    def expect(self, digest: str | None) -> None:
        """Take `digest` for the content we know: call right after our own save."""
        self._digest = digest
        self._note(self._stat())
        self._attach()

    def forget(self) -> None:
        """Watch nothing."""
        # With its owner gone, the watcher goes at once: a system has few of them for all programs,
        # and without one Qt looks only once a second and at nothing finer than a millisecond.
        self._watcher = None
        self._settle.stop()
        self._path, self._digest, self._stamp = None, None, None

    def _attach(self) -> None:
        """Watch the folder and the file; a file that was replaced has to be added anew."""
        if self._path is None:
            return
        if self._watcher is None:
            self._watcher = QFileSystemWatcher()
            self._watcher.directoryChanged.connect(self._stirred)
            self._watcher.fileChanged.connect(self._stirred)
        folder, file = str(self._path.parent), str(self._path)
        if folder not in self._watcher.directories() and self._path.parent.is_dir():
            self._watcher.addPath(folder)
        # Of a name that is too long, or in a closed folder, nothing can be asked.
        there = self._stat() is not None and self._path.is_file()
        if there and file not in self._watcher.files():
            self._watcher.addPath(file)

    def _stirred(self, _: str) -> None:
        self._attach()
        if self._fresh or self._stat() != self._stamp:
            self._settle.start()

    def _look(self) -> None:
        if self._path is None:
            return
        stamp = self._stat()
        if stamp == self._stamp and not self._fresh:
            return
        digest = self._read_digest()
        self._note(stamp)
        self._attach()
        if digest != self._digest:
            # Told once: the same content is not news a second time.
            self._digest = digest
            self.changed_on_disk.emit(str(self._path))

    def _note(self, stamp: _Stamp | None) -> None:
        self._stamp = stamp
        self._fresh = stamp is not None and abs(time.time_ns() - stamp[0]) < TICK_NS

    def _read_digest(self) -> str | None:
        if self._path is None:
            return None
        try:
            return file_digest(self._path)
        except OSError:
            return None

    def _stat(self) -> _Stamp | None:
        if self._path is None:
            return None
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino
