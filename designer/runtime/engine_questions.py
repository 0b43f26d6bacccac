"""Questions to the engine beside the report: which wait, and what became of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from designer.engine.protocol import ask_request
from designer.model.record import Record


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that waits or is in flight.

    Attributes
    ----------
    answer
        The type of its answer.
    """

    number: int
    revision: int
    subject: str
    question: str
    asked: Record
    answer: type[Record]

    @property
    def key(self) -> tuple[str, str]:
        """Of those with the same key only the newest waits."""
        return self.subject, self.question

    def request(self) -> dict[str, Any]:
        """Return the frame that asks it."""
        return ask_request(self.number, self.revision, self.subject, self.question, self.asked)

    def answered(self, frame: Mapping[str, Any]) -> "Answer":
        """Return its answer.

        Raises
        ------
        ValueError
            If the frame answers another question, or does not fit.
        """
        if frame.get("number") != self.number:
            raise ValueError(f"an answer to question {frame.get('number')}, not {self.number}")
        return Answer(self.number, self.revision, self.answer.model_validate(frame["found"]))

    def unanswered(self, why: str) -> "Answer":
        """Return that there will be none, and why."""
        return Answer(self.number, self.revision, None, why)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a question.

    Attributes
    ----------
    found
        The answer; None where there is none, and `why` says why.
    """

    number: int
    revision: int
    found: Record | None
    why: str = ""


class Questions:
    """Questions that wait, each in its single place: the newest of its sort wins."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], Asked] = {}
        self._number = 0

    def add(
        self, revision: int, subject: str, question: str, asked: Record, answer: type[Record]
    ) -> int:
        """Let a question wait; return its number."""
        self._number += 1
        one = Asked(self._number, revision, subject, question, asked, answer)
        self._waiting.pop(one.key, None)
        self._waiting[one.key] = one
        return self._number

    def next(self, revision: int) -> Asked | None:
        """Take the question of this revision that waits longest; forget those of older ones."""
        for key, one in tuple(self._waiting.items()):
            if one.revision < revision:
                del self._waiting[key]
            elif one.revision == revision:
                return self._waiting.pop(key)
        return None

    def drop(self) -> None:
        """Forget all of them."""
        self._waiting.clear()
