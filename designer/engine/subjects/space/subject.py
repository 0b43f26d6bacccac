"""The subject of space: units, depth and mass of each filling."""

from typing import Any

from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.space import rules
from designer.engine.subjects.space.limits import FILLS_UP, NAMES, space_limits
from designer.engine.subjects.space.space import SPACE, Space, space_of
from designer.model.measured import fields_of


def _space(filling: Filling) -> Space:
    return space_of(filling.filled, filling.site.figures)


def _fields(space: Space) -> dict[str, Any]:
    return fields_of({
        "weight_kg": space.mass_kg, "u_total": space.u_total, "u_used": space.u_used,
    })  # fmt: skip


SUBJECT = Subject(
    key=SPACE,
    title="Space in racks",
    of_contents=ContentsWork(
        _space,
        fields=_fields,
        field_names=("weight_kg", "u_total", "u_used"),
        limits=space_limits,
        limit_names=NAMES,
        fills_up=FILLS_UP,
        groups=("mass",),
    ),
    contents_checks=(rules.nothing_overlaps, rules.devices_fit_the_depth),
)
