"""Which free place of a list a new member takes: its own, one where it stands, or the first."""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from designer.model.design import KeptPlace
from designer.wiring.network_line import Named, natural

Rank = tuple[int, Named, Named]


class Where(NamedTuple):
    """By what a place is ordered: rack and id, or how many it comes after all of these."""

    rack: str
    id: str
    last: int = 0

    @property
    def rank(self) -> Rank:
        """What the places of a list are sorted by."""
        return self.last, natural(self.rack), natural(self.id)


class Thing(NamedTuple):
    """What may be a node or a switch: a device, a slot of a rack's assembly, or a rack itself."""

    key: str
    id: str
    rack: str
    part: str
    name: str
    half_u: int
    face: str
    fabric: str
    tier: str
    hall: str
    side: str = ""

    @property
    def where(self) -> Where:
        """By what it is ordered where nothing is kept."""
        return Where(self.rack, self.id)

    @property
    def label(self) -> str:
        """What it is called as a device of its own."""
        return self.key.replace("/", "-")


Filled = dict[str, list[Where]]
"""By key of what came, the places that it fills; the same over all lists, so that it fills one."""
_Ranked = tuple[Rank, Where]


def spot_of(it: Thing | KeptPlace) -> tuple[str, str, int, str]:
    """Return where in its rack something hangs, or hung."""
    return it.rack, it.face, it.half_u, it.side


class FreePlaces:
    """The free places of one list, found by where they are.

    Parameters
    ----------
    filled
        What was filled so far of any list.
    by_part
        Whether one of another part takes only the place of what stood where it stands, as among
        nodes.
    """

    def __init__(self, filled: Filled, *, by_part: bool) -> None:
        self._filled, self._by_part = filled, by_part
        self._records: dict[Where, KeptPlace | Thing] = {}
        self._at: dict[tuple[str, str, int, str], set[Where]] = {}
        self._in_rack: dict[tuple[str, str], set[Where]] = {}
        self._in_order: dict[str, list[_Ranked]] = {}
        """By part; those that were taken since stay until they come first."""
        self._waiting: list[tuple[Where, KeptPlace | Thing]] = []
        """Places to be found, which most are never looked for."""

    def add(self, where: Where, record: KeptPlace | Thing) -> None:
        """Let a place be free."""
        self._waiting.append((where, record))

    def _take_in(self) -> None:
        """Let all that were added be found."""
        waiting, self._waiting = self._waiting, []
        for where, record in waiting:
            self._take_one_in(where, record)

    def _take_one_in(self, where: Where, record: KeptPlace | Thing) -> None:
        if where in self._records:
            self.discard(where)
        self._records[where] = record
        self._at.setdefault(spot_of(record), set()).add(where)
        part = self._part_of(record)
        self._in_rack.setdefault((record.rack, part), set()).add(where)
        heappush(self._in_order.setdefault(part, []), (where.rank, where))

    def places(self) -> Iterator[Where]:
        """Yield the places that are free; some of them twice."""
        yield from self._records
        yield from (where for where, _ in self._waiting)

    def discard(self, where: Where) -> None:
        """Let a place be free no longer."""
        self._take_in()
        record = self._records.pop(where)
        self._at[spot_of(record)].discard(where)
        self._in_rack[record.rack, self._part_of(record)].discard(where)

    def find(self, it: Thing) -> Where | None:
        """Return the place that a new member takes; None where none is free for it."""
        self._take_in()
        own = {it.where, *self._filled.get(it.key, ())} & self._records.keys()
        stood = self._at.get(spot_of(it), ()) if it.half_u else ()
        beside = self._in_rack.get((it.rack, self._part_of(it)), ())
        near = next((group for group in (own, stood, beside) if group), None)
        return self._first(self._part_of(it)) if near is None else _first_of(near)

    def note(self, it: Thing, where: Where) -> None:
        """Let a member fill a place: in other lists, too, it is that one's."""
        self._filled.setdefault(it.key, []).append(where)

    def _part_of(self, it: Thing | KeptPlace) -> str:
        return it.part if self._by_part else ""

    def _first(self, part: str) -> Where | None:
        """Return the first free place of a part."""
        order = self._in_order.get(part, [])
        while order:
            where = order[0][1]
            record = self._records.get(where)
            if record is not None and self._part_of(record) == part:
                return where
            heappop(order)
        return None


def _first_of(places: Iterable[Where]) -> Where:
    return min(places, key=lambda where: (where.rank, where))
