"""By what trays, cables by hand and elements of the room are selected, and no rack or device."""

from typing import Final

_TRAY: Final = "tray:"
_CABLE: Final = "cable:"
_ELEMENT: Final = "room:"


def tray_key(tray: str) -> str:
    """Return what a tray is selected by."""
    return f"{_TRAY}{tray}"


def tray_of(key: str) -> str:
    """Return the id of the tray that a key selects; empty of another key."""
    return key.removeprefix(_TRAY) if key.startswith(_TRAY) else ""


def cable_key(cable: str) -> str:
    """Return what a cable by hand is selected by."""
    return f"{_CABLE}{cable}"


def cable_of(key: str) -> str:
    """Return the id of the cable by hand that a key selects; empty of another key."""
    return key.removeprefix(_CABLE) if key.startswith(_CABLE) else ""


def element_key(obstacle: str) -> str:
    """Return what a column, a wall or a zone of the room is selected by."""
    return f"{_ELEMENT}{obstacle}"


def element_of(key: str) -> str:
    """Return the id of the element of the room that a key selects; empty of another key."""
    return key.removeprefix(_ELEMENT) if key.startswith(_ELEMENT) else ""
