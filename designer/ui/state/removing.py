"""Removing what is selected: one behaviour for the command and for the keys of every drawing."""

from collections.abc import Sequence

from designer.catalog.plant_places import loop_of, node_of
from designer.document.document import Edit
from designer.document.drop_plans import detaching
from designer.document.edits import (
    drop,
    in_sequence,
    remove,
    remove_feed,
    remove_obstacle,
    take_pipe_off,
)
from designer.document.element_plans import element_with
from designer.document.floor_words import floor_words
from designer.model.network_keys import cable_of, element_of, tray_of
from designer.model.plural import plural
from designer.ui.state.workspace import Workspace


def remove_keys(workspace: Workspace, keys: Sequence[str], verb: str = "Remove") -> None:
    """Remove records and say so; also what leaves its assembly by it.

    Nothing is selected afterwards: a second Remove would take the rack with all that is in it.
    The one rack that held what is gone is where the next part goes.

    Parameters
    ----------
    verb
        What the step is called by: `Remove` or `Cut`.
    """
    layout = workspace.layout()
    words, note = words_for(workspace, keys), detaching(layout, tuple(keys))
    held = (layout.find(key) for key in keys)
    racks = tuple(dict.fromkeys(placed.rack for placed in held if placed is not None))
    plant = [node for key in keys if (node := node_of(key))]
    pipes = [loop for key in keys if (loop := loop_of(key))]
    drawn: list[Edit] = [drop("trays", tray) for key in keys if (tray := tray_of(key))]
    drawn += [remove_obstacle(one) for key in keys if (one := element_of(key))]
    drawn += [drop("cables", cable) for key in keys if (cable := cable_of(key))]
    others = tuple(key for key in keys if not _is_drawn(key))
    edits: list[Edit] = [remove(others)] if others else []
    edits += drawn
    edits += [*map(remove_feed, plant), *map(take_pipe_off, pipes)]
    if not workspace.apply(f"{verb} {words}", in_sequence(*edits)):
        return
    workspace.select(())
    if len(racks) == 1:
        workspace.place_next_in(racks[0])
    it = "it" if len(keys) == 1 else "them"
    done = "Removed" if verb == "Remove" else verb
    workspace.message.emit(note or f"{done} {words}; undo brings {it} back", "info")


def _is_drawn(key: str) -> bool:
    """Return whether a key selects what is drawn and no rack or device."""
    return bool(node_of(key) or loop_of(key) or tray_of(key) or cable_of(key) or element_of(key))


def words_for(workspace: Workspace, keys: Sequence[str]) -> str:
    """Return the name of one thing, or how many of which sort."""
    layout = workspace.layout()
    if len(keys) == 1:
        if one := element_with(layout.design, keys[0]):
            return one.called
        if loop := loop_of(keys[0]):
            return f"the pipes of {layout.name_of(loop)}"
        if cable := cable_of(keys[0]):
            return f"cable {cable}"
        return layout.name_of(node_of(keys[0]) or tray_of(keys[0]) or keys[0])
    if all(map(tray_of, keys)):
        return plural(len(keys), "tray")
    if all(map(element_of, keys)):
        return plural(len(keys), "element")
    if all(map(cable_of, keys)):
        return plural(len(keys), "cable")
    racks = [layout.racks[key] for key in keys if key in layout.racks]
    if racks and len(racks) == len(keys):
        return floor_words(workspace.catalog, racks)
    return plural(len(keys), "object" if racks else "device")
