"""A line below the bars of the elevation panel."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """What, and in words."""

    what: str
    text: str
    state: str = "ok"
