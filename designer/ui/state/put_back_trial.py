"""What putting a change back would do, tried by the engine before it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from designer.document.errors import EditError
from designer.engine.preview import AS_CABLED, IT_POWER, Preview
from designer.io.merge.take_over import along
from designer.model.change import diff
from designer.model.figure_words import change as change_words
from designer.ui.state.capital_words import CAPITAL, capital_words
from designer.ui.state.news_words import brings_words, ends_words

if TYPE_CHECKING:
    from designer.ui.state.comparing import Comparing
    from designer.ui.state.workspace import Workspace

_REST_MS: Final = 120
"""Rows that are walked through are not tried one by one."""
ASKING: Final = "Trying what that would do…"
NO_ANSWER: Final = "What that would do is not known: the engine has no answer."
_TOLD: Final = frozenset({IT_POWER, AS_CABLED})


class PutBackTrial(QObject):
    """Asks of the row that is looked at.

    Attributes
    ----------
    words
        What it would do.
    refusal
        Why it cannot be put back.
    along
        How many records of each collection come or go with what is picked.

    Signals
    -------
    changed
        More is known, or another row is looked at.
    """

    changed = Signal()

    def __init__(
        self, workspace: Workspace, comparing: Comparing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._comparing = workspace, comparing
        self.words = self.refusal = ""
        self.along: tuple[tuple[str, int], ...] = ()
        self._number, self._shown = 0, False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._ask)
        for signal in (comparing.pointed, comparing.changed):
            signal.connect(self._again)
        workspace.preview_changed.connect(self._take)
        workspace.preview_failed.connect(self._give_up)

    def look(self, *, shown: bool) -> None:
        """Try while somebody looks."""
        self._shown = shown
        if shown:
            self._again()
        else:
            self._rest.stop()
            self._number = 0

    def _again(self) -> None:
        self.along = ()
        self._say("", "")
        self._number = 0
        if self._shown and self._comparing.chosen is not None:
            self._rest.start()

    def _ask(self) -> None:
        rows, source = self._comparing.picked, self._comparing.source
        if not rows or source is None:
            return
        document = self._space.document
        try:
            made = document.made(self._comparing.edit_of(rows, source))
        except EditError as refusal:
            lacking = self._comparing.lacks_parts(source)
            # Parts come with it: whether it fits is seen when it is done.
            self._say("", "" if lacking else str(refusal) or "not possible")
            return
        change = diff(document.design, made)
        self.along = along(change, (one for row in rows for one in row.group.members))
        self._space.request_preview(change, (), drags=False)
        self._number = self._space.asked_preview
        self._say(ASKING, "")

    def _take(self, answer: object) -> None:
        if isinstance(answer, Preview) and self._number and answer.preview == self._number:
            self._say("\n".join(_told(answer)), "")

    def _give_up(self) -> None:
        if self._number and self._number == self._space.asked_preview:
            self._say(NO_ANSWER, "")

    def _say(self, words: str, refusal: str) -> None:
        if (words, refusal) != (self.words, self.refusal):
            self.words, self.refusal = words, refusal
            self.changed.emit()


def _told(answer: Preview) -> Iterator[str]:
    """Yield what it would do: findings that end and come, power and capital."""
    ends = ends_words(answer.goes)
    brings = brings_words(answer.comes, answer.not_computed)
    yield f"It {'; '.join(filter(None, (ends, brings)))}"
    for one in answer.changes:
        before, after = one.figure("before", one.unit), one.figure("after", one.unit)
        if one.what in _TOLD and (said := change_words(before, after)):
            yield f"{one.what}: {said}"
        if (one.section, one.what) == ("cost", CAPITAL):
            yield f"capital: {capital_words(one, answer)}"
