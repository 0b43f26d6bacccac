"""Some hundreds of attacks of each kind, always the same; `tests.hardening` draws more."""

import random

import pytest

from tests.hardening.__main__ import main
from tests.hardening.mutations import MUTATIONS, Mutation, damaged
from tests.hardening.texts import ATTACKS, attack_once

NUMBER = {"design": 300, "evaluation": 60, "own-parts": 1500, "device-types": 1500}
SEED = 20261122


@pytest.mark.parametrize("kind", ATTACKS)
def test_whatever_comes_in_is_answered_in_good_order(kind: str) -> None:
    failed = [attack_once(kind, SEED, number) for number in range(NUMBER[kind])]
    assert [words for words in failed if words] == []


def test_an_attack_that_succeeds_is_told_with_what_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def planted(chance: random.Random, _folder: object) -> str:
        if chance.random() < 0.5:
            raise KeyError("half")
        return ""

    monkeypatch.setitem(ATTACKS, "design", planted)
    assert main(["design", "--number", "40", "--seed", "1"]) == 1
    shown = capsys.readouterr().out
    assert "design: seed 1, 40 attacks, 1 kinds of failure" in shown
    assert "KeyError: 'half'" in shown
    first = next(n for n in range(40) if attack_once("design", 1, n))
    assert f"design, seed 1, number {first}: KeyError" in shown


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_every_mutation_damages_any_text(mutation: Mutation) -> None:
    text = "\n".join(f"a{n} = {n}" for n in range(20))
    chance = random.Random(1)
    changed = [mutation(chance, text) != text for _ in range(50)]
    assert sum(changed) > 25
    assert isinstance(mutation(chance, ""), str)


def test_damage_is_the_same_for_a_seed() -> None:
    assert damaged(random.Random(5), "abc\n" * 9) == damaged(random.Random(5), "abc\n" * 9)
