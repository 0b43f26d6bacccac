"""From findings to checks: grouped by cause, with the waivers that people wrote."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


@dataclass(frozen=True)
class _Waivers:
    """What people accepted, and how that meets what is found.

    Attributes
    ----------
    waivers, names
        All of them, and how many have each name.
    found
        The names among what is found, and whether it can be accepted.
    marked
        What is accepted, by its key: as it was found, and marked.
    idle
        The check of each that has no effect, by its name.
    told
        These checks in order.
    """

    waivers: tuple[Waiver, ...] = ()
    names: Counter[str] = field(default_factory=Counter)
    found: Mapping[str, bool] = field(default_factory=dict)
    marked: Mapping[str, tuple[Check, Check]] = field(default_factory=dict)
    idle: Mapping[str, Check] = field(default_factory=dict)
    told: Sequence[Check] = ()

    def after(self, checks: Sequence[Check], waivers: tuple[Waiver, ...]) -> "_Waivers":
        """Return the same of other checks: only what came or went among them is looked at."""
        same = self.waivers is waivers or self.waivers == waivers
        names = self.names if same else Counter(waiver.id for waiver in waivers)
        mine = {check.key: check for check in checks if check.key in names}
        found = {key: check.can_be_waived for key, check in mine.items()}
        marked = {
            key: known if (known := self.marked.get(key)) is not None and known[0] is check
            else (check, check.evolve(waived=True))
            for key, check in mine.items() if found[key]
        }  # fmt: skip
        moved = self._moved(names, found)
        if not moved:
            return _Waivers(waivers, names, found, marked, self.idle, self.told)
        idle = {name: check for name, check in self.idle.items() if name not in moved}
        idle.update(
            (name, _without_effect(name, name in found))
            for name in moved
            if name in names and not found.get(name)
        )
        told = [idle[name] for name in sorted(idle) for _ in range(names[name])]
        return _Waivers(waivers, names, found, marked, idle, told)

    def _moved(self, names: Counter[str], found: Mapping[str, bool]) -> set[str]:
        """Return the names that meet something else than before."""
        some = {n for n in self.found.keys() | found.keys() if self.found.get(n) != found.get(n)}
        if names is not self.names:
            some |= {n for n in self.names.keys() | names.keys() if self.names[n] != names[n]}
        return some


@dataclass
class Groups:
    """Makes checks of findings; one whose findings are the same is kept from the time before."""

    _known: dict[Cause, tuple[list[Finding], Check]] = field(default_factory=dict)
    _waivers: _Waivers = field(default_factory=_Waivers)

    def fork(self) -> "Groups":
        """Return groups that go on from here without touching these."""
        return Groups(self._known, self._waivers)

    def waived(self, found: Iterable[Finding], waivers: tuple[Waiver, ...]) -> tuple[Check, ...]:
        """Return checks with waived ones marked, and one for each waiver that has no effect."""
        checks = self.checks(found)
        now = self._waivers = self._waivers.after(checks, waivers)
        told = [now.marked[one.key][1] if one.key in now.marked else one for one in checks]
        told.sort(key=check_order)
        at = bisect_left(told, (_ORDER["warning"], "W01", ""), key=check_order)
        return (*told[:at], *now.told, *told[at:])

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
