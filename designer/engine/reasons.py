"""Why something cannot be said: the inputs that nobody states, in words, and the finding of it.

A rule whose answer is open says so in place of yes or no, under a key of its own: hiding a figure
never removes a finding without that. Window, sheets, reports and commands ask here what a finding
counts as. May import findings, the report's words and the catalogue.
"""

from collections.abc import Callable, Iterable
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import is_lost_ref, not_in_catalogue, part_of
from designer.engine.advice import FEED_OF, PASSAGE, advice_on
from designer.engine.findings import Finding
from designer.engine.report import FIGURE_WORDS, Check
from designer.model.design import PowerNode
from designer.model.feed_words import called_in_power
from designer.model.figure_ref import figure_ref
from designer.model.platform import LABELS

OPEN: Final = "open"
"""Begins the cause of a finding that cannot be said: `C01:open:room-air`."""
OPEN_WORDS: Final = "cannot be said"
STANDINGS: Final = ("error", "warning", OPEN, "info")
"""What a finding can count as, the gravest first."""

_MORE_WORDS: Final = {
    "airflow_m3h": "airflow",
    "airflow": "way of the air",
    "battery_minutes": "run time of the battery",
    "capacity_kw": "capacity",
    "compute.power_shelves": "number of power shelves",
    "cooling.air_in_c": "air that enters the coil in its rating",
    "cloud_billed_share": "hours that the cloud bills",
    "cloud_extras": "contents of the price of the cloud",
    "cooling.airflow_m3h": "airflow",
    "gpu_life_years": "life of GPUs",
    "licences_per_gpu_year": "licences of a GPU",
    "other_opex_per_year": "other running cost",
    "cooling.approach_k": "approach",
    "cooling.capacity_kw": "cooling capacity",
    "cooling.flow_lpm": "coolant flow",
    "cooling.water_max_c": "warmest water",
    "cooling.altitude_m": "altitude of the rating",
    "coolant_max_c": "warmest coolant",
    "coolant_l": "coolant",
    "cable trays": "way of cables that follow no tray",
    "ports in racks": "heights of racks, and of ports in filled ones",
    "modules of cables": "modules of the switches' cables, without drawn trays or known media",
    "media of cables": "medium of some cables",
    "tray sizes": "width and depth of the tray",
    "network of storage": "network between storage and nodes",
    "cable.diameter_mm": "diameter",
    "cable.kg_per_m": "mass of a metre",
    "lead_weeks": "time from order to delivery",
    "default cable-loop": "service loop of cables",
    "default cable-side": "way from a port to the side of its rack",
    "default cable-slack": "slack of cables",
    "default tray-above-racks": "height of cable trays",
    "default tray-below-floor": "depth of cable trays",
    "default cables-per-device": "mass of cables",
    "default coolant-per-kw": "volume of coolant",
    "default psu-efficiency": "efficiency of the power supplies",
    "default cable-and-pdu-loss": "loss of cables and rack PDUs behind a feed",
    "default switchgear-loss": "loss of switchboards, panels and busways",
    "default transformer-loss-full": "loss of transformers at full load",
    "default transformer-loss-idle": "loss of transformers without a load",
    "default transformer-efficiency": "efficiency of transformers",
    "default ups-efficiency": "efficiency of the UPS",
    "default distribution-loss": "loss of distribution and lighting",
    "default battery-depth": "part of a battery's energy that is used",
    "default battery-exponent": "exponent of a battery's run time over its load",
    "default battery-exponent-short": "exponent of a battery's run time over its load",
    "default battery-recharge": "power that charges the battery of a UPS",
    "default transient-factor": "peak of milliseconds over the maximum of a GPU system",
    "default cdu-approach": "approach of coolant distribution units",
    "default supply-air": "temperature of the supply air",
    "default air-delta-t": "rise of the air over a rack",
    "default facility-water-delta-t": "rise of the facility's water",
    "default dry-cooler-approach": "approach of dry coolers to the outdoor air",
    "default tower-approach": "approach of cooling towers to the wet bulb",
    "default dry-cooler-fans": "power of dry coolers' fans",
    "default tower-fans": "power of cooling towers' fans",
    "default chiller-cop-air": "COP of air-cooled chillers",
    "default chiller-cop-spread": "COP of water-cooled chillers",
    "default water-pump-share": "power of the pumps of water circuits",
    "default cdu-share": "power of coolant distribution units",
    "default air-fan-share": "power of air units' fans",
    "default outside-air-dew-point": "highest dew point of outside air",
    "default tower-cycles": "cycles of concentration of cooling towers",
    "default electricity-price": "price of electricity",
    "default pue": "PUE",
    "ups.rated_kw": "rating in kW",
    "ups.rated_kva": "rating in kVA",
    "ups.module_kw": "rating of a module",
    "default ups-loss-full": "loss of the UPS at full load",
    "default ups-loss-idle": "loss of the UPS without a load",
    "coolant_flow": "coolant flow",
    "cooling.head_kpa": "pressure left for racks",
    "cooling.one_pump_less_lpm": "flow with one pump lost",
    "loop supply": "supply temperature of the coolant loop",
    "inlet_derate": "fall of the highest inlet temperature with altitude",
    "inlet_max_c": "highest inlet temperature",
    "parents": "supply upstream",
    "part": "entry in the catalogue",
    "patch.lc_ports": "LC ports",
    "patch.mpo_ports": "MPO ports",
    "pdu": "rating",
    "depth_mm": "depth",
    "height_mm": "height",
    "rating_kg": "rating",
    "slope_pct": "slope",
    "rack": "number of units",
    "rack.usable_depth_mm": "usable depth",
    "width_mm": "width",
    "rack.dynamic_kg": "load rating when rolled",
    "rack.static_kg": "load rating",
    "price": "price",
    "ports": "list of ports",
    "pdu.breaker_outlets": "outlets that each breaker feeds",
    "pdu.outlets_c13": "number of C13 outlets",
    "pdu.outlets_c19": "number of C19 outlets",
    "psu": "number of power supplies",
    "psu.efficiency": "efficiency of the power supplies",
    "psu.inlet": "inlet of the power supplies",
    "psu.rating_w": "rating of the power supplies",
    "psu.redundancy": "redundancy of the power supplies",
    "psu.throttles_from": "number of power supplies on which it still runs capped",
    "shelf.power_at": "place where the power is measured (input or bus bar)",
    "shelf.power_factor": "power factor of the power shelves",
    "shelf.pulse": "pulse load of the power shelves",
    "shelf.throttles": "whether it slows down to what its shelves carry",
    "shelf.whip_a": "breaker of the whips",
    "shelf.whips": "number of whips of a power shelf",
    "shelf.bus_volts_min": "voltage of the bus bar at full load",
    "shelf.bus_volts_max": "voltage of the bus bar at no load",
    "rack.bus_a": "rating of the bus bar",
    "rack.bus_bar": "bus bar",
    "transient.peak_w": "peak of milliseconds",
    "transient.peak_high_w": "peak of milliseconds (sources disagree)",
    "overload_1_min": "overload capability",
    "ups.overload_1_min": "overload capability",
    "psu.volts_max": "highest voltage of the power supplies",
    "psu.volts_min": "lowest voltage of the power supplies",
    "room.cable_kg": "mass of cables",
    "room.floor_limit_kpa": "load limit of the floor",
    "site.climate": "climate of the site",
    "site.design_dry_bulb_c": "dry bulb of the design day",
    "site.design_wet_bulb_c": "wet bulb of the design day",
    "site.heat_rejection": "heat rejection of the site",
    "site.building_air_kw": "heat of the room that the building takes",
    "site.building_water_kw": "heat of doors that the building takes",
    "site.cooling_water_c": "temperature of the cooling water",
    "fuel_hours": "fuel",
    "generator.prime_kw": "prime rating",
    "transformer.rated_kva": "rating",
    "transformer.load_w": "losses",
    "generator.standby_kw": "standby rating",
    "generator.fuel_full_load_lph": "fuel burnt at full load",
    "generator.fuel_half_load_lph": "fuel burnt at half load",
    "site.electricity_price": "price of electricity",
    "site.grid_g_per_kwh": "carbon of the grid",
    "site.pue": "PUE of the site",
    "site.rejection_approach_k": "approach of the heat rejection",
    "site.plant_cools_power": "room that takes the heat of UPS and switchgear",
    "site.chillers": "whether chillers make the facility's water",
    "rejection": "table of capacity",
    "site.rejection_unit_kw": "heat that each unit of heat rejection gives off",
    "site.rejection_units": "number of units of heat rejection",
    "site.room_dew_point_c": "dew point of the room",
    "modules": "number of modules",
    "recharge_kw": "charging power",
    "rule run time of a battery at part load": "run time of the battery at part load",
    "start_s": "start",
    "ups.topology": "topology",
    "voltage_drop_pct": "voltage drop",
    "site.supply_air_c": "temperature of the supply air",
    "rule heat that a rear door takes without its fans": (
        "heat that a rear door takes without its fans"
    ),
    "rule door's curve": "curve of the rear door with other air than that of its rating",
}

