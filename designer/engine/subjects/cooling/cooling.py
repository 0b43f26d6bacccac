"""How a rack is cooled: the method by stated bands, the split of its heat, air and coolant.

All power becomes heat. Parts with a liquid fraction give that part to a loop; a part that states
none is cooled by air. In an immersion tank all heat goes into its liquid.
"""

from dataclasses import dataclass

from designer.engine.assumptions import (
    AIR_METHODS,
    COOLANT,
    COOLANT_DELTA_T_K,
    Assumptions,
    Band,
)
from designer.engine.filling import Filled
from designer.engine.subject import Key
from designer.engine.subjects.cooling.thermal import airflow_m3h, coolant_lpm


@dataclass(frozen=True)
class Cooling:
    """What cooling a rack needs and has.

    Attributes
    ----------
    air_kw, liquid_kw
        Heat that leaves the devices with air, and with a liquid.
    door_kw
        Part of `air_kw` that the rear door takes from the room.
    tank_kw
        Part of `liquid_kw` that an immersion tank gives to the building's water by itself.
    warn_kw, capacity_kw
        Where a reviewer asks, and where the method ends; None where no fixed figure holds.
    """

    method: str = ""
    name: str = ""
    reason: str = ""
    air_kw: float = 0.0
    liquid_kw: float = 0.0
    door_kw: float = 0.0
    tank_kw: float = 0.0
    warn_kw: float | None = None
    capacity_kw: float | None = None
    airflow_m3h: float | None = None
    coolant_lpm: float | None = None
    source: str = ""


COOLING: Key[Cooling] = Key("cooling")


def cooling_of(filled: Filled, heat_kw: float, site: Assumptions) -> Cooling:
    """Return how a rack with a heat is cooled."""
    liquid = heat_kw if filled.tank is not None else _liquid_kw(filled)
    if heat_kw <= 0:
        return Cooling(airflow_m3h=0.0, coolant_lpm=0.0, reason="no heat to remove")
    air = heat_kw - liquid
    method, reason = _method(filled, heat_kw, liquid, site)
    band = site.band(method)
    warn, capacity, source = _limits(filled, method, band)
    hangs = method == "rear-door" and filled.door is not None
    door = min(air, capacity or 0.0) if hangs else 0.0
    return Cooling(
        method=method,
        name=_name(filled, method, band),
        reason=reason,
        air_kw=air,
        liquid_kw=liquid,
        door_kw=door,
        tank_kw=heat_kw if filled.tank is not None else 0.0,
        warn_kw=warn,
        capacity_kw=capacity,
        airflow_m3h=0.0 if filled.tank is not None else _airflow(filled, site),
        coolant_lpm=_coolant(filled, liquid, method),
        source=source,
    )


def _liquid_kw(filled: Filled) -> float:
    """Return the heat that cold plates give to a loop."""
    return sum(
        (part.power_max_w or 0.0) / 1000 * (part.liquid_fraction or 0.0)
        for _, part in filled.powered
    )


def _method(filled: Filled, heat_kw: float, liquid_kw: float, site: Assumptions) -> tuple[str, str]:
    """Return the method and why it is this one.

    What hangs there decides; without it, the simplest method that sources plan with for this
    heat, or where none does, the strongest that reaches it at all: so that a rack which grows
    never goes back to a weaker method.
    """
    if filled.tank is not None:
        return "immersion", f"everything stands in {filled.tank.name}"
    decided = filled.contents.cooling
    if decided != "auto":
        return decided, "decided by hand for this rack"
    if liquid_kw > 0:
        share = 100 * liquid_kw / heat_kw
        return "direct-to-chip", f"parts with cold plates give {share:.0f} % of the heat to a loop"
    if filled.door is not None:
        return "rear-door", f"{filled.door.name} hangs on the rack"
    bands = [band for name in AIR_METHODS if (band := site.band(name)) is not None]
    for band in bands:
        if band.warn_kw is None or heat_kw < band.warn_kw:
            return band.method, _holds(band, heat_kw)
    for band in reversed(bands):
        if band.error_kw is None or heat_kw <= band.error_kw:
            return band.method, _holds(band, heat_kw)
    if not bands:
        return "", "the catalogue states no cooling bands"
    last = bands[-1]
    return last.method, f"{heat_kw:.1f} kW is beyond every air method; {last.name} ends highest"


def _holds(band: Band, heat_kw: float) -> str:
    if band.error_kw is None:
        return f"{band.name}: no fixed limit"
    if band.warn_kw is not None and heat_kw < band.warn_kw:
        return f"{heat_kw:.1f} kW: {band.name.lower()}, planned with up to {band.warn_kw:g} kW"
    return (
        f"{heat_kw:.1f} kW: {band.name.lower()} reaches {band.error_kw:g} kW, but most sources "
        f"plan with {band.warn_kw:g} kW"
    )


def _name(filled: Filled, method: str, band: Band | None) -> str:
    """Return what people call the cooling of this rack."""
    if method == "rear-door" and filled.door is not None:
        return filled.door.name
    if filled.tank is not None:
        return filled.tank.name
    return band.name if band else method.replace("-", " ")


def _limits(
    filled: Filled, method: str, band: Band | None
) -> tuple[float | None, float | None, str]:
    """Return where a method warns and ends here; a unit's own rating goes before its band."""
    door = filled.door.cooling if filled.door else None
    tank = filled.tank.cooling if filled.tank else None
    own, word = (tank, "tank") if filled.tank else (door, "door")
    rated = method == ("immersion" if filled.tank else "rear-door")
    if rated and own is not None and own.capacity_kw is not None:
        condition = f" at {own.condition}" if own.condition else ""
        return None, own.capacity_kw, f"rating of the {word}{condition}"
    if band is None:
        return None, None, ""
    return band.warn_kw, band.error_kw, band.source


def _airflow(filled: Filled, site: Assumptions) -> float:
    """Return the rack's airflow: what parts state, and by their heat where they do not."""
    total = 0.0
    for _, part in filled.powered:
        if part.airflow_m3h is not None:
            total += part.airflow_m3h
            continue
        air_kw = (part.power_max_w or 0.0) / 1000 * (1 - (part.liquid_fraction or 0.0))
        total += airflow_m3h(air_kw, site.air_delta_t_k, site.altitude_m)
    return total


def _coolant(filled: Filled, liquid_kw: float, method: str) -> float:
    tank = filled.tank.cooling if filled.tank else None
    if tank is not None and tank.flow_lpm is not None:
        return tank.flow_lpm
    flow = coolant_lpm(liquid_kw, COOLANT_DELTA_T_K, COOLANT)
    door = filled.door.cooling if filled.door else None
    if method == "rear-door" and door is not None and door.flow_lpm is not None:
        flow += door.flow_lpm
    return flow
