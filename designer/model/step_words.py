"""What steps of the history are called, whether the window or a script makes them.

Also what each is called once it is done, by the verb that it begins with.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TURN: Final = "Turn by 90°"
MOVE_TRAYS: Final = "Move trays"
DRAW_ROW_TRAYS: Final = "Draw trays behind all rows"
DETACH_ASSEMBLY: Final = "Detach from assembly"
BUILD_NEEDED: Final = "Build what the rules need"
"""Steps that say no more than what is done."""

PAST: Final[Mapping[str, str]] = MappingProxyType({
    "Accept": "Accepted", "Add": "Added", "Align": "Aligned", "Apply": "Applied",
    "Build": "Built", "Change": "Changed", "Connect": "Connected", "Contain": "Contained",
    "Copy": "Copied", "Cut": "Cut", "Detach": "Detached", "Distribute": "Distributed",
    "Draw": "Drew", "Duplicate": "Duplicated", "Edit": "Edited", "Enter": "Entered",
    "Fill": "Filled", "Follow": "Followed", "Give": "Gave", "Group": "Grouped", "Hang": "Hung",
    "Lay": "Laid", "Leave": "Left", "Lock": "Locked", "Make": "Made", "Mirror": "Mirrored",
    "Move": "Moved", "Name": "Named", "Paste": "Pasted", "Place": "Placed", "Put": "Put",
    "Read": "Read", "Remove": "Removed", "Rename": "Renamed", "Replace": "Replaced",
    "Resize": "Resized", "Rotate": "Rotated", "Scale": "Scaled", "Set": "Set",
    "Shape": "Shaped", "Take": "Took", "Turn": "Turned", "Ungroup": "Ungrouped",
    "Unlock": "Unlocked", "Unpin": "Unpinned", "Waive": "Waived",
})  # fmt: skip
"""What a step is called once it is done, by the first word of its name."""


def detach_row(name: str) -> str:
    """Return what it is called to let the racks of a row stand alone."""
    return f"Detach row {name}"


def rename(now: str, name: str) -> str:
    """Return what it is called to give something another name."""
    return f"Rename {now} to {name}"


def move(name: str) -> str:
    """Return what it is called to move something."""
    return f"Move {name}"


def scale(name: str) -> str:
    """Return what it is called to set a building plan to scale."""
    return f"Scale {name}"


def group(name: str) -> str:
    """Return what it is called to make a group."""
    return f"Group {name}"


def done(label: str) -> str:
    """Return `Placed DGX H100 in A01` for the step `Place DGX H100 in A01`."""
    first, space, rest = label.partition(" ")
    verb = first.rstrip(":")
    return f"{PAST.get(verb, verb)}{first[len(verb) :]}{space}{rest}"
