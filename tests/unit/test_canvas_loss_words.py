"""What the card of a drop says of the worst single loss: before, after, and which it is."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.power_report import LossReport, PowerReport, RoomFeed
from designer.engine.preview import WorstLoss
from designer.model.change import diff
from designer.model.design import Design, Device
from designer.planning.templates import build
from designer.ui.kit.line_card import Line
from designer.ui.state.loss_words import worst_loss_lines

POWER = PowerReport(feeds=(RoomFeed(id="A"), RoomFeed(id="B")))


def loss(key: str = "B", **fields: object) -> LossReport:
    told: dict[str, object] = {
        f"{fate}_{of}": 0
        for fate in ("dark", "short", "overloaded")
        for of in ("gpus", "racks", "units")
        if (fate, of) != ("overloaded", "gpus")
    }
    told["state"] = "ok"
    said = {"id": key, "kind": "feed", "name": f"feed {key}"} | told | fields
    return LossReport.model_validate(said)


def said(before: LossReport | None, after: LossReport | None) -> list[tuple[str, str]]:
    lines: list[Line] = worst_loss_lines(WorstLoss(before=before, after=after), POWER)
    return [(line.text, line.tone) for line in lines]


def short(gpus: int, key: str = "B") -> LossReport:
    return loss(key, short_gpus=gpus, short_racks=1, state="error")


def test_a_drop_that_a_loss_would_harm_says_so_and_what_was_before() -> None:
    (line,) = said(loss(), short(32))
    assert line == (
        "after loss of feed B: 32 GPUs short of power, devices in 1 rack "
        "(before: no GPU is lost, nothing is overloaded)",
        "error",
    )


def test_harm_that_stays_the_same_has_no_line_and_more_of_it_has() -> None:
    assert said(short(32), short(32).evolve(fullest="A", fullest_share=0.5)) == []
    (line,) = said(short(32), short(64))
    assert "64 GPUs" in line[0]
    assert "(before: 32 GPUs" in line[0]


def test_another_loss_that_is_worst_now_is_named() -> None:
    (line,) = said(short(32, "A"), short(32, "B"))
    assert line[0].startswith("after loss of feed B")


def test_a_drop_that_ends_the_harm_says_so() -> None:
    (line,) = said(short(32), loss())
    assert line[0].startswith("no single loss does harm any more (before: after loss of feed B, 32")


def test_without_harm_the_card_tells_how_full_the_fullest_gets() -> None:
    was, now = (loss(fullest="A", fullest_share=share) for share in (0.91, 0.97))
    assert said(was, now) == [("after loss of feed B: A 91 → 97% full", "dim")]
    assert said(was, was.evolve(fullest_share=0.9101)) == []
    assert said(None, now) == [("after loss of feed B: A 97% full", "dim")]


def test_no_loss_has_no_line() -> None:
    assert worst_loss_lines(None, POWER) == []
    assert said(loss(), None) == []


@pytest.fixture(scope="module")
def hall() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())


def test_the_engine_tells_the_worst_loss_of_a_drop(hall: Design) -> None:
    """A node more makes the fullest feed fuller after the loss of another."""
    evaluator = Evaluator(load_shipped())
    rack = hall.racks[0].id
    report = evaluator.report(hall)
    after = hall.evolve(
        devices=(*hall.devices, Device(id="new", name="new", part="dgx-h100", rack=rack, half_u=80))
    )
    preview = evaluator.preview(1, hall, diff(hall, after), [rack])
    assert preview.worst_loss is not None
    assert preview.worst_loss.before is not None
    assert preview.worst_loss.before.id == report.power.losses[0].id
    then = evaluator.report(after).power.losses[0]
    assert preview.worst_loss.after == then.evolve(loads=(), alike=())
    assert worst_loss_lines(preview.worst_loss, report.power)
