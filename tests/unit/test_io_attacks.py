"""Some hundreds of attacks of each kind, always the same; `tests.hardening` draws more."""

import random
from typing import Self

import pytest

from tests.hardening.__main__ import main
from tests.hardening.kind import Kind
from tests.hardening.kinds import KINDS, attack_once
from tests.hardening.mutations import MUTATIONS, Mutation, damaged
from tests.hardening.texts import Texts

NUMBER = {"design": 300, "evaluation": 60, "own-parts": 1500, "device-types": 1500}
SEED = 20261122


@pytest.mark.parametrize("name", NUMBER)
def test_whatever_comes_in_is_answered_in_good_order(name: str) -> None:
    with KINDS[name]() as kind:
        failed = [attack_once(name, kind, SEED, number) for number in range(NUMBER[name])]
    assert [words for words in failed if words] == []


def test_an_attack_that_succeeds_is_told_with_what_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def planted(chance: random.Random, _folder: object) -> str:
        if chance.random() < 0.5:
            raise KeyError("half")
        return ""

    monkeypatch.setitem(KINDS, "design", lambda: Texts(planted))
    assert main(["design", "--number", "40", "--seed", "1"]) == 1
    shown = capsys.readouterr().out
    assert "design: seed 1, 40 attacks, 1 kinds of failure" in shown
    assert "KeyError: 'half'" in shown
    first = next(n for n in range(40) if attack_once("design", Texts(planted), 1, n))
    assert f"design, seed 1, number {first}: KeyError" in shown


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_every_mutation_damages_any_text(mutation: Mutation) -> None:
    text = "\n".join(f"a{n} = {n}" for n in range(20))
    chance = random.Random(1)
    changed = [mutation(chance, text) != text for _ in range(50)]
    assert sum(changed) > 25
    assert isinstance(mutation(chance, ""), str)


def test_the_command_goes_on_for_minutes_and_counts_what_an_attack_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Counted(Kind):
        amount, things, entered = 5, "kills", 0

        def __enter__(self) -> Self:
            self.entered += 1
            return self

        def attack(self, _chance: random.Random, _folder: object) -> str:
            return "" if self.entered == 1 else "entered again"

        def figures(self) -> str:
            return "7 of them slow"

    monkeypatch.setitem(KINDS, "design", Counted)
    monkeypatch.setattr("time.monotonic", iter(range(0, 10_000, 50)).__next__)
    assert main(["design", "--minutes", "3", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown == ("design: seed 1, 3 attacks (15 kills), 0 kinds of failure; 7 of them slow\n")


def test_damage_is_the_same_for_a_seed() -> None:
    assert damaged(random.Random(5), "abc\n" * 9) == damaged(random.Random(5), "abc\n" * 9)
