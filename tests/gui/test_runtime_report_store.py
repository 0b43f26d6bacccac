"""When views are told of reports: at once after a pause, at most once an interval, stale later."""

import pytest

from designer.engine.report import Report
from designer.runtime.report_store import CHANGED_INTERVAL_MS, ReportStore
from tests.helpers.fake_clock import Clock

pytestmark = pytest.mark.usefixtures("qapp")
ONE, TWO = Report(design="one"), Report(design="two")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, "designer.runtime.report_store")
    return made


class Heard:
    """A store and at which millisecond it told what: revision, and whether that was stale."""

    def __init__(self, clock: Clock, **options: int) -> None:
        self.clock = clock
        self.store = ReportStore(**options)
        self.told: list[tuple[float, int, bool]] = []
        self.store.changed.connect(
            lambda: self.told.append((clock.now, self.store.revision, self.store.is_stale))
        )


def test_an_empty_store_is_stale_and_knows_no_revision(clock: Clock) -> None:
    store = Heard(clock).store
    assert (store.report, store.revision, store.expected) == (None, -1, -1)
    assert store.is_stale
    assert not store.is_current(-1)


def test_the_first_report_is_told_in_the_next_turn(clock: Clock) -> None:
    heard = Heard(clock)
    heard.store.expect(3)
    assert heard.store.accept(3, ONE)
    assert heard.told == [], "not from inside the call"
    clock.advance(0)
    assert heard.told == [(0, 3, False)]
    assert heard.store.report is ONE
    assert heard.store.is_current(3)
    assert not heard.store.is_current(2)
    clock.advance(1_000)
    assert len(heard.told) == 1


def test_a_stream_of_reports_is_told_once_an_interval(clock: Clock) -> None:
    heard = Heard(clock, interval_ms=100)
    for revision in range(1, 26):
        heard.store.expect(revision)
        heard.store.accept(revision, ONE)
        clock.advance(10)
    assert [at for at, _, _ in heard.told] == [0, 100, 200]
    clock.advance(1_000)
    assert heard.told[-1] == (300, 25, False)


def test_after_a_pause_the_next_report_is_told_at_once(clock: Clock) -> None:
    heard = Heard(clock)
    heard.store.accept(1, ONE)
    clock.advance(CHANGED_INTERVAL_MS)
    heard.store.accept(2, TWO)
    clock.advance(0)
    assert [at for at, _, _ in heard.told] == [0, CHANGED_INTERVAL_MS]
    clock.advance(CHANGED_INTERVAL_MS - 15)
    heard.store.accept(3, ONE)
    clock.advance(14)
    assert len(heard.told) == 2
    clock.advance(1)
    assert len(heard.told) == 3


def test_staleness_is_told_only_when_no_report_comes_soon(clock: Clock) -> None:
    heard = Heard(clock, interval_ms=40)
    heard.store.accept(1, ONE)
    heard.store.expect(1)
    clock.advance(500)
    heard.told.clear()
    heard.store.expect(2)
    clock.advance(99)
    assert heard.told == []
    heard.store.accept(2, TWO)
    clock.advance(0)
    assert heard.told == [(599, 2, False)], "not after the time that a stale mark would wait"
    heard.store.expect(3)
    clock.advance(100)
    assert heard.told[1:] == [(699, 2, True)]
    heard.store.expect(3)
    clock.advance(500)
    assert len(heard.told) == 2, "the same revision is no news"


def test_a_report_does_not_wait_because_its_lack_was_told(clock: Clock) -> None:
    heard = Heard(clock, interval_ms=40)
    heard.store.accept(1, ONE)
    clock.advance(500)
    heard.told.clear()
    heard.store.expect(2)
    clock.advance(100)
    clock.advance(1)
    heard.store.accept(2, TWO)
    clock.advance(0)
    assert heard.told == [(600, 1, True), (601, 2, False)]


def test_more_edits_do_not_put_off_the_stale_mark(clock: Clock) -> None:
    heard = Heard(clock, interval_ms=40)
    for revision in range(1, 8):
        heard.store.expect(revision)
        clock.advance(15)
    assert [at for at, _, _ in heard.told] == [100]


def test_an_older_report_is_refused_and_the_same_revision_is_taken(clock: Clock) -> None:
    store = Heard(clock).store
    assert store.accept(5, ONE)
    assert not store.accept(4, TWO)
    assert (store.report, store.revision) == (ONE, 5)
    assert store.accept(5, TWO)
    assert store.report is TWO


def test_a_cleared_store_says_so_at_once_and_takes_any_revision(clock: Clock) -> None:
    heard = Heard(clock)
    heard.store.expect(9)
    heard.store.accept(9, ONE)
    clock.advance(500)
    heard.told.clear()
    heard.store.clear()
    assert (heard.store.report, heard.store.revision, heard.store.expected) == (None, -1, -1)
    clock.advance(0)
    assert heard.told == [(500, -1, True)]
    assert heard.store.accept(0, TWO)
