"""A rack evaluated: the subjects of its contents, then its place, then its limits and report.

`RackCore` holds what follows from contents alone and is shared by every rack with these contents;
`finish` adds what the place on the floor decides.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from designer.engine.assumptions import Assumptions
from designer.engine.contents import POWER_FIGURES, Contents, Filled
from designer.engine.cooling import Cooling, cooling_of
from designer.engine.feeds import Feeds, feeds_of
from designer.engine.limits import rack_limits, stranded
from designer.engine.report import RackReport
from designer.engine.space import Space, space_of
from designer.engine.structure import tributary_kpa

_SUMMARY_PARTS = 2


@dataclass(frozen=True)
class Power:
    """The four power figures of a rack in kW: sums over what is known, None if nothing is."""

    max_kw: float | None
    peak_kw: float | None
    typical_kw: float | None
    idle_kw: float | None
    unknown: tuple[tuple[str, str], ...]
    partial: bool


@dataclass(frozen=True, eq=False)
class RackCore:
    """What follows from a rack's contents alone. Compared by identity: it is made once."""

    filled: Filled
    power: Power
    feeds: Feeds
    cooling: Cooling
    space: Space
    parts: Counter[str]
    switches: Counter[tuple[str, str]]
    nodes: int
    gpus: int
    devices: int
    cause: str
    summary: str
    finished: dict[tuple[float, float], dict[str, Any]] = field(default_factory=dict)

    @property
    def contents(self) -> Contents:
        """The contents these results follow from."""
        return self.filled.contents

    @property
    def is_rack(self) -> bool:
        """Whether IT stands here; False for a CDU or CRAH."""
        return not self.filled.is_floor_unit

    @property
    def unknown(self) -> tuple[tuple[str, str], ...]:
        """Part and figure of everything that is needed and not known."""
        mass = ((part, "mass_kg") for part in self.space.mass_unknown)
        gone = ((part, "part") for part in self.filled.missing)
        gpus = ((p.id, "gpus") for p in self.filled.all_parts if p.gpu_count is None)
        return (*self.power.unknown, *mass, *gone, *dict.fromkeys(gpus))

    @property
    def complete(self) -> bool:
        """Whether no figure is a sum over a part of what stands here."""
        return not (self.power.partial or self.space.mass_unknown or self.filled.missing)


def core_of(filled: Filled, site: Assumptions) -> RackCore:
    """Return everything that follows from contents."""
    power = _power(filled)
    parts = Counter(part.id for part in filled.all_parts)
    return RackCore(
        filled=filled,
        power=power,
        feeds=feeds_of(filled, site),
        cooling=cooling_of(filled, power.max_kw or 0.0, site),
        space=space_of(filled),
        parts=parts,
        switches=Counter(
            (item.fabric, item.tier) for item, part in filled.known if part.kind == "switch"
        ),
        nodes=sum(part.node_count for part in filled.all_parts),
        gpus=sum(part.gpu_count or 0 for part in filled.all_parts),
        devices=len(filled.contents.items),
        cause=_cause(filled),
        summary=_summary(filled),
    )


def _power(filled: Filled) -> Power:
    if filled.is_floor_unit:
        return Power(0.0, 0.0, 0.0, 0.0, (), partial=False)
    sums: list[float | None] = []
    unknown: list[tuple[str, str]] = []
    partial = False
    for name in POWER_FIGURES:
        values = [(part.id, getattr(part, name)) for _, part in filled.powered]
        known = [value for _, value in values if value is not None]
        lacking = dict.fromkeys(part for part, value in values if value is None)
        unknown += [(part, name) for part in lacking]
        partial = partial or bool(known and lacking) or (name == "power_max_w" and bool(lacking))
        sums.append(sum(known) / 1000 if known or not values else None)
    return Power(sums[0], sums[1], sums[2], sums[3], tuple(unknown), partial)


def _ranked(filled: Filled) -> list[tuple[str, str, int]]:
    """Return id, name and count of the powered parts, the most powerful kind first."""
    counts = Counter(part.id for _, part in filled.powered)
    kinds = {part.id: part for _, part in filled.powered}
    order = sorted(counts, key=lambda p: (-(kinds[p].power_max_w or 0.0) * counts[p], p))
    return [(part, kinds[part].name or part, counts[part]) for part in order]


def _cause(filled: Filled) -> str:
    """Return what a finding about this filling is filed under, stable while it is the same."""
    ranked = _ranked(filled)
    if ranked:
        return f"{ranked[0][0]}x{ranked[0][2]}"
    return filled.contents.rack_part


def _summary(filled: Filled) -> str:
    if filled.rack_part is not None and filled.rack_part.kind == "rack-system":
        return filled.rack_part.name
    if filled.is_floor_unit and filled.rack_part is not None:
        return filled.rack_part.name
    ranked = _ranked(filled)
    words = [f"{count} × {name}" for _, name, count in ranked[:_SUMMARY_PARTS]]
    more = len(ranked) - _SUMMARY_PARTS
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def finish(core: RackCore, front_mm: float, rear_mm: float, site: Assumptions) -> dict[str, Any]:
    """Return a rack report's fields but id, name and row, for a place with these aisles."""
    key = (front_mm, rear_mm)
    known = core.finished.get(key)
    if known is None:
        known = core.finished[key] = _fields(core, front_mm, rear_mm, site)
    return known


def _fields(core: RackCore, front_mm: float, rear_mm: float, site: Assumptions) -> dict[str, Any]:
    load = _floor_load(core, front_mm, rear_mm)
    part, cooling, power = core.filled.rack_part, core.cooling, core.power
    limits = rack_limits(
        power.max_kw, core.feeds, cooling, core.space, part, load, site
    ) if core.is_rack else ()  # fmt: skip
    binding, stranded_kw = stranded(limits, power.max_kw, core.feeds, site.policy)
    return {
        "kind": part.kind if part else "rack",
        "summary": core.summary,
        "power_max_kw": power.max_kw,
        "power_peak_kw": power.peak_kw,
        "power_typical_kw": power.typical_kw,
        "power_idle_kw": power.idle_kw,
        "cooling_method": cooling.method,
        "cooling_capacity_kw": cooling.capacity_kw,
        "cooling_reason": cooling.reason,
        "air_kw": cooling.air_kw - cooling.door_kw,
        "liquid_kw": cooling.liquid_kw + cooling.door_kw,
        "airflow_m3h": cooling.airflow_m3h,
        "coolant_lpm": cooling.coolant_lpm,
        "weight_kg": core.space.mass_kg,
        "floor_load_kpa": load,
        "u_used": core.space.u_used,
        "u_total": core.space.u_total,
        "feeds": core.feeds.feeds,
        "limits": limits,
        "binding_constraint": binding,
        "stranded_kw": stranded_kw,
        "complete": core.complete,
        "unknown": tuple(f"{figure} of {part_id}" for part_id, figure in core.unknown),
    }


def _floor_load(core: RackCore, front_mm: float, rear_mm: float) -> float | None:
    part, mass = core.filled.rack_part, core.space.mass_kg
    if part is None or mass is None or not part.width_mm or not part.depth_mm:
        return None
    return tributary_kpa(mass, part.width_mm, part.depth_mm, front_mm, rear_mm)


def report_of(rack_id: str, name: str, row: str, fields: dict[str, Any]) -> RackReport:
    """Return a rack's report. The fields were computed here, so they are not validated again."""
    return RackReport.model_construct(id=rack_id, name=name, row=row, **fields)
