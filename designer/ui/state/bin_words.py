"""What a bin of an overlay's scale, and a filter by it, say of the racks in words."""

from typing import Final

from designer.model.plural import plural
from designer.model.some_names import some
from designer.render.overlay_bins import Bin, span_words
from designer.render.overlays import Overlay, off_words
from designer.ui.state.workspace import Workspace

_NAMED: Final = 5


def bin_words(workspace: Workspace, overlay: Overlay, bin_: Bin) -> str:
    """Return how many racks stand in a bin, and the first of them by name.

    `2 racks from 80 to 85 %: A09, C10`, `1 over its limit: A03`.
    """
    racks = workspace.overlay.picks.racks_in(bin_)
    if isinstance(bin_, int):
        count = plural(len(racks), "rack") if racks else "no rack"
        said = f"{count} from {span_words(overlay, bin_, bin_)}"
    else:
        said = off_words(bin_, len(racks))
    known = workspace.layout().racks
    names = ((known[key].name if key in known else "") or key for key in racks)
    return f"{said}: {some(names, _NAMED)}" if racks else said


def kept_words(workspace: Workspace, overlay: Overlay, span: tuple[int, int]) -> str:
    """Return what a filter keeps: `12 of 38 racks, 40 to 60 % (Esc: all)`."""
    every = len(workspace.overlay.readings())
    kept = every - len(workspace.overlay.picks.dimmed)
    return f"{kept:,} of {plural(every, 'rack')}, {span_words(overlay, *span)} (Esc: all)"
