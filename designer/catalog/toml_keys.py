"""Keys of TOML that are nested too deeply to be read, found before anything is parsed. Pure.

The parser keeps every beginning of a dotted key: its memory grows with the square of the steps,
6 GB for 40,000 of them, a line of 80 kB. It goes through the steps of a header again for each
statement below it.
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

_MOST_BELOW: Final = 5_000_000
"""Steps of headers that have more than any may have, times the lines below them: some seconds."""

_VALUES: Final = re.compile(r"(?:true|false|inf|nan)\b")

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
    lines
        How many lines stand below it, where they are too many for its steps; else 0.
    """

    def __init__(
        self, steps: int, most: int, line: int, column: int, read: int = 0, lines: int = 0
    ) -> None:
        key = f"a header of {steps:,} steps above {lines:,} lines" if lines else ""
        key = key or f"a key of {steps:,} steps"
        self.words = f"{key} is nested too deeply; at most {most} are read"
        self.read = read or most
        self.lines = lines
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
        If a key has more steps, or fewer and the text too many dotted keys beside it, or too many
        lines below it: of the first.
    """
    if not _may_be_deep(text):
        return
    dots, deep, below = _deep_keys(text, most)
    if not deep:
        return
    beside = max(_ANY_NUMBER, min(most, _MOST_KEPT // max(dots, 1)))
    read = _read_above(below, beside)
    at, steps = next(((at, steps) for at, steps in deep.items() if steps > read), (0, 0))
    if steps:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        lines = below.get(at, (0, 0))[1] if steps <= beside else 0
        raise DeepKeyError(steps, read if steps <= most else most, line, column, read, lines)


def _deep_keys(text: str, most: int) -> tuple[int, dict[int, int], dict[int, tuple[int, int]]]:
    """Return the dots of all keys, and of keys that not any number may be of, by their place.

    These with their steps; and of those that are headers steps, and lines down to the next one.
    """
    dots, deep, headers = 0, dict[int, int](), dict[int, tuple[int, int]]()
    header, steps = -1, 0

    def end(at: int) -> None:
        if header >= 0:
            headers[header] = (steps, text.count("\n", header, at))

    for token in _TOKEN.finditer(text):
        if not token.lastgroup:
            continue
        at, more = token.start(), token[0].count(".")
        if more >= _ANY_NUMBER:
            more = _dots(token[0])
        is_deep = more >= _ANY_NUMBER
        if is_deep:
            deep[at] = more + 1
        if _opens_table(text, at) and (is_deep or _is_no_value(text, at)):
            end(at)
            header, steps = (at, more + 1) if is_deep else (-1, 0)
        dots += more if more < most else 0  # a key of more steps is refused whatever is beside it
    end(len(text))
    return dots, deep, headers


def _read_above(below: dict[int, tuple[int, int]], most: int) -> int:
    """Return of how many steps a header may be, where some have many lines below them."""
    work = 0
    for steps, lines in sorted(below.values()):
        if steps > most:
            break
        work += steps * lines
        if work > _MOST_BELOW:
            return steps - 1
    return most


def _opens_table(text: str, at: int) -> bool:
    """Return whether what stands before a key on its line is what opens a table, or an array."""
    at = _before_spaces(text, at)
    if text[at - 1 : at] != "[":
        return False
    at -= 2 if text[at - 2 : at] == "[[" else 1
    at = _before_spaces(text, at)
    return at == 0 or text[at - 1] == "\n"


def _before_spaces(text: str, at: int) -> int:
    while at and text[at - 1] in " \t":
        at -= 1
    return at


def _is_no_value(text: str, at: int) -> bool:
    """Return whether a key cannot be a value of an array instead."""
    return (text[at].isalpha() or text[at] == "_") and not _VALUES.match(text, at)


def _may_be_deep(text: str) -> bool:
    """Return whether a line may hold a deep key: most have few dots, or have them in texts."""
    dotted = [line for line in text.split("\n") if line.count(".") >= _ANY_NUMBER]
    if dotted and ('"""' in text or "'''" in text):  # a line by itself does not say what is text
        return True
    return any(_dots(line) >= _ANY_NUMBER for line in dotted)


def _dots(line: str) -> int:
    return _QUOTED.sub("", line).count(".")
