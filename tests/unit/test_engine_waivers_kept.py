"""Waivers by the thousand: an edit asks only for those whose finding came or went."""

from unittest.mock import patch

from designer.engine import waivers as module
from designer.engine.findings import Finding
from designer.engine.report import NOT_COMPUTED, Check
from designer.engine.waivers import Groups
from designer.model.design import Waiver


def finding(cause: str, rule: str = "P5", severity: str = "error") -> Finding:
    return Finding(rule, severity, cause, (cause,), f"{cause} is too much", "Take less.")  # type: ignore[arg-type]  # a severity


def waivers(*ids: str) -> tuple[Waiver, ...]:
    return tuple(Waiver(id=one, reason="it is known") for one in ids)


IDLE = waivers(*(f"P5:nothing-{at:03d}" for at in range(500)))
FIRST = [finding("a"), finding("b"), finding("c", "Z9", "warning"), finding("d", "A1", "info")]


def made(groups: Groups, found: list[Finding], of: tuple[Waiver, ...]) -> tuple[int, int]:
    """Return how many checks of idle waivers are made anew, and how many are marked anew."""
    real, evolve, idle, marked = module._without_effect, Check.evolve, 0, 0

    def noted(waived: str, is_found: bool) -> Check:
        nonlocal idle
        idle += 1
        return real(waived, is_found)

    def noted_mark(self: Check, **fields: object) -> Check:
        nonlocal marked
        marked += 1
        return evolve(self, **fields)

    with patch.object(module, "_without_effect", noted), patch.object(Check, "evolve", noted_mark):
        told = groups.waived(found, of)
    assert told == Groups().waived(found, of)
    return idle, marked


def test_only_waivers_whose_finding_moved_are_asked() -> None:
    groups, of = Groups(), (*IDLE, *waivers("P5:a", "P5:b"))
    assert made(groups, FIRST, of) == (500, 2)
    assert made(groups, FIRST, of) == (0, 0)
    assert made(groups, FIRST[1:], of) == (1, 0)
    assert made(groups, FIRST, of) == (0, 1)
    assert made(groups, [finding("e"), *FIRST], of) == (0, 0)


def test_only_waivers_that_came_or_went_are_asked() -> None:
    groups = Groups()
    made(groups, FIRST, IDLE)
    assert made(groups, FIRST, (*IDLE, *waivers("P5:a"))) == (0, 1)
    assert made(groups, FIRST, (*IDLE[:100], *IDLE[101:], *waivers("P5:z"))) == (1, 0)
    assert made(groups, FIRST, ()) == (0, 0)


def test_what_cannot_be_computed_stays_and_its_waiver_is_told() -> None:
    groups, lost = Groups(), finding("x", NOT_COMPUTED)
    of = (*IDLE, *waivers(f"{NOT_COMPUTED}:x"))
    made(groups, FIRST, of)
    assert made(groups, [*FIRST, lost], of) == (1, 0)
    assert not any(check.waived for check in groups.waived([*FIRST, lost], of))


def test_idle_waivers_stand_in_order_among_warnings() -> None:
    told = Groups().waived(FIRST, (*reversed(IDLE[:3]), *waivers("Z9:c")))
    assert [check.key for check in told] == [
        "P5:a", "P5:b", *(f"W01:{waiver.id}" for waiver in IDLE[:3]), "Z9:c", "A1:d",
    ]  # fmt: skip
    assert [check.key for check in told if check.waived] == ["Z9:c"]


def test_a_trial_leaves_what_is_kept_alone() -> None:
    groups = Groups()
    made(groups, FIRST, IDLE)
    made(groups.fork(), FIRST, ())
    assert made(groups, FIRST, IDLE) == (0, 0)
