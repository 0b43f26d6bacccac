"""What a plant draws and evaporates, hour by hour. Formulas only, on plain numbers and arrays.

All powers are parts of the heat that the plant takes, so that a year is the same for any load.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

import numpy as np

from designer.engine.subjects.climate.effectiveness import (
    KJ_PER_KWH,
    latent_heat_kj_kg,
    makeup_factor,
)
from designer.engine.subjects.climate.moist_air import Hours, enthalpy, humidity, saturated_at
from designer.engine.subjects.climate.weather import Weather
from designer.engine.subjects.cooling.thermal import AIR_HEAT_KJ_KG_K

Rejection = Literal["dry-cooler", "cooling-tower", "outside-air"]

STAGED_LOAD: Final = 0.75
"""Part of its capacity at which each running chiller works: where several stand, in stages."""
COLDEST_CONDENSER_C: Final = 15.0
"""The regression of chillers is of condensers from 15 to 30 °C; colder are held there."""
LIQUID_TO_GAS: Final = 1.12
"""Mass flow of a tower's water over that of its air, the closed test of Lei and Masanet (1.119)."""
WATER_KJ_KG_K: Final = 4.186
AIR_J_KG_K: Final = 287.05
"""Gas constant of dry air."""
ZERO_C_K: Final = 273.15
DRIEST_DEW_C: Final = -9.0
"""Lowest dew point of supply air: ASHRAE TC 9.9 (2021), recommended −9 to 15 °C, from memory."""


@dataclass(frozen=True)
class PlantFigures:
    """A plant, each figure one plain number.

    Attributes
    ----------
    approach_k
        Of the water that leaves to the dry bulb (dry coolers) or to the wet bulb (towers, with the
        heat exchanger behind).
    delta_t_k
        By which the facility's water, or the hall's air, is warmer when it returns.
    fan_share
        Fans at full speed, part of the heat. Of outside air they are those of the hall, which move
        the same air in any weather.
    cop
        Of air-cooled chillers; of water-cooled ones, part of what the regression gives.
    pump_share
        Of one water circuit, part of the heat.
    cycles
        Of concentration.
    fan_exponent
        With which the power of fans follows their speed: 3 by the affinity laws, 0 of fans that
        never slow down.
    chillers
        Whether they make what the weather does not.
    supply_over_k
        Supply above that which is asked: where nobody states it, the range that is planned with.
    dew_max_c
        Highest dew point of outside air that is let in.
    """

    approach_k: float
    delta_t_k: float
    fan_share: float
    cop: float
    pump_share: float
    cycles: float
    fan_exponent: float = 3.0
    chillers: bool = True
    supply_over_k: float = 0.0
    dew_max_c: float = 15.0


@dataclass(frozen=True, eq=False)
class PlantHours:
    """Hours of a plant, each for one unit of heat.

    Attributes
    ----------
    power
        What fans, pumps and chillers draw.
    chilled
        Part of the heat that chillers take.
    litres_per_kwh, most_l_per_kwh
        Water that is lost; the most that may be: if all heat were to evaporate water, or if dry
        outside air is humidified.
    supplied_c
        Water, or air, that the hall gets.
    over_k
        By how much the weather leaves it warmer than asked; 0 where chillers stand.
    """

    power: Hours
    chilled: Hours
    litres_per_kwh: Hours
    most_l_per_kwh: Hours
    supplied_c: Hours
    over_k: Hours


def chilled_part(source_c: Hours, supply_c: float, delta_t_k: float) -> Hours:
    """Return the part of the heat that is left to chillers.

    None while the weather gives water as cold as is supplied, all of it where the weather's water
    is as warm as what returns, and in proportion between (N. Lei and E. Masanet, Resour. Conserv.
    Recycl. 182 (2022) 106323, waterside economizer).
    """
    found: Hours = np.clip((source_c - supply_c) / delta_t_k, 0.0, 1.0)
    return found


def _left(plant: PlantFigures, source_c: Hours, supply_c: float) -> tuple[Hours, Hours]:
    """Return the part of the heat that chillers take, and what the supply is too warm by.

    Without chillers there is none of the first, and what the weather gives is supplied.
    """
    none = np.zeros_like(source_c)
    if plant.chillers:
        return chilled_part(source_c, supply_c, plant.delta_t_k), none
    return none, np.maximum(source_c - supply_c, 0.0)


def water_cooled_cop(condenser_c: Hours, load: float = STAGED_LOAD) -> Hours:
    """Return the COP of water-cooled chillers by the regression of Lei and Masanet (2020).

    Parameters
    ----------
    condenser_c
        Temperature of the water from the tower.
    load
        Part of the capacity.
    """
    t = np.maximum(condenser_c, COLDEST_CONDENSER_C)
    found: Hours = (
        16.798751 + 0.008840 * t**2 - 8.528931 * load**2
        + 9.885294 * load - 0.760621 * t + 0.084615 * load * t
    )  # fmt: skip
    return found


