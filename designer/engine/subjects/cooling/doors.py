"""A rear door's capacity as a curve of water and air. Formulas only, on plain numbers.

A coil takes `Q = ε·C·(T_air − T_water)`, with `C` the capacity rate of the air that it gets (W. M.
Kays and A. L. London, Compact Heat Exchangers, chapter 2). At the flows of the rating ε is that of
the rating. With less air ε rises, because the air stays longer, but no further than at a constant
`UA`. `UA` falls with the speed of the air, at most as the film of a turbulent flow does, whose heat
transfer goes with the 0.8th power of speed (A. P. Colburn, Trans. AIChE 29, 1933); with the fins of
coils it falls less (their `j` factors, Kays and London), and on the side of the water not at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log
from typing import Final

from designer.engine.subjects.cooling.thermal import FLUIDS, airflow_m3h

FASTEST_FALL: Final = 0.8
"""Power of the speed of air that `UA` follows at most."""
_HALVINGS: Final = 40


def capacity_kw(rated_kw: float, rated_difference_k: float, air_c: float, water_c: float) -> float:
    """Return what a door takes from air at the flows of its rating; 0 from air that is colder."""
    return max(0.0, rated_kw * (air_c - water_c) / rated_difference_k)


def part_of_rating(air_c: float, water_c: float, rated_air_c: float, rated_water_c: float) -> float:
    """Return the part of its rating that a door takes: all of it at most, 0 from colder air.

    Colder water than that of the rating would take more, of which no maker says how much.
    """
    if water_c <= rated_water_c and air_c >= rated_air_c:
        return 1.0
    rated_k = rated_air_c - rated_water_c
    if rated_k <= 0:
        return 1.0 if air_c > water_c else 0.0
    return min(1.0, capacity_kw(1.0, rated_k, air_c, water_c))


def per_kelvin(rated_kw: float, air_c: float, water_c: float) -> float:
    """Return the heat of a rating for each kelvin between its air and its water, kW/K.

    It is `inf` where these leave nothing between them.
    """
    return rated_kw / (air_c - water_c) if air_c > water_c else inf


def water_kw_per_k(flow_lpm: float) -> float:
    """Return the heat that a flow of water takes for each kelvin."""
    density, heat = FLUIDS["water"]
    return density * heat * flow_lpm / 60


def air_kw_per_k(airflow_m3h_: float, altitude_m: float = 0.0) -> float:
    """Return the heat that a flow of air takes for each kelvin: less in thin air."""
    return airflow_m3h_ / airflow_m3h(1.0, 1.0, altitude_m)


def coldest_air(
    rated_kw: float, water_c: float, airflow_m3h_: float | None, flow_lpm: float | None
) -> float:
    """Return the coldest air of a rating, °C: neither side takes more than an endless coil would.

    A door of 75 kW with 87 L/min of 30 °C lets its water out at 42.4 °C; its air was no colder.
    """
    flows = [inf]
    if airflow_m3h_:
        flows.append(air_kw_per_k(airflow_m3h_))
    if flow_lpm:
        flows.append(water_kw_per_k(flow_lpm))
    return water_c + rated_kw / min(flows)


def no_colder(planned: tuple[float, float, float], coldest_c: float) -> tuple[float, float, float]:
    """Return air that is planned with, low, likely and high, of a rating that had no colder one.

    The likely one is in the middle of what is left, where it could not be.
    """
    low, likely, high = planned
    high = max(high, coldest_c)
    return max(low, coldest_c), likely if likely >= coldest_c else (coldest_c + high) / 2, high


@dataclass(frozen=True)
class Coil:
    """A coil by its rating: which part of the difference of air and water it takes from the air.

    Attributes
    ----------
    kw_per_k
        Heat of the rating for each kelvin between its air and its water; `inf` where these leave
        nothing between them.
    air_kw_per_k
        Capacity rate of the air of the rating.
    water_kw_per_k
        That of its water; `inf` where nobody states it.
    stated
        Whether both flows are; where not, only the heat of each kelvin bounds what it takes.
    """

    kw_per_k: float
    air_kw_per_k: float
    water_kw_per_k: float = inf
    stated: bool = True

    @property
    def effectiveness(self) -> float:
        """Effectiveness of the rating on the side of the air: 1 at most."""
        return min(1.0, self.kw_per_k / self.air_kw_per_k)

    def least(self, air_kw_per_k: float) -> float:
        """Return the least effectiveness with some air: `UA` falls as fast as it can.

        For each kelvin a door never takes more than in its rating: more air would give it more, of
        which no maker says how much.
        """
        most = self._by_kelvin(air_kw_per_k)
        if air_kw_per_k >= self.air_kw_per_k:
            return most
        low = min(self.effectiveness, most)
        if not self.stated or air_kw_per_k <= 0 or self._ua == inf:
            return low
        return min(most, max(low, self._with(air_kw_per_k, FASTEST_FALL)))

    def most(self, air_kw_per_k: float) -> float:
        """Return the highest effectiveness with some air: `UA` stays."""
        most = self._by_kelvin(air_kw_per_k)
        if air_kw_per_k >= self.air_kw_per_k or not self.stated or air_kw_per_k <= 0:
            return most
        return min(most, max(self.effectiveness, self._with(air_kw_per_k, 0.0)))

    def _by_kelvin(self, air_kw_per_k: float) -> float:
        return min(1.0, self.kw_per_k / air_kw_per_k) if air_kw_per_k > 0 else 1.0

    @cached_property
    def _water(self) -> float:
        """Capacity rate of the water: what does not carry the heat of the rating is none of it."""
        return max(self.water_kw_per_k, self.kw_per_k)

    @cached_property
    def _ua(self) -> float:
        """`UA` of the rating in counterflow, kW/K; `inf` where it takes all that can be taken."""
        rated = self.kw_per_k / self.air_kw_per_k
        ratio = self.air_kw_per_k / self._water
        endless = rated >= 1 or ratio * rated >= 1
        return inf if endless else self.air_kw_per_k * _units(rated, ratio)

    def _with(self, air_kw_per_k: float, power: float) -> float:
        """Return the effectiveness with other air, where `UA` goes with a power of the air."""
        if self._ua == inf:
            return min(1.0, self._water / air_kw_per_k)
        ua = self._ua * (air_kw_per_k / self.air_kw_per_k) ** power
        return _effectiveness(ua / air_kw_per_k, air_kw_per_k / self._water)

    def whole_kw(
        self, effectiveness: Callable[[float], float], rise_k: float, above_k: float
    ) -> float:
        """Return the most heat of racks with some rise that the coil takes whole.

        It takes all of `P = C·rise` where `ε(C)·(rise + T_supply − T_water) ≥ rise`, which says
        nothing of `P` but by ε: as racks alike move more air, ε falls.

        Parameters
        ----------
        effectiveness
            By the air, kW/K: `least` or `most`.
        rise_k
            By how much racks warm their air.
        above_k
            By how much their supply air is warmer than the water.
        """
        if above_k <= 0 or rise_k == inf:
            return 0.0
        if rise_k <= 0 or self.kw_per_k == inf:
            return self.kw_per_k * (rise_k + above_k)
        asked = rise_k / (rise_k + above_k)
        by_kelvin = self.kw_per_k / asked
        if effectiveness(by_kelvin) >= asked * (1 - 1e-12):
            return self.kw_per_k * (rise_k + above_k)
        low, high = 0.0, by_kelvin
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if effectiveness(middle) >= asked:
                low = middle
            else:
                high = middle
        return low * rise_k

    def least_kw(self, heat_kw: float, air: tuple[float, float], above_k: float) -> float:
        """Return what a rack's heat gives to the coil at least.

        Parameters
        ----------
        air
            The least and the most that the air of the rack carries, kW/K.
        above_k
            By how much its supply air is warmer than the water.
        """
        (least, most), above = air, above_k
        found = self.least(most) * max(0.0, heat_kw + min(least * above, most * above))
        if most <= 0:
            return found
        by_kelvin = self.least(least) * least * max(0.0, above + heat_kw / most)
        return max(found, by_kelvin)

    def most_kw(self, heat_kw: float, air: tuple[float, float], above_k: float) -> float:
        """Return what a rack's heat gives to the coil at most."""
        (least, most), above = air, above_k
        found = self.most(least) * max(0.0, heat_kw + max(least * above, most * above))
        if least <= 0:
            return found
        by_kelvin = self.most(most) * most * max(0.0, above + heat_kw / least)
        return min(found, by_kelvin)


def _units(effectiveness: float, ratio: float) -> float:
    """Return the number of transfer units of a counterflow coil: `UA / C`."""
    if abs(1 - ratio) < 1e-6:
        return effectiveness / (1 - effectiveness)
    return log((1 - ratio * effectiveness) / (1 - effectiveness)) / (1 - ratio)


def _effectiveness(units: float, ratio: float) -> float:
    """Return the effectiveness of a counterflow coil on the side whose rate the ratio is of."""
    if abs(1 - ratio) < 1e-6:
        return units / (1 + units)
    if ratio > 1:
        grown = exp(-units * (ratio - 1))
        return (1 - grown) / (ratio - grown)
    left = exp(-units * (1 - ratio))
    return (1 - left) / (1 - ratio * left)
