"""The records of a design. Every collection is a tuple sorted by `id`, so that files diff well."""

import re
from collections.abc import Iterator
from typing import Final, Literal

from designer.model.dates import DATE_FORMS, is_date
from designer.model.record import Record
from designer.model.weather_year import WeatherYear

SCHEMA_VERSION = 3

_CURRENCY: Final = re.compile("[A-Z]{3}")
"""As ISO 4217 codes them: no price fits another spelling."""

Face = Literal["front", "rear", "zero-u", "door"]
"""Where a device hangs: in the front or rear rails, beside them (0U, as rack PDUs), on the door."""

CORDING = ("", "evenly", "by-side")
"""Rules for the supplies of a device, beside a declared spread such as `3+3` in order of feeds:
`evenly` goes round the feeds, each device beginning where the one below it ended (also the meaning
of an empty rule); `by-side` gives each feed a run of neighbouring supplies."""

Tier = Literal["", "leaf", "spine", "core"]
Rotation = Literal[0, 90, 180, 270]
Containment = Literal["none", "cold", "hot"]
HeatRejection = Literal["", "dry-cooler", "cooling-tower"]
Fluid = Literal["", "water", "pg25"]
"""What a coolant loop holds: water, or water with 25 % propylene glycol; empty: not stated."""
CoolingMethod = Literal["room-air", "in-row", "rear-door", "direct-to-chip", "immersion"]
Stated = Literal["", "yes", "no"]
"""Whether something is so; empty where nobody says."""
Rating = Literal["", "1", "2", "3", "4"]
"""How resilient a site is stated to be: TIA-942 Rated-1 to 4, Uptime Tier I to IV, availability
class 1 to 4 of EN 50600."""
FeedPolicy = Literal["N", "N+1", "2N", "3N/2", "4N/3"]
LeafPolicy = Literal["rail-per-su", "rail-per-rack", "pooled"]
FabricPurpose = Literal["compute", "storage", "in-band", "out-of-band"]
PassageKind = Literal["door", "corridor", "lift", "ramp"]
Wall = Literal["", "top", "right", "bottom", "left"]
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


