"""Limits of racks that a change alters elsewhere than where it is made, told by their name.

An air unit against a row takes nothing and gives nothing to any rack that is asked for; what racks
all over the hall have of its air is another all the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from designer.engine.limit_report import Limit, LimitState
from designer.engine.preview import LimitChange
from designer.engine.report import RackReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.racks.all_racks import RACKS
from designer.model.figures import alike

RACK_LIMITS: Key[tuple[RackReport, ...]] = Key("rack limits")

_RANK: Final[tuple[LimitState, ...]] = ("ok", "unknown", "warning", "error")
"""States of limits, the gravest last."""


@dataclass(frozen=True, slots=True)
class _Altered:
    """A limit of one rack on both sides."""

    rack: RackReport
    before: Limit | None
    after: Limit | None

    @property
    def told(self) -> Limit:
        """The limit that gives it its name: that after the change, if there is one."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def rank(self) -> tuple[int, float, float]:
        """How bad it is after the change: by state, then by what is used of it."""
        if self.after is None:
            return -1, 0.0, 0.0
        used, limit = (self.after.figure(side, self.after.unit) for side in ("used", "limit"))
        share = used.per(limit).low if limit.low > 0 else 0.0
        return _RANK.index(self.after.state), share, used.low


def limits_of(facts: Facts) -> tuple[RackReport, ...]:
    """Return the reports in which the limits stand."""
    return facts[RACKS]


def limits_changed(
    before: tuple[RackReport, ...] | None,
    after: tuple[RackReport, ...] | None,
    racks: Sequence[str],
) -> tuple[LimitChange, ...]:
    """Return the limits that a change alters in racks that stand before and after, by name.

    Parameters
    ----------
    racks
        Those that are asked for, whose limits are told one by one.
    """
    altered: dict[str, list[_Altered]] = {}
    for was, now in _pairs(before or (), after or (), frozenset(racks)):
        for one in _differing(was, now):
            altered.setdefault(one.told.name, []).append(one)
    ranked = sorted(
        ((max(some, key=lambda one: one.rank), some) for some in altered.values()),
        key=lambda found: found[0].rank,
        reverse=True,
    )
    return tuple(_change(worst, some) for worst, some in ranked)


def _pairs(
    before: Sequence[RackReport], after: Sequence[RackReport], asked: frozenset[str]
) -> Iterator[tuple[RackReport, RackReport]]:
    """Yield both reports of each rack that is another report: the others are the same objects."""
    if len(before) == len(after) and all(a.id == b.id for a, b in zip(before, after, strict=True)):
        both = list(zip(before, after, strict=True))
    else:
        old = {rack.id: rack for rack in before}
        both = [(old[rack.id], rack) for rack in after if rack.id in old]
    yield from ((was, now) for was, now in both if was is not now and now.id not in asked)


def _differing(was: RackReport, now: RackReport) -> Iterator[_Altered]:
    if was.limits is now.limits:
        return
    old, new = ({limit.name: limit for limit in rack.limits} for rack in (was, now))
    for name in dict.fromkeys((*new, *old)):
        one = _Altered(now, old.get(name), new.get(name))
        if not _same(one.before, one.after):
            yield one


def _same(before: Limit | None, after: Limit | None) -> bool:
    """Return whether a limit is the same in its figures and its state."""
    if before is after:
        return True
    if before is None or after is None or before.state != after.state:
        return False
    return all(
        alike(before.figure(side, before.unit), after.figure(side, after.unit))
        for side in ("used", "limit")
    )


def _change(worst: _Altered, some: Sequence[_Altered]) -> LimitChange:
    states = [one.after.state for one in some if one.after is not None]
    return LimitChange(
        name=worst.told.name, label=worst.told.label, racks=len(some),
        over=states.count("error"), near=states.count("warning"),
        rack=worst.rack.name or worst.rack.id, before=worst.before, after=worst.after,
    )  # fmt: skip
