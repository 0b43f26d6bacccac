"""What becomes of a command where its outputs are led: into a log, a full disk, to nobody.

Each case runs the program in a shell, which redirects as people do. The program waits in a process
that has imported it; `test_app_output` starts it anew.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from designer.app.main import COMMANDS, main
from tests.helpers.gates import REPOSITORY
from tests.helpers.grid_files import export, swinging
from tests.helpers.ready_program import ready_program

DESIGN = """schema_version = 3
name = "Lab"

[racks]
A01 = {name = "A01", part = "apc-ar3300", x_mm = 0, y_mm = 0}
"""
PROGRAM = "READY_PROGRAM"
TIMES = re.compile(rb'"ms": [\d.]+')
NAMES = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lab.toml").write_text(DESIGN)
    return tmp_path


@pytest.fixture(scope="module", autouse=True)
def program() -> Iterator[None]:
    """The words that stand for the program, in the environment of all tests here."""
    with ready_program() as words, pytest.MonkeyPatch.context() as patch:
        patch.setenv(PROGRAM, words)
        yield


def run(
    command: str, folder: Path, errors: int = subprocess.PIPE
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        ["sh", "-c", command.replace("PROGRAM", os.environ[PROGRAM])],
        cwd=folder, stdout=subprocess.PIPE, stderr=errors, timeout=60, check=False,
    )  # fmt: skip


def test_the_program_that_waits_does_what_one_does_that_is_started(folder: Path) -> None:
    started = f"{shlex.quote(sys.executable)} -m designer"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    for words in ("check lab.toml", "report lab.toml --format json", "nothing at all", "--version"):
        anew = subprocess.run(
            ["sh", "-c", f"{started} {words}"], cwd=folder, capture_output=True, check=False,
            env=environment,
        )  # fmt: skip
        done = run(f"PROGRAM {words}", folder)
        assert (done.returncode, done.stderr) == (anew.returncode, anew.stderr)
        assert TIMES.sub(b"", done.stdout) == TIMES.sub(b"", anew.stdout)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("led", ["| cat", "> made; cat made", ">> made; cat made"])
def test_nothing_follows_what_was_asked_for(name: str, led: str, folder: Path) -> None:
    done = run(f"PROGRAM report lab.toml --format json -o {name} {led}", folder)
    assert done.stderr == b""
    json.loads(done.stdout)


@pytest.mark.parametrize(
    "command",
    [
        "check lab.toml",
        "print lab.toml --sheets floor",
        "export lab.toml --to bom.csv",
        "export lab.toml --to floor.svg",
        "new empty-room",
    ],
)
def test_it_is_the_same_for_every_command(command: str, folder: Path) -> None:
    done = run(f"PROGRAM {command} -o /dev/stdout > made", folder)
    assert done.stderr == b""
    assert b"wrote" not in (folder / "made").read_bytes()
    assert (folder / "made").stat().st_size > 10
    run(f"PROGRAM {command} -o plain > said", folder)
    assert (folder / "said").read_bytes().startswith(b"wrote plain")


@pytest.mark.parametrize("name", [*NAMES, "log"])
def test_what_a_log_held_stays(name: str, folder: Path) -> None:
    (folder / "log").write_text("Monday\n")
    done = run(f"PROGRAM report lab.toml -o {name} >> log", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    held = (folder / "log").read_text()
    assert held.startswith("Monday\n")
    assert "Lab" in held
    assert "wrote" not in held


@pytest.mark.parametrize("name", [*NAMES, "lab.toml"])
@pytest.mark.parametrize("command", ["report lab.toml", "report other.toml", "new empty-room"])
def test_no_design_is_appended_to(name: str, command: str, folder: Path) -> None:
    (folder / "other.toml").write_text(DESIGN)
    done = run(f"PROGRAM {command} -o {name} >> lab.toml", folder)
    assert done.returncode == 2
    assert (folder / "lab.toml").read_text() == DESIGN
    if "lab" in command:
        assert b": is the file that is read; it is not written over" in done.stderr
    else:
        assert b": holds a design, to which nothing is added; " in done.stderr


BAD = DESIGN.replace("schema_version = 3", "schema_version = 3.0")
"""With something to be told on the error output."""


def gone() -> int:
    """Return the end of a pipe that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def full() -> int:
    return os.open("/dev/full", os.O_WRONLY)


