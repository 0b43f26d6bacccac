"""Tables of what is expected, kept in `tests/gui/data/NAME.txt` and compared line by line.

A deliberate change of the window is written into the tables by

    UPDATE_EXPECTED=1 .venv/bin/python -m pytest tests/gui/FILE.py

and read as a difference before it is committed: a line that changed without a reason is a fault.

A `Script` writes down, step by step, what changes in what it looks at. Its first step has all the
lines, each later one only those that went (`-`) and came (`+`).
"""

import difflib
import os
from collections.abc import Callable, Sequence
from typing import Final

from tests.helpers.gates import REPOSITORY

FOLDER: Final = REPOSITORY / "tests" / "gui" / "data"
_UPDATE: Final = "UPDATE_EXPECTED"
_WHOLE: Final = 5


def as_expected(name: str, lines: Sequence[str]) -> None:
    """Compare lines with the table of that name; the failure shows the difference."""
    place = FOLDER / f"{name}.txt"
    text = "".join(f"{line.rstrip()}\n" for line in lines)
    if os.environ.get(_UPDATE):
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")
        return
    known = place.read_text(encoding="utf-8") if place.exists() else ""
    if text == known:
        return
    difference = difflib.unified_diff(
        known.splitlines(), text.splitlines(), "expected", "shown", lineterm="", n=1
    )
    raise AssertionError("\n".join([f"not as {place.relative_to(REPOSITORY)} says:", *difference]))


class Script:
    """What changes with each step of a session at the window.

    Parameters
    ----------
    look
        Returns all that is looked at, as lines.
    before
        Lines that are known: of the first step only what differs from them is written down.
    """

    def __init__(self, look: Callable[[], list[str]], before: Sequence[str] = ()) -> None:
        self._look = look
        self._before: list[str] = [*before]
        self.lines: list[str] = []

    def step(self, words: str) -> None:
        """Write down under a heading what is other than it was."""
        now = self._look()
        self.lines.append(f"# {words}")
        if self._before:
            matcher = difflib.SequenceMatcher(None, self._before, now, autojunk=False)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                if tag != "equal":
                    self.lines += _gone(self._before[i1:i2])
                    self.lines += [f"+ {line}" for line in now[j1:j2]]
        else:
            self.lines += [f"  {line}" for line in now]
        self._before = now
        self.lines.append("")


def _gone(lines: Sequence[str]) -> list[str]:
    """Return lines that went; of many the first and their number: they came somewhere above."""
    if len(lines) <= _WHOLE:
        return [f"- {line}" for line in lines]
    return [f"- {lines[0]}", f"- … and {len(lines) - 1} more lines"]
