"""TOML as plain data, without numbers that Python reads but cannot write down again. Pure."""

import re
import tomllib
from typing import Any, Final

_MOST_BITS: Final = 14_000
"""Some 4,200 digits: Python writes no more than 4,300 (`sys.set_int_max_str_digits`)."""

_PERHAPS_TOO_LARGE: Final = re.compile(r"0[xob]")
"""Decimal digits are refused by Python itself where there are too many."""


def read_plain(text: str) -> dict[str, Any]:
    """Return what a TOML text holds.

    Raises
    ------
    ValueError
        If it is no TOML, if it is nested too deeply, or if an integer has more digits than can be
        written down. One that is merely too large for its field is left to whoever reads the field.
    """
    try:
        data = tomllib.loads(text)
        if _PERHAPS_TOO_LARGE.search(text):
            _require_writable(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return data


def _require_writable(data: Any) -> None:  # noqa: ANN401 - plain data
    if isinstance(data, dict):
        for value in data.values():
            _require_writable(value)
    elif isinstance(data, list):
        for value in data:
            _require_writable(value)
    elif isinstance(data, int) and data.bit_length() > _MOST_BITS:
        raise ValueError("an integer has too many digits")
