"""The process that plans for the window: what it answers to which frames."""

import os
from typing import Any

from designer.app.plan_worker import PlanWork, serve
from designer.engine.protocol import encode
from designer.model.design import Design

H100 = {"gpus": "256", "generation": "h100"}


class Asked:
    """What the process answers to frames."""

    def __init__(self, *, waits: bool = False) -> None:
        self.answers: list[dict[str, Any]] = []
        self.work = PlanWork(self.answers.append, lambda: waits)

    def ask(self, kind: str, **frame: object) -> list[str]:
        before = len(self.answers)
        self.work.take({"type": kind, "asked": 7, **frame})
        assert all(one["asked"] == 7 for one in self.answers[before:])
        return [one["type"] for one in self.answers[before:]]


def test_a_plan_is_told_then_measured_then_given() -> None:
    asked = Asked()
    assert asked.ask("plan", answers={**H100, "budget": "1e6 USD"}) == ["planned", "measured"]
    planned, measured = asked.answers
    assert (planned["fits"], planned["design"]["gpus"]) == (True, 256)
    assert measured["errors"] == []
    assert measured["budget"]["answer"] == "over"
    assert measured["price"].endswith("USD")
    assert asked.ask("design") == ["design"]
    assert Design.model_validate(asked.answers[-1]["design"]).name == "DGX SuperPOD H100, 1 SU"


def test_what_means_nothing_is_refused_by_its_question_and_leaves_no_design() -> None:
    asked = Asked()
    asked.ask("plan", answers=H100)
    assert asked.ask("plan", answers={**H100, "room": "12"}) == ["refused"]
    refused = asked.answers[-1]
    assert (refused["where"], refused["message"].split(";")[0]) == ("room", "'12' is no room")
    assert asked.ask("design") == []


def test_what_fits_nowhere_says_why_and_has_no_figures() -> None:
    asked = Asked()
    assert asked.ask("plan", answers={**H100, "feeds": "2x500"}) == ["planned"]
    assert asked.answers[-1]["design"] is None
    assert asked.answers[-1]["why_not"].startswith("2 feeds")


def test_a_plan_that_nobody_waits_for_is_given_up() -> None:
    assert Asked(waits=True).ask("plan", answers=H100) == []


def test_of_requests_that_wait_only_the_last_is_answered() -> None:
    read, write = os.pipe()
    asks = [
        {"type": "plan", "asked": number, "answers": {**H100, "gpus": str(gpus)}}
        for number, gpus in enumerate((8, 16, 32))
    ]
    os.write(write, b"".join(map(encode, asks)))
    answers: list[dict[str, Any]] = []

    def answer(frame: dict[str, Any]) -> None:
        answers.append(frame)
        if frame["type"] == "measured":
            os.close(write)  # whoever asks goes: it ends

    with os.fdopen(read, "rb") as source:
        serve(source, answer)
    assert {one["asked"] for one in answers} == {2}
    assert answers[0]["design"]["gpus"] == 32
