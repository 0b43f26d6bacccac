"""What may be asked of cables beside the report: each with its ends, and which media join which.

May import the base of the model's records and of those with bounds.
"""

from designer.model.design import LeafOrder, Rotation
from designer.model.measured import Measured
from designer.model.record import Record


class CableSort(Record):
    """Cables of a fabric whose cages are alike: which media join them, and why others do not.

    Attributes
    ----------
    options
        Cheapest first, those without a price last.
    refused
        Parts of the rate that do not fit, each with the reason.
    """

    fabric: str
    name: str = ""
    between: str = ""
    rate_gbps: float = 0.0
    pairing: str = ""
    count: int = 0
    options: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class CablesAsked(Record):
    """Which cables are asked for: all that meet everything that is given.

    Attributes
    ----------
    fabric, rack, device, tray
        Ids; empty for any.
    medium
        One of the report's media.
    wrong
        Only those that nothing reaches, or whose part does not fit.
    text
        Words, each of which the label or the name of an end must hold.
    sort
        `label`, `length`, `stock`, `price` or `medium`; cables that are alike in it keep the order
        of fabrics and ends.
    first, count
        The page.
    near
        Ids of cables by hand, devices and racks: the place of the first line is told that is such a
        cable, else of the first that ends at one of them.
    """

    fabric: str = ""
    rack: str = ""
    device: str = ""
    tray: str = ""
    medium: str = ""
    wrong: bool = False
    text: str = ""
    sort: str = "label"
    descending: bool = False
    first: int = 0
    count: int = 100
    near: tuple[str, ...] = ()


class CableEnd(Record):
    """One end of a cable.

    Attributes
    ----------
    device, name
        Key of the device, and what people call it.
    rack, rack_name, unit
        Where it stands; the lowest unit, empty where it is in no unit.
    port, cage, lane
        The port as people write it; the cage from 1, and the place in it.
    """

    device: str
    name: str = ""
    rack: str = ""
    rack_name: str = ""
    unit: str = ""
    port: str = ""
    cage: int = 0
    lane: int = 0
    module: str = ""


class CableRow(Measured):
    """One cable of a design.

    Attributes
    ----------
    number
        Its number among all cables of the design.
    label
        Of both ends, after TIA-606: rack, unit and port of the near end, then of the far end.
    medium
        Empty where none is chosen; `state` says why.
    part
        Id of the cable or fibre; `pinned` where a person chose it.
    length_m, stock_m, reach_m
        Of its way; as it is bought; how far its medium goes.
    trays
        Names of the trays that it runs along; empty within a rack.
    price
        Of this link: its part of cable and modules, in the currency of the site.
    lead_weeks, lead_unstated
        From order to delivery of what takes longest of its parts, and those that state none.
    state
        `reached`, `too far`, `may not reach`, `cannot be said`, `does not fit`, `none known`.
    by_hand
        Id of a cable laid by hand.
    corners
        Its way on the plan from rack to rack, x and y in mm; empty within a rack.
    """

    number: int = -1
    label: str
    fabric: str
    fabric_name: str = ""
    rate_gbps: float = 0.0
    a: CableEnd
    b: CableEnd
    medium: str = ""
    part: str = ""
    part_name: str = ""
    pinned: bool = False
    length_m: float | None = None
    stock_m: float | None = None
    reach_m: float | None = None
    trays: tuple[str, ...] = ()
    on_tray: bool = True
    price: float | None = None
    lead_weeks: float | None = None
    lead_unstated: int = 0
    state: str = ""
    by_hand: str = ""
    corners: tuple[tuple[int, int], ...] = ()


class CableRows(Record):
    """The cables that were asked for: how many there are, and a page of them.

    Attributes
    ----------
    near
        The place, from 0, of the first line that is near what was asked for; None where none is.
    """

    total: int = 0
    near: int | None = None
    rows: tuple[CableRow, ...] = ()


