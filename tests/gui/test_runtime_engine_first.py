"""The first calculation of a design goes on: what ends it, and what is no reason to."""

import pytest

from designer.model.change import Change
from designer.model.design import Design, Rack
from designer.runtime import engine_client
from designer.runtime.engine_patience import USUAL_RACKS
from tests.helpers.engine_bench import Bench, Worker
from tests.helpers.fake_clock import OF_THE_ENGINE, Clock

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, *OF_THE_ENGINE)
    monkeypatch.setattr(engine_client, "WorkerProcess", Worker)
    return made


def test_a_first_calculation_is_not_ended_for_an_edit_of_its_design(clock: Clock) -> None:
    """All that came after would begin with the same calculation, from its beginning."""
    bench = Bench(deadline_ms=100)
    bench.opened("empty", 0)
    bench.client.open(1, Design(name="a"), ())
    clock.advance(100)
    bench.rename(2, "a", "b")
    clock.advance(1_000)
    bench.client.preview(2, Change(), ())
    assert bench.worker.calls == ["start"]
    bench.answer("a")
    assert ("reported", 1) in bench.heard
    assert bench.types[-1] == "change", "then comes what was edited"
    assert not any(state == "restarting" for state, _ in bench.states)


def test_a_first_calculation_of_a_closed_design_is_ended_without_a_word(clock: Clock) -> None:
    bench = Bench(deadline_ms=100)
    bench.client.open(0, Design(name="huge"), ())
    bench.worker.come_up()
    bench.client.open(1, Design(name="a"), ())
    assert bench.worker.calls == ["start"], "not late yet"
    clock.advance(100)
    assert bench.worker.calls[1:] == ["kill: took too long while newer work was waiting"]
    bench.worker.die("was killed")
    assert bench.worker.calls[-1] == "start"
    bench.worker.come_up()
    bench.answer("a")
    assert bench.heard == [("reported", 1)], "nobody is told of a restart"
    assert bench.states == [("busy", "Updating…"), ("idle", "Up to date")]


@pytest.mark.parametrize("late", [100, 100 + 1_000], ids=["deadline", "hang"])
def test_an_answer_that_lies_in_the_pipe_is_no_late_one(clock: Clock, late: int) -> None:
    """A window that takes seconds to open a huge file found the engine late, which had answered."""
    bench = Bench(deadline_ms=100, hang_ms=1_000)
    bench.client.open(0, Design(name="empty"), ())
    bench.worker.come_up()
    clock.advance(late - 1)
    bench.worker.in_pipe.append({"type": "report", "base": None, "patch": {"design": "empty"}})
    if late == 100:
        bench.client.open(1, Design(name="a"), ())
    clock.advance(1)
    assert bench.worker.calls == ["start"]
    assert bench.client.state == ("busy" if late == 100 else "idle")


def test_a_design_is_given_time_by_its_own_size(clock: Clock) -> None:
    """A small one that is closed for a huge one was given the time of that."""
    racks = tuple(
        Rack(id=f"r{number:05d}", name=f"r{number}", part="rack", x_mm=0, y_mm=0)
        for number in range(2 * USUAL_RACKS)
    )
    bench = Bench(deadline_ms=100, hang_ms=1_000)
    bench.client.open(0, Design(name="small"), ())
    bench.worker.worked = 0
    bench.worker.come_up()
    bench.client.open(1, Design(name="huge", racks=racks), ())
    bench.worker.worked = 85
    clock.advance(100)
    assert bench.worker.calls[-1].startswith("kill")
