"""What a crash left behind: journals whose process is gone, as work that can be taken back.

Nothing is taken back by itself: the start page offers it, so that a design which brings the program
down cannot do so again and again. No Qt here.
"""

import itertools
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import UNDO_PREFIX
from designer.io import design_file
from designer.io.journal import (
    JournalError,
    Recovered,
    header_of,
    holds_changes,
    journals,
    recover,
    remove,
)
from designer.io.lockfile import LockedError
from designer.io.path_text import path_from
from designer.io.user_folders import journals_folders
from designer.model.change import Change, diff
from designer.model.design import Design
from designer.model.plural import plural
from designer.model.problem import Problem
from designer.runtime.locks import acquire, holder

log = logging.getLogger(__name__)

RECOVERED_LABEL = "Recovered work"
UNREADABLE_SUFFIX = ".unreadable"


@dataclass(frozen=True)
class Recoverable:
    """Work of a process that ended without saving it.

    Attributes
    ----------
    journal
        The journal's file.
    key
        What tells it from every other journal, also from one of the same name.
    file
        The design's file; None if it was never saved.
    file_digest
        Digest of that file when the work began.
    file_changed
        Whether the file on the disk is another one since.
    file_damaged
        Whether that file could not be read whole: saving over it loses what was not read.
    base, design
        The design as last saved, and as it was when the process ended.
    labels
        What was done in between, oldest first.
    difference
        What the recovered design changes against the file as it is now (against `base` where the
        file is gone or unreadable).
    parts_differ
        How many parts have other figures than with the file as it is now.
    attempts
        How often this work was taken back before and lost again.
    replaces
        Keys of the journals whose work this one took over.
    ended
        Whether it holds no work and only says that those have ended.
    """

    journal: Path
    file: Path | None
    file_digest: str
    file_changed: bool
    file_damaged: bool
    base: Design
    design: Design
    parts: tuple[Part, ...]
    labels: tuple[str, ...]
    difference: Change
    started: float
    problems: tuple[Problem, ...]
    key: str = ""
    replaces: tuple[str, ...] = ()
    ended: bool = False
    parts_differ: int = 0

    @property
    def is_new(self) -> bool:
        """Whether anything would be lost without it."""
        return bool(self.labels) and (not self.difference.is_empty() or self.parts_differ > 0)

    @property
    def attempts(self) -> int:
        """How often this work was taken back before and lost again."""
        return self.labels.count(RECOVERED_LABEL)

    def difference_words(self) -> str:
        """Return what taking it back changes: `2 records differ from the saved file`."""
        records = sum(len(put) for _, put in self.difference.put)
        records += sum(len(ids) for _, ids in self.difference.drop)
        records += len(self.difference.single)
        what = "1 record differs" if records == 1 else f"{records} records differ"
        if self.parts_differ:
            figures = f"the figures of {plural(self.parts_differ, 'part')} differ"
            what = f"{what}, {figures}" if records else figures
        against = "the saved file" if self.file else "the design it began with"
        return f"{what} from {against}"

    def steps_words(self) -> str:
        """Return what was done: `6 steps (2 of them undo), the last “Undo Rename”`.

        A step that takes another back is a step of the journal and no further change.
        """
        undone = sum(label.startswith(UNDO_PREFIX) for label in self.labels)
        among = f" ({undone} of them undo)" if undone else ""
        return f"{plural(len(self.labels), 'step')}{among}, the last “{self.labels[-1]}”"

    def summary(self) -> str:
        """Return one line on what is there to take back: what differs, then what was done.

        And what cannot be taken back, for the journal goes with what can.
        """
        lost = (problem.line() for problem in self.problems)
        return "; ".join((self.difference_words(), self.steps_words(), *lost))

    def discard(self) -> None:
        """Throw this work away; a journal that has its name by now is another's, and stays.

        Raises
        ------
        LockedError
            If another window is taking it back right now.
        OSError
            If the journal can be neither removed nor emptied.
        """
        with acquire(self.journal):
            if self._is_this_one:
                remove(self.journal)

    @property
    def is_there(self) -> bool:
        """Whether the journal still is the one that was looked at, and its work is in it."""
        return self._is_this_one and holds_changes(self.journal)

    @property
    def _is_this_one(self) -> bool:
        """Whether no other journal has its name by now, which is free once it is gone."""
        header = header_of(self.journal)
        return header is not None and header.key == self.key