@pytest.mark.parametrize("errors", [full, gone])
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("report bad.toml", 0),
        ("check bad.toml", 1),
        ("report nowhere.toml", 2),
        ("report", 2),
        ("nothing at all", 2),
        ("report lab.toml > /dev/full", 74),
    ],
)
def test_an_error_output_that_takes_nothing_changes_no_exit_code(
    command: str, code: int, errors: Callable[[], int], folder: Path
) -> None:
    (folder / "bad.toml").write_text(BAD)
    stream = errors()
    try:
        done = run(f"PROGRAM {command}", folder, stream)
    finally:
        os.close(stream)
    assert done.returncode == code
    assert bool(done.stdout) == (code < 2)


def test_what_is_written_counts_and_not_that_it_cannot_be_told(folder: Path) -> None:
    done = run("PROGRAM check lab.toml -o made; echo $?", folder)
    code = done.stdout.split()[-1].decode()
    done = run(f"PROGRAM check lab.toml -o there > /dev/full; test $? = {code}", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (folder / "there").read_bytes() == (folder / "made").read_bytes()


@pytest.mark.parametrize("command", ["check", "catalog", "catalog list", "calc", "new"])
def test_help_that_cannot_be_written_is_told(command: str, folder: Path) -> None:
    done = run(f"PROGRAM {command} --help > /dev/full", folder)
    said = b"cluster-designer: standard output: cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (74, said)
    assert run(f"PROGRAM {command} --help", folder).stdout.startswith(b"usage: cluster-designer ")


@pytest.mark.parametrize("command", ["report lab.toml", "check lab.toml", "new empty-room"])
@pytest.mark.parametrize(("name", "led"), [("/dev/stderr", "2>> log"), ("/dev/fd/3", "3>> log")])
def test_what_is_led_to_the_end_of_a_log_goes_there(
    name: str, led: str, command: str, folder: Path
) -> None:
    (folder / "log").write_text("Monday\n")
    at = name[-1] if name[-1].isdecimal() else "2"
    shell = f"{{ PROGRAM {command} -o {name} > said; echo Friday >&{at}; }} {led}"
    done = run(shell, folder)
    assert done.stderr == b""
    held = (folder / "log").read_text()
    assert held.startswith("Monday\n")
    assert held.endswith("Friday\n")
    assert len(held.splitlines()) > 3


@pytest.mark.parametrize(
    "name",
    [
        "/proc/thread-self/fd/3",
        "/dev/../dev/fd/3",
        "/proc/self/fd/../fd/3",
        "me/fd/3",
        "link",
        "/proc/self/task/../fd/3",
    ],
)
def test_an_open_file_is_known_by_whatever_name(name: str, folder: Path) -> None:
    (folder / "log").write_text("Monday\n")
    (folder / "me").symlink_to("/proc/self")
    (folder / "link").symlink_to("me/fd/3")
    done = run(f"{{ PROGRAM check lab.toml -o {name} > said; echo Friday >&3; }} 3>> log", folder)
    assert done.stderr == b""
    first, *_, last = (folder / "log").read_text().splitlines()
    assert (first, last) == ("Monday", "Friday")


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("/dev/fd/99999999999999", 74, "Bad file descriptor; nothing is open as that: name a file"),
        (
            "/proc/self/fd/2147483648",
            74,
            "Bad file descriptor; nothing is open as that: name a file",
        ),
        ("/dev/fd/\N{ARABIC-INDIC DIGIT THREE}", 2, "No such file or directory; "),
    ],
)
def test_a_number_that_no_file_is_open_under_is_told_in_one_line(
    name: str, code: int, why: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(folder / "lab.toml"), "-o", name]) == code
    said = capsys.readouterr().err
    assert said.startswith(f"cluster-designer: {name}: cannot be written: {why}")
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", ["/dev/fd/3", "/proc/thread-self/fd/3"])
def test_a_log_that_is_the_design_itself_is_refused(name: str, folder: Path) -> None:
    done = run(f"PROGRAM report lab.toml -o {name} 3>> lab.toml", folder)
    assert done.returncode == 2
    assert b"the file that is read" in done.stderr
    assert (folder / "lab.toml").read_text() == DESIGN


