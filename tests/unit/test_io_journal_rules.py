"""When a journal goes to the disk and when it is shortened, and what is said of a lost line."""

import zlib

import pytest

from designer.io import journal as journal_module
from designer.io.journal import Header, Journal, JournalError, header_of, journal_path, recover
from designer.io.journal_upgrade import base_now, change_now
from designer.model.change import diff
from designer.model.design import Design, PowerNode

CHANGE = diff(Design(), Design(name="x"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.journal"


@pytest.fixture
def synced(monkeypatch):
    handles: list[int] = []
    monkeypatch.setattr(journal_module, "sync_data", handles.append)
    return handles


@pytest.mark.parametrize(
    ("now", "is_synced"), [(10.0, False), (10.49, False), (10.5, True), (11.0, True), (9.9, True)]
)
def test_half_a_second_after_the_last_time_or_when_the_clock_was_set_back(
    path, synced, now: float, is_synced: bool
):
    journal = Journal.begin(path, Header(started=10.0), Design())
    journal.append(CHANGE, 1, "", now)
    assert len(synced) == is_synced
    journal.close()


def test_what_is_on_the_disk_is_not_put_there_again(path, synced):
    journal = Journal.begin(path, Header(started=10.0), Design())
    journal.sync(99.0)
    journal.sync(99.0, force=True)
    assert synced == []
    journal.append(CHANGE, 1, "", 100.0)
    journal.append(CHANGE, 2, "", 100.1)
    assert len(synced) == 1
    journal.sync(100.2)
    assert len(synced) == 1
    journal.sync(100.2, force=True)
    journal.close()
    assert len(synced) == 2
    journal.sync(200.0, force=True)
    assert len(synced) == 2


def test_closing_puts_the_last_change_on_the_disk(path, synced):
    journal = Journal.begin(path, Header(started=10.0), Design())
    journal.append(CHANGE, 1, "", 10.1)
    assert synced == []
    journal.close()
    assert len(synced) == 1


@pytest.mark.parametrize(("most", "wanted"), [(-1, True), (0, False), (1, False)])
def test_a_journal_wants_to_be_shorter_above_its_limit(path, monkeypatch, most: int, wanted: bool):
    length = Journal.begin(path, Header(), Design()).size
    step = len(journal_module._line({"revision": 1, "label": "", "change": CHANGE.to_data()}))
    monkeypatch.setattr(journal_module, "COMPACT_ABOVE_BYTES", length * 2 + step + most)
    journal = Journal.begin(path, Header(), Design())
    while journal.size < 2 * length + step:
        assert not journal.wants_compaction
        left = 2 * length + step - journal.size
        journal.append(CHANGE, 1, "x" * max(0, min(50, left - step)), 0.0)
    assert journal.size == path.stat().st_size
    assert journal.wants_compaction == (journal.size > 2 * length + step + most)


def test_a_large_design_may_grow_to_twice_its_size(path, monkeypatch):
    monkeypatch.setattr(journal_module, "COMPACT_ABOVE_BYTES", 1)
    journal = Journal.begin(path, Header(), Design(note="x" * 2000))
    first = journal.size
    while journal.size <= 2 * first:
        assert not journal.wants_compaction
        journal.append(CHANGE, 1, "x" * 100, 0.0)
    assert journal.wants_compaction


def test_no_change_at_all_is_kept_as_none(path):
    journal = Journal.begin(path, Header(), Design(name="a"))
    journal.append(diff(Design(name="a"), Design(name="b")), 1, "", 0.0)
    journal.compact(Design(name="a"), 2, "back")
    assert recover(path).steps == ()
    journal.compact(Design(name="c"), 3, "on")
    assert [(step.revision, step.label) for step in recover(path).steps] == [(3, "on")]


def written(path, count: int) -> list[bytes]:
    journal = Journal.begin(path, Header(), Design())
    for number in range(count):
        journal.append(diff(Design(), Design(name=f"d{number}")), number + 1, "", 0.0)
    journal.close()
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(
    ("damaged", "kept", "severity", "what"),
    [
        (4, 3, "warning", "this line is damaged (torn or altered); changes lost: 1"),
        (3, 2, "error", "this line is damaged (torn or altered); changes lost: 2"),
        (1, 0, "error", "this line is damaged (torn or altered); changes lost: 4"),
    ],
)
def test_the_last_line_may_be_torn_and_an_earlier_one_is_a_loss(
    path, damaged: int, kept: int, severity: str, what: str
):
    lines = written(path, 4)
    lines[damaged] = lines[damaged][:-5] + b"x]]}\n"
    path.write_bytes(b"".join(lines))
    got = recover(path)
    assert len(got.steps) == kept
    (problem,) = got.problems
    assert (problem.where, problem.severity) == (f"a.journal:{damaged + 1}", severity)
    assert problem.what == what


def with_checksum(text: bytes) -> bytes:
    return b'["%08x",%b]\n' % (zlib.crc32(text), text)


@pytest.mark.parametrize(
    "text",
    [
        b"{",
        b'{"label":"\xff"}',
        b"[" * 100_000,
        b'{"revision":' + b"[" * 100_000,
        b"1" * 5000,
        b"5",
    ],
)
def test_a_line_that_is_no_change_is_damaged_whatever_its_checksum(path, text: bytes):
    lines = written(path, 3)
    path.write_bytes(b"".join((*lines[:2], with_checksum(text), *lines[2:])))
    got = recover(path)
    assert [step.revision for step in got.steps] == [1]
    assert [problem.where for problem in got.problems] == ["a.journal:3"]


@pytest.mark.parametrize(
    "text",
    [
        b"{",
        b"[" * 100_000,
        b'{"journal":{"format":2},"base":5,"parts":[]}',
        b'{"journal":{"format":2},"base":{"room":{"feeds":[5]}},"parts":[]}',
    ],
)
def test_a_first_line_that_is_no_head_is_damaged_whatever_its_checksum(path, text: bytes):
    path.write_bytes(with_checksum(text))
    assert header_of(path) is None
    with pytest.raises(JournalError, match="this is no whole journal"):
        recover(path)


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_last_line_without_its_end_is_whole(path, end: bytes):
    written(path, 2)
    path.write_bytes(path.read_bytes().rstrip(b"\n") + end)
    got = recover(path)
    assert (len(got.steps), got.design.name, got.problems) == (2, "d1", ())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"journal": {"format": 3}}, "a journal of format 3; this version reads 1 to 2"),
        ({"journal": {"format": 1}}, "this is no whole journal; nothing to recover"),
        ({}, "this is no whole journal; nothing to recover"),
        ({"journal": 5}, "this is no whole journal; nothing to recover"),
        ({"journal": {"format": 1}, "base": {"name": []}, "parts": []},
         "this is no whole journal; nothing to recover"),
    ],
)  # fmt: skip
def test_a_first_line_that_cannot_be_used(path, body, said: str):
    path.write_bytes(journal_module._line(body))
    with pytest.raises(JournalError) as error:
        recover(path)
    assert (error.value.problem.where, error.value.problem.what) == ("a.journal:1", said)


