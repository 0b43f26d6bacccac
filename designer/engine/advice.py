"""What to do about an answer that is open: who states each of its inputs, and where.

A decision of the site or the room has a field in the window, a feed is named where it is used, and
only the figure of a part is the vendor's to give. May import the references of figures and what a
part outside the catalogue is; a field of the window that is new among inputs goes into `_FIELDS`.
"""

from collections.abc import Callable, Iterable
from typing import Final, get_args

from designer.catalog.lost_parts import is_lost_ref
from designer.model.design import PowerKind
from designer.model.figure_ref import FigureRef, figure_ref

ASK_VENDOR: Final = "Ask the vendor, and embed the figure with its source."
STATE_IT: Final = "State it in the tab Platform, or under [platform] in the design file."
EMBED_PART: Final = "Choose a part of the catalogue that belongs there, or embed it in the file."

SETTINGS_FIELDS: Final = {
    ("room", "cable_kg"): ("Room", "Cables of a device"),
    ("room", "floor_limit_kpa"): ("Room", "Floor limit"),
    ("room", "height_mm"): ("Room", "Clear height"),
    ("room", "tile_load_kg"): ("Room", "Tile carries"),
    ("site", "building_air_kw"): (
        "Water outdoors and in the room",
        "Room heat to the building",
    ),
    ("site", "building_water_kw"): (
        "Water outdoors and in the room",
        "Door heat to the building",
    ),
    ("site", "cloud_billed_share"): ("Ownership", "Hours billed"),
    ("site", "cloud_extras"): ("Ownership", "Storage, traffic included"),
    ("site", "gpu_life_years"): ("Ownership", "Life of GPUs"),
    ("site", "climate"): ("Site", "Climate"),
    ("site", "heat_rejection"): ("Site", "Heat rejection"),
    ("site", "cooling_water_c"): ("Site", "Cooling water"),
    ("site", "design_dry_bulb_c"): ("Water outdoors and in the room", "Design day, dry bulb"),
    ("site", "design_wet_bulb_c"): ("Water outdoors and in the room", "Design day, wet bulb"),
    ("site", "electricity_price"): ("Site", "Electricity"),
    ("site", "fuel_hours"): ("Site", "Fuel of generators"),
    ("site", "grid_g_per_kwh"): ("Site", "Grid carbon"),
    ("site", "pue"): ("Site", "PUE"),
    ("site", "supply_air_c"): ("Site", "Supply air"),
    ("site", "rejection_approach_k"): (
        "Water outdoors and in the room",
        "Approach of heat rejection",
    ),
    ("site", "rejection_unit_kw"): (
        "Water outdoors and in the room",
        "Heat of each unit",
    ),
    ("site", "plant_cools_power"): (
        "Water outdoors and in the room",
        "Cools UPS, switchgear",
    ),
    ("site", "rejection_units"): ("Water outdoors and in the room", "Units of heat rejection"),
    ("site", "room_dew_point_c"): ("Water outdoors and in the room", "Dew point of the room"),
}
"""Page and label of a decision in the window's design settings, by owner and field."""

_DECIDES: Final = {
    "default cables-per-device": "room.cable_kg",
    "default cable-slack": "room.cable_slack_pct",
    "default cable-loop": "room.cable_loop_m",
    "default cable-side": "room.cable_side_m",
}
"""What a person states in place of a planning default."""
_PAGES: Final = {"room": "Room", "site": "Site"}
_OF_FEED: Final = {
    "battery_minutes": " › Battery, at full load",
    "capacity_kw": " › Capacity",
    "fuel_hours": " › Fuel, at full load",
    "modules": " › Modules",
    "recharge_kw": " › Recharging",
    "start_s": " › Start",
    "voltage_drop_pct": " › Voltage drop",
    "volts": " › Voltage",
}
_KINDS: Final = frozenset(get_args(PowerKind))
"""Words that stand before the name of a record of the room's power, unless it begins so."""
_OF_RULES: Final = "It follows from other inputs: settle what is open of the same racks first."
_MEANT: Final = "feed meant by "
FEED_OF: Final = "feed of "
"""Begins the reference to the feeds of a unit, before the id of its part."""
PASSAGE: Final = "passage "
"""Begins the reference to a figure of a door, lift, ramp or corridor, before what it is called."""
TRAYS: Final = "cable trays"
"""The reference to trays that are not drawn."""
TRAY_SIZES: Final = "tray sizes"
"""The reference to the width and depth of a tray."""
STORAGE_NETWORK: Final = "network of storage"
"""The reference to what joins storage and nodes, where no fabric of it can be followed."""
_OF_PDU: Final = "feed of a rack PDU"


def advice_on(refs: Iterable[str], name_of: Callable[[str], str] = str) -> str:
    """Return what settles the inputs that leave an answer open, each thing to do once.

    Parameters
    ----------
    name_of
        What people call the owner of an input.
    """
    said = dict.fromkeys(_advice(ref, name_of) for ref in refs) or {ASK_VENDOR: None}
    if len(said) > 1:
        # What follows from other inputs is settled with them.
        said.pop(_OF_RULES, None)
    return " ".join(said)


def _advice(ref: str, name_of: Callable[[str], str]) -> str:
    if is_lost_ref(ref):
        return EMBED_PART
    if ref.startswith(_MEANT):
        return "Add that feed in Design settings › Feeds, or name another one on the rack PDU."
    if ref.startswith(_OF_PDU):
        return "Select the rack PDU, and choose its Feed in the properties."
    if ref.startswith(FEED_OF):
        return 'Name the feeds of the unit in the design file, as feeds = ["A", "B"].'
    if ref == TRAYS:
        return "Draw them in Design settings › Cable trays."
    if ref == TRAY_SIZES:
        return "Enter them in Design settings › Cable trays."
    if ref == STORAGE_NETWORK:
        return "Draw a fabric of storage with its switches, and state the ports of its systems."
    if ref.startswith(PASSAGE):
        return "Enter it in Design settings › Doors and lifts."
    if ref.startswith("loop "):
        return "State the supply temperature of the loop in Design settings › Coolant loops."
    read = figure_ref(_DECIDES.get(ref, ref))
    if read.of == "power":
        return _of_power(ref, read, name_of)
    if read.of == "platform":
        return STATE_IT
    if read.of in _PAGES:
        page, label = SETTINGS_FIELDS.get((read.of, read.field), (_PAGES[read.of], ""))
        place = " › ".join(part for part in ("Design settings", page, label) if part)
        return f"Enter it in {place}."
    return _OF_RULES if ref.startswith("rule ") else ASK_VENDOR


def _of_power(ref: str, read: FigureRef, name_of: Callable[[str], str]) -> str:
    if read.field == "whips":
        return _OF_RULES
    label = _OF_FEED.get(read.field, "")
    owner = ref.removesuffix(f".{read.field}")
    named = name_of(owner)
    kind, _, rest = named.partition(" ")
    shown = read.owner if named == owner else rest if kind.casefold() in _KINDS else named
    if read.field == "overload_1_min":
        return f"Name the part of {named} in the design file, as part under [power], or embed one."
    return f"Enter it in Design settings › Feeds › {shown}{label}."
