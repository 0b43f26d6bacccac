"""Kinds of parts: the one table that says what a node, a switch or a rack is and does.

Every rule that differs between kinds asks this table, so that a new kind is one entry in `KINDS`
and a file of parts. Colours, symbols and front panels are named here and painted in `render`.
Imports nothing, because the window's first look needs it before anything heavy is loaded.
"""

from dataclasses import dataclass
from typing import Final, Literal, Protocol

Mount = Literal["rails", "side", "door", "floor", "none"]
"""`side`: beside the rails, 0U; `none`: nobody places it, it comes with a rule or with a node."""
Draw = Literal["it", "building", "host", "none"]
"""Whose power it draws: IT power, the building's share (PUE), that of the device it sits in."""
Feeds = Literal["none", "devices", "bus", "racks", "hall"]
"""`devices`: what is plugged into it; `bus`: what hangs on the bus bar of its rack."""
Cools = Literal["none", "room-air", "coolant-loop", "own-tank", "rack-door"]
ColourRole = Literal[
    "compute", "network", "storage", "service", "power", "cooling", "row-cooling", "tank", "blank"
]
PanelStyle = Literal[
    "plain", "node", "switch", "storage", "server", "rack-pdu", "shelf", "patch", "blank"
]
"""How the front and the rear of a device are drawn."""
Glyph = Literal["icon", "bays", "ports", "frame", "divided-frame"]
"""How a list marks it: by its symbol, or by a small picture of its front."""
CostCategory = Literal[
    "nodes", "network", "optics and cables", "storage", "racks", "cooling units", "other"
]

IN_A_NODE: Final = "it is part of a node: place the node"
FABRIC_RULE: Final = "follow the fabric's rule"


@dataclass(frozen=True, slots=True)
class PartFamily:
    """Kinds of part that are listed together.

    Attributes
    ----------
    file
        Where its parts stand below `catalogs/`: a file, or a folder of files.
    symbol
        Name of an icon.
    """

    id: str
    title: str
    group: str
    file: str
    symbol: str


