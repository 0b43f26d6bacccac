"""Cooling methods in words, for the window, the sheets and the written report alike."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

METHOD_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "room-air": "Room air",
        "in-row": "In-row, contained",
        "rear-door": "Rear-door exchanger",
        "direct-to-chip": "Direct-to-chip",
        "immersion": "Immersion",
    }
)

METHOD_SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "room-air": "room air",
        "in-row": "in-row",
        "rear-door": "rear door",
        "direct-to-chip": "direct-to-chip",
        "immersion": "immersion",
    }
)
"""For a column, or a line that names all methods of a hall with their counts."""

NEEDS_REAR_DOOR: Final = "needs-rear-door"
"""Shown in place of a rear door that a rack's heat asks for while none hangs; nobody chooses it."""
NEEDS_CONTAINMENT: Final = "needs-containment"
"""Shown in place of contained air where no containment closes the rack's aisle."""

MAY_NEED_REAR_DOOR: Final = "may-need-rear-door"
"""Shown where what is not known leaves open whether the heat asks for a rear door; none hangs."""
MAY_NEED_CONTAINMENT: Final = "may-need-containment"
"""Shown where it leaves open whether a rack needs containment, or stands in a contained aisle."""

_LACKING: Final[Mapping[str, str]] = MappingProxyType(
    {
        NEEDS_REAR_DOOR: "needs rear door",
        NEEDS_CONTAINMENT: "needs containment",
        MAY_NEED_REAR_DOOR: "may need rear door",
        MAY_NEED_CONTAINMENT: "may need containment",
    }
)

SHOWN_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {**METHOD_NAMES, **{shown: words.capitalize() for shown, words in _LACKING.items()}}
)
SHOWN_SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType({**METHOD_SHORT_NAMES, **_LACKING})
"""As reports name what cools a rack; a method in it stands there."""

_OPEN: Final[Mapping[str, str]] = MappingProxyType({**_LACKING, "": "cooling not known"})


def open_cooling_words(shown: Collection[str]) -> str:
    """Return what racks lack that no method's colour marks, for a legend; empty if none does.

    Parameters
    ----------
    shown
        What reports show in the place of their cooling methods.
    """
    words = ", ".join(words for method, words in _OPEN.items() if method in shown)
    return words[:1].upper() + words[1:]
