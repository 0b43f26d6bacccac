"""What a loss does to one thing on the floor, as it stands there. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from designer.engine.limit_report import LimitState

FateState = Literal[
    "lost",
    "dark",
    "short",
    "overloaded",
    "warm",
    "cut",
    "rail",
    "holds",
    "open",
    "tight",
    "carries",
]


_SEVERITIES: Final[Mapping[FateState, LimitState]] = {
    "carries": "ok", "holds": "ok", "tight": "warning", "open": "unknown",
}  # fmt: skip
"""How bad what becomes of a thing is; all else is an error."""


@dataclass(frozen=True)
class Fate:
    """What a loss does to one thing on the floor.

    Attributes
    ----------
    words
        In a word or two, as they stand on the thing; the longest wording first.
    text
        The sentence for a tip.
    in_part
        Whether it is true of something in it alone.
    """

    state: FateState
    words: tuple[str, ...]
    text: str
    in_part: bool = False

    @property
    def severity(self) -> LimitState:
        """How bad it is, as a limit says of itself."""
        return _SEVERITIES.get(self.state, "error")
