"""The record of a cable tray: where it runs, how high it hangs, and what fits into it."""

from collections.abc import Iterator
from typing import Literal

from designer.model.record import Record

TrayKind = Literal["overhead", "underfloor"]
RackEntry = Literal["", "top", "bottom"]
"""Where cables enter racks; empty where nobody says: by the tray that is nearest."""


class Tray(Record):
    """A cable tray, ladder or duct, drawn as a line through its corners.

    Trays of a kind are joined where they meet or cross on the plan.

    Attributes
    ----------
    corners
        Where it begins, bends and ends, in mm; x to the right, y downwards as on screen.
    height_mm
        Above the floor for one overhead, below it for one under the floor; `None` for the planning
        default.
    width_mm, depth_mm
        Of its section inside; `None` when not known.
    fill_pct
        Part of the section that cables may take; `None` for the rule of 50 %.
    carries_kg_per_m
        What it is rated to carry; `None` when not known.
    part
        Catalogue id; empty where only its sizes are known.
    stage
        Id of the stage in which it comes; empty for the first.
    locked, group, layer
        As in `model/held_things.py`.
    """

    id: str
    name: str = ""
    kind: TrayKind = "overhead"
    corners: tuple[tuple[int, int], ...] = ()
    height_mm: int | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    fill_pct: float | None = None
    carries_kg_per_m: float | None = None
    part: str = ""
    stage: str = ""
    note: str = ""
    locked: bool = False
    group: str = ""
    layer: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a line that leads nowhere."""
        if len(set(self.corners)) < 2:
            yield "corners", "corners: a tray needs a beginning and an end"
