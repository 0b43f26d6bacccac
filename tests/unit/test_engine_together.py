"""The loss of several things upstream together, asked for while it is looked at."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.protocol import (
    FrameReader,
    open_request,
    together_answer,
    together_from_answer,
    together_request,
)
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.feeds.writing import written
from designer.engine.together_report import LossAsked, LostTogether
from designer.engine.worker import Worker
from designer.model.design import Design, PowerNode, Site
from designer.planning.templates import build
from designer.render.failing import Failing
from designer.render.what_if import answered, of_several
from tests.unit.test_engine_every_loss import ups
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus
from tests.unit.test_engine_worker import asked

GRID = PowerNode(id="grid", kind="utility", capacity_kw=1e6)


def hall(held: str = "ABC") -> Design:
    power = (
        *(feed(key, 100, parents=(f"u{key}",), efficiency=1.0) for key in "ABC"),
        *(ups(f"u{key}", "grid") for key in "ABC"), GRID,
    )  # fmt: skip
    return design_of(*nodes(4), *pdus(held), power=power, site=Site())


def lose(design: Design, *lost: str) -> LostTogether:
    return Evaluator(CATALOG).together(7, design, LossAsked(upstream=lost))


@pytest.mark.parametrize("held", ["ABC", "AB", "A"])
def test_one_alone_is_the_loss_that_the_report_has(held: str) -> None:
    design = hall(held)
    report = Evaluator(CATALOG).report(design)
    for known in report.power.losses:
        found = lose(design, known.id)
        said = found.loss.evolve(alike=known.alike, like=known.like, together=())
        assert said == known, known.id
        shown = of_several(report, found, (Failing("power", known.id),), report.power)
        there = answered(report, Failing("power", known.id))
        assert there is not None
        assert (shown.sentence, shown.state, shown.fates) == (
            there.sentence, there.state, there.fates,
        )  # fmt: skip


def test_two_of_three_feeds_leave_two_of_six_supplies() -> None:
    """NVIDIA DGX H100 user guide: four of six supplies carry the system."""
    found = lose(hall(), "A", "B")
    assert (found.number, found.asked.upstream, found.loss.feeds) == (7, ("A", "B"), ("A", "B"))
    assert found.loss.name == "feed A and feed B"
    assert (found.loss.dark_gpus, found.loss.short_gpus, found.loss.short_racks) == (0, 32, 1)
    assert found.loss.state == "error"
    ((fate, places),) = found.fates
    assert (fate.short, fate.dark, places) == (True, False, (0,))
    carried = {one.id: one.load_kw for one in found.loss.loads}
    assert carried["uA"] == carried["uB"] == 0
    assert carried["uC"] == pytest.approx(40.8)


def test_what_is_upstream_takes_its_feeds_and_all_of_them_take_everything() -> None:
    assert lose(hall(), "uA", "uB").loss.feeds == ("A", "B")
    every = lose(hall(), "uA", "B", "uC")
    assert (every.loss.dark_gpus, every.loss.feeds) == (32, ("A", "B", "C"))
    assert lose(hall(), "uA", "A").loss.feeds == ("A",)


def test_a_backup_that_is_lost_with_what_it_backs_leaves_its_feeds_dark() -> None:
    power = (
        feed("A", 100, parents=("u",)), feed("B", 100), ups("u", "grid", "gen"), GRID,
        PowerNode(id="gen", kind="generator", capacity_kw=1e6),
    )  # fmt: skip
    design = design_of(*nodes(4), *pdus("AB"), power=power, site=Site())
    assert lose(design, "grid").loss.feeds == ()
    assert lose(design, "grid", "gen").loss.feeds == ("A",)


def test_what_is_not_upstream_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing upstream is called 'x'"):
        lose(hall(), "A", "x")


def test_a_hall_loses_cooling_with_the_feeds_of_its_units() -> None:
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    found = Evaluator(catalog).together(1, design, LossAsked(upstream=("A", "B")))
    assert found.cooling is not None
    assert found.cooling.feeds == ("A", "B")
    assert found.loss.short_gpus == 31 * 8 + 0


def test_the_worker_answers_for_the_revision_it_holds() -> None:
    worker, design = Worker(CATALOG), hall()
    asked(worker, open_request(3, design))
    (frame,) = asked(worker, together_request(5, 3, LossAsked(upstream=("A", "B"))))
    answer = together_from_answer(frame)
    assert (answer.number, answer.asked.upstream) == (5, ("A", "B"))
    assert answer.loss == lose(design, "A", "B").loss
    (stale,) = asked(worker, together_request(6, 2, LossAsked(upstream=("A", "B"))))
    assert stale["type"] == "failed"
    (wrong,) = asked(worker, together_request(7, 3, LossAsked(upstream=("A", "x"))))
    assert "nothing upstream" in wrong["message"]
    (newest,) = asked(
        worker, together_request(8, 3, LossAsked(upstream=("A",))),
        together_request(9, 3, LossAsked(upstream=("B",))),
    )  # fmt: skip
    assert together_from_answer(newest).number == 9


def test_an_answer_goes_over_the_pipe_whole() -> None:
    found = lose(hall(), "A", "B")
    (frame,) = FrameReader().feed(together_answer(found))
    assert together_from_answer(frame) == found


def test_a_hook_that_fails_is_an_answer_that_says_so() -> None:
    def fails(*_: object) -> dict[str, object]:
        raise ZeroDivisionError("planted")

    subjects = [replace(one, together=one.together and fails) for one in SUBJECTS]
    with pytest.raises(RuntimeError, match="planted"):
        Evaluator(CATALOG, subjects).together(1, hall(), LossAsked(upstream=("A", "B")))


def _that_fails(subject: Subject) -> Iterator[Subject]:
    """Yield a subject whose work for a loss fails, of the whole design and of contents."""

    def fails(*_: object) -> object:
        raise ZeroDivisionError("planted")

    if subject.losing is not None:
        yield replace(subject, losing=fails)
    if subject.of_contents is not None and subject.of_contents.losing is not None:
        yield replace(subject, of_contents=replace(subject.of_contents, losing=fails))


def test_work_for_a_loss_that_fails_is_an_answer_that_says_so() -> None:
    broken = [(one, other) for one in SUBJECTS for other in _that_fails(one)]
    assert len(broken) >= 4
    for one, other in broken:
        subjects = [other if it is one else it for it in SUBJECTS]
        with pytest.raises(RuntimeError, match="planted"):
            Evaluator(CATALOG, subjects).together(1, hall(), LossAsked(upstream=("A", "B")))


def test_no_loss_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="no loss is named"):
        lose(hall())


def test_losing_more_never_leaves_more_where_supplies_feed_one_another() -> None:
    power = (
        feed("A", 100, parents=("u1",)), feed("B", 100, parents=("u2",)), feed("C", 100),
        ups("u1", "u2"), ups("u2", "u1"),
    )  # fmt: skip
    design = design_of(*nodes(4), *pdus("ABC"), power=power, site=Site())
    assert lose(design, "u1").loss.feeds == ("A", "B")
    both = lose(design, "u1", "C")
    assert (both.loss.feeds, both.loss.dark_gpus) == (("A", "B", "C"), 32)
    assert both.loss.state == "error"


def test_what_has_no_power_with_nothing_lost_is_told_above_every_loss() -> None:
    def lines(design: Design) -> list[str]:
        sections = written(evaluate(design, CATALOG))
        return [
            line for section in sections for line in section.lines
            if line.startswith("Without power even with nothing lost")
        ]  # fmt: skip

    whole = hall()
    bare = whole.evolve(devices=tuple(one for one in whole.devices if one.part == "dgx-h100"))
    (line,) = lines(bare)
    assert "4 × DGX H100: no power path" in line
    assert line.endswith("(R).")
    assert lines(whole) == []
