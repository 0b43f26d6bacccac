"""The records of a design. Every collection is a tuple sorted by `id`, so that files diff well.

Site, room, power supply, trays and weather have modules of their own; all but the last are imported
here.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, Self

from designer.model.currency import no_currency
from designer.model.dates import DATE_FORMS, is_date
from designer.model.grid_year import GridYear
from designer.model.hall import Hall
from designer.model.kept import Kept, held
from designer.model.platform import Platform
from designer.model.power_node import PowerKind, PowerNode
from designer.model.record import Record
from designer.model.room import Containment, Obstacle, Passage, Room, Rotation
from designer.model.site import CoolingMethod, FeedPolicy, Site
from designer.model.spare_rule import SpareRule
from designer.model.stages import Stage
from designer.model.tray import RackEntry, Tray, TrayKind
from designer.model.underlay import Underlay
from designer.model.weather_year import WeatherYear
from designer.model.workload import Workload

__all__ = [
    "CORDING",
    "SCHEMA_VERSION",
    "Assembly",
    "Cable",
    "Containment",
    "CoolingMethod",
    "Cord",
    "Design",
    "Device",
    "Fabric",
    "FabricPurpose",
    "Face",
    "FeedPolicy",
    "Fluid",
    "Hall",
    "KeptPlace",
    "LeafPolicy",
    "Loop",
    "Note",
    "Obstacle",
    "Passage",
    "Platform",
    "PowerKind",
    "PowerNode",
    "PriceOverride",
    "Rack",
    "RackEntry",
    "Revision",
    "Room",
    "Rotation",
    "Row",
    "Side",
    "Site",
    "Slot",
    "Stage",
    "Tier",
    "TitleBlock",
    "Tray",
    "TrayKind",
    "Underlay",
    "Waiver",
    "Workload",
]

SCHEMA_VERSION = 3

Face = Literal["front", "rear", "zero-u", "door"]
"""Where a device hangs: in the front or rear rails, beside them (0U, as rack PDUs), on the door."""

Side = Literal["", "left", "right"]
"""Which half of the rack's width a device of half a width takes, as one sees the rack from its
front; empty for the whole width."""

CORDING = ("", "evenly", "by-side")
"""Rules for the supplies of a device, beside a declared spread such as `3+3` in order of feeds:
`evenly` goes round the feeds, each device beginning where the one below it ended (also the meaning
of an empty rule); `by-side` gives each feed a run of neighbouring supplies."""

Tier = Literal["", "leaf", "spine", "core"]
Fluid = Literal["", "water", "pg25"]
"""What a coolant loop holds: water, or water with 25 % propylene glycol; empty: not stated."""
LeafPolicy = Literal["rail-per-su", "rail-per-rack", "pooled"]
LeafOrder = Literal["", "by-rail"]
"""Which places of the rule the drawn leaves take in their order: unit after unit, or by rail."""
FabricTopology = Literal[
    "fat-tree", "rail-only", "torus", "mesh", "hyperx", "hypercube", "dragonfly", "dragonfly-plus",
    "hand-drawn",
]  # fmt: skip
FabricPurpose = Literal["compute", "storage", "in-band", "out-of-band"]


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
    author
        Who made it; empty where nobody says.
    """

    id: str
    date: str
    text: str
    entry: int = 0
    author: str = ""


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
        all on the floor that no other loop names. One in a rack that none names serves its rack.
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
    x_mm, y_mm, end_x_mm, end_y_mm
        Where its main pipes begin and end on the plan, as they are drawn; `None` where they are
        not. Nothing is computed from it.
    locked
        As in `model/held_things.py`.
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
    stage: str = ""
    note: str = ""
    x_mm: int | None = None
    y_mm: int | None = None
    end_x_mm: int | None = None
    end_y_mm: int | None = None
    locked: bool = False


ONLY_LOOP: Final = Loop(id="loop", name="All distribution units")
"""The loop of a design that states none."""


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
    stage
        Id of the stage in which it comes; empty for the first. What is in it comes no earlier.
    locked, group, layer
        As in `model/held_things.py`.
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
    stage: str = ""
    note: str = ""
    locked: bool = False
    group: str = ""
    layer: str = ""