def fan_power(plant: PlantFigures, entering_c: Hours, air_c: Hours) -> Hours:
    """Return what fans draw: with their speed, which falls as the air gets colder.

    They run at full speed where the water that enters is as near to the air as they are made for.
    """
    least_k = plant.approach_k + plant.delta_t_k
    difference = np.maximum(entering_c - air_c, least_k)
    found: Hours = plant.fan_share * (least_k / difference) ** plant.fan_exponent
    return found


def air_fan_share(
    pressure_pa: float, efficiency: float, rise_k: float, air_c: float, air_kpa: float
) -> float:
    """Return what fans draw, part of the heat that their air carries: `Δp/(η·ρ·cp·ΔT)`."""
    density = air_kpa * 1000 / (AIR_J_KG_K * (air_c + ZERO_C_K))
    return pressure_pa / (efficiency * density * AIR_HEAT_KJ_KG_K * 1000 * rise_k)


def dry_hours(plant: PlantFigures, weather: Weather, supply_c: float) -> PlantHours:
    """Return the hours of dry coolers, with air-cooled chillers behind them for the hot hours."""
    air = weather.dry_bulb_c
    chilled, over = _left(plant, air + plant.approach_k, supply_c)
    entering = supply_c + over + plant.delta_t_k
    fans = fan_power(plant, entering, air)
    power = fans * (chilled < 1) + chilled / plant.cop + plant.pump_share
    none = np.zeros_like(air)
    return PlantHours(power, chilled, none, none, supply_c + over, over)


def outside_air_hours(plant: PlantFigures, weather: Weather, supply_c: float) -> PlantHours:
    """Return the hours of outside air, with air-cooled chillers for the hot and humid ones.

    The air of cold hours is mixed with what returns. Air that is more humid than allowed stays
    outside, and chillers take all of the heat; without chillers it is let in. Nobody says whether
    dry air is humidified: at most what is let in is brought up to the lowest dew point.
    """
    air, supply = weather.dry_bulb_c, supply_c + plant.supply_over_k
    chilled, over = _left(plant, air, supply)
    if plant.chillers:
        chilled = np.where(weather.dew_point_c > plant.dew_max_c, 1.0, chilled)
    power = plant.fan_share + chilled / plant.cop
    humid = humidity(weather.dew_point_c, weather.pressure_kpa)
    lacking = humidity(np.full_like(air, DRIEST_DEW_C), weather.pressure_kpa) - humid
    let_in = KJ_PER_KWH / (AIR_HEAT_KJ_KG_K * (np.maximum(supply - air, 0.0) + plant.delta_t_k))
    most = np.maximum(lacking, 0.0) * let_in
    return PlantHours(power, chilled, np.zeros_like(air), most, supply + over, over)


def tower_hours(plant: PlantFigures, weather: Weather, supply_c: float) -> PlantHours:
    """Return the hours of towers, with water-cooled chillers behind them for the humid hours.

    A second circuit pumps the tower's water; the chillers' own heat goes to the tower as well.
    """
    wet = weather.wet_bulb_c
    source = wet + plant.approach_k
    chilled, over = _left(plant, source, supply_c)
    chillers = chilled / (water_cooled_cop(source) * plant.cop)
    rejected = 1 + chillers
    # With chillers the tower's water may be as warm as the weather makes it.
    entering = np.maximum(supply_c, source) + plant.delta_t_k
    fans = fan_power(plant, entering, wet)
    power = fans * rejected + chillers + plant.pump_share * (1 + rejected)
    litres = evaporated_l_per_kwh(weather, plant.delta_t_k) * rejected
    most = latent_l_per_kwh(entering) * rejected
    makeup = makeup_factor(plant.cycles)
    least = np.minimum(litres, most)
    return PlantHours(power, chilled, least * makeup, most * makeup, supply_c + over, over)


def evaporated_l_per_kwh(weather: Weather, delta_t_k: float) -> Hours:
    """Return the water that evaporates for a kilowatt-hour of a tower's heat.

    The air leaves saturated with all the heat in it (F. Merkel); what of it warms the air takes no
    water, so that it is less in cold weather.
    """
    pressure = weather.pressure_kpa
    before = humidity(weather.dew_point_c, pressure)
    heat_kj_kg = LIQUID_TO_GAS * WATER_KJ_KG_K * delta_t_k
    leaving = saturated_at(enthalpy(weather.dry_bulb_c, before) + heat_kj_kg, pressure)
    gained: Hours = humidity(leaving, pressure) - before
    return np.maximum(gained, 0.0) * KJ_PER_KWH / heat_kj_kg


def latent_l_per_kwh(water_c: Hours) -> Hours:
    """Return the water that a kilowatt-hour evaporates where all of it is latent."""
    return KJ_PER_KWH / latent_heat_kj_kg(water_c)


HOURS_OF: Final[Mapping[Rejection, Callable[[PlantFigures, Weather, float], PlantHours]]] = (
    MappingProxyType({
        "dry-cooler": dry_hours, "cooling-tower": tower_hours, "outside-air": outside_air_hours,
    })
)  # fmt: skip
"""What the plant of each way of rejecting heat does hour by hour."""
