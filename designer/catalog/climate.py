"""The weather of a place by month, from which a year of hours is made.

They stand in `catalogs/climates.toml`. A year made of them is good for energy and water; a plant is
sized by the design values of the place, which are of rare hours that a mean month does not hold.
"""

from collections.abc import Iterator

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import SourceKind
from designer.model.record import Record

MONTHS = 12

Monthly = tuple[float, ...]


class Climate(Record):
    """Means of the twelve months at one place.

    Attributes
    ----------
    pressure_kpa
        Of the station, mean of the year.
    utc_h
        Local standard time against UTC.
    high_c, low_c
        Mean daily highest and lowest dry bulb of each month, °C.
    dew_point_c
        Mean dew point of each month, °C.
    day_sigma_k
        Standard deviation of the days' means within each month, K; empty where nobody states it.
    design_dry_bulb_c, design_dry_wet_c
        Dry bulb that 0.4 % of the hours of many years exceed, and the wet bulb that goes with it.
    design_wet_bulb_c, design_wet_dry_c
        Wet bulb that 0.4 % exceed, and the dry bulb that goes with it.
    coldest_c
        Dry bulb that 99.6 % exceed.
    design_source
        Who says these five.
    """

    id: str
    name: str
    pressure_kpa: float
    utc_h: float | None = None
    high_c: Monthly
    low_c: Monthly
    dew_point_c: Monthly
    day_sigma_k: Monthly = ()
    design_dry_bulb_c: float | None = None
    design_dry_wet_c: float | None = None
    design_wet_bulb_c: float | None = None
    design_wet_dry_c: float | None = None
    coldest_c: float | None = None
    design_source: str = ""
    source: str
    kind: SourceKind
    note: str = ""
    cited: Citation = NOTHING_CITED

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what is not of twelve months, or lower by day than by night."""
        for name in ("high_c", "low_c", "dew_point_c", "day_sigma_k"):
            months: Monthly = getattr(self, name)
            if len(months) != MONTHS and (months or name != "day_sigma_k"):
                yield name, f"{len(months)} figures for {name}: give {MONTHS}, January first"
        for month, (high, low) in enumerate(zip(self.high_c, self.low_c, strict=False), start=1):
            if high < low:
                yield "high_c", f"month {month} has a high of {high:g} °C below its low of {low:g}"
        if min(self.day_sigma_k, default=0.0) < 0:
            yield "day_sigma_k", "a standard deviation below 0: give 0 or more"
