"""The autosave journal: whatever moment the process ends, at most the torn entry is lost."""

import itertools
import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designer.io import journal as journal_module
from designer.io.journal import (
    Header,
    Journal,
    JournalError,
    journal_path,
    journals,
    recover,
)
from designer.model.change import diff
from designer.model.design import Design, Device, Site
from tests.helpers.designs import designs, small_catalog

PARTS = small_catalog().parts


def device(number, note=""):
    return Device(id=f"n{number}", name="ä\u2028\n", part="p", rack="A", half_u=number, note=note)


def grown(count):
    """Designs that each have one device more, the last with a changed site and name."""
    states = [Design(name="start")]
    for number in range(count):
        states.append(states[-1].evolve(devices=(*states[-1].devices, device(number))))
    states.append(states[-1].evolve(site=Site(name="Hall 2"), name="end", header="h"))
    states.append(states[-1].evolve(devices=states[-1].devices[1:]))
    return states


def write(path, states, parts=()):
    journal = Journal.begin(path, Header(file="/x/a.toml", pid=1), states[0], parts)
    for revision, (old, new) in enumerate(itertools.pairwise(states), start=1):
        journal.append(diff(old, new), revision, f"step {revision}", now=float(revision))
    return journal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.journal"


def test_everything_comes_back(path):
    states = grown(3)
    write(path, states, PARTS)  # not closed: as after kill -9
    got = recover(path)
    assert (got.base, got.design, got.parts) == (states[0], states[-1], PARTS)
    assert [(s.revision, s.label) for s in got.steps] == [(i, f"step {i}") for i in range(1, 6)]
    assert got.problems == ()
    assert got.header == Header(file="/x/a.toml", pid=1)


def test_cut_at_every_byte_gives_a_state_that_was_there(path):
    states = grown(4)
    write(path, states).close()
    raw = path.read_bytes()
    first_line = raw.index(b"\n")
    for length in range(len(raw) + 1):
        path.write_bytes(raw[:length])
        if length < first_line:
            with pytest.raises(JournalError):
                recover(path)
            continue
        got = recover(path)
        whole = raw[:length].count(b"\n") - 1
        # A line that lacks only its line end is whole as well.
        assert got.design in (states[max(whole, 0)], states[min(whole + 1, len(states) - 1)])
        assert len(got.steps) >= whole
        assert all(problem.severity == "warning" for problem in got.problems)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(designs(), min_size=1, max_size=4))
def test_any_designs_come_back(tmp_path, states):
    path = tmp_path / "b.journal"
    write(path, states).close()
    got = recover(path)
    assert (got.base, got.design, got.problems) == (states[0], states[-1], ())


def test_altered_line_stops_there_and_says_how_much_is_lost(path):
    states = grown(4)
    write(path, states).close()
    lines = path.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b"n2", b"n9")
    path.write_bytes(b"\n".join(lines))
    got = recover(path)
    assert got.design == states[2]
    (problem,) = got.problems
    assert problem.where == "a.journal:4"
    assert problem.severity == "error"
    assert "changes lost: 4" in problem.what


def test_lines_are_json(path):
    write(path, grown(2)).close()
    for line in path.read_text().split("\n")[:-1]:
        checksum, body = json.loads(line)
        assert len(checksum) == 8
        assert isinstance(body, dict)


def test_disk_is_made_to_hold_it_at_most_every_half_second(path, monkeypatch):
    synced = []
    monkeypatch.setattr(journal_module.os, "fdatasync", synced.append)
    journal = Journal.begin(path, Header(started=10.0), Design())
    change = diff(Design(), Design(name="x"))
    for now in (10.1, 10.2, 10.49):
        journal.append(change, 1, "", now)
    assert len(synced) == 0
    journal.append(change, 1, "", 10.5)
    assert len(synced) == 1
    journal.append(change, 1, "", 10.9)
    journal.sync(10.95)
    assert len(synced) == 1
    journal.sync(11.0)
    journal.sync(20.0)
    assert len(synced) == 2


def test_compaction_keeps_base_and_state(path):
    states = grown(5)
    journal = write(path, states)
    size = journal.size
    journal.compact(states[-1], 7, "7 earlier steps")
    assert journal.size < size
    assert journal.size == path.stat().st_size
    got = recover(path)
    assert (got.base, got.design) == (states[0], states[-1])
    assert [s.label for s in got.steps] == ["7 earlier steps"]
    journal.append(diff(states[-1], states[1]), 8, "undo", 99.0)
    assert recover(path).design == states[1]


