"""As many in a rack as fit: by height first, then by what the engine says of each rack and feed.

Each answer lowers the numbers of the racks whose limits break. So many as the broken limit bears in
proportion are tried next: what does not grow with the nodes makes that too many, never too few.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Final

from designer.document.edits.replaced_fewer import Numbers
from designer.document.errors import EditError
from designer.engine.preview import Preview
from designer.planning.ways_out.asked import (
    Alike,
    Question,
    Replacement,
    Steps,
    broken,
    broken_elsewhere,
    broken_upstream,
    over_by,
    share_of,
    spread,
    told,
)
from designer.planning.ways_out.way import WayOut
from designer.planning.ways_out.words import limit_words, numbers_words, upstream_words

NONE: Final = "As many in a rack as fit"
_MOST_ASKED: Final = 60
"""Answers after which it is given up: rules that undo each other end."""
_MOST_APART: Final = 16
"""Racks that are looked at by themselves, though others are like them."""


@dataclass
class Room:
    """How many nodes each rack keeps or takes, as far as is known.

    Attributes
    ----------
    most
        For the first of racks that are alike, how many each holds.
    total
        How many there may be in all; None for as many as have room.
    """

    asked: Replacement
    groups: list[Alike]
    most: dict[str, int]
    total: int | None = None
    because: str = ""
    apart: int = field(default=0)

    @property
    def about(self) -> str:
        """What keeps it to these numbers, in words."""
        return f"With more: {self.because}" if self.because else ""

    def stay(self) -> dict[str, int]:
        """Return how many stay in each rack: where there are too many, fewer in the last."""
        numbers = dict(spread((one for one in self.groups if not one.free), self.most))
        left = sum(numbers.values()) - (self.total if self.total is not None else 1 << 60)
        for rack in reversed(tuple(self.asked.meant)):
            if left <= 0:
                break
            gone = min(left, numbers[rack])
            numbers[rack] -= gone
            left -= gone
        return {rack: numbers[rack] for rack in self.asked.meant}

    def free(self, stay: Mapping[str, int]) -> Numbers:
        """Return how many go to racks that are free."""
        left = self.asked.total - sum(stay.values())
        if self.total is not None:
            left = min(left, self.total - sum(stay.values()))
        taken = []
        for rack, most in spread((one for one in self.groups if one.free), self.most):
            number = min(left, most)
            if number > 0:
                taken.append((rack, number))
                left -= number
        return tuple(taken)

    def looked(self, numbers: Iterable[tuple[str, int]]) -> tuple[str, ...]:
        """Return the racks to ask about: the first of those alike that hold any."""
        held = {rack for rack, number in numbers if number}
        return tuple(one.first for one in self.groups if one.first in held)

    def lower(self, told: Preview, looked: Iterable[str], numbers: Mapping[str, int]) -> bool:
        """Lower the numbers where a limit breaks; return whether one does."""
        over = [(rack, limit) for rack in looked if (limit := broken(told, rack)) is not None]
        for rack, limit in over:
            self.because = self.because or limit_words(limit)
            self.most[rack] = _fewer(numbers[rack], share_of(limit))
        if over or self._set_apart(told, numbers):
            return True
        upstream = broken_upstream(told)
        if upstream is None:
            return False
        self.because = self.because or upstream_words(upstream)
        self.total = _fewer(sum(numbers.values()), over_by(upstream))
        return True

    def _set_apart(self, told: Preview, numbers: Mapping[str, int]) -> bool:
        """Look at a rack by itself that breaks a limit which those alike do not."""
        rest = [rack for group in self.groups for rack in group.racks[1:] if numbers.get(rack)]
        found = broken_elsewhere(told, self.asked.layout, rest)
        if found is None or self.apart >= _MOST_APART:
            return False
        rack, limit = found
        self.apart += 1
        self.because = self.because or limit_words(limit)
        at = next(i for i, group in enumerate(self.groups) if rack in group.racks)
        group = self.groups[at]
        others = tuple(one for one in group.racks if one != rack)
        self.groups[at : at + 1] = [
            Alike(others, group.number, group.free), Alike((rack,), group.number, group.free)
        ]  # fmt: skip
        self.most[rack] = _fewer(numbers[rack], share_of(limit))
        return True


def fewer(asked: Replacement) -> Steps[tuple[WayOut, Room]]:
    """Find as many as fit in each rack; the others go to free racks, or leave.

    Returns
    -------
    WayOut
        The way.
    Room
        How many fit in each rack, whatever the feeds of the room carry.
    """
    found = {group.first: asked.most_by_height(group) for group in asked.alike}
    most = {first: number for first, (number, _) in found.items()}
    why = next((because for _, because in found.values() if because), "")
    free = asked.free if sum(most.values()) else ()
    most |= {group.first: group.number for group in free}
    room = Room(asked, [*asked.alike, *free], most, because=short(why))
    if not any(found[first][0] for first in found):
        return WayOut("fewer", NONE, reason=f"not one fits: {why}"), room
    return (yield from _found(asked, room)), room


def short(refusal: str) -> str:
    """Return why one more has no room by height, without the place that was tried."""
    return refusal and f"height: {refusal.rpartition(': ')[2]}"


def _found(asked: Replacement, room: Room) -> Steps[WayOut]:
    for _ in range(_MOST_ASKED):
        stay = room.stay()
        if not any(stay.values()):
            return WayOut("fewer", NONE, reason=f"not one fits: {room.because}")
        free = room.free(stay)
        edit = asked.edit(stay, free)
        try:
            after = yield from asked.made(edit)
        except EditError as refusal:
            return WayOut("fewer", NONE, reason=str(refusal) or "not possible")
        numbers = {**stay, **dict(free)}
        looked = room.looked(numbers.items())
        answer = yield from told(Question(after, looked))
        if not room.lower(answer, looked, numbers):
            moved, nodes = sum(number for _, number in free), sum(numbers.values())
            return WayOut(
                "fewer", numbers_words(asked.layout, stay), room.about, edit, after, answer,
                nodes=nodes, removed=asked.total - nodes, moved=moved,
                numbers=tuple(numbers.items()), looked=looked,
            )  # fmt: skip
    return WayOut("fewer", NONE, reason=f"none of the numbers tried fits: {room.because}")


def _fewer(number: int, share: float) -> int:
    """Return a lower number: what the limit bears in proportion, and at least one less."""
    borne = floor(number / share) if share > 1 else number
    return max(0, min(number - 1, borne))
