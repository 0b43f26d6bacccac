"""Placing without the mouse: a device at the first fit, a rack beside the last or on free tiles."""

from designer.catalog.part import Part
from designer.document.edits import place_device, place_rack
from designer.document.free_spots import free_spot
from designer.document.placement import rack_box
from designer.document.plant_plans import plant_onto_floor
from designer.document.tray_plans import tray_onto_floor
from designer.model.outline import box_of
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.workspace import Workspace


def place_at_first_fit(workspace: Workspace, part: Part) -> bool:
    """Place a part where it first fits; the message says where, or why not.

    A rack goes beside the selected rack, else beside the last rack of a row, else on free tiles. A
    device goes into the selected rack; without one, into the rack out of which something was just
    removed, else into the only rack there is. With several
    selected it goes nowhere: nobody said into which.
    """
    if part.stands_on_floor:
        return _place_on_floor(workspace, part)
    if part.traits.drawn_on_plan:
        return _place_plant(workspace, part)
    if part.traits.holds_cables:
        return _place_tray(workspace, part)
    racks = workspace.target_rack_ids()
    design = workspace.document.design
    if not racks and len(design.racks) == 1:
        racks = (design.racks[0].id,)
    if not racks:
        workspace.message.emit(f"Select a rack first: {part.name} goes into a rack", "warning")
        return False
    if len(racks) > 1:
        told = f"Select one rack: {part.name} goes into one, and {len(racks)} are selected"
        workspace.message.emit(told, "warning")
        return False
    rack = workspace.layout().racks[racks[0]]
    before = {device.id for device in design.devices}
    label = f"Place {part.name} in {rack.name}"
    if not workspace.apply(label, place_device(workspace.catalog, part.id, rack.id)):
        return False
    added = [d.id for d in workspace.document.design.devices if d.id not in before]
    workspace.select(added or racks)
    workspace.message.emit(f"{label}: done", "info")
    return True


def _place_on_floor(workspace: Workspace, part: Part) -> bool:
    spot = free_spot(workspace.layout(), workspace.catalog, part, workspace.target_rack_ids())
    if spot is None:
        workspace.message.emit(f"No free place on the floor for {part.name}", "warning")
        return False
    x, y, rotation, row = spot
    before = {rack.id for rack in workspace.document.design.racks}
    edit = place_rack(workspace.catalog, part.id, x, y, rotation, row=row)
    if not workspace.apply(f"Place {part.name}", edit):
        return False
    added = [r.id for r in workspace.document.design.racks if r.id not in before]
    workspace.select(added)
    workspace.message.emit(f"Placed {part.name} at {x / 1000:.2f} m, {y / 1000:.2f} m", "info")
    return True


def _place_tray(workspace: Workspace, part: Part) -> bool:
    """Draw a tray over the row of the rack that is selected, else along the middle of the room."""
    layout, racks = workspace.layout(), workspace.target_rack_ids()
    rack = layout.racks.get(racks[0]) if racks else None
    left, top, right, bottom = (
        rack_box(workspace.catalog, rack) if rack else box_of(layout.design.room.outline)
    )
    middle = (left + right) / 2, (top + bottom) / 2
    row = rack.row if rack is not None else ""
    plan = tray_onto_floor(layout, workspace.catalog, part, middle, 0, free=True, row=row)
    if plan.edit is None:
        workspace.message.emit(f"No place for {part.name}: {plan.verdict.reason}", "warning")
        return False
    apply_plan(workspace, plan)
    return True


def _place_plant(workspace: Workspace, part: Part) -> bool:
    """Place something of the room's power on the first free tiles, from the far corner on."""
    layout, catalog, room = workspace.layout(), workspace.catalog, workspace.document.design.room
    tile = max(room.tile_mm, 1)
    xs, ys = [x for x, _ in room.outline], [y for _, y in room.outline]
    plans = (
        plant_onto_floor(layout, catalog, part, x, y, free=False)
        for y in range(max(ys, default=0) - tile, min(ys, default=0), -tile)
        for x in range(max(xs, default=0) - tile, min(xs, default=0), -tile)
    )
    plan = next((plan for plan in plans if plan.edit is not None), None)
    if plan is None:
        workspace.message.emit(f"No free place on the floor for {part.name}", "warning")
        return False
    apply_plan(workspace, plan)
    return True