PART_FAMILIES: Final[tuple[PartFamily, ...]] = (
    PartFamily("nodes", "Compute nodes", "Hardware", "nodes", "node"),
    PartFamily("rack-systems", "Filled racks", "Hardware", "nodes", "rack-system"),
    PartFamily("gpus", "GPUs", "Hardware", "gpus.toml", "gpu"),
    PartFamily("asics", "AI chips", "Hardware", "asics.toml", "asic"),
    PartFamily("cpus", "CPUs and superchips", "Hardware", "cpus.toml", "cpu"),
    PartFamily("baseboards", "Baseboards", "Hardware", "baseboards.toml", "baseboard"),
    PartFamily("switches", "Switches", "Network", "switches", "switch"),
    PartFamily("adapters", "NICs and DPUs", "Network", "adapters.toml", "nic"),
    PartFamily("cables", "Cables and transceivers", "Network", "cables", "cable"),
    PartFamily("patch-panels", "Patch panels", "Network", "patch_panels.toml", "patch-panel"),
    PartFamily("storage", "Storage systems", "Storage and servers", "storage", "storage"),
    PartFamily(
        "servers", "Servers and appliances", "Storage and servers", "servers.toml", "server"
    ),
    PartFamily("racks", "Racks and blanks", "Facility", "racks.toml", "rack"),
    PartFamily("power", "PDUs, busways, UPS, generators", "Facility", "power", "rack-pdu"),
    PartFamily("cooling", "Cooling", "Facility", "cooling", "cooling"),
    PartFamily("trays", "Cable trays", "Facility", "trays.toml", "cable-tray"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What holds for all parts of a kind.

    Attributes
    ----------
    id
        What stands in files: `kind = "rack-pdu"`.
    singular, plural
        Its name in words, without a capital but for abbreviations.
    mount
        Where a part without a height in rack units goes; one with a height goes into the rails.
    contains
        Whether other parts stand in it: a rack, a filled rack, a tank.
    stands_in_row
        Whether it forms a row with its neighbours, between which there is an aisle.
    method
        The cooling method that it is by itself; empty where it serves several or none.
    computes
        Whether it is bought for its GPUs: a number that nobody said is unknown, and not none.
    counts_as_node
        Whether it is one compute node unless it says otherwise.
    accelerates
        Whether it is a chip that computes, with peaks and memory of its own.
    hosts_adapters
        Whether its ports are those of adapters in it, for its own traffic: they are few.
    switches, stores
        Whether it carries the traffic of a fabric; whether it is bought for what it stores.
    patches
        Whether fibres between racks end in it, and others go on from it.
    system_without_height
        Whether a part without a height is no box but a whole system, which nobody places.
    fills_from_top
        Whether it takes the highest free position of a rack, where cables leave.
    closes_units
        Whether it does nothing but keep air out of open units, which stay free to be used.
    reserves
        Whether it stands for what is yet to come: units are taken, and nothing is there.
    why_not_placed
        Ends `… is not placed by hand:`; also said of a system without a height.
    symbol
        Name of an icon.
    node
        Which record of the room's power a part of it becomes that is dragged onto the floor; empty
        for what becomes none.
    runs
        Whether that record runs overhead along an aisle, and does not stand.
    rejects, chills
        Whether it gives the heat of a hall off outdoors, or to a tower's water; whether it makes
        water colder than what it gives it to.
    burns
        Whether it makes power of fuel, and passes none on that it loses a part of.
    backs_bus
        Whether it carries the bus bar of its rack for a while, once power shelves do not.
    buffers
        Whether it has a battery between its feed and what is plugged into it.
    holds_cables
        Whether it is drawn as a line along which cables run, of a width and height inside.
    list_group
        Heading in the list of parts; empty where that list does not show it.
    summary_rank
        Which devices a rack is summed up by, 1 first; 0 for those that never are.
    name_prefix
        First letters of the name of a thing on the floor that is named by nobody.
    role
        Id of the role that it plays in a system that is configured; empty for what is no component.
    """

    id: str
    singular: str
    plural: str
    family: str
    symbol: str
    colour: ColourRole
    mount: Mount = "none"
    draws: Draw = "none"
    feeds: Feeds = "none"
    cools: Cools = "none"
    has_ports: bool = False
    contains: bool = False
    stands_in_row: bool = False
    method: str = ""
    computes: bool = False
    counts_as_node: bool = False
    accelerates: bool = False
    hosts_adapters: bool = False
    switches: bool = False
    patches: bool = False
    stores: bool = False
    system_without_height: bool = False
    fills_from_top: bool = False
    closes_units: bool = False
    reserves: bool = False
    why_not_placed: str = ""
    glyph: Glyph = "icon"
    panel: PanelStyle = "plain"
    cost: CostCategory = "other"
    in_bill: bool = True
    node: str = ""
    runs: bool = False
    of_loop: bool = False
    rejects: bool = False
    chills: bool = False
    burns: bool = False
    backs_bus: bool = False
    buffers: bool = False
    holds_cables: bool = False
    list_group: str = ""
    summary_rank: int = 0
    name_prefix: str = "R"
    role: str = ""

    def titled(self, name: str) -> str:
        """Return a thing's name after what it is: `Rack A03`, `Air handler CRAH-01`, `CDU-01`."""
        what = "Rack" if self.is_rack else f"{self.singular[:1].upper()}{self.singular[1:]}"
        return name if name.startswith(what) else f"{what} {name}"

    @property
    def placed_by_hand(self) -> bool:
        """Whether a person may place it in a rack or on the floor of the hall."""
        return self.mount != "none"

    @property
    def drawn_on_plan(self) -> bool:
        """Whether it is a record of the room's power, or of a loop, with a place on the plan."""
        return bool(self.node) or self.of_loop

    @property
    def draws_it_power(self) -> bool:
        """Whether its power is IT power, not the building's share nor a part of a device's."""
        return self.draws == "it"

    @property
    def has_supplies(self) -> bool:
        """Whether it is a device with power supplies of its own, in the rails of a rack."""
        return self.draws_it_power and self.mount == "rails"

    @property
    def feeds_devices(self) -> bool:
        """Whether devices of its rack are plugged into it."""
        return self.feeds == "devices"

    @property
    def feeds_by_hand(self) -> bool:
        """Whether, beside rack PDUs of its feed, it feeds what cords by hand say alone."""
        return self.feeds_devices and self.buffers

    @property
    def feeds_bus(self) -> bool:
        """Whether it feeds the bus bar of its rack, on which devices without a cord hang."""
        return self.feeds == "bus"

    @property
    def names_feed(self) -> bool:
        """Whether a feed of the room comes into a rack by it, which it may name."""
        return self.feeds in ("devices", "bus")

    @property
    def is_rack(self) -> bool:
        """Whether it is a cabinet, empty or sold filled, and no tank."""
        return self.contains and self.cools == "none"

    @property
    def is_cabinet(self) -> bool:
        """Whether it is an empty rack, to be filled here."""
        return self.is_rack and self.draws == "none"

    @property
    def is_tank(self) -> bool:
        """Whether what stands in it is immersed: no doors, no room air."""
        return self.contains and self.cools == "own-tank"

    @property
    def is_cable(self) -> bool:
        """Whether a cable laid by hand may be one: a cable, or a transceiver at its end."""
        return self.family == "cables"

    @property
    def is_rear_door(self) -> bool:
        """Whether it takes the place of a rack's rear door."""
        return self.mount == "door"

    @property
    def is_cooling_unit(self) -> bool:
        """Whether it stands on the floor to cool and holds no IT; a tank holds it, as a rack.

        Also one that stands outdoors and gives off what the others take.
        """
        cools = self.cools != "none" or self.rejects
        return self.mount == "floor" and cools and not self.contains

    @property
    def stands_outdoors(self) -> bool:
        """Whether its place is a yard or a roof: what a hall asks of its floor is not asked of it.

        Its price is in that of the building, as the price of all plant is.
        """
        return self.rejects

    @property
    def cools_room_air(self) -> bool:
        """Whether it takes heat out of the room's air."""
        return self.cools == "room-air"

    @property
    def cools_loop(self) -> bool:
        """Whether it takes heat out of a coolant loop that runs through racks."""
        return self.cools == "coolant-loop"


KINDS: Final[tuple[Kind, ...]] = (
    Kind(
        id="node", singular="compute node", plural="compute nodes", family="nodes",
        mount="rails", draws="it", has_ports=True, hosts_adapters=True,
        computes=True, counts_as_node=True,
        symbol="node", glyph="bays", panel="node", colour="compute", cost="nodes",
        list_group="Compute nodes", summary_rank=1,
    ),
    Kind(  # A rack that is sold filled, such as an NVL72. It stands on the floor as a rack.
        id="rack-system", singular="filled rack", plural="filled racks", family="rack-systems",
        mount="floor", stands_in_row=True, contains=True, draws="it", has_ports=True, computes=True,
        symbol="rack-system", glyph="divided-frame", colour="compute", cost="nodes",
        list_group="Compute nodes", summary_rank=2,
    ),
    Kind(
        id="switch", singular="switch", plural="switches", family="switches",
        mount="rails", fills_from_top=True, draws="it", has_ports=True, switches=True,
        symbol="switch", glyph="ports", panel="switch", colour="network", cost="network",
        list_group="Switches", summary_rank=4,
    ),
    Kind(
        id="storage", singular="storage system", plural="storage systems", family="storage",
        mount="rails", draws="it", has_ports=True, stores=True, system_without_height=True,
        why_not_placed="it stands for a whole system; place the appliances it runs on",
        symbol="storage", glyph="bays", panel="storage", colour="storage", cost="storage",
        list_group="Storage", summary_rank=3,
    ),
    Kind(
        id="server", singular="server", plural="servers", family="servers",
        mount="rails", draws="it", has_ports=True, hosts_adapters=True,
        symbol="server", glyph="bays", panel="server", colour="service", cost="nodes",
        list_group="Management", summary_rank=5,
    ),
    Kind(
        id="appliance", singular="appliance", plural="appliances", family="servers",
        mount="rails", draws="it", has_ports=True,
        symbol="appliance", glyph="bays", panel="server", colour="service", cost="network",
        list_group="Management", summary_rank=6,
    ),
    Kind(
        id="rack", singular="rack", plural="racks", family="racks",
        mount="floor", stands_in_row=True, contains=True,
        symbol="rack", glyph="frame", colour="service", cost="racks",
        list_group="Racks",
    ),
    Kind(
        id="rack-pdu", singular="rack PDU", plural="rack PDUs", family="power",
        mount="side", feeds="devices", has_ports=True,
        symbol="rack-pdu", panel="rack-pdu", colour="power", cost="racks",
        list_group="Power and cooling",
    ),
    Kind(  # Devices of its rack are plugged into it, as into a rack PDU; it loses power itself.
        id="rack-ups", singular="rack UPS", plural="rack UPS units", family="power",
        mount="rails", feeds="devices", buffers=True,
        symbol="ups", panel="server", colour="power", cost="racks",
        list_group="Power and cooling",
    ),
    Kind(
        id="power-shelf", singular="power shelf", plural="power shelves", family="power",
        mount="rails", feeds="bus",
        symbol="rack-pdu", panel="shelf", colour="power", cost="racks",
        list_group="Power and cooling",
    ),
    Kind(
        id="battery-shelf", singular="battery shelf", plural="battery shelves", family="power",
        mount="rails", backs_bus=True,
        symbol="ups", panel="shelf", colour="power", cost="racks",
        list_group="Power and cooling",
    ),
    Kind(
        id="rear-door", singular="rear door", plural="rear doors", family="cooling",
        mount="door", draws="building", cools="rack-door", method="rear-door",
        symbol="rear-door", colour="cooling", cost="cooling units",
        list_group="Power and cooling",
    ),
    Kind(
        id="cdu", singular="CDU", plural="CDUs", family="cooling",
        mount="floor", draws="building", cools="coolant-loop",
        symbol="cdu", colour="cooling", cost="cooling units",
        list_group="Power and cooling", name_prefix="CDU",
    ),
    Kind(
        id="crah", singular="air handler", plural="air handlers", family="cooling",
        mount="floor", draws="building", cools="room-air",
        symbol="crah", colour="cooling", cost="cooling units",
        list_group="Power and cooling", name_prefix="CRAH",
    ),
    Kind(
        id="in-row", singular="in-row unit", plural="in-row units", family="cooling",
        mount="floor", stands_in_row=True, draws="building", cools="room-air", method="in-row",
        symbol="in-row", colour="row-cooling", cost="cooling units",
        list_group="Power and cooling", name_prefix="IRC",
    ),
    Kind(
        id="immersion", singular="immersion tank", plural="immersion tanks", family="cooling",
        mount="floor", stands_in_row=True, contains=True,
        draws="building", cools="own-tank", method="immersion",
        symbol="immersion", colour="tank", cost="cooling units",
        list_group="Power and cooling", name_prefix="TANK",
    ),
    Kind(
        id="busway", singular="busway", plural="busways", family="power", feeds="racks",
        node="busway", runs=True, list_group="Power and cooling", name_prefix="BUSWAY",
        symbol="busway", colour="power",
    ),
    Kind(
        id="pipe", singular="coolant pipe", plural="coolant pipes", family="cooling",
        runs=True, of_loop=True, list_group="Power and cooling", name_prefix="PIPE",
        symbol="pipe", colour="cooling", in_bill=False,
    ),
    Kind(
        id="ups", singular="UPS", plural="UPS", family="power", feeds="hall",
        node="ups", list_group="Power and cooling", name_prefix="UPS",
        symbol="ups", colour="power",
    ),
    Kind(
        id="generator", singular="generator", plural="generators", family="power", feeds="hall",
        burns=True, node="generator", list_group="Power and cooling", name_prefix="GEN",
        symbol="generator", colour="power",
    ),
    Kind(
        id="transformer", singular="transformer", plural="transformers", family="power",
        feeds="hall", node="transformer", list_group="Power and cooling", name_prefix="TX",
        symbol="transformer", colour="power",
    ),
    Kind(
        id="switchboard", singular="switchboard", plural="switchboards", family="power",
        feeds="hall", node="switchboard", list_group="Power and cooling", name_prefix="SWBD",
        symbol="switchboard", colour="power",
    ),
    Kind(
        id="panel", singular="power panel", plural="power panels", family="power",
        feeds="hall", node="panel", list_group="Power and cooling", name_prefix="PANEL",
        symbol="panel", colour="power",
    ),
    Kind(
        id="gpu", singular="GPU", plural="GPUs", family="gpus", draws="host", accelerates=True,
        symbol="gpu", colour="compute", in_bill=False, role="gpus",
    ),
    Kind(
        id="asic", singular="AI chip", plural="AI chips", family="asics",
        draws="host", accelerates=True,
        symbol="asic", colour="compute", in_bill=False,
    ),
    Kind(
        id="cpu", singular="CPU", plural="CPUs", family="cpus", draws="host",
        symbol="cpu", colour="compute", in_bill=False, role="cpus",
    ),
    Kind(
        id="superchip", singular="superchip", plural="superchips", family="cpus", draws="host",
        symbol="superchip", colour="compute", in_bill=False, role="cpus",
    ),
    Kind(
        id="baseboard", singular="baseboard", plural="baseboards", family="baseboards",
        draws="host", has_ports=True,
        symbol="baseboard", colour="compute", in_bill=False, role="board",
    ),
    Kind(
        id="nic", singular="NIC", plural="NICs", family="adapters", draws="host", has_ports=True,
        why_not_placed=IN_A_NODE, symbol="nic", colour="network", in_bill=False, role="nics",
    ),
    Kind(
        id="dpu", singular="DPU", plural="DPUs", family="adapters", draws="host", has_ports=True,
        why_not_placed=IN_A_NODE, symbol="dpu", colour="network", in_bill=False, role="nics",
    ),
    Kind(
        id="cable-tray", singular="cable tray", plural="cable trays", family="trays",
        holds_cables=True,
        symbol="cable-tray", colour="service", in_bill=False, list_group="Cable trays",
    ),
    Kind(  # What fibres between racks end in: no power, and no port that a fabric's rule counts.
        id="patch-panel", singular="patch panel", plural="patch panels", family="patch-panels",
        mount="rails", fills_from_top=True, patches=True,
        symbol="patch-panel", glyph="ports", panel="patch", colour="service",
        cost="network", list_group="Patch panels", summary_rank=7,
    ),
    Kind(
        id="blank", singular="blanking panel", plural="blanking panels", family="racks",
        mount="rails", closes_units=True,
        symbol="blank", glyph="frame", panel="blank", colour="blank",
        cost="racks", list_group="Blanks and reserved units",
    ),
    Kind(  # Drawn for what is yet to come: nothing else goes there, and nothing is bought.
        id="reserved", singular="reserved space", plural="reserved spaces", family="racks",
        mount="rails", reserves=True,
        symbol="blank", glyph="frame", colour="blank",
        in_bill=False, list_group="Blanks and reserved units",
    ),
    Kind(
        id="dry-cooler", singular="dry cooler", plural="dry coolers", family="cooling",
        rejects=True, mount="floor",
        symbol="dry-cooler", colour="cooling", in_bill=False,
        list_group="Power and cooling", name_prefix="DC",
    ),
    Kind(
        id="cooling-tower", singular="cooling tower", plural="cooling towers", family="cooling",
        rejects=True, mount="floor",
        symbol="cooling-tower", colour="cooling", in_bill=False,
        list_group="Power and cooling", name_prefix="CT",
    ),
    Kind(
        id="chiller", singular="chiller", plural="chillers", family="cooling",
        rejects=True, chills=True, mount="floor",
        symbol="chiller", colour="cooling", in_bill=False,
        list_group="Power and cooling", name_prefix="CH",
    ),
    Kind(  # It comes with the filled rack in which it stands.
        id="manifold", singular="coolant manifold", plural="coolant manifolds", family="cooling",
        why_not_placed="it comes with its rack: place the filled rack",
        symbol="manifold", colour="cooling", in_bill=False,
    ),
    Kind(
        id="cable", singular="cable", plural="cables", family="cables", draws="host",
        why_not_placed=f"cables {FABRIC_RULE}",
        symbol="cable", colour="service", cost="optics and cables",
        list_group="Cables and transceivers",
    ),
    Kind(
        id="transceiver", singular="transceiver", plural="transceivers", family="cables",
        draws="host", why_not_placed=f"transceivers {FABRIC_RULE}",
        symbol="transceiver", colour="service", cost="optics and cables",
        list_group="Cables and transceivers",
    ),
)  # fmt: skip
"""In the order in which parts are shown."""

KIND_IDS: Final[tuple[str, ...]] = tuple(kind.id for kind in KINDS)
STAND_IN_RACK: Final = "rack"
"""What a thing on the floor is taken for whose part the catalogue lacks."""
STAND_IN_DEVICE: Final = "blank"
"""What a device is drawn as whose part the catalogue lacks."""

_BY_ID: Final = {kind.id: kind for kind in KINDS}


class HasKind(Protocol):
    """A part, or a record that says of which kind a part is."""

    @property
    def kind(self) -> str:
        """Id of the kind."""


def kind_named(kind_id: str) -> Kind:
    """Return the kind with an id; `KeyError` for an id that no kind has."""
    return _BY_ID[kind_id]


def kind_of(part: HasKind) -> Kind:
    """Return what holds for a part by its kind."""
    return _BY_ID[part.kind]
