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


LOST: Final = Fate("lost", ("lost",), "is lost in this what-if")
RAIL: Final = Fate("rail", ("loses rail", "rail"), "has nodes that lose a link of their network")
CUT: Final = Fate("cut", ("cut off", "cut"), "has nodes with no other link to that network")
HOLDS: Final = Fate("holds", ("switch lost", "lost"), "holds the switch that is lost")
HOLDS_END: Final = Fate("holds", ("cable lost", "cable"), "holds an end of the cable that is lost")
DARK: Final = Fate("dark", ("no power", "dark"), "has no power")
ON_BATTERY: Final = Fate(
    "dark", ("on battery", "battery"), "runs on its battery until that is empty, then has no power"
)
PARTLY_DARK: Final = Fate("dark", ("part dark", "part"), "holds what has no power", in_part=True)
SHORT: Final = Fate("short", ("short",), "holds what is short of power: it slows down or stops")
OVERLOADED: Final = Fate(
    "overloaded", ("overload", "over"), "has a rack PDU or a line of one that is overloaded"
)
OVER_UPSTREAM: Final = Fate(
    "overloaded", ("overload", "over"), "hangs on what is overloaded upstream of it then"
)
WARM: Final = Fate("warm", ("warm",), "gives heat to cooling units that are short")
