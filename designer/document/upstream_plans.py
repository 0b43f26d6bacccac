"""What a drop of a part onto the one-line would do: it feeds what it is dropped on."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.drop_plans import DropPlan
from designer.document.edits.plant import OF_THE_PART, new_plant, replace_plant
from designer.document.edits.room import put_feed
from designer.document.errors import EditError
from designer.document.placement import Verdict
from designer.model.design import Design, PowerNode
from designer.model.feed_words import words_in_power
from designer.model.layout import Layout
from designer.model.some_names import some

SOURCES: Final = frozenset({"utility", "generator"})
"""What nothing feeds: it becomes one more source of what it is dropped on."""
_ORDER: Final = {
    "utility": 0, "generator": 0, "transformer": 1, "switchboard": 1, "ups": 1, "panel": 2,
    "busway": 2, "tap-off": 3, "feed": 3,
}  # fmt: skip
"""Stages from the source: nothing of a later one feeds what stands in an earlier one."""
_SAID: Final = {
    "capacity_kw": "capacity", "capacity_kva": "kVA", "modules": "modules",
    "spare_modules": "spare modules", "efficiency": "efficiency", "battery_minutes": "run time",
    "battery_kwh": "battery", "recharge_kw": "recharge", "width_mm": "width", "depth_mm": "depth",
}  # fmt: skip
"""What the fields of a record are called that go with the part that stood there."""
NO_TARGET: Final = "drop it on a feed, or on what stands upstream of one"
ON_RACKS: Final = "racks hang on feeds: drop it on the feed that it is to carry"


def part_upstream(
    layout: Layout, catalog: Catalog, part_id: str, target: str, *, racks: bool = False
) -> DropPlan:
    """Plan a new record of the room's power that feeds one of its records.

    A part of the target's own kind takes the place of what stands there. A source is added to what
    feeds the target already, a generator to stand by for it; anything else stands between.

    Parameters
    ----------
    target
        Id of the record that it is dropped on; empty beside all of them.
    racks
        Whether it is dropped on racks, or on what is in them.
    """
    design = layout.design
    part = catalog.get(part_id)
    name = part.name if part else part_id
    key = ("upstream", part_id, target, racks)
    node = next((one for one in design.power if one.id == target), None)
    if part is None:
        reason = "it is not in the catalogue"
    elif part.traits.of_loop:
        reason = "it carries coolant: drop it on the floor"
    elif not part.traits.node:
        reason = "it is nothing that stands upstream of racks: drop it on the floor or into a rack"
    elif node is None:
        reason = ON_RACKS if racks else NO_TARGET if design.power else "the room has no feed yet"
    elif part.traits.node == node.kind:
        return _in_place(layout.design, catalog, part, node, key)
    else:
        reason = _order_reason(part.traits.node, part.traits.singular, node)
    if not reason and part is not None and node is not None:
        reason = _alone_reason(part.traits.node, node)
    if reason or part is None or node is None:
        refused = Verdict(ok=False, reason=reason, title=name)
        return DropPlan(key, refused, f"Add {name}")
    called = words_in_power(design.power)
    adds = part.traits.node in SOURCES
    above = [called[parent] for parent in node.parents if parent in called]
    between = f"between {' and '.join(above)} and {called[target]}"
    where = f"upstream of {called[target]}" if adds or not above else between
    if part.traits.node == "generator":
        where = f"standing by for {called[target]}, beside {' and '.join(above)}"
    title = f"{name} {where}"
    made = new_plant(design, part)
    note = f"{made.name} feeds {called[target]}; it has no place on the floor yet"
    verdict = Verdict(ok=True, reason="", title=title)
    edit = put_upstream(catalog, part_id, target)
    return DropPlan(key, verdict, f"Add {made.name} {where}", edit, note=note)


def _in_place(
    design: Design, catalog: Catalog, part: Part, node: PowerNode, key: tuple[object, ...]
) -> DropPlan:
    """Plan another part where one of its kind stands."""
    called = words_in_power(design.power)[node.id]
    title = f"{part.name} in place of {called}"
    edit = replace_plant(catalog, node.id, part.id)
    gone = [name for name in OF_THE_PART if getattr(node, name) is not None]
    reason = "it is that part already" if node.part == part.id and not gone else ""
    try:
        edit(design)
    except EditError as error:
        reason = str(error).partition(": ")[2] or str(error)
    if reason:
        refused = Verdict(ok=False, reason=reason, title=part.name)
        return DropPlan(key, refused, f"Put {part.name} in place of {called}")
    stated = f"; {some([_SAID[name] for name in gone], 4)} stated of it before no longer hold"
    return DropPlan(
        key, Verdict(ok=True, reason="", title=title), f"Put {title}", edit,
        note=f"{title}{stated if gone else ''}",
    )  # fmt: skip


def _order_reason(kind: str, singular: str, node: PowerNode) -> str:
    """Return why nothing of a kind may feed a record; empty where it may."""
    if node.kind in SOURCES:
        return f"{node.name or node.id} is a source: nothing feeds it"
    if _ORDER[kind] > _ORDER[node.kind]:
        return f"no {singular} stands upstream of a {node.kind if node.kind != 'ups' else 'UPS'}"
    return ""


def _alone_reason(kind: str, node: PowerNode) -> str:
    """Return why a generator may not feed a record: it would run all day as its only source."""
    if kind != "generator" or node.parents:
        return ""
    called = node.name or node.id
    return f"{called} names no source yet that it could stand by for: name its utility first"


def _with_source(design: Design, node: PowerNode, made: PowerNode) -> tuple[str, ...]:
    """Return what feeds a record with one more source: the mains before generators.

    What stands first carries it, what follows stands by.
    """
    kinds = {one.id: one.kind for one in design.power}
    parents = list(node.parents)
    first = (at for at, one in enumerate(parents) if kinds.get(one) == "generator")
    at = len(parents) if made.kind == "generator" else next(first, len(parents))
    return (*parents[:at], made.id, *parents[at:])


@named
def put_upstream(catalog: Catalog, part_id: str, target: str) -> Edit:
    """Add a record of the room's power with a part, which feeds one of the others.

    Raises
    ------
    EditError
        From the edit, if one of its figures cannot be.
    """

    def edit(design: Design) -> Design:
        made = new_plant(design, catalog.require(part_id))
        node = next(one for one in design.power if one.id == target)
        if made.kind in SOURCES:
            fed = node.evolve(parents=_with_source(design, node, made))
        else:
            made = made.evolve(parents=node.parents)
            fed = node.evolve(parents=(made.id,))
        return put_feed(fed)(put_feed(made)(design))

    return edit
