"""Ctrl+C ends a command without a word, and with nothing half-written, wherever it comes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from designer.app.main import INTERRUPTED, main, opens_window
from tests.helpers.gates import REPOSITORY

DESIGN = 'schema_version = 3\n[racks]\nA = {name = "A", part = "p", x_mm = 0, y_mm = 0}\n'


def interrupted(calls: int, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    """Return the end of a `print` that was interrupted at so many calls of functions."""
    design = folder / "lab.cluster.toml"
    design.write_text(DESIGN)
    runner = ["-m", "tests.helpers.interrupted_run", str(calls)]
    words = ["print", str(design), "--sheets", "floor", "-o", str(folder / "sheets.pdf")]
    paths = {"PYTHONPATH": str(REPOSITORY), "TMPDIR": str(folder)}
    return subprocess.run(
        [sys.executable, *runner, *words],
        env={**os.environ, **paths},
        capture_output=True,
        timeout=100,
        check=False,
    )


@pytest.mark.parametrize("calls", [5_000, 60_000, 250_000, 700_000, 1_000_000])
def test_ctrl_c_ends_a_command_without_a_word(calls: int, tmp_path: Path) -> None:
    done = interrupted(calls, tmp_path)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert done.returncode in (INTERRUPTED, -signal.SIGINT)
    assert os.listdir(tmp_path) == ["lab.cluster.toml"]


def test_what_an_interrupt_broke_off_is_no_fault_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_arguments: list[str]) -> int:
        raise AttributeError("half-imported")

    monkeypatch.setattr("designer.app.main._dispatch", broken)
    assert main(["doctor"], is_interrupted=lambda: True) == INTERRUPTED
    assert capsys.readouterr().err == ""
    assert main(["doctor"]) == 70


IN_AN_IMPORT = """
import pathlib, signal, sys
from designer.app import process
interrupt = process._Interrupt()
signal.signal(signal.SIGINT, interrupt.take)
sys.path.insert(0, sys.argv[1])
try:
    import breaks_off
    print("imported", breaks_off.whole)
    signal.pause()
except KeyboardInterrupt:
    print("interrupted")
"""
SWALLOWED = """
import signal
from designer.app import process
process._LATER_S = 0.1
signal.signal(signal.SIGINT, process._Interrupt().take)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("swallowed")
try:
    signal.pause()
except KeyboardInterrupt:
    print("interrupted")
"""

ENDS_FIRST = """
import atexit, signal, sys
from designer.app import process
sys.path.insert(0, sys.argv[1])
def quick(is_interrupted):
    import breaks_off
    return 0
def tell():
    print(signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0))
    print(signal.getsignal(signal.SIGALRM) == signal.SIG_IGN)
atexit.register(tell)
process.main = quick
try:
    process.run()
except SystemExit as end:
    print(end.code)
"""


def outcome(code: str, folder: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_an_import_ends_before_ctrl_c_breaks_off_what_comes_after_it(tmp_path: Path) -> None:
    """Qt's bindings abort the process where their own import is broken off."""
    text = "import signal\nsignal.raise_signal(signal.SIGINT)\nwhole = True\n"
    (tmp_path / "breaks_off.py").write_text(text)
    assert outcome(IN_AN_IMPORT, tmp_path) == ["imported True", "interrupted"]


def test_ctrl_c_that_somebody_kept_to_himself_comes_again(tmp_path: Path) -> None:
    assert outcome(SWALLOWED, tmp_path) == ["swallowed", "interrupted"]


def test_a_command_that_ends_first_is_not_asked_again_while_python_winds_up(
    tmp_path: Path,
) -> None:
    """By then Python has given the alarm back to the system, which would kill the process."""
    (tmp_path / "breaks_off.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    assert outcome(ENDS_FIRST, tmp_path) == ["130", "True", "True"]


def test_a_command_ends_with_all_it_said_and_its_code(tmp_path: Path) -> None:
    """It ends without winding Python up: nothing that was printed may be left in a buffer."""
    design = tmp_path / "lab.cluster.toml"
    design.write_text(DESIGN)
    for words, code in ((["report", str(design)], 0), (["check", str(design)], 1), (["nil"], 2)):
        done = subprocess.run(
            [sys.executable, "-m", "designer", *words],
            cwd=REPOSITORY, capture_output=True, text=True, timeout=100, check=False,
        )  # fmt: skip
        assert done.returncode == code
        assert (done.stderr if code == 2 else done.stdout).endswith("\n")


@pytest.mark.parametrize(
    ("words", "window"),
    [([], True), (["a.cluster.toml"], True), (["report"], False), (["--version"], False)],
)
def test_only_what_names_no_command_opens_the_window(words: list[str], window: bool) -> None:
    assert opens_window(words) is window
