"""What a change that is only tried does to the cables of some racks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from designer.engine.preview import CablesMoved
from designer.engine.subjects.cables.bill import MEDIA_ORDER
from designer.engine.subjects.cables.media import Media
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of


@dataclass(frozen=True)
class _Side:
    """The cables of some racks, before or after."""

    count: int = 0
    length: Figure = exact(0.0, "m")  # noqa: RUF009 - a frozen value
    longest: Figure = exact(0.0, "m")  # noqa: RUF009 - a frozen value
    media: Counter[str] = field(default_factory=Counter)
    too_far: int = 0


def moved_of(before: Media | None, after: Media | None, racks: Sequence[str]) -> CablesMoved | None:
    """Return what becomes of the cables of some racks; None where they have none."""
    was, now = _side(before, racks), _side(after, racks)
    if not was.count and not now.count:
        return None
    names = [name for name in (*MEDIA_ORDER, "") if was.media[name] or now.media[name]]
    figures = {
        "length_before_m": was.length, "length_m": now.length,
        "longest_before_m": was.longest, "longest_m": now.longest,
    }  # fmt: skip
    return CablesMoved(
        count_before=was.count, count=now.count, too_far=now.too_far,
        media=tuple((name, was.media[name], now.media[name]) for name in names),
        **fields_of(figures),
    )  # fmt: skip


def _side(media: Media | None, racks: Sequence[str]) -> _Side:
    if media is None or not racks:
        return _Side()
    routing = media.routing
    numbers = [routing.routes.places.number.get(rack, -2) for rack in racks]
    rows, counted, too_far = [], Counter[str](), 0
    low, likely, high = routing.metres
    start = 0
    for chosen, one in zip(media.fabrics, routing.routes.fabrics, strict=True):
        ends = chosen.ends
        mine = np.isin(one.heights.rack, numbers)
        found = np.flatnonzero(mine[ends.a] | mine[ends.b])
        rows.append(found + start)
        for code, number in zip(*np.unique(chosen.choice[found], return_counts=True), strict=True):
            option = chosen.options[int(code)] if code >= 0 else None
            counted[option.medium if option is not None else ""] += int(number)
        reach = np.array([np.inf if o.reach_m is None else o.reach_m for o in chosen.options] + [0])
        far = likely[found + start] > reach[np.maximum(chosen.choice[found], -1)] + 1e-9
        too_far += int((far & (chosen.choice[found] != -1)).sum())
        start += len(ends)
    some = np.concatenate(rows or [np.empty(0, dtype=np.intp)])
    if not len(some):
        return _Side()
    straight = bool(routing.off_trays[some].any())
    lengths = [float(case[some].sum()) for case in (low, likely, high)]
    longest = [float(case[some].max()) for case in (low, likely, high)]
    return _Side(
        len(some), routing.figure(*lengths, straight=straight),
        routing.figure(*longest, straight=straight), counted, too_far,
    )  # fmt: skip
