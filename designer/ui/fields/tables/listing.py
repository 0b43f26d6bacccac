"""The lines of a table that a filter leaves, in their order: worked out in slices.

A hall has 100,000 devices: a window does a slice, answers keys and the mouse, and goes on.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter
from typing import Any, Final, TypeVar

from designer.ui.fields.tables.column import Column, Rank, Table, rank
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.search import Search

SLICE: Final = 1_000
"""Lines that are looked at before somebody else has a turn."""
T = TypeVar("T")
Work = Generator[None, None, T]
"""Work that gives way at each step, and returns something in the end."""
Counted = Generator[int, None, T]
"""Such work that tells at each step how many lines are done."""


@dataclass(frozen=True, slots=True)
class Order:
    """By which column lines are sorted, and whether from the largest on."""

    column: Column
    descending: bool = False


def in_slices(
    facts: Facts, table: Table, search: Search, order: Order | None
) -> Work[tuple[Any, ...]]:
    """Return the lines that a filter leaves, sorted; what nobody states stands last."""
    said = tuple(one for one in table.columns if not one.is_number)
    found: list[Any] = []
    for at, line in enumerate(table.lines(facts), start=1):
        if search.fits(facts, line, said):
            found.append(line)
        if at % SLICE == 0:
            yield
    if order is None:
        return tuple(found)
    return (yield from _sorted(facts, found, order))


def _sorted(facts: Facts, lines: list[Any], order: Order) -> Work[tuple[Any, ...]]:
    """Return lines sorted, those that are alike in their order before."""
    read = order.column.read
    known: list[list[tuple[Rank, int, Any]]] = []
    unsaid: list[Any] = []
    for begin in range(0, len(lines), SLICE):
        ranked = [
            (rank(read(facts, line)), at, line)
            for at, line in enumerate(lines[begin : begin + SLICE], start=begin)
        ]
        unsaid += [line for place, _, line in ranked if place[0] == _LAST]
        said = [one for one in ranked if one[0][0] != _LAST]
        said.sort(key=itemgetter(0), reverse=order.descending)
        known.append(said)
        yield
    made: list[Any] = []
    for one in merge(*known, key=itemgetter(0), reverse=order.descending):
        made.append(one[2])
        if len(made) % SLICE == 0:
            yield
    return (*made, *unsaid)


_LAST: Final = rank(None)[0]


def done(work: Work[T] | Counted[T]) -> T:
    """Return what work comes to, all of it now."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def keys_of(table: Table, lines: Iterable[Any]) -> list[str]:
    """Return the ids of lines."""
    key: Callable[[Any], str] = table.key
    return [key(line) for line in lines]