class Site(Record):
    """Where the cluster stands and what its owner decided.

    Attributes
    ----------
    electricity_price
        Price of one kWh in `currency`; `None` when not known.
    power_factor
        Ratio of kW to kVA of the IT load.
    continuous_derate
        Usable part of a breaker for continuous load: 0.8 in North America (NEC 210.20), 1.0
        where no blanket rule holds.
    ambient_factor
        What the air around breakers leaves of their rating, beside the derate: 0.87 at 40 °C by
        AS/NZS tables. `None` where nobody states it: they carry their rating.
    pue
        Planned power usage effectiveness; `None` lets the engine use its stated default.
    utilisation
        Part of the year in which the cluster draws its typical power; for the rest it idles.
    supply_air_c
        Temperature of the air that reaches the racks' inlets; `None` when not known.
    grid_g_per_kwh
        Carbon of one kWh of the grid, g CO2e; `None` leaves carbon out.
    grid_source
        Region and year that it is of: `PJM, 2024`.
    climate
        Id of a weather year of the design, or of a climate of the catalogue; empty where none is
        chosen.
    heat_rejection
        How the facility's water gives off its heat; empty where nobody has decided. With both, PUE
        and water follow from a year by the hour.
    rating
        The rating that the site is stated to have; empty where none is.
    growth_pct
        Load that feeds and cooling are to take beyond that which is drawn, %; `None` for no policy.
    gpus_needed
        GPUs that have to be there at once; `None` where nobody says.
    room_dew_point_c
        Highest dew point of the room's air; `None` when not known.
    design_dry_bulb_c, design_wet_bulb_c
        Of the outdoor air on the design day, exceeded in 0.4 % of the year; `None` for those of
        the climate.
    rejection_approach_k
        By which the facility's water is warmer than that: than the dry bulb for dry coolers, than
        the wet bulb for towers with the heat exchanger behind them; `None` for the planning range.
    chillers
        Whether chillers make the facility's water where the weather does not; `None` when not
        stated, which a year by the hour takes for yes.
    rejection_units, rejection_unit_kw
        How many coolers, towers or chillers stand outdoors, and the heat that each gives off on
        the design day; `None` when not stated.
    cooling_bands
        Id of a set of bands of the catalogue, what each cooling method handles per rack; empty for
        those of the founding documents.
    cooling_methods
        Methods that may cool racks here; empty for all.
    air_rise_k
        By which air warms over servers that state no airflow; `None` for the planning range.
    air_bypass
        Part of the air that racks draw which units move beside it, for leaks and bypass; `None`
        for none.
    wue_max_l_per_kwh
        Water that a permit, or the owner, allows for each kWh of IT energy; `None` for no cap.
    water_stressed
        Whether the region is short of water.
    fuel_hours
        How long the fuel of generators must last; `None` where nobody decided.
    estimates
        Whether named estimates fill in for figures that nobody states (marked `~`).
    """

    name: str = ""
    location: str = ""
    altitude_m: float = 0.0
    currency: str = "USD"
    electricity_price: float | None = None
    power_factor: float = 0.95
    continuous_derate: float = 0.8
    ambient_factor: float | None = None
    feed_policy: FeedPolicy = "N+1"
    pue: float | None = None
    utilisation: float = 1.0
    cooling_water_c: float = 18.0
    supply_air_c: float | None = None
    grid_g_per_kwh: float | None = None
    grid_source: str = ""
    climate: str = ""
    heat_rejection: HeatRejection = ""
    rating: Rating = ""
    growth_pct: float | None = None
    gpus_needed: int | None = None
    room_dew_point_c: float | None = None
    design_dry_bulb_c: float | None = None
    design_wet_bulb_c: float | None = None
    rejection_approach_k: float | None = None
    chillers: bool | None = None
    rejection_units: int | None = None
    rejection_unit_kw: float | None = None
    cooling_bands: str = ""
    cooling_methods: tuple[CoolingMethod, ...] = ()
    air_rise_k: float | None = None
    air_bypass: float | None = None
    wue_max_l_per_kwh: float | None = None
    water_stressed: Stated = ""
    fuel_hours: float | None = None
    estimates: bool = True
    note: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a currency that is no code of three letters."""
        yield from _no_currency(self.currency)


class TitleBlock(Record):
    """What the title block of every sheet says."""

    owner: str = ""
    drawing_number: str = ""
    created_by: str = ""
    checked_by: str = ""
    approved_by: str = ""


class Revision(Record):
    """One line of the revision table.

    Attributes
    ----------
    id
        Its letter or number.
    date
        Year, month, day: `2026-11-22`.
    entry
        The how-manieth it was to be entered, from 1; 0 where nobody counted.
    """

    id: str
    date: str
    text: str
    entry: int = 0


class Obstacle(Record):
    """A part of the floor where nothing can stand: a column, a ramp, a door swing."""

    id: str
    name: str = ""
    x_mm: int
    y_mm: int
    width_mm: int
    depth_mm: int


class Passage(Record):
    """A step of the way on which racks come in: a door of the room, or what lies before it.

    Attributes
    ----------
    wall, at_mm
        The side of the plan that a door of the room is in, and where its opening begins, from the
        left or from the top; without a wall the step lies on every way to the room.
    width_mm, height_mm, depth_mm
        Clear opening, and how deep the car of a lift is; `None` when not known.
    rating_kg
        What a lift or ramp carries; `None` when not known.
    slope_pct
        Rise of a ramp over its length; `None` when not known.
    """

    id: str
    name: str = ""
    kind: PassageKind = "door"
    wall: Wall = ""
    at_mm: int = 0
    width_mm: int | None = None
    height_mm: int | None = None
    depth_mm: int | None = None
    rating_kg: float | None = None
    slope_pct: float | None = None
    note: str = ""


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
    note: str = ""
    x_mm: int | None = None
    y_mm: int | None = None
    end_x_mm: int | None = None
    end_y_mm: int | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    rotation: Rotation = 0

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield more spare modules than there are."""
        all_of_them, spare = self.modules, self.spare_modules
        if all_of_them is not None and spare is not None and spare >= all_of_them:
            problem = f"spare_modules cannot be {spare}: one of {all_of_them} must carry something"
            yield "spare_modules", problem


class Cord(Record):
    """A supply cord laid by hand, an exception to its rack's rule.

    Attributes
    ----------
    supply
        The end at the device: `dgx-B08-1:psu3`.
    outlet
        The end at the rack PDU, with or without the outlet: `pdu-B08-A:24`, `pdu-B08-A`; empty for
        a supply that is left unplugged.
    """

    id: str
    supply: str
    outlet: str = ""
    note: str = ""


