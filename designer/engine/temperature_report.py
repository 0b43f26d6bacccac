"""What the report says of the chain of temperatures, and of the flow and pressure of each loop.

May import the figures of the model. The whole report stands in `report`.
"""

from typing import Literal

from designer.engine.limit_report import LimitState
from designer.model.measured import Measured
from designer.model.record import Record

Holds = Literal["", "at most", "at least", "rated with"]


class TemperatureStep(Measured):
    """One step of the chain.

    Attributes
    ----------
    id
        Names the step from one report to the next: `facility-water`, `L:cold-plates:PART`.
    loop
        Id of the loop that it is of; empty for what all share, and for the loop of a design that
        declares none.
    called
        What people call the loop; empty as for `loop`.
    step
        What has this temperature: `Outdoor air, dry bulb`, `Facility water`, `Coolant of XDU1350`.
    temperature_c
        The warmest that it gets on the design day, or is planned with.
    source
        Where the temperature is from: stated, the design day, an approach.
    limit_c, holds
        What it is held against: at most, at least, or the water with which a rear door is rated,
        whose curve says what it takes with another.
    rule
        The rule that judges it.
    state
        What that rule finds; empty where none judges it.
    """

    id: str
    loop: str = ""
    called: str = ""
    step: str
    temperature_c: float | None = None
    source: str = ""
    limit_c: float | None = None
    holds: Holds = ""
    rule: str = ""
    state: LimitState | Literal[""] = ""


class LoopFlow(Measured):
    """Flow and pressure of one loop.

    Attributes
    ----------
    id, called
        Id of the loop, and what people call it; empty for that of a design which declares none.
    fluid
        What flows in it: as stated, else the planning fluid.
    delta_t_k
        By how much the loop states that its coolant gets warmer; else the planning rise.
    stated
        Whether the loop states the rise.
    flow_lpm, moved_lpm
        Coolant that its racks and doors need, and that all of its units move.
    drop_kpa, head_kpa
        Pressure that its worst rack loses, and the least that one of its units has left; None
        without bounds where no maker states any.
    """

    id: str = ""
    called: str = ""
    fluid: str = ""
    delta_t_k: float | None = None
    stated: bool = False
    flow_lpm: float | None = None
    moved_lpm: float | None = None
    drop_kpa: float | None = None
    head_kpa: float | None = None


class TemperatureChain(Record):
    """From the weather to what cold plates and rear doors take; empty without either."""

    steps: tuple[TemperatureStep, ...] = ()
    loops: tuple[LoopFlow, ...] = ()
