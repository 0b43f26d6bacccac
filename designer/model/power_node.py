"""The record of what stands upstream of the racks, from the utility to the feeds."""

from collections.abc import Iterator
from typing import Final, Literal

from designer.model.record import Record
from designer.model.room import Rotation

PowerKind = Literal[
    "utility",
    "transformer",
    "generator",
    "ups",
    "switchboard",
    "panel",
    "busway",
    "tap-off",
    "feed",
]
"""What stands between the utility and a rack; a `feed` is what rack PDUs and whips name."""

LIVE_FRONTS: Final[frozenset[PowerKind]] = frozenset(
    {"ups", "switchboard", "panel", "busway", "tap-off", "feed"}
)
"""What people work at while it is live, where it stands on the floor: a feed is its cabinet."""


class PowerNode(Record):
    """A thing upstream of the racks: a feed, and whatever feeds it.

    Attributes
    ----------
    part
        Catalogue id; empty where only its rating is known.
    parents
        Ids of what feeds it: none for a source, two where it has two inputs.
    capacity_kw, capacity_kva
        What it can carry; `None` when not known. The kVA count with the power factor of the site,
        and of both the lower decides.
    volts
        Line to line for three phases; `None` when not known.
    dc
        Whether it brings direct current, as at 400 and 800 V: a current is then P / V.
    x_mm, y_mm
        Corner of its footprint nearest the origin, or where a busway begins; `None` for what has
        no place on the floor.
    end_x_mm, end_y_mm
        Where a busway ends; `None` for what stands on the floor.
    width_mm, depth_mm
        Its footprint; `None` takes that of its part.
    modules, spare_modules
        Modules, frames or sets that run together in it, and how many of these are spare.
    efficiency
        Output over input at its full load.
    battery_minutes, battery_kwh
        How long its battery carries all of its capacity; nameplate energy of the battery.
    recharge_kw
        What charging the battery adds to its input after an outage.
    start_s
        From the loss of the mains until a generator carries the load, with the transfer.
    fuel_l, fuel_hours
        What is in its tanks; how long that lasts at its full capacity.
    voltage_drop_pct
        Along the run that leads to it, at its full load.
    stage
        Id of the stage in which it comes; empty for the first.
    locked, group, layer
        As in `model/held_things.py`.
    """

    id: str
    name: str = ""
    kind: PowerKind = "feed"
    part: str = ""
    parents: tuple[str, ...] = ()
    capacity_kw: float | None = None
    capacity_kva: float | None = None
    volts: float | None = None
    dc: bool = False
    modules: int | None = None
    spare_modules: int | None = None
    efficiency: float | None = None
    battery_minutes: float | None = None
    battery_kwh: float | None = None
    recharge_kw: float | None = None
    start_s: float | None = None
    fuel_l: float | None = None
    fuel_hours: float | None = None
    voltage_drop_pct: float | None = None
    stage: str = ""
    note: str = ""
    x_mm: int | None = None
    y_mm: int | None = None
    end_x_mm: int | None = None
    end_y_mm: int | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    rotation: Rotation = 0
    locked: bool = False
    group: str = ""
    layer: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield more spare modules than there are."""
        all_of_them, spare = self.modules, self.spare_modules
        if all_of_them is not None and spare is not None and spare >= all_of_them:
            problem = f"spare_modules cannot be {spare}: one of {all_of_them} must carry something"
            yield "spare_modules", problem