class SortsAsked(Record):
    """Asks which media join which cages: of one fabric, or of all."""

    fabric: str = ""


class CableSorts(Record):
    """Which media join which cages."""

    sorts: tuple[CableSort, ...] = ()


class PlacesAsked(Record):
    """Asks where the racks of a fabric's leaves could stand."""

    fabric: str = ""


class RackPlace(Record):
    """Where a rack would stand."""

    rack: str
    x_mm: int
    y_mm: int
    rotation: Rotation
    row: str = ""


class LeafPlace(Measured):
    """One way to place the racks of a fabric's leaves, and what all cables are then.

    Attributes
    ----------
    kind
        `as drawn`, `end of row`, `middle of row`, `middle of hall`, `rack per rail`, `rack per
        unit`.
    leaf_order
        What the fabric's order of leaves would be.
    moves
        Racks that would stand elsewhere: those with leaves, and those whose places they take.
    media
        Cables of each medium.
    price
        Of all cables with their modules, in the currency of the site.
    unpriced
        Pieces of cables and modules without a price.
    too_far
        Cables that no medium reaches then.
    """

    kind: str
    leaf_order: LeafOrder = ""
    moves: tuple[RackPlace, ...] = ()
    length_m: float | None = None
    longest_m: float | None = None
    media: tuple[tuple[str, int], ...] = ()
    price: float | None = None
    unpriced: int = 0
    too_far: int = 0

    @property
    def is_other(self) -> bool:
        """Whether anything would stand or be drawn otherwise than it is."""
        return bool(self.moves) or self.kind in ("rack per rail", "rack per unit")


class LeafPlaces(Record):
    """Ways to place the racks of a fabric's leaves, as drawn first; why there are none."""

    fabric: str = ""
    places: tuple[LeafPlace, ...] = ()
    problem: str = ""


class CellsAsked(Record):
    """Asks for all cables, a page of them, each in few words: for tables of every cable."""

    first: int = 0
    count: int = 1000


class CableCells(Record):
    """A page of all cables, column by column: a hundred thousand rows of their own are too many.

    Attributes
    ----------
    total, first
        How many cables there are, and the number of the first of the page.
    ends
        Devices at which cables of the page end: key, name, rack and unit; ports are told beside.
    texts
        Words that cells say, each once: cells hold its number.
    figures
        Prices of links, each once: the value, the least and the most, whether it is estimated;
        None for what is not known, and for no upper bound.
    a, b
        The ends by number in `ends`.
    a_port, b_port, label, fabric, medium, part, state, trays, by_hand
        Numbers in `texts`.
    pinned
        Whether a person chose the medium.
    length_m, length_low_m, length_high_m, length_open
        Of the way; whether it is estimated.
    stock_m, rate_gbps
        As it is bought; of the link.
    price
        Number in `figures`; -1 for none.
    """

    total: int = 0
    first: int = 0
    ends: tuple[CableEnd, ...] = ()
    texts: tuple[str, ...] = ()
    figures: tuple[tuple[float | None, float, float | None, bool], ...] = ()
    a: tuple[int, ...] = ()
    b: tuple[int, ...] = ()
    a_port: tuple[int, ...] = ()
    b_port: tuple[int, ...] = ()
    label: tuple[int, ...] = ()
    fabric: tuple[int, ...] = ()
    medium: tuple[int, ...] = ()
    part: tuple[int, ...] = ()
    state: tuple[int, ...] = ()
    trays: tuple[int, ...] = ()
    by_hand: tuple[int, ...] = ()
    pinned: tuple[bool, ...] = ()
    length_m: tuple[float | None, ...] = ()
    length_low_m: tuple[float, ...] = ()
    length_high_m: tuple[float | None, ...] = ()
    length_open: tuple[bool, ...] = ()
    stock_m: tuple[float | None, ...] = ()
    rate_gbps: tuple[float, ...] = ()
    price: tuple[int, ...] = ()
