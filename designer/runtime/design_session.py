"""One open design: the document with its file, its lock, its journal and the watch on the disk.

No widgets: whatever needs an answer from a person is raised as `SaveRefusedError` with its reason,
or told by a signal, and the window asks.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.updates import PartUpdate, updates
from designer.document.document import Document, DocumentChange
from designer.io import design_file
from designer.io.atomic_file import other_names
from designer.io.design_file import FileChangedError, NewerFileError
from designer.io.design_text import used_parts
from designer.io.lockfile import LockedError, path_key
from designer.io.system_calls import read_regular
from designer.model.change import Change, apply
from designer.model.design import Design
from designer.model.plural import plural
from designer.runtime.aside_design import AsideDesign, read_aside, read_aside_bytes
from designer.runtime.autosave import Autosave
from designer.runtime.file_watch import FileWatch
from designer.runtime.locks import acquire
from designer.runtime.open_file import OpenFile
from designer.runtime.session import Recoverable

log = logging.getLogger(__name__)

SaveObstacle = Literal["no-path", "locked", "damaged", "newer", "changed"]


class SaveRefusedError(Exception):
    """Saving would lose something, or there is nowhere to save to. Nothing was written.

    Attributes
    ----------
    obstacle
        `no-path`: ask for a file name; `locked`: save under another name; `damaged`, `newer`,
        `changed`: ask, then save with `force=True` or under another name.
    """

    def __init__(self, obstacle: SaveObstacle, message: str) -> None:
        super().__init__(message)
        self.obstacle = obstacle


class DesignSession(QObject):
    """Opens, saves and guards one design. The document lives as long as the session.

    Parameters
    ----------
    catalog
        The catalogue without any file's own parts.
    document
        The document to use; a new one with an empty design if not given.

    Signals
    -------
    title_changed
        The window's title: file name, `*` while unsaved.
    opened
        Another design was put in whole; catalogue and path are those of the new one.
    catalog_changed
        The catalogue is another object: own parts were added, or newer figures were taken.
    problems_found
        What opening a file found, as `Problem`s; the design is as much as could be read.
    changed_on_disk
        The path of the open file, when somebody else changed or removed it.
    locked_by
        Words on who has the file open; it is open here for reading only.
    other_names
        Words on the other names (hard links) of the file, which a save leaves with what they hold.
    autosave_failed
        Words on why the journal cannot be written.
    saved
        The design is in its file; the file that it had before, or None.
    """

    title_changed = Signal(str)
    opened = Signal()
    catalog_changed = Signal()
    problems_found = Signal(list)
    changed_on_disk = Signal(str)
    locked_by = Signal(str)
    other_names = Signal(str)
    autosave_failed = Signal(str)
    saved = Signal(object)

    def __init__(
        self,
        catalog: Catalog,
        document: Document | None = None,
        parent: QObject | None = None,
        *,
        watch: FileWatch | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document if document is not None else Document(Design())
        self.catalog = catalog
        self._shipped = self._today = catalog
        self._own: tuple[Part, ...] = ()
        self._removed = Catalog(())
        self._parts: tuple[Part, ...] = ()
        self._parts_before: tuple[Part, ...] | None = None
        self._todays: tuple[tuple[Catalog, tuple[Part, ...]], Catalog] | None = None
        self._file = OpenFile()
        self._title = ""
        self._watch = watch or FileWatch(self)
        self._watch.changed_on_disk.connect(self.changed_on_disk)
        self._autosave = Autosave(self.document, self)
        self._autosave.failed.connect(self.autosave_failed)
        self._autosave.begin(self._file, ())
        self._unsubscribe: Callable[[], None] = self.document.subscribe(self._on_document)
        self._tell_title()

    @property
    def path(self) -> Path | None:
        """The file; None for a design that was never saved."""
        return self._file.path

    def saved_bytes(self) -> bytes | None:
        """Return the bytes of the file, where it holds the design as it is now; else None."""
        if self.path is None or not self.document.is_saved:
            return None
        try:
            there = read_regular(self.path)
        except OSError:
            return None
        # What somebody else made of it meanwhile is not what is drawn.
        return there if hashlib.sha256(there).hexdigest() == self._file.digest else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts the open file brought, which win over the catalogue's."""
        return self._parts

    @property
    def extra_parts(self) -> tuple[Part, ...]:
        """Every part that the shipped catalogue lacks or states otherwise, as used here."""
        held = {part.id: part for part in (*self._own, *self._parts)}
        return tuple(held.values())

    def read_aside(self, path: Path) -> AsideDesign:
        """Read the design of a file that stays closed, to be measured beside this one.

        Raises
        ------
        ReadError
            If it cannot be read whole.
        """
        return read_aside(path, self._today, self._own)

    def read_aside_bytes(self, data: bytes, name: str, changed: datetime) -> AsideDesign:
        """Read what the design's file held at another time, to be measured beside this one.

        Parameters
        ----------
        name
            What messages call it.
        changed
            When it was written.

        Raises
        ------
        ReadError
            If it cannot be read whole.
        """
        path = self.path or Path(name)
        return read_aside_bytes(data, path, name, changed, self._today, self._own)

    def todays_catalog(self) -> Catalog:
        """Return the catalogue as it is today, with the parts that only the design brings.

        The same object as long as neither changes.
        """
        only_here = tuple(part for part in self._parts if self._today.get(part.id) is None)
        made_of = (self._today, only_here)
        if self._todays is None or self._todays[0] != made_of:
            catalog = self._today.overlay(only_here) if only_here else self._today
            self._todays = (made_of, catalog)
        return self._todays[1]

    def set_own_parts(self, own: Iterable[Part]) -> None:
        """Take the user's own parts into the catalogue, under those the design embeds.

        The design keeps the figures it was drawn with: what it uses and what is different now is
        embedded as it was, and stands in `updates`.
        """
        before, self._own = self._own, tuple(own)
        today = self._shipped.overlay(self._own) if self._own else self._shipped
        kept = {part.id: part for part in self._parts}
        for part in used_parts(self.document.design, self.catalog):
            now = today.get(part.id)
            if now is None or today.digest(now) != self.catalog.digest(part):
                kept.setdefault(part.id, part)
        self._removed = self._removed.overlay(p for p in before if today.get(p.id) is None)
        self._today = today
        self._use_parts(tuple(kept[key] for key in sorted(kept)))
        self.catalog_changed.emit()

    def updates(self) -> tuple[PartUpdate, ...]:
        """Return the parts of the design of which the catalogue says something else now."""
        return updates(used_parts(self.document.design, self.catalog), self._today)

    def take_updates(self, part_ids: Iterable[str]) -> None:
        """Let the design use what the catalogue says now of some of its parts."""
        taken = set(part_ids)
        before = self._parts
        self._use_parts(tuple(part for part in before if part.id not in taken))
        self._parts_before = before
        count = "1 part" if len(taken) == 1 else f"{len(taken)} parts"
        self.document.retell(f"Take newer figures of {count}")
        self.catalog_changed.emit()

    def take_updates_back(self) -> bool:
        """Undo the last `take_updates`; return whether there was one."""
        if self._parts_before is None:
            return False
        self._use_parts(self._parts_before)
        self.document.retell("Take back the newer figures")
        self.catalog_changed.emit()
        return True

    @property
    def title(self) -> str:
        """File name and whether there is something to save: `pod.toml *`."""
        name = self.path.name if self.path else self.document.design.name or "untitled"
        marks = "" if self.document.is_saved else " *"
        return f"{name}{marks}{' (read only)' if self.is_read_only else ''}"

    @property
    def is_read_only(self) -> bool:
        """Whether another window holds the file."""
        return self._file.is_read_only

    def new(self, design: Design, label: str = "New design") -> None:
        """Begin with a design that has no file, such as one from a template."""
        self._put_in(design, label, OpenFile(), (), saved=True)

    def open(self, path: Path) -> None:
        """Open a file, as far as it can be opened.

        Raises
        ------
        ReadError
            If the file cannot be read at all; the open design stays.
        """
        path = Path(path).absolute()
        label = f"{'Reload' if path == self.path else 'Open'} {path.name}"
        file = self._locked(path)
        try:
            read = design_file.load(path)
        except OSError:
            self._release_unless_kept(file)
            raise
        file = replace(file, digest=read.digest, damaged=not read.writable)
        self._put_in(read.design, label, file, read.parts, saved=True)
        self._say_locked()
        self._say_other_names()
        if read.problems:
            self.problems_found.emit(list(read.problems))

    def recover(self, found: Recoverable) -> None:
        """Put in what a journal holds, as unsaved work on its file; the journal's work is done."""
        path = found.file
        file = self._locked(path) if path else OpenFile()
        file = replace(file, digest=found.file_digest, damaged=found.file_damaged)
        label = f"Recover {path.name if path else found.design.name}"
        self._put_in(found.design, label, file, found.parts, saved=False)
        self._autosave.take_over(found)
        self._say_locked()
        self._say_other_names()

    def save(self, *, force: bool = False) -> Path:
        """Save to the design's file; return its path.

        Parameters
        ----------
        force
            The person was asked and wants to replace what is there.

        Raises
        ------
        SaveRefusedError
            If it would lose something, or there is no file yet.
        WriteError
            If it cannot be written; the old file is untouched.
        """
        file = self._file
        if file.path is None:
            raise SaveRefusedError("no-path", "this design has no file yet")
        if file.is_read_only:
            raise SaveRefusedError("locked", file.locked_by)
        if file.damaged and not force:
            raise SaveRefusedError(
                "damaged", f"{file.path.name} could not be read whole: saving loses the rest"
            )
        self._write(file, None if force else file.digest, force)
        return file.path

    def save_as(self, path: Path, *, force: bool = False) -> Path:
        """Save to another file, which is the design's file from then on; return its path.

        Raises
        ------
        SaveRefusedError
            If another window holds that file, or a newer version wrote it.
        WriteError
            If it cannot be written; then the design keeps its file.
        """
        path = Path(path).absolute()
        if path == self.path and not self.is_read_only:
            return self.save(force=True)
        before, file = self._file, self._locked(path)
        if file.is_read_only:
            raise SaveRefusedError("locked", file.locked_by)
        try:
            self._write(file, None, force)
        except (SaveRefusedError, OSError):
            self._release_unless_kept(file)
            raise
        self._release_unless_kept(before)
        return path

    def keep_mine(self) -> None:
        """After `changed_on_disk`: the next save may replace what somebody else wrote."""
        if self.path is not None:
            self._file = replace(self._file, digest=design_file.file_digest(self.path))
            self._watch.expect(self._file.digest)

    def close(self) -> None:
        """Let go of the file. Unsaved work is dropped with its journal: ask the person before."""
        self._unsubscribe()
        self._autosave.close()
        self._watch.forget()
        self._file.release()

    def _put_in(
        self, design: Design, label: str, file: OpenFile, parts: tuple[Part, ...], *, saved: bool
    ) -> None:
        self._autosave.end()
        before, self._file = self._file, file
        self._release_unless_kept(before)
        self._parts, self._parts_before = parts, None
        self._removed = Catalog(())
        self.catalog = self._today.overlay(parts) if parts else self._today
        if file.path:
            self._watch.watch(file.path, file.digest)
        else:
            self._watch.forget()
        self.document.replace(design, label, saved=saved)
        self._autosave.begin(file, parts)
        self.opened.emit()
        self._tell_title()

    def take_parts(self, parts: Iterable[Part]) -> None:
        """Take parts that another design brought, where the catalogue has none of their ids.

        They are embedded in the file as far as the design uses them.
        """
        new = tuple(part for part in parts if self.catalog.get(part.id) is None)
        if new:
            held = {part.id: part for part in (*self._parts, *new)}
            self._use_parts(tuple(held[key] for key in sorted(held)))
            self.catalog_changed.emit()

    def _use_parts(self, parts: tuple[Part, ...]) -> None:
        """Take parts as those the design embeds; its journal holds them from the next change on."""
        self._parts_before = None
        if parts != self._parts:
            self._parts = parts
            self._autosave.renew(parts)
        self.catalog = self._today.overlay(parts) if parts else self._today

    def _write(self, file: OpenFile, expected: str | None, force: bool) -> None:
        """Write the design to a file, which is its own from then on."""
        path = file.path
        if path is None:
            raise ValueError("a file that is written to has a path")
        before = self.path
        left = other_names(path) if path != before else 0
        design = self.document.design
        try:
            digest = design_file.save(path, design, self.catalog, expected, replace_newer=force)
        except FileChangedError as error:
            raise SaveRefusedError("changed", str(error)) from error
        except NewerFileError as error:
            raise SaveRefusedError("newer", str(error)) from error
        self._file = replace(file, digest=digest, damaged=False)
        self.document.mark_saved()
        if self._watch.path == path:
            self._watch.expect(digest)
        else:
            self._watch.watch(path, digest)
        self._autosave.end()
        self._autosave.begin(self._file, self._parts)
        self._tell_title()
        self.saved.emit(before)
        if left:
            self.other_names.emit(
                f"{path.name} had {plural(left, 'other name')} (hard links), which keep what they "
                "held before this save"
            )

    def _locked(self, path: Path) -> OpenFile:
        """Return a file with its lock: the one that is held already, if it is the open file."""
        mine = self._file
        if mine.lock and mine.path and path_key(path) == path_key(mine.path):
            return OpenFile(path, lock=mine.lock)
        try:
            return OpenFile(path, lock=acquire(path))
        except LockedError as held:
            return OpenFile(path, locked_by=str(held))
        except OSError as error:
            # A state folder that cannot be written must not keep anybody from the design.
            log.warning("%s is not locked: %s", path, error)
            return OpenFile(path)

    def _release_unless_kept(self, other: OpenFile) -> None:
        """Give back the lock of a file that is not the open one under another name."""
        if other.lock is not self._file.lock:
            other.release()

    def _say_locked(self) -> None:
        if self._file.locked_by:
            self.locked_by.emit(self._file.locked_by)
            self._tell_title()

    def _say_other_names(self) -> None:
        path = self._file.path
        count = other_names(path) if path else 0
        if path and count:
            self.other_names.emit(
                f"{path.name} has {plural(count, 'other name')} (hard links). A save replaces it "
                "under this name only: the others keep what they hold now. To keep them one "
                "file, make the others symbolic links to this one"
            )

    def _on_document(self, change: DocumentChange) -> None:
        self._bring_back(change.change)
        self._tell_title()

    def _bring_back(self, change: Change) -> None:
        """Embed what an undo put back into the design after its own part was removed."""
        if not self._removed.parts:
            return
        named = used_parts(apply(Design(), Change(put=change.put)), self._removed)
        lost = [part for part in named if self.catalog.get(part.id) is None]
        if lost:
            self._use_parts((*self._parts, *lost))
            self.catalog_changed.emit()

    def _tell_title(self) -> None:
        if self.title != self._title:
            self._title = self.title
            self.title_changed.emit(self._title)
