"""The rooms of the program, and which gate reads which: a room is read or excepted with a reason.

A room that is new belongs into `ROOMS`, and every gate reads it at once. What of a room a gate
reads as a part only is said beside it (`io/export`).
"""

from collections.abc import Mapping
from typing import Final

ROOMS: Final = (
    "model", "catalog", "plugins", "wiring", "engine", "document", "planning", "io", "script",
    "render", "runtime", "ui", "app",
)  # fmt: skip
"""Every folder of `designer/`, from below."""

NOT_FIGURES: Final = {
    "model": "has the module of figures itself",
    "catalog": "has the bounds of what parts state",
    "io": "what reads files decides itself what a field means; what exports is read",
}
NOT_ZEROS: Final = {
    "model": "has the module of figures itself, which says what a figure without a value adds",
    "io": "what reads files decides itself what a missing field means; what exports is read",
}
EXPORTS: Final = "io/export"
"""What of `io` both gates of figures read."""
NOT_PURE: Final = {
    "catalog": "reads the shipped catalogue and own parts",
    "plugins": "finds what other distributions offer",
    "io": "reads and writes files",
    "script": "opens and saves designs, and dates comments by the clock",
    "render": "paints with Qt",
    "runtime": "speaks with files and processes",
    "ui": "is the window",
    "app": "is the command line, and puts the others together",
}
NOT_BELOW_RENDER: Final = dict.fromkeys(
    ("render", "runtime", "ui", "app"), "Qt begins with `render`, and all above may use it"
)
NOT_MUTATED: Final[Mapping[str, str]] = {}

EXCEPTED: Final[Mapping[str, Mapping[str, str]]] = {
    "figures": NOT_FIGURES,
    "zeros": NOT_ZEROS,
    "pure": NOT_PURE,
    "below render": NOT_BELOW_RENDER,
    "mutation": NOT_MUTATED,
}
"""What each gate leaves out, with the reason."""


def rooms_of(gate: str) -> tuple[str, ...]:
    """Return the rooms that a gate reads, from below."""
    return tuple(room for room in ROOMS if room not in EXCEPTED[gate])


def folders_of(gate: str) -> tuple[str, ...]:
    """Return the same as places below the repository."""
    return tuple(f"designer/{room}" for room in rooms_of(gate))
