"""What the report says of a year at the site: power and water by month, power through a day.

May import the figures of the model. The whole report stands in `report`.
"""

from designer.model.measured import Measured


class ClimateMonth(Measured):
    """One month.

    Attributes
    ----------
    month
        1 for January.
    dry_bulb_c
        Its mean.
    pue, wue
        Power usage effectiveness; water in L/kWh of IT energy.
    chilled_share
        Part of the plant's heat that chillers take.
    """

    month: int
    dry_bulb_c: float | None = None
    pue: float | None = None
    wue: float | None = None
    chilled_share: float | None = None


class ClimateHour(Measured):
    """One hour of the day, in local standard time: means over the days of a year or of a month.

    Attributes
    ----------
    hour
        0 for the one that begins at midnight.
    dry_bulb_c
        Mean of the year.
    power_kw
        What the facility draws while the IT draws its typical power, mean of the year.
    warmest_kw, coldest_kw
        The same in the warmest and in the coldest month.
    """

    hour: int
    dry_bulb_c: float | None = None
    power_kw: float | None = None
    warmest_kw: float | None = None
    coldest_kw: float | None = None


class ClimateYear(Measured):
    """A typical year by the hour; nothing is computed where the site names no climate or plant.

    Attributes
    ----------
    place, rejection
        The climate's name, and how the site gives off its heat, as people read them.
    scope
        What it is of, and what it leaves out.
    pue
        Mean of the year.
    peak_pue
        In the worst hour of the year, while the IT draws its typical power.
    grid_pue
        The mean again, each hour by the carbon of the grid in it: what the energy of the building
        is to be taken with for its carbon. None where the site names no hours of a grid.
    wue
        Water in L/kWh of IT energy.
    water_m3_per_year
        Water that the plant takes.
    chilled_share
        Part of the plant's heat that chillers take.
    free_hours_per_year
        Hours in which no chiller runs.
    ups_efficiency, transformer_efficiency
        By their curves at the mean load of the year where the design draws them, else as planned.
    supply_c, supplies
        What is asked of the plant, and whether it supplies `water` or `air`.
    warm_hours_per_year
        Hours in which the weather leaves that warmer than asked, where no chillers stand.
    hottest_supply_c
        The warmest of them.
    design_dry_bulb_c, design_wet_bulb_c
        What 0.4 % of the hours of many years exceed: a plant is sized by them; None where nobody
        states them.
    design_chilled_share
        Part of the plant's heat that chillers have to take then; None where none stand.
    design_water_c
        Coldest water that coolers or towers give then without chillers.
    months
        Each month, January first.
    day
        Each hour of the day, that from midnight on first.
    warmest_month, coldest_month
        By their mean dry bulb, 1 for January; None where nothing is computed.
    """

    place: str = ""
    rejection: str = ""
    scope: str = ""
    pue: float | None = None
    peak_pue: float | None = None
    grid_pue: float | None = None
    wue: float | None = None
    water_m3_per_year: float | None = None
    chilled_share: float | None = None
    free_hours_per_year: float | None = None
    ups_efficiency: float | None = None
    transformer_efficiency: float | None = None
    supply_c: float | None = None
    supplies: str = ""
    warm_hours_per_year: float | None = None
    hottest_supply_c: float | None = None
    design_dry_bulb_c: float | None = None
    design_wet_bulb_c: float | None = None
    design_chilled_share: float | None = None
    design_water_c: float | None = None
    months: tuple[ClimateMonth, ...] = ()
    day: tuple[ClimateHour, ...] = ()
    warmest_month: int | None = None
    coldest_month: int | None = None

    @property
    def is_computed(self) -> bool:
        """Whether the site names a climate and how it gives off its heat."""
        return bool(self.place)