class Loop(Record):
    """A coolant loop: which distribution units feed it, and what hangs on it.

    Attributes
    ----------
    units
        Ids of the coolant distribution units (things on the floor or devices in racks); empty for
        all that no other loop names.
    racks
        Ids of racks or rows; empty for all that no other loop names.
    supply_c
        Temperature of the coolant that reaches the racks; `None` when not known.
    fluid
        What it holds; empty for PG25, the planning default.
    delta_t_k
        By which the coolant is warmer when it returns from racks whose maker states no flow;
        `None` for the 10 K of OCP's rule.
    leak_detection, isolation_valves, drip_trays
        Whether each rack on it has them; `None` when not stated.
    volume_l
        Coolant in the loop, with tanks.
    """

    id: str
    name: str = ""
    units: tuple[str, ...] = ()
    racks: tuple[str, ...] = ()
    supply_c: float | None = None
    fluid: Fluid = ""
    delta_t_k: float | None = None
    leak_detection: bool | None = None
    isolation_valves: bool | None = None
    drip_trays: bool | None = None
    volume_l: float | None = None
    note: str = ""


class Room(Record):
    """The floor: outline, tiles, obstacles, load limit, and the way in.

    Attributes
    ----------
    outline
        Corners in mm, in order; x to the right, y downwards as on screen.
    floor_limit_kpa
        Permitted distributed load; `None` when not known.
    tile_load_kg
        What one tile carries, at one point or at several; `None` when not known.
    height_mm
        Clear height of the room, below what hangs lowest; `None` when not known.
    cable_kg
        Mass of the cables of one device in a rack; `None` for the planning default.
    scale
        Denominator of the scale at which the plan is drawn: 100 for 1 : 100.
    """

    name: str = ""
    outline: tuple[tuple[int, int], ...] = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
    tile_mm: int = 600
    scale: int = 100
    floor_limit_kpa: float | None = None
    tile_load_kg: float | None = None
    height_mm: int | None = None
    cable_kg: float | None = None
    containment: Containment = "none"
    obstacles: tuple[Obstacle, ...] = ()
    passages: tuple[Passage, ...] = ()

    def size_mm(self) -> tuple[int, int]:
        """Return width and depth of the outline's bounding box, in mm."""
        xs = [x for x, _ in self.outline]
        ys = [y for _, y in self.outline]
        return max(xs) - min(xs), max(ys) - min(ys)


class Row(Record):
    """A row of racks. `x_mm`, `y_mm` is the corner nearest the origin, `rotation` the way it faces.

    Rotation 0 faces up the plan (towards smaller y), 90 to the right, 180 down, 270 to the left.
    """

    id: str
    name: str = ""
    x_mm: int = 0
    y_mm: int = 0
    rotation: Rotation = 0
    note: str = ""


class Rack(Record):
    """A rack, or another thing that stands on the floor (CDU, CRAH): the part says which.

    Attributes
    ----------
    x_mm, y_mm
        Corner of the footprint nearest the origin, whatever the rotation.
    assembly
        Id of the assembly whose slots fill this rack; empty for a rack with its own devices.
    cooling
        The method decided by hand, or `auto` for the engine's choice by its stated bands.
    feeds
        Feeds that supply the thing itself by whips: a filled rack's power shelves, a CDU, a CRAH.
        A rack that is filled by hand takes its power through its rack PDUs instead.
    cording
        How power supplies spread over the rack's PDUs (`CORDING`); empty for evenly.
    """

    id: str
    name: str
    part: str
    x_mm: int
    y_mm: int
    rotation: Rotation = 0
    row: str = ""
    assembly: str = ""
    cooling: Literal["auto"] | CoolingMethod = "auto"
    feeds: tuple[str, ...] = ()
    cording: str = ""
    note: str = ""


class Slot(Record):
    """A device of an assembly. `name` may hold `{rack}`, which becomes the rack's name."""

    id: str
    part: str
    half_u: int = 0
    face: Face = "front"
    name: str = "{rack}"
    fabric: str = ""
    tier: Tier = ""
    feed: str = ""
    cording: str = ""
    note: str = ""


class Assembly(Record):
    """A named filling of a rack, as a block in CAD: change it once, every copy follows."""

    id: str
    name: str = ""
    rack_part: str
    slots: tuple[Slot, ...] = ()
    note: str = ""


class Device(Record):
    """A part in a rack.

    Attributes
    ----------
    half_u
        Lowest half unit it occupies (`2 * U`); 0 for `zero-u` and `door`.
    fabric, tier
        The fabric a switch belongs to and its tier; empty for anything else.
    feed
        The feed of a rack PDU; empty for anything else.
    cording
        How its own supplies spread, where not as the rack's rule says: `3+3`, `by-side`.
    """

    id: str
    name: str
    part: str
    rack: str
    half_u: int = 0
    face: Face = "front"
    fabric: str = ""
    tier: Tier = ""
    feed: str = ""
    cording: str = ""
    note: str = ""


