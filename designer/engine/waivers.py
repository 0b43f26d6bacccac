"""From findings to checks: grouped by cause, with the waivers that people wrote."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from designer.engine.findings import Finding
from designer.engine.report import Check
from designer.model.design import Waiver

_ORDER = {"error": 0, "warning": 1, "info": 2}


def check_order(check: Check) -> tuple[int, str, str]:
    """Return where a check stands among others: errors first, then by rule."""
    return _ORDER[check.severity], check.rule, check.key


Cause = tuple[str, str]
"""Rule and cause: findings that share both become one check."""


@dataclass
class Groups:
    """Makes checks of findings; one whose findings are the same is kept from the time before."""

    _known: dict[Cause, tuple[list[Finding], Check]] = field(default_factory=dict)

    def fork(self) -> "Groups":
        """Return groups that go on from here without touching these."""
        return Groups(self._known)

    def checks(self, found: Iterable[Finding]) -> list[Check]:
        """Return one check per rule and cause, over every place it was found."""
        groups: dict[Cause, list[Finding]] = {}
        for finding in found:
            groups.setdefault((finding.rule, finding.cause), []).append(finding)
        made = {}
        for cause, members in groups.items():
            known = self._known.get(cause)
            same = known is not None and known[0] == members
            made[cause] = known if known is not None and same else (members, _check(members))
        self._known = made
        return [check for _, check in made.values()]


def grouped(found: Iterable[Finding]) -> list[Check]:
    """Return one check per rule and cause, over every place it was found."""
    return Groups().checks(found)


def _check(members: list[Finding]) -> Check:
    """Return the check of findings of one rule and cause, worded by the worst."""
    worst = min(members, key=lambda finding: (_ORDER[finding.severity], -finding.weight))
    # Sorted, so that one rack more or less is one id more or less wherever it comes from.
    # Rules give places mostly in that order, which a set would lose and sorting then cost.
    where = tuple(sorted(dict.fromkeys(place for member in members for place in member.where)))
    return Check(
        rule=worst.rule, severity=worst.severity, where=where, message=worst.message,
        advice=worst.advice, key=f"{worst.rule}:{worst.cause}",
        remedy=worst.remedy,
    )  # fmt: skip


def with_waivers(checks: list[Check], waivers: tuple[Waiver, ...]) -> tuple[Check, ...]:
    """Return checks with waived ones marked, and a check for each waiver that has no effect."""
    accepted = {waiver.id for waiver in waivers}
    found = [
        check.evolve(waived=True) if check.key in accepted and check.can_be_waived else check
        for check in checks
    ]
    waivable = {check.key: check.can_be_waived for check in checks}
    idle = [_without_effect(w.id, w.id in waivable) for w in waivers if not waivable.get(w.id)]
    return tuple(sorted((*found, *idle), key=check_order))


def _without_effect(waived: str, is_found: bool) -> Check:
    """Return the check of a waiver that hides nothing: its finding is gone, or is not waivable."""
    why = "has no effect: what cannot be computed cannot be accepted"
    return Check(
        rule="W01",
        severity="warning",
        message=f"the waiver of {waived} {why if is_found else 'fits no finding any more'}",
        advice="Remove the waiver, so that it cannot hide a new finding.",
        key=f"W01:{waived}",
    )
