"""The record of the site: where the cluster stands and what its owner decided."""

from collections.abc import Iterator
from typing import Literal

from designer.model.currency import no_currency
from designer.model.record import Record

HeatRejection = Literal["", "dry-cooler", "cooling-tower", "outside-air"]
CoolingMethod = Literal["room-air", "in-row", "rear-door", "direct-to-chip", "immersion"]
Stated = Literal["", "yes", "no"]
"""Whether something is so; empty where nobody says."""
Rating = Literal["", "1", "2", "3", "4"]
"""How resilient a site is stated to be: TIA-942 Rated-1 to 4, Uptime Tier I to IV, availability
class 1 to 4 of EN 50600."""
SwitchPower = Literal["as-cabled", "maximum"]
"""What a switch is taken to draw in use that states its power with passive cables: that and the
modules of its cables, or a part of its maximum, which has modules in all cages. Limits are held to
its maximum by both."""
Hall = Literal["", "rented", "built", "stands"]
FeedPolicy = Literal["N", "N+1", "2N", "3N/2", "4N/3"]


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
    grid_year
        Id of the hours of a grid that the design keeps: carbon is summed up by them then, and not
        by a mean; empty where none is chosen.
    climate
        Id of a weather year of the design, or of a climate of the catalogue; empty where none is
        chosen.
    heat_rejection
        How the facility's water gives off its heat, or that outside air cools the hall without any
        water; empty where nobody has decided. With both, PUE and water follow from a year by the
        hour.
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
        Whether chillers make the facility's water, or the supply air, where the weather does not;
        `None` when not stated, which a year by the hour takes for yes. Without them the water of
        each hour is as warm as the weather leaves it.
    rejection_units, rejection_unit_kw
        How many coolers, towers or chillers stand outdoors, and the heat that each gives off on
        the design day; `None` when not stated.
    rejection_part
        Catalogue id of these units: what each gives off then follows from its table, where
        `rejection_unit_kw` does not state it.
    plant_cools_power
        Whether they give off what UPS, transformers and distribution lose as well; `None` when not
        stated.
    building_air_kw, building_water_kw
        Heat that the building takes beside the units that are drawn: from the room's air, and with
        its own water from rear doors that no distribution unit serves; `None` for none.
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
    cost_years
        Years over which owning is counted, and compared with renting; `None` where nobody asks.
    gpu_life_years, refresh_years
        How long GPUs pay for themselves, and after how long nodes are bought anew; `None` where
        nobody states it.
    residual_share
        Part of what was paid that a sale brings at the end; `None` for no sale.
    other_opex_per_year, licences_per_gpu_year
        In `currency`: staff, place, support and network of a year, and software of each GPU;
        `None` when not stated.
    cloud_per_gpu_hour, cloud_billed_share, cloud_extras
        Price of a rented GPU's hour in `currency`, the part of the hours that is billed, and
        whether the price has storage and traffic in it; `None` when not stated.
    cloud_reserved_per_gpu_hour, cloud_spot_per_gpu_hour
        The same price where it is reserved for years, and where it may be taken away; `None` for
        those of the catalogue's offers.
    hall
        How the place is paid for: `rented` by the kW and month, `built`, or one that `stands` and
        costs nothing more; empty where nobody has decided, which is counted as rented.
    hall_per_kw_month, building_per_mw
        In `currency`: rent of the place for each kW that is contracted, energy apart, and a
        building with its power and cooling plant for each MW of IT; `None` for planning ranges.
    support_share
        Support and spares of a year, part of the price of the hardware; `None` for the planning
        range.
    people, person_per_year
        Who runs it, and what one costs a year; `None` for planning ranges.
    demand_charge_per_kw_month
        What the tariff asks for the highest power of the building, beside the energy; `None` when
        not stated: in no sum.
    discount_rate
        Of a year, for present values; `None` for no discount.
    installation_share, delivery_share, spares_share
        Paid at first, parts of the price of the hardware: to install and accept it, freight with
        taxes and insurance, a stock of spares; `None` when not stated: in no sum.
    software_at_first, land_and_design
        In `currency`, paid at first: software and data; land, design and permits. `None` when not
        stated: in no sum.
    insurance_share
        Of a year, part of the price of the hardware; `None` when not stated: in no sum.
    data_stays, load_steady, capital_there, staff_there, for_research
        Answers to what the published advice on owning and renting asks: whether data must stay in
        the house, the load is steady, there is capital to spend and staff to run it, and whether
        it is for experiments. Empty where nobody says.
    switch_power
        What switches draw in use that state their power with passive cables.
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
    grid_year: str = ""
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
    rejection_part: str = ""
    plant_cools_power: bool | None = None
    building_air_kw: float | None = None
    building_water_kw: float | None = None
    cooling_bands: str = ""
    cooling_methods: tuple[CoolingMethod, ...] = ()
    air_rise_k: float | None = None
    air_bypass: float | None = None
    wue_max_l_per_kwh: float | None = None
    water_stressed: Stated = ""
    fuel_hours: float | None = None
    cost_years: float | None = None
    gpu_life_years: float | None = None
    refresh_years: float | None = None
    residual_share: float | None = None
    other_opex_per_year: float | None = None
    licences_per_gpu_year: float | None = None
    cloud_per_gpu_hour: float | None = None
    cloud_billed_share: float | None = None
    cloud_extras: bool | None = None
    cloud_reserved_per_gpu_hour: float | None = None
    cloud_spot_per_gpu_hour: float | None = None
    hall: Hall = ""
    hall_per_kw_month: float | None = None
    building_per_mw: float | None = None
    support_share: float | None = None
    people: float | None = None
    person_per_year: float | None = None
    demand_charge_per_kw_month: float | None = None
    discount_rate: float | None = None
    installation_share: float | None = None
    delivery_share: float | None = None
    spares_share: float | None = None
    software_at_first: float | None = None
    land_and_design: float | None = None
    insurance_share: float | None = None
    data_stays: Stated = ""
    load_steady: Stated = ""
    capital_there: Stated = ""
    staff_there: Stated = ""
    for_research: Stated = ""
    switch_power: SwitchPower = "as-cabled"
    estimates: bool = True
    note: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a currency that is no code of three letters."""
        yield from no_currency(self.currency)
