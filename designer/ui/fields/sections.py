"""The single records as sections of fields: design, site, room, title block. No widgets.

A new field is one `Field` in the list of its section.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import resize_room, set_fields
from designer.document.errors import EditError
from designer.engine.report import Report
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Design, Site
from designer.ui.fields.field import Field

ESTIMATES: Final = (("estimated, marked ~", "on"), ("left open", "off"))
FEED_POLICIES: Final = (
    ("N: no spare feed", "N"), ("N+1: one feed may fail", "N+1"),
    ("2N: either half carries all", "2N"),
    ("3N/2: any one of three systems may fail", "3N/2"),
    ("4N/3: any one of four systems may fail", "4N/3"),
)  # fmt: skip
RATINGS: Final = (
    ("none stated", ""), ("1: Rated-1, Tier I", "1"), ("2: Rated-2, Tier II", "2"),
    ("3: Rated-3, Tier III", "3"), ("4: Rated-4, Tier IV", "4"),
)  # fmt: skip
HEAT_REJECTION: Final = (
    ("not decided", ""), ("dry coolers", "dry-cooler"), ("cooling towers", "cooling-tower"),
    ("outside air", "outside-air"),
)  # fmt: skip
YES_NO: Final = (("not stated", ""), ("yes", "yes"), ("no", "no"))
YES_NO_VALUES: Final = {"": None, "yes": True, "no": False}
SWITCH_POWER: Final = (
    ("as cabled", "as-cabled"), ("at their maximum", "maximum"),
)  # fmt: skip
HALLS: Final = (
    ("not stated: as rented", ""), ("rented", "rented"), ("built", "built"), ("stands", "stands"),
)  # fmt: skip
RACK_ENTRY: Final = (("not stated", ""), ("at the top", "top"), ("at the bottom", "bottom"))
CONTAINMENT: Final = (
    ("none", "none"), ("cold aisles contained", "cold"), ("hot aisles contained", "hot"),
)  # fmt: skip


@dataclass(frozen=True)
class FieldSection:
    """Fields under a heading; `subject` names them in the history."""

    title: str
    subject: str
    fields: tuple[Field, ...]


def yes_no(value: bool | None) -> str:
    """Return the choice that stands for yes, no, or not stated."""
    return next(word for word, one in YES_NO_VALUES.items() if one is value)


def _set_currency(value: str) -> Edit:
    """Return the edit that gives the site a currency.

    Raises
    ------
    EditError
        If the value is no code of three letters.
    """
    if len(value) != 3 or not value.isascii() or not value.isalpha():
        raise EditError(f"{value!r} is not a currency: three letters, such as USD")
    return set_fields("site", currency=value.upper())


def sections(design: Design, catalog: Catalog, report: Report | None) -> tuple[FieldSection, ...]:
    """Return design, site, room and title block as they stand."""
    return (
        FieldSection("Design", "the design", _design(design)),
        FieldSection("Site", "the site", _site(design, catalog, report)),
        FieldSection("Water outdoors and in the room", "the site", _water(design, catalog)),
        FieldSection("Ownership", "the site", _ownership(design)),
        FieldSection("Room", "the room", _room(design)),
        FieldSection("Title block", "the title block", _title_block(design)),
    )


def _setter(single: str, name: str) -> Callable[[Any], Edit]:
    return lambda value: set_fields(single, **{name: value})


def _design(design: Design) -> tuple[Field, ...]:
    return (
        Field(
            "name", "Name", "text", design.name,
            lambda v: set_fields("design", name=v or "untitled"),
        ),
        Field("note", "Note", "text", design.note, _setter("design", "note")),
    )  # fmt: skip


def _site_field(site: Site) -> Callable[..., Field]:
    """Return what makes the form's field for a decision of the site."""

    def field(name: str, label: str, kind: Any, **more: Any) -> Field:  # noqa: ANN401 - Field checks them
        return Field(
            name, label, kind, getattr(site, name), _setter("site", name), record="Site", **more
        )

    return field


