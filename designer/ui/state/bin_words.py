"""What a bin of an overlay's scale, and a filter by it, say of the racks in words."""

from collections.abc import Collection
from typing import Final

from designer.model.plural import plural
from designer.model.some_names import some
from designer.render.overlay_bins import BINS, Bin, span_words
from designer.render.overlays import Overlay, off_words
from designer.ui.state.workspace import Workspace

_NAMED: Final = 5


def bin_words(workspace: Workspace, overlay: Overlay, bin_: Bin) -> str:
    """Return how many racks stand in a bin, and the first of them by name.

    `2 racks from 80 to 85 %: A09, C10`, `1 over its limit: A03`. A rack whose figure has bounds
    stands by its upper one: `3 racks from 45 to 50 % at worst`.
    """
    racks = workspace.overlay.picks.racks_in(bin_)
    if isinstance(bin_, int):
        count = plural(len(racks), "rack") if racks else "no rack"
        said = f"{count} from {span_words(overlay, bin_, bin_)}{_at_worst(workspace, racks, bin_)}"
    else:
        said = off_words(bin_, len(racks))
    known = workspace.layout().racks
    names = ((known[key].name if key in known else "") or key for key in racks)
    return f"{said}: {some(names, _NAMED)}" if racks else said


def _at_worst(workspace: Workspace, racks: Collection[str], bin_: int) -> str:
    """Return that racks stand in a bin by their upper bounds; empty where they do by all."""
    state, mine = workspace.overlay, frozenset(racks)
    readings = zip(state.rack_ids(), state.readings(), strict=True)
    lower = any(key in mine and reading.at_least * BINS < bin_ for key, reading in readings)
    return " at worst" if lower else ""


def kept_words(workspace: Workspace, overlay: Overlay, span: tuple[int, int]) -> str:
    """Return what a filter keeps: `12 of 38 racks, 40 to 60 % (Esc: all)`."""
    every = len(workspace.overlay.readings())
    kept = every - len(workspace.overlay.picks.dimmed)
    return f"{kept:,} of {plural(every, 'rack')}, {span_words(overlay, *span)} (Esc: all)"
