"""TOML as plain data, without numbers that Python reads but cannot write down again. Pure."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import tomli

from designer.catalog.plain_runs import shortened
from designer.catalog.toml_keys import MOST_STEPS, require_shallow_keys

DEEPEST: Final = 40
"""Levels of a file, far more than any field has: racks, a rack, its devices, one of them."""

_MOST_BITS: Final = 14_000
"""Some 4,200 digits: Python writes no more than 4,300 (`sys.set_int_max_str_digits`)."""

_PERHAPS_TOO_LARGE: Final = re.compile(r"[=,\[\s]0[xob]")
"""Decimal digits are refused by Python itself where there are too many."""

_QUOTE: Final = re.compile(r'"""|\'\'\'|"|\'')
_QUOTE_END: Final = {
    '"': re.compile(r'(?:[^"\\]|\\.)*"'),
    "'": re.compile(r"[^']*'"),
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*"""'),
    "'''": re.compile(r"(?:[^']|'(?!''))*'''"),
}

_TOO_MANY_DIGITS: Final = "an integer has too many digits"


def read_plain(text: str, most_steps: int = MOST_STEPS) -> dict[str, Any]:
    """Return what a TOML text holds.

    Parameters
    ----------
    most_steps
        Steps that a key may have.

    Raises
    ------
    ValueError
        If it is no TOML, if it is nested too deeply (`DeepKeyError` of a key), or if an integer has
        more digits than can be written down. One that is merely too large for its field is left to
        whoever reads the field.
    """
    require_shallow_keys(text, most_steps)
    short = shortened(text)
    if short is not None:
        with suppress(ValueError, RecursionError):  # told of the whole text, where they stand in it
            data = short.whole(_read(short.text))
            if data is not None:
                return data
    return _read(text)


def _read(text: str) -> dict[str, Any]:
    try:
        data = tomli.loads(text)
        if _PERHAPS_TOO_LARGE.search(text):
            _require_writable(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    except tomli.TOMLDecodeError:
        raise
    except ValueError as error:  # of an integer, with advice for who writes Python
        raise ValueError(_TOO_MANY_DIGITS) from error
    return data


def too_deep(data: Any) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:  # noqa: ANN401 - plain data
    """Yield what is nested deeper than any field: its path, what holds it, and by which key.

    A dotted key of many steps is read without a call for each of them; whoever walks what was read
    may call itself for each level only where nothing of it is this deep. What holds it may be
    changed meanwhile.
    """
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    while waiting:
        path, holder = waiting.pop()
        if not isinstance(holder, dict | list):
            continue
        steps = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for step, held in tuple(steps):
            if not isinstance(held, dict | list):
                continue
            if len(path) < DEEPEST:
                waiting.append(((*path, step), held))
            else:
                yield path, holder, step


def where_left_open(lines: list[str]) -> tuple[int, int, str] | None:
    """Return where a statement opens what it never closes: line, column from 1, and the mark."""
    opened: list[tuple[int, int, str]] = []
    quote, start = "", (0, 0)
    for number, line in enumerate(lines):
        at = 0
        while at < len(line):
            if quote:
                end = _QUOTE_END[quote].match(line, at)
                at, quote = (end.end(), "") if end else (len(line), quote)
                continue
            mark = _QUOTE.match(line, at)
            if mark:
                quote, start = mark[0], (number, at + 1)
            elif line[at] == "#":
                break
            elif line[at] in "[{":
                opened.append((number, at + 1, line[at]))
            elif line[at] in "]}" and opened:
                opened.pop()
            at += len(quote) or 1
        if len(quote) == 1:
            return (*start, f"the quote {quote}")
    if quote:
        return (*start, f"the quote {quote}")
    return (*opened[-1][:2], f"the bracket {opened[-1][2]}") if opened else None


def _require_writable(data: Any) -> None:  # noqa: ANN401 - plain data
    if isinstance(data, dict):
        for value in data.values():
            _require_writable(value)
    elif isinstance(data, list):
        for value in data:
            _require_writable(value)
    elif isinstance(data, int) and data.bit_length() > _MOST_BITS:
        raise ValueError(_TOO_MANY_DIGITS)
