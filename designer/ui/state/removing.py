"""Removing what is selected: one behaviour for the command and for the keys of every drawing."""

from collections.abc import Sequence

from designer.document.drop_plans import detaching
from designer.document.edits import remove
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.ui.state.workspace import Workspace


def remove_keys(workspace: Workspace, keys: Sequence[str]) -> None:
    """Remove records and say so; also what leaves its assembly by it.

    Nothing is selected afterwards: a second Remove would take the rack with all that is in it.
    The one rack that held what is gone is where the next part goes.
    """
    layout = workspace.layout()
    words, note = words_for(layout, keys), detaching(layout, tuple(keys))
    held = (layout.find(key) for key in keys)
    racks = tuple(dict.fromkeys(placed.rack for placed in held if placed is not None))
    if not workspace.apply(f"Remove {words}", remove(tuple(keys))):
        return
    workspace.select(())
    if len(racks) == 1:
        workspace.place_next_in(racks[0])
    it = "it" if len(keys) == 1 else "them"
    workspace.message.emit(note or f"Removed {words}; undo brings {it} back", "info")


def words_for(layout: Layout, keys: Sequence[str]) -> str:
    """Return the name of one thing, or how many of which sort."""
    if len(keys) == 1:
        return layout.name_of(keys[0])
    racks = sum(key in layout.racks for key in keys)
    sort = {0: "device", len(keys): "rack"}.get(racks, "object")
    return plural(len(keys), sort)
