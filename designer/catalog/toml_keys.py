"""Keys of TOML that are nested too deeply to be read, found before anything is parsed. Pure.

The parser keeps every beginning of a dotted key: its memory grows with the square of the steps,
6 GB for 40,000 of them, a line of 80 kB.
"""

import re
from typing import Final

MOST_STEPS: Final = 200
"""Steps of a key in a file that has few of them; no field of ours needs more than five."""

FEWER_LEVELS: Final = "write it with fewer levels"
"""How to mend it."""

_ANY_NUMBER: Final = 8
"""Steps of which a file may have as many keys as it likes."""

_MOST_KEPT: Final = 10_000_000
"""Names that the parser may keep: dots of all keys, times the steps of the deepest one."""

_BARE: Final = r"[A-Za-z0-9_-]++"
_STRING: Final = r""""[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|'[^'\n]*+'?"""
_KEY: Final = rf"(?:{_BARE}|{_STRING})"
_TOKEN: Final = re.compile(
    r"\#[^\n]*+"
    r'|"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+"{0,5}'
    r"|'''[^']*+(?:'(?!'')[^']*+)*+'{0,5}"
    rf"|(?P<key>{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*+)",
    re.DOTALL,
)
"""A comment, a text of several lines, or a key; to each its whole length, open or closed.

Values are read as keys, too: outside of texts nothing but a key has more than one dot."""

_QUOTED: Final = re.compile(_STRING, re.DOTALL)


class DeepKeyError(ValueError):
    """A key has more steps than are read; its place stands in the words as the parser's own does.

    Attributes
    ----------
    words
        What is wrong, without the place.
    read
        Steps of which every key of this text would be read.
    """

    def __init__(self, steps: int, most: int, line: int, column: int, read: int = 0) -> None:
        self.words = f"a key of {steps:,} steps is nested too deeply; at most {most} are read"
        self.read = read or most
        super().__init__(f"{self.words} (at line {line}, column {column})")


def require_shallow_keys(text: str, most: int = MOST_STEPS) -> None:
    """Refuse a text by its keys: dotted ones, of headers, of inline tables.

    Parameters
    ----------
    most
        Steps that a key may have, where the text has few dotted keys.

    Raises
    ------
    DeepKeyError
        If a key has more steps, or fewer and the text too many dotted keys beside it: of the first.
    """
    if not _may_be_deep(text):
        return
    dots, deep = 0, list[tuple[int, int]]()
    for token in _TOKEN.finditer(text):
        more = token[0].count(".") if token.lastgroup else 0
        if more >= _ANY_NUMBER:
            more = _dots(token[0])
            if more >= _ANY_NUMBER:
                deep.append((token.start(), more + 1))
        dots += more if more < most else 0  # a key of more steps is refused whatever is beside it
    if not deep:
        return
    read = max(_ANY_NUMBER, min(most, _MOST_KEPT // max(dots, 1)))
    at, steps = next(((at, steps) for at, steps in deep if steps > read), (0, 0))
    if steps:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise DeepKeyError(steps, read if steps <= most else most, line, column, read)


def _may_be_deep(text: str) -> bool:
    """Return whether a line may hold a deep key: most have few dots, or have them in texts."""
    dotted = [line for line in text.split("\n") if line.count(".") >= _ANY_NUMBER]
    if dotted and ('"""' in text or "'''" in text):  # a line by itself does not say what is text
        return True
    return any(_dots(line) >= _ANY_NUMBER for line in dotted)


def _dots(line: str) -> int:
    return _QUOTED.sub("", line).count(".")
