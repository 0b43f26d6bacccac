"""TOML as plain data, within what TOML itself allows. Pure; may import nothing of this project."""

import re
import tomllib
from typing import Any, Final

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
_PERHAPS_TOO_LARGE: Final = re.compile(r"0[xob]|[0-9_]{19}")


def read_plain(text: str) -> dict[str, Any]:
    """Return what a TOML text holds.

    Raises
    ------
    ValueError
        If it is no TOML, if it is nested too deeply, or if an integer does not fit into 64 bits
        (TOML 1.0, "Integer"): Python takes any, and fails where it has to write one down.
    """
    try:
        data = tomllib.loads(text)
        if _PERHAPS_TOO_LARGE.search(text):
            _require_64_bits(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return data


def _require_64_bits(data: Any) -> None:  # noqa: ANN401 - plain data
    if isinstance(data, dict):
        for value in data.values():
            _require_64_bits(value)
    elif isinstance(data, list):
        for value in data:
            _require_64_bits(value)
    elif isinstance(data, int) and not _LOWEST <= data <= _HIGHEST:
        raise ValueError("an integer has at most 64 bits")
