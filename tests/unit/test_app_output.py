"""Where commands write, and what they never write over."""

import contextlib
import errno
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from designer.app.main import main
from designer.io.atomic_file import WriteError, replace_file
from designer.io.design_file import load
from designer.io.lockfile import DesignLock
from designer.io.output_file import write_output
from designer.model.one_line import one_line
from tests.helpers.gates import REPOSITORY

# `print` and `export` draw: without an application of the tests they would make a lesser one, which
# no window of a later test could use.
pytestmark = pytest.mark.usefixtures("qapp")

DESIGN = """schema_version = 3
name = "Lab"

[racks]
A01 = {name = "A01", part = "apc-ar3300", x_mm = 0, y_mm = 0}
"""


@pytest.fixture
def design(tmp_path: Path) -> Path:
    path = tmp_path / "lab.cluster.toml"
    path.write_text(DESIGN)
    return path


def commands_that_write(design: Path, output: Path) -> list[list[str]]:
    file, out = str(design), str(output)
    return [
        ["report", file, "-o", out],
        ["report", file, "--format", "json", "-o", out],
        ["check", file, "-o", out],
        ["print", file, "--sheets", "floor", "-o", out],
        ["export", file, "--to", "bom.csv", "-o", out],
        ["export", file, "--to", "floor.svg", "-o", out],
    ]


