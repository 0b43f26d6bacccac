"""The ways out of a replacement, found by the engine in the background, one question at a time.

The window waits for none of it: each answer leads to the next question, until all is found or
something else is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from designer.engine.preview import Preview
from designer.model.change import diff
from designer.planning.ways_out import AsItIs, Question, Replacement, Talk, WayOut, ways_out

if TYPE_CHECKING:
    from designer.document.document import Edit
    from designer.document.port_maps import Pairs
    from designer.model.design import Design
    from designer.ui.state.workspace import Workspace


class ReplaceWays(QObject):
    """Runs one talk at a time.

    Signals
    -------
    foreseen
        An `AsItIs`: what becomes of the replacement as it is.
    found
        A `WayOut`, in the order of their cards.
    finished
        Nothing more comes.
    failed
        The engine has no answer, and nothing more comes.
    """

    foreseen = Signal(object)
    found = Signal(object)
    finished = Signal()
    failed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._talk: Talk | None = None
        self._number = 0
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(lambda: self._go_on(None))
        workspace.preview_changed.connect(self._take)
        workspace.preview_failed.connect(self._give_up)

    @property
    def is_at_work(self) -> bool:
        """Whether more is to come."""
        return self._talk is not None

    def begin(self, asked: Replacement) -> None:
        """Look for what becomes of another replacement; what was looked for before is let go."""
        self.cancel()
        self._talk = ways_out(asked)
        self._turn.start()

    def cancel(self) -> None:
        """Look for nothing any more."""
        self._turn.stop()
        if self._talk is not None:
            self._talk.close()
            self._talk = None
        if self._number:
            self._number = 0
            self._space.end_preview()

    def replacement(
        self, parts: tuple[str, str], only: tuple[str, ...] | None, ports: Pairs
    ) -> Replacement:
        """Return what is asked of the design as it stands."""
        space, document = self._space, self._space.document
        report = space.report_store.report
        current = report if space.report_store.is_current(document.revision) else None
        feeds = current.power.feeds if current is not None else ()

        def make(edit: Edit) -> Design:
            return document.made(space.stage.staged(edit))

        return Replacement(
            document.design, space.catalog, *parts, only, ports,
            current.racks if current is not None else (),
            current.checks if current is not None else (),
            tuple(one.id for one in feeds if one.state == "error"),
            document.history.earlier(),
            make,
            space.layout(),
        )  # fmt: skip

    def _go_on(self, answer: Preview | None) -> None:
        """Take what comes next; the window takes in events wherever the talk rests."""
        if self._talk is None:
            return
        talk = self._talk
        try:
            step = talk.send(answer)
        except StopIteration:
            self._talk, self._number = None, 0
            self.finished.emit()
            return
        if isinstance(step, Question):
            change = diff(self._space.document.design, step.after)
            self._space.request_preview(change, step.racks, asks=step.asks, drags=False)
            self._number = self._space.asked_preview
            return
        self._turn.start()
        if isinstance(step, AsItIs):
            self.foreseen.emit(step)
        elif isinstance(step, WayOut):
            self.found.emit(step)

    def _take(self, answer: object) -> None:
        if isinstance(answer, Preview) and self._number and answer.preview == self._number:
            self._number = 0
            self._go_on(answer)

    def _give_up(self) -> None:
        if self._number and self._number == self._space.asked_preview:
            self.cancel()
            self.failed.emit()