def test_compaction_is_wanted_only_when_changes_outgrow_the_design(path, monkeypatch):
    monkeypatch.setattr(journal_module, "COMPACT_ABOVE_BYTES", 1000)
    many = tuple(device(i) for i in range(100))
    journal = Journal.begin(path, Header(), Design(devices=many))
    assert journal.size > 1000
    assert not journal.wants_compaction
    while journal.size < 25_000:
        journal.append(diff(Design(), Design(note="x" * 500)), 1, "", 0.0)
    assert journal.wants_compaction


def test_discard_removes_the_file_and_ends_writing(path):
    journal = write(path, grown(1))
    journal.discard()
    journal.discard()
    assert not path.exists()
    with pytest.raises(ValueError, match="closed"):
        journal.append(diff(Design(), Design(name="x")), 1, "", 0.0)


def test_full_disk_leaves_no_torn_line_in_the_middle(path, monkeypatch):
    states = grown(2)
    journal = write(path, states)
    real = os.write

    def half(handle, data):
        if len(data) < 20:
            raise OSError(28, "No space left on device")
        return real(handle, data[: len(data) // 2])

    monkeypatch.setattr(journal_module.os, "write", half)
    with pytest.raises(OSError, match="No space"):
        journal.append(diff(states[-1], states[0]), 9, "", 0.0)
    monkeypatch.undo()
    journal.append(diff(states[-1], states[1]), 10, "later", 0.0)
    got = recover(path)
    assert (got.design, got.problems) == (states[1], ())


def test_journals_are_found_oldest_first(tmp_path):
    one = journal_path(tmp_path, tmp_path / "a.toml", 1)
    two = journal_path(tmp_path, None, 77)
    assert one == journal_path(tmp_path, tmp_path / "x" / ".." / "a.toml", 2)
    for path, when in ((two, 1), (one, 2)):
        Journal.begin(path, Header(), Design()).close()
        os.utime(path, (when, when))
    assert journals(tmp_path) == (two, one)
    assert one.stat().st_mode & 0o077 == 0


def test_foreign_files_are_refused(path):
    path.write_bytes(b"hello\n")
    with pytest.raises(JournalError, match="nothing to recover"):
        recover(path)
    path.write_bytes(journal_module._line({"journal": {"format": 9}}))
    with pytest.raises(JournalError, match="format 9"):
        recover(path)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        recover(path)


def test_a_journal_of_schema_1_gives_its_feeds_back_as_power_records(path):
    """As version 0.1.0 left it: the room holds the feeds, and a change of one holds them all."""
    feeds = [{"id": "A", "name": "Feed A", "capacity_kw": 200.0}, {"id": "B"}]
    room = {"name": "Lab", "tile_mm": 600}
    head = {
        "journal": Header(file="/x/a.toml", pid=1).model_dump(),
        "base": {"name": "Lab", "room": {**room, "feeds": feeds}},
        "parts": [],
    }
    bodies = [
        {"revision": 1, "label": "More power",
         "change": {"single": {"room": {**room, "feeds": [{"id": "A", "capacity_kw": 300.0}]}},
                    "put": {}, "drop": {}}},
        {"revision": 2, "label": "Rename", "change": {"single": {"name": "Lab 2"}}},
    ]  # fmt: skip
    path.write_bytes(b"".join(journal_module._line(body) for body in (head, *bodies)))
    got = recover(path)
    assert [(f.id, f.kind, f.capacity_kw) for f in got.base.feeds] == [
        ("A", "feed", 200.0), ("B", "feed", None)
    ]  # fmt: skip
    assert [(f.id, f.capacity_kw) for f in got.design.feeds] == [("A", 300.0)]
    assert (got.design.name, got.design.room.name, got.problems) == ("Lab 2", "Lab", ())


def test_a_damaged_feed_of_an_old_journal_loses_that_change_only(path):
    states = grown(1)
    write(path, states).close()
    change = {"single": {"room": {"feeds": ["A", 3]}}}
    body = {"revision": 9, "label": "odd", "change": change}
    path.write_bytes(path.read_bytes() + journal_module._line(body))
    got = recover(path)
    assert got.design == states[-1]
    assert len(got.problems) == 1
