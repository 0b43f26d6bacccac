"""Hours of a quantity as text: one character for most hours, so that a year fits into a design.

Values are in tenths. A character says by how many tenths an hour differs from the one before it;
where that is more than 43 tenths, and for the first hour, `~` and four digits give the value itself
above −100. The text holds nothing that TOML escapes or that begins a comment.
"""

from collections.abc import Iterable
from typing import Final

_STEPS: Final = "".join(chr(code) for code in range(37, 126) if chr(code) not in "'\\")
_MOST: Final = len(_STEPS) // 2
_STEP_OF: Final = {char: at - _MOST for at, char in enumerate(_STEPS)}
_WHOLE: Final = "~"
_DIGITS: Final = 4
_LOWEST: Final = -1000
"""Tenths that four digits count from: −100."""


def hours_text(values: Iterable[float]) -> str:
    """Return values as text, each to its nearest tenth.

    Raises
    ------
    ValueError
        If a value is below −100 or above 899.9.
    """
    said: list[str] = []
    before: int | None = None
    for value in values:
        tenths = round(value * 10)
        step = None if before is None else tenths - before
        if step is not None and abs(step) <= _MOST:
            said.append(_STEPS[step + _MOST])
        else:
            counted = tenths - _LOWEST
            if not 0 <= counted < 10**_DIGITS:
                raise ValueError(f"{value:g} is no value of an hour")
            said.append(f"{_WHOLE}{counted:0{_DIGITS}}")
        before = tenths
    return "".join(said)


def hours_read(text: str) -> list[float]:
    """Return the values that a text holds.

    Raises
    ------
    ValueError
        If it was not made by `hours_text`.
    """
    found: list[float] = []
    tenths, at = None, 0
    while at < len(text):
        char = text[at]
        if char == _WHOLE:
            digits = text[at + 1 : at + 1 + _DIGITS]
            if len(digits) < _DIGITS or not (digits.isascii() and digits.isdigit()):
                raise ValueError(f"character {at + 1}: four digits are wanted after ~")
            tenths = int(digits) + _LOWEST
            at += _DIGITS
        elif tenths is None or char not in _STEP_OF:
            raise ValueError(f"character {at + 1}: {char!r} says no hour")
        else:
            tenths += _STEP_OF[char]
        found.append(tenths / 10)
        at += 1
    return found