@pytest.mark.parametrize("index", range(6))
@pytest.mark.parametrize("by", ["its name", "a symbolic link", "a hard link", "another spelling"])
def test_the_input_is_never_written_over(
    design: Path, tmp_path: Path, index: int, by: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = design
    if by == "a symbolic link":
        output = tmp_path / "link"
        output.symlink_to(design)
    elif by == "a hard link":
        output = tmp_path / "link"
        output.hardlink_to(design)
    elif by == "another spelling":
        output = tmp_path / "x" / ".." / design.name
        (tmp_path / "x").mkdir()
    before = sorted(os.listdir(tmp_path))
    assert main(commands_that_write(design, output)[index]) == 2
    assert design.read_text() == DESIGN
    assert sorted(os.listdir(tmp_path)) == before
    assert "is the file that is read; it is not written over" in capsys.readouterr().err


@pytest.mark.parametrize("index", range(7))
def test_a_path_through_a_missing_folder_leads_nowhere(
    design: Path, tmp_path: Path, index: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """`missing/../lab.toml` is no file to the system, and so no input that could be known again."""
    output = tmp_path / "missing" / ".." / design.name
    new = ["new", "empty-room", "-o", str(output)]
    assert main([*commands_that_write(design, output), new][index]) == 2
    assert design.read_text() == DESIGN
    assert os.listdir(tmp_path) == [design.name]
    assert "make the folder first" in capsys.readouterr().err


@pytest.mark.parametrize("index", range(6))
def test_no_design_is_written_over_by_something_else(
    design: Path, tmp_path: Path, index: int, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("# by hand\n[racks]\n")
    assert main(commands_that_write(design, other)[index]) == 2
    assert other.read_text() == "# by hand\n[racks]\n"
    assert "holds a design, which would be lost" in capsys.readouterr().err


RACK = '{name = "r", part = "apc-ar3300", x_mm = 0, y_mm = 0}'
WORK = {
    "dotted": (f'name = "x"\nracks.r1 = {RACK}\n', "a design"),
    "quoted": ('name = "x"\n["racks".r1]\nname = "r1"\n', "a design"),
    "quoted dotted": (f'"racks"."r1" = {RACK}\n', "a design"),
    "site only": ('name = "x"\n[site]\nname = "s"\n[room]\nname = "hall"\n', "a design"),
    "after comments": ("# said\n" * 20_000 + f"[racks]\nr1 = {RACK}\n", "a design"),
    "after a mark": (f"\ufeffschema_version = 3\n[racks]\nr1 = {RACK}\n", "a design"),
    "damaged": (f"name = \nracks.r1 = {RACK}\n", "a design"),
    "damaged, quoted": ('name = \n["racks".r1]\nname = "r1"\n', "a design"),
    "damaged, site only": ("name = \n[site]\n", "a design"),
    "own parts": ('[[ part ]]\nid = "x"\n', "parts of a catalogue"),
    "settings": ("[tool.x]\ny = 1\n", "TOML of another kind"),
}


@pytest.mark.parametrize("kind", WORK)
def test_toml_is_written_over_by_nothing_else(
    design: Path, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A design is one by its tables, as for whoever opens it, and not by how a line is spelt."""
    text, words = WORK[kind]
    other = tmp_path / "other.toml"
    other.write_text(text, encoding="utf-8")
    assert main(["check", str(design), "-o", str(other)]) == 2
    assert other.read_text(encoding="utf-8") == text
    assert f"holds {words}, which would be lost" in capsys.readouterr().err


def test_a_line_of_a_note_makes_a_report_no_design(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A text that could be taken for a design would be let over one."""
    note = "schema_version = 3\\n" * 20 + "[racks]\\n"
    evil = tmp_path / "evil.toml"
    evil.write_text(DESIGN.replace("[racks]", f'note = "{note}"\n[racks]'))
    for format_ in ("text", "md"):
        assert main(["report", str(evil), "--format", format_, "-o", str(design)]) == 2
        assert design.read_text() == DESIGN
        assert "holds a design, which would be lost" in capsys.readouterr().err
    with pytest.raises(WriteError, match="holds a design"):
        write_output(design, "Report\nschema_version = 3\n[racks]\n")
    with pytest.raises(WriteError, match="holds a design"):
        write_output(design, '[[file]]\npath = "schema_version = 3"\n')


def test_toml_of_another_kind_may_be_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "import.toml"
    path.write_text('# a report\n[[file]]\npath = "a.yaml"\n')
    write_output(path, '[[file]]\npath = "b.yaml"\n')
    assert "b.yaml" in path.read_text()
    with pytest.raises(WriteError, match="TOML of another kind"):
        write_output(path, DESIGN)


LETTER = "\U0001f680"
"""A rocket, which no font of the program has."""


@pytest.mark.parametrize("to", ["print", "floor.svg", "floor.png", "racks.svg", "racks.png"])
def test_a_letter_that_no_font_has_is_said_by_every_command_that_draws(
    design: Path, tmp_path: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    device = 'n1 = {name = "n1", part = "mgmt-server", rack = "A01", u = 3}'
    design.write_text(f"{DESIGN.replace('Lab', LETTER)}\n[devices]\n{device}\n")
    output = tmp_path / "out"
    command = ["print"] if to == "print" else ["export", "--to", to]
    assert main([*command, str(design), "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert f"{design}: no font has {LETTER} (U+1F680, ROCKET)" in said
    assert not output.exists()


def test_what_is_no_design_is_replaced(design: Path, tmp_path: Path) -> None:
    other = tmp_path / "old.txt"
    other.write_text("a report of last week")
    assert main(["report", str(design), "-o", str(other)]) == 0
    assert "Lab" in other.read_text()


def test_a_design_may_replace_a_design(design: Path) -> None:
    write_output(design, DESIGN.replace("Lab", "Hall"))
    assert load(design).design.name == "Hall"


def test_a_report_of_an_import_does_not_replace_what_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "types"
    source.mkdir()
    device = source / "a.yaml"
    text = "manufacturer: X\nmodel: Y\nslug: x-y\nu_height: 1\n"
    device.write_text(text)
    into = ["--into", str(tmp_path / "parts.toml")]
    for path in (source, device):
        assert main(["catalog", "import-netbox", str(path), "--report", str(device), *into]) == 2
        assert device.read_text() == text
        assert "is the file that is read" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "FILE", "-o", "-"],
        ["check", "FILE", "-o", "-"],
        ["export", "FILE", "--to", "bom.csv", "-o", "-"],
        ["export", "FILE", "--to", "floor.svg", "-o", "-"],
        ["print", "FILE", "--sheets", "floor", "-o", "-"],
        ["new", "empty-room", "-o", "-"],
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_a_hyphen_is_the_standard_output(
    design: Path, tmp_path: Path, arguments: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = sorted(os.listdir(tmp_path))
    code = main([str(design) if word == "FILE" else word for word in arguments])
    assert code in (0, 1)
    out = capfdbinary.readouterr().out
    assert b"wrote" not in out
    begins = {"print": b"%PDF", "new": b"schema_version"}.get(arguments[0], b"")
    assert out.startswith(begins)
    assert len(out) > 60
    assert sorted(os.listdir(tmp_path)) == before
    assert not Path("-").exists()


@pytest.mark.parametrize("command", ["report", "check"])
def test_a_hyphen_is_the_standard_input(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DESIGN.encode())))
    assert main([command, "-"]) in (0, 1)
    said = capsys.readouterr()
    assert ("Lab" if command == "report" else "standard input: ") in said.out


def test_what_comes_in_by_the_standard_input_is_named_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"schema_version = 3\na = [")))
    assert main(["check", "-"]) == 2
    assert "standard input:2:5: no valid TOML (the bracket [" in capsys.readouterr().err


def test_new_replaces_only_when_told_to(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "empty-room", "-o", str(design)]) == 2
    assert "exists; choose another name, or replace it with --force" in capsys.readouterr().err
    assert design.read_text() == DESIGN
    assert main(["new", "empty-room", "-o", str(design), "--force"]) == 0
    assert load(design).design.racks == ()
    assert (tmp_path / f"{design.name}.bak").read_text() == DESIGN


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("YES", 0), ("", 2), ("n", 2)])
def test_new_asks_on_a_terminal(
    design: Path, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}\n"))
    monkeypatch.setattr(sys, "stderr", errors)
    assert main(["new", "empty-room", "-o", str(design)]) == code
    assert "exists; replace it, keeping it as .bak? [y/N]" in errors.getvalue()
    assert (design.read_text() == DESIGN) is (code == 2)


