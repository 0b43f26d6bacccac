"""Something of the design that is tried and not kept yet, answered by the engine.

While one question is under way the newest waits. What is known of it stands until there is more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from designer.model.record import Record

if TYPE_CHECKING:
    from designer.ui.state.live_answer import LiveAnswer
    from designer.ui.state.workspace import Workspace

A = TypeVar("A", bound=Record)
F = TypeVar("F", bound=Record)


class Trial(QObject, Generic[A, F]):
    """Asks what would come of something, `A`; the answer is `F`.

    Signals
    -------
    changed
        Something else is tried, or more is known of it.
    """

    changed = Signal()

    def __init__(
        self, workspace: Workspace, answer: LiveAnswer[F], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._answer = workspace, answer
        self._asked: A | None = None
        self._kept: A | None = None
        self._next: A | None = None
        self._last: F | None = None
        answer.setParent(self)
        answer.changed.connect(self._take)

    @property
    def asked(self) -> A | None:
        """What is tried; None where nothing is."""
        return self._asked

    def let_go(self) -> None:
        """Try nothing."""
        self._asked, self._kept, self._next, self._last = None, None, None, None
        self._answer.look_at(None)
        self.changed.emit()

    def _try(self, asked: A) -> None:
        if asked == self._asked:
            return
        if self._asked is None:
            self._last, self._kept = None, None
        self._asked = asked
        if self._answer.is_stale:
            self._next = asked
        else:
            self._ask(asked)
        self.changed.emit()

    def _ask(self, asked: A) -> None:
        """Ask the engine."""
        self._answer.look_at(self._question(asked))

    def _question(self, asked: A) -> Record:
        return asked

    def _hold(self) -> None:
        """Try it no longer: it is becoming a part of the design."""
        self._kept, self._asked, self._next = self._asked, None, None

    def _take(self) -> None:
        if self._asked is None and self._kept is None:
            return
        found, then = self._answer.found, self._next
        if found is not None:
            self._last = found
            self._on_found()
        if then is not None and not self._answer.is_stale:
            self._next = None
            self._ask(then)
        self.changed.emit()

    def _on_found(self) -> None:
        """Do what else an answer asks for."""
