"""What the report says of the power shelves of a filled rack.

May import the figures of the model. The whole report stands in `report`.
"""

from typing import Literal

from designer.engine.limit_report import LimitState
from designer.model.measured import Measured

ShelfLossKind = Literal["none", "shelf", "whip", "feed", "tried"]
"""What is lost: nothing, one shelf, one whip, a feed with all shelves on it, or what is tried."""


class ShelfCase(Measured):
    """What the shelves carry in one case, at the rack's highest power.

    Attributes
    ----------
    name
        What is lost, in words; empty where nothing is.
    left
        Shelves that run.
    load_kw, share
        What each of these gives to the bus bar, and that by its rating; shelves that are overloaded
        are told as what they would have to give.
    whip_a
        Highest current of one of their whips.
    left_kw
        What they can give together.
    capped_kw
        What is left for the rack, where it slows down to that.
    state
        Whether they carry the rack by their rating; what its maker declares is P21's.
    """

    kind: ShelfLossKind
    name: str = ""
    left: float | None = None
    load_kw: float | None = None
    share: float | None = None
    whip_a: float | None = None
    left_kw: float | None = None
    capped_kw: float | None = None
    state: LimitState = "unknown"


class ShelvesReport(Measured):
    """The power shelves of a filled rack.

    Attributes
    ----------
    part, name
        The rack's part; of shelves that are placed in a rack, that of a shelf, and what they are.
    placed
        Whether they stand in the rails of the rack, and were not built in by its maker.
    shelves, spread
        How many there are, and how they are dealt over the feeds: `4+4`.
    shelf_kw
        What one gives.
    bus_a, shelf_bus_a, shelf_bus_limit_a
        Current of the bus bar at the rack's highest power, of one shelf at its rating, and the most
        that its clip on the bus bar carries.
    whip_limit_a
        What a whip carries continuously.
    peak_kw
        What the shelves give for milliseconds with nothing lost.
    batteries, battery_kw, battery_s
        Battery shelves on the same bus bar, what they give together, and for how long at the rack's
        highest power, at least: nothing where that is more than they give.
    cases
        With nothing lost, and after each loss of a shelf, a whip and a feed.
    """

    part: str
    name: str = ""
    placed: bool = False
    shelves: int = 0
    spread: str = ""
    shelf_kw: float | None = None
    bus_a: float | None = None
    shelf_bus_a: float | None = None
    shelf_bus_limit_a: float | None = None
    whip_limit_a: float | None = None
    peak_kw: float | None = None
    batteries: str = ""
    battery_kw: float | None = None
    battery_s: float | None = None
    cases: tuple[ShelfCase, ...] = ()
