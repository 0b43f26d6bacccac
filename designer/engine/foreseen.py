"""What a change would do to the checks: which come, go, stay with other words, or just stay.

Findings are compared place by place: a node dropped into a second rack of the same filling brings
the check there, although its key is known. A filling is part of the key, so that one node more
gives the check of an overloaded rack another key: it is altered there, neither gone nor new.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from designer.engine.findings import Finding
from designer.engine.new_findings import Spot, differing_spots, foreseen_of
from designer.engine.preview import CheckCount, CheckSort, Foreseen
from designer.engine.reasons import is_open
from designer.engine.report import NOT_COMPUTED, Check
from designer.engine.waivers import Cause, check_order, grouped
from designer.model.design import Waiver


@dataclass(frozen=True)
class Found:
    """What the rules say of one design, and the checks that follow."""

    findings: tuple[Finding, ...]
    waivers: tuple[Waiver, ...]
    checks: tuple[Check, ...]


def foreseen(before: Found, after: Found, racks: frozenset[str]) -> dict[str, Any]:
    """Return what a preview says of the checks before and after a change.

    Parameters
    ----------
    racks
        Those that are asked for: of the others, only what the change makes fail is told, and not
        what stays.
    """
    causes = None if before.waivers != after.waivers else _differing(before, after)
    was, now = _spots(before, causes), _spots(after, causes)
    new, old, altered = differing_spots(was, now)
    failed = _failed(before, after, racks)
    known = {check.key for check in before.checks if not check.waived}
    found = {check.key for check in after.checks if not check.waived}
    comes = _checks({spot: new[spot] for spot in new if spot not in altered})
    goes = _checks({spot: old[spot] for spot in old if spot not in altered})
    reworded = _reworded(before, after)
    stays = _errors_at(after, racks, but=new.keys() | {one.key for one in reworded})
    # What follows from no finding: a waiver that fits nothing any more.
    comes += _without_findings(after, found - known)
    goes += _without_findings(before, known - found)
    return {
        "comes": _in_order(comes, _standing(before)),
        # What nobody could look at is not gone.
        "goes": () if failed else _in_order(goes, _standing(after)),
        "alters": _in_order([*_checks({s: new[s] for s in new if s in altered}), *reworded]),
        "stays": _in_order(_checks(stays)),
        "counts": _counts(before, after),
        "not_computed": failed,
    }


def _differing(before: Found, after: Found) -> set[Cause]:
    """Return rule and cause of the findings that are not the same before and after."""
    sides: list[defaultdict[Cause, list[Finding]]] = []
    for found in (before, after):
        groups: defaultdict[Cause, list[Finding]] = defaultdict(list)
        for finding in found.findings:
            groups[finding.rule, finding.cause].append(finding)
        sides.append(groups)
    was, now = sides
    return {cause for cause in was.keys() | now.keys() if was.get(cause) != now.get(cause)}


def _spots(found: Found, causes: set[Cause] | None) -> dict[Spot, Finding]:
    """Return findings by rule, cause, severity and place, without those that people accepted.

    Parameters
    ----------
    causes
        Rules and causes that are asked for; None for all. Most findings of a hall are those of
        before, at hundreds of places each.
    """
    waived = {waiver.id for waiver in found.waivers}
    spots: dict[Spot, Finding] = {}
    for finding in found.findings:
        rule, cause = finding.rule, finding.cause
        if causes is not None and (rule, cause) not in causes:
            continue
        if rule != NOT_COMPUTED and (not waived or f"{rule}:{cause}" not in waived):
            for place in finding.where or ("",):
                spot = (rule, cause, finding.severity, place)
                other = spots.get(spot)
                if other is None or finding.weight > other.weight:
                    spots[spot] = finding
    return spots


def _errors_at(
    found: Found, racks: frozenset[str], but: Collection[Spot | str]
) -> dict[Spot, Finding]:
    """Return the errors at these racks that nobody accepted, but for some spots and keys."""
    waived = {waiver.id for waiver in found.waivers}
    return {
        spot: finding
        for finding in found.findings
        if finding.severity == "error" and finding.rule != NOT_COMPUTED
        for place in finding.where
        if place in racks
        and (key := f"{finding.rule}:{finding.cause}") not in waived
        and key not in but
        and (spot := (finding.rule, finding.cause, finding.severity, place)) not in but
    }


def _checks(spots: Mapping[Spot, Finding]) -> list[Check]:
    """Return the checks that findings give at these places alone."""
    places: dict[int, list[str]] = defaultdict(list)
    members: dict[int, Finding] = {}
    for (_, _, _, place), finding in spots.items():
        members[id(finding)] = finding
        places[id(finding)] += [place] if place else []
    return grouped(replace(finding, where=tuple(places[key])) for key, finding in members.items())


def _without_findings(found: Found, keys: set[str]) -> list[Check]:
    said = {f"{finding.rule}:{finding.cause}" for finding in found.findings}
    return [check for check in found.checks if check.key in keys - said]


def _reworded(before: Found, after: Found) -> list[Check]:
    """Return the checks of both designs, at the same places, that would say something else."""
    was = {check.key: check for check in before.checks}
    return [
        check
        for check in after.checks
        if (old := was.get(check.key)) is not None
        and not check.waived
        and check.rule != NOT_COMPUTED
        and check.where == old.where
        and check.severity == old.severity
        and check.message != old.message
    ]


def _failed(before: Found, after: Found, racks: frozenset[str]) -> tuple[str, ...]:
    """Return what could not be computed: for the design, for these racks, or newly."""
    was = Counter(finding for finding in before.findings if finding.rule == NOT_COMPUTED)
    return tuple(
        dict.fromkeys(
            finding.message
            for finding in after.findings
            if finding.rule == NOT_COMPUTED
            and (not finding.where or racks & set(finding.where) or finding not in was)
        )
    )


def _standing(found: Found) -> set[tuple[str, str]]:
    """Return key and severity of the checks that nobody accepted."""
    return {(check.key, check.severity) for check in found.checks if not check.waived}


def _counts(before: Found, after: Found) -> tuple[CheckCount, ...]:
    """Return how many checks of each sort stand on both sides, as a list of them counts them."""
    was, now = (
        Counter[CheckSort](
            "open" if is_open(check.key) else check.severity
            for check in found.checks
            if not check.waived
        )
        for found in (before, after)
    )
    return tuple(
        CheckCount(sort=sort, before=was[sort], after=now[sort])
        for sort in get_args(CheckSort)
        if was[sort] or now[sort]
    )


def _in_order(
    checks: Iterable[Check], standing: Collection[tuple[str, str]] = ()
) -> tuple[Foreseen, ...]:
    """Return what a preview says of checks.

    Parameters
    ----------
    standing
        Key and severity of those that stand on the other side of the change as well.
    """
    return tuple(
        foreseen_of(check, len(check.where), elsewhere=(check.key, check.severity) in standing)
        for check in sorted(checks, key=check_order)
    )
