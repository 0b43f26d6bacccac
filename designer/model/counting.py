"""Ids and names that count up: `leaf-03`, `leaf-04`, …; what a folded line of a file stands for.

May import nothing of this project.
"""

import re
from functools import lru_cache
from typing import Final

MOST_ALIKE: Final = 512
"""Most records that one line may stand for: more than any rack or row holds."""

_LAST_NUMBER: Final = re.compile(r"^(.*?)(?<![0-9])([0-9]{1,15})([^0-9]*)$", re.DOTALL)


# Kept, because each member of a fold asks for the parts of the first.
@lru_cache(maxsize=256)
def parted(text: str) -> tuple[str, str, str] | None:
    """Return what stands before, in and after the last number of a text; None if it has none."""
    found = _LAST_NUMBER.match(text)
    return (found[1], found[2], found[3]) if found else None


def counted(text: str, steps: int) -> str:
    """Return a text with its last number raised, as wide as it was: `leaf-09` becomes `leaf-10`.

    A text without a number stays as it is.
    """
    found = parted(text)
    if not found:
        return text
    before, digits, after = found
    return f"{before}{int(digits) + steps:0{len(digits)}d}{after}"


def member_id(first: str, index: int) -> str:
    """Return the id of a member of a fold; `first` is the one that the file names.

    An id without a number gets one: `door`, `door-2`, `door-3`.
    """
    if index == 0 or parted(first):
        return counted(first, index)
    return f"{first}-{index + 1}"
