"""What a console says: calls of actions, lines that were typed, answers, errors."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

Tone = Literal["call", "typed", "answer", "error"]
MOST: Final = 5000
"""Entries kept; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a line that was typed.

    Attributes
    ----------
    text, error
        What it printed, and what it raised; empty where nothing.
    unfinished
        Whether it begins, or goes on with, a block that needs more lines.
    """

    text: str
    error: str
    unfinished: bool


class LineRunner(Protocol):
    """What runs lines on the open design."""

    def run(self, line: str) -> Said:
        """Run a line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that the console says, of one line or several."""

    tone: Tone
    text: str


class ConsoleLines:
    """What a console said so far, and the lines that were typed.

    Parameters
    ----------
    grown
        Called with each new entry.
    """

    def __init__(self, grown: Callable[[Entry], object]) -> None:
        self.entries: list[Entry] = []
        self._grown = grown
        self._typed: list[str] = []
        self._at = 0

    def add(self, tone: Tone, text: str) -> None:
        """Say something more; nothing where there is no text."""
        if not text:
            return
        entry = Entry(tone, text)
        self.entries.append(entry)
        del self.entries[:-MOST]
        self._grown(entry)

    def calls(self) -> str:
        """Return the calls alone: a script that does the same again."""
        return _joined(entry.text for entry in self.entries if entry.tone == "call")

    def all(self) -> str:
        """Return everything, as it is shown."""
        return _joined(entry.text for entry in self.entries)

    def remember(self, line: str) -> None:
        """Keep a line that was typed."""
        if line.strip() and line not in self._typed[-1:]:
            self._typed.append(line)
        self._at = len(self._typed)

    def earlier(self, step: int) -> str:
        """Return the line typed before (-1) or after (1) the last one returned; else nothing."""
        self._at = min(max(self._at + step, 0), len(self._typed))
        return self._typed[self._at] if self._at < len(self._typed) else ""


def _joined(texts: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in texts)
