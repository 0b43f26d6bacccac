"""What is read of a file that somebody named, and why another one is not."""

import gzip
import io
import os
from pathlib import Path

import pytest

from designer.app.main import main
from designer.catalog.input_file import MOST_BYTES, ReadError, read_at_most, read_input
from designer.catalog.load import load_folder
from designer.io import design_file
from designer.io.design_file import load, load_bytes, loads

HEAD = "schema_version = 3\n"
RACK = "[racks]\nA = {name = 'A', part = 'p', "


def refused(path: Path) -> str:
    with pytest.raises(ReadError) as error:
        load(path)
    assert "\n" not in error.value.problem.line()
    return error.value.problem.line()


def messages(text: str) -> list[str]:
    return [problem.line() for problem in loads(text, "a.toml").problems]


def test_a_pipe_that_nobody_writes_to_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refused(pipe) == f"{pipe}: is a pipe, no regular file; name a regular file"


def test_a_pipe_among_own_parts_is_no_standard_input(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    _, (problem,) = load_folder(tmp_path)
    assert problem.line() == "pipe.toml: is a pipe, no regular file; name a regular file"


def test_a_pipe_as_the_input_of_a_command_may_be_the_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["check", str(pipe)]) == 2
    said = f"{pipe}: is a pipe, no regular file; give - to read the standard input\n"
    assert capsys.readouterr().err == f"cluster-designer: {said}"


@pytest.mark.parametrize(
    ("path", "said"),
    [(Path("/dev/zero"), "is a device"), (Path("/"), "is a folder"), (Path("a\0b"), "no name of")],
)
def test_what_is_no_regular_file_says_what_it_is(path: Path, said: str) -> None:
    assert said in refused(path)


def test_a_file_of_any_size_is_measured_before_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "zeros"
    with path.open("wb") as file:
        file.truncate(3 << 30)  # sparse: nothing of it is on the disk
    assert "larger than 16 MiB" in refused(path)


def _of(path: Path, size: int) -> Path:
    small = path.with_name("small")
    small.write_bytes(b"x" * size)
    return small


