"""Which findings are new after a change: one owner, for what a preview foresees and what came.

Findings are compared place by place. One that stands in place of another of its rule and severity
at the same place is altered, and not new.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from designer.engine.preview import Foreseen
from designer.engine.reasons import is_open
from designer.engine.report import NOT_COMPUTED, Check
from designer.engine.waivers import check_order

Spot = tuple[str, str, str, str]
"""Rule, cause, severity and place of a finding; the place is empty for one of the whole design."""
T = TypeVar("T")


def differing_spots(
    was: Mapping[Spot, T], now: Mapping[Spot, T]
) -> tuple[dict[Spot, T], dict[Spot, T], set[Spot]]:
    """Return what stands only after a change, only before it, and what of both is altered."""
    new = {spot: finding for spot, finding in now.items() if spot not in was}
    old = {spot: finding for spot, finding in was.items() if spot not in now}
    pairs: dict[tuple[str, str, str, bool], list[Spot]] = defaultdict(list)
    for spot in old:
        pairs[_alike(spot)].append(spot)
    altered: set[Spot] = set()
    for spot in new:
        if pairs[_alike(spot)]:
            altered |= {spot, pairs[_alike(spot)].pop()}
    return new, old, altered


def _alike(spot: Spot) -> tuple[str, str, str, bool]:
    rule, cause, severity, place = spot
    return rule, severity, place, is_open(f"{rule}:{cause}")


def brought(before: Iterable[Check], after: Iterable[Check]) -> tuple[Foreseen, ...]:
    """Return the checks that are new in a report, the gravest first; waived ones are none."""
    was, now = map(_spots, _differing(tuple(before), tuple(after)))
    return _new(was, now)


def brought_and_ended(
    before: Iterable[Check], after: Iterable[Check]
) -> tuple[tuple[Foreseen, ...], tuple[Foreseen, ...]]:
    """Return the checks that are new in a report, and those that were so in the one before."""
    was, now = map(_spots, _differing(tuple(before), tuple(after)))
    return _new(was, now), _new(now, was)


def _new(was: Mapping[Spot, Check], now: Mapping[Spot, Check]) -> tuple[Foreseen, ...]:
    standing = {(check.key, check.severity) for check in was.values()}
    new, _, altered = differing_spots(was, now)
    places: dict[str, int] = defaultdict(int)
    checks: dict[str, Check] = {}
    for spot, check in new.items():
        if spot not in altered:
            checks[check.key] = check
            places[check.key] += bool(spot[-1])
    return tuple(
        foreseen_of(check, places[check.key], elsewhere=(check.key, check.severity) in standing)
        for check in sorted(checks.values(), key=check_order)
    )


def foreseen_of(check: Check, places: int, *, elsewhere: bool) -> Foreseen:
    """Return what is told of a check that a change brings, ends or alters."""
    return Foreseen(
        rule=check.rule, severity=check.severity, message=check.message, key=check.key,
        places=places, elsewhere=elsewhere,
        remedy=check.remedy.action if check.remedy is not None else "",
    )  # fmt: skip


def _differing(
    before: tuple[Check, ...], after: tuple[Check, ...]
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """Return the checks of two reports without those which both have, as an edit leaves most.

    One that shares rule, key and severity with one that differs stays: they may share places.
    """
    known, kept = set(map(id, before)), set(map(id, after))
    others = [one for one in before if id(one) not in kept]
    others += [one for one in after if id(one) not in known]
    kinds = {(one.key, one.rule, one.severity) for one in others}
    if not kinds:
        return (), ()
    return (
        tuple(one for one in before if (one.key, one.rule, one.severity) in kinds),
        tuple(one for one in after if (one.key, one.rule, one.severity) in kinds),
    )


def _spots(checks: Iterable[Check]) -> dict[Spot, Check]:
    return {
        (check.rule, check.key.removeprefix(f"{check.rule}:"), check.severity, place): check
        for check in checks
        if not check.waived and check.rule != NOT_COMPUTED
        for place in check.where or ("",)
    }
