"""Variants: designs that stand beside the open one, each whole with its report, until removed.

A variant is a file that was read and measured aside, the open design as it was when it was kept,
or a run that was pinned. None of it is saved, and nothing an undo step; another design that is
opened leaves them standing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, Signal

from designer.catalog.input_file import ReadError
from designer.model.revisions import newest

if TYPE_CHECKING:
    from designer.catalog.catalog import Catalog
    from designer.engine.report import Report
    from designer.engine.workload_report import WorkloadReport
    from designer.model.design import Design
    from designer.runtime.aside_design import AsideDesign
    from designer.runtime.aside_engine import AsideEngine
    from designer.runtime.design_session import DesignSession
    from designer.ui.state.workspace import Workspace

LETTERS: Final = ("A", "B", "C")
Origin = Literal["file", "kept", "pinned"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One design beside the open one.

    Attributes
    ----------
    name
        What people call it; `of` says which design it is of, where that is not its name.
    at
        When the file was written last, or the design was kept.
    report
        None while it is measured.
    run
        The workload that was pinned, as it was then: it stands beside whatever is looked at.
    stage, whole
        As of which stage the open design was looked at when it was kept, by its id, and the whole
        of it: `design` and `report` are as of that stage. Empty and None where they are the whole.
    """

    letter: str
    name: str
    of: str
    origin: Origin
    at: datetime
    design: Design
    catalog: Catalog
    report: Report | None = None
    file: Path | None = None
    run: WorkloadReport | None = None
    stage: str = ""
    whole: Design | None = None

    @property
    def revision(self) -> str:
        """Its newest revision; empty where it has none."""
        last = newest(self.design.revisions)
        return last.id if last is not None else ""


