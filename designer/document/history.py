"""Undo and redo as a list of immutable designs that share what did not change."""

from dataclasses import dataclass, field, replace

from designer.document.calls import Calls, joined, step_text
from designer.model.design import Design

MAX_STEPS = 1000
"""Steps kept: an edit on 10,000 records costs a few hundred kilobytes of changed tuples."""


@dataclass(frozen=True, slots=True)
class Step:
    """One named step: the label of the edit and the revision it led to.

    Attributes
    ----------
    calls
        The calls of `designer.script` that make it; none where only the difference says what it is.
    """

    label: str
    revision: int
    calls: Calls = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class _Entry:
    step: Step
    design: Design
    merge: str


@dataclass
class History:
    """Steps with a position: everything behind the position can be redone."""

    _entries: list[_Entry] = field(default_factory=list)
    position: int = -1

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, oldest first; the first is the state the document began with."""
        return tuple(entry.step for entry in self._entries)

    @property
    def current(self) -> Step:
        """The step the document stands at."""
        return self._entries[self.position].step

    def design_at(self, position: int) -> Design:
        """Return the design a step led to.

        Raises
        ------
        IndexError
            If there is no such step.
        """
        if not 0 <= position < len(self._entries):
            raise IndexError(f"no step {position} in a history of {len(self._entries)}")
        return self._entries[position].design

    def call_at(self, position: int) -> str:
        """Return the text of the call that makes a step of the design before it.

        Raises
        ------
        IndexError
            If there is no such step, or it is the first, which nothing made.
        """
        if position < 1:
            raise IndexError("no call made the first step")
        after = self.design_at(position)
        step, before = self.steps[position], self._entries[position - 1].design
        return step_text(step.calls, before, after, step.label)

    def earlier(self) -> tuple[Design, ...]:
        """Return the designs before that of the current step, the newest first."""
        return tuple(entry.design for entry in reversed(self._entries[: self.position]))

    def push(self, step: Step, design: Design, merge: str, *, may_merge: bool) -> None:
        """Record a step after the position; what could be redone is gone.

        Parameters
        ----------
        merge
            Key of a run of edits that count as one (a drag of a spin box); empty for none.
        may_merge
            Whether the step may replace the one before it when their merge keys agree.
        """
        del self._entries[self.position + 1 :]
        last = self._entries[-1] if self._entries else None
        entry = _Entry(step, design, merge)
        if last and may_merge and merge and last.merge == merge and self.position > 0:
            self._entries[-1] = _Entry(_added(last.step, step), design, merge)
        else:
            self._entries.append(entry)
            if len(self._entries) > MAX_STEPS:
                del self._entries[0]
        self.position = len(self._entries) - 1

    def replace_current(self, step: Step, design: Design) -> None:
        """Put another step in the place of the current one; what could be redone is gone.

        Raises
        ------
        IndexError
            At the first step, which is where the document began.
        """
        if self.position < 1:
            raise IndexError("the first step cannot be replaced")
        del self._entries[self.position + 1 :]
        last = self._entries[self.position].step
        self._entries[self.position] = _Entry(_added(last, step), design, "")


def _added(last: Step, step: Step) -> Step:
    """Return a step in place of the last one, of which it is the rest."""
    return replace(step, calls=joined(last.calls, step.calls))
