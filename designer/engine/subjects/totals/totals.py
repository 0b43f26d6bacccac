"""Totals of the whole design."""

from designer.catalog.lost_parts import count_of, counts_as_rack
from designer.engine.cabled_power import told_powers
from designer.engine.report import SWINGS, Totals
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.power.power import step_of
from designer.engine.subjects.totals.sums import SUMS
from designer.model.design import Design
from designer.model.measured import fields_of

TOTALS: Key[Totals] = Key("totals")


def totals_of(facts: Facts) -> Totals:
    """Return the totals; racks are those that hold IT, devices what stands in them."""
    cores, sums, design = facts[CONTENTS].numbers, facts[SUMS].figures, facts.design
    figures = {
        **told_powers(sums["max"], sums["cabled"]),
        "power_peak_kw": sums["peak"],
        "power_typical_kw": sums["typical"],
        "power_idle_kw": sums["idle"],
        "power_edp_kw": sums["edp"],
        "power_step_kw": step_of(sums["max"], sums["idle"]),
        "weight_kg": sums["mass"],
        "heat_kw": sums["max"],
        "gpus": sums["gpus"],
        "nodes": sums["nodes"],
    }
    known = sum(number for core, number in cores.items() if core.is_rack and not _is_lost(core))
    racks = count_of(known, facts[CONTENTS].counts.lost_things, counts_as_rack)
    fields = fields_of({**figures, "racks": racks})
    for name in ("racks", "gpus", "nodes"):
        fields[name] = None if fields[name] is None else round(fields[name])
    return Totals.model_construct(
        **fields,
        devices=sum(core.devices * number for core, number in cores.items()),
        floor_area_m2=_area_m2(design) if len(design.room.outline) > 2 else None,
        unknown_figures=len(facts[CONTENTS].unknown),
        complete=racks.exact
        and all(figure.exact for name, figure in figures.items() if name not in SWINGS),
    )


def _is_lost(core: RackCore) -> bool:
    return core.filled.rack_part is None


def _area_m2(design: Design) -> float:
    """Return the area of the room's outline, by the shoelace formula."""
    corners = design.room.outline
    total = 0
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        total += x0 * y1 - x1 * y0
    return abs(total) / 2e6