def scan(
    folder: Path | None = None,
    catalog: Catalog | None = None,
    tell: Callable[[str], object] | None = None,
) -> list[Recoverable]:
    """Return what processes that are gone left behind, newest first.

    Parameters
    ----------
    catalog
        Figures of parts that neither journal nor file embeds; without it these count as alike.
    tell
        Hears of work that cannot be read, now or ever.

    Journals that hold nothing new are removed: the save came through, nothing was changed, or
    another journal took their work over before the program was killed in the midst of it.
    Damaged ones of which nothing new can be read are set aside under another name; one that cannot
    be read at all stays as it is.
    """
    say = tell or (lambda words: None)
    found = list[Recoverable]()
    older, in_use, still_there, all_read = set[str](), set[str](), set[str](), True
    for path in journals(*((folder,) if folder else journals_folders())):
        if holder(path) is not None:
            header = header_of(path)
            if header is not None:
                in_use.update(header.replaces)
                still_there.add(header.key)
            continue
        try:
            read = recover(path)
        except JournalError as error:
            say(_set_aside(path, error.problem))
            continue
        except OSError as error:
            words = f"{path}: cannot be read: {error.strerror or error}"
            log.warning("%s; it is looked at again at the next start", words)
            say(f"{words}; it may hold unsaved work, and is looked at again at the next start")
            all_read = False
            continue
        found.append(_recoverable(path, read, catalog))
        if read.steps or read.header.ended:
            older.update(read.header.replaces)
    wanted = list[Recoverable]()
    for each in found:
        taken_over = each.key != "" and each.key in older
        if each.key and each.key in in_use - older:  # its work is in another window
            still_there.add(each.key)
        elif each.is_new and not taken_over:
            wanted.append(each)
        elif each.problems and not taken_over:  # what cannot be read may be work
            say(_set_aside(each.journal, each.problems[0], "new " if each.labels else ""))
        elif not each.ended and not _discard(each):
            still_there.add(each.key)
    for each in found:
        if each.ended and all_read and still_there.isdisjoint(each.replaces):
            _discard(each)
    return wanted[::-1]


def _discard(found: Recoverable) -> bool:
    """Return whether work is thrown away for ever."""
    try:
        found.discard()
    except LockedError:  # another start of the program may be looking at it at the same time
        return False
    except OSError as error:  # of a folder that is read-only now
        log.warning("%s was not removed: %s", found.journal, error)
        return False
    return True


def _recoverable(path: Path, read: Recovered, catalog: Catalog | None) -> Recoverable:
    file = path_from(read.header.file) if read.header.file else None
    opened = _file_now(file)
    on_disk, digest = (opened.design, opened.digest) if opened else (None, "")
    same = digest == read.header.file_digest
    return Recoverable(
        journal=path,
        file=file,
        file_digest=read.header.file_digest,
        file_changed=file is not None and not same,
        file_damaged=read.header.damaged or bool(opened and same and not opened.writable),
        base=read.base,
        design=read.design,
        parts=read.parts,
        labels=tuple(step.label for step in read.steps),
        difference=diff(read.base if on_disk is None else on_disk, read.design),
        started=read.header.started,
        problems=read.problems,
        key=read.header.key,
        replaces=read.header.replaces,
        ended=read.header.ended,
        parts_differ=_differing(read.parts, opened.parts if opened else (), catalog),
    )


def _differing(mine: tuple[Part, ...], theirs: tuple[Part, ...], catalog: Catalog | None) -> int:
    """Return how many parts have other figures with the one than with the other.

    What is not embedded has the figures of the catalogue.
    """
    one, two = ({part.id: part for part in parts} for parts in (mine, theirs))
    digest = (catalog or Catalog(())).digest
    count = 0
    for key in one.keys() | two.keys():
        today = catalog.get(key) if catalog else None
        a, b = one.get(key, today), two.get(key, today)
        if a is None or b is None:
            count += catalog is not None
        else:
            count += digest(a) != digest(b)
    return count


def _file_now(file: Path | None) -> design_file.Opened | None:
    """Return the design's file as it is now; None where there is none that can be read."""
    try:
        return None if file is None else design_file.load(file)
    except OSError:
        return None


def _set_aside(path: Path, problem: Problem, new: str = "") -> str:
    """Keep a damaged journal under another name; return words on it.

    Parameters
    ----------
    new
        Put before what cannot be recovered, where something could.
    """
    aside = _free_aside(path)
    try:
        with acquire(path):
            path.replace(aside)
    except (LockedError, OSError):  # another start looks at it, or its folder is read-only now
        aside = path
    words = f"nothing {new}can be recovered from {problem.line()}; it is kept as {aside}"
    log.warning("%s", words)
    return words


def _free_aside(path: Path) -> Path:
    """Return a name for a damaged journal that no earlier one of the same design has."""
    for number in itertools.count(1):
        more = f"-{number}" if number > 1 else ""
        aside = path.with_name(f"{path.name}{UNREADABLE_SUFFIX}{more}")
        if not os.path.lexists(aside):
            return aside
    raise AssertionError("counting ends nowhere")