def test_a_file_as_large_as_the_limit_is_read(tmp_path: Path) -> None:
    assert len(read_input(_of(tmp_path / "a", 10), most=10)) == 10
    with pytest.raises(ReadError, match="larger than"):
        read_input(_of(tmp_path / "a", 11), most=10)
    assert MOST_BYTES == 16 * 1024 * 1024


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n# nothing\n",
        b"name = 'x'\n",
        b"\0" * 99,
    ],
    ids=["empty", "comment", "another toml", "zeros"],
)
def test_what_does_not_claim_to_be_a_design_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    line = refused(path)
    assert line.startswith(f"{path}: is no design: it has no schema_version")
    opened = loads(content.decode(errors="replace"), "a.toml")
    assert [p.severity for p in opened.problems] == ["error"]
    assert not opened.writable


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "is a PDF; check that it is the right file"),
        (b"\x89PNG\r\n", "is a PNG picture; check that it is the right file"),
        (gzip.compress(b"schema_version = 3", mtime=0), "is compressed by gzip; unpack it first"),
        ("schema_version = 3".encode("utf-16"), "is UTF-16 text; save it as UTF-8 text"),
        (b"version https://git-lfs.github.com/spec/v1\n", "is a pointer of Git LFS; fetch the "),
        (b'{"totals": {}}', "is JSON, no design in TOML; check that it is the right file"),
        (b"---\nmodel: X\n", "is YAML, no design in TOML; "),
        (b"\n<html>", "is XML or HTML, no design in TOML; "),
    ],
    ids=["PDF", "PNG", "gzip", "UTF-16", "LFS", "JSON", "YAML", "HTML"],
)
def test_a_file_is_told_for_what_it_claims_to_be(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    assert refused(path).startswith(f"{path}: {said}")


@pytest.mark.parametrize("text", [HEAD, "[racks]\n", "[room]\ntile_mm = 600\n"])
def test_a_version_or_a_table_is_claim_enough(text: str) -> None:
    assert loads(text).writable


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let no more records be read than a test can write down."""
    assert design_file.MOST_RECORDS == 200_000
    monkeypatch.setattr(design_file, "MOST_RECORDS", 500)
    return 500


def test_more_records_than_are_read_are_counted_and_refused(few: int) -> None:
    lines = [f'r{i} = {{part = "p"}}' for i in range(few)]
    text = HEAD + "[racks]\n" + "\n".join(lines) + "\n"
    assert len(load_bytes(text.encode(), "a.toml").design.racks) == few
    with pytest.raises(ReadError, match="holds 501 records; at most 500 are read"):
        load_bytes((text + 'last = {part = "p"}\n').encode(), "a.toml")


def test_records_inside_of_records_count(few: int) -> None:
    slots = ",".join(["{}"] * few)
    text = f'{HEAD}[assemblies.a]\nrack_part = "p"\nslots = [{slots}]\n'
    with pytest.raises(ReadError, match="holds 501 records"):
        load_bytes(text.encode(), "a.toml")


@pytest.mark.parametrize(
    "record", ['"r {}" = {{part = "p"}}', '[racks.r{}]\npart = "p"', '[[racks]]\nid = "r{}"']
)
def test_far_too_many_are_refused_by_their_lines(
    few: int, monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    """Before the parser, which takes a while and much memory for them."""

    def parse(text: str, name: str) -> None:
        raise AssertionError("parsed")

    text = HEAD + "\n".join(record.format(number) for number in range(few + 50)) + "\n"
    with monkeypatch.context() as patch:
        patch.setattr(design_file, "read_toml", parse)
        with pytest.raises(ReadError, match=r"holds 55[0-9] tables and records; at most 500"):
            load_bytes(text.encode(), "a.toml")
    lines = 'name = """' + "\n".join(["a = {"] * 2 * few) + '"""\n'
    assert load_bytes((HEAD.replace("\n", f"\n{lines}", 1)).encode(), "a.toml").problems == ()
    points = "[room]\noutline = [\n" + "\n".join(["[0, 0],"] * 2 * few) + "\n]\n"
    assert len(load_bytes((HEAD + points).encode(), "a.toml").design.room.outline) == 2 * few


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("[room]\noutline = [[0.5, 0], [1, 0], [1, 1]]", "room.outline.0: Input should be a valid"),
        ("[racks]\nA = {part = 'p', cooling = {a = 1}}", "racks.A.cooling: "),
        ("[site]\ncooling_allowed = {a = 1}", "site.cooling_allowed"),
        (f"[racks]\nA = {{part = 'p', x_mm = {'9' * 400}}}", "racks.A"),
        (f"[racks]\nA = {{part = 'p', x_mm = {'9' * 5000}}}", "an integer has too many digits"),
        ("[" + ".".join(["a"] * 600) + "]\nb = 1", "a key of 600 steps is nested too deeply"),
        ("[racks]\nA = " + "{a = " * 600 + "1" + "}" * 600, "nested too deeply"),
        ("[racks]\nA = " + "[" * 6000 + "]" * 6000, "nested too deeply"),
    ],
    ids=["half a millimetre", "table for a word", "table for words", "400 digits", "5000 digits",
         "600 tables", "600 inline tables", "6000 lists"],
)  # fmt: skip
def test_what_cannot_be_a_value_is_told_and_never_raised(body: str, said: str) -> None:
    opened = loads(HEAD + body, "a.toml")
    assert any(said in problem.what for problem in opened.problems), messages(HEAD + body)
    assert not opened.writable


@pytest.mark.parametrize(
    ("statement", "column", "mark"),
    [
        ("a = [", 5, "the bracket ["),
        ("a = [1, {b = 2}", 5, "the bracket ["),
        ('a = {b = "[", c = 2', 5, "the bracket {"),
        ("a = [[1, 2]", 5, "the bracket ["),
        ('a = "never', 5, 'the quote "'),
        ("a = 'never", 5, "the quote '"),
        ("a = [ 1, #]", 5, "the bracket ["),
    ],
)
def test_what_is_never_closed_is_told_where_it_opens(
    statement: str, column: int, mark: str
) -> None:
    problem = loads(HEAD + statement, "a.toml").problems[0]
    assert problem.where == f"a.toml:2:{column}"
    assert f"({mark} is never closed)" in problem.what


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f"{RACK}x_mm = true, y_mm = 0}}", "racks.A.x_mm: True is read as 1"),
        (f"{RACK}x_mm = '5', y_mm = 0}}", "racks.A.x_mm: '5' is read as 5"),
        ("[room]\noutline = [[0, 0], ['9', 0], [1, 1]]", "room.outline.1.0: '9' is read as 9"),
    ],
)  # fmt: skip
def test_a_value_that_is_taken_for_another_is_told(body: str, said: str) -> None:
    opened = loads(HEAD + body, "a.toml")
    assert [(p.severity, p.what) for p in opened.problems] == [("warning", said)]


def test_a_whole_number_with_a_point_is_no_change() -> None:
    body = "[racks]\nA = {name = 'A', part = 'p', x_mm = 5.0, y_mm = 0}"
    opened = loads(HEAD + body, "a.toml")
    assert opened.problems == ()
    assert opened.design.racks[0].x_mm == 5


def test_embedded_parts_that_nothing_uses_are_told() -> None:
    part = '[parts.{}]\nkind = "node"\nname = "X"\nvendor = "V"\nheight_half_u = 2\n'
    body = "[racks]\nA = {name = 'A', part = 'used', x_mm = 0, y_mm = 0}\n"
    opened = loads(HEAD + body + part.format("used") + part.format("idle"), "a.toml")
    told = [p.what for p in opened.problems if p.severity == "warning"]
    assert told == ["part 'idle' is embedded, but nothing in the design uses it"]
    assert opened.writable


def test_bytes_behind_the_limit_are_not_read() -> None:
    class Endless(io.RawIOBase):
        taken = 0

        def read(self, size: int = -1) -> bytes:
            assert size >= 0
            self.taken += size
            return b"x" * size

    stream = Endless()
    with pytest.raises(ReadError, match="standard input: is larger than"):
        read_at_most(stream, "standard input")
    assert stream.taken == MOST_BYTES + 1


class _Endless(io.RawIOBase):
    """A stream without an end, which remembers how much was asked of it."""

    asked: int = 0

    def read(self, size: int = -1) -> bytes:
        self.asked += size
        return b"x" * size


def test_of_a_stream_one_byte_more_than_allowed_is_read_and_no_other() -> None:
    stream = _Endless()
    with pytest.raises(ReadError, match="is larger than 5e-06 MB"):
        read_at_most(stream, "s", 5)
    assert stream.asked == 6
    assert read_at_most(io.BytesIO(b"12345"), "s", 5) == b"12345"
    with pytest.raises(ReadError, match="is larger than 2 MiB"):
        read_at_most(_Endless(), "s", 2 << 20)
