"""The order of what the command box finds: by how well it fits, then by what it is."""

import pytest

from designer.io.languages import read_in
from designer.model.presented import Presented
from designer.render.edge import presenting
from designer.ui.commands.command_search import Entry, EntryKind, find, score


def entry(kind: EntryKind, title: str, **more: str) -> Entry:
    return Entry(kind, title, lambda: None, **more)


FIT = entry("command", "Fit the whole room", detail="View", words="zoom floor")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("fit the whole room", "zzz"),
        ("fit", "whole"),
        ("whole", "hole"),
        ("hole", "zoom"),
        ("zoom", "oom fl"),
        ("fit room", "fit floor"),
        ("fit", "fit room"),
    ],
)
def test_a_title_fits_better_than_further_words_and_a_beginning_than_a_middle(
    better: str, worse: str
) -> None:
    fit, other = score(better, FIT), score(worse, FIT)
    assert fit is not None or other is None
    assert other is None or (fit is not None and fit < other)


def test_the_whole_title_is_the_best_fit_and_capitals_do_not_count() -> None:
    rack = entry("rack", "A01", detail="Rack 48U", words="A")
    assert score("a01", rack) == score("A01", rack) == score("", rack) == 0
    longer = entry("rack", "A01 left")
    assert [found.title for found in find("a01", (longer, rack))] == ["A01", "A01 left"]


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("room whole", True), ("view", True), ("iew", True), ("floor fit", True),
        ("fit nothing", False), ("q", False), ("  ", True),
    ],
)  # fmt: skip
def test_every_word_has_to_be_somewhere(query: str, is_found: bool) -> None:
    assert bool(find(query, (FIT,))) == is_found


KINDS: tuple[EntryKind, ...] = ("check", "device", "entry", "part", "rack", "command")


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("x", ["command", "rack", "part", "entry", "device", "check"]),
        ("> x", ["command"]),
        (">", ["command"]),
        ("@x", ["rack", "part", "entry", "device"]),
        ("!x", ["check"]),
    ],
)
def test_a_sign_before_the_words_looks_among_some_kinds(query: str, kinds: list[str]) -> None:
    assert [found.kind for found in find(query, [entry(kind, "x") for kind in KINDS])] == kinds


def test_what_stands_after_the_sign_is_looked_for() -> None:
    listed = [entry("rack", "Bay"), entry("rack", "Arc"), entry("command", "Back")]
    assert [found.title for found in find("@b", listed)] == ["Bay"]
    assert [found.title for found in find("@ b", listed)] == ["Bay"]
    assert [found.title for found in find(">b", listed)] == ["Back"]
    assert find("!b", listed) == []


def test_equal_fits_stand_by_name_and_without_words_as_they_come() -> None:
    racks = [entry("rack", name) for name in ("x2", "x3", "x1")]
    assert [found.title for found in find("x", racks)] == ["x1", "x2", "x3"]
    assert [found.title for found in find("", racks)] == ["x2", "x3", "x1"]
    same = [entry("rack", "x", detail=detail) for detail in ("first", "second")]
    assert [found.detail for found in find("x", same)] == ["first", "second"]


def test_what_cannot_be_done_stands_below_what_fits_a_little_less() -> None:
    refused = entry("command", "Copy", reason="select a rack first")
    fits_less = entry("command", "Paste copy")
    fits_badly = entry("command", "Paste", words="copy")
    found = find("copy", (fits_badly, refused, fits_less))
    assert [one.title for one in found] == ["Paste copy", "Copy", "Paste"]
    assert find("", (refused, fits_less))[-1] is refused


def test_no_more_are_listed_than_asked_for() -> None:
    racks = [entry("rack", f"A{number:02}") for number in range(60)]
    assert [found.title for found in find("a", racks, limit=2)] == ["A00", "A01"]
    assert len(find("a", racks)) == 40


def test_a_command_is_found_in_the_language_of_the_reader_and_in_english() -> None:
    replaced, rack = entry("command", "Replace with…", words="swap"), entry("rack", "Replace with…")
    assert find("ersetzen", [replaced, rack]) == []
    with presenting(read_in(Presented(), "de")):
        assert find("ersetzen", [replaced, rack]) == [replaced], "what people named stays"
        assert find("replace swap", [replaced]) == [replaced]
        # By its German title it fits better than by its English one.
        assert score("ersetzen", replaced) < score("replace", replaced)
