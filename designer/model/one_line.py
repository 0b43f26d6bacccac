"""Text that may stand in a file, on a sheet or on a terminal: no control characters that act there.

Imports nothing.
"""

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


_ACTING: Final = re.compile(rf"\r\n|[\t\n]|{_CONTROLS.pattern[:-1]}")
"""One control character, or what only lays out lines and is left."""


def shown_controls(text: str) -> str:
    """Return lines of text in which control characters are seen and do nothing.

    They are written as JSON writes them, which says the same as before: so no name sets the title
    of a terminal or writes over what stands there. Ends of lines and tabs stay.
    """
    return _ACTING.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    text = found[0]
    return text if text in ("\r\n", "\n", "\t") else f"\\u{ord(text):04x}"
