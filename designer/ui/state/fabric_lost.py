"""What is lost in thought as the fabric view has it: which switches, which cable, which row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from designer.render.fabric_losses import row_of, things_in
from designer.render.fabric_things import SWITCHES, FabricIndex, Thing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from designer.render.fabric_losses import LossRow
    from designer.render.failing import Failing
    from designer.ui.state.workspace import Workspace

PLACE: Final = "fabric"
MOST_RACKS: Final = 64
"""Racks that lose power in part of which the engine is asked what goes dark in them."""


def row_of_failing(
    failing: Failing, fabric: str, rows: Iterable[LossRow], index: FabricIndex
) -> LossRow | None:
    """Return the row that tells something that is lost; None where a fabric has none of it."""
    every = tuple(rows)
    if failing.kind == "power":
        return next((one for one in every if one.form == "feed" and failing.id in one.ids), None)
    of, what, *names = failing.id.split("|")
    if of != fabric or failing.kind not in ("network", "fabric"):
        return None
    if failing.kind == "network":
        thing = index.things.get("|".join(names))
        return row_of(every, thing, index.key(thing)) if thing is not None else None
    wanted = [one for one in every if one.form == what]
    same = (one for one in wanted if names[0] in one.ids or tuple(names) == one.joins)
    return next(same, None)


def failing_of(space: Workspace, fabric: str, row: LossRow, index: FabricIndex) -> Failing | None:
    """Return what a row of anything but a switch loses; None where nobody says which one it is."""
    if row.form == "feed":
        from designer.render.failing import Failing

        return Failing("power", row.ids[0]) if row.ids else None
    if row.form == "rack":
        from designer.render.switch_losses import switch_id

        layout = space.layout()
        inside = sorted(one for one in things_in(row.ids[:1], index) if one.what in SWITCHES)
        placed = (layout.find(index.key(one)) for one in inside if index.key(one))
        return row.failing(fabric, index, [switch_id(one) for one in placed if one is not None])
    return row.failing(fabric, index) if ends_of_cable(row, index) is not None else None


def ends_of_cable(row: LossRow, index: FabricIndex) -> tuple[Thing, Thing] | None:
    """Return what the cable of a row joins, of a node the rail; None where that is not drawn."""
    ends = [index.things[key] for key in row.joins if key in index.things]
    if len(ends) != 2:
        return None
    lower, upper = ends
    if lower.what == "node":
        rails = range(index.map.rails)
        on = [rail for rail in rails if upper.at in index.leaf_of(lower.at, rail)]
        lower = Thing("node", lower.at, on[0]) if on else lower
    return lower, upper


def lost_things(space: Workspace, fabric: str, index: FabricIndex) -> frozenset[Thing]:
    """Return the switches and nodes of a fabric that are lost, or have no power then."""
    found: set[Thing] = set()
    for one in space.what_if.together:
        of, _, rest = one.id.partition("|")
        if one.kind == "network" and of == fabric:
            key = rest.partition("|")[2]
            found |= {index.things[key]} if key in index.things else set()
        elif one.kind == "fabric" and of == fabric and rest.startswith("rack|"):
            found |= things_in((one.where,), index)
    return frozenset(found) | _dark(space, index)


def look_at_dark_racks(space: Workspace) -> None:
    """Ask what goes dark in racks that lose power in part."""
    racks = list(_dark_racks(space, in_part=True))
    space.what_if.look_at(PLACE, racks[:MOST_RACKS])


def _dark_racks(space: Workspace, *, in_part: bool) -> Iterator[str]:
    shown = space.what_if.shown
    if shown is not None:
        for rack, fate in shown.fates.items():
            if fate.state == "dark" and fate.in_part == in_part:
                yield rack


def _dark(space: Workspace, index: FabricIndex) -> frozenset[Thing]:
    """Return what has no power: all in racks without any, and parts of which all are without."""
    found = set(things_in(_dark_racks(space, in_part=False), index))
    layout = space.layout()
    for rack in _dark_racks(space, in_part=True):
        after = space.what_if.rack_after(rack)
        if after is None:
            continue
        runs = {one.part for one in after.devices if one.state != "dark"}
        dark = {one.part for one in after.devices} - runs
        for one in things_in((rack,), index):
            placed = layout.find(index.key(one))
            if placed is not None and placed.part in dark:
                found.add(one)
    return frozenset(found)
