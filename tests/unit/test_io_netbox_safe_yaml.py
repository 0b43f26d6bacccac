"""YAML of strangers: scalars as written, and everything hostile refused in bounded work."""

import os
import tracemalloc
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from designer.io.netbox import safe_yaml
from designer.io.netbox.safe_yaml import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    Items,
    RefusedError,
    Scalar,
    Table,
    parse,
    read_file,
)

PARSERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if safe_yaml.FAST else [])]
MOST_MB = 40
"""Ten times a file of the largest size that is read, and its tree."""


@pytest.fixture(params=PARSERS, ids=lambda parser: parser.__name__)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_yaml, "_Parser", request.param)


def refused(data: bytes) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        parse(data)
    return caught.value


def test_the_pinned_package_brings_the_fast_parser():
    assert safe_yaml.FAST


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("text", ["0123", "NO", "1:30", "1e3", "~", "2024-01-02", "0x1F", "1_000"])
def test_a_scalar_is_the_text_that_stands_there(text: str):
    node = parse(f"part_number: {text}\n".encode())["part_number"]
    assert isinstance(node, Scalar)
    assert (node.text, node.plain) == (text, True)


@pytest.mark.usefixtures("parser")
def test_tables_lists_and_places():
    table = parse(b"---\nmodel: 'X'\ninterfaces:\n  - name: a\n    type: b\n")
    model, ports = table["model"], table["interfaces"]
    assert isinstance(model, Scalar)
    assert (model.text, model.plain, model.line, model.column) == ("X", False, 2, 1)
    assert isinstance(ports, Items)
    assert (ports.line, ports.column) == (3, 1)
    port = ports[0]
    assert isinstance(port, Table)
    assert list(port) == ["name", "type"]
    assert (port["type"].line, port["type"].column) == (5, 5)


@pytest.mark.usefixtures("parser")
def test_a_key_written_twice_is_kept_in_mind():
    table = parse(b"a: 1\nb: 2\na: 3\n")
    assert [(key.text, key.line) for key in table.repeated] == [("a", 3)]
    node = table["a"]
    assert isinstance(node, Scalar)
    assert node.text == "3"


