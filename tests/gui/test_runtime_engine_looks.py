"""Previews that are let go of or fail, and what was looked at: what goes out to the engine."""

import pytest

from designer.model.change import Change
from designer.runtime import engine_client
from tests.helpers.engine_bench import Bench, Worker
from tests.helpers.fake_clock import OF_THE_ENGINE, Clock

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, *OF_THE_ENGINE)
    monkeypatch.setattr(engine_client, "WorkerProcess", Worker)
    return made


def test_cancelled_previews_are_not_published_and_later_ones_are(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    first = bench.client.preview(1, Change(), ())
    bench.client.preview(1, Change(), ())
    bench.client.cancel_preview()
    bench.worker.received.emit({"type": "preview", "preview": first, "racks": []})
    assert (bench.heard, bench.types) == ([], ["open", "preview"])
    third = bench.client.preview(1, Change(), ())
    bench.worker.received.emit({"type": "preview", "preview": third, "racks": []})
    assert [said[0] for said in bench.heard] == ["previewed"]


def test_a_preview_that_fails_says_so_and_leaves_the_state_alone(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    number = bench.client.preview(1, Change(), ())
    bench.worker.received.emit({"type": "failed", "message": "no such rack"})
    assert bench.heard == [("preview_failed", number, "no such rack")]
    assert bench.client.state == "idle"
    bench.rename(2, "a", "b")
    assert bench.types[-1] == "change", "the engine still holds the design"


def test_what_was_looked_at_is_let_go_of_once_the_engine_is_free_and_not_before_another(
    clock: Clock,
) -> None:
    bench = Bench()
    bench.opened("a", 1)
    first = bench.client.preview(1, Change(), ())
    bench.client.cancel_preview()
    bench.client.let_go()
    assert bench.types == ["open", "preview"]
    bench.worker.received.emit({"type": "preview", "preview": first, "racks": []})
    assert bench.types == ["open", "preview", "let-go"]
    bench.client.preview(1, Change(), ())
    bench.client.let_go()
    bench.client.preview(1, Change(), ())
    assert bench.types == ["open", "preview", "let-go", "preview"], "another is looked at"
