"""The limits of a rack as the report shows them: what is used of what there is."""

from typing import Literal

from designer.model.measured import Measured

LimitState = Literal["ok", "warning", "error", "unknown"]
LimitGroup = Literal["", "power", "cooling", "liquid", "mass", "floor", "device"]
"""What a limit is one of, by which it is shown: what a rack draws, its heat in air or in a tank,
that in cold plates, its mass, its load on the floor, one device among many; empty is any other."""


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