@pytest.mark.parametrize("name", ["/dev/null", "pipe"])
def test_a_new_design_goes_into_a_device_or_a_pipe_without_being_asked_twice(
    name: str, folder: Path
) -> None:
    if name == "pipe":
        os.mkfifo(folder / "pipe")
    done = run(f"cat {name} > held & PROGRAM new empty-room -o {name}; wait", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("[room]" in (folder / "held").read_text()) == (name == "pipe")


@pytest.mark.parametrize("output", ["", "-o -", "-o /dev/stdout"])
@pytest.mark.parametrize("command", ["check lab.toml", "report lab.toml", "new empty-room"])
def test_nothing_is_added_to_another_design(command: str, output: str, folder: Path) -> None:
    if command.startswith("new") and not output:
        output = "-o -"
    (folder / "other.toml").write_text(DESIGN)
    done = run(f"PROGRAM {command} {output} >> other.toml", folder)
    assert done.returncode == 2
    what = b"standard output: holds a design, to which nothing is added; choose another name"
    assert what in done.stderr
    assert (folder / "other.toml").read_text() == DESIGN


@pytest.mark.parametrize(
    "command",
    [*COMMANDS, *(f"{name} --help" for name in COMMANDS), "calc phases --help", "--version", "-h"],
)
def test_no_command_adds_to_a_design_whatever_it_prints(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where what it was asked for goes elsewhere, and only a word on it is printed."""
    grid = folder.parent / "grid.csv"
    grid.write_bytes(export(swinging()))
    asked = {
        "new": ["empty-room", "-o", "made.toml"],
        "report": ["lab.toml", "-o", "made.txt"],
        "check": ["lab.toml", "-o", "made.txt"],
        "print": ["lab.toml", "-o", "made.pdf"],
        "export": ["lab.toml", "--to", "bom.csv", "-o", "made.csv"],
        "catalog": ["list"],
        "comments": ["lab.toml"],
        "climate": ["list"],
        "carbon": ["show", str(grid)],
        "desktop-install": ["--prefix", "made"],
        "diff": ["lab.toml", "lab.toml"],
        "git-diff": ["lab.toml"],
        "git-textconv": ["lab.toml"],
        "git-merge": ["lab.toml", "lab.toml", "lab.toml"],
        "run": ["task.py"],
        "plugins": ["list"],
    }
    monkeypatch.chdir(folder)
    other = folder / "other.toml"
    other.write_text(DESIGN)
    with other.open("a") as led:
        monkeypatch.setattr(sys, "stdout", led)
        code = main([*command.split(), *asked.get(command, [])])
    assert code == 2
    assert other.read_text() == DESIGN
    assert sorted(path.name for path in folder.iterdir()) == ["lab.toml", "other.toml"]
    what = "standard output: holds a design, to which nothing is added; choose another name"
    assert capsys.readouterr().err == f"cluster-designer: {what}\n"


@pytest.mark.parametrize("output", ["", "-o /dev/stdout"])
@pytest.mark.parametrize("before", ["cat lab.toml", "PROGRAM new empty-room -o -"])
def test_an_output_that_a_script_began_goes_on_behind_a_design(
    before: str, output: str, folder: Path
) -> None:
    done = run(f"{{ {before}; PROGRAM check lab.toml {output}; }} > log", folder)
    assert done.stderr == b""
    held = (folder / "log").read_bytes()
    assert held.startswith(b"schema_version") or b"\nschema_version" in held
    assert held.endswith(run("PROGRAM check lab.toml", folder).stdout)


def test_a_design_that_would_be_written_over_in_its_midst_is_none_of_that(folder: Path) -> None:
    (folder / "other.toml").write_text(DESIGN)
    done = run("PROGRAM check lab.toml 1<> other.toml", folder)
    assert done.returncode == 2
    assert (folder / "other.toml").read_text() == DESIGN


@pytest.mark.parametrize("begins", ["Monday\n", "$ cat lab.toml\n", "\n\n+ cat\n"])
def test_a_log_in_which_a_design_was_printed_is_added_to(begins: str, folder: Path) -> None:
    (folder / "log").write_text(begins + DESIGN)
    done = run("PROGRAM templates >> log", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    held = (folder / "log").read_text()
    assert held.startswith(begins + DESIGN)
    assert "empty-room" in held


@pytest.mark.parametrize("begins", ["", "# notes\n\n", "\ufeff", "[[racks]]\n", "name == 3\n"])
def test_a_damaged_design_is_not_added_to(begins: str, folder: Path) -> None:
    held = f"{begins}{DESIGN}[racks\n"
    (folder / "other.toml").write_text(held)
    done = run("PROGRAM templates >> other.toml", folder)
    assert (done.returncode, done.stdout) == (2, b"")
    assert (folder / "other.toml").read_text() == held
