"""Where liquid goes in and out of a part, and which. Unknown is `None`, never 0; units in names."""

from typing import Literal

from designer.model.record import Record


class CoolantPoint(Record):
    """Coolant that a part needs at a supply temperature, and what it loses in pressure.

    Attributes
    ----------
    by
        Who says so: where several do, the first of the list is taken, and the others bound it.
    drop_kpa
        Pressure over the part at this flow; None where nobody states it.
    """

    by: str
    supply_c: float
    flow_lpm: float
    drop_kpa: float | None = None

    @property
    def name(self) -> str:
        """What tells it from the other lines of a table: who says so, and at what temperature."""
        return f"{self.by} {self.supply_c:g} °C"


class Coupling(Record):
    """Couplings of one kind, in which coolant goes into something and comes out of it.

    Attributes
    ----------
    name
        What it leads to: `manifolds`, `trays`, `distribution unit`.
    connector
        What it is by its standard or its maker, such as `UQDB04`; empty where nobody says.
    count
        Of one side; as many return. None where nobody says.
    gives
        Whether the part hands the liquid on there, as a manifold does to trays and a distribution
        unit to racks.
    loop
        The coolant of the devices, or the water of the building.
    mating
        By hand with a hose, by pushing the device in (blind), or bolted and clamped for good.
    """

    name: str
    connector: str = ""
    count: int | None = None
    gives: bool = False
    loop: Literal["coolant", "facility"] = "coolant"
    mating: Literal["", "hose", "blind", "fixed"] = ""


class CoolantFigures(Record):
    """Which liquid a part takes, and at which pressure.

    Its couplings stand in `couplings`, flows and pressure drops in `coolant_flow`, the warmest
    supply in `coolant_max_c`.

    Attributes
    ----------
    liquids
        Those that its maker allows, such as PG25 and DI water.
    pressure_max_kpa
        The highest pressure in operation, above that of the air.
    """

    liquids: tuple[str, ...] = ()
    pressure_max_kpa: float | None = None


class ApproachPoint(Record):
    """What a distribution unit takes at an approach, as its maker prints it.

    Attributes
    ----------
    approach_k
        By which the coolant that leaves it is warmer than the water that enters.
    flow_lpm
        Of the facility water; None where nobody states it.
    """

    by: str
    approach_k: float
    capacity_kw: float
    flow_lpm: float | None = None

    @property
    def name(self) -> str:
        """What tells it from the other lines of a table: who says so, and at what approach."""
        return f"{self.by} {self.approach_k:g} K"
