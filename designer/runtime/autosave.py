"""Writes every change of the document to a journal, so that a crash loses at most the last second.

A change is written at once, before the next can happen, and survives the end of the process from
there on; that the disk itself holds it, against a power cut, is asked for at most twice a second.
"""

import errno
import logging
import os
import secrets
import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from designer import __version__
from designer.catalog.part import Part
from designer.document.document import Document, DocumentChange
from designer.io.journal import Header, Journal
from designer.io.lockfile import DesignLock
from designer.io.path_text import path_from, path_text
from designer.model.change import Change, diff
from designer.model.design import Design
from designer.runtime.open_file import OpenFile
from designer.runtime.session import RECOVERED_LABEL, Recoverable
from designer.runtime.spent_journals import SpentJournals, free_place

log = logging.getLogger(__name__)

SYNC_MS = 500

_Kept = tuple[Journal, DesignLock | None]
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
        self._spent = SpentJournals()
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
        self._leave(self._journal)
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
        self._spent.let_go()
        self._unsubscribe()

    def take_over(self, found: Recoverable) -> None:
        """Journal recovered work anew; only then is the journal it came from removed."""
        self._base = found.base
        # A kill between the two leaves both: then the older one is known for what it is.
        self._header = self._header.evolve(replaces=(*found.replaces, found.key))
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
            self._compact_in_time(change)

    def _write(self, change: Change, revision: int, label: str) -> bool:
        try:
            journal = self._journal or self._new_journal()
            # Not within the edit: a disk takes as long as a frame, or ten.
            journal.append(change, revision, label, time.time(), later=True)
            if self._left or self._taken:
                # Nothing is thrown away before the disk itself holds what takes its place.
                journal.sync(time.time(), force=True)
        except OSError as error:
            self._fail(error)
            return False
        self._throw_older_away()
        self._told = False
        if not self._sync.isActive():
            self._sync.start()
        return True

    def _compact_in_time(self, change: DocumentChange) -> None:
        if self._journal is not None and self._journal.wants_compaction:
            try:
                self._journal.compact(change.after, change.revision, change.label)
                self._sync.stop()  # what is written as a whole is on the disk
            except OSError as error:
                self._fail(error)

    def _make_durable(self) -> None:
        if self._journal is not None:
            try:
                self._journal.sync(time.time(), force=True)
            except OSError as error:
                self._fail(error)

    def _fail(self, error: OSError) -> None:
        # What the journal holds is kept: it may be all there is. The next change begins another.
        journal, lock = self._journal, self._lock
        if journal is not None:
            if journal.holds_nothing or journal.is_gone:
                # On a full disk there would be one more with each change.
                self._journal, self._lock = None, None
                self._spent.throw_away(journal, lock)
            else:
                self._leave(journal)
        if not self._told:
            self._told = True
            log.warning("autosave does not work: %s", error)
            self.failed.emit(f"Autosave does not work: {error}. Save your work")

    def _leave(self, journal: Journal) -> None:
        """Keep the journal until another holds its work, which then says that this one is older."""
        self._left.append((journal, self._lock))
        self._journal, self._lock = None, None
        self._header = self._header.evolve(replaces=(*self._header.replaces, journal.header.key))

    def _throw_older_away(self) -> None:
        """Remove the journals so far, and the one that recovered work came from."""
        left, self._left = self._left, []
        for journal, lock in left:
            self._spent.throw_away(journal, lock)
        taken, self._taken = self._taken, None
        if taken is not None:
            self._spent.throw_away_found(taken.journal, taken.key)

    def _drop_journal(self) -> None:
        self._spent.try_again()
        self._throw_older_away()
        journal, lock = self._journal, self._lock
        self._journal, self._lock = None, None
        if journal is not None:
            self._spent.throw_away(journal, lock)

    def _new_journal(self) -> Journal:
        path, lock = free_place(path_from(self._header.file) if self._header.file else None)
        header = self._header.evolve(key=secrets.token_hex(8))
        try:
            journal = Journal.begin(path, header, self._base or Design(), self._parts)
        except OSError:
            lock.release()
            raise
        self._journal, self._lock = journal, lock
        return journal
