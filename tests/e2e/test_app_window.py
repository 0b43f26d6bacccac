"""The program as a person starts it: a real window on a real X server."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from designer.app.main import main
from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import run

pytestmark = [pytest.mark.xwindow, pytest.mark.slow]

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(x_display: str) -> Iterator[Start]:
    """Return a function that starts the program on the test's display; end it afterwards."""
    started = []

    def start_program(*words: str) -> "subprocess.Popen[str]":
        program = subprocess.Popen(
            [sys.executable, "-m", "designer", *words],
            cwd=REPOSITORY,
            env={**os.environ, "DISPLAY": x_display, "QT_QPA_PLATFORM": "xcb"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(program)
        return program

    yield start_program
    for program in started:
        if program.poll() is None:
            program.kill()
        program.communicate()


def wait_for_window(display: str, title: str) -> str:
    """Return the id of the visible window with a title, as soon as there is one."""
    done = run(
        *("timeout", "60", "xdotool", "search", "--sync", "--onlyvisible", "--name", title),
        DISPLAY=display,
    )
    assert done.stdout.strip(), f"no window {title!r}: {done.stderr}"
    return done.stdout.split()[0]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_window_opens_a_design_and_ends_in_good_order(
    number: signal.Signals, x_display: str, start: Start, tmp_path: Path
) -> None:
    design = tmp_path / "pod.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=1", "-o", str(design)]) == 0
    before = design.read_bytes()
    program = start(str(design))
    wait_for_window(x_display, "pod.cluster.toml")
    program.send_signal(number)
    out, err = program.communicate(timeout=60)
    assert program.returncode == 0, err
    assert (out, err) == ("", "")
    assert design.read_bytes() == before


@pytest.mark.timeout(180)
def test_without_a_file_the_start_page_opens(x_display: str, start: Start) -> None:
    program = start()
    wait_for_window(x_display, "Cluster Designer")
    program.terminate()
    _, err = program.communicate(timeout=60)
    assert program.returncode == 0
    assert err == ""
