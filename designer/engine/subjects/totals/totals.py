"""Totals of the whole design."""

from designer.engine.report import Totals
from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.racks.rack import is_complete, unknown_of
from designer.engine.subjects.totals.sums import SUMS
from designer.model.design import Design

_TOTAL_NEEDS = {
    "power_max_kw": "power_max_w",
    "power_peak_kw": "power_peak_w",
    "power_typical_kw": "power_typical_w",
    "power_idle_kw": "power_idle_w",
    "weight_kg": "mass_kg",
    "gpus": "gpus",
    "heat_kw": "power_max_w",
}
"""The figure of a part that each total adds up."""

TOTALS: Key[Totals] = Key("totals")


def totals_of(facts: Facts) -> Totals:
    """Return the totals; racks are those that hold IT, devices what stands in them."""
    cores, sums, design = facts[CONTENTS].numbers, facts[SUMS], facts.design
    racks = sum(number for core, number in cores.items() if core.is_rack)
    unknown = {entry for core in cores for entry in unknown_of(core)}
    lacking = {figure for _, figure in unknown}
    return Totals.model_construct(
        racks=racks,
        devices=sum(core.devices * number for core, number in cores.items()),
        nodes=sum(core.nodes * number for core, number in cores.items()),
        gpus=sum(core.gpus * number for core, number in cores.items()),
        power_max_kw=sums["max"],
        power_peak_kw=sums["peak"],
        power_typical_kw=sums["typical"],
        power_idle_kw=sums["idle"],
        weight_kg=sums["mass"],
        heat_kw=sums["max"],
        floor_area_m2=_area_m2(design) if len(design.room.outline) > 2 else None,
        unknown_figures=len(unknown),
        partial=tuple(name for name, figure in _TOTAL_NEEDS.items() if lacking & {figure, "part"}),
        complete=not sums.partial and all(is_complete(core) for core in cores),
    )


def _area_m2(design: Design) -> float:
    """Return the area of the room's outline, by the shoelace formula."""
    corners = design.room.outline
    total = 0
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        total += x0 * y1 - x1 * y0
    return abs(total) / 2e6
