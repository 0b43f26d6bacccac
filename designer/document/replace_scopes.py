"""Where a part may be replaced: wherever it is mounted, in selected racks, or selected devices."""

from collections.abc import Iterable
from typing import NamedTuple

from designer.model.layout import Layout
from designer.model.plural import plural
from designer.model.some_names import some

_NAMED = 3


class ReplaceScope(NamedTuple):
    """Some of the places where a part is mounted.

    Attributes
    ----------
    words
        What people call them: `wherever it is mounted`, `in A01`.
    number
        How often it is mounted there.
    only
        Keys of the racks or devices that are meant; None: everywhere.
    """

    words: str
    number: int
    only: tuple[str, ...] | None = None


def replace_scopes(
    layout: Layout, part_id: str, selection: Iterable[str]
) -> tuple[ReplaceScope, ...]:
    """Return where a part may be replaced, everywhere first; then what of it is selected.

    A choice that says the same as one before it is left out.
    """
    held: dict[str, list[str]] = {}
    for placed in layout.every():
        if placed.part == part_id:
            held.setdefault(placed.rack, []).append(placed.key)
    everywhere = sum(map(len, held.values()))
    devices = [key for key in selection if (one := layout.find(key)) and one.part == part_id]
    chosen = {layout.rack_of(key) for key in selection}
    racks = [rack for rack in held if rack in chosen]
    within = sum(len(held[rack]) for rack in racks)
    scopes = [ReplaceScope("wherever it is mounted", everywhere)]
    if racks and within < everywhere:
        scopes.append(ReplaceScope(f"in {_names(layout, racks)}", within, tuple(racks)))
    if devices and len(devices) < within:
        words = plural(len(devices), "selected device")
        scopes.append(ReplaceScope(f"the {words} alone", len(devices), tuple(devices)))
    return tuple(scopes)


def _names(layout: Layout, racks: list[str]) -> str:
    return some([layout.name_of(rack) for rack in racks], _NAMED)