def _site(design: Design, catalog: Catalog, report: Report | None) -> tuple[Field, ...]:
    site, field = design.site, _site_field(design.site)
    price, price_source = _price_default(design, catalog)
    pue, pue_source = _pue_default(catalog, report)
    return (
        Field("site_name", "Name", "text", site.name, _setter("site", "name")),
        field("location", "Location", "text"),
        field("altitude_m", "Altitude", "number", unit="m",
              hint="thin air carries less heat"),
        Field("currency", "Currency", "text", site.currency,
              _set_currency, low=1,
              hint="three letters, as USD or EUR; prices in another currency count as unknown"),
        field("electricity_price", "Electricity", "number", unit=f"{site.currency}/kWh",
              optional=True, fallback=price, source=price_source,
              hint="energy cost is unknown without it"),
        field("grid_g_per_kwh", "Grid carbon", "number", unit="g/kWh", optional=True,
              source="carbon goes by the hours of the grid" if site.grid_year
              else "carbon is not computed without it, or hours of the grid",
              hint="CO2e of a kilowatt-hour where and when it is drawn"),
        field("grid_source", "Grid region", "text", hint="region and year: PJM, 2024"),
        field("grid_year", "Grid by the hour", "choice", choices=_grids(design),
              hint="carbon is the sum over its hours, and not energy times a mean"),
        field("climate", "Climate", "choice", choices=_climates(design, catalog),
              hint="with the heat rejection, PUE and water follow from a year by the hour"),
        field("heat_rejection", "Heat rejection", "choice", choices=HEAT_REJECTION,
              hint="how the facility's water gives off its heat, or air alone cools the hall"),
        field("pue", "PUE", "number", optional=True, fallback=pue,
              source=pue_source, hint="power usage effectiveness: facility power to IT power"),
        field("power_factor", "Power factor", "number",
              hint="kW to kVA of the IT load"),
        field("continuous_derate", "Breaker derate", "number",
              hint="0.8 for continuous load by NEC 210.20, 1 where no blanket rule holds"),
        field("ambient_factor", "Breaker ambient factor", "number", optional=True,
              source="breakers carry their rating without it",
              hint="what warm air leaves of a breaker's rating: 0.87 at 40 °C by AS/NZS tables"),
        field("feed_policy", "Feed policy", "choice", choices=FEED_POLICIES),
        field("fuel_hours", "Fuel of generators", "number", unit="h", optional=True,
              source="not checked without it", hint="how long it must last"),
        field("switch_power", "Power of switches", "choice", choices=SWITCH_POWER,
              hint="in use and for energy: with the modules of their cables as they are routed, or "
              "in all cages; limits keep to their maximum by both"),
        field("utilisation", "Utilisation", "number",
              hint="part of the year at typical power; idle power for the rest"),
        field("rating", "Rating", "choice", choices=RATINGS,
              hint="TIA-942 Rated, Uptime Tier or class of EN 50600: judged by what is drawn"),
        field("growth_pct", "Growth", "number", unit="%", optional=True,
              hint="load that feeds and cooling are to take beyond that which is drawn"),
        field("gpus_needed", "GPUs needed", "integer", optional=True,
              hint="at once: the report says for which part of the year as many are there"),
        *_cooling(design, catalog),
        Field("estimates", "Figures nobody states", "choice", "on" if site.estimates else "off",
              lambda v: set_fields("site", estimates=v == "on"), choices=ESTIMATES,
              hint="a named estimate fills in the value and leaves the bounds as they are"),
    )  # fmt: skip


def _cooling(design: Design, catalog: Catalog) -> tuple[Field, ...]:
    site, field = design.site, _site_field(design.site)
    return (
        field("cooling_water_c", "Cooling water", "number", unit="°C"),
        field("cooling_bands", "Cooling bands", "choice",
              choices=_bands(catalog, site.cooling_bands),
              hint="what each cooling method handles per rack, by its source"),
        field("cooling_methods", "Cooling methods", "several",
              choices=tuple((name, method) for method, name in METHOD_NAMES.items()),
              hint="methods that may cool racks here; none ticked allows all"),
        field("air_rise_k", "Rise of the air", "number", unit="K", optional=True,
              source="10 to 25 K over devices that state no airflow",
              hint="by which air is planned to warm over devices"),
        field("air_bypass", "Bypass of air", "number", optional=True, source="none without it",
              hint="air that units move beside what racks draw, as part of it: 0.2 is 20 %"),
        field("wue_max_l_per_kwh", "Water cap", "number", unit="L/kWh", optional=True,
              source="water is not held against a cap without it",
              hint="water usage that a permit allows, of IT energy"),
        field("water_stressed", "Region short of water", "choice", choices=YES_NO),
        field("supply_air_c", "Supply air", "number", unit="°C", optional=True,
              source="inlet temperatures are not checked without it",
              hint="temperature of the air that reaches the racks' inlets"),
    )  # fmt: skip


