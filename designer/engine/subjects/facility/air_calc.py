"""The calculation of a hall that outside air cools, in one hour."""

from typing import Any

import numpy as np

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.climate.effectiveness import pue
from designer.engine.subjects.climate.moist_air import humidity, wet_bulb_c
from designer.engine.subjects.climate.plant_hours import (
    PlantFigures,
    air_fan_share,
    outside_air_hours,
)
from designer.engine.subjects.climate.weather import Weather
from designer.engine.subjects.cooling.humid_air import dew_point_c


def _economizer(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    it, coldest = v["it_kw"], min(v["supply_min_c"], v["supply_c"])
    if not it:
        raise CalcError("it_kw=0: PUE is the building's power over that of the IT")
    losses = it * (1 / v["ups_efficiency"] - 1 + v["distribution"] + v["lighting"])
    heat = it + losses
    c, dew = v["dry_bulb_c"], dew_point_c(v["dry_bulb_c"], v["rh_pct"])
    kpa = v["pressure_kpa"]
    supply_c = min(max(c, coldest), v["supply_c"])
    fans = air_fan_share(v["fan_pa"], v["fan_efficiency"], v["rise_k"], supply_c, kpa)
    plant = PlantFigures(
        approach_k=0.0, delta_t_k=v["rise_k"], fan_share=fans, cop=v["cop"], pump_share=0.0,
        cycles=1.0, dew_max_c=v["dew_max_c"],
    )  # fmt: skip
    air, point = np.array([c]), np.array([dew])
    wet = wet_bulb_c(air, humidity(point, kpa), kpa)
    hour = outside_air_hours(plant, Weather(air, point, wet, kpa, np.array([0])), v["supply_c"])
    chilled = float(hour.chilled[0])
    return {
        "pue": pue(it, losses + heat * float(hour.power[0])),
        "losses_kw": losses,
        "heat_kw": heat,
        "fans_kw": heat * fans,
        "chilled": chilled,
        "chillers_kw": heat * chilled / v["cop"],
    }


ECONOMIZER = Calculation(
    name="economizer",
    summary="power usage effectiveness of a hall that outside air cools, in one hour",
    parameters=(
        Parameter("dry_bulb_c", unit="°C", help="of the air outdoors"),
        Parameter("rh_pct", unit="%", help="its relative humidity"),
        Parameter("pressure_kpa", unit="kPa", default=101.325, help="of the place"),
        Parameter("it_kw", unit="kW", default=1.0, help="IT load"),
        Parameter("ups_efficiency", default=1.0, help="of the UPS"),
        Parameter("distribution", default=0.0, help="loss from there on, part of the IT load"),
        Parameter("lighting", default=0.0, help="part of the IT load"),
        Parameter("supply_c", unit="°C", default=27.0, help="warmest air that racks get"),
        Parameter("supply_min_c", unit="°C", default=18.0, help="coldest air that racks get"),
        Parameter("dew_max_c", unit="°C", default=15.0, help="highest dew point that is let in"),
        Parameter("rise_k", unit="K", default=12.0, help="by which air warms over the racks"),
        Parameter("fan_pa", unit="Pa", default=685.0, help="pressure of the fans"),
        Parameter("fan_efficiency", default=0.83, help="of fans, motors and drives"),
        Parameter("cop", default=2.96, help="of the chillers in hot and humid hours"),
    ),
    results=(
        ("pue", ""), ("losses_kw", "kW"), ("heat_kw", "kW"), ("fans_kw", "kW"), ("chilled", ""),
        ("chillers_kw", "kW"),
    ),
    formula=(
        "heat = IT·(1/UPS + distribution + lighting); fans = heat·Δp/(η·ρ·cp·ΔT); chilled = "
        "(outdoors − supply)/ΔT between 0 and 1, 1 above the dew point; PUE = (heat + fans + "
        "heat·chilled/COP)/IT"
    ),
    sources=(
        "N. Lei and E. Masanet, Energy (2020), airside economizer: the closed test of the model at "
        "20 °C and 40 %, PUE 1.0747 (github.com/nuoaleon/Data-center-PUE-prediction-tool)",
        "air: ideal gas, 287.05 J/(kg K), and 1.005 kJ/(kg K)",
    ),
    run=_economizer,
)  # fmt: skip