NameOf = Callable[[str], str]


def is_open(key: str) -> bool:
    """Return whether the key of a finding says that its rule's answer cannot be said."""
    return key.split(":", 2)[1:2] == [OPEN]


def standing(check: Check) -> str:
    """Return what a finding counts as: its severity, or `open` where nobody can tell."""
    return OPEN if is_open(check.key) else check.severity


def standing_words(check: Check) -> str:
    """Return the same in words."""
    return OPEN_WORDS if is_open(check.key) else check.severity


def gravity(check: Check) -> tuple[int, str, str]:
    """Return what findings are sorted by: what they count as, then their rule and key."""
    return STANDINGS.index(standing(check)), check.rule, check.key


def names_of(catalog: Catalog, power: Iterable[PowerNode] = ()) -> NameOf:
    """Return what people call the owner of an input: a part by its id, `feed A` of the room.

    Parameters
    ----------
    power
        The room's power, whose records are owners as well.
    """
    records = called_in_power(power)

    def name(owner: str) -> str:
        part = catalog.get(owner)
        return (part.name if part else "") or records.get(owner, owner)

    return name


def input_in_words(ref: str, name_of: NameOf) -> str:
    """Return `highest power of DGX H200` for `dgx-h200.power_max_w`."""
    if ref in _MORE_WORDS:
        return _MORE_WORDS[ref]
    if ref.startswith("default "):
        return f"planning figure of {ref.removeprefix('default ').replace('-', ' ')}"
    if ref.startswith("rule "):
        return ref
    if ref.startswith(FEED_OF):
        return f"{FEED_OF}{name_of(ref.removeprefix(FEED_OF))}"
    if ref.startswith(PASSAGE):
        called, _, field = ref.removeprefix(PASSAGE).rpartition(".")
        return f"{FIGURE_WORDS.get(field) or _MORE_WORDS[field]} of {called}"
    read = figure_ref(ref)
    field = read.field
    if not field:
        return ref
    if read.of == "platform":
        return LABELS.get(field, field)
    owner = ref.removesuffix(f".{field}")
    words = FIGURE_WORDS.get(field) or _MORE_WORDS.get(field) or field.replace("_", " ")
    return f"{words} of {name_of(owner)}"


