"""The sign before a line of words that says how bad it is: never by colour alone."""

from collections.abc import Mapping
from typing import Final

from designer.ui.kit.line_card import Tone

SIGNS: Final[Mapping[str, str]] = {"warning": "▲ ", "error": "■ ", "unknown": "? "}
"""By the state of a limit; none where all is well."""
TONES: Final[Mapping[str, Tone]] = {"warning": "warning", "error": "error"}
"""Of a line on a card, by the same."""
