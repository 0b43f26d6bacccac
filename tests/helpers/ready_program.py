"""The program in a process that has imported it already, for tests that start it many times.

What a test runs in a shell in place of `python -m designer` is a small client. It hands its words,
folder, environment and open files to the process that waits, which forks: the child has the
client's files under their numbers, streams as Python makes them of these, and ends as the program
does; the client ends with its exit code. How the program begins, with files closed and with
Ctrl+C, is for tests that start it themselves.
"""

import fcntl
import gc
import io
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.helpers import ready_client
from tests.helpers.ready_client import MOST_FILES

_HIGH = 40
"""Above the numbers that are handed over, and what else is open."""


@contextmanager
def ready_program() -> Iterator[str]:
    """Run the process that waits; give the words for a shell that stand for the program."""
    folder = tempfile.mkdtemp(prefix="ready-")  # the name of a socket must be short
    place = os.path.join(folder, "s")
    waiting = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.ready_program", place],
        cwd=Path(__file__).parents[2], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == b"ready\n"
        yield shlex.join((sys.executable, "-I", "-S", ready_client.__file__, place))
    finally:
        waiting.kill()
        waiting.communicate()
        Path(place).unlink(missing_ok=True)
        os.rmdir(folder)


def _serve(place: str) -> list[str]:
    """Wait for clients and fork for each; return, in the child, the words it was asked."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(place)
    server.listen()
    print("ready", flush=True)
    while True:
        line, _ = server.accept()
        size, files, *_ = socket.recv_fds(line, 4, MOST_FILES)
        asked = json.loads(_read(line, int.from_bytes(size, "big")))
        child = os.fork()
        if not child:
            server.close()
            line.close()
            _become(asked, files)
            return [str(word) for word in asked["words"]]
        for number in files:
            os.close(number)
        _, status = os.waitpid(child, 0)
        line.sendall(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
        line.close()


def _read(line: socket.socket, size: int) -> bytes:
    said = b""
    while len(said) < size:
        said += line.recv(size - len(said))
    return said


def _become(asked: dict[str, Any], files: list[int]) -> None:
    """Take over the client's folder, environment and files."""
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    kept = [fcntl.fcntl(number, fcntl.F_DUPFD, _HIGH) for number in files]
    os.closerange(0, _HIGH)
    for number, high in zip(asked["files"], kept, strict=True):
        os.dup2(high, number)
        os.close(high)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(number, getattr(sys, name)) if number in asked["files"] else None
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _stream(number: int, like: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return a stream of a file as Python makes it at the start."""
    raw = isinstance(like.buffer, io.RawIOBase)  # as PYTHONUNBUFFERED has it
    file = open(number, "wb" if number else "rb", 0 if raw else -1, closefd=False)  # noqa: SIM115 - it outlives this
    return io.TextIOWrapper(
        file, like.encoding, like.errors, line_buffering=like.line_buffering,
        write_through=like.write_through,
    )  # fmt: skip


def _run(words: list[str]) -> None:
    from designer.app.process import run

    sys.argv = ["cluster-designer", *words]
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    run()


def _import_all() -> None:
    """Import what a command does, and read the catalogue."""
    import importlib
    import pkgutil

    import PySide6.QtGui

    import designer.app.commands
    from designer.catalog.load import load_shipped

    for found in pkgutil.iter_modules(designer.app.commands.__path__):
        importlib.import_module(f"designer.app.commands.{found.name}")
    assert PySide6.QtGui.QGuiApplication.instance() is None
    load_shipped()


if __name__ == "__main__":
    _import_all()
    gc.freeze()  # a child that ends need not look through all that was imported
    _run(_serve(sys.argv[1]))
