"""What a change brings of findings: which are new, and what the window says of them."""

import random

import pytest

from designer.engine.new_findings import brought, brought_and_ended
from designer.engine.preview import Foreseen
from designer.engine.report import Check
from designer.ui.state.news_words import brings_words, gravest, news_words


def check(key: str, severity: str = "error", *where: str, waived: bool = False) -> Check:
    return Check.model_validate({
        "rule": key.partition(":")[0], "severity": severity, "where": where, "key": key,
        "message": f"about {key}", "waived": waived,
    })  # fmt: skip


def new(*checks: Check, before: tuple[Check, ...] = ()) -> list[tuple[str, int, bool]]:
    return [(one.key, one.places, one.elsewhere) for one in brought(before, checks)]


def test_what_stood_before_is_not_new() -> None:
    old = check("C01:x", "warning", "R1", "R2")
    assert new(old, check("P14:A"), before=(old,)) == [("P14:A", 0, False)]
    assert new(before=(old,)) == []
    assert new(check("P14:A", waived=True)) == []


def test_a_finding_at_another_place_is_new_there() -> None:
    before = (check("C12:d", "error", "R1"),)
    assert new(check("C12:d", "error", "R1", "R2", "R3"), before=before) == [("C12:d", 2, True)]


def test_one_in_place_of_another_is_altered() -> None:
    before = (check("P03:two nodes", "error", "R1"),)
    assert new(check("P03:three nodes", "error", "R1"), before=before) == []
    assert new(check("P03:open:three", "error", "R1"), before=before) == [
        ("P03:open:three", 1, False)
    ]


def test_the_gravest_comes_first() -> None:
    found = brought((), (check("R05:a", "warning"), check("P14:A"), check("D01:n", "info")))
    assert [one.key for one in found] == ["P14:A", "R05:a", "D01:n"]
    assert gravest(found) == "error"
    assert gravest(found[1:]) == "warning"
    assert gravest(()) == "info"


def test_what_both_reports_have_need_not_be_compared_to_be_told_alike() -> None:
    """After an edit most checks are the same; whether they are says nothing else of them."""
    chance = random.Random(3)

    def some() -> Check:
        key = f"{chance.choice(('C12', 'P03'))}:{chance.choice(('a', 'open:b', 'two nodes'))}"
        where = tuple(f"R{chance.randrange(4)}" for _ in range(chance.randrange(3)))
        severity = chance.choice(("error", "warning"))
        return check(key, severity, *dict.fromkeys(where), waived=chance.random() < 0.1)

    told = 0
    for _ in range(400):
        both = [some() for _ in range(4)]
        before = (*both[:2], some(), *both[2:])
        after = (*both[:3], some(), some(), both[3])
        apart = tuple(one.evolve() for one in before)
        assert brought(before, after) == brought(apart, after)
        ended = brought(after, apart)
        assert brought_and_ended(before, after) == (brought(apart, after), ended)
        told += bool(brought(before, after))
    assert told > 100


def foretold(*checks: Check) -> tuple[Foreseen, ...]:
    return brought((), checks)


FEEDS = [check(f"P14:{feed}") for feed in "ABC"]


@pytest.mark.parametrize(
    ("checks", "said"),
    [
        ([], "no new finding"),
        ([check("D01:n", "info")], "no new finding"),
        ([check("C06:no-cdu"), check("P14:A")], "2 new errors: C06, P14"),
        (FEEDS, "3 new errors: P14"),
        (
            [FEEDS[0], check("C12:d", "warning"), check("P03:open:d", "warning")],
            "1 new error: P14 · 1 new warning: C12 · 1 more cannot be said: P03",
        ),
        (
            [check(f"P{number:02}:x") for number in range(1, 8)],
            "7 new errors: P01, P02, P03, P04, P05 and 2 more",
        ),
    ],
)
def test_new_findings_are_counted_with_their_rules(checks: list[Check], said: str) -> None:
    assert news_words(foretold(*checks)) == said


def test_before_the_step_the_first_is_told_in_its_own_words() -> None:
    assert brings_words(foretold(*FEEDS)) == "brings 3 errors: P14\nP14: about P14:A"
    assert brings_words(()) == "brings no new finding"
    assert brings_words(foretold(*FEEDS), ["Cooling of A01 failed"]) == (
        "what it brings cannot be computed: Cooling of A01 failed"
    )