def _water(design: Design, catalog: Catalog) -> tuple[Field, ...]:
    site, field = design.site, _site_field(design.site)
    return (
        field("room_dew_point_c", "Dew point of the room", "number", unit="°C", optional=True,
              source="whether pipes and doors sweat is not checked without it",
              hint="highest of the year: water of doors and loops stays 2 K above"),
        field("design_dry_bulb_c", "Design day, dry bulb", "number", unit="°C", optional=True,
              source="that of the climate, where one is published",
              hint="outdoor air, exceeded in 0.4 % of the year: what dry coolers have"),
        field("design_wet_bulb_c", "Design day, wet bulb", "number", unit="°C", optional=True,
              source="that of the climate, where one is published",
              hint="exceeded in 0.4 % of the year: what cooling towers have"),
        field("rejection_approach_k", "Approach of heat rejection", "number", unit="K",
              optional=True, source="the planning range of coolers or towers",
              hint="water of coolers over the dry bulb, of towers over the wet bulb"),
        Field("chillers", "Chillers", "choice", yes_no(site.chillers),
              lambda v: set_fields("site", chillers=YES_NO_VALUES[v]), choices=YES_NO,
              hint="whether they make the water, or air, that the weather does not"),
        field("rejection_units", "Units of heat rejection", "integer", optional=True,
              source="not checked without it", hint="coolers, towers or chillers outdoors"),
        field("rejection_unit_kw", "Heat of each unit", "number", unit="kW",
              optional=True, source="that of the table of its part, where one is named",
              hint="on the design day"),
        field("rejection_part", "Part of each unit", "choice",
              choices=_rejectors(catalog, site.rejection_part),
              hint="what it takes on the design day is read from the table of its maker"),
        Field("plant_cools_power", "Cools UPS, switchgear", "choice",
              yes_no(site.plant_cools_power),
              lambda v: set_fields("site", plant_cools_power=YES_NO_VALUES[v]), choices=YES_NO,
              hint="whether these units give off what the power path loses, too"),
        field("building_air_kw", "Room heat to the building", "number", unit="kW",
              optional=True, source="none",
              hint="that the building takes beside the air units that are drawn"),
        field("building_water_kw", "Door heat to the building", "number", unit="kW",
              optional=True, source="none",
              hint="that the building takes with its own water, of rear doors that no CDU serves"),
    )  # fmt: skip


def _ownership(design: Design) -> tuple[Field, ...]:
    site, field = design.site, _site_field(design.site)
    money = site.currency
    return (
        field("cost_years", "Years of cost", "number", unit="years", optional=True,
              source="4 years are compared; cost and its rules count them once stated",
              hint="over which owning is counted, and compared with renting"),
        field("hall", "Hall", "choice", choices=HALLS,
              hint="rented by the kW and month, built, or one that stands and costs nothing more"),
        field("hall_per_kw_month", "Rent of the hall", "number", unit=f"{money}/(kW·month)",
              optional=True, source="120 to 217 USD are published",
              hint="of the power that is contracted, energy apart"),
        field("building_per_mw", "Building", "number", unit=f"{money}/MW", optional=True,
              source="9.3 to 15 million USD are published",
              hint="with its power and cooling plant, for each MW of IT, where it is built"),
        field("support_share", "Support and spares", "number", optional=True,
              source="0.05 to 0.1", hint="of a year: 0.05 is 5 % of the price of the hardware"),
        field("people", "People who run it", "number", optional=True,
              source="one for 50 to 100 nodes, two at least"),
        field("person_per_year", "Cost of a person", "number", unit=f"{money} a year",
              optional=True, source="150,000 to 250,000 USD"),
        field("demand_charge_per_kw_month", "Demand charge", "number",
              unit=f"{money}/(kW·month)", optional=True, source="in no sum without it",
              hint="what the tariff asks for the highest power, beside the energy"),
        *_paid_at_first(site),
        *_choice(site),
        field("discount_rate", "Discount", "number", optional=True, source="none without it",
              hint="of a year, for present values: 0.08 is 8 %"),
        field("gpu_life_years", "Life of GPUs", "number", unit="years", optional=True,
              source="2 to 6 years are published", hint="for which they pay for themselves"),
        field("refresh_years", "Nodes bought anew after", "number", unit="years", optional=True,
              source="never without it"),
        field("residual_share", "Resale", "number", optional=True, source="none without it",
              hint="part of what was paid that a sale brings: 0.3 is 30 %"),
        field("other_opex_per_year", "Other running cost", "number", unit=f"{money} a year",
              optional=True, source="planning ranges without it",
              hint="staff, place, support, network of others"),
        field("licences_per_gpu_year", "Licences of a GPU", "number", unit=f"{money} a year",
              optional=True, source="in no sum without it",
              hint="0 where none are bought"),
        field("cloud_per_gpu_hour", "Rented GPU", "number", unit=f"{money} an hour",
              optional=True, source="of the catalogue's offers, where they have such GPUs",
              hint="on demand"),
        field("cloud_reserved_per_gpu_hour", "Reserved GPU", "number", unit=f"{money} an hour",
              optional=True, source="30 to 50 % less than on demand", hint="billed all hours"),
        field("cloud_spot_per_gpu_hour", "Spot GPU", "number", unit=f"{money} an hour",
              optional=True, source="37.5 to 90 % less than on demand",
              hint="may be taken away"),
        field("cloud_billed_share", "Hours billed", "number", optional=True,
              source="not stated: from the utilisation to all hours",
              hint="part of the hours that the cloud bills: 1 for reserved GPUs"),
        Field("cloud_extras", "Storage, traffic included", "choice",
              yes_no(site.cloud_extras),
              lambda v: set_fields("site", cloud_extras=YES_NO_VALUES[v]), choices=YES_NO),
    )  # fmt: skip


