"""The rule of where the room's power stands: UPS, switchboards and generators on the floor.

That a rack stands in one of them is told with the racks; here they are looked at among themselves.
"""

from collections.abc import Iterator
from itertools import combinations

from designer.catalog.plant_places import Plant, on_floor, plant_of
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.model.figure_ref import power_ref
from designer.model.outline import inside_outline

_ADVICE = "Move one of them."


def plant_stands_apart(facts: Facts) -> Iterator[Finding]:
    """F19: what of the room's power has a place stands in no other, and inside the room."""
    plant = [one for one in plant_of(facts.design, facts.catalog) if not one.is_run]
    if not plant:
        return
    sized = list(on_floor(plant))
    met = [(one, other) for one, other in combinations(sized, 2) if _meet(one, other)]
    if met:
        names = " and ".join(_name(facts, one) for one in met[0])
        ids = tuple(dict.fromkeys(one.node.id for pair in met for one in pair))
        yield Finding(
            "F19", "error", "plant", ids,
            f"{names} stand on the same floor", _ADVICE, len(met),
        )  # fmt: skip
    corners = facts.design.room.outline
    beyond = [one for one in sized if corners and not inside_outline(corners, one.box)]
    if beyond:
        yield Finding(
            "F19", "error", "plant-outside", tuple(one.node.id for one in beyond),
            f"{_name(facts, beyond[0])} stands outside the room",
            "Move it inside, or draw the room larger.", len(beyond),
        )  # fmt: skip
    unsized = [one for one in plant if not one.sized]
    if unsized:
        lacking = [power_ref(one.node, "width_mm") for one in unsized]
        yield cannot_be_said(
            "F19", "plant-size", tuple(one.node.id for one in unsized),
            f"whether {_name(facts, unsized[0])} clears what stands around it", lacking[:2],
            facts.name_of,
        )  # fmt: skip


def _meet(one: Plant, other: Plant) -> bool:
    a, b = one.box, other.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _name(facts: Facts, one: Plant) -> str:
    return facts.site.power_name(one.node.id)
