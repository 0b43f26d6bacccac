"""The year as a reader sees it."""

from collections.abc import Iterator
from typing import Final

from designer.engine.climate_report import ClimateYear
from designer.engine.page import Align, Section, Table, number
from designer.engine.report import Report
from designer.model.figure_words import pue_words, to_the_digit, words

MONTH_NAMES: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

DAY_MEANS: Final = (
    "What the facility draws while the IT draws its typical power: means over the days of the "
    "year or month, by the hour of local standard time that begins then, from plant and climate "
    "and no stated PUE. A hot day draws more."
)
_POWERS: Final = ("power_kw", "warmest_kw", "coldest_kw")


def year_written(report: Report) -> Iterator[Section]:
    """Yield the section of the year, where the site names its climate and its plant."""
    year = report.climate
    if not year.is_computed:
        return
    columns: tuple[tuple[str, Align], ...] = (
        ("Month", "left"), ("Outdoors", "right"), ("PUE", "right"), ("WUE", "right"),
        ("Heat to chillers", "right"),
    )  # fmt: skip
    rows = tuple(
        (
            MONTH_NAMES[one.month - 1],
            number(one.dry_bulb_c, 1, "°C"),
            pue_words(one.figure("pue")),
            words(one.figure("wue"), 2, "L/kWh"),
            words(one.figure("chilled_share").times(100), 0, "%"),
        )
        for one in year.months
    )
    yield Section(
        "Climate",
        (
            ("Place", year.place),
            ("Heat is given off by", year.rejection),
            ("PUE, mean of the year", pue_words(year.figure("pue"))),
            ("PUE, worst hour of the year", pue_words(year.figure("peak_pue"))),
            ("WUE, of IT energy", words(year.figure("wue"), 2, "L/kWh")),
            ("Water a year", words(year.figure("water_m3_per_year"), 0, "m³")),
            ("Hours without chillers", words(year.figure("free_hours_per_year"), 0, "h")),
            ("Efficiency of UPS", words(year.figure("ups_efficiency").times(100), 1, "%")),
            (
                "Efficiency of transformers",
                words(year.figure("transformer_efficiency").times(100), 2, "%"),
            ),
            *_warm(year),
            *_sizing(year),
        ),
        table=Table(columns, rows),
        lines=(f"{year.scope[0].upper()}{year.scope[1:]}.",),
    )
    yield _day_written(year)


def _day_written(year: ClimateYear) -> Section:
    """Return the section of the day."""
    warmest, coldest = (
        MONTH_NAMES[(month or 1) - 1] for month in (year.warmest_month, year.coldest_month)
    )
    columns: tuple[tuple[str, Align], ...] = (
        ("Hour", "right"), ("Outdoors", "right"), ("Facility", "right"),
        (f"In {warmest}", "right"), (f"In {coldest}", "right"),
    )  # fmt: skip
    rows = tuple(
        (
            str(one.hour),
            number(one.dry_bulb_c, 1, "°C"),
            *(
                to_the_digit(one.figure(name), 0, "kW")
                for name in ("power_kw", "warmest_kw", "coldest_kw")
            ),
        )
        for one in year.day
    )
    return Section("Power through a day", table=Table(columns, rows), lines=(DAY_MEANS,))


def _warm(year: ClimateYear) -> Iterator[tuple[str, str]]:
    """Yield the hours in which the weather gives nothing as cold as planned."""
    if not year.figure("hottest_supply_c").unknown:
        yield (
            f"Hours with {year.supplies} above {year.supply_c:g} °C",
            words(year.figure("warm_hours_per_year"), 0, "h"),
        )  # fmt: skip
        hottest = words(year.figure("hottest_supply_c"), 1, "°C")
        yield f"Hottest {year.supplies} of this year", f"{hottest}; a hot year has hotter"


def _sizing(year: ClimateYear) -> Iterator[tuple[str, str]]:
    """Yield what a plant is sized by, where the place's rare hours are stated."""
    if not year.figure("design_water_c").unknown:
        rare = (("dry bulb", year.design_dry_bulb_c), ("wet bulb", year.design_wet_bulb_c))
        said = ", ".join(f"{what} {c:g} °C" for what, c in rare if c is not None)
        yield "Sizing, exceeded in 0.4 % of hours", said
        yield "Water without chillers then", words(year.figure("design_water_c"), 1, "°C")
        if not year.figure("design_chilled_share").unknown:
            share = words(year.figure("design_chilled_share").times(100), 0, "%")
            yield "Heat to chillers then", share
