"""Turning and mirroring racks by a key or a menu: as the command says, or not at all."""

from designer.document.edits import (
    mirror_racks,
    rotate_racks,
    turn_obstacles,
    turn_plant,
    turn_that_fits,
)
from designer.document.edits.mirrors import Across
from designer.document.floor_words import floor_words
from designer.model import step_words
from designer.model.network_keys import element_of
from designer.ui.state.workspace import Workspace


def turn(workspace: Workspace) -> None:
    """Turn what is selected by 90 degrees; where racks do not fit, say why and what would."""
    racks = workspace.layout().racks
    ids = tuple(key for key in workspace.selection if key in racks)
    plant = workspace.selected_plant()
    if plant and not ids:
        workspace.apply(step_words.TURN, turn_plant(workspace.catalog, plant))
    elements = tuple(key for key in workspace.selection if element_of(key))
    if elements and not (ids or plant):
        workspace.apply(step_words.TURN, turn_obstacles(elements))
    if not ids:
        return
    catalog = workspace.catalog
    what = floor_words(catalog, [racks[key] for key in ids])
    quarters, why = turn_that_fits(workspace.document.design, catalog, ids)
    if quarters != 1:
        fits = f"; by {90 * quarters}° there is room (Properties, Faces)" if quarters else ""
        workspace.message.emit(f"{what} cannot be turned: {why}{fits}", "warning")
        return
    workspace.apply(f"Turn {what} by 90°", rotate_racks(catalog, ids))


def mirror(workspace: Workspace, across: Across) -> None:
    """Mirror the selected racks as one about their middle, or say why not."""
    racks = workspace.layout().racks
    ids = tuple(key for key in workspace.selection if key in racks)
    if ids:
        what = floor_words(workspace.catalog, [racks[key] for key in ids])
        workspace.apply(f"Mirror {what}", mirror_racks(workspace.catalog, ids, across))
