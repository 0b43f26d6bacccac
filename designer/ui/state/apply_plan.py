"""Doing what a plan says: one command, a word about it, and what arrived is selected."""

from designer.catalog.plant_places import pipe_key, plant_key
from designer.document.drop_plans import DropPlan, at_stage, in_review, with_locks
from designer.model.change import diff
from designer.model.design import Design
from designer.model.network_keys import tray_key
from designer.ui.state.built_drop import BuiltPlan
from designer.ui.state.workspace import Workspace


def say_refusal(workspace: Workspace, plan: DropPlan) -> None:
    """Say in the status bar why a plan cannot be."""
    workspace.message.emit(f"{plan.verdict.title}: {plan.verdict.reason}", "warning")


def as_it_may_be(workspace: Workspace, plan: DropPlan) -> DropPlan:
    """Return a plan, refused where it may not be released.

    While the design is in review, where it moves what is locked, and where it fills a rack that
    comes after the stage that is looked at. Card, ghost, keys and release all ask this.
    """
    if workspace.document.reviewing:
        return in_review(plan)
    layout, stage = workspace.layout(), workspace.stage.stage
    plan = at_stage(plan, layout, stage.id) if stage is not None else plan
    return with_locks(plan, layout)


def nearest_free(workspace: Workspace, plan: DropPlan) -> DropPlan | None:
    """Return the plan of the nearest place at which a refused one may be released; else None."""
    if plan.elsewhere is None:
        return None
    found = plan.elsewhere(workspace.stage.later.racks)
    found = as_it_may_be(workspace, found) if found is not None else None
    return found if found is not None and found.verdict.ok else None


def apply_plan(workspace: Workspace, plan: DropPlan, *, builds: bool = False) -> None:
    """Do what a plan says in one step, or say why not; nothing where all stays in place.

    Parameters
    ----------
    builds
        What the rules need for it is built as well, in the same step, where it is not in the plan.
    """
    if plan.stays:
        if not plan.spots:
            workspace.select(plan.rack_ids)
        return
    plan = as_it_may_be(workspace, plan)
    if plan.edit is None:
        say_refusal(workspace, plan)
        return
    before = workspace.document.design
    if not workspace.apply(plan.label, plan.edit):
        return
    after = plan.alone if isinstance(plan, BuiltPlan) else workspace.document.design
    workspace.select(_arrived(before, after, plan))
    workspace.message.emit(plan.note or plan.label, "info")
    if isinstance(plan, BuiltPlan):
        workspace.build_wanted.emit(plan.drop, plan.work)
    elif builds:
        workspace.build_wanted.emit(plan.label, None)


def _arrived(before: Design, after: Design, plan: DropPlan) -> tuple[str, ...]:
    """Return what the plan placed: new racks, else the devices now at its spots."""
    change = diff(before, after)
    known = {rack.id for rack in before.racks}
    racks = tuple(rack.id for rack in change.put_in("racks") if rack.id not in known)
    there = {node.id for node in before.power}
    plant = [node.id for node in change.put_in("power") if node.id not in there]
    if plant:
        return tuple(map(plant_key, plant))
    trays = {tray.id for tray in before.trays}
    new = [tray.id for tray in change.put_in("trays") if tray.id not in trays]
    if new:
        return tuple(map(tray_key, new))
    drawn = {loop.id for loop in before.loops if loop.x_mm is not None}
    pipes = [
        loop.id for loop in change.put_in("loops") if loop.x_mm is not None and loop.id not in drawn
    ]
    if pipes:
        return tuple(map(pipe_key, pipes))
    if racks or not plan.spots:
        return racks or plan.rack_ids
    places = {(spot.half_u, spot.face, spot.side) for spot in plan.spots}
    return tuple(
        device.id
        for device in change.put_in("devices")
        if device.rack == plan.rack_ids[0] and (device.half_u, device.face, device.side) in places
    )