class Slot(Record):
    """A device of an assembly. `name` may hold `{rack}`, which becomes the rack's name.

    With a `stage` it comes in that stage into every copy that is there by then.
    """

    id: str
    part: str
    half_u: int = 0
    face: Face = "front"
    side: Side = ""
    name: str = "{rack}"
    fabric: str = ""
    tier: Tier = ""
    feed: str = ""
    cording: str = ""
    stage: str = ""
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
    side
        The half of the width that it takes, of a part that takes half of it; empty for all of it.
    fabric, tier
        The fabric a switch belongs to and its tier; empty for anything else.
    feed
        The feed of a rack PDU; empty for anything else.
    cording
        How its own supplies spread, where not as the rack's rule says: `3+3`, `by-side`.
    stage
        Id of the stage in which it comes, where that is later than its rack.
    locked, group
        As in `model/held_things.py`.
    """

    id: str
    name: str
    part: str
    rack: str
    half_u: int = 0
    face: Face = "front"
    side: Side = ""
    fabric: str = ""
    tier: Tier = ""
    feed: str = ""
    cording: str = ""
    stage: str = ""
    note: str = ""
    locked: bool = False
    group: str = ""


class Fabric(Record):
    """A network: which nodes hang on it, which switches build it, and by which rule.

    Attributes
    ----------
    nodes
        Part ids; every device (or rack) of these parts is a node of this fabric.
    hall
        The hall whose devices of these parts are its nodes; empty for those of the whole site.
    rails
        Links of each node into this fabric; each is a rail where the policy knows rails.
    rate_gbps
        Rate of one node link.
    leaf_order
        `by-rail` for leaves that are drawn one rail after another, so that a rack holds those of a
        rail; empty for one scalable unit after another.
    su_nodes
        Nodes of a scalable unit, for `rail-per-su`; 0 where the policy does not ask.
    reserved_slots
        Node slots given up, for instance to the fabric manager.
    oversubscription
        Node-facing to spine-facing capacity of a leaf; 1 is non-blocking, below 1 a leaf has
        more uplinks than it has links to nodes.
    spine_oversubscription
        Leaf-facing to core-facing capacity of a spine, where a core tier stands.
    spines
        Spines asked for, of each pod of a plane, where more than the rule needs; 0 for as many as
        it needs.
    topology
        What its switches make together. Of a fat-tree the rule gives the tiers; of the others
        `shape` gives the sizes; hand-drawn ones have no rule: only cables by hand join them.
    shape
        Switches in each dimension (torus, mesh, hyperx), dimensions (hypercube), groups and
        switches of a group (dragonfly), groups, leaves and spines of a group (dragonfly-plus);
        empty for the smallest that holds the nodes.
    hosts
        Node links of a switch of such a topology; 0 for as few as hold the nodes.
    width, global_links
        Links between two neighbours, and between two groups; 0 for one, or as ports are left.
    bisection_target_pct
        Part of a full bisection that it is to keep, also without any single thing; `None` where
        nobody asks for one.
    length_spread_m
        By how much the links from nodes to one leaf may differ in length; `None` where nobody asks.
    planned_nodes
        Nodes the fabric is to be built for; 0 for those that are drawn.
    target_leaves, target_links
        Leaves of each scalable unit that carry storage systems beside its node leaves, and the
        links of such a leaf: as many to storage as to spines (1:1), whatever the nodes' blocking.
    tiers
        Tiers it is built of; 0 for as many as the rule needs, 1 for leaves without spines, whose
        uplinks go to another fabric (out-of-band switches into in-band leaves), 2 for no core tier,
        3 for one also where two tiers would do.
    """

    id: str
    name: str = ""
    kind: Literal["infiniband", "ethernet", "nvlink"] = "infiniband"
    purpose: FabricPurpose = "compute"
    nodes: tuple[str, ...] = ()
    hall: str = ""
    rails: int = 1
    rate_gbps: float = 400.0
    switch: str = ""
    spine_switch: str = ""
    core_switch: str = ""
    leaf_policy: LeafPolicy = "pooled"
    leaf_order: LeafOrder = ""
    su_nodes: int = 0
    reserved_slots: int = 0
    oversubscription: float = 1.0
    spine_oversubscription: float = 1.0
    spines: int = 0
    planes: int = 1
    breakout: int = 1
    planned_nodes: int = 0
    target_leaves: int = 0
    target_links: int = 0
    tiers: int = 0
    topology: FabricTopology = "fat-tree"
    shape: tuple[int, ...] = ()
    hosts: int = 0
    width: int = 0
    global_links: int = 0
    bisection_target_pct: float | None = None
    length_spread_m: float | None = None
    stage: str = ""
    note: str = ""


class KeptPlace(Record):
    """A place among nodes or switches that ids do not give: kept free, or taken out of order.

    Nodes and switches take a fabric's places in order of rack and id. Where one is gone, its
    place stays free, so that no cable of the others ends elsewhere; one that was moved, that
    replaces another, or that was added later, has the place that this record names.

    Attributes
    ----------
    id, rack
        Of the device that had the place first, by which it stands in order; of a rack that is
        sold filled both are the rack's. What was added later says where it was added.
    name, part, half_u, face, side
        The device that was taken away, so that it can be put back.
    fabric, tier
        The fabric among whose switches the place is; empty for none.
    nodes_of
        The fabrics among whose nodes it is.
    key
        What it is ordered by in its rack, where that is not its id.
    last
        After all that are ordered by rack and id, the how-manieth; 0 for one that is among them.
    taken_by
        Device key of what has the place now; empty while it is free.
    """

    id: str
    rack: str
    name: str = ""
    part: str = ""
    half_u: int = 0
    face: Face = "front"
    side: Side = ""
    fabric: str = ""
    tier: Tier = ""
    nodes_of: tuple[str, ...] = ()
    key: str = ""
    last: int = 0
    taken_by: str = ""


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


class PriceOverride(Record):
    """A price that the owner knows better than the catalogue: `id` is the part.

    Attributes
    ----------
    lead_weeks
        From order to delivery, as the quotation has it; `None` when not known.
    """

    id: str
    amount_cents: int
    currency: str = "USD"
    as_of: str = ""
    source: str = ""
    lead_weeks: float | None = None
    note: str = ""

    @property
    def figure_cents(self) -> int:
        """The amount, under the name that catalogue prices have for it."""
        return self.amount_cents

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a currency that is no code of three letters, and a date that is none."""
        yield from no_currency(self.currency)
        if self.as_of and not is_date(self.as_of):
            yield "as_of", f"as_of cannot be {self.as_of!r}: give {DATE_FORMS}"


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
    platform: Platform = Platform()
    revisions: Kept[Revision] = ()
    stages: Kept[Stage] = ()
    halls: Kept[Hall] = ()
    underlays: Kept[Underlay] = ()
    power: Kept[PowerNode] = ()
    rows: Kept[Row] = ()
    assemblies: Kept[Assembly] = ()
    racks: Kept[Rack] = ()
    devices: Kept[Device] = ()
    fabrics: Kept[Fabric] = ()
    places: Kept[KeptPlace] = ()
    cables: Kept[Cable] = ()
    trays: Kept[Tray] = ()
    cords: Kept[Cord] = ()
    loops: Kept[Loop] = ()
    weather_years: Kept[WeatherYear] = ()
    grid_years: Kept[GridYear] = ()
    workloads: Kept[Workload] = ()
    prices: Kept[PriceOverride] = ()
    spares: Kept[SpareRule] = ()
    waivers: Kept[Waiver] = ()
    notes: Kept[Note] = ()

    def evolve(self, **changes: Any) -> Self:  # noqa: ANN401 - the fields decide the types
        """Return a copy with some fields changed; collections that stay are not looked at again.

        Raises
        ------
        pydantic.ValidationError
            If a name is unknown or a value does not fit its field.
        """
        fields = {name: held(getattr(self, name)) for name in type(self).model_fields}
        return type(self).model_validate({**fields, **changes})

    @property
    def feeds(self) -> tuple[PowerNode, ...]:
        """What rack PDUs and whips can name, by id."""
        return tuple(node for node in self.power if node.kind == "feed")
