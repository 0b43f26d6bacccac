"""What a cooling unit on the floor is said to be: what it takes, how much, and what it needs.

A unit holds no devices, so no limit of a rack means anything for it. Figures are those of its part
and of the engine's report on the facility. No widgets.
"""

from collections.abc import Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.report import RackReport, Report
from designer.model.figure_words import NOT_STATED, UNKNOWN, how_many, quantity
from designer.model.figures import within
from designer.ui.state.tips import building_power
from designer.ui.views.elevation.remark import Remark

_TAKES: Final = {
    "coolant-loop": "heat that coolant brings from cold plates, rear doors and tanks",
    "room-air": "heat that racks leave in the room's air",
}


def unit_remarks(
    part: Part, catalog: Catalog, own: RackReport | None, report: Report | None, *, estimates: bool
) -> tuple[Remark, ...]:
    """Return what there is to say of a cooling unit.

    Parameters
    ----------
    own
        What the report says of the unit.
    estimates
        Whether the design lets named estimates fill in for what nobody states.
    """
    if part.traits.rejects:
        return (*_rejector(part, report), *_standing(own))
    told = [_capacity(part), Remark("Takes", _TAKES.get(part.traits.cools, NOT_STATED), "plain")]
    if report is not None:
        told += _among_its_like(part, report)
    cooling = part.cooling
    if cooling is not None and part.traits.cools_loop:
        told.append(_stated("Flow", cooling.flow_lpm, "{:,.0f} l/min"))
        to = "room's air" if cooling.rejects_to == "room-air" else "facility water"
        told.append(_stated("Approach", cooling.approach_k, f"{{:g}} K to the {to}"))
    elif cooling is not None:
        told.append(_stated("Airflow", cooling.airflow_m3h, "{:,.0f} m³/h"))
    if cooling is not None and cooling.water_max_c is not None:
        told.append(Remark("Water", f"{cooling.water_max_c:g} °C at most", "plain"))
    power = catalog.figures(estimates=estimates).of(part.id, "power_max_w")
    told.append(Remark("Draws", building_power(power), "unknown" if power.unknown else "plain"))
    return (*told, *_standing(own))


def _capacity(part: Part) -> Remark:
    cooling = part.cooling
    if cooling is None or cooling.capacity_kw is None:
        return Remark("Removes", f"capacity {NOT_STATED}", "unknown")
    under = f", {cooling.condition}" if cooling.condition else ""
    return Remark("Removes", f"{cooling.capacity_kw:,.0f} kW{under}", "plain")


def _rejector(part: Part, report: Report | None) -> Iterator[Remark]:
    """Yield what a cooler, a tower or a chiller gives off, and what all that are drawn have to."""
    yield _gives_off(part)
    behind = part.rejection is not None and part.rejection.against == "condenser-water"
    to = "the water of coolers or towers" if behind else "outdoor air"
    yield Remark("Takes", f"heat of the facility water, which it gives to {to}", "plain")
    if report is None or not report.facility.rejection_units:
        return
    facility = report.facility
    heat, left = facility.figure("rejection_heat_kw"), facility.figure("rejection_left_kw")
    enough = within(heat, left).answer
    state = "plain" if enough == "yes" else "error" if enough == "no" else "unknown"
    words = f"{quantity(heat)}; with one of all that are drawn lost, the others take "
    yield Remark("Load", words + (UNKNOWN if left.unknown else quantity(left)), state)


def _gives_off(part: Part) -> Remark:
    figures = part.rejection
    law = None if figures is None else figures.over_difference
    if law is not None:
        said = f"{law.kw_per_k:g} kW for each kelvin between entering water and air"
        return Remark("Gives off", said, "plain")
    points = () if figures is None else figures.points
    if not points:
        return Remark("Gives off", NOT_STATED, "unknown")
    taken, water = [p.capacity_kw for p in points], [p.water_c for p in points]
    span = _span(taken, ",.0f", "kW")
    return Remark("Gives off", f"{span}, water of {_span(water, 'g', '°C')}", "plain")


def _span(values: list[float], form: str, unit: str) -> str:
    least, most = min(values), max(values)
    head = f"{least:{form}}–" if least < most else ""
    return f"{head}{most:{form}} {unit}"


def _stated(what: str, value: float | None, words: str) -> Remark:
    if value is None:
        return Remark(what, NOT_STATED, "unknown")
    return Remark(what, words.format(value), "plain")


def _among_its_like(part: Part, report: Report) -> list[Remark]:
    """Return the heat that all units of its sort share, and how many of them it takes."""
    why = report.why_lost("facility")
    if why:
        return [Remark("Load", why, "unknown")]
    facility = report.facility
    loop = part.traits.cools_loop
    heat = facility.figure("liquid_kw" if loop else "air_kw", "kW")
    standing = facility.figure("cdu_units" if loop else "cooling_units")
    needed = facility.cdu_units_needed if loop else facility.cooling_units_needed
    sort = "coolant distribution unit" if loop else "air unit"
    words = f"{quantity(heat)}, shared by {how_many(standing, sort)}"
    if needed is None or not standing.exact:
        return [Remark("Load", f"{words}; how many are needed cannot be said", "unknown")]
    state = "plain" if standing.low >= needed else "error"
    verb = "is" if needed == 1 else "are"
    return [Remark("Load", f"{words}; {needed} {verb} needed, so that one may be lost", state)]


def _standing(own: RackReport | None) -> list[Remark]:
    if own is None:
        return []
    mass, load = own.figure("weight_kg", "kg"), own.figure("floor_load_kpa", "kPa")
    words = [quantity(mass) if not mass.unknown else f"mass {NOT_STATED}"]
    if not load.unknown:
        # With half of each aisle, as of a rack: what it presses on its own footprint is not said.
        words.append(f"floor, tributary area: {quantity(load)}")
    return [Remark("Stands", ", ".join(words), "unknown" if mass.unknown else "plain")]
