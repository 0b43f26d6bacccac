"""From findings to checks: grouped by cause, with the waivers that people wrote."""

from collections.abc import Iterable

from designer.engine.checks.facts import Finding
from designer.engine.report import Check
from designer.model.design import Waiver

_ORDER = {"error": 0, "warning": 1, "info": 2}


def grouped(found: Iterable[Finding]) -> list[Check]:
    """Return one check per rule, severity and cause, over every place it was found."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in found:
        groups.setdefault((finding.rule, finding.severity, finding.cause), []).append(finding)
    checks = []
    for (rule, severity, cause), members in groups.items():
        worst = max(members, key=lambda finding: finding.weight)
        where = tuple(dict.fromkeys(place for member in members for place in member.where))
        checks.append(
            Check(
                rule=rule, severity=worst.severity, where=where, message=worst.message,
                advice=worst.advice, key=_key(rule, severity, cause, groups),
            )
        )  # fmt: skip
    checks.sort(key=lambda check: (_ORDER[check.severity], check.rule, check.key))
    return checks


def _key(
    rule: str, severity: str, cause: str, groups: dict[tuple[str, str, str], list[Finding]]
) -> str:
    """Return `rule:cause`; the milder of two severities of one cause is told apart."""
    milder = any(
        (rule, other, cause) in groups
        for other, order in _ORDER.items()
        if order < _ORDER[severity]
    )
    return f"{rule}:{cause}:{severity}" if milder else f"{rule}:{cause}"


def with_waivers(checks: list[Check], waivers: tuple[Waiver, ...]) -> tuple[Check, ...]:
    """Return checks with waived ones marked, and a check for each waiver that fits nothing."""
    accepted = {waiver.id for waiver in waivers}
    found = [
        check.model_copy(update={"waived": True}) if check.key in accepted else check
        for check in checks
    ]
    keys = {check.key for check in checks}
    stale = [
        Check(
            rule="W01",
            severity="warning",
            message=f"the waiver of {waiver.id} fits no finding any more",
            advice="Remove the waiver, so that it cannot hide a new finding.",
            key=f"W01:{waiver.id}",
        )
        for waiver in waivers
        if waiver.id not in keys
    ]
    return (*found, *stale)
