"""Whatever is answered: a design free of errors, or a line that says why there is none."""

import random

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.planning.questions.answers import answers_of
from designer.planning.questions.generations import GENERATIONS
from designer.planning.questions.planner import plan

TRIED = 30


def answered(rng: random.Random) -> dict[str, str]:
    given = {"generation": rng.choice(GENERATIONS).id, "gpus": str(int(2 ** rng.uniform(3, 10)))}
    maybe = {
        "room": f"{rng.randint(5, 40)}x{rng.randint(5, 30)}",
        "feeds": f"{rng.choice((2, 3, 3, 3, 4))}x{rng.choice((50, 100, 200, 500, 800, 2000))}",
        "volts": rng.choice(("400", "415")),
        "rack_kw": str(rng.choice((10, 15, 20, 30, 44, 60, 150))),
        "cooling": rng.choice(("air", "rear-door", "liquid")),
    }
    return given | {key: text for key, text in maybe.items() if rng.random() < 0.4}


@pytest.mark.parametrize("seed", range(TRIED))
def test_answers_come_to_a_design_without_errors_or_to_a_refusal(seed: int) -> None:
    given, catalog = answered(random.Random(seed)), load_shipped()
    answers = answers_of(given)
    found = plan(answers, catalog)
    assert (found.proposal is None) == bool(found.why_not), given
    shown = found.proposal or found.nearest
    if shown is None:
        assert "\n" not in found.why_not
        return
    report = evaluate(shown.design, catalog)
    assert [one.message for one in report.checks if one.severity == "error"] == [], given
    assert report.totals.gpus == shown.gpus
    if found.proposal is None:
        return
    assert shown.gpus >= int(given["gpus"])
    if answers.rack_kw is not None:
        assert all(rack.figure("power_max_kw").high <= answers.rack_kw for rack in report.racks)
    if answers.room_m is not None:
        assert sorted(shown.design.room.size_mm()) == sorted(int(m * 1000) for m in answers.room_m)
