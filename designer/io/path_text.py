"""Paths as text that every file can hold. May import nothing of this project.

A name on a Linux disk is a row of bytes, not always of UTF-8; Python keeps the others as lone
surrogates, which neither JSON readers nor pydantic take.
"""

import os
from pathlib import Path
from typing import Final
from urllib.parse import quote_from_bytes, unquote_to_bytes

_BYTES: Final = "bytes:"


def path_text(path: Path) -> str:
    """Return a path as text from which `path_from` makes the same path again."""
    text = str(path)
    return text if _is_unicode(text) else _BYTES + quote_from_bytes(os.fsencode(text))


def path_from(text: str) -> Path:
    """Return the path that `path_text` wrote."""
    coded = text.removeprefix(_BYTES)
    return Path(text if coded == text else os.fsdecode(unquote_to_bytes(coded)))


def shown_name(name: str) -> str:
    """Return a name as letters that every page can bear: `?` for bytes that are none."""
    return name.encode(errors="replace").decode()


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
