"""A rack's report: what its contents give, what its place adds, and the limit that binds."""

from collections.abc import Iterator
from typing import Any, Final

from designer.catalog.lost_parts import lost_ref
from designer.engine.assumptions import Assumptions
from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.reasons import NameOf
from designer.engine.report import SWINGS, RackReport
from designer.engine.subject import Filling
from designer.engine.subjects.contents.core import Place, RackCore
from designer.engine.subjects.cooling.air_methods import end_as_it_grows
from designer.engine.subjects.cooling.containment import (
    end_if_contained,
    end_without_containment,
    lacks_containment,
    surely_rests_on_containment,
    without_containment,
)
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.floor.structure import pressure_kpa, tributary_kpa
from designer.engine.subjects.racks.limits import Binding, binding_of
from designer.engine.subjects.space.space import SPACE
from designer.model.figure_cases import hull, spanning
from designer.model.figures import Answer, Figure, Gap, missing, product, stated
from designer.model.measured import fields_of, flag_of

FLOOR: Final = "floor"
"""The limit that rests on a rack's place; its mass fills it up."""


def finish(core: RackCore, place: Place, site: Assumptions) -> dict[str, Any]:
    """Return a rack report's fields but id, name and row, for a place with these aisles."""
    known = core.finished.get(place)
    if known is None:
        known = core.finished[place] = _fields(core, place, site)
    return known


def _fields(core: RackCore, place: Place, site: Assumptions) -> dict[str, Any]:
    part = core.filled.rack_part
    load = floor_load(core, place)
    name_of = Filling(core.filled, site, core.results).name_of
    limits = (*core.given.limits, _floor_limit(load, site, name_of)) if core.is_rack else ()
    cooling = core.read(COOLING)
    end, on = None, place.contained_on
    bare: Answer = "open" if on else "no" if place.contained else "yes"
    # What is in no catalogue may be a tank: nobody knows where its air ends.
    if cooling is not None and part is not None and bare != "no":
        end = end_without_containment(cooling, site)
    if cooling is not None and end is not None:
        end = end_if_contained(cooling, end, on) if on else end
        sure = surely_rests_on_containment(cooling, core.filled, site)
        limits = tuple(without_containment(limits, cooling, end, name_of, on, sure=sure))
    filling = limits
    # More air than the open hall takes asks for a contained aisle as well.
    if cooling is not None and bare == "no":
        filling = tuple(_filling(limits, cooling, site))
    binding = _binding(core, filling, site, name_of)
    given = [
        fields_of(
            {
                "floor_load_kpa": load,
                "footprint_kpa": footprint_load(core),
                "stranded_kw": binding.stranded_kw,
            }
        ),
        *core.given.fields,
    ]
    if end is not None:
        given.append(fields_of({"cooling_capacity_kw": end}))
        if cooling is not None and cooling.headroom is not None:
            left = end.minus(cooling.air).clipped(0.0)
            certain = cooling.air.exact and not on
            room = left if certain else spanning((left, cooling.headroom))
            given.append(fields_of({"cooling_headroom_kw": room}) | {"cooling_next_method": ""})
    fields: dict[str, Any] = {}
    for more in given:
        # Each subject says of its own figures what is not exact; of what a place changes, it does.
        said = (bound for bound in fields.get("bounds", ()) if bound.name not in more)
        fields |= {**more, "bounds": (*said, *more.get("bounds", ()))}
    return fields | {
        "containment_missing": flag_of(
            "no" if cooling is None else lacks_containment(cooling, core.filled, site, bare)
        ),
        "kind": part.kind if part else "rack",
        "summary": core.summary,
        "complete": not (
            any(bound.name not in SWINGS for bound in fields["bounds"])
            or core.given.lost
            or core.filled.missing
        ),
        "unknown": tuple(f"{figure} of {part_id}" for part_id, figure in core.unknown),
        "limits": limits,
        "binding_constraint": binding.name,
        "binding_open": binding.may_bind,
        "binding_because": binding.because,
        "binding_on": binding.open_on,
    }