def because(refs: Iterable[str], name_of: NameOf) -> str:
    """Return `the highest power of DGX H200 is not known`; two inputs are joined by `and`."""
    inputs = tuple(refs)
    lost = list(dict.fromkeys(_lost_part(ref, name_of) for ref in inputs if is_lost_ref(ref)))
    others = (ref for ref in inputs if not is_lost_ref(ref))
    named = list(dict.fromkeys(input_in_words(ref, name_of) for ref in others))
    if not named:
        return " and ".join(lost) or "not all that it needs is known"
    return " and ".join((*lost, _not_known(named)))


def _not_known(named: list[str]) -> str:
    """Return that inputs are not known, each number of them as a sentence that translates whole."""
    if len(named) == 1:
        return f"the {named[0]} is not known"
    if len(named) == 2:
        first, second = named
        return f"the {first} and the {second} are not known"
    words = " and the ".join(named)
    return f"the {words} are not known"


def _lost_part(ref: str, name_of: NameOf) -> str:
    part_id = part_of(ref)
    name = name_of(part_id)
    if name != part_id:
        return f"the part {name} does not belong there"
    return not_in_catalogue(part_id)


def cannot_be_said(
    rule: str,
    cause: str,
    where: tuple[str, ...],
    what: str,
    refs: Iterable[str],
    name_of: NameOf,
) -> Finding:
    """Return the finding that a rule's answer is open.

    Parameters
    ----------
    cause
        What the finding is filed under, without `open`.
    what
        What cannot be said: `whether A fits into B`.
    refs
        The inputs that leave it open, widest first.
    """
    inputs = tuple(refs)
    return Finding(
        rule, "warning", f"{OPEN}:{cause}", where,
        f"{what} cannot be said, because {because(inputs, name_of)}",
        advice_on(inputs, name_of), open_on=inputs,
    )  # fmt: skip
