"""Racks grouped by what they hold, in the design's order.

A group stands where its first rack stands, so that sums over groups add up in the same order as
from scratch. After an edit, groups are taken over from those before.
"""

from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

C = TypeVar("C", bound=Hashable)

_FEW: Final = 8
"""Up to a part in so many of the racks are taken over one by one when their contents change."""


def racks_by_contents(contents: Mapping[str, C]) -> dict[C, list[str]]:
    """Return racks by contents, from scratch.

    Parameters
    ----------
    contents
        By the ids of racks, in the design's order.
    """
    racks: dict[C, list[str]] = {}
    for rack, held in contents.items():
        racks.setdefault(held, []).append(rack)
    return racks


def regrouped(
    racks: Mapping[C, list[str]],
    before: Mapping[str, C],
    contents: Mapping[str, C],
    differ: Sequence[str],
    order: Mapping[str, int],
) -> dict[C, list[str]]:
    """Return racks by contents where racks stand as they stood: as from scratch, order included.

    Parameters
    ----------
    racks, before
        Racks by contents before the edit, and contents by rack.
    contents
        Contents by rack after it.
    differ
        Ids of the racks that have other contents than before.
    order
        Place of each rack in the design.
    """
    if len(differ) > len(contents) // _FEW:
        return racks_by_contents(contents)
    place = order.__getitem__
    grouped = dict(racks)
    for rack in differ:
        was, now = grouped.pop(before[rack]), grouped.get(contents[rack], [])
        at = bisect_left(was, place(rack), key=place)
        if len(was) > 1:
            grouped[before[rack]] = was[:at] + was[at + 1 :]
        at = bisect_left(now, place(rack), key=place)
        grouped[contents[rack]] = [*now[:at], rack, *now[at:]]
    return dict(sorted(grouped.items(), key=lambda entry: place(entry[1][0])))