def _filling(limits: tuple[Limit, ...], cooling: Cooling, site: Assumptions) -> Iterator[Limit]:
    """Yield the limits that a rack fills up: one more device may ask for the next method of air."""
    grown = None
    # A rack that needs a door, or whose method is decided by hand, keeps where its air ends.
    if not (cooling.by_hand or cooling.needs_door or cooling.rated is not None):
        methods = (cooling.weakest, cooling.air_method, cooling.strongest)
        grown = end_as_it_grows(methods, site)
    for limit in limits:
        if limit.name == "cooling" and grown is not None:
            end = grown
            if not cooling.air.exact:
                end = hull((limit.figure("limit"), grown), "rule cooling method")
            bare = limit.evolve(bounds=tuple(b for b in limit.bounds if b.name != "limit"))
            more = fields_of({"limit": end})
            yield bare.evolve(**{**more, "bounds": (*bare.bounds, *more.get("bounds", ()))})
        else:
            yield limit


def _binding(
    core: RackCore, limits: tuple[Limit, ...], site: Assumptions, name_of: NameOf
) -> Binding:
    """Return the limit of a rack that binds; one that is not there may be the one."""
    if core.given.limits_open:
        return Binding()
    filling_up = core.given.fills_up | {FLOOR}
    may_bind = [limit for limit in limits if limit.name in filling_up]
    return binding_of(may_bind, core.read(FEEDS), site.policy, name_of)


def _floor_limit(load: Figure, site: Assumptions, name_of: NameOf) -> Limit:
    return limit_of(
        FLOOR, "Floor, tributary area", load, floor_limit(site), name_of,
        group="floor", source="limit of the room",
    )  # fmt: skip


def floor_limit(site: Assumptions) -> Figure:
    """Return what the room's floor carries."""
    return stated(site.floor_limit_kpa, "room.floor_limit_kpa", "kPa")


def footprint_load(core: RackCore) -> Figure:
    """Return the load on what a rack covers: its mass over its footprint."""
    size = _size(core)
    if isinstance(size, Figure):
        return size
    return core[SPACE].mass_kg.times(pressure_kpa(1.0, *size), "kPa")


def _size(core: RackCore) -> tuple[int, int] | Figure:
    """Return a rack's width and depth; what keeps its load from being known where they lack."""
    part, space = core.filled.rack_part, core.read(SPACE)
    if space is None or part is None:
        return missing(lost_ref(core.contents.rack_part), "kPa")
    if not part.width_mm or not part.depth_mm:
        lacking = "depth_mm" if part.width_mm else "width_mm"
        return missing(f"{part.id}.{lacking}", "kPa")
    return part.width_mm, part.depth_mm


def floor_load(core: RackCore, place: Place) -> Figure:
    """Return the load on a rack's share of the floor: its mass over its footprint and aisles."""
    size, space = _size(core), core.read(SPACE)
    if isinstance(size, Figure) or space is None:
        return size if isinstance(size, Figure) else missing("rule mass of the rack", "kPa")
    low = tributary_kpa(1.0, *size, place.front_mm, place.rear_mm)
    if not place.open_on:
        return space.mass_kg.times(low, "kPa")
    high = tributary_kpa(1.0, *size, place.least_front_mm, place.least_rear_mm)
    gaps = tuple(Gap(ref, high - low) for ref in place.open_on)
    each = Figure(low, high, None, "kPa", 0.0, place.open_on, gaps)
    return product(space.mass_kg, each, "kPa")


def report_of(rack_id: str, name: str, row: str, fields: dict[str, Any]) -> RackReport:
    """Return a rack's report. The fields were computed here, so they are not validated again."""
    return RackReport.model_construct(id=rack_id, name=name, row=row, **fields)