def _paid_at_first(site: Site) -> tuple[Field, ...]:
    """Return what is paid beside the hardware, which is in no sum where nobody states it."""
    field, money = _site_field(site), site.currency
    return (
        field("installation_share", "Installation", "number", optional=True,
              source="in no sum without it",
              hint="and acceptance, paid at first: 0.05 is 5 % of the price of the hardware"),
        field("delivery_share", "Delivery", "number", optional=True,
              source="in no sum without it",
              hint="freight, taxes and insurance, part of the price of the hardware"),
        field("spares_share", "Stock of spares", "number", optional=True,
              source="in no sum without it", hint="bought at first, part of the price"),
        field("software_at_first", "Software and data", "number", unit=money, optional=True,
              source="in no sum without it", hint="bought at first, all of it"),
        field("land_and_design", "Land, design, permits", "number", unit=money, optional=True,
              source="in no sum without it", hint="paid at first"),
        field("insurance_share", "Insurance", "number", optional=True,
              source="in no sum without it", hint="of a year, part of the price of the hardware"),
    )  # fmt: skip


def _choice(site: Site) -> tuple[Field, ...]:
    """Return what the published advice on owning and renting asks."""
    field = _site_field(site)
    return (
        field("load_steady", "The load is steady", "choice", choices=YES_NO),
        field("data_stays", "Data stay in the house", "choice", choices=YES_NO),
        field("capital_there", "There is capital", "choice", choices=YES_NO),
        field("staff_there", "Specialists on the staff", "choice", choices=YES_NO),
        field("for_research", "For experiments", "choice", choices=YES_NO),
    )