class Variants(QObject):
    """Those of one window, at most one for each letter.

    Signals
    -------
    changed
        One came, was measured, or went.
    refused
        Why one does not stand there, in a line.
    gone
        What was removed, or is measured no more, in a line.
    measured
        A file stands as this `Variant` now.
    """

    changed = Signal()
    refused = Signal(str)
    gone = Signal(str)
    measured = Signal(object)

    def __init__(
        self, workspace: Workspace, session: DesignSession, engine: AsideEngine,
        parent: QObject | None = None, *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._session, self._engine, self._now = workspace, session, engine, now
        self._every: dict[str, Variant] = {}
        self._queue: list[tuple[Variant, AsideDesign]] = []
        engine.found.connect(self._on_found)
        engine.failed.connect(self._on_failed)
        workspace.report_changed.connect(self._follow)

    @property
    def every(self) -> tuple[Variant, ...]:
        """Those that stand, in the order of their letters."""
        return tuple(self._every[key] for key in sorted(self._every))

    @property
    def under_way(self) -> tuple[Variant, ...]:
        """Those that are read and not measured yet, in the order of their letters."""
        return tuple(sorted((one for one, _ in self._queue), key=lambda one: one.letter))

    @property
    def letters_left(self) -> tuple[str, ...]:
        """Letters that no variant has."""
        taken = {*self._every, *(one.letter for one, _ in self._queue)}
        return tuple(letter for letter in LETTERS if letter not in taken)

    @property
    def why_not_kept(self) -> str:
        """Why the open design cannot be kept now; empty where it can."""
        store, document = self._space.report_store, self._space.document
        if not self.letters_left:
            return full_words()
        return "" if store.is_current(document.revision) else "its figures are not worked out yet"

    def pick(self, paths: Iterable[Path]) -> None:
        """Read files and measure them, one after another; one that stands is read anew."""
        for path in paths:
            letter = self._letter_of(path)
            if not letter:
                self.refused.emit(f"{path.name} is not compared: {full_words()}")
                continue
            try:
                read = self._session.read_aside(path)
            except ReadError as error:
                self.refused.emit(f"Not compared: {error.problem.line()}")
                continue
            name = read.design.name or read.path.name
            made = Variant(letter, name, read.path.name, "file", read.changed, read.design,
                           read.catalog, file=read.path)  # fmt: skip
            self._forget_waiting(letter)
            self._queue.append((made, read))
            if len(self._queue) == 1:
                self._begin()
        self.changed.emit()

    def keep(self, name: str, run: WorkloadReport | None = None) -> str:
        """Keep the open design with its report under a name; return why it was not.

        Parameters
        ----------
        run
            A workload that is pinned with it.
        """
        report, refusal = self._space.report_store.report, self.why_not_kept
        if refusal or report is None:
            return refusal or "its figures are not worked out yet"
        letter, design = self.letters_left[0], self._space.sized_design
        path = self._session.path
        looked, whole = self._space.stage, self._space.document.design
        stage = looked.stage.id if looked.narrows and looked.stage is not None else ""
        of = " · ".join(filter(None, (design.name, path.name if path else "")))
        self._every[letter] = Variant(
            letter, name, of, "kept" if run is None else "pinned", self._now(), design,
            self._space.catalog, report, path, run, stage, whole if stage else None,
        )  # fmt: skip
        self.changed.emit()
        return ""

    @property
    def pinned(self) -> Variant | None:
        """The one with a run that was pinned; None where none is."""
        return next((one for one in self.every if one.run is not None), None)

    def remove(self, letter: str) -> None:
        """Let go of one, measured or not."""
        waiting = next((one for one in self.under_way if one.letter == letter), None)
        stood = self._every.pop(letter, None)
        self._forget_waiting(letter)
        self.changed.emit()
        if waiting is not None:
            self.gone.emit(f"{waiting.of} is not compared: cancelled")
        elif stood is not None:
            self.gone.emit(f"{letter} is removed: {stood.name}")

    def clear(self) -> None:
        """Let go of all."""
        some = bool(self._every or self._queue)
        self._every.clear()
        self._queue.clear()
        self._engine.stop()
        self.changed.emit()
        if some:
            self.gone.emit("All variants are removed")

    def close(self) -> None:
        """End what is under way: the window closes."""
        self._queue.clear()
        self._engine.stop()

    def _letter_of(self, path: Path) -> str:
        """Return the letter of a file that stands or waits, else one that is free."""
        wanted = path.absolute()
        for one in (*self.every, *self.under_way):
            if one.origin == "file" and one.file == wanted:
                return one.letter
        return next(iter(self.letters_left), "")

    def _forget_waiting(self, letter: str) -> None:
        first = self._queue[0][0] if self._queue else None
        self._queue = [each for each in self._queue if each[0].letter != letter]
        if first is not None and first.letter == letter:
            self._engine.stop()
            self._begin()

    def _begin(self) -> None:
        if self._queue:
            read = self._queue[0][1]
            self._engine.measure(read.design, read.extra_parts)

    def _on_found(self, report: Report) -> None:
        if self._queue:
            made, _ = self._queue.pop(0)
            self._every[made.letter] = replace(made, report=report)
            self._begin()
            self.changed.emit()
            self.measured.emit(self._every[made.letter])

    def _on_failed(self, why: str) -> None:
        if self._queue:
            made, _ = self._queue.pop(0)
            self._begin()
            self.changed.emit()
            self.refused.emit(f"{made.of} is not compared: {why}; pick it again to try anew")

    def _follow(self) -> None:
        """Take what the engine works out later of a design that was kept and still stands."""
        store, document = self._space.report_store, self._space.document
        report = store.report
        if report is None or not store.is_current(document.revision):
            return
        news = False
        for one in self.every:
            same = one.design is self._space.sized_design and one.catalog is self._space.catalog
            if one.origin != "file" and same and one.report is not report:
                self._every[one.letter] = replace(one, report=report)
                news = True
        if news:
            self.changed.emit()


def full_words() -> str:
    """Return that no letter is left."""
    return f"{len(LETTERS)} variants stand already; remove one first"
