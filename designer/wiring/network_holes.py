"""Where the switches stood that are missing: numbers that a series of ids leaves out.

Switches take the places of the rule in order. One that is taken away leaves its place empty as
long as the ids of its like tell it: `cleaf05` and `cleaf07` have a place between them. So the other
switches keep their places, and the cables of these stay as they are.
"""

import re
from collections.abc import Sequence
from typing import Final

from designer.model.number_text import counted

_NUMBERED: Final = re.compile(r"^(.*?)([0-9]+)$", re.DOTALL)
_FIRST: Final = 1
_MOST_FROM_ONE: Final = 99
"""A series that begins with a higher number was hardly ever counted from 1."""


def series_of(key: str) -> tuple[str, int] | None:
    """Return what an id is called and numbered in a series; None without a number at its end."""
    found = _NUMBERED.match(key)
    return (found.group(1), counted(found.group(2))) if found else None


def left_out(keys: Sequence[str]) -> list[int]:
    """Return for ids in their order how many numbers of its series each leaves out before it."""
    last: dict[str, int] = {}
    gaps = []
    for key in keys:
        found = series_of(key)
        if found is None:
            gaps.append(0)
            continue
        stem, number = found
        before = last.get(stem, _FIRST - 1 if number <= _MOST_FROM_ONE else number - 1)
        gaps.append(max(0, number - before - 1))
        last[stem] = number
    return gaps
