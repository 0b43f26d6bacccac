"""All cables of the design as light lines, fetched from the engine page by page while wanted.

Whoever shows them sees the first at once; a hundred thousand come within seconds, and meanwhile
keys, the mouse and edits go first. After a newer report the lines of before stay until the new
ones are all there.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from designer.engine.cable_report import CableCells, CellsAsked
from designer.ui.state.cable_line import CableLine, lines_in
from designer.ui.state.live_answer import LiveAnswer

if TYPE_CHECKING:
    from designer.ui.state.workspace import Workspace

PAGE: Final = 1_000
"""Cables that are asked for at once: less than 100 ms of the engine's time."""
_AGAIN_MS: Final = 300
"""After a report, before cables are asked for again: a drag makes many."""


class CableLines(QObject):
    """Fetches them.

    Signals
    -------
    changed
        There are more, or others.

    Attributes
    ----------
    lines
        Those that are known.
    total
        How many there are.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._answer = LiveAnswer(
            workspace.client, workspace.report_store, "cables", "cells", CableCells, self
        )
        self._answer.changed.connect(self._take)
        self.lines: tuple[CableLine, ...] = ()
        self.total = 0
        self._coming: list[CableLine] = []
        self._met: Counter[tuple[str, str]] = Counter()
        self._wanted = self._complete = self._whole = False
        self._of: object = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_AGAIN_MS)
        self._later.timeout.connect(self._begin)
        workspace.report_store.changed.connect(self._on_report)

    @property
    def is_complete(self) -> bool:
        """Whether all cables of the newest report are there."""
        return self._complete and not self._later.isActive()

    @property
    def why(self) -> str:
        """Why there are none; empty while they may come."""
        return self._answer.why

    def want(self, *, on: bool) -> None:
        """Fetch them and keep them up, or fetch no more; those that are known stay."""
        if on == self._wanted:
            return
        self._wanted = on
        if not on:
            self._later.stop()
            self._answer.look_at(None)
        elif self._of is not self._space.report_store.report or not self._complete:
            self._begin()

    def _on_report(self) -> None:
        if self._space.report_store.report is None:  # another design
            self.lines, self.total, self._of = (), 0, None
            self._complete = self._whole = False
            self._coming = []
        if self._wanted:
            self._later.start()

    def _begin(self) -> None:
        if not self._wanted or self._space.report_store.report is None:
            return
        self._of, self._complete, self._coming = self._space.report_store.report, False, []
        self._met = Counter()
        self._answer.look_at(None)
        self._answer.look_at(CellsAsked(first=0, count=PAGE))

    def _take(self) -> None:
        page = self._answer.found
        if page is None or not self._wanted or page.first != len(self._coming):
            if self._answer.why:
                self.changed.emit()
            return
        self._coming += lines_in(page, self._met)
        done = not page.a or len(self._coming) >= page.total
        self._answer.look_at(None if done else CellsAsked(first=len(self._coming), count=PAGE))
        self._complete = done
        # Until all were there once, those that are known are shown: at first a page, then twice
        # as many each time.
        more = not self._whole and len(self._coming) >= 2 * len(self.lines)
        if done or more:
            self._whole = self._whole or done
            self.lines, self.total = tuple(self._coming), page.total
            self.changed.emit()
