"""Words as a search compares them: by their stems, so that `discounts` and `discount` are one.

A line of stems has a blank before and after each: a word is found in it where a stem begins.
"""

import re
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:\.[0-9]+)*")
_THOUSANDS: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{3})")
_AS_LONG: Final = "\x00"
"""Stands where a comma was, so that letters keep their places."""

_PLACED: Final = re.compile(r"[^\W_]+(?:\x00[0-9]+)*(?:\.[0-9]+)*")
_HISSING: Final = ("ches", "shes", "xes", "sses", "zes")
_SHORTEST: Final = 4
"""Letters of a word that may have the ending of a plural: `dns`, `ups` and `gas` have none."""


def line_of(text: str) -> str:
    """Return a text as a line of stems."""
    return f" {' '.join(stems(text))} "


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text, in order; `1,979` is one word, `1979`."""
    return [stem(word) for word in _WORD.findall(_THOUSANDS.sub("", text.casefold()))]


def placed_stems(text: str) -> list[tuple[str, int, int]]:
    """Return the stems of a text, each with the place of its first letter and after its last."""
    bare = _THOUSANDS.sub(_AS_LONG, text)
    return [
        (stem(found.group().replace(_AS_LONG, "").casefold()), found.start(), found.end())
        for found in _PLACED.finditer(bare)
    ]


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return a word without the ending of a plural; `l40s`, with digits, has none."""
    if len(word) < _SHORTEST or not word.isalpha() or word.endswith(("ss", "is")):
        return word
    if word.endswith("us") and len(word) > _SHORTEST:  # `status`, but `gpus`
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_HISSING) else word.removesuffix("s")
