"""How many cables of a whole design a change gives other ends or another route.

A cable is the one of before where it joins the same two ports; else where one of its ports had a
cable and has one: that cable has another end. All others are new, or gone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import CableChanges
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media
from designer.engine.subjects.cables.moving import medium_codes, out_of_reach
from designer.model.design import Design
from designer.model.layout import Layout, Placed
from designer.model.measured import fields_of
from designer.wiring.cable_ends import CableEnds
from designer.wiring.same_members import NumberedMembers, numbered_members

Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

LAID: Key[Media] = Key("cables as laid")
_LANES: Final = 1 << 20
"""More than any device has."""
_UNITS: Final = 1 << 10
"""More than the nodes of any device, with one for the device as a switch."""
_HAIR: Final = 1e-6
"""Metres below which a length is the same."""


def laid_of(facts: Facts) -> Media:
    """Return all cables with their ends, ways and media."""
    return facts[MEDIA]


@dataclass(frozen=True, eq=False)
class _Kept:
    """Cables of a fabric that are there before and after, by their numbers in it.

    Attributes
    ----------
    old, late
        The same cable at the same place, before and after.
    other_end
        Whether it joins another port.
    """

    old: Places
    late: Places
    other_end: Flags


def changes_of(
    before: Media | None, after: Media | None, _: Sequence[str] = ()
) -> CableChanges | None:
    """Return what becomes of all cables; None where nothing does."""
    if before is None or after is None or before is after:
        return None
    olds = {one.ends.wiring.fabric.id: at for at, one in enumerate(before.fabrics)}
    news = {one.ends.wiring.fabric.id: at for at, one in enumerate(after.fabrics)}
    rows, found = (_starts(before), _starts(after)), _Counted(before, after)
    for key in dict.fromkeys((*olds, *news)):
        if key not in news:
            found.gone += _whole(before, slice(*rows[0][olds[key] : olds[key] + 2]))
        elif key not in olds:
            found.new += _whole(after, slice(*rows[1][news[key] : news[key] + 2]))
        else:
            was, now = before.fabrics[olds[key]], after.fabrics[news[key]]
            found.compare(was, now, rows[0][olds[key]], rows[1][news[key]])
    return found.told()


class _Counted:
    """Counts cables of two designs, fabric after fabric."""

    def __init__(self, before: Media, after: Media) -> None:
        self._before, self._after = before, after
        self.new = self.gone = self.ends = self.route = self.longer = self.too_far = 0
        self._most = (0.0, 0.0, 0.0)
        self._open = False
        self._ways = tuple(one.once("way codes", _way_codes) for one in (before, after))

    def compare(self, was: Chosen, now: Chosen, begins: int, then: int) -> None:
        """Count the cables of one fabric, which begin at numbers of all cables."""
        designs = self._before.routing.design, self._after.routing.design
        kept = _kept(was.ends, now.ends, designs)
        gone, new = np.ones(len(was.ends), dtype=bool), np.ones(len(now.ends), dtype=bool)
        gone[kept.old], new[kept.late] = False, False
        self.gone += _whole(self._before, np.flatnonzero(gone) + begins)
        self.new += _whole(self._after, np.flatnonzero(new) + then)
        self.ends += _whole(self._after, kept.late[kept.other_end] + then)
        same = ~kept.other_end
        old, late = kept.old[same], kept.late[same]
        before, after = old + begins, late + then
        lengths = zip(self._before.routing.metres, self._after.routing.metres, strict=True)
        more = [two[after] - one[before] for one, two in lengths]
        differs = np.any([np.abs(one) > _HAIR for one in more], axis=0)
        differs |= medium_codes(was, old) != medium_codes(now, late)
        differs |= self._ways[0][before] != self._ways[1][after]
        self.route += _whole(self._after, after[differs])
        least = self._before.routing.metres[0], self._after.routing.metres[0]
        far = out_of_reach(now, least[1][after], late)
        far &= ~out_of_reach(was, least[0][before], old)
        self.too_far += _whole(self._after, after[far])
        longer = more[1] > _HAIR
        self.longer += _whole(self._after, after[longer])
        if longer.any():
            most = int(np.argmax(more[1]))
            if more[1][most] > self._most[1]:
                low, likely_m, high = (float(one[most]) for one in more)
                self._most = (min(low, likely_m), likely_m, max(high, likely_m))
            straight = self._before.routing.off_trays[before] | self._after.routing.off_trays[after]
            self._open |= bool((longer & straight).any())

    def told(self) -> CableChanges | None:
        """Return the counts; None where all are 0."""
        counts = {
            "new": self.new, "gone": self.gone, "ends": self.ends, "route": self.route,
            "longer": self.longer, "too_far": self.too_far,
        }  # fmt: skip
        if not any(counts.values()):
            return None
        most = self._after.routing.figure(*self._most, straight=self._open)
        return CableChanges(**counts, **fields_of({"longer_by_m": most}))


def _starts(media: Media) -> list[int]:
    """Return the number of the first cable of each fabric among all, and how many there are."""
    return [0, *np.cumsum([len(one.ends) for one in media.fabrics]).tolist()]


def _whole(media: Media, rows: Places | slice) -> int:
    """Return how many cables some links are: of a port that is split they share one."""
    return ceil(float(media.routing.each[rows].sum()) - _HAIR)


def _kept(was: CableEnds, now: CableEnds, designs: tuple[Design, Design]) -> _Kept:
    """Return the cables of a fabric that are there before and after.

    Parameters
    ----------
    designs
        Before and after.
    """
    if _are_alike(was, now):
        every = np.arange(len(was), dtype=np.intp)
        return _Kept(every, every, np.zeros(len(was), dtype=bool))
    numbers = _same_devices(*numbered_members(was.wiring.members, now.wiring.members), designs)
    sides = [_ports(ends, one) for ends, one in zip((was, now), numbers, strict=True)]
    _, code = np.unique(
        np.concatenate([one for side in sides for one in side]), return_inverse=True
    )
    a, b, c, d = np.split(code, np.cumsum([len(was), len(was), len(now)]))
    old, new = np.arange(len(was), dtype=np.intp), np.arange(len(now), dtype=np.intp)
    many = len(code)
    pairs = [np.minimum(x, y) * many + np.maximum(x, y) for x, y in ((a, b), (c, d))]
    found: list[tuple[Places, Places, bool]] = []
    tries: list[tuple[Codes, Codes, bool]] = [
        (pairs[0], pairs[1], False), (a, c, True), (b, d, True),
    ]  # fmt: skip
    for one, other, other_end in tries:
        _, first, second = np.intersect1d(one[old], other[new], return_indices=True)
        found.append((old[first], new[second], other_end))
        old, new = np.delete(old, first), np.delete(new, second)
    return _Kept(
        np.concatenate([one for one, _, _ in found]),
        np.concatenate([two for _, two, _ in found]),
        np.concatenate([np.full(len(one), flag) for one, _, flag in found]),
    )


def _are_alike(was: CableEnds, now: CableEnds) -> bool:
    """Return whether cables join the same ports of the same devices, number by number."""
    if was is now:
        return True
    names = ("a", "b", "a_lane", "b_lane")
    return (
        all(np.array_equal(getattr(was, name), getattr(now, name)) for name in names)
        and np.array_equal(was.wiring.nodes.device, now.wiring.nodes.device)
        and np.array_equal(was.wiring.nodes.unit, now.wiring.nodes.unit)
        and np.array_equal(was.wiring.places.switch, now.wiring.places.switch)
        and was.wiring.members.same_as(now.wiring.members)
    )


def _same_devices(
    old: NumberedMembers, new: NumberedMembers, designs: tuple[Design, Design]
) -> tuple[NumberedMembers, NumberedMembers]:
    """Return devices with the number of before where they have another key, but stay in place.

    So it is of all that stands in a rack which leaves its assembly, or takes one.
    """
    gone = dict(old.keys_of(np.setdiff1d(old.every, new.every)))
    came = dict(new.keys_of(np.setdiff1d(new.every, old.every)))
    if not gone or not came:
        return old, new
    before = {_place(one): one for one in _placed(gone, designs[0])}
    pairs = ((one, before.get(_place(one))) for one in _placed(came, designs[1]))
    same = {
        came[now.key]: gone[was.key]
        for now, was in pairs
        if was is not None and was.from_assembly != now.from_assembly
    }
    return old, new.with_numbers(same)


def _placed(keys: Iterable[str], design: Design) -> Iterator[Placed]:
    layout = Layout(design)
    yield from filter(None, map(layout.find, keys))


def _place(one: Placed) -> tuple[object, ...]:
    return one.rack, one.half_u, one.face, one.part, one.feed


def _ports(ends: CableEnds, numbers: NumberedMembers) -> tuple[Codes, Codes]:
    """Return a code of the port at either end of each cable.

    Parameters
    ----------
    numbers
        Of the devices; those of vertices tell a node of a device from the device as a switch.
    """
    nodes, switch = ends.wiring.nodes, ends.wiring.places.switch
    devices = numbers.nodes[nodes.device] * _UNITS + nodes.unit + 1
    # A place without a switch has no cable.
    held = np.append(numbers.switches, np.int64(0))[switch] * _UNITS
    vertex: Codes = np.concatenate([devices, held])
    return vertex[ends.a] * _LANES + ends.a_lane, vertex[ends.b] * _LANES + ends.b_lane


def _way_codes(media: Media) -> Floats:
    """Return for each cable a number that is another one where it runs along other trays."""
    routing = media.routing
    pairs = len(routing.routes.pairs.a)
    pair, tray = routing.trays_along(np.arange(pairs, dtype=np.intp))
    names = np.array([crc32(one.id.encode()) for one in routing.design.trays] or [0], dtype=float)
    along = np.bincount(pair, names[tray], minlength=pairs + 1)  # the last: within one rack
    return np.asarray(along[routing.columns.pair], dtype=float)
