"""What becomes of the standard output at the end: order of texts and bytes, a pipe that closed."""

import io
import os
import subprocess
import sys

import pytest

from designer.app import output, process
from designer.app.main import INTERRUPTED


def test_a_pipe_that_closed_is_said_in_one_line_and_nothing_follows_at_exit() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    script = "import sys; from designer.app.main import main; sys.exit(main(['--version']))"
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-c", script],
            stdout=closed, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 74
    assert done.stderr == (
        "cluster-designer: standard output: cannot be written: its reader closed the pipe\n"
    )


def test_bytes_come_after_the_texts_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    print("first")
    output._to_standard_output(b"second\n")
    assert raw.getvalue() == b"first\nsecond\n"


@pytest.mark.parametrize("came", [False, True])
def test_an_error_is_raised_on_unless_ctrl_c_broke_it_off(
    monkeypatch: pytest.MonkeyPatch, came: bool
) -> None:
    def fail(**_: object) -> int:
        raise RuntimeError("planted")

    class Interrupt:
        take = swallowed = None

        def __init__(self) -> None:
            self.came = came

    monkeypatch.setattr(process, "_Interrupt", Interrupt)
    monkeypatch.setattr(process, "main", fail)
    monkeypatch.setattr(process.signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    if came:
        with pytest.raises(SystemExit) as ended:
            process.run()
        assert ended.value.code == INTERRUPTED
    else:
        with pytest.raises(RuntimeError, match="planted"):
            process.run()