@pytest.mark.usefixtures("parser")
def test_a_byte_order_mark_and_windows_lines_are_read():
    assert list(parse(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")) == ["a", "b"]


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        (b"a: &x [1]\nb: *x\n", (1, 4), "anchor"),
        (b"a: 1\nb: *x\n", (2, 4), "alias"),
        (b'a: !!python/object/apply:os.system ["x"]', (1, 4), "tag"),
        (b"a: !mine x", (1, 4), "tag"),
        (b"%TAG ! b\n---\na: 1\n", (1, 1), "directive"),
        (b"# head\n\n%YAML 1.1\n---\na: 1\n", (3, 1), "directive"),
        (b"a: 1\n---\nb: 2\n", (2, 1), "more than one document"),
        (b"a: 1\n...\n%TAG ! b\n", (2, 1), "more than one document"),
        (b"? [a]\n: b\n", (1, 1), "key"),
        (b"- a\n", (1, 1), "no mapping"),
        (b"text", (1, 1), "no mapping"),
        (b"", (None, 1), "empty"),
        (b"# only a comment\n", (None, 1), "empty"),
        (b"a: [1,\n", (2, 1), "not YAML"),
        (b"a: 1\n\tb: 2\n", (2, 1), "not YAML"),
        (b"a: 1\nb: \x07\n", (2, 4), "character"),
        (b"a: 1\nbc\x00: 2\n", (2, 3), "NUL"),
        (b"a: 1\nb: \xff\n", (2, 4), "not UTF-8"),
        ("a: ä".encode("latin-1"), (1, 4), "not UTF-8"),
        ("a: 1".encode("utf-16"), (1, 1), "UTF-16"),
        ("a: 1".encode("utf-16-be"), (1, 1), "NUL"),
        ("a: 1".encode("utf-32"), (1, 1), "UTF-32"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_what_the_library_needs_not_is_refused_with_its_place(
    data: bytes, place: tuple[int | None, int], said: str
):
    error = refused(data)
    assert said in error.what
    assert (error.line, error.column) == place
    assert error.mend


def billion_laughs() -> bytes:
    lines = [b"a0: &a0 [lol, lol]"]
    lines += [b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 60)]
    return b"\n".join(lines)


HOSTILE = {
    "billion laughs": billion_laughs(),
    "brackets": b"[" * (MAX_BYTES - 1),
    "braces": b"{a: " * 249_000,
    "dashes": b"- " * 499_000,
    "questions": b"? " * 499_000,
    "anchors": b"&a " * 333_000,
    "aliases": b"*a " * 333_000,
    "items": b"a:\n" + b"- a\n" * 249_000,
    "flow": b"a: [" + b"a," * 499_000 + b"]",
    "directives": b"%TAG !a! b\n" * 90_000,
    "directives behind": b"a: 1\n...\n" + b"%TAG !a! b\n" * 90_000,
    "a long key": b"a" * (MAX_BYTES - 3) + b": 1",
    "no end of a quote": b'"' + b"a" * (MAX_BYTES - 2),
    "colons": b":" * MAX_BYTES,
    "bangs": b"!" * MAX_BYTES,
    "empty lines": b"\n" * MAX_BYTES,
    "comments": b"#\n" * (MAX_BYTES // 2),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_in_bounded_memory(name: str):
    tracemalloc.start()
    try:
        error = refused(HOSTILE[name])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.what
    assert peak < MOST_MB * 1e6


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("name", ["billion laughs", "brackets", "braces", "dashes", "anchors"])
def test_hostile_text_is_refused_after_few_events(name: str, monkeypatch: pytest.MonkeyPatch):
    """The parser is asked for no more than the first levels, whatever follows."""
    asked = 0
    kind = safe_yaml._Parser

    class Counting(kind):
        def get_event(self) -> yaml.Event:
            nonlocal asked
            asked += 1
            return super().get_event()

    monkeypatch.setattr(safe_yaml, "_Parser", Counting)
    refused(HOSTILE[name][:200_000])
    assert asked <= 3 * MAX_DEPTH


def test_a_tree_of_the_largest_size_stays_small():
    data = b"a:\n" + b"- a\n" * (MAX_NODES - 10)
    tracemalloc.start()
    try:
        node = parse(data)["a"]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(node, Items)
    assert len(node) == MAX_NODES - 10
    assert peak < MOST_MB * 1e6


def test_a_huge_file_is_not_read(tmp_path: Path):
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)  # sparse: no disk is filled
    tracemalloc.start()
    try:
        with pytest.raises(RefusedError, match="larger than 1 MB"):
            read_file(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5e6


def test_a_pipe_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(RefusedError, match="no regular file"):
        read_file(tmp_path / "pipe.yaml")


@pytest.mark.usefixtures("parser")
def test_an_escape_beyond_unicode_is_refused():
    assert refused(b'a: "\\UFFFFFFFF"').what.startswith("is not YAML")


def outcome(data: bytes, kind: type) -> Table | RefusedError:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(safe_yaml, "_Parser", kind)
        try:
            return parse(data)
        except RefusedError as error:
            return error


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_else(data: bytes):
    for kind in PARSERS:
        assert isinstance(outcome(data, kind), Table | RefusedError)


YAML_PIECES = st.sampled_from(
    [
        *("a[]{},'\"#%?0~ä\t\n\u2028\ufeff"),
        *(": ", "- ", "  ", "|\n", ">\n", "&a ", "*a", "!!str ", "<<: ", "a: 1\n"),
        *("---\n", "...\n", "\\U0010FFFF", "\\ud800"),
    ]
)


@given(st.lists(YAML_PIECES, max_size=40))
def test_no_yaml_raises_anything_else(pieces: list[str]):
    for kind in PARSERS:
        assert isinstance(outcome("".join(pieces).encode(), kind), Table | RefusedError)
