"""A rack's report: what its contents give, what its place adds, and the limit that binds."""

from collections.abc import Iterator
from typing import Any

from designer.catalog.kinds import STAND_IN_RACK
from designer.engine.assumptions import Assumptions
from designer.engine.limit import amount_limit
from designer.engine.report import Limit, RackReport
from designer.engine.subject import ContentsWork, Filling
from designer.engine.subjects.contents.fillings import RackCore
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.floor.structure import tributary_kpa
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.racks.limits import stranded
from designer.engine.subjects.space.space import SPACE

Works = tuple[tuple[str, ContentsWork], ...]


def unknown_of(core: RackCore) -> tuple[tuple[str, str], ...]:
    """Return part and figure of everything that is needed and not known."""
    power, space = core.read(POWER), core.read(SPACE)
    mass = ((part, "mass_kg") for part in (space.mass_unknown if space else ()))
    gone = ((part, "part") for part in core.filled.missing)
    gpus = ((p.id, "gpus") for p in core.filled.all_parts if p.gpu_count is None)
    return (*(power.unknown if power else ()), *mass, *gone, *dict.fromkeys(gpus))


def is_complete(core: RackCore) -> bool:
    """Return whether no figure is a sum over a part of what stands here."""
    power, space = core.read(POWER), core.read(SPACE)
    if power is None or space is None:
        return False
    return not (power.partial or space.mass_unknown or core.filled.missing)


def finish(
    core: RackCore, front_mm: float, rear_mm: float, site: Assumptions, works: Works
) -> dict[str, Any]:
    """Return a rack report's fields but id, name and row, for a place with these aisles."""
    key = (front_mm, rear_mm)
    known = core.finished.get(key)
    if known is None:
        known = core.finished[key] = _fields(core, front_mm, rear_mm, site, works)
    return known


def _fields(
    core: RackCore, front_mm: float, rear_mm: float, site: Assumptions, works: Works
) -> dict[str, Any]:
    part, power, feeds = core.filled.rack_part, core.read(POWER), core.read(FEEDS)
    load = _floor_load(core, front_mm, rear_mm)
    fields: dict[str, Any] = {
        "kind": part.kind if part else STAND_IN_RACK,
        "summary": core.summary,
        "floor_load_kpa": load,
        "complete": is_complete(core),
        "unknown": tuple(f"{figure} of {part_id}" for part_id, figure in unknown_of(core)),
    }
    for name, work in works:
        if work.fields is not None and name not in core.lost:
            more = work.fields(core.results[name])
            # Each subject says of its own figures what is not exact.
            fields |= {**more, "bounds": (*fields.get("bounds", ()), *more.get("bounds", ()))}
    limits = tuple(_limits(core, load, site, works)) if core.is_rack else ()
    binding, stranded_kw = stranded(limits, power.max_kw if power else None, feeds, site.policy)
    return fields | {
        "limits": limits, "binding_constraint": binding, "stranded_kw": stranded_kw,
    }  # fmt: skip


def _limits(core: RackCore, load: float | None, site: Assumptions, works: Works) -> Iterator[Limit]:
    filling = Filling(core.filled, site, core.results)
    for name, work in works:
        if work.limits is not None and name not in core.lost:
            yield from work.limits(filling)
    yield amount_limit(
        "floor", "Floor, tributary area", load, site.floor_limit_kpa, "kPa",
        source="limit of the room",
    )  # fmt: skip


def _floor_load(core: RackCore, front_mm: float, rear_mm: float) -> float | None:
    part, space = core.filled.rack_part, core.read(SPACE)
    mass = space.mass_kg if space else None
    if part is None or mass is None or not part.width_mm or not part.depth_mm:
        return None
    return tributary_kpa(mass, part.width_mm, part.depth_mm, front_mm, rear_mm)


def report_of(rack_id: str, name: str, row: str, fields: dict[str, Any]) -> RackReport:
    """Return a rack's report. The fields were computed here, so they are not validated again."""
    return RackReport.model_construct(id=rack_id, name=name, row=row, **fields)
