"""Which lines are meant by what is selected on the floor, and the other way round."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.facts import Facts

MOST: Final = 5_000
"""Of more devices the racks are selected that hold them: the floor shows no more than that."""


def selected_by(facts: Facts, table: Table, lines: Sequence[Any]) -> tuple[str, ...]:
    """Return what is selected on the floor with lines, each once and in their order."""
    if table.touches is not None and len(lines) > MOST:
        touched = dict.fromkeys(key for line in lines for key in table.touches(facts, line))
        return tuple(key for key in touched if key in facts.layout.racks)
    if table.by_rack and len(lines) > MOST:
        return tuple(dict.fromkeys(line.rack for line in lines))
    return tuple(dict.fromkeys(key for line in lines for key in table.selects(facts, line)))


def marked_lines(
    facts: Facts,
    table: Table,
    lines: Iterable[Any],
    selection: Iterable[str],
    racks: Iterable[str],
) -> frozenset[str]:
    """Return the keys of the lines that a selection means: all that a line stands for is selected.

    A device is meant with its rack, a rack with a device in it.

    Parameters
    ----------
    racks
        Those that are selected, or hold something that is.
    """
    selected = frozenset(selection)
    if not selected:
        return frozenset()
    key = table.key
    if table.touches is not None:
        touches = table.touches
        return frozenset(
            key(line) for line in lines if not selected.isdisjoint(touches(facts, line))
        )
    if table.by_rack:
        return frozenset(
            key(line) for line in lines if key(line) in selected or line.rack in selected
        )
    if table.collection in ("racks", "rows"):
        selected |= frozenset(racks)
    found = set()
    for line in lines:
        stands_for = table.selects(facts, line)
        if stands_for and selected.issuperset(stands_for):
            found.add(key(line))
    return frozenset(found)
