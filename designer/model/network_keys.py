"""By what trays and cables by hand are selected, so that no rack or device is meant by it."""

from typing import Final

_TRAY: Final = "tray:"
_CABLE: Final = "cable:"


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