def _climates(design: Design, catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """Return the climates to choose from: years that the design keeps, and the catalogue's.

    One that is neither stays what it is.
    """
    chosen = design.site.climate
    own = tuple((f"{y.name or y.id}, by the hour", y.id) for y in design.weather_years)
    ids = {key for _, key in own}
    known = (*own, *((one.name, one.id) for one in catalog.climates if one.id not in ids))
    lost = () if not chosen or chosen in {key for _, key in known} else chosen
    return (("none chosen", ""), *known, *(((f"{lost}, not known", lost),) if lost else ()))


def _grids(design: Design) -> tuple[tuple[str, str], ...]:
    """Return the hours of grids to choose from; one that the design lacks stays what it is."""
    chosen = design.site.grid_year
    own = tuple((year.name or year.id, year.id) for year in design.grid_years)
    lost = () if not chosen or chosen in {key for _, key in own} else chosen
    return (("none chosen", ""), *own, *(((f"{lost}, not known", lost),) if lost else ()))


def _bands(catalog: Catalog, chosen: str) -> tuple[tuple[str, str], ...]:
    """Return the sets of bands to choose from; one that the catalogue lacks stays what it is."""
    known = {name: key for key, name in catalog.band_presets.items()}
    lost = (
        () if not chosen or chosen in catalog.band_presets else ((f"{chosen}, not known", chosen),)
    )
    return (("of the founding documents", ""), *known.items(), *lost)


def _rejectors(catalog: Catalog, chosen: str) -> tuple[tuple[str, str], ...]:
    """Return coolers, towers and chillers to choose from; one that is lost stays what it is."""
    known = [(part.name, part.id) for part in catalog.parts if part.traits.rejects]
    lost = [] if not chosen or catalog.get(chosen) else [(f"{chosen}, not known", chosen)]
    return (("not named", ""), *sorted(known), *lost)


def _price_default(design: Design, catalog: Catalog) -> tuple[str, str]:
    default = catalog.default("electricity-price")
    if default is None or not default.unit.startswith(f"{design.site.currency}/"):
        return "", f"no default in {design.site.currency}: energy cost stays unknown"
    return f"{default.value:g} by default", f"{default.kind}: {default.source}"


def _pue_default(catalog: Catalog, report: Report | None) -> tuple[str, str]:
    if report is not None and report.facility.pue is not None:
        return f"{report.facility.pue:.2f} by default", report.facility.pue_source
    default = catalog.default("pue")
    return (f"{default.value:g} by default", default.source) if default else ("", "")


def _room(design: Design) -> tuple[Field, ...]:
    room = design.room
    width, depth = room.size_mm()

    def field(name: str, label: str, kind: Any, **more: Any) -> Field:  # noqa: ANN401 - as above
        return Field(
            name, label, kind, getattr(room, name), _setter("room", name), record="Room", **more
        )

    return (
        Field("room_name", "Name", "text", room.name, _setter("room", "name")),
        Field("width", "Width", "integer", width, lambda v: resize_room(width_mm=v), unit="mm",
              low=1000, high=1_000_000),
        Field("depth", "Depth", "integer", depth, lambda v: resize_room(depth_mm=v), unit="mm",
              low=1000, high=1_000_000),
        field("tile_mm", "Tile", "integer", unit="mm", low=100, high=5000),
        field("floor_limit_kpa", "Floor limit", "number", unit="kPa", optional=True,
              source="the floor is not checked without it",
              hint="permitted distributed load"),
        field("tile_load_kg", "Tile carries", "number", unit="kg", optional=True,
              source="tiles are not checked without it",
              hint="at one point, and at all points of one tile together"),
        field("height_mm", "Clear height", "integer", unit="mm", optional=True,
              source="heights are not checked without it", hint="below what hangs lowest"),
        field("cable_kg", "Cables of a device", "number", unit="kg", optional=True,
              source="5 kg by default, assumed", hint="power cords and network cables in its rack"),
        field("rack_entry", "Cables enter racks", "choice", choices=RACK_ENTRY,
              hint="at the top to trays overhead, or at the bottom to trays under the floor"),
        field("cable_slack_pct", "Cable slack", "number", unit="%", optional=True,
              source="5 to 10 % by default, assumed", hint="added to the run of each cable"),
        field("cable_loop_m", "Service loop", "number", unit="m", optional=True,
              source="0.5 m by default, assumed",
              hint="at each end of a cable that leaves its rack"),
        field("cable_side_m", "Port to rack side", "number", unit="m", optional=True,
              source="0.3 m by default, assumed",
              hint="the way from a port to the side of its rack"),
        field("patch_panels", "Patch panels", "integer", optional=True,
              source="none without it", hint="that each fibre between racks passes"),
        field("containment", "Containment", "choice", choices=CONTAINMENT),
        field("blanking", "Open units closed", "choice", choices=YES_NO,
              hint="by blanking panels, so that exhaust does not come back to the inlets"),
        field("scale", "Plan scale, 1 to", "integer", low=10, high=2000,
              hint="scale at which the floor plan is drawn"),
    )  # fmt: skip


def _title_block(design: Design) -> tuple[Field, ...]:
    block = design.title_block
    labels = (
        ("owner", "Owner"), ("drawing_number", "Drawing number"), ("created_by", "Created by"),
        ("checked_by", "Checked by"), ("approved_by", "Approved by"),
    )  # fmt: skip
    return tuple(
        Field(name, label, "text", getattr(block, name), _setter("title_block", name))
        for name, label in labels
    )
