"""What coolers, towers and chillers give off, over temperatures, as their makers say."""

from collections.abc import Iterator
from typing import Literal

from designer.model.record import Record

Against = Literal["dry-bulb", "wet-bulb", "condenser-water"]
"""What a unit gives its heat to: outdoor air of a dry or a wet bulb, or water of towers or coolers
that enters its condenser."""


class RejectionPoint(Record):
    """What a unit takes from the water at a pair of temperatures, at full speed.

    Attributes
    ----------
    by
        Who says so.
    against_c
        What it gives its heat to, by `RejectionFigures.against`.
    water_c
        The water that leaves it.
    power_kw
        What it draws then: fans and, of chillers, compressors.
    flow_lpm, drop_kpa
        Of the water that it cools, and what that loses in pressure.
    """

    by: str
    against_c: float
    water_c: float
    capacity_kw: float
    power_kw: float | None = None
    flow_lpm: float | None = None
    drop_kpa: float | None = None

    @property
    def name(self) -> str:
        """What tells it from the other lines of a table: who says so, and at what temperatures."""
        return f"{self.by} {self.against_c:g}/{self.water_c:g} °C"


class OverDifference(Record):
    """What a dry cooler takes by the difference of its water and the air, at full speed.

    Makers of dry coolers print it so and compute with it (MBH by ITD): heat grows with the initial
    temperature difference, that of the water that enters and of the air.

    Attributes
    ----------
    by
        Who says so.
    kw_per_k
        Heat for each kelvin of it.
    most_k
        The largest difference for which that holds.
    power_kw
        What its fans draw at full speed.
    """

    by: str
    kw_per_k: float
    most_k: float
    power_kw: float | None = None


class RejectionFigures(Record):
    """A table of what a unit takes; between its lines it is read, beyond them never.

    Attributes
    ----------
    over_difference
        Of a dry cooler without a table.
    """

    against: Against
    points: tuple[RejectionPoint, ...] = ()
    over_difference: OverDifference | None = None

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of temperatures that stand in the table twice, and a law beside a table."""
        if self.over_difference is not None and (self.points or self.against != "dry-bulb"):
            yield "over_difference", "over_difference is of a dry cooler that has no table"
        seen: set[tuple[float, float]] = set()
        for point in self.points:
            pair = (point.against_c, point.water_c)
            if pair in seen:
                yield "points", f"{point.name} stands there twice: keep one line"
            seen.add(pair)
