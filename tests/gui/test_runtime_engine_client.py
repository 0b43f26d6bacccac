"""The engine client against a stand-in engine: order, coalescing, deaths, deadlines, shutting down.

What the real engine does is in `test_runtime_engine_process.py`.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.report import Report
from designer.model.change import Change, diff
from designer.model.design import Design
from designer.runtime import engine_client
from designer.runtime.engine_client import CRASH_LIMIT, EngineClient
from designer.runtime.report_store import ReportStore

FAKE = (sys.executable, str(Path(__file__).parents[1] / "helpers" / "fake_engine.py"))
NO_PAUSE = (0,)
MakeClient = Callable[..., EngineClient]


@pytest.fixture
def store(qtbot: QtBot) -> ReportStore:
    return ReportStore(interval_ms=0)


@pytest.fixture
def make_client(store: ReportStore) -> Iterator[MakeClient]:
    made: list[EngineClient] = []

    def make(**options: object) -> EngineClient:
        given = {"command": FAKE, "back_off_ms": NO_PAUSE, **options}
        made.append(EngineClient(store, **given))  # type: ignore[arg-type]  # options by name
        return made[-1]

    yield make
    for client in made:
        client.finish()


def named(name: str) -> Design:
    return Design(name=name)


def rename(client: EngineClient, revision: int, old: str, new: str) -> None:
    client.update(revision, revision - 1, diff(named(old), named(new)))


def shown(store: ReportStore) -> str:
    assert store.report is not None
    return store.report.design


def test_a_design_that_is_opened_gets_its_report(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported) as told:
        client.open(7, named("first"), ())
    assert told.args == [7]
    assert (shown(store), store.revision, store.is_stale) == ("first", 7, False)
    assert client.state == "idle"


def test_what_an_edit_changed_is_told_as_it_is_known(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only of several edits since the last report the difference is looked for."""
    client = make_client()
    first, second, third = (named(one) for one in "abc")
    with qtbot.waitSignal(client.reported):
        client.open(0, first, ())
    looked: list[tuple[Design, Design]] = []
    monkeypatch.setattr(engine_client, "diff", lambda *them: (looked.append(them), diff(*them))[1])
    with qtbot.waitSignal(client.reported):
        client.update(1, 0, diff(first, second), design=second)
    assert (shown(store), looked) == ("b", [])
    with qtbot.waitSignal(client.reported, check_params_cb=lambda revision: revision == 3):
        client.update(2, 1, diff(second, third), design=third)
        client.update(3, 2, diff(third, first), design=first)
    assert shown(store) == "a"
    assert all(after is first for _, after in looked), "of the second to last nobody asks"
    with qtbot.waitSignal(client.reported):
        client.update(5, 4, Change(), design=second)
    assert (shown(store), looked[-1]) == ("b", (first, second)), "not told from which it begins"


