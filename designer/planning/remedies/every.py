"""Building what all findings ask for: which comes next, and what was given up.

One after the other, each on the findings of the design as it is by then: rack PDUs before the doors
whose water follows from heat, networks before the air that their switches heat.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from designer.document.document import Edit
from designer.engine.remedy import RemedyAction
from designer.engine.report import Check
from designer.model.plural import plural
from designer.planning.remedies.cooling import RemedyPlan

ORDER: Final[tuple[RemedyAction, ...]] = (
    "place-shelves", "hang-pdus", "draw-fabric", "place-switches", "hang-doors", "contain-aisles",
    "add-coolant-units", "add-air-units",
)  # fmt: skip
"""What is built first. To give up places that are kept free is a decision, and never among them."""
MOST_TIMES: Final = 3
"""How often the same finding is built for: rules that undo each other end."""


@dataclass
class Building:
    """What was built so far, and which findings were given up and why.

    Parameters
    ----------
    plan_of
        Returns the plan for a finding by the design as it stands; None where it asks for nothing.
    """

    plan_of: Callable[[Check], RemedyPlan | None]
    built: list[str] = field(default_factory=list)
    left: dict[str, str] = field(default_factory=dict)
    _times: Counter[str] = field(default_factory=Counter)

    def next(self, checks: Iterable[Check]) -> tuple[Check, str, Edit] | None:
        """Return the finding to build for next, what that is called, and what builds it.

        None where nothing more can be built.
        """
        for check in to_build(checks):
            if check.key in self.left or self._times[check.key] >= MOST_TIMES:
                continue
            plan = self.plan_of(check)
            if plan is not None and plan.edit is not None:
                return check, plan.label, plan.edit
            if plan is not None:
                self.left[check.key] = f"{check.rule}: {plan.reason}"
        return None

    def done(self, check: Check, label: str) -> None:
        """Take note that a plan was built: what was given up before may be possible now."""
        self.built.append(label)
        self._times[check.key] += 1
        self.left.clear()

    def give_up(self, check: Check, reason: str) -> None:
        """Take note that there is no place for a plan."""
        self.left[check.key] = f"{check.rule}: {reason}"

    def unmet(self, checks: Iterable[Check]) -> dict[str, str]:
        """Return why nothing more is built for findings, by their keys: given up, or in vain."""
        often = f"built for {MOST_TIMES} times, and the rule still asks for more"
        vain = {
            check.key: f"{check.rule}: {often}"
            for check in to_build(checks)
            if self._times[check.key] >= MOST_TIMES
        }
        return {**vain, **self.left}

    def after(self, drop: str) -> str:
        """Return the name of the step of a drop for which this is built."""
        return f"{drop} and build {plural(len(self.built), 'thing')}"

    @property
    def label(self) -> str:
        """The name of the step in the history."""
        if len(self.built) == 1:
            return self.built[0]
        return f"Build what the rules need: {plural(len(self.built), 'thing')}"


def to_build(checks: Iterable[Check]) -> list[Check]:
    """Return the findings that ask for something that can be placed, in the order of building."""
    asked = [
        check for check in checks
        if check.remedy is not None and not check.waived and check.remedy.action in ORDER
    ]  # fmt: skip
    return sorted(asked, key=lambda one: ORDER.index(one.remedy.action) if one.remedy else 0)


def set_apart(before: Iterable[Check], after: Iterable[Check]) -> tuple[Check, ...]:
    """Return the findings that were not there before, at these places and with these words."""
    known = {(check.key, check.severity, check.where, check.message) for check in before}
    return tuple(
        check
        for check in after
        if (check.key, check.severity, check.where, check.message) not in known
    )
