"""Writes every change of the document to a journal, so that a crash loses at most the last second.

A change is written at once, before the next can happen, and survives the end of the process from
there on; that the disk itself holds it, against a power cut, is asked for at most twice a second.
"""

import errno
import itertools
import logging
import os
import secrets
import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from designer import __version__
from designer.catalog.part import Part
from designer.document.document import Document, DocumentChange
from designer.io.journal import Header, Journal, journal_path
from designer.io.lockfile import DesignLock, LockedError
from designer.io.path_text import path_from, path_text
from designer.io.user_folders import journals_folder
from designer.model.change import Change, diff
from designer.model.design import Design
from designer.runtime.locks import acquire
from designer.runtime.open_file import OpenFile
from designer.runtime.session import RECOVERED_LABEL, Recoverable

log = logging.getLogger(__name__)

SYNC_MS = 500

_Kept = tuple[Journal | None, DesignLock | None]
"""A journal that holds work, with the lock on it."""


class Autosave(QObject):
    """Keeps the journal of one document, from the first change after `begin` until `end`.

    Signals
    -------
    failed
        The journal cannot be written (disk full, no permission): words for the window, once until
        it works again. The edit itself is not touched, and every further change tries anew.
    """

    failed = Signal(str)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._unsubscribe = document.subscribe(self._on_change)
        self._base: Design | None = None
        self._header = Header()
        self._parts: tuple[Part, ...] = ()
        self._journal: Journal | None = None
        self._lock: DesignLock | None = None
        self._left: list[_Kept] = []
        self._stuck: list[_Kept] = []
        self._taken: Recoverable | None = None
        self._told = False
        self._sync = QTimer(self)
        self._sync.setSingleShot(True)
        self._sync.setInterval(SYNC_MS)
        self._sync.timeout.connect(self._make_durable)

    @property
    def journal_file(self) -> Path | None:
        """The journal's file; None while nothing has changed."""
        return self._journal.path if self._journal else None

    def begin(self, file: OpenFile, parts: tuple[Part, ...]) -> None:
        """Journal every change from the document's present design on.

        Parameters
        ----------
        file
            The design's file as it was read or saved.
        parts
            Parts that the file brought.
        """
        self.end()
        self._base = self._document.design
        self._parts = parts
        self._header = Header(
            file=path_text(file.path) if file.path else "",
            file_digest=file.digest,
            damaged=file.damaged,
            pid=os.getpid(),
            tool_version=__version__,
            started=time.time(),
        )

    def renew(self, parts: tuple[Part, ...]) -> None:
        """Hold these parts from now on, in a new journal if there is work to hold.

        At once, not with the next change: the parts as drawn may be nowhere else any more. The
        journal so far is removed only when the new one holds all it did.
        """
        self._parts = parts
        if self._journal is None or self._base is None:
            return
        self._left.append((self._journal, self._lock))
        self._journal, self._lock = None, None
        document = self._document
        label = document.history.current.label
        self._write(diff(self._base, document.design), document.revision, label)

    def end(self) -> None:
        """Remove the journal: its work is saved, or the person does not want it."""
        self._sync.stop()
        self._base = None
        self._drop_journal()

    def close(self) -> None:
        """End, and listen no longer."""
        self.end()
        self._unsubscribe()

    def take_over(self, found: Recoverable) -> None:
        """Journal recovered work anew; only then is the journal it came from removed."""
        self._base = found.base
        # A kill between the two leaves both: then the older one is known for what it is.
        self._header = self._header.evolve(replaces=found.key)
        # On a full disk it is removed once a later change is held, or the work is saved.
        self._taken = found
        self._write(diff(found.base, found.design), self._document.revision, RECOVERED_LABEL)

    def _on_change(self, change: DocumentChange) -> None:
        if self._base is None:
            return
        if self._journal is not None and self._journal.is_gone:
            self._fail(FileNotFoundError(errno.ENOENT, "the recovery journal was removed"))
        if self._journal is None:
            # The first change, or the first after a failure, holds all since the last save.
            what = diff(self._base, change.after)
        else:
            # A design told anew is the one the journal holds already.
            what = Change() if change.after is change.before else change.change
        if self._write(what, change.revision, change.label):
            self._sync_soon(change)

    def _write(self, change: Change, revision: int, label: str) -> bool:
        try:
            journal = self._journal or self._new_journal()
            journal.append(change, revision, label, time.time())
            if self._left or self._taken:
                # Nothing is thrown away before the disk itself holds what takes its place.
                journal.sync(time.time(), force=True)
        except OSError as error:
            self._fail(error)
            return False
        if self._left:
            self._stuck += _throw_away(self._left)
            self._left = []
        self._throw_taken_away()
        self._told = False
        return True

    def _sync_soon(self, change: DocumentChange) -> None:
        if self._journal is not None and self._journal.wants_compaction:
            try:
                self._journal.compact(change.after, change.revision, change.label)
            except OSError as error:
                self._fail(error)
        elif not self._sync.isActive():
            self._sync.start()

    def _make_durable(self) -> None:
        if self._journal is not None:
            try:
                self._journal.sync(time.time(), force=True)
            except OSError as error:
                self._fail(error)

    def _fail(self, error: OSError) -> None:
        # What the journal holds is kept: it may be all there is. The next change begins another.
        if self._journal is not None:
            failed = (self._journal, self._lock)
            self._journal, self._lock = None, None
            if failed[0].holds_nothing or failed[0].is_gone:
                # On a full disk there would be one more with each change.
                self._stuck += _throw_away([failed])
            else:
                self._left.append(failed)
        if not self._told:
            self._told = True
            log.warning("autosave does not work: %s", error)
            self.failed.emit(f"Autosave does not work: {error}. Save your work")

    def _throw_taken_away(self) -> None:
        """Remove the journal that recovered work came from."""
        if self._taken is None:
            return
        try:
            self._taken.discard()
        except LockedError:
            pass  # another window takes the same work back at this moment; it stays to that one
        except OSError as error:  # tried again with the next change
            log.warning("%s was not removed: %s", self._taken.journal, error)
            return
        self._taken = None

    def _drop_journal(self) -> None:
        self._throw_taken_away()
        self._taken = None
        stuck = _throw_away([*self._stuck, *self._left, (self._journal, self._lock)])
        for _, lock in stuck:  # left behind, they are looked at again at the next start
            if lock is not None:
                lock.release()
        self._stuck, self._left, self._journal, self._lock = [], [], None, None

    def _new_journal(self) -> Journal:
        path, lock = self._free_place()
        header = self._header.evolve(key=secrets.token_hex(8))
        left = next((journal for journal, _ in reversed(self._left) if journal is not None), None)
        if left is not None:
            header = header.evolve(replaces=left.header.key)
        try:
            journal = Journal.begin(path, header, self._base or Design(), self._parts)
        except OSError:
            lock.release()
            raise
        self._journal, self._lock = journal, lock
        return journal

    def _free_place(self) -> tuple[Path, DesignLock]:
        """Return a name for a journal that nobody else has, and the lock on it.

        A journal that is there belongs to somebody: to a crash that nobody looked after yet, or
        to the window that holds the file while this one only reads it.
        """
        file = path_from(self._header.file) if self._header.file else None
        usual = journal_path(journals_folder(), file, os.getpid())
        for number in itertools.count(1):
            path = usual if number == 1 else usual.with_stem(f"{usual.stem}-{number}")
            if path.exists():
                continue
            try:
                lock = acquire(path)
            except LockedError:
                continue
            if not path.exists():
                return path, lock
            lock.release()
        raise AssertionError("counting ends nowhere")


def _throw_away(kept: list[_Kept]) -> list[_Kept]:
    """Remove journals and let go of their locks; return those that cannot be removed now."""
    stuck = list[_Kept]()
    for journal, lock in kept:
        if journal is not None:
            try:
                journal.discard()
            except OSError as error:
                log.warning("%s was not removed: %s", journal.path, error)
                stuck.append((journal, lock))
                continue
        if lock is not None:
            lock.release()
    return stuck
