"""Rules of cooling: bands, loops, units with one spare (OCP; ASHRAE TC 9.9; vendor guides)."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.part import AIR_UNIT_KINDS
from designer.engine.checks.facts import Facts, Finding
from designer.engine.rack import RackCore

CONTAINMENT_FROM_KW = 10.0
"""Above 10 kW a rack without containment draws its own exhaust: planning rule DRC-C14."""

_IN_ROOM = ("room-air", "in-row")
_LOOP_UNITS: Final = frozenset({"cdu"})


def heat_within_the_band(facts: Facts) -> Iterator[Finding]:
    """C01: a rack's heat is within what its method handles."""
    for core, racks in facts.racks_by_core.items():
        cooling, heat = core.cooling, core.cooling.air_kw + core.cooling.liquid_kw
        if cooling.capacity_kw is not None and heat > cooling.capacity_kw:
            yield Finding(
                "C01", "error", f"{cooling.method}:beyond", racks,
                f"{core.summary}: {heat:.1f} kW, {cooling.name} ends at "
                f"{cooling.capacity_kw:g} kW",
                "Spread the devices over more racks, or choose a stronger method.",
                heat - cooling.capacity_kw,
            )  # fmt: skip
        elif cooling.warn_kw is not None and heat > cooling.warn_kw:
            yield Finding(
                "C01", "warning", cooling.method, racks,
                f"{core.summary}: {heat:.1f} kW with {cooling.name}, most sources plan "
                f"with {cooling.warn_kw:g} kW" + (
                    f" and none beyond {cooling.capacity_kw:g} kW" if cooling.capacity_kw else ""
                ),
                "Have the vendor confirm the rack profile, or use a rear door.",
                heat - cooling.warn_kw,
            )  # fmt: skip


def rear_doors_hang_where_needed(facts: Facts) -> Iterator[Finding]:
    """C12: a rack whose heat asks for a rear door has one."""
    for core, racks in facts.racks_by_core.items():
        if core.cooling.method == "rear-door" and core.filled.door is None:
            heat = core.cooling.air_kw
            yield Finding(
                "C12", "warning", "no-door", racks,
                f"{core.summary}: {heat:.1f} kW ask for a rear door, and none hangs",
                "Place a rear door on the rack, or decide its cooling by hand if the vendor "
                "stands for the rack profile in contained air.",
                heat,
            )  # fmt: skip


def liquid_racks_have_a_loop(facts: Facts) -> Iterator[Finding]:
    """C05: where heat goes into a loop, a coolant distribution unit stands; tanks need none."""
    if facts.facility.cdu_units:
        return
    racks = [
        key
        for core, keys in facts.racks_by_core.items()
        if core.cooling.liquid_kw > core.cooling.tank_kw
        for key in keys
    ]
    if racks:
        flow = sum(facts.cores[key].cooling.coolant_lpm or 0.0 for key in racks)
        yield Finding(
            "C05", "error", "no-cdu", tuple(racks),
            f"{len(racks)} liquid-cooled racks need {flow:,.0f} L/min, and no CDU stands",
            "Place coolant distribution units, one more than the load needs.", flow,
        )  # fmt: skip


def coolant_units_n_plus_one(facts: Facts) -> Iterator[Finding]:
    """C06: with one CDU lost, the others still take the liquid heat."""
    facility = facts.facility
    tanks = sum(core.cooling.tank_kw * len(racks) for core, racks in facts.racks_by_core.items())
    needed, liquid = facility.cdu_units_needed, (facility.liquid_kw or 0.0) - tanks
    if not facility.cdu_units or liquid <= 0 or facility.cdu_redundancy.startswith("N+"):
        return
    units = tuple(key for key, core in facts.cores.items() if _is(core, _LOOP_UNITS))
    wanted = "their capacity is not known" if needed is None else f"{needed} are needed for N+1"
    yield Finding(
        "C06", "error", "cdu", units,
        f"{facility.cdu_units} CDU for {liquid:,.0f} kW of liquid heat; {wanted}",
        "Add coolant distribution units.", liquid,
    )  # fmt: skip


def _is(core: RackCore, kinds: frozenset[str]) -> bool:
    return any(part.kind in kinds for part in core.filled.all_parts)


def containment_above_ten_kilowatts(facts: Facts) -> Iterator[Finding]:
    """C14: racks above 10 kW that the room's air cools stand in contained aisles."""
    if facts.site.containment != "none":
        return
    hot = {
        core: keys
        for core, keys in facts.racks_by_core.items()
        if core.cooling.method in _IN_ROOM and core.cooling.air_kw > CONTAINMENT_FROM_KW
    }
    if hot:
        racks = tuple(key for keys in hot.values() for key in keys)
        most = max(core.cooling.air_kw for core in hot)
        yield Finding(
            "C14", "warning", "containment", racks,
            f"{len(racks)} rack{'' if len(racks) == 1 else 's'} of up to {most:.1f} kW "
            "in aisles without containment",
            "Contain the cold or the hot aisle, and close empty units with blanking panels.",
        )  # fmt: skip


def room_air_n_plus_one(facts: Facts) -> Iterator[Finding]:
    """C17: with one air unit lost, the others still take the heat that reaches the room."""
    facility = facts.facility
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
        keys = tuple(k for k, core in facts.cores.items() if _is(core, AIR_UNIT_KINDS))
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
    for key, core in facts.cores.items():
        part = core.filled.rack_part
        if part is None or part.kind not in AIR_UNIT_KINDS:
            continue
        if part.cooling is None or part.cooling.airflow_m3h is None:
            return
        units.append((key, part.cooling.airflow_m3h))
    drawn = sum(
        (core.cooling.airflow_m3h or 0.0) * len(keys)
        for core, keys in facts.racks_by_core.items()
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
