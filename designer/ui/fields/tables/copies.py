"""Changes that all copies of an assembly get alike: made in the assembly, once for all racks."""

from collections.abc import Sequence
from typing import Any

from designer.document.errors import EditError
from designer.model.design import Slot
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.wish import Cells, held_value

Shared = dict[str, dict[str, Any]]
"""By the id of each assembly its slots, as a change of its fields."""


def for_all_copies(facts: Facts, cells: Sequence[Cells]) -> tuple[Shared, list[Cells]]:
    """Return what is changed in assemblies, and the cells that are changed rack by rack.

    A name is each device's own: one pattern for all copies is set in the assembly's properties.
    """
    layout = facts.layout
    of_slot: dict[tuple[str, str], list[Cells]] = {}
    own: list[Cells] = []
    for cell in cells:
        rack_id, slash, slot = str(getattr(cell.wish.line, "key", "")).partition("/")
        rack = layout.racks.get(rack_id)
        if slash and rack is not None and rack.assembly in layout.assemblies:
            of_slot.setdefault((rack.assembly, slot), []).append(cell)
        else:
            own.append(cell)
    # A rack that is detached for one of its devices has all of them as its own.
    loose: set[str] = set()
    for (assembly, _), same in of_slot.items():
        if not _alike(same, layout.copies.get(assembly, 0)):
            loose.add(assembly)
    fields: dict[str, dict[str, dict[str, Any]]] = {}
    for (assembly, slot), same in of_slot.items():
        if assembly in loose:
            own += same
            continue
        for cell in same:
            if (editing := cell.wish.column.edit) is not None:
                known = fields.setdefault(assembly, {}).setdefault(slot, {})
                known[editing.store] = held_value(editing, cell.value)
    return {key: {"slots": _slots(facts, key, by_slot)} for key, by_slot in fields.items()}, own


def _alike(cells: Sequence[Cells], copies: int) -> bool:
    """Return whether every copy gets the same values of the same fields, none of them a name."""
    by_rack: dict[str, list[tuple[str, object]]] = {}
    for cell in cells:
        store = cell.wish.column.edit.store if cell.wish.column.edit else ""
        if store == "name":
            return False
        by_rack.setdefault(cell.wish.line.rack, []).append((store, cell.value))
    first = next(iter(by_rack.values()))
    return len(by_rack) == copies and all(one == first for one in by_rack.values())


def _slots(facts: Facts, assembly: str, fields: dict[str, dict[str, Any]]) -> tuple[Slot, ...]:
    known = facts.layout.assemblies.get(assembly)
    if known is None:
        raise EditError(f"no assembly {assembly!r}")
    return tuple(
        slot.evolve(**fields[slot.id]) if slot.id in fields else slot for slot in known.slots
    )
