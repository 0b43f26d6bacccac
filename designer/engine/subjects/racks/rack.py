"""A rack's report: what its contents give, what its place adds, and the limit that binds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

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
from designer.engine.subjects.racks.floor_share import FLOOR, floor_load, footprint_load
from designer.engine.subjects.racks.limits import Binding, binding_of
from designer.engine.subjects.racks.strands import strands_of
from designer.model.figure_cases import hull, spanning
from designer.model.figures import Answer, Figure, stated
from designer.model.measured import fields_of, flag_of


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
    if cooling is not None and bare != "yes":
        filling = tuple(_filling(limits, cooling, site, on))
    filling = _filling_up(core, filling)
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
    fields = _merged(given)
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
        "strands": strands_of(core, place, filling, binding, site.policy),
        "binding_constraint": binding.name,
        "binding_open": binding.may_bind,
        "binding_because": binding.because,
        "binding_on": binding.open_on,
    }


def _merged(given: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields of all, each later one before those of its name, with its own bounds."""
    fields: dict[str, Any] = {}
    for more in given:
        # Each subject says of its own figures what is not exact; of what a place changes, it does.
        said = (bound for bound in fields.get("bounds", ()) if bound.name not in more)
        fields |= {**more, "bounds": (*said, *more.get("bounds", ()))}
    return fields


def _filling(
    limits: tuple[Limit, ...], cooling: Cooling, site: Assumptions, open_on: Sequence[str]
) -> Iterator[Limit]:
    """Yield the limits that a rack fills up: one more device may ask for the next method of air.

    Parameters
    ----------
    open_on
        What leaves open whether its aisle is closed, so that it may not grow beyond open air.
    """
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
            if open_on:
                end = hull((limit.figure("limit"), end), open_on[0])
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
    return binding_of(limits, core.read(FEEDS), site.policy, name_of)


def _filling_up(core: RackCore, limits: Iterable[Limit]) -> tuple[Limit, ...]:
    """Return the limits that more of the same devices fill up."""
    names = core.given.fills_up | {FLOOR}
    return tuple(limit for limit in limits if limit.name in names)


def _floor_limit(load: Figure, site: Assumptions, name_of: NameOf) -> Limit:
    return limit_of(
        FLOOR, "Floor, tributary area", load, floor_limit(site), name_of,
        group="floor", source="limit of the room",
    )  # fmt: skip


def floor_limit(site: Assumptions) -> Figure:
    """Return what the room's floor carries."""
    return stated(site.floor_limit_kpa, "room.floor_limit_kpa", "kPa")


def report_of(rack_id: str, name: str, row: str, fields: dict[str, Any]) -> RackReport:
    """Return a rack's report. The fields were computed here, so they are not validated again."""
    return RackReport.model_construct(id=rack_id, name=name, row=row, **fields)
