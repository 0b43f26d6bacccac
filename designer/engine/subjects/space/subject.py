"""The subject of space: units, depth and mass of each filling."""

from typing import Any

from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.space import rules
from designer.engine.subjects.space.limits import FILLS_UP, NAMES, space_limits
from designer.engine.subjects.space.space import SPACE, Space, space_of
from designer.model.measured import fields_of


def _space(filling: Filling) -> Space:
    return space_of(filling.filled, filling.site)


def _fields(space: Space) -> dict[str, Any]:
    mass = space.mass
    figures = {
        "weight_kg": mass.whole_kg, "cables_kg": mass.cables_kg, "coolant_kg": mass.coolant_kg,
        "u_total": space.u_total, "u_used": space.u_used,
    }  # fmt: skip
    if mass.cog_mm is not None:
        figures["cog_mm"] = mass.cog_mm
    return fields_of(figures)


SUBJECT = Subject(
    key=SPACE,
    title="Space in racks",
    of_contents=ContentsWork(
        _space,
        fields=_fields,
        field_names=("weight_kg", "cables_kg", "coolant_kg", "cog_mm", "u_total", "u_used"),
        limits=space_limits,
        limit_names=NAMES,
        fills_up=FILLS_UP,
        groups=("mass",),
    ),
    contents_checks=(
        rules.nothing_overlaps,
        rules.devices_fit_the_depth,
        rules.devices_fit_the_rails,
        rules.pdus_fit_beside_devices,
        rules.stands_firmly,
    ),
)
