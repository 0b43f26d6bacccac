"""The limits of a rack as the report shows them: what is used of what there is."""

from typing import Final, Literal

from designer.model.figures import Figure, exact, within
from designer.model.measured import Measured

LimitState = Literal["ok", "warning", "error", "unknown"]
LimitGroup = Literal["", "power", "cooling", "liquid", "mass", "floor", "device"]
"""What a limit is one of, by which it is shown: what a rack draws, its heat in air or in a tank,
that in cold plates, its mass, its load on the floor, one device among many; empty is any other."""

NEAR: Final = 0.9
"""From nine tenths of a limit on, a limit says so: no room for one more device of a usual rack."""


def graded(state: LimitState, share: Figure) -> LimitState:
    """Return a state that is a warning where it is none, and so much of a limit is used.

    Parameters
    ----------
    share
        The part of the limit that is used.
    """
    nearly = state == "ok" and within(share, exact(1.0), NEAR).near
    return "warning" if nearly else state


class Limit(Measured):
    """One limit of a rack: what is used of what there is. `text` says it in words.

    The subject that makes it gives its name; nobody else knows it by name. A group says beside
    which figure of the rack it stands, and all limits of a group are one subject's. Of the group
    `device` the figures are those of one device, so that its words are shown, and no bar.
    """

    name: str
    label: str
    group: LimitGroup = ""
    used: float | None = None
    limit: float | None = None
    unit: str = ""
    state: LimitState = "unknown"
    text: str = ""
    source: str = ""


def is_of_one_device(limit: Limit) -> bool:
    """Return whether a limit is of the device that is worst off, in words.

    Before and after a change that may be two devices, whose figures tell nothing beside each other.
    """
    return limit.group == "device" and bool(limit.text)
