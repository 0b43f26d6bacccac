"""Journals whose work is saved, is held by a newer one, or is not wanted, until they are removed.

Nobody may be offered what they hold, also where the folder that they are in became read-only. One
that cannot be removed is emptied; where that fails, too, another journal says that it has ended.
No Qt here.
"""

import itertools
import logging
import os
import secrets
import time
from dataclasses import dataclass, replace
from pathlib import Path

from designer.io.journal import Header, Journal, header_of, journal_path, remove
from designer.io.lockfile import DesignLock, LockedError
from designer.io.user_folders import journals_folder
from designer.model.design import Design
from designer.runtime.locks import acquire

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Spent:
    """One that could not be removed.

    Attributes
    ----------
    lock
        Held as long as there is work in it.
    said_in
        Path and key of the journal which says that this one has ended.
    """

    path: Path
    key: str
    lock: DesignLock | None
    said_in: tuple[Path, str] | None = None


class SpentJournals:
    """Removes journals, and tries again where one cannot be removed."""

    def __init__(self) -> None:
        self._left: list[_Spent] = []

    def throw_away(self, journal: Journal, lock: DesignLock | None) -> None:
        """Remove a journal of this window, and let go of the lock on it."""
        spent = _Spent(journal.path, journal.header.key, lock)
        try:
            self._end(spent, journal.discard(), first=True)
        except OSError as error:
            self._keep(spent, error)

    def throw_away_found(self, path: Path, key: str) -> None:
        """Remove a journal that another process left; one that somebody takes back stays to them.

        Parameters
        ----------
        key
            The journal's own: its name may be another's by now.
        """
        try:
            lock = acquire(path)
        except LockedError:
            return
        except OSError as error:
            self._keep(_Spent(path, key, None), error)
            return
        self._remove(_Spent(path, key, lock), first=True)

    def try_again(self) -> None:
        """Remove what could not be removed before."""
        left, self._left = self._left, []
        for spent in left:
            if spent.lock is not None:
                self._remove(spent)
                continue
            try:
                lock = acquire(spent.path)
            except OSError:
                self._left.append(spent)
            except LockedError:  # its name is another's
                continue
            else:
                self._remove(replace(spent, lock=lock))

    def let_go(self) -> None:
        """Leave what is still there to the next start of the program."""
        for spent in self._left:
            if spent.lock is not None:
                spent.lock.release()
        self._left = []

    def _remove(self, spent: _Spent, *, first: bool = False) -> None:
        header = header_of(spent.path)
        try:
            gone = remove(spent.path) if header and header.key == spent.key else True
        except OSError as error:
            if first:
                self._keep(spent, error)
            else:
                self._left.append(spent)
        else:
            self._end(spent, gone, first=first)

    def _end(self, spent: _Spent, gone: bool, *, first: bool) -> None:
        if spent.lock is not None:
            spent.lock.release()
        if not gone:
            if first:
                log.warning("%s was not removed; what it held was taken out of it", spent.path)
            self._left.append(replace(spent, lock=None, said_in=None))
        if spent.said_in is not None:
            self.throw_away_found(*spent.said_in)

    def _keep(self, spent: _Spent, error: OSError) -> None:
        """Keep from others what can be neither removed nor emptied, also when this window ends."""
        log.warning("%s was not removed: %s", spent.path, error)
        said_in = None
        try:
            said_in = _say_ended(spent.key)
        except OSError as refused:
            log.warning("that %s has ended is kept nowhere: %s", spent.path, refused)
        self._left.append(replace(spent, said_in=said_in))


def _say_ended(key: str) -> tuple[Path, str]:
    """Write a journal which says that another has ended; return its path and its key."""
    own = secrets.token_hex(8)
    header = Header(pid=os.getpid(), started=time.time(), key=own, replaces=(key,), ended=True)
    path, lock = free_place(None)
    with lock:
        Journal.begin(path, header, Design()).close()
    return path, own


def free_place(file: Path | None) -> tuple[Path, DesignLock]:
    """Return a name for the journal of a file that nobody else has, and the lock on it.

    A journal that is there belongs to somebody: to a crash that nobody looked after yet, or to the
    window that holds the file while this one only reads it.

    Raises
    ------
    OSError
        If there is no folder that takes a file.
    """
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
