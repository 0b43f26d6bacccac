"""What a rear door takes of a rack's heat: its rating, at the water and the air that it gets.

It takes the effectiveness of its coil times what the rack's air carries for each kelvin, times the
difference of that air and its water (`doors.py`), and never more than its rating. Its limit is the
most heat of racks that warm their air as this one does which it takes whole, so that a rack of few
devices knows how many more there may be; of more heat than that it is what the door takes of it.
Air that leaves the rack is as warm as the supply air and the rise over the rack; where the site
states no supply air, it is open within the range that is planned with.

Thin air carries less for each kelvin. It also leaves the rack warmer, of which a door could take
more: no maker says so, and the door has no more than at sea level.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Final, NamedTuple

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.subjects.cooling.air_methods import capacity_of
from designer.engine.subjects.cooling.doors import (
    Coil,
    air_kw_per_k,
    coldest_air,
    no_colder,
    per_kelvin,
    water_kw_per_k,
)
from designer.model.figures import Figure, Gap, estimate, exact, merged, product

CURVE: Final = "rule door's curve"
AIR_OF_RATING: Final = "rule air of a door's rating"
_MOST_M3H: Final = 1e9
"""Air that nothing bounds, as a number to compute with."""


@dataclass(frozen=True)
class _Inputs:
    """What the limit of a door follows from: kW, m³/h, temperatures in °C, and rises in K."""

    heat: Figure
    airflow: Figure
    supply: Figure
    water: Figure
    rated_air: Figure
    rated_rise: Figure
    usual: Figure

    def each(self) -> Iterator[Figure]:
        """Yield every input."""
        return (getattr(self, field.name) for field in fields(self))

    def only_open(self, name: str) -> "_Inputs":
        """Return the same with every other input as it likely is."""
        others = {
            field.name: exact(getattr(self, field.name).likely)
            for field in fields(self)
            if field.name != name
        }
        return replace(self, **others)


class _Taken(NamedTuple):
    """Heat that a door takes, kW."""

    low: float
    high: float
    likely: float


def capacity_at(
    door: Part, water: Figure, heat: Figure, airflow: Figure, site: Assumptions
) -> Figure:
    """Return the limit of a door with its water, kW: at most its rating.

    Nobody can say how much less where its rating names no water.

    Parameters
    ----------
    water
        The water that it gets, °C.
    heat, airflow
        Heat in air of the rack, kW, and the air that carries it, m³/h.
    """
    rated, condition = capacity_of(door), door.cooling
    if condition is None or rated.unknown:
        return rated
    if condition.water_max_c is None:
        gap = Gap(f"{door.id}.cooling.water_max_c", 1.0)
        return product(rated, Figure(0.0, 1.0, None, "", 0.0, (CURVE,), (gap,)), "kW")
    flow = condition.airflow_m3h
    rise = exact(0.0) if flow is not None else _rise_of_rating(door, site)
    usual = site.air_delta_t if heat.high <= 0 else exact(site.air_delta_t.likely, "K")
    inputs = _Inputs(
        heat, airflow, site.supply_air, water, _air_of_rating(door, site), rise, usual
    )  # fmt: skip
    return product(rated, _part(door, inputs, max(0.0, site.altitude_m)), "kW")


def _part(door: Part, inputs: _Inputs, altitude_m: float) -> Figure:
    """Return the part of its rating that a door takes, 0 to 1."""
    rated_kw = capacity_of(door).low
    if rated_kw <= 0:
        return exact(1.0, "", CURVE)

    def taken(of: _Inputs) -> tuple[float, float, float]:
        at_sea = _taken(door, rated_kw, of, 0.0)
        here = _taken(door, rated_kw, of, altitude_m) if altitude_m > 0 else at_sea
        low, high, likely = (
            min(1.0, min(one, other) / rated_kw) for one, other in zip(here, at_sea, strict=True)
        )
        return low, max(low, high), likely

    low, high, likely = taken(inputs)
    if low == high:
        return exact(low, "", CURVE)
    gaps = []
    for field in fields(inputs):
        one: Figure = getattr(inputs, field.name)
        least, most, _ = taken(inputs.only_open(field.name)) if one.gaps else (0.0, 0.0, 0.0)
        gaps += [Gap(gap.ref, most - least) for gap in one.gaps]
    none_open = taken(inputs.only_open(""))
    flow = door.cooling.flow_lpm if door.cooling else None
    because = CURVE if flow is not None else f"{door.id}.cooling.flow_lpm"
    gaps.append(Gap(because, none_open[1] - none_open[0]))
    known = all(one.value is not None for one in inputs.each())
    value = min(max(likely, low), high) if known else None
    return Figure(low, high, value, "", 1.0, (CURVE,), merged(gaps), known)


def _taken(door: Part, rated_kw: float, of: _Inputs, altitude_m: float) -> _Taken:
    """Return the limit of a door at an altitude, its rating aside.

    It takes `ε·C·(T_air − T_water)`, with `T_air = T_supply + P / C`. Of more air ε is no higher
    and `ε·C` no lower, so that each bound is the narrower of two. Its limit is highest and lowest
    at the ends of the rise of racks: it grows with the rise at a constant UA, and where UA falls
    with the air it has one peak, so that it is lowest at one of the ends.
    """
    bounded = of.airflow.clipped(most=_MOST_M3H)
    least, most, mean = (
        air_kw_per_k(flow, altitude_m) for flow in (bounded.low, bounded.high, bounded.likely)
    )
    rises = (_rise(of.heat.low, most, of.usual.low), _rise(of.heat.high, least, of.usual.high))
    usual_rise = _rise(of.heat.likely, mean, of.usual.likely)
    weak = _coil(door, rated_kw, of.rated_air.high, of.rated_rise.low)
    strong = _coil(door, rated_kw, of.rated_air.low, of.rated_rise.high)
    usual = _coil(door, rated_kw, of.rated_air.likely, of.rated_rise.likely)
    above = of.supply.minus(of.water)
    return _Taken(
        max(
            weak.least_kw(of.heat.low, (least, most), above.low),
            min(weak.whole_kw(weak.least, rise, above.low) for rise in rises),
        ),
        max(
            strong.most_kw(of.heat.high, (least, most), above.high),
            *(strong.whole_kw(strong.most, rise, above.high) for rise in rises),
        ),
        max(
            usual.least_kw(of.heat.likely, (mean, mean), above.likely),
            usual.whole_kw(usual.least, usual_rise, above.likely),
        ),
    )


def _rise(heat_kw: float, air_kw_per_k_: float, usual_k: float) -> float:
    """Return by how much a rack warms its air, K; of an empty rack what is planned with."""
    if air_kw_per_k_ > 0:
        return heat_kw / air_kw_per_k_ if heat_kw > 0 else usual_k
    return inf if heat_kw > 0 else usual_k


def _coil(door: Part, rated_kw: float, air_c: float, rise_k: float) -> Coil:
    """Return the coil of a door of whose rating the air is known.

    Parameters
    ----------
    rise_k
        By how much it cools its air in its rating, where nobody states how much air that is.
    """
    rating = door.cooling
    flow, lpm = (rating.airflow_m3h, rating.flow_lpm) if rating else (None, None)
    water_c = rating.water_max_c if rating else None
    return Coil(
        inf if water_c is None else per_kelvin(rated_kw, air_c, water_c),
        air_kw_per_k(flow) if flow is not None else rated_kw / rise_k if rise_k > 0 else inf,
        inf if lpm is None else water_kw_per_k(lpm),
        flow is not None and lpm is not None,
    )


def _rise_of_rating(door: Part, site: Assumptions) -> Figure:
    """Return by how much a door cools its air in its rating, K.

    Where nobody states its airflow, as much as air warms over racks by the planning default: a door
    hangs behind a rack, and gives back the air about as the rack took it in.
    """
    usual, ref = site.door_rise, f"{door.id}.cooling.airflow_m3h"
    return estimate(usual.likely, usual.low, usual.high, "K", ref, AIR_OF_RATING)


def _air_of_rating(door: Part, site: Assumptions) -> Figure:
    """Return the air that enters a door in its rating, °C."""
    stated, ref = door.cooling.air_in_c if door.cooling else None, f"{door.id}.cooling.air_in_c"
    if stated is not None:
        return exact(stated, "°C", ref)
    usual, rating = site.door_air, door.cooling
    low, likely, high = usual.low, usual.likely, usual.high
    if rating and rating.water_max_c is not None and rating.capacity_kw is not None:
        flows = (rating.airflow_m3h, rating.flow_lpm)
        coldest = coldest_air(rating.capacity_kw, rating.water_max_c, *flows)
        low, likely, high = no_colder((low, likely, high), coldest)
    return estimate(likely, low, high, "°C", ref, AIR_OF_RATING)


def least_left(water: Figure, heat: Figure, airflow: Figure, site: Assumptions) -> Figure:
    """Return the heat that a door leaves to the room at least: no coil cools air below its water.

    Nothing where the water is no warmer than the supply air.
    """
    above = water.minus(site.supply_air).clipped(0.0)
    if above.high <= 0:
        return exact(0.0, "kW")
    per_k = airflow.times(air_kw_per_k(1.0, site.altitude_m), "kW")
    return product(per_k, above, "kW").clipped(most=heat.high)
