"""The building's side: PUE, coolant and air units that stand and that are needed."""

from collections import Counter
from collections.abc import Callable, Mapping
from math import ceil

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind
from designer.engine.assumptions import pue_default
from designer.engine.report import Facility
from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.totals.sums import SUMS
from designer.model.design import Design

FACILITY: Key[Facility] = Key("facility")


def facility_of(facts: Facts) -> Facility:
    """Return the building's side: PUE, coolant and air units placed and needed (N+1)."""
    cores, sums = facts[CONTENTS].numbers, facts[SUMS]
    it_kw = sums["max"]
    pue, source = _pue(cores, facts.design, facts.catalog)
    door = sums["door"] or 0.0
    air = (sums["air"] or 0.0) - door
    coolant_units = _units(cores, lambda kind: kind.cools_loop)
    # Rear doors may hang on the building's own water; where CDUs stand, these serve them too.
    # A tank brings its own exchanger and asks none of them.
    looped = (sums["liquid"] or 0.0) - (sums["tank"] or 0.0)
    on_units = looped + (door if coolant_units else 0.0)
    air_units = _units(cores, lambda kind: kind.cools_room_air)
    return Facility.model_construct(
        it_kw=it_kw,
        facility_kw=None if it_kw is None or pue is None else it_kw * pue,
        pue=pue,
        pue_source=source,
        wue=None,
        cdu_units=len(coolant_units),
        cdu_units_needed=_needed(on_units, coolant_units),
        cdu_redundancy=_redundancy(on_units, coolant_units),
        cooling_units=len(air_units),
        cooling_units_needed=_needed(air, air_units),
        air_kw=air,
        liquid_kw=(sums["liquid"] or 0.0) + door,
    )


def _pue(
    cores: Mapping[RackCore, int], design: Design, catalog: Catalog
) -> tuple[float | None, str]:
    if design.site.pue is not None:
        return design.site.pue, "decided for this site"
    heat: Counter[str] = Counter()
    for core, racks in cores.items():
        heat[core[COOLING].method] += int(racks * 1000 * (core[POWER].max_kw or 0.0))
    method = max(heat, key=lambda name: heat[name], default="")
    default = pue_default(catalog, method)
    if default is None:
        return None, "not known: the site gives none and the catalogue has no default"
    return default.value, f"{default.name}: {default.source}"


def _units(cores: Mapping[RackCore, int], wanted: Callable[[Kind], bool]) -> list[float | None]:
    """Return the capacity of each placed unit of some kinds."""
    found: list[float | None] = []
    for core, number in cores.items():
        for part in core.filled.all_parts:
            if wanted(part.traits):
                found += [part.cooling.capacity_kw if part.cooling else None] * number
    return found


def _needed(load_kw: float, units: list[float | None]) -> int | None:
    """Return the units needed for N+1; None if none tells its capacity.

    Of the placed ones, smallest first, as many as carry the load with the largest of them lost;
    what they lack is made up by more of the smallest.
    """
    if load_kw <= 0:
        return 0
    known = sorted(unit for unit in units if unit)
    if not known:
        return None
    left = 0.0
    for count, unit in enumerate(known, start=1):
        if left >= load_kw - 1e-9:
            return count
        left += unit
    return len(known) + ceil((load_kw - left + known[-1]) / known[0] - 1e-9)


def _redundancy(load_kw: float, units: list[float | None]) -> str:
    """Return how many units may fail: N, N+1 …; empty without load or known units."""
    known = sorted(unit for unit in units if unit)
    if load_kw <= 0 or not known:
        return ""
    if sum(known) < load_kw:
        return "less than N"
    spare = 0
    while len(known) > 1 and sum(known[:-1]) >= load_kw:
        known.pop()
        spare += 1
    return f"N+{spare}" if spare else "N"
