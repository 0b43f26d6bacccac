"""How many cables of a whole design a change gives other ends or another route.

Cables that are not among those of before (see `matching`) are new, or gone.
"""

from collections.abc import Sequence
from itertools import starmap
from math import ceil
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from designer.engine.preview import CableChanges
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.matching import kept_cables
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media
from designer.engine.subjects.cables.moving import medium_codes, out_of_reach
from designer.model.measured import fields_of

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

LAID: Key[Media] = Key("cables as laid")
_WAYS: Final = "ways along trays"
_HAIR: Final = 1e-6
"""Metres below which a length is the same."""


def laid_of(facts: Facts) -> Media:
    """Return all cables with their ends, ways and media."""
    return facts[MEDIA]


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
            found.gone += _whole(before.routing.each[slice(*rows[0][olds[key] : olds[key] + 2])])
        elif key not in olds:
            found.new += _whole(after.routing.each[slice(*rows[1][news[key] : news[key] + 2])])
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

    def compare(self, was: Chosen, now: Chosen, begins: int, then: int) -> None:
        """Count the cables of one fabric, which begin at numbers of all cables."""
        sides = (self._before, begins, len(was.ends)), (self._after, then, len(now.ends))
        metres, each, ways, off = zip(*starmap(_of_fabric, sides), strict=True)
        if was is now and all(map(np.array_equal, *metres)) and np.array_equal(*ways):
            return  # on a site of halls most are as they were
        designs = self._before.routing.design, self._after.routing.design
        kept = kept_cables(was.ends, now.ends, designs)
        old, late = kept.old, kept.late
        self.gone += _whole(each[0][kept.gone])
        self.new += _whole(each[1][kept.new])
        self.ends += _whole(each[1][kept.other_end])
        more = [two[late] - one[old] for one, two in zip(*metres, strict=True)]
        differs = np.any([np.abs(one) > _HAIR for one in more], axis=0)
        differs |= medium_codes(was, old) != medium_codes(now, late)
        differs |= ways[0][old] != ways[1][late]
        each_late = each[1][late]
        self.route += _whole(each_late[differs])
        far = out_of_reach(now, metres[1][0][late], late)
        far &= ~out_of_reach(was, metres[0][0][old], old)
        self.too_far += _whole(each_late[far])
        longer = more[1] > _HAIR
        self.longer += _whole(each_late[longer])
        if longer.any():
            most = int(np.argmax(more[1]))
            if more[1][most] > self._most[1]:
                low, likely_m, high = (float(one[most]) for one in more)
                self._most = (min(low, likely_m), likely_m, max(high, likely_m))
            self._open |= bool((longer & (off[0][old] | off[1][late])).any())

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


def _of_fabric(
    media: Media, first: int, number: int
) -> tuple[tuple[Floats, ...], Floats, Floats, Flags]:
    """Return of some cables the lengths, the part of a cable that each is, and which way it runs.

    Then whether each follows no tray.
    """
    rows, routing = slice(first, first + number), media.routing
    return (
        tuple(case[rows] for case in routing.metres), routing.each[rows],
        media.once(_WAYS, _way_codes)[rows], routing.off_trays[rows],
    )  # fmt: skip


def _whole(each: Floats) -> int:
    """Return how many cables some links are: of a port that is split they share one."""
    return ceil(float(each.sum()) - _HAIR)


def _way_codes(media: Media) -> Floats:
    """Return for each cable a number that is another one where it runs along other trays."""
    routing = media.routing
    pairs = len(routing.routes.pairs.a)
    pair, tray = routing.trays_along(np.arange(pairs, dtype=np.intp))
    names = np.array([crc32(one.id.encode()) for one in routing.design.trays] or [0], dtype=float)
    along = np.bincount(pair, names[tray], minlength=pairs + 1)  # the last: within one rack
    return np.asarray(along[routing.columns.pair], dtype=float)
