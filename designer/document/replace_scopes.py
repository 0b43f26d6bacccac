"""Where a part may be replaced: everywhere, in or at selected racks, or selected devices.

What stands on the floor and holds no devices, such as a rack that is sold filled, is replaced
itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from designer.model.layout import Layout
from designer.model.plural import plural
from designer.model.some_names import some

_NAMED = 3


class ReplaceScope(NamedTuple):
    """Some of the places where a part is mounted, or stands.

    Attributes
    ----------
    words
        What people call them: `wherever it is mounted`, `in A01`, `at A01`.
    number
        How often it is mounted, or stands, there.
    only
        Keys of the racks or devices that are meant; None: everywhere.
    """

    words: str
    number: int
    only: tuple[str, ...] | None = None


def replace_scopes(
    layout: Layout, part_id: str, selection: Iterable[str]
) -> tuple[ReplaceScope, ...]:
    """Return where a part may be replaced, everywhere first and last what is selected.

    A choice that says the same as one before it is left out.
    """
    chosen = tuple(selection)
    standing = [rack.id for rack in layout.racks.values() if rack.part == part_id]
    if standing:
        return tuple(_standing(layout, standing, chosen))
    held: dict[str, list[str]] = {}
    for placed in layout.every():
        if placed.part == part_id:
            held.setdefault(placed.rack, []).append(placed.key)
    everywhere = sum(map(len, held.values()))
    scopes = [ReplaceScope("wherever it is mounted", everywhere)]
    around = {layout.rack_of(key) for key in chosen}
    racks = [rack for rack in held if rack in around]
    within = sum(len(held[rack]) for rack in racks)
    if racks and within < everywhere:
        scopes.append(ReplaceScope(f"in {_names(layout, racks)}", within, tuple(racks)))
    whole = tuple(rack for rack in racks if rack in chosen)
    alone = tuple(
        key for key in chosen
        if (one := layout.find(key)) and one.part == part_id and one.rack not in whole
    )  # fmt: skip
    number = sum(len(held[rack]) for rack in whole) + len(alone)
    if alone and number < within:
        many = "selected place" if len(alone) == 1 else f"{len(alone):,} selected places"
        words = f"in the {many} alone"
        if whole:
            words = f"in {_names(layout, whole)}, and {plural(len(alone), 'selected device')}"
        scopes.append(ReplaceScope(words, number, (*whole, *alone)))
    return tuple(scopes)


def _standing(
    layout: Layout, standing: Sequence[str], chosen: Sequence[str]
) -> Iterator[ReplaceScope]:
    yield ReplaceScope("wherever it stands", len(standing))
    meant = tuple(key for key in standing if key in chosen)
    if meant and len(meant) < len(standing):
        yield ReplaceScope(f"at {_names(layout, meant)}", len(meant), meant)


def _names(layout: Layout, racks: Sequence[str]) -> str:
    return some([layout.name_of(rack) for rack in racks], _NAMED)