class Fabric(Record):
    """A network: which nodes hang on it, which switches build it, and by which rule.

    Attributes
    ----------
    nodes
        Part ids; every device (or rack) of these parts is a node of this fabric.
    rails
        Links of each node into this fabric; each is a rail where the policy knows rails.
    rate_gbps
        Rate of one node link.
    su_nodes
        Nodes of a scalable unit, for `rail-per-su`; 0 where the policy does not ask.
    reserved_slots
        Node slots given up, for instance to the fabric manager.
    oversubscription
        Node-facing to spine-facing capacity of a leaf; 1 is non-blocking.
    planned_nodes
        Nodes the fabric is to be built for; 0 for those that are drawn.
    target_leaves, target_links
        Leaves of each scalable unit that carry storage systems beside its node leaves, and the
        links of such a leaf: as many to storage as to spines (1:1), whatever the nodes' blocking.
    tiers
        Tiers it is built of; 0 for as many as the rule needs, 1 for leaves without spines, whose
        uplinks go to another fabric (out-of-band switches into in-band leaves).
    """

    id: str
    name: str = ""
    kind: Literal["infiniband", "ethernet", "nvlink"] = "infiniband"
    purpose: FabricPurpose = "compute"
    nodes: tuple[str, ...] = ()
    rails: int = 1
    rate_gbps: float = 400.0
    switch: str = ""
    spine_switch: str = ""
    core_switch: str = ""
    leaf_policy: LeafPolicy = "pooled"
    su_nodes: int = 0
    reserved_slots: int = 0
    oversubscription: float = 1.0
    planes: int = 1
    breakout: int = 1
    planned_nodes: int = 0
    target_leaves: int = 0
    target_links: int = 0
    tiers: int = 0
    note: str = ""


class Cable(Record):
    """A cable drawn by hand, an exception to its fabric's rule. `a` and `b` are device keys."""

    id: str
    a: str
    b: str
    a_port: str = ""
    b_port: str = ""
    fabric: str = ""
    part: str = ""
    length_m: float | None = None
    note: str = ""


class Workload(Record):
    """What is to run: kept with the design, sized by later engine subjects."""

    id: str
    name: str = ""
    kind: Literal["training", "inference"] = "training"
    model: str = ""
    gpus: int = 0
    tokens: float | None = None
    note: str = ""


class PriceOverride(Record):
    """A price that the owner knows better than the catalogue: `id` is the part."""

    id: str
    amount_cents: int
    currency: str = "USD"
    as_of: str = ""
    source: str = ""
    note: str = ""

    @property
    def figure_cents(self) -> int:
        """The amount, under the name that catalogue prices have for it."""
        return self.amount_cents

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a currency that is no code of three letters, and a date that is none."""
        yield from _no_currency(self.currency)
        if self.as_of and not is_date(self.as_of):
            yield "as_of", f"as_of cannot be {self.as_of!r}: give {DATE_FORMS}"


def _no_currency(code: str) -> Iterator[tuple[str, str]]:
    if not _CURRENCY.fullmatch(code):
        problem = f"currency cannot be {code!r}: give three capital letters, such as USD"
        yield "currency", problem


class Waiver(Record):
    """A finding accepted by a person. `id` is the finding's stable key."""

    id: str
    reason: str
    author: str = ""
    date: str = ""


class Note(Record):
    """A remark pinned to the floor, or to the record that `target` names."""

    id: str
    text: str
    target: str = ""
    x_mm: int | None = None
    y_mm: int | None = None


class Design(Record):
    """A whole design. Collections are sorted by id; `change.COLLECTIONS` says which they are.

    Attributes
    ----------
    header
        The comment lines in front of a design file, without their `#`: kept as data, so that a
        file's licence or change note survives every save.
    """

    name: str = "untitled"
    note: str = ""
    header: str = ""
    site: Site = Site()
    title_block: TitleBlock = TitleBlock()
    room: Room = Room()
    revisions: tuple[Revision, ...] = ()
    power: tuple[PowerNode, ...] = ()
    rows: tuple[Row, ...] = ()
    assemblies: tuple[Assembly, ...] = ()
    racks: tuple[Rack, ...] = ()
    devices: tuple[Device, ...] = ()
    fabrics: tuple[Fabric, ...] = ()
    cables: tuple[Cable, ...] = ()
    cords: tuple[Cord, ...] = ()
    loops: tuple[Loop, ...] = ()
    weather_years: tuple[WeatherYear, ...] = ()
    workloads: tuple[Workload, ...] = ()
    prices: tuple[PriceOverride, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def feeds(self) -> tuple[PowerNode, ...]:
        """What rack PDUs and whips can name, by id."""
        return tuple(node for node in self.power if node.kind == "feed")
