"""Rules of the building's units: a loop, one spare each (ASHRAE TC 9.9; vendor guides)."""

from collections.abc import Callable, Iterator

from designer.catalog.kinds import Kind
from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.totals.totals import TOTALS


def liquid_racks_have_a_loop(facts: Facts) -> Iterator[Finding]:
    """C05: where heat goes into a loop, a coolant distribution unit stands; tanks need none."""
    if facts[FACILITY].cdu_units:
        return
    racks = [
        key
        for core, keys in facts[CONTENTS].racks_having(COOLING)
        if core[COOLING].liquid_kw > core[COOLING].tank_kw
        for key in keys
    ]
    if racks:
        flow = sum(facts[CONTENTS].cores[key][COOLING].coolant_lpm or 0.0 for key in racks)
        yield Finding(
            "C05", "error", "no-cdu", tuple(racks),
            f"{len(racks)} liquid-cooled racks need {flow:,.0f} L/min, and no CDU stands",
            "Place coolant distribution units, one more than the load needs.", flow,
        )  # fmt: skip


def coolant_units_n_plus_one(facts: Facts) -> Iterator[Finding]:
    """C06: with one CDU lost, the others still take the liquid heat."""
    facility = facts[FACILITY]
    tanks = sum(
        core[COOLING].tank_kw * len(racks) for core, racks in facts[CONTENTS].racks_having(COOLING)
    )
    needed, liquid = facility.cdu_units_needed, (facility.liquid_kw or 0.0) - tanks
    if not facility.cdu_units or liquid <= 0 or facility.cdu_redundancy.startswith("N+"):
        return
    units = tuple(
        key
        for key, core in facts[CONTENTS].cores.items()
        if _has(core, lambda kind: kind.cools_loop)
    )
    wanted = "their capacity is not known" if needed is None else f"{needed} are needed for N+1"
    yield Finding(
        "C06", "error", "cdu", units,
        f"{facility.cdu_units} CDU for {liquid:,.0f} kW of liquid heat; {wanted}",
        "Add coolant distribution units.", liquid,
    )  # fmt: skip


def _has(core: RackCore, wanted: Callable[[Kind], bool]) -> bool:
    return any(wanted(part.traits) for part in core.filled.all_parts)


def room_air_n_plus_one(facts: Facts) -> Iterator[Finding]:
    """C17: with one air unit lost, the others still take the heat that reaches the room."""
    facility = facts[FACILITY]
    air, units, needed = (
        facility.air_kw or 0.0,
        facility.cooling_units,
        facility.cooling_units_needed,
    )
    if air <= 0:
        return
    if not units:
        yield Finding(
            "C17", "info", "no-crah", (),
            f"no air unit stands; {air:,.0f} kW of air heat is left to the building",
            "Place air handlers or in-row units to have their number checked for N+1.", air,
        )  # fmt: skip
    elif needed is not None and units < needed:
        keys = tuple(
            k
            for k, core in facts[CONTENTS].cores.items()
            if _has(core, lambda kind: kind.cools_room_air)
        )
        yield Finding(
            "C17", "error", "crah", keys,
            f"{units} air units for {air:,.0f} kW of air heat; {needed} are needed for N+1",
            "Add air units, or take heat from the room with rear doors.", air,
        )  # fmt: skip


def air_units_move_enough_air(facts: Facts) -> Iterator[Finding]:
    """C02: with one air unit lost, the others move the air that racks draw.

    A rack with a rear door gives its air back cooled and draws none from the units.
    """
    units: list[tuple[str, float]] = []
    for key, core in facts[CONTENTS].cores.items():
        part = core.filled.rack_part
        if part is None or not part.traits.cools_room_air:
            continue
        if part.cooling is None or part.cooling.airflow_m3h is None:
            return
        units.append((key, part.cooling.airflow_m3h))
    drawn = sum(
        (core[COOLING].airflow_m3h or 0.0) * len(keys)
        for core, keys in facts[CONTENTS].racks_having(COOLING)
        if core.filled.door is None
    )
    left = sum(flow for _, flow in units) - max((flow for _, flow in units), default=0.0)
    if units and drawn > left:
        yield Finding(
            "C02", "error", "crah-airflow", tuple(key for key, _ in units),
            f"racks draw {drawn:,.0f} m³/h, {len(units)} air units less one move {left:,.0f} m³/h",
            "Add air units, or contain the aisles so that less air goes round in vain.",
            drawn - left,
        )  # fmt: skip


def assumed_pue(facts: Facts) -> Iterator[Finding]:
    """D03: a planning PUE stands in for that of the site."""
    site, facility = facts.design.site, facts[FACILITY]
    if site.pue is None and facility.pue is not None and facts[TOTALS].power_max_kw:
        yield Finding(
            "D03", "info", "pue", (), f"PUE {facility.pue:g} is assumed: {facility.pue_source}",
            "Give the site's own PUE.",
        )  # fmt: skip
