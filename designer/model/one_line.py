"""Text that may stand in a file or on a sheet: one line, no control characters. Imports nothing."""

import re
from typing import Final

_CONTROLS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+"
)
"""C0 and C1 controls, ends of lines and paragraphs, overrides of the direction of writing, and
what is no character at all: XML 1.0 forbids most of them, and none can be seen."""


def one_line(text: str) -> str:
    """Return text without control characters, each run of them one space."""
    return text if text.isprintable() else _CONTROLS.sub(" ", text)
