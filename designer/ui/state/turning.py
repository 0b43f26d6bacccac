"""Turning racks by a key or a menu: by 90 degrees, or as far as there is room, and why."""

from designer.document.edits import rotate_racks, turn_that_fits
from designer.model.plural import plural
from designer.ui.state.workspace import Workspace


def turn(workspace: Workspace) -> bool:
    """Turn the selected racks by the first of 90, 180 and 270 degrees that fits; say which.

    Returns
    -------
    bool
        Whether anything was turned.
    """
    racks = workspace.layout().racks
    ids = tuple(key for key in workspace.selection if key in racks)
    if not ids:
        return False
    what = racks[ids[0]].name if len(ids) == 1 else plural(len(ids), "rack")
    catalog = workspace.catalog
    quarters, why = turn_that_fits(workspace.document.design, catalog, ids)
    if not quarters:
        workspace.message.emit(f"{what} cannot be turned: {why}", "warning")
        return False
    degrees = f"{90 * quarters}°"
    done = workspace.apply(f"Turn {what} by {degrees}", rotate_racks(catalog, ids, quarters))
    if done and why:
        workspace.message.emit(f"Turned {what} by {degrees}: {why}", "warning")
    return done