def test_the_question_is_seen_before_the_answer_is_read(
    design: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends in no line break, so that nothing else would bring it to the terminal."""
    seen: list[str] = []

    class Errors(Terminal):
        def flush(self) -> None:
            super().flush()
            seen.append(self.getvalue())

    class Answers(Terminal):
        def readline(self, *_: object) -> str:  # type: ignore[override]  # a size is not asked for
            assert seen
            assert seen[-1].endswith("[y/N] ")
            return "n\n"

    monkeypatch.setattr(sys, "stderr", Errors())
    monkeypatch.setattr(sys, "stdin", Answers())
    assert main(["new", "empty-room", "-o", str(design)]) == 2


def run(arguments: str, design: Path) -> "subprocess.CompletedProcess[str]":
    """Run the program in a shell, which closes and redirects as people do."""
    program = f"{sys.executable} -m designer"
    command = arguments.replace("PROGRAM", program).replace("FILE", str(design))
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment, timeout=60,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command", ["report FILE", "templates", "--help", "export FILE --to json -o -"]
)
def test_a_full_disk_is_named_as_such(command: str, design: Path) -> None:
    done = run(f"PROGRAM {command} > /dev/full", design)
    assert done.returncode == 74
    said = "cluster-designer: standard output: cannot be written: No space left on device\n"
    assert done.stderr == said


def test_a_closed_output_is_named_as_such(design: Path) -> None:
    done = run("PROGRAM report FILE >&-", design)
    assert (done.returncode, done.stderr.count("\n")) == (74, 1)
    assert "standard output: it is closed; name a file with -o" in done.stderr


@pytest.mark.parametrize("command", ["templates", "--version", "--help", "calc", "doctor"])
def test_lists_for_a_closed_output_are_not_said_to_be_done(command: str, design: Path) -> None:
    done = run(f"PROGRAM {command} >&-", design)
    said = "cluster-designer: standard output: cannot be written: it is closed\n"
    assert (done.returncode, done.stderr) == (74, said)


def test_what_is_for_a_closed_error_output_is_nowhere_else(design: Path) -> None:
    design.write_text(design.read_text().replace("schema_version = 3", "schema_version = 3.0"))
    assert run("PROGRAM report FILE --format json", design).stderr.startswith("warning: ")
    done = run("PROGRAM report FILE --format json 2>&-", design)
    assert done.stdout.startswith("{")
    json.loads(done.stdout)
    done = run("PROGRAM report FILE.nowhere 2>&-", design)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("output", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_the_standard_output_may_be_named_as_a_file(design: Path, output: str) -> None:
    """Also where it leads into a pipe, which has no name in any folder."""
    done = run(f"PROGRAM report FILE --format json -o {output} | cat", design)
    assert (done.stderr, done.stdout[:1]) == ("", "{")


def test_links_that_lead_to_themselves_are_told(
    design: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert main(["report", str(design), "-o", str(loop)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"cluster-designer: {loop}: cannot be written: ")
    assert said.count("\n") == 1
    with contextlib.suppress(OSError):  # and no other error, as of Python until 3.12
        DesignLock.acquire(loop, tmp_path, 0.0).release()


def test_a_folder_in_the_place_of_the_backup_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pod.toml"
    path.write_text("kept")
    (tmp_path / "pod.toml.bak").mkdir()
    with pytest.raises(WriteError) as refused:
        replace_file(path, b"new", backup=True)
    assert str(refused.value) == (
        f"{path}.bak: is a folder, where the previous content has to be kept; rename it"
    )
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["pod.toml", "pod.toml.bak"]
    assert path.read_text() == "kept"


def test_other_toml_is_not_written_over_by_other_toml(tmp_path: Path) -> None:
    held = tmp_path / "pyproject.toml"
    held.write_text('[project]\nname = "mine"\n')
    with pytest.raises(WriteError, match="holds TOML of another kind"):
        write_output(held, "[imported]\nfiles = 3\n")
    write_output(held, '[project]\nname = "newer"\n')


def test_a_file_is_written_with_nobody_to_tell(design: Path, tmp_path: Path) -> None:
    done = run(f"PROGRAM report FILE -o {tmp_path}/r.md >&- 2>&-", design)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "r.md").stat().st_size > 1000


def test_a_reader_that_went_away_is_named_as_such(design: Path) -> None:
    done = run("(PROGRAM report FILE; echo $? >&2) | true", design)
    said = "cluster-designer: standard output: cannot be written: its reader closed the pipe\n"
    assert done.stderr == f"{said}74\n"


def test_a_file_on_a_full_disk_is_no_fault_of_the_program(
    design: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["report", str(design), "-o", str(tmp_path / "r.txt")]) == 74
    assert "cannot be written: No space left on device; free some space" in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == [design.name]


OWN = '[[part]]\nid = "mine"\nkind = "rack-pdu"\nname = "Mine"\n'
DEVICE = "manufacturer: X\nmodel: Y\nslug: x-y\nu_height: 1\n"
SUPPLY = "manufacturer: X\nmodel: PWR\npower-ports:\n  - name: P\n    type: iec-60320-c14\n"


def held(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with what it holds."""
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "x.yaml"
    path.write_text(DEVICE)
    (tmp_path / "own.toml").write_text(OWN)
    (tmp_path / "other.toml").write_text(OWN.replace("mine", "other"))
    (tmp_path / "lab.cluster.toml").write_text(DESIGN)
    (tmp_path / "link.toml").symlink_to("own.toml")
    (tmp_path / "hard.toml").hardlink_to(tmp_path / "own.toml")
    (tmp_path / "sub").mkdir()
    return path


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
@pytest.mark.parametrize(
    ("into", "report", "said"),
    [
        ("own.toml", "own.toml", "asked for twice"),
        ("own.toml", "link.toml", "asked for twice"),
        ("link.toml", "own.toml", "asked for twice"),
        ("own.toml", "hard.toml", "asked for twice"),
        ("new.toml", "new.toml", "asked for twice"),
        ("new.toml", "sub/../new.toml", "asked for twice"),
        ("sub", "sub/netbox-x.toml", "asked for twice"),
        ("own.toml", "other.toml", "holds parts of a catalogue, which would be lost"),
        (".", "other.toml", "is the file that is read"),
        ("own.toml", "lab.cluster.toml", "holds a design, which would be lost"),
        ("own.toml", "x.yaml", "is the file that is read"),
    ],
)
def test_a_report_of_an_import_replaces_nothing_and_nothing_is_written_before(
    device: Path,
    into: str,
    report: str,
    said: str,
    dry: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = device.parent
    before = held(folder)
    places = ["--into", f"{folder}/{into}", "--report", f"{folder}/{report}"]
    assert main(["catalog", "import-netbox", str(device), *places, *dry]) == 2
    assert said in capsys.readouterr().err
    assert held(folder) == before


def test_a_module_that_an_import_looked_into_is_not_written_over(tmp_path: Path) -> None:
    for name, text in (
        ("device-types/X/x.yaml", f"{DEVICE}module-bays:\n  - name: PSU1\n    position: '1'\n"),
        ("module-types/X/p.yaml", SUPPLY),
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    before = held(tmp_path)
    places = ["--into", f"{tmp_path}/own.toml", "--report", f"{tmp_path}/module-types/X/p.yaml"]
    assert main(["catalog", "import-netbox", f"{tmp_path}/device-types", *places]) == 2
    assert held(tmp_path) == before


def test_an_import_into_parts_leaves_them_beside_and_its_report_may_be_renewed(
    device: Path,
) -> None:
    own, report = device.parent / "own.toml", device.parent / "report.toml"
    places = ["--into", str(own), "--report", str(report)]
    for _ in range(2):
        assert main(["catalog", "import-netbox", str(device), *places]) == 0
    assert "[[file]]" in report.read_text()
    assert own.with_name("own.toml.bak").exists()
    assert '"mine"' in own.read_text()


@pytest.mark.parametrize("index", range(6))
@pytest.mark.parametrize("table", ["part", "band", "guideline", "conflict"])
def test_no_catalogue_is_written_over_by_something_else(
    design: Path, tmp_path: Path, index: int, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "# a long head\n" * 20_000 + f'[sources]\na = "A"\n\n  [[ {table} ]]\nid = "x"\n'
    other = tmp_path / "own.toml"
    other.write_text(text)
    assert main(commands_that_write(design, other)[index]) == 2
    assert other.read_text() == text
    assert "holds parts of a catalogue, which would be lost" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["PROGRAM report FILE >> FILE", "PROGRAM check - < FILE >> FILE"]
)
def test_the_standard_output_is_not_the_file_that_is_read(command: str, design: Path) -> None:
    done = run(command, design)
    assert (done.returncode, design.read_text()) == (2, DESIGN)
    assert "standard output: is the file that is read; it is not written over" in done.stderr


ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What does something on a terminal, or to the line it stands in."""
ODD = "\\u001b]0;pwned\\u0007r1 \\u202Eabc\\u009b31m"


def odd_design(tmp_path: Path, extra: str = "") -> Path:
    """Write a design whose names act on a terminal; the two racks stand in one another."""
    path = tmp_path / "odd.toml"
    rack = f'name = "{ODD}", part = "rack-48u", y_mm = 1800'
    path.write_text(
        f'schema_version = 3\nname = "{ODD}"\n[racks]\n'
        f'"{ODD}" = {{{rack}, x_mm = 1800}}\nr2 = {{{rack}, x_mm = 1900}}\n{extra}'
    )
    return path


@pytest.mark.parametrize(
    "command",
    [["check"], ["check", "--format", "json"], ["check", "--format", "sarif"], ["report"],
     ["report", "--format", "json"], ["report", "--format", "md"], ["report", "--format", "html"]],
    ids=" ".join,
)  # fmt: skip
def test_no_name_acts_on_a_terminal(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = odd_design(tmp_path)
    assert main([*command, str(path)]) in (0, 1)
    out = capsys.readouterr().out
    assert "pwned" in out
    assert not ACTING.search(out)
    if "json" in command or "sarif" in command:
        json.loads(out)


def test_a_sarif_message_is_sentences_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--format", "sarif", str(odd_design(tmp_path))]) == 1
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    said = [result["message"]["text"] for result in results]
    assert any("pwned" in text for text in said)
    for text in said:
        assert not ACTING.search(text), ascii(text)
        assert "\n" not in text
        assert text.endswith((".", "!", "?"))
    assert main(["check", "--format", "json", str(odd_design(tmp_path))]) == 1
    checks = json.loads(capsys.readouterr().out)
    advised = next(check for check in checks if check["advice"])
    joined = one_line(f"{advised['message']}. {advised['advice']}")
    assert any(text.startswith(joined) for text in said), joined


def test_no_problem_of_a_file_acts_on_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for extra in (f'"{ODD}" = 1\n', f'[prices]\n"{ODD}" = {{amount_cents = 1, "{ODD}" = 1}}\n'):
        assert main(["check", str(odd_design(tmp_path, extra))]) == 2
        said = capsys.readouterr().err
        assert "pwned" in said
        assert not ACTING.search(said)


def test_commands_print_in_one_place() -> None:
    """What printed by itself could forget that a name may hold an escape sequence."""
    # Run before anything is installed, and for those who make the pages of the guide.
    apart = {"terminal.py", "system_libraries.py", "guide_pages.py"}
    for path in (REPOSITORY / "designer/app").rglob("*.py"):
        if path.name not in apart:
            assert not re.search(r"\bprint\(", path.read_text()), path
