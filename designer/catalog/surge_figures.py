"""Figures of power shelves, and of peaks of milliseconds.

Unknown is `None`, never 0; units stand in the names.
"""

from collections.abc import Iterator
from typing import Literal

from designer.model.record import Record


class ShelfFigures(Record):
    """Power shelves of a filled rack, each alike; their supplies are those of the part.

    Attributes
    ----------
    power_at
        Where the rack's power is measured: at the `input` of the shelves, or on the `bus` bar
        behind them. Empty where no source says.
    pulse
        The most that a shelf gives for a moment, by its rating, and `pulse_ms` for how long.
    whips
        Circuits that feed one shelf, each with a breaker of `whip_a`.
    power_factor
        Of its input.
    bus_volts_min, bus_volts_max
        Of the bus bar, from full load to none.
    bus_a
        The most that one shelf puts on the bus bar: its clip.
    throttles
        Whether the rack slows down to what the shelves left carry, in place of going down.
    """

    power_at: Literal["", "input", "bus"] = ""
    pulse: float | None = None
    pulse_ms: float | None = None
    whips: int | None = None
    whip_a: float | None = None
    power_factor: float | None = None
    bus_volts_min: float | None = None
    bus_volts_max: float | None = None
    bus_a: float | None = None
    throttles: bool | None = None

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a bus bar whose highest voltage is below its lowest."""
        low, high = self.bus_volts_min, self.bus_volts_max
        if low is not None and high is not None and high < low:
            yield (
                "bus_volts_max",
                f"bus_volts_max of {high:g} V is below bus_volts_min of {low:g} V",
            )


class TransientFigures(Record):
    """What a device draws for milliseconds, which no thermal breaker sees.

    Attributes
    ----------
    peak_w
        Electrical design point (EDP): the highest power for `duration_ms`.
    peak_high_w
        The highest that another source states, where sources disagree.
    """

    peak_w: float | None = None
    peak_high_w: float | None = None
    duration_ms: float | None = None
