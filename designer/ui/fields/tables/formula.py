"""What is typed for many cells at once: a value, a percentage, a formula, a pattern of names.

`9`, `+10 %`, `x * 1.1 + 5`, `1200 * n`; for words `{row}{n:02}`. In all of them `x` is what the
cell says now, and `n` counts the lines from 1, as they stand.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from designer.document.errors import EditError
from designer.model.number_text import read_number
from designer.ui.fields.tables.arithmetic import value_of

_PERCENT: Final = re.compile(r"^([+\-\u2212±])\s*([0-9.,]+)\s*%$")
_PLACE: Final = re.compile(r"\{([^{}]*)\}")
_COUNTED: Final = re.compile(r"^n(?:([+\-])([0-9]{1,6}))?(?::0?([1-9]))?$")
_HUNDRED: Final = 100
HELP_NUMBER: Final = "a number, +10 %, or a formula: x * 1.1, 1200 * n (x is the value now)"
HELP_WORDS: Final = "words, or a pattern: {row}{n:02} gives A01, A02 … ({x} is what stands there)"


def is_formula(text: str) -> bool:
    """Return whether a text for numbers is more than a number."""
    try:
        read_number(text)
    except ValueError:
        return bool(_PERCENT.match(text.strip())) or bool(re.search(r"[xn*/()%]", text))
    return False


def computed(text: str, x: float | None, n: int) -> float:
    """Return what a percentage or a formula comes to.

    Raises
    ------
    EditError
        If it is none, or needs a value that the cell does not have; one line.
    """
    text = text.strip()
    if found := _PERCENT.match(text):
        if found[1] == "±":
            raise EditError("write +10 % or -10 %")
        share = _share(found[2])
        return value_of("x * s", {"x": x, "s": 1 + share if found[1] == "+" else 1 - share})
    return value_of(text.replace("\u2212", "-").replace("×", "*"), {"x": x, "n": float(n)})


def _share(text: str) -> float:
    try:
        return read_number(text) / _HUNDRED
    except ValueError as error:
        raise EditError(str(error)) from None


def patterned(text: str, names: Mapping[str, Any], n: int) -> str:
    """Return a pattern with its places filled in: `{row}{n:02}` is `A07`.

    Parameters
    ----------
    names
        What may stand in braces beside `n`, with what it says.

    Raises
    ------
    EditError
        If something else stands there.
    """

    def filled(match: re.Match[str]) -> str:
        inside = match[1].strip()
        if counts := _COUNTED.match(inside):
            sign, by, digits = counts.groups()
            number = n if not by else n + int(f"{sign}{by}")
            return f"{number:0{digits or 1}d}"
        if inside in names:
            return str(names[inside])
        known = ", ".join(f"{{{name}}}" for name in ("n", "n:02", *names))
        raise EditError(f"{{{inside}}} is not known; there are {known}")

    return _PLACE.sub(filled, text)