def test_where_a_journal_is_kept(tmp_path):
    assert journal_path(tmp_path, None, 77) == tmp_path / "untitled-77.journal"
    named = journal_path(tmp_path, tmp_path / "a.toml", 77)
    assert named.parent == tmp_path
    assert len(named.name) == 16 + len(".journal")
    assert named != journal_path(tmp_path, tmp_path / "b.toml", 77)


FEEDS = [{"id": "A", "capacity_kw": 5}, {"id": "B", "kind": "ups"}]
RECORDS = [{"kind": "feed", "id": "A", "capacity_kw": 5}, {"kind": "ups", "id": "B"}]


@pytest.mark.parametrize(
    ("base", "now"),
    [
        ({}, {}),
        ({"name": "N", "room": {"name": "R"}}, {"name": "N", "room": {"name": "R"}}),
        ({"room": {"feeds": 5}}, {"room": {"feeds": 5}}),
        ({"room": None}, {"room": None}),
        ({"room": {"feeds": []}}, {"room": {}, "power": []}),
        ({"n": 1, "room": {"name": "R", "feeds": FEEDS}},
         {"n": 1, "room": {"name": "R"}, "power": RECORDS}),
    ],
)  # fmt: skip
def test_feeds_of_an_old_room_are_power_records(base, now):
    assert base_now(base) == now


@pytest.mark.parametrize(
    ("change", "now"),
    [
        ({}, {}),
        ({"single": {"name": "N"}}, {"single": {"name": "N"}}),
        ({"single": {"name": "N", "room": {"feeds": FEEDS, "name": "R"}}},
         {"single": {"name": "N", "room": {"name": "R"}}, "put": {"power": RECORDS},
          "drop": {"power": ["C"]}}),
        ({"single": {"room": {"feeds": []}}, "put": {"rows": [1]}, "drop": {"racks": ["x"]}},
         {"single": {"room": {}}, "put": {"rows": [1], "power": []},
          "drop": {"racks": ["x"], "power": ["A", "C"]}}),
    ],
)  # fmt: skip
def test_a_change_of_an_old_room_drops_the_feeds_it_no_longer_has(change, now):
    before = Design(power=(PowerNode(id="A", name="A"), PowerNode(id="C", name="C")))
    assert change_now(change, before) == now
