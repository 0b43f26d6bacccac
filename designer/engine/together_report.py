"""What the engine is asked of a loss that is tried, and what it answers beside the report.

Several things lost together, and racks looked at closely. May import the report's records and
the figures of the model.
"""

from typing import Literal

from designer.engine.cooling_report import CoolingLossReport
from designer.engine.limit_report import Limit, LimitState
from designer.engine.network_report import SwitchLoss
from designer.engine.power_report import FeedReport, LossReport, OutletReport, RackFate
from designer.engine.shelf_report import ShelvesReport
from designer.model.measured import Measured
from designer.model.record import Record


class InsideLost(Record):
    """Something inside a rack that is lost.

    Attributes
    ----------
    rack
        Id of the rack.
    at
        Which of its losses in the report it is.
    device
        Key of the device that was meant; empty of none: then it is the one of fewest supplies.
    """

    rack: str
    at: int
    device: str = ""


class UnitLost(Record):
    """A cooling unit that is lost: its loss in the report, and the thing it is or stands in."""

    id: str
    where: str

    @property
    def part(self) -> str:
        """Id of its part."""
        return self.id.rpartition(":")[2]


class SwitchLost(Record):
    """A switch that is lost: the id of its fabric, and the key of the device."""

    fabric: str
    key: str


class LossAsked(Record):
    """What is lost together.

    Attributes
    ----------
    upstream
        Ids of feeds and what is upstream of them.
    racks
        Ids of racks of which the answer tells each device and each part of their power, and what
        takes their heat in air without their rear door.
    """

    upstream: tuple[str, ...] = ()
    inside: tuple[InsideLost, ...] = ()
    units: tuple[UnitLost, ...] = ()
    switches: tuple[SwitchLost, ...] = ()
    racks: tuple[str, ...] = ()

    @property
    def takes_power(self) -> bool:
        """Whether anything of what is lost carries power: cooling and switches carry none."""
        return bool(self.upstream or self.inside)


DeviceState = Literal["dark", "short", "open"]


class DeviceAfterLoss(Record):
    """A device that a loss touches, or may.

    Attributes
    ----------
    item
        Its position among what the rack holds; -1 for the rack itself.
    part
        Id of its part.
    state
        Whether it has no power, or too few supplies; `open` where that cannot be said.
    left, count
        How many of its supplies run; 0 of 0 where that is not known.
    """

    item: int
    part: str
    state: DeviceState
    left: int = 0
    count: int = 0


class PduAfterLoss(Record):
    """A rack PDU that a loss leaves: whether it carries what it gets then.

    Attributes
    ----------
    item
        Its position among what the rack holds.
    text
        What of it carries too much or may, in words; else what it carries as a whole.
    breakers
        Numbers of its breakers that carry too much for certain.
    """

    item: int
    text: str = ""
    state: LimitState = "unknown"
    breakers: tuple[int, ...] = ()


class RackAfterLoss(Record):
    """A rack with a loss, device by device.

    Attributes
    ----------
    limits
        The power of the rack PDUs that are left, and of power shelves, then.
    because
        Why nothing can be said of single devices; empty where it can.
    replaced
        Names of the rack's limits that do not hold beside these.
    feeds, outlets, shelves
        Feeds, cords and power shelves as the report has them: each load is the one then, and there
        is none after another loss. What is lost carries nothing. Of shelves there is one case.
    """

    id: str
    devices: tuple[DeviceAfterLoss, ...] = ()
    pdus: tuple[PduAfterLoss, ...] = ()
    limits: tuple[Limit, ...] = ()
    because: str = ""
    replaced: tuple[str, ...] = ()
    feeds: tuple[FeedReport, ...] = ()
    outlets: tuple[OutletReport, ...] = ()
    shelves: tuple[ShelvesReport, ...] = ()


class DoorAfterLoss(Measured):
    """A rack whose rear door does not run after a loss, or may not.

    Attributes
    ----------
    limit
        What its heat in air uses then of what the room's air takes, in place of the rack's limit
        of that name.
    method
        What takes that heat then; empty where nobody knows.
    reason
        Why that takes it.
    air_kw, liquid_kw, coolant_lpm
        What the rack gives to the room, and to liquids, and what flows of these, as its report has
        them.
    """

    id: str
    limit: Limit
    method: str = ""
    reason: str = ""
    air_kw: float | None = None
    liquid_kw: float | None = None
    coolant_lpm: float | None = None


class SwitchesLost(Record):
    """What the loss of switches of one fabric together does to it, as the report has one alone."""

    fabric: str
    loss: SwitchLoss


class LostTogether(Record):
    """The engine's answer to what the loss of several things does together.

    Attributes
    ----------
    number, asked
        Which question it answers: its number, and what is lost.
    loss
        What it does, as the report has it of single losses upstream.
    fates
        What it does to racks, those to which it does anything: by places in the report's racks.
    cooling
        What it does to cooling; None where it takes no unit.
    switches
        What it does to fabrics of which it takes switches.
    racks
        The racks that were asked of, of which it can be computed; none where no power is lost.
    doors
        Those of them whose rear door does not run then, or may not.
    """

    number: int
    asked: LossAsked
    loss: LossReport
    fates: tuple[tuple[RackFate, tuple[int, ...]], ...] = ()
    cooling: CoolingLossReport | None = None
    switches: tuple[SwitchesLost, ...] = ()
    racks: tuple[RackAfterLoss, ...] = ()
    doors: tuple[DoorAfterLoss, ...] = ()

    def rack(self, key: str) -> RackAfterLoss | None:
        """Return a rack that was asked of; None where nothing is known of it."""
        return next((one for one in self.racks if one.id == key), None)