def test_an_update_is_stale_until_its_report_comes(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(1, named("a"), ())
    with qtbot.waitSignal(client.reported):
        rename(client, 2, "a", "b")
        assert client.state == "busy"
        assert store.is_stale
        assert shown(store) == "a"
    assert (shown(store), store.is_current(2)) == ("b", True)


def test_a_drag_of_120_edits_shows_many_reports_and_the_last_one(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("slow=5 0"), ())
    revisions: list[int] = []
    client.reported.connect(revisions.append)

    # Each report shown moves the hand by three edits: what a drag faster than the engine does.
    def drag(revision: int = 0) -> None:
        for step in range(revision + 1, min(revision + 4, 121)):
            rename(client, step, f"slow=5 {step - 1}", f"slow=5 {step}")

    moved = [0]

    def on_report(_: int) -> None:
        drag(moved[0])
        moved[0] = min(moved[0] + 3, 120)

    client.reported.connect(on_report)
    on_report(0)
    qtbot.waitUntil(lambda: store.is_current(120), timeout=30_000)
    assert shown(store) == "slow=5 120"
    assert revisions == sorted(set(revisions))
    assert len(revisions) >= 30


def test_edits_made_while_the_engine_is_busy_become_one_request(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("0"), ())
    revisions: list[int] = []
    client.reported.connect(revisions.append)
    for step in range(1, 51):
        rename(client, step, str(step - 1), str(step))
    qtbot.waitUntil(lambda: store.is_current(50))
    assert revisions == [1, 50]


def test_what_was_asked_of_a_closed_design_is_not_shown(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("old"), ())
    rename(client, 1, "old", "old again")
    shown_revisions: list[int] = []
    client.reported.connect(shown_revisions.append)
    client.open(0, named("new"), ())
    assert store.report is None
    qtbot.waitUntil(lambda: store.report is not None)
    assert (shown(store), shown_revisions) == ("new", [0])


def test_only_the_newest_preview_waits_and_numbers_are_kept(
    qtbot: QtBot, make_client: MakeClient
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(3, named("a"), ())
    answered: list[int] = []
    client.previewed.connect(lambda preview: answered.append(preview.preview))
    numbers = [client.preview(3, diff(named("a"), named(f"b{i}")), ("R1",)) for i in range(40)]
    qtbot.waitUntil(lambda: numbers[-1] in answered)
    assert answered == [numbers[0], numbers[-1]]


def test_a_preview_waits_for_its_design_and_goes_between_reports(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    answered: list[tuple[int, int]] = []
    client.previewed.connect(lambda p: answered.append((p.preview, store.revision)))
    client.open(0, named("a"), ())
    number = client.preview(0, Change(), ())
    qtbot.waitUntil(lambda: bool(answered))
    assert answered == [(number, 0)]


def test_a_preview_of_an_older_revision_is_dropped(qtbot: QtBot, make_client: MakeClient) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("a"), ())
    answered: list[object] = []
    client.previewed.connect(answered.append)
    rename(client, 1, "a", "b")
    client.preview(0, Change(), ())
    with qtbot.waitSignal(client.previewed):
        wanted = client.preview(1, Change(), ())
    assert [getattr(p, "preview", None) for p in answered] == [wanted]


def test_a_cancelled_preview_is_not_published(qtbot: QtBot, make_client: MakeClient) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("a"), ())
    answered: list[object] = []
    client.previewed.connect(answered.append)
    client.preview(0, Change(), ())
    client.cancel_preview()
    with qtbot.waitSignal(client.reported):
        rename(client, 1, "a", "b")
    assert answered == []


def test_an_engine_that_dies_is_restarted_with_the_design_as_it_stands(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("a"), ())
    first = client.process_id
    with qtbot.waitSignals([client.restarted, client.reported]):
        rename(client, 1, "a", "crash")
        rename(client, 2, "crash", "mended")
    assert (shown(store), store.is_current(2)) == ("mended", True)
    assert client.process_id not in (0, first)
    assert client.state == "idle"


def test_an_engine_that_keeps_dying_is_given_up_and_tried_again_after_an_edit(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    restarts: list[str] = []
    client.restarted.connect(restarts.append)
    client.open(0, named("crash"), ())
    qtbot.waitUntil(lambda: client.state == "failed", timeout=20_000)
    assert len(restarts) == CRASH_LIMIT
    assert "ended with code 3" in client.words
    rename(client, 1, "crash", "mended")
    qtbot.waitUntil(lambda: store.is_current(1))
    assert client.state == "idle"


def test_a_program_that_is_not_there_ends_in_failed(qtbot: QtBot, make_client: MakeClient) -> None:
    client = make_client(command=("/nowhere/engine",))
    client.open(0, named("a"), ())
    qtbot.waitUntil(lambda: client.state == "failed")
    assert "could not start" in client.words


def test_noise_on_the_pipe_restarts_the_engine(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.restarted):
        client.open(0, named("garbage"), ())
    rename(client, 1, "garbage", "clean")
    qtbot.waitUntil(lambda: store.is_current(1))


def test_a_job_past_its_deadline_is_ended_only_when_a_newer_one_waits(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client(deadline_ms=200)
    with qtbot.waitSignal(client.reported):
        client.open(0, named("slow=600"), ())  # alone: three times its deadline is no reason
    assert store.is_current(0)
    rename(client, 1, "slow=600", "hang")
    with qtbot.waitSignal(client.restarted) as told:
        rename(client, 2, "hang", "free again")
    assert "too long" in told.args[0]
    qtbot.waitUntil(lambda: store.is_current(2))
    assert shown(store) == "free again"


def test_an_engine_that_hangs_is_noticed_without_another_edit(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client(deadline_ms=100, hang_ms=500)
    said: list[tuple[str, str]] = []
    client.state_changed.connect(lambda *state: said.append(state))
    client.open(0, named("hang"), ())
    qtbot.waitUntil(lambda: client.state == "failed", timeout=20_000)
    assert ("busy", "Updating… longer than usual") in said
    restarts = [words for state, words in said if state == "restarting"]
    assert restarts == ["Engine restarted: it gave no answer for too long"]
    assert client.words == (
        "The engine does not run: it gave no answer for too long. Figures are not updated"
    )
    rename(client, 1, "hang", "mended")
    qtbot.waitUntil(lambda: store.is_current(1))
    assert client.state == "idle"


def test_a_long_calculation_is_told_of_and_waited_for(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client(deadline_ms=50, hang_ms=20_000)
    said: list[str] = []
    client.state_changed.connect(lambda _state, words: said.append(words))
    client.open(0, named("slow=400"), ())
    qtbot.waitUntil(lambda: store.is_current(0))
    assert "Updating… longer than usual" in said
    assert client.state == "idle"
    assert not any("restarted" in words for words in said)


def test_a_design_that_needs_long_gets_twice_the_time_the_next_try(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client(deadline_ms=50, hang_ms=1_500)
    with qtbot.waitSignal(client.restarted, timeout=20_000):
        client.open(0, named("slow=2000"), ())
    qtbot.waitUntil(lambda: store.is_current(0), timeout=20_000)
    assert client.state == "idle"


def test_a_preview_past_its_deadline_gives_way_to_a_report(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client(deadline_ms=100)
    with qtbot.waitSignal(client.reported):
        client.open(0, named("a"), ())
    client.preview(0, diff(named("a"), named("hang")), ())
    rename(client, 1, "a", "b")
    qtbot.waitUntil(lambda: store.is_current(1))


def test_a_design_the_engine_refuses_says_so_and_the_next_one_is_opened_whole(
    qtbot: QtBot, make_client: MakeClient, store: ReportStore
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.reported):
        client.open(0, named("a"), ())
    with qtbot.waitSignal(
        client.state_changed, check_params_cb=lambda state, _words: state == "failed"
    ):
        rename(client, 1, "a", "fail")
    assert "asked to fail" in client.words
    assert (shown(store), store.is_stale) == ("a", True)
    rename(client, 2, "fail", "b")
    qtbot.waitUntil(lambda: store.is_current(2))
    assert client.state == "idle"


@pytest.mark.parametrize("name", ["obedient", "stubborn", "hang"])
def test_closing_ends_the_process_without_blocking(
    qtbot: QtBot, make_client: MakeClient, name: str
) -> None:
    client = make_client()
    with qtbot.waitSignal(client.state_changed):
        client.open(0, named(name), ())
    qtbot.waitUntil(lambda: client.process_id != 0)
    with qtbot.waitSignal(client.closed):
        client.close()
    assert client.process_id == 0


def test_an_update_that_does_not_fit_is_a_fault_of_the_caller(
    qtbot: QtBot, make_client: MakeClient
) -> None:
    client = make_client()
    with pytest.raises(ValueError, match="no design is open"):
        client.update(1, 0, Change())
    client.open(0, named("a"), ())
    with pytest.raises(ValueError, match="not the one held"):
        client.update(9, 8, Change())


def test_changed_comes_once_for_a_burst(qtbot: QtBot) -> None:
    store = ReportStore(interval_ms=10_000)
    told: list[int] = []
    store.changed.connect(lambda: told.append(store.revision))
    for revision in range(20):
        store.expect(revision)
        store.accept(revision, Report())
    with qtbot.waitSignal(store.changed):
        pass
    assert told == [19]
    assert not store.accept(3, Report())
    assert store.revision == 19


def test_a_report_that_comes_soon_is_told_at_once_and_alone(qtbot: QtBot) -> None:
    store = ReportStore(interval_ms=60_000)
    told: list[bool] = []
    store.changed.connect(lambda: told.append(store.is_stale))
    store.expect(1)
    with qtbot.waitSignal(store.changed):  # within its usual five seconds, not after a minute
        store.accept(1, Report())
    assert told == [False]


def test_a_report_that_does_not_come_soon_leaves_a_stale_mark(qtbot: QtBot) -> None:
    store = ReportStore(interval_ms=10)
    with qtbot.waitSignal(store.changed):
        store.accept(1, Report())
    with qtbot.waitSignal(store.changed):
        store.expect(2)
    assert store.is_stale
